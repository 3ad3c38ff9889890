// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_want - asks for a number of blocks of one order with a mask of its own, one after the
 * other, and keeps what it gets: a driver's buffers, or a question put to this memory.
 */
#include "sim/load/client_kind.h"

static enum page_state state_of(const struct sim *sim, uint32_t gfp)
{
	switch (gfp_type(sim, gfp)) {
	case MT_MOVABLE:
		return PAGE_STATE_ANON;
	case MT_RECLAIMABLE:
		return PAGE_STATE_SLAB;
	default:
		return PAGE_STATE_KERNEL;
	}
}

bool client_want_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	enum page_state state = state_of(sim, (uint32_t)plan->gfp);
	uint32_t owner = client_owner(sim, client, state);

	op->wanted = (int)plan->order;
	if (owner == NO_OWNER || client->nr_ops >= plan->blocks)
		return false;
	op->pfn = page_alloc(sim, (uint32_t)plan->gfp, (unsigned int)plan->order);
	sim_count(sim, op->pfn == NO_PAGE ? SIM_WANTED_MISSED : SIM_WANTED_GOT, 1);
	if (op->pfn != NO_PAGE) {
		op->granted = op->wanted;
		page_give(sim, op->pfn, state, 0, owner);
		if (!plan->keep)
			page_free(sim, op->pfn);
	}
	return client->nr_ops + 1 < plan->blocks;
}
