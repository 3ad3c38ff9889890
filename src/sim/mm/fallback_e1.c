// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fallback_e1 - fallback up to 6.9 (mm/page_alloc.c: __rmqueue_fallback, steal_suitable_fallback).
 *
 * What is found is moved to the requester's lists, a whole block's free pages or one buddy, and
 * then taken from there like any other page.  The block's type follows only where half of it is
 * free or alike, so free pages may lie on lists of another type than their block's.
 */
#include "sim/mm/buddy.h"
#include "sim/mm/fallback_private.h"

static void move_buddy(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int type)
{
	unsigned int order = page_order(sim, pfn);

	buddy_del(sim, zone, pfn);
	buddy_mark_tails(sim, pfn, order, PAGE_STATE_FREE_TAIL);
	buddy_add(sim, zone, pfn, order, type, BUDDY_TAIL);
	sim_charge(sim, COST_MOVE, 1);
}

/* Whether the block's free pages went along. */
static bool move_block(struct sim *sim, struct sim_zone *zone, uint32_t pfn,
		       const struct fallback *want, unsigned int block_type)
{
	struct block_walk walk;
	uint32_t counted;

	if (block_end(sim, pfn) > zone_end(zone))
		return false;
	walk = fallback_walk_block(sim, pfn);
	sim_count(sim, SIM_FB_CLAIM_TRIES, 1);
	sim_count(sim, SIM_FB_WALK_PAGES, walk.visits);
	sim_charge(sim, COST_WALK, walk.visits);
	buddy_move_free(sim, zone, pfn, want->type);
	counted = walk.free + fallback_alike(sim, &walk, want->type, block_type);
	if (counted >= block_pages(sim) / 2 || sim->c.no_grouping) {
		buddy_set_type(sim, pfn, 0, want->type);
		sim_count(sim, SIM_FB_CLAIM_OK, 1);
	}
	return true;
}

/* steal_suitable_fallback() */
static void bring(struct sim *sim, struct sim_zone *zone, uint32_t pfn, const struct fallback *want)
{
	unsigned int order = page_order(sim, pfn), from = page_list_type(sim, pfn);
	unsigned int block_type = page_type(sim, pfn);
	bool whole = false;

	fallback_count(sim, order, want->type, from);
	if (block_type == MT_HIGHATOMIC) {
		move_buddy(sim, zone, pfn, want->type);
		return;
	}
	if (order >= sim->c.block_order) {
		buddy_set_type(sim, pfn, order, want->type);
	} else {
		fallback_boost(sim, zone, want->alloc_flags);
		if (fallback_may_claim(sim, order, want->type))
			whole = move_block(sim, zone, pfn, want, block_type);
	}
	if (!whole) {
		move_buddy(sim, zone, pfn, want->type);
		sim_count(sim, SIM_FB_STEALS, 1);
	}
	sim_event(sim, whole ? EVENT_CLAIM : EVENT_STEAL, zone, pfn, order, from, want->type,
		  whole ? (int64_t)page_block(sim, pfn)->nr_free : (int64_t)want->order);
}

uint32_t fallback_rmqueue_e1(struct sim *sim, struct sim_zone *zone, struct fallback *want)
{
	unsigned int order;
	int from = fallback_find_biggest(sim, zone, want, &order);

	if (from < 0)
		return NO_PAGE;
	bring(sim, zone, zone->free[order][from].first, want);
	return buddy_rmqueue_smallest(sim, zone, want->order, want->type, &want->areas);
}
