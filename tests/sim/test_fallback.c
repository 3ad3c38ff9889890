// SPDX-License-Identifier: GPL-2.0-or-later
/* Whom each era of fallback takes from, what it leaves, and what it counts. */
#include "made_machine.h"

#include "fragscope/array.h"
#include "../check.h"

/* One request under a lock of its own; *mode is kept for the next. */
static uint32_t ask_in(struct sim *sim, unsigned int order, unsigned int type, unsigned int flags,
		       enum rmqueue_mode *mode)
{
	struct sim_zone *zone = &sim->c.zone[0];
	uint32_t pfn;

	zone_lock(sim, zone);
	pfn = fallback_rmqueue(sim, zone, order, type, flags, mode);
	zone_unlock(sim, zone);
	return pfn;
}

static uint32_t ask(struct sim *sim, unsigned int order, unsigned int type, unsigned int flags)
{
	enum rmqueue_mode mode = RMQUEUE_NORMAL;

	return ask_in(sim, order, type, flags, &mode);
}

static unsigned int nr_on(const struct sim *sim, unsigned int order, unsigned int type)
{
	return sim->c.zone[0].free[order][type].nr;
}

/* A buddy in a block of its own; the rest of the block is in that state. */
static void lay(struct sim *sim, uint32_t block, unsigned int type, unsigned int order,
		enum page_state rest)
{
	sim->block[block].type = (uint8_t)type;
	memset(sim->state + block * 512, rest, 512);
	made_free(sim, block * 512, order);
}

static void each_type_has_others_that_it_would_rather_ask(void **state)
{
	static const uint8_t rather[][3] = {
		{ MT_UNMOVABLE, MT_RECLAIMABLE, MT_MOVABLE },
		{ MT_MOVABLE, MT_RECLAIMABLE, MT_UNMOVABLE },
		{ MT_RECLAIMABLE, MT_UNMOVABLE, MT_MOVABLE },
	};

	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(rather); i++) {
		struct sim *sim = made_machine(4, 1);

		lay(sim, 0, rather[i][2], 3, PAGE_STATE_KERNEL);
		assert_int_equal(fallback_find(sim, &sim->c.zone[0], 3, rather[i][0], false),
				 rather[i][2]);
		lay(sim, 1, rather[i][1], 3, PAGE_STATE_KERNEL);
		assert_int_equal(fallback_find(sim, &sim->c.zone[0], 3, rather[i][0], false),
				 rather[i][1]);
		sim_free(sim);
	}
}

static void the_order_of_the_buddy_decides_about_a_claim(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	assert_false(fallback_may_claim(sim, 3, MT_MOVABLE));
	assert_true(fallback_may_claim(sim, 4, MT_MOVABLE));
	assert_true(fallback_may_claim(sim, 0, MT_UNMOVABLE));
	assert_true(fallback_may_claim(sim, 0, MT_RECLAIMABLE));
	sim->c.no_grouping = 1;
	assert_true(fallback_may_claim(sim, 0, MT_MOVABLE));
	sim_free(sim);
}

/*
 * Claims.
 */

static void a_walk_visits_used_pages_and_free_buddies_once(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	lay(sim, 0, MT_UNMOVABLE, 5, PAGE_STATE_KERNEL);
	made_free(sim, 100, 2);
	assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 100);
	assert_int_equal(sim_counter(sim, SIM_FB_WALK_PAGES), 512 - 36 + 2);
	sim_free(sim);
	/* once more where the block is taken */
	sim = made_machine(4, 1);
	lay(sim, 0, MT_UNMOVABLE, 5, PAGE_STATE_ANON);
	assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 0);
	assert_int_equal(sim_counter(sim, SIM_FB_WALK_PAGES), 2 * (512 - 32 + 1));
	sim_free(sim);
}

/* What is neither free nor movable speaks for an unmovable requester: per-CPU pages as well. */
static void pages_on_per_cpu_lists_help_an_unmovable_claim(void **state)
{
	(void)state;
	for (unsigned int movable = 256; movable <= 257; movable++) {
		struct sim *sim = made_machine(4, 1);

		lay(sim, 0, MT_MOVABLE, 0, PAGE_STATE_PCP);
		memset(sim->state + 512 - movable, PAGE_STATE_FILE, movable);
		assert_int_equal(ask(sim, 0, MT_UNMOVABLE, 0), 0);
		assert_int_equal(sim->block[0].type, movable == 256 ? MT_UNMOVABLE : MT_MOVABLE);
		sim_free(sim);
	}
}

