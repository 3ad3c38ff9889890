// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The map: one zone as a field of cells, read like text from the lowest pfn.  Where colours and
 * block characters are to be had, a line of text shows two rows of cells, unless the whole zone
 * fits into single ones.
 *
 * Zooming goes from the whole zone through one pageblock per cell to one page per cell; the row of
 * cells begins at a round pfn at every zoom, so that what is aligned in memory is aligned on the
 * screen.
 */
#include "view_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view_zone.h"
#include "views.h"
#include "widget.h"

#define UPPER_HALF      0x2580
#define LOWER_HALF      0x2584
#define CURSOR_DISTANCE 240 /* sum over the three colours, of 765 */

static void text_cell_size(const struct view_context *ctx, const struct map_scan *scan, char *to,
			   size_t size)
{
	int zoom = (int)scan->shift - (int)scan->map->pageblock_order;

	if (!scan->shift)
		snprintf(to, size, "1 page");
	else if (zoom < 0)
		snprintf(to, size, "%s pages (%s)", fmt_count(FMT_BUF, 1ULL << scan->shift),
			 view_pages(FMT_BUF, ctx, 1ULL << scan->shift));
	else
		snprintf(to, size, "%s block%s (%s)", fmt_count(FMT_BUF, 1ULL << zoom),
			 zoom ? "s" : "", view_pages(FMT_BUF, ctx, 1ULL << scan->shift));
}

/* How fresh the map is: the last sweep, or how much of a first one is done. */
static void text_sweep(const struct view_context *ctx, char *to, size_t size)
{
	const struct pagemap *pagemap = ctx->frame->pagemap;
	uint64_t now_ns = ctx->input ? ctx->input->now_ns : 0;

	to[0] = '\0';
	if (!pagemap || !ctx->frame->live)
		return;
	if (pagemap->nr_read < pagemap->nr_pages)
		snprintf(to, size, "   read so far: %s",
			 fmt_share(FMT_BUF, pagemap->nr_read, pagemap->nr_pages));
	else if (pagemap->sweep_done_ns && pagemap->sweep_done_ns <= now_ns)
		snprintf(to, size, "   read %s",
			 age_text(FMT_BUF, now_ns, pagemap->sweep_done_ns));
	if (ctx->input && ctx->input->budget > 0)
		snprintf(to + strlen(to), size - strlen(to), "   budget %s %%",
			 fmt_decimal(FMT_BUF, ctx->input->budget * 100));
}

static void draw_head(const struct view_context *ctx, const struct map_grid *grid,
		      struct canvas *canvas, struct rect rect)
{
	const struct map_coloring *coloring = map_coloring(ctx->state->map.color);
	const char *missing = coloring->missing ? coloring->missing(ctx, &grid->scan) : NULL;
	struct pen pen = pen_at(canvas, rect);
	char text[80];

	if (!rect.rows)
		return;
	pen_text(&pen, ROLE_TITLE, map_color_name(ctx->state->map.color));
	if (missing) {
		canvas_text_cut(canvas, rect.y, pen.x + 3, pen.end - pen.x - 3, ROLE_WARN, missing);
		return;
	}
	if (rect.cols < 60) {
		pen_printf(&pen, ROLE_LABEL, ", 1 cell = %s",
			   view_pages(FMT_BUF, ctx, 1ULL << grid->scan.shift));
		return;
	}
	text_cell_size(ctx, &grid->scan, text, sizeof(text));
	pen_printf(&pen, ROLE_LABEL, "   1 cell = %s", text);
	text_sweep(ctx, text, sizeof(text));
	pen_text(&pen, ROLE_LABEL, text);
	pen_printf(&pen, ROLE_LABEL, "   1 line = %s",
		   view_pages(FMT_BUF, ctx, map_grid_row_pages(grid) * (uint64_t)grid->stacked));
}

