/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compaction - moving pages so that free ones come together (mm/compaction.c).  The migrate scanner
 * goes up through a zone and takes pages that can be moved, the free scanner comes down and takes
 * free pages to move them to; where they meet, it is over.
 *
 * A compaction is a struct compact_control (state.h) and goes on by steps of one pageblock, so that
 * kcompactd can be watched and others run between.  Its private lists are empty at its end.
 */
#ifndef SIM_MM_COMPACTION_H
#define SIM_MM_COMPACTION_H

#include "sim/mm/page_alloc.h"

enum compact_mode { COMPACT_ASYNC, COMPACT_SYNC_LIGHT, COMPACT_SYNC };

enum compact_cause { CAUSE_DIRECT, CAUSE_KCOMPACTD, CAUSE_PROACTIVE, CAUSE_MANUAL };

/* enum compact_result of the kernel, and its order. */
enum compact_result {
	COMPACT_SKIPPED,
	COMPACT_DEFERRED,
	COMPACT_CONTINUE,
	COMPACT_NO_SUITABLE_PAGE,
	COMPACT_COMPLETE,
	COMPACT_PARTIAL_SKIPPED,
	COMPACT_CONTENDED,
	COMPACT_SUCCESS,
};

enum compact_priority { COMPACT_PRIO_SYNC_FULL, COMPACT_PRIO_SYNC_LIGHT, COMPACT_PRIO_ASYNC };

/* 2 << order, or 32 at most where the policy caps it; pages. */
uint32_t compact_gap(const struct sim *sim, unsigned int order);

/* Why compaction does not suit a zone: second number of EVENT_SUITABILITY. */
enum compact_unsuited {
	UNSUITED_NOT,            /* it does */
	UNSUITED_THERE,          /* the page is there already */
	UNSUITED_CMA,            /* too little is free outside CMA, which the request may not use */
	UNSUITED_FREE,           /* too little is free to move pages to */
	UNSUITED_INDEX,          /* the fragmentation index says lack of memory */
};

/* Why the migrate scanner passed a block by: first number of EVENT_MIGRATE_SKIP. */
enum compact_source_skip {
	SOURCE_TAKEN,            /* it did not */
	SOURCE_SKIP_BIT,
	SOURCE_HUGE,             /* it is (in) one folio of a pageblock's size */
	SOURCE_TYPE,             /* its migratetype is not for this compaction */
};

/* Suitability (suitable.c): COMPACT_SUCCESS: the page is there already; COMPACT_SKIPPED: no use;
 * COMPACT_CONTINUE. */
enum compact_result compact_suitable(const struct sim *sim, const struct sim_zone *zone,
				     unsigned int order, unsigned int zoneidx,
				     unsigned int alloc_flags, bool async, bool kcompactd);
/* The same, and why. */
enum compact_unsuited compact_unsuited(const struct sim *sim, const struct sim_zone *zone,
				       unsigned int order, unsigned int zoneidx,
				       unsigned int alloc_flags, bool async, bool kcompactd);
/* compaction_suitable(): enough order-0 pages above that mark to work with, and, for a costly
 * order, fragmentation is what is in the way. */
bool compact_has_targets(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
			 uint64_t mark, unsigned int zoneidx, uint64_t free);
/* compaction_zonelist_suitable(): would do if "reclaimable / order" more pages were free. */
bool compact_would_suit(struct sim *sim, const struct alloc_request *request,
			unsigned int alloc_flags);

/* Deferral (defer.c). */
void compact_defer(struct sim *sim, struct sim_zone *zone, int order);
bool compact_deferred(struct sim *sim, struct sim_zone *zone, int order);
void compact_defer_reset(struct sim_zone *zone, int order, bool success);
bool compact_restarting(const struct sim_zone *zone, int order);

/* Skip bits (skip.c). */
void compact_set_skip(struct sim *sim, uint32_t pfn);
/* reset_isolation_suitable(): those zones of a node whose scanners met clear their skip bits, as
 * far as the kernel's samples of every eighth page go. */
void compact_reset_skip_node(struct sim *sim, unsigned int node);
void compact_reset_skip(struct sim *sim, struct sim_zone *zone);

/* compact_zone(): begin sets the scanners up and says COMPACT_CONTINUE, or why not; a step handles
 * one pageblock; end gives back what is left.  cc's fields up to "active" that come from the origin
 * of the compaction are set by the caller, all else zero. */
enum compact_result compact_begin(struct sim *sim, struct compact_control *cc);
enum compact_result compact_step(struct sim *sim, struct compact_control *cc);
void compact_end(struct sim *sim, struct compact_control *cc, enum compact_result result);
/* All of it at once. */
enum compact_result compact_zone(struct sim *sim, struct compact_control *cc);

/* try_to_compact_pages(): over the zonelist; *page: captured, or NO_PAGE. */
enum compact_result compact_direct(struct sim *sim, const struct alloc_request *request,
				   unsigned int alloc_flags, enum compact_priority prio,
				   uint32_t *page);
/* echo 1 > /proc/sys/vm/compact_memory */
void compact_memory(struct sim *sim);

/* kcompactd.c */
void kcompactd_wake(struct sim *sim, unsigned int node, unsigned int order, unsigned int zoneidx);
/* The sysctl compaction_proactiveness was written: judge now. */
void kcompactd_poke(struct sim *sim, unsigned int node);
/* One turn of that node's kcompactd, as its task: a pageblock, or the next zone, or sleep. */
void kcompactd_step(struct sim *sim, unsigned int node);
/* Proactive marks under the policy (proactive.c); order is what is scored. */
void proactive_marks(const struct sim *sim, unsigned int *order, unsigned int *low,
		     unsigned int *high);
unsigned int proactive_score_zone(const struct sim *sim, const struct sim_zone *zone,
				  unsigned int order);
unsigned int proactive_score_node(const struct sim *sim, unsigned int node, unsigned int order);

#endif
