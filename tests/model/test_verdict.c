// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/verdict.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/zone_kind.h"

#include "../check.h"
#include "made_frame.h"

static struct verdict_want want(uint64_t nr, unsigned int order, enum verdict_class class)
{
	return (struct verdict_want){ nr, order, class, -1 };
}

static struct verdict judge(const struct frame *frame, uint64_t nr, unsigned int order,
			    enum verdict_class class)
{
	struct verdict_want wish = want(nr, order, class);
	struct verdict verdict;

	verdict_judge(frame, &wish, &verdict);
	assert_true(strlen(verdict.headline) > 10);
	assert_true(strlen(verdict.headline) < sizeof(verdict.headline) - 1);
	return verdict;
}

static struct num now(const struct frame *frame, unsigned int order, enum verdict_class class)
{
	struct verdict_want wish = want(1, order, class);

	return verdict_now(frame, &wish);
}

#define assert_num(got, expected_state, expected_n)                   \
	do {                                                          \
		struct num num_ = (got);                              \
		assert_int_equal(num_.state, expected_state);         \
		assert_int_equal(num_.n, expected_n);                 \
	} while (0)

/* 10 order-9 blocks: 3 Movable, 2 Unmovable, 2 CMA, 2 HighAtomic, 1 Isolate */
static struct frame *frame_of_all_types(uint64_t min)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 9 * 512, min, min * 2);

	made_blocks(frame, zone, "Unmovable", 9, 2);
	made_blocks(frame, zone, "Movable", 9, 3);
	made_blocks(frame, zone, "CMA", 9, 2);
	made_blocks(frame, zone, "HighAtomic", 9, 2);
	made_blocks(frame, zone, "Isolate", 9, 1);
	return frame;
}

static void types_fall_back_to_each_other_but_not_to_reserves(void **state)
{
	struct frame *frame = frame_of_all_types(1);

	(void)state;
	assert_num(now(frame, 9, VERDICT_UNMOVABLE), NUM_KNOWN, 4); /* one stays for the mark */
	assert_num(now(frame, 9, VERDICT_RECLAIMABLE), NUM_KNOWN, 4);
	assert_num(now(frame, 9, VERDICT_MOVABLE), NUM_KNOWN, 6);
	assert_num(now(frame, 9, VERDICT_ATOMIC), NUM_KNOWN, 6);
	assert_num(now(frame, 8, VERDICT_UNMOVABLE), NUM_KNOWN, 9);
	frame_free(frame);
}

static void each_block_must_leave_the_zone_above_its_watermark(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 5 * 512, 1000, 2000);

	(void)state;
	made_blocks(frame, zone, "Movable", 9, 5);
	/* 2560 - 3 * 512 = 1024 > 1000, a fourth would leave 512 */
	assert_num(now(frame, 9, VERDICT_MOVABLE), NUM_KNOWN, 3);
	zone->min = num_known(1024);
	assert_num(now(frame, 9, VERDICT_MOVABLE), NUM_KNOWN, 3);
	zone->min = num_known(1025);
	assert_num(now(frame, 9, VERDICT_MOVABLE), NUM_KNOWN, 2);
	frame_free(frame);
}

static void atomic_requests_may_go_to_three_eighths_of_the_mark(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 5 * 512, 2048, 4096);

	(void)state;
	made_blocks(frame, zone, "Movable", 9, 5);
	assert_num(now(frame, 9, VERDICT_MOVABLE), NUM_KNOWN, 1);
	assert_num(now(frame, 9, VERDICT_ATOMIC), NUM_KNOWN, 3); /* mark 768 */
	frame_free(frame);
}

