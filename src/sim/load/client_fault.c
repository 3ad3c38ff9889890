// SPDX-License-Identifier: GPL-2.0-or-later
/* client_fault - a client's process touches memory that it has not touched before. */
#include "sim/load/client_kind.h"
#include "sim/mm/anon_fault.h"

/* A page of that order, or small ones; by the client's settings for huge pages. */
static uint32_t alloc(struct sim *sim, const struct sim_client_plan *plan, unsigned int order)
{
	uint32_t gfp = thp_fault_gfp((enum thp_defrag)plan->defrag, plan->madvised);
	uint32_t pfn = NO_PAGE;
	unsigned int got;

	if (order == HPAGE_ORDER)
		pfn = anon_fault_huge(sim, gfp);
	if (pfn != NO_PAGE)
		return pfn;
	return anon_fault_folio(sim, gfp, order < HPAGE_ORDER ? 1u << order : 0, &got);
}

uint32_t client_fault(struct sim *sim, struct sim_client *client, unsigned int order,
		      uint32_t owner)
{
	uint32_t pfn = alloc(sim, client_plan(sim, client), order);
	unsigned int got;

	if (pfn == NO_PAGE)
		return NO_PAGE;
	page_give(sim, pfn, PAGE_STATE_ANON, 0, owner);
	got = page_order(sim, pfn);
	sim_charge(sim, COST_COPY_PAGE, 1ull << got);
	sim_count(sim, SIM_TOUCHED_PAGES, got ? 0 : 1);
	return pfn;
}
