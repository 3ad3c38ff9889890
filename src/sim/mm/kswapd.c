// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kswapd - reclaim in the background, one round of balance_pgdat() at a turn (mm/vmscan.c:
 * wakeup_kswapd, pgdat_balanced, balance_pgdat, kswapd_try_to_sleep).
 *
 * It works at the order it was woken for until it has freed what compaction needs, then for single
 * pages only, and hands the order to kcompactd before it naps.  Who wakes it while the node is
 * balanced and cannot reclaim himself gets kcompactd instead.  A boost of the watermarks is worked
 * off first, and taken back at the end.
 */
#include "sim/mm/compaction.h"
#include "sim/mm/vmscan.h"
#include "sim/mm/watermark.h"
#include "sim/run.h"

#define NAP_NS 100000000        /* HZ / 10 */

static struct sim_zone *node_zone(struct sim *sim, unsigned int node, unsigned int zoneidx,
				  unsigned int *at)
{
	const struct sim_node *own = &sim->c.node[node];

	while (*at < own->nr_own) {
		struct sim_zone *zone = &sim->c.zone[own->zonelist[(*at)++]];

		if (zone->kind <= zoneidx && zone->managed)
			return zone;
	}
	return NULL;
}

/* pgdat_balanced(): one zone at HIGH is enough; with vm.defrag_mode in whole free blocks. */
static bool node_is_balanced(struct sim *sim, unsigned int node, unsigned int order,
			     unsigned int zoneidx)
{
	bool blocks = order && request_keeps_blocks(sim), any = false;
	const struct sim_zone *zone;

	for (unsigned int at = 0; (zone = node_zone(sim, node, zoneidx, &at)); any = true)
		if (watermark_ok(sim, zone, order, watermark_of(zone, ALLOC_WMARK_HIGH), zoneidx,
				 0, blocks ? zone->nr_free_blocks : zone->nr_free_pages))
			return true;
	return !any;
}

static bool node_is_boosted(struct sim *sim, unsigned int node, unsigned int zoneidx)
{
	const struct sim_zone *zone;

	for (unsigned int at = 0; (zone = node_zone(sim, node, zoneidx, &at)); )
		if (zone->boost)
			return true;
	return false;
}

static bool node_is_hopeless(const struct sim *sim, unsigned int node)
{
	return sim->c.node[node].kswapd_failures >= MAX_RECLAIM_RETRIES;
}

void kswapd_wake(struct sim *sim, unsigned int node, uint32_t gfp, unsigned int order,
		 unsigned int zoneidx)
{
	struct sim_node *own = &sim->c.node[node];

	if (own->kswapd_zoneidx < zoneidx)
		own->kswapd_zoneidx = (uint8_t)zoneidx;
	if (own->kswapd_order < order)
		own->kswapd_order = (uint8_t)order;
	if (own->kswapd_running)
		return;
	if (node_is_hopeless(sim, node) || (node_is_balanced(sim, node, order, zoneidx) &&
					    !node_is_boosted(sim, node, zoneidx))) {
		if (!(gfp & GFP_DIRECT_RECLAIM_BIT))
			kcompactd_wake(sim, node, order, zoneidx);
		return;
	}
	if (own->kswapd_order < own->kswapd.order) /* a nap that ends early */
		own->kswapd_order = own->kswapd.order;
	own->kswapd_running = 1;
	sim_count(sim, SIM_KSWAPD_WAKE, 1);
	sim_event(sim, EVENT_KSWAPD_WAKE, NULL, NO_PAGE, order, 0, 0, 0);
	task_wake(sim, task_find(sim, TASK_KSWAPD, node));
}

static void set_reclaim_active(struct sim *sim, unsigned int node, unsigned int active)
{
	struct sim_zone *zone;

	for (unsigned int at = 0;
	     (zone = node_zone(sim, node, sim->c.node[node].kswapd.zoneidx, &at)); )
		zone->reclaim_active = active;
}

/* What was asked for meanwhile; nothing new: for the zones of before. */
static void begin_pass(struct sim *sim, unsigned int node)
{
	struct sim_node *own = &sim->c.node[node];
	struct sim_kswapd *k = &own->kswapd;
	const struct sim_zone *zone;

	k->alloc_order = k->order = own->kswapd_order;
	if (own->kswapd_zoneidx)
		k->zoneidx = own->kswapd_zoneidx;
	own->kswapd_order = own->kswapd_zoneidx = 0;
	k->reclaimed = k->boost_left = 0;
	for (unsigned int at = 0; (zone = node_zone(sim, node, k->zoneidx, &at)); ) {
		k->boost[zone->kind] = zone->boost;
		k->boost_left += zone->boost;
	}
	k->priority = DEF_PRIORITY;
	set_reclaim_active(sim, node, 1);
}

