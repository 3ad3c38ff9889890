// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_sim - simulated policies side by side on one workload.
 *
 * Everything comes from the frame's stage (stage.h).  One policy is selected: all other views show
 * its frame, and steps count its events.
 */
#include "view_sim.h"

#include "fragscope/array.h"

#include "view_map.h"
#include "views.h"
#include "view_zone.h"
#include "widget.h"

static void (*const draw_part[NR_SIM_PARTS])(const struct view_context *ctx, unsigned int column,
					     struct canvas *canvas, struct rect rect) = {
	[SIM_NAME] = sim_name_draw,
	[SIM_CLOCK] = sim_clock_draw,
	[SIM_WHAT] = sim_what_draw,
	[SIM_MAPS] = sim_maps_draw,
	[SIM_EVENT] = sim_event_draw,
	[SIM_RESIDUE] = sim_residue_draw,
	[SIM_COUNTERS] = sim_counters_draw,
};

static const struct {
	const char *name, *help;
} words[] = {
	{ "event", "the smallest thing that is worth watching: a request, a pageblock that was "
	  "scanned, a batch that was moved; each policy counts its own" },
	{ "op", "operations of the workload, its clock: at the same op all policies were asked for "
	  "the same" },
	{ "model time", "what the work would have taken by nominal costs; no measurement" },
	{ "= new +5 % x12", "a counter against the first policy's: as many, none there, more by, "
	  "as many times" },
	{ "skip", "pageblocks from the zone's begin to its end, as high as the share of them that "
	  "compaction is to pass by; between them its scanners" },
	{ "strides … see", "share of the free memory that the free scanner meets when it looks at "
	  "every page, every 8th, every 32nd of a pageblock" },
};

bool sim_word(unsigned int n, const char **name, const char **help)
{
	if (n >= ARRAY_SIZE(words))
		return false;
	*name = words[n].name;
	*help = words[n].help;
	return true;
}

/* A view of no stage says what it is for. */
static void draw_nothing(struct canvas *canvas, struct rect rect)
{
	int rows = widget_wrap(canvas, rect, ROLE_TEXT, "Here kernels and patches run one "
			       "workload side by side, event by event.");

	rect.y += rows;
	rect.rows -= rows;
	if (rect.rows > 0)
		widget_wrap(canvas, rect, ROLE_DIM, "`fragscope SCENARIO.scn` opens one; "
			    "`fragscope list scenarios` lists them.");
}

static void sim_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct stage *stage = ctx->frame->stage;
	struct rect old = canvas_clip(canvas, rect);
	struct sim_layout layout;

	if (!stage || !stage->nr_columns) {
		draw_nothing(canvas, rect);
		canvas_unclip(canvas, old);
		return;
	}
	sim_layout_init(&layout, ctx, rect);
	sim_head_draw(ctx, canvas, layout.head);
	sim_slider_draw(ctx, canvas, layout.slider);
	sim_note_draw(ctx, canvas, layout.note);
	sim_table_draw(ctx, canvas, layout.table);
	sim_legend_draw(ctx, canvas, layout.legend);
	for (unsigned int i = 0; i < stage->nr_columns; i++) {
		if (!layout.beside && i != stage->selected)
			continue;
		for (int part = 0; part < NR_SIM_PARTS; part++) {
			struct rect place = sim_place(&layout, (enum sim_part)part, i);
			struct rect outer = canvas_clip(canvas, place);

			draw_part[part](ctx, i, canvas, place);
			canvas_unclip(canvas, outer);
		}
	}
	canvas_unclip(canvas, old);
}

static bool sim_act(const struct view_context *ctx, enum action action, struct rect rect,
		    struct ui_effects *effects)
{
	const struct zonemap *map = view_zone_map(ctx);
	struct map_scan scan;

	(void)rect;
	(void)effects;
	if (!map || (action != ACTION_NEXT_COLOR && action != ACTION_PREV_COLOR))
		return false;
	map_scan_init(&scan, map, map->pageblock_order);
	ctx->state->map.color = map_color_step(ctx, &scan, action == ACTION_NEXT_COLOR ? 1 : -1);
	return true;
}

/* A place on the slider, in a column, or in a map. */
static bool sim_mouse(const struct view_context *ctx, const struct ui_event *event,
		      struct rect rect, struct ui_effects *effects)
{
	const struct stage *stage = ctx->frame->stage;
	struct rect inside = { 0, 0, rect.rows, rect.cols };
	struct sim_layout layout;
	unsigned int zone;
	uint64_t at;
	int column;

	if (!stage || !stage->nr_columns ||
	    (event->mouse != MOUSE_PRESS && event->mouse != MOUSE_DRAG))
		return false;
	sim_layout_init(&layout, ctx, inside);
	if (layout.slider.rows && event->y == layout.slider.y) {
		if (sim_slider_event(stage, layout.slider, event->x - layout.slider.x, &at))
			effect_add_stage(effects, STAGE_SEEK, (int64_t)at, NULL);
		return true;
	}
	if (event->mouse != MOUSE_PRESS)
		return false;
	column = sim_column_at(&layout, stage, event->y, event->x);
	if (column >= 0 && (unsigned int)column != stage->selected)
		effect_add_stage(effects, STAGE_SELECT, column, NULL);
	if (column < 0 && !layout.beside)
		column = (int)stage->selected;
	if (column >= 0 && sim_maps_hit(ctx, (unsigned int)column,
					sim_place(&layout, SIM_MAPS, (unsigned int)column),
					event->y, event->x, &zone, &at)) {
		ctx->state->zone = zone;
		ctx->state->pfn = at;
	}
	return column >= 0;
}

static const enum action footer[] = {
	ACTION_NEXT_COLUMN, ACTION_TEN_BACK, ACTION_TEN_FORWARD,
	ACTION_HUNDRED_BACK, ACTION_HUNDRED_FORWARD, ACTION_UNTIL, ACTION_UNTIL_SAME,
	ACTION_UNTIL_BLOCK, ACTION_UNTIL_FAILED, ACTION_UNTIL_MET, ACTION_SLOWER, ACTION_FASTER,
	ACTION_TO_START, ACTION_TO_END,
	ACTION_NEXT_COLOR, ACTION_ENTER, ACTION_NONE
};

static const char *foot_label(enum action action)
{
	switch (action) {
	case ACTION_TEN_BACK:
	case ACTION_TEN_FORWARD:
		return "10";
	case ACTION_HUNDRED_BACK:
	case ACTION_HUNDRED_FORWARD:
		return "100";
	case ACTION_NEXT_COLUMN:
		return "policy";
	case ACTION_TO_START:
	case ACTION_TO_END:
		return "ends";
	default:
		return NULL;
	}
}

const struct view_ops view_sim = {
	.name = "sim",
	.title = "sim",
	.help = "simulated policies side by side on one workload, stepped event by event",
	.go = ACTION_VIEW_SIM,
	.inner = ACTION_VIEW_MAP,
	.outer = ACTION_VIEW_OVERVIEW,
	.wants_pagemap = true,
	.shows_pfn = true,
	.footer = footer,
	.foot_label = foot_label,
	.draw = sim_draw,
	.act = sim_act,
	.mouse = sim_mouse,
};
