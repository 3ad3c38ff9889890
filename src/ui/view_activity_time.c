// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_activity_time - waits, runs and moved pages over the frames that are kept, with a time axis.
 *
 * One row of curves[] is one curve: a total of a frame's activity; what is drawn is its growth per
 * second from frame to frame.  A cell is a frame.
 */
#include <math.h>
#include <stdio.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/history.h"
#include "kernel_work.h"
#include "view_activity.h"
#include "widget.h"

#define SERIES_MAX 240
#define LABEL_COLS 13
#define VALUE_COLS 11
#define PEAK_COLS  17
#define WAIT_MEANS (ACTIVITY_COMPACTION | ACTIVITY_RECLAIM)
#define TALL_COLS  90 /* from here on curves are two rows high */

static uint64_t total_waits(const struct activity *activity)
{
	return work_sum_stalls(activity, -1).nr;
}

static uint64_t total_waited(const struct activity *activity)
{
	return work_sum_stalls(activity, -1).total_ns;
}

static uint64_t total_runs(const struct activity *activity)
{
	return activity_sum_compact(activity, -1, -1).nr_runs;
}

static uint64_t total_scanned(const struct activity *activity)
{
	struct compact_row sum = activity_sum_compact(activity, -1, -1);

	return sum.migrate_scanned + sum.free_scanned;
}

static uint64_t total_moved(const struct activity *activity)
{
	return activity_sum_compact(activity, -1, -1).migrated;
}

static uint64_t total_fallbacks(const struct activity *activity)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < activity->nr_fallbacks; i++)
		sum += activity->fallbacks[i].nr;
	return sum;
}

static const struct curve {
	const char *label;
	uint64_t (*total)(const struct activity *activity);
	bool is_time;       /* ns */
	enum role role;
	unsigned int means; /* one of these must be known */
	bool roomy;         /* only where there is room */
} curves[] = {
	{ "waits", total_waits, false, ROLE_PLOT, WAIT_MEANS, true },
	{ "time waited", total_waited, true, ROLE_PLOT, WAIT_MEANS, false },
	{ "runs", total_runs, false, ROLE_PLOT2, ACTIVITY_COMPACTION, false },
	{ "pages moved", total_moved, false, ROLE_PLOT2, ACTIVITY_COMPACTION, false },
	{ "scanned", total_scanned, false, ROLE_PLOT2, ACTIVITY_COMPACTION, true },
	{ "fallbacks", total_fallbacks, false, ROLE_PLOT, ACTIVITY_FALLBACKS, true },
};

static bool is_shown(const struct view_context *ctx, const struct curve *curve, int cols)
{
	return activity_of(ctx)->means & curve->means && (cols >= TALL_COLS || !curve->roomy);
}

static int curve_rows(int cols)
{
	return cols >= TALL_COLS ? 2 : 1;
}

int activity_time_rows(const struct view_context *ctx, int cols)
{
	int rows = 1;

	if (!activity_of(ctx) || !ctx->input->history || history_nr(ctx->input->history) < 2)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(curves); i++)
		rows += is_shown(ctx, &curves[i], cols) ? curve_rows(cols) : 0;
	return rows > 1 ? rows : 0;
}

/* Growth per second between a frame and the one before; NaN unknown. */
static double growth(const struct history *history, const struct curve *curve, size_t back)
{
	double seconds = history_seconds(history, back);
	const struct activity *now, *before;
	uint64_t newer, older;

	if (isnan(seconds))
		return NAN;
	now = history_frame(history, back)->activity;
	before = history_frame(history, back + 1)->activity;
	if (!now || !before || now->since_ns != before->since_ns)
		return NAN;
	newer = curve->total(now);
	older = curve->total(before);
	return newer < older ? NAN : (double)(newer - older) / seconds;
}

static char *growth_text(char *to, size_t size, const struct curve *curve, double value)
{
	if (isnan(value))
		snprintf(to, size, "–");
	else if (curve->is_time && value > 0)
		snprintf(to, size, "%s/s", value < 1e15 ?
			 fmt_duration(FMT_BUF, (uint64_t)value) : "–");
	else
		snprintf(to, size, "%s/s", fmt_decimal(FMT_BUF, value));
	return to;
}

static double peak(const double *values, size_t nr)
{
	double max = NAN;

	for (size_t i = 0; i < nr; i++)
		if (!isnan(values[i]) && !(values[i] <= max))
			max = values[i];
	return max;
}

static void draw_curve(const struct view_context *ctx, const struct curve *curve,
		       struct canvas *canvas, struct rect line, struct rect plot)
{
	double values[SERIES_MAX];
	size_t nr = plot.cols < SERIES_MAX ? (size_t)plot.cols : SERIES_MAX;
	char text[FMT_MAX + 2];
	int right = plot.x + plot.cols + VALUE_COLS;
	double now;

	for (size_t i = 0; i < nr; i++)
		values[i] = growth(ctx->input->history, curve, ctx->state->back + nr - 1 - i);
	now = values[nr - 1];
	canvas_text_cut(canvas, line.y, line.x, LABEL_COLS - 1, ROLE_LABEL, curve->label);
	widget_plot(canvas, plot, curve->role, values, nr, 0);
	canvas_right(canvas, line.y, right - 1, isnan(now) ? ROLE_UNKNOWN : now > 0 ? ROLE_VALUE :
		     ROLE_DIM, growth_text(text, sizeof(text), curve, now));
	if (right + PEAK_COLS <= line.x + line.cols)
		canvas_printf(canvas, line.y, right + 2, ROLE_DIM, "max %s",
			      growth_text(text, sizeof(text), curve, peak(values, nr)));
}

/* Ages of some frames under their cells. */
static void draw_axis(const struct view_context *ctx, struct canvas *canvas, struct rect plot)
{
	const struct history *history = ctx->input->history;
	int free_until = plot.x + plot.cols - 4, step = 22;

	canvas_text(canvas, plot.y, plot.x + plot.cols - 3, ROLE_DIM, "now");
	for (int cell = plot.cols - 1 - step; cell >= 0; cell -= step) {
		const struct frame *frame = history_frame(history, ctx->state->back +
							  (size_t)(plot.cols - 1 - cell));
		char text[FMT_MAX + 8];

		if (!frame || !frame->mono_ns || frame->mono_ns >= ctx->frame->mono_ns)
			return;
		snprintf(text, sizeof(text), "╷%s ago",
			 fmt_duration(FMT_BUF, ctx->frame->mono_ns - frame->mono_ns));
		if (plot.x + cell + text_width(text) > free_until)
			continue;
		canvas_text(canvas, plot.y, plot.x + cell, ROLE_DIM, text);
		free_until = plot.x + cell - 1;
	}
}

void activity_time_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	int right = VALUE_COLS + (rect.cols >= 70 ? PEAK_COLS : 0), rows = curve_rows(rect.cols);
	struct rect plot = { rect.y, rect.x + LABEL_COLS, rows, rect.cols - LABEL_COLS - right };
	struct rect line = rect;

	if (plot.cols < 1)
		plot.cols = 1;
	for (size_t i = 0; i < ARRAY_SIZE(curves); i++) {
		if (!is_shown(ctx, &curves[i], rect.cols))
			continue;
		line.y = plot.y;
		draw_curve(ctx, &curves[i], canvas, line, plot);
		plot.y += rows;
	}
	canvas_text_cut(canvas, plot.y, rect.x, LABEL_COLS - 1, ROLE_TITLE, "time");
	draw_axis(ctx, canvas, plot);
}
