// SPDX-License-Identifier: GPL-2.0-or-later
/* Splitting, merging and the ends of lists. */
#include "made_machine.h"

#include "../check.h"

static unsigned int nr_on(const struct sim *sim, unsigned int order, unsigned int type)
{
	return sim->c.zone[0].free[order][type].nr;
}

static uint32_t head_of(const struct sim *sim, unsigned int order, unsigned int type)
{
	return sim->c.zone[0].free[order][type].first;
}

static uint32_t tail_of(const struct sim *sim, unsigned int order, unsigned int type)
{
	return sim->c.zone[0].free[order][type].last;
}

static uint32_t take(struct sim *sim, unsigned int order, unsigned int type)
{
	struct sim_zone *zone = &sim->c.zone[0];
	unsigned int areas = 0;
	uint32_t pfn;

	zone_lock(sim, zone);
	pfn = buddy_rmqueue_smallest(sim, zone, order, type, &areas);
	zone_unlock(sim, zone);
	return pfn;
}

static void a_split_returns_the_lowest_page_and_lists_the_upper_halves(void **state)
{
	struct sim *sim = made_machine(2, 1);

	(void)state;
	made_free_all(sim);
	assert_int_equal(nr_on(sim, 10, MT_MOVABLE), 1);
	assert_int_equal(take(sim, 2, MT_MOVABLE), 0);
	for (unsigned int order = 2; order < 10; order++) {
		assert_int_equal(nr_on(sim, order, MT_MOVABLE), 1);
		assert_int_equal(head_of(sim, order, MT_MOVABLE), 1u << order);
	}
	assert_int_equal(nr_on(sim, 10, MT_MOVABLE), 0);
	assert_int_equal(sim->state[3], PAGE_STATE_TAIL);
	assert_int_equal(sim->state[5], PAGE_STATE_FREE_TAIL);
	assert_int_equal(sim->c.zone[0].nr_free_pages, 1020);
	assert_int_equal(sim->block[0].nr_free, 508);
	assert_int_equal(sim->c.zone[0].nr_free_blocks, 512);
	made_free(sim, 0, 2);
	assert_int_equal(nr_on(sim, 10, MT_MOVABLE), 1);
	assert_int_equal(sim->c.zone[0].nr_free_blocks, 1024);
	sim_free(sim);
}

static void halves_that_are_left_over_are_taken_first(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	made_free(sim, 0, 4);
	made_free(sim, 512, 5);
	buddy_take(sim, &sim->c.zone[0], 512, 2, MT_MOVABLE);
	assert_int_equal(head_of(sim, 4, MT_MOVABLE), 512 + 16);
	assert_int_equal(tail_of(sim, 4, MT_MOVABLE), 0);
	sim_free(sim);
}

static void the_smallest_buddy_is_taken_from_the_head(void **state)
{
	struct sim *sim = made_machine(4, 1);
	unsigned int areas = 0;

	(void)state;
	made_free(sim, 0, 5);
	made_free(sim, 512, 4);
	made_free(sim, 1024, 4);
	zone_lock(sim, &sim->c.zone[0]);
	assert_int_equal(buddy_rmqueue_smallest(sim, &sim->c.zone[0], 2, MT_MOVABLE, &areas), 1024);
	assert_int_equal(areas, 3);
	assert_int_equal(buddy_rmqueue_smallest(sim, &sim->c.zone[0], 6, MT_MOVABLE, &areas),
			 NO_PAGE);
	assert_int_equal(areas, 3 + 5);
	zone_unlock(sim, &sim->c.zone[0]);
	sim_free(sim);
}

static void only_a_free_buddy_of_the_same_order_merges(void **state)
{
	struct sim *sim = made_machine(2, 1);

	(void)state;
	made_free(sim, 8, 2);
	made_free(sim, 12, 1);
	assert_int_equal(nr_on(sim, 2, MT_MOVABLE), 1);
	assert_int_equal(nr_on(sim, 1, MT_MOVABLE), 1);
	/* side by side, but not a pair */
	made_free(sim, 4, 2);
	assert_int_equal(nr_on(sim, 2, MT_MOVABLE), 2);
	made_free(sim, 14, 1);
	assert_int_equal(nr_on(sim, 3, MT_MOVABLE), 1);
	assert_int_equal(head_of(sim, 3, MT_MOVABLE), 8);
	assert_int_equal(buddy_head(sim, 15), 8);
	assert_int_equal(buddy_head(sim, 5), 4);
	assert_int_equal(buddy_head(sim, 3), NO_PAGE);
	sim_free(sim);
}

static void what_is_likely_to_merge_soon_goes_to_the_tail(void **state)
{
	struct sim *sim = made_machine(4, 1);

	(void)state;
	made_free(sim, 64, 0);
	/* the pair of its pair, pages 130 and 131, is free */
	made_free(sim, 130, 1);
	made_free(sim, 128, 0);
	assert_int_equal(tail_of(sim, 0, MT_MOVABLE), 128);
	/* of 192's pair's pair only half is free */
	made_free(sim, 194, 0);
	made_free(sim, 192, 0);
	assert_int_equal(head_of(sim, 0, MT_MOVABLE), 192);
	sim_free(sim);
}

