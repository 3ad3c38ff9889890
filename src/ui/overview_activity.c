// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * overview_activity - what the allocator has been doing: one line per metric, with its history.
 *
 * Names are the kernel's own.  A metric that was unknown all the time gets no line.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/history.h"
#include "fragscope/index.h"
#include "fragscope/metric.h"
#include "kernel_work.h"
#include "overview.h"
#include "widget.h"
#include "zone_text.h"

#define SERIES_MAX  240
#define HALF_MIN    38 /* columns that one of two metrics side by side needs */
#define HALF_MAX    90 /* from two times as many on, one is shown in a line */
#define VALUE_COLS  9
#define PEAK_COLS   19         /* "max 12,345,678/s" */

/* In the order in which they get room. */
static const struct {
	const char *name;
	double max;     /* of the scale; 0: the largest value shown */
} shown[] = {
	{ "compact_stall", 0 }, { "thp_fault_alloc", 0 }, { "compact_fail", 0 },
	{ "thp_fault_fallback", 0 }, { "compact_success", 0 }, { "allocstall", 0 },
	{ "kcompactd_cpu", 0 }, { "psi_some", 0 }, { "compaction_stall_time", 0 },
	{ "reclaim_stall_time", 0 }, { "fragmenting_fallbacks", 0 }, { "failed_allocations", 0 },
	{ "kswapd_cpu", 0 }, { "proactive_score", 100 },
	{ "compact_migrate_scanned", 0 }, { "compact_free_scanned", 0 },
	{ "pgmigrate_success", 0 }, { "pgmigrate_fail", 0 }, { "pgsteal_kswapd", 0 },
	{ "pgsteal_direct", 0 }, { "compact_daemon_wake", 0 }, { "unusable_index", 1000 },
	{ "extfrag_index", 1000 }, { "whole_block_share", 100 }, { "free_pages", 0 },
	{ "psi_full", 0 }, { "thp_collapse_alloc", 0 }, { "thp_split_page", 0 },
};

struct series {
	const struct metric *metric;
	double max;
};

/* Whether there ever was a value; looks at a few frames only. */
static bool is_known(const struct view_context *ctx, const struct metric *metric)
{
	double values[4];

	if (!metric || !ctx->input->history)
		return false;
	history_series(ctx->input->history, metric, ctx->state->back, values, ARRAY_SIZE(values));
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		if (!isnan(values[i]))
			return true;
	return false;
}

static unsigned int known_metrics(const struct view_context *ctx,
				  struct series found[ARRAY_SIZE(shown)])
{
	unsigned int nr = 0;

	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		const struct metric *metric = metric_find(shown[i].name);

		if (is_known(ctx, metric))
			found[nr++] = (struct series){ metric, shown[i].max };
	}
	return nr;
}

static unsigned int nr_columns(int cols)
{
	return cols >= 2 * HALF_MIN && cols < HALF_MAX ? 2 : 1;
}

static void value_text(const struct view_context *ctx, const struct metric *metric, double value,
		       char *to, size_t size)
{
	if (isnan(value))
		snprintf(to, size, "–");
	else if (!strcmp(metric->unit, "1/s"))
		snprintf(to, size, "%s/s", fmt_decimal(FMT_BUF, value));
	else if (!strcmp(metric->unit, "ms/s"))
		snprintf(to, size, "%s ms/s", fmt_decimal(FMT_BUF, value));
	else if (!strcmp(metric->unit, "percent"))
		snprintf(to, size, "%s %%", fmt_decimal(FMT_BUF, value));
	else if (!strcmp(metric->name, "extfrag_index"))
		extfrag_text(to, size, (int)value);
	else if (!strcmp(metric->unit, "per mille"))
		fmt_permille(to, size, (int)value);
	else if (!strcmp(metric->unit, "pages"))
		num_pages_text(to, size, num_known((uint64_t)value), ctx->frame->page_size);
	else
		fmt_decimal(to, size, value);
}

static double peak(const double *values, size_t nr)
{
	double max = NAN;

	for (size_t i = 0; i < nr; i++)
		if (!isnan(values[i]) && !(values[i] <= max))
			max = values[i];
	return max;
}

