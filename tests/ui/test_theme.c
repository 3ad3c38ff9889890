// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/theme.h"

#include <errno.h>
#include <stdlib.h>

#include "../../src/ui/builtin.h"
#include "../../src/ui/color.h"
#include "../../src/ui/view_map.h"
#include "../check.h"

static struct theme load(const char *name)
{
	struct theme theme;
	struct err err = { "" };

	if (theme_load(&theme, name, &err))
		fail_msg("%s: %s", name, err.text);
	return theme;
}

static void every_theme_sets_every_role(void **state)
{
	static const char *const names[] = {
#define ROLE(id, name, help) name,
#include "fragscope/role.def"
#undef ROLE
	};

	(void)state;
	for (unsigned int t = 0; t < nr_theme_names; t++) {
		struct theme theme = load(theme_names[t]);
		struct span text = span_of(builtin_themes[t]);
		bool gradient = span_find(text, "\ngradient = ") >= 0;

		assert_true(theme.help[0]);
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
			char line[64];

			snprintf(line, sizeof(line), "\n%s = ", names[i]);
			if (span_find(text, line) < 0 && !(gradient && !strncmp(names[i], "heat", 4)))
				fail_msg("theme %s does not set %s", theme_names[t], names[i]);
		}
	}
}

static int32_t background(const struct theme *theme)
{
	return theme->style[ROLE_NONE].bg;
}

static void text_is_readable_on_its_background(void **state)
{
	static const enum role roles[] = { ROLE_TEXT, ROLE_TITLE, ROLE_LABEL, ROLE_VALUE, ROLE_GOOD,
					   ROLE_WARN, ROLE_BAD, ROLE_UNKNOWN, ROLE_DIM, ROLE_BAR,
					   ROLE_BAR_KEY };

	(void)state;
	for (unsigned int t = 0; t < nr_theme_names; t++) {
		struct theme theme = load(theme_names[t]);

		for (size_t i = 0; !theme.mono && i < sizeof(roles) / sizeof(roles[0]); i++) {
			struct cell cell = { 'x', (uint8_t)roles[i], 0, 0 };
			struct style style = theme_resolve(&theme, &cell);
			double contrast = color_lightness(style.fg) - color_lightness(style.bg);

			if (contrast < 0.3 && contrast > -0.3)
				fail_msg("theme %s: role %d has contrast %.2f", theme_names[t],
					 (int)roles[i], contrast);
		}
	}
}

static void gradients_climb_in_even_steps(void **state)
{
	(void)state;
	for (unsigned int t = 0; t < nr_theme_names; t++) {
		struct theme theme = load(theme_names[t]);
		double first, last;

		if (theme.mono)
			continue;
		first = color_lightness(theme.style[ROLE_HEAT0].fg);
		last = color_lightness(theme.style[ROLE_HEAT15].fg);
		for (int i = 1; i < ROLE_HEAT_STEPS; i++) {
			double step = color_lightness(theme.style[ROLE_HEAT0 + i].fg) -
				      color_lightness(theme.style[ROLE_HEAT0 + i - 1].fg);
			double even = (last - first) / (ROLE_HEAT_STEPS - 1);

			if (step / even < 0.25 || step / even > 2.2)
				fail_msg("theme %s: step %d of the gradient is %.3f, %.3f is even",
					 theme_names[t], i, step, even);
		}
	}
}

static void gradients_keep_ten_steps_in_256_colours(void **state)
{
	(void)state;
	for (unsigned int t = 0; t < nr_theme_names; t++) {
		struct theme theme = load(theme_names[t]);
		int distinct = 1;

		if (theme.mono)
			continue;
		for (int i = 1; i < ROLE_HEAT_STEPS; i++)
			distinct += color_to_256(theme.style[ROLE_HEAT0 + i].fg) !=
				    color_to_256(theme.style[ROLE_HEAT0 + i - 1].fg);
		if (distinct < 10)
			fail_msg("theme %s keeps %d steps", theme_names[t], distinct);
	}
}

static void page_classes_differ_to_the_eye(void **state)
{
	(void)state;
	for (unsigned int t = 0; t < nr_theme_names; t++) {
		struct theme theme = load(theme_names[t]);

		for (int a = ROLE_FREE; !theme.mono && a <= ROLE_OTHER; a++) {
			int32_t one = theme.style[a].fg;

			if (color_distance(one, background(&theme)) < 0.1)
				fail_msg("theme %s: role %d is lost in the background",
					 theme_names[t], a);
			for (int b = a + 1; b <= ROLE_OTHER; b++)
				if (color_distance(one, theme.style[b].fg) < 0.055)
					fail_msg("theme %s: roles %d and %d look alike (%.3f)",
						 theme_names[t], a, b,
						 color_distance(one, theme.style[b].fg));
		}
	}
}

