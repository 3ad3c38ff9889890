// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Metrics of what the kernel did: the difference of two frames' totals.  Unknown is what either
 * frame's activity could not watch, and what was counted from another moment on.
 */
#include "metric_activity.h"

#include <math.h>

#include "fragscope/activity.h"
#include "fragscope/clock.h"
#include "fragscope/history.h"

#define STALLS(name, kind)                                             \
	uint64_t total_stalls_##name(const struct activity *activity)  \
	{                                                              \
		return activity_sum_latency(activity, kind, -1).nr;    \
	}                                                              \
	uint64_t total_stall_ns_##name(const struct activity *activity) \
	{                                                              \
		return activity_sum_latency(activity, kind, -1).total_ns; \
	}

STALLS(compaction, STALL_COMPACTION)
STALLS(reclaim, STALL_RECLAIM)
STALLS(drain, STALL_DRAIN)

#define RUNS(name, cause)                                                  \
	uint64_t total_runs_##name(const struct activity *activity)        \
	{                                                                  \
		return activity_sum_compact(activity, -1, cause).nr_runs;  \
	}

RUNS(direct, CAUSE_DIRECT)
RUNS(kcompactd, CAUSE_KCOMPACTD)
RUNS(proactive, CAUSE_PROACTIVE)
RUNS(manual, CAUSE_MANUAL)

#define PAGES(name)                                                     \
	uint64_t total_##name(const struct activity *activity)          \
	{                                                               \
		return activity_sum_compact(activity, -1, -1).name;     \
	}

PAGES(migrate_scanned)
PAGES(free_scanned)
PAGES(migrated)
PAGES(migrate_failed)
PAGES(blocks_empty)

/* Both ends of migration, as /proc/vmstat's compact_isolated. */
uint64_t total_isolated(const struct activity *activity)
{
	struct compact_row sum = activity_sum_compact(activity, -1, -1);

	return sum.migrate_isolated + sum.free_isolated;
}

uint64_t total_fallbacks(const struct activity *activity)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < activity->nr_fallbacks; i++)
		sum += activity->fallbacks[i].nr;
	return sum;
}

uint64_t total_fragmenting(const struct activity *activity)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < activity->nr_fallbacks; i++)
		sum += activity->fallbacks[i].nr_fragmenting;
	return sum;
}

uint64_t total_failed_allocs(const struct activity *activity)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < activity->nr_allocs; i++)
		sum += activity->allocs[i].nr_failed;
	return sum;
}

uint64_t total_lost(const struct activity *activity)
{
	return activity->nr_lost;
}

/* The activities of frame "back" and the one before, if both know that and count from one moment;
 * else false. */
static bool find_pair(const struct history *history, size_t back, unsigned int means,
		      const struct activity **before, const struct activity **now)
{
	const struct frame *newer = history_frame(history, back);
	const struct frame *older = history_frame(history, back + 1);

	if (!newer || !older || !newer->activity || !older->activity)
		return false;
	*before = older->activity;
	*now = newer->activity;
	return (*before)->since_ns == (*now)->since_ns &&
	       ((*before)->means & (*now)->means & means) == means;
}

static double difference(uint64_t now, uint64_t before)
{
	return now >= before ? (double)(now - before) : NAN;
}

double metric_get_activity_rate(const struct metric *metric, const struct history *history,
				size_t back)
{
	const struct activity *before, *now;
	double seconds = history_seconds(history, back);

	if (isnan(seconds) || !find_pair(history, back, metric->means, &before, &now))
		return NAN;
	return difference(metric->total(now), metric->total(before)) * metric->scale / seconds;
}

double metric_get_counted_rate(const struct metric *metric, const struct history *history,
			       size_t back)
{
	const struct activity *before, *now;
	double ns;

	if (!find_pair(history, back, metric->means, &before, &now))
		return NAN;
	ns = difference(now->counted_ns, before->counted_ns);
	if (!(ns > 0))
		return NAN;
	return difference(metric->total(now), metric->total(before)) * metric->scale /
	       (ns / NSEC_PER_SEC);
}

double metric_get_scan_cost(const struct metric *metric, const struct history *history, size_t back)
{
	const struct activity *before, *now;
	struct compact_row from, to;
	double migrated;

	if (!find_pair(history, back, metric->means, &before, &now))
		return NAN;
	from = activity_sum_compact(before, -1, -1);
	to = activity_sum_compact(now, -1, -1);
	migrated = difference(to.migrated, from.migrated);
	if (!(migrated > 0))
		return NAN;
	return (difference(to.migrate_scanned, from.migrate_scanned) +
		difference(to.free_scanned, from.free_scanned)) / migrated;
}

static uint64_t good_compactions(const struct activity *activity)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < activity->nr_stalls; i++)
		if (activity->stalls[i].kind == STALL_COMPACTION)
			sum += activity->stalls[i].nr_good;
	return sum;
}

double metric_get_success(const struct metric *metric, const struct history *history, size_t back)
{
	const struct activity *before, *now;
	double all;

	if (!find_pair(history, back, metric->means, &before, &now))
		return NAN;
	all = difference(total_stalls_compaction(now), total_stalls_compaction(before));
	if (!(all > 0))
		return NAN;
	return difference(good_compactions(now), good_compactions(before)) * 100 / all;
}
