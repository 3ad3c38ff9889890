// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep_chunk - reads one chunk into the page map, and notes how much of it changed.
 */
#include "sweep_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int sweep_lane_fit(struct sweep *sweep, struct sweep_lane *lane)
{
	size_t nr_pages = SWEEP_READ_PAGES;

	if (sweep->kern && !lane->kpages)
		lane->kpages = kpages_new(sweep->kern, NULL);
	if (sweep->kern && !lane->kpages)
		return -errno;
	for (unsigned int i = 0; i < sweep->nr_zones; i++)
		if (sweep->zones[i].active && nr_pages < 1ULL << sweep->zones[i].chunk_order)
			nr_pages = 1ULL << sweep->zones[i].chunk_order;
	if (nr_pages <= lane->nr_pages)
		return 0;
	free(lane->words);
	free(lane->codes);
	free(lane->before);
	lane->words = malloc(nr_pages * sizeof(*lane->words));
	lane->codes = malloc(nr_pages * sizeof(*lane->codes));
	lane->before = malloc(nr_pages * sizeof(*lane->before));
	lane->nr_pages = lane->words && lane->codes && lane->before ? nr_pages : 0;
	return lane->nr_pages ? 0 : -ENOMEM;
}

void sweep_chunk_range(const struct sweep_zone *zone, size_t chunk, uint64_t *pfn, uint64_t *end)
{
	const struct zonemap *map = zone->map;

	*pfn = zone->first_chunk_pfn + ((uint64_t)chunk << zone->chunk_order);
	*end = *pfn + (1ULL << zone->chunk_order);
	if (*pfn < map->start_pfn)
		*pfn = map->start_pfn;
	if (*end > map->start_pfn + map->nr_pages)
		*end = map->start_pfn + map->nr_pages;
}

/* Pages whose code differs between two arrays. */
static uint64_t count_changed(const page_code *before, const page_code *after, uint64_t nr)
{
	uint64_t changed = 0, i = 0;

	if (!memcmp(before, after, nr))
		return 0;
	/* 128 at a time: bytes hold the counts, so that the compiler can use wide registers */
	while (i < nr) {
		uint64_t end = nr - i < 128 ? nr : i + 128;
		uint8_t piece = 0;

		for (; i < end; i++)
			piece = (uint8_t)(piece + (before[i] != after[i]));
		changed += piece;
	}
	return changed;
}

int64_t sweep_chunk_read(const struct sweep *sweep, struct sweep_lane *lane,
			 struct sweep_place place, uint32_t now_ms, struct err *err)
{
	struct sweep_chunk *chunk = &place.zone->chunks[place.chunk];
	struct zonemap *map = place.zone->map;
	struct sweep_range range = { .zone = place.zone };
	const page_code *codes;
	uint64_t end;
	int rc;

	sweep_chunk_range(place.zone, place.chunk, &range.pfn, &end);
	range.nr = end - range.pfn;
	codes = map->code + (range.pfn - map->start_pfn);
	memcpy(lane->before, codes, range.nr);
	rc = sweep_ways[sweep->way].read(sweep, lane, range, now_ms, err);
	if (rc)
		return rc;
	chunk->changed = (uint8_t)(count_changed(lane->before, codes, range.nr) * 255 /
				   range.nr);
	if (!chunk->read_ms)
		lane->nr_first += range.nr;
	chunk->read_ms = now_ms;
	return (int64_t)range.nr;
}

void sweep_chunk_join(struct sweep_place place)
{
	uint64_t pfn, end;

	sweep_chunk_range(place.zone, place.chunk, &pfn, &end);
	zonemap_join_folio(place.zone->map, pfn);
	zonemap_join_folio(place.zone->map, end);
}
