// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * frame_in - from a frame to a machine.
 *
 * Classes decide: anonymous memory and page cache can move, pinned pages cannot, everything else
 * that is in use is the kernel's and stays.  Pages whose class is not known count as the kernel's,
 * and how many there are is told.  What the allocator was not given (reserved at boot, offline,
 * broken) is a hole.  What no frame knows: the order of the free lists (here by rising pfn), the
 * age of page cache (here at random), what is on per-CPU lists (unknown pages).
 */
#include "sim/frame_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/bits.h"
#include "fragscope/pagemap.h"
#include "fragscope/zone_kind.h"
#include "sim/load/layout.h"
#include "sim/mm/buddy.h"
#include "sim/mm/owner.h"
#include "sim/scenario.h"

#define NR_FILES 64               /* page cache is dealt out to so many files of different age */
#define NR_OWNERS (NR_FILES + 3)  /* and one owner each of anon, slab and the rest */

struct frame_memory_zone {
	uint64_t base;                /* pfn of code[0]: a multiple of the largest buddy */
	uint64_t nr_pages;
	page_code *code;
	uint8_t *type;                /* enum sim_migratetype, a block each */
};

struct frame_memory {
	struct frame_memory_zone zone[SIM_ZONES_MAX];
	unsigned int nr_zones;
	uint64_t nr_unknown;          /* pages whose class the frame does not know */
	bool types_inferred;
};

void frame_memory_free(struct frame_memory *memory)
{
	if (!memory)
		return;
	for (unsigned int i = 0; i < memory->nr_zones; i++) {
		free(memory->zone[i].code);
		free(memory->zone[i].type);
	}
	free(memory);
}

uint32_t frame_memory_nr_owners(const struct frame_memory *memory)
{
	return memory ? NR_OWNERS : 0;
}

uint64_t sim_scenario_unknown_pages(const struct sim_scenario *scenario)
{
	return scenario->memory ? scenario->memory->nr_unknown : 0;
}

bool sim_scenario_types_inferred(const struct sim_scenario *scenario)
{
	return scenario->memory && scenario->memory->types_inferred;
}

/*
 * Reading the frame.
 */

static bool is_memory(page_code code)
{
	enum page_class class = page_code_class(code);

	return class != PAGE_HOLE && class != PAGE_UNMANAGED && class != PAGE_RESERVED &&
	       class != PAGE_OFFLINE && class != PAGE_POISON;
}

static bool is_unknown(page_code code)
{
	enum page_class class = page_code_class(code);

	return class == PAGE_UNREAD || class == PAGE_NOFLAGS;
}

static const struct {
	const char *name;
	enum sim_migratetype type;
} type_names[] = {
	{ "Unmovable", MT_UNMOVABLE }, { "Movable", MT_MOVABLE }, { "Reclaimable", MT_RECLAIMABLE },
	{ "HighAtomic", MT_HIGHATOMIC }, { "CMA", MT_CMA }, { "Isolate", MT_ISOLATE },
};

/* NR_MT: the frame does not know it. */
static unsigned int type_of(const struct frame *frame, uint8_t type)
{
	if (type >= frame->nr_types)
		return NR_MT;
	for (unsigned int i = 0; i < NR_MT; i++)
		if (!strcmp(frame->type_name[type], type_names[i].name))
			return type_names[i].type;
	return NR_MT;
}

/* By what most of its used pages are. */
static unsigned int infer_type(const struct zonemap *map, size_t block)
{
	uint32_t count[MT_PCPTYPES] = { 0 };

	for (unsigned int class = 0; class < NR_PAGE_CLASSES; class++) {
		enum page_mobility mobility = page_class_info(class)->mobility;

		if (class == PAGE_SLAB)
			count[MT_RECLAIMABLE] += map->count[class][block];
		else if (mobility == MOBILITY_MOVABLE || class == PAGE_PINNED)
			count[MT_MOVABLE] += map->count[class][block];
		else if (mobility == MOBILITY_UNMOVABLE || mobility == MOBILITY_UNKNOWN)
			count[MT_UNMOVABLE] += map->count[class][block];
	}
	if (count[MT_RECLAIMABLE] > count[MT_MOVABLE] &&
	    count[MT_RECLAIMABLE] >= count[MT_UNMOVABLE])
		return MT_RECLAIMABLE;
	return count[MT_UNMOVABLE] > count[MT_MOVABLE] ? MT_UNMOVABLE : MT_MOVABLE;
}

