// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * residue - counting free memory by its place on the scanner's grid.
 *
 * Histograms over 512 residues are sums over windows of 512 aligned pages: each place of a window
 * has a byte for every kind of page that is common there, so that adding a window takes a few
 * vector instructions per 16 pages.  Blocks of order 4 and more begin at every 16th page only and
 * are looked at one by one.  What is told per pageblock comes from its columns; only the second
 * sample needs the heads of a blind block again.  All that adds up is a tally, counted anew only
 * where pages were read.
 */
#include "fragscope/residue.h"

#include <math.h>
#include <string.h>

#include "fragscope/bits.h"

#include "codes.h"
#include "tally.h"
#include "zonemap.h"

#define WINDOW       RESIDUE_STRIDE_MAX
#define WINDOW_ORDER (RESIDUE_NR_STRIDES - 1)
#define SMALL_ORDERS 4
#define LARGE_ORDERS (32 - WINDOW_ORDER)

/* One section's numbers; all add up. */
struct counts {
	uint16_t pages[WINDOW], heads[WINDOW];
	uint16_t head_pages[WINDOW];              /* of blocks within a window */
	uint16_t large[LARGE_ORDERS];             /* heads of order WINDOW_ORDER + i, in no other
						   * number: their pages may be too many */
	uint16_t blind_blocks[RESIDUE_NR_STRIDES]; /* as in struct residue */
	uint16_t blind_pages[RESIDUE_NR_STRIDES];
	uint16_t hits[RESIDUE_NR_STRIDES];        /* offsets from which a second sample of a blind
						   * block finds a head */
	uint16_t free_pages, blocks_with_free;
};

#define NR_COUNTS (sizeof(struct counts) / sizeof(uint16_t))

/* The sums of all sections. */
struct sums {
	uint64_t pages[WINDOW], heads[WINDOW], head_pages[WINDOW];
	uint64_t large[LARGE_ORDERS];
	uint64_t blind_blocks[RESIDUE_NR_STRIDES], blind_pages[RESIDUE_NR_STRIDES];
	uint64_t hits[RESIDUE_NR_STRIDES];
	uint64_t free_pages, blocks_with_free;
};

_Static_assert(sizeof(struct sums) == NR_COUNTS * sizeof(uint64_t), "both have the same rows");
_Static_assert(NR_COUNTS <= TALLY_VALUES_MAX, "a tally holds them");

/* Windows added up; a section has at most 64, so that bytes hold them. */
struct windows {
	uint8_t tails[WINDOW];
	uint8_t heads[SMALL_ORDERS][WINDOW];
};

static void add_windows(const struct windows *windows, struct counts *out)
{
	for (unsigned int i = 0; i < WINDOW; i++) {
		unsigned int heads = 0, pages = 0;

		for (unsigned int o = 0; o < SMALL_ORDERS; o++) {
			heads += windows->heads[o][i];
			pages += (unsigned int)windows->heads[o][i] << o;
		}
		out->pages[i] = (uint16_t)(out->pages[i] + windows->tails[i] + heads);
		out->heads[i] = (uint16_t)(out->heads[i] + heads);
		out->head_pages[i] = (uint16_t)(out->head_pages[i] + pages);
	}
}

/* Adds 1 to the bytes whose page has that code. */
static inline void add_code(uint8_t *bytes, codes_bytes v, page_code code)
{
	codes_bytes sum = codes_load(bytes) - (codes_bytes)(v == codes_splat(code));

	memcpy(bytes, &sum, sizeof(sum));
}

/* A head of an order that only every 16th page can have. */
static void add_head(unsigned int i, unsigned int order, struct counts *out)
{
	if (order >= WINDOW_ORDER) {
		out->large[order - WINDOW_ORDER]++;
		return;
	}
	out->pages[i]++;
	out->heads[i]++;
	out->head_pages[i] = (uint16_t)(out->head_pages[i] + (1U << order));
}

static void add_window(struct windows *windows, const page_code *codes, struct counts *out)
{
	for (unsigned int i = 0; i < WINDOW; i += CODES_LANES) {
		codes_bytes v = codes_load(codes + i);

		add_code(windows->tails + i, v, PAGE_FREE);
		for (unsigned int o = 0; o < SMALL_ORDERS; o++)
			add_code(windows->heads[o] + i, v, (page_code)(PAGE_CODE_FREE_HEAD | o));
		if (code_is_free_head(codes[i]) && page_code_order(codes[i]) >= SMALL_ORDERS)
			add_head(i, (unsigned int)page_code_order(codes[i]), out);
	}
}

