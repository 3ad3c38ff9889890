// SPDX-License-Identifier: GPL-2.0-or-later
#include "parsed.h"

/* Three tables as one "cat" prints them: counts, fragmentation index, unusable index. */
static const char three_tables[] =
	"Node 0, zone      DMA      4      2      3\n"
	"Node 0, zone   Normal    196    155      0\n"
	"Node 0, zone  HighMem      0      0      0\n"
	"Node 0, zone      DMA -1.000 -1.000 -1.000 \n"
	"Node 0, zone   Normal -1.000 -1.000 0.992 \n"
	"Node 0, zone  HighMem  0.000  0.000  0.000 \n"
	"Node 0, zone      DMA 0.000 0.200 0.400 \n"
	"Node 0, zone   Normal 0.000 0.387 1.000 \n"
	"Node 0, zone  HighMem 1.000 1.000 1.000 \n";

static void assert_mille(const int16_t *got, const int *want, unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++)
		assert_int_equal(got[i], want[i]);
}

static void tables_pasted_together_are_told_apart(void **state)
{
	struct frame *frame = parsed(parse_buddyinfo, three_tables);
	struct zone *normal = zone_of(frame, 0, "Normal");
	struct err err;

	(void)state;
	parse_into(frame, parse_extfrag_unusable, three_tables, 0, &err);
	parse_into(frame, parse_extfrag_index, three_tables, 0, &err);
	assert_int_equal(frame->nr_zones, 3);
	assert_counts(normal, COUNTS(196, 155, 0));
	assert_mille(normal->printed_unusable, (const int[]){ 0, 387, 1000 }, 3);
	assert_mille(normal->printed_extfrag, (const int[]){ -1000, -1000, 992 }, 3);
	assert_mille(zone_of(frame, 0, "HighMem")->printed_unusable,
		     (const int[]){ 1000, 1000, 1000 }, 3);
	assert_mille(zone_of(frame, 0, "HighMem")->printed_extfrag, (const int[]){ 0, 0, 0 }, 3);
	frame_free(frame);
}

static void the_kernels_way_to_print_minus_one_half_is_understood(void **state)
{
	struct frame *frame = parsed(parse_extfrag_index,
		"Node 0, zone Normal -1.000  0.-500  0.-05  0.998 \n");

	(void)state;
	assert_mille(zone_of(frame, 0, "Normal")->printed_extfrag,
		     (const int[]){ -1000, -500, -5, 998 }, 4);
	frame_free(frame);
}

static void indices_without_counts_are_shown_as_given(void **state)
{
	struct frame *frame = parsed(parse_extfrag_unusable,
		"Node 1, zone   Normal 0.000 0.025 0.088 \n");
	struct zone *zone = zone_of(frame, 1, "Normal");

	(void)state;
	assert_true(zone->has_printed_unusable);
	assert_false(zone->has_printed_extfrag);
	assert_int_equal(zone->nr_orders, 3);
	assert_absent(zone_free_pages(zone));
	frame_free(frame);
}

static void a_cut_row_leaves_the_zone_without_the_index(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_extfrag_unusable,
		"Node 0, zone DMA 0.000 0.1\n"
		"Node 0, zone Normal 0.000 0.100 0.200\n"
		"Node 1, zone Normal 0.000 ...\n"
		"Node 2, zone Normal 0.000 7.000 0.100\n", &err);

	(void)state;
	assert_string_equal(err.text, "line 4, column 27: no decimal");
	assert_false(zone_of(frame, 0, "DMA")->has_printed_unusable);
	assert_true(zone_of(frame, 0, "Normal")->has_printed_unusable);
	assert_false(zone_of(frame, 1, "Normal")->has_printed_unusable);
	assert_false(zone_of(frame, 2, "Normal")->has_printed_unusable);
	frame_free(frame);
}

static void two_readings_in_one_text_are_not_mixed(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_extfrag_unusable,
		"Node 0, zone DMA 0.000 0.100\nNode 0, zone DMA 0.000 0.200\n", &err);

	(void)state;
	assert_mille(zone_of(frame, 0, "DMA")->printed_unusable, (const int[]){ 0, 100 }, 2);
	frame_free(frame);
}

static void counts_are_no_index(void **state)
{
	struct err err;

	(void)state;
	frame_free(parsed_badly(parse_extfrag_unusable, "Node 0, zone DMA 0 1 2\n", &err));
	frame_free(parsed_badly(parse_extfrag_index, "Node 0, zone DMA 0.000 0.001\n", &err));
	assert_string_equal(err.text, "line 1, column 1: no row of an extfrag index in this text");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_pasted_together_are_told_apart),
		cmocka_unit_test(the_kernels_way_to_print_minus_one_half_is_understood),
		cmocka_unit_test(indices_without_counts_are_shown_as_given),
		cmocka_unit_test(a_cut_row_leaves_the_zone_without_the_index),
		cmocka_unit_test(two_readings_in_one_text_are_not_mixed),
		cmocka_unit_test(counts_are_no_index),
	};

	return CHECK_MAIN(tests);
}
