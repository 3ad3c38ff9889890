/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random_world - a small machine on which anything may happen: requests of any mask and order,
 * frees, drains, compactions of every kind, kernel threads in between, on any CPU.  What happens is
 * drawn from one seed.
 */
#ifndef TESTS_SIM_RANDOM_WORLD_H
#define TESTS_SIM_RANDOM_WORLD_H

#include "sim/mm/compaction.h"
#include "sim/scenario.h"

#define WORLD_OWNERS 6                 /* of each kind of page */
#define WORLD_KINDS 4                  /* kernel, slab, anonymous, file */

struct random_world {
	struct sim *sim;
	struct random random;
	uint32_t owner[WORLD_KINDS][WORLD_OWNERS];
	uint64_t now_ns;
	uint64_t nr_granted, nr_refused; /* requests */
	uint32_t free_permille;        /* of memory, that the present phase leaves */
	struct sim_scenario *scenario;
	struct sim_policy *policy;
};

/* How machines differ beside their seed. */
struct world_kind {
	const char *policy;
	unsigned int pageblock_order;  /* max_order: 10 */
	unsigned int nodes;
	bool defrag_mode;
};

/* 0, or -errno with the reason. */
int world_init(struct random_world *world, const struct world_kind *kind, uint64_t seed,
	       struct err *err);
void world_free(struct random_world *world);
/* One thing happens, and kernel threads whose time has come do one. */
void world_step(struct random_world *world);
/* Everything that was allocated is freed and drained; kernel threads have ended what they did. */
void world_free_all(struct random_world *world);

#endif
