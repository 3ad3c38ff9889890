// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * machine - a machine as it has booted: nodes, zones and zonelists, marks, all memory free in the
 * largest buddies, in rising order on the lists (mm/mm_init.c: memblock_free_all gives them to the
 * tail); then the layout is laid, and the clock and all counters begin at zero.
 *
 * Page numbers leave out what lies between zones: each zone begins at the next multiple of the
 * largest buddy, and its real pfns are kept beside it, equal modulo that buddy.
 */
#include "sim/machine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/bits.h"
#include "sim/frame_in.h"
#include "sim/load/client.h"
#include "sim/load/layout.h"
#include "sim/mm/buddy.h"
#include "sim/mm/watermark.h"
#include "sim/run.h"
#include "sim/scenario.h"

#define PROACTIVE_FIRST_NS 500000000ULL /* HPAGE_FRAG_CHECK_INTERVAL_MSEC */

/* Streams of random numbers; clients have one each from the last on. */
enum random_stream { STREAM_LAYOUT, STREAM_RESAMPLE, STREAM_MIGRATE, STREAM_CLIENTS };

static uint32_t count_clients(const struct sim_scenario *scenario)
{
	uint64_t nr = 0;

	for (uint32_t i = 0; i < scenario->nr_client_plans; i++)
		nr += scenario->client[i].count;
	return (uint32_t)nr;
}

/* Pages from the zone's aligned start to its end. */
static uint64_t zone_span(const struct sim_zone_plan *zone, unsigned int max_order)
{
	return zone->start_pfn + zone->nr_pages - bits_align_down(zone->start_pfn, max_order);
}

static void size_up(const struct sim_scenario *scenario, struct sim_sizes *sizes)
{
	const struct sim_machine_plan *machine = &scenario->machine;
	uint64_t nr_pages = 0, nr_owners = 0, nr_slots = 0;

	for (unsigned int i = 0; i < machine->nr_zones; i++)
		nr_pages += bits_align_up(zone_span(&machine->zone[i],
						    (unsigned int)machine->max_order),
					  (unsigned int)machine->max_order);
	nr_owners = layout_nr_owners(&scenario->layout, nr_pages);
	for (uint32_t i = 0; i < scenario->nr_client_plans; i++) {
		nr_owners += scenario->client[i].count * client_nr_owners(&scenario->client[i]);
		nr_slots += scenario->client[i].count * client_nr_slots(&scenario->client[i]);
	}
	nr_owners += frame_memory_nr_owners(scenario->memory);
	*sizes = (struct sim_sizes){
		.nr_pages = (uint32_t)nr_pages,
		.nr_zones = machine->nr_zones,
		.nr_nodes = (uint32_t)machine->nodes,
		.nr_cpus = (uint32_t)machine->cpus,
		.nr_owners = (uint32_t)nr_owners,
		.nr_slots = (uint32_t)nr_slots,
		.nr_clients = count_clients(scenario),
		.max_order = (uint8_t)machine->max_order,
		.block_order = (uint8_t)machine->pageblock_order,
	};
	sizes->nr_tasks = sizes->nr_clients + 2 * sizes->nr_nodes;
}

static void place_zones(struct sim *sim, const struct sim_machine_plan *machine)
{
	uint64_t first = 0;

	for (unsigned int i = 0; i < machine->nr_zones; i++) {
		const struct sim_zone_plan *plan = &machine->zone[i];
		struct sim_zone *zone = &sim->c.zone[i];

		zone->pfn_base = bits_align_down(plan->start_pfn, sim->c.max_order);
		zone->first = (uint32_t)first;
		zone->spanned = (uint32_t)zone_span(plan, sim->c.max_order);
		zone->present = zone->managed =
			(uint32_t)(plan->managed ? plan->managed : plan->nr_pages);
		zone->node = plan->node;
		zone->kind = plan->kind;
		first += bits_align_up(zone->spanned, sim->c.max_order);
	}
}

