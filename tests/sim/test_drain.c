// SPDX-License-Identifier: GPL-2.0-or-later
/* Per-CPU lists of several zones and nodes, what drains cost, and lists while memory is short. */
#include "made_machine.h"

#include <string.h>

#include "../check.h"

#define ZONE_PAGES (512 * 512u)     /* 1 GiB: batches of 63 */

/* Two zones of 1 GiB, all of it used by the kernel, in MOVABLE blocks. */
static struct sim *two_zones(unsigned int nr_cpus)
{
	struct sim_sizes sizes = {
		.nr_pages = 2 * ZONE_PAGES, .nr_zones = 2, .nr_nodes = 2, .nr_cpus = nr_cpus,
		.nr_owners = 1, .nr_tasks = 1, .nr_clients = 1, .max_order = 10, .block_order = 9,
	};
	struct sim *sim = state_new(&sizes);

	knobs_init(&sim->knobs);
	made_policy(sim, FALLBACK_E4B, true);
	for (unsigned int i = 0; i < NR_SIM_COSTS; i++)
		sim->cost_ns[i] = sim_cost_default(i);
	memset(sim->state, PAGE_STATE_KERNEL, sizes.nr_pages);
	for (uint32_t block = 0; block < sim->c.nr_blocks; block++)
		sim->block[block].type = MT_MOVABLE;
	sim->c.direct.captured = NO_PAGE;
	sim->c.node[0].cpus = nr_cpus;
	for (unsigned int i = 0; i < 2; i++) {
		struct sim_zone *zone = &sim->c.zone[i];

		zone->first = i * ZONE_PAGES;
		zone->spanned = zone->present = zone->managed = ZONE_PAGES;
		zone->kind = (uint8_t)(SIM_ZONE_DMA32 + i);
		pcp_set_sizes(sim, zone);
	}
	return sim;
}

/* A page and a folio of eight of each zone, on each CPU's lists. */
static struct sim *listed_zones(unsigned int nr_cpus)
{
	struct sim *sim = two_zones(nr_cpus);

	for (unsigned int zone = 0; zone < 2; zone++)
		for (sim->c.cpu = 0; sim->c.cpu < nr_cpus; sim->c.cpu++) {
			uint32_t pfn = zone * ZONE_PAGES + sim->c.cpu * 512u;

			pcp_free_page(sim, pfn, 0);
			pcp_free_page(sim, pfn + 8, 3);
		}
	sim->c.cpu = 0;
	return sim;
}

static uint32_t listed(struct sim *sim, unsigned int zone, unsigned int cpu)
{
	return sim_pcp(sim, &sim->c.zone[zone], cpu)->count;
}

static void a_drain_of_one_zone_leaves_the_other_alone(void **state)
{
	struct sim *sim = listed_zones(2);

	(void)state;
	pcp_drain_all(sim, &sim->c.zone[1]);
	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		assert_int_equal(listed(sim, 0, cpu), 9);
		assert_int_equal(listed(sim, 1, cpu), 0);
	}
	assert_int_equal(sim->c.zone[0].nr_free_pages, 0);
	assert_int_equal(sim->c.zone[1].nr_free_pages, 18);
	assert_int_equal(sim_counter(sim, SIM_DRAIN_PAGES), 18);
	sim_free(sim);
}

static void a_drain_of_all_zones_counts_each_cpu_once(void **state)
{
	struct sim *sim = listed_zones(3);

	(void)state;
	pcp_drain_cpu(sim, &sim->c.zone[0], 2);
	pcp_drain_cpu(sim, &sim->c.zone[1], 2);
	pcp_drain_all(sim, NULL);
	assert_int_equal(sim->c.spent_ns[COST_DRAIN_CPU], 2 * sim->cost_ns[COST_DRAIN_CPU]);
	assert_int_equal(sim->c.spent_ns[COST_DRAIN_ALL], sim->cost_ns[COST_DRAIN_ALL]);
	assert_int_equal(sim_counter(sim, SIM_DRAIN_PAGES), 6 * 9);
	sim_free(sim);
}

/* What a drain gives back is paid for as such, not as a free as well; merging comes on top. */
static void what_is_drained_is_paid_for_once(void **state)
{
	struct sim *sim = listed_zones(2);
	uint64_t taken_ns = sim->c.spent_ns[COST_TAKE], held_ns;

	(void)state;
	pcp_drain_local(sim, &sim->c.zone[0]);
	assert_int_equal(sim->c.spent_ns[COST_DRAIN_PAGE], 2 * sim->cost_ns[COST_DRAIN_PAGE]);
	held_ns = sim_counter(sim, SIM_LOCK_HOLD_NS);
	assert_true(held_ns >= 2 * sim->cost_ns[COST_DRAIN_PAGE]);
	pcp_drain_all(sim, NULL);
	assert_int_equal(sim->c.spent_ns[COST_DRAIN_CPU_PAGE],
			 6 * sim->cost_ns[COST_DRAIN_CPU_PAGE]);
	assert_int_equal(sim->c.spent_ns[COST_TAKE], taken_ns);
	sim_free(sim);
}