static void a_page_off_the_lru_is_not_movable(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	lay(sim, 0, MT_UNMOVABLE, 4, PAGE_STATE_ANON);
	for (uint32_t pfn = 16; pfn < 300; pfn++)
		sim->flags[pfn] = PAGE_FLAG_ISOLATED;
	ask(sim, 0, MT_MOVABLE, 0);
	assert_int_equal(sim->block[0].type, MT_UNMOVABLE);
	sim_free(sim);
}

static void a_claim_boosts_the_watermark_even_if_it_fails(void **state)
{
	struct sim *sim = made_machine(4, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	lay(sim, 0, MT_UNMOVABLE, 4, PAGE_STATE_KERNEL);
	ask(sim, 0, MT_MOVABLE, 0);
	assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_OK), 0);
	assert_int_equal(zone->boost, 512);
	assert_int_equal(zone->boosted, 0);
	ask(sim, 3, MT_MOVABLE, ALLOC_KSWAPD);
	assert_int_equal(zone->boosted, 0);
	lay(sim, 1, MT_UNMOVABLE, 4, PAGE_STATE_KERNEL);
	ask(sim, 4, MT_MOVABLE, ALLOC_KSWAPD);
	assert_int_equal(zone->boosted, 1);
	sim_free(sim);
}

/* Up to 6.14 a page taken from a block that stays foreign boosts as well, from 6.15 on it does not. */
static void a_steal_boosts_the_watermark_up_to_6_14(void **state)
{
	(void)state;
	for (unsigned int era = FALLBACK_E1; era <= FALLBACK_E4B; era++) {
		struct sim *sim = made_machine(4, 1);

		made_policy(sim, era, era == FALLBACK_E4B);
		lay(sim, 0, MT_UNMOVABLE, 3, PAGE_STATE_KERNEL);
		assert_int_equal(ask(sim, 0, MT_MOVABLE, ALLOC_KSWAPD), 0);
		assert_int_equal(sim_counter(sim, SIM_FB_STEALS), 1);
		assert_int_equal(sim->c.zone[0].boost, era <= FALLBACK_E2 ? 512 : 0);
		assert_int_equal(sim->c.zone[0].boosted, era <= FALLBACK_E2);
		sim_free(sim);
	}
}

static void whole_blocks_change_hands_without_a_walk_or_a_boost(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	lay(sim, 0, MT_MOVABLE, 9, PAGE_STATE_KERNEL);
	lay(sim, 1, MT_MOVABLE, 9, PAGE_STATE_KERNEL);
	assert_int_equal(nr_on(sim, 10, MT_MOVABLE), 1);
	assert_int_equal(ask(sim, 0, MT_UNMOVABLE, 0), 0);
	assert_int_equal(sim->block[0].type, MT_UNMOVABLE);
	assert_int_equal(sim->block[1].type, MT_UNMOVABLE);
	assert_int_equal(nr_on(sim, 9, MT_UNMOVABLE), 1);
	assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_OK), 1);
	assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_TRIES), 0);
	assert_int_equal(sim_counter(sim, SIM_BOOST), 0);
	assert_int_equal(sim_counter(sim, SIM_FB_FRAGMENTING), 0);
	sim_free(sim);
}

/* The first foreign type that has a buddy is the only one tried at an order. */
static void a_claim_tries_one_block_at_each_order(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	lay(sim, 0, MT_RECLAIMABLE, 5, PAGE_STATE_SLAB);
	lay(sim, 1, MT_MOVABLE, 5, PAGE_STATE_KERNEL);
	assert_int_equal(ask(sim, 0, MT_UNMOVABLE, 0), 0);
	assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_TRIES), 1);
	assert_int_equal(sim_counter(sim, SIM_FB_STEALS), 1);
	assert_int_equal(sim->block[1].type, MT_MOVABLE);
	/* what the steal left over stays foreign */
	assert_int_equal(nr_on(sim, 4, MT_RECLAIMABLE), 1);
	sim_free(sim);
}

