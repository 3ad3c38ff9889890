// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kcompactd - compaction in the background, one thread for each node (mm/compaction.c: kcompactd,
 * kcompactd_do_work, kcompactd_node_suitable, wakeup_kcompactd, should_proactive_compact_node,
 * compact_node).
 *
 * It works for the largest order that was asked for since it last worked, in the node's zones from
 * the lowest up, and, every half second or when told to, against fragmentation as such.  A turn is
 * one pageblock, so others run between.  What it was asked for while it could not work is seen at
 * the next half second.
 */
#include "sim/mm/compact_private.h"

#include "sim/mm/pcp.h"
#include "sim/mm/watermark.h"
#include "sim/run.h"

#define CHECK_INTERVAL_NS 500000000ull /* HPAGE_FRAG_CHECK_INTERVAL_MSEC */
#define DEFER_SHIFT 6                  /* COMPACT_MAX_DEFER_SHIFT */

enum kcompactd_work { WORK_NONE, WORK_REQUEST, WORK_PROACTIVE };

/* The node's zone of that kind, NULL: it has none. */
static struct sim_zone *node_zone(struct sim *sim, unsigned int node, unsigned int kind)
{
	const struct sim_node *own = &sim->c.node[node];

	for (unsigned int i = 0; i < own->nr_own; i++) {
		struct sim_zone *zone = &sim->c.zone[own->zonelist[i]];

		if (zone->kind == kind && zone->managed)
			return zone;
	}
	return NULL;
}

/* With vm.defrag_mode it keeps whole blocks free up to the high mark. */
static unsigned int alloc_flags(const struct sim *sim)
{
	return request_keeps_blocks(sim) ? ALLOC_WMARK_HIGH : ALLOC_WMARK_MIN;
}

static bool zone_suits(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		       unsigned int zoneidx)
{
	return compact_suitable(sim, zone, order, zoneidx, alloc_flags(sim), false, true) ==
	       COMPACT_CONTINUE;
}

static bool node_suits(struct sim *sim, unsigned int node, unsigned int order, unsigned int zoneidx)
{
	for (unsigned int kind = 0; kind <= zoneidx; kind++) {
		const struct sim_zone *zone = node_zone(sim, node, kind);

		if (zone && zone_suits(sim, zone, order, zoneidx))
			return true;
	}
	return false;
}

void kcompactd_wake(struct sim *sim, unsigned int node, unsigned int order, unsigned int zoneidx)
{
	struct sim_node *own = &sim->c.node[node];

	if (!order)
		return;
	if (!own->kcompactd_order || own->kcompactd_zoneidx > zoneidx)
		own->kcompactd_zoneidx = (uint8_t)zoneidx;
	if (own->kcompactd_order < order)
		own->kcompactd_order = (uint8_t)order;
	if (own->kcompactd.work != WORK_NONE)
		return;
	if (!node_suits(sim, node, own->kcompactd_order, own->kcompactd_zoneidx))
		return;
	sim_event(sim, EVENT_KCOMPACTD_WAKE, NULL, NO_PAGE, order, 0, 0, 0);
	task_wake(sim, task_find(sim, TASK_KCOMPACTD, node));
}

void kcompactd_poke(struct sim *sim, unsigned int node)
{
	struct sim_node *own = &sim->c.node[node];

	if (!sim->knobs.compaction_proactiveness || own->proactive_trigger)
		return;
	own->proactive_trigger = 1;
	if (own->kcompactd.work != WORK_NONE)
		return;
	sim_event(sim, EVENT_KCOMPACTD_WAKE, NULL, NO_PAGE, 0, 1, 0, 0);
	task_wake(sim, task_find(sim, TASK_KCOMPACTD, node));
}

/*
 * What to do next.
 */

static void begin_request(struct sim *sim, unsigned int node)
{
	struct sim_node *own = &sim->c.node[node];

	own->kcompactd = (struct sim_kcompactd) {
		.work = WORK_REQUEST, .order = own->kcompactd_order,
		.zoneidx = own->kcompactd_zoneidx,
	};
	own->proactive_shift = 0;
	sim_count(sim, SIM_COMPACT_DAEMON_WAKE, 1);
}

/* should_proactive_compact_node() */
static void judge(struct sim *sim, unsigned int node)
{
	struct sim_node *own = &sim->c.node[node];
	unsigned int order, low, high, score;
	bool begins;

	own->proactive_shift = 0;
	if (!sim->knobs.compaction_proactiveness || own->kswapd_running)
		return;
	proactive_marks(sim, &order, &low, &high);
	score = proactive_score_node(sim, node, order);
	begins = score > high;
	sim_event(sim, EVENT_PROACTIVE, NULL, NO_PAGE, score, low, high, begins);
	if (!begins)
		return;
	own->kcompactd = (struct sim_kcompactd) {
		.work = WORK_PROACTIVE, .zoneidx = NR_SIM_ZONE_KINDS - 1,
	};
	own->proactive_score = score;
	sim_count(sim, SIM_COMPACT_PROACTIVE, 1);
}

