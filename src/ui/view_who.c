// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Who is in the way of large blocks in a zone: the answer as a sentence, the classes of pages that
 * stay, the cheapest blocks to free, and on demand who has their pages.
 */
#include "view_who.h"

#include "view_holders.h"
#include "view_zone.h"
#include "views.h"
#include "widget.h"

#define WIDE_COLS     120 /* the list beside the rest */
#define LEFT_COLS_MAX 92
#define LIST_ROWS_MIN 5

struct layout {
	struct rect zones, answer, kinds, stays, list, holders; /* no rows: left out */
};

static struct rect take_rows(struct rect *from, int rows)
{
	struct rect part = *from;

	if (rows > from->rows)
		rows = from->rows;
	part.rows = rows;
	from->y += rows;
	from->rows -= rows;
	return part;
}

static bool shows_holders(const struct view_context *ctx)
{
	const struct zonemap *map = view_zone_map(ctx);

	return view_holders_show(ctx, map->start_pfn, map->start_pfn + map->nr_pages);
}

/* Side by side: what stays and holders at the left, the list at the right. */
static void layout_wide(struct layout *layout, const struct view_context *ctx, struct rect rect)
{
	struct rect left = rect, right = rect;

	left.cols = rect.cols / 2 - 1 < LEFT_COLS_MAX ? rect.cols / 2 - 1 : LEFT_COLS_MAX;
	right.x += left.cols + 3;
	right.cols -= left.cols + 3;
	layout->list = right;
	layout->stays = take_rows(&left, who_stays_rows(ctx, left.cols));
	take_rows(&left, 1);
	if (shows_holders(ctx))
		layout->holders = left;
}

/* One below the other: each gets what it needs as long as the list has some rows. */
static void layout_narrow(struct layout *layout, const struct view_context *ctx, struct rect rect)
{
	int stays = who_stays_rows(ctx, rect.cols);
	int room = rect.rows - LIST_ROWS_MIN - 1;
	int holders = 0;

	if (shows_holders(ctx)) {
		holders = view_holders_rows(ctx);
		/* on a short screen the list gives them some of its rows */
		if (holders > room - 1 && rect.rows < 4 * LIST_ROWS_MIN)
			room += LIST_ROWS_MIN / 2;
		if (holders > room - 1)
			holders = room - 1;
		if (holders < 0)
			holders = 0;
		room -= holders + 1;
	}
	if (stays > room)
		stays = room;
	if (stays >= 3) {
		layout->stays = take_rows(&rect, stays);
		take_rows(&rect, 1);
	}
	layout->list = take_rows(&rect, rect.rows - (holders ? holders + 1 : 0));
	take_rows(&rect, 1);
	layout->holders = take_rows(&rect, holders);
}

static void layout_init(struct layout *layout, const struct view_context *ctx, struct rect rect)
{
	char text[320];

	*layout = (struct layout){ .zones = { 0 } };
	if (rect.rows >= 8)
		layout->zones = take_rows(&rect, 1);
	who_answer(ctx, text, sizeof(text));
	layout->answer = take_rows(&rect, wrap_rows(text, rect.cols));
	if (rect.rows >= 12) {
		layout->kinds = take_rows(&rect, 2);
		take_rows(&rect, 1);
	}
	if (rect.cols >= WIDE_COLS && rect.rows >= 2 * LIST_ROWS_MIN)
		layout_wide(layout, ctx, rect);
	else
		layout_narrow(layout, ctx, rect);
}

static void who_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct rect old = canvas_clip(canvas, rect);
	struct layout layout;
	char text[320];

	if (!ctx->obstacles || !view_zone_map(ctx)) {
		view_nomap_draw(ctx, canvas, rect);
		canvas_unclip(canvas, old);
		return;
	}
	layout_init(&layout, ctx, rect);
	view_zones_draw(ctx, canvas, layout.zones);
	who_answer(ctx, text, sizeof(text));
	widget_wrap(canvas, layout.answer, ROLE_TEXT, text);
	if (layout.kinds.rows)
		who_kinds_draw(ctx, canvas, layout.kinds);
	if (layout.stays.rows)
		who_stays_draw(ctx, canvas, layout.stays);
	who_list_draw(ctx, canvas, layout.list);
	if (layout.holders.rows)
		view_holders_draw(ctx, canvas, layout.holders);
	canvas_unclip(canvas, old);
}

/* Keys */

static void move(const struct view_context *ctx, int direction, unsigned int step)
{
	unsigned int nr = who_nr_blocks(ctx->obstacles), at = who_selected(ctx);

	if (direction < 0)
		at = step > at ? 0 : at - step;
	else
		at = step > nr - 1 - at ? nr - 1 : at + step;
	who_select(ctx, at);
}

