/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_alloc - requests: the fast path, the slow path, and what patches make of it
 * (mm/page_alloc.c: __alloc_pages, get_page_from_freelist, __alloc_pages_slowpath; mm/mempolicy.c:
 * alloc_pages_mpol).
 */
#ifndef SIM_MM_PAGE_ALLOC_H
#define SIM_MM_PAGE_ALLOC_H

#include "sim/gfp.h"
#include "sim/state.h"

/* What a request is made of, once (struct alloc_context). */
struct alloc_request {
	uint32_t gfp;
	uint8_t order, type, zoneidx, node;
	uint8_t reclaim_order;   /* that reclaim and compaction work for; may be above order */
	uint8_t wants_block;     /* that order was raised */
	uint8_t nr_zones;        /* of the node's zonelist, that may be used */
	uint8_t pad;
};

/* A page for the running task, on its node first; NO_PAGE.  Its state is PAGE_STATE_KERNEL and it
 * has no owner: page_give() comes next. */
uint32_t page_alloc(struct sim *sim, uint32_t gfp, unsigned int order);
/* alloc_pages_mpol() of a huge page: first this node without trying hard, then all by the mask. */
uint32_t page_alloc_huge(struct sim *sim, uint32_t gfp, unsigned int order);
/* What the page is used for from now on; it becomes the owner's youngest. */
void page_give(struct sim *sim, uint32_t pfn, enum page_state state, unsigned int flags,
	       uint32_t owner);
/* Takes it from its owner and frees it. */
void page_free(struct sim *sim, uint32_t pfn);

/* get_page_from_freelist() */
uint32_t page_alloc_try(struct sim *sim, const struct alloc_request *request,
			unsigned int *alloc_flags);
/* migratetype and highest zone kind of a mask (gfp_migratetype, gfp_zone). */
unsigned int gfp_type(const struct sim *sim, uint32_t gfp);
unsigned int gfp_zoneidx(uint32_t gfp);

#endif
