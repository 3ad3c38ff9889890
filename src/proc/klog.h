/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * klog - what the readers of the kernel's memory reports share.
 *
 * A report is everything the kernel says at one moment: who asked for what (warn_alloc() or
 * dump_header()), then the Mem-Info lines of show_mem().  Each report becomes one frame.
 *
 * Invariant: while a report is open, all amounts of memory in its zones are in KiB, as printed; the
 * page size becomes known only with the free-list rows at its end.  klog_close() turns them into
 * pages.
 */
#ifndef PROC_KLOG_H
#define PROC_KLOG_H

#include "fragscope/capture.h"
#include "grammar.h"

/* 1024 nodes with all kinds of zones; a report with more is none. */
#define KLOG_ZONES_MAX 8192

/* One line after unwrapping. */
struct klog_line {
	enum line_kind kind;
	struct span text;        /* without its time */
	bool has_time;
	double when;             /* seconds since boot */
};

struct klog {
	struct capture *capture;
	const char *name;        /* of the file */
	char release[80];        /* of the kernel, from the newest line that says it */
	/* the open report; frame is NULL when there is none */
	struct frame *frame;
	struct zone *zone;       /* of the newest zone line: lowmem_reserve[] belongs to it */
	bool has_memory;         /* Mem-Info lines were seen */
	uint64_t page_kib;       /* 0: not known yet */
	unsigned int nr_nameless; /* rows without a name, as 2.4 prints them */
};

/* Ends the open report, if any, and begins one.  -ENOMEM, -E2BIG. */
int klog_begin(struct klog *klog, enum request_kind kind, const struct klog_line *line);
void klog_close(struct klog *klog);
/* Begins a report without a request unless one is open. */
int klog_want_report(struct klog *klog, const struct klog_line *line);

/* Takers of one kind of line each (klog_zone.c, klog_row.c, klog_request.c): 0, -ENOMEM, -E2BIG. */
int klog_take_counters(struct klog *klog, const struct klog_line *line);
int klog_take_total(struct klog *klog, const struct klog_line *line);
int klog_take_zone(struct klog *klog, const struct klog_line *line);
int klog_take_reserve(struct klog *klog, const struct klog_line *line);
int klog_take_huge(struct klog *klog, const struct klog_line *line);
int klog_take_row(struct klog *klog, const struct klog_line *line);
int klog_take_request(struct klog *klog, const struct klog_line *line);
int klog_take_task(struct klog *klog, const struct klog_line *line);
int klog_take_attributes(struct klog *klog, const struct klog_line *line);

/* When the report ends: amounts into pages, cut rows into unknown orders. */
void klog_close_zones(struct frame *frame, uint64_t page_kib);
void klog_close_rows(struct frame *frame);
void klog_close_request(struct frame *frame);

#endif
