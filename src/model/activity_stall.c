// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Who waits, for what, and how long (mm/page_alloc.c __alloc_pages_slowpath): direct reclaim and
 * drain_all_pages() from begin to end, direct compaction likewise or, where its end is not told, as
 * the sum of its runs.
 */
#include "activity_private.h"
#include "saturate.h"

/* The table has room for one more process that waits. */
static void make_room(struct activity *total)
{
	const struct row_kind *kind = &row_kinds[ROWS_STALLS];
	unsigned int least = 0;

	if (total->nr_stalls < kind->nr_max - kind->nr_others)
		return;
	while (least < total->nr_stalls && !total->stalls[least].pid)
		least++;
	for (unsigned int i = least + 1; i < total->nr_stalls; i++)
		if (total->stalls[i].pid &&
		    total->stalls[i].total_ns < total->stalls[least].total_ns)
			least = i;
	if (least < total->nr_stalls)
		activity_fold_row(total, ROWS_STALLS, least);
}

static struct stall_row *row_of_stall(struct activity *total, const struct stall_row *key)
{
	if (!activity_find_row(total, ROWS_STALLS, key))
		make_room(total);
	return activity_make_row(total, ROWS_STALLS, key);
}

static void count_stall(struct activity_tracker *tracker, uint32_t pid,
			const struct open_stall *stall, uint64_t ns, bool good)
{
	struct latency_row key = { .kind = stall->key.kind, .order = stall->order };
	struct latency_row *latency = activity_make_row(&tracker->total, ROWS_LATENCY, &key);
	struct stall_row *row = row_of_stall(&tracker->total, &stall->key);

	latency_add(&latency->latency, ns);
	row->nr++;
	row->nr_good += good;
	row->total_ns = add_saturated(row->total_ns, ns);
	if (ns > row->max_ns)
		row->max_ns = ns;
	if (stall->order > row->max_order)
		row->max_order = stall->order;
	/* threads have names of their own; the process goes by that of its first */
	if (row->pid && row->pid == pid)
		activity_take_text(row->comm, sizeof(row->comm), stall->key.comm,
				   sizeof(stall->key.comm));
}

void activity_settle_stall(struct activity_tracker *tracker, struct open_thread *thread)
{
	struct open_stall *stall = &thread->stalls[STALL_COMPACTION];

	if (stall->is_open && stall->nr_runs)
		count_stall(tracker, thread->pid, stall, stall->runs_ns, stall->good);
	stall->is_open = false;
}

static bool is_told_by_runs(const struct activity_tracker *tracker, enum stall_kind kind)
{
	return kind == STALL_COMPACTION && !(tracker->total.means & ACTIVITY_WHOLE_STALLS);
}

void activity_stall_run(struct activity_tracker *tracker, struct open_thread *thread,
			const struct compact_run *run, uint64_t ns)
{
	struct open_stall *stall = &thread->stalls[STALL_COMPACTION];

	if (!stall->is_open || !is_told_by_runs(tracker, STALL_COMPACTION))
		return;
	stall->runs_ns = add_saturated(stall->runs_ns, ns);
	stall->nr_runs++;
	stall->good = run->result == RESULT_SUCCESS;
	/* try_to_compact_pages() tries no other zone after a success */
	if (stall->good)
		activity_settle_stall(tracker, thread);
}

void activity_count_drain(struct activity_tracker *tracker, const struct activity_event *event)
{
	(void)event;
	tracker->total.drains = num_known(tracker->total.drains.n + 1);
}

static bool is_sane(const struct activity_stall *stall)
{
	return stall->stall < NR_STALL_KINDS && activity_has_order(stall->order);
}

void activity_begin_stall(struct activity_tracker *tracker, const struct activity_event *event)
{
	const struct activity_stall *from = &event->stall;
	struct open_thread *thread;
	struct open_stall *stall;

	if (!is_sane(from)) {
		tracker->total.nr_odd++;
		return;
	}
	thread = activity_open_thread(tracker, event->pid, event->time_ns);
	if (is_told_by_runs(tracker, STALL_COMPACTION))
		activity_settle_stall(tracker, thread);
	stall = &thread->stalls[from->stall];
	if (stall->is_open)
		tracker->total.nr_odd++;
	*stall = (struct open_stall){
		.is_open = true,
		.begin_ns = event->time_ns,
		.order = from->order,
		.key = {
			.pid = from->tgid,
			.cgroup = from->cgroup,
			.kind = (enum stall_kind)from->stall,
			.max_order = from->order,
		},
	};
	activity_take_text(stall->key.comm, sizeof(stall->key.comm), from->comm,
			   sizeof(from->comm));
}

/* Whether the process got what it waited for. */
static bool is_good(const struct activity_stall *end)
{
	switch ((enum stall_kind)end->stall) {
	case STALL_COMPACTION:
		return end->result == RESULT_SUCCESS;
	case STALL_RECLAIM:
		return end->nr_reclaimed > 0;
	default:
		return true;
	}
}

/* A direct compaction that tried no zone has not waited. */
static bool is_wait(const struct activity_stall *end)
{
	return end->stall != STALL_COMPACTION ||
	       (end->result != RESULT_SKIPPED && end->result != RESULT_DEFERRED &&
		end->result != RESULT_NOT_SUITABLE);
}

void activity_forget_stalls(struct activity_tracker *tracker)
{
	/* from the end: a thread that is removed gets the last one's place */
	for (unsigned int i = tracker->nr_open; i--;) {
		struct open_thread *thread = &tracker->open[i];

		for (enum stall_kind kind = 0; kind < NR_STALL_KINDS; kind++) {
			if (!thread->stalls[kind].is_open || is_told_by_runs(tracker, kind))
				continue;
			thread->stalls[kind].is_open = false;
			tracker->total.nr_odd++;
		}
		activity_close_thread(tracker, thread);
	}
}

void activity_end_stall(struct activity_tracker *tracker, const struct activity_event *event)
{
	const struct activity_stall *end = &event->stall;
	struct open_thread *thread = activity_find_thread(tracker, event->pid);
	struct open_stall *stall;
	uint64_t ns;

	if (end->stall == STALL_DRAIN)
		activity_count_drain(tracker, event);
	if (end->stall >= NR_STALL_KINDS || end->result >= NR_COMPACT_RESULTS || !thread ||
	    !thread->stalls[end->stall].is_open ||
	    is_told_by_runs(tracker, (enum stall_kind)end->stall)) {
		tracker->total.nr_odd++;
		return;
	}
	stall = &thread->stalls[end->stall];
	ns = activity_duration(tracker, stall->begin_ns, event->time_ns);
	if (is_wait(end))
		count_stall(tracker, event->pid, stall, ns, is_good(end));
	stall->is_open = false;
	thread->seen_ns = event->time_ns;
	activity_close_thread(tracker, thread);
}
