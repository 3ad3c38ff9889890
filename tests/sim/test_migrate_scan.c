// SPDX-License-Identifier: GPL-2.0-or-later
/* Which blocks and which folios the migrate scanner takes, for whom. */
#include "made_compact.h"

#include "fragscope/array.h"
#include "../check.h"

/* Block 0 of four has that type and 64 anonymous pages, the rest of it is the kernel's. */
static struct sim *source_block(unsigned int type)
{
	struct sim *sim = made_machine(4, 1);
	uint32_t owner = owner_new(sim, PAGE_STATE_ANON);

	made_give(sim, owner, 0, 64, 0);
	sim->block[0].type = (uint8_t)type;
	return sim;
}

struct source_row {
	bool direct;
	enum compact_mode mode;
	unsigned int wanted, order, block;
	bool may_use_cma, huge_any, taken;
};

#define A COMPACT_ASYNC
#define L COMPACT_SYNC_LIGHT

static const struct source_row source_rows[] = {
	{ false, L, MT_MOVABLE, 9, MT_UNMOVABLE, false, true, true },
	{ false, L, MT_MOVABLE, 9, MT_CMA, false, true, true },
	{ true, L, MT_MOVABLE, 9, MT_UNMOVABLE, true, true, true },
	{ true, L, MT_MOVABLE, 9, MT_CMA, false, true, false },
	{ true, L, MT_MOVABLE, 9, MT_CMA, true, true, true },
	{ true, A, MT_MOVABLE, 4, MT_MOVABLE, true, true, true },
	{ true, A, MT_MOVABLE, 4, MT_CMA, true, true, true },
	{ true, A, MT_MOVABLE, 4, MT_UNMOVABLE, true, true, false },
	{ true, A, MT_UNMOVABLE, 4, MT_UNMOVABLE, false, true, true },
	{ true, A, MT_UNMOVABLE, 4, MT_MOVABLE, false, true, false },
	{ true, A, MT_UNMOVABLE, 9, MT_MOVABLE, false, true, true },
	{ true, A, MT_UNMOVABLE, 9, MT_MOVABLE, false, false, false },
};

static void blocks_are_taken_by_type_mode_and_order(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(source_rows); i++) {
		const struct source_row *row = &source_rows[i];
		struct sim *sim = source_block(row->block);
		struct compact_control cc = made_control(sim, (int)row->order, row->mode);

		sim->policy.source_huge_any = row->huge_any;
		cc.nr_migratepages = 0;
		cc.direct_compaction = row->direct;
		cc.type = (uint8_t)row->wanted;
		cc.alloc_flags = row->may_use_cma ? ALLOC_CMA : 0;
		migrate_scan(sim, &cc);
		assert_int_equal(cc.migratepages.nr != 0, row->taken);
		sim_free(sim);
	}
}

static void older_kernels_take_cma_blocks_for_whoever_asks(void **state)
{
	(void)state;
	struct sim *sim = source_block(MT_CMA);
	struct compact_control cc = made_control(sim, 9, COMPACT_SYNC_LIGHT);

	sim->policy.source_checks_cma = 0;
	cc.nr_migratepages = 0;
	cc.direct_compaction = 1;
	cc.alloc_flags = 0;
	assert_int_equal(migrate_scan(sim, &cc), ISOLATE_SUCCESS);
	sim_free(sim);
}

static void a_batch_is_32_pages_and_the_rest_of_the_block_comes_next(void **state)
{
	(void)state;
	struct sim *sim = source_block(MT_MOVABLE);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	cc.nr_migratepages = 0;
	assert_int_equal(migrate_scan(sim, &cc), ISOLATE_SUCCESS);
	assert_int_equal(cc.nr_migratepages, 32);
	assert_int_equal(cc.migrate_pfn, 32);
	assert_int_equal(cc.migrate_scanned, 32);
	assert_int_equal(sim->c.zone[0].nr_isolated, 32);
	migrate_putback(sim, &cc);
	cc.finish_pageblock = 1;
	migrate_scan(sim, &cc);
	assert_int_equal(cc.migrate_pfn, 512);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_ISOLATED), 64);
	sim_free(sim);
}

static void a_block_taken_from_is_marked_and_left_alone_by_the_next(void **state)
{
	(void)state;
	struct sim *sim = source_block(MT_MOVABLE);
	struct compact_control cc = made_control(sim, 9, COMPACT_SYNC_LIGHT), next = cc;
	struct made_events events;

	cc.nr_migratepages = 0;
	migrate_scan(sim, &cc);
	assert_true(sim->block[0].skip);
	migrate_putback(sim, &cc);
	next.nr_migratepages = 0;
	next.fast_search_fail = 1;
	made_listen(sim, &events, EVENT_MIGRATE_SKIP);
	assert_int_equal(migrate_scan(sim, &next), ISOLATE_NONE);
	assert_int_equal(events.arg[0][0], SOURCE_SKIP_BIT);
	sim_free(sim);
}

