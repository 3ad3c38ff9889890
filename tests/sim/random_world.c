// SPDX-License-Identifier: GPL-2.0-or-later
#include "random_world.h"

#include <stdio.h>

#include "fragscope/array.h"
#include "fragscope/sim_policy.h"
#include "sim/machine.h"
#include "sim/mm/buddy.h"
#include "sim/mm/owner.h"
#include "sim/mm/page_alloc.h"
#include "sim/mm/pcp.h"
#include "sim/mm/vmscan.h"
#include "sim/mm/watermark.h"
#include "sim/run.h"

static const enum page_state kinds[WORLD_KINDS] = {
	PAGE_STATE_KERNEL, PAGE_STATE_SLAB, PAGE_STATE_ANON, PAGE_STATE_FILE,
};

/* Requests that there are, and who gets the page. */
static const struct {
	uint32_t gfp;
	unsigned int kind;
} masks[] = {
	{ GFP_KERNEL_MASK, 0 },
	{ GFP_ATOMIC_MASK, 0 },
	{ GFP_NOWAIT_MASK, 0 },
	{ GFP_NOIO_MASK, 0 },
	{ GFP_KERNEL_MASK | GFP_NORETRY_BIT | GFP_NOWARN_BIT, 0 },
	{ GFP_KERNEL_MASK | GFP_RETRY_MAYFAIL_BIT, 0 },
	{ GFP_KERNEL_MASK | GFP_DMA32_BIT, 0 },
	{ GFP_KERNEL_MASK | GFP_RECLAIMABLE_BIT, 1 },
	{ GFP_NOFS_MASK | GFP_RECLAIMABLE_BIT, 1 },
	{ (GFP_KERNEL_MASK & ~GFP_RECLAIM) | GFP_RECLAIMABLE_BIT, 1 },
	{ GFP_HIGHUSER_MOVABLE_MASK, 2 },
	{ GFP_TRANSHUGE_LIGHT_MASK, 2 },
	{ GFP_TRANSHUGE_MASK, 2 },
	{ GFP_TRANSHUGE_MASK | GFP_NORETRY_BIT, 2 },
	{ GFP_TRANSHUGE_MASK | GFP_NORETRY_BIT | GFP_THISNODE_BIT, 2 },
	{ GFP_HIGHUSER_MOVABLE_MASK, 3 },
	{ GFP_HIGHUSER_MOVABLE_MASK, 3 },
	{ GFP_NOFS_MASK | GFP_HIGHMEM_BIT | GFP_MOVABLE_BIT | GFP_WRITE_BIT, 3 },
	{ GFP_HIGHUSER_MOVABLE_MASK | GFP_NORETRY_BIT | GFP_NOWARN_BIT, 3 },
};

static uint32_t draw(struct random_world *world, uint32_t n)
{
	return random_below(&world->random, n);
}

/*
 * Setting up.
 */

static int set(struct random_world *world, const char *section, const char *key, unsigned int value,
	       struct err *err)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", value);
	return sim_scenario_set(world->scenario, section, key, text, 0, err);
}

/* Two zones on node 0, so that requests fall from one to the other; one on node 1. */
static int set_machine(struct random_world *world, const struct world_kind *kind, struct err *err)
{
	struct sim_scenario *scenario = world->scenario;
	int error = sim_scenario_set(scenario, "machine", "zone", "0 DMA32 10", 0, err);

	if (!error)
		error = sim_scenario_set(scenario, "machine", "zone", "0 Normal 39", 0, err);
	if (!error && kind->nodes > 1)
		error = sim_scenario_set(scenario, "machine", "zone", "1 Normal 22", 0, err);
	if (!error)
		error = set(world, "machine", "nodes", kind->nodes, err);
	if (!error)
		error = set(world, "machine", "cpus", 3, err);
	if (!error)
		error = set(world, "machine", "pageblock_order", kind->pageblock_order, err);
	if (!error)
		error = set(world, "knobs", "defrag_mode", kind->defrag_mode, err);
	if (!error)
		error = set(world, "knobs", "mthp_always_order", 3, err);
	if (!error)
		error = sim_scenario_set(scenario, "client world", "kind", "compact", 0, err);
	return error;
}

static int make_sim(struct random_world *world, const struct world_kind *kind, uint64_t seed,
		    struct err *err)
{
	unsigned int line;
	int error = set_machine(world, kind, err);

