// SPDX-License-Identifier: GPL-2.0-or-later
/* Per-CPU lists: sizes of refills, what goes back and when, drains. */
#include "made_machine.h"

#include "fragscope/array.h"
#include "../check.h"

#define GIB_BLOCKS 512          /* a zone of 1 GiB: batches of 63 */

static struct sim *free_machine(uint32_t nr_blocks, unsigned int nr_cpus)
{
	struct sim *sim = made_machine(nr_blocks, nr_cpus);

	made_free_all(sim);
	return sim;
}

static uint32_t take(struct sim *sim, unsigned int order, unsigned int type)
{
	return rmqueue(sim, &sim->c.zone[0], order, type, 0);
}

/* Takes pages until a list has to be filled; returns how many it was filled with. */
static unsigned int next_refill(struct sim *sim)
{
	uint64_t refills = sim_counter(sim, SIM_PCP_REFILL), pages;

	do {
		pages = sim_counter(sim, SIM_BULK_PAGES);
		take(sim, 0, MT_MOVABLE);
	} while (sim_counter(sim, SIM_PCP_REFILL) == refills);
	return (unsigned int)(sim_counter(sim, SIM_BULK_PAGES) - pages);
}

static void refills_double_up_to_32_batches(void **state)
{
	static const unsigned int want[] = { 63, 126, 252, 504, 1008, 2016, 2016 };
	struct sim *sim = free_machine(GIB_BLOCKS, 1);

	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(want); i++)
		assert_int_equal(next_refill(sim), want[i]);
	sim_free(sim);
}

static void each_free_halves_the_growth(void **state)
{
	struct sim *sim = free_machine(GIB_BLOCKS, 1);
	uint32_t pfn = take(sim, 0, MT_MOVABLE);

	(void)state;
	for (unsigned int i = 0; i < 3; i++)
		next_refill(sim);
	assert_int_equal(sim_pcp(sim, &sim->c.zone[0], 0)->alloc_factor, 4);
	pcp_free_page(sim, pfn, 0);
	assert_int_equal(next_refill(sim), 252);
	sim_free(sim);
}

static void below_the_high_mark_lists_do_not_grow(void **state)
{
	static const unsigned int want[] = { 63, 126, 189, 189 };
	struct sim *sim = free_machine(GIB_BLOCKS, 1);

	(void)state;
	sim->c.zone[0].below_high = 1;
	for (unsigned int i = 0; i < ARRAY_SIZE(want); i++)
		assert_int_equal(next_refill(sim), want[i]);
	assert_int_equal(sim_pcp(sim, &sim->c.zone[0], 0)->high, 252);
	sim_free(sim);
}

static void before_6_7_each_refill_is_one_batch(void **state)
{
	struct sim *sim = made_machine(GIB_BLOCKS, 1);

	(void)state;
	sim->policy.pcp_auto = 0;
	pcp_set_sizes(sim, &sim->c.zone[0]);
	made_free_all(sim);
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(next_refill(sim), 63);
	assert_int_equal(sim_pcp(sim, &sim->c.zone[0], 0)->high, 252);
	sim_free(sim);
}

static void larger_pages_come_in_batches_by_size(void **state)
{
	static const struct {
		unsigned int order, nr;
	} want[] = { { 1, 31 }, { 2, 15 }, { 3, 7 }, { 9, 2 } };
	struct sim *sim = free_machine(GIB_BLOCKS, 1);

	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(want); i++) {
		uint64_t before = sim_counter(sim, SIM_BULK_PAGES);

		take(sim, want[i].order, MT_MOVABLE);
		assert_int_equal(sim_counter(sim, SIM_BULK_PAGES) - before,
				 want[i].nr << want[i].order);
	}
	assert_false(pcp_has_order(sim, 4));
	assert_false(pcp_has_order(sim, 8));
	sim_free(sim);
}

static void the_last_freed_is_the_next_allocated(void **state)
{
	struct sim *sim = free_machine(GIB_BLOCKS, 1);
	uint32_t first = take(sim, 0, MT_MOVABLE), second = take(sim, 0, MT_MOVABLE);

	(void)state;
	assert_int_equal(second, first + 1);
	pcp_free_page(sim, second, 0);
	pcp_free_page(sim, first, 0);
	assert_int_equal(take(sim, 0, MT_MOVABLE), first);
	assert_int_equal(take(sim, 0, MT_MOVABLE), second);
	sim_free(sim);
}

