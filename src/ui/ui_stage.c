// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ui_stage - actions that step, run and choose simulated machines, in every view.
 *
 * Each becomes an effect; nothing is remembered here, as the stage of the next frame says what came
 * of it.  Actions of action.def that have a meaning of their own for other frames (step, pause,
 * faster) are left to ui_act.c where there is no stage; the others say what they are for.
 */
#include <inttypes.h>
#include <stdio.h>

#include "fragscope/array.h"

#include "ui_private.h"

/* One row: an action that is always the same command. */
static const struct {
	enum action action;
	enum stage_verb verb;
	int64_t value;
} commands[] = {
	{ ACTION_STEP_BACK, STAGE_STEP, -1 },
	{ ACTION_STEP_FORWARD, STAGE_STEP, 1 },
	{ ACTION_TEN_BACK, STAGE_STEP, -10 },
	{ ACTION_TEN_FORWARD, STAGE_STEP, 10 },
	{ ACTION_HUNDRED_BACK, STAGE_STEP, -100 },
	{ ACTION_HUNDRED_FORWARD, STAGE_STEP, 100 },
	{ ACTION_TO_START, STAGE_TO_START, 0 },
	{ ACTION_TO_END, STAGE_TO_END, 0 },
	{ ACTION_UNTIL_FAILED, STAGE_UNTIL, STAGE_STOP_FAILED },
	{ ACTION_UNTIL_MET, STAGE_UNTIL, STAGE_STOP_MET },
};

/* Events a second, slow to fast; 0 is as fast as it goes. */
static const uint32_t speeds[] = { 1, 2, 5, 10, 30, 100, 300, 1000, 10000, 0 };

struct order {
	struct ui *ui;
	const struct view_context *ctx;
	const struct stage *stage;
	enum action action;
	struct ui_effects *effects;
};

static const struct stage_column *shown_column(const struct order *order)
{
	return &order->stage->column[order->stage->selected];
}

static void order_run(const struct order *order)
{
	effect_add_stage(order->effects, STAGE_RUN, !order->stage->running, NULL);
}

/* "As fast as it goes" is above every number. */
static uint64_t speed_rank(uint32_t events_a_second)
{
	return events_a_second ? events_a_second : UINT64_MAX;
}

static void order_speed(const struct order *order)
{
	uint64_t now = speed_rank(order->stage->events_a_second);
	bool faster = order->action == ACTION_FASTER;

	for (size_t i = 0; i < ARRAY_SIZE(speeds); i++) {
		uint32_t next = speeds[faster ? i : ARRAY_SIZE(speeds) - 1 - i];

		if (faster ? speed_rank(next) > now : speed_rank(next) < now) {
			effect_add_stage(order->effects, STAGE_SPEED, next, NULL);
			return;
		}
	}
	ui_message(order->ui, ROLE_TEXT, faster ? "it runs as fast as it goes" :
						  "this is the slowest");
}

static void order_until(const struct order *order)
{
	ui_prompt_open(order->ui, PROMPT_UNTIL);
}

static void order_until_same(const struct order *order)
{
	const char *kind = shown_column(order)->event_kind;

	if (kind && kind[0])
		effect_add_stage(order->effects, STAGE_UNTIL, STAGE_STOP_KIND, kind);
	else
		ui_message(order->ui, ROLE_TEXT, "there is no last event yet");
}

static void order_until_block(const struct order *order)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%" PRIx64, order->ctx->state->pfn);
	effect_add_stage(order->effects, STAGE_UNTIL, STAGE_STOP_BLOCK, text);
}

static void order_column(const struct order *order)
{
	unsigned int nr = order->stage->nr_columns;
	unsigned int step = order->action == ACTION_NEXT_COLUMN ? 1 : nr - 1;

	if (nr > 1)
		effect_add_stage(order->effects, STAGE_SELECT,
				 (order->stage->selected + step) % nr, NULL);
	else
		ui_message(order->ui, ROLE_TEXT, "there is one policy only");
}

/* One row: an action whose command depends on how things stand. */
static const struct {
	enum action action;
	void (*give)(const struct order *order);
} orders[] = {
	{ ACTION_PAUSE, order_run },
	{ ACTION_SLOWER, order_speed },
	{ ACTION_FASTER, order_speed },
	{ ACTION_UNTIL, order_until },
	{ ACTION_UNTIL_SAME, order_until_same },
	{ ACTION_UNTIL_BLOCK, order_until_block },
	{ ACTION_NEXT_COLUMN, order_column },
	{ ACTION_PREV_COLUMN, order_column },
};

static bool give(const struct order *order)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		if (commands[i].action == order->action) {
			effect_add_stage(order->effects, commands[i].verb, commands[i].value,
					 NULL);
			return true;
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
		if (orders[i].action == order->action) {
			orders[i].give(order);
			return true;
		}
	}
	return false;
}

bool ui_stage_only(enum action action)
{
	return action >= ACTION_TEN_BACK && action <= ACTION_PREV_COLUMN;
}

bool ui_stage_act(struct ui *ui, const struct view_context *ctx, enum action action,
		  struct ui_effects *effects)
{
	const struct order order = { ui, ctx, ctx->frame->stage, action, effects };

	if (order.stage)
		return give(&order);
	if (!ui_stage_only(action))
		return false;
	/* Tab goes from column to column in the view of columns, and on where there are none */
	if (ui->view->go == ACTION_VIEW_SIM &&
	    (action == ACTION_NEXT_COLUMN || action == ACTION_PREV_COLUMN))
		ui_turn_view(ui, action == ACTION_NEXT_COLUMN);
	else
		ui_message(ui, ROLE_TEXT,
			   "this is no simulation; `fragscope SCENARIO.scn` opens one");
	return true;
}
