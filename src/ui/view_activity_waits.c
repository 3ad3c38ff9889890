// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_activity_waits - the processes that waited longest, and how long waits of each order took.
 *
 * Latencies are counted by powers of two; a cell of the histogram is one power, and all rows share
 * one axis.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "view_activity.h"
#include "widget.h"

#define WAITS_NARROW 3  /* processes shown where there is little room, */
#define WAITS_WIDE   12 /* and where there is more */
#define WIDE_COLS    90

#define WAIT_MEANS (ACTIVITY_COMPACTION | ACTIVITY_RECLAIM)

enum { WHO, PID, KIND, NR, TOTAL, MAX, MEAN, ORDER, GOOD, CGROUP, NR_COLUMNS };

static const struct column wait_table[NR_COLUMNS] = {
	[WHO] = { "who waited", 12, 16, 0, false },
	[PID] = { "pid", 7, 8, 3, true },
	[KIND] = { "for", 10, 10, 1, false },
	[NR] = { "times", 7, 9, 2, true },
	[TOTAL] = { "in all", 11, 12, 0, true },
	[MAX] = { "longest", 7, 8, 4, true },
	[MEAN] = { "mean", 7, 8, 6, true },
	[ORDER] = { "order", 5, 5, 5, true },
	[GOOD] = { "got it", 6, 6, 2, true },
	[CGROUP] = { "cgroup", 9, 48, 7, false },
};

static int waits_shown(const struct view_context *ctx, int cols)
{
	int most = cols < WIDE_COLS ? WAITS_NARROW : WAITS_WIDE;
	int nr = (int)activity_of(ctx)->nr_stalls;

	return nr < most ? nr : most;
}

int activity_waits_rows(const struct view_context *ctx, int cols)
{
	if (!activity_of(ctx) || !(activity_of(ctx)->means & WAIT_MEANS))
		return activity_of(ctx) != NULL;
	return activity_of(ctx)->nr_stalls ? 1 + waits_shown(ctx, cols) : 0;
}

/* Its path, or its number where that is not known. */
static void draw_cgroup(const struct frame *frame, struct canvas *canvas, int y,
			const struct column *column, uint64_t id)
{
	const char *path = id ? frame_cgroup_path(frame, id) : NULL;
	char text[FMT_MAX];

	snprintf(text, sizeof(text), id ? "%llu" : "–", (unsigned long long)id);
	table_cell(canvas, y, column, id ? ROLE_TEXT : ROLE_UNKNOWN, path ? path : text);
}

static void draw_wait(const struct frame *frame, struct canvas *canvas, int y,
		      const struct column *columns, const struct stall_row *row)
{
	bool outcome = row->kind != STALL_DRAIN && row->nr;
	char text[FMT_MAX];

	table_cell(canvas, y, &columns[WHO], ROLE_VALUE, row->pid ? row->comm : "others");
	snprintf(text, sizeof(text), row->pid ? "%u" : "–", row->pid);
	table_cell(canvas, y, &columns[PID], row->pid ? ROLE_TEXT : ROLE_DIM, text);
	table_cell(canvas, y, &columns[KIND], ROLE_TEXT, stall_kind_name[row->kind]);
	table_cell(canvas, y, &columns[NR], ROLE_VALUE,
		   num_fit(FMT_BUF, num_known(row->nr), columns[NR].cols));
	table_cell(canvas, y, &columns[TOTAL], ROLE_VALUE, fmt_duration(FMT_BUF, row->total_ns));
	table_cell(canvas, y, &columns[MAX], ROLE_VALUE, fmt_duration(FMT_BUF, row->max_ns));
	table_cell(canvas, y, &columns[MEAN], ROLE_TEXT,
		   fmt_duration(FMT_BUF, row->nr ? row->total_ns / row->nr : 0));
	snprintf(text, sizeof(text), row->max_order < 0 ? "–" : "%s%d",
		 row->max_order ? "to " : "", row->max_order);
	table_cell(canvas, y, &columns[ORDER], ROLE_TEXT, text);
	table_cell(canvas, y, &columns[GOOD], !outcome ? ROLE_DIM :
		   activity_success_role(row->nr_good, row->nr), !outcome ? "–" :
		   fmt_share(FMT_BUF, row->nr_good, row->nr));
	draw_cgroup(frame, canvas, y, &columns[CGROUP], row->cgroup);
}

void activity_waits_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct activity *activity = activity_of(ctx);
	struct column columns[NR_COLUMNS];
	int shown = waits_shown(ctx, rect.cols);
	char title[40];

	if (!(activity->means & WAIT_MEANS)) {
		activity_draw_missing(ctx, canvas, rect, "waits");
		return;
	}
	memcpy(columns, wait_table, sizeof(columns));
	table_layout(columns, NR_COLUMNS, rect.x, rect.cols);
	if (shown < (int)activity->nr_stalls) {
		snprintf(title, sizeof(title), "%d of %u waited", shown, activity->nr_stalls);
		if (text_width(title) <= columns[WHO].cols)
			columns[WHO].title = title;
	}
	table_head(canvas, rect.y, columns, NR_COLUMNS);
	for (int i = 0; i < shown; i++)
		draw_wait(ctx->frame, canvas, rect.y + 1 + i, columns, &activity->stalls[i]);
}

enum { WAIT, COUNT, PLOT, P50, P99, LONGEST, NR_LATENCY_COLUMNS };