/* Order 9 and above never wait; order 8 does, for the whole block beside its own. */
static void order_8_is_the_largest_that_waits_to_merge(void **state)
{
	struct sim *sim = made_machine(8, 1);

	(void)state;
	made_free(sim, 3072, 8);
	made_free(sim, 512, 9);
	made_free(sim, 0, 8);
	assert_int_equal(head_of(sim, 8, MT_MOVABLE), 3072);
	assert_int_equal(tail_of(sim, 8, MT_MOVABLE), 0);
	sim_free(sim);
}

static void pairs_do_not_merge_over_the_end_of_a_zone(void **state)
{
	struct sim *sim = made_machine(2, 1);

	(void)state;
	sim->c.zone[0].spanned = 512;
	made_free(sim, 512, 9);
	made_free(sim, 0, 9);
	assert_int_equal(nr_on(sim, 9, MT_MOVABLE), 2);
	assert_int_equal(nr_on(sim, 10, MT_MOVABLE), 0);
	sim->c.zone[0].spanned = 1024;
	sim_free(sim);
}

static void blocks_of_two_types_merge_and_take_the_type_of_what_is_freed(void **state)
{
	struct sim *sim = made_machine(2, 1);

	(void)state;
	sim->block[0].type = MT_UNMOVABLE;
	made_free(sim, 0, 9);
	made_free(sim, 512, 9);
	assert_int_equal(nr_on(sim, 10, MT_MOVABLE), 1);
	assert_int_equal(sim->block[0].type, MT_MOVABLE);
	sim_free(sim);
}

static void isolated_cma_and_highatomic_blocks_stay_apart(void **state)
{
	static const uint8_t types[] = { MT_HIGHATOMIC, MT_CMA, MT_ISOLATE };

	(void)state;
	for (unsigned int i = 0; i < 3; i++) {
		struct sim *sim = made_machine(2, 1);

		sim->block[0].type = types[i];
		made_free(sim, 0, 9);
		made_free(sim, 512, 9);
		assert_int_equal(nr_on(sim, 9, MT_MOVABLE), 1);
		assert_int_equal(nr_on(sim, 9, types[i]), 1);
		assert_int_equal(sim->c.zone[0].nr_free_pages, types[i] == MT_ISOLATE ? 512 : 1024);
		assert_int_equal(sim->c.zone[0].nr_free_cma, types[i] == MT_CMA ? 512 : 0);
		assert_int_equal(sim->c.zone[0].nr_free_highatomic,
				 types[i] == MT_HIGHATOMIC ? 512 : 0);
		sim_free(sim);
	}
}

static void a_page_larger_than_a_block_is_freed_by_the_types_of_its_blocks(void **state)
{
	struct sim *sim = made_machine(2, 1);

	(void)state;
	sim->block[1].type = MT_CMA;
	made_free(sim, 0, 10);
	assert_int_equal(nr_on(sim, 9, MT_MOVABLE), 1);
	assert_int_equal(nr_on(sim, 9, MT_CMA), 1);
	sim_free(sim);
}

