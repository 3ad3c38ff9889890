// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * layout_age - owners that come and go until memory looks used.  Several grow side by side, a few
 * pages at a time in a random order, so that their pages lie mixed.  Who is grown up exits, or
 * stays for long; when memory is short, the one that stayed longest exits.  What remains are the
 * pages of those that stay, between holes of those that did not.
 */
#include <errno.h>
#include <stdlib.h>

#include "sim/load/layout.h"
#include "sim/mm/owner.h"

#define CHUNK_MAX 16                   /* pages that an owner grows by at a time */
#define PAGES_PER_OWNER_LEAST 16       /* so many pages of memory for each owner that stays */

/* One owner that grows. */
struct growing {
	uint32_t owner;
	uint32_t left;                /* pages until it is grown up */
	enum page_state state;
};

struct ageing {
	struct sim *sim;
	const struct sim_layout_plan *plan;
	unsigned int node;
	struct growing *growing;      /* age_owners */
	uint32_t *staying;            /* ring of those that stay, the oldest at first */
	uint32_t room, first, nr;     /* of the ring */
};

/* How many owners there can be in one node at a time. */
uint64_t layout_age_owners(const struct sim_layout_plan *plan, uint64_t nr_pages)
{
	uint64_t all = plan->age_rounds * plan->age_owners;
	uint64_t room = nr_pages / PAGES_PER_OWNER_LEAST + 1;

	return (all < room ? all : room) + plan->age_owners;
}

static bool chance(struct ageing *a, uint64_t permille)
{
	return random_below(&a->sim->c.layout_random, 1000) < permille;
}

/* The longest there exits.  false: nobody stays. */
static bool oldest_exits(struct ageing *a)
{
	if (!a->nr)
		return false;
	owner_free(a->sim, a->staying[a->first]);
	a->first = (a->first + 1) % a->room;
	a->nr--;
	return true;
}

static int be_born(struct ageing *a, struct growing *g, struct err *err)
{
	g->state = chance(a, a->plan->age_kernel_permille) ? PAGE_STATE_KERNEL : PAGE_STATE_ANON;
	g->left = 1 + random_below(&a->sim->c.layout_random, (uint32_t)a->plan->age_pages);
	return layout_owner(a->sim, g->state, &g->owner, err);
}

static void grow_up(struct ageing *a, struct growing *g)
{
	if (!chance(a, a->plan->age_long_permille)) {
		owner_free(a->sim, g->owner);
		return;
	}
	if (a->nr == a->room)
		oldest_exits(a);
	a->staying[(a->first + a->nr++) % a->room] = g->owner;
}

/* A few more pages.  false: memory is short and nobody is left to exit. */
static bool grow(struct ageing *a, struct growing *g)
{
	uint32_t nr = 1 + random_below(&a->sim->c.layout_random, CHUNK_MAX);
	uint64_t leave = layout_mib_pages(a->sim, a->plan->age_leave_mib);

	for (nr = nr < g->left ? nr : g->left; nr; nr--, g->left--) {
		while (layout_node_free(a->sim, a->node) < leave ||
		       layout_take(a->sim, layout_gfp(g->state), g->state, 0, g->owner) ==
		       NO_PAGE)
			if (!oldest_exits(a))
				return false;
	}
	return true;
}

static int age(struct ageing *a, struct err *err)
{
	uint64_t births = a->plan->age_rounds * a->plan->age_owners;
	int error = 0;

	for (unsigned int i = 0; i < a->plan->age_owners && !error; i++)
		error = be_born(a, &a->growing[i], err);
	while (births && !error) {
		struct growing *g = &a->growing[random_below(&a->sim->c.layout_random,
							     (uint32_t)a->plan->age_owners)];

		if (!grow(a, g))
			return err_set(err, EINVAL, "%llu MiB are not enough for age_owners = %llu "
				       "with age_pages = %llu; make these smaller",
				       (unsigned long long)(layout_node_free(a->sim, a->node) /
							    layout_mib_pages(a->sim, 1)),
				       (unsigned long long)a->plan->age_owners,
				       (unsigned long long)a->plan->age_pages);
		if (g->left)
			continue;
		grow_up(a, g);
		births--;
		error = be_born(a, g, err);
	}
	/* Who is still growing exits, so that only those are left that stay. */
	for (unsigned int i = 0; i < a->plan->age_owners && !error; i++)
		owner_free(a->sim, a->growing[i].owner);
	return error;
}

static int age_node(struct sim *sim, unsigned int node, struct err *err)
{
	struct ageing a = { .sim = sim, .plan = layout_plan(sim), .node = node };
	int error = -ENOMEM;

	a.room = (uint32_t)layout_age_owners(a.plan, sim->c.nr_pages);
	a.growing = calloc(a.plan->age_owners, sizeof(*a.growing));
	a.staying = calloc(a.room, sizeof(*a.staying));
	layout_enter(sim, node);
	if (a.growing && a.staying)
		error = age(&a, err);
	else
		err_set(err, ENOMEM, "no memory for %u owners; fewer rounds", a.room);
	free(a.growing);
	free(a.staying);
	return error;
}

int layout_age(struct sim *sim, struct err *err)
{
	int error = 0;

	if (!layout_plan(sim)->age_rounds)
		return 0;
	for (unsigned int node = 0; node < sim->c.nr_nodes && !error; node++)
		error = age_node(sim, node, err);
	return error;
}
