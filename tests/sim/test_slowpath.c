// SPDX-License-Identifier: GPL-2.0-or-later
/* The rounds of a request, written as the calls it makes: see slow_world.h. */
#include "slow_world.h"

#include "sim/mm/filemap.h"

#include "fragscope/array.h"
#include "../check.h"

static void assert_goes(const char *policy, uint32_t gfp, unsigned int order, const char *trace)
{
	struct sim *sim = slow_machine(policy);

	assert_int_equal(page_alloc(sim, gfp, order), NO_PAGE);
	assert_string_equal(world.trace, trace);
	assert_int_equal(sim_counter(sim, SIM_ALLOC_FAIL), 1);
	sim_free(sim);
}

/* What a write of 2 MiB costs that gets a single page. */
static void the_work_of_one_folio_is_what_each_variant_says(void **state)
{
	(void)state;
	static const struct {
		const char *policy;
		enum compact_result costly;
		/* compact_stall: a deferred compaction counts, though it did not run */
		unsigned int compactions, reclaims, drains;
	} cases[] = {
		{ "linux-7.3", COMPACT_COMPLETE, 15, 9, 9 },
		{ "linux-6.18", COMPACT_COMPLETE, 15, 9, 9 },
		{ "linux-6.12", COMPACT_DEFERRED, 6 + 3, 3, 3 },
		{ "linux-6.12", COMPACT_SKIPPED, 3, 3, 3 },
		{ "linux-7.3", COMPACT_DEFERRED, 12 + 3, 9, 9 },
		{ "iomap-noreclaim", COMPACT_COMPLETE, 0, 0, 0 },
		{ "filemap-strip-all", COMPACT_COMPLETE, 0, 0, 0 },
		{ "filemap-strip", COMPACT_COMPLETE, 3, 3, 3 },
		{ "nopage-wake", COMPACT_COMPLETE, 3, 3, 3 },
		{ "clear-reclaim", COMPACT_COMPLETE, 3, 3, 3 },
		{ "clear-reclaim-thisnode", COMPACT_COMPLETE, 3, 3, 3 },
		{ "predicate", COMPACT_COMPLETE, 3, 3, 3 },
		{ "filemap-first-try", COMPACT_COMPLETE, 2, 1, 1 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = slow_machine(cases[i].policy);
		unsigned int order;

		world.largest = 1;
		world.costly_result = cases[i].costly;
		filemap_alloc_folio(sim, GFP_HIGHUSER_MOVABLE_MASK, 9, 0, FGP_WRITE | FGP_NOFS,
				    &order);
		assert_int_equal(order, 0);
		assert_int_equal(sim_counter(sim, SIM_COMPACT_STALL), cases[i].compactions);
		assert_int_equal(sim_counter(sim, SIM_COMPACT_FAIL), cases[i].compactions);
		assert_int_equal(world.reclaims, cases[i].reclaims);
		assert_int_equal(world.drains, cases[i].drains);
		assert_int_equal(sim_counter(sim, SIM_ALLOC_COSTLY_FAIL), 6);
		sim_free(sim);
	}
}

static void a_write_without_reclaim_fails_where_nothing_is_free(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("iomap-noreclaim");
	unsigned int order;

	assert_int_equal(filemap_alloc_folio(sim, GFP_HIGHUSER_MOVABLE_MASK, 9, 0, FGP_WRITE,
					     &order), NO_PAGE);
	assert_int_equal(world.reclaims, 0);
	assert_int_equal(sim_counter(sim, SIM_ALLOC_FAIL), 10);
	sim_free(sim);
}

/* The fast path looks twice, with and without fallbacks. */
static void a_costly_request_that_rather_fails_compacts_twice_around_a_reclaim(void **state)
{
	(void)state;
	const uint32_t gfp = GFP_HIGHUSER_MOVABLE_MASK | GFP_NORETRY_BIT;

	assert_goes("linux-7.3", gfp, 9, "LL" "SLaL" "SLRLDLaL");
	assert_goes("linux-6.12", gfp, 9, "LL" "SLaL" "SLRLDLaL");
	assert_goes("linux-7.3", gfp, 3, "LL" "SLRLDLlL");
	assert_goes("linux-7.3+clear-reclaim", gfp, 9, "LL" "SL");
	assert_goes("linux-7.3+predicate", gfp, 9, "LL" "SL");
	assert_goes("linux-7.3+nopage-wake", gfp, 9, "LL" "SLK");
	assert_goes("linux-7.3+nopage-wake", gfp, 3, "LL" "SLRLDLlL");
}

static void one_that_does_not_say_so_compacts_harder_the_second_time(void **state)
{
	(void)state;
	assert_goes("linux-7.3", GFP_HIGHUSER_MOVABLE_MASK, 9, "LL" "SLaL" "SLRLDLlL");
	assert_goes("linux-6.12", GFP_HIGHUSER_MOVABLE_MASK, 9, "LL" "SLaL" "SLRLDLlL");
	assert_goes("linux-7.3+clear-reclaim", GFP_HIGHUSER_MOVABLE_MASK, 9,
		    "LL" "SLaL" "SLRLDLlL");
}

static void a_bad_first_compaction_ends_it_up_to_6_18_only(void **state)
{
	(void)state;
	/* after one that was deferred the free lists are looked at again, and it counts as a stall */
	static const struct {
		enum compact_result result;
		const char *s6, *s7;
		unsigned int stalls;  /* of an attempt */
	} bad[] = {
		{ COMPACT_SKIPPED, "LL" "SLa", "LL" "SLa" "SLRLDLa", 0 },
		{ COMPACT_DEFERRED, "LL" "SLaL", "LL" "SLaL" "SLRLDLaL", 1 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(bad); i++) {
		struct sim *sim = slow_machine("linux-6.18");

		world.costly_result = bad[i].result;
		page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK | GFP_NORETRY_BIT, 9);
		assert_string_equal(world.trace, bad[i].s6);
		assert_int_equal(sim_counter(sim, SIM_COMPACT_STALL), bad[i].stalls);
		sim_free(sim);
		sim = slow_machine("linux-7.3");
		world.costly_result = bad[i].result;
		page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK | GFP_NORETRY_BIT, 9);
		assert_string_equal(world.trace, bad[i].s7);
		assert_int_equal(sim_counter(sim, SIM_COMPACT_STALL), 2 * bad[i].stalls);
		sim_free(sim);
	}
}

