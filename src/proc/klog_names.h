/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * klog_names - the words of a memory report, and what the rest of the program calls them.
 *
 * Counters of pages get the names of /proc/vmstat, sizes in kB those of /proc/meminfo, so that a
 * verdict reads a log like a live host.  What neither file has keeps the log's words.
 */
#ifndef PROC_KLOG_NAMES_H
#define PROC_KLOG_NAMES_H

#include "textbuf.h"

/* The vmstat name of "active_anon" and its kin, NULL if it is none. */
const char *klog_counter_of(struct span key);

/* One of the last lines of a report: "3924882 total pagecache pages", "Free swap  = 0kB". */
struct klog_total {
	const char *name;
	bool is_kib;       /* a size, named as in meminfo; else pages */
	uint64_t value;
};

/* Whether text is such a line; total may be NULL. */
bool klog_total_of(struct span text, struct klog_total *total);

/* Zones that every kernel knows, enough to recognise a name without anything after it. */
bool klog_zone_is_usual(struct span name);

#endif
