// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * suitable - whether compaction is of use in a zone (mm/compaction.c:
 * compaction_suit_allocation_order, compaction_suitable, compaction_zonelist_suitable;
 * include/linux/compaction.h: compact_gap; mm/vmstat.c: fragmentation_index).
 *
 * It is not, if the page is there already; if too little is free to move pages to; and, for a
 * costly order, if the fragmentation index says that memory is scarce rather than fragmented.
 */
#include "sim/mm/compaction.h"

#include "fragscope/index.h"
#include "sim/mm/vmscan.h"
#include "sim/mm/watermark.h"

#define GAP_CAP 32               /* COMPACT_CLUSTER_MAX */

uint32_t compact_gap(const struct sim *sim, unsigned int order)
{
	uint32_t gap = 2u << order;

	return sim->policy.gap_capped && gap > GAP_CAP ? GAP_CAP : gap;
}

/* The index itself, free areas of all types. */
static int fragmentation_index(const struct sim_zone *zone, unsigned int order)
{
	uint64_t count[SIM_NR_ORDERS];
	struct index_info info;

	for (unsigned int i = 0; i < SIM_NR_ORDERS; i++)
		count[i] = zone->nr_free[i];
	info = index_info(count, SIM_NR_ORDERS, order);
	return index_extfrag(&info, order);
}

/* __compaction_suitable(): kernels that do not start from the caller's mark start from MIN, or from
 * LOW for costly orders. */
static bool has_free(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		     uint64_t mark, unsigned int zoneidx, uint64_t free)
{
	uint64_t distance = order > COSTLY_ORDER ? zone->low - zone->min : 0;

	if (!sim->policy.suitable_from_mark)
		mark = watermark_of(zone, ALLOC_WMARK_MIN);
	return watermark_ok(sim, zone, 0, mark + distance + compact_gap(sim, order), zoneidx,
			    ALLOC_CMA, free);
}

static bool lacks_memory(const struct sim *sim, const struct sim_zone *zone, unsigned int order)
{
	int index;

	if (order <= COSTLY_ORDER)
		return false;
	index = fragmentation_index(zone, order);
	return index >= 0 && index <= (int)sim->knobs.extfrag_threshold;
}

bool compact_has_targets(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
			 uint64_t mark, unsigned int zoneidx, uint64_t free)
{
	return has_free(sim, zone, order, mark, zoneidx, free) && !lacks_memory(sim, zone, order);
}

enum compact_unsuited compact_unsuited(const struct sim *sim, const struct sim_zone *zone,
				       unsigned int order, unsigned int zoneidx,
				       unsigned int alloc_flags, bool async, bool kcompactd)
{
	bool blocks = kcompactd && request_keeps_blocks(sim);
	uint64_t mark = watermark_of(zone, alloc_flags);

	if (watermark_ok(sim, zone, order, mark, zoneidx, alloc_flags,
			 blocks ? zone->nr_free_blocks : zone->nr_free_pages))
		return UNSUITED_THERE;
	if (sim->policy.suitable_costly_async && async && order > COSTLY_ORDER &&
	    !(alloc_flags & ALLOC_CMA) &&
	    !watermark_ok(sim, zone, 0, mark + compact_gap(sim, order), zoneidx, 0,
			  zone->nr_free_pages))
		return UNSUITED_CMA;
	if (!has_free(sim, zone, order, mark, zoneidx, zone->nr_free_pages))
		return UNSUITED_FREE;
	return lacks_memory(sim, zone, order) ? UNSUITED_INDEX : UNSUITED_NOT;
}

enum compact_result compact_suitable(const struct sim *sim, const struct sim_zone *zone,
				     unsigned int order, unsigned int zoneidx,
				     unsigned int alloc_flags, bool async, bool kcompactd)
{
	switch (compact_unsuited(sim, zone, order, zoneidx, alloc_flags, async, kcompactd)) {
	case UNSUITED_NOT:
		return COMPACT_CONTINUE;
	case UNSUITED_THERE:
		return COMPACT_SUCCESS;
	default:
		return COMPACT_SKIPPED;
	}
}

bool compact_would_suit(struct sim *sim, const struct alloc_request *request,
			unsigned int alloc_flags)
{
	unsigned int order = request->reclaim_order;
	const struct sim_zone *zone;

	(void)alloc_flags; /* the mark is MIN, whoever asks */
	for (unsigned int at = 0; (zone = request_zone(sim, request, &at)); ) {
		uint64_t free = zone->nr_free_pages + reclaim_possible(sim, zone) / order;

		if (has_free(sim, zone, order, watermark_of(zone, ALLOC_WMARK_MIN),
			     request->zoneidx, free))
			return true;
	}
	return false;
}
