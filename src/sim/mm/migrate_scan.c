// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * migrate_scan - the migrate scanner: goes up through a zone and takes what can be moved out of one
 * block at a time (mm/compaction.c: isolate_migratepages, isolate_migratepages_block,
 * suitable_migration_source, skip_isolation_on_order, too_many_isolated).
 *
 * Async direct compaction works in chunks of the wanted order: one page in it that cannot be moved
 * spoils the chunk, so what was taken from it goes back and the scan jumps to its end.
 *
 * Not modelled: the LRU lock, and with it async compaction that gives up because it is contended;
 * movable pages that are not on the LRU; hugetlb.  A task that finds too much isolated sleeps once.
 */
#include "sim/mm/compact_private.h"

#include "sim/mm/owner.h"
#include "sim/mm/watermark.h"

/* One call for one block. */
struct source_scan {
	struct sim *sim;
	struct compact_control *cc;
	struct sim_zone *zone;
	uint32_t pfn, end;
	uint32_t block;               /* first pfn of the block */
	uint32_t chunk_end;           /* where the present chunk ends */
	uint32_t nr_scanned;          /* with the pages inside of folios and buddies */
	uint32_t nr_visited;          /* without them */
	uint32_t nr_isolated;         /* pages, of this chunk where there are chunks */
	uint32_t mthp_order;          /* folios of that order stay; above all orders: none do */
	bool from_start;              /* of the block: then its skip bit is looked after */
	bool skip_updated;            /* the bit was set as the first folio was taken */
	bool by_chunks;               /* skip_on_failure */
};

void migrate_putback(struct sim *sim, struct compact_control *cc)
{
	struct sim_zone *zone = cc_zone(sim, cc);
	uint32_t pfn;

	while ((pfn = page_list_pop(sim, &cc->migratepages)) != NO_PAGE)
		owner_putback_page(sim, zone, pfn);
	cc->nr_migratepages = 0;
}

/* too_many_isolated(): half of the node's LRU, an eighth of that for who may wait for file systems,
 * so that those who may not are let through. */
static bool too_many_isolated(const struct sim *sim, const struct compact_control *cc)
{
	unsigned int node = sim->c.zone[cc->zone].node;
	uint64_t lru = 0, isolated = 0;

	for (unsigned int i = 0; i < sim->c.nr_zones; i++) {
		const struct sim_zone *zone = &sim->c.zone[i];

		if (zone->node != node)
			continue;
		lru += zone->nr_anon + zone->nr_file;
		isolated += zone->nr_isolated;
	}
	if (cc->gfp & GFP_FS_BIT)
		lru >>= 3;
	return isolated > lru / 2;
}

/*
 * Which folios can be taken.
 */

/* skip_isolation_on_order(): what is as large as wanted is as good as it can be. */
static bool order_stays(const struct source_scan *scan, unsigned int order)
{
	const struct sim *sim = scan->sim;

	if (!sim->policy.target_by_order)
		return true;
	if (sim->policy.isolate_above_block && order >= sim->c.block_order)
		return true;
	return order >= scan->mthp_order ||
	       (!cc_wants_no_order(scan->cc) && order >= (unsigned int)scan->cc->order);
}

/* What only a compaction that waits, or that may call file systems, can take. */
static bool file_can_be_taken(const struct source_scan *scan, unsigned int flags)
{
	const struct sim *sim = scan->sim;

	if (!(scan->cc->gfp & GFP_FS_BIT))
		return false;
	if ((flags & PAGE_FLAG_DIRTY) && scan->cc->mode != COMPACT_SYNC)
		return sim->knobs.can_migrate_dirty;
	return true;
}

static bool folio_can_be_taken(const struct source_scan *scan, uint32_t pfn)
{
	const struct sim *sim = scan->sim;
	unsigned int state = sim->state[pfn], flags = sim->flags[pfn];

	if (!state_is_lru(state) || (flags & PAGE_FLAG_ISOLATED))
		return false;
	if (state == PAGE_STATE_ANON && (flags & PAGE_FLAG_PINNED))
		return false;
	if (state == PAGE_STATE_FILE && !file_can_be_taken(scan, flags))
		return false;
	if ((flags & PAGE_FLAG_UNEVICTABLE) && !sim->knobs.compact_unevictable_allowed)
		return false;
	return !(flags & PAGE_FLAG_WRITEBACK) || scan->cc->mode == COMPACT_SYNC;
}