/* kswapd_shrink_node(): whether it looked at as much as would meet the marks. */
static bool shrink(struct sim *sim, unsigned int node, uint64_t *reclaimed)
{
	struct sim_kswapd *k = &sim->c.node[node].kswapd;
	struct scan_control sc = {
		.gfp = GFP_KERNEL_MASK, .order = k->order, .zoneidx = k->zoneidx,
		.priority = k->priority, .kswapd = true, .may_wait = !k->boost_left,
	};
	const struct sim_zone *zone;

	for (unsigned int at = 0; (zone = node_zone(sim, node, k->zoneidx, &at)); ) {
		uint32_t high = watermark_of(zone, ALLOC_WMARK_HIGH);

		sc.target += high > SWAP_CLUSTER_MAX ? high : SWAP_CLUSTER_MAX;
	}
	reclaim_shrink_node(sim, node, &sc);
	sim_count(sim, SIM_PGSTEAL_KSWAPD, sc.reclaimed);
	*reclaimed = sc.reclaimed;
	k->reclaimed += sc.reclaimed;
	if (k->order && k->reclaimed >= compact_gap(sim, k->order))
		k->order = 0;
	return sc.scanned >= sc.target;
}

/* One round of the loop in balance_pgdat(); false: the pass is over. */
static bool balance(struct sim *sim, unsigned int node)
{
	struct sim_kswapd *k = &sim->c.node[node].kswapd;
	bool balanced = node_is_balanced(sim, node, k->order, k->zoneidx), raise;
	uint64_t reclaimed;

	if (!balanced && k->boost_left) {
		k->boost_left = 0;
		k->priority = DEF_PRIORITY;
	}
	if (!k->boost_left && balanced)
		return false;
	raise = !(k->boost_left && k->priority == DEF_PRIORITY - 2);
	raise = !shrink(sim, node, &reclaimed) && raise;
	k->boost_left -= reclaimed < k->boost_left ? (uint32_t)reclaimed : k->boost_left;
	if (raise || !reclaimed)
		k->priority--;
	if (k->priority && !(k->boost_left && !reclaimed))
		return true;
	if (!k->reclaimed && !node_is_hopeless(sim, node))
		sim->c.node[node].kswapd_failures++;
	return false;
}

static void take_back_boosts(struct sim *sim, unsigned int node)
{
	struct sim_kswapd *k = &sim->c.node[node].kswapd;
	struct sim_zone *zone;
	bool boosted = false;

	for (unsigned int at = 0; (zone = node_zone(sim, node, k->zoneidx, &at)); ) {
		uint32_t boost = k->boost[zone->kind];

		k->boost[zone->kind] = 0;
		if (!boost)
			continue;
		zone_lock(sim, zone);
		zone->boost -= boost < zone->boost ? boost : zone->boost;
		zone_unlock(sim, zone);
		boosted = true;
	}
	if (boosted)
		kcompactd_wake(sim, node, sim->c.block_order, k->zoneidx);
}

/* prepare_kswapd_sleep() */
static bool may_sleep(struct sim *sim, unsigned int node)
{
	const struct sim_kswapd *k = &sim->c.node[node].kswapd;

	return node_is_hopeless(sim, node) || node_is_balanced(sim, node, k->order, k->zoneidx);
}

static void nap(struct sim *sim, unsigned int node)
{
	struct sim_node *own = &sim->c.node[node];

	compact_reset_skip_node(sim, node);
	kcompactd_wake(sim, node, own->kswapd.alloc_order, own->kswapd.zoneidx);
	own->kswapd_running = 0;
	sim_event(sim, EVENT_KSWAPD_SLEEP, NULL, NO_PAGE, own->kswapd.alloc_order,
		  (int64_t)own->kswapd.reclaimed, 0, 0);
	task_sleep_until(sim, sim->c.now_ns + NAP_NS);
}

/* A pass that kept its order goes on with what was asked for meanwhile. */
static void end_pass(struct sim *sim, unsigned int node)
{
	struct sim_node *own = &sim->c.node[node];

	own->kswapd.priority = 0;
	set_reclaim_active(sim, node, 0);
	take_back_boosts(sim, node);
	if (own->kswapd.order == own->kswapd.alloc_order)
		own->kswapd.order = own->kswapd.alloc_order = own->kswapd_order;
	if (may_sleep(sim, node))
		nap(sim, node);
}

/* Whether a nap became a sleep. */
static bool falls_asleep(struct sim *sim, unsigned int node)
{
	struct sim_node *own = &sim->c.node[node];

	if (own->kswapd_running)
		return false;
	if (!may_sleep(sim, node)) {
		own->kswapd_running = 1;
		return false;
	}
	own->kswapd.order = 0;
	task_sleep_until(sim, NEVER);
	return true;
}

void kswapd_step(struct sim *sim, unsigned int node)
{
	if (falls_asleep(sim, node))
		return;
	if (!sim->c.node[node].kswapd.priority)
		begin_pass(sim, node);
	if (!balance(sim, node))
		end_pass(sim, node);
}