static void a_huge_page_of_the_own_node_is_lost_or_kept_by_the_variant(void **state)
{
	(void)state;
	/* defrag=always, not advised: both attempts rather fail; the first is for this node */
	static const struct { const char *policy, *trace; } cases[] = {
		{ "linux-7.3", "LL" "LaL" "LL" "LaL" "LRLDLaL" },
		{ "linux-6.18", "LL" "LaL" "LL" "LaL" "LRLDLaL" },
		{ "nopage-wake", "LL" "LK" "LL" "LK" },
		{ "clear-reclaim", "LL" "L" "LL" "L" },
		{ "clear-reclaim-thisnode", "LL" "LaL" "LL" "L" },
		{ "predicate", "LL" "LaL" "LL" "L" },
		{ "filemap-strip", "LL" "LaL" "LL" "LaL" "LRLDLaL" },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = slow_machine(cases[i].policy);

		page_alloc_huge(sim, GFP_TRANSHUGE_MASK | GFP_NORETRY_BIT, 9);
		assert_string_equal(world.trace, cases[i].trace);
		sim_free(sim);
	}
}

static void a_light_fault_neither_wakes_nor_tries_the_other_nodes(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("linux-7.3");

	page_alloc_huge(sim, GFP_TRANSHUGE_LIGHT_MASK, 9);
	assert_string_equal(world.trace, "LL" "L");
	sim_free(sim);
}

static void clearing_the_bit_gives_reserves_and_tells_kswapd(void **state)
{
	(void)state;
	const uint32_t gfp = GFP_HIGHUSER_MOVABLE_MASK | GFP_NORETRY_BIT;
	static const struct { const char *policy; bool non_block, waits; } cases[] = {
		{ "linux-7.3", false, true },     { "nopage-wake", false, true },
		{ "clear-reclaim", true, false }, { "clear-reclaim-thisnode", true, false },
		{ "predicate", false, true },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = slow_machine(cases[i].policy);

		page_alloc(sim, gfp, 5);
		assert_int_equal(!!(world.flags & ALLOC_NON_BLOCK), cases[i].non_block);
		assert_int_equal(!!(world.kswapd_gfp & GFP_DIRECT_RECLAIM_BIT), cases[i].waits);
		sim_free(sim);
	}
}

static void masks_become_flags_as_in_the_kernel(void **state)
{
	(void)state;
	static const struct { uint32_t gfp; unsigned int order, flags; } cases[] = {
		{ GFP_ATOMIC_MASK, 0, ALLOC_MIN_RESERVE | ALLOC_KSWAPD | ALLOC_NON_BLOCK },
		{ GFP_ATOMIC_MASK, 1, ALLOC_MIN_RESERVE | ALLOC_KSWAPD | ALLOC_NON_BLOCK |
				      ALLOC_HIGHATOMIC },
		{ GFP_NOWAIT_MASK, 1, ALLOC_KSWAPD | ALLOC_NON_BLOCK },
		{ GFP_KERNEL_MASK | GFP_NORETRY_BIT, 1, ALLOC_KSWAPD },
		{ GFP_TRANSHUGE_LIGHT_MASK, 4, ALLOC_CMA },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = slow_machine("linux-7.3");

		page_alloc(sim, cases[i].gfp, cases[i].order);
		assert_int_equal(world.flags, cases[i].flags);
		sim_free(sim);
	}
}

