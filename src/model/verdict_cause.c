// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * From the numbers to a cause.  The questions are asked in the allocator's order: is there enough
 * memory, is it above the watermark, is it in blocks of the order, are these of the right type; and
 * then compaction's: are there blocks that could be emptied, and can the scanners see where to?
 */
#include "saturate.h"
#include "verdict_private.h"

/* Where the watermarks or types are not known, blocks that are there may not be to be had.  When so
 * large a share of free memory is in smaller blocks (Oracle's tools warn from there on, too), the
 * answer does not depend on them. */
#define FRAGMENTED_PERCENT 95

static bool is_mostly_small(const struct supply_sum *sum)
{
	return sum->free && sum->counts_known &&
	       sum->free != UINT64_MAX && /* sums that ended there have no share */
	       (double)sum->small_pages * 100 > (double)sum->free * FRAGMENTED_PERCENT;
}

/* Enough memory above the watermarks, but in blocks too small. */
static enum verdict_cause why_not_compacted(const struct judgement *judgement)
{
	const struct map_outlook *map = &judgement->map;

	if (!map->complete)
		return VERDICT_FRAGMENTED;
	if (map->clearable + map->undecided < judgement->nr)
		return VERDICT_POLLUTED;
	if (map->moves != UINT64_MAX && map->free_pages - map->blind_pages < map->moves)
		return VERDICT_SCANNER_BLIND;
	return VERDICT_FRAGMENTED;
}

enum verdict_cause verdict_find_cause(const struct judgement *judgement)
{
	const struct supply_sum *sum = &judgement->sum;
	uint64_t nr = judgement->nr;

	if (!judgement->scope.frame->nr_zones)
		return VERDICT_UNKNOWN;
	if (!sum->nr_zones)
		return VERDICT_TOO_LITTLE;
	if (sum->now.min >= nr)
		return VERDICT_OBTAINABLE;
	if (sum->now.max >= nr)
		return is_mostly_small(sum) ? VERDICT_FRAGMENTED : VERDICT_UNKNOWN;
	if (sum->free_known && sum->free >> judgement->scope.order < nr)
		return VERDICT_TOO_LITTLE;
	if (sum->above < nr)
		return sum->any >= nr ? VERDICT_WATERMARK : VERDICT_TOO_LITTLE;
	if (sum->above_any >= nr)
		return VERDICT_WRONG_TYPE;
	return why_not_compacted(judgement);
}
