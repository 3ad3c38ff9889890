// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Compaction of one zone, from mm_compaction_begin to mm_compaction_end (mm/compaction.c
 * compact_zone): the thread's scans and migrations in between are the run's.
 */
#include <string.h>

#include "activity_private.h"
#include "saturate.h"

static bool is_sane(const struct activity_compact *compact)
{
	return compact->node >= -1 && activity_has_order(compact->order) &&
	       compact->cause < NR_COMPACT_CAUSES && compact->mode < NR_COMPACT_MODES;
}

static struct compact_row *row_of_run(struct activity_tracker *tracker,
				      const struct compact_run *run)
{
	struct compact_row key = {
		.node = run->node,
		.zone_start_pfn = run->zone_start_pfn,
		.cause = run->cause,
		.order = run->order,
		.mode = run->mode,
	};

	memcpy(key.zone, run->zone, sizeof(key.zone));
	return activity_make_row(&tracker->total, ROWS_COMPACT, &key);
}

static void keep_run(struct activity_tracker *tracker, const struct compact_run *run)
{
	tracker->runs[tracker->nr_runs++ % ACTIVITY_RUNS_MAX] = *run;
}

static void count_proactive(struct activity_tracker *tracker, const struct compact_run *run)
{
	struct thread_row key = { .node = run->node, .kcompactd_order = -1, .kswapd_order = -1 };
	struct thread_row *row = activity_make_row(&tracker->total, ROWS_THREADS, &key);

	row->proactive_runs++;
	if (run->end_ns > row->proactive_end_ns)
		row->proactive_end_ns = run->end_ns;
}

static void close_run(struct activity_tracker *tracker, struct open_thread *thread,
		      uint64_t end_ns, enum compact_result result)
{
	struct compact_run *run = &thread->run;
	uint64_t ns = activity_duration(tracker, run->begin_ns, end_ns);

	run->end_ns = end_ns;
	run->result = result;
	thread->row->nr_runs++;
	thread->row->nr_results[result]++;
	thread->row->total_ns = add_saturated(thread->row->total_ns, ns);
	if (ns > thread->row->max_ns)
		thread->row->max_ns = ns;
	if (run->cause == CAUSE_PROACTIVE)
		count_proactive(tracker, run);
	thread->has_run = false;
	keep_run(tracker, run);
	if (run->cause == CAUSE_DIRECT)
		activity_stall_run(tracker, thread, run, ns);
}

const struct compact_run *activity_run_of(const struct activity_tracker *tracker, uint32_t pid)
{
	const struct open_thread *thread = activity_find_thread(tracker, pid);

	return thread && thread->has_run ? &thread->run : NULL;
}

void activity_abandon_run(struct activity_tracker *tracker, struct open_thread *thread)
{
	tracker->total.nr_odd++;
	close_run(tracker, thread, thread->seen_ns, RESULT_UNKNOWN);
}

void activity_begin_run(struct activity_tracker *tracker, const struct activity_event *event)
{
	const struct activity_compact *compact = &event->compact;
	struct open_thread *thread;
	struct compact_run *run;

	if (!is_sane(compact)) {
		tracker->total.nr_odd++;
		return;
	}
	thread = activity_find_thread(tracker, event->pid);
	if (thread && thread->has_run)
		activity_abandon_run(tracker, thread);
	thread = activity_open_thread(tracker, event->pid, event->time_ns);
	run = &thread->run;
	*run = (struct compact_run){
		.begin_ns = event->time_ns,
		.pid = event->pid,
		.node = compact->node,
		.zone_start_pfn = compact->zone_start_pfn,
		.cause = (enum compact_cause)compact->cause,
		.order = compact->order,
		.mode = (enum compact_mode)compact->mode,
		.migrate_begin_pfn = compact->migrate_pfn,
		.free_begin_pfn = compact->free_pfn,
		.migrate_pfn = compact->migrate_pfn,
		.free_pfn = compact->free_pfn,
	};
	activity_take_text(run->zone, sizeof(run->zone), compact->zone, sizeof(compact->zone));
	activity_take_text(run->comm, sizeof(run->comm), compact->comm, sizeof(compact->comm));
	thread->row = row_of_run(tracker, run);
	thread->has_run = true;
}

