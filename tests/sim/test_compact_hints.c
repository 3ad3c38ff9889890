// SPDX-License-Identifier: GPL-2.0-or-later
/* What compaction keeps for the next time, or takes for a hint: skip bits and their reset, deferral,
 * suitability, and the searches by the free lists. */
#include "made_compact.h"

#include "fragscope/array.h"
#include "../check.h"

/*
 * Skip bits.
 */

static struct sim *marked_zone(uint32_t residue)
{
	uint32_t owner;
	struct sim *sim = made_anon(16, &owner);

	made_free_grid(sim, 0, sim->c.nr_pages, 8, residue);
	for (uint32_t i = 0; i < 16; i++)
		sim->block[i].skip = 1;
	sim->c.zone[0].blockskip_flush = 1;
	return sim;
}

static unsigned int marked(const struct sim *sim, uint32_t from, uint32_t to)
{
	unsigned int nr = 0;

	for (uint32_t i = from; i < to; i++)
		nr += sim->block[i].skip;
	return nr;
}

static void the_reset_samples_every_eighth_page_and_misses_what_is_between(void **state)
{
	(void)state;
	struct sim *sim = marked_zone(4);

	compact_reset_skip(sim, &sim->c.zone[0]);
	assert_int_equal(marked(sim, 0, 8), 0);  /* its samples are pages on the LRU */
	assert_int_equal(marked(sim, 8, 16), 8); /* none of its samples is free */
	assert_int_equal(sim_counter(sim, SIM_SKIP_CLEARED), 8);
	assert_int_equal(sim_counter(sim, SIM_SKIP_RESET), 1);
	assert_int_equal(sim->c.zone[0].cached_migrate[1], 8 * 512);
	assert_int_equal(sim->c.zone[0].cached_free, 8 * 512 - 1);
	sim_free(sim);
}

static void free_pages_at_its_samples_clear_the_upper_half(void **state)
{
	(void)state;
	struct sim *sim = marked_zone(0);

	compact_reset_skip(sim, &sim->c.zone[0]);
	assert_int_equal(marked(sim, 8, 16), 0);
	assert_int_equal(marked(sim, 0, 8), 8); /* each sample is free, none on the LRU */
	sim_free(sim);
}

static void the_first_hits_of_both_sides_are_where_scanners_begin(void **state)
{
	(void)state;
	struct sim *sim = marked_zone(4);
	struct sim_zone *zone = &sim->c.zone[0];

	made_free_owned(sim, 14 * 512 + 8);
	compact_reset_skip(sim, zone);
	assert_int_equal(zone->cached_migrate[0], 0);
	assert_int_equal(zone->init_free, 15 * 512 - 1);
	assert_int_equal(zone->cached_free, zone->init_free);
	assert_int_equal(sim->block[15].skip, 1);
	assert_int_equal(marked(sim, 8, 15), 0); /* from the first hit on the LRU counts too */
	sim_free(sim);
}

static void bits_are_reset_only_after_a_direct_compaction_went_through(void **state)
{
	(void)state;
	struct sim *sim = marked_zone(0);

	sim->c.zone[0].blockskip_flush = 0;
	compact_reset_skip_node(sim, 0);
	assert_int_equal(marked(sim, 0, 16), 16);
	sim->c.zone[0].blockskip_flush = 1;
	compact_reset_skip_node(sim, 0);
	assert_int_equal(marked(sim, 8, 16), 0);
	assert_false(sim->c.zone[0].blockskip_flush);
	sim_free(sim);
}

static void a_page_within_a_large_folio_is_on_the_lru_and_a_huge_block_is_passed(void **state)
{
	(void)state;
	struct sim *sim = made_machine(4, 1);
	uint32_t owner = owner_new(sim, PAGE_STATE_ANON);

	made_give(sim, owner, 0, 512, 9);
	made_give(sim, owner, 512 + 16, 16, 4); /* sampled at its head and once within */
	sim->block[0].skip = sim->block[1].skip = 1;
	sim->c.zone[0].blockskip_flush = 1;
	compact_reset_skip(sim, &sim->c.zone[0]);
	assert_true(sim->block[0].skip);
	assert_false(sim->block[1].skip);
	sim_free(sim);
}

