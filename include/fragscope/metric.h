/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * metric - a named number of a frame, for sparklines, the overview and `list metrics`.
 *
 * One row in metric.c is one metric; "list metrics", the overview and the JSON report read it.
 */
#ifndef FRAGSCOPE_METRIC_H
#define FRAGSCOPE_METRIC_H

#include <stddef.h>
#include <stdint.h>

struct activity;
struct frame;
struct history;

struct metric {
	const char *name;       /* "compact_stall" */
	const char *unit;       /* "1/s", "pages", "per mille" */
	const char *help;       /* one sentence with the formula or the file it comes from */
	/* The value at frame "back" of the history; NaN unknown. */
	double (*get)(const struct metric *metric, const struct history *history, size_t back);
	const char *counter;    /* for rates: vmstat's name, or kthreads' prefix */
	/* for rates of an activity's totals (activity.h) */
	uint64_t (*total)(const struct activity *activity);
	unsigned int means;     /* ACTIVITY_* that it needs */
	double scale;           /* what one of the total counts in the metric's unit */
};

extern const struct metric metrics[];
extern const size_t nr_metrics;

const struct metric *metric_find(const char *name);

#endif
