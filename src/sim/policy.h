/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * policy - what a kernel does where kernels and patches differ, as plain switches.  A policy is a
 * base kernel (bases.def) with named patches applied (patches.def); the mechanism in src/sim/mm
 * reads the switches and knows no names.
 */
#ifndef SIM_POLICY_H
#define SIM_POLICY_H

#include <stdbool.h>
#include <stdint.h>

/* How a request is served when its own free lists are empty. */
enum fallback_era {
	FALLBACK_E1,            /* before freelist hygiene (<= 6.9) */
	FALLBACK_E2,            /* 6.10: free pages are on their block's list; top steals */
	FALLBACK_E3,            /* 6.15-rc1: claims at each order, then steals from the smallest */
	FALLBACK_E4A,           /* 6.15: rmqueue_bulk remembers what worked */
	FALLBACK_E4B,           /* and claims end at the first order that cannot be claimed */
};

enum slowpath_era { SLOWPATH_S6, SLOWPATH_S7 };

/* What becomes of costly requests that rather fail than try hard. */
enum costly_policy {
	COSTLY_BASE,
	COSTLY_IOMAP,           /* v1: iomap asks without reclaim at all when the hint is costly */
	COSTLY_FILEMAP_STRIP,   /* v2: page cache asks without reclaim above order 3 */
	COSTLY_FILEMAP_STRIP_ALL, /* April: above the smallest order */
	COSTLY_FILEMAP_FIRST_TRY, /* July: after the first attempt */
	COSTLY_NOPAGE_WAKE,     /* v3: fail and wake kcompactd */
	COSTLY_CLEAR_RECLAIM,   /* Weiner: the slow path drops __GFP_DIRECT_RECLAIM */
	COSTLY_CLEAR_RECLAIM_THISNODE, /* but not for __GFP_THISNODE */
	COSTLY_PREDICATE,       /* v5: the mask stays, reclaim does not happen */
};

enum frag_wmark { FRAG_WMARK_OLD, FRAG_WMARK_LEEWAY };

enum mthp_patch {
	MTHP_SCORE = 1 << 0,    /* 1: scores take an order, callers still pass the pageblock's */
	MTHP_TARGET = 1 << 1,   /* 2: the largest mTHP size that is always on is what is scored */
	MTHP_SKIP = 1 << 2,     /* 3: folios that are large enough are not moved */
	MTHP_MOVABLE = 1 << 3,  /* 4: for small targets only movable blocks are scanned */
};

struct sim_policy {
	char name[120];         /* "linux-7.3+resample" */
	uint8_t fallback_era;   /* enum fallback_era */
	uint8_t tight_fallback; /* "order too low to claim" is told from "nothing here" */
	uint8_t slowpath_era;   /* enum slowpath_era */
	uint8_t costly;         /* enum costly_policy */
	uint8_t resample;       /* a second sample of blocks that looked empty */
	uint8_t mthp;           /* enum mthp_patch, or-ed */
	uint8_t mthp_scale_low_first; /* marks: low is scaled, then leeway is added */
	uint8_t mthp_unscaled_marks;  /* ablation: patch 2 without scaled marks */
	uint8_t frag_wmark;     /* enum frag_wmark */
	uint8_t gap_capped;     /* compact_gap() is 32 at most */
	uint8_t target_by_order;      /* isolated free pages keep their order, large folios move */
	uint8_t suitable_from_mark;   /* suitability begins at the caller's mark, not MIN or LOW */
	uint8_t suitable_costly_async; /* costly async requests are checked without CMA */
	uint8_t source_checks_cma;    /* direct compaction leaves CMA blocks to those who may use */
	uint8_t source_huge_any;      /* async direct for whole blocks also takes MOVABLE ones */
	uint8_t fast_find_huge;       /* the fast search serves non-movable huge requests too */
	uint8_t isolate_above_block;  /* the migrate scanner leaves folios of pageblock order */
	uint8_t defrag_mode_known;    /* the kernel has vm.defrag_mode */
	uint8_t defrag_promotes;      /* non-movable requests reclaim and compact for a block */
	uint8_t order1_skipped;       /* page cache has no folios of order 1 */
	uint8_t pcp_auto;             /* per-CPU lists tune themselves (6.7) */
	uint8_t large_writes;         /* buffered writes ask for large folios (6.6) */
	uint8_t anon_mthp;            /* anonymous folios between a page and a huge page (6.8) */
};

#endif
