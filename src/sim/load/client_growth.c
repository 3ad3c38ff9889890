// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_kernel, client_slab - kernel memory that grows: page tables, buffers and what else cannot
 * be moved, and slab that a shrinker could free, as the inodes and dentries of a million files.
 * Slab asks as mm/slub.c's allocate_slab() does: first for its order without trying hard, then
 * for the smallest there is.  One operation is some pages more, or some of the oldest less.
 */
#include "sim/load/client_kind.h"
#include "sim/load/client_slab.h"

/* The growing's order and mask. */
struct growth {
	enum page_state state;
	enum sim_counter counter;
	uint32_t (*alloc)(struct sim *sim, unsigned int order);
};

static uint32_t alloc_kernel(struct sim *sim, unsigned int order)
{
	return page_alloc(sim, GFP_KERNEL_MASK, order);
}

static uint32_t alloc_slab(struct sim *sim, unsigned int order)
{
	uint32_t gfp = GFP_KERNEL_MASK | GFP_RECLAIMABLE_BIT, first, pfn;

	first = gfp | GFP_NOWARN_BIT | GFP_NORETRY_BIT;
	if (order)
		first = (first & ~GFP_RECLAIM) | GFP_NOMEMALLOC_BIT;
	pfn = page_alloc(sim, first, order);
	return pfn != NO_PAGE ? pfn : page_alloc(sim, gfp, 0);
}

static const struct growth kernel_growth = { PAGE_STATE_KERNEL, SIM_KERNEL_PAGES, alloc_kernel };
static const struct growth slab_growth = { PAGE_STATE_SLAB, SIM_SLAB_PAGES, alloc_slab };

/* One page more for that owner. */
static uint32_t grow_by_one(struct sim *sim, const struct growth *growth, unsigned int order,
			    uint32_t owner)
{
	uint32_t pfn = growth->alloc(sim, order);

	if (pfn == NO_PAGE)
		return NO_PAGE;
	page_give(sim, pfn, growth->state, 0, owner);
	sim_count(sim, growth->counter, 1ull << page_order(sim, pfn));
	return pfn;
}

uint32_t client_slab_page(struct sim *sim, unsigned int order, uint32_t owner)
{
	return grow_by_one(sim, &slab_growth, order, owner);
}

static void shrink(struct sim *sim, uint32_t owner, uint64_t nr)
{
	while (nr-- && sim->owners[owner].pages.nr)
		page_free(sim, sim->owners[owner].pages.first);
}

/* false: no memory, which ends this client. */
static bool grow(struct sim *sim, struct sim_client *client, const struct growth *growth,
		 struct client_op *op)
{
	const struct sim_client_plan *plan = client_plan(sim, client);

	for (uint64_t nr = plan->batch; nr; nr--) {
		op->pfn = grow_by_one(sim, growth, (unsigned int)plan->order, client->owner);
		if (op->pfn == NO_PAGE)
			return false;
		op->granted = (int)page_order(sim, op->pfn);
		client->scratch[0] += 1ull << op->granted;
	}
	return !plan->pages || client->scratch[0] < plan->pages;
}

static bool step(struct sim *sim, struct sim_client *client, const struct growth *growth,
		 struct client_op *op)
{
	const struct sim_client_plan *plan = client_plan(sim, client);

	op->wanted = (int)plan->order;
	if (client_owner(sim, client, growth->state) == NO_OWNER)
		return false;
	if (!client_chance(client, plan->remove_permille))
		return grow(sim, client, growth, op);
	shrink(sim, client->owner, plan->batch);
	return true;
}

bool client_kernel_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	return step(sim, client, &kernel_growth, op);
}

bool client_slab_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	return step(sim, client, &slab_growth, op);
}
