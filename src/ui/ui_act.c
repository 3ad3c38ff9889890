// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ui_act - what an action does when the view has no answer of its own.
 *
 * One row of handlers[] is one action; one without a row opens the view that names it.  Whatever
 * has to happen outside becomes an effect.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"

#include "ui_private.h"
#include "zone_text.h"

struct act {
	struct ui *ui;
	const struct view_context *ctx;
	enum action action;
	struct ui_effects *effects;
};

static void act_quit(const struct act *act)
{
	if (act->ui->view->go == ACTION_HELP)
		ui_close_help(act->ui);
	else
		effect_add(act->effects, EFFECT_QUIT, 0, NULL);
}

static void act_help(const struct act *act)
{
	if (act->ui->view->go == ACTION_HELP)
		ui_close_help(act->ui);
	else
		ui_go(act->ui, "help");
}

static void open_by_action(struct ui *ui, enum action go)
{
	for (unsigned int i = 0; i < nr_views; i++)
		if (views[i]->go == go)
			ui_open(ui, views[i]);
}

static void act_enter(const struct act *act)
{
	const struct view_ops *from = act->ui->view;

	open_by_action(act->ui, from->inner);
	act->ui->entered = from;
}

static void act_back(const struct act *act)
{
	if (act->ui->view->go == ACTION_HELP)
		ui_close_help(act->ui);
	else
		open_by_action(act->ui, ui_outer(act->ui));
}

static void act_command(const struct act *act)
{
	ui_prompt_open(act->ui, PROMPT_COMMAND);
}

static void act_redraw(const struct act *act)
{
	effect_add(act->effects, EFFECT_REDRAW, 0, NULL);
}

static void act_suspend(const struct act *act)
{
	effect_add(act->effects, EFFECT_SUSPEND, 0, NULL);
}

static void act_next_theme(const struct act *act)
{
	struct ui *ui = act->ui;
	struct err err = { "" };
	unsigned int next = 0;
	char text[128];

	for (unsigned int i = 0; i < nr_theme_names; i++)
		if (!strcmp(theme_names[i], ui->theme->name))
			next = (i + 1) % nr_theme_names;
	if (theme_load(&ui->next_theme, theme_names[next], &err)) {
		ui_message(ui, ROLE_BAD, err.text);
		return;
	}
	ui->theme = &ui->next_theme;
	snprintf(text, sizeof(text), "theme %s: %s", ui->theme->name, ui->theme->help);
	ui_message(ui, ROLE_TEXT, text);
	effect_add(act->effects, EFFECT_THEME, 0, ui->theme->name);
}

static void act_save(const struct act *act)
{
	if (!act->ctx->input->frame)
		ui_message(act->ui, ROLE_WARN, "there is no frame to save yet");
	else
		effect_add(act->effects, EFFECT_SAVE, 0, "");
}

void ui_turn_view(struct ui *ui, bool forwards)
{
	unsigned int step = forwards ? 1 : nr_views - 1;

	for (unsigned int i = 0; i < nr_views; i++) {
		if (views[i] == ui->view) {
			ui_open(ui, views[(i + step) % nr_views]);
			return;
		}
	}
}

static void act_turn_view(const struct act *act)
{
	ui_turn_view(act->ui, act->action == ACTION_NEXT_VIEW);
}

static void act_turn_zone(const struct act *act)
{
	const struct frame *frame = act->ctx->frame;
	unsigned int nr = zones_listed(frame), rank;

	if (!nr)
		return;
	rank = rank_of_zone(frame, act->ui->state.zone) +
	       (act->action == ACTION_NEXT_ZONE ? 1 : nr - 1);
	ui_select_zone(&act->ui->state, frame, zone_of_rank(frame, rank % nr));
}

static void act_find(const struct act *act)
{
	ui_prompt_open(act->ui, PROMPT_FIND);
}

static void act_find_again(const struct act *act)
{
	if (!act->ui->state.find[0])
		ui_prompt_open(act->ui, PROMPT_FIND);
	else
		ui_find(act->ui, act->ctx, act->action == ACTION_FIND_PREV);
}

/* Changing the question puts it in the place of a log's request, from where that stood. */
static struct verdict_want *asked(const struct act *act)
{
	struct ui_state *state = &act->ui->state;

	if (ui_explains_request(state, act->ctx->frame)) {
		if (act->ctx->verdict)
			state->want = act->ctx->verdict->want;
		state->overview.ask = true;
	}
	return &state->want;
}

/* Bounds are kept by ui_settle(). */
static void act_want(const struct act *act)
{
	struct verdict_want *want = asked(act);

	switch (act->action) {
	case ACTION_ORDER_UP:
		want->order++;
		break;
	case ACTION_ORDER_DOWN:
		want->order -= want->order > 0;
		break;
	case ACTION_WANT_MORE:
		want->nr *= 2;
		break;
	case ACTION_WANT_LESS:
		want->nr -= want->nr / 2;
		break;
	default:
		want->class = (want->class + 1) % NR_VERDICT_CLASSES;
		break;
	}
}

