// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Geometry of the map.  All of it follows from the zone's span, the state and the size of the
 * screen, so that drawing, keys and mouse agree without keeping anything: the selected page is
 * always on the screen, whatever another view, a smaller terminal or a grown zone did to it.
 *
 * pfns are compared as distances from the grid's base.
 */
#include "view_map.h"

#include <stdio.h>

#include "view_lines.h"
#include "view_zone.h"

#define SHIFT_MAX 48
#define QUARTER   4 /* of the screen: a map that fills less is made finer */

#define PANEL_COLS_MIN 38
#define PANEL_COLS_MAX 56
#define PANEL_CELLS_MIN 64 /* a narrower map is not worth a panel beside it */
#define PANEL_ROWS_MIN 14

static int min(int a, int b)
{
	return a < b ? a : b;
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

/* Powers of two and three times a power of two: rows that begin at round addresses. */
int map_grid_cols(int cols)
{
	int best = 1;

	for (int power = 1; power <= cols; power *= 2) {
		best = power;
		if (power >= 2 && power / 2 * 3 <= cols)
			best = power / 2 * 3;
	}
	return best;
}

uint64_t map_grid_row_pages(const struct map_grid *grid)
{
	return (uint64_t)grid->cols << grid->scan.shift;
}

static uint64_t rows_at(const struct zonemap *map, int cols, unsigned int shift)
{
	uint64_t row_pages = (uint64_t)cols << shift;

	return (map->start_pfn % row_pages + map->nr_pages + row_pages - 1) / row_pages;
}

/* The finest zoom at which the whole zone is on the screen.  One pageblock per cell is what people
 * think in, so it goes below that only for zones that would fill too little of the screen. */
static unsigned int fit_shift(const struct zonemap *map, int cols, int rows)
{
	unsigned int shift = 0;

	while (shift < SHIFT_MAX && rows_at(map, cols, shift) > (uint64_t)rows)
		shift++;
	if (shift < map->pageblock_order &&
	    rows_at(map, cols, map->pageblock_order) * QUARTER >= (uint64_t)rows)
		return map->pageblock_order;
	return shift;
}

unsigned int map_shift_min(const struct zonemap *map)
{
	return map->blocks_only ? map->pageblock_order : 0;
}

static unsigned int chosen_shift(const struct map_grid *grid, const struct zonemap *map,
				 const struct ui_state *state)
{
	int shift = state->map.zoom + (int)map->pageblock_order;

	if (!state->map.zoomed || shift > (int)grid->fit_shift)
		return grid->fit_shift;
	return shift < (int)map_shift_min(map) ? map_shift_min(map) : (unsigned int)shift;
}

/* Keeps what the state says as far as the selected page stays on the screen. */
static uint64_t chosen_first_row(const struct map_grid *grid, const struct ui_state *state)
{
	uint64_t row_pages = map_grid_row_pages(grid);
	uint64_t cursor = (grid->cursor - grid->base) / row_pages;
	uint64_t rows = (uint64_t)grid->rows, first = 0;

	if (state->map.zoomed && state->map.first_pfn > grid->base)
		first = (state->map.first_pfn - grid->base) / row_pages;
	if (first + rows > grid->nr_rows || first > grid->nr_rows)
		first = grid->nr_rows > rows ? grid->nr_rows - rows : 0;
	if (cursor < first)
		first = cursor;
	else if (cursor - first >= rows)
		first = cursor - rows + 1;
	/* the two rows of a line stay together while scrolling */
	if (grid->stacked == 2 && first % 2)
		first += cursor > first ? 1 : -1ULL;
	return first;
}

void map_grid_init(struct map_grid *grid, const struct zonemap *map, const struct ui_state *state,
		   int cols, int rows, int stacked)
{
	*grid = (struct map_grid){ .cols = map_grid_cols(max(cols, 1)), .rows = max(rows, stacked),
				   .stacked = stacked };
	grid->fit_shift = fit_shift(map, grid->cols, grid->rows);
	map_scan_init(&grid->scan, map, chosen_shift(grid, map, state));
	grid->base = map->start_pfn - map->start_pfn % map_grid_row_pages(grid);
	grid->nr_rows = rows_at(map, grid->cols, grid->scan.shift);
	grid->cursor = view_zone_pfn(state, map);
	grid->first_row = chosen_first_row(grid, state);
}

struct map_cell map_grid_cell(const struct map_grid *grid, int row, int col)
{
	const struct zonemap *map = grid->scan.map;
	uint64_t start = map->start_pfn - grid->base, end = start + map->nr_pages;
	uint64_t from, to;

	if (row < 0 || col < 0 || row >= grid->rows || col >= grid->cols)
		return (struct map_cell){ 0, 0 };
	from = (grid->first_row + (uint64_t)row) * map_grid_row_pages(grid) +
	       ((uint64_t)col << grid->scan.shift);
	to = from + (1ULL << grid->scan.shift);
	if (from < start)
		from = start;
	if (to > end)
		to = end;
	return (struct map_cell){ grid->base + from, to > from ? to - from : 0 };
}

bool map_grid_find(const struct map_grid *grid, uint64_t pfn, int *row, int *col)
{
	uint64_t row_pages = map_grid_row_pages(grid), at;

	if (pfn < grid->base)
		return false;
	at = (pfn - grid->base) / row_pages;
	if (at < grid->first_row || at - grid->first_row >= (uint64_t)grid->rows)
		return false;
	*row = (int)(at - grid->first_row);
	*col = (int)((pfn - grid->base) % row_pages >> grid->scan.shift);
	return true;
}

struct map_cell map_grid_cursor(const struct map_grid *grid)
{
	int row = 0, col = 0;

	map_grid_find(grid, grid->cursor, &row, &col);
	return map_grid_cell(grid, row, col);
}

/* Columns for the pfns at the left: "0x1a2b3c " */
static int label_cols(const struct view_context *ctx, const char *prefix, int cols)
{
	const struct zonemap *map = view_zone_map(ctx);

	if (!map || cols < 24)
		return 0;
	return snprintf(NULL, 0, "%s%llx ", prefix,
			(unsigned long long)(map->start_pfn + (map->nr_pages - 1)));
}

/* Takes rows lines off the top (rows > 0) or the bottom (rows < 0) of the rectangle. */
static struct rect take(struct rect *from, int rows)
{
	struct rect part = *from;

	part.rows = min(rows < 0 ? -rows : rows, from->rows);
	from->rows -= part.rows;
	if (rows < 0)
		part.y = from->y + from->rows;
	else
		from->y += part.rows;
	return part;
}

void map_layout_init(struct map_layout *layout, const struct view_context *ctx, struct rect rect)
{
	const char *prefix = rect.cols >= 60 ? "0x" : "";
	int label = label_cols(ctx, prefix, rect.cols), panel = 0;
	bool wide = rect.cols - label - PANEL_CELLS_MIN - 2 >= PANEL_COLS_MIN;
	struct rect rest = rect;

	*layout = (struct map_layout){
		.prefix = prefix,
		.blocks = (ctx->caps & CANVAS_UTF8) && view_has_color(ctx),
	};
	if (wide && rect.rows >= PANEL_ROWS_MIN)
		panel = PANEL_COLS_MIN;
	if (!panel)
		layout->bottom = take(&rest, rect.rows >= 18 ? -2 : -1);
	if (!panel && rect.rows >= 10 && map_scanners_known(ctx))
		layout->scan = take(&rest, -1);
	if (rect.rows >= 4)
		layout->zones = take(&rest, 1);
	if (rect.rows >= 3)
		layout->head = take(&rest, 1);
	if (rect.rows >= 6)
		layout->legend = take(&rest, 1);
	layout->label = layout->cells = rest;
	layout->label.cols = label;
	layout->cells.x += label;
	layout->cells.cols = map_grid_cols(max(rest.cols - label - (panel ? panel + 2 : 0), 1));
	if (!panel)
		return;
	layout->panel = rest;
	layout->panel.x = layout->cells.x + layout->cells.cols + 2;
	layout->panel.cols = min(rest.x + rest.cols - layout->panel.x, PANEL_COLS_MAX);
}

bool map_fits_unstacked(const struct map_layout *layout, const struct zonemap *map,
			const struct ui_state *state)
{
	uint64_t rows = rows_at(map, layout->cells.cols, map->pageblock_order);

	return !state->map.zoomed && rows <= (uint64_t)layout->cells.rows &&
	       rows * QUARTER >= (uint64_t)layout->cells.rows;
}

bool map_screen_init(struct map_screen *screen, const struct view_context *ctx, struct rect rect)
{
	const struct zonemap *map = view_zone_map(ctx);
	int stacked;

	if (!map)
		return false;
	map_layout_init(&screen->layout, ctx, rect);
	stacked = screen->layout.blocks ? 2 : 1;
	if (map_fits_unstacked(&screen->layout, map, ctx->state))
		stacked = 1;
	map_grid_init(&screen->grid, map, ctx->state, screen->layout.cells.cols,
		      screen->layout.cells.rows * stacked, stacked);
	map_scan_learn(&screen->grid.scan, ctx->frame);
	screen->grid.stacked_zoomed = screen->layout.blocks ? 2 : 1;
	return true;
}
