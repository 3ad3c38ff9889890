// SPDX-License-Identifier: GPL-2.0-or-later
#include "parsed.h"

static void each_zone_has_its_counts_in_the_texts_order(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo,
		"Node 0, zone      DMA      1      0      0      1      2      1      1      0      1      1      3 \n"
		"Node 0, zone   Normal   4381   1093    185   1530    567    102      4      0      0      0      0 \n");
	struct zone *normal = zone_of(frame, 0, "Normal");

	(void)state;
	assert_int_equal(frame->nr_zones, 2);
	assert_string_equal(frame->zones[0]->name, "DMA");
	assert_counts(zone_of(frame, 0, "DMA"), COUNTS(1, 0, 0, 1, 2, 1, 1, 0, 1, 1, 3));
	assert_counts(normal, COUNTS(4381, 1093, 185, 1530, 567, 102, 4, 0, 0, 0, 0));
	assert_known(zone_free_pages(normal), 4381 + 2186 + 740 + 12240 + 9072 + 3264 + 256);
	assert_int_equal(zone_largest_free_order(normal), 6);
	assert_false(normal->partial);
	frame_free(frame);
}

static void the_number_of_orders_is_what_the_row_has(void **state)
{
	static const unsigned int widths[] = { 9, 10, 13, 14, 17, 21, 32 };

	(void)state;
	for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
		char text[512] = "Node 8, zone      DMA";
		struct frame *frame;

		for (unsigned int order = 0; order < widths[i]; order++)
			strcat(text, " 7");
		frame = parsed(parse_buddyinfo, text);
		assert_int_equal(zone_of(frame, 8, "DMA")->nr_orders, widths[i]);
		frame_free(frame);
	}
}

static void more_columns_than_any_kernel_has_are_an_error(void **state)
{
	char text[512] = "Node 0, zone Normal";
	struct frame *frame;
	struct err err;

	(void)state;
	for (unsigned int order = 0; order < FRAME_ORDERS_MAX + 1; order++)
		strcat(text, " 1");
	frame = parsed_badly(parse_buddyinfo, text, &err);
	assert_string_equal(err.text, "line 1, column 85: too many columns");
	frame_free(frame);
}

static void nodes_may_be_sparse_and_in_any_order(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo,
		"Node 40, zone  Movable 0 0 0 0 0 0 0 0 0 0 35\n"
		"Node 0, zone Normal 1 2 3 4 5 6 7 8 9 10 11\n");

	(void)state;
	assert_int_equal(frame->zones[0]->node, 40);
	assert_known(zone_of(frame, 40, "Movable")->free_blocks[10], 35);
	assert_known(zone_of(frame, 0, "Normal")->free_blocks[0], 1);
	frame_free(frame);
}

static void long_counts_and_single_blanks_need_no_alignment(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo,
		"Node 0, zone   Normal 6123456 1234567 83401   5000 12 0 0 0 0 0 0\r\n");

	(void)state;
	assert_counts(zone_of(frame, 0, "Normal"),
		      COUNTS(6123456, 1234567, 83401, 5000, 12, 0, 0, 0, 0, 0, 0));
	frame_free(frame);
}

static void prefixes_and_foreign_lines_are_passed_over(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo,
		"# cat /proc/buddyinfo\n"
		"MemFree:           83724 kB\n"
		"buddy Node 0, zone DMA 1 0 0 0 0 0 0 0 0 0 3\n"
		"\n"
		"> Node 0, zone Normal 5 0 0 0 0 0 0 0 0 0 1\n"
		"Node 0 Normal free:1234kB\n");

	(void)state;
	assert_int_equal(frame->nr_zones, 2);
	assert_known(zone_of(frame, 0, "DMA")->free_blocks[10], 3);
	assert_known(zone_of(frame, 0, "Normal")->free_blocks[0], 5);
	frame_free(frame);
}

static void wrapped_rows_go_on_on_the_next_line(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo,
		"> Node 0, zone      DMA 166 151 106  58  20  49  91  14\n"
		">   11      2      0      2      7\n"
		"Node 8, zone\tDMA\n"
		"     1 2 3 4 5 6 7 8 9 10 11 12 13\n");

	(void)state;
	assert_counts(zone_of(frame, 0, "DMA"),
		      COUNTS(166, 151, 106, 58, 20, 49, 91, 14, 11, 2, 0, 2, 7));
	assert_counts(zone_of(frame, 8, "DMA"), COUNTS(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13));
	frame_free(frame);
}