	if (error)
		return error;
	world->scenario->limits = (struct sim_limits){ UINT64_MAX >> 20, UINT64_MAX, UINT64_MAX };
	error = sim_scenario_finish(world->scenario, &line, err);
	if (error)
		return error;
	world->sim = sim_new(world->scenario, world->policy, seed, err);
	return world->sim ? 0 : -1;
}

/* The client is this program; only kernel threads stand in the line. */
static void take_over(struct random_world *world)
{
	struct sim *sim = world->sim;

	sim->tasks[0].wake_ns = NEVER;
	run_init(sim);
	for (unsigned int kind = 0; kind < WORLD_KINDS; kind++)
		for (unsigned int i = 0; i < WORLD_OWNERS; i++)
			world->owner[kind][i] = owner_new(sim, kinds[kind]);
}

int world_init(struct random_world *world, const struct world_kind *kind, uint64_t seed,
	       struct err *err)
{
	int error;

	*world = (struct random_world){ .free_permille = 30 };
	random_init(&world->random, seed, 77);
	world->scenario = sim_scenario_new();
	world->policy = sim_policy_new(kind->policy, err);
	if (!world->policy)
		return -1;
	error = make_sim(world, kind, seed, err);
	if (!error)
		take_over(world);
	return error;
}

void world_free(struct random_world *world)
{
	sim_free(world->sim);
	sim_policy_free(world->policy);
	sim_scenario_free(world->scenario);
}

/*
 * What happens.
 */

static unsigned int draw_order(struct random_world *world)
{
	switch (draw(world, 8)) {
	case 0:
		return draw(world, world->sim->c.max_order + 1);
	case 1:
		return world->sim->c.block_order;
	case 2:
	case 3:
		return draw(world, 5);
	default:
		return 0;
	}
}

static unsigned int draw_flags(struct random_world *world, unsigned int kind)
{
	static const uint8_t flags[] = {
		PAGE_FLAG_PINNED, PAGE_FLAG_DIRTY, PAGE_FLAG_DIRTY | PAGE_FLAG_WRITEBACK,
		PAGE_FLAG_UNEVICTABLE,
	};
	unsigned int which = draw(world, 40);

	if (kind < 2 || which >= ARRAY_SIZE(flags))
		return 0;
	return kind == 2 ? flags[which] & (PAGE_FLAG_PINNED | PAGE_FLAG_UNEVICTABLE) :
			   flags[which];
}

static void allocate(struct random_world *world)
{
	unsigned int mask = draw(world, ARRAY_SIZE(masks)), kind = masks[mask].kind;
	unsigned int order = draw_order(world), nr = order ? 1 : 1 + draw(world, 64);

	while (nr--) {
		uint32_t pfn = page_alloc(world->sim, masks[mask].gfp, order);

		if (pfn == NO_PAGE) {
			world->nr_refused++;
			return;
		}
		unsigned int flags = draw_flags(world, kind);

		world->nr_granted++;
		page_give(world->sim, pfn, kinds[kind], flags,
			  world->owner[kind][draw(world, WORLD_OWNERS)]);
	}
}

static bool is_ours(const struct sim *sim, uint32_t pfn)
{
	return state_is_allocated(sim->state[pfn]) && sim->owner[pfn] != NO_OWNER &&
	       !(sim->flags[pfn] & PAGE_FLAG_ISOLATED);
}

static void free_some(struct random_world *world)
{
	unsigned int nr = 1 + draw(world, 64);
	uint32_t at = draw(world, world->sim->c.nr_pages);

	for (unsigned int tries = 0; nr && tries < 200; tries++) {
		if (is_ours(world->sim, at)) {
			page_free(world->sim, at);
			nr--;
		}
		/* rows of neighbours and single pages */
		at = tries % 16 ? (at + 1) % world->sim->c.nr_pages :
				  draw(world, world->sim->c.nr_pages);
	}
}

static void free_owner(struct random_world *world)
{
	unsigned int kind = draw(world, WORLD_KINDS);
	uint32_t *owner = &world->owner[kind][draw(world, WORLD_OWNERS)];

	owner_free(world->sim, *owner);
	*owner = owner_new(world->sim, kinds[kind]);
}

/* The disk has written, a pin is taken or let go. */
static void change_flags(struct random_world *world)
{
	struct sim *sim = world->sim;
	uint32_t pfn = draw(world, sim->c.nr_pages);

	if (!is_ours(sim, pfn) || !state_is_lru(sim->state[pfn]))
		return;
	if (draw(world, 4))
		sim->flags[pfn] &= (uint8_t)~(PAGE_FLAG_WRITEBACK | PAGE_FLAG_DIRTY);
	else
		sim->flags[pfn] ^= PAGE_FLAG_PINNED;
}

