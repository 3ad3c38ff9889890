// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdlib.h>

#include "../../src/ui/widget.h"
#include "../check.h"
#include "fragscope/fmt.h"

static char *text_of(struct canvas *canvas)
{
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	assert_int_equal(canvas_write_text(canvas, to), 0);
	fclose(to);
	canvas_clear(canvas);
	return text;
}

static void assert_text(struct canvas *canvas, const char *expected)
{
	char *text = text_of(canvas);

	assert_string_equal(text, expected);
	free(text);
}

static void the_four_states_of_a_number_read_differently(void **state)
{
	const struct num absent = { 0 }, denied = { 5, NUM_DENIED };

	(void)state;
	assert_string_equal(num_text(FMT_BUF, absent, fmt_count), "–");
	assert_string_equal(num_text(FMT_BUF, denied, fmt_count), "denied");
	assert_string_equal(num_text(FMT_BUF, num_capped(100000), fmt_count), "≥100,000");
	assert_string_equal(num_text(FMT_BUF, num_known(0), fmt_count), "0");
	assert_string_equal(num_pages_text(FMT_BUF, num_capped(512), num_known(4096)), "≥2 MiB");
	assert_string_equal(num_pages_text(FMT_BUF, num_known(512), absent), "512 pages");
	assert_string_equal(num_pages_text(FMT_BUF, num_known(1), absent), "1 page");
	assert_string_equal(num_pages_text(FMT_BUF, denied, num_known(4096)), "denied");
	assert_int_equal(num_role(absent, ROLE_GOOD), ROLE_UNKNOWN);
	assert_int_equal(num_role(num_known(0), ROLE_GOOD), ROLE_GOOD);
}

static void bounds_are_told_from_what_is_exact(void **state)
{
	const struct num absent = { 0 };
	char text[NUM_RANGE_MAX];

	(void)state;
	num_range_text(text, sizeof(text), num_known(402), num_known(402), false);
	assert_string_equal(text, "402");
	num_range_text(text, sizeof(text), num_known(402), num_known(9999), false);
	assert_string_equal(text, "402");
	num_range_text(text, sizeof(text), num_capped(402), num_known(1310), false);
	assert_string_equal(text, "402 to 1,310");
	num_range_text(text, sizeof(text), num_capped(402), num_known(1310), true);
	assert_string_equal(text, "402–1,310");
	num_range_text(text, sizeof(text), num_capped(402), num_known(402), false);
	assert_string_equal(text, "402");
	num_range_text(text, sizeof(text), absent, num_known(402), false);
	assert_string_equal(text, "at most 402");
	num_range_text(text, sizeof(text), absent, num_known(402), true);
	assert_string_equal(text, "≤402");
	num_range_text(text, sizeof(text), num_capped(402), absent, false);
	assert_string_equal(text, "at least 402");
	num_range_text(text, sizeof(text), absent, absent, false);
	assert_string_equal(text, "unknown");
	num_range_text(text, sizeof(text), absent, absent, true);
	assert_string_equal(text, "–");
}

static void counts_shrink_to_their_column(void **state)
{
	(void)state;
	assert_string_equal(num_fit(FMT_BUF, num_known(123456), 7), "123,456");
	assert_string_equal(num_fit(FMT_BUF, num_known(123456), 6), "123456");
	assert_string_equal(num_fit(FMT_BUF, num_known(123456), 4), "123k");
	assert_string_equal(num_fit(FMT_BUF, num_known(UINT64_MAX), 5), "18E");
	assert_string_equal(num_fit(FMT_BUF, num_capped(123456), 5), "≥123k");
	assert_string_equal(size_short(FMT_BUF, 4096), "4K");
	assert_string_equal(size_short(FMT_BUF, 1ULL << 30), "1G");
	assert_string_equal(size_short(FMT_BUF, 1025), "1025B");
}

static void ages_are_counted_from_now(void **state)
{
	(void)state;
	assert_string_equal(age_text(FMT_BUF, 5000000000, 0), "never");
	assert_string_equal(age_text(FMT_BUF, 5000000000, 2900000000), "2.1 s ago");
	assert_string_equal(age_text(FMT_BUF, 5000000000, 5000000000), "now");
	assert_string_equal(age_text(FMT_BUF, 5000000000, 6000000000), "now");
}

static void text_breaks_between_words(void **state)
{
	struct canvas canvas;
	struct rect rect = { 0, 0, 3, 10 };

	(void)state;
	assert_int_equal(canvas_init(&canvas, 3, 12, CANVAS_UTF8), 0);
	assert_int_equal(widget_wrap(&canvas, rect, ROLE_TEXT, "not now: 3.1 GiB free"), 3);
	assert_text(&canvas, "not now:\n3.1 GiB\nfree\n");
	assert_int_equal(wrap_rows("not now: 3.1 GiB free", 10), 3);
	rect.rows = 2;
	widget_wrap(&canvas, rect, ROLE_TEXT, "not now: 3.1 GiB free");
	assert_text(&canvas, "not now:\n3.1 GiB f…\n\n");
	widget_wrap(&canvas, rect, ROLE_TEXT, "abcdefghijklm nop");
	assert_text(&canvas, "abcdefghij\nklm nop\n\n");
	assert_int_equal(widget_wrap(&canvas, (struct rect){ 0, 0, 3, 0 }, ROLE_TEXT, "x"), 0);
	assert_int_equal(wrap_rows("", 10), 0);
	canvas_done(&canvas);
}

