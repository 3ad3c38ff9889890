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

/* A buddy that covers whole blocks brings them along. */
static void move_whole(struct sim *sim, struct sim_zone *zone, uint32_t pfn,
		       const struct fallback *want, unsigned int from)
{
	unsigned int order = page_order(sim, pfn);

	buddy_set_type(sim, pfn, order, want->type);
	move_buddy(sim, zone, pfn, want->type);
	sim_count(sim, SIM_FB_CLAIM_OK, 1);
	sim_event(sim, EVENT_CLAIM, zone, pfn, order, from, want->type, 1 << order);
}

/* All that is free in the block goes, whether or not the block does. */
static void move_block(struct sim *sim, struct sim_zone *zone, uint32_t pfn,
		       const struct fallback *want, unsigned int block_type)
{
	unsigned int order = page_order(sim, pfn);
	struct block_walk walk = fallback_walk_block(sim, pfn);
	uint32_t counted = walk.free + fallback_alike(sim, &walk, want->type, block_type);
	bool claimed = counted >= block_pages(sim) / 2 || sim->c.no_grouping;

	sim_count(sim, SIM_FB_CLAIM_TRIES, 1);
	sim_count(sim, SIM_FB_WALK_PAGES, walk.visits);
	sim_charge(sim, COST_WALK, walk.visits);
	buddy_move_free(sim, zone, pfn, want->type);
	if (claimed) {
		buddy_set_type(sim, pfn, 0, want->type);
		sim_count(sim, SIM_FB_CLAIM_OK, 1);
	}
	sim_event(sim, claimed ? EVENT_CLAIM : EVENT_CLAIM_FAIL, zone, pfn, order, block_type,
		  want->type, counted);
}

/* steal_suitable_fallback() */
static void bring(struct sim *sim, struct sim_zone *zone, uint32_t pfn, const struct fallback *want)
{
	unsigned int order = page_order(sim, pfn), from = page_list_type(sim, pfn);
	unsigned int block_type = page_type(sim, pfn);

	fallback_count(sim, order, want->type, from);
	if (block_type == MT_HIGHATOMIC) {
		move_buddy(sim, zone, pfn, want->type);
		return;
	}
	if (order >= sim->c.block_order) {
		move_whole(sim, zone, pfn, want, from);
		return;
	}
	fallback_boost(sim, zone, want->alloc_flags);
	if (fallback_may_claim(sim, order, want->type) && buddy_block_is_whole(sim, zone, pfn)) {
		move_block(sim, zone, pfn, want, block_type);
		return;
	}
	move_buddy(sim, zone, pfn, want->type);
	sim_count(sim, SIM_FB_STEALS, 1);
	sim_event(sim, EVENT_STEAL, zone, pfn, order, from, want->type, want->order);
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
