/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_track - one machine of one policy, which goes to any event of its run and back.
 *
 * A machine does not stop within a step by itself: an operation with all its reclaim and compaction
 * is one call.  So each machine runs in a thread of its own, and the listener that hears its events
 * hands the turn to whoever waits for it.  Then the thread sleeps in the middle of the operation,
 * and the machine can be read as it is, with nothing copied.
 *
 * Invariants: the turn is either the thread's or the stage's.  Who has it not does not touch the
 * track.  The thread has it from sim_track_go() to the return of sim_track_wait().
 *
 * Going back is restoring the last checkpoint before what is wanted and running forward to it,
 * which comes to the same state as if the machine had never gone on.
 */
#ifndef SOURCE_SIM_TRACK_H
#define SOURCE_SIM_TRACK_H

#include <pthread.h>
#include <setjmp.h>

#include "fragscope/sim.h"
#include "fragscope/sim_scenario.h"

#include "sim_checkpoint.h"

#define TRACK_NEVER UINT64_MAX
#define TRACK_ALL_KINDS UINT64_MAX

/* Why a machine has stopped. */
enum track_stop {
	TRACK_GOES_ON,
	TRACK_AT_EVENT,
	TRACK_AT_OPS,
	TRACK_AT_TIME,
	TRACK_AT_KIND,                 /* an event of the kinds that it was to stop at */
	TRACK_AT_END,                  /* of the workload */
	TRACK_FAILED,                  /* no memory to begin anew */
};

/* What it is to do; TRACK_NEVER where it does not matter. */
struct track_order {
	uint64_t event;                /* stop at that event, in the middle of its step */
	uint64_t ops;                  /* stop between two steps once the clock has come to that, */
	uint64_t op_events;            /* or within that operation at its event of that number */
	uint64_t until_ns;             /* stop at the first look at the clock from then on */
	uint64_t kinds;                /* a bit for each kind of event to stop at */
	uint64_t block;                /* of these only those in the pageblock of that real pfn */
	bool back;                     /* event, or else ops, lies behind */
	bool quit;
};

struct sim_track {
	struct sim *sim;
	struct sim_checkpoints checkpoints;
	uint64_t nr_orders;            /* so far: another number, perhaps another state */
	bool in_step;                  /* it sleeps within a step, which began at */
	uint64_t step_events, step_ops;
	uint64_t op_length;            /* events of the last whole operation, if it is known */
	uint64_t end_events;           /* how many there are in all; TRACK_NEVER: not yet seen */

	/* the turn */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t change;
	bool thread_has_turn;
	struct track_order order;
	enum track_stop stop;

	/* the thread's own */
	jmp_buf out;                   /* of the step that it is in */
	uint64_t look_at;              /* event of the next look at clock and order */
	uint64_t looked_ns;            /* when that was last done */
	uint32_t stride;               /* events between two looks */
	uint64_t ran_ns;               /* since the last checkpoint was taken or restored */
	uint64_t spacing_ns;           /* of running between two checkpoints */
	uint64_t lay_event, lay_ops;   /* on the way back to a place: one from there on */
	unsigned int steps;

	const struct sim_scenario *scenario;
	struct sim_policy *policy;
	uint64_t seed;
};

/* Stands at the start.  budget: bytes of its checkpoints.  NULL with a reason. */
struct sim_track *sim_track_new(const struct sim_scenario *scenario, const char *policy,
				uint64_t seed, uint64_t budget, struct err *err);
void sim_track_free(struct sim_track *track);

void sim_track_go(struct sim_track *track, const struct track_order *order);
enum track_stop sim_track_wait(struct sim_track *track);

/* An order that asks for nothing. */
static inline struct track_order track_order(void)
{
	return (struct track_order){
		.event = TRACK_NEVER, .ops = TRACK_NEVER, .op_events = TRACK_NEVER,
		.until_ns = TRACK_NEVER, .block = TRACK_NEVER,
	};
}

/* Where in an operation it stands: the number of the event within; TRACK_NEVER: between two. */
static inline uint64_t sim_track_op_events(const struct sim_track *track)
{
	if (!track->in_step || sim_nr_ops(track->sim) == track->step_ops)
		return TRACK_NEVER;
	return sim_nr_events(track->sim) - track->step_events;
}

#endif
