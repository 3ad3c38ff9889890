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
 *
 * Up to order TALLY_ORDER_MAX a tally counts the blocks by their cost, which tells all that is
 * asked; where blocks are larger, there are so few of them that they can be walked through.
 */
#include "fragscope/contig.h"

#include <string.h>

#include "fragscope/bits.h"
#include "fragscope/release.h"

#include "tally.h"
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
	const uint8_t *field_of;      /* by code */
};

#define FIELD_BITS 12
#define FIELD_MASK ((1U << FIELD_BITS) - 1)

/* Where a page of that code is counted: one of five fields of 12 bits.  Codes below 0x20 are the
 * classes; codes that mean nothing are MOBILITY_UNKNOWN, which is 0. */
static const uint8_t usual_fields[256] = {
#define PAGE_CLASS(id, name, mobility, help) [PAGE_##id] = MOBILITY_##mobility * FIELD_BITS,
#include "fragscope/page_class.def"
#undef PAGE_CLASS
	[PAGE_CODE_FREE_HEAD ... PAGE_CODE_FREE_HEAD + 31] = MOBILITY_FREE * FIELD_BITS,
	[PAGE_CODE_ANON_HEAD ... PAGE_CODE_HUGE_HEAD + 31] = MOBILITY_MOVABLE * FIELD_BITS,
};

/* The fields where pages of the classes in staying are unmovable; own has room for them. */
static const uint8_t *fields_of(uint32_t staying, uint8_t own[256])
{
	if (!staying)
		return usual_fields;
	for (unsigned int code = 0; code < 256; code++) {
		bool stays = staying & 1u << page_code_class((page_code)code);

		own[code] = stays ? MOBILITY_UNMOVABLE * FIELD_BITS : usual_fields[code];
	}
	return own;
}

/* Folios are aligned to their size: one that fills the block begins here, or before. */
static bool is_in_folio(const struct zonemap *map, uint64_t pfn, unsigned int order)
{
	page_code code = *zonemap_at(map, pfn);
	enum page_class class = page_code_class(code);

	if (order > map->pageblock_order)
		order = map->pageblock_order;
	if (class != PAGE_ANON_LARGE && class != PAGE_FILE_LARGE && class != PAGE_HUGETLB)
		return false;
	return order && (code < PAGE_CODE_ANON_HEAD || page_code_order(code) >= (int)order);
}

/* Whether any page of the pageblock can be part of one: most pageblocks hold none. */
static bool has_folios(const struct zonemap *map, size_t block)
{
	return map->count[PAGE_ANON_LARGE][block] || map->count[PAGE_FILE_LARGE][block] ||
	       map->count[PAGE_HUGETLB][block];
}

static void add_pageblock(const struct walk *walk, size_t block, struct mix *mix)
{
	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
		mix->nr[walk->field_of[i] / FIELD_BITS] += walk->map->count[i][block];
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
			mix.is_folio |= is_in_folio(map, zonemap_block_pfn(map, block),
						    walk->order);
		}
		walk->each(&mix, walk->arg);
	}
}

static void add_pages(const struct walk *walk, const page_code *codes, uint64_t nr, struct mix *mix)
{
	while (nr) {
		uint64_t n = nr <= FIELD_MASK ? nr : FIELD_MASK, fields = 0;

#pragma GCC unroll 8
		for (uint64_t i = 0; i < n; i++)
			fields += 1ULL << walk->field_of[codes[i]];
		for (unsigned int i = 0; i < NR_MOBILITIES; i++)
			mix->nr[i] += fields >> i * FIELD_BITS & FIELD_MASK;
		codes += n;
		nr -= n;
	}
}

/* Blocks within one pageblock, [pfn, end).  Where all of its pages are of one mobility, so are
 * those of each block in it. */
