/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watermark - how much of a zone has to stay free, and for whom (mm/page_alloc.c:
 * init_per_zone_wmark_min, __setup_per_zone_wmarks, setup_per_zone_lowmem_reserve,
 * __zone_watermark_ok, boost_watermark, reserve_highatomic_pageblock,
 * unreserve_highatomic_pageblock; mm/khugepaged.c: set_recommended_min_free_kbytes).
 */
#ifndef SIM_MM_WATERMARK_H
#define SIM_MM_WATERMARK_H

#include "sim/state.h"

/* How a request is served; the kernel's ALLOC_ flags. */
enum alloc_flag {
	ALLOC_WMARK_MIN = 0,
	ALLOC_WMARK_LOW = 1,
	ALLOC_WMARK_HIGH = 2,
	ALLOC_WMARK_MASK = 3,
	ALLOC_NON_BLOCK = 1 << 2,
	ALLOC_MIN_RESERVE = 1 << 3,
	ALLOC_HIGHATOMIC = 1 << 4,
	ALLOC_CMA = 1 << 5,
	ALLOC_KSWAPD = 1 << 6,
	ALLOC_NOFRAGMENT = 1 << 7,
	ALLOC_NO_WATERMARKS = 1 << 8,
	ALLOC_OOM = 1 << 9,
};

/* Knobs of the host that decide the marks: sysctls of vm, in their units. */
struct watermark_knobs {
	uint64_t min_free_kib;       /* 0: as the kernel computes it */
	uint32_t scale_factor;       /* watermark_scale_factor, per 10000 */
	uint32_t page_kib;
	uint32_t reserve_ratio[NR_SIM_ZONE_KINDS]; /* lowmem_reserve_ratio */
	bool thp;                    /* khugepaged raises min_free_kbytes */
};

/* Marks, reserves and per-CPU list sizes of all zones. */
void watermark_setup(struct sim *sim, const struct watermark_knobs *knobs);
/* min_free_kbytes that the kernel chooses for these zones. */
uint64_t watermark_min_free_kib(const struct sim *sim, const struct watermark_knobs *knobs);

/* The mark that the flags name, with the boost; pages. */
uint32_t watermark_of(const struct sim_zone *zone, unsigned int alloc_flags);
/* Whether a request of that order may take from the zone and leave it above the mark. */
bool watermark_ok(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		  uint64_t mark, unsigned int zoneidx, unsigned int alloc_flags, uint64_t free);
/* zone_watermark_fast(): with free as it is now; a MIN_RESERVE request of order 0 ignores the
 * boost. */
bool watermark_fast(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		    uint64_t mark, unsigned int zoneidx, unsigned int alloc_flags);
/* On a fragmenting fallback; whether kswapd is to be woken. */
bool watermark_boost(struct sim *sim, struct sim_zone *zone);

/* The block of that page is kept for atomic requests from now on, if it may be. */
void highatomic_reserve(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order);
/* Gives one block back, to the requester's type; force also where it is the last. */
bool highatomic_unreserve(struct sim *sim, const struct sim_node *node, unsigned int type,
			  bool force);

#endif
