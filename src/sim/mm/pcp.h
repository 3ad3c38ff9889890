/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pcp - per-CPU page lists: what is on them is neither free nor merges (mm/page_alloc.c:
 * rmqueue_pcplist, rmqueue_bulk, free_unref_page, free_pcppages_bulk, nr_pcp_alloc, nr_pcp_free,
 * drain_all_pages).
 *
 * Orders 0 to 3 and that of a huge page have lists; allocation and free work at the head, giving
 * back takes from the tail.  Draining is done by the CPU that asks, under each list's and the
 * zone's lock: no interrupt and no work item since 6.0; who comes second to drain_all_pages()
 * returns at once.
 */
#ifndef SIM_MM_PCP_H
#define SIM_MM_PCP_H

#include "sim/state.h"

/* Whether pages of that order go through per-CPU lists. */
bool pcp_has_order(const struct sim *sim, unsigned int order);
/* Sizes of a zone's lists from managed pages, low watermark and CPUs (zone_batchsize,
 * zone_highsize). */
void pcp_set_sizes(struct sim *sim, struct sim_zone *zone);

/* rmqueue(): from the running CPU's list, filled if need be, else from the free lists; wakes kswapd
 * where a fallback boosted the watermarks.  NO_PAGE.  The page is allocated; its state is
 * PAGE_STATE_KERNEL until its user sets it. */
uint32_t rmqueue(struct sim *sim, struct sim_zone *zone, unsigned int order, unsigned int type,
		 unsigned int alloc_flags);
/* Frees an allocated page onto the running CPU's list, or to the free lists. */
void pcp_free_page(struct sim *sim, uint32_t pfn, unsigned int order);

/* All pages of one CPU's lists of one zone; returns how many. */
uint32_t pcp_drain_cpu(struct sim *sim, struct sim_zone *zone, unsigned int cpu);
/* lru_add_drain_cpu_zone(): this CPU's lists of that zone. */
void pcp_drain_local(struct sim *sim, struct sim_zone *zone);
/* drain_all_pages(): zone NULL is all zones. */
void pcp_drain_all(struct sim *sim, struct sim_zone *zone);

#endif
