// SPDX-License-Identifier: GPL-2.0-or-later
/* One zone's compaction: what is moved where, when it is over, and what a direct one captures. */
#include "made_compact.h"

#include "fragscope/array.h"
#include "../check.h"

/* All of memory anonymous, every fourth page free, where each stride sees some. */
static struct sim *loose_memory(uint32_t nr_blocks)
{
	uint32_t owner;
	struct sim *sim = made_anon(nr_blocks, &owner);

	made_free_grid(sim, 0, sim->c.nr_pages, 4, 0);
	return sim;
}

static struct alloc_request request_of(unsigned int order, unsigned int type)
{
	return (struct alloc_request) {
		.gfp = GFP_HIGHUSER_MOVABLE_MASK, .order = (uint8_t)order, .type = (uint8_t)type,
		.zoneidx = SIM_ZONE_NORMAL, .reclaim_order = (uint8_t)order, .nr_zones = 1,
	};
}

static void nothing_is_lost(struct sim *sim, uint32_t nr_used)
{
	const struct sim_zone *zone = &sim->c.zone[0];

	pcp_drain_cpu(sim, &sim->c.zone[0], 0);
	assert_int_equal(sim->owners[0].nr_pages, nr_used);
	assert_int_equal(made_count(sim, 0, sim->c.nr_pages, PAGE_STATE_ANON), nr_used);
	assert_int_equal(zone->nr_free_pages, sim->c.nr_pages - nr_used);
	assert_int_equal(made_count(sim, 0, sim->c.nr_pages, PAGE_STATE_TARGET), 0);
	assert_int_equal(zone->nr_isolated, 0);
	assert_int_equal(zone->nr_anon, nr_used);
}

static void compacting_all_memory_gathers_what_is_free(void **state)
{
	(void)state;
	struct sim *sim = loose_memory(16);
	uint32_t used = sim->owners[0].nr_pages;

	compact_memory(sim);
	nothing_is_lost(sim, used);
	assert_true(sim->c.zone[0].nr_free_blocks >= 3 * 512);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_ISOLATED) / 2 * 2,
			 sim_counter(sim, SIM_COMPACT_ISOLATED));
	assert_true(sim_counter(sim, SIM_COMPACT_ISOLATED) >=
		    2 * sim_counter(sim, SIM_PGMIGRATE_SUCCESS));
	assert_int_equal(sim_counter(sim, SIM_SCANNERS_MET), 1);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_DAEMON_FREE_SCANNED), 0);
	assert_false(sim->c.direct.active);
	sim_free(sim);
}

static void direct_compaction_ends_with_a_page_of_the_order(void **state)
{
	(void)state;
	struct sim *sim = loose_memory(64);
	struct alloc_request request = request_of(9, MT_MOVABLE);
	uint32_t used = sim->owners[0].nr_pages, page;

	assert_int_equal(compact_direct(sim, &request, ALLOC_CMA, COMPACT_PRIO_SYNC_LIGHT, &page),
			 COMPACT_SUCCESS);
	assert_int_not_equal(page, NO_PAGE);
	assert_int_equal(sim->state[page], PAGE_STATE_KERNEL);
	assert_int_equal(page_order(sim, page), 9);
	assert_int_equal(sim_counter(sim, SIM_CAPTURED), 1);
	sim->c.direct.captured = NO_PAGE;
	made_free(sim, page, 9);
	nothing_is_lost(sim, used);
	sim_free(sim);
}

static void memory_without_a_page_to_move_to_ends_a_direct_compaction_unsuited(void **state)
{
	(void)state;
	uint32_t owner, page;
	struct sim *sim = made_anon(8, &owner);
	struct alloc_request request = request_of(9, MT_MOVABLE);

	assert_int_equal(compact_direct(sim, &request, ALLOC_CMA, COMPACT_PRIO_ASYNC, &page),
			 COMPACT_SKIPPED);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_SKIPPED), 1);
	sim_free(sim);
}

static void a_page_that_is_there_already_is_no_zone_skipped(void **state)
{
	(void)state;
	struct sim *sim = made_machine(8, 1);
	struct alloc_request request = request_of(4, MT_MOVABLE);
	uint32_t page;

	made_free(sim, 512, 9);
	assert_int_equal(compact_direct(sim, &request, ALLOC_CMA, COMPACT_PRIO_ASYNC, &page),
			 COMPACT_SUCCESS);
	assert_int_equal(page, NO_PAGE);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_SKIPPED), 0);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_FREE_SCANNED), 0);
	sim_free(sim);
}

