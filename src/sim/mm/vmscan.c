// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vmscan - direct reclaim (mm/vmscan.c: try_to_free_pages, shrink_zones, compaction_ready,
 * should_continue_reclaim).  For a costly order a zone that compaction can work with is left alone,
 * and the call passes for progress although nothing was freed: what follows it, a drain of all CPUs
 * above all, happens then as well.
 *
 * One pass is made; the kernel's further ones, for memory cgroups, would find the same.
 */
#include "sim/mm/vmscan.h"

#include "sim/mm/compaction.h"
#include "sim/mm/watermark.h"

static bool meets(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		  uint64_t mark, unsigned int zoneidx)
{
	return watermark_ok(sim, zone, order, mark, zoneidx, 0, zone->nr_free_pages);
}

/* Whether the order is there, or compaction could make it, at the low end of what it needs. */
static bool can_go_ahead(const struct sim *sim, const struct sim_zone *zone,
			 const struct scan_control *sc)
{
	uint32_t min = watermark_of(zone, ALLOC_WMARK_MIN);

	return meets(sim, zone, sc->order, min, sc->zoneidx) ||
	       compact_has_targets(sim, zone, sc->order, min, sc->zoneidx, zone->nr_free_pages);
}

/* compaction_ready(): it is asked for a buffer above HIGH, as others take pages meanwhile. */
static bool compaction_ready(const struct sim *sim, const struct sim_zone *zone,
			     const struct scan_control *sc)
{
	uint64_t mark = (uint64_t)watermark_of(zone, ALLOC_WMARK_HIGH) +
			compact_gap(sim, sc->order);

	if (!(sc->gfp & GFP_IO_BIT))
		return false;
	if (meets(sim, zone, sc->order, watermark_of(zone, ALLOC_WMARK_MIN), sc->zoneidx))
		return true;
	return can_go_ahead(sim, zone, sc) && meets(sim, zone, 0, mark, sc->zoneidx);
}

/* in_reclaim_compaction() */
static bool works_for_compaction(const struct scan_control *sc)
{
	return (sc->gfp & GFP_IO_BIT) && sc->order &&
	       (sc->order > COSTLY_ORDER || sc->priority < DEF_PRIORITY - 2);
}

/* should_continue_reclaim() */
static bool goes_on(const struct sim *sim, unsigned int node, const struct scan_control *sc,
		    uint64_t reclaimed)
{
	const struct sim_node *own = &sim->c.node[node];
	uint64_t left = 0;

	if (!works_for_compaction(sc) || !reclaimed)
		return false;
	for (unsigned int i = 0; i < own->nr_own; i++) {
		const struct sim_zone *zone = &sim->c.zone[own->zonelist[i]];

		if (zone->kind > sc->zoneidx || !zone->managed)
			continue;
		if (can_go_ahead(sim, zone, sc))
			return false;
		left += reclaim_possible(sim, zone);
	}
	return left > compact_gap(sim, sc->order);
}

void reclaim_shrink_node(struct sim *sim, unsigned int node, struct scan_control *sc)
{
	uint64_t before = sc->reclaimed, last;

	do {
		last = sc->reclaimed;
		reclaim_shrink(sim, node, sc);
	} while (goes_on(sim, node, sc, sc->reclaimed - last));
	if (sc->reclaimed > before)
		sim->c.node[node].kswapd_failures = 0;
}

/* too_many_isolated(): those whose mask has all may isolate less, so that they cannot keep the
 * others waiting. */
static void throttle_isolated(struct sim *sim, unsigned int node, const struct scan_control *sc)
{
	const struct sim_node *own = &sim->c.node[node];
	bool full = (sc->gfp & GFP_IO_BIT) && (sc->gfp & GFP_FS_BIT);
	uint64_t isolated = 0, inactive = 0;

	for (unsigned int i = 0; i < own->nr_own; i++) {
		const struct sim_zone *zone = &sim->c.zone[own->zonelist[i]];

		isolated += zone->nr_isolated;
		inactive += ((uint64_t)zone->nr_anon + zone->nr_file) / 2;
	}
	if (isolated > (full ? inactive >> 3 : inactive))
		sim_charge(sim, COST_THROTTLE, 1);
}

/* consider_reclaim_throttle(): not where kswapd has given up too. */
static void throttle_without_progress(struct sim *sim, unsigned int node,
				      const struct scan_control *sc)
{
	if (sc->priority == 1 && !sc->reclaimed &&
	    sim->c.node[node].kswapd_failures < MAX_RECLAIM_RETRIES)
		sim_charge(sim, COST_THROTTLE, 1);
}

static void shrink_zones(struct sim *sim, const struct alloc_request *request,
			 struct scan_control *sc)
{
	const struct sim_zone *zone, *first = NULL, *last = NULL;

	for (unsigned int at = 0; (zone = request_zone(sim, request, &at)); ) {
		if (sc->order > COSTLY_ORDER && compaction_ready(sim, zone, sc)) {
			sc->compaction_ready = true;
			continue;
		}
		if (last && last->node == zone->node)
			continue;
		last = zone;
		if (!first)
			first = zone;
		reclaim_shrink_node(sim, zone->node, sc);
	}
	if (first)
		throttle_without_progress(sim, first->node, sc);
}

uint32_t reclaim_direct(struct sim *sim, const struct alloc_request *request)
{
	struct scan_control sc = {
		.target = SWAP_CLUSTER_MAX, .gfp = request->gfp, .order = request->reclaim_order,
		.zoneidx = request->zoneidx, .priority = DEF_PRIORITY, .may_wait = true,
	};
	bool skipped;

	sim_count(sim, SIM_ALLOCSTALL, 1);
	sim_charge(sim, COST_RECLAIM_CALL, 1);
	throttle_isolated(sim, request->node, &sc);
	do
		shrink_zones(sim, request, &sc);
	while (sc.reclaimed < sc.target && !sc.compaction_ready && sc.priority--);
	skipped = !sc.reclaimed && sc.compaction_ready;
	sim_count(sim, SIM_PGSCAN_DIRECT, sc.scanned);
	sim_count(sim, SIM_PGSTEAL_DIRECT, sc.reclaimed);
	sim_count(sim, SIM_RECLAIM_SKIPPED, skipped);
	sim_event(sim, EVENT_RECLAIM, NULL, NO_PAGE, sc.order, (int64_t)sc.reclaimed, skipped, 0);
	return skipped ? 1 : (uint32_t)sc.reclaimed;
}
