/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_comparison - two policies that differ in every way that a table can show. */
#ifndef TESTS_MADE_COMPARISON_H
#define TESTS_MADE_COMPARISON_H

#include "fragscope/comparison.h"

#define MADE_ROWS 6

static const struct comparison_row made_rows[MADE_ROWS] = {
	{ "same", true }, { "more", true }, { "fewer", true }, { "from_none", true },
	{ "a_lot_more", true }, { "hidden", false },
};
static const char *const made_primitives[] = { "pcp", "merge", "seldom" };

static const uint64_t made_first[MADE_ROWS] = { 7, 100, 1000, 0, 3, 1 };
static const uint64_t made_second[MADE_ROWS] = { 7, 105, 1, 8, 36, UINT64_MAX };
static const uint64_t made_first_spent[] = { 9000, 1000, 0 };
static const uint64_t made_second_spent[] = { 90000, 0, 1 };
static const struct comparison_latency made_first_latencies[] = {
	{ "alloc", 10, 127, 511, 400 }, { "compact", 0, 0, 0, 0 },
};
static const struct comparison_latency made_second_latencies[] = {
	{ "alloc", 11, 255, 1023, 1000 }, { "compact", 0, 0, 0, 0 },
};
static const struct comparison_expect made_expects[] = {
	{ "it is more", "105, asked > 100", NULL, true },
	{ "it is less", "1, asked > 100", "the \"model\" has none", false },
};

/* Columns [2], of that frame, which is to outlive it. */
static inline struct comparison made_comparison(struct comparison_column *columns,
						const struct frame *frame)
{
	columns[0] = (struct comparison_column){
		.policy = "linux-7.3", .hash = 0xabc, .events = 12, .ops = 3, .model_ns = 10000,
		.values = made_first, .latencies = made_first_latencies,
		.spent_ns = made_first_spent, .frame = frame,
	};
	columns[1] = (struct comparison_column){
		.policy = "linux-7.3+resample", .hash = UINT64_MAX, .events = 13, .ops = 4,
		.model_ns = 20000, .values = made_second, .latencies = made_second_latencies,
		.spent_ns = made_second_spent, .frame = frame, .expects = made_expects,
		.nr_expects = 2, .event = "block 0x1 claimed for unmovable requests", .limit = "max_ops",
	};
	return (struct comparison){
		.scenario = "made", .title = "what a title says", .thread = "[PATCH] made",
		.seed = UINT64_MAX, .rows = made_rows, .nr_rows = MADE_ROWS,
		.primitives = made_primitives, .nr_primitives = 3, .nr_latencies = 2,
		.columns = columns, .nr_columns = 2,
	};
}

#endif
