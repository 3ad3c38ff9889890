// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * layout_free - holes in what the layout filled.  Pages are freed one by one through the running
 * CPU's list, upwards or downwards: the order decides how they lie on the free lists, and the last
 * of them stay on the per-CPU list, as on a kernel.
 *
 * Freed upwards, one page of eight: the lowest pfn lies at the tail, where the fast search of the
 * free scanner begins, so that it finds only pages that are too low for it.
 */
#include "sim/load/layout.h"
#include "sim/mm/page_alloc.h"

static void free_at(struct sim *sim, uint32_t pfn)
{
	if (state_is_allocated(sim->state[pfn]) && !(sim->flags[pfn] & PAGE_FLAG_PINNED))
		page_free(sim, pfn);
}

static bool uniform_hits(struct sim *sim)
{
	return random_below(&sim->c.layout_random, 1000) < layout_plan(sim)->free_permille;
}

/* What is freed of the aligned group of "modulus" pages at start; some of it may lie outside. */
static void free_group(struct sim *sim, const struct sim_zone *zone, uint32_t start)
{
	const struct sim_layout_plan *plan = layout_plan(sim);
	uint32_t offset = (uint32_t)plan->free_residue;

	if (plan->free == LAYOUT_FREE_EACH)
		offset = random_below(&sim->c.layout_random, (uint32_t)plan->free_modulus);
	if (plan->free == LAYOUT_FREE_UNIFORM && !uniform_hits(sim))
		return;
	if (start + offset < zone_end(zone))
		free_at(sim, start + offset);
}

static void free_zone(struct sim *sim, const struct sim_zone *zone)
{
	const struct sim_layout_plan *plan = layout_plan(sim);
	uint32_t step = plan->free == LAYOUT_FREE_UNIFORM ? 1 : (uint32_t)plan->free_modulus;
	uint32_t nr = (zone->spanned + step - 1) / step;

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t group = plan->free_order == LAYOUT_ORDER_DOWN ? nr - 1 - i : i;

		free_group(sim, zone, zone->first + group * step);
	}
}

/* Some of an owner's groups, from the oldest on. */
static void free_groups(struct sim *sim, const struct sim_owner *owner)
{
	uint64_t group = layout_plan(sim)->group;
	uint32_t pfn = owner->pages.first;

	while (pfn != NO_PAGE) {
		bool frees = uniform_hits(sim);

		for (uint64_t i = 0; i < group && pfn != NO_PAGE; i++) {
			uint32_t next = sim->next[pfn];

			if (frees)
				page_free(sim, pfn);
			pfn = next;
		}
	}
}

int layout_free(struct sim *sim, struct err *err)
{
	uint64_t how = layout_plan(sim)->free;

	(void)err;
	if (how == LAYOUT_FREE_GROUPS) {
		for (uint32_t i = 0; i < sim->c.nr_owners; i++)
			if (sim->owners[i].state == PAGE_STATE_KERNEL)
				free_groups(sim, &sim->owners[i]);
	} else if (how != LAYOUT_FREE_NONE) {
		for (unsigned int z = 0; z < sim->c.nr_zones; z++) {
			layout_enter(sim, sim->c.zone[z].node);
			free_zone(sim, &sim->c.zone[z]);
		}
	}
	return 0;
}
