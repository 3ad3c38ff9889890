// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-draw - how long the whole screen takes to draw at 200x60, for every view.
 *
 * The machine is made up: as many GiB as asked for (24 when nothing is said), fragmented, with as
 * many counters as /proc/vmstat has and a history of 240 frames.  "again" is a drawing between two
 * frames, after a key or when the clock ticks; "first" is the one after a new frame, which also
 * judges the question and counts the page map.
 *
 * usage: bench-draw [GIB]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fragscope/history.h"
#include "fragscope/pagemap.h"
#include "fragscope/view.h"

#include "../model/random.h"

#define ROWS        60
#define COLS        200
#define NR_ROUNDS   31
#define NR_FRAMES   240
#define NR_COUNTERS 190
#define LIMIT_MS    5.0
#define SECOND      1000000000ULL
#define SLICE       (1 << 20) /* pages given to the map at once */

#define W_ANON  (1ULL << 12 | 1ULL << 5)
#define W_SLAB  (1ULL << 7)
#define W_BUDDY (1ULL << 10)

static const char *const real_counters[] = {
	"compact_stall", "compact_fail", "compact_success", "compact_migrate_scanned",
	"compact_free_scanned", "compact_daemon_wake", "allocstall_normal", "allocstall_movable",
	"thp_fault_alloc", "thp_fault_fallback", "pgmigrate_success", "pgmigrate_fail",
	"pgsteal_kswapd", "pgsteal_direct", "nr_free_pages", "nr_inactive_file",
};

#define NR_REAL (sizeof(real_counters) / sizeof(real_counters[0]))

static void *must(void *memory)
{
	if (memory)
		return memory;
	fputs("bench-draw: no memory\n", stderr);
	exit(1);
}

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Runs of up to 32 pages, one in four free, one pageblock in five with slab in it. */
static void make_words(uint64_t *words, size_t nr, uint64_t *seed)
{
	for (size_t at = 0; at < nr;) {
		uint64_t pick = random_next(seed), word = pick & 3 ? W_ANON : W_BUDDY;
		size_t run = 1 + (pick >> 8) % 32;

		if (pick >> 32 & 127)
			word = word == W_ANON ? W_ANON : W_BUDDY;
		else
			word = W_SLAB;
		for (; run && at < nr; run--)
			words[at++] = word;
	}
}

static void add_map(struct frame *frame, struct pagemap *pagemap, uint64_t nr_pages)
{
	struct zonemap *map = must(zonemap_new(1 << 20, nr_pages, 9, 10, NULL));
	struct zone *zone = must(frame_zone(frame, 0, SPAN("Normal")));
	struct kpf_dialect dialect = { .present_end = UINT64_MAX };
	uint64_t *words = must(malloc(SLICE * sizeof(*words))), seed = 1;
	uint64_t blocks[FRAME_ORDERS_MAX] = { 0 };

	make_words(words, SLICE, &seed);
	for (uint64_t at = 0; at < nr_pages; at += SLICE)
		zonemap_ingest(map, map->start_pfn + at, words, SLICE, &dialect, 1000);
	free(words);
	zonemap_count_orders(map, blocks);
	zone->nr_orders = 11;
	for (unsigned int order = 0; order < 11; order++)
		zone->free_blocks[order] = num_known(blocks[order]);
	zone->free = zone_free_pages(zone);
	zone->start_pfn = num_known(map->start_pfn);
	zone->spanned = zone->present = zone->managed = num_known(nr_pages);
	zone->min = num_known(8000);
	zone->low = num_known(10000);
	zone->high = num_known(12000);
	zone->nr_reserve = 1;
	zone->reserve[0] = num_known(0);
	if (pagemap_add(pagemap, map))
		exit(1);
	zone->map = map;
	frame->pagemap = pagemap;
	pagemap->nr_read = pagemap->nr_pages;
}

static void add_counters(struct frame *frame, uint64_t t)
{
	for (unsigned int i = 0; i < NR_COUNTERS; i++) {
		char name[32];

		/* the real ones stand between others, as in the file */
		snprintf(name, sizeof(name), "nr_other_counter_%u", i);
		if (counters_add(&frame->vmstat, &frame->arena,
				 span_of(i % 11 == 10 && i / 11 < NR_REAL ? real_counters[i / 11] :
									  name),
				 num_known(1000 * i + t * i)))
			exit(1);
	}
	frame->mono_ns = (1000 + t) * SECOND;
	frame->wall_ns = (int64_t)(1800000000 + t) * (int64_t)SECOND;
}

static struct frame *make_frame(void)
{
	struct frame *frame = must(frame_new());

	frame->host = "bench";
	frame->release = "6.12.0";
	frame->live = true;
	frame->page_size = num_known(4096);
	frame->pageblock_order = num_known(9);
	return frame;
}

static struct history *make_history(void)
{
	struct history *history = must(history_new(NR_FRAMES + 1, 256 << 20));

	for (uint64_t t = 0; t < NR_FRAMES; t++) {
		struct frame *frame = make_frame();

		add_counters(frame, t);
		if (history_push(history, frame))
			exit(1);
		frame_free(frame);
	}
	return history;
}

static double draw_ms(struct ui *ui, const struct ui_input *input, struct canvas *canvas)
{
	double start = now_ms();

	ui_draw(ui, input, canvas);
	return now_ms() - start;
}

/* The best of some rounds, so that what else runs on the machine does not count; each round is a
 * new frame and a second drawing of it. */
static void bench_view(struct ui *ui, struct ui_input *input, struct frame *frame,
		       struct canvas *canvas, const char *view)
{
	double first = 1e9, again = 1e9;

	if (ui_go(ui, view))
		exit(1);
	for (int i = 0; i < NR_ROUNDS; i++) {
		double ms;

		frame->mono_ns++;
		ms = draw_ms(ui, input, canvas);
		first = ms < first ? ms : first;
		ms = draw_ms(ui, input, canvas);
		again = ms < again ? ms : again;
	}
	printf("  %-10s first %7.3f ms  again %7.3f ms  %3.0f %% of %.0f ms%s\n", view, first,
	       again, again / LIMIT_MS * 100, LIMIT_MS, again < LIMIT_MS ? "" : "  TOO SLOW");
}

int main(int argc, char **argv)
{
	uint64_t gib = argc > 1 ? strtoull(argv[1], NULL, 0) : 24;
	struct frame *frame = make_frame();
	struct pagemap *pagemap = must(pagemap_new());
	struct history *history = make_history();
	struct keymap *keymap = must(keymap_new());
	struct ui_input input = { .frame = frame, .history = history, .interval_ms = 1000 };
	struct theme theme;
	struct canvas canvas;
	struct ui *ui;

	if (!gib || gib > 1 << 14 || theme_load(&theme, "dark", NULL) ||
	    canvas_init(&canvas, ROWS, COLS, CANVAS_UTF8 | CANVAS_COLOR))
		return 2;
	add_map(frame, pagemap, gib << 18);
	add_counters(frame, NR_FRAMES);
	if (history_push(history, frame))
		return 1;
	input.now_ns = frame->mono_ns + SECOND / 2;
	ui = must(ui_new(keymap, &theme));
	printf("  a zone of %llu GiB, %d counters, %d frames of history\n", (unsigned long long)gib,
	       NR_COUNTERS, NR_FRAMES);
	for (unsigned int i = 0; i < nr_views; i++)
		bench_view(ui, &input, frame, &canvas, views[i]->name);
	ui_free(ui);
	keymap_free(keymap);
	canvas_done(&canvas);
	frame_free(frame);
	pagemap_free(pagemap);
	history_free(history);
	return 0;
}
