/* SPDX-License-Identifier: GPL-2.0-or-later */
/* metric_activity - totals of an activity, for metrics. */
#ifndef MODEL_METRIC_ACTIVITY_H
#define MODEL_METRIC_ACTIVITY_H

#include <stdint.h>

#include "fragscope/metric.h"

struct activity;

typedef uint64_t activity_total(const struct activity *activity);

activity_total total_stalls_compaction, total_stalls_reclaim, total_stalls_drain;
activity_total total_stall_ns_compaction, total_stall_ns_reclaim, total_stall_ns_drain;
activity_total total_runs_direct, total_runs_kcompactd, total_runs_proactive, total_runs_manual;
activity_total total_migrate_scanned, total_free_scanned, total_isolated, total_migrated,
	total_migrate_failed, total_blocks_empty;
activity_total total_fallbacks, total_fragmenting, total_failed_allocs, total_lost;

/* Per second of metric->total, times metric->scale. */
double metric_get_activity_rate(const struct metric *metric, const struct history *history,
				size_t back);
/* The same per second of counting (counted_ns). */
double metric_get_counted_rate(const struct metric *metric, const struct history *history,
			       size_t back);
/* Pages that both scanners looked at for each page that was migrated. */
double metric_get_scan_cost(const struct metric *metric, const struct history *history,
			    size_t back);
/* Share of direct compactions that made a block, in percent. */
double metric_get_success(const struct metric *metric, const struct history *history,
			  size_t back);

#endif
