// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/canvas.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/utf8.h"

#include "ascii.h"

#define SIDE_MAX 10000

int canvas_init(struct canvas *canvas, int rows, int cols, unsigned int caps)
{
	if (rows < 1 || cols < 1 || rows > SIDE_MAX || cols > SIDE_MAX)
		return -EINVAL;
	*canvas = (struct canvas){ .rows = rows, .cols = cols, .caps = caps };
	canvas->cells = calloc((size_t)rows * (size_t)cols, sizeof(*canvas->cells));
	if (!canvas->cells)
		return -ENOMEM;
	canvas_clear(canvas);
	return 0;
}

void canvas_done(struct canvas *canvas)
{
	free(canvas->cells);
	canvas->cells = NULL;
}

void canvas_clear(struct canvas *canvas)
{
	memset(canvas->cells, 0,
	       (size_t)canvas->rows * (size_t)canvas->cols * sizeof(*canvas->cells));
	canvas->clip = canvas_rect(canvas);
	canvas->cursor_y = canvas->cursor_x = -1;
}

struct rect canvas_rect(const struct canvas *canvas)
{
	return (struct rect){ 0, 0, canvas->rows, canvas->cols };
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

static int min(int a, int b)
{
	return a < b ? a : b;
}

static struct rect intersect(struct rect a, struct rect b)
{
	int y = max(a.y, b.y), x = max(a.x, b.x);

	return (struct rect){ y, x, max(min(a.y + a.rows, b.y + b.rows) - y, 0),
			      max(min(a.x + a.cols, b.x + b.cols) - x, 0) };
}

struct rect canvas_clip(struct canvas *canvas, struct rect rect)
{
	struct rect old = canvas->clip;

	canvas->clip = intersect(old, rect);
	return old;
}

void canvas_unclip(struct canvas *canvas, struct rect old)
{
	canvas->clip = old;
}

/* The cell to draw into, NULL outside the clip. */
static struct cell *cell_at(struct canvas *canvas, int y, int x)
{
	const struct rect *clip = &canvas->clip;

	if (y < clip->y || x < clip->x || y >= clip->y + clip->rows || x >= clip->x + clip->cols)
		return NULL;
	return &canvas->cells[(size_t)y * (size_t)canvas->cols + (size_t)x];
}

const struct cell *canvas_cell(const struct canvas *canvas, int y, int x)
{
	if (y < 0 || x < 0 || y >= canvas->rows || x >= canvas->cols)
		return NULL;
	return &canvas->cells[(size_t)y * (size_t)canvas->cols + (size_t)x];
}

void canvas_glyph(struct canvas *canvas, int y, int x, enum role role, uint32_t glyph)
{
	struct cell *cell = cell_at(canvas, y, x);

	if (!cell)
		return;
	if (glyph >= 0x80 && !(canvas->caps & CANVAS_UTF8))
		glyph = (unsigned char)ascii_of_glyph(glyph);
	*cell = (struct cell){ .glyph = glyph, .role = (uint8_t)role };
}

/* What views draw is one column wide; anything that is not (CJK, emoji, combining marks, from a
 * host name or a log) would shift the rest of the line. */
static bool is_narrow(uint32_t glyph)
{
	return (glyph >= 0x20 && glyph < 0x7f) ||
	       (glyph >= 0xa0 && glyph < 0x300 && glyph != 0xad) ||
	       (glyph >= 0x370 && glyph < 0x483) || (glyph >= 0x2010 && glyph < 0x2028) ||
	       (glyph >= 0x2030 && glyph < 0x205f) || (glyph >= 0x2190 && glyph < 0x231a) ||
	       (glyph >= 0x2500 && glyph < 0x25fd) || (glyph >= 0x2800 && glyph < 0x2900);
}

int canvas_text_cut(struct canvas *canvas, int y, int x, int cols, enum role role,
		    const char *text)
{
	size_t len = strlen(text);

	for (int col = 0; len; col++) {
		uint32_t glyph;
		size_t nr = utf8_decode(text, len, &glyph);

		if (col == cols - 1 && len > nr)
			glyph = 0x2026; /* more follows than fits */
		if (col >= cols)
			return x + cols;
		canvas_glyph(canvas, y, x + col, role, is_narrow(glyph) ? glyph : '?');
		text += nr;
		len -= nr;
		if (!len || col == cols - 1)
			return x + col + 1;
	}
	return x;
}

int canvas_text(struct canvas *canvas, int y, int x, enum role role, const char *text)
{
	return canvas_text_cut(canvas, y, x, SIDE_MAX, role, text);
}

int canvas_printf(struct canvas *canvas, int y, int x, enum role role, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return canvas_text(canvas, y, x, role, text);
}

void canvas_right(struct canvas *canvas, int y, int x, enum role role, const char *text)
{
	size_t len = strlen(text);
	int width = 0;

	for (size_t at = 0; at < len; width++) {
		uint32_t glyph;

		at += utf8_decode(text + at, len - at, &glyph);
	}
	canvas_text(canvas, y, x - width + 1, role, text);
}

void canvas_fill(struct canvas *canvas, struct rect rect, enum role role, uint32_t glyph)
{
	rect = intersect(rect, canvas->clip);
	for (int y = rect.y; y < rect.y + rect.rows; y++)
		for (int x = rect.x; x < rect.x + rect.cols; x++)
			canvas_glyph(canvas, y, x, role, glyph);
}

void canvas_glyph_on(struct canvas *canvas, int y, int x, enum role role, enum role under,
		     uint32_t glyph)
{
	struct cell *cell = cell_at(canvas, y, x);

	if (!cell)
		return;
	canvas_glyph(canvas, y, x, role, glyph);
	cell->under = (uint8_t)under;
}

void canvas_half(struct canvas *canvas, int y, int x, enum role upper, enum role lower)
{
	canvas_glyph_on(canvas, y, x, upper, lower, 0x2580);
}

void canvas_attr(struct canvas *canvas, struct rect rect, uint8_t attr)
{
	rect = intersect(rect, canvas->clip);
	for (int y = rect.y; y < rect.y + rect.rows; y++)
		for (int x = rect.x; x < rect.x + rect.cols; x++)
			cell_at(canvas, y, x)->attr |= attr;
}

static int row_width(const struct canvas *canvas, int y)
{
	int width = canvas->cols;

	while (width > 0) {
		const struct cell *cell = canvas_cell(canvas, y, width - 1);

		if (cell->glyph && cell->glyph != ' ')
			break;
		width--;
	}
	return width;
}

int canvas_write_text(const struct canvas *canvas, FILE *to)
{
	for (int y = 0; y < canvas->rows; y++) {
		int width = row_width(canvas, y);

		for (int x = 0; x < width; x++) {
			const struct cell *cell = canvas_cell(canvas, y, x);
			char bytes[5];

			utf8_encode(cell->glyph ? cell->glyph : ' ', bytes);
			fputs(bytes, to);
		}
		fputc('\n', to);
	}
	return ferror(to) ? -EIO : 0;
}
