// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * live_trace - what the running kernel does about fragmentation, in a live source.
 *
 * Events go to the tracker, and visits of the free scanner to the page map too.  Such an event
 * names no zone: it is that of the run that its thread has begun.  Visits outside of runs are those
 * of requests for contiguous ranges, which go over each page and miss none.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/activity.h"
#include "fragscope/clock.h"
#include "fragscope/ktrace.h"
#include "fragscope/pagemap.h"

#include "live_part.h"

#define SOURCE_NAME "activity"

struct live_trace {
	struct live_part part;
	struct live_env *env;
	struct ktrace *trace;          /* NULL: not open, or it cannot be */
	struct activity_tracker *tracker;
	enum source_state state;
	struct err err;                /* why not SOURCE_OK */
	char release[96];              /* of the last frame, as is */
	unsigned int pageblock_order;
};

static void note_visit(struct live_trace *live, const struct activity_event *event)
{
	const struct compact_run *run = activity_run_of(live->tracker, event->pid);
	struct zonemap *map = run ? pagemap_find_at(sweep_map(live->env->sweep), run->node,
						    run->zone_start_pfn) : NULL;
	const struct zonemap_visit visit = {
		.pfn = event->scan.start_pfn,
		.end_pfn = event->scan.end_pfn,
		.nr_scanned = event->scan.nr_scanned,
		.nr_taken = event->scan.nr_taken,
		.time_ms = (uint32_t)(event->time_ns / NSEC_PER_MSEC),
	};

	if (map)
		zonemap_note_visit(map, &visit);
}

static void take(const struct activity_event *event, void *arg)
{
	struct live_trace *live = arg;

	activity_take(live->tracker, event);
	if (event->kind == EVENT_ISOLATE_FREE)
		note_visit(live, event);
}

/* A kernel without the file has no function tracing, which it says itself. */
static bool functions_are_off(const struct live_trace *live)
{
	struct span text;
	struct err err;

	return !reader_read(live->env->reader, "proc/sys/kernel/ftrace_enabled", &text, &err) &&
	       text.len && text.at[0] == '0';
}

static int open_trace(struct live_trace *live)
{
	struct ktrace_options options = {
		.release = live->release[0] ? live->release : NULL,
		.pageblock_order = live->pageblock_order,
		.functions_off = functions_are_off(live),
	};

	live->trace = ktrace_open(&options, &live->err);
	if (!live->trace)
		return -errno;
	live->tracker = activity_tracker_new(clock_mono_ns(), ktrace_means(live->trace));
	if (live->tracker)
		return 0;
	ktrace_close(live->trace);
	live->trace = NULL;
	return err_set(&live->err, ENOMEM, SOURCE_NAME ": out of memory");
}

static void live_trace_open(struct live_part *part)
{
	struct live_trace *live = (struct live_trace *)part;
	int ret;

	if (!reader_is_host(live->env->reader)) {
		live->state = SOURCE_ABSENT;
		err_set(&live->err, ENOENT, SOURCE_NAME ": only of the running kernel");
		return;
	}
	ret = open_trace(live);
	live->state = ret ? source_state_of_error(ret) : SOURCE_OK;
}

static void take_totals(struct live_trace *live)
{
	struct ktrace_totals totals;

	ktrace_totals(live->trace, &totals);
	for (int order = 0; order < ALLOC_ORDERS_MAX; order++)
		for (int class = 0; class < NR_ALLOC_CLASSES; class++)
			if (totals.allocs[order][class] || totals.failed[order][class])
				activity_set_alloc(live->tracker, order, (enum alloc_class)class,
						   totals.allocs[order][class],
						   totals.failed[order][class]);
	for (unsigned int want = 0; want < KTRACE_TYPES_MAX; want++)
		for (unsigned int from = 0; from < KTRACE_TYPES_MAX; from++)
			activity_set_fallbacks(live->tracker, want, from,
					       &totals.fallbacks[want][from]);
	activity_set_counted(live->tracker, totals.counted_ns);
	if (ktrace_means(live->trace) & ACTIVITY_DRAINS)
		activity_set_drained(live->tracker, totals.drained_pages);
	activity_set_lost(live->tracker, totals.lost);
}

/* Takes what has happened since. */
static bool live_trace_poll(struct live_part *part, uint64_t max_ns)
{
	struct live_trace *live = (struct live_trace *)part;
	struct ktrace_taker taker = { .take = take, .arg = live };

	(void)max_ns;
	if (live->trace && ktrace_drain(live->trace, &taker, &live->err) >= 0)
		take_totals(live);
	return false;
}

/* Where a line of sources stands, its name is said already. */
static const char *without_name(const char *text)
{
	const size_t len = strlen(SOURCE_NAME ": ");

	return strncmp(text, SOURCE_NAME ": ", len) ? text : text + len;
}

static void say(const struct live_trace *live, struct frame *frame, uint64_t now_ns)
{
	struct source_status *status = frame_source(frame, SOURCE_NAME);
	const char *text = live->trace ? ktrace_missing(live->trace) :
					 without_name(live->err.text);

	if (!status)
		return;
	status->state = live->state;
	status->read_ns = live->trace ? now_ns : 0;
	if (text && text[0])
		status->text = arena_strdup(&frame->arena, text, strlen(text));
}

static void live_trace_sample(struct live_part *part, const struct source_want *want,
			      struct frame *frame)
{
	struct live_trace *live = (struct live_trace *)part;
	uint64_t now_ns;

	snprintf(live->release, sizeof(live->release), "%s", frame->release ? frame->release : "");
	live->pageblock_order = frame_pageblock_order(frame);
	if (live->trace)
		ktrace_count(live->trace, want->activity);
	live_trace_poll(part, 0);
	now_ns = clock_mono_ns();
	if (part->is_open) /* a single frame does not tell what happens */
		say(live, frame, now_ns);
	/* without memory the frame shows what it would without events */
	if (live->trace)
		activity_fill(live->tracker, now_ns, frame);
}

static int live_trace_wake_fd(const struct live_part *part)
{
	const struct live_trace *live = (const struct live_trace *)part;

	return live->trace ? ktrace_fd(live->trace) : -1;
}

static void live_trace_close(struct live_part *part)
{
	struct live_trace *live = (struct live_trace *)part;

	ktrace_close(live->trace);
	activity_tracker_free(live->tracker);
	free(live);
}

static const struct live_part_ops live_trace_ops = {
	.watches = true,
	.open = live_trace_open,
	.sample = live_trace_sample,
	.poll = live_trace_poll,
	.wake_fd = live_trace_wake_fd,
	.close = live_trace_close,
};

struct live_part *live_trace_new(struct live_env *env)
{
	struct live_trace *live = calloc(1, sizeof(*live));

	if (!live)
		return NULL;
	live->part.ops = &live_trace_ops;
	live->env = env;
	return &live->part;
}
