// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * free_scan - the free scanner: comes down through a zone, block by block, and takes free buddies
 * to move pages to (mm/compaction.c: isolate_freepages, isolate_freepages_block,
 * suitable_migration_target, update_pageblock_skip).
 *
 * It does not look at each page.  The distance between two samples, the stride, doubles with each
 * block that gave nothing, up to 32, and async compaction begins there.  A sample sees a free buddy
 * only by its head, so buddies smaller than the stride can stand between the samples, in each block
 * alike if memory was freed in a pattern.  With the policy's second sample, a block that gave
 * nothing is sampled once more from a random offset, before it is marked to be skipped.
 *
 * zone->lock is held from the first buddy found until the scan comes to a multiple of 32 pages;
 * async compaction that has to wait for it gives up after the block.
 */
#include "sim/mm/compact_private.h"

#include "sim/mm/buddy.h"

/* One pass over (a part of) a block. */
struct block_scan {
	struct sim *sim;
	struct compact_control *cc;
	struct sim_zone *zone;
	uint32_t pfn, end, stride;
	uint32_t nr_samples;          /* pages looked at */
	uint32_t nr_charged;          /* of these, whose model time has passed */
	uint32_t nr_jumped;           /* pages inside of folios and buddies: scanned too */
	uint32_t nr_isolated;
	bool locked;
};

static void charge_samples(struct block_scan *scan)
{
	enum sim_cost cost = scan->stride > 1 ? COST_FREE_SCAN_FAR : COST_FREE_SCAN;

	sim_charge(scan->sim, cost, scan->nr_samples - scan->nr_charged);
	scan->nr_charged = scan->nr_samples;
}

static void lock(struct block_scan *scan)
{
	if (scan->locked)
		return;
	charge_samples(scan);
	if (scan->cc->mode == COMPACT_ASYNC && zone_lock_is_busy(scan->sim, scan->zone))
		scan->cc->contended = 1;
	zone_lock(scan->sim, scan->zone);
	scan->locked = true;
}

static void unlock(struct block_scan *scan)
{
	if (!scan->locked)
		return;
	charge_samples(scan);
	zone_unlock(scan->sim, scan->zone);
	scan->locked = false;
}

/*
 * The pages from pfn on that are neither free nor the head of a folio are passed in one go: this is
 * what happens to almost every sample.  The page behind a head is a tail, in the same cache line,
 * which spares a look at the orders.  *nr: samples, with that of the page returned.
 */
static uint32_t next_of_interest(const uint8_t *state, uint32_t pfn, uint32_t end, uint32_t stride,
				 uint32_t *nr)
{
	uint32_t at = pfn;

	for (; at < end; at += stride)
		if (state[at] == PAGE_STATE_FREE ||
		    (state[at + 1] == PAGE_STATE_TAIL && state_is_allocated(state[at])))
			break;
	*nr = (at - pfn) / stride + (at < end);
	return at;
}

/* Before 6.8 what is isolated is split into single pages. */
static void add_freepages(struct sim *sim, struct compact_control *cc, uint32_t pfn,
			  unsigned int order)
{
	if (sim->policy.target_by_order) {
		page_list_add_tail(sim, &cc->freepages[order], pfn);
		return;
	}
	for (uint32_t at = pfn; at - pfn < 1u << order; at++) {
		sim->state[at] = PAGE_STATE_TARGET;
		sim->order[at] = 0;
		page_list_add_tail(sim, &cc->freepages[0], at);
	}
}

uint32_t free_scan_take(struct sim *sim, struct compact_control *cc, uint32_t pfn)
{
	unsigned int order = page_order(sim, pfn);
	uint32_t isolated = buddy_isolate(sim, cc_zone(sim, cc), pfn);

	if (!isolated)
		return 0;
	cc->nr_freepages += isolated;
	sim_count(sim, SIM_COMPACT_ISOLATED, isolated);
	add_freepages(sim, cc, pfn, order);
	return isolated;
}

/* Takes the buddy at scan->pfn; false: the scan ends here. */
static bool take_buddy(struct block_scan *scan)
{
	struct compact_control *cc = scan->cc;
	uint32_t isolated;

	lock(scan);
	isolated = free_scan_take(scan->sim, cc, scan->pfn);
	if (!isolated)
		return false;
	scan->nr_jumped += isolated - 1;
	scan->nr_isolated += isolated;
	if (cc->nr_freepages >= cc->nr_migratepages) {
		scan->pfn += isolated;
		return false;
	}
	scan->pfn += isolated - 1;
	return true;
}

static void jump_folio(struct block_scan *scan)
{
	uint32_t size = 1u << page_order(scan->sim, scan->pfn);

	if (scan->pfn + size > scan->end)
		return;
	scan->pfn += size - 1;
	scan->nr_jumped += size - 1;
}

static void scan_block(struct block_scan *scan)
{
	const uint8_t *state = scan->sim->state;

	while (scan->pfn < scan->end) {
		uint32_t nr, limit = scan->end;

		/* the lock is not held across a multiple of 32 pages */
		if (scan->locked && scan->pfn % COMPACT_CLUSTER_MAX == 0)
			unlock(scan);
		if (scan->locked)
			limit = (scan->pfn / COMPACT_CLUSTER_MAX + 1) * COMPACT_CLUSTER_MAX;
		if (limit > scan->end)
			limit = scan->end;
		scan->pfn = next_of_interest(state, scan->pfn, limit, scan->stride, &nr);
		scan->nr_samples += nr;
		if (scan->pfn >= limit)
			continue;
		if (state[scan->pfn] != PAGE_STATE_FREE)
			jump_folio(scan);
		else if (!take_buddy(scan))
			break;
		scan->pfn += scan->stride;
	}
	unlock(scan);
	charge_samples(scan);
}

