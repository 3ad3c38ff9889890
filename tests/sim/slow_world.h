/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slow_world - a machine whose free lists, reclaim and compaction are made up: they fail, or not,
 * as a test says, and write down that they were called.
 *
 *   L  looks at the free lists        S  wakes kswapd         K  wakes kcompactd
 *   R  reclaims                       D  drains all CPUs      U  gives back atomic blocks by force
 *   a, l, f  compacts: async, sync light, sync full
 */
#ifndef TESTS_SIM_SLOW_WORLD_H
#define TESTS_SIM_SLOW_WORLD_H

#include "sim/mm/compaction.h"
#include "sim/mm/watermark.h"

/* How the made-up parts behave, and what was asked of them. */
struct slow_world {
	char trace[400];
	unsigned int nr;
	unsigned int largest;         /* order that the free lists still serve, + 1 */
	unsigned int serves_from;     /* look at the free lists from which on all is served; 0: none */
	unsigned int looks, reclaims, drains;
	uint32_t progress;            /* pages that each reclaim gets */
	uint32_t captured;
	enum compact_result costly_result, result;
	bool would_suit;
	unsigned int flags;           /* of the last look */
	unsigned int reclaim_order;   /* of the last reclaim */
	unsigned int compact_order;
	unsigned int kswapd_order;
	uint32_t kswapd_gfp;
	uint32_t freed;
	bool may_steal;               /* the lists serve who may fall back */
};

extern struct slow_world world;

/* One zone in which nothing is free and reclaim frees what nobody can use. */
struct sim *slow_machine(const char *policy);

#endif
