// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One pageblock, a cell per page.
 *
 * A page's colour is its class; where colours cannot tell, its letter does.  A digit marks the
 * first page of a free block or of a large folio: its order (a is 10).  Rows are a power of two of
 * pages and begin at round pfns, so that what the free scanner looks at stands in one column.
 */
#include "view_block.h"

#include <inttypes.h>
#include <stdio.h>

#include "fragscope/array.h"

#include "page_look.h"
#include "view_holders.h"
#include "view_lines.h"
#include "view_map.h"
#include "view_zone.h"
#include "views.h"
#include "widget.h"

#define ROW_PAGES_MIN   MAP_BLIND_STRIDE /* so that what the scanner looks at is one column */
#define PANEL_COLS_MIN  40
#define PANEL_COLS_MAX  72
#define PANEL_ROWS_MIN  14

struct layout {
	struct rect head, ruler, label, grid, info;
	int per_row;                /* pages in a row */
	int cell_cols, cell_rows;   /* of one page */
	const char *prefix;         /* of the labels */
	bool legend;                /* the classes are listed with their colours */
};

bool block_init(struct block *block, const struct view_context *ctx)
{
	const struct zonemap *map = view_zone_map(ctx);
	uint64_t pfn;

	if (!map)
		return false;
	*block = (struct block){ .map = map, .cursor = view_zone_pfn(ctx->state, map) };
	block->index = zonemap_block_of(map, block->cursor);
	pfn = zonemap_block_pfn(map, block->index);
	block->first_pfn = pfn > map->start_pfn ? pfn : map->start_pfn;
	block->nr_pages = zonemap_block_pages(map, block->index);
	for (int class = 0; class < NR_PAGE_CLASSES; class++)
		block->count[class] = map->count[class][block->index];
	return true;
}

const struct page_detail *block_detail(const struct view_context *ctx, uint64_t pfn)
{
	const struct block_detail *detail = ctx->frame->detail;

	if (!detail || pfn < detail->first_pfn || pfn - detail->first_pfn >= detail->nr_pages)
		return NULL;
	return &detail->pages[pfn - detail->first_pfn];
}

static page_code code_at(const struct block *block, uint64_t pfn)
{
	return block->map->code[pfn - block->map->start_pfn];
}

enum page_class block_class(const struct block *block, uint64_t pfn)
{
	return page_code_class(code_at(block, pfn));
}

/* Rows that the whole block takes; it may begin in the middle of one. */
static uint64_t nr_rows(const struct block *block, int per_row)
{
	uint64_t first = zonemap_block_pfn(block->map, block->index);
	uint64_t pages = block->first_pfn + block->nr_pages - first;

	return (pages + (uint64_t)per_row - 1) / (uint64_t)per_row;
}

static bool block_fits(struct layout *layout, const struct block *block, int cols, int rows)
{
	int pages = 1 << block->map->pageblock_order;

	layout->per_row = pages < ROW_PAGES_MIN ? pages : ROW_PAGES_MIN;
	for (; layout->per_row * layout->cell_cols <= cols && layout->per_row <= pages;
	     layout->per_row *= 2)
		if (nr_rows(block, layout->per_row) * (uint64_t)layout->cell_rows <= (uint64_t)rows)
			return true;
	return false;
}

/* Square cells if the whole block fits so, else narrow ones, else as many in a row as there is room
 * for, with the rest scrolled. */
static void choose_cells(struct layout *layout, const struct block *block, int cols, int rows)
{
	static const struct { int cols, rows; } shapes[] = { { 4, 2 }, { 2, 1 }, { 1, 1 } };

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		layout->cell_cols = shapes[i].cols;
		layout->cell_rows = shapes[i].rows;
		if (block_fits(layout, block, cols, rows))
			return;
	}
	for (layout->per_row = 1; layout->per_row * 2 <= cols &&
	     layout->per_row < 1 << block->map->pageblock_order;)
		layout->per_row *= 2;
}

static struct rect take_line(struct rect *from)
{
	struct rect line = { from->y, from->x, 1, from->cols };

	from->y++;
	from->rows--;
	return line;
}

