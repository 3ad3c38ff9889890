// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The maps of one policy's zones: the cells and scanners of the map view, drawn into a smaller
 * place, with the block under work on them.  Under each map a strip that goes from the zone's begin
 * to its end says how many pageblocks have the skip bit, which the colours of the cells do not, and
 * where the scanners are between them.
 *
 * Where not even the smallest map of each zone fits, the chosen zone has all the room.
 */
#include <math.h>
#include <stdio.h>

#include "fragscope/fmt.h"

#include "scanner.h"
#include "view_lines.h"
#include "view_map.h"
#include "view_sim.h"
#include "view_zone.h"
#include "widget.h"
#include "zone_text.h"

#define WORK_GLYPH     0x25cf
#define WORK_ASCII     '@'
#define CELL_GLYPH     0x2588
#define ZONE_ROWS_MIN  3  /* its name, a line of cells, the strip */
#define STRIP_COLS_MIN 16 /* with the numbers beside it */
#define STRIP_COLS_MAX 256
#define NUMBERS_COLS   16
#define SUM_MANY       64 /* zones */

/* One policy's maps as the map view would see its frame. */
struct maps {
	struct view_context ctx;
	struct ui_state state;
	const struct stage_column *column;
};

/* One zone's part. */
struct zone_place {
	unsigned int zone;
	struct rect name, strip; /* rows 0: left out */
	struct map_screen screen;
};

static void maps_init(struct maps *maps, const struct view_context *ctx, unsigned int column)
{
	maps->ctx = *ctx;
	maps->state = *ctx->state;
	maps->state.map.zoomed = maps->state.map.dragging = false;
	maps->ctx.state = &maps->state;
	maps->column = &ctx->frame->stage->column[column];
	maps->ctx.frame = maps->column->frame;
}

static const struct zonemap *zone_map(const struct frame *frame, unsigned int zone)
{
	const struct zonemap *map = frame->zones[zone]->map;

	return map && map->nr_pages ? map : NULL;
}

/* Zones with a map, and their pages. */
static unsigned int count_mapped(const struct frame *frame, uint64_t *nr_pages)
{
	unsigned int nr = 0;

	*nr_pages = 0;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zonemap *map = zone_map(frame, i);

		nr += map != NULL;
		*nr_pages += map ? map->nr_pages : 0;
	}
	return nr;
}

/* Lines for that zone: what each needs, and a share of the rest by its size. */
static int zone_rows(const struct maps *maps, unsigned int zone, int rows)
{
	const struct frame *frame = maps->ctx.frame;
	uint64_t all;
	unsigned int nr = count_mapped(frame, &all);
	int spare = rows - (int)nr * ZONE_ROWS_MIN;

	if (!zone_map(frame, zone))
		return 0;
	if (nr > SUM_MANY || spare < 0)
		return zone == maps->state.zone ? rows : 0;
	return ZONE_ROWS_MIN + (int)((double)spare * (double)zone_map(frame, zone)->nr_pages /
				     (double)all);
}

/* The cells of a zone, as many as it has, in rect. */
static void place_cells(const struct maps *maps, struct zone_place *place, struct rect rect)
{
	const struct zonemap *map = zone_map(maps->ctx.frame, place->zone);
	struct map_screen *screen = &place->screen;
	int stacked;

	screen->layout = (struct map_layout){
		.cells = rect,
		.blocks = (maps->ctx.caps & CANVAS_UTF8) && view_has_color(&maps->ctx),
	};
	screen->layout.cells.cols = map_grid_cols(rect.cols);
	stacked = screen->layout.blocks && !map_fits_unstacked(&screen->layout, map, &maps->state) ?
			  2 : 1;
	map_grid_init(&screen->grid, map, &maps->state, screen->layout.cells.cols,
		      rect.rows * stacked, stacked);
	map_scan_learn(&screen->grid.scan, maps->ctx.frame);
	if (place->zone != maps->state.zone)
		screen->grid.cursor = UINT64_MAX; /* nothing is selected there */
	if (screen->grid.nr_rows < (uint64_t)(rect.rows * stacked))
		screen->layout.cells.rows = ((int)screen->grid.nr_rows + stacked - 1) / stacked;
}

/* The next zone from *zone on that has a place; false: there are no more. */
static bool next_place(const struct maps *maps, unsigned int *zone, int *y, struct rect rect,
		       struct zone_place *place)
{
	for (; *zone < maps->ctx.frame->nr_zones; (*zone)++) {
		int rows = zone_rows(maps, *zone, rect.rows);
		struct rect cells = { *y, rect.x, rows, rect.cols };

		if (rows <= 0)
			continue;
		*place = (struct zone_place){ .zone = (*zone)++ };
		if (rows >= 2) {
			place->name = (struct rect){ cells.y++, rect.x, 1, rect.cols };
			cells.rows--;
		}
		cells.rows -= rows >= ZONE_ROWS_MIN;
		place_cells(maps, place, cells);
		*y = cells.y + place->screen.layout.cells.rows;
		if (rows >= ZONE_ROWS_MIN)
			place->strip = (struct rect){ (*y)++, rect.x, 1, rect.cols };
		return true;
	}
	return false;
}

