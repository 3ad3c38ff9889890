// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The free scanner's samples: the sequence of strides, what a stride sees of memory that was freed
 * in a pattern or at random, and what the second sample is worth.
 */
#include "made_compact.h"

#include <math.h>

#include "fragscope/array.h"
#include "../check.h"

/*
 * Strides.
 */

static void expect_strides(const struct made_events *events, const int64_t *strides,
			   unsigned int nr)
{
	assert_int_equal(events->nr, nr);
	for (unsigned int i = 0; i < nr; i++)
		assert_int_equal(events->arg[i][0], strides[i]);
}

static void the_stride_doubles_with_each_empty_block_up_to_32(void **state)
{
	(void)state;
	static const int64_t expected[] = { 1, 2, 4, 8, 16, 32, 32 };
	struct sim *sim = made_machine(8, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);
	struct made_events events;

	made_listen(sim, &events, EVENT_FREE_BLOCK);
	free_scan(sim, &cc);
	expect_strides(&events, expected, ARRAY_SIZE(expected));
	assert_int_equal(cc.free_scanned, 512 + 256 + 128 + 64 + 32 + 16 + 16);
	assert_int_equal(sim_counter(sim, SIM_FREE_BLOCKS_EMPTY), 7);
	assert_int_equal(sim_counter(sim, SIM_FREE_BLOCKS_MISSED), 0);
	assert_int_equal(sim_counter(sim, SIM_SKIP_SET), 7);
	sim_free(sim);
}

static void a_block_that_gave_a_page_resets_the_stride(void **state)
{
	(void)state;
	static const int64_t expected[] = { 1, 2, 4, 8, 1, 2, 4 };
	struct sim *sim = made_machine(8, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);
	struct made_events events;

	made_free(sim, 0, 9); /* the migrate scanner's block, so that no watermark refuses */
	made_free(sim, 4 * 512 + 64, 0);
	made_listen(sim, &events, EVENT_FREE_BLOCK);
	free_scan(sim, &cc);
	expect_strides(&events, expected, ARRAY_SIZE(expected));
	assert_int_equal(cc.nr_freepages, 1);
	sim_free(sim);
}

static void async_compaction_begins_at_32(void **state)
{
	(void)state;
	static const int64_t expected[] = { 32, 32, 1, 2, 4, 8, 16 };
	struct sim *sim = made_machine(8, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_ASYNC);
	struct made_events events;

	made_free(sim, 0, 9);
	made_free(sim, 6 * 512 + 320, 0);
	made_listen(sim, &events, EVENT_FREE_BLOCK);
	free_scan(sim, &cc);
	expect_strides(&events, expected, ARRAY_SIZE(expected));
	sim_free(sim);
}

