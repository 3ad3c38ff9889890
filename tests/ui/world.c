// SPDX-License-Identifier: GPL-2.0-or-later
#include "world.h"

#include <stdlib.h>

#include "../check.h"
#include "../model/random.h"
#include "made_activity.h"
#include "made_stage.h"

#define WALL_NS 1793698867000000000LL /* 2026-11-03 09:41:07 UTC */
#define MONO_NS 86400000000000ULL
#define SECOND  1000000000ULL
#define NR_FRAMES 90

/* Bits of kpageflags words (include/uapi/linux/kernel-page-flags.h). */
#define FLAG(bit) (1ULL << (bit))
#define W_ANON     (FLAG(12) | FLAG(14) | FLAG(5) | FLAG(11) | FLAG(3))
#define W_FILE     (FLAG(5) | FLAG(3) | FLAG(2))
#define W_SLAB     FLAG(7)
#define W_BUDDY    FLAG(10)
#define W_PGTABLE  FLAG(26)
#define W_RESERVED FLAG(32)
#define W_NOPAGE   FLAG(20)
#define W_MLOCKED  (W_ANON | FLAG(18) | FLAG(33))

static void *must(void *memory)
{
	assert_non_null(memory);
	return memory;
}

static void fill(uint64_t *words, size_t from, size_t nr, uint64_t word)
{
	for (size_t i = 0; i < nr; i++)
		words[from + i] = word;
}

/* One pageblock: a ground of one kind, a huge page, or crumbs of free memory between others. */
static void make_block(uint64_t *words, size_t nr, unsigned int kind, uint64_t *seed)
{
	static const uint64_t ground[] = { W_ANON, W_FILE, W_ANON, W_SLAB };

	if (kind == 0) {
		fill(words, 0, nr, W_BUDDY);
		return;
	}
	if (kind == 1) { /* a transparent huge page */
		fill(words, 0, nr, W_ANON | FLAG(16) | FLAG(22));
		words[0] = W_ANON | FLAG(15) | FLAG(22);
		return;
	}
	fill(words, 0, nr, ground[kind % 4]);
	for (unsigned int crumb = 0; crumb < 24; crumb++) {
		unsigned int order = (unsigned int)random_below(seed, 6);
		size_t at = random_below(seed, nr >> order) << order;

		fill(words, at, 1ULL << order, W_BUDDY);
	}
	if (kind % 4 == 2)
		fill(words, random_below(seed, nr - 4), 4, W_PGTABLE);
	if (kind % 5 == 0)
		words[random_below(seed, nr)] = W_SLAB;
	if (kind % 7 == 0)
		fill(words, random_below(seed, nr - 8), 8, 0);
	if (kind % 11 == 0)
		fill(words, random_below(seed, nr - 8), 8, W_MLOCKED);
}

/* free_tenths: how many of ten pageblocks are wholly free. */
static struct zonemap *make_map(const char *name, uint64_t start, uint64_t nr_pages,
				unsigned int free_tenths, uint64_t seed)
{
	struct zonemap *map = must(zonemap_new(start, nr_pages, 9, 10, NULL));
	uint64_t *words = must(calloc(nr_pages, sizeof(*words)));
	struct kpf_dialect dialect = { .present_end = UINT64_MAX };

	strcpy(map->name, name);
	for (uint64_t at = 0; at < nr_pages; at += 512) {
		size_t nr = nr_pages - at < 512 ? (size_t)(nr_pages - at) : 512;
		unsigned int kind = random_below(&seed, 10) < free_tenths ?
					    0 : 1 + (unsigned int)random_below(&seed, 22);

		make_block(words + at, nr, nr < 512 ? 0 : kind, &seed);
	}
	if (nr_pages > 4096)
		fill(words, nr_pages / 3, nr_pages / 32, W_NOPAGE);
	fill(words, 0, nr_pages / 64, W_RESERVED);
	zonemap_ingest(map, start, words, nr_pages, &dialect,
		       (uint32_t)(MONO_NS / 1000000 - 2100));
	free(words);
	return map;
}