static void set_paused(const struct act *act, bool paused)
{
	if (act->ui->state.paused != paused)
		effect_add(act->effects, EFFECT_PAUSE, paused, NULL);
	act->ui->state.paused = paused;
	if (!paused)
		act->ui->state.back = 0;
}

static bool is_live(const struct act *act)
{
	return !act->ctx->input->nr_frames && act->ctx->input->interval_ms &&
	       !act->ctx->frame->stage;
}

static void act_pause(const struct act *act)
{
	if (is_live(act))
		set_paused(act, !act->ui->state.paused);
	else
		ui_message(act->ui, ROLE_TEXT, "this is no live host: there is nothing to pause");
}

static void seek(const struct act *act, int step)
{
	const struct ui_input *input = act->ctx->input;

	if (step < 0 ? !input->frame_index : input->frame_index + 1 >= input->nr_frames)
		ui_message(act->ui, ROLE_TEXT, step < 0 ? "this is the first frame" :
							  "this is the last frame");
	else
		effect_add(act->effects, EFFECT_SEEK, (int64_t)input->frame_index + step, NULL);
}

static void act_step_back(const struct act *act)
{
	const struct ui_input *input = act->ctx->input;
	struct ui_state *state = &act->ui->state;

	if (!is_live(act)) {
		seek(act, -1);
	} else if (input->history && state->back + 1 < history_nr(input->history)) {
		set_paused(act, true);
		state->back++;
	} else {
		ui_message(act->ui, ROLE_TEXT, "no older frame is kept");
	}
}

static void act_step_forward(const struct act *act)
{
	struct ui_state *state = &act->ui->state;

	if (!is_live(act))
		seek(act, 1);
	else if (state->back)
		state->back--;
	else
		ui_message(act->ui, ROLE_TEXT, "this is the newest frame");
}

static const uint32_t intervals_ms[] = { 100, 200, 500, 1000, 2000, 5000, 10000, 30000, 60000 };

static void act_interval(const struct act *act)
{
	uint32_t now_ms = act->ctx->input->interval_ms, next = now_ms;
	bool slower = act->action == ACTION_SLOWER;

	if (!is_live(act)) {
		ui_message(act->ui, ROLE_TEXT, "this is no live host: there is no interval");
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(intervals_ms); i++) {
		uint32_t candidate = intervals_ms[slower ? ARRAY_SIZE(intervals_ms) - 1 - i : i];

		if (slower ? candidate > now_ms : candidate < now_ms)
			next = candidate;
	}
	if (next == now_ms)
		ui_message(act->ui, ROLE_TEXT, slower ? "this is the longest interval" :
							"this is the shortest interval");
	else
		effect_add(act->effects, EFFECT_INTERVAL, next, NULL);
}

static void act_sweep(const struct act *act)
{
	if (!is_live(act)) {
		ui_message(act->ui, ROLE_TEXT, "this is no live host: there is nothing to read");
		return;
	}
	ui_message(act->ui, ROLE_TEXT, "reading the whole page map");
	effect_add(act->effects, EFFECT_SWEEP, 0, NULL);
}

static void (*const handlers[NR_ACTIONS])(const struct act *act) = {
	[ACTION_QUIT] = act_quit,
	[ACTION_HELP] = act_help,
	[ACTION_COMMAND] = act_command,
	[ACTION_REDRAW] = act_redraw,
	[ACTION_SUSPEND] = act_suspend,
	[ACTION_NEXT_THEME] = act_next_theme,
	[ACTION_SAVE] = act_save,
	[ACTION_NEXT_VIEW] = act_turn_view,
	[ACTION_PREV_VIEW] = act_turn_view,
	[ACTION_ENTER] = act_enter,
	[ACTION_BACK] = act_back,
	[ACTION_NEXT_ZONE] = act_turn_zone,
	[ACTION_PREV_ZONE] = act_turn_zone,
	[ACTION_FIND] = act_find,
	[ACTION_FIND_NEXT] = act_find_again,
	[ACTION_FIND_PREV] = act_find_again,
	[ACTION_ORDER_UP] = act_want,
	[ACTION_ORDER_DOWN] = act_want,
	[ACTION_WANT_MORE] = act_want,
	[ACTION_WANT_LESS] = act_want,
	[ACTION_NEXT_CLASS] = act_want,
	[ACTION_PAUSE] = act_pause,
	[ACTION_STEP_BACK] = act_step_back,
	[ACTION_STEP_FORWARD] = act_step_forward,
	[ACTION_SLOWER] = act_interval,
	[ACTION_FASTER] = act_interval,
	[ACTION_SWEEP] = act_sweep,
};

void ui_act(struct ui *ui, const struct ui_input *input, enum action action,
	    struct ui_effects *effects)
{
	struct view_context ctx;

	if (action == ACTION_NONE || action >= NR_ACTIONS)
		return;
	ctx = ui_context(ui, input);
	if (ui->view->act && ui->view->act(&ctx, action, ui_view_rect(ui), effects))
		return;
	if (ui_stage_act(ui, &ctx, action, effects))
		return;
	if (handlers[action])
		handlers[action](&(struct act){ ui, &ctx, action, effects });
	else
		open_by_action(ui, action);
}
