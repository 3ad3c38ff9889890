// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_scenario.h"

#include "sim/mm/page_alloc.h"
#include "sim/run.h"
#include "sim/scenario.h"
#include "../check.h"

/* The zones of a virtual machine with 2 CPUs and 7.7 GiB, as its /proc/zoneinfo had them. */
static struct sim *host(struct sim_scenario **scenario)
{
	struct sim *sim;

	*scenario = made_scenario("[machine]\ncpus = 2\nzone = 0 DMA 15 1\nzone = 0 DMA32 3056 16\n"
				  "zone = 0 Normal 4608 4096\n");
	(*scenario)->machine.zone[1].managed = 772915;
	sim = made_sim(*scenario, "linux-7.3", 1);
	return sim;
}

static void marks_and_list_sizes_are_those_of_a_host_with_three_zones(void **state)
{
	static const uint32_t want[3][10] = {
		/* managed, min, low, high, batch, high_min, high_max, protection */
		{ 3840, 33, 41, 49, 1, 20, 240, 0, 3019, 7627 },
		{ 772915, 6675, 8343, 10011, 63, 4171, 48307, 0, 0, 4608 },
		{ 1179648, 10187, 12733, 15279, 63, 6366, 73728, 0, 0, 0 },
	};
	struct sim_scenario *scenario;
	struct sim *sim = host(&scenario);

	(void)state;
	for (unsigned int i = 0; i < 3; i++) {
		const struct sim_zone *zone = &sim->c.zone[i];
		const uint32_t got[10] = {
			zone->managed, zone->min, zone->low, zone->high, zone->batch,
			zone->high_min, zone->high_max, zone->reserve[0], zone->reserve[1],
			zone->reserve[2],
		};

		assert_memory_equal(got, want[i], sizeof(got));
	}
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void all_memory_is_free_in_the_largest_movable_buddies_by_rising_pfn(void **state)
{
	struct sim_scenario *scenario = made_scenario("[machine]\nsize_mib = 64\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);
	struct sim_zone *zone = &sim->c.zone[0];
	uint32_t want = zone->first;

	(void)state;
	assert_int_equal(zone->free[10][MT_MOVABLE].nr, 16);
	assert_int_equal(zone->nr_free_pages, 16384);
	for (uint32_t pfn = zone->free[10][MT_MOVABLE].first; pfn != NO_PAGE; want += 1024) {
		assert_int_equal(pfn, want);
		pfn = sim->next[pfn];
	}
	assert_int_equal(want, zone_end(zone));
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void a_zone_that_begins_and_ends_anywhere_has_buddies_as_large_as_fit(void **state)
{
	struct sim_scenario *scenario = made_scenario("[machine]\nzone = 0 Normal 7 5\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	/* 5 to 12 MiB: holes from 4 to 5, then 1 MiB, 2 MiB, 4 MiB */
	assert_int_equal(zone->pfn_base, 1024);
	assert_int_equal(zone->spanned, 2048);
	assert_int_equal(zone->managed, 1792);
	assert_int_equal(sim->state[zone->first], PAGE_STATE_HOLE);
	assert_int_equal(zone->nr_free[8], 1);
	assert_int_equal(zone->nr_free[9], 1);
	assert_int_equal(zone->nr_free[10], 1);
	assert_int_equal(zone->nr_free_pages, 1792);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void pageblocks_and_buddies_have_the_orders_that_are_asked_for(void **state)
{
	struct sim_scenario *scenario =
		made_scenario("[machine]\nsize_mib = 16\npageblock_order = 5\nmax_order = 7\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);

	(void)state;
	assert_int_equal(block_pages(sim), 32);
	assert_int_equal(sim->c.nr_blocks, 128);
	assert_int_equal(sim->c.zone[0].free[7][MT_MOVABLE].nr, 32);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void a_node_prefers_its_own_zones_from_the_highest_down_then_the_others(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		"[machine]\nnodes = 2\ncpus = 3\nzone = 0 DMA32 16 16\nzone = 0 Normal 16\n"
		"zone = 1 Normal 16\nzone = 1 Movable 16\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);
	static const uint8_t want[2][4] = { { 1, 0, 3, 2 }, { 3, 2, 1, 0 } };

	(void)state;
	for (unsigned int node = 0; node < 2; node++) {
		assert_int_equal(sim->c.node[node].nr_zonelist, 4);
		assert_int_equal(sim->c.node[node].nr_own, 2);
		assert_memory_equal(sim->c.node[node].zonelist, want[node], 4);
	}
	assert_int_equal(sim->c.node[0].cpus + sim->c.node[1].cpus, 3);
	assert_int_equal(task_find(sim, TASK_KSWAPD, 1)->node, 1);
	assert_int_equal(task_find(sim, TASK_KSWAPD, 1)->cpu, sim->c.node[0].cpus);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void what_the_layout_worked_does_not_count(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		"[machine]\nsize_mib = 64\n[layout]\nfill = mix\nkernel_permille = 400\n"
		"free = uniform\nfree_permille = 100\nleave_mib = 4\n[client c]\nkind = toucher\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);

	(void)state;
	assert_true(sim->c.zone[0].nr_free_pages < 8192);
	assert_int_equal(sim_now_ns(sim), 0);
	assert_int_equal(sim_nr_events(sim), 0);
	for (unsigned int i = 0; i < NR_SIM_COUNTERS; i++)
		assert_int_equal(sim_counter(sim, (enum sim_counter)i), 0);
	assert_int_equal(task_find(sim, TASK_KSWAPD, 0)->wake_ns, NEVER);
	assert_int_equal(task_find(sim, TASK_KCOMPACTD, 0)->wake_ns, 500000000);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void clients_are_shared_out_to_the_cpus_of_their_node(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		"[machine]\nnodes = 2\ncpus = 4\n[client a]\nkind = toucher\ncount = 4\n"
		"node = 1\nstart_ms = 3\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);
	unsigned int seen = 0;

	(void)state;
	for (unsigned int i = 0; i < 4; i++) {
		assert_int_equal(sim->tasks[i].kind, TASK_CLIENT);
		assert_int_equal(sim->tasks[i].wake_ns, 3000000);
		seen |= 1u << sim->tasks[i].cpu;
	}
	assert_int_equal(seen, 12);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void the_seed_moves_the_clients_and_not_the_policy(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		"[machine]\nsize_mib = 64\n[layout]\nfill = anon\nfree = uniform\n"
		"[client c]\nkind = toucher\n");
	struct sim *a = made_sim(scenario, "linux-7.3", 1);
	struct sim *b = made_sim(scenario, "linux-7.3+resample", 1);
	struct sim *c = made_sim(scenario, "linux-7.3", 2);

	(void)state;
	assert_true(sim_hash(a) == sim_hash(b));
	assert_true(sim_hash(a) != sim_hash(c));
	sim_free(a);
	sim_free(b);
	sim_free(c);
	sim_scenario_free(scenario);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_and_list_sizes_are_those_of_a_host_with_three_zones),
		cmocka_unit_test(all_memory_is_free_in_the_largest_movable_buddies_by_rising_pfn),
		cmocka_unit_test(a_zone_that_begins_and_ends_anywhere_has_buddies_as_large_as_fit),
		cmocka_unit_test(pageblocks_and_buddies_have_the_orders_that_are_asked_for),
		cmocka_unit_test(
			a_node_prefers_its_own_zones_from_the_highest_down_then_the_others),
		cmocka_unit_test(what_the_layout_worked_does_not_count),
		cmocka_unit_test(clients_are_shared_out_to_the_cpus_of_their_node),
		cmocka_unit_test(the_seed_moves_the_clients_and_not_the_policy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
