// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ui - state, events in, cells out.
 *
 * Invariants after each call: ui->view is one of views[]; if the frame has zones, state.zone is one
 * of them and state.pfn lies in its span where that is known.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/fmt.h"
#include "fragscope/pagemap.h"
#include "ui_private.h"
#include "widget.h"

#define WANT_NR 64         /* the question nobody asked yet: 64 huge pages */
#define WANT_NR_MAX (1ULL << 30)
#define WANT_ORDER_MAX 20

/* What is shown before the first frame. */
static const struct frame no_frame;

struct ui *ui_new(const struct keymap *keymap, const struct theme *theme)
{
	struct ui *ui = calloc(1, sizeof(*ui));

	if (!ui)
		return NULL;
	ui->keymap = keymap;
	ui->theme = theme;
	ui->view = ui->before_help = views[0];
	ui->rows = 24;
	ui->cols = 80;
	ui->caps = CANVAS_UTF8 | CANVAS_COLOR;
	ui->state.want.highest_zone = -1;
	return ui;
}

void ui_free(struct ui *ui)
{
	if (ui)
		arena_done(&ui->period_arena);
	free(ui);
}

void ui_set_theme(struct ui *ui, const struct theme *theme)
{
	ui->theme = theme;
}

void effect_add(struct ui_effects *effects, enum ui_effect_kind kind, int64_t value,
		const char *text)
{
	struct ui_effect *effect;

	if (effects->nr == UI_EFFECTS_MAX)
		return;
	effect = &effects->rows[effects->nr++];
	*effect = (struct ui_effect){ .kind = kind, .value = value };
	snprintf(effect->text, sizeof(effect->text), "%s", text ? text : "");
}

void effect_add_stage(struct ui_effects *effects, enum stage_verb verb, int64_t value,
		      const char *text)
{
	unsigned int nr = effects->nr;

	effect_add(effects, EFFECT_STAGE, value, text);
	if (effects->nr > nr)
		effects->rows[nr].verb = verb;
}

void ui_message(struct ui *ui, enum role role, const char *text)
{
	snprintf(ui->message, sizeof(ui->message), "%s", text);
	ui->message_role = role;
}

static const struct frame *shown_frame(const struct ui *ui, const struct ui_input *input)
{
	const struct frame *frame = NULL;

	if (ui->state.back && input->history)
		frame = history_frame(input->history, ui->state.back);
	if (!frame)
		frame = input->frame;
	return frame ? frame : &no_frame;
}

bool ui_explains_request(const struct ui_state *state, const struct frame *frame)
{
	return !state->overview.ask && request_is_failure(&frame->request);
}

const struct frame *ui_frame(const struct ui *ui, const struct ui_input *input)
{
	const struct frame *frame = shown_frame(ui, input);

	return frame == &no_frame ? NULL : frame;
}

struct view_context ui_context(struct ui *ui, const struct ui_input *input)
{
	const struct frame *frame = shown_frame(ui, input);
	const struct view_ops *view = ui->view;

	ui_settle(ui, frame);
	return (struct view_context){
		.input = input,
		.frame = frame,
		.state = &ui->state,
		.keymap = ui->keymap,
		.theme = ui->theme,
		.caps = ui->caps,
		.verdict = view->wants_verdict ? ui_measure_verdict(ui, input, frame) : NULL,
		.residue = view->wants_residue ? ui_measure_residue(ui, input, frame) : NULL,
		.runs = view->wants_runs ? ui_measure_runs(ui, input, frame) : NULL,
		.usage = view->wants_usage ? ui_measure_usage(ui, input, frame) : NULL,
		.period = view->wants_period ? ui_measure_period(ui, input, frame) : NULL,
		.obstacles = view->wants_obstacles ? ui_measure_obstacles(ui, input, frame) : NULL,
	};
}

/* The zone that holds most memory is the one to look at first. */
static void select_largest(struct ui *ui, const struct frame *frame)
{
	uint64_t largest = 0;

	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		uint64_t nr_pages = num_has(zone->managed) ? zone->managed.n : zone->spanned.n;

		if (nr_pages <= largest)
			continue;
		largest = nr_pages;
		ui_select_zone(&ui->state, frame, i);
	}
}

static void settle_want(struct ui *ui, const struct frame *frame)
{
	struct verdict_want *want = &ui->state.want;

	if (!ui->want_settled && frame != &no_frame) {
		ui->want_settled = true;
		ui->state.overview.ask = want->nr != 0;
		if (!want->nr) {
			bool failed = num_has(frame->request.order);

			want->nr = failed ? 1 : WANT_NR;
			want->order = failed ? (unsigned int)frame->request.order.n :
					       frame_huge_order(frame);
		}
		select_largest(ui, frame);
	}
	if (want->nr > WANT_NR_MAX)
		want->nr = WANT_NR_MAX;
	if (want->order > WANT_ORDER_MAX)
		want->order = WANT_ORDER_MAX;
	if (want->class >= NR_VERDICT_CLASSES)
		want->class = VERDICT_MOVABLE;
}

/* Where a zone lies; false when that is not known. */
static bool zone_span(const struct zone *zone, uint64_t *start, uint64_t *nr_pages)
{
	if (zone->map) {
		*start = zone->map->start_pfn;
		*nr_pages = zone->map->nr_pages;
		return true;
	}
	*start = zone->start_pfn.n;
	*nr_pages = zone->spanned.n;
	return num_has(zone->start_pfn) && num_has(zone->spanned);
}

void ui_select_zone(struct ui_state *state, const struct frame *frame, unsigned int zone)
{
	uint64_t start, nr_pages;

	state->zone = zone;
	if (zone_span(frame->zones[zone], &start, &nr_pages))
		state->pfn = start;
}

