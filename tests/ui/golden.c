// SPDX-License-Identifier: GPL-2.0-or-later
#include "golden.h"

#include <errno.h>
#include <stdlib.h>

#include "../check.h"

void golden_init(struct golden *golden, enum world_kind kind, const char *view)
{
	struct err err = { "" };

	memset(golden, 0, sizeof(*golden));
	world_init(&golden->world, kind);
	golden->keymap = keymap_new();
	assert_non_null(golden->keymap);
	assert_int_equal(theme_load(&golden->theme, "dark", &err), 0);
	golden->ui = ui_new(golden->keymap, &golden->theme);
	assert_non_null(golden->ui);
	assert_int_equal(ui_go(golden->ui, view), 0);
}

void golden_done(struct golden *golden)
{
	ui_free(golden->ui);
	keymap_free(golden->keymap);
	world_done(&golden->world);
}

static void command(struct golden *golden, char *line)
{
	struct ui_event event = { .kind = UI_TEXT, .text = line };

	for (char *at = line; *at; at++)
		if (*at == '_')
			*at = ' ';
	ui_handle(golden->ui, &golden->world.input, &event, &golden->effects);
}

void golden_keys(struct golden *golden, const char *keys)
{
	struct span rest = span_of(keys), word;

	golden->effects.nr = 0;
	while (span_next_word(&rest, &word)) {
		struct ui_event event = { .kind = UI_KEY, .key = key_parse(word) };
		char line[128];

		if (word.len > 1 && word.at[0] == ':') {
			assert_true(span_copy(span_skip(word, 1), line, sizeof(line)));
			command(golden, line);
			continue;
		}
		assert_int_not_equal(event.key, 0);
		ui_handle(golden->ui, &golden->world.input, &event, &golden->effects);
	}
}

struct canvas golden_draw(struct golden *golden, int cols, int rows, unsigned int caps)
{
	struct canvas canvas;

	assert_int_equal(canvas_init(&canvas, rows, cols, caps), 0);
	ui_draw(golden->ui, &golden->world.input, &canvas);
	return canvas;
}

char *golden_text(struct golden *golden, int cols, int rows, unsigned int caps)
{
	struct canvas canvas = golden_draw(golden, cols, rows, caps);
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	assert_non_null(to);
	assert_int_equal(canvas_write_text(&canvas, to), 0);
	fclose(to);
	canvas_done(&canvas);
	return text;
}

static char *read_file(const char *path)
{
	FILE *from = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	if (!from)
		return NULL;
	if (getdelim(&text, &size, '\0', from) < 0) {
		free(text);
		text = NULL;
	}
	fclose(from);
	return text;
}

static void write_file(const char *path, const char *text)
{
	FILE *to = fopen(path, "w");

	if (!to)
		fail_msg("%s: %s", path, strerror(errno));
	fputs(text, to);
	assert_int_equal(fclose(to), 0);
}

void golden_check(struct golden *golden, const char *name, int cols, int rows,
		  unsigned int caps)
{
	const char *top = getenv("top_srcdir"), *update = getenv("FRAGSCOPE_GOLDEN_UPDATE");
	char *text = golden_text(golden, cols, rows, caps), *expected;
	char path[512];

	snprintf(path, sizeof(path), "%s/tests/golden/%s-%dx%d.txt", top ? top : ".", name, cols,
		 rows);
	if (update && *update && strcmp(update, "0"))
		write_file(path, text);
	expected = read_file(path);
	if (!expected)
		fail_msg("%s is missing; FRAGSCOPE_GOLDEN_UPDATE=1 writes it", path);
	if (strcmp(text, expected))
		fail_msg("%s differs from the screen:\n%s", path, text);
	free(expected);
	free(text);
}

void golden_check_sizes(struct golden *golden, const char *name)
{
	golden_check(golden, name, 80, 24, GOLDEN_CAPS);
	golden_check(golden, name, 120, 40, GOLDEN_CAPS);
	golden_check(golden, name, 200, 60, GOLDEN_CAPS);
	golden_check(golden, name, 40, 12, GOLDEN_CAPS);
}

/* Every cell must hold a glyph that is one column wide and a role that exists. */
static void check_cells(const struct canvas *canvas, unsigned int caps)
{
	for (int y = 0; y < canvas->rows; y++) {
		for (int x = 0; x < canvas->cols; x++) {
			const struct cell *cell = canvas_cell(canvas, y, x);

			assert_true(cell->role < NR_ROLES && cell->under < NR_ROLES);
			assert_true(!cell->glyph || cell->glyph >= ' ');
			if (!(caps & CANVAS_UTF8) && cell->glyph >= 0x7f)
				fail_msg("U+%04X at row %d, column %d of a screen that only knows "
					 "ASCII", (unsigned int)cell->glyph, y, x);
		}
	}
}

static void draw_once(struct golden *golden, int cols, int rows, unsigned int caps)
{
	struct canvas canvas = golden_draw(golden, cols, rows, caps);

	check_cells(&canvas, caps);
	canvas_done(&canvas);
}

void golden_every_size(struct golden *golden)
{
	static const int rows[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 24, 40 };
	static const int cols[] = { 1, 2, 3, 20, 39, 40, 41, 42, 45, 50, 57, 66, 79, 80, 81, 100, 120,
				    139, 142, 160, 200 };
	static const int large[][2] = { { 500, 5 }, { 41, 300 }, { 300, 100 } };

	for (size_t y = 0; y < sizeof(rows) / sizeof(rows[0]); y++)
		for (size_t x = 0; x < sizeof(cols) / sizeof(cols[0]); x++)
			draw_once(golden, cols[x], rows[y], (unsigned int)(y + x) % 4);
	for (size_t i = 0; i < sizeof(large) / sizeof(large[0]); i++)
		draw_once(golden, large[i][0], large[i][1], (unsigned int)i);
}
