/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * holders_job - looks for the holders of a range of memory, in slices.
 *
 * Cgroups come from /proc/kpagecgroup, slab caches from struct pages where these can be read, and
 * processes from /proc/PID/pagemap, all of them one after the other.  Each part that cannot be told
 * costs only itself.
 */
#ifndef FRAGSCOPE_HOLDERS_JOB_H
#define FRAGSCOPE_HOLDERS_JOB_H

#include <stddef.h>

#include "fragscope/holders.h"
#include "fragscope/reader.h"

struct holders_job;

/* How slab caches are told. */
struct slab_finder {
	/* Addresses of the slab caches of pages [pfn, pfn + nr), 0: none.  0 or -errno. */
	int (*find)(void *arg, uint64_t pfn, size_t nr, uint64_t *caches);
	/* -errno: there is no such cache any more. */
	int (*name)(void *arg, uint64_t cache, char *name, size_t size);
	void *arg;
};

/* slabs may be NULL: caches are not told then.  NULL: no memory. */
struct holders_job *holders_job_new(struct reader *reader, const struct slab_finder *slabs);
void holders_job_free(struct holders_job *job);

/* Begins with [start_pfn, end_pfn), whatever was looked for before. */
void holders_job_start(struct holders_job *job, uint32_t question, uint64_t start_pfn,
		       uint64_t end_pfn);
/* Ends it; what was found stays. */
void holders_job_stop(struct holders_job *job);
/* Works for about max_ns of CPU time, one small step at least; true: there is more to do. */
bool holders_job_step(struct holders_job *job, uint64_t max_ns);

/* Good as long as the job is; changes with every step. */
const struct holders *holders_job_result(const struct holders_job *job);

#endif