static void an_atomic_request_keeps_a_block_for_its_like(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("linux-7.3");

	world.serves_from = 3; /* not in the fast path */
	assert_int_equal(page_alloc(sim, GFP_ATOMIC_MASK, 1), 0);
	assert_int_equal(sim->c.zone[0].nr_reserved_highatomic, 512);
	sim_free(sim);
}

static void without_progress_nothing_is_drained(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("linux-7.3");

	world.progress = 0;
	page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK | GFP_NORETRY_BIT, 9);
	assert_string_equal(world.trace, "LL" "SLaL" "SLR" "aL");
	sim_free(sim);
}

static void small_requests_compact_harder_until_the_oom_killer(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("linux-7.3");

	assert_int_equal(page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK, 2), NO_PAGE);
	assert_string_equal(world.trace, "LL" "SLRLDLlLU" "SLRLDLfLU");
	assert_int_equal(sim_counter(sim, SIM_OOM), 1);
	sim_free(sim);
}

static void a_costly_request_that_may_fail_calls_no_oom_killer(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("linux-7.3");

	page_alloc(sim, GFP_KERNEL_MASK | GFP_RETRY_MAYFAIL_BIT, 5);
	assert_string_equal(world.trace, "LL" "SLaL" "SLRLDLlLU");
	assert_int_equal(sim_counter(sim, SIM_OOM), 0);
	sim_free(sim);
}

static void compaction_that_lacked_pages_is_tried_again_while_reclaim_helps(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("linux-7.3");

	world.result = COMPACT_SKIPPED;
	world.would_suit = true;
	page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK, 2);
	assert_string_equal(world.trace, "LL" "SLRLDLlU" "SLRLDLlU" "SLRLDLlU");
	sim_free(sim);
}

static void compaction_that_was_robbed_is_tried_again_so_many_times(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("linux-7.3");

	world.result = COMPACT_SUCCESS;
	page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK, 2);
	assert_int_equal(world.reclaims, 16 + 1 + 16 + 1); /* sync light, then sync full */
	sim_free(sim);
	sim = slow_machine("linux-7.3");
	world.costly_result = COMPACT_SUCCESS;
	page_alloc(sim, GFP_KERNEL_MASK | GFP_RETRY_MAYFAIL_BIT, 5);
	assert_int_equal(world.reclaims, 4 + 1);
	sim_free(sim);
}

static void without_io_nothing_is_compacted(void **state)
{
	(void)state;
	assert_goes("linux-7.3", GFP_NOIO_MASK | GFP_NORETRY_BIT, 5, "LL" "SLRLDL");
}

static void a_compaction_that_gave_the_page_ends_its_deferral(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("linux-7.3");

	world.serves_from = 4;
	assert_int_equal(page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK, 9), 0);
	assert_string_equal(world.trace, "LL" "SLaL");
	assert_int_equal(sim_counter(sim, SIM_COMPACT_SUCCESS), 1);
	assert_int_equal(sim->c.zone[0].order_failed, 10);
	assert_int_equal(sim->c.zone[0].blockskip_flush, 0);
	sim_free(sim);
}

static void a_captured_page_is_the_requests(void **state)
{
	(void)state;
	struct sim *sim = slow_machine("linux-7.3");

	world.captured = 512;
	sim->order[512] = 9;
	assert_int_equal(page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK, 9), 512);
	assert_string_equal(world.trace, "LL" "SLa");
	sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_work_of_one_folio_is_what_each_variant_says),
		cmocka_unit_test(a_write_without_reclaim_fails_where_nothing_is_free),
		cmocka_unit_test(
			a_costly_request_that_rather_fails_compacts_twice_around_a_reclaim),
		cmocka_unit_test(one_that_does_not_say_so_compacts_harder_the_second_time),
		cmocka_unit_test(a_bad_first_compaction_ends_it_up_to_6_18_only),
		cmocka_unit_test(a_huge_page_of_the_own_node_is_lost_or_kept_by_the_variant),
		cmocka_unit_test(a_light_fault_neither_wakes_nor_tries_the_other_nodes),
		cmocka_unit_test(clearing_the_bit_gives_reserves_and_tells_kswapd),
		cmocka_unit_test(masks_become_flags_as_in_the_kernel),
		cmocka_unit_test(an_atomic_request_keeps_a_block_for_its_like),
		cmocka_unit_test(without_progress_nothing_is_drained),
		cmocka_unit_test(small_requests_compact_harder_until_the_oom_killer),
		cmocka_unit_test(a_costly_request_that_may_fail_calls_no_oom_killer),
		cmocka_unit_test(
			compaction_that_lacked_pages_is_tried_again_while_reclaim_helps),
		cmocka_unit_test(compaction_that_was_robbed_is_tried_again_so_many_times),
		cmocka_unit_test(without_io_nothing_is_compacted),
		cmocka_unit_test(a_compaction_that_gave_the_page_ends_its_deferral),
		cmocka_unit_test(a_captured_page_is_the_requests),
	};

	return CHECK_MAIN(tests);
}
