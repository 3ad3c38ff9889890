// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/pagemap.h"

#include "../check.h"
#include "../model/random.h"

static const struct {
	const char *policy, *what, *kind, *event;
	uint64_t nr_events, now_ns;
	unsigned int migrate, free; /* percent of the larger zone */
	uint64_t value[8];
} columns[STAGE_COLUMNS_MAX] = {
	{ "linux-7.3", "the kernel as it is", "free-block",
	  "free scanner, stride 32: 16 samples of block 0x888, none free though 64 pages are; "
	  "block marked skip", 4711, 1420000, 20, 61,
	  { 37, 931, 120034, 0, 812, 5100, 40, 12 } },
	{ "linux-7.3+resample", "a block whose samples found nothing is sampled once more, from a "
	  "random offset", "resample",
	  "second sample at offset 20 of block 0x888: 16 of 16 free, 16 pages isolated, stride 1 "
	  "from here", 4820, 980000, 30, 92,
	  { 2, 8, 6020, 64, 812, 5106, 520, 12 } },
	{ "linux-6.12+mthp-target", "compaction stops at the order that was asked for", "compact-end",
	  "compaction of Normal for order 9 ended: complete, the scanners met", 3907, 2310000, 45, 46,
	  { 41, 1022, 119800, 0, 799, 5100, 38, 0 } },
	{ "linux-6.1", "fallback before its hygiene", "steal",
	  "a page was taken from a Movable list for Unmovable; the block stays Movable", 9120,
	  81100000, 10, 80, { 60, 1400, 250000, 3, 900, 60000, 11, 12 } },
};

static const char *const counters[] = {
	"compact_stall", "free_blocks_missed", "compact_free_scanned", "resampled_pages", "alloc",
	"pcp_refilled", "compact_success", "oom_kill",
};

static void *must(void *memory)
{
	assert_non_null(memory);
	return memory;
}

/* Movable memory with single free pages, ever more of them on a grid that samples miss. */
static struct zonemap *make_map(const char *name, uint64_t start, uint64_t nr_pages, uint64_t seed)
{
	struct zonemap *map = must(zonemap_new(start, nr_pages, 9, 10, NULL));
	uint64_t *words = must(calloc(nr_pages, sizeof(*words)));
	const uint64_t anon = 1 << 12 | 1 << 14 | 1 << 5 | 1 << 11 | 1 << 3, buddy = 1 << 10;
	struct kpf_dialect dialect = { .present_end = UINT64_MAX };

	snprintf(map->name, sizeof(map->name), "%s", name);
	for (uint64_t i = 0; i < nr_pages; i++) {
		uint64_t block = i / 512;
		bool free = random_below(&seed, 100) < block % 40 && (block % 3 || i % 32);

		words[i] = free || (block % 61 == 7) ? buddy : anon;
	}
	zonemap_ingest(map, start, words, nr_pages, &dialect, 1);
	free(words);
	return map;
}

static void add_zone(struct made_stage *made, unsigned int column, const char *name,
		     uint64_t start, uint64_t nr_pages)
{
	struct frame *frame = made->frame[column];
	struct zone *zone = must(frame_zone(frame, 0, span_of(name)));
	struct zonemap *map = make_map(name, start, nr_pages, start + column);
	uint64_t blocks[FRAME_ORDERS_MAX] = { 0 };
	uint64_t migrate = start + nr_pages * columns[column].migrate / 100 / 512 * 512;
	uint64_t free = start + nr_pages * columns[column].free / 100 / 512 * 512;

	for (size_t i = 0; i < map->nr_blocks; i++)
		map->skip[i] = map->first_block_pfn + i * 512 > free ||
			       map->first_block_pfn + i * 512 < migrate / 2 + start / 2;
	zonemap_count_orders(map, blocks);
	zone->nr_orders = 11;
	for (unsigned int order = 0; order < 11; order++)
		zone->free_blocks[order] = num_known(blocks[order]);
	zone->free = zone_free_pages(zone);
	zone->start_pfn = num_known(start);
	zone->spanned = zone->present = zone->managed = num_known(nr_pages);
	zone->min = num_known(nr_pages / 128);
	zone->low = num_known(nr_pages / 100);
	zone->high = num_known(nr_pages / 80);
	zone->compact.cached_migrate[0] = zone->compact.cached_migrate[1] = num_known(migrate);
	zone->compact.cached_free = num_known(free);
	assert_int_equal(pagemap_add(made->pagemap[column], map), 0);
	zone->map = map;
}

static void make_column(struct made_stage *made, unsigned int column)
{
	struct stage_column *at = &made->stage.column[column];
	struct frame *frame = made->frame[column] = must(frame_new());
	struct pagemap *pagemap = made->pagemap[column] = must(pagemap_new());
	struct err err = { "" };

	frame->host = made->stage.scenario;
	frame->release = columns[column].policy;
	frame->mono_ns = columns[column].now_ns;
	frame->page_size = num_known(4096);
	frame->pageblock_order = num_known(9);
	frame->stage = &made->stage;
	add_zone(made, column, "DMA32", 0x1000, 0x8000);
	add_zone(made, column, "Normal", 0x100000, 0x40000);
	pagemap->nr_read = pagemap->nr_pages;
	frame->pagemap = pagemap;
	if (frame_check(frame, &err))
		fail_msg("%s", err.text);
	*at = (struct stage_column){
		.policy = columns[column].policy, .what = columns[column].what, .frame = frame,
		.nr_events = columns[column].nr_events, .event_kind = columns[column].kind,
		.zone = 1, .pfn = num_known(MADE_STAGE_SPARE_PFN + 0x2000 * column),
		.nr_ops = 1203, .now_ns = columns[column].now_ns,
	};
	snprintf(at->event, sizeof(at->event), "%s", columns[column].event);
	memcpy(at->value, columns[column].value, sizeof(columns[column].value));
}

struct made_stage *made_stage_new(unsigned int nr_columns)
{
	struct made_stage *made = must(calloc(1, sizeof(*made)));
	struct stage *stage = &made->stage;

	*stage = (struct stage){
		.scenario = "aliased-free-pages", .title = "Free pages that samples never meet",
		.seed = 7, .nr_columns = nr_columns, .nr_counters = 8, .nr_shown = 4,
		.end_events = num_known(20000), .events_a_second = 100,
		.checkpoint_bytes = 12 << 20, .checkpoint_budget = 64 << 20,
	};
	memcpy(stage->counter, counters, sizeof(counters));
	for (unsigned int i = 0; i < nr_columns; i++)
		make_column(made, i);
	if (nr_columns < 4)
		return made;
	stage->column[2].ended = true;
	snprintf(stage->column[3].broken, sizeof(stage->column[3].broken),
		 "zone Normal: 4,097 pages are free, the lists hold 4,096");
	stage->nr_unknown_pages = 1204;
	stage->types_inferred = true;
	return made;
}

void made_stage_free(struct made_stage *made)
{
	for (unsigned int i = 0; made && i < made->stage.nr_columns; i++) {
		frame_free(made->frame[i]);
		pagemap_free(made->pagemap[i]);
	}
	free(made);
}

struct frame *made_stage_frame(struct made_stage *made)
{
	return made->frame[made->stage.selected];
}
