/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * process_pages - which pages of a range of memory a process has mapped, step by step.
 *
 * /proc/PID/maps tells the ranges of addresses, /proc/PID/pagemap a word for each page in them.  An
 * address space can be terabytes with next to nothing in it; kernels since 6.7 tell the populated
 * parts of a range (PAGEMAP_SCAN), so that only these are read.
 */
#ifndef PROC_PROCESS_PAGES_H
#define PROC_PROCESS_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/reader.h"

#define PROCESS_ENTRIES 8192  /* words of one reading */
#define PROCESS_TEXT    32768 /* bytes of maps */
#define PROCESS_REGIONS 64

/* Which pages of [start_pfn, end_pfn) the process at hand has: each counts once. */
struct page_set {
	uint64_t start_pfn, end_pfn;
	uint64_t *bits;
	uint64_t low, high;      /* words in [low, high) may have bits */
	uint64_t nr;
};

struct process_region {
	uint64_t start, end, categories; /* as PAGEMAP_SCAN writes them */
};

struct process_pages {
	struct page_set *set;
	int maps_fd, pagemap_fd;
	unsigned int page_shift;
	bool no_scan;            /* this kernel has no PAGEMAP_SCAN */
	uint64_t nr_hidden;      /* pages whose place the kernel keeps to itself */
	uint64_t nr_present;
	/* addresses that are still to be read: of a region, and of the mapping it is in */
	uint64_t at, end, mapping_at, mapping_end;
	struct process_region regions[PROCESS_REGIONS];
	unsigned int nr_regions, region;
	size_t text_at, text_len;
	bool text_done;
	char text[PROCESS_TEXT];
	uint64_t entries[PROCESS_ENTRIES];
};

/* -ENOMEM, -EINVAL where the range is none. */
int page_set_init(struct page_set *set, uint64_t start_pfn, uint64_t end_pfn);
void page_set_done(struct page_set *set);

/* Begins with a process and an empty set.  -EACCES, -ESRCH, … */
int process_pages_open(struct process_pages *pages, struct page_set *set, struct reader *reader,
		       uint32_t pid);
/* Reads some.  1: there is more, 0: done, or the process is gone. */
int process_pages_step(struct process_pages *pages);
void process_pages_close(struct process_pages *pages);

#endif
