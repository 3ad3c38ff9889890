/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vmscan - giving memory back: direct reclaim and kswapd (mm/vmscan.c: try_to_free_pages,
 * compaction_ready, should_continue_reclaim, kswapd, balance_pgdat, wakeup_kswapd).  Clean page
 * cache goes, from the oldest file; dirty pages wait for the disk; anonymous memory stays, as
 * without swap.
 */
#ifndef SIM_MM_VMSCAN_H
#define SIM_MM_VMSCAN_H

#include "sim/mm/page_alloc.h"

/* try_to_free_pages(): pages reclaimed, or 1 when compaction was ready and nothing was done. */
uint32_t reclaim_direct(struct sim *sim, const struct alloc_request *request);
/* Pages that reclaim could free there (zone_reclaimable_pages). */
uint32_t reclaim_possible(const struct sim *sim, const struct sim_zone *zone);
/* Frees up to nr pages of a node's clean page cache, oldest first; *scanned += pages looked at. */
uint32_t reclaim_shrink(struct sim *sim, unsigned int node, unsigned int zoneidx, uint32_t nr,
			uint64_t *scanned);

void kswapd_wake(struct sim *sim, unsigned int node, uint32_t gfp, unsigned int order,
		 unsigned int zoneidx);
/* One turn of that node's kswapd, as its task: a batch of reclaim, or going to sleep. */
void kswapd_step(struct sim *sim, unsigned int node);

#endif
