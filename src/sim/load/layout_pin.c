// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * layout_pin - one page that cannot be moved in every aligned group of pages, as registered buffers
 * or a device's mappings have it: with 512 no pageblock can be emptied, with 16 no block of 64 KiB
 * be made.  It is the first anonymous one of the group, from a random page on.
 */
#include "sim/load/layout.h"

static void pin_in(struct sim *sim, uint32_t start, uint32_t nr)
{
	uint32_t offset = random_below(&sim->c.layout_random, nr);

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t pfn = start + (offset + i) % nr;

		if (sim->state[pfn] == PAGE_STATE_ANON) {
			sim->flags[pfn] |= PAGE_FLAG_PINNED;
			return;
		}
	}
}

int layout_pin(struct sim *sim, struct err *err)
{
	uint32_t every = (uint32_t)layout_plan(sim)->pin_every;

	(void)err;
	for (unsigned int z = 0; every && z < sim->c.nr_zones; z++) {
		const struct sim_zone *zone = &sim->c.zone[z];

		for (uint32_t pfn = zone->first; pfn < zone_end(zone); pfn += every) {
			uint32_t left = zone_end(zone) - pfn;

			pin_in(sim, pfn, every < left ? every : left);
		}
	}
	return 0;
}
