// SPDX-License-Identifier: GPL-2.0-or-later
/* Marks, reserves and sizes of per-CPU lists as a live kernel has them, and the test against them. */
#include "made_machine.h"

#include "fragscope/array.h"
#include "../check.h"

static const struct watermark_knobs no_thp = {
	.scale_factor = 10, .page_kib = 4, .reserve_ratio = { 256, 256, 32, 0 },
};

static const struct watermark_knobs with_thp = {
	.scale_factor = 10, .page_kib = 4, .reserve_ratio = { 256, 256, 32, 0 }, .thp = true,
};

/* Zones that have sizes and no pages: marks need no more. */
static struct sim *sized_machine(const uint32_t *managed, unsigned int nr_zones,
				 enum sim_zone_kind first, unsigned int nr_cpus)
{
	struct sim_sizes sizes = {
		.nr_pages = 1024, .nr_zones = nr_zones, .nr_nodes = 1, .nr_cpus = nr_cpus,
		.nr_owners = 1, .nr_tasks = 1, .nr_clients = 1, .max_order = 10, .block_order = 9,
	};
	struct sim *sim = state_new(&sizes);

	sim->c.node[0].cpus = nr_cpus;
	knobs_init(&sim->knobs);
	made_policy(sim, FALLBACK_E4B, true);
	for (unsigned int i = 0; i < nr_zones; i++) {
		sim->c.zone[i].managed = managed[i];
		sim->c.zone[i].kind = (uint8_t)(first + i);
	}
	return sim;
}

static void assert_marks(const struct sim_zone *zone, uint32_t min, uint32_t low, uint32_t high)
{
	assert_int_equal(zone->min, min);
	assert_int_equal(zone->low, low);
	assert_int_equal(zone->high, high);
}

static void three_zones_have_what_a_live_kernel_shows(void **state)
{
	static const uint32_t managed[] = { 3840, 772915, 1179648 };
	static const struct {
		uint32_t min, low, high, batch, high_min, high_max, reserve[3];
	} want[] = {
		{ 33, 41, 49, 1, 20, 240, { 0, 3019, 7627 } },
		{ 6675, 8343, 10011, 63, 4171, 48307, { 0, 0, 4608 } },
		{ 10187, 12733, 15279, 63, 6366, 73728, { 0, 0, 0 } },
	};
	struct sim *sim = sized_machine(managed, 3, SIM_ZONE_DMA, 2);

	(void)state;
	assert_int_equal(watermark_min_free_kib(sim, &with_thp), 67584);
	watermark_setup(sim, &with_thp);
	for (unsigned int i = 0; i < ARRAY_SIZE(want); i++) {
		struct sim_zone *zone = &sim->c.zone[i];

		assert_marks(zone, want[i].min, want[i].low, want[i].high);
		assert_int_equal(zone->promo, 2 * want[i].high - want[i].low);
		assert_int_equal(zone->batch, want[i].batch);
		assert_int_equal(zone->high_min, want[i].high_min);
		assert_int_equal(zone->high_max, want[i].high_max);
		assert_memory_equal(zone->reserve, want[i].reserve, sizeof(want[i].reserve));
		/* without a movable zone who may use it may use no more */
		assert_int_equal(zone->reserve[SIM_ZONE_MOVABLE], zone->reserve[SIM_ZONE_NORMAL]);
	}
	sim_free(sim);
}

static void huge_pages_raise_the_marks_of_small_zones(void **state)
{
	static const struct {
		uint32_t managed, kib[2], marks[2][3], batch;
	} want[] = {
		{ 65536, { 2048, 13104 }, { { 512, 640, 768 }, { 3276, 4095, 4914 } }, 15 },
		{ 262144, { 4096, 22528 }, { { 1024, 1286, 1548 }, { 5632, 7040, 8448 } }, 63 },
		{ 1048576, { 8192, 22528 }, { { 2048, 3096, 4144 }, { 5632, 7040, 8448 } }, 63 },
		{ 8388608, { 23170, 23170 },
		  { { 5792, 14180, 22568 }, { 5792, 14180, 22568 } }, 63 },
	};

	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(want); i++) {
		struct sim *sim = sized_machine(&want[i].managed, 1, SIM_ZONE_NORMAL, 8);

		for (unsigned int thp = 0; thp < 2; thp++) {
			const struct watermark_knobs *knobs = thp ? &with_thp : &no_thp;
			const uint32_t *marks = want[i].marks[thp];

			assert_int_equal(watermark_min_free_kib(sim, knobs), want[i].kib[thp]);
			watermark_setup(sim, knobs);
			assert_marks(&sim->c.zone[0], marks[0], marks[1], marks[2]);
			assert_int_equal(sim->c.zone[0].batch, want[i].batch);
		}
		sim_free(sim);
	}
}