/*
 * One block.
 */

static void jump(struct source_scan *scan, uint32_t size)
{
	scan->pfn += size;
	scan->nr_scanned += size - 1;
}

/* The first folio of a block marks it, so that others leave it alone; false: another was first. */
static bool mark_block(struct source_scan *scan)
{
	const struct compact_control *cc = scan->cc;

	if (scan->skip_updated || !scan->from_start)
		return true;
	scan->skip_updated = true;
	if (cc->ignore_skip_hint)
		return true;
	if (page_block(scan->sim, scan->block)->skip)
		return cc->finish_pageblock;
	compact_set_skip(scan->sim, scan->block);
	return true;
}

static void take_folio(struct source_scan *scan)
{
	struct sim *sim = scan->sim;
	uint32_t pfn = scan->pfn, size = 1u << page_order(sim, pfn);

	owner_isolate_page(sim, scan->zone, pfn);
	page_list_add_tail(sim, &scan->cc->migratepages, pfn);
	sim_charge(sim, COST_ISOLATE, 1);
	scan->cc->nr_migratepages += size;
	scan->nr_isolated += size;
	jump(scan, size);
}

/* A page that cannot be taken was passed: the rest of its chunk is of no use. */
static void spoil_chunk(struct source_scan *scan)
{
	if (!scan->by_chunks)
		return;
	if (scan->nr_isolated) {
		migrate_putback(scan->sim, scan->cc);
		scan->nr_isolated = 0;
	}
	if (scan->pfn <= scan->chunk_end) {
		scan->pfn = scan->chunk_end;
		scan->chunk_end += 1u << scan->cc->order;
	}
}

/* One page, or what it is the head of; false: the block is left. */
static bool scan_page(struct source_scan *scan)
{
	const struct sim *sim = scan->sim;
	unsigned int state = sim->state[scan->pfn], order = page_order(sim, scan->pfn);

	scan->nr_scanned++;
	scan->nr_visited++;
	if (state == PAGE_STATE_FREE) {
		jump(scan, 1u << order);
		return true;
	}
	if (state_is_allocated(state) && order && order_stays(scan, order)) {
		jump(scan, 1u << order);
		spoil_chunk(scan);
		return true;
	}
	if (!folio_can_be_taken(scan, scan->pfn)) {
		scan->pfn++;
		spoil_chunk(scan);
		return true;
	}
	if (!mark_block(scan)) {
		scan->pfn = scan->end;
		return false;
	}
	take_folio(scan);
	return true;
}

static bool has_enough(const struct compact_control *cc)
{
	return cc->nr_migratepages >= COMPACT_CLUSTER_MAX && !cc->finish_pageblock &&
	       !cc->contended;
}

static void scan_pages(struct source_scan *scan)
{
	while (scan->pfn < scan->end) {
		if (scan->by_chunks && scan->pfn >= scan->chunk_end) {
			if (scan->nr_isolated)
				break;
			scan->chunk_end = (scan->pfn >> scan->cc->order << scan->cc->order) +
					  (1u << scan->cc->order);
		}
		if (!scan_page(scan) || has_enough(scan->cc))
			break;
	}
	if (scan->pfn > scan->end)
		scan->pfn = scan->end;
}

/* Not at a block that another one was found to have taken: that one looks after it. */
static void note_end_of_block(struct source_scan *scan)
{
	struct compact_control *cc = scan->cc;

	if (scan->pfn != scan->end || (scan->nr_isolated && !cc->finish_pageblock))
		return;
	if (scan->from_start && !scan->skip_updated)
		compact_set_skip(scan->sim, scan->block);
	compact_done_below(scan->sim, cc, scan->pfn);
}

static uint32_t mthp_limit(const struct sim *sim, const struct compact_control *cc)
{
	if (!cc->proactive_compaction || !(sim->policy.mthp & MTHP_SKIP))
		return SIM_NR_ORDERS;
	return proactive_order(sim);
}

