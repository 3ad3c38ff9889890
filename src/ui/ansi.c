// SPDX-License-Identifier: GPL-2.0-or-later
/* ansi - a canvas as text with SGR sequences (ECMA-48 8.3.117), for `render --format ansi`. */
#include <errno.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/theme.h"
#include "fragscope/utf8.h"

static const struct {
	uint8_t attr;
	int sgr;
} attr_codes[] = {
	{ CELL_BOLD, 1 },
	{ CELL_DIM, 2 },
	{ CELL_UNDERLINE, 4 },
	{ CELL_REVERSE, 7 },
};

#define MEMO_SIZE 256

/* Palette entries that were looked for already: a search is slow, and a screen has few colours. */
struct writer {
	FILE *to;
	int depth;
	struct {
		int32_t color;
		int index;
		bool filled;
	} memo[MEMO_SIZE];
};

static int palette_index(struct writer *writer, int32_t color)
{
	unsigned int at = ((uint32_t)color * 2654435761u) >> 24;

	if (!writer->memo[at].filled || writer->memo[at].color != color) {
		writer->memo[at].filled = true;
		writer->memo[at].color = color;
		writer->memo[at].index = writer->depth == 8 ? color_to_256(color) :
							      color_to_16(color);
	}
	return writer->memo[at].index;
}

static void color_write(struct writer *writer, int32_t color, bool back)
{
	int index;

	if (color == COLOR_DEFAULT || !writer->depth)
		return;
	if (writer->depth == 24) {
		fprintf(writer->to, ";%d;2;%d;%d;%d", back ? 48 : 38, color >> 16 & 0xff,
			color >> 8 & 0xff, color & 0xff);
		return;
	}
	index = palette_index(writer, color);
	if (writer->depth == 8)
		fprintf(writer->to, ";%d;5;%d", back ? 48 : 38, index);
	else
		fprintf(writer->to, ";%d",
			(index < 8 ? 30 + index : 90 + index - 8) + (back ? 10 : 0));
}

static void style_write(struct writer *writer, const struct style *style)
{
	fputs("\033[0", writer->to);
	for (size_t i = 0; i < ARRAY_SIZE(attr_codes); i++)
		if (style->attr & attr_codes[i].attr)
			fprintf(writer->to, ";%d", attr_codes[i].sgr);
	color_write(writer, style->fg, false);
	color_write(writer, style->bg, true);
	fputc('m', writer->to);
}

static bool style_equals(const struct style *a, const struct style *b)
{
	return a->fg == b->fg && a->bg == b->bg && a->attr == b->attr;
}

int canvas_write_ansi(const struct canvas *canvas, const struct theme *theme, int depth, FILE *to)
{
	struct writer writer = { .to = to, .depth = depth };

	if (depth != 24 && depth != 8 && depth != 4 && depth != 0)
		return -EINVAL;
	for (int y = 0; y < canvas->rows; y++) {
		struct style last = { COLOR_DEFAULT, COLOR_DEFAULT, 0 };

		for (int x = 0; x < canvas->cols; x++) {
			const struct cell *cell = canvas_cell(canvas, y, x);
			struct style style = theme_resolve(theme, cell);
			char bytes[5];

			if (!style_equals(&style, &last))
				style_write(&writer, &style);
			last = style;
			utf8_encode(cell->glyph ? cell->glyph : ' ', bytes);
			fputs(bytes, to);
		}
		fputs("\033[0m\n", to);
	}
	return ferror(to) ? -EIO : 0;
}
