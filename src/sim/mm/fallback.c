// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fallback - who is asked when the own lists are empty.
 *
 * A claim takes a whole pageblock over, with all that is free in it, if half of it is free or of
 * the requester's kind; a steal takes one page and leaves the block what it is.  The order that
 * decides whether a block may be claimed is that of the free buddy found, not that of the request.
 *
 * Work is counted as the kernel does it: an area is visited when its count of free buddies is read,
 * a walk visits each page of a block that is not free and each free buddy once.
 */
#include "sim/mm/fallback.h"

#include "sim/mm/buddy.h"
#include "sim/mm/fallback_private.h"
#include "sim/mm/watermark.h"

#define NR_FALLBACKS 2

static const uint8_t fallback_types[MT_PCPTYPES][NR_FALLBACKS] = {
	[MT_UNMOVABLE] = { MT_RECLAIMABLE, MT_MOVABLE },
	[MT_MOVABLE] = { MT_RECLAIMABLE, MT_UNMOVABLE },
	[MT_RECLAIMABLE] = { MT_UNMOVABLE, MT_MOVABLE },
};

bool fallback_may_claim(const struct sim *sim, unsigned int order, unsigned int start_type)
{
	return order >= sim->c.block_order / 2u || start_type != MT_MOVABLE || sim->c.no_grouping;
}

int fallback_find(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		  unsigned int start_type, bool claimable)
{
	bool may_claim = fallback_may_claim(sim, order, start_type);

	if (claimable && !may_claim && sim->policy.tight_fallback)
		return FALLBACK_NOCLAIM;
	if (!zone->nr_free[order] || (claimable && !may_claim))
		return FALLBACK_EMPTY;
	for (unsigned int i = 0; i < NR_FALLBACKS; i++) {
		unsigned int type = fallback_types[start_type][i];

		if (zone->free[order][type].nr)
			return (int)type;
	}
	return FALLBACK_EMPTY;
}

/* trace_mm_page_alloc_extfrag(), as counters. */
void fallback_count(struct sim *sim, unsigned int fallback_order, unsigned int start_type,
		    unsigned int from_type)
{
	if (fallback_order >= sim->c.block_order)
		return;
	sim_count(sim, SIM_FB_FRAGMENTING, 1);
	if (start_type != MT_MOVABLE && from_type == MT_MOVABLE)
		sim_count(sim, SIM_FB_UNMOVABLE_IN_MOVABLE, 1);
	if (start_type == MT_MOVABLE && from_type != MT_MOVABLE)
		sim_count(sim, SIM_FB_MOVABLE_IN_UNMOVABLE, 1);
}

/*
 * Claiming.
 */

struct block_walk fallback_walk_block(struct sim *sim, uint32_t pfn)
{
	uint32_t at = block_start(sim, pfn), end = block_end(sim, pfn);
	struct block_walk walk = { 0 };

	while (at < end) {
		unsigned int state = sim->state[at], order = 0;

		if (state == PAGE_STATE_FREE) {
			walk.free += 1u << page_order(sim, at);
			walk.visits++;
			at += 1u << page_order(sim, at);
			continue;
		}
		if (state != PAGE_STATE_HOLE && state != PAGE_STATE_TAIL)
			order = page_order(sim, at);
		if (state_is_lru(state) && !(sim->flags[at] & PAGE_FLAG_ISOLATED))
			walk.movable += 1u << order;
		walk.visits += 1u << order;
		at += 1u << order;
	}
	return walk;
}

/* Pages that are not free and yet of the requester's kind. */
uint32_t fallback_alike(const struct sim *sim, const struct block_walk *walk,
			unsigned int start_type, unsigned int block_type)
{
	if (start_type == MT_MOVABLE)
		return walk->movable;
	/* unmovable and reclaimable pages cannot be told apart */
	if (block_type == MT_MOVABLE)
		return block_pages(sim) - walk->free - walk->movable;
	return 0;
}

void fallback_boost(struct sim *sim, struct sim_zone *zone, unsigned int alloc_flags)
{
	if (watermark_boost(sim, zone) && alloc_flags & ALLOC_KSWAPD)
		zone->boosted = 1;
}

static void count_walk(struct sim *sim, uint32_t visits)
{
	sim_count(sim, SIM_FB_WALK_PAGES, visits);
	sim_charge(sim, COST_WALK, visits);
}