static void lower_zones_keep_their_reserve_from_requests_bound_higher(void **state)
{
	struct frame *frame = made_frame();
	struct zone *dma32 = made_zone(frame, 0, "DMA32", 10 * 512, 512, 1024);
	struct zone *normal = made_zone(frame, 0, "Normal", 512, 1000, 2000);
	struct verdict_want wish = want(1, 9, VERDICT_UNMOVABLE);

	(void)state;
	made_reserve(dma32, 0, 0, 2048, 4096, 4096);
	made_reserve(normal, 0, 0, 0, 500, 500);
	made_blocks(frame, dma32, "Movable", 9, 10);
	assert_num(now(frame, 9, VERDICT_UNMOVABLE), NUM_KNOWN, 5);
	assert_num(now(frame, 9, VERDICT_MOVABLE), NUM_KNOWN, 1);
	wish.highest_zone = ZONE_KIND_DMA32;
	assert_num(verdict_now(frame, &wish), NUM_KNOWN, 9);
	wish.highest_zone = ZONE_KIND_DMA; /* no such zone here: the next one up serves it */
	assert_num(verdict_now(frame, &wish), NUM_KNOWN, 9);
	frame_free(frame);
}

static void movable_zones_are_closed_to_kernel_memory(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 1, "Movable", 10 * 512, 1, 2);
	struct verdict verdict;

	(void)state;
	made_blocks(frame, zone, "Movable", 9, 10);
	assert_num(now(frame, 9, VERDICT_MOVABLE), NUM_KNOWN, 9);
	verdict = judge(frame, 1, 9, VERDICT_UNMOVABLE);
	assert_int_equal(verdict.cause, VERDICT_TOO_LITTLE);
	assert_non_null(strstr(verdict.headline, "no memory in the zones"));
	frame_free(frame);
}

static void letters_of_a_log_give_bounds(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, -1, "Normal", 20000, 1000, 2000);
	struct verdict verdict;

	(void)state;
	zone->reserved_highatomic = num_known(512);
	zone->free_cma = num_known(0);
	made_row(frame, zone, 4, 35, "UMEH");
	verdict = judge(frame, 1, 4, VERDICT_UNMOVABLE);
	assert_num(verdict.now, NUM_CAPPED, 3);
	assert_num(verdict.now_at_most, NUM_KNOWN, 34);
	made_row(frame, zone, 5, 7, "UM");
	assert_num(judge(frame, 1, 5, VERDICT_UNMOVABLE).now, NUM_KNOWN, 7);
	frame_free(frame);
}

static void rows_of_cma_and_highatomic_serve_no_kernel_request(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, -1, "Normal", 26000, 10000, 20000);
	struct verdict verdict;

	(void)state;
	zone->free_cma = num_known(130);
	made_row(frame, zone, 0, 9000, "UMEC");
	made_row(frame, zone, 3, 8, "CH");
	made_row(frame, zone, 4, 5, "H");
	verdict = judge(frame, 1, 3, VERDICT_UNMOVABLE);
	assert_num(verdict.now, NUM_KNOWN, 0);
	assert_int_equal(verdict.cause, VERDICT_WRONG_TYPE);
	assert_non_null(strstr(verdict.headline, "CMA, HighAtomic"));
	assert_num(judge(frame, 1, 4, VERDICT_ATOMIC).now, NUM_KNOWN, 5);
	frame_free(frame);
}

static void without_types_reserves_are_taken_off(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 100 * 512, 1000, 2000);
	struct verdict verdict;

	(void)state;
	zone->free_blocks[9] = num_known(90);
	zone->managed = num_known(102400); /* at most 1 % and a pageblock for HighAtomic: 3 */
	verdict = judge(frame, 1, 9, VERDICT_MOVABLE);
	assert_num(verdict.now, NUM_CAPPED, 87);
	assert_num(verdict.now_at_most, NUM_KNOWN, 90);
	assert_int_equal(verdict.cause, VERDICT_OBTAINABLE);
	verdict = judge(frame, 1, 9, VERDICT_UNMOVABLE); /* all of it may be CMA */
	assert_int_equal(verdict.now.state, NUM_ABSENT);
	assert_int_equal(verdict.cause, VERDICT_UNKNOWN);
	zone->free_cma = num_known(512);
	assert_num(judge(frame, 1, 9, VERDICT_UNMOVABLE).now, NUM_CAPPED, 86);
	frame_free(frame);
}