void ui_settle(struct ui *ui, const struct frame *frame)
{
	struct ui_state *state = &ui->state;
	uint64_t start, nr_pages;

	settle_want(ui, frame);
	if (!frame->nr_zones)
		return;
	if (state->zone >= frame->nr_zones)
		ui_select_zone(state, frame, frame->nr_zones - 1);
	if (zone_span(frame->zones[state->zone], &start, &nr_pages) &&
	    (state->pfn < start || state->pfn - start >= nr_pages))
		state->pfn = start;
}

struct rect ui_view_rect(const struct ui *ui)
{
	return (struct rect){ 1, 1, ui->rows > 2 ? ui->rows - 2 : 0,
			      ui->cols > 2 ? ui->cols - 2 : 0 };
}

void ui_open(struct ui *ui, const struct view_ops *view)
{
	if (view->go == ACTION_HELP && ui->view != view)
		ui->before_help = ui->view;
	ui->view = view;
	ui->entered = NULL;
}

enum action ui_outer(const struct ui *ui)
{
	if (ui->entered && ui->entered->inner == ui->view->go)
		return ui->entered->go;
	return ui->view->outer;
}

void ui_close_help(struct ui *ui)
{
	ui->view = ui->before_help->go == ACTION_HELP ? views[0] : ui->before_help;
}

void ui_handle(struct ui *ui, const struct ui_input *input, const struct ui_event *event,
	       struct ui_effects *effects)
{
	switch (event->kind) {
	case UI_KEY:
		ui->message[0] = '\0';
		if (ui->prompt.kind != PROMPT_NONE)
			ui_prompt_key(ui, input, event->key, effects);
		else
			ui_act(ui, input, keymap_lookup(ui->keymap, ui->view->name, event->key),
			       effects);
		break;
	case UI_MOUSE:
		ui_mouse(ui, input, event, effects);
		break;
	case UI_ACTION:
		ui_act(ui, input, event->action, effects);
		break;
	case UI_TEXT:
		ui_command(ui, input, event->text, effects);
		break;
	}
	ui_settle(ui, shown_frame(ui, input));
}

/* One line of answer, and the reason under it as far as there is room. */
static void draw_tiny(struct ui *ui, const struct ui_input *input, struct canvas *canvas)
{
	const struct frame *frame = shown_frame(ui, input);
	const struct verdict *verdict;
	struct rect rect = canvas_rect(canvas);
	struct pen pen = pen_at(canvas, rect);
	char text[NUM_RANGE_MAX];
	enum role role;

	ui_settle(ui, frame);
	if (frame == &no_frame) {
		canvas_text_cut(canvas, 0, 0, rect.cols, ROLE_DIM, "waiting for the first frame");
		return;
	}
	verdict = ui_measure_verdict(ui, input, frame);
	role = verdict->cause == VERDICT_OBTAINABLE ? ROLE_GOOD : ROLE_WARN;
	pen_printf(&pen, role, "%s@%u: now %s", fmt_count(FMT_BUF, verdict->want.nr),
		   verdict->want.order,
		   num_range_text(text, sizeof(text), verdict->now, verdict->now_at_most, true));
	pen_printf(&pen, role, ", after compaction %s",
		   num_range_text(text, sizeof(text), verdict->after_compaction,
				  verdict->compaction_at_most, true));
	rect.y = 1;
	rect.rows--;
	widget_wrap(canvas, rect, ROLE_TEXT, verdict->headline);
}

void ui_draw(struct ui *ui, const struct ui_input *input, struct canvas *canvas)
{
	struct view_context ctx;
	struct rect rect, old;

	canvas_clear(canvas);
	ui->rows = canvas->rows;
	ui->cols = canvas->cols;
	ui->caps = canvas->caps;
	ui->has_frames = input->nr_frames > 1;
	ui->has_stage = input->frame && input->frame->stage;
	if (ui->cols < UI_COLS_MIN || ui->rows < UI_ROWS_MIN) {
		draw_tiny(ui, input, canvas);
		return;
	}
	ctx = ui_context(ui, input);
	rect = ui_view_rect(ui);
	ui_head_draw(ui, &ctx, canvas);
	old = canvas_clip(canvas, rect);
	if (ctx.frame == &no_frame && ui->view->go != ACTION_HELP)
		canvas_text(canvas, rect.y + 1, 2, ROLE_DIM, "waiting for the first frame");
	else
		ui->view->draw(&ctx, canvas, rect);
	canvas_unclip(canvas, old);
	if (ui->prompt.kind != PROMPT_NONE)
		ui_prompt_draw(ui, canvas);
	else
		ui_foot_draw(ui, &ctx, canvas);
}

bool ui_wants_pagemap(const struct ui *ui)
{
	return ui->view->wants_pagemap;
}

bool ui_wants_activity(const struct ui *ui)
{
	return ui->view->wants_period;
}

bool ui_wants_detail(const struct ui *ui, const struct ui_input *input, uint64_t *pfn)
{
	if (!ui->view->wants_detail || ui->state.back || !input->frame)
		return false;
	*pfn = ui->state.pfn;
	return true;
}

uint32_t ui_wants_holders(const struct ui *ui, uint64_t *pfn, uint64_t *end)
{
	*pfn = ui->state.holders.pfn;
	*end = ui->state.holders.end;
	return ui->state.holders.asked ? ui->state.holders.question : 0;
}

int ui_go(struct ui *ui, const char *view)
{
	const struct view_ops *found = view_find(view);

	if (!found)
		return -ENOENT;
	ui_open(ui, found);
	return 0;
}

const char *ui_view_name(const struct ui *ui)
{
	return ui->view->name;
}

struct verdict_want *ui_want(struct ui *ui)
{
	return &ui->state.want;
}