static bool any_free(const struct zonemap *map, uint64_t pfn, uint64_t end)
{
	size_t last = zonemap_block_of(map, end - 1);

	for (size_t block = zonemap_block_of(map, pfn); block <= last; block++)
		if (map->free[block])
			return true;
	return false;
}

static void count_windows(const struct zonemap *map, uint64_t pfn, uint64_t end,
			  struct counts *out)
{
	struct windows windows = { { 0 } };
	uint64_t next;

	for (; pfn < end; pfn = next) {
		const page_code *codes = zonemap_at(map, pfn);
		page_code edge[WINDOW];

		next = bits_align_down(pfn, WINDOW_ORDER) + WINDOW;
		if (next > end)
			next = end;
		if (!any_free(map, pfn, next))
			continue;
		if (next - pfn < WINDOW) {
			memset(edge, PAGE_HOLE, sizeof(edge));
			memcpy(edge + pfn % WINDOW, codes, next - pfn);
			codes = edge;
		}
		add_window(&windows, codes, out);
	}
	add_windows(&windows, out);
}

/* A stride wider than the pageblock samples its first page only, as one of its size does. */
static unsigned int stride_order(const struct zonemap *map, unsigned int order)
{
	return order < map->pageblock_order ? order : map->pageblock_order;
}

static void count_seen(const struct zonemap *map, struct residue *out)
{
	for (unsigned int k = 0; k < RESIDUE_NR_STRIDES; k++)
		for (unsigned int i = 0; i < WINDOW; i += 1U << stride_order(map, k))
			out->seen_pages[k] += out->head_pages[i];
}

/* Pages that the scanner leaps over at once when it samples their head. */
static bool has_folios(const struct zonemap *map, size_t block)
{
	return !map->blocks_only && (map->count[PAGE_ANON_LARGE][block] ||
				     map->count[PAGE_FILE_LARGE][block] ||
				     map->count[PAGE_HUGETLB][block]);
}

/* Walks as isolate_freepages_block() does until it meets a free head. */
static bool walk_meets_head(const struct zonemap *map, size_t block, unsigned int stride)
{
	uint64_t first = zonemap_block_first(map, block);
	uint64_t offset = first - zonemap_block_pfn(map, block);
	uint64_t nr = zonemap_block_pages(map, block);
	const page_code *codes = zonemap_at(map, first);
	uint64_t at = bits_align_up(offset, bits_log2(stride)) - offset;

	for (; at < nr; at += stride) {
		if (code_is_free_head(codes[at]))
			return true;
		/* a folio that reaches out of the block is not leapt over */
		if (codes[at] >= PAGE_CODE_ANON_HEAD &&
		    at + (1ULL << page_code_order(codes[at])) <= nr)
			at += (1ULL << page_code_order(codes[at])) - 1;
	}
	return false;
}

static bool is_blind(const struct zonemap *map, size_t block, unsigned int order)
{
	/* suitable_migration_target() leaves out what is free as a whole, and nothing is lost by
	 * it; a block inside a larger free one, which has no head, is scanned for nothing */
	if (!map->free[block] || map->largest[block] > map->pageblock_order + 1)
		return false;
	if (has_folios(map, block))
		return !walk_meets_head(map, block, 1U << stride_order(map, order));
	return map->head_align[block] <= stride_order(map, order);
}

/* Offsets of free heads in a pageblock modulo 512, as bits. */
struct offsets {
	uint64_t bits[WINDOW / 64];
};

static struct offsets head_offsets(const struct zonemap *map, size_t block)
{
	uint64_t pfn = zonemap_block_first(map, block);
	unsigned int offset = (unsigned int)(pfn - zonemap_block_pfn(map, block));
	unsigned int nr = zonemap_block_pages(map, block), i = 0;
	const page_code *codes = zonemap_at(map, pfn);
	struct offsets offsets = { { 0 } };

	while (i < nr) {
		unsigned int at = (offset + i) % WINDOW;
		unsigned int n = 64 - at % 64 < nr - i ? 64 - at % 64 : nr - i;

		offsets.bits[at / 64] |= codes_head_bits(codes + i, n) << at % 64;
		i += n;
	}
	return offsets;
}