static void only_sync_failures_defer_a_zone(void **state)
{
	(void)state;
	struct sim *sim = loose_memory(64);
	struct alloc_request request = request_of(9, MT_MOVABLE);
	uint32_t page;

	for (uint32_t pfn = 1; pfn < sim->c.nr_pages; pfn += 64) /* no block can be emptied */
		sim->flags[pfn] |= PAGE_FLAG_PINNED;
	assert_int_equal(compact_direct(sim, &request, ALLOC_CMA, COMPACT_PRIO_ASYNC, &page),
			 COMPACT_COMPLETE);
	assert_int_equal(sim->c.zone[0].defer_shift, 0);
	assert_true(sim->c.zone[0].blockskip_flush);
	compact_direct(sim, &request, ALLOC_CMA, COMPACT_PRIO_SYNC_LIGHT, &page);
	assert_int_equal(sim->c.zone[0].defer_shift, 1);
	assert_int_equal(compact_direct(sim, &request, ALLOC_CMA, COMPACT_PRIO_SYNC_LIGHT, &page),
			 COMPACT_DEFERRED);
	sim_free(sim);
}

/*
 * compact_finished()
 */

static void a_request_is_done_when_its_own_list_or_a_whole_block_serves_it(void **state)
{
	(void)state;
	static const struct {
		unsigned int order, block_type, wanted;
		enum compact_result result;
	} rows[] = {
		{ 4, MT_MOVABLE, MT_MOVABLE, COMPACT_SUCCESS },
		{ 4, MT_CMA, MT_MOVABLE, COMPACT_SUCCESS },
		{ 4, MT_CMA, MT_UNMOVABLE, COMPACT_CONTINUE },
		{ 4, MT_UNMOVABLE, MT_MOVABLE, COMPACT_SUCCESS },  /* order 4 may be claimed */
		{ 3, MT_UNMOVABLE, MT_MOVABLE, COMPACT_CONTINUE }, /* order 3 may not */
		{ 3, MT_MOVABLE, MT_UNMOVABLE, COMPACT_SUCCESS },
		{ 2, MT_MOVABLE, MT_MOVABLE, COMPACT_CONTINUE },   /* too small */
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(rows); i++) {
		struct sim *sim = made_machine(8, 1);
		struct compact_control cc = made_control(sim, 3, COMPACT_SYNC_LIGHT);

		cc.type = (uint8_t)rows[i].wanted;
		cc.direct_compaction = 1;
		sim->block[5].type = (uint8_t)rows[i].block_type;
		made_free(sim, 5 * 512, rows[i].order);
		assert_int_equal(compact_finished(sim, &cc), rows[i].result);
		cc.contended = 1;
		if (rows[i].result == COMPACT_CONTINUE)
			assert_int_equal(compact_finished(sim, &cc), COMPACT_CONTENDED);
		cc.migrate_pfn = 100; /* a block is always finished */
		assert_int_equal(compact_finished(sim, &cc), COMPACT_CONTINUE);
		sim_free(sim);
	}
}

static void scanners_that_meet_end_it_and_ask_for_the_skip_bits_if_direct(void **state)
{
	(void)state;
	struct sim *sim = made_machine(8, 1);
	struct compact_control cc = made_control(sim, 9, COMPACT_SYNC_LIGHT);
	struct sim_zone *zone = &sim->c.zone[0];

	cc.migrate_pfn = 4 * 512 + 7;
	cc.free_pfn = 4 * 512 + 300;
	zone->cached_free = cc.free_pfn;
	assert_int_equal(compact_finished(sim, &cc), COMPACT_PARTIAL_SKIPPED);
	assert_false(zone->blockskip_flush);
	assert_int_equal(zone->cached_free, 7 * 512);
	cc.direct_compaction = cc.whole_zone = 1;
	assert_int_equal(compact_finished(sim, &cc), COMPACT_COMPLETE);
	assert_true(zone->blockskip_flush);
	sim_free(sim);
}

static void with_defrag_mode_kcompactd_works_until_whole_blocks_reach_the_high_mark(void **state)
{
	(void)state;
	struct sim *sim = made_machine(16, 1);
	struct compact_control cc = made_control(sim, 9, COMPACT_SYNC_LIGHT);

	sim->knobs.defrag_mode = 1;
	sim->c.zone[0].high = 1024;
	cc.alloc_flags = ALLOC_WMARK_HIGH;
	made_free(sim, 8 * 512, 9);
	made_free(sim, 10 * 512, 9);
	assert_int_equal(compact_finished(sim, &cc), COMPACT_CONTINUE);
	made_free(sim, 12 * 512, 9);
	made_free(sim, 14 * 512, 9);
	assert_int_equal(compact_finished(sim, &cc), COMPACT_SUCCESS);
	sim_free(sim);
}