static uint32_t scan_samples(struct sim *sim, struct compact_control *cc, uint32_t *pfn,
			     uint32_t end, uint32_t stride, uint32_t *nr_samples)
{
	struct block_scan scan = {
		.sim = sim, .cc = cc, .zone = cc_zone(sim, cc), .pfn = *pfn, .end = end,
		.stride = stride,
	};

	scan_block(&scan);
	*pfn = scan.pfn < end ? scan.pfn : end;
	*nr_samples = scan.nr_samples + scan.nr_jumped;
	cc->free_scanned += *nr_samples;
	return scan.nr_isolated;
}

uint32_t free_scan_block(struct sim *sim, struct compact_control *cc, uint32_t *pfn, uint32_t end,
			 uint32_t stride)
{
	uint32_t nr_samples;

	return scan_samples(sim, cc, pfn, end, stride, &nr_samples);
}

/*
 * Going through blocks.
 */

bool free_scan_block_is_target(const struct sim *sim, const struct compact_control *cc,
			       uint32_t start)
{
	unsigned int least = cc->order > 0 ? (unsigned int)cc->order : sim->c.block_order;
	unsigned int type = page_type(sim, start);

	if (sim->state[start] == PAGE_STATE_FREE && page_order(sim, start) >= least)
		return false;
	return cc->ignore_block_suitable || type == MT_MOVABLE || type == MT_CMA;
}

/* A second sample of a block that looked empty, from an offset that the first did not have. */
static uint32_t resample(struct sim *sim, struct compact_control *cc, uint32_t start, uint32_t *pfn,
			 uint32_t end, uint32_t stride)
{
	uint32_t offset = 1 + random_below(&sim->c.resample_random, stride - 1);
	uint32_t at = start + offset, nr_samples, isolated;

	if (at >= end)
		return 0;
	isolated = scan_samples(sim, cc, &at, end, stride, &nr_samples);
	*pfn = at;
	sim_count(sim, SIM_RESAMPLES, 1);
	sim_count(sim, SIM_RESAMPLE_SCANNED, nr_samples);
	sim_count(sim, SIM_RESAMPLE_HITS, isolated != 0);
	sim_event(sim, EVENT_RESAMPLE, cc_zone(sim, cc), start, offset, nr_samples, isolated,
		  stride);
	return isolated;
}

static void note_block(struct sim *sim, uint32_t nr_free, uint32_t isolated, bool whole)
{
	sim_count(sim, SIM_FREE_BLOCKS_VISITED, 1);
	if (isolated)
		return;
	sim_count(sim, SIM_FREE_BLOCKS_EMPTY, 1);
	if (!whole || !nr_free)
		return;
	sim_count(sim, SIM_FREE_BLOCKS_MISSED, 1);
	sim_count(sim, SIM_FREE_PAGES_MISSED, nr_free);
}

/* Samples the rest of the block at *pfn; whether that came to the block's end is left there. */
static uint32_t visit_block(struct sim *sim, struct compact_control *cc, uint32_t *pfn,
			    uint32_t end, uint32_t stride)
{
	uint32_t start = block_start(sim, *pfn), nr_free = page_block(sim, start)->nr_free;
	uint32_t nr_samples, isolated = scan_samples(sim, cc, pfn, end, stride, &nr_samples);

	sim_event(sim, EVENT_FREE_BLOCK, cc_zone(sim, cc), start, stride, nr_samples, isolated,
		  nr_free);
	if (sim->policy.resample && !isolated && stride > 1 && *pfn == end)
		isolated = resample(sim, cc, start, pfn, end, stride);
	note_block(sim, nr_free, isolated, *pfn == end);
	return isolated;
}

/* update_pageblock_skip() */
static void mark_done(struct sim *sim, struct compact_control *cc, uint32_t start)
{
	struct sim_zone *zone = cc_zone(sim, cc);

	compact_set_skip(sim, start);
	if (start - block_pages(sim) < zone->cached_free)
		zone->cached_free = start - block_pages(sim);
}

/* The linear scan, from cc->free_pfn down to the migrate scanner's block. */
static void scan_down(struct sim *sim, struct compact_control *cc)
{
	const struct sim_zone *zone = cc_zone(sim, cc);
	uint32_t pfn = cc->free_pfn, start = block_start(sim, pfn);
	uint32_t low = block_end(sim, cc->migrate_pfn), isolated, nr_passed = 0;
	uint32_t stride = cc->mode == COMPACT_ASYNC ? COMPACT_CLUSTER_MAX : 1;

	/* low is a block's end, so start never passes 0 */
	for (; start >= low; start -= block_pages(sim), pfn = start) {
		uint32_t end = zone_block_end(sim, zone, start);

		if (!free_scan_block_is_target(sim, cc, start) ||
		    !compact_may_isolate(sim, cc, start)) {
			nr_passed++;
			continue;
		}
		isolated = visit_block(sim, cc, &pfn, end, stride);
		if (pfn == end)
			mark_done(sim, cc, start);
		if (cc->nr_freepages >= cc->nr_migratepages) {
			if (pfn >= end)
				pfn = start - block_pages(sim);
			break;
		}
		if (pfn < end)
			break;
		stride = isolated ? 1 : stride < COMPACT_CLUSTER_MAX ? 2 * stride : stride;
	}
	cc->free_pfn = pfn;
	sim_charge(sim, COST_FREE_SCAN, nr_passed);
}

void free_scan(struct sim *sim, struct compact_control *cc)
{
	fast_isolate_freepages(sim, cc);
	if (!cc->nr_freepages)
		scan_down(sim, cc);
}
