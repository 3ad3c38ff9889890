// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * zonemap_visit - what the free scanner did to each pageblock, and what it missed there.
 *
 * A map is older than the visit, and its pages may have been taken since.  So a visit is held
 * against two readings, the last before it and the first after it: what was free in both was very
 * likely there when the scanner passed.
 */
#include "zonemap.h"

/* It took samples of the whole block, and found nothing. */
static bool may_have_missed(const struct zonemap *map, size_t block,
			    const struct zonemap_visit *visit)
{
	uint64_t first = zonemap_block_first(map, block);
	unsigned int nr = zonemap_block_pages(map, block);

	return !visit->nr_taken && visit->nr_scanned < nr && visit->pfn <= first &&
	       visit->end_pfn >= first + nr;
}

static bool is_partly_free(const struct zonemap *map, size_t block)
{
	return map->free[block] && map->free[block] < zonemap_block_pages(map, block);
}

void zonemap_note_visit(struct zonemap *map, const struct zonemap_visit *visit)
{
	bool was_read;
	size_t block;

	if (visit->pfn < map->start_pfn || visit->pfn - map->start_pfn >= map->nr_pages)
		return;
	block = zonemap_block_of(map, visit->pfn);
	if (map->visits[block] == UINT16_MAX)
		return;
	map->visits[block]++;
	was_read = map->read_ms[block] && (int32_t)(visit->time_ms - map->read_ms[block]) > 0;
	if (was_read && is_partly_free(map, block) && may_have_missed(map, block, visit) &&
	    map->maybe_missed[block] < UINT8_MAX)
		map->maybe_missed[block]++;
}

void zonemap_tell_misses(struct zonemap *map, size_t block)
{
	unsigned int misses = map->misses[block] + map->maybe_missed[block];

	if (map->maybe_missed[block] && is_partly_free(map, block))
		map->misses[block] = misses < UINT16_MAX ? (uint16_t)misses : UINT16_MAX;
	map->maybe_missed[block] = 0;
}
