// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * live - frames of a running host.
 *
 * A sample reads the cheap files at once (proc.h) and shows the page map as far as it is read.  The
 * map is read between samples, within a CPU budget that is kept like a purse: each second adds
 * budget seconds of CPU time, a slice spends them.  Only the first sweep may overdraw it, so that a
 * newly opened map is complete within a moment; on hosts so large that this would take longer than
 * FIRST_SWEEP_NS of CPU time the rest comes within the budget.  What is not in files comes by parts
 * (live_part.h), which open once the first frame is out.
 */
#include "fragscope/source.h"

#include <errno.h>
#include <stdlib.h>

#include "fragscope/bits.h"
#include "fragscope/clock.h"
#include "fragscope/pagemap.h"
#include "fragscope/proc.h"
#include "fragscope/reader.h"
#include "fragscope/sweep.h"

#include "live_part.h"

#define FIRST_SWEEP_NS NSEC_PER_SEC
#define PURSE_MAX_NS   NSEC_PER_SEC /* what may be saved up, for rare polls */

struct live {
	struct source source;
	struct reader *reader;
	struct proc *proc;
	struct sweep *sweep;
	struct live_parts parts;
	double budget;         /* share of one CPU for the page map */
	int64_t purse_ns;      /* CPU time that may be spent now */
	int64_t first_ns;      /* what is left for the first sweep */
	uint64_t filled_ns;    /* when the purse was last filled, monotonic */
	bool wants_map;        /* asked for by the last sample */
	bool has_shown;        /* a frame was handed out */
};

static struct live *live_of(struct source *source)
{
	return (struct live *)source;
}

/* The pageblock that holds pfn, page by page. */
static void add_detail(struct live *live, struct frame *frame, uint64_t pfn)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zonemap *map = frame->zones[i]->map;
		uint64_t first, end;

		if (!map || pfn < map->start_pfn || pfn - map->start_pfn >= map->nr_pages)
			continue;
		first = bits_align_down(pfn, map->pageblock_order);
		end = first + (1ULL << map->pageblock_order);
		if (first < map->start_pfn)
			first = map->start_pfn;
		if (end > map->start_pfn + map->nr_pages)
			end = map->start_pfn + map->nr_pages;
		/* what cannot be read stands in the sources' lines */
		proc_block_detail(live->proc, frame, first, end - first, NULL);
		return;
	}
}

static int fill(struct live *live, const struct source_want *want, struct frame *frame,
		struct err *err)
{
	int ret = proc_poll(live->proc, frame, err);

	if (ret)
		return ret;
	ret = sweep_attach(live->sweep, frame, err);
	if (want->full_sweep)
		live_parts_open_for_frame(&live->parts);
	if (!ret && want->full_sweep)
		ret = sweep_full(live->sweep, want->progress, want->progress_arg, err);
	/* Without a page map all the rest still works; the status line says what is missing. */
	if (ret == -ENOMEM)
		return ret;
	sweep_status(live->sweep, frame);
	if (want->detail)
		add_detail(live, frame, want->detail_pfn);
	live_parts_sample(&live->parts, want, frame);
	return 0;
}

static int live_sample(struct source *source, const struct source_want *want,
		       struct frame **frame, struct err *err)
{
	struct live *live = live_of(source);
	int ret;

	*frame = frame_new();
	if (!*frame)
		return err_set(err, ENOMEM, "frame: out of memory");
	(*frame)->live = reader_is_host(live->reader);
	live->wants_map = want->pagemap;
	if (want->force)
		proc_force(live->proc);
	ret = fill(live, want, *frame, err);
	if (ret) {
		frame_free(*frame);
		*frame = NULL;
	}
	live->has_shown |= !ret;
	return ret;
}

static void fill_purse(struct live *live)
{
	uint64_t now = clock_mono_ns();
	double earned = (double)(now - live->filled_ns) * live->budget;

	live->filled_ns = now;
	live->purse_ns += earned < PURSE_MAX_NS ? (int64_t)earned : PURSE_MAX_NS;
	if (live->purse_ns > PURSE_MAX_NS)
		live->purse_ns = PURSE_MAX_NS;
}

/* Reads a slice of the page map; whether the first sweep goes on. */
static bool poll_map(struct live *live, uint64_t max_ns)
{
	int64_t before, used, allowed;
	bool first;

	fill_purse(live);
	if (!live->wants_map)
		return false;
	first = !sweep_is_complete(live->sweep) && live->first_ns > 0;
	allowed = first ? live->first_ns : live->purse_ns;
	if (allowed > (int64_t)max_ns)
		allowed = (int64_t)max_ns;
	if (allowed <= 0)
		return false;
	before = (int64_t)clock_cpu_ns();
	if (sweep_slice(live->sweep, (uint64_t)allowed, NULL) <= 0)
		return false;
	used = (int64_t)clock_cpu_ns() - before;
	if (!first) {
		live->purse_ns -= used;
		return false;
	}
	live->first_ns -= used;
	return !sweep_is_complete(live->sweep) && live->first_ns > 0;
}

/* Parts are opened one per call, and not before the first frame could be drawn. */
static bool live_poll(struct source *source, uint64_t max_ns)
{
	struct live *live = live_of(source);
	bool more;

	if (live->has_shown && live_parts_open_next(&live->parts))
		return true;
	more = live_parts_poll(&live->parts, max_ns);
	return poll_map(live, max_ns) || more;
}

static int live_wake_fd(const struct source *source)
{
	return live_parts_wake_fd(&((const struct live *)source)->parts);
}

static size_t live_nr_frames(const struct source *source)
{
	(void)source;
	return 0;
}

static int live_seek(struct source *source, size_t index, struct err *err)
{
	(void)source;
	(void)index;
	return err_set(err, EINVAL, "live: a running host has no frames to seek among");
}

static void live_close(struct source *source)
{
	struct live *live = live_of(source);

	live_parts_done(&live->parts);
	sweep_free(live->sweep);
	proc_free(live->proc);
	reader_free(live->reader);
	free(live);
}

static const struct source_ops live_ops = {
	.name = "live",
	.sample = live_sample,
	.poll = live_poll,
	.wake_fd = live_wake_fd,
	.nr_frames = live_nr_frames,
	.seek = live_seek,
	.close = live_close,
};

struct source *source_open_live(const char *root, double budget, struct err *err)
{
	struct live *live = calloc(1, sizeof(*live));
	struct live_env env = { 0 };

	if (!live) {
		err_set(err, ENOMEM, "live: out of memory");
		return NULL;
	}
	live->source.ops = &live_ops;
	live->budget = budget;
	live->first_ns = FIRST_SWEEP_NS;
	live->filled_ns = clock_mono_ns();
	live->reader = reader_new(root);
	live->proc = live->reader ? proc_new(live->reader) : NULL;
	live->sweep = live->proc ? sweep_new(live->reader) : NULL;
	env = (struct live_env){ live->reader, live->proc, live->sweep, NULL };
	if (!live->sweep || live_parts_init(&live->parts, &env)) {
		err_set(err, ENOMEM, "live: out of memory");
		live_close(&live->source);
		return NULL;
	}
	return &live->source;
}