/* Shares each list among the first three types; what is left is the kernel's second, Movable. */
static void share_types(struct frame *frame, struct zone *zone)
{
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		uint64_t nr = zone->free_blocks[order].n;

		for (unsigned int type = 0; type < frame->nr_types; type++)
			*zone_type_free(frame, zone, type, order) = num_known(0);
		*zone_type_free(frame, zone, 0, order) = num_known(nr / 5);
		*zone_type_free(frame, zone, 2, order) = num_known(nr / 9);
		*zone_type_free(frame, zone, 1, order) = num_known(nr - nr / 5 - nr / 9);
	}
}

static void add_types(struct frame *frame)
{
	static const char *const names[] = { "Unmovable", "Movable", "Reclaimable", "HighAtomic",
					     "Isolate" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(frame_type(frame, span_of(names[i])), (int)i);
}

static void set_marks(struct zone *zone, uint64_t min)
{
	zone->min = num_known(min);
	zone->low = num_known(min + min / 4);
	zone->high = num_known(min + min / 2);
	zone->boost = num_known(0);
}

/* What a request that could use a higher zone leaves alone in a lower one. */
static void set_reserve(struct zone *zone, unsigned int index)
{
	static const uint64_t managed[] = { 4031, 248000, 499000 };
	uint64_t above = 0;

	zone->nr_reserve = 3;
	for (unsigned int i = 0; i < 3; i++) {
		above += i > index ? managed[i] : 0;
		zone->reserve[i] = num_known(above / 256);
	}
}

static struct zone *add_zone(struct world *world, const char *name, struct zonemap *map,
			     uint64_t min)
{
	struct frame *frame = world->frame;
	struct zone *zone = must(frame_zone(frame, 0, span_of(name)));
	uint64_t blocks[FRAME_ORDERS_MAX] = { 0 };
	uint64_t nr_blocks = map->nr_blocks;

	zonemap_count_orders(map, blocks);
	zone->nr_orders = 11;
	for (unsigned int order = 0; order < 11; order++)
		zone->free_blocks[order] = num_known(blocks[order]);
	zone->free = zone_free_pages(zone);
	zone->start_pfn = num_known(map->start_pfn);
	zone->spanned = num_known(map->nr_pages);
	zone->present = num_known(map->nr_pages - (map->nr_pages > 4096 ? map->nr_pages / 32 : 0));
	zone->managed = num_known(zone->present.n - map->nr_pages / 64);
	zone->pcp_pages = num_known(map->nr_pages / 900);
	set_marks(zone, min);
	set_reserve(zone, frame->nr_zones - 1);
	share_types(frame, zone);
	for (unsigned int type = 0; type < frame->nr_types; type++)
		*zone_type_cell(frame, &zone->type_blocks, type) = num_known(0);
	*zone_type_cell(frame, &zone->type_blocks, 0) = num_known(nr_blocks / 8);
	*zone_type_cell(frame, &zone->type_blocks, 2) = num_known(nr_blocks / 20);
	*zone_type_cell(frame, &zone->type_blocks, 1) =
		num_known(nr_blocks - nr_blocks / 8 - nr_blocks / 20);
	assert_int_equal(pagemap_add(world->pagemap, map), 0);
	zone->map = map;
	return zone;
}

static void count(struct frame *frame, struct counters *counters, const char *name, uint64_t n)
{
	assert_int_equal(counters_add(counters, &frame->arena, span_of(name), num_known(n)), 0);
}

/* Something that comes and goes over time: the sum of a bump that repeats every 30 frames. */
static uint64_t pulse(unsigned int t, uint64_t height)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i <= t; i++) {
		unsigned int phase = i % 30;

		if (phase > 12 && phase < 22)
			sum += height * (phase < 17 ? phase - 12 : 22 - phase) / 5;
	}
	return sum;
}