/* How far between the zone's begin and its end, 0 to 1. */
static double zone_share(const struct zonemap *map, uint64_t pfn)
{
	return (double)(pfn - map->start_pfn) / (double)map->nr_pages;
}

static void draw_name(const struct maps *maps, const struct zone_place *place,
		      struct canvas *canvas)
{
	const struct frame *frame = maps->ctx.frame;
	const struct zone *zone = frame->zones[place->zone];
	struct pen pen = pen_at(canvas, place->name);
	char text[64];

	if (!place->name.rows)
		return;
	pen_text(&pen, ROLE_LABEL, zone_label(text, sizeof(text), zone));
	pen_printf(&pen, ROLE_VALUE, " %s", view_pages(FMT_BUF, &maps->ctx, zone->map->nr_pages));
	for (int i = 0; i < NR_SCANNERS; i++) {
		const struct scanner_look *look = scanner_look((enum scanner)i);
		struct num pfn = scanner_position(frame, zone, (enum scanner)i);

		if (!scanner_is_shown(frame, zone, (enum scanner)i))
			continue;
		pen_text(&pen, ROLE_TEXT, "  ");
		if (pen.x < pen.end)
			canvas_glyph(canvas, pen.y, pen.x++, look->role,
				     canvas->caps & CANVAS_UTF8 ? look->glyph :
								  (unsigned char)look->ascii);
		pen_printf(&pen, ROLE_VALUE, " %.0f %%", zone_share(zone->map, pfn.n) * 100);
	}
}

/* Share of pageblocks with the skip bit in each of cols stretches of the zone, NaN: not known. */
static struct map_skips sum_skips(const struct zonemap *map, int cols, double *values)
{
	struct map_skips all = { 0 };
	struct map_scan scan;

	map_scan_init(&scan, map, map->pageblock_order);
	for (int i = 0; i < cols; i++) {
		size_t from = map->nr_blocks * (size_t)i / (size_t)cols;
		size_t to = map->nr_blocks * (size_t)(i + 1) / (size_t)cols;
		struct map_skips skips = { 0 };

		to = to > from ? to : from + 1;
		for (size_t block = from; block < to; block++) {
			skips.set += map->skip[block] == 1;
			skips.clear += map->skip[block] == 0;
			skips.unknown += map->skip[block] > 1;
		}
		values[i] = skips.set + skips.clear ?
				    (double)skips.set / (double)(skips.set + skips.clear) : NAN;
		all.unknown += skips.unknown;
	}
	for (size_t block = 0; block < map->nr_blocks; block++)
		all.set += map->skip[block] == 1;
	return all;
}

static void draw_strip_scanners(const struct maps *maps, const struct zone_place *place, int x,
				int cols, struct canvas *canvas)
{
	const struct zone *zone = maps->ctx.frame->zones[place->zone];

	for (int i = 0; i < NR_SCANNERS; i++) {
		const struct scanner_look *look = scanner_look((enum scanner)i);
		struct num pfn = scanner_position(maps->ctx.frame, zone, (enum scanner)i);
		int at;

		if (!scanner_is_shown(maps->ctx.frame, zone, (enum scanner)i))
			continue;
		at = (int)(zone_share(zone->map, pfn.n) * cols);
		canvas_glyph(canvas, place->strip.y, x + (at < cols ? at : cols - 1), look->role,
			     canvas->caps & CANVAS_UTF8 ? look->glyph : (unsigned char)look->ascii);
	}
}

static void draw_strip(const struct maps *maps, const struct zone_place *place,
		       struct canvas *canvas)
{
	const struct zonemap *map = place->screen.grid.scan.map;
	int label = 5, cols = place->strip.cols - label - NUMBERS_COLS;
	double values[STRIP_COLS_MAX];
	struct map_skips skips;

	cols = cols < STRIP_COLS_MAX ? cols : STRIP_COLS_MAX;
	if (!place->strip.rows || cols < STRIP_COLS_MIN || !map->nr_blocks)
		return;
	skips = sum_skips(map, cols, values);
	canvas_text_cut(canvas, place->strip.y, place->strip.x, label, ROLE_LABEL, "skip");
	widget_spark(canvas, place->strip.y, place->strip.x + label, cols, ROLE_PLOT2, values,
		     (size_t)cols, 1);
	draw_strip_scanners(maps, place, place->strip.x + label, cols, canvas);
	canvas_printf(canvas, place->strip.y, place->strip.x + label + cols + 1,
		      skips.unknown ? ROLE_UNKNOWN : ROLE_VALUE, "%s of %s",
		      skips.unknown ? "–" : num_fit(FMT_BUF, num_known(skips.set), 6),
		      num_fit(FMT_BUF, num_known(map->nr_blocks), 5));
}

