// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_frame.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_ORDER   10
#define SLICE_ORDER 15 /* pages filled at a time; no free block is larger */

struct made_zone {
	struct made *made;
	struct zonemap *map;
	uint32_t random;
};

static void die(const char *what)
{
	fprintf(stderr, "made_frame: %s\n", what);
	abort();
}

static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* How the pages of a stretch of pageblocks are used: the n-th page of the zone's filling. */
typedef page_code fill_fn(struct made_zone *zone, uint64_t pfn);

static page_code fill_free(struct made_zone *zone, uint64_t pfn)
{
	(void)zone;
	return pfn % (1 << MAX_ORDER) ? PAGE_FREE : PAGE_CODE_FREE_HEAD | MAX_ORDER;
}

static page_code fill_reserved(struct made_zone *zone, uint64_t pfn)
{
	(void)zone;
	(void)pfn;
	return PAGE_RESERVED;
}

static page_code fill_hole(struct made_zone *zone, uint64_t pfn)
{
	(void)zone;
	(void)pfn;
	return PAGE_HOLE;
}

/* One page in eight free, always at the same place, where stride 32 never looks. */
static page_code fill_blind(struct made_zone *zone, uint64_t pfn)
{
	(void)zone;
	return pfn % 8 == 4 ? PAGE_CODE_FREE_HEAD : pfn % 512 == 1 ? PAGE_PINNED : PAGE_ANON;
}

static page_code fill_thp(struct made_zone *zone, uint64_t pfn)
{
	(void)zone;
	return pfn % 512 ? PAGE_ANON_LARGE : PAGE_CODE_ANON_HEAD | 9;
}

/* Small folios of page cache with pairs of free pages between them. */
static page_code fill_cache(struct made_zone *zone, uint64_t pfn)
{
	static const page_code pattern[16] = {
		PAGE_FILE, PAGE_FILE, PAGE_CODE_FREE_HEAD | 1, PAGE_FREE,
		PAGE_CODE_FILE_HEAD | 2, PAGE_FILE_LARGE, PAGE_FILE_LARGE, PAGE_FILE_LARGE,
		PAGE_FILE, PAGE_FILE, PAGE_FILE, PAGE_FILE,
		PAGE_FILE, PAGE_FILE, PAGE_FILE, PAGE_FILE,
	};

	(void)zone;
	return pattern[pfn % 16];
}

/* What an old machine looks like: everything next to everything. */
static page_code fill_aged(struct made_zone *zone, uint64_t pfn)
{
	static const page_code used[] = { PAGE_ANON, PAGE_ANON, PAGE_ANON, PAGE_FILE, PAGE_FILE,
					  PAGE_SLAB, PAGE_NOFLAGS, PAGE_ANON };
	uint32_t random = next_random(&zone->random);

	if (random % 8 < (pfn >> 13) % 6)
		return PAGE_CODE_FREE_HEAD;
	/* few pageblocks hold kernel objects */
	if ((pfn >> 9) % 5)
		return used[(random >> 8) % 5];
	return used[(random >> 8) % (sizeof(used) / sizeof(used[0]))];
}

static page_code fill_slab(struct made_zone *zone, uint64_t pfn)
{
	(void)zone;
	return pfn % 64 == 63 ? PAGE_PGTABLE : pfn % 128 == 5 ? PAGE_CODE_FREE_HEAD : PAGE_SLAB;
}

static const struct {
	unsigned int nr_blocks;
	fill_fn *fill;
	uint8_t type;      /* of the frame's migratetypes */
	uint32_t age_ms;   /* when it was read, before MADE_NOW_MS */
} stretches[] = {
	{ 64, fill_reserved, 0, 60000 }, { 128, fill_slab, 0, 60000 },
	{ 256, fill_thp, 1, 30000 },     { 256, fill_cache, 1, 30000 },
	{ 256, fill_blind, 1, 8000 },    { 512, fill_aged, 1, 2000 },
	{ 64, fill_slab, 2, 2000 },      { 256, fill_free, 1, 500 },
};

