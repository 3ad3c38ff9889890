// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_activity_compact - compaction by zone and cause, and the last runs one by one.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "view_activity.h"
#include "widget.h"

#define GROUPS_MAX  32 /* zones times causes; more than any host has at work */
#define RUNS_SHOWN  12
#define ENDED_MAX   96

/* Rows of one zone and cause, summed. */
struct group {
	struct compact_row sum;
	int min_order, max_order;
	unsigned int modes;     /* a bit each */
};

static bool is_of_group(const struct compact_row *group, const struct compact_row *row)
{
	return group->node == row->node && group->zone_start_pfn == row->zone_start_pfn &&
	       group->cause == row->cause;
}

static void group_add(struct group *group, const struct compact_row *row)
{
	struct compact_row *sum = &group->sum;

	sum->nr_runs += row->nr_runs;
	sum->total_ns += row->total_ns;
	sum->max_ns = row->max_ns > sum->max_ns ? row->max_ns : sum->max_ns;
	for (int result = 0; result < NR_COMPACT_RESULTS; result++)
		sum->nr_results[result] += row->nr_results[result];
	sum->migrate_scanned += row->migrate_scanned;
	sum->free_scanned += row->free_scanned;
	sum->migrate_isolated += row->migrate_isolated;
	sum->free_isolated += row->free_isolated;
	sum->migrated += row->migrated;
	sum->migrate_failed += row->migrate_failed;
	sum->blocks_visited += row->blocks_visited;
	sum->blocks_empty += row->blocks_empty;
	group->modes |= 1u << row->mode;
	if (row->order < group->min_order)
		group->min_order = row->order;
	if (row->order > group->max_order)
		group->max_order = row->order;
}

/* The most time first. */
static void groups_sort(struct group *groups, unsigned int nr)
{
	for (unsigned int i = 1; i < nr; i++) {
		for (unsigned int at = i; at; at--) {
			struct group lower = groups[at];

			if (lower.sum.total_ns <= groups[at - 1].sum.total_ns)
				break;
			groups[at] = groups[at - 1];
			groups[at - 1] = lower;
		}
	}
}

static unsigned int groups_make(const struct activity *activity, struct group groups[GROUPS_MAX])
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < activity->nr_compact; i++) {
		const struct compact_row *row = &activity->compact[i];
		unsigned int at = 0;

		if (!row->nr_runs)
			continue;
		while (at < nr && !is_of_group(&groups[at].sum, row))
			at++;
		if (at == GROUPS_MAX)
			continue;
		if (at == nr) {
			groups[nr++] = (struct group){ .min_order = row->order,
						       .max_order = row->order };
			groups[at].sum.node = row->node;
			groups[at].sum.zone_start_pfn = row->zone_start_pfn;
			groups[at].sum.cause = row->cause;
			memcpy(groups[at].sum.zone, row->zone, sizeof(row->zone));
		}
		group_add(&groups[at], row);
	}
	groups_sort(groups, nr);
	return nr;
}

static void text_zone(const struct group *group, char *to, size_t size)
{
	snprintf(to, size, "%d %.15s", group->sum.node,
		 group->sum.zone[0] ? group->sum.zone : "?");
}

static void text_cause(const struct group *group, char *to, size_t size)
{
	snprintf(to, size, "%s", compact_cause_name[group->sum.cause]);
}

static void text_order(const struct group *group, char *to, size_t size)
{
	if (group->max_order < 0)
		snprintf(to, size, "whole");
	else if (group->min_order < group->max_order)
		snprintf(to, size, "%d–%d", group->min_order < 0 ? 0 : group->min_order,
			 group->max_order);
	else
		snprintf(to, size, "%d", group->max_order);
}

static void text_mode(const struct group *group, char *to, size_t size)
{
	size_t len = 0;

	to[0] = '\0';
	for (int mode = 0; mode < NR_COMPACT_MODES; mode++)
		if (group->modes & 1u << mode && len < size)
			len += (size_t)snprintf(to + len, size - len, "%s%s", len ? "+" : "",
						compact_mode_name[mode]);
}

static void text_runs(const struct group *group, char *to, size_t size)
{
	num_fit(to, size, num_known(group->sum.nr_runs), 7);
}

static void text_mean(const struct group *group, char *to, size_t size)
{
	fmt_duration(to, size, group->sum.total_ns / group->sum.nr_runs);
}

static void text_max(const struct group *group, char *to, size_t size)
{
	fmt_duration(to, size, group->sum.max_ns);
}

static void text_scanned(const struct group *group, char *to, size_t size)
{
	num_fit(to, size, num_known(group->sum.migrate_scanned + group->sum.free_scanned), 9);
}

