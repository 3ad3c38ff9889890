/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_checkpoint - copies of a machine at moments of its run, for going back.
 *
 * They stand in the order of their events, each event once, all between two steps.  Together they
 * take at most the budget.  When there is no room for one more, that one goes whose neighbours are
 * the closest to each other for how far it is from where the machine stands: what is left lies
 * dense near the present and the sparser the farther away, so that one step back is quick anywhere
 * and the whole run stays in reach.  The first, at event 0, stays.  Checkpoints beyond the present
 * stay too: a machine that goes back and forth always runs the same way.
 */
#ifndef SOURCE_SIM_CHECKPOINT_H
#define SOURCE_SIM_CHECKPOINT_H

#include "fragscope/sim.h"

struct sim_checkpoints {
	struct sim **at;
	size_t nr, room;               /* room: that the budget has */
	size_t size;                   /* bytes of one */
	unsigned int nr_taken;
};

/* -ENOMEM */
int sim_checkpoints_init(struct sim_checkpoints *all, const struct sim *sim, uint64_t budget);
void sim_checkpoints_done(struct sim_checkpoints *all);
uint64_t sim_checkpoints_bytes(const struct sim_checkpoints *all);

/* Takes one, unless there is one of that event, or neither room nor memory. */
void sim_checkpoints_take(struct sim_checkpoints *all, const struct sim *sim);
/* The last from which that event is still to come, for event 0 the first; NULL: none. */
const struct sim *sim_checkpoints_before(const struct sim_checkpoints *all, uint64_t event);
/* The last at which the workload's clock has not come to that, for 0 the first; NULL: none. */
const struct sim *sim_checkpoints_before_ops(const struct sim_checkpoints *all, uint64_t ops);

#endif