/* isolate_migratepages_block(); false: too much is isolated, or nothing could be waited for. */
static bool scan_block(struct sim *sim, struct compact_control *cc, uint32_t pfn, uint32_t end)
{
	struct sim_zone *zone = cc_zone(sim, cc);
	struct source_scan scan = {
		.sim = sim, .cc = cc, .zone = zone, .pfn = pfn, .end = end,
		.block = block_start(sim, pfn), .mthp_order = mthp_limit(sim, cc),
		.from_start = pfn == block_start(sim, pfn),
		.by_chunks = cc->direct_compaction && cc->mode == COMPACT_ASYNC,
	};

	if (too_many_isolated(sim, cc)) {
		if (cc->mode == COMPACT_ASYNC || cc->nr_migratepages)
			return false;
		sim_charge(sim, COST_THROTTLE, 1);
	}
	if (scan.by_chunks)
		scan.chunk_end = (pfn >> cc->order << cc->order) + (1u << cc->order);
	scan_pages(&scan);
	note_end_of_block(&scan);
	cc->migrate_scanned += scan.nr_scanned;
	cc->migrate_pfn = scan.pfn;
	sim_charge(sim, COST_MIGRATE_SCAN, scan.nr_visited);
	sim_count(sim, SIM_COMPACT_ISOLATED, scan.nr_isolated);
	sim_event(sim, EVENT_MIGRATE_BLOCK, zone, pfn, scan.nr_scanned, scan.nr_isolated,
		  page_block(sim, scan.block)->skip, 0);
	return true;
}

/*
 * Which blocks.
 */

static bool type_is_source(const struct sim *sim, const struct compact_control *cc,
			   unsigned int type)
{
	bool movable = type == MT_MOVABLE || type == MT_CMA;

	if (!cc->direct_compaction)
		return movable || !cc->proactive_compaction ||
		       !(sim->policy.mthp & MTHP_MOVABLE) || proactive_order(sim) > COSTLY_ORDER;
	if (sim->policy.source_checks_cma && type == MT_CMA && !(cc->alloc_flags & ALLOC_CMA))
		return false;
	if (cc->mode != COMPACT_ASYNC)
		return true;
	if (cc->type == MT_MOVABLE ||
	    (sim->policy.source_huge_any && cc->order >= sim->c.block_order))
		return movable;
	return type == cc->type;
}

/* suitable_migration_source() */
static bool block_is_source(struct sim *sim, const struct compact_control *cc, uint32_t pfn,
			    bool check_skip, enum compact_source_skip *why)
{
	if (check_skip && !compact_may_isolate(sim, cc, pfn))
		*why = SOURCE_SKIP_BIT;
	else if (compact_block_is_huge(sim, pfn))
		*why = SOURCE_HUGE;
	else if (!type_is_source(sim, cc, page_type(sim, pfn)))
		*why = SOURCE_TYPE;
	else
		*why = SOURCE_TAKEN;
	return *why == SOURCE_TAKEN;
}

enum isolate_result migrate_scan(struct sim *sim, struct compact_control *cc)
{
	uint32_t pfn = fast_find_migrateblock(sim, cc), end = block_end(sim, pfn);
	bool found = pfn != cc->migrate_pfn && !cc->fast_search_fail;
	struct sim_zone *zone = cc_zone(sim, cc);
	enum compact_source_skip why;

	for (; end <= cc->free_pfn; end += block_pages(sim), found = false) {
		bool at_start = pfn == block_start(sim, pfn);

		if (block_is_source(sim, cc, pfn, at_start && !found, &why)) {
			if (!scan_block(sim, cc, pfn, end))
				return ISOLATE_ABORT;
			break;
		}
		if (why != SOURCE_SKIP_BIT)
			compact_done_below(sim, cc, end);
		sim_charge(sim, COST_MIGRATE_SCAN, 1);
		sim_event(sim, EVENT_MIGRATE_SKIP, zone, pfn, why, 0, 0, 0);
		cc->migrate_pfn = pfn = end;
	}
	return cc->nr_migratepages ? ISOLATE_SUCCESS : ISOLATE_NONE;
}