/* Zones of a node from the highest kind down, behind those that are there. */
static void list_node_zones(struct sim *sim, struct sim_node *list, unsigned int node)
{
	for (unsigned int kind = NR_SIM_ZONE_KINDS; kind-- > 0;)
		for (unsigned int i = 0; i < sim->c.nr_zones; i++)
			if (sim->c.zone[i].node == node && sim->c.zone[i].kind == kind &&
			    sim->c.zone[i].managed)
				list->zonelist[list->nr_zonelist++] = (uint8_t)i;
}

/* Own zones first, then the other nodes' by their numbers: distances are not known. */
static void make_zonelists(struct sim *sim)
{
	for (unsigned int node = 0; node < sim->c.nr_nodes; node++) {
		struct sim_node *list = &sim->c.node[node];

		list_node_zones(sim, list, node);
		list->nr_own = list->nr_zonelist;
		for (unsigned int step = 1; step < sim->c.nr_nodes; step++)
			list_node_zones(sim, list, (node + step) % sim->c.nr_nodes);
	}
}

static void share_cpus(struct sim *sim)
{
	uint32_t left = sim->c.nr_cpus;

	for (unsigned int node = 0; node < sim->c.nr_nodes; node++) {
		sim->c.node[node].cpus = left / (sim->c.nr_nodes - node);
		left -= sim->c.node[node].cpus;
	}
}

unsigned int machine_first_cpu(const struct sim *sim, unsigned int node)
{
	unsigned int cpu = 0;

	for (unsigned int i = 0; i < node; i++)
		cpu += sim->c.node[i].cpus;
	return cpu;
}

static void make_client(struct sim *sim, uint32_t client, uint32_t plan, uint32_t *slot)
{
	const struct sim_client_plan *of = &sim->scenario->client[plan];
	struct sim_task *task = &sim->tasks[client];
	unsigned int node = (unsigned int)of->node;

	task->kind = TASK_CLIENT;
	task->which = client;
	task->node = (uint8_t)node;
	task->cpu = (uint16_t)(machine_first_cpu(sim, node) + client % sim->c.node[node].cpus);
	task->wake_ns = of->start_ms * 1000000;
	random_init(&sim->clients[client].random, sim->c.seed, STREAM_CLIENTS + client);
	sim->clients[client].plan = plan;
	sim->clients[client].first_slot = *slot;
	*slot += client_nr_slots(of);
	client_init(sim, client);
}

static void make_clients(struct sim *sim)
{
	uint32_t client = 0, slot = 0;

	for (uint32_t plan = 0; plan < sim->scenario->nr_client_plans; plan++)
		for (uint64_t i = 0; i < sim->scenario->client[plan].count; i++)
			make_client(sim, client++, plan, &slot);
}

/* kswapd and kcompactd of each node, behind the clients: see task_find(). */
static void make_threads(struct sim *sim)
{
	for (unsigned int i = 0; i < 2 * sim->c.nr_nodes; i++) {
		struct sim_task *task = &sim->tasks[sim->c.nr_clients + i];

		task->kind = i % 2 ? TASK_KCOMPACTD : TASK_KSWAPD;
		task->node = (uint8_t)(i / 2);
		task->cpu = (uint16_t)machine_first_cpu(sim, i / 2);
		task->wake_ns = NEVER;
	}
}

/* All present memory goes to the free lists, from the lowest page on. */
static void free_zone(struct sim *sim, struct sim_zone *zone)
{
	uint32_t at = zone->first + zone->spanned - zone->managed, end = zone_end(zone);

	while (at < end) {
		unsigned int order = bits_align_order(at, sim->c.max_order);

		while (at + (1u << order) > end)
			order--;
		buddy_mark_tails(sim, at, order, PAGE_STATE_FREE_TAIL);
		buddy_add(sim, zone, at, order, MT_MOVABLE, BUDDY_TAIL);
		at += 1u << order;
	}
}