static void types_of_vendors_may_or_may_not_be_usable(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 100 * 512, 1000, 2000);
	struct verdict verdict;

	(void)state;
	made_blocks(frame, zone, "Movable", 9, 4);
	made_blocks(frame, zone, "Mirror", 9, 10);
	verdict = judge(frame, 1, 9, VERDICT_MOVABLE);
	assert_num(verdict.now, NUM_CAPPED, 4);
	assert_num(verdict.now_at_most, NUM_KNOWN, 14);
	frame_free(frame);
}

static void capped_counts_make_lower_bounds(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 400000, 1000, 2000);
	struct verdict verdict;

	(void)state;
	made_blocks(frame, zone, "Movable", 0, 100000);
	zone->free_blocks[0].state = NUM_CAPPED;
	zone_type_free(frame, zone, 0, 0)->state = NUM_CAPPED;
	assert_num(now(frame, 0, VERDICT_MOVABLE), NUM_CAPPED, 100000);
	/* there may be more, as far as memory goes */
	assert_num(judge(frame, 1, 0, VERDICT_MOVABLE).now_at_most, NUM_KNOWN, 399000);
	verdict = judge(frame, 200000, 0, VERDICT_MOVABLE);
	assert_int_equal(verdict.cause, VERDICT_UNKNOWN);
	assert_string_equal(verdict.headline, "Unknown: at least 100,000 blocks of 4 KiB can be had "
			    "now, perhaps more; the counts are lower bounds");
	frame_free(frame);
}

static void without_watermarks_there_is_an_upper_bound_only(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 0, 0, 0);
	struct verdict verdict;

	(void)state;
	zone->free = zone->min = zone->low = (struct num){ 0 };
	made_blocks(frame, zone, "Movable", 0, 1000);
	made_blocks(frame, zone, "Movable", 9, 21);
	verdict = judge(frame, 21, 9, VERDICT_MOVABLE);
	assert_int_equal(verdict.now.state, NUM_ABSENT);
	assert_num(verdict.now_at_most, NUM_KNOWN, 21);
	assert_int_equal(verdict.cause, VERDICT_UNKNOWN);
	assert_string_equal(verdict.headline, "Unknown: at most 21 blocks of 2 MiB are free, but "
			    "the watermarks are not known");
	/* more than there are cannot be had, whatever the watermarks */
	assert_int_equal(judge(frame, 22, 9, VERDICT_MOVABLE).cause, VERDICT_FRAGMENTED);
	frame_free(frame);
}

static void mostly_small_blocks_are_fragmented_whatever_the_watermarks(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 0, 0, 0);

	(void)state;
	zone->free = zone->min = (struct num){ 0 };
	zone->free_blocks[0] = num_known(100000);
	zone->free_blocks[3] = num_known(100);
	assert_int_equal(judge(frame, 10, 3, VERDICT_ATOMIC).cause, VERDICT_FRAGMENTED);
	frame_free(frame);
}

static void fragmented_memory_is_named_with_its_place(void **state)
{
	struct frame *frame = made_frame();
	struct zone *dma32 = made_zone(frame, 0, "DMA32", 15360, 900, 1100);
	struct zone *normal = made_zone(frame, 0, "Normal", 32000, 16000, 20000);
	struct verdict verdict;

	(void)state;
	made_reserve(dma32, 0, 0, 15000, 15000, 15000);
	made_reserve(normal, 0, 0, 0, 0, 0);
	made_row(frame, dma32, 10, 15, "UM");
	made_row(frame, normal, 0, 11000, "UME");
	made_row(frame, normal, 3, 2600, "UME");
	dma32->free_cma = normal->free_cma = num_known(0);
	verdict = judge(frame, 1, 4, VERDICT_UNMOVABLE);
	assert_int_equal(verdict.cause, VERDICT_FRAGMENTED);
	assert_string_equal(verdict.headline, "Not now: 125 MiB is free in zone Normal, all of it "
			    "in blocks below 64 KiB");
	assert_string_equal(verdict.lines[0], "Normal: 125 MiB free, 62.5 MiB above its mark; no "
			    "block of 64 KiB, the largest is 32 KiB");
	assert_string_equal(verdict.lines[1], "DMA32: 60 MiB free, not above its mark of 62.1 MiB; "
			    "960 blocks of 64 KiB");
	frame_free(frame);
}

