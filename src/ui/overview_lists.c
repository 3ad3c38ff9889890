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

/* Columns of one count, so that all orders fit where that is possible. */
static int count_cols(const struct frame *frame, int cols)
{
	int room = (cols - NAME_COLS) / (int)frame_nr_orders(frame);

	return room < COUNT_MIN ? COUNT_MIN : room > COUNT_MAX ? COUNT_MAX : room;
}

int lists_rows(const struct view_context *ctx, int cols)
{
	(void)cols;
	return frame_nr_orders(ctx->frame) ? (int)zones_listed(ctx->frame) + 2 : 0;
}

/* The lists of low orders give way where not all fit. */
static unsigned int first_order(const struct frame *frame, int cols, int width)
{
	unsigned int nr = frame_nr_orders(frame);
	unsigned int room = cols > NAME_COLS ? (unsigned int)((cols - NAME_COLS) / width) : 0;

	return nr > room ? nr - room : 0;
}

struct lists {
	struct canvas *canvas;
	struct rect rect;
	int width;              /* columns of one count */
	unsigned int first;     /* order */
};

/* Where the count of an order ends. */
static int order_end(const struct lists *lists, unsigned int order)
{
	return lists->rect.x + NAME_COLS + lists->width * (int)(order - lists->first + 1) - 1;
}

static void draw_head(const struct view_context *ctx, const struct lists *lists)
{
	int y = lists->rect.y;

	canvas_text_cut(lists->canvas, y, lists->rect.x, NAME_COLS, ROLE_TITLE, "free lists");
	for (unsigned int order = lists->first; order < frame_nr_orders(ctx->frame); order++) {
		int end = order_end(lists, order);
		char text[16];

		snprintf(text, sizeof(text), "%u", order);
		canvas_right(lists->canvas, y, end, ROLE_TITLE, text);
		if (num_has(ctx->frame->page_size))
			canvas_right(lists->canvas, y + 1, end, ROLE_DIM,
				     size_short(FMT_BUF, ctx->frame->page_size.n << order));
	}
}

static void draw_zone(const struct lists *lists, int y, const struct zone *zone,
		      unsigned int wanted)
{
	canvas_text_cut(lists->canvas, y, lists->rect.x, NAME_COLS - 1, ROLE_LABEL,
			zone_label(FMT_BUF, zone));
	for (unsigned int order = lists->first; order < zone->nr_orders; order++) {
		struct num count = zone->free_blocks[order];
		enum role role = !count.n ? ROLE_DIM : order >= wanted ? ROLE_GOOD : ROLE_VALUE;

		canvas_right(lists->canvas, y, order_end(lists, order), num_role(count, role),
			     num_fit(FMT_BUF, count, lists->width - 1));
	}
}

void lists_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct lists lists = { canvas, rect, count_cols(ctx->frame, rect.cols), 0 };

	lists.first = first_order(ctx->frame, rect.cols, lists.width);
	draw_head(ctx, &lists);
	for (int i = 0; i < (int)zones_listed(ctx->frame) && i < rect.rows - 2; i++)
		draw_zone(&lists, rect.y + 2 + i,
			  ctx->frame->zones[zone_of_rank(ctx->frame, (unsigned int)i)],
			  ctx->verdict ? ctx->verdict->want.order : ctx->state->want.order);
}
