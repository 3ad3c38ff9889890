// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/canvas.h"

#include <errno.h>
#include <stdlib.h>

#include "../check.h"

/* The canvas as one string. */
static char *text_of(const struct canvas *canvas)
{
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	assert_non_null(to);
	assert_int_equal(canvas_write_text(canvas, to), 0);
	fclose(to);
	return text;
}

static void assert_text(const struct canvas *canvas, const char *expected)
{
	char *text = text_of(canvas);

	assert_string_equal(text, expected);
	free(text);
}

static void nothing_is_drawn_outside(void **state)
{
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 2, 4, CANVAS_UTF8), 0);
	canvas_text(&canvas, -1, 0, ROLE_TEXT, "above");
	canvas_text(&canvas, 2, 0, ROLE_TEXT, "below");
	canvas_text(&canvas, 0, -2, ROLE_TEXT, "abcdefgh");
	canvas_half(&canvas, 1, 4, ROLE_HEAT0, ROLE_HEAT1);
	canvas_fill(&canvas, (struct rect){ 1, 3, 100, 100 }, ROLE_TEXT, '#');
	assert_text(&canvas, "cdef\n   #\n");
	canvas_done(&canvas);
}

static void the_clip_narrows_and_comes_back(void **state)
{
	struct canvas canvas;
	struct rect old;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 1, 6, CANVAS_UTF8), 0);
	old = canvas_clip(&canvas, (struct rect){ 0, 1, 1, 2 });
	canvas_text(&canvas, 0, 0, ROLE_TEXT, "abcdef");
	canvas_unclip(&canvas, old);
	canvas_text(&canvas, 0, 5, ROLE_TEXT, "z");
	assert_text(&canvas, " bc  z\n");
	canvas_done(&canvas);
}

static void foreign_bytes_take_one_column_each(void **state)
{
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 1, 9, CANVAS_UTF8), 0);
	canvas_text(&canvas, 0, 0, ROLE_TEXT, "a\xff\x1b\xe4\xb8\xad\xc0\x80Z\xe2\x96");
	assert_text(&canvas, "a?????Z??\n");
	canvas_done(&canvas);
}

static void ascii_gets_stand_ins(void **state)
{
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 1, 8, 0), 0);
	canvas_text(&canvas, 0, 0, ROLE_TEXT, "▁█▒→─…é");
	canvas_half(&canvas, 0, 7, ROLE_HEAT0, ROLE_HEAT1);
	assert_text(&canvas, "_#+>-~?\"\n");
	canvas_done(&canvas);
}

static void long_text_ends_with_an_ellipsis(void **state)
{
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 3, 10, CANVAS_UTF8), 0);
	assert_int_equal(canvas_text_cut(&canvas, 0, 0, 4, ROLE_TEXT, "Movable"), 4);
	assert_int_equal(canvas_text_cut(&canvas, 1, 0, 7, ROLE_TEXT, "Movable"), 7);
	assert_int_equal(canvas_text_cut(&canvas, 2, 0, 0, ROLE_TEXT, "Movable"), 0);
	assert_text(&canvas, "Mov…\nMovable\n\n");
	canvas_done(&canvas);
}

static void text_can_end_at_a_column(void **state)
{
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 1, 6, CANVAS_UTF8), 0);
	canvas_right(&canvas, 0, 4, ROLE_TEXT, "µs");
	assert_text(&canvas, "   µs\n");
	canvas_done(&canvas);
}

static void sizes_have_bounds(void **state)
{
	struct canvas canvas;

	(void)state;
	assert_int_equal(canvas_init(&canvas, 0, 5, 0), -EINVAL);
	assert_int_equal(canvas_init(&canvas, 5, 10001, 0), -EINVAL);
	assert_int_equal(canvas_init(&canvas, 1, 1, 0), 0);
	canvas_done(&canvas);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_drawn_outside),
		cmocka_unit_test(the_clip_narrows_and_comes_back),
		cmocka_unit_test(foreign_bytes_take_one_column_each),
		cmocka_unit_test(ascii_gets_stand_ins),
		cmocka_unit_test(long_text_ends_with_an_ellipsis),
		cmocka_unit_test(text_can_end_at_a_column),
		cmocka_unit_test(sizes_have_bounds),
	};

	return CHECK_MAIN(tests);
}