static void a_block_that_the_zone_ends_in_is_not_claimed(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	sim->c.zone[0].spanned = 2048 - 256;
	lay(sim, 3, MT_UNMOVABLE, 5, PAGE_STATE_ANON);
	assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 1536);
	assert_int_equal(sim->block[3].type, MT_UNMOVABLE);
	assert_int_equal(sim_counter(sim, SIM_FB_WALK_PAGES), 0);
	sim->c.zone[0].spanned = 2048;
	sim_free(sim);
}

static void fallbacks_into_other_blocks_are_told_apart(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	lay(sim, 0, MT_MOVABLE, 0, PAGE_STATE_ANON);
	ask(sim, 0, MT_UNMOVABLE, 0);
	lay(sim, 1, MT_MOVABLE, 0, PAGE_STATE_ANON);
	ask(sim, 0, MT_RECLAIMABLE, 0);
	lay(sim, 2, MT_UNMOVABLE, 0, PAGE_STATE_KERNEL);
	ask(sim, 0, MT_RECLAIMABLE, 0);
	lay(sim, 3, MT_RECLAIMABLE, 0, PAGE_STATE_KERNEL);
	ask(sim, 0, MT_MOVABLE, 0);
	assert_int_equal(sim_counter(sim, SIM_FB_FRAGMENTING), 4);
	assert_int_equal(sim_counter(sim, SIM_FB_UNMOVABLE_IN_MOVABLE), 2);
	assert_int_equal(sim_counter(sim, SIM_FB_MOVABLE_IN_UNMOVABLE), 1);
	sim_free(sim);
}

static void no_era_fragments_a_block_where_that_is_forbidden(void **state)
{
	(void)state;
	for (unsigned int era = FALLBACK_E1; era <= FALLBACK_E4B; era++) {
		struct sim *sim = made_machine(4, 1);

		made_policy(sim, era, era == FALLBACK_E4B);
		lay(sim, 0, MT_UNMOVABLE, 8, PAGE_STATE_KERNEL);
		assert_int_equal(ask(sim, 0, MT_MOVABLE, ALLOC_NOFRAGMENT), NO_PAGE);
		lay(sim, 2, MT_UNMOVABLE, 9, PAGE_STATE_KERNEL);
		assert_int_equal(ask(sim, 0, MT_MOVABLE, ALLOC_NOFRAGMENT), 1024);
		assert_int_equal(sim->block[2].type, MT_MOVABLE);
		assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 1025);
		sim_free(sim);
	}
}

/*
 * What is remembered as long as the lock is held.
 */

static void a_steal_is_repeated_while_the_lock_is_held(void **state)
{
	struct sim *sim = made_machine(4, 1);
	enum rmqueue_mode mode = RMQUEUE_NORMAL;

	(void)state;
	lay(sim, 0, MT_UNMOVABLE, 3, PAGE_STATE_KERNEL);
	assert_int_equal(ask_in(sim, 0, MT_MOVABLE, 0, &mode), 0);
	assert_int_equal(mode, RMQUEUE_STEAL);
	/* even past an own page that was freed meanwhile */
	lay(sim, 1, MT_MOVABLE, 0, PAGE_STATE_KERNEL);
	assert_int_equal(ask_in(sim, 0, MT_MOVABLE, 0, &mode), 1);
	assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 512);
	sim_free(sim);
}

static void after_a_claim_the_own_lists_come_first_again(void **state)
{
	struct sim *sim = made_machine(4, 1);
	enum rmqueue_mode mode = RMQUEUE_NORMAL;

	(void)state;
	lay(sim, 0, MT_UNMOVABLE, 5, PAGE_STATE_ANON);
	ask_in(sim, 0, MT_MOVABLE, 0, &mode);
	assert_int_equal(mode, RMQUEUE_NORMAL);
	ask_in(sim, 0, MT_MOVABLE, 0, &mode);
	assert_int_equal(sim_counter(sim, SIM_FB_REQUESTS), 1);
	sim_free(sim);
}