/* Folds offsets modulo 2^(order + 1) to offsets modulo 2^order. */
static void fold_offsets(struct offsets *offsets, unsigned int order)
{
	if (order < 6) {
		offsets->bits[0] |= offsets->bits[0] >> (1U << order);
		offsets->bits[0] &= (1ULL << (1U << order)) - 1;
		return;
	}
	for (unsigned int i = 0; i < 1U << (order - 6); i++)
		offsets->bits[i] |= offsets->bits[i + (1U << (order - 6))];
}

/* How many of the offsets but 0 have a head; offsets are modulo 2^order. */
static unsigned int count_offsets(const struct offsets *offsets, unsigned int order)
{
	unsigned int nr_words = order < 6 ? 1 : 1U << (order - 6);
	unsigned int nr = 0;

	for (unsigned int i = 0; i < nr_words; i++)
		nr += (unsigned int)__builtin_popcountll(offsets->bits[i]);
	return nr - (unsigned int)(offsets->bits[0] & 1);
}

static void add_second_samples(const struct zonemap *map, size_t block, struct counts *out)
{
	struct offsets offsets = head_offsets(map, block);

	for (unsigned int k = WINDOW_ORDER; k; k--) {
		if (is_blind(map, block, k))
			out->hits[k] = (uint16_t)(out->hits[k] + count_offsets(&offsets, k));
		else if (!has_folios(map, block))
			return;
		fold_offsets(&offsets, k - 1);
	}
}

static void add_blind_block(const struct zonemap *map, size_t block, struct counts *out)
{
	bool any = false;

	for (unsigned int k = WINDOW_ORDER;; k--) {
		bool blind = is_blind(map, block, k);

		out->blind_blocks[k] += blind;
		if (blind)
			out->blind_pages[k] = (uint16_t)(out->blind_pages[k] + map->free[block]);
		any |= blind;
		/* without folios, what is seen at one stride is seen at all smaller ones */
		if (!k || (!blind && !has_folios(map, block)))
			break;
	}
	if (any)
		add_second_samples(map, block, out);
}

static void add_block(const struct zonemap *map, size_t block, struct counts *out)
{
	if (!map->free[block])
		return;
	out->free_pages = (uint16_t)(out->free_pages + map->free[block]);
	out->blocks_with_free++;
	add_blind_block(map, block, out);
}

static void count_section(const struct zonemap *map, uint64_t pfn, uint64_t end,
			  const struct tally_kind *kind, uint16_t *values)
{
	size_t last = zonemap_block_of(map, end - 1);
	struct counts counts = { { 0 } };

	(void)kind;
	count_windows(map, pfn, end, &counts);
	for (size_t block = zonemap_block_of(map, pfn); block <= last; block++)
		add_block(map, block, &counts);
	memcpy(values, &counts, sizeof(counts));
}

#define COMMON_PAGES 1024 /* pageblocks up to this size are summed up by their free pages */

/*
 * One more free page changes the probability by a factor:
 * P(f + 1) = P(f) (B - m - f) / (B - f), P(0) = 1, for m samples of B pages.
 */
static void add_random(const uint32_t *nr_blocks, unsigned int nr_pages, double *random_blind)
{
	for (unsigned int k = 0; k < RESIDUE_NR_STRIDES; k++) {
		unsigned int samples = (nr_pages + (1U << k) - 1) >> k;
		double blind = 1;

		for (unsigned int f = 0; f < nr_pages - samples; f++) {
			blind *= (double)(nr_pages - samples - f) / (nr_pages - f);
			random_blind[k] += blind * nr_blocks[f + 1];
		}
	}
}

static void count_random(const struct zonemap *map, struct residue *out)
{
	unsigned int full = 1U << map->pageblock_order;
	uint32_t nr_blocks[COMMON_PAGES + 1] = { 0 }; /* by free pages */

	for (size_t block = 0; block < map->nr_blocks; block++) {
		unsigned int nr = zonemap_block_pages(map, block);
		unsigned int used = nr - map->free[block];

		if (!map->free[block])
			continue;
		if (nr == full && nr <= COMMON_PAGES) {
			nr_blocks[map->free[block]]++;
			continue;
		}
		for (unsigned int k = 0; k < RESIDUE_NR_STRIDES; k++)
			out->random_blind[k] += residue_random_blind(nr, used, 1U << k);
	}
	if (full <= COMMON_PAGES)
		add_random(nr_blocks, full, out->random_blind);
}

