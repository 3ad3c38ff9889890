/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fallback - taking from other migratetypes when a type's own lists are empty, as each era of the
 * kernel does it (mm/page_alloc.c: find_suitable_fallback, try_to_claim_block, __rmqueue_claim,
 * __rmqueue_steal, __rmqueue).  Under zone->lock.
 *
 * E1 moves what it finds to the own lists, E2 takes single pages out of the biggest foreign buddy,
 * E3 tries to claim at every order and then steals from the smallest, E4 remembers within one bulk
 * which of these worked.
 */
#ifndef SIM_MM_FALLBACK_H
#define SIM_MM_FALLBACK_H

#include "sim/state.h"

enum rmqueue_mode { RMQUEUE_NORMAL, RMQUEUE_CMA, RMQUEUE_CLAIM, RMQUEUE_STEAL };

/* What find_suitable_fallback() says when it names no type. */
enum { FALLBACK_EMPTY = -1, FALLBACK_NOCLAIM = -2 };

/* Whether a buddy of that order may bring its whole block to that type. */
bool fallback_may_claim(const struct sim *sim, unsigned int order, unsigned int start_type);
/* A type whose list of that order can serve start_type, or FALLBACK_EMPTY; with claimable also
 * FALLBACK_NOCLAIM where the policy tells the two apart. */
int fallback_find(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		  unsigned int start_type, bool claimable);
/* __rmqueue(): one page of that order, by the policy's era.  *mode lives as long as zone->lock is
 * held (eras before E4 leave it).  NO_PAGE: nothing to be had. */
uint32_t fallback_rmqueue(struct sim *sim, struct sim_zone *zone, unsigned int order,
			  unsigned int type, unsigned int alloc_flags, enum rmqueue_mode *mode);

#endif
