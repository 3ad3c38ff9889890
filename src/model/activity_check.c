// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What holds for every activity, wherever it came from: enums are in range, names end, and tables
 * are no longer than a tracker makes them.
 */
#include <errno.h>
#include <string.h>

#include "activity_private.h"

static bool is_name(const char name[16])
{
	return memchr(name, '\0', 16);
}

static bool is_row_order(int order)
{
	return order == ORDER_OTHERS || activity_has_order(order);
}

static bool is_stall(enum stall_kind kind, int order)
{
	return (unsigned int)kind < NR_STALL_KINDS && activity_has_order(order);
}

static bool is_compact_row(const void *at)
{
	const struct compact_row *row = at;

	return row->node >= -1 && is_name(row->zone) && is_row_order(row->order) &&
	       (unsigned int)row->cause < NR_COMPACT_CAUSES &&
	       (unsigned int)row->mode < NR_COMPACT_MODES;
}

static bool is_latency_row(const void *at)
{
	const struct latency_row *row = at;

	return is_stall(row->kind, row->order);
}

static bool is_stall_row(const void *at)
{
	const struct stall_row *row = at;

	return is_name(row->comm) && is_stall(row->kind, row->max_order);
}

static bool is_defer_row(const void *at)
{
	const struct defer_row *row = at;

	return row->node >= -1 && is_name(row->zone) && activity_has_order(row->order);
}

static bool is_thread_row(const void *at)
{
	const struct thread_row *row = at;

	return row->node >= -1 && activity_has_order(row->kcompactd_order) &&
	       activity_has_order(row->kswapd_order);
}

static bool is_alloc_row(const void *at)
{
	const struct alloc_row *row = at;

	return row->order >= 0 && row->order < FRAME_ORDERS_MAX &&
	       (unsigned int)row->class < NR_ALLOC_CLASSES;
}

static bool is_fallback_row(const void *at)
{
	const struct fallback_row *row = at;

	return row->want < FRAME_TYPES_MAX && row->from < FRAME_TYPES_MAX;
}

static bool is_run(const struct compact_run *run)
{
	return run->node >= -1 && is_name(run->zone) && is_name(run->comm) &&
	       activity_has_order(run->order) && (unsigned int)run->cause < NR_COMPACT_CAUSES &&
	       (unsigned int)run->mode < NR_COMPACT_MODES &&
	       (unsigned int)run->result < NR_COMPACT_RESULTS;
}

static const struct {
	const char *name;
	bool (*is_row)(const void *row);
} tables[NR_ROW_TABLES] = {
	[ROWS_COMPACT] = { "compact", is_compact_row },
	[ROWS_LATENCY] = { "latency", is_latency_row },
	[ROWS_STALLS] = { "stalls", is_stall_row },
	[ROWS_DEFER] = { "defer", is_defer_row },
	[ROWS_THREADS] = { "threads", is_thread_row },
	[ROWS_ALLOCS] = { "allocs", is_alloc_row },
	[ROWS_FALLBACKS] = { "fallbacks", is_fallback_row },
};

static int check_table(const struct activity *activity, enum row_table table, struct err *err)
{
	unsigned int nr = activity_nr_rows(activity, table);

	if (nr > row_kinds[table].nr_max)
		return err_set(err, EINVAL, "activity: %s has %u rows, %u are the limit",
			       tables[table].name, nr, row_kinds[table].nr_max);
	for (unsigned int i = 0; i < nr; i++)
		if (!tables[table].is_row(activity_row_at(activity, table, i)))
			return err_set(err, EINVAL, "activity: %s: row %u is out of range",
				       tables[table].name, i);
	return 0;
}

int activity_check(const struct activity *activity, struct err *err)
{
	if (activity->until_ns < activity->since_ns)
		return err_set(err, EINVAL, "activity: it ends before it begins");
	if (activity->nr_runs > ACTIVITY_RUNS_MAX || activity->nr_steps > ACTIVITY_STEPS_MAX)
		return err_set(err, EINVAL, "activity: %u runs and %u steps are too many",
			       activity->nr_runs, activity->nr_steps);
	for (unsigned int i = 0; i < activity->nr_runs; i++)
		if (!is_run(&activity->runs[i]))
			return err_set(err, EINVAL, "activity: run %u is out of range", i);
	for (unsigned int i = 0; i < activity->nr_steps; i++)
		if (activity->steps[i].node < -1)
			return err_set(err, EINVAL, "activity: step %u is out of range", i);
	for (enum row_table table = 0; table < NR_ROW_TABLES; table++) {
		int ret = check_table(activity, table, err);

		if (ret)
			return ret;
	}
	return 0;
}