/* False: no row can be selected, or it is another action. */
static bool act_on_list(const struct view_context *ctx, enum action action, struct rect rect)
{
	struct layout layout;
	unsigned int page;

	if (!who_nr_blocks(ctx->obstacles))
		return false;
	layout_init(&layout, ctx, rect);
	page = layout.list.rows > 2 ? (unsigned int)layout.list.rows - 2 : 1;
	switch (action) {
	case ACTION_UP:
	case ACTION_DOWN:
		move(ctx, action == ACTION_UP ? -1 : 1, 1);
		return true;
	case ACTION_PAGE_UP:
	case ACTION_PAGE_DOWN:
		move(ctx, action == ACTION_PAGE_UP ? -1 : 1, page);
		return true;
	case ACTION_HOME:
	case ACTION_END:
		move(ctx, action == ACTION_HOME ? -1 : 1, who_nr_blocks(ctx->obstacles));
		return true;
	case ACTION_LEFT:
		who_select(ctx, 0);
		return true;
	case ACTION_RIGHT: /* the first of those that cannot be freed */
		move(ctx, -1, who_nr_blocks(ctx->obstacles));
		move(ctx, 1, ctx->obstacles->nr_cheapest);
		return true;
	default:
		return false;
	}
}

static bool who_act(const struct view_context *ctx, enum action action, struct rect rect,
		    struct ui_effects *effects)
{
	const struct zonemap *map = view_zone_map(ctx);
	bool any;

	(void)effects;
	if (!ctx->obstacles || !map)
		return false;
	any = who_nr_blocks(ctx->obstacles) > 0;
	if (action == ACTION_ENTER && any) {
		who_select(ctx, who_selected(ctx));
		return false; /* and the block view opens */
	}
	if (action == ACTION_BACK)
		return view_holders_cancel(ctx);
	if (action == ACTION_HOLDERS && any) {
		who_select(ctx, who_selected(ctx));
		view_holders_toggle(ctx, ctx->state->pfn,
				    ctx->state->pfn + (1ULL << map->pageblock_order));
		return true;
	}
	if (action == ACTION_ZONE_HOLDERS) {
		view_holders_toggle(ctx, map->start_pfn, map->start_pfn + map->nr_pages);
		return true;
	}
	return act_on_list(ctx, action, rect);
}

static bool who_mouse(const struct view_context *ctx, const struct ui_event *event,
		      struct rect rect, struct ui_effects *effects)
{
	struct layout layout;
	int zone, row;

	(void)effects;
	if (!ctx->obstacles || !view_zone_map(ctx))
		return false;
	rect.y = rect.x = 0;
	if (event->mouse == MOUSE_WHEEL_UP || event->mouse == MOUSE_WHEEL_DOWN)
		return act_on_list(ctx, event->mouse == MOUSE_WHEEL_UP ? ACTION_UP : ACTION_DOWN,
				   rect);
	layout_init(&layout, ctx, rect);
	if (event->mouse != MOUSE_PRESS)
		return false;
	if (layout.zones.rows && !event->y) {
		zone = view_zones_hit(ctx, rect.cols, event->x);
		if (zone >= 0)
			ui_select_zone(ctx->state, ctx->frame, (unsigned int)zone);
		return zone >= 0;
	}
	row = who_list_hit(ctx, layout.list, event->y);
	if (row < 0 || event->x < layout.list.x)
		return false;
	who_select(ctx, (unsigned int)row);
	return true;
}

static const enum action footer[] = {
	ACTION_ENTER, ACTION_LEFT, ACTION_RIGHT, ACTION_HOLDERS, ACTION_ZONE_HOLDERS,
	ACTION_NEXT_ZONE, ACTION_SWEEP, ACTION_NONE
};

static const char *foot_label(enum action action)
{
	switch (action) {
	case ACTION_ENTER:
		return "pages";
	case ACTION_LEFT:
	case ACTION_RIGHT:
		return "freeable, not";
	case ACTION_HOLDERS:
		return "holders";
	case ACTION_ZONE_HOLDERS:
		return "the zone's";
	default:
		return NULL;
	}
}

const struct view_ops view_who = {
	.name = "who",
	.title = "who",
	.help = "who is in the way of large blocks, the cheapest ones to free, who holds them",
	.go = ACTION_VIEW_WHO,
	.inner = ACTION_VIEW_BLOCK,
	.outer = ACTION_VIEW_OVERVIEW,
	.wants_pagemap = true,
	.wants_obstacles = true,
	.footer = footer,
	.foot_label = foot_label,
	.draw = who_draw,
	.act = who_act,
	.mouse = who_mouse,
};
