// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * frame_out - a simulated machine as a frame, so that each view, report and snapshot works on it.
 *
 * The page map is made in frame_map.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"
#include "sim/frame_map.h"
#include "sim/mm/anon_fault.h"
#include "sim/run.h"
#include "sim/scenario.h"

#define KERNEL_PREFIX "linux-"         /* "linux-7.3+resample" is release 7.3+resample */

static const char *const zone_names[NR_SIM_ZONE_KINDS] = { "DMA", "DMA32", "Normal", "Movable" };

static const char *const type_names[NR_MT] = {
	[MT_UNMOVABLE] = "Unmovable", [MT_MOVABLE] = "Movable", [MT_RECLAIMABLE] = "Reclaimable",
	[MT_HIGHATOMIC] = "HighAtomic", [MT_CMA] = "CMA", [MT_ISOLATE] = "Isolate",
};

/*
 * Zones.
 */

static void fill_sizes(const struct sim *sim, const struct sim_zone *zone, struct zone *to)
{
	uint64_t pcp_pages = 0;

	for (unsigned int cpu = 0; cpu < sim->c.nr_cpus; cpu++)
		pcp_pages += sim->pcp[(size_t)(zone - sim->c.zone) * sim->c.nr_cpus + cpu].count;
	to->start_pfn = num_known(zone->pfn_base);
	to->spanned = num_known(zone->spanned);
	to->present = num_known(zone->present);
	to->managed = num_known(zone->managed);
	to->free = num_known(zone->nr_free_pages);
	to->min = num_known(zone->min + zone->boost);
	to->low = num_known(zone->low + zone->boost);
	to->high = num_known(zone->high + zone->boost);
	to->promo = num_known(zone->promo + zone->boost);
	to->boost = num_known(zone->boost);
	to->reserved_highatomic = num_known(zone->nr_reserved_highatomic);
	to->free_cma = num_known(zone->nr_free_cma);
	to->pcp_pages = num_known(pcp_pages);
	to->nr_reserve = NR_SIM_ZONE_KINDS;
	for (unsigned int kind = 0; kind < NR_SIM_ZONE_KINDS; kind++)
		to->reserve[kind] = num_known(zone->reserve[kind]);
}

static uint64_t real_pfn(const struct sim_zone *zone, uint32_t pfn)
{
	return zone->pfn_base + (pfn - zone->first);
}

static void fill_compact(const struct sim_zone *zone, struct zone_compact *to)
{
	to->cached_migrate[0] = num_known(real_pfn(zone, zone->cached_migrate[0]));
	to->cached_migrate[1] = num_known(real_pfn(zone, zone->cached_migrate[1]));
	to->cached_free = num_known(real_pfn(zone, zone->cached_free));
	to->considered = num_known(zone->considered);
	to->defer_shift = num_known(zone->defer_shift);
	to->order_failed = num_known(zone->order_failed);
	to->blockskip_flush = num_known(zone->blockskip_flush);
}

static int fill_lists(const struct sim *sim, const struct sim_zone *zone, struct frame *frame,
		      struct zone *to)
{
	to->nr_orders = sim->c.max_order + 1u;
	for (unsigned int order = 0; order <= sim->c.max_order; order++) {
		to->free_blocks[order] = num_known(zone->nr_free[order]);
		for (unsigned int type = 0; type < NR_MT; type++) {
			struct num *cell = zone_type_free(frame, to, type, order);

			if (!cell)
				return -ENOMEM;
			*cell = num_known(zone->free[order][type].nr);
		}
	}
	return 0;
}

/* A block without memory is none of any type. */
static bool block_is_hole(const struct sim *sim, uint32_t first, uint32_t end)
{
	for (uint32_t pfn = first; pfn < end; pfn++)
		if (sim->state[pfn] != PAGE_STATE_HOLE)
			return false;
	return true;
}

static int fill_type_blocks(const struct sim *sim, const struct sim_zone *zone,
			    struct frame *frame, struct zone *to)
{
	uint64_t nr[NR_MT] = { 0 };

	for (uint32_t pfn = zone->first; pfn < zone_end(zone); pfn += block_pages(sim)) {
		uint32_t end = pfn + block_pages(sim);

		if (end > zone_end(zone))
			end = zone_end(zone);
		nr[page_type(sim, pfn)] += !block_is_hole(sim, pfn, end);
	}
	for (unsigned int type = 0; type < NR_MT; type++) {
		struct num *cell = zone_type_cell(frame, &to->type_blocks, type);

		if (!cell)
			return -ENOMEM;
		*cell = num_known(nr[type]);
	}
	return 0;
}

static int add_zone(const struct sim *sim, const struct sim_zone *zone, struct frame *frame)
{
	struct zone *to = frame_add_zone(frame, zone->node, span_of(zone_names[zone->kind]));

	if (!to)
		return -ENOMEM;
	fill_sizes(sim, zone, to);
	fill_compact(zone, &to->compact);
	if (fill_lists(sim, zone, frame, to))
		return -ENOMEM;
	return fill_type_blocks(sim, zone, frame, to);
}

/*
 * What is not of one zone.
 */

static int add_counter(struct frame *frame, struct counters *to, const char *name, uint64_t value)
{
	return counters_add(to, &frame->arena, span_of(name), num_known(value));
}

