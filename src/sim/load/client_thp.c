// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_thp - touches one byte in each of many ranges of a huge page's size (or of a smaller mTHP
 * order).  Who gets no huge page gets one small one, as only one byte was touched.
 */
#include "sim/load/client_kind.h"

bool client_thp_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	uint32_t owner = client_owner(sim, client, PAGE_STATE_ANON);

	op->wanted = plan->order ? (int)plan->order : sim->c.block_order;
	if (owner == NO_OWNER)
		return false;
	op->pfn = client_fault(sim, client, (unsigned int)op->wanted, owner);
	if (op->pfn == NO_PAGE)
		return true;
	op->granted = (int)page_order(sim, op->pfn);
	if (!plan->keep)
		page_free(sim, op->pfn);
	return true;
}
