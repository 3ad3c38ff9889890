/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * proc - the kernel's files as rows: which file, how often, which parser.
 *
 * One row in src/proc/files.c is one source.  proc_poll() reads those that are due into a frame and
 * notes for each how it fared and what it cost; a missing one costs only itself.
 */
#ifndef FRAGSCOPE_PROC_H
#define FRAGSCOPE_PROC_H

#include "fragscope/frame.h"
#include "fragscope/reader.h"

struct proc;

/* NULL: no memory. */
struct proc *proc_new(struct reader *reader);
void proc_free(struct proc *proc);

/* Fills everything that can be read now into an empty frame: identity, zones, counters, THP,
 * hugetlb, PSI, kernel threads, knobs, debugfs indices.  Sources that are read seldom
 * (pagetypeinfo) are filled from their last reading and marked stale with its time.
 * Returns 0, or -errno when not even buddyinfo and zoneinfo could be read: nothing works then. */
int proc_poll(struct proc *proc, struct frame *frame, struct err *err);

/* Reads everything at the next poll, however seldom it is due. */
void proc_force(struct proc *proc);

/* Fills one pageblock's page_detail from kpageflags, kpagecount, kpagecgroup (pages that cannot be
 * read stay absent).  The detail is allocated in the frame. */
int proc_block_detail(struct proc *proc, struct frame *frame, uint64_t first_pfn,
		      uint64_t nr_pages, struct err *err);

/* Gives the frame the paths of the cgroups that its activity names (frame->cgroups). */
void proc_name_cgroups(struct proc *proc, struct frame *frame);

#endif