static void a_page_says_which_list_it_is_on(void **state)
{
	struct sim *sim = made_machine(GIB_BLOCKS, 4);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	sim->c.cpu = 3;
	sim->block[1].type = MT_RECLAIMABLE;
	sim->block[2].type = MT_HIGHATOMIC;
	pcp_free_page(sim, 512, 2);
	assert_int_equal(sim->state[512], PAGE_STATE_PCP);
	assert_int_equal(sim->flags[512], 3);
	assert_int_equal(page_order(sim, 512), 2);
	assert_int_equal(page_list_type(sim, 512), MT_RECLAIMABLE);
	pcp_free_page(sim, 1024, 0);
	assert_int_equal(page_list_type(sim, 1024), MT_MOVABLE);
	assert_int_equal(sim_pcp(sim, zone, 3)->count, 5);
	assert_int_equal(zone->nr_free_pages, 0);
	assert_int_equal(take(sim, 2, MT_RECLAIMABLE), 512);
	assert_int_equal(sim->state[512], PAGE_STATE_KERNEL);
	assert_int_equal(sim->flags[512], 0);
	sim_free(sim);
}

static void pages_of_isolated_blocks_and_other_orders_are_free_at_once(void **state)
{
	struct sim *sim = made_machine(GIB_BLOCKS, 1);

	(void)state;
	sim->block[0].type = MT_ISOLATE;
	pcp_free_page(sim, 0, 0);
	pcp_free_page(sim, 512, 5);
	assert_int_equal(sim->state[0], PAGE_STATE_FREE);
	assert_int_equal(sim->state[512], PAGE_STATE_FREE);
	assert_int_equal(sim_pcp(sim, &sim->c.zone[0], 0)->count, 0);
	sim_free(sim);
}

