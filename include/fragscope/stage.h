/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stage - simulated machines side by side, as a view sees them: up to four policies on one
 * workload, all at the same workload clock.
 *
 * The source that runs them owns a stage and everything in it and changes it in place between two
 * frames; a frame of that source points to it, and is itself the frame of the selected column.  All
 * other views show that frame with no knowledge of the stage.
 */
#ifndef FRAGSCOPE_STAGE_H
#define FRAGSCOPE_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/frame.h"

#define STAGE_COLUMNS_MAX  4
#define STAGE_COUNTERS_MAX 96
#define STAGE_TEXT_MAX     400

/* What one policy has made of the workload so far. */
struct stage_column {
	const char *policy;           /* "linux-7.3+resample" */
	const char *what;             /* what its patches change, in a sentence or two */
	const struct frame *frame;    /* with its page map, as it is now */
	uint64_t nr_events;           /* so far; the last of them is: */
	char event[STAGE_TEXT_MAX];   /* in one sentence, with the rule that decided it; "": none */
	const char *event_kind;       /* "free-block" */
	int zone;                     /* of the frame, that it was about; -1: none */
	struct num pfn;               /* real pfn that it was about: the block under work */
	uint64_t nr_ops;              /* the workload's clock */
	uint64_t now_ns;              /* model time */
	uint64_t value[STAGE_COUNTERS_MAX]; /* of each of the stage's counters */
	bool ended;                   /* the workload is over, or a limit is reached */
	char broken[STAGE_TEXT_MAX];  /* an invariant that does not hold any more; "": all do */
};

/* What it waits for while it runs. */
enum stage_stop {
	STAGE_STOP_NONE,
	STAGE_STOP_KIND,              /* the next event of a kind */
	STAGE_STOP_BLOCK,             /* something happens in a block */
	STAGE_STOP_FAILED,            /* a request that gets nothing */
	STAGE_STOP_MET,               /* the scanners meet */
	NR_STAGE_STOPS
};

struct stage {
	const char *scenario, *title, *thread;
	uint64_t seed;
	struct stage_column column[STAGE_COLUMNS_MAX];
	unsigned int nr_columns;
	unsigned int selected;        /* column whose frame is shown and whose events are stepped */
	const char *counter[STAGE_COUNTERS_MAX]; /* names of counters, those that matter first */
	unsigned int nr_counters;
	unsigned int nr_shown;        /* of them, that the scenario says matter */
	struct num end_events;        /* of the selected column, where the end has been seen */
	bool running;
	uint32_t events_a_second;     /* speed while it runs; 0: as fast as it goes */
	enum stage_stop stop;
	const char *stop_text;        /* "until free-block"; NULL: to the end */
	uint64_t checkpoint_bytes, checkpoint_budget; /* memory for going back */
	uint64_t nr_unknown_pages;    /* of a host's memory: count as unmovable; 0: none */
	bool types_inferred;          /* of a host's memory: block types are guesses */
};

/* What a user does with simulated machines. */
enum stage_verb {
	STAGE_STEP,              /* value: events of the selected column, below 0: back */
	STAGE_RUN,               /* value: 1 begin to run (poll() goes on), 0 pause */
	STAGE_SPEED,             /* value: events a second, 0: as fast as it goes */
	STAGE_UNTIL,             /* run until enum stage_stop in value; text: a kind or a pfn */
	STAGE_TO_END,            /* run to the end of the workload */
	STAGE_TO_START,
	STAGE_SEEK,              /* value: event of the selected column */
	STAGE_SELECT,            /* value: column */
};

struct stage_command {
	enum stage_verb verb;
	int64_t value;
	const char *text;
};

#endif
