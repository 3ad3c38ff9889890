// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where free memory falls on pfn modulo a stride, and what the free scanner can therefore see of it
 * (residue.h): the answer as a sentence, the histogram of one stride, the table of all strides with
 * what chance would make of it beside.
 */
#include <stdio.h>

#include "fragscope/residue.h"

#include "view_residue.h"
#include "view_zone.h"
#include "views.h"
#include "widget.h"

#define STRIDE_DEFAULT_LOG2 5 /* where asynchronous direct compaction begins */
#define TABLE_ROWS          (RESIDUE_NR_STRIDES + 1)
#define PLOT_ROWS_MAX       27 /* with its title and its axis */

static const char blocks_only_note[] =
	"How free memory is spread over pfn modulo the stride, and the share that is seen, is not "
	"known: this snapshot has sums over pageblocks, no pages; `fragscope snapshot --pages` "
	"keeps them.";

static unsigned int chosen_stride(const struct ui_state *state)
{
	unsigned int log2 = state->residue.log2_stride;

	return log2 && log2 < RESIDUE_NR_STRIDES ? log2 : STRIDE_DEFAULT_LOG2;
}

static void text_answer(const struct residue_show *show, char *to, size_t size)
{
	const struct residue *residue = show->residue;
	unsigned int k = show->log2_stride;

	if (!residue->free_pages) {
		snprintf(to, size, "Nothing that was read of this zone is free.");
		return;
	}
	if (show->map->blocks_only) {
		snprintf(to, size, "At stride %u the free scanner is blind to %s of %s blocks with "
			 "free pages (%s of %s); random placement would make %s.", 1u << k,
			 fmt_count(FMT_BUF, residue->blind_blocks[k]),
			 fmt_count(FMT_BUF, residue->blocks_with_free),
			 view_pages(FMT_BUF, show->ctx, residue->blind_pages[k]),
			 view_pages(FMT_BUF, show->ctx, residue->free_pages),
			 fmt_decimal(FMT_BUF, residue->random_blind[k]));
		return;
	}
	snprintf(to, size, "At stride %u the free scanner sees %s of the free memory (%s of %s). "
		 "%s of %s blocks with free pages are blind; random placement would make %s.",
		 1u << k, fmt_share(FMT_BUF, residue->seen_pages[k], residue->free_pages),
		 view_pages(FMT_BUF, show->ctx, residue->seen_pages[k]),
		 view_pages(FMT_BUF, show->ctx, residue->free_pages),
		 fmt_count(FMT_BUF, residue->blind_blocks[k]),
		 fmt_count(FMT_BUF, residue->blocks_with_free),
		 fmt_decimal(FMT_BUF, residue->random_blind[k]));
}

/* What was seen of it, beside what is predicted; false: the free scanner was not seen at work. */
static bool text_visits(const struct residue_show *show, char *to, size_t size)
{
	struct residue_visits visits;

	residue_count_visits(show->map, 1u << show->log2_stride, &visits);
	if (!visits.blocks)
		return false;
	if (!visits.missed_blocks)
		snprintf(to, size, "Seen at work: it looked into %s blocks and left none "
			 "empty-handed that held free pages.", fmt_count(FMT_BUF, visits.blocks));
	else
		snprintf(to, size, "Seen at work: it looked into %s blocks and left %s of them "
			 "empty-handed although they held free pages; now %s are free in these, "
			 "and %s of them are blind at stride %u.",
			 fmt_count(FMT_BUF, visits.blocks),
			 fmt_count(FMT_BUF, visits.missed_blocks),
			 view_pages(FMT_BUF, show->ctx, visits.missed_pages),
			 fmt_count(FMT_BUF, visits.predicted), 1u << show->log2_stride);
	return true;
}

static int draw_answer(const struct residue_show *show, struct canvas *canvas, struct rect rect)
{
	char text[320];
	int rows;

	text_answer(show, text, sizeof(text));
	rows = widget_wrap(canvas, rect, show->residue->free_pages ?
			   residue_judge(show->residue, show->log2_stride) : ROLE_TEXT, text);
	rect.y += rows;
	rect.rows -= rows;
	if (text_visits(show, text, sizeof(text)) && rect.rows > 0) {
		int more = widget_wrap(canvas, rect, ROLE_VALUE, text);

		rows += more;
		rect.y += more;
		rect.rows -= more;
	}
	if (rect.rows < 8)
		return rows;
	snprintf(text, sizeof(text), "Blind: of a pageblock's free memory the scanner, which looks "
		 "at every %u%s page, meets no first page of a free block, so it finds nothing.",
		 1u << show->log2_stride, (1u << show->log2_stride) % 10 == 2 ? "nd" : "th");
	return rows + widget_wrap(canvas, rect, ROLE_DIM, text);
}

