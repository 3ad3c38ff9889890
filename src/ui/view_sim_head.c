// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The scenario, where the run stands, and the slider: its left end is the begin of the workload,
 * its right end the end, once a run has been there.
 */
#include <stdio.h>

#include "fragscope/fmt.h"

#include "view_sim.h"
#include "widget.h"

#define LINE_GLYPH  0x2500
#define DONE_GLYPH  0x2501
#define THUMB_GLYPH 0x25cf
#define SLIDER_COLS_MIN 8
#define BRIEF_COLS 60

static const struct stage_column *shown_column(const struct stage *stage)
{
	return &stage->column[stage->selected];
}

static void speed_text(const struct stage *stage, bool brief, char *to, size_t size)
{
	if (stage->events_a_second)
		snprintf(to, size, "%s%s/s", fmt_count(FMT_BUF, stage->events_a_second),
			 brief ? "" : " events");
	else
		snprintf(to, size, "full speed");
}

static enum role run_text(const struct stage *stage, bool brief, char *to, size_t size)
{
	const struct stage_column *column = shown_column(stage);
	char speed[FMT_MAX + 16];

	speed_text(stage, brief, speed, sizeof(speed));
	if (column->broken[0]) {
		snprintf(to, size, "broken");
		return ROLE_BAD;
	}
	if (!stage->running) {
		snprintf(to, size, "%s, %s", column->ended ? "ended" : "paused", speed);
		return ROLE_WARN;
	}
	snprintf(to, size, "running %s, %s", stage->stop_text ? stage->stop_text : "to the end",
		 speed);
	return ROLE_GOOD;
}

void sim_head_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct stage *stage = ctx->frame->stage;
	const struct stage_column *column = shown_column(stage);
	struct pen pen = pen_at(canvas, rect);
	char text[160];
	enum role role;

	if (!rect.rows)
		return;
	pen_text(&pen, ROLE_TITLE, stage->scenario);
	role = run_text(stage, rect.cols < BRIEF_COLS, text, sizeof(text));
	pen_field(&pen, 1, "", role, text);
	snprintf(text, sizeof(text), "%s", fmt_count(FMT_BUF, column->nr_events));
	if (num_has(stage->end_events))
		snprintf(text, sizeof(text), "%s of %s", fmt_count(FMT_BUF, column->nr_events),
			 fmt_count(FMT_BUF, stage->end_events.n));
	pen_field(&pen, 2, "event", ROLE_VALUE, text);
	pen_field(&pen, 2, "op", ROLE_VALUE, fmt_count(FMT_BUF, column->nr_ops));
	pen_field(&pen, 2, "model time", ROLE_VALUE, fmt_duration(FMT_BUF, column->now_ns));
	snprintf(text, sizeof(text), "%llu", (unsigned long long)stage->seed);
	pen_field(&pen, 2, "seed", ROLE_VALUE, text);
	if (stage->title)
		pen_field(&pen, 2, "", ROLE_DIM, stage->title);
}

/* What stands at the right of the slider. */
static void slider_label(const struct stage *stage, int cols, char *to, size_t size)
{
	int len = 0;

	to[0] = '\0';
	if (!num_has(stage->end_events))
		len = snprintf(to, size, cols >= 60 ? "  the end has not been seen yet" : "  ?");
	else
		len = snprintf(to, size, "  %s", fmt_share(FMT_BUF, shown_column(stage)->nr_events,
							   stage->end_events.n));
	if (cols >= 120 && stage->checkpoint_budget && len > 0 && (size_t)len < size)
		snprintf(to + len, size - (size_t)len, "   for going back %s of %s",
			 fmt_bytes(FMT_BUF, stage->checkpoint_bytes),
			 fmt_bytes(FMT_BUF, stage->checkpoint_budget));
}

static int slider_cols(const struct stage *stage, int cols)
{
	char label[128];

	slider_label(stage, cols, label, sizeof(label));
	return cols - text_width(label);
}

bool sim_slider_event(const struct stage *stage, struct rect rect, int x, uint64_t *event)
{
	int cols = slider_cols(stage, rect.cols);

	if (!num_has(stage->end_events) || cols < SLIDER_COLS_MIN || x < 0 || x >= cols)
		return false;
	*event = (uint64_t)((double)stage->end_events.n * x / (cols - 1));
	return true;
}

void sim_slider_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct stage *stage = ctx->frame->stage;
	bool utf8 = ctx->caps & CANVAS_UTF8, known = num_has(stage->end_events);
	int cols = slider_cols(stage, rect.cols), thumb = -1;
	char label[128];

	if (!rect.rows || cols < SLIDER_COLS_MIN)
		return;
	if (known && stage->end_events.n)
		thumb = (int)((double)shown_column(stage)->nr_events /
			      (double)stage->end_events.n * (cols - 1));
	if (thumb > cols - 1)
		thumb = cols - 1;
	for (int i = 0; i < cols; i++) {
		uint32_t line = i < thumb ? DONE_GLYPH : LINE_GLYPH, plain = i < thumb ? '=' : '-';

		canvas_glyph(canvas, rect.y, rect.x + i, i < thumb ? ROLE_PLOT : ROLE_DIM,
			     utf8 ? line : plain);
	}
	if (thumb >= 0)
		canvas_glyph(canvas, rect.y, rect.x + thumb, ROLE_SELECT,
			     utf8 ? THUMB_GLYPH : 'O');
	slider_label(stage, rect.cols, label, sizeof(label));
	canvas_text_cut(canvas, rect.y, rect.x + cols, rect.cols - cols, ROLE_LABEL, label);
}

static const char *note_text(const struct stage *stage, char *to, size_t size)
{
	static const char inferred[] = "block types are inferred from the pages in them";

	to[0] = '\0';
	if (stage->nr_unknown_pages)
		snprintf(to, size, "of the host's memory %s page%s unknown and count%s as "
			 "unmovable%s%s", fmt_count(FMT_BUF, stage->nr_unknown_pages),
			 stage->nr_unknown_pages == 1 ? " is" : "s are",
			 stage->nr_unknown_pages == 1 ? "s" : "",
			 stage->types_inferred ? "; " : "",
			 stage->types_inferred ? inferred : "");
	else if (stage->types_inferred)
		snprintf(to, size, "of the host's memory %s", inferred);
	return to;
}

int sim_note_rows(const struct stage *stage, int cols)
{
	char text[256];

	return wrap_rows(note_text(stage, text, sizeof(text)), cols);
}

void sim_note_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	char text[256];

	if (rect.rows)
		widget_wrap(canvas, rect, ROLE_WARN,
			    note_text(ctx->frame->stage, text, sizeof(text)));
}