static void boot(struct sim *sim)
{
	for (uint32_t i = 0; i < sim->c.nr_blocks; i++)
		sim->block[i].type = MT_MOVABLE;
	for (unsigned int i = 0; i < sim->c.nr_zones; i++) {
		struct sim_zone *zone = &sim->c.zone[i];

		if (sim->scenario->layout.fill != LAYOUT_FILL_FRAME)
			free_zone(sim, zone);
		zone->init_migrate = zone->first;
		zone->cached_migrate[0] = zone->cached_migrate[1] = zone->first;
		zone->cached_free = block_start(sim, zone_end(zone) - 1);
		/* 0 at boot: until the skip bits are reset, each search counts as the first */
		zone->init_free = zone->first;
	}
}

static void set_marks(struct sim *sim)
{
	const struct watermark_knobs knobs = {
		.min_free_kib = sim->knobs.min_free_kbytes,
		.scale_factor = sim->knobs.watermark_scale_factor,
		.page_kib = (uint32_t)sim->scenario->machine.page_kib,
		.reserve_ratio = { 256, 256, 32, 0 },
		.thp = sim->knobs.thp,
	};

	watermark_setup(sim, &knobs);
}

/* What the layout has worked does not count. */
static void begin_clock(struct sim *sim)
{
	struct sim_core *c = &sim->c;

	c->now_ns = c->nr_events = c->nr_ops = 0;
	c->drain_began_ns = c->drain_free_at_ns = 0;
	memset(c->counter, 0, sizeof(c->counter));
	memset(c->spent_ns, 0, sizeof(c->spent_ns));
	memset(c->latency_log2, 0, sizeof(c->latency_log2));
	memset(c->latency_max_ns, 0, sizeof(c->latency_max_ns));
	memset(c->granted, 0, sizeof(c->granted));
	memset(c->failed, 0, sizeof(c->failed));
	for (unsigned int i = 0; i < c->nr_zones; i++)
		memset(&c->zone[i].lock, 0, sizeof(c->zone[i].lock));
}

/* Threads that the layout woke have long gone back to sleep. */
static void begin_threads(struct sim *sim)
{
	for (unsigned int i = 0; i < sim->c.nr_nodes; i++) {
		struct sim_node *node = &sim->c.node[i];

		node->kswapd_order = node->kswapd_zoneidx = 0;
		node->kcompactd_order = node->kcompactd_zoneidx = 0;
		node->kswapd_running = node->kswapd_failures = 0;
		task_find(sim, TASK_KSWAPD, i)->wake_ns = NEVER;
		task_find(sim, TASK_KCOMPACTD, i)->wake_ns =
			sim->knobs.compaction_proactiveness ? PROACTIVE_FIRST_NS : NEVER;
	}
	run_init(sim);
}

static int set_up(struct sim *sim, uint64_t seed, struct err *err)
{
	int error;

	sim->c.seed = seed;
	random_init(&sim->c.layout_random, seed, STREAM_LAYOUT);
	random_init(&sim->c.resample_random, seed, STREAM_RESAMPLE);
	random_init(&sim->c.migrate_random, seed, STREAM_MIGRATE);
	sim->c.direct.captured = NO_PAGE;
	share_cpus(sim);
	place_zones(sim, &sim->scenario->machine);
	make_zonelists(sim);
	/* fewer blocks than types: grouping would only cost (page_group_by_mobility_disabled) */
	sim->c.no_grouping = sim->c.nr_blocks < NR_MT;
	set_marks(sim);
	make_clients(sim);
	make_threads(sim);
	run_init(sim);
	boot(sim);
	error = layout_lay(sim, err);
	if (error)
		return error;
	begin_clock(sim);
	begin_threads(sim);
	return 0;
}

struct sim *sim_new(const struct sim_scenario *scenario, const struct sim_policy *policy,
		    uint64_t seed, struct err *err)
{
	struct sim_sizes sizes;
	struct sim *sim;

	size_up(scenario, &sizes);
	sim = state_new(&sizes);
	if (!sim) {
		err_set(err, ENOMEM, "simulator: no memory for %u pages", sizes.nr_pages);
		return NULL;
	}
	sim->scenario = scenario;
	sim->policy = *policy;
	sim->knobs = scenario->knobs;
	memcpy(sim->cost_ns, scenario->cost_ns, sizeof(sim->cost_ns));
	if (set_up(sim, seed, err)) {
		sim_free(sim);
		return NULL;
	}
	return sim;
}
