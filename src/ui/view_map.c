// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The map: one zone as a field of cells, read like text from the lowest pfn.  Where colours and
 * block characters are to be had, every line of text shows two rows of cells.
 *
 * Zooming goes from the whole zone through one pageblock per cell to one page per cell; the row of
 * cells begins at a round pfn at every zoom, so that what is aligned in memory is aligned on the
 * screen.
 */
#include "view_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "view_zone.h"
#include "views.h"

#define CURSOR_DISTANCE 240 /* sum over the three colours, of 765 */

/* What drawing, keys and mouse start from. */
struct map_screen {
	struct map_layout layout;
	struct map_grid grid;
};

/* false: there is no page map to show. */
static bool screen_init(struct map_screen *screen, const struct view_context *ctx,
			struct rect rect)
{
	const struct zonemap *map = view_zone_map(ctx);
	int stacked;

	if (!map)
		return false;
	map_layout_init(&screen->layout, ctx, rect);
	stacked = screen->layout.halves ? 2 : 1;
	map_grid_init(&screen->grid, map, ctx->state, screen->layout.cells.cols,
		      screen->layout.cells.rows * stacked, stacked);
	return true;
}

/* Drawing */

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
		snprintf(to, size, "   read %s ago",
			 fmt_duration(FMT_BUF, now_ns - pagemap->sweep_done_ns));
}

static void draw_head(const struct view_context *ctx, const struct map_grid *grid,
		      struct canvas *canvas, struct rect rect)
{
	const struct map_coloring *coloring = map_coloring(ctx->state->map.color);
	const char *missing = coloring->missing ? coloring->missing(ctx, &grid->scan) : NULL;
	char size[80], line[256], sweep[64];
	int x;

	if (!rect.rows)
		return;
	text_cell_size(ctx, &grid->scan, size, sizeof(size));
	text_sweep(ctx, sweep, sizeof(sweep));
	if (missing)
		snprintf(line, sizeof(line), "   %s", missing);
	else if (rect.cols < 60)
		snprintf(line, sizeof(line), ", 1 cell = %s",
			 view_pages(FMT_BUF, ctx, 1ULL << grid->scan.shift));
	else
		snprintf(line, sizeof(line), "   1 cell = %s   1 line = %s%s", size,
			 view_pages(FMT_BUF, ctx,
				    map_grid_row_pages(grid) * (uint64_t)grid->stacked), sweep);
	x = canvas_text_cut(canvas, rect.y, rect.x, rect.cols, ROLE_TITLE,
			    map_color_name(ctx->state->map.color));
	canvas_text_cut(canvas, rect.y, x, rect.x + rect.cols - x,
			missing ? ROLE_WARN : ROLE_LABEL, line);
}

