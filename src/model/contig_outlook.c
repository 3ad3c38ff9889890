// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * contig_outlook - what perfect compaction could give.
 *
 * Perfect: every movable page moves wherever there is room, one page at a time, and nothing else
 * changes.  A block of 2^order aligned pages can be had if nothing in it stays where it is: no
 * unmovable page, and no folio as large as the block (mm/compaction.c isolate_migratepages_block()
 * does not break up what has the wanted size already, nor takes folios of pageblock size, nor
 * hugetlb pages of any size).  Emptying n
 * of them takes as many free pages elsewhere as they hold used ones, which comes to: a zone with F
 * free pages can have F / 2^order free blocks, never more.  The cheapest blocks to empty are those
 * with the fewest used pages.
 *
 * A block that reaches into a hole is no block and counts nowhere.
 */
#include "fragscope/contig.h"

#include <string.h>

#include "fragscope/bits.h"
#include "fragscope/release.h"

#include "zonemap.h"

#define NR_MOBILITIES (MOBILITY_NONE + 1)

/* How many pages of a block are of each mobility. */
struct mix {
	uint64_t nr[NR_MOBILITIES];
	bool is_folio;  /* part of a folio that is no smaller */
};

typedef void (*each_block)(const struct mix *mix, void *arg);

struct walk {
	const struct zonemap *map;
	unsigned int order;
	each_block each;
	void *arg;
	uint8_t mobility[256];        /* by code; a class is a code too */
};

/* Folios are aligned to their size: one that fills the block begins here, or before. */
static bool is_in_folio(const struct walk *walk, uint64_t pfn)
{
	const struct zonemap *map = walk->map;
	unsigned int order = walk->order < map->pageblock_order ? walk->order :
								  map->pageblock_order;
	page_code code = *zonemap_at(map, pfn);
	enum page_class class = page_code_class(code);

	if (class != PAGE_ANON_LARGE && class != PAGE_FILE_LARGE && class != PAGE_HUGETLB)
		return false;
	return order && (code < PAGE_CODE_ANON_HEAD || page_code_order(code) >= (int)order);
}

static void add_pageblock(const struct walk *walk, size_t block, struct mix *mix)
{
	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
		mix->nr[walk->mobility[i]] += walk->map->count[i][block];
}

/* Blocks of one or more pageblocks: their columns say all. */
static void walk_large(const struct walk *walk, uint64_t pfn, uint64_t end)
{
	const struct zonemap *map = walk->map;

	for (; pfn < end; pfn += 1ULL << walk->order) {
		size_t block = zonemap_block_of(map, pfn);
		size_t last = zonemap_block_of(map, pfn + (1ULL << walk->order) - 1);
		struct mix mix = { { 0 } };

		for (; block <= last; block++) {
			add_pageblock(walk, block, &mix);
			mix.is_folio |= is_in_folio(walk, zonemap_block_pfn(map, block));
		}
		walk->each(&mix, walk->arg);
	}
}

/* Blocks within one pageblock, [pfn, end).  Where all of its pages are of one mobility, so are
 * those of each block in it. */
static void walk_within(const struct walk *walk, uint64_t pfn, uint64_t end)
{
	const struct zonemap *map = walk->map;
	const uint64_t size = 1ULL << walk->order;
	size_t block = zonemap_block_of(map, pfn);
	struct mix all = { { 0 } };

	add_pageblock(walk, block, &all);
	for (unsigned int i = 0; i < NR_MOBILITIES; i++) {
		struct mix mix = { { 0 } };

		if (all.nr[i] != zonemap_block_pages(map, block))
			continue;
		mix.nr[i] = size;
		for (; pfn < end; pfn += size) {
			mix.is_folio = is_in_folio(walk, pfn);
			walk->each(&mix, walk->arg);
		}
	}
	for (; pfn < end; pfn += size) {
		const page_code *codes = zonemap_at(map, pfn);
		struct mix mix = { { 0 } };

		for (uint64_t i = 0; i < size; i++)
			mix.nr[walk->mobility[codes[i]]]++;
		mix.is_folio = is_in_folio(walk, pfn);
		walk->each(&mix, walk->arg);
	}
}

static void walk_blocks(const struct zonemap *map, unsigned int order, uint32_t staying,
			each_block each, void *arg)
{
	struct walk walk = { .map = map, .order = order, .each = each, .arg = arg };
	uint64_t pfn, end, next;

	if (order > 52)
		return; /* larger than any memory */
	pfn = bits_align_up(map->start_pfn, order);
	end = bits_align_down(zonemap_end(map), order);
	if (pfn >= end)
		return;
	for (unsigned int code = 0; code < 256; code++) {
		enum page_class class = page_code_class((page_code)code);

		walk.mobility[code] = staying & 1u << class ?
			MOBILITY_UNMOVABLE : (uint8_t)page_class_info(class)->mobility;
	}
	if (order >= map->pageblock_order) {
		walk_large(&walk, pfn, end);
		return;
	}
	for (; pfn < end; pfn = next) {
		next = zonemap_block_pfn(map, zonemap_block_of(map, pfn) + 1);
		if (next > end)
			next = end;
		walk_within(&walk, pfn, next);
	}
}

