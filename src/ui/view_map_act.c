// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Keys and mouse of the map.  What is chosen is a page, not a cell: zoom and scroll follow it, and
 * other views show the same one.
 */
#include "view_map.h"

#include "view_zone.h"

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

	if (!map_screen_init(&screen, ctx, rect))
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

	if (shift < (int)map_shift_min(map))
		shift = (int)map_shift_min(map);
	ctx->state->pfn = grid->cursor;
	ctx->state->map.zoomed = shift < (int)grid->fit_shift;
	ctx->state->map.zoom = shift - (int)map->pageblock_order;
	if (!ctx->state->map.zoomed)
		return;
	map_grid_find(grid, grid->cursor, &line, &col);
	row_pages = (uint64_t)grid->cols << shift;
	base = map->start_pfn - map->start_pfn % row_pages;
	row = (grid->cursor - base) / row_pages;
	line = line / grid->stacked * grid->stacked_zoomed;
	row = row > (uint64_t)line ? row - (uint64_t)line : 0;
	ctx->state->map.first_pfn = base + row * row_pages;
}

/* Shows pages [from, to] as large as they can be. */
static void zoom_to_range(const struct view_context *ctx, const struct map_grid *grid,
			  uint64_t from, uint64_t to)
{
	uint64_t cells = (uint64_t)grid->cols * (uint64_t)grid->rows;
	int shift = (int)map_shift_min(grid->scan.map);

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

bool map_act(const struct view_context *ctx, enum action action, struct rect rect,
		    struct ui_effects *effects)
{
	struct map_screen screen;

	(void)effects;
	ctx->state->map.dragging = false;
	if (action == ACTION_NEXT_ZONE || action == ACTION_PREV_ZONE)
		ctx->state->map.zoomed = false; /* the zone itself is changed for all views */
	if (!map_screen_init(&screen, ctx, rect))
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

bool map_mouse(const struct view_context *ctx, const struct ui_event *event,
		      struct rect rect, struct ui_effects *effects)
{
	struct rect at = { 0, 0, rect.rows, rect.cols };
	struct map_screen screen;
	struct map_cell cell;

	(void)effects;
	if (!map_screen_init(&screen, ctx, at))
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
