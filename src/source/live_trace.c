// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * live_trace - what the running kernel does about fragmentation, in a live source.
 *
 * Events go to the tracker, and visits of the free scanner to the page map too.  Such an event names
 * no zone: it is that of the run that its thread has begun.  Visits outside of runs are those of
 * requests for contiguous ranges, which go over each page and miss none.
 */
#include "live_trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/activity.h"
#include "fragscope/clock.h"
#include "fragscope/ktrace.h"
#include "fragscope/pagemap.h"

static struct live_run *find_run(struct live_trace *live, uint32_t pid)
{
	for (unsigned int i = 0; i < LIVE_TRACE_RUNS; i++)
		if (live->runs[i].pid == pid)
			return &live->runs[i];
	return NULL;
}

static struct zonemap *map_of(const struct live_trace *live, int node, uint64_t zone_start_pfn)
{
	for (unsigned int i = 0; live->map && i < live->map->nr_zones; i++) {
		struct zonemap *map = live->map->zones[i];

		if (map->node == node && map->start_pfn == zone_start_pfn)
			return map;
	}
	return NULL;
}

static void begin_run(struct live_trace *live, const struct activity_event *event)
{
	struct live_run *run = find_run(live, event->pid);

	if (!run)
		run = &live->runs[live->next_run++ % LIVE_TRACE_RUNS];
	run->pid = event->pid;
	run->map = map_of(live, event->compact.node, event->compact.zone_start_pfn);
}

static void take(const struct activity_event *event, void *arg)
{
	struct live_trace *live = arg;
	struct live_run *run;

	activity_take(live->tracker, event);
	if (event->kind == EVENT_COMPACT_BEGIN)
		begin_run(live, event);
	if (event->kind != EVENT_COMPACT_END && event->kind != EVENT_ISOLATE_FREE)
		return;
	run = find_run(live, event->pid);
	if (!run)
		return;
	if (event->kind == EVENT_COMPACT_END)
		*run = (struct live_run){ 0 };
	else if (run->map)
		zonemap_note_visit(run->map, event->scan.start_pfn, event->scan.nr_taken);
}

static void open_trace(struct live_trace *live)
{
	struct ktrace_options options = {
		.release = live->release[0] ? live->release : NULL,
		.pageblock_order = live->pageblock_order,
	};

	live->tried = true;
	live->trace = ktrace_open(&options, &live->err);
	if (!live->trace)
		return;
	live->tracker = activity_tracker_new(clock_mono_ns(), ktrace_means(live->trace));
	if (live->tracker)
		return;
	ktrace_close(live->trace);
	live->trace = NULL;
	err_set(&live->err, ENOMEM, "activity: out of memory");
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
	if (ktrace_means(live->trace) & ACTIVITY_DRAINS)
		activity_set_drained(live->tracker, totals.drained_pages);
	activity_set_lost(live->tracker, totals.lost);
}

void live_trace_poll(struct live_trace *live)
{
	struct ktrace_taker taker = { .take = take, .arg = live };

	if (!live->tried && live->pageblock_order)
		open_trace(live);
	if (!live->trace)
		return;
	if (ktrace_drain(live->trace, &taker, &live->err) >= 0)
		take_totals(live);
}

static int say(const struct live_trace *live, struct frame *frame, uint64_t now_ns)
{
	struct source_status *status = frame_source(frame, "activity");
	const char *text = live->trace ? ktrace_missing(live->trace) : live->err.text;

	if (!status)
		return -ENOMEM;
	status->state = live->trace ? SOURCE_OK : SOURCE_DENIED;
	status->read_ns = live->trace ? now_ns : 0;
	if (text && text[0])
		status->text = arena_strdup(&frame->arena, text, strlen(text));
	return 0;
}

int live_trace_fill(struct live_trace *live, struct frame *frame)
{
	uint64_t now_ns;

	if (!frame->live)
		return 0;
	if (frame->release)
		snprintf(live->release, sizeof(live->release), "%s", frame->release);
	live->pageblock_order = frame_pageblock_order(frame);
	live->map = frame->pagemap;
	if (!live->tried)
		return 0;
	live_trace_poll(live);
	now_ns = clock_mono_ns();
	if (say(live, frame, now_ns))
		return -ENOMEM;
	return live->trace ? activity_fill(live->tracker, now_ns, frame) : 0;
}

int live_trace_fd(const struct live_trace *live)
{
	return live->trace ? ktrace_fd(live->trace) : -1;
}

void live_trace_done(struct live_trace *live)
{
	ktrace_close(live->trace);
	activity_tracker_free(live->tracker);
}
