// SPDX-License-Identifier: GPL-2.0-or-later
/* zonemap_columns - what the codes of a pageblock add up to. */
#include "zonemap.h"

#include <string.h>

#include "fragscope/bits.h"

#include "codes.h"

#define PIECE 512 /* pages classed at a time */

/* What the heads of free blocks in one pageblock tell, as in struct zonemap. */
struct heads {
	unsigned int pageblock_order;
	uint8_t largest, align;
};

static void note_head(struct heads *heads, unsigned int offset, page_code code)
{
	uint8_t largest = (uint8_t)(page_code_order(code) + 1);
	uint8_t align = (uint8_t)(bits_align_order(offset, heads->pageblock_order) + 1);

	if (!code_is_free_head(code))
		return;
	if (heads->largest < largest)
		heads->largest = largest;
	if (heads->align < align)
		heads->align = align;
}

static inline codes_bytes larger_of(codes_bytes a, codes_bytes b)
{
	codes_bytes first = (codes_bytes)(a > b);

	return (a & first) | (b & ~first);
}

/* The same for many pages: nr is a multiple of CODES_LANES, so is the offset.  A lane keeps the
 * largest head at its place, which tells alignments below CODES_LANES. */
static void note_lanes(struct heads *heads, unsigned int offset, const page_code *codes,
		       unsigned int nr)
{
	codes_bytes largest = { 0 };

	for (unsigned int i = 0; i < nr; i += CODES_LANES) {
		codes_bytes v = codes_load(codes + i);

		largest = larger_of(largest, v & codes_free_heads(v));
	}
	if (largest[0])
		for (unsigned int i = 0; i < nr; i += CODES_LANES)
			note_head(heads, offset + i, codes[i]);
	for (unsigned int lane = 1; lane < CODES_LANES; lane++)
		note_head(heads, lane, largest[lane]);
}

/* codes[0] stands at offset in its pageblock. */
static struct heads find_heads(unsigned int pageblock_order, unsigned int offset,
			       const page_code *codes, unsigned int nr)
{
	struct heads heads = { .pageblock_order = pageblock_order };
	unsigned int i = 0;

	for (; i < nr && (offset + i) % CODES_LANES; i++)
		note_head(&heads, offset + i, codes[i]);
	if (nr - i >= CODES_LANES) {
		unsigned int lanes = (nr - i) / CODES_LANES * CODES_LANES;

		note_lanes(&heads, offset + i, codes + i, lanes);
		i += lanes;
	}
	for (; i < nr; i++)
		note_head(&heads, offset + i, codes[i]);
	return heads;
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

static void count_block(struct zonemap *map, size_t block, const page_code *codes, unsigned int nr)
{
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
		uint64_t first = zonemap_block_first(map, block);
		const page_code *codes = zonemap_at(map, first);
		unsigned int nr = zonemap_block_pages(map, block);
		struct heads heads = { 0 };

		count_block(map, block, codes, nr);
		if (map->free[block])
			heads = find_heads(map->pageblock_order,
					   (unsigned int)(first - zonemap_block_pfn(map, block)),
					   codes, nr);
		if (heads.largest > map->pageblock_order + 1) {
			covering = heads.largest;
			covered_to = block + (1ULL << (covering - 1 - map->pageblock_order));
		} else if (block < covered_to) {
			heads.largest = covering;
		}
		map->largest[block] = heads.largest;
		map->head_align[block] = heads.align;
	}
}