/* Others get the lock in between. */
static void a_drain_leaves_the_lock_after_32_batches(void **state)
{
	struct sim *sim = two_zones(1);
	struct sim_zone *zone = &sim->c.zone[0];
	uint64_t locks;

	(void)state;
	zone->high_min = zone->high_max = 3 * 2016;
	for (uint32_t i = 0; i < 2 * 2016 + 1; i++)
		pcp_free_page(sim, 2 * i, 0);
	assert_int_equal(listed(sim, 0, 0), 2 * 2016 + 1);
	locks = sim->c.spent_ns[COST_LOCK];
	pcp_drain_cpu(sim, zone, 0);
	assert_int_equal(listed(sim, 0, 0), 0);
	assert_int_equal((sim->c.spent_ns[COST_LOCK] - locks) / sim->cost_ns[COST_LOCK], 3);
	sim_free(sim);
}

static void memory_without_cpus_is_shared_by_all(void **state)
{
	struct sim *sim = two_zones(8);
	struct sim_zone *zone = &sim->c.zone[1];

	(void)state;
	zone->node = 1;
	pcp_set_sizes(sim, zone);
	assert_int_equal(zone->high_max, ZONE_PAGES / 8 / 8);
	sim->c.node[1].cpus = 2;
	pcp_set_sizes(sim, zone);
	assert_int_equal(zone->high_max, ZONE_PAGES / 8 / 2);
	sim_free(sim);
}

/*
 * Lists that tune themselves.
 */

static unsigned int refill(struct sim *sim)
{
	uint64_t pages = sim_counter(sim, SIM_BULK_PAGES);
	struct sim_zone *zone = &sim->c.zone[0];

	while (listed(sim, 0, 0))
		rmqueue(sim, zone, 0, MT_MOVABLE, 0);
	rmqueue(sim, zone, 0, MT_MOVABLE, 0);
	return (unsigned int)(sim_counter(sim, SIM_BULK_PAGES) - pages);
}

/* A limit that the admin has fixed, or that leaves no room, is no reason not to double. */
static void refills_double_within_a_fixed_limit(void **state)
{
	struct sim *sim = made_machine(64, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	made_free_all(sim);
	zone->batch = 63;
	zone->high_min = zone->high_max = 252;
	assert_int_equal(refill(sim), 63);
	assert_int_equal(refill(sim), 126);
	assert_int_equal(refill(sim), 189);
	assert_int_equal(sim_pcp(sim, zone, 0)->high, 252);
	sim->policy.pcp_auto = 0;
	assert_int_equal(refill(sim), 63);
	sim_free(sim);
}

static void a_burst_gives_back_to_a_zone_that_is_short(void **state)
{
	struct sim *sim = made_machine(512, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	struct sim_pcp *pcp = sim_pcp(sim, zone, 0);

	(void)state;
	pcp->high = 1000;
	zone->high = 200;
	for (uint32_t i = 0; i < 500; i++)
		pcp_free_page(sim, 2 * i, 0);
	assert_int_equal(pcp->count, 500);
	zone->below_high = 1;
	pcp_free_page(sim, 1000, 0);
	/* the limit is what is there now: 501 in a row, of which a batch stays */
	assert_int_equal(pcp->count, 63);
	assert_int_equal(zone->nr_free_pages, 438);
	assert_int_equal(pcp->high, 1000 - 501);
	/* that much lifts the zone above its mark */
	assert_int_equal(zone->below_high, 0);
	sim_free(sim);
}

static void a_zone_that_stays_short_goes_on_saying_so(void **state)
{
	struct sim *sim = made_machine(512, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	zone->below_high = 1;
	zone->high = 189;
	for (uint32_t i = 0; i < 252; i++)
		pcp_free_page(sim, 2 * i, 0);
	assert_int_equal(zone->nr_free_pages, 189);
	assert_int_equal(zone->below_high, 1);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_drain_of_one_zone_leaves_the_other_alone),
		cmocka_unit_test(a_drain_of_all_zones_counts_each_cpu_once),
		cmocka_unit_test(what_is_drained_is_paid_for_once),
		cmocka_unit_test(a_drain_leaves_the_lock_after_32_batches),
		cmocka_unit_test(memory_without_cpus_is_shared_by_all),
		cmocka_unit_test(refills_double_within_a_fixed_limit),
		cmocka_unit_test(a_burst_gives_back_to_a_zone_that_is_short),
		cmocka_unit_test(a_zone_that_stays_short_goes_on_saying_so),
	};

	return CHECK_MAIN(tests);
}
