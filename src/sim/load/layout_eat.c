// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * layout_eat - takes the large free blocks away, so that what is free lies in small ones.  From the
 * order of a huge page down, as long as there are any without reclaim.
 */
#include "sim/load/layout.h"
#include "sim/mm/owner.h"

/* Larger buddies are split for it. */
static unsigned int first_order(const struct sim *sim, unsigned int above)
{
	unsigned int huge = sim->c.block_order;

	return above < huge ? huge : sim->c.max_order;
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
	for (unsigned int order = first_order(sim, above); order > above; order--)
		while (layout_take(sim, layout_gfp(state), state, order, owner) != NO_PAGE)
			;
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
