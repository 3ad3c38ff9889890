// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_overview - the question, the answer, the evidence.
 *
 * One row of sections[] is one section, in the order of the screen; grants[] says in which order
 * they get room.  What is left becomes blank lines between sections.  Wide screens put the lower
 * sections in two columns.
 */
#include "overview.h"

#include "fragscope/array.h"
#include "views.h"
#include "widget.h"
#include "zone_text.h"

#define WIDE_COLS  140
#define COLUMN_GAP 3
#define ALL       10000 /* rows: whatever the section would like */

enum { QUESTION, ZONES, NODES, SCANNERS, ACTIVITY, PAGES, HUGE, TYPES, SOURCES, LISTS, NR_SECTIONS,
       GAPS,    /* no section: a blank line between those drawn so far */
       ANSWER, EVIDENCE /* no sections of their own, see grants[] */ };

static const struct section sections[NR_SECTIONS] = {
	[QUESTION] = { question_rows, question_draw, 0 },
	[ZONES] = { zones_rows, zones_draw, 0 },
	[NODES] = { nodes_rows, nodes_draw, 0 },
	[SCANNERS] = { scanners_rows, scanners_draw, 0 },
	[ACTIVITY] = { activity_rows, activity_draw, 1 },
	[PAGES] = { pages_rows, pages_draw, 2 },
	[HUGE] = { huge_rows, huge_draw, 2 },
	[TYPES] = { types_rows, types_draw, 2 },
	[SOURCES] = { sources_rows, sources_draw, 2 },
	[LISTS] = { lists_rows, lists_draw, 1 },
};

/* Room is dealt out in this order, up to so many rows; a section whose first grant does not fit is
 * not drawn.  ANSWER and EVIDENCE are the question's too, EVIDENCE only where something is in the
 * way: a "yes" needs no reasons before everything else has its room. */
static const struct grant {
	int section, rows;
} grants[] = {
	{ QUESTION, 1 }, { ANSWER, 3 }, { ZONES, 4 }, { ANSWER, ALL }, { EVIDENCE, 6 },
	{ ACTIVITY, 3 }, { NODES, 1 }, { SCANNERS, 1 }, { SOURCES, 1 }, { PAGES, 2 },
	{ EVIDENCE, 8 }, { ACTIVITY, 5 }, { HUGE, 1 }, { ZONES, ALL }, { EVIDENCE, ALL },
	{ NODES, ALL }, { PAGES, 3 }, { QUESTION, ALL }, { GAPS, 0 }, { SCANNERS, ALL },
	{ ACTIVITY, 8 }, { LISTS, ALL },
	{ TYPES, ALL }, { HUGE, ALL }, { SOURCES, ALL }, { PAGES, ALL }, { ACTIVITY, ALL },
};

/* Where each section goes; rows 0: not drawn. */
struct layout {
	struct rect rect[NR_SECTIONS];
};

/* A set of sections that share a rectangle, and what each would like. */
struct stack {
	bool member[NR_SECTIONS];
	int want[NR_SECTIONS], rows[NR_SECTIONS];
	int answer;               /* rows of the question without its evidence */
	int left, gaps;
	bool calm;                /* the answer is yes */
};

static void stack_init(struct stack *stack, const struct view_context *ctx, unsigned int sides,
		       struct rect rect)
{
	*stack = (struct stack){ .left = rect.rows,
				 .answer = question_head_rows(ctx, rect.cols),
				 .calm = question_is_calm(ctx) };
	for (size_t i = 0; i < NR_SECTIONS; i++) {
		stack->member[i] = sides & 1u << sections[i].side;
		if (stack->member[i])
			stack->want[i] = sections[i].rows(ctx, rect.cols);
	}
}

/* Rows for everything that its sections would like. */
static int stack_wanted(const struct stack *stack)
{
	int rows = -1;

	for (size_t i = 0; i < NR_SECTIONS; i++)
		if (stack->want[i])
			rows += stack->want[i] + 1;
	return rows > 0 ? rows : 0;
}

static void grant_gaps(struct stack *stack)
{
	for (size_t i = 0; i < NR_SECTIONS; i++)
		stack->gaps += stack->rows[i] > 0;
	if (stack->gaps > stack->left)
		stack->gaps = stack->left;
	stack->left -= stack->gaps;
}

static void grant_rows(struct stack *stack, const struct grant *grant)
{
	int section = grant->section > GAPS ? QUESTION : grant->section;
	int *rows = &stack->rows[section], want = stack->want[section], more;

	if (grant->section == ANSWER && want > stack->answer)
		want = stack->answer;
	more = (grant->rows < want ? grant->rows : want) - *rows;
	if (grant->section == EVIDENCE && stack->calm)
		return;
	if (grant->section == QUESTION && grant->rows == ALL && more > stack->left)
		return; /* all reasons for a "yes", or none */
	if (more <= 0 || (!*rows && more > stack->left))
		return;
	if (more > stack->left)
		more = stack->left;
	*rows += more;
	stack->left -= more;
}