static void add_counters(struct frame *frame, unsigned int t)
{
	struct counters *vmstat = &frame->vmstat;

	count(frame, vmstat, "nr_free_pages", 61000 - 20 * (t % 40));
	count(frame, vmstat, "nr_inactive_file", 41200);
	count(frame, vmstat, "nr_active_file", 28800);
	count(frame, vmstat, "compact_stall", 4100 + pulse(t, 34));
	count(frame, vmstat, "compact_fail", 3000 + pulse(t, 29));
	count(frame, vmstat, "compact_success", 1100 + pulse(t, 5));
	count(frame, vmstat, "compact_migrate_scanned", 910000 + pulse(t, 52000));
	count(frame, vmstat, "compact_free_scanned", 8800000 + pulse(t, 730000));
	count(frame, vmstat, "compact_isolated", 510000 + pulse(t, 9000));
	count(frame, vmstat, "compact_daemon_wake", 210 + pulse(t, 2));
	count(frame, vmstat, "allocstall_normal", 300 + pulse(t, 11));
	count(frame, vmstat, "allocstall_movable", 500 + pulse(t, 17));
	count(frame, vmstat, "thp_fault_alloc", 78000 + 9ULL * t);
	count(frame, vmstat, "thp_fault_fallback", 52000 + pulse(t, 120));
	count(frame, vmstat, "pgmigrate_success", 240000 + pulse(t, 4100));
	count(frame, vmstat, "pgmigrate_fail", 1900 + pulse(t, 300));
	count(frame, vmstat, "pgscan_kswapd", 2400000 + pulse(t, 21000));
	count(frame, vmstat, "pgscan_direct", 160000 + pulse(t, 8000));
	count(frame, &frame->mem_knobs, "vm.compaction_proactiveness", 20);
	count(frame, &frame->mem_knobs, "vm.extfrag_threshold", 500);
}

static void add_threads(struct frame *frame, unsigned int t)
{
	static const char *const names[] = { "kcompactd0", "kswapd0" };

	frame->nr_kthreads = 2;
	frame->kthreads = must(arena_alloc(&frame->arena, 2 * sizeof(*frame->kthreads)));
	for (unsigned int i = 0; i < 2; i++)
		frame->kthreads[i] = (struct kthread){
			names[i], 41 + (int)i, num_known(7 * SECOND + pulse(t, 400000000 >> i)) };
}

static void add_huge(struct frame *frame)
{
	static const uint64_t sizes[] = { 16, 64, 2048 };

	frame->thp.enabled = "madvise";
	frame->thp.defrag = "madvise";
	frame->thp.pmd_size = num_known(2 << 20);
	frame->thp.nr_sizes = 3;
	frame->thp.sizes = must(arena_alloc(&frame->arena, 3 * sizeof(*frame->thp.sizes)));
	for (unsigned int i = 0; i < 3; i++) {
		struct thp_size *size = &frame->thp.sizes[i];

		size->size_kib = sizes[i];
		size->enabled = i == 2 ? "inherit" : "never";
		count(frame, &size->stats, "anon_fault_alloc", i == 2 ? 78810 : 0);
		count(frame, &size->stats, "anon_fault_fallback", i == 2 ? 53190 : 0);
		count(frame, &size->stats, "nr_anon", i == 2 ? 92 : 0);
	}
	frame->nr_hugepools = 2;
	frame->hugepools = must(arena_alloc(&frame->arena, 2 * sizeof(*frame->hugepools)));
	frame->hugepools[0] = (struct hugepool){ -1, 2048, num_known(16), num_known(3),
						 num_known(0), num_known(0) };
	frame->hugepools[1] = (struct hugepool){ -1, 1048576, num_known(0), num_known(0),
						 num_known(0), num_known(0) };
}

