// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * zonemap - memory of one zone's page map, and questions about it.
 *
 * All columns lie in one allocation that begins with the widest type.
 */
#include "zonemap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/bits.h"

#include "codes.h"
#include "tally.h"

static int check_shape(uint64_t start_pfn, uint64_t nr_pages, unsigned int pageblock_order,
		       unsigned int max_order, struct err *err)
{
	if (pageblock_order > 15)
		return err_set(err, EINVAL, "page map: pageblock order %u is above 15",
			       pageblock_order);
	if (max_order > 31)
		return err_set(err, EINVAL, "page map: order %u is above 31", max_order);
	if (!nr_pages)
		return err_set(err, EINVAL, "page map: the zone spans no pages");
	if (start_pfn >= PFN_MAX || nr_pages > PFN_MAX - start_pfn)
		return err_set(err, EINVAL, "page map: %llu pages from page %llu on cannot be",
			       (unsigned long long)nr_pages, (unsigned long long)start_pfn);
	return 0;
}

/* Entries.  Zones tend to have a power of two of blocks; without a gap the columns would lie a
 * power of two apart, and a block's entries would push each other out of the few cache lines that
 * they share. */
#define COLUMN_GAP 96

/* The columns of nr blocks, cut from one piece of memory. */
static int alloc_columns(struct zonemap *map)
{
	size_t nr = map->nr_blocks, counts = NR_PAGE_CLASSES * (nr + COLUMN_GAP);
	uint8_t *bytes;

	map->read_ms = calloc(1, nr * sizeof(*map->read_ms) + counts * sizeof(*map->count[0]) +
				 nr * (sizeof(*map->visits) + sizeof(*map->misses) +
				       sizeof(*map->largest) + sizeof(*map->head_align) +
				       sizeof(*map->type) + sizeof(*map->skip) +
				       sizeof(*map->maybe_missed)));
	if (!map->read_ms)
		return -ENOMEM;
	map->count[0] = (uint16_t *)(map->read_ms + nr);
	for (unsigned int i = 1; i < NR_PAGE_CLASSES; i++)
		map->count[i] = map->count[i - 1] + nr + COLUMN_GAP;
	map->free = map->count[PAGE_FREE];
	map->visits = map->count[0] + counts;
	map->misses = map->visits + nr;
	bytes = (uint8_t *)(map->misses + nr);
	map->largest = bytes;
	map->head_align = bytes + nr;
	map->type = bytes + 2 * nr;
	map->skip = bytes + 3 * nr;
	map->maybe_missed = bytes + 4 * nr;
	memset(map->type, 0xff, 2 * nr);
	return 0;
}

int zonemap_init(struct zonemap *map, uint64_t start_pfn, uint64_t nr_pages,
		 unsigned int pageblock_order, unsigned int max_order, struct err *err)
{
	int rc = check_shape(start_pfn, nr_pages, pageblock_order, max_order, err);

	if (rc)
		return rc;
	*map = (struct zonemap){
		.start_pfn = start_pfn,
		.nr_pages = nr_pages,
		.pageblock_order = pageblock_order,
		.max_order = max_order,
		.first_block_pfn = bits_align_down(start_pfn, pageblock_order),
	};
	map->nr_blocks = zonemap_block_of(map, start_pfn + nr_pages - 1) + 1;
	map->code = calloc(nr_pages, sizeof(*map->code));
	if (!map->code || alloc_columns(map) || tally_init(map)) {
		zonemap_done(map);
		return err_set(err, ENOMEM, "page map: no memory for %llu pages",
			       (unsigned long long)nr_pages);
	}
	for (size_t block = 0; block < map->nr_blocks; block++)
		map->count[PAGE_UNREAD][block] = (uint16_t)zonemap_block_pages(map, block);
	return 0;
}

void zonemap_done(struct zonemap *map)
{
	tally_done(map);
	free(map->code);
	free(map->read_ms);
}

struct zonemap *zonemap_new(uint64_t start_pfn, uint64_t nr_pages, unsigned int pageblock_order,
			    unsigned int max_order, struct err *err)
{
	struct zonemap *map = calloc(1, sizeof(*map));

	if (!map) {
		err_set(err, ENOMEM, "page map: out of memory");
		return NULL;
	}
	if (zonemap_init(map, start_pfn, nr_pages, pageblock_order, max_order, err)) {
		free(map);
		return NULL;
	}
	return map;
}

void zonemap_free(struct zonemap *map)
{
	if (!map)
		return;
	zonemap_done(map);
	free(map);
}

size_t zonemap_block_of(const struct zonemap *map, uint64_t pfn)
{
	return (pfn - map->first_block_pfn) >> map->pageblock_order;
}

uint64_t zonemap_block_pfn(const struct zonemap *map, size_t block)
{
	return map->first_block_pfn + ((uint64_t)block << map->pageblock_order);
}

unsigned int zonemap_block_pages(const struct zonemap *map, size_t block)
{
	uint64_t first = zonemap_block_first(map, block);
	uint64_t next = zonemap_block_pfn(map, block + 1);

	return (unsigned int)((next < zonemap_end(map) ? next : zonemap_end(map)) - first);
}

void zonemap_count_orders(const struct zonemap *map, uint64_t *blocks)
{
	memset(blocks, 0, (map->max_order + 1) * sizeof(*blocks));
	for (size_t block = 0; block < map->nr_blocks; block++) {
		const page_code *codes = zonemap_at(map, zonemap_block_first(map, block));
		unsigned int nr = zonemap_block_pages(map, block);
		uint64_t left = map->free[block];

		/* No head: nothing free, or the middle of a larger free block. */
		if (!map->head_align[block])
			continue;
		for (unsigned int order = 0; order <= map->max_order && left; order++) {
			size_t heads = codes_count(codes, nr,
						   (page_code)(PAGE_CODE_FREE_HEAD | order));

			blocks[order] += heads;
			left -= left < (uint64_t)heads << order ? left : (uint64_t)heads << order;
		}
	}
}
