// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * defer - compaction that failed is not tried again at once (mm/compaction.c: defer_compaction,
 * compaction_deferred, compaction_defer_reset, compaction_restarting).
 *
 * Each failure doubles the number of attempts that a zone is spared, up to 64.  It holds for the
 * smallest order that failed and all above.
 */
#include "sim/mm/compaction.h"

#define COMPACT_MAX_DEFER_SHIFT 6

void compact_defer(struct sim *sim, struct sim_zone *zone, int order)
{
	zone->considered = 0;
	if (zone->defer_shift < COMPACT_MAX_DEFER_SHIFT)
		zone->defer_shift++;
	if (order < zone->order_failed)
		zone->order_failed = (uint8_t)order;
	sim_event(sim, EVENT_DEFER, zone, NO_PAGE, order, zone->defer_shift, 0, 0);
}

bool compact_deferred(struct sim *sim, struct sim_zone *zone, int order)
{
	uint32_t limit = 1u << zone->defer_shift;

	if (order < zone->order_failed)
		return false;
	if (++zone->considered >= limit) {
		zone->considered = limit;
		return false;
	}
	sim_count(sim, SIM_COMPACT_DEFERRED, 1);
	sim_event(sim, EVENT_DEFERRED, zone, NO_PAGE, order, zone->considered, limit, 0);
	return true;
}

void compact_defer_reset(struct sim_zone *zone, int order, bool success)
{
	if (success)
		zone->considered = zone->defer_shift = 0;
	if (order >= zone->order_failed)
		zone->order_failed = (uint8_t)(order + 1);
}

bool compact_restarting(const struct sim_zone *zone, int order)
{
	return order >= zone->order_failed && zone->defer_shift == COMPACT_MAX_DEFER_SHIFT &&
	       zone->considered >= 1u << COMPACT_MAX_DEFER_SHIFT;
}
