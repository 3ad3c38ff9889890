// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_activity_time - waits, runs and moved pages over the frames that are kept, with a time axis.
 *
 * One row of curves[] is one curve, the sum of some metrics.  A cell is a frame.
 */
#include <math.h>
#include <stdio.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/history.h"
#include "fragscope/metric.h"
#include "view_activity.h"
#include "widget.h"

#define SERIES_MAX 240
#define LABEL_COLS 13
#define VALUE_COLS 11
#define PEAK_COLS  17
#define WAIT_MEANS (ACTIVITY_COMPACTION | ACTIVITY_RECLAIM)
#define TALL_COLS  90 /* from here on curves are two rows high */

static const struct curve {
	const char *label;
	const char *metrics[4]; /* whose sum it is, as far as they are known */
	bool is_time;           /* ms/s */
	enum role role;
	unsigned int means;     /* one of these must be known */
	bool roomy;             /* only where there is room */
} curves[] = {
	{ "waits", { "compaction_stalls", "reclaim_stalls", "drain_stalls" }, false, ROLE_PLOT,
	  WAIT_MEANS, true },
	{ "time waited", { "compaction_stall_time", "reclaim_stall_time", "drain_stall_time" },
	  true, ROLE_PLOT, WAIT_MEANS, false },
	{ "runs", { "direct_runs", "kcompactd_runs", "proactive_runs", "manual_runs" }, false,
	  ROLE_PLOT2, ACTIVITY_COMPACTION, false },
	{ "pages moved", { "migrated" }, false, ROLE_PLOT2, ACTIVITY_COMPACTION, false },
	{ "scanned", { "migrate_scanned", "free_scanned" }, false, ROLE_PLOT2,
	  ACTIVITY_COMPACTION, true },
	{ "fallbacks", { "fallbacks" }, false, ROLE_PLOT, ACTIVITY_FALLBACKS, true },
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

/* The last nr values, oldest first; NaN unknown. */
static void curve_values(const struct view_context *ctx, const struct curve *curve,
			 double *values, size_t nr)
{
	double add[SERIES_MAX];

	for (size_t i = 0; i < nr; i++)
		values[i] = NAN;
	for (size_t m = 0; m < ARRAY_SIZE(curve->metrics) && curve->metrics[m]; m++) {
		history_series(ctx->input->history, metric_find(curve->metrics[m]),
			       ctx->state->back, add, nr);
		for (size_t i = 0; i < nr; i++)
			values[i] = isnan(values[i]) ? add[i] :
				    isnan(add[i]) ? values[i] : values[i] + add[i];
	}
}

static char *value_text(char *to, size_t size, const struct curve *curve, double value)
{
	if (isnan(value))
		snprintf(to, size, "–");
	else if (curve->is_time && value > 0)
		snprintf(to, size, "%s/s", value < 1e9 ?
			 fmt_duration(FMT_BUF, (uint64_t)(value * 1e6)) : "–");
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

	curve_values(ctx, curve, values, nr);
	now = values[nr - 1];
	canvas_text_cut(canvas, line.y, line.x, LABEL_COLS - 1, ROLE_LABEL, curve->label);
	widget_plot(canvas, plot, curve->role, values, nr, 0);
	canvas_right(canvas, line.y, right - 1, isnan(now) ? ROLE_UNKNOWN : now > 0 ? ROLE_VALUE :
		     ROLE_DIM, value_text(text, sizeof(text), curve, now));
	if (right + PEAK_COLS <= line.x + line.cols)
		canvas_printf(canvas, line.y, right + 2, ROLE_DIM, "max %s",
			      value_text(text, sizeof(text), curve, peak(values, nr)));
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
