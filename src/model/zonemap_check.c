// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * zonemap_check - every invariant of a page map, told from the codes alone.
 *
 * Slow on purpose: it shares no code with what fills a map.
 */
#include "zonemap.h"

#include <errno.h>
#include <string.h>

#include "fragscope/bits.h"

/* Free blocks follow each other without gaps: each free page belongs to the head before it. */
static int check_codes(const struct zonemap *map, struct err *err)
{
	uint64_t tails = 0;

	for (uint64_t i = 0; i < map->nr_pages; i++) {
		uint64_t pfn = map->start_pfn + i;
		page_code code = map->code[i];
		int order = page_code_order(code);
		bool is_free = page_code_class(code) == PAGE_FREE;

		if (!page_code_is_valid(code))
			return err_set(err, EINVAL, "page %#llx: code %#x has no meaning",
				       (unsigned long long)pfn, code);
		if (tails ? !is_free || order >= 0 : is_free && order < 0)
			return err_set(err, EINVAL, "page %#llx: %s", (unsigned long long)pfn,
				       tails ? "inside a free block, but no tail of it" :
					       "a free tail without its head");
		if (tails)
			tails--;
		if (order < 0)
			continue;
		if (bits_align_down(pfn, (unsigned int)order) != pfn)
			return err_set(err, EINVAL, "page %#llx: a head of order %d is not aligned",
				       (unsigned long long)pfn, order);
		if (is_free && (unsigned int)order > map->max_order)
			return err_set(err, EINVAL, "page %#llx: order %d is above the largest, %u",
				       (unsigned long long)pfn, order, map->max_order);
		if (is_free)
			tails = (1ULL << order) - 1;
	}
	if (tails)
		return err_set(err, EINVAL, "the last free block reaches out of the span");
	return 0;
}

/* What the columns of one block must say. */
struct block_facts {
	unsigned int count[NR_PAGE_CLASSES];
	unsigned int largest, head_align;
};

static void gather(const struct zonemap *map, size_t block, struct block_facts *facts)
{
	uint64_t start = zonemap_block_pfn(map, block);
	uint64_t pfn = zonemap_block_first(map, block);
	uint64_t end = pfn + zonemap_block_pages(map, block);

	memset(facts, 0, sizeof(*facts));
	for (; pfn < end; pfn++) {
		page_code code = *zonemap_at(map, pfn);
		unsigned int order = (unsigned int)page_code_order(code);
		unsigned int align = bits_align_order(pfn - start, map->pageblock_order);

		facts->count[page_code_class(code)]++;
		if (page_code_class(code) != PAGE_FREE || page_code_order(code) < 0)
			continue;
		if (facts->largest < order + 1)
			facts->largest = order + 1;
		if (facts->head_align < align + 1)
			facts->head_align = align + 1;
	}
}

static int check_columns(const struct zonemap *map, struct err *err)
{
	uint64_t covered_to = 0; /* end of the last free block that is larger than a pageblock */
	unsigned int covering = 0;

	for (size_t block = 0; block < map->nr_blocks; block++) {
		uint64_t pfn = zonemap_block_pfn(map, block);
		struct block_facts facts;

		gather(map, block, &facts);
		if (pfn < covered_to)
			facts.largest = covering;
		else if (facts.largest > map->pageblock_order + 1)
			covered_to = pfn + (1ULL << ((covering = facts.largest) - 1));
		for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
			if (map->count[i][block] != facts.count[i])
				return err_set(err, EINVAL, "block %zu: %u pages are %s, not %u",
					       block, facts.count[i], page_class_info(i)->name,
					       map->count[i][block]);
		if (map->free[block] != facts.count[PAGE_FREE])
			return err_set(err, EINVAL, "block %zu: %u pages are free, not %u", block,
				       facts.count[PAGE_FREE], map->free[block]);
		if (map->largest[block] != facts.largest)
			return err_set(err, EINVAL, "block %zu: largest free order is %d, not %d",
				       block, (int)facts.largest - 1, map->largest[block] - 1);
		if (map->head_align[block] != facts.head_align)
			return err_set(err, EINVAL, "block %zu: heads lie at 2^%d, not 2^%d", block,
				       (int)facts.head_align - 1, map->head_align[block] - 1);
	}
	return 0;
}

/* All that columns without codes can tell. */
static int check_sums(const struct zonemap *map, struct err *err)
{
	for (size_t block = 0; block < map->nr_blocks; block++) {
		unsigned int sum = 0;

		for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
			sum += map->count[i][block];
		if (sum != zonemap_block_pages(map, block))
			return err_set(err, EINVAL, "block %zu: %u pages have a class, not %u",
				       block, sum, zonemap_block_pages(map, block));
	}
	return 0;
}

int zonemap_check(const struct zonemap *map, struct err *err)
{
	int rc = map->blocks_only ? check_sums(map, err) : check_codes(map, err);

	if (!rc && !map->blocks_only)
		rc = check_columns(map, err);
	return rc ? err_prefix(err, rc, "page map of node %d %s", map->node, map->name) : 0;
}