static void proactive_compaction_ends_at_the_low_mark_or_when_kswapd_runs(void **state)
{
	(void)state;
	struct sim *sim = loose_memory(8);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	cc.proactive_compaction = 1;
	assert_int_equal(compact_finished(sim, &cc), COMPACT_CONTINUE);
	sim->c.node[0].kswapd_running = 1;
	assert_int_equal(compact_finished(sim, &cc), COMPACT_PARTIAL_SKIPPED);
	sim->c.node[0].kswapd_running = 0;
	sim->knobs.compaction_proactiveness = 0;
	assert_int_equal(compact_finished(sim, &cc), COMPACT_SUCCESS);
	cc.proactive_compaction = 0;
	assert_int_equal(compact_finished(sim, &cc), COMPACT_CONTINUE);
	sim_free(sim);
}

/*
 * Migration.
 */

/* One folio of that order is isolated from block 1; targets come from block 7. */
static struct sim *one_folio(unsigned int order, struct compact_control *cc)
{
	struct sim *sim = made_machine(8, 1);
	uint32_t owner = owner_new(sim, PAGE_STATE_ANON);

	sim->knobs.migrate_fail_permille = 0;
	made_free(sim, 0, 9);
	made_give(sim, owner, 512, 1u << order, order);
	*cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);
	owner_isolate_page(sim, &sim->c.zone[0], 512);
	page_list_add_tail(sim, &cc->migratepages, 512);
	cc->nr_migratepages = 1u << order;
	return sim;
}

static void a_target_is_split_off_the_smallest_page_that_is_large_enough(void **state)
{
	(void)state;
	struct compact_control cc;
	struct sim *sim = one_folio(2, &cc);

	made_free(sim, 7 * 512 + 32, 5);
	assert_int_equal(migrate_pages(sim, &cc), MIGRATE_ALL);
	assert_int_equal(sim->state[7 * 512 + 32], PAGE_STATE_ANON);
	assert_int_equal(page_order(sim, 7 * 512 + 32), 2);
	assert_int_equal(cc.freepages[2].first, 7 * 512 + 36);
	assert_int_equal(cc.freepages[3].first, 7 * 512 + 40);
	assert_int_equal(cc.freepages[4].first, 7 * 512 + 48);
	assert_int_equal(cc.nr_freepages, 28);
	assert_int_equal(cc.nr_migratepages, 0);
	assert_int_equal(sim_counter(sim, SIM_PGMIGRATE_SUCCESS), 4);
	assert_int_equal(sim->owners[0].pages.first, 7 * 512 + 32);
	sim_free(sim);
}

static void a_large_folio_without_a_target_is_moved_page_by_page(void **state)
{
	(void)state;
	struct compact_control cc;
	struct sim *sim = one_folio(3, &cc);

	for (uint32_t i = 0; i < 16; i++)
		made_free(sim, 7 * 512 + 3 * i, 0);
	assert_int_equal(migrate_pages(sim, &cc), MIGRATE_ALL);
	assert_int_equal(made_count(sim, 7 * 512, 8 * 512, PAGE_STATE_ANON), 8);
	assert_int_equal(made_count(sim, 512, 520, PAGE_STATE_ANON), 0);
	assert_int_equal(sim->owners[0].nr_pages, 8);
	assert_int_equal(sim->owners[0].pages.nr, 8);
	assert_int_equal(sim->c.zone[0].nr_isolated, 0);
	sim_free(sim);
}

static void a_single_page_without_a_target_ends_the_batch(void **state)
{
	(void)state;
	struct compact_control cc;
	struct sim *sim = one_folio(0, &cc);

	assert_int_equal(migrate_pages(sim, &cc), MIGRATE_NO_TARGET);
	assert_int_equal(sim_counter(sim, SIM_PGMIGRATE_FAIL), 1);
	migrate_putback(sim, &cc);
	assert_int_equal(sim->owners[0].pages.first, 512);
	assert_int_equal(sim->c.zone[0].nr_isolated, 0);
	sim_free(sim);
}