static void cma_comes_first_while_it_is_more_than_half_of_what_is_free(void **state)
{
	(void)state;
	for (unsigned int era = FALLBACK_E1; era <= FALLBACK_E4B; era++) {
		struct sim *sim = made_machine(4, 1);

		made_policy(sim, era, era == FALLBACK_E4B);
		lay(sim, 0, MT_CMA, 4, PAGE_STATE_KERNEL);
		lay(sim, 1, MT_MOVABLE, 3, PAGE_STATE_KERNEL);
		assert_int_equal(ask(sim, 3, MT_MOVABLE, ALLOC_CMA), 0);
		/* 8 of 16: no longer */
		assert_int_equal(ask(sim, 3, MT_MOVABLE, ALLOC_CMA), 512);
		assert_int_equal(ask(sim, 3, MT_MOVABLE, 0), NO_PAGE);
		assert_int_equal(ask(sim, 3, MT_MOVABLE, ALLOC_CMA), 8);
		assert_int_equal(sim_counter(sim, SIM_FB_STEALS), 0);
		sim_free(sim);
	}
}

static void cma_serves_before_other_types_are_asked(void **state)
{
	struct sim *sim = made_machine(4, 1);
	enum rmqueue_mode mode = RMQUEUE_NORMAL;

	(void)state;
	lay(sim, 0, MT_CMA, 2, PAGE_STATE_KERNEL);
	lay(sim, 1, MT_UNMOVABLE, 8, PAGE_STATE_KERNEL);
	assert_int_equal(ask_in(sim, 0, MT_MOVABLE, ALLOC_CMA, &mode), 0);
	assert_int_equal(mode, RMQUEUE_CMA);
	assert_int_equal(sim_counter(sim, SIM_FB_REQUESTS), 0);
	sim_free(sim);
}

/*
 * Before 6.10.
 */

static void e1(struct sim *sim)
{
	made_policy(sim, FALLBACK_E1, false);
}

/* All that is free in the block is the requester's now, the block is not. */
static void free_pages_may_lie_on_lists_of_another_type(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	e1(sim);
	lay(sim, 0, MT_UNMOVABLE, 5, PAGE_STATE_KERNEL);
	made_free(sim, 100, 2);
	assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 100);
	assert_int_equal(sim->block[0].type, MT_UNMOVABLE);
	assert_int_equal(nr_on(sim, 5, MT_MOVABLE), 1);
	assert_int_equal(nr_on(sim, 5, MT_UNMOVABLE), 0);
	assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_OK), 0);
	assert_int_equal(sim_counter(sim, SIM_FB_STEALS), 0);
	sim_free(sim);
}

static void half_a_block_brings_its_type_along(void **state)
{
	(void)state;
	for (unsigned int movable = 223; movable <= 224; movable++) {
		struct sim *sim = made_machine(4, 1);

		e1(sim);
		lay(sim, 0, MT_UNMOVABLE, 5, PAGE_STATE_KERNEL);
		memset(sim->state + 32, PAGE_STATE_ANON, movable);
		ask(sim, 0, MT_MOVABLE, 0);
		assert_int_equal(sim->block[0].type, movable == 224 ? MT_MOVABLE : MT_UNMOVABLE);
		assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_OK), movable == 224);
		sim_free(sim);
	}
}

static void movable_requests_move_the_smallest_buddy_where_none_is_claimable(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	e1(sim);
	lay(sim, 0, MT_UNMOVABLE, 3, PAGE_STATE_KERNEL);
	lay(sim, 1, MT_UNMOVABLE, 1, PAGE_STATE_KERNEL);
	assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 512);
	/* the whole buddy, and no more of its block */
	assert_int_equal(nr_on(sim, 0, MT_MOVABLE), 1);
	assert_int_equal(nr_on(sim, 3, MT_UNMOVABLE), 1);
	assert_int_equal(sim_counter(sim, SIM_FB_STEALS), 1);
	assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 513);
	assert_int_equal(sim_counter(sim, SIM_FB_REQUESTS), 1);
	sim_free(sim);
}

