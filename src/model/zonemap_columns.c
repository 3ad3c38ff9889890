// SPDX-License-Identifier: GPL-2.0-or-later
/* zonemap_columns - what the codes of a pageblock add up to. */
#include "zonemap.h"

#include <string.h>

#include "fragscope/bits.h"

#include "codes.h"
#include "tally.h"

#define PIECE 512 /* pages classed at a time */

/* What the heads of free blocks in one pageblock tell, as in struct zonemap. */
struct heads {
	uint8_t largest, align;
};

static inline codes_bytes larger_of(codes_bytes a, codes_bytes b)
{
	codes_bytes first = (codes_bytes)(a > b);

	return (a & first) | (b & ~first);
}

/* Log2 of the widest stride from codes[0] on that meets a head, + 1; there is one. */
static uint8_t widest_align(const page_code *codes, unsigned int nr, unsigned int order)
{
	if (code_is_free_head(codes[0]))
		return (uint8_t)(order + 1);
	while (order--)
		for (unsigned int i = 1U << order; i < nr; i += 2U << order)
			if (code_is_free_head(codes[i]))
				return (uint8_t)(order + 1);
	return 0;
}

/* nr is a multiple of CODES_LANES and the codes begin with the pageblock. */
static struct heads find_heads(const page_code *codes, unsigned int nr,
			       unsigned int pageblock_order)
{
	struct heads heads = { 0 };
	page_code lanes[CODES_LANES]; /* the largest head at each place modulo CODES_LANES */
	codes_bytes largest = { 0 };

	for (unsigned int i = 0; i < nr; i += CODES_LANES) {
		codes_bytes v = codes_load(codes + i);

		largest = larger_of(largest, v & codes_free_heads(v));
	}
	if (!codes_any(largest))
		return heads;
	memcpy(lanes, &largest, sizeof(lanes));
	for (unsigned int i = 0; i < CODES_LANES; i++)
		if (lanes[i] && heads.largest < page_code_order(lanes[i]) + 1)
			heads.largest = (uint8_t)(page_code_order(lanes[i]) + 1);
	/* strides below CODES_LANES see the lanes alone */
	heads.align = lanes[0] ? widest_align(codes, nr, pageblock_order) :
				 widest_align(lanes, CODES_LANES, 4);
	return heads;
}

/* The same for pageblocks at the edges of the span, and for very small ones. */
static struct heads find_heads_slowly(const page_code *codes, unsigned int nr, unsigned int offset,
				      unsigned int pageblock_order)
{
	struct heads heads = { 0 };

	for (unsigned int i = 0; i < nr; i++) {
		unsigned int align = bits_align_order(offset + i, pageblock_order) + 1;

		if (!code_is_free_head(codes[i]))
			continue;
		if (heads.largest < page_code_order(codes[i]) + 1)
			heads.largest = (uint8_t)(page_code_order(codes[i]) + 1);
		if (heads.align < align)
			heads.align = (uint8_t)align;
	}
	return heads;
}

static struct heads block_heads(const struct zonemap *map, size_t block)
{
	uint64_t first = zonemap_block_first(map, block);
	unsigned int offset = (unsigned int)(first - zonemap_block_pfn(map, block));
	unsigned int nr = zonemap_block_pages(map, block);
	const page_code *codes = zonemap_at(map, first);

	if (!map->free[block])
		return (struct heads){ 0 };
	if (offset || nr % CODES_LANES)
		return find_heads_slowly(codes, nr, offset, map->pageblock_order);
	return find_heads(codes, nr, map->pageblock_order);
}

/* Adds the pages per class.  Few classes share a block, so one count for each until all pages are
 * accounted for is cheaper than a histogram; the first page's class comes first. */
static void count_piece(const page_code *codes, unsigned int nr, uint16_t *count)
{
	page_code classes[PIECE];
	unsigned int left = nr;
	enum page_class first;

	codes_to_classes(codes, nr, classes);
	first = classes[0];
	for (unsigned int i = 0; left && i <= NR_PAGE_CLASSES; i++) {
		/* the row of the first page's class, then all others from PAGE_FREE on */
		unsigned int class = i ? (PAGE_FREE + i - 1) % NR_PAGE_CLASSES : first;
		unsigned int n;

		if (i && class == first)
			continue;
		n = (unsigned int)codes_count(classes, nr, (page_code)class);
		count[class] = (uint16_t)(count[class] + n);
		left -= n;
	}
}

static void count_block(struct zonemap *map, size_t block)
{
	const page_code *codes = zonemap_at(map, zonemap_block_first(map, block));
	unsigned int nr = zonemap_block_pages(map, block);
	uint16_t count[NR_PAGE_CLASSES] = { 0 };

	for (unsigned int i = 0; i < nr; i += PIECE)
		count_piece(codes + i, nr - i < PIECE ? nr - i : PIECE, count);
	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
		map->count[i][block] = count[i];
}

void zonemap_update_columns(struct zonemap *map, uint64_t pfn, uint64_t end)
{
	size_t covered_to = 0; /* blocks below lie in a larger free block … */
	uint8_t covering = 0;  /* … of this order + 1 */

	if (pfn >= end)
		return;
	for (size_t block = zonemap_block_of(map, pfn); block <= zonemap_block_of(map, end - 1);
	     block++) {
		struct heads heads;

		count_block(map, block);
		heads = block_heads(map, block);
		if (heads.largest > map->pageblock_order + 1) {
			covering = heads.largest;
			covered_to = block + (1ULL << (covering - 1 - map->pageblock_order));
		} else if (block < covered_to) {
			heads.largest = covering;
		}
		map->largest[block] = heads.largest;
		map->head_align[block] = heads.align;
	}
	tally_touch(map, pfn, end);
}