static void a_folio_that_is_held_stays_and_its_target_waits_for_the_next(void **state)
{
	(void)state;
	struct compact_control cc;
	struct sim *sim = one_folio(0, &cc);

	made_free(sim, 7 * 512 + 9, 0);
	sim->flags[512] |= PAGE_FLAG_PINNED;
	assert_int_equal(migrate_pages(sim, &cc), MIGRATE_SOME);
	assert_int_equal(cc.freepages[0].first, 7 * 512 + 9);
	assert_int_equal(cc.nr_freepages, 1);
	assert_int_equal(sim_counter(sim, SIM_PGMIGRATE_FAIL), 1);
	sim_free(sim);
}

static void writeback_is_waited_for_by_manual_compaction_only(void **state)
{
	(void)state;
	for (unsigned int mode = COMPACT_ASYNC; mode <= COMPACT_SYNC; mode++) {
		struct compact_control cc;
		struct sim *sim = one_folio(0, &cc);

		cc.mode = (uint8_t)mode;
		made_free(sim, 7 * 512, 0);
		sim->flags[512] |= PAGE_FLAG_WRITEBACK;
		assert_int_equal(migrate_pages(sim, &cc),
				 mode == COMPACT_SYNC ? MIGRATE_ALL : MIGRATE_SOME);
		assert_int_equal(sim_spent_ns(sim, COST_DISK) != 0, mode == COMPACT_SYNC);
		sim_free(sim);
	}
}

static void locked_folios_are_waited_for_unless_async(void **state)
{
	(void)state;
	for (unsigned int mode = COMPACT_ASYNC; mode <= COMPACT_SYNC; mode++) {
		struct compact_control cc;
		struct sim *sim = one_folio(0, &cc);

		random_init(&sim->c.migrate_random, 1, 1);
		sim->knobs.migrate_fail_permille = 1000;
		cc.mode = (uint8_t)mode;
		made_free(sim, 7 * 512, 0);
		assert_int_equal(migrate_pages(sim, &cc),
				 mode == COMPACT_ASYNC ? MIGRATE_SOME : MIGRATE_ALL);
		sim_free(sim);
	}
}

/*
 * Patterns, from end to end.
 */

/* Free pages at one residue in each block, freed upwards. */
static uint64_t moved_of_pattern(uint32_t residue, bool resample)
{
	uint32_t owner;
	struct sim *sim = made_anon(65, &owner);
	struct alloc_request request = request_of(9, MT_MOVABLE);
	uint64_t moved;
	uint32_t page;

	sim->policy.resample = resample;
	made_free_grid(sim, 0, sim->c.nr_pages, 8, residue);
	compact_direct(sim, &request, ALLOC_CMA, COMPACT_PRIO_ASYNC, &page);
	moved = sim_counter(sim, SIM_PGMIGRATE_SUCCESS);
	sim_free(sim);
	return moved;
}

static void a_pattern_between_the_samples_stops_async_compaction_and_resampling_mends_it(void **state)
{
	(void)state;
	uint64_t seen = moved_of_pattern(0, false), hidden = moved_of_pattern(4, false);
	uint64_t mended = moved_of_pattern(4, true);

	assert_true(hidden < seen / 4);
	assert_true(mended > seen / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compacting_all_memory_gathers_what_is_free),
		cmocka_unit_test(direct_compaction_ends_with_a_page_of_the_order),
		cmocka_unit_test(
			memory_without_a_page_to_move_to_ends_a_direct_compaction_unsuited),
		cmocka_unit_test(a_page_that_is_there_already_is_no_zone_skipped),
		cmocka_unit_test(only_sync_failures_defer_a_zone),
		cmocka_unit_test(a_request_is_done_when_its_own_list_or_a_whole_block_serves_it),
		cmocka_unit_test(scanners_that_meet_end_it_and_ask_for_the_skip_bits_if_direct),
		cmocka_unit_test(
			with_defrag_mode_kcompactd_works_until_whole_blocks_reach_the_high_mark),
		cmocka_unit_test(proactive_compaction_ends_at_the_low_mark_or_when_kswapd_runs),
		cmocka_unit_test(a_target_is_split_off_the_smallest_page_that_is_large_enough),
		cmocka_unit_test(a_large_folio_without_a_target_is_moved_page_by_page),
		cmocka_unit_test(a_single_page_without_a_target_ends_the_batch),
		cmocka_unit_test(a_folio_that_is_held_stays_and_its_target_waits_for_the_next),
		cmocka_unit_test(writeback_is_waited_for_by_manual_compaction_only),
		cmocka_unit_test(locked_folios_are_waited_for_unless_async),
		cmocka_unit_test(
		a_pattern_between_the_samples_stops_async_compaction_and_resampling_mends_it),
	};

	return CHECK_MAIN(tests);
}