static void a_block_with_nothing_to_take_is_marked_and_not_scanned_again(void **state)
{
	(void)state;
	struct sim *sim = made_machine(4, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	cc.nr_migratepages = 0;
	assert_int_equal(migrate_scan(sim, &cc), ISOLATE_NONE);
	assert_true(sim->block[0].skip);
	assert_int_equal(sim->c.zone[0].cached_migrate[0], 512);
	assert_int_equal(sim->c.zone[0].cached_migrate[1], 512);
	cc.mode = COMPACT_ASYNC;
	migrate_scan(sim, &cc);
	assert_int_equal(sim->c.zone[0].cached_migrate[0], 1024);
	assert_int_equal(sim->c.zone[0].cached_migrate[1], 512);
	sim_free(sim);
}

static void async_direct_compaction_gives_up_chunks_that_one_page_spoils(void **state)
{
	(void)state;
	struct sim *sim = source_block(MT_MOVABLE);
	struct compact_control cc = made_control(sim, 3, COMPACT_ASYNC);

	cc.nr_migratepages = 0;
	cc.direct_compaction = 1;
	sim->flags[5] |= PAGE_FLAG_PINNED; /* five were taken before it */
	sim->flags[8] |= PAGE_FLAG_PINNED;
	assert_int_equal(migrate_scan(sim, &cc), ISOLATE_SUCCESS);
	assert_int_equal(cc.migratepages.nr, 8);
	assert_int_equal(cc.migratepages.first, 16);
	assert_int_equal(cc.migrate_pfn, 24);
	assert_int_equal(sim->c.zone[0].nr_isolated, 8);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_ISOLATED), 8);
	sim_free(sim);
}

struct folio_row {
	enum page_state state;
	unsigned int flags, gfp;
	enum compact_mode mode;
	bool can_migrate_dirty, taken;
};

#define KERNEL_GFP GFP_KERNEL_MASK
#define NOFS GFP_NOFS_MASK
#define S COMPACT_SYNC

static const struct folio_row folio_rows[] = {
	{ PAGE_STATE_ANON, 0, NOFS, L, true, true },
	{ PAGE_STATE_ANON, PAGE_FLAG_PINNED, KERNEL_GFP, S, true, false },
	{ PAGE_STATE_ANON, PAGE_FLAG_UNEVICTABLE, KERNEL_GFP, L, true, true },
	{ PAGE_STATE_FILE, 0, KERNEL_GFP, A, true, true },
	{ PAGE_STATE_FILE, 0, NOFS, S, true, false },
	{ PAGE_STATE_FILE, PAGE_FLAG_PINNED, KERNEL_GFP, L, true, true }, /* found out later */
	{ PAGE_STATE_FILE, PAGE_FLAG_DIRTY, KERNEL_GFP, L, true, true },
	{ PAGE_STATE_FILE, PAGE_FLAG_DIRTY, KERNEL_GFP, L, false, false },
	{ PAGE_STATE_FILE, PAGE_FLAG_DIRTY, KERNEL_GFP, S, false, true },
	{ PAGE_STATE_FILE, PAGE_FLAG_WRITEBACK, KERNEL_GFP, L, true, false },
	{ PAGE_STATE_FILE, PAGE_FLAG_WRITEBACK, KERNEL_GFP, S, true, true },
	{ PAGE_STATE_SLAB, 0, KERNEL_GFP, S, true, false },
};

static void folios_are_taken_by_what_they_are_and_who_asks(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(folio_rows); i++) {
		const struct folio_row *row = &folio_rows[i];
		struct sim *sim = made_machine(4, 1);
		struct compact_control cc = made_control(sim, -1, row->mode);

		made_give(sim, owner_new(sim, PAGE_STATE_ANON), 512, 512, 0); /* others */
		made_give(sim, owner_new(sim, row->state), 7, 1, 0);
		sim->flags[7] = (uint8_t)row->flags;
		sim->knobs.can_migrate_dirty = row->can_migrate_dirty;
		cc.gfp = row->gfp;
		cc.nr_migratepages = 0;
		migrate_scan(sim, &cc);
		assert_int_equal(cc.migratepages.nr, row->taken);
		sim_free(sim);
	}
}

static void mlocked_pages_stay_where_the_sysctl_says_so(void **state)
{
	(void)state;
	struct sim *sim = source_block(MT_MOVABLE);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	sim->knobs.compact_unevictable_allowed = 0;
	sim->flags[0] |= PAGE_FLAG_UNEVICTABLE;
	cc.nr_migratepages = 0;
	migrate_scan(sim, &cc);
	assert_int_equal(cc.migratepages.first, 1);
	sim_free(sim);
}

