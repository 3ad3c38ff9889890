// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * anon_fault - a huge page is tried for once; folios between it and a page from the largest order
 * downwards.  How hard either tries is the defrag setting's affair: by default only memory that was
 * advised MADV_HUGEPAGE reclaims and compacts, and nobody wakes kswapd.
 */
#include "sim/mm/anon_fault.h"

#include "fragscope/bits.h"

/* Added to GFP_TRANSHUGE_LIGHT: for memory that was advised MADV_HUGEPAGE, and for other. */
static const uint32_t defrag_bits[NR_THP_DEFRAGS][2] = {
	[THP_DEFRAG_ALWAYS] = { GFP_DIRECT_RECLAIM_BIT, GFP_DIRECT_RECLAIM_BIT | GFP_NORETRY_BIT },
	[THP_DEFRAG_DEFER] = { GFP_KSWAPD_RECLAIM_BIT, GFP_KSWAPD_RECLAIM_BIT },
	[THP_DEFRAG_DEFER_MADVISE] = { GFP_DIRECT_RECLAIM_BIT, GFP_KSWAPD_RECLAIM_BIT },
	[THP_DEFRAG_MADVISE] = { GFP_DIRECT_RECLAIM_BIT, 0 },
	[THP_DEFRAG_NEVER] = { 0, 0 },
};

uint32_t thp_fault_gfp(enum thp_defrag defrag, bool madvised)
{
	return GFP_TRANSHUGE_LIGHT_MASK | defrag_bits[defrag][!madvised];
}

static uint32_t note(struct sim *sim, uint32_t pfn, unsigned int order)
{
	if (pfn == NO_PAGE)
		sim->c.failed[0][order]++;
	else
		sim->c.granted[0][order]++;
	return pfn;
}

uint32_t anon_fault_huge(struct sim *sim, uint32_t gfp)
{
	uint32_t pfn = note(sim, page_alloc_huge(sim, gfp, HPAGE_ORDER), HPAGE_ORDER);

	sim_count(sim, pfn == NO_PAGE ? SIM_THP_FAULT_FALLBACK : SIM_THP_FAULT_ALLOC, 1);
	return pfn;
}

/* THP_ORDERS_ALL_ANON without the huge page's, which has its own fault. */
static uint32_t folio_orders(const struct sim *sim, uint32_t orders)
{
	const uint32_t all = ((1u << HPAGE_ORDER) - 1) & ~3u;

	return sim->policy.anon_mthp ? orders & all : 0;
}

uint32_t anon_fault_folio(struct sim *sim, uint32_t gfp, uint32_t orders, unsigned int *order)
{
	uint32_t left = folio_orders(sim, orders);
	const unsigned int wanted = left ? bits_log2(left) : 0;
	uint32_t pfn = NO_PAGE;

	for (; left && pfn == NO_PAGE; left &= ~(1u << *order)) {
		*order = bits_log2(left);
		pfn = note(sim, page_alloc(sim, gfp, *order), *order);
	}
	if (wanted)
		sim_count(sim, pfn != NO_PAGE && *order == wanted ? SIM_MTHP_FAULT_ALLOC :
								    SIM_MTHP_FAULT_FALLBACK, 1);
	if (pfn != NO_PAGE)
		return pfn;
	*order = 0;
	return note(sim, page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK, 0), 0);
}
