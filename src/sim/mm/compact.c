// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * compact - one zone's compaction from begin to end (mm/compaction.c: compact_zone,
 * compact_finished, __compact_finished, release_free_list, compact_nodes).
 *
 * A step isolates from one pageblock, moves what it got, and says whether another step is due.
 * Between steps cc->migratepages is empty; cc->freepages may hold targets for the next block.  They
 * are freed at the end, to this CPU's lists, and the block of the highest raises the pfn from which
 * the next free scanner comes down.
 */
#include "sim/mm/compact_private.h"

#include "sim/mm/fallback.h"
#include "sim/mm/pcp.h"
#include "sim/mm/watermark.h"

void compact_reset_cached(const struct sim *sim, struct sim_zone *zone)
{
	zone->cached_migrate[0] = zone->cached_migrate[1] = zone->first;
	zone->cached_free = zone_last_block(sim, zone);
}

/*
 * Whether it is over.
 */

static enum compact_result scanners_met(struct sim *sim, const struct compact_control *cc)
{
	struct sim_zone *zone = cc_zone(sim, cc);

	compact_reset_cached(sim, zone);
	/* the bits are cleared only for direct compaction, which others wait for */
	if (cc->direct_compaction)
		zone->blockskip_flush = 1;
	sim_count(sim, SIM_SCANNERS_MET, 1);
	sim_event(sim, EVENT_SCANNERS_MET, zone, cc->migrate_pfn, cc->migrate_pfn, cc->free_pfn,
		  cc->whole_zone, 0);
	return cc->whole_zone ? COMPACT_COMPLETE : COMPACT_PARTIAL_SKIPPED;
}

static enum compact_result proactive_finished(struct sim *sim, const struct compact_control *cc)
{
	const struct sim_zone *zone = cc_zone(sim, cc);
	unsigned int order, low, high;

	if (sim->c.node[zone->node].kswapd_running)
		return COMPACT_PARTIAL_SKIPPED;
	proactive_marks(sim, &order, &low, &high);
	return proactive_score_zone(sim, zone, order) > low ? COMPACT_CONTINUE : COMPACT_SUCCESS;
}

/* Whether a request of this order and type would be served now, without a steal. */
static bool page_is_there(const struct sim *sim, const struct compact_control *cc)
{
	const struct sim_zone *zone = &sim->c.zone[cc->zone];

	for (unsigned int order = (unsigned int)cc->order; order <= sim->c.max_order; order++) {
		const struct page_list *free = zone->free[order];

		if (free[cc->type].nr || (cc->type == MT_MOVABLE && free[MT_CMA].nr))
			return true;
		if (fallback_find(sim, zone, order, cc->type, true) >= 0)
			return true;
	}
	return false;
}

static bool blocks_are_there(const struct sim *sim, const struct compact_control *cc)
{
	const struct sim_zone *zone = &sim->c.zone[cc->zone];

	return watermark_ok(sim, zone, (unsigned int)cc->order,
			    watermark_of(zone, ALLOC_WMARK_HIGH), cc->zoneidx, cc->alloc_flags,
			    zone->nr_free_blocks);
}

/* A compaction for a request looks behind each block, and never within one. */
static enum compact_result request_finished(const struct sim *sim, const struct compact_control *cc)
{
	bool blocks = request_keeps_blocks(sim) && !cc->direct_compaction;

	if (cc->migrate_pfn % block_pages(sim))
		return COMPACT_CONTINUE;
	if (blocks ? blocks_are_there(sim, cc) : page_is_there(sim, cc))
		return COMPACT_SUCCESS;
	return cc->contended ? COMPACT_CONTENDED : COMPACT_CONTINUE;
}

enum compact_result compact_finished(struct sim *sim, struct compact_control *cc)
{
	if (cc_scanners_met(sim, cc))
		return scanners_met(sim, cc);
	if (cc->proactive_compaction)
		return proactive_finished(sim, cc);
	return cc_wants_no_order(cc) ? COMPACT_CONTINUE : request_finished(sim, cc);
}

/*
 * Begin.
 */

static bool is_in_zone(const struct sim_zone *zone, uint32_t pfn)
{
	return pfn - zone->first < zone->spanned;
}