static void draw_metric(const struct view_context *ctx, struct canvas *canvas, struct rect rect,
			const struct series *series)
{
	bool wide = rect.cols > 60;
	int name_cols = wide ? 25 : 20, right = wide ? VALUE_COLS + PEAK_COLS : VALUE_COLS;
	int plot = rect.cols - name_cols - right, x = rect.x + rect.cols - right;
	double values[SERIES_MAX], now;
	size_t nr;
	char text[48];

	nr = plot < 1 ? 1 : plot < SERIES_MAX ? (size_t)plot : SERIES_MAX;
	history_series(ctx->input->history, series->metric, ctx->state->back, values, nr);
	now = values[nr - 1];
	canvas_text_cut(canvas, rect.y, rect.x, name_cols - 1, ROLE_LABEL, series->metric->name);
	if (plot > 0)
		widget_plot(canvas, (struct rect){ rect.y, rect.x + name_cols, rect.rows, plot },
			    ROLE_PLOT, values, nr, series->max);
	value_text(ctx, series->metric, now, text, sizeof(text));
	canvas_right(canvas, rect.y, x + VALUE_COLS - 1,
		     isnan(now) ? ROLE_UNKNOWN : now > 0 ? ROLE_VALUE : ROLE_DIM, text);
	value_text(ctx, series->metric, peak(values, nr), text, sizeof(text));
	if (wide)
		canvas_printf(canvas, rect.y, x + VALUE_COLS + 2, ROLE_DIM, "max %s", text);
}

/* Rates are worth two rows each where a plot is wide; levels are not. */
static bool is_rate(const struct series *series)
{
	return series->metric->counter != NULL;
}

int activity_rows(const struct view_context *ctx, int cols)
{
	struct series found[ARRAY_SIZE(shown)];
	unsigned int nr = known_metrics(ctx, found), columns = nr_columns(cols), rows = nr;

	if (!nr)
		return 0;
	if (columns > 1)
		return 1 + (int)((nr + columns - 1) / columns);
	for (unsigned int i = 0; i < nr; i++)
		rows += is_rate(&found[i]);
	return 1 + (int)rows;
}

/* "waits 12/s, 8.4 ms/s; most by postgres": of the last interval; the name is of all that was
 * watched. */
static bool draw_waits(const struct view_context *ctx, struct pen *pen)
{
	const struct history *history = ctx->input->history;
	const struct frame *before = history_frame(history, ctx->state->back + 1);
	const struct activity *now = ctx->frame->activity;
	double seconds = history_seconds(history, ctx->state->back);
	struct stall_sum sum, old;

	if (!now || !before || !before->activity || isnan(seconds) ||
	    before->activity->since_ns != now->since_ns)
		return false;
	sum = work_sum_stalls(now, -1);
	old = work_sum_stalls(before->activity, -1);
	if (sum.nr < old.nr || sum.total_ns < old.total_ns)
		return false;
	if (sum.nr == old.nr)
		pen_text(pen, ROLE_GOOD, "  nobody waits");
	else
		pen_printf(pen, ROLE_WARN, "  waits %s/s, %s/s",
			   fmt_decimal(FMT_BUF, (double)(sum.nr - old.nr) / seconds),
			   fmt_duration(FMT_BUF, (uint64_t)((double)(sum.total_ns - old.total_ns) /
							    seconds)));
	if (now->nr_stalls && now->stalls[0].pid)
		pen_printf(pen, ROLE_VALUE, "; most by %s (pid %u), %s in all",
			   now->stalls[0].comm, now->stalls[0].pid,
			   fmt_duration(FMT_BUF, now->stalls[0].total_ns));
	return true;
}

static void draw_title(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	size_t nr = history_nr(ctx->input->history);
	const struct frame *oldest = nr ? history_frame(ctx->input->history, nr - 1) : NULL;
	struct pen pen = pen_at(canvas, rect);

	pen_text(&pen, ROLE_TITLE, "activity");
	if (draw_waits(ctx, &pen) && rect.cols < HALF_MAX)
		return;
	if (oldest && oldest->mono_ns && ctx->frame->mono_ns > oldest->mono_ns)
		pen_printf(&pen, ROLE_DIM, "  a cell per frame, %s kept",
			   fmt_duration(FMT_BUF, ctx->frame->mono_ns - oldest->mono_ns));
}

void activity_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct series found[ARRAY_SIZE(shown)];
	unsigned int nr = known_metrics(ctx, found), columns = nr_columns(rect.cols);
	int width = rect.cols / (int)columns, y = rect.y + 1;
	int spare = columns > 1 ? 0 : rect.rows - 1 - (int)nr; /* rows for higher plots */

	draw_title(ctx, canvas, rect);
	for (unsigned int i = 0; i < nr; i++) {
		unsigned int column = i % columns;
		struct rect line = { y, rect.x + (int)column * width, 1,
				     column + 1 < columns ? width - 2 : width };

		if (spare > 0 && is_rate(&found[i])) {
			line.rows = 2;
			spare--;
		}
		if (y + line.rows > rect.y + rect.rows)
			break;
		draw_metric(ctx, canvas, line, &found[i]);
		if (column + 1 == columns)
			y += line.rows;
	}
}
