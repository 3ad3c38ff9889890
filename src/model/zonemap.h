/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * zonemap - what the files that fill a zonemap share.
 *
 * Filling has three steps, each over a slice of pages [pfn, end) inside the span: classes of pages
 * (zonemap_ingest.c), orders of free blocks and of large folios (zonemap_orders.c), columns of the
 * pageblocks (zonemap_columns.c).
 */
#ifndef MODEL_ZONEMAP_H
#define MODEL_ZONEMAP_H

#include "fragscope/pagemap.h"

static inline uint64_t zonemap_end(const struct zonemap *map)
{
	return map->start_pfn + map->nr_pages;
}

static inline page_code *zonemap_at(const struct zonemap *map, uint64_t pfn)
{
	return map->code + (pfn - map->start_pfn);
}

/* First page of the block inside the span. */
static inline uint64_t zonemap_block_first(const struct zonemap *map, size_t block)
{
	uint64_t pfn = zonemap_block_pfn(map, block);

	return pfn > map->start_pfn ? pfn : map->start_pfn;
}

/* zonemap_new() and zonemap_free() for storage the caller owns.  -EINVAL, -ENOMEM. */
int zonemap_init(struct zonemap *map, uint64_t start_pfn, uint64_t nr_pages,
		 unsigned int pageblock_order, unsigned int max_order, struct err *err);
void zonemap_done(struct zonemap *map);

/* Turns each run of PAGE_FREE into the blocks that the buddy allocator must hold there: the largest
 * aligned split, no order above max_order. */
void zonemap_mark_free(struct zonemap *map, uint64_t pfn, uint64_t end);

/* Gives pages without flags in [pfn, end) the classes of the gaps they lie in. */
void zonemap_mark_gaps(struct zonemap *map, uint64_t pfn, uint64_t end, const struct kpf_gap *gaps,
		       size_t nr_gaps);
/* The same for pages of other zones; before free blocks are rebuilt, which never cross zones. */
void zonemap_mark_foreign(struct zonemap *map, uint64_t pfn, uint64_t end,
			  const struct kpf_gap *gaps, size_t nr_gaps);

/* Gives each head of a large folio the order that its run of tails tells. */
void zonemap_mark_folios(struct zonemap *map, uint64_t pfn, uint64_t end);

/* The block has been read anew: visits since the reading before missed what is still there. */
void zonemap_tell_misses(struct zonemap *map, size_t block);

/* Counts the blocks that [pfn, end) touches anew from their codes. */
void zonemap_update_columns(struct zonemap *map, uint64_t pfn, uint64_t end);

#endif
