// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_toucher - a process that touches its memory page by page, without huge pages: movable
 * order-0 requests that per-CPU lists serve, filled in bulk.
 */
#include "sim/load/client_kind.h"

bool client_toucher_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	uint32_t owner = client_owner(sim, client, PAGE_STATE_ANON);
	uint64_t left = plan->pages ? plan->pages - client->scratch[0] : plan->batch;

	if (owner == NO_OWNER)
		return false;
	for (uint64_t nr = left < plan->batch ? left : plan->batch; nr; nr--) {
		uint32_t pfn = client_fault(sim, client, 0, owner);

		if (pfn == NO_PAGE)
			return false;
		op->pfn = pfn;
		op->granted = 0;
		client->scratch[0]++;
	}
	return !plan->pages || client->scratch[0] < plan->pages;
}