/* A buddy that covers whole blocks brings them along. */
static uint32_t claim_whole(struct sim *sim, struct sim_zone *zone, uint32_t pfn,
			    const struct fallback *want, unsigned int from)
{
	unsigned int high = page_order(sim, pfn);

	buddy_set_type(sim, pfn, high, want->type);
	buddy_take(sim, zone, pfn, want->order, want->type);
	sim_count(sim, SIM_FB_CLAIM_OK, 1);
	sim_event(sim, EVENT_CLAIM, zone, pfn, high, from, want->type, 1 << high);
	return pfn;
}

/* try_to_claim_block(): NO_PAGE if the block stays what it is. */
uint32_t fallback_claim_block(struct sim *sim, struct sim_zone *zone, uint32_t pfn,
			      struct fallback *want, unsigned int from)
{
	unsigned int high = page_order(sim, pfn);
	struct block_walk walk;
	uint32_t counted;

	if (high >= sim->c.block_order)
		return claim_whole(sim, zone, pfn, want, from);
	fallback_boost(sim, zone, want->alloc_flags);
	sim_count(sim, SIM_FB_CLAIM_TRIES, 1);
	if (!buddy_block_is_whole(sim, zone, pfn))
		return NO_PAGE;
	walk = fallback_walk_block(sim, pfn);
	count_walk(sim, walk.visits);
	counted = walk.free + fallback_alike(sim, &walk, want->type, from);
	if (counted < block_pages(sim) / 2 && !sim->c.no_grouping) {
		sim_event(sim, EVENT_CLAIM_FAIL, zone, pfn, high, from, want->type, counted);
		return NO_PAGE;
	}
	count_walk(sim, walk.visits);
	buddy_move_block(sim, zone, pfn, want->type);
	sim_count(sim, SIM_FB_CLAIM_OK, 1);
	sim_event(sim, EVENT_CLAIM, zone, pfn, high, from, want->type, counted);
	return buddy_rmqueue_smallest(sim, zone, want->order, want->type, &want->areas);
}

unsigned int fallback_least_order(const struct sim *sim, const struct fallback *want)
{
	if (want->alloc_flags & ALLOC_NOFRAGMENT && want->order < sim->c.block_order)
		return sim->c.block_order;
	return want->order;
}

/* __rmqueue_claim(): the largest buddies first, which do the least harm. */
static uint32_t claim(struct sim *sim, struct sim_zone *zone, struct fallback *want)
{
	unsigned int least = fallback_least_order(sim, want);

	for (unsigned int order = sim->c.max_order + 1u; order-- > least;) {
		int from = fallback_find(sim, zone, order, want->type, sim->policy.tight_fallback);
		uint32_t pfn;

		if (from == FALLBACK_NOCLAIM)
			break;
		want->areas++;
		if (from == FALLBACK_EMPTY)
			continue;
		if (!fallback_may_claim(sim, order, want->type))
			break;
		pfn = fallback_claim_block(sim, zone, zone->free[order][from].first, want,
					   (unsigned int)from);
		if (pfn != NO_PAGE) {
			fallback_count(sim, order, want->type, (unsigned int)from);
			return pfn;
		}
	}
	return NO_PAGE;
}

/*
 * Stealing.
 */

uint32_t fallback_steal_page(struct sim *sim, struct sim_zone *zone, uint32_t pfn,
			     const struct fallback *want, unsigned int from)
{
	unsigned int high = page_order(sim, pfn);

	buddy_take(sim, zone, pfn, want->order, from);
	sim_count(sim, SIM_FB_STEALS, 1);
	sim_count(sim, SIM_FB_SPLITS, high - want->order);
	fallback_count(sim, high, want->type, from);
	sim_event(sim, EVENT_STEAL, zone, pfn, high, from, want->type, want->order);
	return pfn;
}

/* __rmqueue_steal(): the smallest buddy, which is left over anyway. */
static uint32_t steal(struct sim *sim, struct sim_zone *zone, struct fallback *want)
{
	if (want->alloc_flags & ALLOC_NOFRAGMENT)
		return NO_PAGE;
	for (unsigned int order = want->order; order <= sim->c.max_order; order++) {
		int from = fallback_find(sim, zone, order, want->type, false);

		want->areas++;
		if (from >= 0)
			return fallback_steal_page(sim, zone, zone->free[order][from].first, want,
						   (unsigned int)from);
	}
	return NO_PAGE;
}

/* E2: whatever the biggest foreign buddy is, the page comes from it. */
static uint32_t from_biggest(struct sim *sim, struct sim_zone *zone, struct fallback *want)
{
	unsigned int order;
	int from = fallback_find_biggest(sim, zone, want, &order);
	uint32_t pfn, claimed;

	if (from < 0)
		return NO_PAGE;
	pfn = zone->free[order][from].first;
	if (!fallback_may_claim(sim, order, want->type)) {
		/* in these kernels a steal boosts as well */
		fallback_boost(sim, zone, want->alloc_flags);
		return fallback_steal_page(sim, zone, pfn, want, (unsigned int)from);
	}
	claimed = fallback_claim_block(sim, zone, pfn, want, (unsigned int)from);
	if (claimed != NO_PAGE) {
		fallback_count(sim, order, want->type, (unsigned int)from);
		return claimed;
	}
	return fallback_steal_page(sim, zone, pfn, want, (unsigned int)from);
}

