// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * slowpath - rounds of waking kswapd, reclaiming, compacting and deciding whether another round is
 * worth it.  A round is a row of steps; each ends the request, begins the next round or leaves it
 * to the step behind.  Two eras differ in their rows: up to 6.18 the first compaction of a costly
 * request comes before the rounds and may end it, in 7.x it is the first round, without reclaim,
 * and a request goes on to reclaim whatever that compaction said.
 *
 * With vm.defrag_mode a request keeps ALLOC_NOFRAGMENT until all else failed.  Newer kernels let
 * one that is not movable reclaim and compact for a whole block meanwhile, as a block is what it
 * needs; the page is still taken at its own order.
 *
 * Nobody is killed here: a request that would call the OOM killer is counted and fails.
 */
#include "sim/mm/slowpath.h"

#include "sim/mm/buddy.h"
#include "sim/mm/compaction.h"
#include "sim/mm/costly.h"
#include "sim/mm/pcp.h"
#include "sim/mm/vmscan.h"
#include "sim/mm/watermark.h"

#define MAX_COMPACT_RETRIES 16

/* What a request keeps while it goes round. */
struct slowpath {
	struct alloc_request *request;
	unsigned int flags;           /* enum alloc_flag */
	enum compact_priority prio;
	enum compact_result result;   /* of the last compaction */
	unsigned int no_progress;     /* rounds whose reclaim got nothing, or all if costly */
	unsigned int compact_retries;
	uint32_t progress;            /* pages that the last reclaim got */
	uint32_t page;
	enum alloc_fail why;
	bool costly, may_reclaim, may_compact, compact_first;
};

enum step { STEP_ON, STEP_AGAIN, STEP_GOT, STEP_FAIL };

typedef enum step step_fn(struct sim *sim, struct slowpath *slow);

static enum step fail(struct slowpath *slow, enum alloc_fail why)
{
	slow->why = why;
	return STEP_FAIL;
}

static enum step got(const struct slowpath *slow)
{
	return slow->page == NO_PAGE ? STEP_ON : STEP_GOT;
}

static bool has(const struct slowpath *slow, uint32_t gfp)
{
	return slow->request->gfp & gfp;
}

/* gfp_to_alloc_flags() */
static unsigned int slow_flags(const struct sim *sim, const struct alloc_request *request)
{
	const uint32_t gfp = request->gfp;
	unsigned int flags = ALLOC_WMARK_MIN;

	if (gfp & GFP_HIGH_BIT)
		flags |= ALLOC_MIN_RESERVE;
	if (gfp & GFP_KSWAPD_RECLAIM_BIT)
		flags |= ALLOC_KSWAPD;
	if (!(gfp & (GFP_DIRECT_RECLAIM_BIT | GFP_NOMEMALLOC_BIT))) {
		flags |= ALLOC_NON_BLOCK;
		if ((gfp & GFP_HIGH_BIT) && request->order)
			flags |= ALLOC_HIGHATOMIC;
	}
	if (request->type == MT_MOVABLE)
		flags |= ALLOC_CMA;
	return request_keeps_blocks(sim) ? flags | ALLOC_NOFRAGMENT : flags;
}

static void promote(const struct sim *sim, struct alloc_request *request)
{
	if (!sim->policy.defrag_promotes || !request_keeps_blocks(sim) ||
	    request->type == MT_MOVABLE || request->order >= sim->c.block_order)
		return;
	request->reclaim_order = sim->c.block_order;
	request->wants_block = 1;
}

static struct slowpath enter(const struct sim *sim, struct alloc_request *request)
{
	struct slowpath slow = {
		.request = request, .prio = COMPACT_PRIO_SYNC_LIGHT, .result = COMPACT_SKIPPED,
		.page = NO_PAGE, .costly = request->order > COSTLY_ORDER,
	};