/* Free pages that are heads of order 0 may stand side by side; the map must hold merged blocks. */
static void settle_free(page_code *codes, uint64_t pfn, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		bool twin = i + 1 < nr && codes[i] == PAGE_CODE_FREE_HEAD &&
			    codes[i + 1] == PAGE_CODE_FREE_HEAD;

		if (twin && (pfn + i) % 2 == 0)
			codes[i + 1] = PAGE_ANON;
	}
}

static void fill(struct made_zone *zone, uint64_t pfn, uint64_t nr, fill_fn *fill_page,
		 uint32_t read_ms)
{
	page_code *codes = malloc(1 << SLICE_ORDER);

	if (!codes)
		die("no memory");
	while (nr) {
		uint64_t room = (1ULL << SLICE_ORDER) - pfn % (1ULL << SLICE_ORDER);
		size_t part = (size_t)(nr < room ? nr : room);

		for (size_t i = 0; i < part; i++)
			codes[i] = fill_page(zone, pfn + i);
		settle_free(codes, pfn, part);
		zonemap_ingest_codes(zone->map, pfn, codes, part, read_ms);
		pfn += part;
		nr -= part;
		zone->made->pagemap->nr_read += part;
	}
	free(codes);
}

static struct made_zone add_zone(struct made *made, int node, const char *name, uint64_t start_pfn,
				 uint64_t nr_pages, unsigned int pageblock_order)
{
	struct err err = { "" };
	struct zone *zone = frame_add_zone(made->frame, node, span_of(name));
	struct zonemap *map = zonemap_new(start_pfn, nr_pages, pageblock_order,
					  pageblock_order + 1, &err);

	if (!zone || !map || pagemap_add(made->pagemap, map))
		die(err.text);
	map->node = node;
	snprintf(map->name, sizeof(map->name), "%s", name);
	zone->map = map;
	zone->start_pfn = num_known(start_pfn);
	zone->spanned = zone->present = zone->managed = num_known(nr_pages);
	return (struct made_zone){ made, map, 1 };
}

static void sum_free(struct made *made)
{
	for (unsigned int i = 0; i < made->frame->nr_zones; i++) {
		struct zone *zone = made->frame->zones[i];
		uint64_t free = 0;

		for (size_t block = 0; block < zone->map->nr_blocks; block++)
			free += zone->map->free[block];
		zone->free = num_known(free);
	}
}

static void init_frame(struct made *made)
{
	static const char *const types[] = { "Unmovable", "Movable", "Reclaimable", "HighAtomic",
					     "CMA", "Isolate" };

	made->frame = frame_new();
	made->pagemap = pagemap_new();
	if (!made->frame || !made->pagemap)
		die("no memory");
	made->frame->host = "db7";
	made->frame->release = "6.18.44";
	made->frame->live = true;
	made->frame->mono_ns = MADE_NOW_MS * 1000000ULL;
	made->frame->page_size = num_known(4096);
	made->frame->pageblock_order = num_known(MADE_PAGEBLOCK_ORDER);
	made->frame->pagemap = made->pagemap;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		frame_type(made->frame, span_of(types[i]));
}

static void fill_normal(struct made_zone *zone)
{
	uint64_t pfn = MADE_NORMAL_PFN;

	for (size_t i = 0; i < sizeof(stretches) / sizeof(stretches[0]); i++) {
		uint64_t nr = (uint64_t)stretches[i].nr_blocks << MADE_PAGEBLOCK_ORDER;

		fill(zone, pfn, nr, stretches[i].fill, MADE_NOW_MS - stretches[i].age_ms);
		for (unsigned int n = 0; n < stretches[i].nr_blocks; n++)
			zone->map->type[zonemap_block_of(zone->map, pfn) + n] = stretches[i].type;
		pfn += nr;
	}
}