static void wake_threads(struct random_world *world)
{
	struct sim *sim = world->sim;
	unsigned int node = draw(world, sim->c.nr_nodes);
	unsigned int order = draw(world, sim->c.max_order + 1);

	if (draw(world, 2))
		kcompactd_wake(sim, node, order, SIM_ZONE_NORMAL);
	else
		kswapd_wake(sim, node, masks[draw(world, ARRAY_SIZE(masks))].gfp, order,
			    SIM_ZONE_NORMAL);
}

static void drain(struct random_world *world)
{
	struct sim *sim = world->sim;
	struct sim_zone *zone = &sim->c.zone[draw(world, sim->c.nr_zones)];

	if (draw(world, 2))
		pcp_drain_local(sim, zone);
	else
		pcp_drain_all(sim, draw(world, 2) ? zone : NULL);
}

static void do_rare(struct random_world *world)
{
	struct sim *sim = world->sim;
	unsigned int node = draw(world, sim->c.nr_nodes), type = draw(world, MT_PCPTYPES);

	switch (draw(world, 8)) {
	case 0:
		compact_memory(sim);
		break;
	case 1:
		compact_reset_skip_node(sim, node);
		break;
	case 2:
		kcompactd_poke(sim, node);
		break;
	case 3:
		highatomic_unreserve(sim, &sim->c.node[node], type, draw(world, 2));
		break;
	case 4:
		world->free_permille = draw(world, 4) ? draw(world, 80) : draw(world, 600);
		break;
	case 5:
		free_owner(world);
		break;
	case 6:
		/* long enough for kcompactd to judge */
		sim->c.now_ns += 600000000;
		break;
	default:
		drain(world);
		break;
	}
}

/* Memory is filled up to where the present phase wants it, then it goes up and down there. */
static bool wants_more(struct random_world *world)
{
	uint64_t nr_free = 0, nr = 0;

	for (unsigned int i = 0; i < world->sim->c.nr_zones; i++) {
		nr_free += world->sim->c.zone[i].nr_free_pages;
		nr += world->sim->c.zone[i].managed;
	}
	return draw(world, 4) ? nr_free * 1000 > nr * world->free_permille : draw(world, 2);
}

static void act(struct random_world *world)
{
	uint32_t what = draw(world, 1000);

	if (what < 40)
		do_rare(world);
	else if (what < 70)
		wake_threads(world);
	else if (what < 120)
		change_flags(world);
	else if (wants_more(world))
		allocate(world);
	else
		free_some(world);
}

static uint64_t spent_ns(const struct sim *sim)
{
	uint64_t spent = 0;

	for (unsigned int cost = 0; cost < NR_SIM_COSTS; cost++)
		spent += sim->c.spent_ns[cost];
	return spent;
}

/* As sim_step() does for a client. */
static void act_as_task(struct random_world *world)
{
	struct sim *sim = world->sim;
	uint64_t before_ns = spent_ns(sim);

	sim->c.task = 0;
	sim->c.cpu = (uint16_t)draw(world, sim->c.nr_cpus);
	sim->c.running_node = sim->c.nr_nodes > 1 && sim->c.cpu >= machine_first_cpu(sim, 1);
	sim->c.now_ns = world->now_ns;
	sim->c.sleep_until_ns = 0;
	act(world);
	world->now_ns = sim->c.now_ns + 1000;
	sim->tasks[0].cpu_ns += spent_ns(sim) - before_ns;
}

void world_step(struct random_world *world)
{
	struct sim *sim = world->sim;

	act_as_task(world);
	if (sim->tasks[sim->heap[0]].wake_ns <= world->now_ns)
		sim_step(sim);
}

void world_free_all(struct random_world *world)
{
	struct sim *sim = world->sim;
	uint64_t before_ns = spent_ns(sim);

	sim->c.task = 0;
	for (unsigned int kind = 0; kind < WORLD_KINDS; kind++)
		for (unsigned int i = 0; i < WORLD_OWNERS; i++)
			owner_free(sim, world->owner[kind][i]);
	sim->tasks[0].cpu_ns += spent_ns(sim) - before_ns;
	sim->knobs.compaction_proactiveness = 0;
	while (sim->tasks[sim->heap[0]].wake_ns != NEVER)
		sim_step(sim);
	before_ns = spent_ns(sim);
	pcp_drain_all(sim, NULL);
	sim->tasks[0].cpu_ns += spent_ns(sim) - before_ns;
}
