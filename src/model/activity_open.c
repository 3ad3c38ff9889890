// SPDX-License-Identifier: GPL-2.0-or-later
#include "activity_private.h"

#include <string.h>

#include "saturate.h"

struct open_thread *activity_find_thread(const struct activity_tracker *tracker, uint32_t pid)
{
	for (unsigned int i = 0; i < tracker->nr_open; i++)
		if (tracker->open[i].pid == pid)
			return &tracker->open[i];
	return NULL;
}

static bool is_idle(const struct open_thread *thread)
{
	if (thread->has_run)
		return false;
	for (int kind = 0; kind < NR_STALL_KINDS; kind++)
		if (thread->stalls[kind].is_open)
			return false;
	return true;
}

static void remove_thread(struct activity_tracker *tracker, struct open_thread *thread)
{
	*thread = tracker->open[--tracker->nr_open];
}

void activity_close_thread(struct activity_tracker *tracker, struct open_thread *thread)
{
	if (is_idle(thread))
		remove_thread(tracker, thread);
}

/* A direct compaction that waits for its next run only is complete as it is. */
static void close_stalls(struct activity_tracker *tracker, struct open_thread *thread)
{
	if (!(tracker->total.means & ACTIVITY_WHOLE_STALLS))
		activity_settle_stall(tracker, thread);
}

static void push_out_oldest(struct activity_tracker *tracker)
{
	struct open_thread *oldest = tracker->open;

	for (unsigned int i = 1; i < tracker->nr_open; i++)
		if (tracker->open[i].seen_ns < oldest->seen_ns)
			oldest = &tracker->open[i];
	if (oldest->has_run)
		activity_abandon_run(tracker, oldest);
	close_stalls(tracker, oldest);
	if (!is_idle(oldest))
		tracker->total.nr_odd++;
	remove_thread(tracker, oldest);
}

struct open_thread *activity_open_thread(struct activity_tracker *tracker, uint32_t pid,
					 uint64_t now_ns)
{
	struct open_thread *thread = activity_find_thread(tracker, pid);

	if (!thread) {
		if (tracker->nr_open == OPEN_THREADS_MAX)
			push_out_oldest(tracker);
		thread = &tracker->open[tracker->nr_open++];
		memset(thread, 0, sizeof(*thread));
		thread->pid = pid;
	}
	thread->seen_ns = now_ns;
	return thread;
}

void activity_close_silent(struct activity_tracker *tracker, uint64_t now_ns)
{
	/* from the end: a thread that is removed gets the last one's place */
	for (unsigned int i = tracker->nr_open; i--;) {
		struct open_thread *thread = &tracker->open[i];
		uint64_t silent_ns = sub_saturated(now_ns, thread->seen_ns);

		if (thread->has_run && silent_ns > RUN_QUIET_NS)
			activity_abandon_run(tracker, thread);
		if (!thread->has_run && silent_ns > STALL_QUIET_NS)
			close_stalls(tracker, thread);
		activity_close_thread(tracker, thread);
	}
}