int fallback_find_biggest(const struct sim *sim, const struct sim_zone *zone, struct fallback *want,
			  unsigned int *found)
{
	unsigned int least = fallback_least_order(sim, want), order = sim->c.max_order + 1u;
	int from = FALLBACK_EMPTY;

	while (order > least && from < 0) {
		from = fallback_find(sim, zone, --order, want->type, false);
		want->areas++;
	}
	/* a movable request that cannot have the block splits the smallest buddy instead */
	if (from >= 0 && order > want->order && !fallback_may_claim(sim, order, want->type)) {
		order = want->order;
		from = fallback_find(sim, zone, order, want->type, false);
		for (want->areas++; from < 0; want->areas++)
			from = fallback_find(sim, zone, ++order, want->type, false);
	}
	*found = order;
	return from;
}

/*
 * __rmqueue().
 */

static uint32_t own(struct sim *sim, struct sim_zone *zone, struct fallback *want)
{
	return buddy_rmqueue_smallest(sim, zone, want->order, want->type, &want->areas);
}

static uint32_t from_cma(struct sim *sim, struct sim_zone *zone, struct fallback *want)
{
	if (!(want->alloc_flags & ALLOC_CMA) || !zone->nr_free_cma)
		return NO_PAGE;
	return buddy_rmqueue_smallest(sim, zone, want->order, MT_CMA, &want->areas);
}

/* Eras that begin anew for each page. */
static uint32_t by_page(struct sim *sim, struct sim_zone *zone, struct fallback *want)
{
	uint32_t pfn = own(sim, zone, want);

	if (pfn == NO_PAGE)
		pfn = from_cma(sim, zone, want);
	if (pfn != NO_PAGE)
		return pfn;
	want->fell_back = true;
	switch (sim->policy.fallback_era) {
	case FALLBACK_E1:
		return fallback_rmqueue_e1(sim, zone, want);
	case FALLBACK_E2:
		return from_biggest(sim, zone, want);
	default:
		pfn = claim(sim, zone, want);
		return pfn != NO_PAGE ? pfn : steal(sim, zone, want);
	}
}

/* Since E4 the first thing tried is what served the page before, under the same lock. */
static uint32_t by_mode(struct sim *sim, struct sim_zone *zone, struct fallback *want,
			enum rmqueue_mode *mode)
{
	static uint32_t (*const how[])(struct sim *, struct sim_zone *, struct fallback *) = {
		[RMQUEUE_NORMAL] = own,
		[RMQUEUE_CMA] = from_cma,
		[RMQUEUE_CLAIM] = claim,
		[RMQUEUE_STEAL] = steal,
	};

	for (unsigned int at = *mode; at <= RMQUEUE_STEAL; at++) {
		uint32_t pfn;

		want->fell_back = at >= RMQUEUE_CLAIM;
		pfn = how[at](sim, zone, want);
		if (pfn == NO_PAGE)
			continue;
		/* a claim has filled the own lists */
		if (at != RMQUEUE_NORMAL)
			*mode = at == RMQUEUE_CLAIM ? RMQUEUE_NORMAL : (enum rmqueue_mode)at;
		return pfn;
	}
	return NO_PAGE;
}

uint32_t fallback_rmqueue(struct sim *sim, struct sim_zone *zone, unsigned int order,
			  unsigned int type, unsigned int alloc_flags, enum rmqueue_mode *mode)
{
	struct fallback want = { .order = order, .type = type, .alloc_flags = alloc_flags };
	uint32_t pfn = NO_PAGE;

	/* CMA is used up along with the rest */
	if (alloc_flags & ALLOC_CMA && zone->nr_free_cma > zone->nr_free_pages / 2)
		pfn = from_cma(sim, zone, &want);
	if (pfn == NO_PAGE)
		pfn = sim->policy.fallback_era >= FALLBACK_E4A ? by_mode(sim, zone, &want, mode) :
								 by_page(sim, zone, &want);
	sim_charge(sim, COST_AREA, want.areas);
	if (want.fell_back) {
		sim_count(sim, SIM_FB_REQUESTS, 1);
		sim_count(sim, SIM_FB_AREAS, want.areas);
	}
	return pfn;
}
