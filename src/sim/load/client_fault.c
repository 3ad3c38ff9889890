// SPDX-License-Identifier: GPL-2.0-or-later
/* client_fault - a client's process touches memory that it has not touched before. */
#include "sim/load/client_kind.h"
#include "sim/mm/anon_fault.h"

uint32_t client_fault(struct sim *sim, struct sim_client *client, unsigned int order,
		      uint32_t owner)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	uint32_t pfn = anon_fault(sim, (enum thp_defrag)plan->defrag, plan->madvised, order, owner);

	if (pfn == NO_PAGE)
		return NO_PAGE;
	sim_charge(sim, COST_COPY_PAGE, 1ull << page_order(sim, pfn));
	sim_count(sim, SIM_TOUCHED_PAGES, page_order(sim, pfn) ? 0 : 1);
	return pfn;
}
