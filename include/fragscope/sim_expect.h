/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_expect - expectations on the counters of several policies, as a scenario writes them:
 *
 *   SIDE OP SIDE                     OP is one of < <= > >= = (equal)
 *   SIDE in NUMBER..NUMBER
 *   SIDE = TERM [* TERM | / TERM]...
 *   TERM = NUMBER | [min|median|max] METRIC[POLICY]
 *
 * METRIC is a counter's name (sim_counter.def), "model_ns", "ops", "cost.NAME_ns",
 * "LATENCY.max_ns", "LATENCY.p50_ns", "LATENCY.p99_ns", or "granted.anon.N" and "granted.file.N"
 * (also "failed.") for folios of order N.  Over several seeds the median is meant where nothing is
 * said.  What cannot be computed, as a division by zero, does not hold.
 */
#ifndef FRAGSCOPE_SIM_EXPECT_H
#define FRAGSCOPE_SIM_EXPECT_H

#include <stdbool.h>

#include "fragscope/err.h"
#include "fragscope/sim.h"

#define SIM_RUNS_MAX 100

/* One column's machines, all at their end: one per seed, SIM_RUNS_MAX at most.  With none only
 * names are checked: each metric comes to 1. */
struct sim_column {
	const char *policy;
	struct sim *const *runs;
	unsigned int nr_runs;
};

struct sim_verdict {
	bool holds;
	double left, right;       /* what both sides came to; right is NAN for a range */
	char got[160];            /* in words: "0.31 < 0.5", or the terms' values */
};

/* A metric of one machine by its name.  -ENOENT with the nearest name that there is. */
int sim_metric(const struct sim *sim, const char *name, double *value, struct err *err);
/* Whether there is a metric of that name. */
int sim_metric_check(const char *name, struct err *err);
/* -EINVAL with what was expected where, or -ENOENT for a policy that is no column. */
int sim_expect(const char *expression, const struct sim_column *columns, unsigned int nr_columns,
	       struct sim_verdict *verdict, struct err *err);
/* Whether it can be read, and speaks of metrics that there are; of any policy. */
int sim_expect_check(const char *expression, struct err *err);

#endif