static void add_source(struct frame *frame, const char *name, enum source_state state,
		       uint64_t cost_ns, const char *text)
{
	struct source_status *status = must(frame_source(frame, name));

	status->state = state;
	status->cost_ns = cost_ns;
	status->read_ns = state == SOURCE_OK ? MONO_NS - SECOND / 10 : 0;
	status->text = text;
}

static void add_sources(struct frame *frame, bool root)
{
	enum source_state state = root ? SOURCE_OK : SOURCE_DENIED;

	add_source(frame, "buddyinfo", SOURCE_OK, 2400, NULL);
	add_source(frame, "zoneinfo", SOURCE_OK, 19000, NULL);
	add_source(frame, "vmstat", SOURCE_OK, 11000, NULL);
	add_source(frame, "pagetypeinfo", state, root ? 840000 : 0,
		   root ? NULL : "run as root, or with CAP_DAC_READ_SEARCH");
	add_source(frame, "kpageflags", state, root ? 22000000 : 0,
		   root ? NULL : "run as root, or with CAP_DAC_READ_SEARCH");
	add_source(frame, "extfrag", SOURCE_ABSENT, 0, "mount debugfs to compare with the kernel's "
						       "own indices");
}

static void add_identity(struct frame *frame, unsigned int t)
{
	uint64_t since = (NR_FRAMES - 1 - t) * SECOND;

	frame->host = "db7";
	frame->release = "6.12.41-amd64";
	frame->wall_ns = WALL_NS - (int64_t)since;
	frame->mono_ns = MONO_NS - since;
	frame->page_size = num_known(4096);
	frame->pageblock_order = num_known(9);
	frame->live = true;
	frame->psi_some.avg10 = num_known(312);
	frame->psi_full.avg10 = num_known(48);
}

static void make_host(struct world *world, bool root)
{
	static const struct {
		const char *name;
		uint64_t start, nr_pages, min;
		unsigned int free_tenths;
	} zones[] = {
		{ "DMA", 1, 4095, 64, 7 },
		{ "DMA32", 4096, 258048, 4000, 2 },
		{ "Normal", 1048576, 524288, 8100, 0 },
	};

	world->pagemap = must(pagemap_new());
	add_types(world->frame);
	for (size_t i = 0; i < 3; i++)
		add_zone(world, zones[i].name,
			 make_map(zones[i].name, zones[i].start, zones[i].nr_pages,
				  zones[i].free_tenths, i + 1), zones[i].min);
	world->pagemap->nr_read = world->pagemap->nr_pages;
	world->pagemap->sweep_done_ns = MONO_NS - 2100000000ULL;
	world->pagemap->sweep_cost_ns = 22000000;
	for (unsigned int i = 0; i < world->frame->nr_zones && !root; i++) {
		world->frame->zones[i]->map = NULL;
		world->frame->zones[i]->type_free = NULL;
		world->frame->zones[i]->nr_type_rows = 0;
		world->frame->zones[i]->type_blocks = NULL;
	}
	add_huge(world->frame);
	add_sources(world->frame, root);
	world->frame->pagemap = root ? world->pagemap : NULL;
}

/* Pushes copies that differ in counters and time; the last one is the frame itself. */
static void add_history(struct world *world, bool active)
{
	struct frame *base = must(frame_copy(world->frame));

	world->history = must(history_new(NR_FRAMES, 64 << 20));
	for (unsigned int t = 0; t < NR_FRAMES - 1; t++) {
		struct frame *frame = must(frame_copy(base));

		add_identity(frame, t);
		add_counters(frame, t);
		add_threads(frame, t);
		if (active)
			made_activity(frame, t);
		assert_int_equal(history_push(world->history, frame), 0);
		frame_free(frame);
	}
	frame_free(base);
	add_identity(world->frame, NR_FRAMES - 1);
	add_counters(world->frame, NR_FRAMES - 1);
	add_threads(world->frame, NR_FRAMES - 1);
	if (active)
		made_activity(world->frame, NR_FRAMES - 1);
	assert_int_equal(history_push(world->history, world->frame), 0);
}