static void whole_blocks_were_claimed_as_well(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	e1(sim);
	lay(sim, 0, MT_MOVABLE, 9, PAGE_STATE_KERNEL);
	lay(sim, 1, MT_MOVABLE, 9, PAGE_STATE_KERNEL);
	assert_int_equal(ask(sim, 0, MT_UNMOVABLE, 0), 0);
	assert_int_equal(sim->block[1].type, MT_UNMOVABLE);
	assert_int_equal(nr_on(sim, 9, MT_UNMOVABLE), 1);
	assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_OK), 1);
	assert_int_equal(sim_counter(sim, SIM_FB_STEALS), 0);
	assert_int_equal(sim_counter(sim, SIM_BOOST), 0);
	sim_free(sim);
}

static unsigned int nr_astray(const struct sim *sim)
{
	unsigned int nr_pages = 0;

	for (uint32_t pfn = 0; pfn < sim->c.nr_pages; pfn++)
		if (sim->state[pfn] == PAGE_STATE_FREE &&
		    page_list_type(sim, pfn) != page_type(sim, pfn))
			nr_pages += 1u << page_order(sim, pfn);
	return nr_pages;
}

/* Free pages on lists of another type than their block's go home when they merge. */
static void what_is_astray_comes_home_by_merging(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	e1(sim);
	lay(sim, 0, MT_UNMOVABLE, 5, PAGE_STATE_KERNEL);
	assert_int_equal(nr_astray(sim), 0);
	assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 0);
	assert_int_equal(nr_astray(sim), 31);
	assert_int_equal(nr_on(sim, 4, MT_MOVABLE), 1);
	made_free(sim, 0, 0);
	assert_int_equal(nr_astray(sim), 0);
	assert_int_equal(nr_on(sim, 5, MT_UNMOVABLE), 1);
	assert_int_equal(sim->c.zone[0].nr_free_pages, 32);
	sim_free(sim);
	/* with hygiene nothing ever goes astray */
	for (unsigned int era = FALLBACK_E2; era <= FALLBACK_E4B; era++) {
		sim = made_machine(4, 1);
		made_policy(sim, era, era == FALLBACK_E4B);
		lay(sim, 0, MT_UNMOVABLE, 5, PAGE_STATE_KERNEL);
		assert_int_equal(ask(sim, 0, MT_MOVABLE, 0), 0);
		assert_int_equal(nr_astray(sim), 0);
		sim_free(sim);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_type_has_others_that_it_would_rather_ask),
		cmocka_unit_test(the_order_of_the_buddy_decides_about_a_claim),
		cmocka_unit_test(a_walk_visits_used_pages_and_free_buddies_once),
		cmocka_unit_test(pages_on_per_cpu_lists_help_an_unmovable_claim),
		cmocka_unit_test(a_page_off_the_lru_is_not_movable),
		cmocka_unit_test(a_claim_boosts_the_watermark_even_if_it_fails),
		cmocka_unit_test(a_steal_boosts_the_watermark_up_to_6_14),
		cmocka_unit_test(whole_blocks_change_hands_without_a_walk_or_a_boost),
		cmocka_unit_test(a_claim_tries_one_block_at_each_order),
		cmocka_unit_test(a_block_that_the_zone_ends_in_is_not_claimed),
		cmocka_unit_test(fallbacks_into_other_blocks_are_told_apart),
		cmocka_unit_test(no_era_fragments_a_block_where_that_is_forbidden),
		cmocka_unit_test(a_steal_is_repeated_while_the_lock_is_held),
		cmocka_unit_test(after_a_claim_the_own_lists_come_first_again),
		cmocka_unit_test(cma_comes_first_while_it_is_more_than_half_of_what_is_free),
		cmocka_unit_test(cma_serves_before_other_types_are_asked),
		cmocka_unit_test(free_pages_may_lie_on_lists_of_another_type),
		cmocka_unit_test(half_a_block_brings_its_type_along),
		cmocka_unit_test(whole_blocks_were_claimed_as_well),
		cmocka_unit_test(what_is_astray_comes_home_by_merging),
		cmocka_unit_test(movable_requests_move_the_smallest_buddy_where_none_is_claimable),
	};

	return CHECK_MAIN(tests);
}
