// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>

#include "parsed.h"

static const char two_nodes[] =
	"Page block order: 9\n"
	"Pages per block:  512\n"
	"\n"
	"Free pages count per migrate type at order       0      1      2 \n"
	"Node    0, zone      DMA, type    Unmovable      1      2      3 \n"
	"Node    0, zone      DMA, type      Movable     10     20     30 \n"
	"Node    0, zone   Normal, type    Unmovable      4      5      6 \n"
	"Node    0, zone   Normal, type      Movable >100000  50000     60 \n"
	"\n"
	"Number of blocks type     Unmovable      Movable \n"
	"Node 0, zone      DMA            1            7 \n"
	"Node 0, zone   Normal          298        10165 \n"
	"Page block order: 9\n"
	"Pages per block:  512\n"
	"\n"
	"Free pages count per migrate type at order       0      1      2 \n"
	"Node    1, zone   Normal, type    Unmovable      7      8      9 \n"
	"Node    1, zone   Normal, type      Movable     70     80     90 \n"
	"\n"
	"Number of blocks type     Unmovable      Movable \n"
	"Node 1, zone   Normal           12          345 \n";

static struct num type_free(const struct frame *frame, const struct zone *zone, const char *type,
			    unsigned int order)
{
	int t = frame_find_type(frame, type);

	assert_true(t >= 0);
	return zone_get_type_free(zone, (unsigned int)t, order);
}

static struct num type_blocks(const struct frame *frame, const struct zone *zone, const char *type)
{
	int t = frame_find_type(frame, type);

	assert_true(t >= 0);
	return zone_get_type_blocks(zone, (unsigned int)t);
}

static void free_lists_and_blocks_of_all_nodes_are_read(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo, two_nodes);
	struct zone *dma = zone_of(frame, 0, "DMA"), *node1 = zone_of(frame, 1, "Normal");

	(void)state;
	assert_known(frame->pageblock_order, 9);
	assert_int_equal(frame->nr_types, 2);
	assert_int_equal(frame->nr_zones, 3);
	assert_known(type_free(frame, dma, "Movable", 2), 30);
	assert_known(type_blocks(frame, dma, "Movable"), 7);
	assert_known(type_free(frame, node1, "Unmovable", 1), 8);
	assert_known(type_blocks(frame, node1, "Movable"), 345);
	assert_counts(dma, COUNTS(11, 22, 33));
	assert_false(dma->partial);
	assert_false(node1->partial);
	frame_free(frame);
}

static void a_capped_count_makes_its_sum_a_lower_bound(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo, two_nodes);
	struct zone *normal = zone_of(frame, 0, "Normal");

	(void)state;
	assert_int_equal(type_free(frame, normal, "Movable", 0).state, NUM_CAPPED);
	assert_int_equal(normal->free_blocks[0].state, NUM_CAPPED);
	assert_true(normal->free_blocks[0].n == 100004);
	assert_known(normal->free_blocks[1], 50005);
	assert_int_equal(zone_free_pages(normal).state, NUM_CAPPED);
	assert_false(normal->partial);
	frame_free(frame);
}

static void types_are_those_that_the_text_names(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo,
		"Page block order: 10\n"
		"Free pages count per migrate type at order 0 1\n"
		"Node 0, zone Normal, type Mirror 4 5\n"
		"Node 0, zone Normal, type CMA 6 7\n"
		"Number of blocks type CMA Mirror\n"
		"Node 0, zone Normal 11 22\n");
	struct zone *normal = zone_of(frame, 0, "Normal");

	(void)state;
	assert_string_equal(frame->type_name[0], "Mirror");
	assert_known(type_blocks(frame, normal, "CMA"), 11);
	assert_known(type_blocks(frame, normal, "Mirror"), 22);
	frame_free(frame);
}

static void an_excerpt_is_partial(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo,
		"Node    0, zone      DMA, type   HighAtomic      0      0      0\n"
		"Node    0, zone   Normal, type   HighAtomic     64     20     12\n");

	(void)state;
	assert_absent(frame->pageblock_order);
	assert_true(zone_of(frame, 0, "DMA")->partial);
	assert_true(zone_of(frame, 0, "Normal")->partial);
	assert_counts(zone_of(frame, 0, "Normal"), COUNTS(64, 20, 12));
	frame_free(frame);
}