/* Blocks of a window and more begin at residue 0; the tails were counted with the others. */
static void add_large(const struct sums *sums, struct residue *out)
{
	for (unsigned int i = 0; i < LARGE_ORDERS; i++) {
		out->heads[0] += sums->large[i];
		out->pages[0] += sums->large[i];
		out->head_pages[0] += sums->large[i] << (WINDOW_ORDER + i);
	}
}

void residue_compute(const struct zonemap *map, struct residue *out)
{
	static const struct tally_kind kind = { .nr_values = NR_COUNTS, .count = count_section };
	struct sums sums;

	memset(out, 0, sizeof(*out));
	tally_sum(map, TALLY_RESIDUE, &kind, (uint64_t *)&sums);
	memcpy(out->pages, sums.pages, sizeof(out->pages));
	memcpy(out->heads, sums.heads, sizeof(out->heads));
	memcpy(out->head_pages, sums.head_pages, sizeof(out->head_pages));
	memcpy(out->blind_blocks, sums.blind_blocks, sizeof(out->blind_blocks));
	memcpy(out->blind_pages, sums.blind_pages, sizeof(out->blind_pages));
	out->free_pages = sums.free_pages;
	out->blocks_with_free = sums.blocks_with_free;
	add_large(&sums, out);
	for (unsigned int k = 0; k < RESIDUE_NR_STRIDES; k++) {
		double hits = k ? (double)sums.hits[k] / ((1U << k) - 1) : 0;

		out->resampled_blind[k] = (uint64_t)llround((double)sums.blind_blocks[k] - hits);
	}
	count_seen(map, out);
	count_random(map, out);
}

void residue_add(struct residue *sum, const struct residue *part)
{
	for (unsigned int i = 0; i < RESIDUE_STRIDE_MAX; i++) {
		sum->heads[i] += part->heads[i];
		sum->head_pages[i] += part->head_pages[i];
		sum->pages[i] += part->pages[i];
	}
	for (unsigned int k = 0; k < RESIDUE_NR_STRIDES; k++) {
		sum->seen_pages[k] += part->seen_pages[k];
		sum->blind_blocks[k] += part->blind_blocks[k];
		sum->blind_pages[k] += part->blind_pages[k];
		sum->random_blind[k] += part->random_blind[k];
		sum->resampled_blind[k] += part->resampled_blind[k];
	}
	sum->free_pages += part->free_pages;
	sum->blocks_with_free += part->blocks_with_free;
}

void residue_fold(const uint64_t hist[RESIDUE_STRIDE_MAX], unsigned int stride, uint64_t *out)
{
	memset(out, 0, stride * sizeof(*out));
	for (unsigned int i = 0; i < RESIDUE_STRIDE_MAX; i++)
		out[i % stride] += hist[i];
}

double residue_random_blind(unsigned int nr_pages, unsigned int nr_used, unsigned int stride)
{
	unsigned int samples = stride ? nr_pages / stride + (nr_pages % stride > 0) : 0;
	unsigned int nr_free = nr_used < nr_pages ? nr_pages - nr_used : 0;
	/* C(B - m, f) / C(B, f) is symmetric in m and f: the shorter product will do */
	unsigned int few = samples < nr_free ? samples : nr_free;
	unsigned int many = samples < nr_free ? nr_free : samples;
	double blind = 1;

	if (many > nr_pages - few)
		return 0;
	for (unsigned int i = 0; i < few && blind > 0; i++)
		blind *= (double)(nr_pages - many - i) / (nr_pages - i);
	return blind;
}

bool residue_block_blind(const struct zonemap *map, size_t block, unsigned int stride)
{
	return is_blind(map, block, stride ? bits_log2(stride) : 0);
}

double residue_second_chance(const struct zonemap *map, size_t block, unsigned int stride)
{
	unsigned int order = stride ? bits_log2(stride) : 0;
	struct offsets offsets = head_offsets(map, block);

	if (order > WINDOW_ORDER)
		order = WINDOW_ORDER;
	for (unsigned int k = WINDOW_ORDER; k > order; k--)
		fold_offsets(&offsets, k - 1);
	return order ? (double)count_offsets(&offsets, order) / ((1U << order) - 1) : 0;
}

void residue_count_visits(const struct zonemap *map, unsigned int stride,
			  struct residue_visits *out)
{
	memset(out, 0, sizeof(*out));
	for (size_t block = 0; block < map->nr_blocks; block++) {
		out->blocks += map->visits[block] != 0;
		if (!map->misses[block])
			continue;
		out->missed_blocks++;
		out->missed_pages += map->free[block];
		out->predicted += residue_block_blind(map, block, stride);
	}
}
