/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * comparison - what several policies made of one workload, as a table or as JSON:
 * {"format":"fragscope-sim","version":1,…}, doc/sim.schema.json.
 *
 * Times are model time, and said to be so.  Nothing here knows the simulator: whoever ran it fills
 * this in.
 */
#ifndef FRAGSCOPE_COMPARISON_H
#define FRAGSCOPE_COMPARISON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"

struct comparison_row {
	const char *name;         /* of the counter */
	bool shown;               /* in the table; JSON has all */
};

/* A distribution of model time: bounds of its log2 histogram, and its exact maximum. */
struct comparison_latency {
	const char *name;
	uint64_t nr, p50_ns, p99_ns, max_ns;
};

struct comparison_expect {
	const char *text, *got;
	const char *finding;      /* or NULL */
	bool holds;
};

struct comparison_column {
	const char *policy;
	uint64_t hash, events, ops, model_ns;
	const uint64_t *values;   /* one for each row */
	const struct comparison_latency *latencies; /* nr_latencies */
	const uint64_t *spent_ns; /* one for each primitive */
	const struct frame *frame;
	const struct comparison_expect *expects;
	unsigned int nr_expects;
	const char *event;        /* the last one, in a sentence; or NULL */
	const char *limit;        /* which ended it; or NULL: its workload was done */
};

struct comparison {
	const char *scenario, *title, *thread;
	uint64_t seed;
	const struct comparison_row *rows;
	unsigned int nr_rows;
	const char *const *primitives; /* names of what takes model time */
	unsigned int nr_primitives;
	unsigned int nr_latencies;     /* the same in each column */
	const struct comparison_column *columns;
	unsigned int nr_columns;
};

int comparison_write_json(const struct comparison *comparison, FILE *to, struct err *err);
/* Policies in columns, counters in rows, differences against the first in percent, width columns
 * wide. */
int comparison_write_text(const struct comparison *comparison, unsigned int width, FILE *to,
			  struct err *err);

#endif
