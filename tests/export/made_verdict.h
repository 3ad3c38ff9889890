/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_verdict - a verdict with every field filled, or one of which nothing is known. */
#ifndef TESTS_MADE_VERDICT_H
#define TESTS_MADE_VERDICT_H

#include "fragscope/verdict.h"

static inline struct verdict made_verdict(bool known)
{
	struct verdict verdict = {
		.want = { .nr = 64, .order = 9, .class = VERDICT_UNMOVABLE, .highest_zone = -1 },
		.cause = known ? VERDICT_FRAGMENTED : VERDICT_UNKNOWN,
		.headline = "made up",
		.now_at_most = known ? (struct num){ 0 } : num_known(5),
	};

	if (known) {
		verdict.now = num_known(12);
		verdict.after_compaction = num_capped(340);
		verdict.after_reclaim = num_known(UINT64_MAX);
		verdict.compaction_at_most = num_known(900);
		verdict.moves = num_known(3100);
		verdict.nr_lines = 2;
		strcpy(verdict.lines[0], "the first reason");
		strcpy(verdict.lines[1], "the second reason");
	}
	return verdict;
}

#endif