static inline __attribute__((always_inline)) void
walk_within(const struct walk *walk, uint64_t pfn, uint64_t end)
{
	const struct zonemap *map = walk->map;
	const uint64_t size = 1ULL << walk->order;
	size_t block = zonemap_block_of(map, pfn);
	bool folios = has_folios(map, block);
	struct mix all = { { 0 } };

	add_pageblock(walk, block, &all);
	for (unsigned int i = 0; i < NR_MOBILITIES; i++) {
		struct mix mix = { { 0 } };

		if (all.nr[i] != zonemap_block_pages(map, block))
			continue;
		mix.nr[i] = size;
		for (; pfn < end; pfn += size) {
			mix.is_folio = folios && is_in_folio(map, pfn, walk->order);
			walk->each(&mix, walk->arg);
		}
	}
	for (; pfn < end; pfn += size) {
		struct mix mix = { { 0 } };

		add_pages(walk, zonemap_at(map, pfn), size, &mix);
		mix.is_folio = folios && is_in_folio(map, pfn, walk->order);
		walk->each(&mix, walk->arg);
	}
}

/* Calls each for the blocks in [pfn, end).  Always inline, as is what it calls, so that each is. */
static inline __attribute__((always_inline)) void
walk_blocks(const struct zonemap *map, uint64_t pfn, uint64_t end, unsigned int order,
	    uint32_t staying, each_block each, void *arg)
{
	uint8_t own[256];
	struct walk walk = { .map = map, .order = order, .each = each, .arg = arg,
			     .field_of = fields_of(staying, own) };
	uint64_t next;

	pfn = bits_align_up(pfn, order);
	end = bits_align_down(end, order);
	if (pfn >= end)
		return;
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

#define FOLIOS NR_MOBILITIES /* after the pages by mobility: pageblocks that are in a folio */

static void count_mix(const struct zonemap *map, uint64_t pfn, uint64_t end,
		      const struct tally_kind *kind, uint16_t *values)
{
	uint8_t own[256];
	struct walk walk = { .map = map, .field_of = fields_of(kind->variant, own) };
	size_t block = zonemap_block_of(map, pfn), last = zonemap_block_of(map, end - 1);
	struct mix mix = { { 0 } };

	for (; block <= last; block++) {
		add_pageblock(&walk, block, &mix);
		values[FOLIOS] += is_in_folio(map, zonemap_block_first(map, block),
					      map->pageblock_order);
	}
	for (unsigned int i = 0; i < NR_MOBILITIES; i++)
		values[i] = (uint16_t)mix.nr[i];
}

/* Blocks of one or more sections. */
struct walk_sections {
	uint64_t first, end;   /* from the first to the end of the last block */
	unsigned int order;
	struct mix mix;        /* of the present block so far */
	each_block each;
	void *arg;
};

static void add_section(uint64_t pfn, uint64_t end, const uint16_t *values, void *arg)
{
	struct walk_sections *walk = arg;

	if (pfn < walk->first || end > walk->end)
		return;
	for (unsigned int i = 0; i < NR_MOBILITIES; i++)
		walk->mix.nr[i] += values[i];
	walk->mix.is_folio |= values[FOLIOS] > 0;
	if (bits_align_down(end, walk->order) != end)
		return;
	walk->each(&walk->mix, walk->arg);
	walk->mix = (struct mix){ { 0 } };
}

/* Calls each for every block of the zone. */
static void walk_all(const struct zonemap *map, unsigned int order, uint32_t staying,
		     each_block each, void *arg)
{
	const struct tally_kind mix = { .nr_values = NR_MOBILITIES + 1, .count = count_mix,
					.variant = staying };
	struct walk_sections walk = { .order = order, .each = each, .arg = arg };

	if (order > 52)
		return; /* larger than any memory */
	if (order < tally_section_order(map)) {
		walk_blocks(map, map->start_pfn, zonemap_end(map), order, staying, each, arg);
		return;
	}
	walk.first = bits_align_up(map->start_pfn, order);
	walk.end = bits_align_down(zonemap_end(map), order);
	tally_each(map, TALLY_MIX, &mix, add_section, &walk);
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
static uint64_t cheapest_moves_walked(const struct zonemap *map, unsigned int order,
				      uint32_t staying, uint64_t nr)
{
	struct buckets buckets = { .bits = order };
	uint64_t moves = 0;

	while (nr) {
		unsigned int i = 0;

		buckets.shift = buckets.bits > BUCKET_BITS ? buckets.bits - BUCKET_BITS : 0;
		memset(buckets.nr, 0, sizeof(buckets.nr));
		memset(buckets.moves, 0, sizeof(buckets.moves));
		walk_all(map, order, staying, add_cost, &buckets);
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

/* --- blocks counted by their cost --- */

/* Values of the tally: blocks that can be emptied with 0, 1, … 2^order page moves; then these. */
enum { COSTS_BLOCKED, COSTS_FOLIO, COSTS_UNKNOWN, NR_COSTS_MORE };

struct costs {
	uint64_t size;         /* 2^order */
	uint16_t *values;
};

static void add_to_costs(const struct mix *mix, void *arg)
{
	const struct costs *costs = arg;

	if (mix->nr[MOBILITY_NONE])
		return;
	/* a thread that reads the block at this moment may have counted a page twice */
	if (is_clearable(mix) && mix->nr[MOBILITY_MOVABLE] <= costs->size) {
		costs->values[mix->nr[MOBILITY_MOVABLE]]++;
		return;
	}
	costs->values[costs->size + 1 + COSTS_BLOCKED]++;
	costs->values[costs->size + 1 + COSTS_FOLIO] += mix->is_folio;
	costs->values[costs->size + 1 + COSTS_UNKNOWN] += !mix->nr[MOBILITY_UNMOVABLE] &&
							  !mix->is_folio;
}

static void count_costs(const struct zonemap *map, uint64_t pfn, uint64_t end,
			const struct tally_kind *kind, uint16_t *values)
{
	struct costs costs = { 1ULL << kind->order, values };

	walk_blocks(map, pfn, end, kind->order, kind->variant, add_to_costs, &costs);
}

static void sum_costs(const struct zonemap *map, unsigned int order, uint32_t staying,
		      uint64_t sum[TALLY_VALUES_MAX])
{
	struct tally_kind kind = {
		.nr_values = (1ULL << order) + 1 + NR_COSTS_MORE,
		.count = count_costs,
		.order = order,
		.variant = staying,
	};

	tally_sum(map, TALLY_COSTS + order, &kind, sum);
}

static void survey_costs(const struct zonemap *map, unsigned int order, uint32_t staying,
			 struct contig_outlook *out)
{
	uint64_t sum[TALLY_VALUES_MAX];
	const uint64_t *more = sum + (1ULL << order) + 1;

	sum_costs(map, order, staying, sum);
	out->now = sum[0];
	for (uint64_t cost = 0; cost <= 1ULL << order; cost++)
		out->clearable += sum[cost];
	out->blocked = more[COSTS_BLOCKED];
	out->blocked_folio = more[COSTS_FOLIO];
	out->blocked_unknown = more[COSTS_UNKNOWN];
}

/* Page moves that empty the nr cheapest of the blocks that can be emptied; there are as many. */
static uint64_t cheapest_moves(const struct zonemap *map, unsigned int order, uint32_t staying,
			       uint64_t nr)
{
	uint64_t sum[TALLY_VALUES_MAX], moves = 0;

	if (order > TALLY_ORDER_MAX)
		return cheapest_moves_walked(map, order, staying, nr);
	sum_costs(map, order, staying, sum);
	for (uint64_t cost = 1; nr && cost <= 1ULL << order; cost++) {
		uint64_t take = sum[cost] < nr ? sum[cost] : nr;

		moves += take * cost;
		nr -= take;
	}
	return moves;
}

/* --- what is asked --- */

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
	if (order <= TALLY_ORDER_MAX)
		survey_costs(map, order, staying, out);
	else
		walk_all(map, order, staying, count_block, out);
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