static void make_log(struct world *world)
{
	static const uint64_t free_blocks[] = { 9121, 6043, 2810, 310, 0, 0, 0, 0, 0, 0, 0 };
	struct frame *frame = world->frame;
	struct zone *zone = must(frame_zone(frame, 0, SPAN("Normal")));
	struct request *request = &frame->request;

	frame->host = "oops.txt";
	frame->page_size = num_known(4096);
	zone->nr_orders = 11;
	for (unsigned int order = 0; order < 11; order++)
		zone->free_blocks[order] = num_known(free_blocks[order]);
	zone->free = zone_free_pages(zone);
	zone->managed = num_known(1015808);
	set_marks(zone, 16896);
	*request = (struct request){
		.kind = REQUEST_ALLOC_FAILURE, .label = "page allocation failure",
		.comm = "nginx", .pid = num_known(31337), .order = num_known(4),
		.gfp_mask = num_known(0xcc0), .gfp_names = "GFP_KERNEL", .when = 4711.25,
	};
	add_source(frame, "kernel log", SOURCE_OK, 31000, NULL);
}

static void make_big(struct world *world)
{
	static const char *const names[] = { "DMA", "Normal", "Movable" };
	struct frame *frame = world->frame;

	frame->host = "arm-server-with-a-long-name.example.org";
	frame->release = "6.17.0-64k";
	frame->page_size = num_known(65536);
	frame->pageblock_order = num_known(13);
	frame->thp.pmd_size = num_known(512 << 20);
	add_types(frame);
	for (int i = 0; i < 6; i++) {
		struct zone *zone = must(frame_zone(frame, i / 3, span_of(names[i % 3])));

		zone->nr_orders = 14;
		for (unsigned int order = 0; order < 14; order++)
			zone->free_blocks[order] = num_known((uint64_t)(90000 >> order) * (i + 1));
		share_types(frame, zone);
		*zone_type_free(frame, zone, 1, 0) = num_capped(100000);
		zone->free_blocks[0] = num_capped(100000 + 9000 * (uint64_t)(i + 1));
		zone->present = zone->managed = num_known(4000000ULL << i);
		zone->free = num_known(1800000ULL * (uint64_t)(i + 1));
		if (i != 4)
			set_marks(zone, 5000);
	}
}

void world_init(struct world *world, enum world_kind kind)
{
	struct err err = { "" };

	*world = (struct world){ .input = { .now_ns = MONO_NS + SECOND / 5 } };
	setenv("TZ", "UTC", 1);
	if (kind == WORLD_STAGE || kind == WORLD_STAGE_4) {
		world->made_stage = made_stage_new(kind == WORLD_STAGE ? 2 : 4);
		world->input.frame = made_stage_frame(world->made_stage);
		return;
	}
	if (kind != WORLD_NO_FRAME)
		world->frame = must(frame_new());
	if (kind == WORLD_HOST || kind == WORLD_ACTIVE || kind == WORLD_PLAIN) {
		make_host(world, kind != WORLD_PLAIN);
		add_history(world, kind == WORLD_ACTIVE);
		world->input.interval_ms = 1000;
		world->input.own_cpu_ppm = 8400;
		world->input.own_rss_kib = 21760;
		world->input.budget = 0.01;
	} else if (kind == WORLD_LOG) {
		make_log(world);
		world->input.nr_frames = 2;
	} else if (kind == WORLD_BIG) {
		make_big(world);
		world->input.nr_frames = 1;
	}
	if (world->frame && frame_check(world->frame, &err))
		fail_msg("%s", err.text);
	world->input.frame = world->frame;
	world->input.history = world->history;
}

void world_done(struct world *world)
{
	if (world->frame)
		frame_free(world->frame);
	if (world->pagemap)
		pagemap_free(world->pagemap);
	history_free(world->history);
	made_stage_free(world->made_stage);
}