/* Whether any of its pages is the allocator's, so that the block's type matters. */
static bool block_has_memory(const struct zonemap *map, size_t block)
{
	unsigned int others = map->count[PAGE_HOLE][block];

	others += map->count[PAGE_UNMANAGED][block];
	others += map->count[PAGE_RESERVED][block];
	return others < zonemap_block_pages(map, block);
}

static void copy_types(struct frame_memory *memory, struct frame_memory_zone *to,
		       const struct frame *frame, const struct zonemap *map)
{
	size_t before = (map->first_block_pfn - to->base) >> map->pageblock_order;

	for (size_t i = 0; i < before; i++)
		to->type[i] = MT_MOVABLE;
	for (size_t i = 0; i < map->nr_blocks; i++) {
		unsigned int type = map->type ? type_of(frame, map->type[i]) : NR_MT;

		if (type == NR_MT) {
			type = infer_type(map, i);
			memory->types_inferred |= block_has_memory(map, i);
		}
		to->type[before + i] = (uint8_t)type;
	}
}

static void copy_codes(struct frame_memory *memory, struct frame_memory_zone *to,
		       const struct zonemap *map, struct sim_zone_plan *plan)
{
	uint64_t before = map->start_pfn - to->base;

	memset(to->code, PAGE_HOLE, to->nr_pages);
	memcpy(to->code + before, map->code, map->nr_pages);
	for (uint64_t i = 0; i < to->nr_pages; i++) {
		plan->managed += is_memory(to->code[i]);
		memory->nr_unknown += is_unknown(to->code[i]);
	}
}

/* NR_SIM_ZONE_KINDS: not one that the simulator has. */
static const enum sim_zone_kind kind_of[] = {
	[ZONE_KIND_DMA] = SIM_ZONE_DMA, [ZONE_KIND_DMA32] = SIM_ZONE_DMA32,
	[ZONE_KIND_NORMAL] = SIM_ZONE_NORMAL, [ZONE_KIND_HIGHMEM] = NR_SIM_ZONE_KINDS,
	[ZONE_KIND_MOVABLE] = SIM_ZONE_MOVABLE, [ZONE_KIND_DEVICE] = NR_SIM_ZONE_KINDS,
	[ZONE_KIND_OTHER] = NR_SIM_ZONE_KINDS,
};

/* The frame's node numbers may have gaps. */
static int node_of(int *nodes, uint64_t *nr_nodes, int node)
{
	for (uint64_t i = 0; i < *nr_nodes; i++)
		if (nodes[i] == node)
			return (int)i;
	if (*nr_nodes == SIM_NODES_MAX)
		return -1;
	nodes[*nr_nodes] = node;
	return (int)(*nr_nodes)++;
}

static int take_zone(struct sim_scenario *scenario, struct frame_memory *memory,
		     const struct frame *frame, const struct zone *zone, int node, struct err *err)
{
	const struct zonemap *map = zone->map;
	unsigned int max_order = (unsigned int)scenario->machine.max_order;
	struct frame_memory_zone *to = &memory->zone[memory->nr_zones];
	struct sim_zone_plan *plan = &scenario->machine.zone[memory->nr_zones];

	to->base = bits_align_down(map->start_pfn, max_order);
	to->nr_pages = map->start_pfn + map->nr_pages - to->base;
	to->code = malloc(to->nr_pages);
	to->type = malloc((to->nr_pages >> map->pageblock_order) + 1);
	memory->nr_zones++;
	if (!to->code || !to->type)
		return err_set(err, ENOMEM, "zone %s: no memory for %llu pages", zone->name,
			       (unsigned long long)to->nr_pages);
	*plan = (struct sim_zone_plan){
		.start_pfn = to->base, .nr_pages = to->nr_pages, .node = (uint8_t)node,
		.kind = (uint8_t)kind_of[zone_kind_of(zone->name)],
	};
	copy_codes(memory, to, map, plan);
	copy_types(memory, to, frame, map);
	return 0;
}