bool map_cell_is_selected(const struct view_context *ctx, const struct map_grid *grid,
			  struct map_cell cell)
{
	uint64_t from = ctx->state->map.drag_pfn, to = grid->cursor;

	if (!ctx->state->map.dragging)
		return grid->cursor >= cell.pfn && grid->cursor - cell.pfn < cell.nr_pages;
	if (from > to) {
		from = grid->cursor;
		to = ctx->state->map.drag_pfn;
	}
	return cell.nr_pages && cell.pfn + (cell.nr_pages - 1) >= from && cell.pfn <= to;
}

/* Gradients run from dark to bright, where the selection's colour would be one of many; among kinds
 * it is fine, unless the kind has nearly the same colour. */
static enum role cursor_role(const struct view_context *ctx, enum role on)
{
	const struct theme *theme = ctx->theme;
	int32_t a = theme->style[ROLE_SELECT].fg, b = theme->style[on].fg;
	int distance = 0;

	for (int shift = 0; shift < 24; shift += 8)
		distance += abs((a >> shift & 0xff) - (b >> shift & 0xff));
	if (map_coloring(ctx->state->map.color)->low || distance < CURSOR_DISTANCE)
		return ROLE_BAD;
	return ROLE_SELECT;
}

/* ROLE_NONE: no memory, be it a hole or outside of the zone. */
static enum role cell_role(const struct view_context *ctx, const struct map_grid *grid, int row,
			   int col, bool seen[128])
{
	struct map_cell cell = map_grid_cell(grid, row, col);
	struct map_mark mark;

	if (!cell.nr_pages)
		return ROLE_NONE;
	mark = map_color_mark(ctx, &grid->scan, ctx->state->map.color, cell);
	seen[mark.ascii & 127] = true;
	if (map_cell_is_selected(ctx, grid, cell))
		return cursor_role(ctx, mark.role);
	return mark.ascii == map_mark_hole().ascii ? ROLE_NONE : mark.role;
}

struct map_halves map_halves_get(const struct canvas *canvas, int y, int x)
{
	const struct cell *cell = canvas_cell(canvas, y, x);

	switch (cell->glyph) {
	case UPPER_HALF:
		return (struct map_halves){ { (enum role)cell->role, (enum role)cell->under } };
	case LOWER_HALF:
		return (struct map_halves){ { ROLE_NONE, (enum role)cell->role } };
	case MAP_GLYPH_UNREAD:
		return (struct map_halves){ { ROLE_UNREAD, ROLE_UNREAD } };
	default:
		return (struct map_halves){ { ROLE_NONE, ROLE_NONE } };
	}
}

void map_halves_put(struct canvas *canvas, int y, int x, struct map_halves halves)
{
	enum role upper = halves.role[0], lower = halves.role[1];

	if (upper == ROLE_UNREAD && lower == ROLE_UNREAD)
		canvas_glyph(canvas, y, x, ROLE_DIM, MAP_GLYPH_UNREAD);
	else if (upper != ROLE_NONE)
		canvas_half(canvas, y, x, upper, lower);
	else if (lower != ROLE_NONE)
		canvas_glyph(canvas, y, x, lower, LOWER_HALF);
}

/* A line of text is one row of cells, or two as half blocks. */
static void draw_blocks(const struct view_context *ctx, const struct map_grid *grid,
			struct canvas *canvas, struct rect rect, bool seen[128])
{
	int stacked = grid->stacked;

	for (int line = 0; line < rect.rows; line++) {
		for (int col = 0; col < grid->cols; col++) {
			enum role upper = cell_role(ctx, grid, stacked * line, col, seen);
			enum role lower = stacked < 2 ? upper :
					  cell_role(ctx, grid, stacked * line + 1, col, seen);

			map_halves_put(canvas, rect.y + line, rect.x + col,
				       (struct map_halves){ { upper, lower } });
		}
	}
}

