// SPDX-License-Identifier: GPL-2.0-or-later
#include "zone_text.h"

#include <stdio.h>

#include "fragscope/fmt.h"

char *zone_label(char *to, size_t size, const struct zone *zone)
{
	const char *name = zone->name[0] ? zone->name : "zone";

	if (zone->node < 0)
		snprintf(to, size, "%s", name);
	else
		snprintf(to, size, "%d %s", zone->node, name);
	return to;
}

char *order_size(char *to, size_t size, const struct frame *frame, unsigned int order)
{
	if (num_has(frame->page_size))
		fmt_order(to, size, order, frame->page_size.n);
	else
		snprintf(to, size, "%s page%s", fmt_count(FMT_BUF, 1ULL << (order & 63)),
			 order ? "s" : "");
	return to;
}

bool zone_is_empty(const struct zone *zone)
{
	return zone->empty || (num_has(zone->managed) && !zone->managed.n && !zone->free.n);
}

unsigned int rank_of_zone(const struct frame *frame, unsigned int zone)
{
	unsigned int rank = 0;

	for (unsigned int i = 0; i < zone; i++)
		rank += !zone_is_empty(frame->zones[i]);
	return rank;
}

unsigned int zones_listed(const struct frame *frame)
{
	return rank_of_zone(frame, frame->nr_zones);
}

unsigned int zone_of_rank(const struct frame *frame, unsigned int rank)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (!zone_is_empty(frame->zones[i]) && !rank--)
			return i;
	return frame->nr_zones;
}
enum role index_role(int permille)
{
	return permille >= 900 ? ROLE_BAD : permille >= 500 ? ROLE_WARN : ROLE_VALUE;
}

enum role extfrag_text(char *to, size_t size, int permille)
{
	if (permille > -1000) {
		fmt_permille(to, size, permille);
		return index_role(permille);
	}
	snprintf(to, size, "ok");
	return ROLE_DIM;
}