/* The block that the last event was about. */
static void draw_work(const struct maps *maps, const struct zone_place *place,
		      struct canvas *canvas)
{
	const struct map_screen *screen = &place->screen;
	struct map_halves halves;
	int row, col, y, x;

	if (maps->column->zone != (int)place->zone || !num_has(maps->column->pfn) ||
	    !map_grid_find(&screen->grid, maps->column->pfn.n, &row, &col))
		return;
	y = screen->layout.cells.y + row / screen->grid.stacked;
	x = screen->layout.cells.x + col;
	if (!screen->layout.blocks) {
		canvas_glyph(canvas, y, x, ROLE_SELECT,
			     canvas->caps & CANVAS_UTF8 ? WORK_GLYPH : WORK_ASCII);
		return;
	}
	halves = map_halves_get(canvas, y, x);
	canvas_glyph_on(canvas, y, x, ROLE_BAD, halves.role[!(row % screen->grid.stacked)],
			WORK_GLYPH);
}

/* All policies have the same zones. */
int sim_maps_rows(const struct view_context *ctx, struct rect rect)
{
	struct zone_place place;
	unsigned int zone = 0;
	struct maps maps;
	int y = rect.y;

	maps_init(&maps, ctx, 0);
	while (rect.rows > 0 && next_place(&maps, &zone, &y, rect, &place))
		;
	return y - rect.y;
}

void sim_maps_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		   struct rect rect)
{
	struct rect old = canvas_clip(canvas, rect);
	bool seen[128] = { false };
	struct zone_place place;
	unsigned int zone = 0;
	struct maps maps;
	int y = rect.y;

	maps_init(&maps, ctx, column);
	while (rect.rows > 0 && next_place(&maps, &zone, &y, rect, &place)) {
		maps.state.zone = place.zone;
		map_cells_draw(&maps.ctx, &place.screen, canvas, seen);
		map_scanners_draw(&maps.ctx, &place.screen, canvas);
		maps.state.zone = ctx->state->zone;
		draw_work(&maps, &place, canvas);
		draw_name(&maps, &place, canvas);
		draw_strip(&maps, &place, canvas);
	}
	canvas_unclip(canvas, old);
}

/* A mark and what it means, where there is room for both. */
static void put_legend(struct pen *pen, enum role role, uint32_t glyph, const char *text)
{
	int cols = 2 + text_width(text);

	if (pen->x + cols <= pen->end) {
		canvas_glyph(pen->canvas, pen->y, pen->x, role, glyph);
		canvas_text(pen->canvas, pen->y, pen->x + 2, ROLE_LABEL, text);
	}
	pen->x += cols + 3;
}

void sim_legend_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	bool utf8 = ctx->caps & CANVAS_UTF8;
	const bool none[128] = { false };
	struct rect left = rect;
	struct pen pen;
	int x;

	if (!rect.rows)
		return;
	x = canvas_text_cut(canvas, rect.y, rect.x, rect.cols, ROLE_TITLE,
			    map_color_name(ctx->state->map.color)) + 2;
	left.cols = rect.cols / 2;
	left.cols -= x - left.x;
	left.x = x;
	map_legend_draw(ctx, utf8 && view_has_color(ctx), none, canvas, left);
	rect.x += rect.cols / 2;
	rect.cols -= rect.cols / 2;
	pen = pen_at(canvas, rect);
	for (int i = 0; i < NR_SCANNERS; i++) {
		const struct scanner_look *look = scanner_look((enum scanner)i);

		if (!look->brief || i == SCANNER_MIGRATE_SYNC)
			continue;
		put_legend(&pen, look->role, utf8 ? look->glyph : (unsigned char)look->ascii,
			   look->brief);
	}
	put_legend(&pen, utf8 && view_has_color(ctx) ? ROLE_BAD : ROLE_SELECT,
		   utf8 ? WORK_GLYPH : WORK_ASCII, "last event");
	if (utf8 && view_has_color(ctx))
		put_legend(&pen, ROLE_BAD, CELL_GLYPH, "selected");
}

bool sim_maps_hit(const struct view_context *ctx, unsigned int column, struct rect rect, int y,
		  int x, unsigned int *zone, uint64_t *pfn)
{
	struct zone_place place;
	unsigned int next = 0;
	struct maps maps;
	int top = rect.y;

	maps_init(&maps, ctx, column);
	while (rect.rows > 0 && next_place(&maps, &next, &top, rect, &place)) {
		struct rect cells = place.screen.layout.cells;
		struct map_cell cell;
		int row = (y - cells.y) * place.screen.grid.stacked;

		if (y < cells.y || y >= cells.y + cells.rows || x < cells.x ||
		    x >= cells.x + cells.cols)
			continue;
		cell = map_grid_cell(&place.screen.grid, row, x - cells.x);
		if (!cell.nr_pages)
			return false;
		*zone = place.zone;
		*pfn = cell.pfn;
		return true;
	}
	return false;
}
