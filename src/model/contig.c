// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * contig - runs of free pages.
 *
 * A run goes on over the borders of free blocks and of pageblocks.  Pageblocks that are free as a
 * whole, or not at all, are passed over by their column; the others go 64 pages at a time.
 *
 * The histogram is a tally: a section counts the runs inside it and says how long those at its two
 * ends are, which are then put together from section to section.
 */
#include "fragscope/contig.h"

#include <string.h>

#include "fragscope/bits.h"

#include "codes.h"
#include "tally.h"
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

/* Calls each for every run in the pageblocks from first to last but those of one page that it
 * counts; returns how many it counted. */
static uint64_t walk_runs(const struct zonemap *map, size_t first, size_t last, each_run each,
			  void *arg)
{
	struct walk walk = { .each = each, .arg = arg };

	for (size_t block = first; block <= last; block++) {
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
	leave(&walk, zonemap_block_first(map, last) + zonemap_block_pages(map, last));
	return walk.nr_singles;
}

#define SECTION_BUCKETS 16 /* a section's runs have at most 2^15 pages */

/* The values of one section. */
struct counts {
	uint16_t runs[SECTION_BUCKETS], pages[SECTION_BUCKETS]; /* of runs that touch no end */
	uint16_t longest;
	uint16_t at_start, at_end; /* pages of the runs that do; both the same if all is free */
};

#define NR_COUNTS (sizeof(struct counts) / sizeof(uint16_t))

struct section {
	uint64_t pfn, end;
	struct counts counts;
};

static void count_in_section(uint64_t pfn, uint64_t end, void *arg)
{
	struct section *section = arg;
	struct counts *counts = &section->counts;
	uint16_t nr = (uint16_t)(end - pfn);
	unsigned int bucket = bits_log2(nr);

	if (pfn == section->pfn)
		counts->at_start = nr;
	if (end == section->end)
		counts->at_end = nr;
	if (pfn == section->pfn || end == section->end)
		return;
	counts->runs[bucket]++;
	counts->pages[bucket] = (uint16_t)(counts->pages[bucket] + nr);
	if (counts->longest < nr)
		counts->longest = nr;
}

static void count_section(const struct zonemap *map, uint64_t pfn, uint64_t end,
			  const struct tally_kind *kind, uint16_t *values)
{
	struct section section = { pfn, end, { .longest = 0 } };
	struct counts *counts = &section.counts;
	uint64_t singles;

	(void)kind;
	singles = walk_runs(map, zonemap_block_of(map, pfn), zonemap_block_of(map, end - 1),
			    count_in_section, &section);
	counts->runs[0] = (uint16_t)(counts->runs[0] + singles);
	counts->pages[0] = (uint16_t)(counts->pages[0] + singles);
	if (singles && !counts->longest)
		counts->longest = 1;
	memcpy(values, counts, sizeof(*counts));
}

struct joining {
	struct contig_histogram *hist;
	uint64_t run;      /* pages of the run that reaches the end of the last section */
};

static void count_run(struct joining *joining)
{
	struct contig_histogram *hist = joining->hist;
	uint64_t nr = joining->run;
	unsigned int bucket;

	if (!nr)
		return;
	bucket = bits_log2(nr);
	if (bucket >= CONTIG_BUCKETS)
		bucket = CONTIG_BUCKETS - 1;
	hist->runs[bucket]++;
	hist->pages[bucket] += nr;
	if (hist->longest < nr)
		hist->longest = nr;
	joining->run = 0;
}

static void join_section(uint64_t pfn, uint64_t end, const uint16_t *values, void *arg)
{
	struct joining *joining = arg;
	struct counts counts;

	memcpy(&counts, values, sizeof(counts));
	joining->run += counts.at_start;
	if (counts.at_start == end - pfn)
		return;
	count_run(joining);
	joining->run = counts.at_end;
	for (unsigned int i = 0; i < SECTION_BUCKETS; i++) {
		joining->hist->runs[i] += counts.runs[i];
		joining->hist->pages[i] += counts.pages[i];
	}
	if (joining->hist->longest < counts.longest)
		joining->hist->longest = counts.longest;
}

void contig_histogram(const struct zonemap *map, struct contig_histogram *hist)
{
	static const struct tally_kind kind = { .nr_values = NR_COUNTS, .count = count_section };
	struct joining joining = { .hist = hist };

	memset(hist, 0, sizeof(*hist));
	tally_each(map, TALLY_RUNS, &kind, join_section, &joining);
	count_run(&joining);
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
	singles = walk_runs(map, 0, map->nr_blocks - 1, count_blocks, &wanted);
	return wanted.nr_blocks + (nr_pages == 1 ? singles : 0);
}