/* Rows of the table at the bottom; 0: no room. */
static int table_rows(struct rect rect)
{
	return rect.rows >= TABLE_ROWS + 9 ? TABLE_ROWS : 0;
}

static void draw_all(const struct residue_show *show, struct canvas *canvas, struct rect rect)
{
	struct rect rest = rect, bottom = rect;
	int rows;

	if (rect.rows >= 5) {
		view_zones_draw(show->ctx, canvas, rect);
		rest.y++;
		rest.rows--;
	}
	bottom.rows = table_rows(rect);
	rest.rows -= bottom.rows;
	rows = draw_answer(show, canvas, rest) + (rest.rows >= 8);
	rest.y += rows;
	rest.rows -= rows;
	if (!show->residue->free_pages)
		return;
	/* the table stands below the histogram, not at the bottom of a tall screen */
	if (rest.rows > PLOT_ROWS_MAX)
		rest.rows = PLOT_ROWS_MAX;
	if (show->map->blocks_only)
		rest.rows = widget_wrap(canvas, rest, ROLE_UNKNOWN, blocks_only_note) + 1;
	else
		residue_plot_draw(show, canvas, rest);
	bottom.y = rest.y + rest.rows;
	residue_table_draw(show, canvas, bottom);
}

static void residue_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct rect old = canvas_clip(canvas, rect);
	struct residue_show show = { .ctx = ctx, .map = view_zone_map(ctx), .residue = ctx->residue,
			     .log2_stride = chosen_stride(ctx->state) };

	if (show.map && show.residue)
		draw_all(&show, canvas, rect);
	else
		view_nomap_draw(ctx, canvas, rect);
	canvas_unclip(canvas, old);
}

static bool residue_act(const struct view_context *ctx, enum action action, struct rect rect,
			struct ui_effects *effects)
{
	unsigned int log2 = chosen_stride(ctx->state);

	(void)rect;
	(void)effects;
	switch (action) {
	case ACTION_ZOOM_IN:
	case ACTION_UP:
		ctx->state->residue.log2_stride = log2 > 1 ? log2 - 1 : 1;
		return true;
	case ACTION_ZOOM_OUT:
	case ACTION_DOWN:
		ctx->state->residue.log2_stride = log2 + 1 < RESIDUE_NR_STRIDES ? log2 + 1 : log2;
		return true;
	case ACTION_NEXT_COLOR:
	case ACTION_PREV_COLOR:
		ctx->state->residue.by_pages = !ctx->state->residue.by_pages;
		return true;
	default:
		return false;
	}
}

static bool residue_mouse(const struct view_context *ctx, const struct ui_event *event,
			  struct rect rect, struct ui_effects *effects)
{
	int zone;

	if (event->mouse == MOUSE_WHEEL_UP || event->mouse == MOUSE_WHEEL_DOWN)
		return residue_act(ctx, event->mouse == MOUSE_WHEEL_UP ? ACTION_ZOOM_IN :
				   ACTION_ZOOM_OUT, rect, effects);
	if (event->mouse != MOUSE_PRESS || event->y || rect.rows < 5)
		return false;
	zone = view_zones_hit(ctx, rect.cols, event->x);
	if (zone >= 0)
		ctx->state->zone = (unsigned int)zone;
	return zone >= 0;
}

static const enum action footer[] = {
	ACTION_ZOOM_IN, ACTION_ZOOM_OUT, ACTION_NEXT_COLOR, ACTION_NEXT_ZONE, ACTION_SWEEP,
	ACTION_NONE
};

static const char *foot_label(enum action action)
{
	switch (action) {
	case ACTION_ZOOM_IN:
	case ACTION_ZOOM_OUT:
		return "stride";
	case ACTION_NEXT_COLOR:
		return "blocks or pages";
	default:
		return NULL;
	}
}

const struct view_ops view_residue = {
	.name = "residue",
	.title = "residue",
	.help = "where free memory falls modulo a stride, and what the free scanner cannot see",
	.go = ACTION_VIEW_RESIDUE,
	.wants_pagemap = true,
	.wants_residue = true,
	.footer = footer,
	.foot_label = foot_label,
	.draw = residue_draw,
	.act = residue_act,
	.mouse = residue_mouse,
};