static void place_scanners(struct sim *sim, struct compact_control *cc)
{
	struct sim_zone *zone = cc_zone(sim, cc);
	bool sync = cc->mode != COMPACT_ASYNC;

	if (cc->whole_zone) {
		cc->migrate_pfn = zone->first;
		cc->free_pfn = zone_last_block(sim, zone);
		return;
	}
	if (!is_in_zone(zone, zone->cached_free))
		zone->cached_free = zone_last_block(sim, zone);
	if (!is_in_zone(zone, zone->cached_migrate[sync]))
		zone->cached_migrate[0] = zone->cached_migrate[1] = zone->first;
	cc->migrate_pfn = zone->cached_migrate[sync];
	cc->free_pfn = zone->cached_free;
	if (cc->migrate_pfn <= zone->init_migrate)
		cc->whole_zone = 1;
}

/* What the caller does not set. */
static void init_control(const struct sim *sim, struct compact_control *cc)
{
	for (unsigned int order = 0; order < SIM_NR_ORDERS; order++)
		page_list_init(&cc->freepages[order]);
	page_list_init(&cc->migratepages);
	cc->captured = cc->last_migrated_pfn = NO_PAGE;
	cc->type = (uint8_t)gfp_type(sim, cc->gfp);
	cc->search_order = cc_wants_no_order(cc) ? 0 : (uint32_t)cc->order;
	cc->active = 1;
}

/* Not for the whole zone: only where it is of use. */
static enum compact_result check_suitable(struct sim *sim, const struct compact_control *cc)
{
	const struct sim_zone *zone = cc_zone(sim, cc);
	enum compact_unsuited why;

	if (cc_wants_no_order(cc))
		return COMPACT_CONTINUE;
	why = compact_unsuited(sim, zone, (unsigned int)cc->order, cc->zoneidx, cc->alloc_flags,
			       cc->mode == COMPACT_ASYNC, !cc->direct_compaction);
	if (why == UNSUITED_NOT)
		return COMPACT_CONTINUE;
	sim_event(sim, EVENT_SUITABILITY, zone, NO_PAGE, cc->order, why, 0, 0);
	if (why == UNSUITED_THERE)
		return COMPACT_SUCCESS;
	sim_count(sim, SIM_COMPACT_SKIPPED, 1);
	return COMPACT_SKIPPED;
}

enum compact_result compact_begin(struct sim *sim, struct compact_control *cc)
{
	struct sim_zone *zone = cc_zone(sim, cc);
	enum compact_result result;

	init_control(sim, cc);
	result = check_suitable(sim, cc);
	if (result != COMPACT_CONTINUE)
		return result;
	if (compact_restarting(zone, cc->order))
		compact_reset_skip(sim, zone);
	place_scanners(sim, cc);
	cc->update_cached = cc->mode == COMPACT_ASYNC &&
			    zone->cached_migrate[0] == zone->cached_migrate[1];
	sim_event(sim, EVENT_COMPACT_BEGIN, zone, cc->migrate_pfn, cc->order, cc->mode, cc->cause,
		  cc->free_pfn);
	return COMPACT_CONTINUE;
}

/*
 * A step.
 */

static bool may_rescan(const struct sim *sim, const struct compact_control *cc)
{
	return cc->migrate_pfn % block_pages(sim) && !cc->ignore_skip_hint &&
	       !cc->finish_pageblock && cc->mode < COMPACT_SYNC;
}

/* Moves what was isolated.  *rescan: some failed, the rest of the block is to be scanned first. */
static enum compact_result move_isolated(struct sim *sim, struct compact_control *cc, bool *rescan)
{
	const struct sim_zone *zone = cc_zone(sim, cc);
	uint32_t block = block_start(sim, cc->migrate_pfn - 1);
	enum migrate_result moved;

	cc->update_cached = 0;
	cc->last_migrated_pfn = block > zone->first ? block : zone->first;
	moved = migrate_pages(sim, cc);
	migrate_putback(sim, cc);
	if (moved == MIGRATE_NO_TARGET && !cc_scanners_met(sim, cc))
		return COMPACT_CONTENDED;
	*rescan = moved != MIGRATE_ALL && may_rescan(sim, cc);
	if (*rescan) {
		cc->finish_pageblock = 1;
		/* pages on this CPU's lists do not help a huge page with a hole in it */
		if (cc->order == (int)sim->c.block_order)
			cc->last_migrated_pfn = NO_PAGE;
	}
	return COMPACT_CONTINUE;
}