/* Settings of the host that the simulator has too. */
static void take_knobs(struct sim_scenario *scenario, const struct frame *frame)
{
	for (unsigned int i = 0; i < sim_nr_knobs; i++) {
		char name[64];
		struct num value;

		snprintf(name, sizeof(name), "vm.%s", sim_knob_rows[i].name);
		value = counters_get(&frame->mem_knobs, name);
		if (num_has(value) && value.n >= sim_knob_rows[i].least &&
		    value.n <= sim_knob_rows[i].most)
			*knobs_field(&scenario->knobs, i) = (uint32_t)value.n;
	}
}

#define NO_PAGES "it has no pages; take it with \"fragscope snapshot --pages\""

static int check_zone(const struct zone *zone, struct err *err)
{
	const struct zonemap *map = zone->map;

	if (!map || map->blocks_only)
		return err_set(err, EINVAL, NO_PAGES);
	if (kind_of[zone_kind_of(zone->name)] == NR_SIM_ZONE_KINDS)
		return err_set(err, EINVAL, "the simulator has no zones of this kind; it has DMA, "
			       "DMA32, Normal and Movable");
	if (map->max_order > SIM_MAX_ORDER || map->pageblock_order > map->max_order)
		return err_set(err, EINVAL, "pageblocks of order %u, buddies up to order %u; the "
			       "simulator has at most order %d", map->pageblock_order,
			       map->max_order, SIM_MAX_ORDER);
	return 0;
}

static int take_zone_of(struct sim_scenario *scenario, struct frame_memory *memory,
			const struct frame *frame, const struct zone *zone, int *nodes,
			struct err *err)
{
	struct sim_machine_plan *machine = &scenario->machine;
	int node = node_of(nodes, &machine->nodes, zone->node), error;

	if (node < 0 || memory->nr_zones == SIM_ZONES_MAX)
		return err_set(err, EINVAL, "more than %d nodes or %d zones; the simulator has no "
			       "more", SIM_NODES_MAX, SIM_ZONES_MAX);
	error = check_zone(zone, err);
	if (error)
		return error;
	if (memory->nr_zones && (machine->max_order != zone->map->max_order ||
				 machine->pageblock_order != zone->map->pageblock_order))
		return err_set(err, EINVAL, "its pageblocks are not those of the zones before");
	machine->max_order = zone->map->max_order;
	machine->pageblock_order = zone->map->pageblock_order;
	return take_zone(scenario, memory, frame, zone, node, err);
}

static int take_zones(struct sim_scenario *scenario, struct frame_memory *memory,
		      const struct frame *frame, struct err *err)
{
	int nodes[SIM_NODES_MAX];

	scenario->machine.nodes = 0;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		int error;

		/* a device's memory is not the allocator's */
		if (!zone_is_populated(zone) || zone_kind_of(zone->name) == ZONE_KIND_DEVICE)
			continue;
		error = take_zone_of(scenario, memory, frame, zone, nodes, err);
		if (error)
			return err_prefix(err, error, "frame: zone %s", zone->name);
	}
	scenario->machine.nr_zones = memory->nr_zones;
	if (scenario->machine.cpus < scenario->machine.nodes)
		scenario->machine.cpus = scenario->machine.nodes;
	return 0;
}

/* A map of which nothing was read yet is none. */
static int check_memory(const struct frame_memory *memory, struct err *err)
{
	for (unsigned int i = 0; i < memory->nr_zones; i++)
		for (uint64_t page = 0; page < memory->zone[i].nr_pages; page++)
			if (memory->zone[i].code[page] != PAGE_UNREAD &&
			    is_memory(memory->zone[i].code[page]))
				return 0;
	return err_set(err, EINVAL, "frame: " NO_PAGES);
}

static int take_frame(struct sim_scenario *scenario, struct frame_memory *memory,
		      const struct frame *frame, struct err *err)
{
	uint64_t page_kib = frame_page_size(frame) / 1024;
	int error;

	if (page_kib < 4 || page_kib > 64)
		return err_set(err, EINVAL, "frame: pages of %llu KiB; the simulator has 4 to 64",
			       (unsigned long long)page_kib);
	scenario->machine.page_kib = page_kib;
	error = take_zones(scenario, memory, frame, err);
	return error ? error : check_memory(memory, err);
}

int sim_scenario_from_frame(struct sim_scenario *scenario, const struct frame *frame,
			    struct err *err)
{
	struct frame_memory *memory = calloc(1, sizeof(*memory));
	int error;

