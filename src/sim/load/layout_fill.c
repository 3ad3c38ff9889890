// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * layout_fill - memory that is in use before the workload begins: one process that touched all of
 * it, page cache of read files, pipes, or groups of all kinds that came in a random order, as page
 * tables do among page cache.
 */
#include "sim/gfp.h"
#include "sim/load/layout.h"
#include "sim/mm/owner.h"

/* One node being filled. */
struct filling {
	struct sim *sim;
	const struct sim_layout_plan *plan;
	uint32_t owner[NR_PAGE_STATES]; /* who gets the pages of that state, NO_OWNER: nobody yet */
	uint64_t file_left;           /* pages until the present file is as long as files are */
	uint64_t left;                /* pages to fill */
};

/* The share of each kind in the mix, per mille, summed up. */
static enum page_state draw_state(struct filling *f)
{
	uint64_t draw = random_below(&f->sim->c.layout_random, 1000);

	if (draw < f->plan->file_permille)
		return PAGE_STATE_FILE;
	if (draw < f->plan->file_permille + f->plan->kernel_permille)
		return PAGE_STATE_KERNEL;
	if (draw < f->plan->file_permille + f->plan->kernel_permille + f->plan->slab_permille)
		return PAGE_STATE_SLAB;
	return PAGE_STATE_ANON;
}

static enum page_state next_state(struct filling *f)
{
	switch ((enum layout_fill)f->plan->fill) {
	case LAYOUT_FILL_FILE:
		return PAGE_STATE_FILE;
	case LAYOUT_FILL_KERNEL:
		return PAGE_STATE_KERNEL;
	case LAYOUT_FILL_MIX:
		return draw_state(f);
	default:
		return PAGE_STATE_ANON;
	}
}

static unsigned int order_of(const struct filling *f, enum page_state state)
{
	return state_is_lru(state) ? (unsigned int)f->plan->fill_order : 0;
}

/* An owner for "pages" more of that state. */
static int owner_for(struct filling *f, enum page_state state, uint64_t pages, struct err *err)
{
	bool full = state == PAGE_STATE_FILE && f->file_left < pages;
	int error;

	if (f->owner[state] != NO_OWNER && !full)
		return 0;
	error = layout_owner(f->sim, state, &f->owner[state], err);
	if (!error && state == PAGE_STATE_FILE)
		f->file_left = layout_mib_pages(f->sim, f->plan->file_kib) >> 10;
	return error;
}

/* One more of that state, asked for with that mask.  1: no more can be had. */
static int fill_one(struct filling *f, uint32_t gfp, enum page_state state, unsigned int order,
		    struct err *err)
{
	uint64_t pages = 1ull << order;
	int error = owner_for(f, state, pages, err);

	if (error)
		return error;
	if (layout_take(f->sim, gfp, state, order, f->owner[state]) == NO_PAGE)
		return 1;
	if (state == PAGE_STATE_FILE)
		f->file_left -= f->file_left < pages ? f->file_left : pages;
	f->left -= f->left < pages ? f->left : pages;
	return 0;
}

static bool group_has_head(struct filling *f)
{
	return f->plan->fill == LAYOUT_FILL_KERNEL && f->plan->head_permille &&
	       random_below(&f->sim->c.layout_random, 1000) < f->plan->head_permille;
}

/* One group of one kind.  A pipe's inode and buffers are slab among the pages of pipes. */
static int fill_group(struct filling *f, struct err *err)
{
	enum page_state state = next_state(f);
	uint32_t gfp = layout_gfp(state);
	unsigned int order = order_of(f, state);
	uint64_t nr = f->plan->group >> order;
	int error = 0;

	if (group_has_head(f))
		error = fill_one(f, gfp, PAGE_STATE_SLAB, 0, err);
	for (nr = nr ? nr : 1; nr && f->left && !error; nr--)
		error = fill_one(f, gfp, state, order, err);
	return error;
}

static int fill_node(struct sim *sim, unsigned int node, struct err *err)
{
	struct filling f = { .sim = sim, .plan = layout_plan(sim) };
	uint64_t leave = layout_mib_pages(sim, f.plan->leave_mib);
	uint64_t nr_free = layout_node_free(sim, node);
	int error = 0;

	for (unsigned int state = 0; state < NR_PAGE_STATES; state++)
		f.owner[state] = NO_OWNER;
	f.left = nr_free > leave ? nr_free - leave : 0;
	layout_enter(sim, node);
	while (f.left && !error)
		error = fill_group(&f, err);
	for (unsigned int state = 0; state < NR_PAGE_STATES; state++)
		if (f.owner[state] != NO_OWNER)
			owner_drop(sim, f.owner[state]);
	return error < 0 ? error : 0;
}

int layout_fill(struct sim *sim, struct err *err)
{
	uint64_t fill = layout_plan(sim)->fill;
	int error = 0;

	if (fill == LAYOUT_FILL_NONE)
		return 0;
	if (fill == LAYOUT_FILL_FRAME)
		return layout_frame(sim, err);
	for (unsigned int node = 0; node < sim->c.nr_nodes && !error; node++)
		error = fill_node(sim, node, err);
	return error;
}