	request->gfp = costly_slowpath_gfp(sim, request);
	slow.may_reclaim = costly_may_reclaim(sim, request);
	slow.may_compact = slow.may_reclaim && (request->gfp & GFP_IO_BIT);
	slow.compact_first = slow.may_compact &&
			     (slow.costly || (request->order && request->type != MT_MOVABLE));
	if (slow.compact_first)
		slow.prio = COMPACT_PRIO_ASYNC;
	slow.flags = slow_flags(sim, request);
	promote(sim, request);
	return slow;
}

/* Fallbacks are allowed from now on, and the request works for its own order again. */
static enum step drop_nofragment(struct slowpath *slow)
{
	slow->flags &= ~(unsigned int)ALLOC_NOFRAGMENT;
	if (slow->request->wants_block) {
		slow->request->reclaim_order = slow->request->order;
		slow->request->wants_block = 0;
		slow->no_progress = slow->compact_retries = 0;
	}
	return STEP_AGAIN;
}

/*
 * The steps.
 */

/* wake_all_kswapds(): once for each node of the zonelist. */
static void wake_kswapds(struct sim *sim, const struct slowpath *slow)
{
	const struct alloc_request *request = slow->request;
	const struct sim_zone *zone, *last = NULL;
	unsigned int order = request->order;

	if (request_keeps_blocks(sim) && order < sim->c.block_order)
		order = sim->c.block_order;
	for (unsigned int at = 0; (zone = request_zone(sim, request, &at)); last = zone)
		if (!last || last->node != zone->node)
			kswapd_wake(sim, zone->node, request->gfp, order, request->zoneidx);
}

static enum step try_lists(struct sim *sim, struct slowpath *slow)
{
	if (slow->flags & ALLOC_KSWAPD)
		wake_kswapds(sim, slow);
	slow->page = page_alloc_try(sim, slow->request, slow->flags);
	return got(slow);
}

static enum step stop_if_it_cannot_wait(struct sim *sim, struct slowpath *slow)
{
	if (slow->may_reclaim)
		return STEP_ON;
	if (sim->policy.slowpath_era == SLOWPATH_S7 && request_keeps_blocks(sim) &&
	    (slow->flags & ALLOC_NOFRAGMENT) && has(slow, GFP_KSWAPD_RECLAIM_BIT))
		return drop_nofragment(slow);
	return fail(slow, ALLOC_FAIL_NO_RECLAIM);
}

static enum step stop_if_it_only_wakes(struct sim *sim, struct slowpath *slow)
{
	const struct alloc_request *request = slow->request;
	unsigned int at = 0;
	const struct sim_zone *preferred;

	if (!costly_only_wakes(sim, request))
		return STEP_ON;
	preferred = request_zone(sim, request, &at);
	if (preferred)
		kcompactd_wake(sim, preferred->node, request->order, request->zoneidx);
	return fail(slow, ALLOC_FAIL_WAKE);
}

/* __alloc_pages_direct_reclaim(): what was reclaimed may be on other CPUs' lists. */
static enum step reclaim(struct sim *sim, struct slowpath *slow)
{
	struct alloc_request *request = slow->request;

	slow->progress = reclaim_direct(sim, request);
	if (!slow->progress)
		return STEP_ON;
	slow->page = page_alloc_try(sim, request, slow->flags);
	if (slow->page != NO_PAGE)
		return STEP_GOT;
	highatomic_unreserve(sim, &sim->c.node[request->node], request->type, false);
	pcp_drain_all(sim, NULL);
	slow->page = page_alloc_try(sim, request, slow->flags);
	return got(slow);
}

static enum step reclaim_unless_compaction_is_first(struct sim *sim, struct slowpath *slow)
{
	return slow->compact_first ? STEP_ON : reclaim(sim, slow);
}

/* A block that was captured for a smaller request goes where that finds it. */
static uint32_t take_captured(struct sim *sim, struct slowpath *slow, uint32_t pfn)
{
	struct sim_zone *zone;

	if (pfn == NO_PAGE)
		return NO_PAGE;
	sim->state[pfn] = PAGE_STATE_KERNEL;
	if (page_order(sim, pfn) == slow->request->order)
		return pfn;
	zone = sim_page_zone(sim, pfn);
	zone_lock(sim, zone);
	buddy_free(sim, zone, pfn, page_order(sim, pfn), false);
	zone_unlock(sim, zone);
	return NO_PAGE;
}