	if (!memory)
		return err_set(err, ENOMEM, "frame: no memory");
	frame_memory_free(scenario->memory);
	scenario->memory = memory;
	error = take_frame(scenario, memory, frame, err);
	if (error)
		return error;
	take_knobs(scenario, frame);
	layout_plan_init(&scenario->layout);
	scenario->layout.fill = LAYOUT_FILL_FRAME;
	return 0;
}

/*
 * Laying it.
 */

struct lay {
	struct sim *sim;
	struct sim_zone *zone;
	const struct frame_memory_zone *from;
	uint32_t anon, slab, kernel, files[NR_FILES];
};

/* Merging: a map that was read bit by bit may show parts of what has become one. */
static void lay_free(struct lay *lay, uint32_t pfn, unsigned int order)
{
	buddy_free(lay->sim, lay->zone, pfn, order, true);
}

static void lay_used(struct lay *lay, uint32_t pfn, unsigned int order, enum page_class class)
{
	struct sim *sim = lay->sim;
	enum page_state state = PAGE_STATE_KERNEL;
	uint32_t owner = lay->kernel;

	if (class == PAGE_FILE || class == PAGE_FILE_LARGE) {
		state = PAGE_STATE_FILE;
		owner = lay->files[random_below(&sim->c.layout_random, NR_FILES)];
	} else if (class == PAGE_SLAB) {
		state = PAGE_STATE_SLAB;
		owner = lay->slab;
	} else if (page_class_info(class)->mobility == MOBILITY_MOVABLE || class == PAGE_PINNED) {
		state = PAGE_STATE_ANON;
		owner = lay->anon;
	}
	sim->state[pfn] = (uint8_t)state;
	sim->order[pfn] = (uint8_t)order;
	sim->flags[pfn] = class == PAGE_PINNED ? PAGE_FLAG_PINNED :
			  class == PAGE_UNEVICTABLE ? PAGE_FLAG_UNEVICTABLE : 0;
	buddy_mark_tails(sim, pfn, order, PAGE_STATE_TAIL);
	owner_add_page(sim, owner, pfn);
}

/* Pages of the block or folio that begins at i, as many as there are of it and as it is aligned. */
static unsigned int order_at(const struct lay *lay, uint64_t i)
{
	int order = page_code_order(lay->from->code[i]);

	if (order < 0)
		return 0;
	if (order > (int)lay->sim->c.max_order)
		order = lay->sim->c.max_order;
	if (order > (int)bits_align_order(i, lay->sim->c.max_order))
		order = (int)bits_align_order(i, lay->sim->c.max_order);
	while (i + (1ULL << order) > lay->from->nr_pages)
		order--;
	return (unsigned int)order;
}

static void lay_zone(struct lay *lay)
{
	const struct frame_memory_zone *from = lay->from;
	unsigned int block_order = lay->sim->c.block_order;

	for (uint64_t i = 0; i < from->nr_pages; i += block_pages(lay->sim)) {
		unsigned int type = from->type[i >> block_order];

		buddy_set_type(lay->sim, lay->zone->first + (uint32_t)i, 0, type);
		if (type == MT_HIGHATOMIC)
			lay->zone->nr_reserved_highatomic += block_pages(lay->sim);
	}
	for (uint64_t i = 0; i < from->nr_pages;) {
		enum page_class class = page_code_class(from->code[i]);
		uint32_t pfn = lay->zone->first + (uint32_t)i;
		unsigned int order = order_at(lay, i);

		if (class == PAGE_FREE)
			lay_free(lay, pfn, order);
		else if (is_memory(from->code[i]))
			lay_used(lay, pfn, order, class);
		i += 1u << order;
	}
}

int layout_frame(struct sim *sim, struct err *err)
{
	const struct frame_memory *memory = sim->scenario->memory;
	struct lay lay = { .sim = sim };
	int error = layout_owner(sim, PAGE_STATE_ANON, &lay.anon, err);

	if (!error)
		error = layout_owner(sim, PAGE_STATE_SLAB, &lay.slab, err);
	if (!error)
		error = layout_owner(sim, PAGE_STATE_KERNEL, &lay.kernel, err);
	for (unsigned int i = 0; !error && i < NR_FILES; i++)
		error = layout_owner(sim, PAGE_STATE_FILE, &lay.files[i], err);
	for (unsigned int i = 0; !error && i < memory->nr_zones; i++) {
		lay.zone = &sim->c.zone[i];
		lay.from = &memory->zone[i];
		lay_zone(&lay);
	}
	return error;
}
