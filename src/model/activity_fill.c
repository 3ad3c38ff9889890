// SPDX-License-Identifier: GPL-2.0-or-later
/* From the tracker's totals to an activity in a frame, in the order in which it is read. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "activity_private.h"

static int compare_runs(const void *x, const void *y)
{
	const struct compact_run *const *a = x, *const *b = y;

	return ((*a)->begin_ns > (*b)->begin_ns) - ((*a)->begin_ns < (*b)->begin_ns);
}

/* The newest of those that ended and those that go on. */
static bool fill_runs(const struct activity_tracker *tracker, struct arena *arena,
		      struct activity *activity)
{
	const struct compact_run *runs[ACTIVITY_RUNS_MAX + OPEN_THREADS_MAX];
	unsigned int nr = 0, skip;

	while (nr < ACTIVITY_RUNS_MAX && nr < tracker->nr_runs) {
		runs[nr] = &tracker->runs[nr];
		nr++;
	}
	for (unsigned int i = 0; i < tracker->nr_open; i++)
		if (tracker->open[i].has_run)
			runs[nr++] = &tracker->open[i].run;
	qsort(runs, nr, sizeof(runs[0]), compare_runs);
	skip = nr > ACTIVITY_RUNS_MAX ? nr - ACTIVITY_RUNS_MAX : 0;
	activity->nr_runs = nr - skip;
	if (!nr)
		return true;
	activity->runs = arena_alloc(arena, activity->nr_runs * sizeof(*activity->runs));
	for (unsigned int i = 0; activity->runs && i < activity->nr_runs; i++)
		activity->runs[i] = *runs[skip + i];
	return activity->runs;
}

static bool fill_steps(const struct activity_tracker *tracker, struct arena *arena,
		       struct activity *activity)
{
	uint64_t nr = tracker->nr_steps;

	if (nr > ACTIVITY_STEPS_MAX)
		nr = ACTIVITY_STEPS_MAX;
	activity->nr_steps = (unsigned int)nr;
	if (!nr)
		return true;
	activity->steps = arena_alloc(arena, nr * sizeof(*activity->steps));
	for (uint64_t i = 0; activity->steps && i < nr; i++)
		activity->steps[i] =
			tracker->steps[(tracker->nr_steps - nr + i) % ACTIVITY_STEPS_MAX];
	return activity->steps;
}

/* Most time first, others last. */
static int compare_stalls(const void *x, const void *y)
{
	const struct stall_row *a = x, *b = y;

	if (!a->pid != !b->pid)
		return a->pid ? -1 : 1;
	if (a->total_ns != b->total_ns)
		return a->total_ns < b->total_ns ? 1 : -1;
	return (a->pid > b->pid) - (a->pid < b->pid);
}

/* The frame's name of a zone, where it has one; else that of the event stays. */
static void name_zone(const struct frame *frame, int node, uint64_t start_pfn, char name[16])
{
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		if (!zone_is_at(frame->zones[i], node, start_pfn))
			continue;
		memcpy(name, frame->zones[i]->name, FRAME_NAME_MAX);
		return;
	}
}

static void name_zones(const struct frame *frame, struct activity *activity)
{
	for (unsigned int i = 0; i < activity->nr_compact; i++) {
		struct compact_row *row = &activity->compact[i];

		name_zone(frame, row->node, row->zone_start_pfn, row->zone);
	}
	for (unsigned int i = 0; i < activity->nr_defer; i++) {
		struct defer_row *row = &activity->defer[i];

		name_zone(frame, row->node, row->zone_start_pfn, row->zone);
	}
	for (unsigned int i = 0; i < activity->nr_runs; i++) {
		struct compact_run *run = &activity->runs[i];

		name_zone(frame, run->node, run->zone_start_pfn, run->zone);
	}
}

int activity_fill(struct activity_tracker *tracker, uint64_t now_ns, struct frame *frame)
{
	struct activity *activity;

	activity_close_silent(tracker, now_ns);
	if (now_ns > tracker->total.until_ns)
		tracker->total.until_ns = now_ns;
	activity = activity_copy(&frame->arena, &tracker->total);
	if (!activity || !fill_runs(tracker, &frame->arena, activity) ||
	    !fill_steps(tracker, &frame->arena, activity))
		return -ENOMEM;
	if (activity->nr_stalls)
		qsort(activity->stalls, activity->nr_stalls, sizeof(*activity->stalls),
		      compare_stalls);
	name_zones(frame, activity);
	frame->activity = activity;
	return 0;
}
