// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_orders - one zone's free lists, order by order and type by type, with every index.
 *
 * Under the table, as far as there is room: the pageblocks by migratetype, the runs of free pages
 * by length (from the page map; a run goes on over the borders of blocks), and all zones' lists.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/fmt.h"
#include "orders.h"
#include "overview.h"
#include "type_look.h"
#include "views.h"
#include "widget.h"
#include "zone_text.h"

static void add_order(struct orders *orders, unsigned int order)
{
	unsigned int at = orders->nr_rows;

	for (unsigned int i = 0; i < orders->nr_rows; i++)
		if (orders->order[i] == order)
			return;
	for (; at > 0 && orders->order[at - 1] > order; at--)
		orders->order[at] = orders->order[at - 1];
	orders->order[at] = order;
	orders->nr_rows++;
}

bool orders_init(struct orders *orders, const struct view_context *ctx)
{
	const struct frame *frame = ctx->frame;

	if (!frame->nr_zones)
		return false;
	*orders = (struct orders){ .ctx = ctx, .zone = frame->zones[ctx->state->zone] };
	orders->has_counts = index_zone_counts(orders->zone, orders->count, &orders->capped);
	if (orders->has_counts)
		orders->free_pages =
			index_info(orders->count, orders->zone->nr_orders, 0).free_pages;
	for (unsigned int i = 0; i < orders->zone->nr_orders; i++)
		add_order(orders, i);
	for (unsigned int i = 0; ctx->runs && i < ctx->runs->nr; i++)
		add_order(orders, ctx->runs->order[i]);
	add_order(orders, ctx->state->want.order);
	while (orders->order[orders->selected] != ctx->state->want.order)
		orders->selected++;
	return true;
}

static void draw_title(const struct orders *orders, struct canvas *canvas, struct rect rect)
{
	const struct zone *zone = orders->zone;
	const struct frame *frame = orders->ctx->frame;
	struct num free = zone_free(zone), blocks = zone_free_blocks(zone);
	int largest = zone_largest_free_order(zone);
	struct pen pen = pen_at(canvas, rect);

	pen_text(&pen, ROLE_VALUE, zone_label(FMT_BUF, zone));
	canvas_attr(canvas, (struct rect){ rect.y, rect.x, 1, pen.x - rect.x }, CELL_BOLD);
	pen_field(&pen, 3, "free", num_role(free, ROLE_VALUE),
		  num_pages_text(FMT_BUF, free, frame->page_size));
	pen_field(&pen, 1, "in", num_role(blocks, ROLE_VALUE),
		  num_text(FMT_BUF, blocks, fmt_count));
	pen_text(&pen, ROLE_LABEL, " blocks");
	if (largest >= 0)
		pen_field(&pen, 3, "largest", ROLE_VALUE,
			  order_size(FMT_BUF, frame, (unsigned int)largest));
	if (num_has(zone->pcp_pages))
		pen_field(&pen, 3, "on per-CPU lists", ROLE_VALUE,
			  num_pages_text(FMT_BUF, zone->pcp_pages, frame->page_size));
}

/* Pageblocks of the zone by type: a bar, and the counts. */
static int draw_types(const struct orders *orders, struct canvas *canvas, struct rect rect)
{
	const struct frame *frame = orders->ctx->frame;
	struct part parts[FRAME_TYPES_MAX];
	bool colors = canvas->caps & CANVAS_UTF8 && canvas->caps & CANVAS_COLOR;
	struct pen pen = pen_at(canvas, rect);

	if (!orders->zone->type_blocks || rect.rows < 2)
		return 0;
	for (unsigned int type = 0; type < frame->nr_types; type++)
		parts[type] = (struct part){
			(double)zone_get_type_blocks(orders->zone, type).n, type_role(type),
			(unsigned char)type_letter(frame, type) };
	pen_text(&pen, ROLE_TITLE, "pageblocks  ");
	widget_stack(canvas, rect.y, pen.x, pen.end - pen.x, parts, frame->nr_types);
	pen = pen_at(canvas, (struct rect){ rect.y + 1, rect.x, 1, rect.cols });
	for (unsigned int type = 0; type < frame->nr_types; type++) {
		struct num blocks = zone_get_type_blocks(orders->zone, type);
		const char letter[] = { type_letter(frame, type), '\0' };
		int mark = pen.x;

		pen.x += 2;
		pen_field(&pen, 0, frame->type_name[type], num_role(blocks, ROLE_VALUE),
			  num_text(FMT_BUF, blocks, fmt_count));
		if (pen.x == pen.end)
			break;
		canvas_text(canvas, pen.y, mark, type_role(type), colors ? "█" : letter);
		pen.x += 3;
	}
	return 3;
}