/* Beside the grid where the screen is wide, else below it. */
static void place_info(struct layout *layout, struct rect rect, bool wide)
{
	int below = layout->grid.y + layout->grid.rows + (rect.rows >= 20);

	layout->info = rect;
	layout->info.y = wide ? layout->grid.y : below;
	layout->info.rows = rect.y + rect.rows - layout->info.y;
	if (wide) {
		layout->info.x = layout->grid.x + layout->grid.cols + 2;
		layout->info.cols = rect.x + rect.cols - layout->info.x;
		if (layout->info.cols > PANEL_COLS_MAX)
			layout->info.cols = PANEL_COLS_MAX;
	}
	layout->legend = layout->info.rows >= BLOCK_INFO_ROWS;
}

static void layout_init(struct layout *layout, const struct block *block, struct rect rect)
{
	bool wide = rect.cols >= 104 && rect.rows >= PANEL_ROWS_MIN;
	int below = wide ? 0 : rect.rows >= 20 ? BLOCK_INFO_ROWS + 1 : rect.rows / 3;
	int label, rows, cols;
	uint64_t needed;

	*layout = (struct layout){ .prefix = rect.cols >= 60 ? "0x" : "", .grid = rect };
	label = rect.cols < 24 ? 0 :
		snprintf(NULL, 0, "%s%" PRIx64 " ", layout->prefix,
			 block->first_pfn + block->nr_pages - 1);
	if (rect.rows >= 4)
		layout->head = take_line(&layout->grid);
	if (rect.rows >= 10)
		layout->ruler = take_line(&layout->grid);
	cols = rect.cols - label - (wide ? PANEL_COLS_MIN + 2 : 0);
	rows = layout->grid.rows - below;
	choose_cells(layout, block, cols > 1 ? cols : 1, rows > 1 ? rows : 1);
	needed = nr_rows(block, layout->per_row) * (uint64_t)layout->cell_rows;
	if ((uint64_t)rows > needed)
		rows = (int)needed;
	layout->grid.rows = rows;
	layout->label = layout->grid;
	layout->label.cols = label;
	layout->grid.x += label;
	layout->grid.cols = layout->per_row * layout->cell_cols;
	layout->ruler.x = layout->grid.x;
	layout->ruler.cols -= label;
	place_info(layout, rect, wide);
}

/* Number of the page in its block, counted from the block's boundary. */
static uint64_t offset_of(const struct block *block, uint64_t pfn)
{
	return pfn - zonemap_block_pfn(block->map, block->index);
}

/* The row on top: the selected page stays near the middle. */
static uint64_t first_row(const struct block *block, const struct layout *layout)
{
	uint64_t row = offset_of(block, block->cursor) / (uint64_t)layout->per_row;
	uint64_t rows = (uint64_t)(layout->grid.rows / layout->cell_rows);
	uint64_t all = nr_rows(block, layout->per_row);

	if (all <= rows || row < rows / 2)
		return 0;
	return row - rows / 2 + rows > all ? all - rows : row - rows / 2;
}

/* Drawing */

static char order_digit(int order)
{
	return (char)(order < 10 ? '0' + order : 'a' + order - 10);
}

static void draw_page(const struct view_context *ctx, const struct block *block,
		      const struct layout *layout, uint64_t pfn, struct canvas *canvas,
		      struct rect at)
{
	page_code code = code_at(block, pfn);
	enum page_class class = page_code_class(code);
	const struct page_look *look = page_look(class);
	int order = page_code_order(code);
	bool color = view_has_color(ctx), here = pfn == block->cursor;
	bool letters = !color || !layout->legend;
	char glyph = order > 0 || (order == 0 && class == PAGE_FREE) ? order_digit(order) :
		     letters || here ? look->letter : ' ';

	canvas_fill(canvas, at, here ? ROLE_SELECT : look->role, ' ');
	canvas_glyph(canvas, at.y, at.x, here ? ROLE_SELECT : look->role, (unsigned char)glyph);
	if (here != color)
		canvas_attr(canvas, at, CELL_REVERSE);
}

static void draw_row(const struct view_context *ctx, const struct block *block,
		     const struct layout *layout, uint64_t row, int line, struct canvas *canvas)
{
	uint64_t pfn = zonemap_block_pfn(block->map, block->index) +
		       row * (uint64_t)layout->per_row;
	bool here = block->cursor - pfn < (uint64_t)layout->per_row && block->cursor >= pfn;
	struct rect at = { layout->grid.y + line * layout->cell_rows, layout->grid.x,
			   layout->cell_rows, layout->cell_cols };
	char text[24];

	if (layout->label.cols) {
		snprintf(text, sizeof(text), "%s%" PRIx64, layout->prefix, pfn);
		canvas_right(canvas, at.y, layout->label.x + layout->label.cols - 2,
			     here ? ROLE_SELECT : ROLE_DIM, text);
	}
	for (int i = 0; i < layout->per_row; i++, pfn++, at.x += at.cols)
		if (pfn >= block->first_pfn && pfn - block->first_pfn < block->nr_pages)
			draw_page(ctx, block, layout, pfn, canvas, at);
}