static bool is_marked(const struct view_context *ctx, const struct map_grid *grid,
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

/* The selection's colour, or another one on cells that nearly have that. */
static enum role cursor_role(const struct theme *theme, enum role on)
{
	int32_t a = theme->style[ROLE_SELECT].fg, b = theme->style[on].fg;
	int distance = 0;

	for (int shift = 0; shift < 24; shift += 8)
		distance += abs((a >> shift & 0xff) - (b >> shift & 0xff));
	return distance < CURSOR_DISTANCE ? ROLE_BAD : ROLE_SELECT;
}

/* ROLE_NONE: the cell lies outside of the zone. */
static enum role half_role(const struct view_context *ctx, const struct map_grid *grid, int row,
			   int col, bool seen[128])
{
	struct map_cell cell = map_grid_cell(grid, row, col);
	struct map_mark mark;

	if (!cell.nr_pages)
		return ROLE_NONE;
	mark = map_color_mark(ctx, &grid->scan, ctx->state->map.color, cell);
	seen[mark.ascii & 127] = true;
	return is_marked(ctx, grid, cell) ? cursor_role(ctx->theme, mark.role) : mark.role;
}

static void draw_halves(const struct view_context *ctx, const struct map_grid *grid,
			struct canvas *canvas, struct rect rect, bool seen[128])
{
	for (int line = 0; line < rect.rows; line++) {
		for (int col = 0; col < grid->cols; col++) {
			enum role upper = half_role(ctx, grid, 2 * line, col, seen);
			enum role lower = half_role(ctx, grid, 2 * line + 1, col, seen);

			if (upper != ROLE_NONE)
				canvas_half(canvas, rect.y + line, rect.x + col, upper, lower);
			else if (lower != ROLE_NONE)
				canvas_glyph(canvas, rect.y + line, rect.x + col, lower, 0x2584);
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
			if (is_marked(ctx, grid, cell))
				canvas_attr(canvas, at, CELL_REVERSE);
		}
	}
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

	if (!screen_init(&screen, ctx, rect)) {
		view_nomap_draw(ctx, canvas, rect);
		canvas_unclip(canvas, old);
		return;
	}
	view_zones_draw(ctx, canvas, screen.layout.zones);
	draw_head(ctx, &screen.grid, canvas, screen.layout.head);
	draw_labels(&screen, canvas);
	if (screen.layout.halves)
		draw_halves(ctx, &screen.grid, canvas, screen.layout.cells, seen);
	else
		draw_glyphs(ctx, &screen.grid, canvas, screen.layout.cells, seen);
	if (screen.layout.panel.rows)
		map_panel_draw(ctx, &screen.grid, canvas, screen.layout.panel);
	else
		map_bottom_draw(ctx, &screen.grid, canvas, screen.layout.bottom);
	map_legend_draw(ctx, screen.layout.halves, seen, canvas, screen.layout.legend);
	canvas_unclip(canvas, old);
}

/* Keys */

/* Number of the cell that holds a page, counted from the grid's base. */
static uint64_t cell_of(const struct map_grid *grid, uint64_t pfn)
{
	return (pfn - grid->base) >> grid->scan.shift;
}

static uint64_t last_pfn(const struct zonemap *map)
{
	return map->start_pfn + (map->nr_pages - 1);
}

/* Selects the first page of that cell, as far as it lies in the zone. */
static void select_cell(const struct view_context *ctx, const struct map_grid *grid, uint64_t cell)
{
	uint64_t pfn = grid->base + (cell << grid->scan.shift), first = grid->scan.map->start_pfn;

	ctx->state->pfn = pfn > first ? pfn : first;
}

/* Moves the selection by so many cells; it stays where that would leave the zone. */
static void move_cells(const struct view_context *ctx, const struct map_grid *grid, int direction,
		       uint64_t nr)
{
	const struct zonemap *map = grid->scan.map;
	uint64_t cell = cell_of(grid, grid->cursor);

	if (direction < 0 && cell - cell_of(grid, map->start_pfn) >= nr)
		select_cell(ctx, grid, cell - nr);
	else if (direction > 0 && cell_of(grid, last_pfn(map)) - cell >= nr)
		select_cell(ctx, grid, cell + nr);
}

/* A screen up or down in the same column; at the end to the very end. */
static void move_screen(const struct view_context *ctx, const struct map_grid *grid, int direction)
{
	const struct zonemap *map = grid->scan.map;
	uint64_t cell = cell_of(grid, grid->cursor);
	uint64_t room = direction < 0 ? cell - cell_of(grid, map->start_pfn) :
					cell_of(grid, last_pfn(map)) - cell;
	uint64_t rows = grid->rows > grid->stacked ? (uint64_t)(grid->rows - grid->stacked) : 1;
	uint64_t cols = (uint64_t)grid->cols;

	if (room < cols)
		ctx->state->pfn = direction < 0 ? map->start_pfn : last_pfn(map);
	else
		move_cells(ctx, grid, direction, cols * (room / cols < rows ? room / cols : rows));
}

/* Keeps the scroll position that the selection led to. */
static void keep_scroll(const struct view_context *ctx, struct rect rect)
{
	struct map_screen screen;

	if (!screen_init(&screen, ctx, rect))
		return;
	ctx->state->map.first_pfn = screen.grid.base +
				    screen.grid.first_row * map_grid_row_pages(&screen.grid);
}

/* Shows cells of 2^shift pages, with the selected one in the line where it was. */
static void zoom_to(const struct view_context *ctx, const struct map_grid *grid, int shift)
{
	const struct zonemap *map = grid->scan.map;
	uint64_t row_pages, base, row;
	int line = 0, col;

	if (shift < 0)
		shift = 0;
	ctx->state->pfn = grid->cursor;
	ctx->state->map.zoomed = shift < (int)grid->fit_shift;
	ctx->state->map.zoom = shift - (int)map->pageblock_order;
	if (!ctx->state->map.zoomed)
		return;
	map_grid_find(grid, grid->cursor, &line, &col);
	row_pages = (uint64_t)grid->cols << shift;
	base = map->start_pfn - map->start_pfn % row_pages;
	row = (grid->cursor - base) / row_pages;
	row = row > (uint64_t)line ? row - (uint64_t)line : 0;
	ctx->state->map.first_pfn = base + row * row_pages;
}

/* Shows pages [from, to] as large as they can be. */
static void zoom_to_range(const struct view_context *ctx, const struct map_grid *grid,
			  uint64_t from, uint64_t to)
{
	uint64_t cells = (uint64_t)grid->cols * (uint64_t)grid->rows;
	int shift = 0;

	/* the first row may begin before the range */
	while (shift < (int)grid->fit_shift &&
	       ((to - from) >> shift) + 2 * (uint64_t)grid->cols > cells)
		shift++;
	ctx->state->map.zoomed = shift < (int)grid->fit_shift;
	ctx->state->map.zoom = shift - (int)grid->scan.map->pageblock_order;
	ctx->state->map.first_pfn = from;
	ctx->state->pfn = from;
}

/* One pageblock per cell first; what is inside of one is the block view's. */
static bool enter(const struct view_context *ctx, const struct map_grid *grid)
{
	ctx->state->pfn = map_grid_cursor(grid).pfn;
	if (grid->scan.shift <= grid->scan.map->pageblock_order)
		return false;
	zoom_to(ctx, grid, (int)grid->scan.map->pageblock_order);
	return true;
}

static bool act_looking(const struct view_context *ctx, const struct map_grid *grid,
			enum action action)
{
	int shift = (int)grid->scan.shift;

	switch (action) {
	case ACTION_ENTER:
		return enter(ctx, grid);
	case ACTION_BACK:
		if (!ctx->state->map.zoomed)
			return false;
		ctx->state->map.zoomed = ctx->state->map.dragging = false;
		return true;
	case ACTION_ZOOM_IN:
		zoom_to(ctx, grid, shift - 1);
		return true;
	case ACTION_ZOOM_OUT:
		zoom_to(ctx, grid, shift + 1);
		return true;
	case ACTION_NEXT_COLOR:
		ctx->state->map.color = map_color_step(ctx, &grid->scan, 1);
		return true;
	case ACTION_PREV_COLOR:
		ctx->state->map.color = map_color_step(ctx, &grid->scan, -1);
		return true;
	default:
		return false;
	}
}

static bool act_moving(const struct view_context *ctx, const struct map_grid *grid,
		       enum action action)
{
	const struct zonemap *map = grid->scan.map;

	switch (action) {
	case ACTION_UP:
		move_cells(ctx, grid, -1, (uint64_t)grid->cols);
		return true;
	case ACTION_DOWN:
		move_cells(ctx, grid, 1, (uint64_t)grid->cols);
		return true;
	case ACTION_LEFT:
		move_cells(ctx, grid, -1, 1);
		return true;
	case ACTION_RIGHT:
		move_cells(ctx, grid, 1, 1);
		return true;
	case ACTION_PAGE_UP:
		move_screen(ctx, grid, -1);
		return true;
	case ACTION_PAGE_DOWN:
		move_screen(ctx, grid, 1);
		return true;
	case ACTION_HOME:
		ctx->state->pfn = map->start_pfn;
		return true;
	case ACTION_END:
		ctx->state->pfn = last_pfn(map);
		return true;
	default:
		return false;
	}
}

static bool map_act(const struct view_context *ctx, enum action action, struct rect rect,
		    struct ui_effects *effects)
{
	struct map_screen screen;

	(void)effects;
	ctx->state->map.dragging = false;
	if (action == ACTION_NEXT_ZONE || action == ACTION_PREV_ZONE)
		ctx->state->map.zoomed = false; /* the zone itself is changed for all views */
	if (!screen_init(&screen, ctx, rect))
		return false;
	if (act_looking(ctx, &screen.grid, action))
		return true;
	if (!act_moving(ctx, &screen.grid, action))
		return false;
	keep_scroll(ctx, rect);
	return true;
}

/* Mouse */

/* The cell under the mouse; nr_pages 0: there is none. */
static struct map_cell cell_under(const struct map_screen *screen, const struct ui_event *event)
{
	const struct rect *cells = &screen->layout.cells;
	int y = event->y - cells->y, x = event->x - cells->x;

	if (y < 0 || y >= cells->rows || x < 0 || x >= screen->grid.cols)
		return (struct map_cell){ 0, 0 };
	/* a line of text is one place for the mouse: its upper row, unless only the lower exists */
	for (int row = 0; row < screen->grid.stacked; row++) {
		struct map_cell cell = map_grid_cell(&screen->grid,
						     y * screen->grid.stacked + row, x);

		if (cell.nr_pages)
			return cell;
	}
	return (struct map_cell){ 0, 0 };
}

static void mouse_release(const struct view_context *ctx, const struct map_grid *grid)
{
	struct map_cell last = map_grid_cursor(grid);
	uint64_t from = ctx->state->map.drag_pfn, to = last.pfn + (last.nr_pages - 1);

	if (!ctx->state->map.dragging)
		return;
	ctx->state->map.dragging = false;
	if (cell_of(grid, from) == cell_of(grid, grid->cursor))
		return;
	if (last.pfn < from) {
		to = from + ((1ULL << grid->scan.shift) - 1);
		from = last.pfn;
	}
	zoom_to_range(ctx, grid, from, to);
}

static bool mouse_zones(const struct view_context *ctx, const struct ui_event *event,
			struct rect line)
{
	int zone;

	if (event->mouse != MOUSE_PRESS || !line.rows || event->y != line.y)
		return false;
	zone = view_zones_hit(ctx, line.cols, event->x - line.x);
	if (zone < 0)
		return false;
	ctx->state->zone = (unsigned int)zone;
	ctx->state->map.zoomed = false;
	return true;
}

static bool map_mouse(const struct view_context *ctx, const struct ui_event *event,
		      struct rect rect, struct ui_effects *effects)
{
	struct rect at = { 0, 0, rect.rows, rect.cols };
	struct map_screen screen;
	struct map_cell cell;

	(void)effects;
	if (!screen_init(&screen, ctx, at))
		return false;
	if (mouse_zones(ctx, event, screen.layout.zones))
		return true;
	if (event->mouse == MOUSE_RELEASE) {
		mouse_release(ctx, &screen.grid);
		return true;
	}
	cell = cell_under(&screen, event);
	if (!cell.nr_pages)
		return false;
	if (event->mouse == MOUSE_DRAG && !ctx->state->map.dragging) {
		ctx->state->map.dragging = true;
		ctx->state->map.drag_pfn = screen.grid.cursor;
	}
	ctx->state->pfn = screen.grid.cursor = cell.pfn;
	if (event->mouse == MOUSE_WHEEL_UP || event->mouse == MOUSE_WHEEL_DOWN)
		zoom_to(ctx, &screen.grid, (int)screen.grid.scan.shift +
					   (event->mouse == MOUSE_WHEEL_UP ? -1 : 1));
	else
		keep_scroll(ctx, at);
	return true;
}

static const enum action footer[] = {
	ACTION_ZOOM_IN, ACTION_ZOOM_OUT, ACTION_NEXT_COLOR, ACTION_NEXT_ZONE,
	ACTION_ENTER, ACTION_BACK, ACTION_FIND, ACTION_SWEEP, ACTION_NONE
};

const struct view_ops view_map = {
	.name = "map",
	.title = "map",
	.help = "every pageblock of a zone, coloured by what is in it",
	.go = ACTION_VIEW_MAP,
	.inner = ACTION_VIEW_BLOCK,
	.wants_pagemap = true,
	.footer = footer,
	.draw = map_draw,
	.act = map_act,
	.mouse = map_mouse,
};
