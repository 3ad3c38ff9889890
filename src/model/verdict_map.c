// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The page map's part of a judgement: blocks that compaction could make, what stands in its way,
 * and how much of the free memory its free scanner would find.  What adds up over pageblocks is a
 * tally, counted anew only where pages were read.
 */
#include "fragscope/contig.h"
#include "fragscope/residue.h"

#include "saturate.h"
#include "tally.h"
#include "verdict_private.h"

/* What adds up over pageblocks, as in struct map_outlook; then pages by class in polluted ones. */
enum { NR_PAGEBLOCKS, POLLUTED, BLIND, BLIND_PAGES, FREE_PAGES, UNREAD_PAGES, POLLUTING,
       NR_VALUES = POLLUTING + NR_PAGE_CLASSES };

static void add(uint16_t *value, unsigned int nr)
{
	*value = (uint16_t)(*value + nr);
}

static const uint8_t mobility_of[NR_PAGE_CLASSES] = {
#define PAGE_CLASS(id, name, mobility, help) [PAGE_##id] = MOBILITY_##mobility,
#include "fragscope/page_class.def"
#undef PAGE_CLASS
};

/* Pollution counts where movable memory is: a pageblock full of kernel memory pollutes nothing. */
static void add_pollution(const struct zonemap *map, size_t block, uint16_t *values)
{
	unsigned int nr_pages[MOBILITY_NONE + 1] = { 0 };

	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
		nr_pages[mobility_of[i]] += map->count[i][block];
	if (!nr_pages[MOBILITY_MOVABLE] && !nr_pages[MOBILITY_FREE])
		return;
	values[NR_PAGEBLOCKS]++;
	if (!nr_pages[MOBILITY_UNMOVABLE])
		return;
	values[POLLUTED]++;
	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
		if (mobility_of[i] == MOBILITY_UNMOVABLE)
			add(&values[POLLUTING + i], map->count[i][block]);
}

/* A pageblock that is free as a whole is no target for migration. */
static void add_blindness(const struct zonemap *map, size_t block, uint16_t *values)
{
	if (map->free[block] == zonemap_block_pages(map, block))
		return;
	add(&values[FREE_PAGES], map->free[block]);
	if (!map->free[block] || !residue_block_blind(map, block, SCAN_STRIDE))
		return;
	values[BLIND]++;
	add(&values[BLIND_PAGES], map->free[block]);
}

static void count_pageblocks(const struct zonemap *map, uint64_t pfn, uint64_t end,
			     const struct tally_kind *kind, uint16_t *values)
{
	size_t last = zonemap_block_of(map, end - 1);

	(void)kind;
	for (size_t block = zonemap_block_of(map, pfn); block <= last; block++) {
		add(&values[UNREAD_PAGES], map->count[PAGE_UNREAD][block]);
		add_pollution(map, block, values);
		add_blindness(map, block, values);
	}
}

/* False: not all pages were read. */
static bool add_pageblocks(struct map_outlook *out, const struct zonemap *map)
{
	static const struct tally_kind kind = { .nr_values = NR_VALUES, .count = count_pageblocks };
	uint64_t sum[NR_VALUES];

	tally_sum(map, TALLY_PAGEBLOCKS, &kind, sum);
	out->nr_pageblocks += sum[NR_PAGEBLOCKS];
	out->polluted_pageblocks += sum[POLLUTED];
	out->blind_pageblocks += sum[BLIND];
	out->blind_pages += sum[BLIND_PAGES];
	out->free_pages += sum[FREE_PAGES];
	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
		out->polluting[i] += sum[POLLUTING + i];
	return !sum[UNREAD_PAGES];
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
	out->cheapest = min_u64(out->cheapest, contig_moves_for(map, order, staying,
								outlook.now + 1));
	obstacle_add_pollution(judgement->scope.frame, map, &out->pollution);
	all_read = add_pageblocks(out, map);
	out->complete &= all_read;
	/* pages without a class may be on per-CPU lists, which can be drained */
	*room = min_u64(*room, add_saturated(outlook.clearable, outlook.blocked_unknown));
	return all_read;
}
