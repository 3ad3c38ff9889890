/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * files - the sources of a live frame as rows: one row is one source.
 *
 * To add a source, write a parser (parse.h) or a reader of several files (the functions below), and
 * add its row in files.c.  proc.c does the rest: when it is due, what it cost, how it fared.
 */
#ifndef PROC_FILES_H
#define PROC_FILES_H

#include <stddef.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"
#include "fragscope/span.h"
#include "tape.h"

struct kthreads;

/* What a source's reader works with. */
struct proc_input {
	struct tape tape;
	struct kthreads *kthreads; /* of the source that needs it, else NULL */
};

struct proc_row {
	const char *name;        /* in the frame's list of sources */
	const char *path;        /* the one file, with parse */
	int (*parse)(struct frame *frame, struct span text, struct err *err);
	/* Or several files.  0, or the error that says why there is nothing. */
	int (*read)(struct proc_input *input, struct frame *frame, struct err *err);
	uint64_t period_ns;      /* at least this long between two readings */
	const char *seldom;      /* why it has a period; shown with the cost */
	const char *absent;      /* what would give it; NULL: the error says so */
	const char *caps;        /* that replace root; NULL: CAP_DAC_READ_SEARCH */
	const char *without;     /* what is unknown when it is missing */
};

extern const struct proc_row proc_rows[];
extern const size_t nr_proc_rows;

/* Readers of several files. */
int host_read(struct proc_input *input, struct frame *frame, struct err *err);
int extfrag_read(struct proc_input *input, struct frame *frame, struct err *err);
int thp_read(struct proc_input *input, struct frame *frame, struct err *err);
int hugetlb_read(struct proc_input *input, struct frame *frame, struct err *err);
int sysctl_read(struct proc_input *input, struct frame *frame, struct err *err);
int kthreads_read(struct proc_input *input, struct frame *frame, struct err *err);
void kthreads_free(struct kthreads *kthreads);

/* Page size and pageblock order, once all else is in the frame.  is_host: ask the C library. */
void host_finish(struct frame *frame, bool is_host);
/* The page size that makes vmstat's pages meminfo's kilobytes; absent if they don't tell. */
struct num host_infer_page_size(const struct frame *frame);

/* A file that holds one number; absent if it can't be read or holds something else. */
struct num tape_number(struct tape *tape, const char *path);
/* The chosen word of a file of choices, copied into the frame; NULL if there is none. */
const char *tape_choice(struct tape *tape, const char *path, struct frame *frame);

#endif