static void blocks_below_the_watermark_are_not_fragmentation(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 13000, 12990, 15000);
	struct verdict verdict;

	(void)state;
	made_blocks(frame, zone, "Movable", 4, 35);
	verdict = judge(frame, 1, 4, VERDICT_UNMOVABLE);
	assert_num(verdict.now, NUM_KNOWN, 0);
	assert_int_equal(verdict.cause, VERDICT_WATERMARK);
	assert_string_equal(verdict.headline, "Not now: 35 blocks of 64 KiB are free, but memory "
			    "stands at the watermarks");
	frame_free(frame);
}

static void more_than_is_free_is_too_little_memory(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 390000, 1400, 1900);
	struct verdict verdict;

	(void)state;
	made_blocks(frame, zone, "Unmovable", 10, 380);
	counters_add(&frame->vmstat, &frame->arena, SPAN("nr_active_file"), num_known(110));
	counters_add(&frame->vmstat, &frame->arena, SPAN("nr_inactive_file"), num_known(1600));
	verdict = judge(frame, 1, 20, VERDICT_UNMOVABLE);
	assert_int_equal(verdict.cause, VERDICT_TOO_LITTLE);
	assert_string_equal(verdict.headline, "Not now: only 1.5 GiB is free in zone Normal, 4 GiB "
			    "is wanted");
	assert_int_equal(judge(frame, 1, 31, VERDICT_UNMOVABLE).cause, VERDICT_TOO_LITTLE);
	assert_int_equal(judge(frame, UINT64_MAX, 9, VERDICT_MOVABLE).cause, VERDICT_TOO_LITTLE);
	frame_free(frame);
}

static void reclaim_gives_upper_bounds_from_the_counters(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 4000, 1000, 2000);
	struct verdict verdict;

	(void)state;
	made_blocks(frame, zone, "Movable", 0, 4000);
	*zone_type_cell(frame, &zone->type_blocks, 0) = num_known(100);
	counters_add(&frame->vmstat, &frame->arena, SPAN("nr_active_file"), num_known(5000));
	counters_add(&frame->vmstat, &frame->arena, SPAN("nr_inactive_file"), num_known(5000));
	counters_add(&frame->vmstat, &frame->arena, SPAN("nr_active_anon"), num_known(9000));
	counters_add(&frame->vmstat, &frame->arena, SPAN("nr_inactive_anon"), num_known(9000));
	counters_add(&frame->meminfo, &frame->arena, SPAN("SwapFree"), num_known(4096));
	verdict = judge(frame, 4, 9, VERDICT_MOVABLE);
	assert_int_equal(verdict.cause, VERDICT_FRAGMENTED);
	assert_num(verdict.now, NUM_KNOWN, 0);
	/* (4000 - 1000) / 512, and nobody knows what stands in the way */
	assert_int_equal(verdict.after_compaction.state, NUM_ABSENT);
	assert_num(verdict.compaction_at_most, NUM_KNOWN, 5);
	/* (3000 + 10000 + 1024) / 512: swap takes 4 MiB */
	assert_num(verdict.reclaim_at_most, NUM_KNOWN, 27);
	frame_free(frame);
}