static void a_pen_never_cuts_a_number(void **state)
{
	struct canvas canvas;
	struct pen pen;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 1, 20, CANVAS_UTF8), 0);
	pen = pen_at(&canvas, (struct rect){ 0, 0, 1, 16 });
	pen_field(&pen, 0, "free", ROLE_VALUE, "2 MiB");
	pen_field(&pen, 2, "used", ROLE_VALUE, "12 MiB");
	pen_text(&pen, ROLE_TEXT, "x");
	assert_text(&canvas, "free 2 MiB\n");
	canvas_done(&canvas);
}

static void columns_make_room_for_each_other(void **state)
{
	struct column columns[] = {
		{ "name", 6, 8, 0, false, 0, 0 },
		{ "size", 5, 5, 2, true, 0, 0 },
		{ "free", 5, 20, 1, true, 0, 0 },
	};
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 1, 40, CANVAS_UTF8), 0);
	table_layout(columns, 3, 0, 40);
	assert_int_equal(table_width(columns, 3), 37);
	assert_int_equal(columns[2].x, 17);
	table_layout(columns, 3, 0, 22);
	assert_int_equal(columns[0].cols, 7);
	table_layout(columns, 3, 0, 19); /* the one of the highest number goes first */
	assert_int_equal(columns[1].cols, 0);
	table_cell(&canvas, 0, &columns[0], ROLE_TEXT, "abc");
	table_cell(&canvas, 0, &columns[2], ROLE_TEXT, "1");
	assert_text(&canvas, "abc               1\n");
	table_layout(columns, 3, 0, 4); /* what may not go is cut */
	assert_int_equal(columns[0].cols, 4);
	assert_int_equal(columns[2].cols, 0);
	canvas_done(&canvas);
}

static void bars_are_exact_to_an_eighth(void **state)
{
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 4, 4, CANVAS_UTF8), 0);
	widget_bar(&canvas, 0, 0, 4, ROLE_PLOT, 0.5);
	widget_bar(&canvas, 1, 0, 4, ROLE_PLOT, 1.0 / 32);
	widget_bar(&canvas, 2, 0, 4, ROLE_PLOT, 1e-9);
	widget_bar(&canvas, 3, 0, 4, ROLE_PLOT, 7);
	assert_text(&canvas, "██\n▏\n▏\n████\n");
	widget_bar(&canvas, 0, 0, 4, ROLE_PLOT, 0);
	widget_bar(&canvas, 1, 0, 4, ROLE_PLOT, NAN);
	widget_bar(&canvas, 2, 0, 4, ROLE_PLOT, -1);
	assert_text(&canvas, "\n\n\n\n");
	canvas_done(&canvas);
}

static void zero_small_and_unknown_differ_in_a_sparkline(void **state)
{
	const double values[] = { 9, 0, 1e-9, NAN, 4, 8 };
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 2, 6, CANVAS_UTF8), 0);
	widget_spark(&canvas, 0, 0, 5, ROLE_PLOT, values, 6, 0);
	assert_int_equal(canvas_cell(&canvas, 0, 0)->role, ROLE_DIM);
	assert_text(&canvas, "▁▂ ▄▇\n\n");
	widget_plot(&canvas, (struct rect){ 0, 0, 2, 6 }, ROLE_PLOT, values, 6, 8);
	assert_text(&canvas, "▇    ▇\n█▁▂ ██\n");
	widget_spark(&canvas, 0, 0, 0, ROLE_PLOT, values, 6, 0);
	widget_spark(&canvas, 0, 0, 6, ROLE_PLOT, values, 0, 0);
	assert_text(&canvas, "\n\n");
	canvas_done(&canvas);
}

static void parts_of_a_whole_fill_it(void **state)
{
	const struct part parts[] = { { 2, ROLE_FREE, 'f' }, { 0, ROLE_SLAB, 's' },
				      { NAN, ROLE_SLAB, 's' }, { 3, ROLE_ANON, 'a' } };
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 1, 4, CANVAS_UTF8 | CANVAS_COLOR), 0);
	widget_stack(&canvas, 0, 0, 4, parts, 4);
	assert_int_equal(canvas_cell(&canvas, 0, 1)->role, ROLE_FREE);
	assert_int_equal(canvas_cell(&canvas, 0, 1)->under, ROLE_ANON);
	assert_text(&canvas, "█▋██\n");
	canvas.caps = CANVAS_UTF8;
	widget_stack(&canvas, 0, 0, 4, parts, 4);
	assert_text(&canvas, "ffaa\n");
	widget_stack(&canvas, 0, 0, 4, parts + 1, 2);
	assert_text(&canvas, "\n");
	canvas_done(&canvas);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_four_states_of_a_number_read_differently),
		cmocka_unit_test(bounds_are_told_from_what_is_exact),
		cmocka_unit_test(counts_shrink_to_their_column),
		cmocka_unit_test(ages_are_counted_from_now),
		cmocka_unit_test(text_breaks_between_words),
		cmocka_unit_test(a_pen_never_cuts_a_number),
		cmocka_unit_test(columns_make_room_for_each_other),
		cmocka_unit_test(bars_are_exact_to_an_eighth),
		cmocka_unit_test(zero_small_and_unknown_differ_in_a_sparkline),
		cmocka_unit_test(parts_of_a_whole_fill_it),
	};

	return CHECK_MAIN(tests);
}
