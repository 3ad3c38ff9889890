/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_alloc - requests: the fast path, the slow path, and what patches make of it
 * (mm/page_alloc.c: __alloc_pages, get_page_from_freelist, __alloc_pages_slowpath; mm/mempolicy.c:
 * alloc_pages_mpol).
 *
 * Not modelled: dirty limits of zones, zone_reclaim, cpusets, and tasks with PF_MEMALLOC.
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

#define COSTLY_ORDER 3           /* PAGE_ALLOC_COSTLY_ORDER: costly is what is above */

/* Why a request got nothing: fourth number of EVENT_ALLOC_FAIL. */
enum alloc_fail {
	ALLOC_FAIL_NO_ZONE,      /* no zone that the mask allows */
	ALLOC_FAIL_NO_RECLAIM,   /* it may not reclaim */
	ALLOC_FAIL_WAKE,         /* costly and rather fails: kcompactd was woken instead */
	ALLOC_FAIL_COMPACTION,   /* the same: compaction was deferred or no use */
	ALLOC_FAIL_THISNODE,     /* it may try other nodes next */
	ALLOC_FAIL_NORETRY,      /* it rather fails than goes round again */
	ALLOC_FAIL_COSTLY,       /* costly, and not told to retry */
	ALLOC_FAIL_RETRIES,      /* told to retry, but not to call the OOM killer */
	ALLOC_FAIL_OOM,          /* the OOM killer would be next */
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
			unsigned int alloc_flags);
/* Next zone of the zonelist that the request may use, from *at on; NULL: that was all. */
struct sim_zone *request_zone(struct sim *sim, const struct alloc_request *request,
			      unsigned int *at);
/* vm.defrag_mode is on and the kernel has it. */
static inline bool request_keeps_blocks(const struct sim *sim)
{
	return sim->policy.defrag_mode_known && sim->knobs.defrag_mode;
}
/* migratetype and highest zone kind of a mask (gfp_migratetype, gfp_zone). */
unsigned int gfp_type(const struct sim *sim, uint32_t gfp);
unsigned int gfp_zoneidx(uint32_t gfp);

#endif