static void the_scan_stops_in_the_block_once_it_has_enough(void **state)
{
	(void)state;
	struct sim *sim = made_machine(8, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	made_free(sim, 0, 9);
	made_free(sim, 7 * 512 + 64, 5);
	made_free(sim, 7 * 512 + 128, 5);
	free_scan(sim, &cc);
	assert_int_equal(cc.nr_freepages, 32);
	assert_int_equal(cc.free_pfn, 7 * 512 + 96);
	assert_false(sim->block[7].skip);
	assert_int_equal(cc.free_scanned, 96);
	sim_free(sim);
}

static void large_folios_are_jumped_and_shift_the_samples(void **state)
{
	(void)state;
	uint32_t owner, pfn = 512;
	struct sim *sim = made_machine(4, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_ASYNC);

	owner = owner_new(sim, PAGE_STATE_ANON);
	made_give(sim, owner, 512, 4, 2);
	made_free(sim, 0, 9);
	made_free(sim, 512 + 3 + 32, 0); /* not a multiple of 32, but 3 pages behind one */
	assert_int_equal(free_scan_block(sim, &cc, &pfn, 1024, 32), 1);
	sim_free(sim);
}

static void a_watermark_that_refuses_ends_the_scan(void **state)
{
	(void)state;
	struct sim *sim = made_machine(4, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	made_free(sim, 3 * 512 + 8, 0);
	sim->c.zone[0].min = 100;
	free_scan(sim, &cc);
	assert_int_equal(cc.nr_freepages, 0);
	assert_int_equal(cc.free_pfn, 3 * 512 + 8);
	assert_int_equal(sim_counter(sim, SIM_FREE_BLOCKS_VISITED), 1);
	sim_free(sim);
}

static void blocks_that_are_not_for_movable_pages_are_passed(void **state)
{
	(void)state;
	struct sim *sim = made_machine(4, 1);
	struct compact_control cc = made_control(sim, 4, COMPACT_SYNC_LIGHT);
	struct made_events events;

	sim->block[3].type = MT_UNMOVABLE;
	sim->block[1].type = MT_CMA;
	made_free(sim, 0, 9);
	made_free(sim, 2 * 512, 4); /* begins with what the request wants: spared */
	assert_false(free_scan_block_is_target(sim, &cc, 3 * 512));
	assert_false(free_scan_block_is_target(sim, &cc, 2 * 512));
	assert_true(free_scan_block_is_target(sim, &cc, 512));
	cc.ignore_block_suitable = 1;
	assert_true(free_scan_block_is_target(sim, &cc, 3 * 512));
	cc.order = -1;
	cc.ignore_block_suitable = 0;
	made_listen(sim, &events, EVENT_FREE_BLOCK);
	free_scan(sim, &cc);
	assert_int_equal(events.nr, 2);
	assert_int_equal(events.pfn[0], 2 * 512);
	sim_free(sim);
}

/*
 * Memory freed in a pattern.
 */

struct alias {
	uint32_t every, residue, stride;
	bool first;                   /* the first sample sees it */
	uint32_t hits;                /* offsets of the second that do, out of stride - 1 */
};

static const struct alias aliases[] = {
	{ 8, 4, 2, true, 0 }, { 8, 4, 4, true, 0 }, { 8, 4, 8, false, 1 },
	{ 8, 4, 16, false, 2 }, { 8, 4, 32, false, 4 }, { 2, 1, 32, false, 16 },
	{ 4, 2, 32, false, 8 }, { 16, 8, 32, false, 2 }, { 32, 16, 32, false, 1 },
	{ 64, 32, 32, true, 0 },
};

/* Block 1 has the pattern, the rest of memory is used but for the first block. */
static struct sim *aliased_block(const struct alias *alias)
{
	struct sim *sim = made_machine(4, 1);

	made_free(sim, 0, 9);
	for (uint32_t pfn = 512 + alias->residue; pfn < 1024; pfn += alias->every)
		made_free(sim, pfn, 0);
	return sim;
}

static uint32_t sample(const struct sim *made, uint32_t offset, uint32_t stride)
{
	struct sim *sim = sim_clone(made);
	struct compact_control cc = made_control(sim, -1, COMPACT_ASYNC);
	uint32_t pfn = 512 + offset, isolated;

	cc.nr_migratepages = 1000;
	isolated = free_scan_block(sim, &cc, &pfn, 1024, stride);
	assert_int_equal(pfn, 1024);
	assert_int_equal(cc.free_scanned, (512 - offset + stride - 1) / stride);
	sim_free(sim);
	return isolated;
}

static void a_pattern_hides_from_strides_that_share_its_period(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(aliases); i++) {
		const struct alias *a = &aliases[i];
		struct sim *sim = aliased_block(a);
		uint32_t hits = 0;

		assert_int_equal(sample(sim, 0, a->stride) != 0, a->first);
		for (uint32_t offset = 1; offset < a->stride; offset++)
			hits += sample(sim, offset, a->stride) != 0;
		if (!a->first)
			assert_int_equal(hits, a->hits);
		sim_free(sim);
	}
}

static struct sim *aliased_zone(uint32_t nr_blocks)
{
	struct sim *sim = made_machine(nr_blocks, 1);

	made_free(sim, 0, 9);
	for (uint32_t pfn = 512 + 4; pfn < sim->c.nr_pages; pfn += 8)
		made_free(sim, pfn, 0);
	return sim;
}

static void a_second_sample_finds_every_7_75th_block_of_a_hidden_pattern(void **state)
{
	(void)state;
	struct sim *made = aliased_zone(513), *sim = sim_clone(made);
	uint64_t samples = 0, hits = 0;
	double chance;

	for (uint64_t seed = 0; seed < 64; seed++) {
		struct compact_control cc = made_control(made, -1, COMPACT_ASYNC);

		sim_copy(sim, made);
		sim->policy.resample = 1;
		random_init(&sim->c.resample_random, seed, 1);
		cc.nr_migratepages = 1;
		while (cc.free_pfn >= 512) {
			free_scan(sim, &cc);
			cc.nr_freepages = 0;
			for (unsigned int i = 0; i < SIM_NR_ORDERS; i++)
				page_list_init(&cc.freepages[i]);
			if (cc.free_pfn % 512)
				cc.free_pfn = block_start(sim, cc.free_pfn) - 512;
		}
		samples += sim_counter(sim, SIM_RESAMPLES);
		hits += sim_counter(sim, SIM_RESAMPLE_HITS);
	}
	assert_int_equal(samples, 64 * 512);
	chance = (double)hits / (double)samples;
	assert_true(fabs(chance - 4.0 / 31) < 4 * sqrt(4.0 / 31 * 27 / 31 / (double)samples));
	sim_free(sim);
	sim_free(made);
}

/* The linear scan over the whole zone, for as much as there is. */
static void scan_all(struct sim *sim, struct compact_control *cc, bool resample)
{
	sim->policy.resample = resample;
	random_init(&sim->c.resample_random, 7, 1);
	cc->nr_migratepages = 100000;
	free_scan(sim, cc);
}

static void a_whole_zone_of_a_hidden_pattern_is_lost_without_a_second_sample(void **state)
{
	(void)state;
	struct sim *sim = aliased_zone(65), *copy = sim_clone(sim);
	struct compact_control cc = made_control(sim, -1, COMPACT_ASYNC), again = cc;

	scan_all(sim, &cc, false);
	assert_int_equal(cc.nr_freepages, 0);
	assert_int_equal(sim_counter(sim, SIM_FREE_BLOCKS_MISSED), 64);
	assert_int_equal(sim_counter(sim, SIM_FREE_PAGES_MISSED), 64 * 64);
	assert_int_equal(sim_counter(sim, SIM_SKIP_SET), 64);
	assert_int_equal(cc.free_scanned, 64 * 16);

	scan_all(copy, &again, true);
	assert_true(again.nr_freepages > 1000);
	assert_true(sim_counter(copy, SIM_RESAMPLE_HITS) > 0);
	assert_true(sim_counter(copy, SIM_FREE_BLOCKS_MISSED) < 64);
	sim_free(sim);
	sim_free(copy);
}

static void second_samples_at_most_double_those_of_empty_blocks(void **state)
{
	(void)state;
	struct sim *sim = made_machine(33, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_ASYNC);

	scan_all(sim, &cc, true);
	assert_int_equal(sim_counter(sim, SIM_RESAMPLES), 32);
	assert_int_equal(sim_counter(sim, SIM_RESAMPLE_HITS), 0);
	assert_int_equal(cc.free_scanned, 32 * 16 + sim_counter(sim, SIM_RESAMPLE_SCANNED));
	assert_int_equal(sim_counter(sim, SIM_RESAMPLE_SCANNED), 32 * 16);
	sim_free(sim);
}

static void single_strides_draw_no_second_sample(void **state)
{
	(void)state;
	struct sim *sim = made_machine(2, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	scan_all(sim, &cc, true);
	assert_int_equal(sim_counter(sim, SIM_FREE_BLOCKS_VISITED), 1);
	assert_int_equal(sim_counter(sim, SIM_RESAMPLES), 0);
	sim_free(sim);
}

/*
 * Memory freed at random.
 */

/* Chance that no sample of a block with that many used pages is free. */
static double chance_unseen(uint32_t stride, uint32_t used)
{
	uint32_t samples = 512 / stride;
	double chance = 1;

	for (uint32_t i = 0; i < samples; i++)
		chance *= used > i ? (double)(used - i) / (512 - i) : 0;
	return chance;
}

struct cell {
	uint32_t stride, used;
	double chance;
};

static const struct cell cells[] = {
	{ 32, 100, 1.600041e-12 }, { 32, 400, 1.800805e-02 }, { 32, 450, 1.226723e-01 },
	{ 32, 480, 3.504368e-01 }, { 32, 500, 6.803098e-01 }, { 32, 510, 9.384173e-01 },
	{ 16, 480, 1.185180e-01 }, { 16, 500, 4.569454e-01 }, { 8, 500, 1.976826e-01 },
	{ 4, 510, 5.621331e-01 }, { 2, 510, 2.495108e-01 }, { 1, 510, 0 },
};

/* One free page of order 0 after the other, which do not merge: as the model has it. */
static void free_at_random(struct sim *sim, struct random *random, uint32_t nr)
{
	while (nr) {
		uint32_t pfn = 512 + random_below(random, 512);

		if (sim->state[pfn] == PAGE_STATE_FREE)
			continue;
		buddy_add(sim, &sim->c.zone[0], pfn, 0, MT_MOVABLE, BUDDY_TAIL);
		nr--;
	}
}

/* Share of random blocks that look empty; with a second sample where resample is true. */
static double share_unseen(const struct cell *cell, bool resample, unsigned int tries)
{
	struct sim *made = made_machine(2, 1), *sim = sim_clone(made);
	struct random random;
	unsigned int unseen = 0;

	random_init(&random, cell->stride * 1000 + cell->used, 3);
	for (unsigned int i = 0; i < tries; i++) {
		struct compact_control cc = made_control(made, -1, COMPACT_ASYNC);
		uint32_t pfn = 512, got;

		sim_copy(sim, made);
		free_at_random(sim, &random, 512 - cell->used);
		sim->c.zone[0].nr_free_pages += 1000; /* so that no watermark refuses */
		cc.nr_migratepages = 1;
		got = free_scan_block(sim, &cc, &pfn, 1024, cell->stride);
		if (!got && resample) {
			pfn = 513 + random_below(&random, cell->stride - 1);
			got = free_scan_block(sim, &cc, &pfn, 1024, cell->stride);
		}
		unseen += !got;
	}
	sim_free(sim);
	sim_free(made);
	return (double)unseen / tries;
}

static void expect_share(double share, double chance, unsigned int tries)
{
	assert_true(fabs(share - chance) <= 4 * sqrt(chance * (1 - chance) / tries) + 1e-9);
}

static void random_blocks_are_missed_as_often_as_the_hypergeometric_law_says(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(cells); i++) {
		const struct cell *cell = &cells[i];
		double chance = chance_unseen(cell->stride, cell->used);

		assert_true(fabs(chance - cell->chance) <= 1e-6 * cell->chance);
		expect_share(share_unseen(cell, false, 4000), chance, 4000);
	}
}

static void in_random_blocks_a_second_sample_is_worth_half_the_stride(void **state)
{
	(void)state;
	static const struct cell twice[] = {
		{ 32, 480, 0 }, { 32, 500, 0 }, { 16, 500, 0 }, { 4, 510, 0 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(twice); i++)
		expect_share(share_unseen(&twice[i], true, 4000),
			     chance_unseen(twice[i].stride / 2, twice[i].used), 4000);
}

/*
 * Before 6.8.
 */

static void older_kernels_split_what_they_isolate(void **state)
{
	(void)state;
	struct sim *sim = made_machine(4, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	sim->policy.target_by_order = 0;
	made_free(sim, 0, 9);
	made_free(sim, 3 * 512 + 64, 5);
	free_scan(sim, &cc);
	assert_int_equal(cc.freepages[0].nr, 32);
	assert_int_equal(cc.freepages[0].first, 3 * 512 + 64);
	assert_int_equal(made_count(sim, 3 * 512, 4 * 512, PAGE_STATE_TARGET), 32);
	sim_free(sim);
}

static void samples_cost_more_where_they_are_far_apart(void **state)
{
	(void)state;
	struct sim *sim = made_machine(3, 1);
	struct compact_control cc = made_control(sim, -1, COMPACT_SYNC_LIGHT);

	free_scan(sim, &cc);
	assert_int_equal(sim_spent_ns(sim, COST_FREE_SCAN), 512 * 15);
	assert_int_equal(sim_spent_ns(sim, COST_FREE_SCAN_FAR), 256 * 70);
	sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_stride_doubles_with_each_empty_block_up_to_32),
		cmocka_unit_test(a_block_that_gave_a_page_resets_the_stride),
		cmocka_unit_test(async_compaction_begins_at_32),
		cmocka_unit_test(the_scan_stops_in_the_block_once_it_has_enough),
		cmocka_unit_test(large_folios_are_jumped_and_shift_the_samples),
		cmocka_unit_test(a_watermark_that_refuses_ends_the_scan),
		cmocka_unit_test(blocks_that_are_not_for_movable_pages_are_passed),
		cmocka_unit_test(a_pattern_hides_from_strides_that_share_its_period),
		cmocka_unit_test(a_second_sample_finds_every_7_75th_block_of_a_hidden_pattern),
		cmocka_unit_test(a_whole_zone_of_a_hidden_pattern_is_lost_without_a_second_sample),
		cmocka_unit_test(second_samples_at_most_double_those_of_empty_blocks),
		cmocka_unit_test(single_strides_draw_no_second_sample),
		cmocka_unit_test(random_blocks_are_missed_as_often_as_the_hypergeometric_law_says),
		cmocka_unit_test(in_random_blocks_a_second_sample_is_worth_half_the_stride),
		cmocka_unit_test(older_kernels_split_what_they_isolate),
		cmocka_unit_test(samples_cost_more_where_they_are_far_apart),
	};

	return CHECK_MAIN(tests);
}