/* The buckets from the first to the last that any row fills. */
static void bucket_range(const struct activity *activity, int *first, int *end)
{
	*first = LATENCY_BUCKETS;
	*end = 0;
	for (unsigned int i = 0; i < activity->nr_latency; i++) {
		for (int b = 0; b < LATENCY_BUCKETS; b++) {
			if (!activity->latency[i].latency.bucket[b])
				continue;
			*first = b < *first ? b : *first;
			*end = b + 1 > *end ? b + 1 : *end;
		}
	}
}

static bool has_row(const struct latency_row *row)
{
	return row->latency.nr != 0;
}

int activity_latency_rows(const struct view_context *ctx, int cols)
{
	int rows = 2;

	(void)cols;
	if (!activity_of(ctx))
		return 0;
	for (unsigned int i = 0; i < activity_of(ctx)->nr_latency; i++)
		rows += has_row(&activity_of(ctx)->latency[i]);
	return rows > 2 ? rows : 0;
}

/* Where 1 us, 1 ms and 1 s lie among powers of two of a ns, near enough. */
static void draw_axis(struct canvas *canvas, int y, const struct column *plot, int cell_cols,
		      int first, int end)
{
	static const struct {
		int bucket;
		const char *text;
	} marks[] = { { 10, "╷1 us" }, { 13, "╷8 us" }, { 17, "╷131 us" }, { 20, "╷1 ms" },
		      { 23, "╷8 ms" }, { 27, "╷134 ms" }, { 30, "╷1 s" }, { 33, "╷9 s" } };
	int free_from = plot->x;

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		int x = plot->x + (marks[i].bucket - first) * cell_cols;

		if (marks[i].bucket < first || marks[i].bucket > end || x < free_from ||
		    x + text_width(marks[i].text) > plot->x + plot->cols)
			continue;
		canvas_text(canvas, y, x, ROLE_DIM, marks[i].text);
		free_from = x + text_width(marks[i].text) + 1;
	}
}

static void draw_latency(struct canvas *canvas, int y, const struct column *columns,
			 const struct latency_row *row, int cell_cols, int first, int end)
{
	const struct latency *latency = &row->latency;
	double counts[LATENCY_BUCKETS];
	char text[FMT_MAX];

	snprintf(text, sizeof(text), row->order < 0 ? "%s" : "%s, order %d",
		 stall_kind_name[row->kind], row->order);
	table_cell(canvas, y, &columns[WAIT], ROLE_LABEL, text);
	table_cell(canvas, y, &columns[COUNT], ROLE_VALUE,
		   num_fit(FMT_BUF, num_known(latency->nr), columns[COUNT].cols));
	for (int b = first; b < end; b++)
		counts[b - first] = latency->bucket[b];
	if (columns[PLOT].cols)
		widget_columns(canvas, (struct rect){ y, columns[PLOT].x, 1, columns[PLOT].cols },
			       cell_cols, counts, (size_t)(end - first), 0, ROLE_PLOT, ROLE_PLOT);
	table_cell(canvas, y, &columns[P50], ROLE_VALUE,
		   fmt_duration(FMT_BUF, latency_quantile_ns(latency, 500)));
	table_cell(canvas, y, &columns[P99], ROLE_VALUE,
		   fmt_duration(FMT_BUF, latency_quantile_ns(latency, 990)));
	table_cell(canvas, y, &columns[LONGEST], ROLE_VALUE,
		   fmt_duration(FMT_BUF, latency->max_ns));
}

void activity_latency_draw(const struct view_context *ctx, struct canvas *canvas,
			   struct rect rect)
{
	const struct activity *activity = activity_of(ctx);
	struct column columns[NR_LATENCY_COLUMNS] = {
		[WAIT] = { "latency", 18, 20, 0, false },
		[COUNT] = { "times", 6, 9, 2, true },
		[P50] = { "half below", 10, 10, 0, true },
		[P99] = { "99 % below", 10, 10, 1, true },
		[LONGEST] = { "longest", 8, 8, 3, true },
	};
	int first, end, cell_cols = 1, y = rect.y + 2;

	bucket_range(activity, &first, &end);
	if (rect.cols >= WIDE_COLS)
		cell_cols = 2;
	columns[PLOT] = (struct column){ "", (end - first) * cell_cols, (end - first) * cell_cols,
					 4, false };
	if (columns[PLOT].min < 12)
		columns[PLOT].min = columns[PLOT].max = 12;
	table_layout(columns, NR_LATENCY_COLUMNS, rect.x, rect.cols);
	table_head(canvas, rect.y, columns, NR_LATENCY_COLUMNS);
	if (columns[PLOT].cols)
		draw_axis(canvas, rect.y + 1, &columns[PLOT], cell_cols, first, end);
	if (columns[WAIT].cols && !(activity->means & ACTIVITY_WHOLE_STALLS))
		canvas_text_cut(canvas, rect.y + 1, columns[WAIT].x, columns[PLOT].cols ?
				columns[PLOT].x - columns[WAIT].x - 1 : rect.cols, ROLE_DIM,
				"sums of a wait's runs");
	for (unsigned int i = 0; i < activity->nr_latency; i++)
		if (has_row(&activity->latency[i]))
			draw_latency(canvas, y++, columns, &activity->latency[i], cell_cols, first,
				     end);
}