static void draw_glyphs(const struct view_context *ctx, const struct map_grid *grid,
			struct canvas *canvas, struct rect rect, bool seen[128])
{
	for (int row = 0; row < rect.rows; row++) {
		for (int col = 0; col < grid->cols; col++) {
			struct map_cell cell = map_grid_cell(grid, row, col);
			struct rect at = { rect.y + row, rect.x + col, 1, 1 };
			struct map_mark mark;

			if (!cell.nr_pages)
				continue;
			mark = map_color_mark(ctx, &grid->scan, ctx->state->map.color, cell);
			seen[mark.ascii & 127] = true;
			canvas_glyph(canvas, at.y, at.x, mark.role,
				     canvas->caps & CANVAS_UTF8 ? mark.glyph :
								  (unsigned char)mark.ascii);
			if (map_cell_is_selected(ctx, grid, cell))
				canvas_attr(canvas, at, CELL_REVERSE);
		}
	}
}

void map_cells_draw(const struct view_context *ctx, const struct map_screen *screen,
		    struct canvas *canvas, bool seen[128])
{
	if (screen->layout.blocks)
		draw_blocks(ctx, &screen->grid, canvas, screen->layout.cells, seen);
	else
		draw_glyphs(ctx, &screen->grid, canvas, screen->layout.cells, seen);
}

static void draw_labels(const struct map_screen *screen, struct canvas *canvas)
{
	const struct map_grid *grid = &screen->grid;
	struct rect rect = screen->layout.label;
	int cursor_row = 0, col;

	if (!rect.cols)
		return;
	map_grid_find(grid, grid->cursor, &cursor_row, &col);
	for (int line = 0; line < rect.rows; line++) {
		uint64_t row = grid->first_row + (uint64_t)(line * grid->stacked);
		char text[24];

		if (row >= grid->nr_rows)
			break;
		snprintf(text, sizeof(text), "%s%" PRIx64, screen->layout.prefix,
			 grid->base + row * map_grid_row_pages(grid));
		canvas_right(canvas, rect.y + line, rect.x + rect.cols - 2,
			     line == cursor_row / grid->stacked ? ROLE_SELECT : ROLE_DIM, text);
	}
}

static void map_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct rect old = canvas_clip(canvas, rect);
	bool seen[128] = { false };
	struct map_screen screen;

	if (!map_screen_init(&screen, ctx, rect)) {
		view_nomap_draw(ctx, canvas, rect);
		canvas_unclip(canvas, old);
		return;
	}
	view_zones_draw(ctx, canvas, screen.layout.zones);
	draw_head(ctx, &screen.grid, canvas, screen.layout.head);
	draw_labels(&screen, canvas);
	map_cells_draw(ctx, &screen, canvas, seen);
	map_scanners_draw(ctx, &screen, canvas);
	if (screen.layout.panel.rows)
		map_panel_draw(ctx, &screen.grid, canvas, screen.layout.panel);
	else
		map_bottom_draw(ctx, &screen.grid, canvas, screen.layout.bottom);
	map_scan_line_draw(ctx, canvas, screen.layout.scan);
	map_legend_draw(ctx, screen.layout.blocks, seen, canvas, screen.layout.legend);
	canvas_unclip(canvas, old);
}

static const enum action footer[] = {
	ACTION_ZOOM_IN, ACTION_ZOOM_OUT, ACTION_NEXT_COLOR, ACTION_NEXT_ZONE,
	ACTION_ENTER, ACTION_BACK, ACTION_SWEEP, ACTION_NONE
};

const struct view_ops view_map = {
	.name = "map",
	.title = "map",
	.help = "every pageblock of a zone, coloured by what is in it",
	.go = ACTION_VIEW_MAP,
	.inner = ACTION_VIEW_BLOCK,
	.wants_pagemap = true,
	.shows_pfn = true,
	.footer = footer,
	.draw = map_draw,
	.act = map_act,
	.mouse = map_mouse,
};