static void draw_head(const struct view_context *ctx, const struct block *block,
		      struct canvas *canvas, struct rect rect)
{
	char line[200];
	int x;

	if (!rect.rows)
		return;
	snprintf(line, sizeof(line), "block 0x%" PRIx64,
		 block->cursor >> block->map->pageblock_order);
	x = canvas_text_cut(canvas, rect.y, rect.x, rect.cols, ROLE_TITLE, line);
	snprintf(line, sizeof(line), "  zone %s, node %d   pfn 0x%" PRIx64 "–0x%" PRIx64
		 "   %s free", view_zone(ctx)->name, view_zone(ctx)->node, block->first_pfn,
		 block->first_pfn + (block->nr_pages - 1),
		 fmt_share(FMT_BUF, block->count[PAGE_FREE],
			   block->nr_pages - block->count[PAGE_HOLE]));
	canvas_text_cut(canvas, rect.y, x, rect.x + rect.cols - x, ROLE_LABEL, line);
}

/* Marks the columns that the free scanner looks at. */
static void draw_ruler(const struct layout *layout, struct canvas *canvas)
{
	const struct rect *rect = &layout->ruler;
	int col = 0;

	if (!rect->rows || layout->per_row % MAP_BLIND_STRIDE)
		return;
	for (; col < layout->per_row; col += MAP_BLIND_STRIDE)
		canvas_glyph(canvas, rect->y, rect->x + col * layout->cell_cols, ROLE_FREE_SCANNER,
			     0x25bc);
	canvas_text_cut(canvas, rect->y, rect->x + 2,
			MAP_BLIND_STRIDE * layout->cell_cols - 3 < rect->cols - 2 ?
			MAP_BLIND_STRIDE * layout->cell_cols - 3 : rect->cols - 2, ROLE_DIM,
			layout->cell_cols > 1 ? "what the free scanner looks at with stride 32" :
						"looked at with stride 32");
}

/* No pages to draw: what the sums say, and why there is no grid. */
static void draw_blocks_only(const struct view_context *ctx, const struct block *block,
			     const struct layout *layout, struct canvas *canvas, struct rect rect)
{
	int rows;

	rect.y += layout->head.rows + (rect.rows >= 10);
	rect.rows -= layout->head.rows + (rect.rows >= 10);
	rows = widget_wrap(canvas, rect, ROLE_UNKNOWN, "This snapshot has sums over pageblocks, "
			   "no pages; `fragscope snapshot --pages` keeps them.");
	rows += rect.rows >= 10;
	rect.y += rows;
	rect.rows -= rows;
	block_info_draw(ctx, block, canvas, rect);
}

static void block_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct rect old = canvas_clip(canvas, rect);
	struct layout layout;
	struct block block;
	uint64_t top;

	if (!block_init(&block, ctx)) {
		view_nomap_draw(ctx, canvas, rect);
		canvas_unclip(canvas, old);
		return;
	}
	layout_init(&layout, &block, rect);
	top = first_row(&block, &layout);
	draw_head(ctx, &block, canvas, layout.head);
	if (block.map->blocks_only) {
		draw_blocks_only(ctx, &block, &layout, canvas, rect);
		canvas_unclip(canvas, old);
		return;
	}
	draw_ruler(&layout, canvas);
	for (int line = 0; line < layout.grid.rows / layout.cell_rows; line++)
		if (top + (uint64_t)line < nr_rows(&block, layout.per_row))
			draw_row(ctx, &block, &layout, top + (uint64_t)line, line, canvas);
	block_info_draw(ctx, &block, canvas, layout.info);
	canvas_unclip(canvas, old);
}

/* Keys */

