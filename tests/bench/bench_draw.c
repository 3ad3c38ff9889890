// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-draw - how long the whole screen takes to draw at 200x60, for every view.
 *
 * The machine is made up: as many GiB as asked for (24 when nothing is said), fragmented, with as
 * many counters as /proc/vmstat has and a history of 240 frames.  A view is drawn after all of the page
 * map was read; then after as much of it was read as the usual budget reads in a second.  Nothing is
 * asked of machines larger than the design speaks of.
 *
 * usage: bench-draw [GIB]
 */
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/history.h"
#include "fragscope/pagemap.h"
#include "fragscope/view.h"

#include "../model/random.h"
#include "bench.h"

#define ROWS        60
#define COLS        200
#define NR_ROUNDS   11
#define NR_FRAMES   240
#define NR_COUNTERS 190
#define LIMIT_MS    5.0
#define GIB_PROMISED 24
#define SECOND      1000000000ULL
#define SLICE       (1 << 20) /* pages given to the map at once */
#define SLICE_READ  (1 << 19) /* pages read between two frames: 20 ns each */

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

/* A zone of whose map nothing is read yet. */
static struct zonemap *add_map(struct frame *frame, struct pagemap *pagemap, uint64_t nr_pages)
{
	struct zonemap *map = must(zonemap_new(1 << 20, nr_pages, 9, 10, NULL));
	struct zone *zone = must(frame_zone(frame, 0, SPAN("Normal")));

	zone->nr_orders = 11;
	for (unsigned int order = 0; order < 11; order++)
		zone->free_blocks[order] = num_known((nr_pages >> 10) * (16U >> order));
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
	return map;
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

struct bench {
	struct ui *ui;
	struct ui_input input;
	struct frame *frame;
	struct canvas canvas;
	struct zonemap *map;
	uint64_t *words;
	uint64_t gib;
};

static double draw_ms(struct bench *bench)
{
	double start = bench_cpu_ms();

	ui_draw(bench->ui, &bench->input, &bench->canvas);
	return bench_cpu_ms() - start;
}

/* What the sweep does between two frames: chunks here and there. */
static void read_slice(struct bench *bench, uint64_t *seed)
{
	const struct kpf_dialect dialect = { .present_end = UINT64_MAX };
	const uint64_t chunk = 8192;

	for (uint64_t done = 0; done < SLICE_READ; done += chunk) {
		uint64_t at = random_below(seed, bench->map->nr_pages / chunk) * chunk;

		zonemap_ingest(bench->map, bench->map->start_pfn + at,
			       bench->words + random_below(seed, SLICE / chunk) * chunk, chunk,
			       &dialect, 2000);
	}
}

/* A full sweep. */
static void read_all(struct bench *bench)
{
	const struct kpf_dialect dialect = { .present_end = UINT64_MAX };

	for (uint64_t at = 0; at < bench->map->nr_pages; at += SLICE)
		zonemap_ingest(bench->map, bench->map->start_pfn + at, bench->words, SLICE,
			       &dialect, 3000);
}

static void row(const struct bench *bench, const char *view, const char *what, double asked,
		double *ms, size_t nr)
{
	char text[96];

	snprintf(text, sizeof(text), "%s, %s", view, what);
	bench_row(text, bench->gib > GIB_PROMISED ? 0 : asked, "ms", ms, nr);
}

/* The first frame of the program: the free lists, and a map that is still empty. */
static void bench_first(struct bench *bench)
{
	double ms;

	if (ui_go(bench->ui, "overview"))
		exit(1);
	ms = draw_ms(bench);
	bench_row_one("overview, nothing was read yet", LIMIT_MS, "ms", ms);
}

static void bench_view(struct bench *bench, const char *view, const char *name)
{
	size_t nr_full = bench->gib > GIB_PROMISED ? 1 : NR_ROUNDS;
	double full[NR_ROUNDS], frame[NR_ROUNDS];
	uint64_t seed = 1;

	if (ui_go(bench->ui, view))
		exit(1);
	for (size_t i = 0; i < nr_full; i++) {
		read_all(bench);
		bench->frame->mono_ns++;
		full[i] = draw_ms(bench);
	}
	for (int i = 0; i < NR_ROUNDS; i++) {
		read_slice(bench, &seed);
		bench->frame->mono_ns++;
		frame[i] = draw_ms(bench);
	}
	row(bench, name, "all was read", LIMIT_MS, full, nr_full);
	row(bench, name, "usual frame", LIMIT_MS, frame, NR_ROUNDS);
}

/* Questions that look at every page. */
static void bench_questions(struct bench *bench)
{
	static const struct {
		uint64_t nr;
		unsigned int order;
		const char *name;
	} rows[] = {
		{ 1ULL << 40, 8, "overview, order 8" },
		{ 1ULL << 40, 3, "overview, order 3" },
		{ 1ULL << 40, 18, "overview, 1 GiB" },
	};
	struct verdict_want *want = ui_want(bench->ui);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		want->nr = rows[i].nr;
		want->order = rows[i].order;
		bench_view(bench, "overview", rows[i].name);
	}
}

int main(int argc, char **argv)
{
	struct bench bench = { .gib = argc > 1 ? strtoull(argv[1], NULL, 0) : 24 };
	struct pagemap *pagemap = must(pagemap_new());
	struct history *history = make_history();
	struct keymap *keymap = must(keymap_new());
	struct theme theme;
	uint64_t seed = 1;
	char heading[64];

	bench.frame = make_frame();
	if (!bench.gib || bench.gib > 1 << 14 || theme_load(&theme, "dark", NULL) ||
	    canvas_init(&bench.canvas, ROWS, COLS, CANVAS_UTF8 | CANVAS_COLOR))
		return 2;
	bench.map = add_map(bench.frame, pagemap, bench.gib << 18);
	bench.words = must(malloc(SLICE * sizeof(*bench.words)));
	make_words(bench.words, SLICE, &seed);
	add_counters(bench.frame, NR_FRAMES);
	if (history_push(history, bench.frame))
		return 1;
	bench.input = (struct ui_input){ .frame = bench.frame, .history = history,
					 .interval_ms = 1000,
					 .now_ns = bench.frame->mono_ns + SECOND / 2 };
	bench.ui = must(ui_new(keymap, &theme));
	snprintf(heading, sizeof(heading), "drawing at 200x60, CPU time; %llu GiB",
		 (unsigned long long)bench.gib);
	bench_heading(heading);
	bench_first(&bench);
	pagemap->nr_read = pagemap->nr_pages;
	for (unsigned int i = 0; i < nr_views; i++)
		bench_view(&bench, views[i]->name, views[i]->name);
	bench_questions(&bench);
	ui_free(bench.ui);
	keymap_free(keymap);
	canvas_done(&bench.canvas);
	frame_free(bench.frame);
	pagemap_free(pagemap);
	history_free(history);
	free(bench.words);
	return 0;
}
