// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * layout_eat - takes the large free blocks away, so that what is free lies in small ones.  From the
 * order of a huge page down, as long as there are any without reclaim.
 */
#include "sim/load/layout.h"
#include "sim/mm/owner.h"
#include "sim/mm/pcp.h"

static bool has_above(const struct sim *sim, unsigned int node, unsigned int above)
{
	for (unsigned int z = 0; z < sim->c.nr_zones; z++)
		for (unsigned int order = above + 1; order <= sim->c.max_order; order++)
			if (sim->c.zone[z].node == node && sim->c.zone[z].nr_free[order])
				return true;
	return false;
}

/* Larger buddies are split for it. */
static unsigned int first_order(const struct sim *sim, unsigned int above)
{
	unsigned int huge = sim->c.block_order;

	return above < huge ? huge : sim->c.max_order;
}

/* false: nothing was there, or the marks keep it. */
static bool eat_once(struct sim *sim, unsigned int above, enum page_state state, uint32_t owner)
{
	bool any = false;

	for (unsigned int order = first_order(sim, above); order > above; order--)
		while (layout_take(sim, layout_gfp(state), state, order, owner) != NO_PAGE)
			any = true;
	return any;
}

static int eat_node(struct sim *sim, unsigned int node, struct err *err)
{
	const struct sim_layout_plan *plan = layout_plan(sim);
	unsigned int above = (unsigned int)plan->eat_above;
	enum page_state state = plan->eat_as == LAYOUT_EAT_KERNEL ? PAGE_STATE_KERNEL :
								    PAGE_STATE_ANON;
	uint32_t owner;
	int error = layout_owner(sim, state, &owner, err);

	if (error)
		return error;
	layout_enter(sim, node);
	while (eat_once(sim, above, state, owner) && plan->drain) {
		pcp_drain_all(sim, NULL); /* what the last refill left over is large as well */
		if (!has_above(sim, node, above))
			break;
	}
	owner_drop(sim, owner);
	return 0;
}

int layout_eat(struct sim *sim, struct err *err)
{
	int error = 0;

	if (layout_plan(sim)->eat_above >= sim->c.max_order)
		return 0;
	for (unsigned int node = 0; node < sim->c.nr_nodes && !error; node++)
		error = eat_node(sim, node, err);
	return error;
}