static void a_movable_zone_has_a_small_mark_and_takes_none_of_the_others(void **state)
{
	static const uint32_t managed[] = { 262144, 65536 };
	struct sim *sim = sized_machine(managed, 2, SIM_ZONE_NORMAL, 8);

	(void)state;
	watermark_setup(sim, &no_thp);
	assert_marks(&sim->c.zone[0], 1024, 1286, 1548);
	assert_marks(&sim->c.zone[1], 64, 129, 194);
	assert_int_equal(sim->c.zone[0].reserve[SIM_ZONE_MOVABLE], 65536 / 32);
	sim_free(sim);
}

static void min_free_kbytes_is_what_the_admin_says(void **state)
{
	static const uint32_t managed = 262144;
	struct sim *sim = sized_machine(&managed, 1, SIM_ZONE_NORMAL, 8);
	struct watermark_knobs knobs = with_thp;

	(void)state;
	knobs.min_free_kib = 40000;
	watermark_setup(sim, &knobs);
	assert_marks(&sim->c.zone[0], 10000, 12500, 15000);
	sim_free(sim);
}

/* A boost of a block each time, up to one and a half times the high mark, at least a block. */
static void boosts_add_up_to_a_limit(void **state)
{
	struct sim *sim = made_machine(8, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	static const uint32_t boosts[] = { 512, 1024, 1200, 1200 };

	(void)state;
	zone->min = 400;
	zone->high = 800;
	for (unsigned int i = 0; i < ARRAY_SIZE(boosts); i++) {
		assert_true(watermark_boost(sim, zone));
		assert_int_equal(zone->boost, boosts[i]);
		assert_int_equal(watermark_of(zone, ALLOC_WMARK_MIN), 400 + boosts[i]);
	}
	zone->high = 8;
	zone->boost = 0;
	watermark_boost(sim, zone);
	assert_true(watermark_boost(sim, zone));
	assert_int_equal(zone->boost, 512);
	sim_free(sim);
}

static void zones_of_less_than_four_blocks_and_a_factor_of_zero_know_no_boost(void **state)
{
	struct sim *sim = made_machine(4, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	assert_true(watermark_boost(sim, zone));
	zone->managed--;
	zone->boost = 0;
	assert_false(watermark_boost(sim, zone));
	zone->managed++;
	sim->knobs.watermark_boost_factor = 0;
	assert_false(watermark_boost(sim, zone));
	assert_int_equal(zone->boost, 0);
	sim_free(sim);
}

static bool ok(const struct sim *sim, unsigned int order, uint64_t mark, unsigned int flags)
{
	const struct sim_zone *zone = &sim->c.zone[0];

	return watermark_ok(sim, zone, order, mark, zone->kind, flags, zone->nr_free_pages);
}

static void free_pages_must_be_above_mark_and_reserve(void **state)
{
	struct sim *sim = made_machine(2, 1);

	(void)state;
	made_free(sim, 0, 9);
	assert_true(ok(sim, 0, 511, 0));
	assert_false(ok(sim, 0, 512, 0));
	assert_true(ok(sim, 3, 504, 0));
	assert_false(ok(sim, 3, 505, 0));
	sim->c.zone[0].reserve[SIM_ZONE_NORMAL] = 100;
	assert_true(ok(sim, 0, 411, 0));
	assert_false(ok(sim, 0, 412, 0));
	sim_free(sim);
}

/* From how high a mark on a request fails with 512 pages free. */
static unsigned int failing_mark(const struct sim *sim, unsigned int flags)
{
	unsigned int mark = 0;

	while (ok(sim, 0, mark, flags))
		mark++;
	return mark;
}

static void who_may_use_reserves_passes_a_lower_mark(void **state)
{
	struct sim *sim = made_machine(2, 1);

	(void)state;
	made_free(sim, 0, 9);
	assert_int_equal(failing_mark(sim, 0), 512);
	assert_int_equal(failing_mark(sim, ALLOC_NON_BLOCK), 512);
	assert_int_equal(failing_mark(sim, ALLOC_MIN_RESERVE), 1023);
	assert_int_equal(failing_mark(sim, ALLOC_OOM), 1023);
	/* half of it, and of that three quarters */
	assert_int_equal(failing_mark(sim, ALLOC_MIN_RESERVE | ALLOC_NON_BLOCK), 1363);
	sim_free(sim);
}

static void highatomic_and_cma_pages_count_for_those_who_may_have_them(void **state)
{
	struct sim *sim = made_machine(6, 1);

	(void)state;
	sim->block[0].type = MT_HIGHATOMIC;
	sim->block[2].type = MT_CMA;
	made_free(sim, 0, 9);
	made_free(sim, 1024, 8);
	made_free(sim, 2048, 7);
	assert_int_equal(failing_mark(sim, 0), 128);
	assert_int_equal(failing_mark(sim, ALLOC_CMA), 128 + 256);
	assert_int_equal(failing_mark(sim, ALLOC_NON_BLOCK), 128 + 512);
	assert_int_equal(failing_mark(sim, ALLOC_CMA | ALLOC_HIGHATOMIC), 128 + 256 + 512);
	/* and their buddies serve nobody else's order */
	assert_true(ok(sim, 7, 0, 0));
	assert_false(ok(sim, 8, 0, 0));
	assert_true(ok(sim, 8, 0, ALLOC_CMA));
	assert_false(ok(sim, 9, 0, ALLOC_CMA));
	assert_false(ok(sim, 9, 0, ALLOC_CMA | ALLOC_NON_BLOCK));
	assert_true(ok(sim, 9, 0, ALLOC_HIGHATOMIC));
	assert_true(ok(sim, 9, 0, ALLOC_OOM));
	sim_free(sim);
}

static void a_boost_does_not_fail_atomic_requests_of_single_pages(void **state)
{
	struct sim *sim = made_machine(8, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	made_free(sim, 0, 9);
	zone->min = 500;
	zone->boost = 4096;
	assert_true(watermark_fast(sim, zone, 0, 4596, zone->kind, ALLOC_MIN_RESERVE));
	assert_false(watermark_fast(sim, zone, 0, 4596, zone->kind, 0));
	assert_false(watermark_fast(sim, zone, 1, 4596, zone->kind, ALLOC_MIN_RESERVE));
	assert_false(watermark_fast(sim, zone, 0, 4596, zone->kind,
				    ALLOC_MIN_RESERVE | ALLOC_WMARK_LOW));
	sim_free(sim);
}

/*
 * Blocks for atomic requests.
 */

static void one_percent_of_a_zone_is_kept_for_atomic_requests(void **state)
{
	struct sim *sim = made_machine(101, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	for (uint32_t block = 0; block < 101; block++)
		made_free(sim, block * 512, 8);
	for (uint32_t block = 0; block < 4; block++)
		highatomic_reserve(sim, zone, block * 512 + 256, 0);
	assert_int_equal(zone->nr_reserved_highatomic, 1024);
	assert_int_equal(zone->nr_free_highatomic, 512);
	assert_int_equal(zone->free[8][MT_HIGHATOMIC].nr, 2);
	assert_int_equal(sim->block[1].type, MT_HIGHATOMIC);
	assert_int_equal(sim->block[2].type, MT_MOVABLE);
	assert_int_equal(sim_counter(sim, SIM_HIGHATOMIC_RESERVE), 2);
	sim_free(sim);
}

static void a_zone_whose_hundredth_is_less_than_a_block_keeps_none(void **state)
{
	struct sim *sim = made_machine(99, 1);

	(void)state;
	highatomic_reserve(sim, &sim->c.zone[0], 0, 0);
	assert_int_equal(sim->c.zone[0].nr_reserved_highatomic, 0);
	assert_int_equal(sim->block[0].type, MT_MOVABLE);
	sim_free(sim);
}

static void the_last_kept_block_goes_back_only_by_force(void **state)
{
	struct sim *sim = made_machine(201, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	struct sim_node *node = &sim->c.node[0];

	(void)state;
	made_free(sim, 0, 3);
	made_free(sim, 512, 5);
	highatomic_reserve(sim, zone, 100, 0);
	highatomic_reserve(sim, zone, 600, 0);
	assert_true(highatomic_unreserve(sim, node, MT_UNMOVABLE, false));
	/* the smallest free buddy's, to the type that asks */
	assert_int_equal(sim->block[0].type, MT_UNMOVABLE);
	assert_int_equal(zone->free[3][MT_UNMOVABLE].nr, 1);
	assert_false(highatomic_unreserve(sim, node, MT_UNMOVABLE, false));
	assert_int_equal(zone->nr_reserved_highatomic, 512);
	assert_true(highatomic_unreserve(sim, node, MT_MOVABLE, true));
	assert_int_equal(zone->nr_reserved_highatomic, 0);
	assert_int_equal(zone->nr_free_highatomic, 0);
	assert_int_equal(sim->block[1].type, MT_MOVABLE);
	assert_int_equal(sim_counter(sim, SIM_HIGHATOMIC_UNRESERVE), 2);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_zones_have_what_a_live_kernel_shows),
		cmocka_unit_test(huge_pages_raise_the_marks_of_small_zones),
		cmocka_unit_test(a_movable_zone_has_a_small_mark_and_takes_none_of_the_others),
		cmocka_unit_test(min_free_kbytes_is_what_the_admin_says),
		cmocka_unit_test(boosts_add_up_to_a_limit),
		cmocka_unit_test(zones_of_less_than_four_blocks_and_a_factor_of_zero_know_no_boost),
		cmocka_unit_test(free_pages_must_be_above_mark_and_reserve),
		cmocka_unit_test(who_may_use_reserves_passes_a_lower_mark),
		cmocka_unit_test(highatomic_and_cma_pages_count_for_those_who_may_have_them),
		cmocka_unit_test(a_boost_does_not_fail_atomic_requests_of_single_pages),
		cmocka_unit_test(one_percent_of_a_zone_is_kept_for_atomic_requests),
		cmocka_unit_test(a_zone_whose_hundredth_is_less_than_a_block_keeps_none),
		cmocka_unit_test(the_last_kept_block_goes_back_only_by_force),
	};

	return CHECK_MAIN(tests);
}
