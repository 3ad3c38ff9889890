/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * anon_fault - memory for faults of anonymous memory (mm/huge_memory.c: vma_thp_gfp_mask,
 * do_huge_pmd_anonymous_page; mm/memory.c: alloc_anon_folio).
 */
#ifndef SIM_MM_ANON_FAULT_H
#define SIM_MM_ANON_FAULT_H

#include "sim/mm/page_alloc.h"

#define HPAGE_ORDER 9           /* HPAGE_PMD_ORDER */

/* /sys/kernel/mm/transparent_hugepage/defrag */
enum thp_defrag {
	THP_DEFRAG_ALWAYS,
	THP_DEFRAG_DEFER,
	THP_DEFRAG_DEFER_MADVISE,
	THP_DEFRAG_MADVISE,
	THP_DEFRAG_NEVER,
	NR_THP_DEFRAGS
};

/* How hard a fault tries for more than a page: vma_thp_gfp_mask(). */
uint32_t thp_fault_gfp(enum thp_defrag defrag, bool madvised);

/* A huge page for a fault; NO_PAGE: small ones have to do.  Both count in c.granted[0],
 * c.failed[0] and the counters of faults; the caller gives the folio to its process. */
uint32_t anon_fault_huge(struct sim *sim, uint32_t gfp);
/* A folio of the largest order of the set (bit n: order n) that is to be had, at last a page;
 * NO_PAGE: not even that. */
uint32_t anon_fault_folio(struct sim *sim, uint32_t gfp, uint32_t orders, unsigned int *order);

#endif
