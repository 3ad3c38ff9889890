/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source - where frames come from: this host, files, a simulator, all behind one table.
 *
 * sample() hands out a frame that the caller owns (frame_free); the page map it points to stays the
 * source's and may be updated by the next poll().  A source without a clock of its own (a file) has
 * a number of frames to seek among.
 */
#ifndef FRAGSCOPE_SOURCE_H
#define FRAGSCOPE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"
#include "fragscope/stage.h"

struct source;

/* What the screen wants beyond the cheap files. */
struct source_want {
	bool pagemap;            /* keep the page map up to date */
	bool full_sweep;         /* once, now */
	bool force;              /* read the seldom ones too */
	bool activity;           /* somebody looks at what the kernel does: count also what it
				  * costs something to count */
	bool detail;             /* pages of the pageblock that holds detail_pfn */
	uint64_t detail_pfn;
	/* Who has pages in [holders_pfn, holders_end): the number of the question, 0: nobody asks.
	 * Another number begins anew; what is not asked for any more is not looked for any more,
	 * and what was found until then stays. */
	uint32_t holders;
	uint64_t holders_pfn, holders_end;
	/* Called now and then during a full sweep with pages done and all; non-zero stops it, and
	 * the frame shows what was read until then.  May be NULL. */
	int (*progress)(uint64_t done, uint64_t all, void *arg);
	void *progress_arg;
};

struct source_ops {
	const char *name;        /* "live", "file", "sim" */
	int (*sample)(struct source *source, const struct source_want *want, struct frame **frame,
		      struct err *err);
	/* Background work of at most max_ns of CPU time (the longest the caller wants to be away
	 * from its events).  The source itself keeps to its CPU budget over time, so one call per
	 * frame is enough; true means that there is more to do at once (the first sweep of the page
	 * map) and the caller should call again as soon as its events are handled. */
	bool (*poll)(struct source *source, uint64_t max_ns);
	/* A descriptor that becomes readable when poll() should be called at once, -1: none.
	 * May be NULL. */
	int (*wake_fd)(const struct source *source);
	/* Number of frames to seek among, 0: endless, live. */
	size_t (*nr_frames)(const struct source *source);
	int (*seek)(struct source *source, size_t index, struct err *err);
	/* Of a source of simulated machines: does it, and the stage is as it is then.  NULL for all
	 * others. */
	int (*command)(struct source *source, const struct stage_command *command, struct err *err);
	void (*close)(struct source *source);
};

struct source {
	const struct source_ops *ops;
};

/* This host, or what looks like one below root ("/" is this host).  budget: share of one CPU that
 * the page map may use, 0.01 is one percent. */
struct source *source_open_live(const char *root, double budget, struct err *err);

/* Policies on one workload, side by side: at most STAGE_COLUMNS_MAX; none: the scenario's first
 * ones.  Takes the scenario over, also when it fails.  checkpoint_budget: bytes for going back. */
struct sim_scenario;
struct source *source_open_sim(struct sim_scenario *scenario, const char *const *policies,
			       unsigned int nr_policies, uint64_t seed, uint64_t checkpoint_budget,
			       struct err *err);

/* Snapshots and captured text, "-" is standard input; several files may fill one frame. */
struct source *source_open_files(const char *const *paths, size_t nr, struct err *err);

#endif