void activity_end_run(struct activity_tracker *tracker, const struct activity_event *event)
{
	const struct activity_compact *compact = &event->compact;
	struct open_thread *thread = activity_find_thread(tracker, event->pid);
	enum compact_result result = RESULT_UNKNOWN;

	if (!thread || !thread->has_run) {
		tracker->total.nr_odd++;
		return;
	}
	if (thread->run.node != compact->node ||
	    thread->run.zone_start_pfn != compact->zone_start_pfn) {
		/* it is another run's, whose begin was lost as this one's end was */
		activity_abandon_run(tracker, thread);
	} else {
		if (compact->result < NR_COMPACT_RESULTS)
			result = (enum compact_result)compact->result;
		else
			tracker->total.nr_odd++;
		thread->run.migrate_pfn = compact->migrate_pfn;
		thread->run.free_pfn = compact->free_pfn;
		thread->seen_ns = event->time_ns;
		close_run(tracker, thread, event->time_ns, result);
	}
	activity_close_thread(tracker, thread);
}

static void scan_migrate(struct compact_run *run, struct compact_row *row,
			 const struct activity_scan *scan)
{
	run->migrate_pfn = scan->end_pfn;
	run->migrate_scanned += scan->nr_scanned;
	run->migrate_isolated += scan->nr_taken;
	row->migrate_scanned += scan->nr_scanned;
	row->migrate_isolated += scan->nr_taken;
}

/* The free scanner goes down: where it is, is where the block begins. */
static void scan_free(struct compact_run *run, struct compact_row *row,
		      const struct activity_scan *scan, bool is_visit)
{
	bool is_empty = is_visit && !scan->nr_taken;

	if (is_visit)
		run->free_pfn = scan->start_pfn;
	run->free_scanned += scan->nr_scanned;
	run->free_isolated += scan->nr_taken;
	run->blocks_visited += is_visit;
	run->blocks_empty += is_empty;
	row->free_scanned += scan->nr_scanned;
	row->free_isolated += scan->nr_taken;
	row->blocks_visited += is_visit;
	row->blocks_empty += is_empty;
}

void activity_scan(struct activity_tracker *tracker, const struct activity_event *event)
{
	struct open_thread *thread = activity_find_thread(tracker, event->pid);
	const struct activity_scan *scan = &event->scan;

	if (!thread || !thread->has_run)
		return;
	thread->seen_ns = event->time_ns;
	if (event->kind == EVENT_ISOLATE_MIGRATE)
		scan_migrate(&thread->run, thread->row, scan);
	else
		scan_free(&thread->run, thread->row, scan, event->kind == EVENT_ISOLATE_FREE);
	tracker->steps[tracker->nr_steps++ % ACTIVITY_STEPS_MAX] = (struct scanner_step){
		.time_ns = event->time_ns,
		.node = thread->run.node,
		.zone_start_pfn = thread->run.zone_start_pfn,
		.is_free = event->kind != EVENT_ISOLATE_MIGRATE,
		.pfn = scan->start_pfn,
		.end_pfn = scan->end_pfn,
		.nr_taken = scan->nr_taken,
	};
}

void activity_migrate(struct activity_tracker *tracker, const struct activity_event *event)
{
	struct open_thread *thread = activity_find_thread(tracker, event->pid);

	if (!thread || !thread->has_run)
		return;
	thread->seen_ns = event->time_ns;
	thread->run.migrated += event->migrate.nr_migrated;
	thread->run.migrate_failed += event->migrate.nr_failed;
	thread->row->migrated += event->migrate.nr_migrated;
	thread->row->migrate_failed += event->migrate.nr_failed;
}
