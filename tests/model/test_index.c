// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/index.h"

#include <math.h>

#include "../check.h"

#define NR_ORDERS 11

static int unusable(const uint64_t *count, unsigned int order)
{
	struct index_info info = index_info(count, NR_ORDERS, order);

	return index_unusable(&info, order);
}

static int extfrag(const uint64_t *count, unsigned int order)
{
	struct index_info info = index_info(count, NR_ORDERS, order);

	return index_extfrag(&info, order);
}

static int for_order(const uint64_t *count, unsigned int order)
{
	struct index_info info = index_info(count, NR_ORDERS, order);

	return index_extfrag_for_order(&info, order);
}

/* Rows that debugfs extfrag/unusable_index printed beside the same buddyinfo, on 6.18. */
static void unusable_index_is_what_the_kernel_printed(void **state)
{
	static const uint64_t normal[] = { 922, 494, 950, 1182, 767, 374, 182, 97, 39, 9, 29 };
	static const int normal_index[] = { 0, 8, 17, 52, 140, 254, 365, 473, 589, 681, 724 };
	static const uint64_t dma32[] = { 1, 1, 4, 2, 5, 4, 3, 3, 4, 2, 752 };
	static const int dma32_index[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3 };
	static const uint64_t dma[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 3 };
	static const int dma_index[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 66, 200 };
	static const uint64_t old_dma[] = { 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 3 };
	static const int old_dma_index[] = { 0, 0, 0, 1, 3, 7, 15, 31, 31, 96, 225 };

	(void)state;
	for (unsigned int order = 0; order < NR_ORDERS; order++) {
		assert_int_equal(unusable(normal, order), normal_index[order]);
		assert_int_equal(unusable(dma32, order), dma32_index[order]);
		assert_int_equal(unusable(dma, order), dma_index[order]);
		assert_int_equal(unusable(old_dma, order), old_dma_index[order]);
	}
}

