// SPDX-License-Identifier: GPL-2.0-or-later
/* Which blocks are kept for atomic requests, and which of them go back. */
#include "made_machine.h"

#include "../check.h"

#define NR_BLOCKS 200           /* two blocks are one percent */

static uint32_t kept(const struct sim *sim)
{
	return sim->c.zone[0].nr_reserved_highatomic;
}

static void only_blocks_that_change_hands_are_kept(void **state)
{
	struct sim *sim = made_machine(NR_BLOCKS, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	uint32_t block = 0;

	(void)state;
	for (unsigned int type = MT_HIGHATOMIC; type < NR_MT; type++, block++) {
		sim->block[block].type = (uint8_t)type;
		highatomic_reserve(sim, zone, block * 512 + 7, 1);
		assert_int_equal(sim->block[block].type, type);
	}
	assert_int_equal(kept(sim), 0);
	sim->block[block].type = MT_RECLAIMABLE;
	highatomic_reserve(sim, zone, block * 512, 1);
	assert_int_equal(sim->block[block].type, MT_HIGHATOMIC);
	assert_int_equal(kept(sim), 512);
	/* a second page of it keeps no more */
	highatomic_reserve(sim, zone, block * 512 + 8, 1);
	assert_int_equal(kept(sim), 512);
	sim_free(sim);
}

/* A percent is rounded up to blocks, and the last one may go beyond it. */
static void a_page_of_two_blocks_keeps_both(void **state)
{
	struct sim *sim = made_machine(101, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	highatomic_reserve(sim, zone, 0, 0);
	highatomic_reserve(sim, zone, 1024, 10);
	assert_int_equal(kept(sim), 512 + 1024);
	assert_int_equal(sim->block[2].type, MT_HIGHATOMIC);
	assert_int_equal(sim->block[3].type, MT_HIGHATOMIC);
	highatomic_reserve(sim, zone, 2048, 0);
	assert_int_equal(kept(sim), 512 + 1024);
	sim_free(sim);
}

static void blocks_that_merged_go_back_together(void **state)
{
	struct sim *sim = made_machine(NR_BLOCKS, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	highatomic_reserve(sim, zone, 0, 0);
	highatomic_reserve(sim, zone, 512, 0);
	made_free(sim, 0, 9);
	made_free(sim, 512, 9);
	assert_int_equal(zone->free[10][MT_HIGHATOMIC].nr, 1);
	assert_int_equal(zone->nr_free_highatomic, 1024);
	assert_true(highatomic_unreserve(sim, &sim->c.node[0], MT_RECLAIMABLE, false));
	assert_int_equal(kept(sim), 0);
	assert_int_equal(zone->nr_free_highatomic, 0);
	assert_int_equal(zone->nr_free_pages, 1024);
	assert_int_equal(zone->free[10][MT_RECLAIMABLE].nr, 1);
	assert_int_equal(sim->block[0].type, MT_RECLAIMABLE);
	assert_int_equal(sim->block[1].type, MT_RECLAIMABLE);
	sim_free(sim);
}

/* Who takes one back wants pages, so a block without a free one is of no use. */
static void a_block_without_a_free_page_stays(void **state)
{
	struct sim *sim = made_machine(NR_BLOCKS, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	highatomic_reserve(sim, zone, 0, 0);
	assert_false(highatomic_unreserve(sim, &sim->c.node[0], MT_MOVABLE, true));
	assert_int_equal(kept(sim), 512);
	assert_int_equal(sim_counter(sim, SIM_HIGHATOMIC_UNRESERVE), 0);
	made_free(sim, 100, 0);
	assert_int_equal(zone->nr_free_highatomic, 1);
	assert_true(highatomic_unreserve(sim, &sim->c.node[0], MT_MOVABLE, true));
	assert_int_equal(zone->free[0][MT_MOVABLE].nr, 1);
	sim_free(sim);
}

static void a_block_that_the_zone_ends_in_is_not_converted(void **state)
{
	struct sim *sim = made_machine(NR_BLOCKS, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	uint32_t last = (NR_BLOCKS - 1) * 512;

	(void)state;
	zone->spanned -= 128;
	highatomic_reserve(sim, zone, last + 3, 0);
	assert_int_equal(kept(sim), 0);
	sim->block[NR_BLOCKS - 1].type = MT_UNMOVABLE;
	made_free(sim, 0, 3);
	made_free(sim, last, 8);
	assert_int_equal(buddy_isolate(sim, zone, last), 256);
	assert_int_equal(sim->block[NR_BLOCKS - 1].type, MT_UNMOVABLE);
	zone->spanned += 128;
	sim_free(sim);
}

/* The lists of kept blocks serve nobody but those who may not wait. */
static void kept_pages_are_the_last_that_others_get(void **state)
{
	struct sim *sim = made_machine(NR_BLOCKS, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	highatomic_reserve(sim, zone, 0, 0);
	made_free(sim, 0, 4);
	assert_int_equal(rmqueue(sim, zone, 2, MT_UNMOVABLE, 0), NO_PAGE);
	assert_int_equal(rmqueue(sim, zone, 2, MT_UNMOVABLE, ALLOC_MIN_RESERVE), NO_PAGE);
	/* no per-CPU list is filled from there: one folio goes, the rest stays */
	assert_int_equal(rmqueue(sim, zone, 2, MT_UNMOVABLE, ALLOC_NON_BLOCK), 0);
	assert_int_equal(sim_counter(sim, SIM_BULK_PAGES), 0);
	assert_int_equal(zone->nr_free_highatomic, 12);
	/* freed, it passes for a movable page on the per-CPU lists, and comes back from there */
	pcp_free_page(sim, 0, 2);
	assert_int_equal(rmqueue(sim, zone, 2, MT_MOVABLE, 0), 0);
	pcp_free_page(sim, 0, 2);
	pcp_drain_all(sim, zone);
	assert_int_equal(zone->free[4][MT_HIGHATOMIC].nr, 1);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_blocks_that_change_hands_are_kept),
		cmocka_unit_test(a_page_of_two_blocks_keeps_both),
		cmocka_unit_test(blocks_that_merged_go_back_together),
		cmocka_unit_test(a_block_without_a_free_page_stays),
		cmocka_unit_test(a_block_that_the_zone_ends_in_is_not_converted),
		cmocka_unit_test(kept_pages_are_the_last_that_others_get),
	};

	return CHECK_MAIN(tests);
}
