// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One free page in eight, at a place that the sampling free scanner sees and at one that it does
 * not: what the page map predicts, and what the running kernel's scanner then does.
 *
 * On a machine with much memory frag takes a part of it, and all memory is compacted.  On a small
 * one (a guest) it takes all, and asks for huge pages before, so that it is itself made to wait.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "fragscope/activity.h"
#include "fragscope/clock.h"
#include "fragscope/ktrace.h"
#include "fragscope/pagemap.h"
#include "fragscope/residue.h"
#include "fragscope/source.h"

#include "frag.h"

#define SKIP       77
#define MIB        (1ULL << 20)
#define SMALL      (4096 * MIB)  /* total memory of a machine that is filled */
#define TRIES      10
#define LEFT_MIB   24
#define PART_MIB   1536
#define NEEDED     (4096 * MIB)  /* to spare, where a part is taken */
#define GRID       8             /* the shortest stride that residue 4 is hidden from */
#define MANY       48            /* visits, of which a share is told */

/* What one layout led to. */
struct outcome {
	uint64_t at_residue[8];  /* free blocks of all zones by pfn % 8 */
	uint64_t visits;         /* of the free scanner to blocks that are blind at that grid */
	uint64_t misses;         /* of these: nothing was taken */
	uint64_t own_visits;     /* those that frag was made to do itself, where it asked */
	uint64_t own_misses;
	uint64_t taken;          /* pages that the free scanner took from anywhere */
	uint64_t nr_stalls, stalled_ns; /* frag's own */
	unsigned int nr_huge;    /* huge pages that it got, where it asked */
};

struct host {
	struct source *source;
	char fraction[16]; /* as it was */
};

struct round {
	struct activity_tracker *tracker;
	const struct frame *frame;
	struct outcome *out;
	struct ktrace *trace;
	struct frag frag;
};

/* Above 0 it keeps per-CPU lists so short that what frag gives back is free for all. */
#define PER_CPU_FRACTION "/proc/sys/vm/percpu_pagelist_high_fraction"

static bool is_small(void)
{
	struct sysinfo info;

	return !sysinfo(&info) && (uint64_t)info.totalram * info.mem_unit < SMALL;
}

static struct frame *sample(struct source *source)
{
	const struct source_want want = { .pagemap = true, .full_sweep = true, .force = true };
	struct frame *frame = NULL;
	struct err err = { "" };

	if (source->ops->sample(source, &want, &frame, &err))
		fail_msg("%s", err.text);
	return frame;
}

static void count_residues(const struct frame *frame, struct outcome *out)
{
	struct residue *residue = calloc(1, sizeof(*residue));
	uint64_t fold[8];

	assert_non_null(residue);
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		if (!frame->zones[i]->map)
			continue;
		residue_compute(frame->zones[i]->map, residue);
		residue_fold(residue->heads, 8, fold);
		for (unsigned int r = 0; r < 8; r++)
			out->at_residue[r] += fold[r];
	}
	free(residue);
}

/* A visit counts where the block was blind, and had several free pages, when the map was read. */
static void note_visit(const struct round *round, const struct activity_event *event)
{
	const struct frame *frame = round->frame;
	const struct activity_scan *scan = &event->scan;
	struct outcome *out = round->out;
	bool is_own = event->pid == (uint32_t)round->frag.pid;

	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zonemap *map = frame->zones[i]->map;
		size_t block;

		if (!map || scan->start_pfn < map->start_pfn ||
		    scan->start_pfn - map->start_pfn >= map->nr_pages)
			continue;
		block = zonemap_block_of(map, scan->start_pfn);
		if (map->free[block] < 16 || !residue_block_blind(map, block, GRID))
			return;
		out->visits++;
		out->misses += !scan->nr_taken;
		out->own_visits += is_own;
		out->own_misses += is_own && !scan->nr_taken;
		return;
	}
}

static void take(const struct activity_event *event, void *arg)
{
	struct round *round = arg;

	activity_take(round->tracker, event);
	if (event->kind == EVENT_ISOLATE_FREE)
		note_visit(round, event);
	if (event->kind == EVENT_ISOLATE_FREE || event->kind == EVENT_ISOLATE_FREE_FAST)
		round->out->taken += event->scan.nr_taken;
}

static bool write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return written;
}

static void drain(struct round *round)
{
	struct err err = { "" };

	if (ktrace_drain(round->trace, &(struct ktrace_taker){ take, round }, &err) < 0)
		fail_msg("%s", err.text);
}

/* Of what frag asks for, zones may be left out where compaction failed before, and blocks that are
 * marked to be skipped; by hand, the free scanner comes to all of them. */
static void make_it_look(struct round *round)
{
	struct frag *frag = &round->frag;

	if (is_small()) {
		fputs("thp 96\n", frag->orders);
		assert_true(frag_answers(frag, "thp"));
		assert_int_equal(sscanf(frag->line, "thp asked=%*u huge=%u",
					&round->out->nr_huge), 1);
		drain(round);
	}
	assert_true(write_text("/proc/sys/vm/compact_memory", "1"));
	drain(round);
}