/* Runs of free pages by length, as columns of a plot with their numbers. */
static int draw_runs(const struct orders *orders, struct canvas *canvas, struct rect rect)
{
	const struct frame *frame = orders->ctx->frame;
	const struct contig_histogram *hist;
	double pages[CONTIG_BUCKETS];
	struct pen pen = pen_at(canvas, rect);
	unsigned int nr = 0;
	const int width = 6;

	if (!orders->ctx->runs || orders->zone->map->blocks_only || rect.rows < 5)
		return 0;
	hist = &orders->ctx->runs->histogram;
	for (unsigned int i = 0; i < CONTIG_BUCKETS; i++) {
		pages[i] = (double)hist->pages[i];
		if (hist->pages[i])
			nr = i + 1;
	}
	if ((int)nr * width > rect.cols)
		nr = (unsigned int)((rect.cols) / width);
	pen_text(&pen, ROLE_TITLE, "memory in runs of free pages");
	pen_printf(&pen, ROLE_DIM, "  by length, with the number of runs; longest %s",
		   num_pages_text(FMT_BUF, num_known(hist->longest), frame->page_size));
	widget_columns(canvas, (struct rect){ rect.y + 1, rect.x, 2, rect.cols }, width,
		       pages, nr, orders->ctx->state->want.order, ROLE_PLOT, ROLE_GOOD);
	for (unsigned int i = 0; i < nr; i++) {
		int end = rect.x + (int)(i + 1) * width - 1;

		canvas_right(canvas, rect.y + 3, end, ROLE_DIM,
			     size_short(FMT_BUF, frame_page_size(frame) << i));
		canvas_right(canvas, rect.y + 4, end, hist->runs[i] ? ROLE_VALUE : ROLE_DIM,
			     num_fit(FMT_BUF, num_known(hist->runs[i]), width - 1));
	}
	return 6;
}

struct parts {
	struct rect table;
	struct rect rest;
};

/* The table keeps all its rows, if it can; the title stands above it. */
static struct parts lay_out(const struct orders *orders, struct rect rect)
{
	struct parts parts = { rect, rect };
	int rows = (int)orders->nr_rows + 1;

	if (rect.rows < 4)
		return parts;
	parts.table.y++;
	parts.table.rows = rows < rect.rows - 1 ? rows : rect.rows - 1;
	if (parts.table.cols > orders_table_width(orders))
		parts.table.cols = orders_table_width(orders);
	parts.rest.y += parts.table.rows + 2;
	parts.rest.rows -= parts.table.rows + 2;
	return parts;
}

static void orders_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct orders orders;
	struct parts parts;
	int used;

	if (!orders_init(&orders, ctx)) {
		canvas_text_cut(canvas, rect.y, rect.x, rect.cols, ROLE_UNKNOWN,
				"no zone is known: the input has neither buddyinfo nor zoneinfo");
		return;
	}
	parts = lay_out(&orders, rect);
	if (parts.table.y > rect.y)
		draw_title(&orders, canvas, rect);
	orders_table_draw(&orders, canvas, parts.table);
	used = draw_types(&orders, canvas, parts.rest);
	parts.rest.y += used;
	parts.rest.rows -= used;
	used = draw_runs(&orders, canvas, parts.rest);
	parts.rest.y += used;
	parts.rest.rows -= used;
	if (zones_listed(ctx->frame) > 1 && parts.rest.rows >= lists_rows(ctx, rect.cols))
		lists_draw(ctx, canvas, parts.rest);
}

/* Asks for the order in a row of the table. */
static void ask_row(const struct orders *orders, long row)
{
	struct ui_state *state = orders->ctx->state;

	if (row < 0)
		row = 0;
	if (row >= (long)orders->nr_rows)
		row = (long)orders->nr_rows - 1;
	state->want.order = orders->order[row];
	state->overview.ask = true;
}

static bool orders_act(const struct view_context *ctx, enum action action, struct rect rect,
		       struct ui_effects *effects)
{
	struct orders orders;
	long row;

	(void)effects;
	if (!orders_init(&orders, ctx))
		return false;
	row = (long)orders.selected;
	switch (action) {
	case ACTION_UP:
	case ACTION_DOWN:
		ask_row(&orders, row + (action == ACTION_UP ? -1 : 1));
		return true;
	case ACTION_PAGE_UP:
	case ACTION_PAGE_DOWN:
		ask_row(&orders, row + (action == ACTION_PAGE_UP ? -rect.rows : rect.rows));
		return true;
	case ACTION_HOME:
	case ACTION_END:
		ask_row(&orders, action == ACTION_HOME ? 0 : (long)orders.nr_rows);
		return true;
	case ACTION_LEFT:
	case ACTION_RIGHT:
		ctx->state->orders.by_type = action == ACTION_RIGHT;
		return true;
	default:
		return false;
	}
}

static bool orders_mouse(const struct view_context *ctx, const struct ui_event *event,
			 struct rect rect, struct ui_effects *effects)
{
	struct orders orders;
	struct rect table;
	int row;

	(void)effects;
	if (event->mouse != MOUSE_PRESS || !orders_init(&orders, ctx))
		return false;
	table = lay_out(&orders, rect).table;
	row = orders_table_hit(&orders, table, event->y + rect.y - table.y);
	if (row >= 0)
		ask_row(&orders, row);
	return row >= 0;
}

static const enum action footer[] = {
	ACTION_NEXT_ZONE, ACTION_PREV_ZONE, ACTION_UP, ACTION_DOWN, ACTION_LEFT, ACTION_RIGHT,
	ACTION_PAUSE, ACTION_STEP_BACK, ACTION_STEP_FORWARD, ACTION_BACK, ACTION_NONE,
};

const struct view_ops view_orders = {
	.name = "orders",
	.title = "orders",
	.help = "one zone's free lists by order and migratetype, with every index",
	.go = ACTION_VIEW_ORDERS,
	.inner = ACTION_VIEW_MAP,
	.outer = ACTION_VIEW_OVERVIEW,
	.wants_pagemap = true,
	.wants_runs = true,
	.footer = footer,
	.draw = orders_draw,
	.act = orders_act,
	.mouse = orders_mouse,
};
