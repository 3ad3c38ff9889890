// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whatever events come, in whatever order: totals hold together, only grow, and are the same when
 * they are read from a snapshot; the interval of two frames is no more than the later one's.
 *
 * An input is a byte that says what is told, and records of events as the kernel sends them.  Few
 * threads and zones, so that events meet.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/activity.h"
#include "fragscope/export.h"
#include "fragscope/frame.h"
#include "snapshot.h"

#define PIDS       7
#define FILL_EVERY 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what, const char *text)
{
	fprintf(stderr, "%s: %s\n", what, text);
	abort();
}

static struct frame *fill(struct activity_tracker *tracker, uint64_t now_ns)
{
	struct frame *frame = frame_new();
	struct err err = { "" };

	if (!frame || activity_fill(tracker, now_ns, frame))
		abort();
	if (activity_check(frame->activity, &err))
		fail("totals", err.text);
	return frame;
}

static void check_growth(const struct frame *before, const struct frame *now)
{
	struct arena arena = { 0 };
	struct activity *between = activity_between(&arena, before->activity, now->activity);
	struct compact_row since = activity_sum_compact(between, -1, -1);
	struct compact_row sum = activity_sum_compact(now->activity, -1, -1);
	struct compact_row was = activity_sum_compact(before->activity, -1, -1);
	struct err err = { "" };

	if (activity_check(between, &err))
		fail("interval", err.text);
	if (sum.nr_runs < was.nr_runs || since.nr_runs != sum.nr_runs - was.nr_runs ||
	    since.blocks_visited != sum.blocks_visited - was.blocks_visited)
		fail("interval", "sums of runs differ");
	for (int kind = 0; kind < NR_STALL_KINDS; kind++) {
		struct latency then = activity_sum_latency(before->activity, kind, -1);
		struct latency late = activity_sum_latency(now->activity, kind, -1);

		if (activity_sum_latency(between, kind, -1).nr != late.nr - then.nr)
			fail("interval", "sums of waits differ");
	}
	arena_done(&arena);
}

static char *write_out(const struct frame *frame, size_t *len)
{
	char *bytes = NULL;
	FILE *to = open_memstream(&bytes, len);

	if (!to || snapshot_write(frame, false, to, NULL))
		abort();
	fclose(to);
	return bytes;
}

static void check_snapshot(const struct frame *frame)
{
	size_t len, again_len;
	char *bytes = write_out(frame, &len), *again;
	struct err err = { "" };
	struct pagemap *map;
	struct frame *read;

	if (snapshot_read_bounded((struct span){ bytes, len }, 0, &read, &map, &err))
		fail("snapshot", err.text);
	again = write_out(read, &again_len);
	if (len != again_len || memcmp(bytes, again, len))
		fail("not the same when read again", bytes);
	frame_free(read);
	pagemap_free(map);
	free(again);
	free(bytes);
}

static struct activity_event event_at(const uint8_t *data)
{
	struct activity_event event;

	memcpy(&event, data, sizeof(event));
	event.kind %= NR_EVENT_KINDS + 1;
	event.pid %= PIDS;
	return event;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct activity_tracker *tracker;
	struct frame *before, *now;
	size_t nr = 0;

	if (!size)
		return 0;
	tracker = activity_tracker_new(0, data[0] * 5u);
	before = fill(tracker, 0);
	for (size_t i = 1; i + sizeof(struct activity_event) <= size;
	     i += sizeof(struct activity_event)) {
		struct activity_event event = event_at(data + i);

		activity_take(tracker, &event);
		activity_set_lost(tracker, event.pid);
		if (++nr % FILL_EVERY)
			continue;
		now = fill(tracker, event.time_ns);
		check_growth(before, now);
		frame_free(before);
		before = now;
	}
	now = fill(tracker, 0);
	check_growth(before, now);
	check_snapshot(now);
	frame_free(before);
	frame_free(now);
	activity_tracker_free(tracker);
	return 0;
}