static void text_isolated(const struct group *group, char *to, size_t size)
{
	num_fit(to, size, num_known(group->sum.migrate_isolated + group->sum.free_isolated), 8);
}

static void text_moved(const struct group *group, char *to, size_t size)
{
	num_fit(to, size, num_known(group->sum.migrated), 7);
}

static void text_unmoved(const struct group *group, char *to, size_t size)
{
	num_fit(to, size, num_known(group->sum.migrate_failed), 7);
}

static void text_per_move(const struct group *group, char *to, size_t size)
{
	double scanned = (double)(group->sum.migrate_scanned + group->sum.free_scanned);

	if (group->sum.migrated)
		fmt_decimal(to, size, scanned / (double)group->sum.migrated);
	else
		snprintf(to, size, "–");
}

static void text_empty(const struct group *group, char *to, size_t size)
{
	fmt_share(to, size, group->sum.blocks_empty, group->sum.blocks_visited);
}

/* Why runs ended, the most frequent first: "complete 61 %, success 12 %". */
static void text_ended(const struct group *group, char *to, size_t size)
{
	uint64_t left[NR_COMPACT_RESULTS];
	size_t len = 0;

	memcpy(left, group->sum.nr_results, sizeof(left));
	to[0] = '\0';
	for (;;) {
		int most = 0;

		for (int result = 1; result < NR_COMPACT_RESULTS; result++)
			if (left[result] > left[most])
				most = result;
		if (!left[most] || len >= size)
			return;
		len += (size_t)snprintf(to + len, size - len, "%s%s %s", len ? ", " : "",
					compact_result_name[most],
					fmt_share(FMT_BUF, left[most], group->sum.nr_runs));
		left[most] = 0;
	}
}

static const struct {
	struct column column;
	void (*text)(const struct group *group, char *to, size_t size);
	enum role role;
} kinds[] = {
	{ { "compaction", 10, 14, 0, false, 0, 0 }, text_zone, ROLE_LABEL },
	{ { "by", 9, 9, 0, false, 0, 0 }, text_cause, ROLE_VALUE },
	{ { "runs", 7, 7, 0, true, 0, 0 }, text_runs, ROLE_VALUE },
	{ { "mean", 7, 7, 1, true, 0, 0 }, text_mean, ROLE_VALUE },
	{ { "longest", 7, 7, 3, true, 0, 0 }, text_max, ROLE_VALUE },
	{ { "scanned", 9, 9, 4, true, 0, 0 }, text_scanned, ROLE_TEXT },
	{ { "isolated", 8, 8, 10, true, 0, 0 }, text_isolated, ROLE_TEXT },
	{ { "moved", 7, 7, 2, true, 0, 0 }, text_moved, ROLE_TEXT },
	{ { "unmoved", 7, 7, 8, true, 0, 0 }, text_unmoved, ROLE_TEXT },
	{ { "scan/move", 9, 9, 6, true, 0, 0 }, text_per_move, ROLE_VALUE },
	{ { "empty", 5, 5, 7, true, 0, 0 }, text_empty, ROLE_VALUE },
	{ { "order", 5, 5, 5, true, 0, 0 }, text_order, ROLE_TEXT },
	{ { "mode", 10, 10, 11, false, 0, 0 }, text_mode, ROLE_TEXT },
};

#define NR_KINDS ARRAY_SIZE(kinds)

static bool has_events(const struct view_context *ctx)
{
	return activity_of(ctx) && activity_of(ctx)->means & ACTIVITY_COMPACTION;
}

int activity_compact_rows(const struct view_context *ctx, int cols)
{
	struct group groups[GROUPS_MAX];
	unsigned int nr;

	(void)cols;
	if (!has_events(ctx))
		return activity_of(ctx) != NULL;
	nr = groups_make(activity_of(ctx), groups);
	return nr ? 1 + 2 * (int)nr : 0;
}

/* A line of numbers, and under it how the runs ended. */
static void draw_group(struct canvas *canvas, struct rect line, const struct column *columns,
		       const struct group *group)
{
	char text[ENDED_MAX];

	for (size_t i = 0; i < NR_KINDS; i++) {
		if (!columns[i].cols)
			continue;
		kinds[i].text(group, text, sizeof(text));
		table_cell(canvas, line.y, &columns[i], kinds[i].role, text);
	}
	text_ended(group, text, sizeof(text));
	canvas_text_cut(canvas, line.y + 1, line.x + 2, line.cols - 2,
			group->sum.cause == CAUSE_MANUAL ? ROLE_DIM :
			activity_success_role(group->sum.nr_results[RESULT_SUCCESS],
					      group->sum.nr_runs) == ROLE_BAD ? ROLE_WARN :
			ROLE_TEXT, text);
}

