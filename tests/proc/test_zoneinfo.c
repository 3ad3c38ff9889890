// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>

#include "parsed.h"

/* The newest layout: node counters under the first zone, boost, promo, cma, high_min. */
static const char newest[] =
	"Node 0, zone      DMA\n"
	"  per-node stats\n"
	"      nr_inactive_anon 177\n"
	"      nr_free_cma  999\n"
	"                   537792\n"
	"  pages free     3840\n"
	"        boost    5\n"
	"        min      60\n"
	"        low      75\n"
	"        high     90\n"
	"        promo    105\n"
	"        spanned  4095\n"
	"        present  3998\n"
	"        managed  3840\n"
	"        cma      0\n"
	"        protection: (0, 3018, 4170, 4170, 4170)\n"
	"      nr_free_pages 3840\n"
	"      nr_free_cma  12\n"
	"  pagesets\n"
	"    cpu: 0\n"
	"              count:    31\n"
	"              high:     40\n"
	"              batch:    1\n"
	"              high_min: 37\n"
	"  vm stats threshold: 4\n"
	"    cpu: 1\n"
	"              count:    11\n"
	"              high:     37\n"
	"  node_unreclaimable:  0\n"
	"  start_pfn:           1\n"
	"Node 0, zone  Movable\n"
	"  pages free     0\n"
	"        boost    0\n"
	"        min      32\n"
	"        low      32\n"
	"        high     32\n"
	"        promo    32\n"
	"        spanned  0\n"
	"        present  0\n"
	"        managed  0\n"
	"        cma      0\n"
	"        protection: (0, 0, 0, 0, 0)\n";

static void all_that_the_newest_layout_says_is_read(void **state)
{
	struct frame *frame = parsed(parse_zoneinfo, newest);
	struct zone *dma = zone_of(frame, 0, "DMA");

	(void)state;
	assert_known(dma->free, 3840);
	assert_known(dma->boost, 5);
	assert_known(dma->min, 60);
	assert_known(dma->low, 75);
	assert_known(dma->high, 90);
	assert_known(dma->promo, 105);
	assert_known(dma->spanned, 4095);
	assert_known(dma->present, 3998);
	assert_known(dma->managed, 3840);
	assert_known(dma->free_cma, 12);
	assert_known(dma->start_pfn, 1);
	assert_known(dma->pcp_pages, 42);
	assert_int_equal(dma->nr_reserve, 5);
	assert_known(dma->reserve[1], 3018);
	assert_known(dma->reserve[4], 4170);
	assert_int_equal(dma->nr_orders, 0);
	assert_false(dma->empty);
	frame_free(frame);
}

static void a_zone_without_pages_is_empty(void **state)
{
	struct frame *frame = parsed(parse_zoneinfo, newest);
	struct zone *movable = zone_of(frame, 0, "Movable");

	(void)state;
	assert_true(movable->empty);
	assert_known(movable->present, 0);
	assert_absent(movable->pcp_pages);
	assert_absent(movable->start_pfn);
	frame_free(frame);
}

static void the_layout_of_kernel_3_4_has_no_managed_pages(void **state)
{
	struct frame *frame = parsed(parse_zoneinfo,
		"Node 0, zone   Normal\n"
		"  pages free     38277\n"
		"        min      696\n"
		"        low      870\n"
		"        high     1044\n"
		"        scanned  0\n"
		"        spanned  122368\n"
		"        present  121412\n"
		"    nr_free_pages 38277\n"
		"        protection: (0, 4038, 4038)\n"
		"  pagesets\n"
		"    cpu: 0\n"
		"              count: 145\n"
		"              high:  186\n"
		"  all_unreclaimable: 0\n"
		"  start_pfn:         524288\n"
		"  inactive_ratio:    1\n");
	struct zone *zone = zone_of(frame, 0, "Normal");

	(void)state;
	assert_absent(zone->managed);
	assert_absent(zone->boost);
	assert_known(zone->high, 1044);
	assert_known(zone->start_pfn, 524288);
	assert_known(zone->pcp_pages, 145);
	assert_int_equal(zone->nr_reserve, 3);
	frame_free(frame);
}

static void hot_and_cold_lists_of_old_kernels_add_up(void **state)
{
	struct frame *frame = parsed(parse_zoneinfo,
		"Node 0, zone DMA\n  pages free 1\n  pagesets\n"
		"    cpu: 0 pcp: 0\n              count: 5\n"
		"    cpu: 0 pcp: 1\n              count: 7\n");

	(void)state;
	assert_known(zone_of(frame, 0, "DMA")->pcp_pages, 12);
	frame_free(frame);
}