static void note_compaction(struct sim *sim, const struct slowpath *slow)
{
	struct sim_zone *zone;

	sim_count(sim, SIM_COMPACT_STALL, 1);
	if (slow->page == NO_PAGE) {
		sim_count(sim, SIM_COMPACT_FAIL, 1);
		return;
	}
	sim_count(sim, SIM_COMPACT_SUCCESS, 1);
	zone = sim_page_zone(sim, slow->page);
	zone->blockskip_flush = 0;
	compact_defer_reset(zone, slow->request->reclaim_order, true);
}

/* __alloc_pages_direct_compact() */
static enum step compact(struct sim *sim, struct slowpath *slow)
{
	uint64_t start_ns = sim->c.now_ns;
	uint32_t captured = NO_PAGE;

	if (!slow->may_compact || !slow->request->reclaim_order)
		return STEP_ON;
	slow->result = compact_direct(sim, slow->request, slow->flags, slow->prio, &captured);
	/* a stall is counted for deferred zones as well, and the free lists are looked at again */
	if (slow->result == COMPACT_SKIPPED)
		return STEP_ON;
	sim_note_latency(sim, LATENCY_COMPACT, sim->c.now_ns - start_ns);
	slow->page = take_captured(sim, slow, captured);
	if (slow->page == NO_PAGE)
		slow->page = page_alloc_try(sim, slow->request, slow->flags);
	note_compaction(sim, slow);
	return got(slow);
}

/* The first compaction as 7.x has it: what it said does not matter. */
static enum step end_first_round(struct sim *sim, struct slowpath *slow)
{
	(void)sim;
	if (!slow->compact_first)
		return STEP_ON;
	if (has(slow, GFP_NORETRY_BIT) && has(slow, GFP_THISNODE_BIT))
		return fail(slow, ALLOC_FAIL_THISNODE);
	if (!has(slow, GFP_NORETRY_BIT))
		slow->prio = COMPACT_PRIO_SYNC_LIGHT;
	slow->compact_first = false;
	return STEP_AGAIN;
}

/* The first compaction as it was up to 6.18: a bad answer ends a costly request. */
static enum step compact_before_the_rounds(struct sim *sim, struct slowpath *slow)
{
	bool rather_fails = slow->costly && has(slow, GFP_NORETRY_BIT);

	if (!slow->compact_first)
		return STEP_ON;
	if (compact(sim, slow) == STEP_GOT)
		return STEP_GOT;
	if (rather_fails &&
	    (slow->result == COMPACT_SKIPPED || slow->result == COMPACT_DEFERRED))
		return fail(slow, ALLOC_FAIL_COMPACTION);
	if (rather_fails && has(slow, GFP_THISNODE_BIT))
		return fail(slow, ALLOC_FAIL_THISNODE);
	if (!rather_fails)
		slow->prio = COMPACT_PRIO_SYNC_LIGHT;
	slow->compact_first = false;
	return STEP_ON;
}

static enum step stop_unless_it_retries(struct sim *sim, struct slowpath *slow)
{
	(void)sim;
	if (has(slow, GFP_NORETRY_BIT))
		return fail(slow, ALLOC_FAIL_NORETRY);
	if (slow->costly && !(slow->may_compact && has(slow, GFP_RETRY_MAYFAIL_BIT)))
		return fail(slow, ALLOC_FAIL_COSTLY);
	return STEP_ON;
}

/* Whether some zone would do if all was free that reclaim may still free. */
static bool reclaim_can_help(struct sim *sim, const struct slowpath *slow)
{
	const struct alloc_request *request = slow->request;
	const struct sim_zone *zone;

	for (unsigned int at = 0; (zone = request_zone(sim, request, &at)); ) {
		uint64_t free = (uint64_t)zone->nr_free_pages + reclaim_possible(sim, zone);

		if (watermark_ok(sim, zone, request->reclaim_order,
				 watermark_of(zone, ALLOC_WMARK_MIN), request->zoneidx,
				 slow->flags, free))
			return true;
	}
	return false;
}

