// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * contig - runs of free pages.
 *
 * A run goes on over the borders of free blocks and of pageblocks.  Pageblocks that are free as a
 * whole, or not at all, are passed over by their column; the others go 64 pages at a time.
 */
#include "fragscope/contig.h"

#include <string.h>

#include "fragscope/bits.h"

#include "codes.h"
#include "zonemap.h"

typedef void (*each_run)(uint64_t pfn, uint64_t end, void *arg);

struct walk {
	each_run each;
	void *arg;
	uint64_t run;  /* where the present run began, if there is one */
	bool in_run;
	uint64_t nr_singles; /* runs of one page, which each() does not get: they are the most
			      * common and a few shifts count them */
};

static inline void enter(struct walk *walk, uint64_t pfn)
{
	walk->run = pfn;
	walk->in_run = true;
}

static inline void leave(struct walk *walk, uint64_t pfn)
{
	if (walk->in_run)
		walk->each(walk->run, pfn, walk->arg);
	walk->in_run = false;
}

/* bit i of bits: page pfn + i is free; bits from nr on are 0 */
static void walk_bits(struct walk *walk, uint64_t pfn, uint64_t bits, unsigned int nr)
{
	/* not at the ends, where a neighbour is out of sight */
	uint64_t singles = bits & ~(bits << 1 | bits >> 1) & ~(1ULL | 1ULL << (nr - 1));
	unsigned int i = 0;

	walk->nr_singles += (unsigned int)__builtin_popcountll(singles);
	bits &= ~singles;
	while (i < nr) {
		/* how long it stays as it is */
		uint64_t differ = (walk->in_run ? ~bits : bits) >> i;

		i += differ ? (unsigned int)__builtin_ctzll(differ) : 64;
		if (i >= nr)
			return;
		if (walk->in_run)
			leave(walk, pfn + i);
		else
			enter(walk, pfn + i);
	}
}

/* Calls each for every run but those of one page that it counts; returns how many it counted. */
static uint64_t walk_runs(const struct zonemap *map, each_run each, void *arg)
{
	struct walk walk = { .each = each, .arg = arg };

	for (size_t block = 0; block < map->nr_blocks; block++) {
		uint64_t pfn = zonemap_block_first(map, block);
		unsigned int nr = zonemap_block_pages(map, block);
		const page_code *codes = zonemap_at(map, pfn);

		if (!map->free[block]) {
			leave(&walk, pfn);
			continue;
		}
		if (map->free[block] == nr) {
			if (!walk.in_run)
				enter(&walk, pfn);
			continue;
		}
		for (unsigned int i = 0; i < nr; i += 64) {
			unsigned int n = nr - i < 64 ? nr - i : 64;

			walk_bits(&walk, pfn + i, codes_free_bits(codes + i, n), n);
		}
	}
	leave(&walk, zonemap_end(map));
	return walk.nr_singles;
}

static void count_run(uint64_t pfn, uint64_t end, void *arg)
{
	struct contig_histogram *hist = arg;
	uint64_t nr = end - pfn;
	unsigned int bucket = bits_log2(nr);

	if (bucket >= CONTIG_BUCKETS)
		bucket = CONTIG_BUCKETS - 1;
	hist->runs[bucket]++;
	hist->pages[bucket] += nr;
	if (hist->longest < nr)
		hist->longest = nr;
}

void contig_histogram(const struct zonemap *map, struct contig_histogram *hist)
{
	uint64_t singles;

	memset(hist, 0, sizeof(*hist));
	singles = walk_runs(map, count_run, hist);
	hist->runs[0] += singles;
	hist->pages[0] += singles;
	if (singles && !hist->longest)
		hist->longest = 1;
}

struct wanted {
	uint64_t nr_pages;
	unsigned int align;  /* order */
	uint64_t stride;     /* from one block's start to the next one's */
	uint64_t nr_blocks;  /* found */
};

static void count_blocks(uint64_t pfn, uint64_t end, void *arg)
{
	struct wanted *wanted = arg;
	uint64_t first = bits_align_up(pfn, wanted->align);

	if (first < end && end - first >= wanted->nr_pages)
		wanted->nr_blocks += (end - first - wanted->nr_pages) / wanted->stride + 1;
}

uint64_t contig_blocks_now(const struct zonemap *map, uint64_t nr_pages)
{
	struct wanted wanted = { .nr_pages = nr_pages };
	uint64_t singles;

	if (!nr_pages || nr_pages > map->nr_pages)
		return 0;
	wanted.align = bits_log2(nr_pages);
	wanted.stride = bits_align_up(nr_pages, wanted.align);
	singles = walk_runs(map, count_blocks, &wanted);
	return wanted.nr_blocks + (nr_pages == 1 ? singles : 0);
}
