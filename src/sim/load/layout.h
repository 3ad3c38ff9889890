/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * layout - how memory looks when the workload begins.  It is made by the allocator itself, in steps
 * that each stand in a file: filled, aged, pinned, freed, eaten, drained.  So the order of the free
 * lists, what is on per-CPU lists and which blocks have whose type come out as they would on a
 * kernel.  The steps ask without reclaim; they charge and count as everything does, and who makes
 * the machine sets clock and counters back afterwards.
 */
#ifndef SIM_LOAD_LAYOUT_H
#define SIM_LOAD_LAYOUT_H

#include "sim/state.h"

/* All steps of the scenario's layout.  -EINVAL with the setting that cannot be met. */
int layout_lay(struct sim *sim, struct err *err);

int layout_fill(struct sim *sim, struct err *err);
int layout_age(struct sim *sim, struct err *err);
int layout_pin(struct sim *sim, struct err *err);
int layout_free(struct sim *sim, struct err *err);
int layout_eat(struct sim *sim, struct err *err);
int layout_drain(struct sim *sim, struct err *err);

/* Memory as the scenario's frame has it (frame_in.c); fill = frame. */
int layout_frame(struct sim *sim, struct err *err);

#endif
