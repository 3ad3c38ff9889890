// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * direct - compaction by a task that wants a page now (mm/compaction.c: try_to_compact_pages,
 * compact_zone_order; mm/page_alloc.c: compaction_capture).
 *
 * The first attempt of a costly request is async: it takes only what needs no waiting, from blocks
 * of the request's kind, never puts compaction off for later and gives up where the zone's lock is
 * busy.  A page of the wanted order that is freed meanwhile goes to this task and to no list.
 *
 * Not modelled: async compaction that stops between zones as its time slice is over.
 */
#include "sim/mm/compact_private.h"

static struct compact_control control(const struct sim *sim, const struct sim_zone *zone,
				      const struct alloc_request *request,
				      unsigned int alloc_flags, enum compact_priority prio)
{
	uint8_t full = prio == COMPACT_PRIO_SYNC_FULL;

	return (struct compact_control) {
		.gfp = request->gfp, .alloc_flags = alloc_flags,
		.order = (int8_t)request->reclaim_order, .zoneidx = request->zoneidx,
		.mode = prio == COMPACT_PRIO_ASYNC ? COMPACT_ASYNC : COMPACT_SYNC_LIGHT,
		.zone = (uint8_t)(zone - sim->c.zone), .cause = CAUSE_DIRECT,
		.direct_compaction = 1, .whole_zone = full, .ignore_skip_hint = full,
		.ignore_block_suitable = full, .capture = 1,
	};
}

/* compact_zone_order() */
static enum compact_result compact_one(struct sim *sim, struct sim_zone *zone,
				       const struct alloc_request *request,
				       unsigned int alloc_flags, enum compact_priority prio,
				       uint32_t *page)
{
	struct compact_control *cc = &sim->c.direct;
	enum compact_result result;

	*cc = control(sim, zone, request, alloc_flags, prio);
	result = compact_zone(sim, cc);
	cc->capture = 0;
	*page = cc->captured;
	if (*page == NO_PAGE)
		return result;
	sim->state[*page] = PAGE_STATE_KERNEL;
	return COMPACT_SUCCESS;
}

enum compact_result compact_direct(struct sim *sim, const struct alloc_request *request,
				   unsigned int alloc_flags, enum compact_priority prio,
				   uint32_t *page)
{
	enum compact_result best = COMPACT_SKIPPED, result;
	int order = request->reclaim_order;
	struct sim_zone *zone;

	*page = NO_PAGE;
	for (unsigned int at = 0; (zone = request_zone(sim, request, &at)); ) {
		if (prio > COMPACT_PRIO_SYNC_FULL && compact_deferred(sim, zone, order)) {
			best = best > COMPACT_DEFERRED ? best : COMPACT_DEFERRED;
			continue;
		}
		result = compact_one(sim, zone, request, alloc_flags, prio, page);
		best = best > result ? best : result;
		if (result == COMPACT_SUCCESS) {
			/* likely, not certain: the deferral is kept until the page is taken */
			compact_defer_reset(zone, order, false);
			break;
		}
		if (prio != COMPACT_PRIO_ASYNC &&
		    (result == COMPACT_COMPLETE || result == COMPACT_PARTIAL_SKIPPED))
			compact_defer(sim, zone, order);
	}
	return best;
}
