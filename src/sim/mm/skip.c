// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * skip - one bit per pageblock, "nothing to be had here", shared by both scanners, and the pfns at
 * which they go on next time (mm/compaction.c: isolation_suitable, pageblock_skip_persistent,
 * update_cached_migrate, __reset_isolation_suitable, __reset_isolation_pfn).
 *
 * The bits are cleared once a direct compaction went through the whole zone, when kswapd goes to
 * sleep or the longest deferral is over.  That walk looks at every eighth page, from both ends of
 * the zone to its middle: where free pages stand between its samples, the bits stay set.
 */
#include "sim/mm/compact_private.h"

bool compact_may_isolate(const struct sim *sim, const struct compact_control *cc, uint32_t pfn)
{
	return cc->ignore_skip_hint || !page_block(sim, pfn)->skip;
}

bool compact_block_is_huge(const struct sim *sim, uint32_t pfn)
{
	uint32_t start = block_start(sim, pfn);
	unsigned int state = sim->state[start];

	return state == PAGE_STATE_TAIL ||
	       (state_is_allocated(state) && page_order(sim, start) >= sim->c.block_order);
}

void compact_set_skip(struct sim *sim, uint32_t pfn)
{
	struct sim_block *block = page_block(sim, pfn);

	if (block->skip)
		return;
	block->skip = 1;
	sim_count(sim, SIM_SKIP_SET, 1);
}

void compact_done_below(struct sim *sim, const struct compact_control *cc, uint32_t pfn)
{
	struct sim_zone *zone = cc_zone(sim, cc);

	if (pfn > zone->cached_migrate[0])
		zone->cached_migrate[0] = pfn;
	if (cc->mode != COMPACT_ASYNC && pfn > zone->cached_migrate[1])
		zone->cached_migrate[1] = pfn;
}

/*
 * Clearing.
 */

/* One walk over a zone. */
struct skip_walk {
	struct sim *sim;
	struct sim_zone *zone;
	uint64_t nr_sampled;
	uint32_t nr_cleared;
	bool source_set, free_set;   /* a first block was found, by that side */
	uint32_t migrate, free;      /* the first of each side */
};

/* Which folio's head a sample lies in; a tail's head is the first page below it that is none. */
static uint32_t folio_head(const struct sim *sim, uint32_t pfn)
{
	for (unsigned int order = 1; sim->state[pfn] == PAGE_STATE_TAIL &&
	     order <= SIM_MAX_ORDER; order++)
		pfn = pfn >> order << order;
	return pfn;
}

static bool is_on_lru(const struct sim *sim, uint32_t pfn)
{
	uint32_t head = folio_head(sim, pfn);

	return state_is_lru(sim->state[head]) && !(sim->flags[head] & PAGE_FLAG_ISOLATED);
}

/* Whether a sample of the block speaks for it as a source or as a target. */
static bool sample_block(struct skip_walk *walk, uint32_t pfn, bool source, bool target)
{
	const struct sim *sim = walk->sim;
	uint32_t end = zone_block_end(sim, walk->zone, pfn);

	for (uint32_t at = block_start(sim, pfn); at < end; at += 1u << COSTLY_ORDER) {
		walk->nr_sampled++;
		if (target && sim->state[at] == PAGE_STATE_FREE)
			return true;
		if (source && is_on_lru(sim, at))
			return true;
	}
	return false;
}

/* Clears the block's bit if it is of use again. */
static bool reset_block(struct skip_walk *walk, uint32_t pfn, bool source, bool target)
{
	struct sim_block *block = page_block(walk->sim, pfn);

	if (compact_block_is_huge(walk->sim, pfn))
		return false;
	if (source && target && !block->skip)
		return true;
	if (!source && target && block->type != MT_MOVABLE)
		return false;
	if (!sample_block(walk, pfn, source, target))
		return false;
	walk->nr_cleared += block->skip;
	block->skip = 0;
	return true;
}

static void reset_source(struct skip_walk *walk, uint32_t pfn)
{
	if (!reset_block(walk, pfn, true, walk->source_set) || walk->source_set)
		return;
	walk->source_set = true;
	walk->migrate = pfn;
	walk->zone->init_migrate = pfn;
	walk->zone->cached_migrate[0] = walk->zone->cached_migrate[1] = pfn;
}

static void reset_target(struct skip_walk *walk, uint32_t pfn)
{
	if (!reset_block(walk, pfn, walk->free_set, true) || walk->free_set)
		return;
	walk->free_set = true;
	walk->free = pfn;
	walk->zone->init_free = walk->zone->cached_free = pfn;
}

void compact_reset_skip(struct sim *sim, struct sim_zone *zone)
{
	uint32_t migrate = zone->first, free = zone_end(zone) - 1;
	struct skip_walk walk = { .sim = sim, .zone = zone, .migrate = free, .free = migrate };

	if (!zone->blockskip_flush)
		return;
	zone->blockskip_flush = 0;
	if (zone->spanned <= block_pages(sim)) /* nowhere to walk from one end to the other */
		return;
	for (; migrate < free; migrate += block_pages(sim), free -= block_pages(sim)) {
		reset_source(&walk, migrate);
		reset_target(&walk, free);
	}
	if (walk.migrate >= walk.free) {
		zone->cached_migrate[0] = zone->cached_migrate[1] = migrate;
		zone->cached_free = free;
	}
	sim_charge(sim, COST_FREE_SCAN_FAR, walk.nr_sampled);
	sim_count(sim, SIM_SKIP_RESET, 1);
	sim_count(sim, SIM_SKIP_CLEARED, walk.nr_cleared);
	sim_event(sim, EVENT_SKIP_RESET, zone, NO_PAGE, walk.nr_cleared, 0, 0, 0);
}

void compact_reset_skip_node(struct sim *sim, unsigned int node)
{
	const struct sim_node *own = &sim->c.node[node];

	for (unsigned int i = 0; i < own->nr_own; i++)
		compact_reset_skip(sim, &sim->c.zone[own->zonelist[i]]);
}