static void a_row_that_ends_in_dots_has_no_total(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo,
		"Node 0, zone      DMA      0      4      5      4      4      3 ...\n"
		"Node 0, zone   Normal 1 0 0 1 101 8 0 0 0 0 0\n");
	struct zone *dma = zone_of(frame, 0, "DMA");

	(void)state;
	assert_known(dma->free_blocks[5], 3);
	assert_absent(dma->free_blocks[6]);
	assert_int_equal(dma->nr_orders, 11);
	assert_absent(zone_free_pages(dma));
	assert_int_equal(zone_largest_free_order(dma), -2);
	assert_true(dma->partial);
	assert_known(zone_free_blocks(zone_of(frame, 0, "Normal")), 111);
	frame_free(frame);
}

static void a_row_of_dots_alone_in_a_text_has_no_total_either(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo, "Node 0, zone DMA 0 4 5 \u2026\n");

	(void)state;
	assert_absent(zone_free_pages(zone_of(frame, 0, "DMA")));
	frame_free(frame);
}

static void a_cut_row_is_an_error_and_has_no_total(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_buddyinfo,
		"Node 0, zone      DMA 1 0 0 0 0 0 0 0 0 0 3\n"
		"Node 0, zone   Normal 5 6 7", &err);

	(void)state;
	assert_string_equal(err.text,
			    "line 2, column 1: 3 columns where other rows have 11: the row is cut");
	assert_known(zone_free_pages(zone_of(frame, 0, "DMA")), 3073);
	assert_known(zone_of(frame, 0, "Normal")->free_blocks[2], 7);
	assert_absent(zone_free_pages(zone_of(frame, 0, "Normal")));
	frame_free(frame);
}

static void the_cut_row_is_named_even_when_it_comes_first(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_buddyinfo,
		"Node 0, zone DMA 1 0 0\nNode 0, zone Normal 5 6 7 8 9\n", &err);

	(void)state;
	assert_string_equal(err.text,
			    "line 1, column 1: 3 columns where other rows have 5: the row is cut");
	assert_true(zone_of(frame, 0, "DMA")->partial);
	assert_false(zone_of(frame, 0, "Normal")->partial);
	frame_free(frame);
}

static void a_garbled_count_is_named_and_spoils_only_its_zone(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_buddyinfo,
		"Node 0, zone DMA 1 0 0 0 0 0 0 0 0 0 3\n"
		"Node 0, zone DMA32 1 2 x3 4 5 6 7 8 9 10 11\n"
		"Node 0, zone Normal 9 0 0 0 0 0 0 0 0 0 1\n", &err);

	(void)state;
	assert_string_equal(err.text, "line 2, column 24: no count");
	assert_known(zone_of(frame, 0, "DMA32")->free_blocks[1], 2);
	assert_absent(zone_free_pages(zone_of(frame, 0, "DMA32")));
	assert_known(zone_free_pages(zone_of(frame, 0, "Normal")), 1033);
	frame_free(frame);
}

static void a_head_that_is_cut_is_named(void **state)
{
	struct err err;

	(void)state;
	frame_free(parsed_badly(parse_buddyinfo, "Node 0, zo", &err));
	assert_string_equal(err.text, "line 1, column 9: the line is cut or garbled");
	frame_free(parsed_badly(parse_buddyinfo, "Node 0, zone", &err));
	assert_string_equal(err.text, "line 1, column 13: the line is cut");
	frame_free(parsed_badly(parse_buddyinfo, "Node 99999, zone DMA 1", &err));
	assert_string_equal(err.text, "line 1, column 6: no such node");
	frame_free(parsed_badly(parse_buddyinfo, "Node 0, zone \033[31mDMA 1", &err));
	assert_string_equal(err.text, "line 1, column 14: no name");
}

static void two_readings_in_one_text_are_not_mixed(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_buddyinfo,
		"Node 0, zone Normal 1 1\nNode 0, zone HighMem 2 2\n"
		"Node 0, zone Normal 3 3\nNode 0, zone HighMem 4 4\n", &err);

	(void)state;
	assert_string_equal(err.text,
		"line 3, column 14: this zone comes again; only the first reading is taken");
	assert_counts(zone_of(frame, 0, "Normal"), COUNTS(1, 1));
	assert_counts(zone_of(frame, 0, "HighMem"), COUNTS(2, 2));
	frame_free(frame);
}