static bool is_clearable(const struct mix *mix)
{
	return !mix->nr[MOBILITY_NONE] && !mix->nr[MOBILITY_UNMOVABLE] &&
	       !mix->nr[MOBILITY_UNKNOWN] && !mix->is_folio;
}

static void count_block(const struct mix *mix, void *arg)
{
	struct contig_outlook *out = arg;

	if (mix->nr[MOBILITY_NONE])
		return;
	if (is_clearable(mix)) {
		out->clearable++;
		out->now += !mix->nr[MOBILITY_MOVABLE];
		return;
	}
	out->blocked++;
	out->blocked_folio += mix->is_folio;
	out->blocked_unknown += !mix->nr[MOBILITY_UNMOVABLE] && !mix->is_folio;
}

/*
 * The cheapest blocks are found without sorting: blocks are counted in buckets by their cost, and
 * the bucket that is needed in part is looked at again with finer ones.
 */
#define BUCKET_BITS 10

struct buckets {
	uint64_t low;        /* smallest cost of interest, */
	unsigned int bits;   /* of 2^bits costs from there */
	unsigned int shift;  /* costs per bucket, as a power of two */
	uint64_t nr[1 << BUCKET_BITS];
	uint64_t moves[1 << BUCKET_BITS];
};

static void add_cost(const struct mix *mix, void *arg)
{
	struct buckets *buckets = arg;
	uint64_t cost = mix->nr[MOBILITY_MOVABLE]; /* 0: free already */
	uint64_t above = cost - 1 - buckets->low;

	if (!cost || !is_clearable(mix) || cost - 1 < buckets->low || above >> buckets->bits)
		return;
	buckets->nr[above >> buckets->shift]++;
	buckets->moves[above >> buckets->shift] += cost;
}

/* Page moves that empty the nr cheapest of the blocks that can be emptied; there are as many. */
static uint64_t cheapest_moves(const struct zonemap *map, unsigned int order, uint32_t staying,
			       uint64_t nr)
{
	struct buckets buckets = { .bits = order };
	uint64_t moves = 0;

	while (nr) {
		unsigned int i = 0;

		buckets.shift = buckets.bits > BUCKET_BITS ? buckets.bits - BUCKET_BITS : 0;
		memset(buckets.nr, 0, sizeof(buckets.nr));
		memset(buckets.moves, 0, sizeof(buckets.moves));
		walk_blocks(map, order, staying, add_cost, &buckets);
		for (; i < (1U << BUCKET_BITS) - 1 && buckets.nr[i] <= nr; i++) {
			nr -= buckets.nr[i];
			moves += buckets.moves[i];
		}
		buckets.low += (uint64_t)i << buckets.shift;
		if (!buckets.shift)
			return moves + nr * (buckets.low + 1);
		buckets.bits = buckets.shift;
	}
	return moves;
}

#define FOLIOS_MOVE_SINCE RELEASE(6, 9)

uint32_t contig_staying(const struct frame *frame)
{
	struct num knob = counters_get(&frame->mem_knobs, "vm.compact_unevictable_allowed");
	unsigned int release = frame->release ? release_parse(frame->release) : 0;
	uint32_t staying = 0;

	if (num_has(knob) && !knob.n)
		staying |= 1u << PAGE_UNEVICTABLE;
	if (release && release < FOLIOS_MOVE_SINCE)
		staying |= 1u << PAGE_ANON_LARGE | 1u << PAGE_FILE_LARGE;
	return staying;
}

void contig_survey(const struct zonemap *map, unsigned int order, uint32_t staying,
		   struct contig_outlook *out)
{
	uint64_t free_pages = 0;

	memset(out, 0, sizeof(*out));
	walk_blocks(map, order, staying, count_block, out);
	for (size_t block = 0; block < map->nr_blocks; block++)
		free_pages += map->free[block];
	out->reachable = order < 64 ? free_pages >> order : 0;
	if (out->reachable > out->clearable)
		out->reachable = out->clearable;
}

void contig_outlook(const struct zonemap *map, unsigned int order, uint32_t staying,
		    struct contig_outlook *out)
{
	contig_survey(map, order, staying, out);
	if (out->reachable > out->now)
		out->moves = cheapest_moves(map, order, staying, out->reachable - out->now);
}

uint64_t contig_moves_for(const struct zonemap *map, unsigned int order, uint32_t staying,
			  uint64_t nr)
{
	struct contig_outlook out;

	contig_survey(map, order, staying, &out);
	if (nr > out.reachable)
		return UINT64_MAX;
	return nr > out.now ? cheapest_moves(map, order, staying, nr - out.now) : 0;
}
