/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ktrace_rows - the programs of trace.bpf.c as rows, and whether they fit a kernel. */
#ifndef BPF_KTRACE_ROWS_H
#define BPF_KTRACE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

struct btf;

enum ktrace_place {
	PLACE_TRACEPOINT,
	PLACE_RECORD,          /* the record of a tracepoint, through tracefs */
	PLACE_FUNCTION,        /* entry or exit of a function */
};

#define KTRACE_ROWS_MAX 32

/* One program.  Several for one tracepoint are variants: for other arguments, or one for when a
 * better one cannot be had. */
struct ktrace_row {
	const char *program;   /* its name in trace.bpf.c */
	enum ktrace_place place;
	const char *where;     /* tracepoint or function */
	/* A letter for each argument: i an int or enum, g gfp_t, l a long, b bool, p a struct page,
	 * z a struct zone, c a struct compact_control, * any other pointer.  A tracepoint may have
	 * more of them than are read, a function not. */
	const char *arguments;
	unsigned int means;    /* ACTIVITY_* it is needed for; 0: its loss leaves only a gap */
	unsigned int unless;   /* not attached where these are known already */
	const char *what;      /* in words, for what is missing */
	bool is_frequent;      /* runs at the rate of page faults: attached for stretches only */
};

extern const struct ktrace_row ktrace_rows[];
extern const size_t ktrace_nr_rows;

enum ktrace_fit {
	FIT_YES,
	FIT_NO_PLACE,          /* this kernel has no such tracepoint or function */
	FIT_OTHER_ARGUMENTS,
};

enum ktrace_fit ktrace_row_fits(const struct ktrace_row *row, const struct btf *btf);

#endif