/* Stays in the zone: a step out of it is not made, or goes to its last page. */
static void move(const struct view_context *ctx, const struct block *block, int direction,
		 uint64_t step)
{
	const struct zonemap *map = block->map;
	uint64_t at = block->cursor - map->start_pfn, last = map->nr_pages - 1;

	if (direction < 0)
		at = step > at ? at : at - step;
	else
		at = step > last - at ? at : at + step;
	ctx->state->pfn = map->start_pfn + at;
}

/* The same place of the next or previous block, or as near to it as the zone reaches. */
static void move_block(const struct view_context *ctx, const struct block *block, int direction)
{
	const struct zonemap *map = block->map;
	uint64_t offset = offset_of(block, block->cursor), pfn;
	size_t index = block->index + (size_t)direction;

	if (index >= map->nr_blocks)
		return;
	pfn = zonemap_block_pfn(map, index) + offset;
	ctx->state->pfn = pfn;
	ctx->state->pfn = view_zone_pfn(ctx->state, map);
}

static bool block_act(const struct view_context *ctx, enum action action, struct rect rect,
		      struct ui_effects *effects)
{
	struct layout layout;
	struct block block;

	(void)effects;
	if (!block_init(&block, ctx))
		return false;
	layout_init(&layout, &block, rect);
	switch (action) {
	case ACTION_LEFT:
		move(ctx, &block, -1, 1);
		return true;
	case ACTION_RIGHT:
		move(ctx, &block, 1, 1);
		return true;
	case ACTION_UP:
		move(ctx, &block, -1, (uint64_t)layout.per_row);
		return true;
	case ACTION_DOWN:
		move(ctx, &block, 1, (uint64_t)layout.per_row);
		return true;
	case ACTION_PAGE_UP:
		move_block(ctx, &block, -1);
		return true;
	case ACTION_PAGE_DOWN:
		move_block(ctx, &block, 1);
		return true;
	case ACTION_HOME:
		ctx->state->pfn = block.first_pfn;
		return true;
	case ACTION_END:
		ctx->state->pfn = block.first_pfn + (block.nr_pages - 1);
		return true;
	case ACTION_HOLDERS:
		view_holders_toggle(ctx, block.first_pfn, block.first_pfn + block.nr_pages);
		return true;
	case ACTION_BACK:
		return view_holders_cancel(ctx);
	default:
		return false;
	}
}

static bool block_mouse(const struct view_context *ctx, const struct ui_event *event,
			struct rect rect, struct ui_effects *effects)
{
	struct layout layout;
	struct block block;
	uint64_t pfn;
	int row, col;

	(void)effects;
	if (!block_init(&block, ctx))
		return false;
	if (event->mouse == MOUSE_WHEEL_UP || event->mouse == MOUSE_WHEEL_DOWN) {
		move_block(ctx, &block, event->mouse == MOUSE_WHEEL_UP ? -1 : 1);
		return true;
	}
	layout_init(&layout, &block, (struct rect){ 0, 0, rect.rows, rect.cols });
	row = event->y - layout.grid.y;
	col = event->x - layout.grid.x;
	if (event->mouse == MOUSE_RELEASE || row < 0 || row >= layout.grid.rows || col < 0 ||
	    col >= layout.grid.cols)
		return false;
	pfn = zonemap_block_pfn(block.map, block.index) + (uint64_t)(col / layout.cell_cols) +
	      (first_row(&block, &layout) + (uint64_t)(row / layout.cell_rows)) *
	      (uint64_t)layout.per_row;
	if (pfn < block.first_pfn || pfn - block.first_pfn >= block.nr_pages)
		return false;
	ctx->state->pfn = pfn;
	return true;
}

static const enum action footer[] = {
	ACTION_PAGE_UP, ACTION_PAGE_DOWN, ACTION_HOLDERS, ACTION_BACK, ACTION_NEXT_ZONE, ACTION_NONE
};

static const char *foot_label(enum action action)
{
	if (action == ACTION_HOLDERS)
		return "holders";
	return action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN ? "block" : NULL;
}

const struct view_ops view_block = {
	.name = "block",
	.title = "block",
	.help = "one pageblock page by page: who holds it, and what stands in the way",
	.go = ACTION_VIEW_BLOCK,
	.outer = ACTION_VIEW_MAP,
	.wants_pagemap = true,
	.shows_pfn = true,
	.wants_detail = true,
	.footer = footer,
	.foot_label = foot_label,
	.draw = block_draw,
	.act = block_act,
	.mouse = block_mouse,
};