static void the_oldest_go_back_when_a_list_is_full(void **state)
{
	struct sim *sim = made_machine(GIB_BLOCKS, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	struct sim_pcp *pcp = sim_pcp(sim, zone, 0);

	(void)state;
	for (uint32_t pfn = 0; pfn < 251; pfn++)
		pcp_free_page(sim, pfn, 0);
	assert_int_equal(zone->nr_free_pages, 0);
	pcp_free_page(sim, 251, 0);
	/* as many as were freed in a row, but a batch stays */
	assert_int_equal(pcp->count, 63);
	assert_int_equal(zone->nr_free_pages, 189);
	assert_int_equal(buddy_head(sim, 188), 188);
	assert_int_equal(sim->state[189], PAGE_STATE_PCP);
	/* and there is room for such a burst from now on */
	assert_int_equal(pcp->high, 252 + 63);
	sim_free(sim);
}

static void allocations_between_make_what_goes_back_less(void **state)
{
	struct sim *sim = made_machine(GIB_BLOCKS, 1);
	struct sim_pcp *pcp = sim_pcp(sim, &sim->c.zone[0], 0);

	(void)state;
	for (uint32_t pfn = 0; pfn < 251; pfn++)
		pcp_free_page(sim, pfn, 0);
	for (unsigned int i = 0; i < 3; i++)
		take(sim, 0, MT_MOVABLE);
	for (uint32_t pfn = 512; pfn < 516; pfn++)
		pcp_free_page(sim, pfn, 0);
	/* 251 >> 3 and four: not more than a batch */
	assert_int_equal(pcp->count, 252 - 63);
	sim_free(sim);
}

static void a_row_of_larger_frees_empties_the_lists(void **state)
{
	struct sim *sim = made_machine(GIB_BLOCKS, 1);
	struct sim_pcp *pcp = sim_pcp(sim, &sim->c.zone[0], 0);
	uint32_t pfn = 0;

	(void)state;
	for (unsigned int i = 0; i < 48; i++, pfn += 4)
		pcp_free_page(sim, pfn, 2);
	assert_int_equal(pcp->count, 192);
	pcp_free_page(sim, pfn, 2);
	assert_int_equal(pcp->count, 0);
	assert_int_equal(sim->c.zone[0].nr_free_pages, 196);
	sim_free(sim);
}

static void a_single_page_between_ends_the_row(void **state)
{
	struct sim *sim = made_machine(GIB_BLOCKS, 1);
	struct sim_pcp *pcp = sim_pcp(sim, &sim->c.zone[0], 0);
	uint32_t pfn = 0;

	(void)state;
	for (unsigned int i = 0; i < 48; i++, pfn += 4)
		pcp_free_page(sim, pfn, 2);
	pcp_free_page(sim, pfn, 0);
	pcp_free_page(sim, pfn + 4, 2);
	assert_int_equal(pcp->count, 197);
	sim_free(sim);
}

static void while_memory_is_reclaimed_lists_keep_four_batches(void **state)
{
	struct sim *sim = made_machine(GIB_BLOCKS, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	struct sim_pcp *pcp = sim_pcp(sim, zone, 0);

	(void)state;
	zone->low = 2000;
	pcp_set_sizes(sim, zone);
	for (uint32_t pfn = 0; pfn < 300; pfn++)
		pcp_free_page(sim, pfn, 0);
	assert_int_equal(pcp->count, 300);
	zone->reclaim_active = 1;
	pcp_free_page(sim, 300, 0);
	assert_int_equal(pcp->count, 301 - 189);
	sim_free(sim);
}

/*
 * Drains.
 */

/* Some pages on the lists of both CPUs. */
static struct sim *listed_machine(void)
{
	struct sim *sim = made_machine(GIB_BLOCKS, 2);

	for (sim->c.cpu = 0; sim->c.cpu < 2; sim->c.cpu++) {
		pcp_free_page(sim, sim->c.cpu * 512, 0);
		pcp_free_page(sim, sim->c.cpu * 512 + 8, 3);
	}
	sim->c.cpu = 0;
	return sim;
}

static uint32_t nr_listed(struct sim *sim)
{
	struct sim_zone *zone = &sim->c.zone[0];

	return sim_pcp(sim, zone, 0)->count + sim_pcp(sim, zone, 1)->count;
}

static void one_cpu_drains_the_lists_of_all(void **state)
{
	struct sim *sim = listed_machine();

	(void)state;
	assert_int_equal(nr_listed(sim), 18);
	pcp_drain_all(sim, NULL);
	assert_int_equal(nr_listed(sim), 0);
	assert_int_equal(sim->c.zone[0].nr_free_pages, 18);
	assert_int_equal(sim_counter(sim, SIM_DRAIN_ALL), 1);
	assert_int_equal(sim_counter(sim, SIM_DRAIN_PAGES), 18);
	sim_free(sim);
}

static void who_loses_the_race_to_drain_returns_at_once(void **state)
{
	struct sim *sim = listed_machine();

	(void)state;
	sim->c.drain_began_ns = sim->c.now_ns;
	sim->c.drain_free_at_ns = sim->c.now_ns + 1000000;
	pcp_drain_all(sim, NULL);
	assert_int_equal(nr_listed(sim), 18);
	assert_int_equal(sim_counter(sim, SIM_DRAIN_LOST), 1);
	assert_int_equal(sim_counter(sim, SIM_DRAIN_ALL), 0);
	/* who needs one zone's pages waits */
	pcp_drain_all(sim, &sim->c.zone[0]);
	assert_int_equal(nr_listed(sim), 0);
	assert_true(sim->c.now_ns > 1000000);
	sim_free(sim);
}

static void a_local_drain_leaves_the_other_cpus_alone(void **state)
{
	struct sim *sim = listed_machine();

	(void)state;
	pcp_drain_local(sim, &sim->c.zone[0]);
	assert_int_equal(sim_pcp(sim, &sim->c.zone[0], 0)->count, 0);
	assert_int_equal(sim_pcp(sim, &sim->c.zone[0], 1)->count, 9);
	assert_int_equal(sim_counter(sim, SIM_DRAIN_LOCAL), 1);
	sim_free(sim);
}

static void pages_merge_once_they_are_drained(void **state)
{
	struct sim *sim = free_machine(GIB_BLOCKS, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	uint32_t pfn = take(sim, 0, MT_MOVABLE);

	(void)state;
	pcp_free_page(sim, pfn, 0);
	assert_int_equal(zone->nr_free[10], GIB_BLOCKS / 2 - 1);
	pcp_drain_all(sim, zone);
	assert_int_equal(zone->nr_free[10], GIB_BLOCKS / 2);
	sim_free(sim);
}

/*
 * Beyond the lists.
 */

static void atomic_requests_get_what_is_kept_for_them(void **state)
{
	struct sim *sim = made_machine(4, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	sim->block[0].type = MT_HIGHATOMIC;
	made_free(sim, 0, 6);
	assert_int_equal(rmqueue(sim, zone, 4, MT_MOVABLE, ALLOC_MIN_RESERVE), NO_PAGE);
	assert_int_equal(rmqueue(sim, zone, 4, MT_MOVABLE, ALLOC_NON_BLOCK), 0);
	assert_int_equal(rmqueue(sim, zone, 0, MT_MOVABLE, ALLOC_OOM), 16);
	/* and first of all where they are called so */
	made_free(sim, 512, 4);
	assert_int_equal(rmqueue(sim, zone, 4, MT_MOVABLE, ALLOC_HIGHATOMIC), 32);
	assert_int_equal(rmqueue(sim, zone, 4, MT_MOVABLE, ALLOC_NON_BLOCK), 512);
	sim_free(sim);
}

static void a_boosted_zone_wakes_kswapd_once_for_who_may(void **state)
{
	struct sim *sim = free_machine(8, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	zone->boosted = 1;
	rmqueue(sim, zone, 0, MT_MOVABLE, 0);
	assert_int_equal(zone->boosted, 1);
	rmqueue(sim, zone, 0, MT_MOVABLE, ALLOC_KSWAPD);
	assert_int_equal(zone->boosted, 0);
	sim_free(sim);
}

/* One page at each foreign order from 0 to 7, none of them claimable, and a batch of 63. */
static void a_refill_searches_once_since_6_15(void **state)
{
	static const struct {
		enum fallback_era era;
		bool tight;
		unsigned int areas;
	} want[] = {
		{ FALLBACK_E2, false, 1235 }, { FALLBACK_E3, false, 1370 },
		{ FALLBACK_E4A, false, 139 }, { FALLBACK_E4B, true, 138 },
	};

	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(want); i++) {
		struct sim *sim = made_machine(8, 1);
		struct sim_zone *zone = &sim->c.zone[0];

		made_policy(sim, want[i].era, want[i].tight);
		zone->batch = 63;
		zone->high_min = zone->high_max = 252;
		for (uint32_t order = 0; order < 8; order++) {
			sim->block[order].type = MT_UNMOVABLE;
			made_free(sim, order * 512, order);
		}
		take(sim, 0, MT_MOVABLE);
		assert_int_equal(sim_counter(sim, SIM_PCP_REFILL), 1);
		assert_int_equal(sim_counter(sim, SIM_BULK_PAGES), 63);
		assert_int_equal(sim_counter(sim, SIM_FB_AREAS), want[i].areas);
		sim_free(sim);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(refills_double_up_to_32_batches),
		cmocka_unit_test(each_free_halves_the_growth),
		cmocka_unit_test(below_the_high_mark_lists_do_not_grow),
		cmocka_unit_test(before_6_7_each_refill_is_one_batch),
		cmocka_unit_test(larger_pages_come_in_batches_by_size),
		cmocka_unit_test(the_last_freed_is_the_next_allocated),
		cmocka_unit_test(a_page_says_which_list_it_is_on),
		cmocka_unit_test(pages_of_isolated_blocks_and_other_orders_are_free_at_once),
		cmocka_unit_test(the_oldest_go_back_when_a_list_is_full),
		cmocka_unit_test(allocations_between_make_what_goes_back_less),
		cmocka_unit_test(a_row_of_larger_frees_empties_the_lists),
		cmocka_unit_test(a_single_page_between_ends_the_row),
		cmocka_unit_test(while_memory_is_reclaimed_lists_keep_four_batches),
		cmocka_unit_test(one_cpu_drains_the_lists_of_all),
		cmocka_unit_test(who_loses_the_race_to_drain_returns_at_once),
		cmocka_unit_test(a_local_drain_leaves_the_other_cpus_alone),
		cmocka_unit_test(pages_merge_once_they_are_drained),
		cmocka_unit_test(atomic_requests_get_what_is_kept_for_them),
		cmocka_unit_test(a_boosted_zone_wakes_kswapd_once_for_who_may),
		cmocka_unit_test(a_refill_searches_once_since_6_15),
	};

	return CHECK_MAIN(tests);
}