/*
 * Deferral.
 */

static void failures_double_the_attempts_that_are_spared_up_to_63(void **state)
{
	(void)state;
	static const unsigned int expected[] = { 1, 3, 7, 15, 31, 63, 63 };
	struct sim *sim = made_machine(1, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	assert_false(compact_deferred(sim, zone, 9));
	for (unsigned int i = 0; i < ARRAY_SIZE(expected); i++) {
		unsigned int skips = 0;

		compact_defer(sim, zone, 9);
		while (compact_deferred(sim, zone, 9))
			skips++;
		assert_int_equal(skips, expected[i]);
		assert_int_equal(compact_restarting(zone, 9), skips == 63);
	}
	sim_free(sim);
}

static void a_success_frees_smaller_orders_and_a_taken_page_ends_the_deferral(void **state)
{
	(void)state;
	struct sim *sim = made_machine(1, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	compact_defer_reset(zone, 4, false);
	assert_int_equal(zone->order_failed, 5);
	compact_defer(sim, zone, 9);
	assert_int_equal(zone->order_failed, 5);
	assert_false(compact_deferred(sim, zone, 4));
	assert_true(compact_deferred(sim, zone, 5));
	compact_defer_reset(zone, 9, true);
	assert_int_equal(zone->defer_shift, 0);
	assert_int_equal(zone->order_failed, 10);
	assert_false(compact_deferred(sim, zone, 9));
	sim_free(sim);
}

/*
 * Suitability.
 */

struct suit_row {
	unsigned int order, nr;       /* free buddies, one to a block */
	unsigned int type;            /* of their blocks */
	unsigned int wanted;          /* order */
	bool async;
	unsigned int flags;
	enum compact_unsuited why;
};

static const struct suit_row suit_rows[] = {
	{ 9, 2, MT_MOVABLE, 9, false, 0, UNSUITED_THERE },
	{ 0, 1000, MT_MOVABLE, 9, false, 0, UNSUITED_FREE },
	{ 0, 1500, MT_MOVABLE, 9, false, 0, UNSUITED_NOT },
	{ 8, 10, MT_MOVABLE, 9, false, 0, UNSUITED_INDEX },   /* index 400 */
	{ 0, 20, MT_MOVABLE, 3, false, 0, UNSUITED_NOT },     /* not costly: no index */
	{ 0, 16, MT_MOVABLE, 3, false, 0, UNSUITED_FREE },
	{ 0, 1500, MT_CMA, 9, true, 0, UNSUITED_CMA },
	{ 0, 1500, MT_CMA, 9, true, ALLOC_CMA, UNSUITED_NOT },
	{ 0, 1500, MT_CMA, 9, false, 0, UNSUITED_NOT },
};

static struct sim *sparse_zone(const struct suit_row *row)
{
	struct sim *sim = made_machine(row->nr, 1);

	for (uint32_t i = 0; i < row->nr; i++) {
		sim->block[i].type = (uint8_t)row->type;
		made_free(sim, i * 512, row->order);
	}
	return sim;
}

static void zones_are_suited_by_free_pages_and_by_the_index(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(suit_rows); i++) {
		const struct suit_row *row = &suit_rows[i];
		struct sim *sim = sparse_zone(row);

		assert_int_equal(compact_unsuited(sim, &sim->c.zone[0], row->wanted,
						  SIM_ZONE_NORMAL, row->flags, row->async, false),
				 row->why);
		sim_free(sim);
	}
}

static void the_gap_is_twice_the_order_or_32_where_it_is_capped(void **state)
{
	(void)state;
	struct sim *sim = made_machine(1, 1);

	assert_int_equal(compact_gap(sim, 9), 1024);
	assert_int_equal(compact_gap(sim, 4), 32);
	sim->policy.gap_capped = 1;
	assert_int_equal(compact_gap(sim, 9), 32);
	assert_int_equal(compact_gap(sim, 3), 16);
	sim_free(sim);
}

static void older_kernels_begin_at_low_for_costly_orders_whatever_the_callers_mark(void **state)
{
	(void)state;
	const struct suit_row row = { 0, 1500, MT_MOVABLE, 9, false, 0, UNSUITED_NOT };
	struct sim *sim = sparse_zone(&row);
	struct sim_zone *zone = &sim->c.zone[0];

	zone->min = 100;
	zone->low = 200;
	zone->high = 400;
	/* 1500 free: enough above LOW and above MIN + LOW - MIN, too little above HIGH + 100 */
	assert_int_equal(compact_unsuited(sim, zone, 9, SIM_ZONE_NORMAL, ALLOC_WMARK_HIGH, false,
					  false), UNSUITED_FREE);
	sim->policy.suitable_from_mark = 0;
	assert_int_equal(compact_unsuited(sim, zone, 9, SIM_ZONE_NORMAL, ALLOC_WMARK_HIGH, false,
					  false), UNSUITED_NOT);
	sim_free(sim);
}

static void with_defrag_mode_kcompactd_counts_whole_blocks_only(void **state)
{
	(void)state;
	const struct suit_row row = { 9, 2, MT_MOVABLE, 9, false, 0, UNSUITED_THERE };
	struct sim *sim = sparse_zone(&row);

	sim->knobs.defrag_mode = 1;
	sim->c.zone[0].high = 600; /* 1024 - 511 free pages are below it in blocks */
	assert_int_equal(compact_suitable(sim, &sim->c.zone[0], 9, SIM_ZONE_NORMAL,
					  ALLOC_WMARK_HIGH, false, true), COMPACT_SKIPPED);
	sim->c.zone[0].high = 500;
	assert_int_equal(compact_suitable(sim, &sim->c.zone[0], 9, SIM_ZONE_NORMAL,
					  ALLOC_WMARK_HIGH, false, true), COMPACT_SUCCESS);
	sim_free(sim);
}

/*
 * Searches by the free lists.
 */

static void the_free_scanner_takes_a_high_page_from_the_tail(void **state)
{
	(void)state;
	struct sim *sim = made_machine(16, 1);
	struct compact_control cc = made_control(sim, 4, COMPACT_ASYNC);

	made_free(sim, 0, 9);
	made_free(sim, 14 * 512 + 16, 3);
	made_free(sim, 9 * 512 + 16, 3); /* nearer to the head, and too low besides */
	cc.nr_migratepages = 8;
	fast_isolate_freepages(sim, &cc);
	assert_int_equal(cc.freepages[3].first, 14 * 512 + 16);
	assert_int_equal(sim_counter(sim, SIM_FAST_FREE), 8);
	assert_int_equal(cc.fast_search_fail, 0);
	assert_int_equal(cc.search_order, 3);
	sim_free(sim);
}

static void pages_freed_upwards_hide_the_high_ones_from_it(void **state)
{
	(void)state;
	struct sim *sim = made_machine(64, 1);
	struct compact_control cc = made_control(sim, 4, COMPACT_ASYNC);

	made_free(sim, 0, 9);
	for (uint32_t pfn = 512 + 4; pfn < sim->c.nr_pages; pfn += 8)
		made_free(sim, pfn, 0);
	sim->c.zone[0].init_free = sim->c.nr_pages - 1; /* not the first search */
	cc.free_pfn = 60 * 512;
	fast_isolate_freepages(sim, &cc);
	assert_int_equal(cc.nr_freepages, 0);
	assert_int_equal(cc.fast_search_fail, 1);
	assert_int_equal(cc.free_pfn, 60 * 512);
	/* the list was turned: the next search sees other entries */
	assert_true(sim->c.zone[0].free[0][MT_MOVABLE].last > 512 + 4);
	sim_free(sim);
}

static void a_first_search_that_fails_moves_the_free_scanner_down(void **state)
{
	(void)state;
	struct sim *sim = made_machine(64, 1);
	struct compact_control cc = made_control(sim, 4, COMPACT_ASYNC);

	made_free(sim, 0, 9);
	cc.direct_compaction = 1;
	fast_isolate_freepages(sim, &cc);
	assert_int_equal(cc.free_pfn, (63 * 512 - 63 * 512 / 2) / 512 * 512);
	sim_free(sim);
}

static void compaction_of_the_whole_zone_does_not_search(void **state)
{
	(void)state;
	struct sim *sim = made_machine(16, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	made_free(sim, 0, 9);
	made_free(sim, 14 * 512, 3);
	fast_isolate_freepages(sim, &cc);
	assert_int_equal(cc.nr_freepages, 0);
	cc.ignore_skip_hint = 1;
	assert_int_equal(fast_find_migrateblock(sim, &cc), 0);
	sim_free(sim);
}

static void the_migrate_scanner_begins_at_a_block_with_a_large_free_page(void **state)
{
	(void)state;
	struct sim *sim = made_machine(64, 1);
	struct compact_control cc = made_control(sim, 9, COMPACT_SYNC_LIGHT);

	made_free(sim, 40 * 512, 8); /* not in the lower half */
	made_free(sim, 20 * 512, 8);
	made_free(sim, 10 * 512, 8);
	sim->block[10].skip = 1;
	assert_int_equal(fast_find_migrateblock(sim, &cc), 20 * 512);
	assert_int_equal(sim_counter(sim, SIM_FAST_MIGRATE), 1);
	assert_int_equal(sim->c.zone[0].free[8][MT_MOVABLE].last, 20 * 512);
	cc.order = 3;
	assert_int_equal(fast_find_migrateblock(sim, &cc), 0);
	cc.order = 4;
	cc.direct_compaction = 1;
	cc.type = MT_UNMOVABLE;
	assert_int_equal(fast_find_migrateblock(sim, &cc), 0);
	sim_free(sim);
}

static void failed_searches_fall_back_to_the_lowest_start_once(void **state)
{
	(void)state;
	struct sim *sim = made_machine(64, 1);
	struct compact_control cc = made_control(sim, 9, COMPACT_SYNC_LIGHT);

	made_free(sim, 20 * 512, 8);
	assert_int_equal(fast_find_migrateblock(sim, &cc), 20 * 512);
	sim->block[20].skip = 1;
	cc.migrate_pfn = 25 * 512;
	assert_int_equal(fast_find_migrateblock(sim, &cc), 20 * 512);
	cc.migrate_pfn = 25 * 512;
	assert_int_equal(fast_find_migrateblock(sim, &cc), 25 * 512);
	assert_int_equal(cc.fast_search_fail, 2);
	sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_reset_samples_every_eighth_page_and_misses_what_is_between),
		cmocka_unit_test(free_pages_at_its_samples_clear_the_upper_half),
		cmocka_unit_test(the_first_hits_of_both_sides_are_where_scanners_begin),
		cmocka_unit_test(bits_are_reset_only_after_a_direct_compaction_went_through),
		cmocka_unit_test(
			a_page_within_a_large_folio_is_on_the_lru_and_a_huge_block_is_passed),
		cmocka_unit_test(failures_double_the_attempts_that_are_spared_up_to_63),
		cmocka_unit_test(a_success_frees_smaller_orders_and_a_taken_page_ends_the_deferral),
		cmocka_unit_test(zones_are_suited_by_free_pages_and_by_the_index),
		cmocka_unit_test(the_gap_is_twice_the_order_or_32_where_it_is_capped),
		cmocka_unit_test(
			older_kernels_begin_at_low_for_costly_orders_whatever_the_callers_mark),
		cmocka_unit_test(with_defrag_mode_kcompactd_counts_whole_blocks_only),
		cmocka_unit_test(the_free_scanner_takes_a_high_page_from_the_tail),
		cmocka_unit_test(pages_freed_upwards_hide_the_high_ones_from_it),
		cmocka_unit_test(a_first_search_that_fails_moves_the_free_scanner_down),
		cmocka_unit_test(compaction_of_the_whole_zone_does_not_search),
		cmocka_unit_test(the_migrate_scanner_begins_at_a_block_with_a_large_free_page),
		cmocka_unit_test(failed_searches_fall_back_to_the_lowest_start_once),
	};

	return CHECK_MAIN(tests);
}