/* should_reclaim_retry() */
static enum step retry_reclaim(struct sim *sim, struct slowpath *slow)
{
	const struct alloc_request *request = slow->request;

	if (slow->progress && request->reclaim_order <= COSTLY_ORDER)
		slow->no_progress = 0;
	else
		slow->no_progress++;
	if (slow->no_progress <= MAX_RECLAIM_RETRIES && reclaim_can_help(sim, slow))
		return STEP_AGAIN;
	if (highatomic_unreserve(sim, &sim->c.node[request->node], request->type, true))
		return STEP_AGAIN;
	return STEP_ON;
}

static bool compaction_is_worth_it(struct sim *sim, struct slowpath *slow)
{
	bool costly = slow->request->reclaim_order > COSTLY_ORDER;
	enum compact_priority least = costly ? COMPACT_PRIO_SYNC_LIGHT : COMPACT_PRIO_SYNC_FULL;

	if (slow->result == COMPACT_SKIPPED)
		return compact_would_suit(sim, slow->request, slow->flags);
	if (slow->result == COMPACT_SUCCESS &&
	    ++slow->compact_retries <= MAX_COMPACT_RETRIES / (costly ? 4 : 1))
		return true;
	if (slow->prio <= least)
		return false;
	slow->prio--;
	slow->compact_retries = 0;
	return true;
}

/* should_compact_retry() */
static enum step retry_compaction(struct sim *sim, struct slowpath *slow)
{
	if (!slow->progress || !slow->may_compact || !slow->request->reclaim_order)
		return STEP_ON;
	return compaction_is_worth_it(sim, slow) ? STEP_AGAIN : STEP_ON;
}

static enum step allow_fallbacks(struct sim *sim, struct slowpath *slow)
{
	if (request_keeps_blocks(sim) && (slow->flags & ALLOC_NOFRAGMENT))
		return drop_nofragment(slow);
	return STEP_ON;
}

static enum step call_oom_killer(struct sim *sim, struct slowpath *slow)
{
	if (slow->costly || has(slow, GFP_RETRY_MAYFAIL_BIT | GFP_DMA_BIT))
		return fail(slow, ALLOC_FAIL_RETRIES);
	if (has(slow, GFP_THISNODE_BIT))
		return fail(slow, ALLOC_FAIL_THISNODE);
	sim_count(sim, SIM_OOM, 1);
	return fail(slow, ALLOC_FAIL_OOM);
}

/*
 * The rounds.
 */

static step_fn *const s6_opening[] = { try_lists, compact_before_the_rounds, NULL };

static step_fn *const s6_round[] = {
	try_lists, stop_if_it_cannot_wait, reclaim, compact, stop_unless_it_retries, retry_reclaim,
	retry_compaction, allow_fallbacks, call_oom_killer, NULL
};

static step_fn *const s7_round[] = {
	try_lists, stop_if_it_cannot_wait, stop_if_it_only_wakes,
	reclaim_unless_compaction_is_first, compact, end_first_round, stop_unless_it_retries,
	retry_reclaim, retry_compaction, allow_fallbacks, call_oom_killer, NULL
};

static enum step go_round(struct sim *sim, struct slowpath *slow, step_fn *const *steps)
{
	enum step step = STEP_ON;

	while (step == STEP_ON && *steps)
		step = (*steps++)(sim, slow);
	return step;
}

uint32_t slowpath_alloc(struct sim *sim, struct alloc_request *request, enum alloc_fail *why)
{
	struct slowpath slow = enter(sim, request);
	bool s7 = sim->policy.slowpath_era == SLOWPATH_S7;
	enum step step = s7 ? STEP_AGAIN : go_round(sim, &slow, s6_opening);

	if (step == STEP_ON)
		step = STEP_AGAIN;
	while (step == STEP_AGAIN)
		step = go_round(sim, &slow, s7 ? s7_round : s6_round);
	*why = slow.why;
	return slow.page;
}