/* Puts the sections under each other, parted by blank lines while there are any to give. */
static void stack_place(struct stack *stack, struct rect rect, struct layout *layout)
{
	int y = rect.y;

	for (size_t i = 0; i < ARRAY_SIZE(grants); i++) {
		if (grants[i].section == GAPS)
			grant_gaps(stack);
		else
			grant_rows(stack, &grants[i]);
	}
	stack->gaps += stack->left;
	for (size_t i = 0; i < NR_SECTIONS; i++) {
		if (!stack->member[i])
			continue;
		layout->rect[i] = (struct rect){ y, rect.x, stack->rows[i], rect.cols };
		if (!stack->rows[i])
			continue;
		y += stack->rows[i];
		if (stack->gaps) {
			stack->gaps--;
			y++;
		}
	}
}

#define ACROSS (1u << 0)
#define LEFT   (1u << 1)
#define RIGHT  (1u << 2)

static void lay_out(const struct view_context *ctx, struct rect rect, struct layout *layout)
{
	struct stack stack;
	struct rect top = rect, left, right;
	int rows;

	if (rect.cols < WIDE_COLS) {
		stack_init(&stack, ctx, ACROSS | LEFT | RIGHT, rect);
		stack_place(&stack, rect, layout);
		return;
	}
	stack_init(&stack, ctx, ACROSS, rect);
	rows = stack_wanted(&stack);
	top.rows = stack.left = rows < rect.rows ? rows : rect.rows;
	stack_place(&stack, top, layout);
	left = (struct rect){ rect.y + top.rows + 1, rect.x, rect.rows - top.rows - 1,
			      rect.cols / 2 - COLUMN_GAP };
	if (left.rows < 0)
		left.rows = 0;
	right = left;
	right.x += rect.cols / 2;
	right.cols = rect.cols - rect.cols / 2;
	stack_init(&stack, ctx, LEFT, left);
	stack_place(&stack, left, layout);
	stack_init(&stack, ctx, RIGHT, right);
	stack_place(&stack, right, layout);
}

static void overview_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct layout layout = { 0 };

	lay_out(ctx, rect, &layout);
	for (size_t i = 0; i < NR_SECTIONS; i++) {
		struct rect old;

		if (!layout.rect[i].rows)
			continue;
		old = canvas_clip(canvas, layout.rect[i]);
		sections[i].draw(ctx, canvas, layout.rect[i]);
		canvas_unclip(canvas, old);
	}
}

/* Selects the zone that many rows on. */
static void move_zone(const struct view_context *ctx, long by)
{
	long nr = (long)zones_listed(ctx->frame);
	long rank = (long)rank_of_zone(ctx->frame, ctx->state->zone) + by;

	if (!nr)
		return;
	rank = rank < 0 ? 0 : rank >= nr ? nr - 1 : rank;
	ui_select_zone(ctx->state, ctx->frame, zone_of_rank(ctx->frame, (unsigned int)rank));
}

static bool overview_act(const struct view_context *ctx, enum action action, struct rect rect,
			 struct ui_effects *effects)
{
	const struct request *request = &ctx->frame->request;

	(void)effects;
	switch (action) {
	case ACTION_UP:
	case ACTION_DOWN:
		move_zone(ctx, action == ACTION_UP ? -1 : 1);
		return true;
	case ACTION_PAGE_UP:
	case ACTION_PAGE_DOWN:
		move_zone(ctx, action == ACTION_PAGE_UP ? -rect.rows : rect.rows);
		return true;
	case ACTION_HOME:
	case ACTION_END:
		move_zone(ctx, action == ACTION_HOME ? -(long)ctx->frame->nr_zones :
						       (long)ctx->frame->nr_zones);
		return true;
	case ACTION_BACK: /* from one's own question to the log's request */
		if (!ctx->state->overview.ask || request->kind == REQUEST_NONE)
			return false;
		ctx->state->overview.ask = false;
		return true;
	default:
		return false;
	}
}

static bool overview_mouse(const struct view_context *ctx, const struct ui_event *event,
			   struct rect rect, struct ui_effects *effects)
{
	struct layout layout = { 0 };
	struct rect *zones = &layout.rect[ZONES];
	int zone;

	(void)effects;
	if (event->mouse != MOUSE_PRESS)
		return false;
	lay_out(ctx, rect, &layout);
	zone = zones_hit(ctx, *zones, event->y + rect.y - zones->y);
	if (zone < 0)
		return false;
	ui_select_zone(ctx->state, ctx->frame, (unsigned int)zone);
	return true;
}

static const enum action footer[] = {
	ACTION_ORDER_UP, ACTION_ORDER_DOWN, ACTION_WANT_MORE, ACTION_WANT_LESS, ACTION_NEXT_CLASS,
	ACTION_UP, ACTION_DOWN, ACTION_PAUSE, ACTION_STEP_BACK, ACTION_STEP_FORWARD, ACTION_ENTER,
	ACTION_SAVE, ACTION_NONE,
};

const struct view_ops view_overview = {
	.name = "overview",
	.title = "overview",
	.help = "can I get N blocks of an order, if not why not, and the state of all zones",
	.go = ACTION_VIEW_OVERVIEW,
	.inner = ACTION_VIEW_MAP,
	.wants_pagemap = true,
	.wants_verdict = true,
	.wants_usage = true,
	.footer = footer,
	.draw = overview_draw,
	.act = overview_act,
	.mouse = overview_mouse,
};
