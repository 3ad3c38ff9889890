// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The page map's part of a judgement: blocks that compaction could make, what stands in its way,
 * and how much of the free memory its free scanner would find.
 */
#include "fragscope/contig.h"
#include "fragscope/residue.h"

#include "saturate.h"
#include "verdict_private.h"

static uint64_t pages_of(const struct zonemap *map, size_t block, enum page_mobility mobility)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
		if (page_class_info(i)->mobility == mobility)
			sum += map->count[i][block];
	return sum;
}

/* Pollution counts where movable memory is: a pageblock full of kernel memory pollutes nothing. */
static void add_pollution(struct map_outlook *out, const struct zonemap *map, size_t block)
{
	if (!pages_of(map, block, MOBILITY_MOVABLE) && !map->free[block])
		return;
	out->nr_pageblocks++;
	if (!pages_of(map, block, MOBILITY_UNMOVABLE))
		return;
	out->polluted_pageblocks++;
	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
		if (page_class_info(i)->mobility == MOBILITY_UNMOVABLE)
			out->polluting[i] += map->count[i][block];
}

/* A pageblock that is free as a whole is no target for migration. */
static void add_blindness(struct map_outlook *out, const struct zonemap *map, size_t block)
{
	if (map->free[block] == zonemap_block_pages(map, block))
		return;
	out->free_pages += map->free[block];
	if (!map->free[block] || !residue_block_blind(map, block, SCAN_STRIDE))
		return;
	out->blind_pageblocks++;
	out->blind_pages += map->free[block];
}

static bool add_pageblocks(struct map_outlook *out, const struct zonemap *map)
{
	bool all_read = true;

	for (size_t block = 0; block < map->nr_blocks; block++) {
		all_read &= !map->count[PAGE_UNREAD][block];
		add_pollution(out, map, block);
		add_blindness(out, map, block);
	}
	return all_read;
}

bool verdict_add_map(struct judgement *judgement, const struct zone *zone, uint64_t *room)
{
	const uint32_t staying = contig_staying(judgement->scope.frame);
	struct map_outlook *out = &judgement->map;
	const struct zonemap *map = zone->map;
	unsigned int order = judgement->scope.order;
	struct contig_outlook outlook;
	bool all_read;

	if (!map || (map->blocks_only && order < map->pageblock_order)) {
		out->complete = false;
		return false;
	}
	contig_survey(map, order, staying, &outlook);
	out->any = true;
	out->clearable = add_saturated(out->clearable, outlook.clearable);
	out->blocked = add_saturated(out->blocked, outlook.blocked);
	out->undecided = add_saturated(out->undecided, outlook.blocked_unknown);
	out->folios = add_saturated(out->folios, outlook.blocked_folio);
	if (judgement->sum.now.min < judgement->nr && outlook.reachable >= judgement->nr)
		out->moves = min_u64(out->moves, contig_moves_for(map, order, staying,
								judgement->nr));
	all_read = add_pageblocks(out, map);
	out->complete &= all_read;
	/* pages without a class may be on per-CPU lists, which can be drained */
	*room = min_u64(*room, add_saturated(outlook.clearable, outlook.blocked_unknown));
	return all_read;
}