/* What an eye without red (protan) or green (deutan) cones sees of a colour: the red-green axis is
 * gone (Viénot, Brettel, Mollon 1999, in linear light). */
static int32_t without_red_green(int32_t rgb)
{
	int r = rgb >> 16 & 0xff, g = rgb >> 8 & 0xff, b = rgb & 0xff;
	int y = (30 * r + 70 * g) / 100;

	return y << 16 | y << 8 | b;
}

static void the_colour_blind_theme_needs_no_red_and_green(void **state)
{
	static const enum role roles[] = { ROLE_MOVABLE, ROLE_MIXED, ROLE_UNMOVABLE, ROLE_BLIND };
	static const enum role words[] = { ROLE_GOOD, ROLE_WARN, ROLE_BAD };
	struct theme theme = load("colour-blind");

	(void)state;
	for (int a = 0; a < 4; a++)
		for (int b = a + 1; b < 4; b++)
			assert_true(color_distance(without_red_green(theme.style[roles[a]].fg),
						   without_red_green(theme.style[roles[b]].fg)) >
				    0.12);
	for (int a = 0; a < 3; a++)
		for (int b = a + 1; b < 3; b++)
			assert_true(color_distance(without_red_green(theme.style[words[a]].fg),
						   without_red_green(theme.style[words[b]].fg)) >
				    0.12);
}

/* As an eye without red or green sees it where the theme is made for that. */
static void kinds_of_a_legend_differ_to_the_eye(void **state)
{
	static const enum map_color colors[] = { MAP_COLOR_MOBILITY, MAP_COLOR_BLIND, MAP_COLOR_MISSED,
						 MAP_COLOR_POLLUTION, MAP_COLOR_SKIP };
	struct map_legend_entry one, other;

	(void)state;
	for (unsigned int t = 0; t < nr_theme_names; t++) {
		struct theme theme = load(theme_names[t]);
		bool plain = strcmp(theme_names[t], "colour-blind");

		for (size_t i = 0; !theme.mono && i < sizeof(colors) / sizeof(colors[0]); i++) {
			const struct map_coloring *coloring = map_coloring(colors[i]);

			for (unsigned int a = 0; coloring->kind(NULL, a, &one); a++)
				for (unsigned int b = a + 1; coloring->kind(NULL, b, &other); b++) {
					int32_t x = theme.style[one.mark.role].fg;
					int32_t y = theme.style[other.mark.role].fg;

					if (color_distance(plain ? x : without_red_green(x),
							   plain ? y : without_red_green(y)) < 0.055)
						fail_msg("theme %s, %s: \"%s\" looks like \"%s\"",
							 theme_names[t], map_color_name(colors[i]),
							 one.text, other.text);
				}
		}
	}
}

static void the_selection_shows_at_every_depth(void **state)
{
	(void)state;
	for (unsigned int t = 0; t < nr_theme_names; t++) {
		struct theme theme = load(theme_names[t]);
		struct cell cell = { 'x', ROLE_TEXT, 0, 0 }, chosen = { 'x', ROLE_TEXT, 0, CELL_SELECT };
		struct style plain = theme_resolve(&theme, &cell);
		struct style select = theme_resolve(&theme, &chosen);

		if (plain.attr != select.attr)
			continue;
		assert_int_not_equal(plain.bg, select.bg);
		assert_int_not_equal(color_to_256(plain.bg), color_to_256(select.bg));
	}
}