static void counts_near_two_to_the_64_survive_and_their_total_is_a_bound(void **state)
{
	struct err err;
	struct frame *frame = parsed(parse_buddyinfo,
		"Node 0, zone Normal 18446744073709551615 18446744073709551614 0\n");
	struct zone *zone = zone_of(frame, 0, "Normal");

	(void)state;
	assert_known(zone->free_blocks[0], UINT64_MAX);
	assert_known(zone->free_blocks[1], UINT64_MAX - 1);
	assert_int_equal(zone_free_pages(zone).state, NUM_CAPPED);
	frame_free(frame);
	frame_free(parsed_badly(parse_buddyinfo, "Node 0, zone Normal 18446744073709551616 0\n",
				&err));
	assert_string_equal(err.text, "line 1, column 21: no count");
}

static void rows_of_other_files_are_not_taken(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_buddyinfo,
		"Node 0, zone      DMA\n  pages free     3960\n"
		"Node    0, zone      DMA, type    Unmovable      1      0      0\n"
		"Number of blocks type     Unmovable      Movable\n"
		"Node 0, zone      DMA            1            7\n"
		"Node 0, zone      DMA -1.000 -1.000 0.992\n", &err);

	(void)state;
	assert_string_equal(err.text, "line 6, column 1: no row of /proc/buddyinfo in this text");
	assert_int_equal(frame->nr_zones, 0);
	frame_free(frame);
}

static void rows_behind_a_table_of_pageblocks_are_taken_again(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo,
		"Number of blocks type     Unmovable      Movable\n"
		"Node 0, zone      DMA            1            7\n"
		"Node 0, zone      DMA 1 2 3 4 5 6 7 8 9 10 11\n");

	(void)state;
	assert_known(zone_of(frame, 0, "DMA")->free_blocks[0], 1);
	frame_free(frame);
}

static void counts_replace_sums_over_migratetypes(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo,
		"Page block order: 9\n"
		"Free pages count per migrate type at order 0 1\n"
		"Node 0, zone Normal, type Movable >100000 5\n");
	struct err err;

	(void)state;
	parse_into(frame, parse_buddyinfo, "Node 0, zone Normal 345678 6\n", 0, &err);
	assert_counts(zone_of(frame, 0, "Normal"), COUNTS(345678, 6));
	assert_int_equal(zone_get_type_free(zone_of(frame, 0, "Normal"), 0, 0).state, NUM_CAPPED);
	frame_free(frame);
}

static void nothing_is_an_error(void **state)
{
	struct err err;

	(void)state;
	frame_free(parsed_badly(parse_buddyinfo, "", &err));
	frame_free(parsed_badly(parse_buddyinfo, "hello\n\nworld\n", &err));
	assert_string_equal(err.text, "line 3, column 1: no row of /proc/buddyinfo in this text");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_zone_has_its_counts_in_the_texts_order),
		cmocka_unit_test(the_number_of_orders_is_what_the_row_has),
		cmocka_unit_test(more_columns_than_any_kernel_has_are_an_error),
		cmocka_unit_test(nodes_may_be_sparse_and_in_any_order),
		cmocka_unit_test(long_counts_and_single_blanks_need_no_alignment),
		cmocka_unit_test(prefixes_and_foreign_lines_are_passed_over),
		cmocka_unit_test(wrapped_rows_go_on_on_the_next_line),
		cmocka_unit_test(a_row_that_ends_in_dots_has_no_total),
		cmocka_unit_test(a_row_of_dots_alone_in_a_text_has_no_total_either),
		cmocka_unit_test(a_cut_row_is_an_error_and_has_no_total),
		cmocka_unit_test(the_cut_row_is_named_even_when_it_comes_first),
		cmocka_unit_test(a_garbled_count_is_named_and_spoils_only_its_zone),
		cmocka_unit_test(a_head_that_is_cut_is_named),
		cmocka_unit_test(two_readings_in_one_text_are_not_mixed),
		cmocka_unit_test(counts_near_two_to_the_64_survive_and_their_total_is_a_bound),
		cmocka_unit_test(rows_of_other_files_are_not_taken),
		cmocka_unit_test(rows_behind_a_table_of_pageblocks_are_taken_again),
		cmocka_unit_test(counts_replace_sums_over_migratetypes),
		cmocka_unit_test(nothing_is_an_error),
	};

	return CHECK_MAIN(tests);
}