static void a_zone_with_fewer_types_than_another_is_partial(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo,
		"Page block order: 9\n"
		"Node 0, zone DMA, type Unmovable 1 2\n"
		"Node 0, zone DMA, type Movable 3 4\n"
		"Node 0, zone Normal, type Unmovable 5 6\n");

	(void)state;
	assert_false(zone_of(frame, 0, "DMA")->partial);
	assert_true(zone_of(frame, 0, "Normal")->partial);
	frame_free(frame);
}

static void the_first_form_of_the_file_had_no_orders_in_its_header(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo,
		"Free pages count per migrate type\n"
		"Node 0, zone      DMA, type    Unmovable      0      1\n"
		"Node 0, zone      DMA, type      Reserve      2      4\n");

	(void)state;
	assert_counts(zone_of(frame, 0, "DMA"), COUNTS(2, 5));
	assert_true(zone_of(frame, 0, "DMA")->partial);
	frame_free(frame);
}

static void mixed_blocks_do_not_overwrite_blocks(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo,
		"Number of blocks type     Unmovable      Movable\n"
		"Node 0, zone      DMA            1            7\n"
		"Number of mixed blocks    Unmovable      Movable\n"
		"Node 0, zone      DMA            0            2\n");
	struct zone *dma = zone_of(frame, 0, "DMA");

	(void)state;
	assert_known(type_blocks(frame, dma, "Movable"), 7);
	assert_known(dma->mixed_blocks[frame_find_type(frame, "Movable")], 2);
	assert_int_equal(dma->nr_orders, 0);
	frame_free(frame);
}

static void wrapped_rows_and_headers_are_joined(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo,
		"Page block order: 9\n"
		"Free pages count per migrate type at order       0      1\n"
		"     2      3\n"
		"Node    0, zone      DMA, type    Unmovable      1      0\n"
		"     2      1\n"
		"Node    0, zone      DMA, type   HighAtomic      5      6\n"
		"     7      8\n"
		"\n"
		"Number of blocks type     Unmovable\n"
		"HighAtomic\n"
		"Node 0, zone      DMA            1\n"
		"9\n");
	struct zone *dma = zone_of(frame, 0, "DMA");

	(void)state;
	assert_counts(dma, COUNTS(6, 6, 9, 9));
	assert_known(type_blocks(frame, dma, "HighAtomic"), 9);
	frame_free(frame);
}

static void a_row_that_ends_early_spoils_the_sums_behind_it(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_pagetypeinfo,
		"Page block order: 9\n"
		"Free pages count per migrate type at order 0 1 2\n"
		"Node 0, zone Normal, type Unmovable 1 2 3\n"
		"Node 0, zone Normal, type Movable 4 5\n", &err);
	struct zone *normal = zone_of(frame, 0, "Normal");

	(void)state;
	assert_string_equal(err.text,
			    "line 4, column 1: 2 columns where other rows have 3: the row is cut");
	assert_known(normal->free_blocks[1], 7);
	assert_absent(normal->free_blocks[2]);
	assert_true(normal->partial);
	frame_free(frame);
}

static void rows_cut_at_the_screens_edge_are_told_by_the_header(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_pagetypeinfo,
		"Page block order: 9\n"
		"Free pages count per migrate type at order 0 1 2\n"
		"Node 0, zone Normal, type Movable 4 5\n", &err);

	(void)state;
	assert_string_equal(err.text,
			    "line 3, column 1: 2 columns where the header has 3: the row is cut");
	assert_absent(zone_free_pages(zone_of(frame, 0, "Normal")));
	frame_free(frame);
}

static void what_buddyinfo_said_stays(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo, "Node 0, zone DMA 100 0 1\n");
	struct err err;

	(void)state;
	parse_into(frame, parse_pagetypeinfo, two_nodes, 0, &err);
	assert_counts(zone_of(frame, 0, "DMA"), COUNTS(100, 0, 1));
	assert_known(type_free(frame, zone_of(frame, 0, "DMA"), "Movable", 0), 10);
	frame_free(frame);
}

static void an_excerpt_does_not_make_buddyinfos_zone_partial(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo, "Node 0, zone DMA 100 0 1\n");
	struct err err;

	(void)state;
	parse_into(frame, parse_pagetypeinfo, "Node 0, zone DMA, type HighAtomic 1 0 0\n", 0, &err);
	assert_false(zone_of(frame, 0, "DMA")->partial);
	frame_free(frame);
}