/* How many pages of one folio in block 0 are taken. */
static uint32_t taken_of_folio(unsigned int folio, int order, unsigned int mthp, uint32_t always,
			       bool by_order)
{
	struct sim *sim = made_machine(4, 1);
	struct compact_control cc = made_control(sim, order, COMPACT_SYNC_LIGHT);
	uint32_t nr;

	made_give(sim, owner_new(sim, PAGE_STATE_ANON), 0, 1u << folio, folio);
	made_give(sim, owner_new(sim, PAGE_STATE_ANON), 512, 1024, 0);
	sim->policy.mthp = (uint8_t)mthp;
	sim->policy.target_by_order = by_order;
	sim->knobs.mthp_always_order = always;
	cc.proactive_compaction = order < 0;
	cc.nr_migratepages = 0;
	cc.free_pfn = 512; /* block 0 only */
	migrate_scan(sim, &cc);
	nr = cc.nr_migratepages;
	sim_free(sim);
	return nr;
}

static void folios_as_large_as_wanted_stay(void **state)
{
	(void)state;
	assert_int_equal(taken_of_folio(3, 4, 0, 0, true), 8);
	assert_int_equal(taken_of_folio(4, 4, 0, 0, true), 0);
	assert_int_equal(taken_of_folio(8, -1, 0, 0, true), 256);
	assert_int_equal(taken_of_folio(9, -1, 0, 0, true), 0);
	assert_int_equal(taken_of_folio(2, 9, 0, 0, false), 0); /* before 6.8 none moves */
	assert_int_equal(taken_of_folio(0, 9, 0, 0, false), 1);
}

static void with_the_mthp_series_folios_of_the_target_size_stay(void **state)
{
	(void)state;
	assert_int_equal(taken_of_folio(3, -1, MTHP_TARGET, 3, true), 8);
	assert_int_equal(taken_of_folio(3, -1, MTHP_SKIP, 3, true), 0);
	assert_int_equal(taken_of_folio(2, -1, MTHP_SKIP, 3, true), 4);
	assert_int_equal(taken_of_folio(3, -1, MTHP_SKIP, 0, true), 8);
}

static void with_the_mthp_series_small_targets_leave_unmovable_blocks(void **state)
{
	(void)state;
	static const struct { unsigned int mthp; uint32_t always; unsigned int taken; } rows[] = {
		{ 0, 3, 32 }, { MTHP_MOVABLE, 3, 0 }, { MTHP_MOVABLE, 4, 32 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(rows); i++) {
		struct sim *sim = source_block(MT_UNMOVABLE);
		struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

		sim->policy.mthp = (uint8_t)rows[i].mthp;
		sim->knobs.mthp_always_order = rows[i].always;
		cc.proactive_compaction = 1;
		cc.nr_migratepages = 0;
		migrate_scan(sim, &cc);
		assert_int_equal(cc.migratepages.nr, rows[i].taken);
		sim_free(sim);
	}
}

static void free_buddies_are_jumped(void **state)
{
	(void)state;
	struct sim *sim = made_machine(4, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	made_free(sim, 0, 8);
	cc.nr_migratepages = 0;
	migrate_scan(sim, &cc);
	assert_int_equal(cc.migrate_scanned, 512);
	assert_int_equal(sim_spent_ns(sim, COST_MIGRATE_SCAN), 15 * 257);
	sim_free(sim);
}

static void too_much_isolated_ends_async_and_slows_sync_compaction(void **state)
{
	(void)state;
	struct sim *sim = source_block(MT_MOVABLE);
	struct compact_control cc = made_control(sim, 9, COMPACT_ASYNC);

	cc.nr_migratepages = 0;
	sim->c.zone[0].nr_isolated = 1000;
	assert_int_equal(migrate_scan(sim, &cc), ISOLATE_ABORT);
	cc.mode = COMPACT_SYNC_LIGHT;
	assert_int_equal(migrate_scan(sim, &cc), ISOLATE_SUCCESS);
	assert_true(sim_spent_ns(sim, COST_THROTTLE) > 0);
	sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_are_taken_by_type_mode_and_order),
		cmocka_unit_test(older_kernels_take_cma_blocks_for_whoever_asks),
		cmocka_unit_test(a_batch_is_32_pages_and_the_rest_of_the_block_comes_next),
		cmocka_unit_test(a_block_taken_from_is_marked_and_left_alone_by_the_next),
		cmocka_unit_test(a_block_with_nothing_to_take_is_marked_and_not_scanned_again),
		cmocka_unit_test(async_direct_compaction_gives_up_chunks_that_one_page_spoils),
		cmocka_unit_test(folios_are_taken_by_what_they_are_and_who_asks),
		cmocka_unit_test(mlocked_pages_stay_where_the_sysctl_says_so),
		cmocka_unit_test(folios_as_large_as_wanted_stay),
		cmocka_unit_test(with_the_mthp_series_folios_of_the_target_size_stay),
		cmocka_unit_test(with_the_mthp_series_small_targets_leave_unmovable_blocks),
		cmocka_unit_test(free_buddies_are_jumped),
		cmocka_unit_test(too_much_isolated_ends_async_and_slows_sync_compaction),
	};

	return CHECK_MAIN(tests);
}