void made_init(struct made *made)
{
	struct made_zone zone;

	init_frame(made);
	zone = add_zone(made, 0, "DMA", 1, 3998, MADE_PAGEBLOCK_ORDER);
	fill(&zone, 1, 31, fill_reserved, MADE_NOW_MS - 90000);
	fill(&zone, 32, 992, fill_slab, MADE_NOW_MS - 90000);
	fill(&zone, 1024, 2048, fill_free, MADE_NOW_MS - 90000);
	fill(&zone, 3072, 927, fill_cache, MADE_NOW_MS - 90000);
	zone = add_zone(made, 0, "DMA32", 0x1000, 0xff000, MADE_PAGEBLOCK_ORDER);
	fill(&zone, 0x1000, 0x3f000, fill_cache, MADE_NOW_MS - 45000);
	fill(&zone, 0x40000, 0x40000, fill_thp, MADE_NOW_MS - 45000);
	fill(&zone, 0x80000, 0x40000, fill_aged, MADE_NOW_MS - 45000);
	fill(&zone, 0xc0000, 0x40000, fill_hole, MADE_NOW_MS - 45000);
	made->frame->zones[MADE_DMA32]->managed = num_known(0xbf000);
	zone = add_zone(made, 0, "Normal", MADE_NORMAL_PFN,
			(uint64_t)MADE_NORMAL_BLOCKS << MADE_PAGEBLOCK_ORDER, MADE_PAGEBLOCK_ORDER);
	fill_normal(&zone);
	zone = add_zone(made, 1, "Normal", 0x200000, 0x40000, MADE_PAGEBLOCK_ORDER);
	fill(&zone, 0x200000, 0x40000, fill_free, MADE_NOW_MS - 1000);
	sum_free(made);
}

static page_code fill_anything(struct made_zone *zone, uint64_t pfn)
{
	uint32_t random = next_random(&zone->random);

	(void)pfn;
	if (random % 3 == 0)
		return PAGE_CODE_FREE_HEAD;
	return (page_code)(PAGE_NOFLAGS + (random >> 8) % (NR_PAGE_CLASSES - PAGE_NOFLAGS));
}

void made_init_zone(struct made *made, uint64_t start_pfn, uint64_t nr_pages,
		    unsigned int pageblock_order, uint32_t seed)
{
	struct made_zone zone;

	init_frame(made);
	made->frame->pageblock_order = num_known(pageblock_order);
	zone = add_zone(made, 0, "Normal", start_pfn, nr_pages, pageblock_order);
	zone.random = seed;
	fill(&zone, start_pfn, nr_pages, fill_anything, MADE_NOW_MS - 1000);
	sum_free(made);
}

void made_init_huge(struct made *made, uint64_t nr_pages)
{
	const uint64_t slice = 1ULL << SLICE_ORDER;
	struct made_zone zone;

	init_frame(made);
	zone = add_zone(made, 0, "Normal", MADE_NORMAL_PFN, nr_pages, MADE_PAGEBLOCK_ORDER);
	fill(&zone, MADE_NORMAL_PFN, slice, fill_aged, MADE_NOW_MS - 1000);
	for (uint64_t at = slice; at < nr_pages; at += slice)
		zonemap_ingest_codes(zone.map, MADE_NORMAL_PFN + at, zone.map->code,
				     nr_pages - at < slice ? nr_pages - at : slice,
				     MADE_NOW_MS - 1000 - (uint32_t)(at >> SLICE_ORDER));
	made->pagemap->nr_read = nr_pages;
	sum_free(made);
}

void made_init_nomap(struct made *made)
{
	struct source_status *status;
	struct zone *zone;

	init_frame(made);
	made->frame->pagemap = NULL;
	zone = frame_add_zone(made->frame, 0, span_of("Normal"));
	status = frame_source(made->frame, "kpageflags");
	if (!zone || !status)
		die("no memory");
	zone->managed = num_known(0x100000);
	status->state = SOURCE_DENIED;
	status->text = "/proc/kpageflags: permission denied; run as root or with CAP_DAC_READ_SEARCH";
}

void made_done(struct made *made)
{
	frame_free(made->frame);
	pagemap_free(made->pagemap);
}
