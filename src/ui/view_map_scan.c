// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Compaction's scanners on the cells of the map, drawn over whatever colouring there is.
 *
 * Where a cell is a character, the mark takes its place.  Where two rows of cells share a line of
 * text, a triangle fills the half that the scanner is in and the other half keeps its colour.  The
 * trail of a run changes the colours of the cells that its last steps looked at, so its cells and
 * halves are exact too.  The selection stays visible under both.
 */
#include "view_map.h"

#include "scanner.h"
#include "view_zone.h"

struct overlay {
	const struct view_context *ctx;
	const struct zone *zone;
	const struct map_screen *screen;
	struct canvas *canvas;
};

/* A place on the screen: a cell of text, and the half of it. */
struct spot {
	int y, x, half;
	bool selected;
};

static bool spot_of(const struct overlay *overlay, int row, int col, struct spot *spot)
{
	const struct map_grid *grid = &overlay->screen->grid;
	struct map_cell cell = map_grid_cell(grid, row, col);

	if (!cell.nr_pages)
		return false;
	*spot = (struct spot){
		.y = overlay->screen->layout.cells.y + row / grid->stacked,
		.x = overlay->screen->layout.cells.x + col,
		.half = row % grid->stacked,
		.selected = map_cell_is_selected(overlay->ctx, grid, cell),
	};
	return row / grid->stacked < overlay->screen->layout.cells.rows;
}

static uint32_t plain_glyph(const struct overlay *overlay, const struct scanner_look *look)
{
	return overlay->canvas->caps & CANVAS_UTF8 ? look->glyph : (unsigned char)look->ascii;
}

static void put_glyph(const struct overlay *overlay, const struct spot *spot,
		      const struct scanner_look *look)
{
	canvas_glyph(overlay->canvas, spot->y, spot->x, look->role, plain_glyph(overlay, look));
	if (spot->selected)
		canvas_attr(overlay->canvas, (struct rect){ spot->y, spot->x, 1, 1 },
			    CELL_REVERSE);
}

/* Trails */

static void put_trail(const struct overlay *overlay, const struct spot *spot,
		      const struct scanner_look *look)
{
	struct map_halves halves;

	if (!overlay->screen->layout.blocks) {
		put_glyph(overlay, spot, look);
		return;
	}
	if (spot->selected)
		return;
	halves = map_halves_get(overlay->canvas, spot->y, spot->x);
	if (overlay->screen->grid.stacked < 2)
		halves.role[0] = halves.role[1] = look->role;
	else
		halves.role[spot->half] = look->role;
	map_halves_put(overlay->canvas, spot->y, spot->x, halves);
}

/* The cells of pages [from, to) that are on the screen. */
static void put_range(const struct overlay *overlay, uint64_t from, uint64_t to,
		      const struct scanner_look *look)
{
	const struct map_grid *grid = &overlay->screen->grid;
	uint64_t first_pfn = grid->base + grid->first_row * map_grid_row_pages(grid);
	int row, col;

	if (from < first_pfn)
		from = first_pfn;
	while (from < to && map_grid_find(grid, from, &row, &col)) {
		struct spot spot;

		if (spot_of(overlay, row, col, &spot))
			put_trail(overlay, &spot, look);
		from = ((from >> grid->scan.shift) + 1) << grid->scan.shift;
	}
}

static void draw_trails(const struct overlay *overlay)
{
	const struct activity *activity = overlay->ctx->frame->activity;

	for (unsigned int i = 0; activity && i < activity->nr_steps; i++) {
		const struct scanner_step *step = &activity->steps[i];

		if (scanner_step_is_recent(overlay->ctx->frame, overlay->zone, step))
			put_range(overlay, step->pfn, step->end_pfn,
				  scanner_trail_look(step->is_free));
	}
}

/* Positions */

static bool spot_of_scanner(const struct overlay *overlay, enum scanner scanner,
			    struct spot *spot)
{
	const struct zonemap *map = overlay->screen->grid.scan.map;
	struct num pfn;
	int row, col;

	if (!scanner_is_shown(overlay->ctx->frame, overlay->zone, scanner))
		return false;
	pfn = scanner_position(overlay->ctx->frame, overlay->zone, scanner);
	if (pfn.n - map->start_pfn == map->nr_pages)
		pfn.n--; /* at the zone's end: in its last cell */
	return map_grid_find(&overlay->screen->grid, pfn.n, &row, &col) &&
	       spot_of(overlay, row, col, spot);
}

static void put_scanner(const struct overlay *overlay, const struct spot *spot,
			const struct scanner_look *look)
{
	struct map_halves halves = map_halves_get(overlay->canvas, spot->y, spot->x);

	if (!overlay->screen->layout.blocks)
		put_glyph(overlay, spot, look);
	else if (overlay->screen->grid.stacked < 2)
		canvas_glyph_on(overlay->canvas, spot->y, spot->x, look->role,
				spot->selected ? halves.role[0] : ROLE_NONE, look->glyph);
	else
		canvas_glyph_on(overlay->canvas, spot->y, spot->x, look->role,
				halves.role[spot->selected ? spot->half : !spot->half],
				look->half[spot->half]);
}

static void draw_positions(const struct overlay *overlay)
{
	struct spot spots[NR_SCANNERS];
	bool is_on[NR_SCANNERS];

	for (int i = 0; i < NR_SCANNERS; i++)
		is_on[i] = spot_of_scanner(overlay, (enum scanner)i, &spots[i]);
	for (int i = 0; i < NR_SCANNERS; i++) {
		const struct scanner_look *look = scanner_look((enum scanner)i);
		const struct scanner_look *first = look;

		if (!is_on[i])
			continue;
		for (int j = 0; j < i; j++) {
			if (!is_on[j] || spots[j].y != spots[i].y || spots[j].x != spots[i].x)
				continue;
			is_on[i] = false; /* that one has the place already */
			first = scanner_look((enum scanner)j);
			if (first->role != look->role)
				put_glyph(overlay, &spots[j], scanner_both_look());
			break;
		}
		if (is_on[i])
			put_scanner(overlay, &spots[i], look);
	}
}

void map_scanners_draw(const struct view_context *ctx, const struct map_screen *screen,
		       struct canvas *canvas)
{
	struct overlay overlay = { ctx, view_zone(ctx), screen, canvas };

	draw_trails(&overlay);
	draw_positions(&overlay);
}
