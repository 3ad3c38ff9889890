// SPDX-License-Identifier: GPL-2.0-or-later
/* overview_lists - free blocks of every zone by order, as buddyinfo has them. */
#include <stdio.h>

#include "fragscope/fmt.h"
#include "overview.h"
#include "widget.h"
#include "zone_text.h"

#define NAME_COLS  10
#define COUNT_MIN  6
#define COUNT_MAX  11

static unsigned int nr_orders(const struct frame *frame)
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (frame->zones[i]->nr_orders > nr)
			nr = frame->zones[i]->nr_orders;
	return nr;
}

/* Columns of one count, so that all orders fit where that is possible. */
static int count_cols(const struct frame *frame, int cols)
{
	int room = (cols - NAME_COLS - 2) / (int)nr_orders(frame);

	return room < COUNT_MIN ? COUNT_MIN : room > COUNT_MAX ? COUNT_MAX : room;
}

int lists_rows(const struct view_context *ctx, int cols)
{
	(void)cols;
	return nr_orders(ctx->frame) ? (int)ctx->frame->nr_zones + 2 : 0;
}

/* Where the count of an order ends; -1: beyond the right edge. */
static int order_end(struct rect rect, int width, unsigned int order)
{
	int x = rect.x + 1 + NAME_COLS + width * ((int)order + 1) - 1;

	return x < rect.x + rect.cols ? x : -1;
}

static void draw_head(const struct view_context *ctx, struct canvas *canvas, struct rect rect,
		      int width)
{
	for (unsigned int order = 0; order < nr_orders(ctx->frame); order++) {
		int x = order_end(rect, width, order);
		char text[16];

		if (x < 0)
			break;
		snprintf(text, sizeof(text), "%u", order);
		canvas_right(canvas, rect.y, x, ROLE_TITLE, text);
		if (num_has(ctx->frame->page_size))
			canvas_right(canvas, rect.y + 1, x, ROLE_DIM,
				     size_short(FMT_BUF, ctx->frame->page_size.n << order));
	}
}

static void draw_zone(struct canvas *canvas, struct rect rect, int width, const struct zone *zone,
		      unsigned int wanted)
{
	canvas_text_cut(canvas, rect.y, rect.x + 1, NAME_COLS - 1, ROLE_LABEL,
			zone_label(FMT_BUF, zone));
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		struct num count = zone->free_blocks[order];
		int x = order_end(rect, width, order);
		enum role role = !count.n ? ROLE_DIM : order >= wanted ? ROLE_GOOD : ROLE_VALUE;

		if (x < 0)
			break;
		canvas_right(canvas, rect.y, x, num_role(count, role),
			     num_fit(FMT_BUF, count, width - 1));
	}
}

void lists_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	int width = count_cols(ctx->frame, rect.cols);

	canvas_text_cut(canvas, rect.y, rect.x + 1, NAME_COLS, ROLE_TITLE, "free lists");
	draw_head(ctx, canvas, rect, width);
	for (int i = 0; i < (int)ctx->frame->nr_zones && i < rect.rows - 2; i++)
		draw_zone(canvas, (struct rect){ rect.y + 2 + i, rect.x, 1, rect.cols }, width,
			  ctx->frame->zones[i], ctx->verdict->want.order);
}
