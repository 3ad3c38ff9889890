// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ui_mouse - what lies under the pointer acts.
 *
 * The first and the last line are made of parts with an action each (ui_head_hits, ui_foot_hits);
 * what is between belongs to the view, which gets positions relative to its rectangle.  The wheel
 * moves like the arrow keys where the view has no use of its own for it.
 */
#include "ui_private.h"

#define WHEEL_LINES 3

static enum action hit_action(const struct hit *hits, unsigned int nr, int x)
{
	for (unsigned int i = 0; i < nr; i++)
		if (x >= hits[i].x && x < hits[i].x + hits[i].cols)
			return hits[i].action;
	return ACTION_NONE;
}

static enum action bar_action(const struct ui *ui, int y, int x)
{
	struct hit hits[UI_HITS_MAX];

	if (y == 0)
		return hit_action(hits, ui_head_hits(ui, ui->cols, hits), x);
	return hit_action(hits, ui_foot_hits(ui, ui->cols, hits), x);
}

static void wheel(struct ui *ui, const struct ui_input *input, bool up, struct ui_effects *effects)
{
	for (int i = 0; i < WHEEL_LINES; i++)
		ui_act(ui, input, up ? ACTION_UP : ACTION_DOWN, effects);
}

void ui_mouse(struct ui *ui, const struct ui_input *input, const struct ui_event *event,
	      struct ui_effects *effects)
{
	struct rect rect = ui_view_rect(ui);
	struct ui_event inside = *event;

	if (ui->cols < UI_COLS_MIN || ui->rows < UI_ROWS_MIN)
		return;
	if (event->mouse == MOUSE_PRESS) {
		ui->message[0] = '\0';
		ui->prompt.kind = PROMPT_NONE;
		if (event->y == 0 || event->y == ui->rows - 1) {
			ui_act(ui, input, bar_action(ui, event->y, event->x), effects);
			return;
		}
	}
	if (event->y < rect.y || event->y >= rect.y + rect.rows || event->x < rect.x ||
	    event->x >= rect.x + rect.cols)
		return;
	inside.y -= rect.y;
	inside.x -= rect.x;
	if (ui->view->mouse) {
		struct view_context ctx = ui_context(ui, input);

		if (ui->view->mouse(&ctx, &inside, rect, effects))
			return;
	}
	if (event->mouse == MOUSE_WHEEL_UP || event->mouse == MOUSE_WHEEL_DOWN)
		wheel(ui, input, event->mouse == MOUSE_WHEEL_UP, effects);
}
