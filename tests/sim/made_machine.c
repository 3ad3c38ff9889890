// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_machine.h"

#include <string.h>

void made_policy(struct sim *sim, enum fallback_era era, bool tight)
{
	sim->policy = (struct sim_policy){
		.fallback_era = (uint8_t)era, .tight_fallback = tight,
		.slowpath_era = SLOWPATH_S7, .frag_wmark = FRAG_WMARK_LEEWAY,
		.target_by_order = 1, .suitable_from_mark = 1, .suitable_costly_async = 1,
		.source_checks_cma = 1, .source_huge_any = 1, .isolate_above_block = 1,
		.defrag_mode_known = 1, .defrag_promotes = 1, .pcp_auto = 1,
	};
}

static void init_tasks(struct sim *sim)
{
	for (unsigned int i = 0; i < 2; i++) {
		sim->tasks[i].kind = (uint8_t)(i + 1); /* kswapd, kcompactd: see run.h */
		sim->tasks[i].wake_ns = NEVER;
	}
}

struct sim *made_machine(uint32_t nr_blocks, unsigned int nr_cpus)
{
	struct sim_sizes sizes = {
		.nr_pages = nr_blocks * 512, .nr_zones = 1, .nr_nodes = 1, .nr_cpus = nr_cpus,
		.nr_owners = 64, .nr_tasks = 3, .nr_clients = 1, .max_order = 10, .block_order = 9,
	};
	struct sim *sim = state_new(&sizes);
	struct sim_zone *zone = &sim->c.zone[0];

	zone->spanned = zone->present = zone->managed = sizes.nr_pages;
	zone->kind = SIM_ZONE_NORMAL;
	zone->cached_free = sizes.nr_pages - 512;
	sim->c.node[0].cpus = nr_cpus;
	sim->c.node[0].nr_zonelist = sim->c.node[0].nr_own = 1;
	sim->c.direct.captured = NO_PAGE;
	knobs_init(&sim->knobs);
	made_policy(sim, FALLBACK_E4B, true);
	for (unsigned int i = 0; i < NR_SIM_COSTS; i++)
		sim->cost_ns[i] = sim_cost_default(i);
	memset(sim->state, PAGE_STATE_KERNEL, sizes.nr_pages);
	for (uint32_t block = 0; block < nr_blocks; block++)
		sim->block[block].type = MT_MOVABLE;
	init_tasks(sim);
	pcp_set_sizes(sim, zone);
	return sim;
}

void made_free(struct sim *sim, uint32_t pfn, unsigned int order)
{
	struct sim_zone *zone = &sim->c.zone[0];

	zone_lock(sim, zone);
	buddy_free(sim, zone, pfn, order, false);
	zone_unlock(sim, zone);
}

void made_free_all(struct sim *sim)
{
	for (uint32_t pfn = 0; pfn < sim->c.nr_pages; pfn += 512)
		made_free(sim, pfn, 9);
}