static void compaction_needs_room_for_its_copies(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 3000, 1000, 2000);
	struct verdict verdict;

	(void)state;
	made_blocks(frame, zone, "Movable", 0, 3000);
	/* 3000 is not above 1000 + (2000 - 1000) + 1024 */
	verdict = judge(frame, 1, 9, VERDICT_MOVABLE);
	assert_num(verdict.after_compaction, NUM_KNOWN, 0);
	zone->free = num_known(3025);
	verdict = judge(frame, 1, 9, VERDICT_MOVABLE);
	assert_int_equal(verdict.after_compaction.state, NUM_ABSENT);
	assert_num(verdict.compaction_at_most, NUM_KNOWN, 3);
	frame_free(frame);
}

static void compaction_is_refused_below_the_fragmentation_threshold(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 2560, 10, 12);

	(void)state;
	made_blocks(frame, zone, "Movable", 8, 10); /* index 400 */
	assert_num(judge(frame, 1, 9, VERDICT_MOVABLE).after_compaction, NUM_KNOWN, 0);
	counters_add(&frame->mem_knobs, &frame->arena, SPAN("vm.extfrag_threshold"),
		     num_known(300));
	assert_num(judge(frame, 1, 9, VERDICT_MOVABLE).compaction_at_most, NUM_KNOWN, 4);
	frame_free(frame);
}

static void an_empty_frame_is_unknown(void **state)
{
	struct frame *frame = frame_new();
	struct verdict verdict = judge(frame, 1, 9, VERDICT_MOVABLE);

	(void)state;
	assert_int_equal(verdict.cause, VERDICT_UNKNOWN);
	assert_int_equal(verdict.now.state, NUM_ABSENT);
	assert_int_equal(verdict.nr_lines, 0);
	frame_free(frame);
}

static void absurd_numbers_saturate(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", UINT64_MAX, UINT64_MAX, UINT64_MAX);

	(void)state;
	made_reserve(zone, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX);
	made_blocks(frame, zone, "Movable", 10, UINT64_MAX);
	assert_num(now(frame, 9, VERDICT_MOVABLE), NUM_KNOWN, 0);
	zone->min = num_known(0);
	zone->nr_reserve = 0;
	assert_true(now(frame, 9, VERDICT_MOVABLE).n > UINT64_MAX / 1024);
	judge(frame, UINT64_MAX, 31, VERDICT_MOVABLE);
	frame_free(frame);
}

static void missing_sources_are_named_with_their_excuse(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 100 * 512, 1000, 2000);
	struct source_status *source = frame_source(frame, "pagetypeinfo");
	struct verdict verdict;

	(void)state;
	source->state = SOURCE_DENIED;
	source->text = "only root may read it";
	zone->free_blocks[9] = num_known(9);
	verdict = judge(frame, 1, 9, VERDICT_UNMOVABLE);
	assert_true(verdict.nr_lines > 1);
	assert_string_equal(verdict.lines[verdict.nr_lines - 1],
			    "not known: types of free blocks; pagetypeinfo: only root may read it");
	frame_free(frame);
}

static void every_class_and_cause_has_a_name(void **state)
{
	(void)state;
	for (int class = 0; class < NR_VERDICT_CLASSES; class++)
		assert_non_null(verdict_class_name((enum verdict_class)class));
	for (int cause = 0; cause < NR_VERDICT_CAUSES; cause++)
		assert_non_null(verdict_cause_name((enum verdict_cause)cause));
}

static void check_want(const char *text, uint64_t nr, unsigned int order, enum verdict_class class)
{
	struct verdict_want parsed;
	struct err err = { "" };

	assert_int_equal(verdict_parse_want(span_of(text), 4096, &parsed, &err), 0);
	assert_int_equal(parsed.nr, nr);
	assert_int_equal(parsed.order, order);
	assert_int_equal(parsed.class, class);
	assert_int_equal(parsed.highest_zone, -1);
}

static void wishes_are_read_as_people_type_them(void **state)
{
	(void)state;
	check_want("64@9", 64, 9, VERDICT_MOVABLE);
	check_want("3@2MiB", 3, 9, VERDICT_MOVABLE);
	check_want(" 1@64K:unmovable ", 1, 4, VERDICT_UNMOVABLE);
	check_want("1@1GiB:movable", 1, 18, VERDICT_MOVABLE);
	check_want("10@0:atomic", 10, 0, VERDICT_ATOMIC);
	check_want("1@4k", 1, 0, VERDICT_MOVABLE);
}

