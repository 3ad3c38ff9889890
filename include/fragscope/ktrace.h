/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ktrace - BPF programs on the kernel's tracepoints, and their events.
 *
 * One CO-RE object; each of its programs is one row, loaded where this kernel has its tracepoint
 * with arguments that it understands, so that a missing one costs only itself.  What may happen at
 * the rate of page faults is counted in the kernel, the rest comes as events.  Nothing is printed.
 */
#ifndef FRAGSCOPE_KTRACE_H
#define FRAGSCOPE_KTRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/activity_event.h"
#include "fragscope/err.h"

struct ktrace;

#define ALLOC_ORDERS_MAX 32
#define KTRACE_TYPES_MAX 8 /* migratetypes; the kernel has at most 6 */

struct ktrace_options {
	const char *release;     /* kernel release: GFP flags have other numbers in others */
	unsigned int pageblock_order;
	bool only_tracepoints;   /* without function entry and exit */
	bool functions_off;      /* kernel.ftrace_enabled is 0: programs on functions can be
				  * attached, but never run */
	uint64_t count_ns;       /* how long one stretch of counting is, see below; 0: 2 s */
	uint32_t ring_bytes;     /* a power of two, whole pages; 0: 2 MiB, which is enough for
				  * 30,000 events a second drained every second */
};

/* Loads and attaches.  NULL with what is missing and what would give it, when nothing could be. */
struct ktrace *ktrace_open(const struct ktrace_options *options, struct err *err);
/* NULL is fine. */
void ktrace_close(struct ktrace *trace);

/* ACTIVITY_* that it tells. */
unsigned int ktrace_means(const struct ktrace *trace);
/* What of it this kernel refuses, in one line, or NULL: "whole stalls: ...". */
const char *ktrace_missing(const struct ktrace *trace);

/* Who gets the events. */
struct ktrace_taker {
	void (*take)(const struct activity_event *event, void *arg);
	void *arg;
};

/* Hands over all events of the ring; each is good only during the call.  Returns how many, or
 * -errno. */
int64_t ktrace_drain(struct ktrace *trace, const struct ktrace_taker *taker, struct err *err);

/*
 * What is counted in the kernel.  A program that runs at each page fault makes it some 3 % slower,
 * however little it does, and to attach it the kernel patches its code, for which each CPU is
 * interrupted.  So allocations and drained pages are counted only while somebody wants to know,
 * and then in one stretch of KTRACE_COUNT_SHARE, which ktrace_drain() begins and ends.
 */
#define KTRACE_COUNT_SHARE 8

void ktrace_count(struct ktrace *trace, bool wanted);

struct ktrace_totals {
	uint64_t counted_ns;     /* how long allocations and drained pages were counted */
	/* orders above 0; of order 0 only failed ones.  The last order stands for all above */
	uint64_t allocs[ALLOC_ORDERS_MAX][NR_ALLOC_CLASSES];
	uint64_t failed[ALLOC_ORDERS_MAX][NR_ALLOC_CLASSES];
	/* migratetype asked for, and taken from: always counted */
	struct activity_fallbacks fallbacks[KTRACE_TYPES_MAX][KTRACE_TYPES_MAX];
	uint64_t drained_pages;  /* from per-CPU lists */
	uint64_t lost;           /* events that did not fit into the ring */
};

void ktrace_totals(const struct ktrace *trace, struct ktrace_totals *totals);

/* Becomes readable when the ring is half full, until ktrace_drain(). */
int ktrace_fd(const struct ktrace *trace);

#endif