static void moved_buddies_go_to_the_tail_of_the_other_type(void **state)
{
	struct sim *sim = made_machine(4, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	sim->block[2].type = MT_RECLAIMABLE;
	made_free(sim, 1024, 3);
	made_free(sim, 512, 3);
	made_free(sim, 528, 3);
	assert_int_equal(buddy_move_block(sim, zone, 600, MT_RECLAIMABLE), 16);
	assert_int_equal(head_of(sim, 3, MT_RECLAIMABLE), 1024);
	assert_int_equal(tail_of(sim, 3, MT_RECLAIMABLE), 528);
	assert_int_equal(nr_on(sim, 3, MT_MOVABLE), 0);
	assert_int_equal(sim->block[1].type, MT_RECLAIMABLE);
	sim_free(sim);
}

/*
 * The free scanner's.
 */

static void isolation_obeys_the_lowest_mark(void **state)
{
	struct sim *sim = made_machine(8, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	made_free(sim, 0, 3);
	made_free(sim, 512, 3);
	zone->min = 8;
	assert_int_equal(buddy_isolate(sim, zone, 0), 0);
	zone->min = 7;
	zone->boost = 4096;
	assert_int_equal(buddy_isolate(sim, zone, 0), 8);
	assert_int_equal(sim->state[0], PAGE_STATE_TARGET);
	assert_int_equal(sim->state[1], PAGE_STATE_TAIL);
	assert_int_equal(zone->nr_free_pages, 8);
	sim_free(sim);
}

static void isolating_half_a_block_makes_it_movable(void **state)
{
	(void)state;
	for (unsigned int order = 7; order <= 8; order++) {
		struct sim *sim = made_machine(2, 1);

		sim->block[0].type = MT_UNMOVABLE;
		made_free(sim, 0, order);
		made_free(sim, 300, 1);
		assert_int_equal(buddy_isolate(sim, &sim->c.zone[0], 0), 1u << order);
		assert_int_equal(sim->block[0].type, order == 8 ? MT_MOVABLE : MT_UNMOVABLE);
		assert_int_equal(nr_on(sim, 1, MT_MOVABLE), order == 8);
		sim_free(sim);
	}
}

static void isolated_pages_come_back_to_the_tail_and_merge(void **state)
{
	struct sim *sim = made_machine(4, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	made_free(sim, 0, 3);
	made_free(sim, 512, 3);
	buddy_isolate(sim, zone, 512);
	buddy_putback(sim, zone, 512, 3);
	assert_int_equal(tail_of(sim, 3, MT_MOVABLE), 512);
	made_free(sim, 520, 3);
	assert_int_equal(nr_on(sim, 4, MT_MOVABLE), 1);
	sim_free(sim);
}

/*
 * Capture.
 */

static void wait_for(struct sim *sim, int order, unsigned int type)
{
	sim->c.direct.capture = 1;
	sim->c.direct.captured = NO_PAGE;
	sim->c.direct.order = (int8_t)order;
	sim->c.direct.type = (uint8_t)type;
	sim->c.direct.zone = 0;
}

static void a_compactor_captures_what_merges_to_its_order(void **state)
{
	struct sim *sim = made_machine(2, 1);

	(void)state;
	wait_for(sim, 4, MT_MOVABLE);
	made_free(sim, 8, 3);
	assert_int_equal(sim->c.direct.captured, NO_PAGE);
	made_free(sim, 0, 3);
	assert_int_equal(sim->c.direct.captured, 0);
	assert_int_equal(sim->state[0], PAGE_STATE_CAPTURED);
	assert_int_equal(page_order(sim, 0), 4);
	assert_int_equal(sim->state[8], PAGE_STATE_TAIL);
	assert_int_equal(sim->c.zone[0].nr_free_pages, 0);
	/* one is enough */
	made_free(sim, 64, 4);
	assert_int_equal(sim->c.direct.captured, 0);
	assert_int_equal(sim->c.zone[0].nr_free_pages, 16);
	assert_int_equal(sim_counter(sim, SIM_CAPTURED), 1);
	sim_free(sim);
}

static bool captures(unsigned int wanted, unsigned int block_type, unsigned int order)
{
	struct sim *sim = made_machine(2, 1);
	bool captured;

	sim->block[0].type = (uint8_t)block_type;
	wait_for(sim, (int)order, wanted);
	made_free(sim, 0, order);
	captured = sim->c.direct.captured != NO_PAGE;
	sim_free(sim);
	return captured;
}

static void capture_does_not_pollute_movable_blocks(void **state)
{
	(void)state;
	assert_true(captures(MT_MOVABLE, MT_MOVABLE, 3));
	assert_true(captures(MT_MOVABLE, MT_UNMOVABLE, 3));
	assert_true(captures(MT_UNMOVABLE, MT_RECLAIMABLE, 3));
	assert_false(captures(MT_UNMOVABLE, MT_MOVABLE, 3));
	assert_true(captures(MT_UNMOVABLE, MT_MOVABLE, 9));
	assert_false(captures(MT_MOVABLE, MT_CMA, 3));
	assert_false(captures(MT_MOVABLE, MT_ISOLATE, 9));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_split_returns_the_lowest_page_and_lists_the_upper_halves),
		cmocka_unit_test(halves_that_are_left_over_are_taken_first),
		cmocka_unit_test(the_smallest_buddy_is_taken_from_the_head),
		cmocka_unit_test(only_a_free_buddy_of_the_same_order_merges),
		cmocka_unit_test(what_is_likely_to_merge_soon_goes_to_the_tail),
		cmocka_unit_test(order_8_is_the_largest_that_waits_to_merge),
		cmocka_unit_test(pairs_do_not_merge_over_the_end_of_a_zone),
		cmocka_unit_test(blocks_of_two_types_merge_and_take_the_type_of_what_is_freed),
		cmocka_unit_test(isolated_cma_and_highatomic_blocks_stay_apart),
		cmocka_unit_test(a_page_larger_than_a_block_is_freed_by_the_types_of_its_blocks),
		cmocka_unit_test(moved_buddies_go_to_the_tail_of_the_other_type),
		cmocka_unit_test(isolation_obeys_the_lowest_mark),
		cmocka_unit_test(isolating_half_a_block_makes_it_movable),
		cmocka_unit_test(isolated_pages_come_back_to_the_tail_and_merge),
		cmocka_unit_test(a_compactor_captures_what_merges_to_its_order),
		cmocka_unit_test(capture_does_not_pollute_movable_blocks),
	};

	return CHECK_MAIN(tests);
}
