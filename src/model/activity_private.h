/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * activity_private - what the files of the tracker share.
 *
 * Totals grow in tables of fixed size.  What is going on (a run, waits) is kept per thread, for as
 * long as it goes on; threads that there is no room for push out the one that was silent longest.
 */
#ifndef MODEL_ACTIVITY_PRIVATE_H
#define MODEL_ACTIVITY_PRIVATE_H

#include "activity_rows.h"
#include "fragscope/frame.h"

#define OPEN_THREADS_MAX 256

/* A run of which nothing is heard for so long has lost its end. */
#define RUN_QUIET_NS 60000000000ULL

/* A wait that goes on. */
struct open_stall {
	bool is_open;
	uint64_t begin_ns;
	struct stall_row key;
	int order;
	/* of a direct compaction that is told by its runs */
	uint64_t runs_ns;
	unsigned int nr_runs;
	bool good;
};

/* A thread in which something goes on. */
struct open_thread {
	uint32_t pid;
	uint64_t seen_ns;        /* time of its last event */
	bool has_run;
	struct compact_run run;
	struct compact_row *row; /* where the run is counted */
	struct open_stall stalls[NR_STALL_KINDS];
};

struct activity_tracker {
	struct arena arena;
	struct activity total;   /* but runs and steps */
	struct compact_run runs[ACTIVITY_RUNS_MAX];    /* ended ones, a ring */
	uint64_t nr_runs;        /* ever */
	struct scanner_step steps[ACTIVITY_STEPS_MAX]; /* a ring */
	uint64_t nr_steps;
	struct open_thread *open; /* OPEN_THREADS_MAX */
	unsigned int nr_open;
};

/* Orders that something may have been asked for; -1: none. */
static inline bool activity_has_order(int order)
{
	return order >= -1 && order < FRAME_ORDERS_MAX;
}

/* Text of an event, which need not end. */
void activity_take_text(char *to, size_t size, const char *text, size_t len);
/* Time from begin to end; 0 and odd if that is none. */
uint64_t activity_duration(struct activity_tracker *tracker, uint64_t begin_ns, uint64_t end_ns);

/* activity_open.c */
struct open_thread *activity_find_thread(const struct activity_tracker *tracker, uint32_t pid);
/* Makes it where there is none; never NULL. */
struct open_thread *activity_open_thread(struct activity_tracker *tracker, uint32_t pid,
					 uint64_t now_ns);
/* Forgets the thread if nothing goes on in it. */
void activity_close_thread(struct activity_tracker *tracker, struct open_thread *thread);
/* Ends what has been silent for too long. */
void activity_close_silent(struct activity_tracker *tracker, uint64_t now_ns);

/* activity_run.c: events of a run */
void activity_begin_run(struct activity_tracker *tracker, const struct activity_event *event);
void activity_end_run(struct activity_tracker *tracker, const struct activity_event *event);
void activity_scan(struct activity_tracker *tracker, const struct activity_event *event);
void activity_migrate(struct activity_tracker *tracker, const struct activity_event *event);
/* The thread's run has lost its end. */
void activity_abandon_run(struct activity_tracker *tracker, struct open_thread *thread);

/* activity_stall.c: events of a wait */
void activity_count_drain(struct activity_tracker *tracker, const struct activity_event *event);
void activity_begin_stall(struct activity_tracker *tracker, const struct activity_event *event);
void activity_end_stall(struct activity_tracker *tracker, const struct activity_event *event);
/* Events were lost: waits that go on may have ended, and the next end be another one's. */
void activity_forget_stalls(struct activity_tracker *tracker);
/* A run of the thread has ended, perhaps one that it waited for. */
void activity_stall_run(struct activity_tracker *tracker, struct open_thread *thread,
			const struct compact_run *run, uint64_t ns);
/* Counts a direct compaction that is told by its runs. */
void activity_settle_stall(struct activity_tracker *tracker, struct open_thread *thread);

#endif
