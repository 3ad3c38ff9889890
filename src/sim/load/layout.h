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

#include "sim/load/plan.h"
#include "sim/state.h"

/* The plan of the machine's scenario. */
const struct sim_layout_plan *layout_plan(const struct sim *sim);

/* All steps of the scenario's layout.  -EINVAL with the setting that cannot be met. */
int layout_lay(struct sim *sim, struct err *err);

int layout_fill(struct sim *sim, struct err *err);
int layout_age(struct sim *sim, struct err *err);
int layout_pin(struct sim *sim, struct err *err);
int layout_free(struct sim *sim, struct err *err);
int layout_eat(struct sim *sim, struct err *err);
int layout_drain(struct sim *sim, struct err *err);

/* The layout's requests are served on that node, through its first CPU's lists. */
void layout_enter(struct sim *sim, unsigned int node);
/* How many pages that is. */
uint64_t layout_mib_pages(const struct sim *sim, uint64_t mib);
/* The free lists' pages of that node. */
uint64_t layout_node_free(const struct sim *sim, unsigned int node);
/* The mask of requests for pages that will be in that state: none reclaims. */
uint32_t layout_gfp(enum page_state state);
/* A page of that order for that owner; NO_PAGE: no more can be had. */
uint32_t layout_take(struct sim *sim, uint32_t gfp, enum page_state state, unsigned int order,
		     uint32_t owner);
/* A new owner.  -ENOMEM: there are too many. */
int layout_owner(struct sim *sim, enum page_state state, uint32_t *owner, struct err *err);

/* Owners in one node at a time while it ages. */
uint64_t layout_age_owners(const struct sim_layout_plan *plan, uint64_t nr_pages);

/* Memory as the scenario's frame has it (frame_in.c); fill = frame. */
int layout_frame(struct sim *sim, struct err *err);

#endif
