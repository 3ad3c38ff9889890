// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/zone_kind.h"

#include <string.h>

static const struct {
	const char *name;
	unsigned int likely;  /* how much the kind is to be expected where nothing tells */
} rows[NR_ZONE_KINDS] = {
	[ZONE_KIND_DMA] = { "DMA", 8 },
	[ZONE_KIND_DMA32] = { "DMA32", 2 },
	[ZONE_KIND_NORMAL] = { "Normal", 32 },
	[ZONE_KIND_HIGHMEM] = { "HighMem", 1 },
	[ZONE_KIND_MOVABLE] = { "Movable", 16 },
	[ZONE_KIND_DEVICE] = { "Device", 4 },
};

enum zone_kind zone_kind_of(const char *name)
{
	for (enum zone_kind kind = 0; kind < NR_ZONE_KINDS; kind++)
		if (!strcmp(rows[kind].name, name))
			return kind;
	return ZONE_KIND_OTHER;
}

const char *zone_kind_name(enum zone_kind kind)
{
	return kind < NR_ZONE_KINDS ? rows[kind].name : "?";
}

/* Number of the kind among those built; -1 where none at or below it is. */
static int index_of(unsigned int built, enum zone_kind kind)
{
	return __builtin_popcount(built & ((2u << kind) - 1)) - 1;
}

/* A zone reserves nothing from requests bound to itself or to a lower kind. */
static bool fits_zone(unsigned int built, const struct zone *zone)
{
	enum zone_kind kind = zone_kind_of(zone->name);
	int own;

	if (kind == ZONE_KIND_OTHER || !zone->nr_reserve)
		return true;
	own = index_of(built, kind);
	if (own >= (int)zone->nr_reserve)
		return false;
	for (int i = 0; i <= own; i++)
		if (num_has(zone->reserve[i]) && zone->reserve[i].n)
			return false;
	return true;
}

static bool fits_frame(unsigned int built, const struct frame *frame)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (!fits_zone(built, frame->zones[i]))
			return false;
	return true;
}

static unsigned int likelihood(unsigned int built)
{
	unsigned int sum = 0;

	for (enum zone_kind kind = 0; kind < NR_ZONE_KINDS; kind++)
		sum += built & 1u << kind ? rows[kind].likely : 0;
	return sum;
}

void zone_kinds_find(const struct frame *frame, struct zone_kinds *kinds)
{
	unsigned int nr = 0;

	*kinds = (struct zone_kinds){ 0 };
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		enum zone_kind kind = zone_kind_of(frame->zones[i]->name);

		if (kind != ZONE_KIND_OTHER)
			kinds->seen |= 1u << kind;
		if (frame->zones[i]->nr_reserve > nr)
			nr = frame->zones[i]->nr_reserve;
	}
	for (unsigned int built = 1; built < 1u << NR_ZONE_KINDS; built++)
		if ((unsigned int)__builtin_popcount(built) == nr &&
		    (built & kinds->seen) == kinds->seen &&
		    likelihood(built) > likelihood(kinds->built) && fits_frame(built, frame))
			kinds->built = built;
}

struct num zone_kinds_reserve(const struct zone_kinds *kinds, const struct zone *zone,
			      enum zone_kind highest)
{
	enum zone_kind own = zone_kind_of(zone->name);
	struct num largest = { 0 };
	int index;

	/* Without a reserve in the text: none is kept from requests that prefer this zone. */
	if (!zone->nr_reserve && own != ZONE_KIND_OTHER &&
	    (own >= highest || !(kinds->seen >> own >> 1)))
		return num_known(0);
	if (kinds->built && highest < NR_ZONE_KINDS) {
		index = index_of(kinds->built, highest);
		if (index >= 0 && index < (int)zone->nr_reserve)
			return zone->reserve[index];
	}
	for (unsigned int i = 0; i < zone->nr_reserve; i++)
		if (num_has(zone->reserve[i]) && (!num_has(largest) ||
						  zone->reserve[i].n > largest.n))
			largest = zone->reserve[i];
	return largest;
}