static void published_rows_give_their_published_values(void **state)
{
	static const struct {
		uint64_t count[NR_ORDERS];
		uint64_t pages;
		int unusable9, extfrag9;
		double level; /* percent, to one decimal */
	} rows[] = {
		{ { 27752, 17929, 10411, 7229, 4201, 1321, 670, 220, 40, 10, 0 },
		  358974, 985, -1000, 56.6 },
		{ { 20299, 14691, 5434, 1073, 139, 35, 6, 4, 2, 0, 0 }, 84753, 1000, 997, 77.7 },
		{ { 426212, 143208, 42644, 13656, 1167 }, 1011124, 1000, 997, 81.6 },
		{ { 21040, 26612, 21485, 10084, 4682, 1935, 824, 411, 158, 150, 3643 },
		  4330732, 120, -1000, 6.8 },
		{ { 100108, 100641, 95673, 80278, 71061, 69141 }, 4675794, 1000, 983, 54.9 },
		{ { [8] = 1 }, 256, 1000, -500, 18.2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct index_info info = index_info(rows[i].count, NR_ORDERS, 9);

		assert_int_equal(info.free_pages, rows[i].pages);
		assert_int_equal(index_unusable(&info, 9), rows[i].unusable9);
		assert_int_equal(index_extfrag(&info, 9), rows[i].extfrag9);
		assert_true(fabs(index_level(rows[i].count, NR_ORDERS) * 100 - rows[i].level) <
			    0.051);
	}
}

static void extfrag_falls_from_1000_towards_0_with_larger_blocks(void **state)
{
	static const uint64_t count[] = { 100108, 100641, 95673, 80278, 71061, 69141,
					  0, 0, 0, 0, 0 };
	static const int index[] = { -1000, -1000, 859, 930, 965, 983, 992 };

	(void)state;
	for (unsigned int order = 4; order < NR_ORDERS; order++)
		assert_int_equal(extfrag(count, order), index[order - 4]);
}

static void the_tables_of_the_three_indices_hold(void **state)
{
	static const uint64_t singles[NR_ORDERS] = { 1000 };
	static const uint64_t small[NR_ORDERS] = { 400, 200, 100, 50, 20 };
	static const uint64_t mixed[NR_ORDERS] = { [0] = 64, [3] = 10, [9] = 2, [10] = 1 };
	static const uint64_t eights[NR_ORDERS] = { [8] = 10 };

	(void)state;
	assert_int_equal(for_order(singles, 9), 100);
	assert_int_equal(for_order(singles, 2), 100);
	assert_int_equal(extfrag(singles, 9), 998);
	assert_int_equal(extfrag(singles, 4), 937);
	assert_int_equal(extfrag(singles, 3), 874);
	assert_int_equal(unusable(singles, 3), 1000);

	assert_int_equal(for_order(small, 9), 100);
	assert_int_equal(for_order(small, 3), 62);
	assert_int_equal(for_order(small, 2), 41);
	assert_int_equal(extfrag(small, 9), 994);
	assert_int_equal(extfrag(small, 4), -1000);
	assert_int_equal(unusable(small, 9), 1000);
	assert_int_equal(unusable(small, 3), 625);

	assert_int_equal(for_order(mixed, 9), 6);
	assert_int_equal(for_order(mixed, 3), 2);
	assert_int_equal(extfrag(mixed, 9), -1000);
	assert_int_equal(unusable(mixed, 9), 65);
	assert_int_equal(unusable(mixed, 3), 29);

	/* below extfrag_threshold 500: the kernel refuses to compact for order 9 */
	assert_int_equal(extfrag(eights, 9), 400);
	assert_int_equal(for_order(eights, 9), 100);
	assert_int_equal(unusable(eights, 3), 0);
}

static void nothing_free_is_unusable_yet_not_fragmented(void **state)
{
	static const uint64_t none[NR_ORDERS];

	(void)state;
	assert_int_equal(unusable(none, 9), 1000);
	assert_int_equal(extfrag(none, 9), 0);
	assert_int_equal(for_order(none, 9), 0);
	assert_true(index_level(none, NR_ORDERS) == 0);
	assert_true(index_small_share(none, NR_ORDERS, 4) == 0);
}

static void orders_above_the_largest_are_answered_too(void **state)
{
	static const uint64_t count[NR_ORDERS] = { [10] = 4 };

	(void)state;
	assert_int_equal(unusable(count, 18), 1000);
	assert_int_equal(extfrag(count, 18), 1000 - (1000 + 15) / 4);
	assert_int_equal(unusable(count, 200), 1000);
}

static void sums_near_2_to_the_64_saturate_instead_of_wrapping(void **state)
{
	static const uint64_t huge[NR_ORDERS] = { UINT64_MAX, UINT64_MAX, [10] = UINT64_MAX };
	static const uint64_t small[NR_ORDERS] = { UINT64_MAX / 2, UINT64_MAX / 4 };
	struct index_info info = index_info(huge, NR_ORDERS, 9);

	(void)state;
	assert_true(info.free_pages == UINT64_MAX && info.free_blocks == UINT64_MAX);
	assert_in_range(index_unusable(&info, 9), 0, 1000);
	assert_int_equal(index_extfrag(&info, 9), -1000);
	assert_int_equal(unusable(small, 9), 1000);
	assert_int_equal(for_order(small, 9), 100);
	assert_in_range(extfrag(small, 9), 990, 1000);
	assert_in_range(extfrag(small, 2), 600, 700);
}

static void field_indices_follow_their_formulas(void **state)
{
	static const uint64_t count[NR_ORDERS] = { [0] = 32, [3] = 4, [4] = 4 };

	(void)state;
	assert_true(fabs(index_fu(count, NR_ORDERS, 4) - 0.5) < 1e-12);
	assert_true(fabs(index_small_share(count, NR_ORDERS, 4) - 0.5) < 1e-12);
	assert_int_equal(index_empty_orders(count, NR_ORDERS), 55 - 3 - 4);
}

static void a_zone_with_an_unknown_order_has_no_counts(void **state)
{
	struct zone zone = { .nr_orders = 2, .free_blocks = { num_known(4), num_capped(7) } };
	uint64_t count[FRAME_ORDERS_MAX];
	bool capped;

	(void)state;
	assert_true(index_zone_counts(&zone, count, &capped));
	assert_true(capped);
	assert_int_equal(count[1], 7);
	zone.free_blocks[0].state = NUM_ABSENT;
	assert_false(index_zone_counts(&zone, count, &capped));
	zone.nr_orders = 0;
	assert_false(index_zone_counts(&zone, count, &capped));
}

static void blocks_of_any_size_are_cut_from_single_free_blocks(void **state)
{
	struct zone zone = { .nr_orders = 4 };

	(void)state;
	zone.free_blocks[0] = num_known(9);
	zone.free_blocks[1] = num_known(0);
	zone.free_blocks[2] = num_known(3);
	zone.free_blocks[3] = num_known(2);
	assert_int_equal(index_blocks(&zone, 1).n, 9 + 12 + 16);
	assert_int_equal(index_blocks(&zone, 3).n, 3 + 2 * 2);
	assert_int_equal(index_blocks(&zone, 5).n, 2);
	assert_int_equal(index_blocks(&zone, 8).n, 2);
	assert_int_equal(index_blocks(&zone, 9).state, NUM_ABSENT);
	assert_int_equal(index_blocks_at_most(&zone, 9).n, 37 / 9);
	assert_int_equal(index_blocks(&zone, 0).state, NUM_ABSENT);
	zone.free_blocks[1].state = NUM_ABSENT;
	assert_int_equal(index_blocks(&zone, 3).n, 7);
	assert_int_equal(index_blocks(&zone, 2).state, NUM_ABSENT);
	zone.free_blocks[3] = num_known(UINT64_MAX);
	assert_int_equal(index_blocks(&zone, 4).state, NUM_CAPPED);
}

static struct zone *add_zone(struct frame *frame, int node, const char *name, uint64_t present)
{
	struct zone *zone = frame_add_zone(frame, node, span_of(name));

	assert_non_null(zone);
	zone->present = num_known(present);
	zone->nr_orders = NR_ORDERS;
	for (unsigned int order = 0; order < NR_ORDERS; order++)
		zone->free_blocks[order] = num_known(0);
	return zone;
}

static void node_score_weights_zones_by_present_pages(void **state)
{
	struct frame *frame = frame_new();
	struct zone *dma, *normal;

	(void)state;
	dma = add_zone(frame, 0, "DMA32", 1000);
	normal = add_zone(frame, 0, "Normal", 3000);
	add_zone(frame, 0, "Movable", 0);
	add_zone(frame, 1, "Normal", 50000);
	dma->free_blocks[0] = num_known(100);
	normal->free_blocks[9] = num_known(1);
	normal->free_blocks[0] = num_known(512);
	assert_int_equal(index_score_zone(dma, 9), 100);
	assert_int_equal(index_score_zone(normal, 9), 50);
	/* 1000 * 100 / 4001 + 3000 * 50 / 4001 */
	assert_int_equal(index_score_node(frame, 0, 9), 24 + 37);
	assert_int_equal(index_score_node(frame, 2, 9), -1);
	normal->present.state = NUM_ABSENT;
	assert_int_equal(index_score_node(frame, 0, 9), -1);
	frame_free(frame);
}

static void marks_have_a_floor_before_6_16_and_a_leeway_since(void **state)
{
	static const struct {
		unsigned int proactiveness;
		bool leeway;
		unsigned int low, high;
	} rows[] = {
		{ 20, false, 80, 90 }, { 20, true, 80, 90 }, { 100, false, 5, 15 },
		{ 100, true, 0, 0 },   { 0, false, 100, 100 }, { 90, true, 10, 15 },
		{ 900, true, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned int low, high;

		index_proactive_marks(rows[i].proactiveness, rows[i].leeway, &low, &high);
		assert_int_equal(low, rows[i].low);
		assert_int_equal(high, rows[i].high);
	}
}

static void proactive_marks_follow_the_frames_kernel_release(void **state)
{
	struct frame *frame = frame_new();
	struct index_proactive proactive;
	struct zone *zone = add_zone(frame, 0, "Normal", 999);

	(void)state;
	zone->free_blocks[0] = num_known(10);
	frame->release = "6.15.2";
	assert_false(index_proactive(frame, 0, 9, &proactive));
	counters_add(&frame->mem_knobs, &frame->arena, SPAN("vm.compaction_proactiveness"),
		     num_known(100));
	assert_true(index_proactive(frame, 0, 9, &proactive));
	assert_int_equal(proactive.score, 99);
	assert_int_equal(proactive.low, 5);
	frame->release = "6.16.0-rc1";
	assert_true(index_proactive(frame, 0, 9, &proactive));
	assert_int_equal(proactive.low, 0);
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unusable_index_is_what_the_kernel_printed),
		cmocka_unit_test(published_rows_give_their_published_values),
		cmocka_unit_test(extfrag_falls_from_1000_towards_0_with_larger_blocks),
		cmocka_unit_test(the_tables_of_the_three_indices_hold),
		cmocka_unit_test(nothing_free_is_unusable_yet_not_fragmented),
		cmocka_unit_test(orders_above_the_largest_are_answered_too),
		cmocka_unit_test(sums_near_2_to_the_64_saturate_instead_of_wrapping),
		cmocka_unit_test(field_indices_follow_their_formulas),
		cmocka_unit_test(a_zone_with_an_unknown_order_has_no_counts),
		cmocka_unit_test(blocks_of_any_size_are_cut_from_single_free_blocks),
		cmocka_unit_test(node_score_weights_zones_by_present_pages),
		cmocka_unit_test(marks_have_a_floor_before_6_16_and_a_leeway_since),
		cmocka_unit_test(proactive_marks_follow_the_frames_kernel_release),
	};

	return CHECK_MAIN(tests);
}
