// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_mthp - a chain of processes of short life, as a build makes them: each touches all of some
 * memory from one end to the other, sleeps a while and exits, and the next begins.  One operation
 * is the fault of one range of the mTHP order; where that is not to be had, all its small pages
 * are touched one after the other.  A process that gets no memory at all is killed.
 */
#include "sim/load/client_kind.h"

#define LEFT 0                         /* scratch: pages that this process will touch still */

static void be_born(struct sim *sim, struct sim_client *client)
{
	const struct sim_client_plan *plan = client_plan(sim, client);

	client->scratch[LEFT] = client_draw(client, plan->pages_min, plan->pages_max);
}

static void exit_process(struct sim *sim, struct sim_client *client)
{
	if (client->owner != NO_OWNER)
		owner_free(sim, client->owner);
	client->owner = NO_OWNER;
	client->scratch[LEFT] = 0;
}

/* The rest of a range whose first page is a small one.  false: no memory. */
static bool touch_rest(struct sim *sim, struct sim_client *client, uint64_t nr)
{
	while (nr--)
		if (client_fault(sim, client, 0, client->owner) == NO_PAGE)
			return false;
	return true;
}

/* A range of memory that the process comes to. */
static bool touch_range(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	uint64_t nr = 1ull << op->wanted, got;

	op->pfn = client_fault(sim, client, (unsigned int)op->wanted, client->owner);
	if (op->pfn == NO_PAGE)
		return false;
	op->granted = (int)page_order(sim, op->pfn);
	got = 1ull << op->granted;
	nr = nr < client->scratch[LEFT] ? nr : client->scratch[LEFT];
	if (!touch_rest(sim, client, nr > got ? nr - got : 0))
		return false;
	client->scratch[LEFT] -= nr;
	return true;
}

bool client_mthp_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	const struct sim_client_plan *plan = client_plan(sim, client);

	op->wanted = (int)plan->order;
	if (client->owner != NO_OWNER && !client->scratch[LEFT])
		exit_process(sim, client);
	if (client->owner == NO_OWNER)
		be_born(sim, client);
	if (client_owner(sim, client, PAGE_STATE_ANON) == NO_OWNER)
		return false;
	if (!touch_range(sim, client, op))
		exit_process(sim, client);
	else if (!client->scratch[LEFT])
		op->wake_ns = sim->c.now_ns + client_draw(client, 0, plan->hold_ms) * 1000000ull;
	return true;
}
