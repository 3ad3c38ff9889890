/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ktrace - BPF programs on the kernel's tracepoints, and their events.
 *
 * One CO-RE object; each of its programs is one row, loaded where this kernel has its tracepoint
 * with arguments that it understands, so that a missing one costs only itself.  Nothing is printed.
 */
#ifndef FRAGSCOPE_KTRACE_H
#define FRAGSCOPE_KTRACE_H

#include <stdint.h>

#include "fragscope/activity.h"
#include "fragscope/err.h"

struct ktrace;

struct ktrace_options {
	const char *release;     /* kernel release: GFP flags have other numbers in others */
	unsigned int pageblock_order;
	bool only_tracepoints;   /* without function entry and exit */
};

/* Loads and attaches.  NULL with what is missing and what would give it, when nothing could be. */
struct ktrace *ktrace_open(const struct ktrace_options *options, struct err *err);
void ktrace_close(struct ktrace *trace);

/* ACTIVITY_* that it tells. */
unsigned int ktrace_means(const struct ktrace *trace);
/* What of it this kernel refuses, in one line, or NULL: "whole stalls: ...". */
const char *ktrace_missing(const struct ktrace *trace);

/* Gives all events of the ring, and the totals that are counted in the kernel, to the tracker.
 * Returns how many events, or -errno. */
int64_t ktrace_drain(struct ktrace *trace, struct activity_tracker *tracker, struct err *err);
/* Readable when the ring is half full. */
int ktrace_fd(const struct ktrace *trace);

#endif