static int add_vmstat(const struct sim *sim, struct frame *frame)
{
	uint64_t free = 0, blocks = 0, cma = 0, anon = 0, file = 0;
	int error = 0;

	for (unsigned int i = 0; i < sim->c.nr_zones; i++) {
		const struct sim_zone *zone = &sim->c.zone[i];

		free += zone->nr_free_pages;
		blocks += zone->nr_free_blocks;
		cma += zone->nr_free_cma;
		anon += zone->nr_anon;
		file += zone->nr_file;
	}
	const struct {
		const char *name;
		uint64_t value;
	} sums[] = {
		{ "nr_free_pages", free }, { "nr_free_pages_blocks", blocks },
		{ "nr_free_cma", cma }, { "nr_inactive_anon", anon },
		{ "nr_inactive_file", file }, { "nr_active_anon", 0 }, { "nr_active_file", 0 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(sums) && !error; i++)
		error = add_counter(frame, &frame->vmstat, sums[i].name, sums[i].value);
	for (unsigned int i = 0; i < NR_SIM_COUNTERS && !error; i++)
		error = add_counter(frame, &frame->vmstat, sim_counter_row(i)->name,
				    sim->c.counter[i]);
	/* no swap: what is anonymous stays */
	return error ? error : add_counter(frame, &frame->meminfo, "SwapFree", 0);
}

static int add_knobs(const struct sim *sim, struct frame *frame)
{
	const struct sim_knobs *knobs = &sim->knobs;
	const struct {
		const char *name;
		uint64_t value;
	} rows[] = {
		{ "vm.compaction_proactiveness", knobs->compaction_proactiveness },
		{ "vm.compact_unevictable_allowed", knobs->compact_unevictable_allowed },
		{ "vm.extfrag_threshold", knobs->extfrag_threshold },
		{ "vm.watermark_boost_factor", knobs->watermark_boost_factor },
		{ "vm.watermark_scale_factor", knobs->watermark_scale_factor },
		{ "vm.defrag_mode", knobs->defrag_mode },
	};
	int error = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(rows) && !error; i++)
		error = add_counter(frame, &frame->mem_knobs, rows[i].name, rows[i].value);
	if (!error && knobs->min_free_kbytes)
		error = add_counter(frame, &frame->mem_knobs, "vm.min_free_kbytes",
				    knobs->min_free_kbytes);
	return error;
}

static int add_threads(const struct sim *sim, struct frame *frame)
{
	frame->kthreads = arena_alloc(&frame->arena,
				      2 * sim->c.nr_nodes * sizeof(*frame->kthreads));
	if (!frame->kthreads)
		return -ENOMEM;
	for (uint32_t i = 0; i < sim->c.nr_tasks; i++) {
		const struct sim_task *task = &sim->tasks[i];
		char name[] = "kcompactd0";
		struct kthread *thread;

		if (task->kind == TASK_CLIENT)
			continue;
		strcpy(name, task->kind == TASK_KSWAPD ? "kswapd0" : "kcompactd0");
		name[strlen(name) - 1] = (char)('0' + task->node);
		thread = &frame->kthreads[frame->nr_kthreads];
		thread->name = arena_strdup(&frame->arena, name, strlen(name));
		if (!thread->name)
			return -ENOMEM;
		thread->cpu_ns = num_known(task->cpu_ns);
		frame->nr_kthreads++;
	}
	return 0;
}

static int fill_identity(const struct sim *sim, struct frame *frame)
{
	const char *name = sim_scenario_name(sim->scenario);
	const char *release = sim->policy.name;
	uint64_t page_size = sim->scenario->machine.page_kib * 1024;

	frame->host = arena_strdup(&frame->arena, name, strlen(name));
	if (!strncmp(release, KERNEL_PREFIX, strlen(KERNEL_PREFIX)))
		release += strlen(KERNEL_PREFIX);
	frame->release = arena_strdup(&frame->arena, release, strlen(release));
	frame->mono_ns = sim->c.now_ns | 1;
	frame->page_size = num_known(page_size);
	frame->pageblock_order = num_known(sim->c.block_order);
	frame->thp.pmd_size = num_known(page_size << HPAGE_ORDER);
	for (unsigned int type = 0; type < NR_MT; type++)
		if (frame_type(frame, span_of(type_names[type])) < 0)
			return -E2BIG;
	return frame->host && frame->release ? 0 : -ENOMEM;
}

static int fill_frame(const struct sim *sim, struct frame *frame)
{
	int error = fill_identity(sim, frame);

	for (unsigned int i = 0; i < sim->c.nr_zones && !error; i++)
		error = add_zone(sim, &sim->c.zone[i], frame);
	if (!error)
		error = add_vmstat(sim, frame);
	if (!error)
		error = add_knobs(sim, frame);
	return error ? error : add_threads(sim, frame);
}

struct frame *sim_frame_again(const struct sim *sim, struct pagemap *map, struct sim_shadow *shadow,
			      struct err *err)
{
	struct frame *frame = frame_new();

	if (!frame || fill_frame(sim, frame)) {
		err_set(err, ENOMEM, "simulator: no memory for a frame");
		frame_free(frame);
		return NULL;
	}
	if (map && frame_map_fill(sim, frame, map, shadow, err)) {
		frame_free(frame);
		return NULL;
	}
	return frame;
}

struct frame *sim_frame(const struct sim *sim, struct pagemap *map, struct err *err)
{
	return sim_frame_again(sim, map, NULL, err);
}
