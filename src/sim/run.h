/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run - who goes next.  Tasks stand on a line of model time; the one whose time is earliest does
 * one thing, which moves its time on.  Operations of clients are whole (a fault, a write, with all
 * the reclaim and compaction it does itself); kswapd and kcompactd go on batch by batch, so that
 * clients run between.
 */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include "sim/state.h"

enum sim_task_kind { TASK_CLIENT, TASK_KSWAPD, TASK_KCOMPACTD };

/* Tasks are made and have their times. */
void run_init(struct sim *sim);
/* The task of a node's kernel thread. */
struct sim_task *task_find(struct sim *sim, enum sim_task_kind kind, unsigned int node);
/* It runs a wake-up's cost from now, if it sleeps or would run later. */
void task_wake(struct sim *sim, struct sim_task *task);
/* The running task goes on at that time; NEVER: it sleeps. */
void task_sleep_until(struct sim *sim, uint64_t when_ns);

#endif