void activity_compact_draw(const struct view_context *ctx, struct canvas *canvas,
			   struct rect rect)
{
	struct group groups[GROUPS_MAX];
	struct column columns[NR_KINDS];
	unsigned int nr;

	if (!has_events(ctx)) {
		activity_draw_missing(ctx, canvas, rect, "compaction");
		return;
	}
	nr = groups_make(activity_of(ctx), groups);
	for (size_t i = 0; i < NR_KINDS; i++)
		columns[i] = kinds[i].column;
	table_layout(columns, NR_KINDS, rect.x, rect.cols);
	table_head(canvas, rect.y, columns, NR_KINDS);
	for (unsigned int i = 0; i < nr; i++) {
		rect.y += i ? 2 : 1;
		draw_group(canvas, rect, columns, &groups[i]);
	}
}

enum { AGO, PROCESS, ZONE, CAUSE, ORDER, TOOK, SCANNED, MOVED, EMPTY, RESULT, NR_RUN_COLUMNS };

static const struct column run_table[NR_RUN_COLUMNS] = {
	[AGO] = { "last runs", 10, 12, 0, false },
	[PROCESS] = { "who", 10, 15, 3, false },
	[ZONE] = { "zone", 8, 9, 2, false },
	[CAUSE] = { "by", 9, 9, 1, false },
	[ORDER] = { "order", 5, 5, 4, true },
	[TOOK] = { "took", 7, 7, 1, true },
	[SCANNED] = { "scanned", 9, 9, 6, true },
	[MOVED] = { "moved", 6, 7, 5, true },
	[EMPTY] = { "empty", 5, 9, 7, true },
	[RESULT] = { "ended", 10, 16, 0, false },
};

int activity_runs_rows(const struct view_context *ctx, int cols)
{
	const struct activity *activity = ctx->frame->activity;
	int nr = activity ? (int)activity->nr_runs : 0;

	(void)cols;
	return nr ? 1 + (nr < RUNS_SHOWN ? nr : RUNS_SHOWN) : 0;
}

static void draw_run(const struct view_context *ctx, struct canvas *canvas, int y,
		     const struct column *columns, const struct compact_run *run)
{
	uint64_t now = ctx->frame->activity->until_ns;
	uint64_t end = run->end_ns ? run->end_ns : now;
	uint64_t scanned = run->migrate_scanned + run->free_scanned;
	char text[40];

	table_cell(canvas, y, &columns[AGO], ROLE_TEXT, !run->end_ns ? "running" :
		   age_text(text, sizeof(text), now, end));
	table_cell(canvas, y, &columns[PROCESS], ROLE_VALUE, run->comm);
	snprintf(text, sizeof(text), "%d %.15s", run->node, run->zone[0] ? run->zone : "?");
	table_cell(canvas, y, &columns[ZONE], ROLE_LABEL, text);
	table_cell(canvas, y, &columns[CAUSE], ROLE_TEXT, compact_cause_name[run->cause]);
	snprintf(text, sizeof(text), run->order < 0 ? "whole" : "%d", run->order);
	table_cell(canvas, y, &columns[ORDER], ROLE_TEXT, text);
	table_cell(canvas, y, &columns[TOOK], ROLE_VALUE,
		   fmt_duration(FMT_BUF, end > run->begin_ns ? end - run->begin_ns : 0));
	table_cell(canvas, y, &columns[SCANNED], ROLE_TEXT,
		   num_fit(FMT_BUF, num_known(scanned), columns[SCANNED].cols));
	table_cell(canvas, y, &columns[MOVED], run->migrated ? ROLE_VALUE : ROLE_DIM,
		   num_fit(FMT_BUF, num_known(run->migrated), columns[MOVED].cols));
	table_cell(canvas, y, &columns[EMPTY], ROLE_TEXT,
		   fmt_share(FMT_BUF, run->blocks_empty, run->blocks_visited));
	table_cell(canvas, y, &columns[RESULT], run->result == RESULT_SUCCESS ? ROLE_GOOD :
		   ROLE_TEXT, run->end_ns ? compact_result_name[run->result] :
		   compact_mode_name[run->mode]);
}

void activity_runs_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct activity *activity = ctx->frame->activity;
	struct column columns[NR_RUN_COLUMNS];

	memcpy(columns, run_table, sizeof(columns));
	table_layout(columns, NR_RUN_COLUMNS, rect.x, rect.cols);
	table_head(canvas, rect.y, columns, NR_RUN_COLUMNS);
	for (unsigned int i = 0; i < activity->nr_runs && (int)i + 1 < rect.rows; i++)
		draw_run(ctx, canvas, rect.y + 1 + (int)i, columns,
			 &activity->runs[activity->nr_runs - 1 - i]);
}