static void sum_stalls(const struct frame *frame, struct outcome *out)
{
	const struct activity *activity = frame->activity;

	assert_non_null(activity);
	for (unsigned int i = 0; i < activity->nr_stalls; i++) {
		const struct stall_row *row = activity->stalls + i;

		if (row->kind != STALL_COMPACTION || strcmp(row->comm, "frag") != 0)
			continue;
		out->nr_stalls += row->nr;
		out->stalled_ns += row->total_ns;
	}
}

static struct ktrace *open_trace(const struct frame *frame)
{
	struct ktrace_options options = {
		.pageblock_order = (unsigned int)frame->pageblock_order.n,
	};
	struct utsname name;
	struct err err = { "" };
	struct ktrace *trace;

	uname(&name);
	options.release = name.release;
	trace = ktrace_open(&options, &err);
	if (!trace) {
		print_message("%s\n", err.text);
		skip();
	}
	return trace;
}

/* The layout, a look at it, a compaction that is watched. */
static struct outcome watch(struct source *source, unsigned int residue)
{
	struct outcome out = { 0 };
	struct round round = { .out = &out };
	struct frame *frame;

	assert_true(is_small() ? frag_start(&round.frag, "leave", LEFT_MIB, residue, false) :
				 frag_start(&round.frag, "fill", PART_MIB, residue, true));
	frame = sample(source);
	round.frame = frame;
	count_residues(frame, &out);
	round.trace = open_trace(frame);
	round.tracker = activity_tracker_new(clock_mono_ns(), ktrace_means(round.trace));
	assert_non_null(round.tracker);
	make_it_look(&round);
	assert_int_equal(activity_fill(round.tracker, clock_mono_ns(), frame), 0);
	sum_stalls(frame, &out);
	ktrace_close(round.trace);
	activity_tracker_free(round.tracker);
	frame_free(frame);
	frag_stop(&round.frag);
	print_message("residue %u: took %llu pages; %llu visits to blind blocks, %llu for nothing "
		      "(its own: %llu, %llu); %llu stalls, %llu us\n", residue,
		      (unsigned long long)out.taken,
		      (unsigned long long)out.visits, (unsigned long long)out.misses,
		      (unsigned long long)out.own_visits, (unsigned long long)out.own_misses,
		      (unsigned long long)out.nr_stalls,
		      (unsigned long long)out.stalled_ns / 1000);
	return out;
}

/* The layout stands out among the eight places; larger free blocks all begin at 0. */
static void assert_peak(const struct outcome *out, unsigned int residue)
{
	uint64_t most = 0;

	for (unsigned int r = 1; r < 8; r++)
		if (r != residue && out->at_residue[r] > most)
			most = out->at_residue[r];
	print_message("free blocks at residue %u: %llu, at most elsewhere but at 0: %llu\n",
		      residue, (unsigned long long)out->at_residue[residue],
		      (unsigned long long)most);
	assert_true(out->at_residue[residue] > 2 * most);
}

static void free_pages_between_the_samples_of_the_scanner_are_missed(void **state)
{
	struct host *host = *state;
	struct outcome seen = watch(host->source, 0), hidden = watch(host->source, 4);

	/* on a large machine the scanners may have met before they came there, and a page that was
	 * found makes the scanner look more closely for some blocks. */
	for (int i = 1; i < TRIES && (hidden.misses < MANY || hidden.misses < 2 * seen.misses); i++)
		hidden = watch(host->source, 4);

	assert_peak(&seen, 0);
	assert_peak(&hidden, 4);
	assert_true(hidden.misses >= MANY);
	assert_true(hidden.misses >= 2 * seen.misses);
	if (!is_small())
		return;
	assert_true(hidden.own_visits < MANY || hidden.own_misses * 2 > hidden.own_visits);
	assert_true(hidden.nr_huge < seen.nr_huge);
	assert_true(hidden.nr_stalls > 0 && hidden.stalled_ns > 0);
}

static int open_host(void **state)
{
	static struct host host;
	struct err err = { "" };
	FILE *file = fopen(PER_CPU_FRACTION, "r");

	*state = &host;
	if (file) {
		if (!fgets(host.fraction, sizeof(host.fraction), file))
			host.fraction[0] = '\0';
		fclose(file);
		write_text(PER_CPU_FRACTION, "100000");
	}
	host.source = source_open_live("/", 1, &err);
	return !host.source;
}

static int close_host(void **state)
{
	struct host *host = *state;

	if (host->fraction[0])
		write_text(PER_CPU_FRACTION, host->fraction);
	host->source->ops->close(host->source);
	return 0;
}

static const char *reason_to_skip(void)
{
	struct sysinfo info;

	if (access("/proc/kpageflags", R_OK) || access("/proc/sys/vm/compact_memory", W_OK))
		return "compacting memory and reading /proc/kpageflags needs root";
	if (!is_small() && !sysinfo(&info) && (uint64_t)info.freeram * info.mem_unit < NEEDED)
		return "less than 4 GiB of memory to spare";
	return NULL;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(free_pages_between_the_samples_of_the_scanner_are_missed),
	};
	const char *reason = reason_to_skip();

	if (reason) {
		printf("skipped: %s\n", reason);
		return SKIP;
	}
	return cmocka_run_group_tests(tests, open_host, close_host);
}
