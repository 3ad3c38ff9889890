/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vmscan - giving memory back: direct reclaim and kswapd (mm/vmscan.c: try_to_free_pages,
 * compaction_ready, should_continue_reclaim, kswapd, balance_pgdat, wakeup_kswapd).  Clean page
 * cache goes, from the oldest file; dirty pages wait for the disk; anonymous memory stays, as
 * without swap, and so does slab.  A file that lost its last page stays its reader's.
 */
#ifndef SIM_MM_VMSCAN_H
#define SIM_MM_VMSCAN_H

#include "sim/mm/page_alloc.h"

#define SWAP_CLUSTER_MAX 32
#define DEF_PRIORITY 12
#define MAX_RECLAIM_RETRIES 16  /* of a request; failures until kswapd gives up */

/* try_to_free_pages(): pages reclaimed, or 1 when compaction was ready and nothing was done. */
uint32_t reclaim_direct(struct sim *sim, const struct alloc_request *request);
/* Pages that reclaim could free there (zone_reclaimable_pages). */
uint32_t reclaim_possible(const struct sim *sim, const struct sim_zone *zone);

/* What one reclaimer wants and has done (struct scan_control). */
struct scan_control {
	uint64_t scanned;        /* pages looked at */
	uint64_t reclaimed;      /* pages freed */
	uint32_t target;         /* pages to free */
	uint32_t gfp;
	uint8_t order, zoneidx;  /* that it is for */
	uint8_t priority;        /* looks at 1 / 2^priority of what there is */
	bool kswapd;
	bool may_wait;           /* for the disk, where all is dirty */
	bool compaction_ready;   /* a zone was left alone as it can be compacted */
};

/* Frees page cache of a node, oldest first, as far as priority and target say (shrink_lruvec). */
void reclaim_shrink(struct sim *sim, unsigned int node, struct scan_control *sc);
/* The same until compaction has enough to work with (shrink_node). */
void reclaim_shrink_node(struct sim *sim, unsigned int node, struct scan_control *sc);

void kswapd_wake(struct sim *sim, unsigned int node, uint32_t gfp, unsigned int order,
		 unsigned int zoneidx);
/* One turn of that node's kswapd, as its task: a batch of reclaim, or going to sleep. */
void kswapd_step(struct sim *sim, unsigned int node);

#endif
