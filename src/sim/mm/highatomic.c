// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * highatomic - pageblocks kept for requests that cannot wait (mm/page_alloc.c:
 * reserve_highatomic_pageblock, unreserve_highatomic_pageblock).  At most about one percent of a
 * zone, and none where that is less than a block.
 */
#include "sim/mm/buddy.h"
#include "sim/mm/watermark.h"

/* Most pages a zone keeps. */
static uint32_t most_reserved(const struct sim *sim, const struct sim_zone *zone)
{
	uint32_t block = block_pages(sim), percent = zone->managed / 100;

	if (percent < block)
		return 0;
	return (percent + block - 1) / block * block;
}

void highatomic_reserve(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order)
{
	if (zone->nr_reserved_highatomic >= most_reserved(sim, zone) ||
	    page_type(sim, pfn) >= MT_PCPTYPES)
		return;
	/* a block that is only in part this zone's is not moved */
	if (!buddy_block_is_whole(sim, zone, pfn))
		return;
	zone_lock(sim, zone);
	if (order < sim->c.block_order) {
		buddy_move_block(sim, zone, pfn, MT_HIGHATOMIC);
		zone->nr_reserved_highatomic += block_pages(sim);
	} else {
		buddy_set_type(sim, pfn, order, MT_HIGHATOMIC);
		zone->nr_reserved_highatomic += 1u << order;
	}
	zone_unlock(sim, zone);
	sim_count(sim, SIM_HIGHATOMIC_RESERVE, 1);
}

/* The first block that has a free page there goes back; false: none has. */
static bool give_back_block(struct sim *sim, struct sim_zone *zone, unsigned int type)
{
	for (unsigned int order = 0; order <= sim->c.max_order; order++) {
		uint32_t pfn = zone->free[order][MT_HIGHATOMIC].first;
		uint32_t nr_pages = order > sim->c.block_order ? 1u << order : block_pages(sim);

		if (pfn == NO_PAGE)
			continue;
		buddy_move_block(sim, zone, pfn, type);
		buddy_set_type(sim, pfn, order, type);
		zone->nr_reserved_highatomic -= nr_pages;
		return true;
	}
	return false;
}

bool highatomic_unreserve(struct sim *sim, const struct sim_node *node, unsigned int type,
			  bool force)
{
	bool given = false;

	for (unsigned int i = 0; i < node->nr_zonelist && !given; i++) {
		struct sim_zone *zone = &sim->c.zone[node->zonelist[i]];

		if (!zone->nr_reserved_highatomic ||
		    (!force && zone->nr_reserved_highatomic <= block_pages(sim)))
			continue;
		zone_lock(sim, zone);
		given = give_back_block(sim, zone, type);
		zone_unlock(sim, zone);
	}
	if (given)
		sim_count(sim, SIM_HIGHATOMIC_UNRESERVE, 1);
	return given;
}