static void wait_for_next(struct sim *sim, unsigned int node)
{
	uint64_t interval_ns = CHECK_INTERVAL_NS << sim->c.node[node].proactive_shift;

	task_sleep_until(sim, sim->knobs.compaction_proactiveness ?
			 sim->c.now_ns + interval_ns : NEVER);
}

static void choose(struct sim *sim, unsigned int node)
{
	struct sim_node *own = &sim->c.node[node];

	if (own->kcompactd_order && !own->proactive_trigger) {
		begin_request(sim, node);
		return;
	}
	judge(sim, node);
	if (own->kcompactd.work != WORK_NONE)
		return;
	own->proactive_trigger = 0;
	if (!own->kcompactd_order)
		wait_for_next(sim, node);
}

/*
 * Zone after zone.
 */

static struct compact_control control(const struct sim *sim, const struct sim_zone *zone,
				      const struct sim_kcompactd *thread)
{
	struct compact_control cc = {
		.gfp = GFP_KERNEL_MASK, .mode = COMPACT_SYNC_LIGHT, .zoneidx = thread->zoneidx,
		.zone = (uint8_t)(zone - sim->c.zone),
	};

	if (thread->work == WORK_PROACTIVE) {
		cc.order = -1;
		cc.cause = CAUSE_PROACTIVE;
		cc.proactive_compaction = cc.ignore_skip_hint = cc.whole_zone = 1;
	} else {
		cc.order = (int8_t)thread->order;
		cc.cause = CAUSE_KCOMPACTD;
		cc.alloc_flags = alloc_flags(sim);
	}
	return cc;
}

static bool zone_is_next(struct sim *sim, struct sim_zone *zone, const struct sim_kcompactd *thread)
{
	if (thread->work == WORK_PROACTIVE)
		return true;
	return !compact_deferred(sim, zone, thread->order) &&
	       zone_suits(sim, zone, thread->order, zone->kind);
}

/* Begins with the next zone; false: there are no more. */
static bool begin_zone(struct sim *sim, unsigned int node)
{
	struct sim_kcompactd *thread = &sim->c.node[node].kcompactd;
	struct compact_control *cc = &sim->c.kcompactd[node];

	while (thread->next_kind <= thread->zoneidx) {
		struct sim_zone *zone = node_zone(sim, node, thread->next_kind++);

		if (!zone || !zone_is_next(sim, zone, thread))
			continue;
		*cc = control(sim, zone, thread);
		if (compact_begin(sim, cc) == COMPACT_CONTINUE)
			return true;
		cc->active = 0;
	}
	return false;
}

static void end_zone(struct sim *sim, struct compact_control *cc, enum compact_result result)
{
	struct sim_zone *zone = cc_zone(sim, cc);

	compact_end(sim, cc, result);
	if (cc->cause == CAUSE_PROACTIVE)
		return;
	if (result == COMPACT_SUCCESS) {
		compact_defer_reset(zone, cc->order, false);
	} else if (result == COMPACT_COMPLETE || result == COMPACT_PARTIAL_SKIPPED) {
		/* what could merge may be on other CPUs' lists */
		pcp_drain_all(sim, zone);
		compact_defer(sim, zone, cc->order);
	}
}

static void end_work(struct sim *sim, unsigned int node)
{
	struct sim_node *own = &sim->c.node[node];
	unsigned int order, low, high;

	if (own->kcompactd.work == WORK_REQUEST) {
		if (own->kcompactd_order <= own->kcompactd.order)
			own->kcompactd_order = 0;
	} else {
		proactive_marks(sim, &order, &low, &high);
		if (proactive_score_node(sim, node, order) >= own->proactive_score)
			own->proactive_shift = DEFER_SHIFT;
		own->proactive_trigger = 0;
	}
	own->kcompactd.work = WORK_NONE;
	if (!own->kcompactd_order && !own->proactive_trigger)
		wait_for_next(sim, node);
}

void kcompactd_step(struct sim *sim, unsigned int node)
{
	struct compact_control *cc = &sim->c.kcompactd[node];

	if (cc->active) {
		enum compact_result result = compact_step(sim, cc);

		if (result != COMPACT_CONTINUE)
			end_zone(sim, cc, result);
	} else if (sim->c.node[node].kcompactd.work == WORK_NONE) {
		choose(sim, node);
	} else if (!begin_zone(sim, node)) {
		end_work(sim, node);
	}
}