static void values_near_two_to_the_64_survive_and_sums_saturate(void **state)
{
	struct err err;
	struct frame *frame = parsed(parse_zoneinfo,
		"Node 0, zone DMA\n"
		"  pages free     18446744073709551609\n"
		"              count: 18446744073709551615\n"
		"              count: 1\n");

	(void)state;
	assert_known(zone_of(frame, 0, "DMA")->free, UINT64_MAX - 6);
	assert_int_equal(zone_of(frame, 0, "DMA")->pcp_pages.state, NUM_CAPPED);
	frame_free(frame);
	frame_free(parsed_badly(parse_zoneinfo,
		"Node 0, zone DMA\n  pages free     18446744073709551616\n", &err));
	assert_string_equal(err.text, "line 2, column 18: no number");
}

static void a_garbled_number_is_named_and_the_rest_is_read(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_zoneinfo,
		"Node 0, zone DMA\n  pages free     5\n        min      x\n        low      7\n"
		"        high\n", &err);

	(void)state;
	assert_string_equal(err.text, "line 3, column 18: no number");
	assert_absent(zone_of(frame, 0, "DMA")->min);
	assert_known(zone_of(frame, 0, "DMA")->low, 7);
	assert_absent(zone_of(frame, 0, "DMA")->high);
	frame_free(frame);
}

static void a_cut_lowmem_reserve_is_named(void **state)
{
	static const char *const texts[] = {
		"(0, 3018", "(0, 3018,", "0, 3018)", "(0, 1, 2, 3, 4, 5, 6, 7, 8)", "(0, x)", "", "()",
	};
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		char text[128];

		snprintf(text, sizeof(text),
			 "Node 0, zone DMA\n  pages free 5\n        protection: %s\n", texts[i]);
		frame_free(parsed_badly(parse_zoneinfo, text, &err));
		assert_true(span_starts(span_of(err.text), "line 3, "));
	}
}

static void rows_of_other_files_are_no_zones(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_zoneinfo,
		"Node 0, zone      DMA      1      0      0\n"
		"Node    0, zone      DMA, type    Unmovable      1\n"
		"min 5\n"
		"Node 0, zone   Normal\n", &err);

	(void)state;
	assert_string_equal(err.text, "line 4, column 1: no zone of /proc/zoneinfo in this text");
	assert_int_equal(frame->nr_zones, 0);
	frame_free(frame);
}

static void foreign_lines_between_are_passed_over(void **state)
{
	struct frame *frame = parsed(parse_zoneinfo,
		"$ cat /proc/zoneinfo\nNode 3, zone Normal\nhello\n  pages free 5\n\n        min 2\n");

	(void)state;
	assert_known(zone_of(frame, 3, "Normal")->min, 2);
	frame_free(frame);
}

static void two_readings_in_one_text_are_not_mixed(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_zoneinfo,
		"Node 0, zone DMA\n  pages free 5\n        min 2\n"
		"Node 0, zone DMA\n  pages free 6\n        min 3\n", &err);

	(void)state;
	assert_known(zone_of(frame, 0, "DMA")->free, 5);
	assert_known(zone_of(frame, 0, "DMA")->min, 2);
	frame_free(frame);
}

static void zoneinfo_and_buddyinfo_fill_the_same_zones(void **state)
{
	struct frame *frame = parsed(parse_zoneinfo, newest);
	struct err err;

	(void)state;
	parse_into(frame, parse_buddyinfo, "Node 0, zone DMA 0 0 0 0 0 0 0 0 1 1 3\n", 0, &err);
	assert_int_equal(frame->nr_zones, 2);
	assert_known(zone_free_pages(zone_of(frame, 0, "DMA")), 3840);
	assert_known(zone_of(frame, 0, "DMA")->min, 60);
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_that_the_newest_layout_says_is_read),
		cmocka_unit_test(a_zone_without_pages_is_empty),
		cmocka_unit_test(the_layout_of_kernel_3_4_has_no_managed_pages),
		cmocka_unit_test(hot_and_cold_lists_of_old_kernels_add_up),
		cmocka_unit_test(values_near_two_to_the_64_survive_and_sums_saturate),
		cmocka_unit_test(a_garbled_number_is_named_and_the_rest_is_read),
		cmocka_unit_test(a_cut_lowmem_reserve_is_named),
		cmocka_unit_test(rows_of_other_files_are_no_zones),
		cmocka_unit_test(foreign_lines_between_are_passed_over),
		cmocka_unit_test(two_readings_in_one_text_are_not_mixed),
		cmocka_unit_test(zoneinfo_and_buddyinfo_fill_the_same_zones),
	};

	return CHECK_MAIN(tests);
}