static void sums_that_saturated_prove_no_fragmentation(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 0, 0, 0);
	struct verdict verdict;

	(void)state;
	zone->free = zone->min = (struct num){ 0 };
	for (unsigned int order = 0; order < zone->nr_orders; order++)
		zone->free_blocks[order] = num_known(UINT64_MAX);
	verdict = judge(frame, 1, 9, VERDICT_MOVABLE);
	assert_int_equal(verdict.cause, VERDICT_UNKNOWN);
	frame_free(frame);
}

static void check_refused(const char *text, uint64_t page_size, const char *why)
{
	struct verdict_want parsed;
	struct err err = { "" };

	assert_int_equal(verdict_parse_want(span_of(text), page_size, &parsed, &err), -EINVAL);
	if (!strstr(err.text, why))
		fail_msg("\"%s\" does not say \"%s\"", err.text, why);
}

static void wrong_wishes_are_refused_with_a_hint(void **state)
{
	(void)state;
	check_refused("", 4096, "as in 64@9");
	check_refused("64", 4096, "as in 64@9");
	check_refused("@9", 4096, "number of blocks");
	check_refused("0@9", 4096, "number of blocks");
	check_refused("99999999999999999999@9", 4096, "number of blocks");
	check_refused("1@", 4096, "an order or a size");
	check_refused("1@32", 4096, "orders end");
	check_refused("1@4294967305", 4096, "orders end");
	check_refused("1@6MiB", 4096, "power of two");
	check_refused("1@2KiB", 4096, "power of two");
	check_refused("1@99999999999GiB", 4096, "an order or a size");
	check_refused("1@2MiB", 0, "page size");
	check_refused("1@9:nosuch", 4096, "movable, unmovable");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_fall_back_to_each_other_but_not_to_reserves),
		cmocka_unit_test(each_block_must_leave_the_zone_above_its_watermark),
		cmocka_unit_test(atomic_requests_may_go_to_three_eighths_of_the_mark),
		cmocka_unit_test(lower_zones_keep_their_reserve_from_requests_bound_higher),
		cmocka_unit_test(movable_zones_are_closed_to_kernel_memory),
		cmocka_unit_test(letters_of_a_log_give_bounds),
		cmocka_unit_test(rows_of_cma_and_highatomic_serve_no_kernel_request),
		cmocka_unit_test(without_types_reserves_are_taken_off),
		cmocka_unit_test(types_of_vendors_may_or_may_not_be_usable),
		cmocka_unit_test(capped_counts_make_lower_bounds),
		cmocka_unit_test(without_watermarks_there_is_an_upper_bound_only),
		cmocka_unit_test(mostly_small_blocks_are_fragmented_whatever_the_watermarks),
		cmocka_unit_test(fragmented_memory_is_named_with_its_place),
		cmocka_unit_test(blocks_below_the_watermark_are_not_fragmentation),
		cmocka_unit_test(more_than_is_free_is_too_little_memory),
		cmocka_unit_test(reclaim_gives_upper_bounds_from_the_counters),
		cmocka_unit_test(compaction_needs_room_for_its_copies),
		cmocka_unit_test(compaction_is_refused_below_the_fragmentation_threshold),
		cmocka_unit_test(an_empty_frame_is_unknown),
		cmocka_unit_test(absurd_numbers_saturate),
		cmocka_unit_test(sums_that_saturated_prove_no_fragmentation),
		cmocka_unit_test(missing_sources_are_named_with_their_excuse),
		cmocka_unit_test(every_class_and_cause_has_a_name),
		cmocka_unit_test(wishes_are_read_as_people_type_them),
		cmocka_unit_test(wrong_wishes_are_refused_with_a_hint),
	};

	return CHECK_MAIN(tests);
}