static void buddyinfos_rows_behind_it_are_not_blocks(void **state)
{
	struct frame *frame = parsed(parse_pagetypeinfo,
		"Number of blocks type Unmovable Movable\n"
		"Node 0, zone DMA 1 7\n"
		"Node 0, zone DMA 1 2 3 4 5 6 7 8 9 10 11\n");

	(void)state;
	assert_known(type_blocks(frame, zone_of(frame, 0, "DMA"), "Movable"), 7);
	frame_free(frame);
}

static void faults_are_named(void **state)
{
	struct err err;
	char types[1024] = "Number of blocks type";

	(void)state;
	frame_free(parsed_badly(parse_pagetypeinfo, "Page block order: 64\n", &err));
	assert_string_equal(err.text, "line 1, column 19: no pageblock order");
	frame_free(parsed_badly(parse_pagetypeinfo,
		"Number of blocks type Unmovable Movable\nNode 0, zone DMA 1\n", &err));
	assert_string_equal(err.text, "line 2, column 1: 1 counts for 2 migratetypes");
	frame_free(parsed_badly(parse_pagetypeinfo,
		"Node 0, zone DMA, type Movable 1 2\nNode 0, zone DMA, type Movable 3 4\n", &err));
	assert_string_equal(err.text,
		"line 2, column 14: this zone comes again; only the first reading is taken");
	for (unsigned int i = 0; i < FRAME_TYPES_MAX + 1; i++)
		sprintf(types + strlen(types), " T%u", i);
	frame_free(parsed_badly(parse_pagetypeinfo, types, &err));
	assert_string_equal(err.text, "line 1, column 77: no migratetype, or too many");
	frame_free(parsed_badly(parse_pagetypeinfo, "nothing\n", &err));
}

static void a_header_with_more_orders_than_any_kernel_has_is_bounded(void **state)
{
	char text[1024] = "Free pages count per migrate type at order";
	struct frame *frame;
	struct err err;

	(void)state;
	for (unsigned int order = 0; order < 60; order++)
		sprintf(text + strlen(text), " %u", order);
	strcat(text, "\nNode 0, zone DMA, type Movable 1 2\n");
	frame = parsed_badly(parse_pagetypeinfo, text, &err);
	assert_int_equal(zone_of(frame, 0, "DMA")->nr_orders, FRAME_ORDERS_MAX);
	frame_free(frame);
}

static void names_are_letters_and_digits(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_pagetypeinfo,
		"Node 0, zone DMA, type Mov\033[1mable 1 2\n"
		"Number of blocks type Movable R\001\n", &err);

	(void)state;
	assert_string_equal(err.text, "line 1, column 24: no name");
	assert_int_equal(frame->nr_types, 1);
	frame_free(frame);
}

static void a_second_reading_is_not_mixed_in(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_pagetypeinfo,
		"Node 0, zone DMA, type Movable 1 2\nNode 0, zone Normal, type Movable 1 2\n"
		"Node 0, zone DMA, type Unmovable 3 4\n", &err);

	(void)state;
	assert_counts(zone_of(frame, 0, "DMA"), COUNTS(1, 2));
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(free_lists_and_blocks_of_all_nodes_are_read),
		cmocka_unit_test(a_capped_count_makes_its_sum_a_lower_bound),
		cmocka_unit_test(types_are_those_that_the_text_names),
		cmocka_unit_test(an_excerpt_is_partial),
		cmocka_unit_test(a_zone_with_fewer_types_than_another_is_partial),
		cmocka_unit_test(the_first_form_of_the_file_had_no_orders_in_its_header),
		cmocka_unit_test(mixed_blocks_do_not_overwrite_blocks),
		cmocka_unit_test(wrapped_rows_and_headers_are_joined),
		cmocka_unit_test(a_row_that_ends_early_spoils_the_sums_behind_it),
		cmocka_unit_test(rows_cut_at_the_screens_edge_are_told_by_the_header),
		cmocka_unit_test(what_buddyinfo_said_stays),
		cmocka_unit_test(an_excerpt_does_not_make_buddyinfos_zone_partial),
		cmocka_unit_test(buddyinfos_rows_behind_it_are_not_blocks),
		cmocka_unit_test(faults_are_named),
		cmocka_unit_test(a_header_with_more_orders_than_any_kernel_has_is_bounded),
		cmocka_unit_test(names_are_letters_and_digits),
		cmocka_unit_test(a_second_reading_is_not_mixed_in),
	};

	return CHECK_MAIN(tests);
}
