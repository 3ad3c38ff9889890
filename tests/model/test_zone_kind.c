// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/zone_kind.h"

#include "../check.h"

static struct zone *add_zone(struct frame *frame, const char *name, unsigned int nr_reserve,
			     const uint64_t *reserve)
{
	struct zone *zone = frame_add_zone(frame, 0, span_of(name));

	zone->nr_reserve = nr_reserve;
	for (unsigned int i = 0; i < nr_reserve; i++)
		zone->reserve[i] = num_known(reserve[i]);
	return zone;
}

static uint64_t reserve(const struct frame *frame, unsigned int zone, enum zone_kind highest)
{
	struct zone_kinds kinds;

	zone_kinds_find(frame, &kinds);
	return zone_kinds_reserve(&kinds, frame->zones[zone], highest).n;
}

static void a_pc_with_all_zones_reserves_by_the_requests_highest_zone(void **state)
{
	static const uint64_t dma[] = { 0, 800, 15000, 15100, 15100 };
	static const uint64_t dma32[] = { 0, 0, 14200, 14300, 14300 };
	static const uint64_t normal[] = { 0, 0, 0, 100, 100 };
	struct frame *frame = frame_new();

	(void)state;
	add_zone(frame, "DMA", 5, dma);
	add_zone(frame, "DMA32", 5, dma32);
	add_zone(frame, "Normal", 5, normal);
	assert_int_equal(reserve(frame, 0, ZONE_KIND_DMA), 0);
	assert_int_equal(reserve(frame, 0, ZONE_KIND_DMA32), 800);
	assert_int_equal(reserve(frame, 1, ZONE_KIND_NORMAL), 14200);
	assert_int_equal(reserve(frame, 1, ZONE_KIND_HIGHMEM), 14200);
	assert_int_equal(reserve(frame, 2, ZONE_KIND_MOVABLE), 100);
	frame_free(frame);
}

static void a_phone_without_dma_zones_has_normal_second(void **state)
{
	static const uint64_t normal[] = { 0, 0, 40000 };
	static const uint64_t movable[] = { 0, 0, 0 };
	struct frame *frame = frame_new();

	(void)state;
	add_zone(frame, "Normal", 3, normal);
	add_zone(frame, "Movable", 3, movable);
	assert_int_equal(reserve(frame, 0, ZONE_KIND_NORMAL), 0);
	assert_int_equal(reserve(frame, 0, ZONE_KIND_MOVABLE), 40000);
	frame_free(frame);
}

static void a_small_arm_board_keeps_dma_open_to_normal_requests(void **state)
{
	static const uint64_t dma[] = { 0, 0, 579, 579 };
	struct frame *frame = frame_new();

	(void)state;
	add_zone(frame, "DMA", 4, dma);
	assert_int_equal(reserve(frame, 0, ZONE_KIND_NORMAL), 0);
	assert_int_equal(reserve(frame, 0, ZONE_KIND_MOVABLE), 579);
	frame_free(frame);
}

static void contradictory_reserves_give_the_largest(void **state)
{
	static const uint64_t normal[] = { 7, 9, 8 };
	struct frame *frame = frame_new();
	struct zone_kinds kinds;

	(void)state;
	add_zone(frame, "Normal", 3, normal);
	zone_kinds_find(frame, &kinds);
	assert_int_equal(kinds.built, 0);
	assert_int_equal(reserve(frame, 0, ZONE_KIND_NORMAL), 9);
	frame_free(frame);
}

static void without_reserves_nothing_is_known(void **state)
{
	struct frame *frame = frame_new();
	struct zone_kinds kinds;

	(void)state;
	add_zone(frame, "Normal", 0, NULL);
	add_zone(frame, "NVM", 0, NULL);
	zone_kinds_find(frame, &kinds);
	assert_int_equal(kinds.seen, 1u << ZONE_KIND_NORMAL);
	assert_int_equal(zone_kinds_reserve(&kinds, frame->zones[1], ZONE_KIND_NORMAL).state,
			 NUM_ABSENT);
	assert_int_equal(zone_kind_of("NVM"), ZONE_KIND_OTHER);
	frame_free(frame);
}

static void nothing_is_kept_from_requests_that_prefer_the_zone(void **state)
{
	struct frame *frame = frame_new();
	struct zone_kinds kinds;

	(void)state;
	add_zone(frame, "DMA", 0, NULL);
	add_zone(frame, "Normal", 0, NULL);
	zone_kinds_find(frame, &kinds);
	assert_int_equal(zone_kinds_reserve(&kinds, frame->zones[1], ZONE_KIND_MOVABLE).state,
			 NUM_KNOWN);
	assert_int_equal(zone_kinds_reserve(&kinds, frame->zones[0], ZONE_KIND_DMA).state,
			 NUM_KNOWN);
	assert_int_equal(zone_kinds_reserve(&kinds, frame->zones[0], ZONE_KIND_NORMAL).state,
			 NUM_ABSENT);
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pc_with_all_zones_reserves_by_the_requests_highest_zone),
		cmocka_unit_test(a_phone_without_dma_zones_has_normal_second),
		cmocka_unit_test(a_small_arm_board_keeps_dma_open_to_normal_requests),
		cmocka_unit_test(contradictory_reserves_give_the_largest),
		cmocka_unit_test(without_reserves_nothing_is_known),
		cmocka_unit_test(nothing_is_kept_from_requests_that_prefer_the_zone),
	};

	return CHECK_MAIN(tests);
}
