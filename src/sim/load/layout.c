// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/load/layout.h"

#include <errno.h>

#include "fragscope/array.h"
#include "sim/gfp.h"
#include "sim/mm/owner.h"
#include "sim/mm/page_alloc.h"
#include "sim/mm/pcp.h"
#include "sim/scenario.h"

#define LAYOUT_PAGE_KIB_MOST 64        /* a file has fewer pages where they are larger */

static const struct {
	const char *name;
	int (*lay)(struct sim *sim, struct err *err);
} steps[] = {
	{ "fill", layout_fill },
	{ "age", layout_age },
	{ "pin", layout_pin },
	{ "free", layout_free },
	{ "eat", layout_eat },
	{ "drain", layout_drain },
};

const struct sim_layout_plan *layout_plan(const struct sim *sim)
{
	return &sim->scenario->layout;
}

int layout_lay(struct sim *sim, struct err *err)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(steps); i++) {
		int error = steps[i].lay(sim, err);

		if (error)
			return err_prefix(err, error, "layout: %s", steps[i].name);
	}
	/* kswapd has long been there and taken the boosts of the past back. */
	for (unsigned int z = 0; z < sim->c.nr_zones; z++)
		sim->c.zone[z].boost = sim->c.zone[z].boosted = 0;
	layout_enter(sim, 0);
	return 0;
}

void layout_enter(struct sim *sim, unsigned int node)
{
	sim->c.running_node = (uint8_t)node;
	sim->c.cpu = 0;
	for (unsigned int i = 0; i < node; i++)
		sim->c.cpu = (uint16_t)(sim->c.cpu + sim->c.node[i].cpus);
}

uint64_t layout_mib_pages(const struct sim *sim, uint64_t mib)
{
	return mib * 1024 / sim->scenario->machine.page_kib;
}

uint64_t layout_node_free(const struct sim *sim, unsigned int node)
{
	uint64_t nr = 0;

	for (unsigned int z = 0; z < sim->c.nr_zones; z++)
		if (sim->c.zone[z].node == node)
			nr += sim->c.zone[z].nr_free_pages;
	return nr;
}

/* Without both reclaim bits: what is there down to the MIN mark, and nobody is woken. */
uint32_t layout_gfp(enum page_state state)
{
	const uint32_t how = GFP_NOWARN_BIT | GFP_THISNODE_BIT;

	if (state == PAGE_STATE_KERNEL)
		return (GFP_KERNEL_MASK & ~GFP_RECLAIM) | how;
	if (state == PAGE_STATE_SLAB)
		return (GFP_KERNEL_MASK & ~GFP_RECLAIM) | GFP_RECLAIMABLE_BIT | how;
	return (GFP_HIGHUSER_MOVABLE_MASK & ~GFP_RECLAIM) | how;
}

uint32_t layout_take(struct sim *sim, uint32_t gfp, enum page_state state, unsigned int order,
		     uint32_t owner)
{
	uint32_t pfn = page_alloc(sim, gfp, order);

	if (pfn != NO_PAGE)
		page_give(sim, pfn, state, 0, owner);
	return pfn;
}

int layout_owner(struct sim *sim, enum page_state state, uint32_t *owner, struct err *err)
{
	*owner = owner_new(sim, state);
	if (*owner == NO_OWNER)
		return err_set(err, ENOMEM, "more owners than there is room for; larger files, "
			       "or fewer rounds");
	return 0;
}

int layout_drain(struct sim *sim, struct err *err)
{
	(void)err;
	if (layout_plan(sim)->drain)
		pcp_drain_all(sim, NULL);
	return 0;
}

/* Files of the fill, one owner for each other kind and node, and what ageing keeps. */
uint32_t layout_nr_owners(const struct sim_layout_plan *plan, uint64_t nr_pages)
{
	uint64_t file_pages = plan->file_kib / LAYOUT_PAGE_KIB_MOST;
	uint64_t nr = (uint64_t)SIM_NODES_MAX * (PAGE_STATE_TAIL + 2);

	if (plan->fill == LAYOUT_FILL_FILE || plan->fill == LAYOUT_FILL_MIX)
		nr += nr_pages / (file_pages ? file_pages : 1) + 1;
	if (plan->age_rounds)
		nr += (uint64_t)SIM_NODES_MAX * layout_age_owners(plan, nr_pages);
	return nr < UINT32_MAX ? (uint32_t)nr : UINT32_MAX - 1;
}
