/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * canvas - a screen made of memory.
 *
 * Views draw into a canvas and nothing else; the terminal, `render` and the golden tests copy it.
 * A cell is one column wide: a character, the role that styles it (theme.h), and optionally a
 * second role whose colour lies under it, which is how half blocks show two values in one cell.
 * Drawing outside the canvas or the clip is cut off, never an error, so every view can be drawn at
 * every size from 1x1 up.
 *
 * A view asks caps before it relies on colour or on more than ASCII.
 */
#ifndef FRAGSCOPE_CANVAS_H
#define FRAGSCOPE_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fragscope/role.h"

struct rect {
	int y, x, rows, cols;
};

struct cell {
	uint32_t glyph;      /* Unicode, 0 reads as a blank */
	uint8_t role;        /* enum role: foreground, background and attributes */
	uint8_t under;       /* enum role whose foreground colours the background, 0: none */
	uint8_t attr;        /* further CELL_* attributes */
};

#define CELL_BOLD      0x01
#define CELL_REVERSE   0x02
#define CELL_UNDERLINE 0x04
#define CELL_DIM       0x08
#define CELL_SELECT    0x10 /* selected: as the theme's select role says */

/* What the device at the other end can show. */
#define CANVAS_UTF8    0x01 /* box lines, blocks, braille; else plain ASCII is drawn */
#define CANVAS_COLOR   0x02 /* colours differ; else glyphs must carry the value */

struct canvas {
	int rows, cols;
	unsigned int caps;
	struct rect clip;
	struct cell *cells;  /* rows * cols */
	int cursor_y, cursor_x; /* where a prompt waits, -1: hidden */
};

/* -ENOMEM, or -EINVAL for a size below 1x1 or above 10,000 on a side. */
int canvas_init(struct canvas *canvas, int rows, int cols, unsigned int caps);
void canvas_done(struct canvas *canvas);
void canvas_clear(struct canvas *canvas);
struct rect canvas_rect(const struct canvas *canvas);
/* Narrows the clip to its intersection with rect; returns the old one for canvas_unclip(). */
struct rect canvas_clip(struct canvas *canvas, struct rect rect);
void canvas_unclip(struct canvas *canvas, struct rect old);

void canvas_glyph(struct canvas *canvas, int y, int x, enum role role, uint32_t glyph);
/* UTF-8 text; bytes that are no UTF-8, control characters and characters that are not one column
 * wide become '?'.  Without CANVAS_UTF8 every non-ASCII character is replaced by its ASCII stand-in
 * or '?'.  Returns the column after the text (also when it was cut off). */
int canvas_text(struct canvas *canvas, int y, int x, enum role role, const char *text);
int canvas_printf(struct canvas *canvas, int y, int x, enum role role, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* Right-aligned: the last character stands in column x. */
void canvas_right(struct canvas *canvas, int y, int x, enum role role, const char *text);
/* At most cols columns; cut with an ellipsis. */
int canvas_text_cut(struct canvas *canvas, int y, int x, int cols, enum role role,
		    const char *text);
void canvas_fill(struct canvas *canvas, struct rect rect, enum role role, uint32_t glyph);
/* The same over the foreground of another role. */
void canvas_glyph_on(struct canvas *canvas, int y, int x, enum role role, enum role under,
		     uint32_t glyph);
/* Two values in one cell: upper half and lower half. */
void canvas_half(struct canvas *canvas, int y, int x, enum role upper, enum role lower);
/* Adds attributes to cells that are drawn already (selection). */
void canvas_attr(struct canvas *canvas, struct rect rect, uint8_t attr);

const struct cell *canvas_cell(const struct canvas *canvas, int y, int x);

/* Plain text: every row with its trailing blanks removed and a newline. */
int canvas_write_text(const struct canvas *canvas, FILE *to);

#endif
