// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * proactive - how fragmented memory is, and from where on kcompactd works against it unasked
 * (mm/compaction.c: fragmentation_score_zone, fragmentation_score_zone_weighted,
 * fragmentation_score_node, fragmentation_score_wmark).
 *
 * The score is the share of free memory in blocks that are too small, in percent.  A run begins
 * when a node's weighted score is above the high mark and ends, zone by zone, when the zone's own
 * is at the low one.  The mTHP series scores for the largest mTHP size that is always on; as few
 * free pages are too small for that, its marks are scaled down with the order.
 */
#include "sim/mm/compact_private.h"

#include "fragscope/index.h"

/* What proactive compaction works for: the highest of huge_anon_orders_always, or a pageblock. */
unsigned int proactive_order(const struct sim *sim)
{
	uint32_t always = sim->knobs.mthp_always_order;

	return always ? always : sim->c.block_order;
}

void proactive_marks(const struct sim *sim, unsigned int *order, unsigned int *low,
		     unsigned int *high)
{
	const unsigned int block = sim->c.block_order;
	unsigned int distance;

	index_proactive_marks(sim->knobs.compaction_proactiveness,
			      sim->policy.frag_wmark == FRAG_WMARK_LEEWAY, low, high);
	distance = *high - *low;
	*order = sim->policy.mthp & MTHP_TARGET ? proactive_order(sim) : block;
	if (sim->policy.mthp_unscaled_marks)
		return;
	*low = *low * *order / block;
	if (sim->policy.mthp_scale_low_first)
		*high = *low + distance < 100 ? *low + distance : 100;
	else
		*high = *high * *order / block;
}

unsigned int proactive_score_zone(const struct sim *sim, const struct sim_zone *zone,
				  unsigned int order)
{
	uint64_t count[SIM_NR_ORDERS];
	struct index_info info;

	(void)sim;
	for (unsigned int i = 0; i < SIM_NR_ORDERS; i++)
		count[i] = zone->nr_free[i];
	info = index_info(count, SIM_NR_ORDERS, order);
	return (unsigned int)index_extfrag_for_order(&info, order);
}

unsigned int proactive_score_node(const struct sim *sim, unsigned int node, unsigned int order)
{
	const struct sim_node *own = &sim->c.node[node];
	uint64_t present = 0, score = 0;

	for (unsigned int i = 0; i < own->nr_own; i++)
		present += sim->c.zone[own->zonelist[i]].present;
	for (unsigned int i = 0; i < own->nr_own; i++) {
		const struct sim_zone *zone = &sim->c.zone[own->zonelist[i]];

		score += (uint64_t)zone->present * proactive_score_zone(sim, zone, order) /
			 (present + 1);
	}
	return (unsigned int)score;
}
