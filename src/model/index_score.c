// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The score by which kcompactd decides to work ahead of demand.  Mirrors mm/compaction.c:
 * fragmentation_score_zone_weighted(), fragmentation_score_node(), fragmentation_score_wmark().
 *
 * The score that starts proactive compaction is the node's, weighted by the zones' sizes; what
 * stops it is each zone's own score.  Both are compared with the same two marks.
 */
#include "fragscope/index.h"

#include "fragscope/release.h"

#define LEEWAY_SINCE RELEASE(6, 16)

int index_score_zone(const struct zone *zone, unsigned int order)
{
	uint64_t count[FRAME_ORDERS_MAX];
	struct index_info info;
	bool capped;

	if (!index_zone_counts(zone, count, &capped) || capped || zone->partial)
		return -1;
	info = index_info(count, zone->nr_orders, order);
	return index_extfrag_for_order(&info, order);
}

/* Present pages of the node, plus one; 0 when they are unknown. */
static uint64_t node_divisor(const struct frame *frame, int node)
{
	uint64_t sum = 1;
	bool any = false;

	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];

		if (zone->node != node || !zone_is_populated(zone))
			continue;
		if (!num_has(zone->present) ||
		    __builtin_add_overflow(sum, zone->present.n, &sum))
			return 0;
		any = true;
	}
	return any ? sum : 0;
}

int index_score_node(const struct frame *frame, int node, unsigned int order)
{
	uint64_t divisor = node_divisor(frame, node);
	int sum = 0;

	if (!divisor)
		return -1;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		uint64_t weighted;
		int score;

		if (zone->node != node || !zone_is_populated(zone))
			continue;
		score = index_score_zone(zone, order);
		if (score < 0 ||
		    __builtin_mul_overflow(zone->present.n, (uint64_t)score, &weighted))
			return -1;
		sum += (int)(weighted / divisor);
	}
	return sum;
}

void index_proactive_marks(unsigned int proactiveness, bool leeway, unsigned int *low,
			   unsigned int *high)
{
	unsigned int gap = 10;

	*low = 100 - (proactiveness < 100 ? proactiveness : 100);
	if (leeway)
		gap = *low / 2 < gap ? *low / 2 : gap;
	else if (*low < 5)
		*low = 5;
	*high = *low + gap < 100 ? *low + gap : 100;
}

bool index_proactive(const struct frame *frame, int node, unsigned int order,
		     struct index_proactive *out)
{
	struct num knob = counters_get(&frame->mem_knobs, "vm.compaction_proactiveness");

	out->node = node;
	out->score = index_score_node(frame, node, order);
	if (out->score < 0 || !num_has(knob) || !frame->release)
		return false;
	index_proactive_marks(knob.n < 100 ? (unsigned int)knob.n : 100,
			      release_parse(frame->release) >= LEEWAY_SINCE, &out->low,
			      &out->high);
	return true;
}