/* One block, or what is left of it. */
static enum compact_result compact_block(struct sim *sim, struct compact_control *cc, bool *rescan)
{
	struct sim_zone *zone = cc_zone(sim, cc);

	*rescan = false;
	switch (migrate_scan(sim, cc)) {
	case ISOLATE_ABORT:
		migrate_putback(sim, cc);
		return COMPACT_CONTENDED;
	case ISOLATE_NONE:
		if (cc->update_cached)
			zone->cached_migrate[1] = zone->cached_migrate[0];
		return COMPACT_CONTINUE;
	default:
		return move_isolated(sim, cc, rescan);
	}
}

/* What was freed lies on this CPU's lists: it merges when a chunk of the order is done. */
static void drain_behind_chunk(struct sim *sim, struct compact_control *cc)
{
	if (cc->order <= 0 || cc->last_migrated_pfn == NO_PAGE)
		return;
	if (cc->last_migrated_pfn >= cc->migrate_pfn >> cc->order << cc->order)
		return;
	pcp_drain_local(sim, cc_zone(sim, cc));
	cc->last_migrated_pfn = NO_PAGE;
}

enum compact_result compact_step(struct sim *sim, struct compact_control *cc)
{
	enum compact_result result = compact_finished(sim, cc);
	bool rescan;

	if (result != COMPACT_CONTINUE)
		return result;
	cc->finish_pageblock = block_start(sim, cc->last_migrated_pfn) ==
			       block_start(sim, cc->migrate_pfn);
	do {
		result = compact_block(sim, cc, &rescan);
	} while (rescan);
	if (result != COMPACT_CONTINUE)
		return result;
	if (cc->captured != NO_PAGE)
		return COMPACT_SUCCESS;
	drain_behind_chunk(sim, cc);
	return COMPACT_CONTINUE;
}

/*
 * End.
 */

static void release_freepages(struct sim *sim, struct compact_control *cc)
{
	struct sim_zone *zone = cc_zone(sim, cc);
	uint32_t highest = 0;

	if (!cc->nr_freepages)
		return;
	for (unsigned int order = 0; order < SIM_NR_ORDERS; order++) {
		uint32_t pfn;

		while ((pfn = page_list_pop(sim, &cc->freepages[order])) != NO_PAGE) {
			if (pfn > highest)
				highest = pfn;
			pcp_free_page(sim, pfn, order);
		}
	}
	cc->nr_freepages = 0;
	if (block_start(sim, highest) > zone->cached_free)
		zone->cached_free = block_start(sim, highest);
}

void compact_end(struct sim *sim, struct compact_control *cc, enum compact_result result)
{
	release_freepages(sim, cc);
	sim_count(sim, SIM_COMPACT_MIGRATE_SCANNED, cc->migrate_scanned);
	sim_count(sim, SIM_COMPACT_FREE_SCANNED, cc->free_scanned);
	if (cc->cause == CAUSE_KCOMPACTD || cc->cause == CAUSE_PROACTIVE) {
		sim_count(sim, SIM_COMPACT_DAEMON_MIGRATE_SCANNED, cc->migrate_scanned);
		sim_count(sim, SIM_COMPACT_DAEMON_FREE_SCANNED, cc->free_scanned);
	}
	sim_event(sim, EVENT_COMPACT_END, cc_zone(sim, cc), NO_PAGE, cc->order, result, cc->cause,
		  cc->mode);
	cc->active = 0;
}

enum compact_result compact_zone(struct sim *sim, struct compact_control *cc)
{
	enum compact_result result = compact_begin(sim, cc);

	if (result != COMPACT_CONTINUE) {
		cc->active = 0;
		return result;
	}
	while (result == COMPACT_CONTINUE)
		result = compact_step(sim, cc);
	compact_end(sim, cc, result);
	return result;
}

void compact_memory(struct sim *sim)
{
	struct compact_control *cc = &sim->c.direct;

	for (uint8_t zone = 0; zone < sim->c.nr_zones; zone++) {
		if (!sim->c.zone[zone].managed)
			continue;
		*cc = (struct compact_control) {
			.gfp = GFP_KERNEL_MASK, .order = -1, .mode = COMPACT_SYNC,
			.zoneidx = NR_SIM_ZONE_KINDS - 1, .zone = zone, .cause = CAUSE_MANUAL,
			.ignore_skip_hint = 1, .whole_zone = 1,
		};
		compact_zone(sim, cc);
	}
}