static void mistakes_name_line_and_column(void **state)
{
	static const struct {
		const char *text, *error;
	} rows[] = {
		{ "text = #12345", "theme mine: line 1, column 8: \"#12345\" is no colour; write "
				   "#rrggbb or default" },
		{ "\n# x\ntext = #123456 on red", "theme mine: line 3, column 19: \"red\" is no "
						   "colour; write #rrggbb or default" },
		{ "txet = #123456", "theme mine: line 1, column 1: \"txet\" is no role and no "
				    "setting of a theme" },
		{ "text", "theme mine: line 1, column 1: expected NAME = VALUE" },
		{ "text = #123456 blinking", "theme mine: line 1, column 16: \"blinking\" is not "
					     "understood; expected on COLOUR, bold, reverse, "
					     "underline or dim" },
		{ "gradient = #123456", "theme mine: line 1, column 19: a gradient is 2 to 16 "
					"colours as #rrggbb" },
		{ "mono = perhaps", "theme mine: line 1, column 8: expected yes or no" },
		{ "text =", "theme mine: line 1, column 7: \"\" is no colour; write #rrggbb or "
			    "default" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct theme theme;
		struct err err = { "" };

		assert_int_equal(theme_parse(&theme, "mine", span_of(rows[i].text), &err), -EINVAL);
		assert_string_equal(err.text, rows[i].error);
	}
}

static void a_theme_of_ones_own_begins_from_dark(void **state)
{
	struct theme theme, dark = load("dark");
	struct err err = { "" };

	(void)state;
	assert_int_equal(theme_parse(&theme, "mine",
				     SPAN("; mine\n\tbad = #FF0000 on default bold underline\r\n"),
				     &err), 0);
	assert_string_equal(theme.name, "mine");
	assert_int_equal(theme.style[ROLE_BAD].fg, 0xff0000);
	assert_int_equal(theme.style[ROLE_BAD].attr, CELL_BOLD | CELL_UNDERLINE);
	assert_int_equal(theme.style[ROLE_GOOD].fg, dark.style[ROLE_GOOD].fg);
	assert_int_equal(theme_load(&theme, "nosuch", &err), -ENOENT);
}

static void palettes_are_met_exactly(void **state)
{
	(void)state;
	for (int i = 16; i < 256; i++)
		assert_int_equal(color_of_palette(color_to_256(color_of_palette(i))),
				 color_of_palette(i));
	for (int i = 0; i < 16; i++)
		assert_int_equal(color_to_16(color_of_palette(i)), i);
	assert_int_equal(color_mix(0x123456, 0xfedcba, 0), 0x123456);
	assert_int_equal(color_mix(0x123456, 0xfedcba, 1), 0xfedcba);
}

static char *ansi_of(const struct canvas *canvas, const struct theme *theme, int depth)
{
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	assert_int_equal(canvas_write_ansi(canvas, theme, depth, to), 0);
	fclose(to);
	return text;
}

static void colours_become_sgr_sequences(void **state)
{
	static const struct {
		int depth;
		const char *text;
	} rows[] = {
		{ 24, "\033[0;38;2;255;0;0;48;2;0;0;0ma\033[0;1;7;38;2;255;0;0;48;2;0;0;255mb"
		      "\033[0m\n" },
		{ 8, "\033[0;38;5;196;48;5;16ma\033[0;1;7;38;5;196;48;5;21mb\033[0m\n" },
		{ 4, "\033[0;91;40ma\033[0;1;7;91;44mb\033[0m\n" },
		{ 0, "\033[0ma\033[0;1;7mb\033[0m\n" },
	};
	struct theme theme;
	struct canvas canvas;
	struct err err = { "" };

	(void)state;
	assert_int_equal(theme_parse(&theme, "t", SPAN("background = #000000\ntext = #ff0000\n"
						       "plot = #0000ff\n"), &err), 0);
	assert_int_equal(canvas_init(&canvas, 1, 2, CANVAS_UTF8 | CANVAS_COLOR), 0);
	canvas_text(&canvas, 0, 0, ROLE_TEXT, "ab");
	canvas.cells[1].under = ROLE_PLOT;
	canvas_attr(&canvas, (struct rect){ 0, 1, 1, 1 }, CELL_BOLD | CELL_REVERSE);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *text = ansi_of(&canvas, &theme, rows[i].depth);

		assert_string_equal(text, rows[i].text);
		free(text);
	}
	assert_int_equal(canvas_write_ansi(&canvas, &theme, 5, stderr), -EINVAL);
	canvas_done(&canvas);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_theme_sets_every_role),
		cmocka_unit_test(text_is_readable_on_its_background),
		cmocka_unit_test(gradients_climb_in_even_steps),
		cmocka_unit_test(gradients_keep_ten_steps_in_256_colours),
		cmocka_unit_test(page_classes_differ_to_the_eye),
		cmocka_unit_test(the_colour_blind_theme_needs_no_red_and_green),
		cmocka_unit_test(kinds_of_a_legend_differ_to_the_eye),
		cmocka_unit_test(the_selection_shows_at_every_depth),
		cmocka_unit_test(mistakes_name_line_and_column),
		cmocka_unit_test(a_theme_of_ones_own_begins_from_dark),
		cmocka_unit_test(palettes_are_met_exactly),
		cmocka_unit_test(colours_become_sgr_sequences),
	};

	return CHECK_MAIN(tests);
}
