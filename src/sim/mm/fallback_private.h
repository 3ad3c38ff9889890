/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fallback_private - what the eras of fallback share. */
#ifndef SIM_MM_FALLBACK_PRIVATE_H
#define SIM_MM_FALLBACK_PRIVATE_H

#include "sim/mm/fallback.h"

/* A request to the free lists, and the work it has made so far. */
struct fallback {
	unsigned int order, type, alloc_flags;
	unsigned int areas;           /* free areas visited */
	bool fell_back;               /* the own lists were empty */
};

/* What a walk of a pageblock sees. */
struct block_walk {
	uint32_t free, movable;       /* pages */
	uint32_t visits;              /* struct pages looked at */
};

struct block_walk fallback_walk_block(struct sim *sim, uint32_t pfn);
uint32_t fallback_alike(const struct sim *sim, const struct block_walk *walk,
			unsigned int start_type, unsigned int block_type);
void fallback_boost(struct sim *sim, struct sim_zone *zone, unsigned int alloc_flags);
void fallback_count(struct sim *sim, unsigned int fallback_order, unsigned int start_type,
		    unsigned int from_type);
/* Smallest order of buddies that may be touched. */
unsigned int fallback_least_order(const struct sim *sim, const struct fallback *want);
/* The type whose largest buddy serves, or whose smallest where a movable request cannot claim. */
int fallback_find_biggest(const struct sim *sim, const struct sim_zone *zone, struct fallback *want,
			  unsigned int *found);
uint32_t fallback_claim_block(struct sim *sim, struct sim_zone *zone, uint32_t pfn,
			      struct fallback *want, unsigned int from);
uint32_t fallback_steal_page(struct sim *sim, struct sim_zone *zone, uint32_t pfn,
			     const struct fallback *want, unsigned int from);

/* fallback_e1.c */
uint32_t fallback_rmqueue_e1(struct sim *sim, struct sim_zone *zone, struct fallback *want);

#endif
