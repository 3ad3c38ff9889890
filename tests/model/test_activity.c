// SPDX-License-Identifier: GPL-2.0-or-later
/* Every kind of event, and what can go wrong with it. */
#include "tracked.h"

static void a_run_is_counted_with_its_pages(void **state)
{
	const struct activity *a;
	const struct compact_row *row;

	(void)state;
	begin(ALL);
	take(event_compact(10, 5 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	take(event_scan(10, 6 * MS, EVENT_ISOLATE_MIGRATE, 512, 32));
	take(event_scan(10, 6 * MS, EVENT_ISOLATE_FREE, 16, 0));
	take(event_scan(10, 6 * MS, EVENT_ISOLATE_FREE, 512, 40));
	take(event_scan(10, 6 * MS, EVENT_ISOLATE_FREE_FAST, 3, 2));
	take(event_migrate(10, 7 * MS, 30, 2));
	take(event_end(10, 8 * MS, RESULT_SUCCESS));
	a = fill(9 * MS);
	assert_int_equal(a->nr_odd, 0);
	assert_int_equal(a->nr_events, 7);
	assert_int_equal(a->nr_compact, 1);
	row = &a->compact[0];
	assert_string_equal(row->zone, "DMA32");
	assert_int_equal(row->zone_start_pfn, 0x1000);
	assert_int_equal(row->order, 9);
	assert_int_equal(row->mode, MODE_SYNC_LIGHT);
	assert_int_equal(row->nr_runs, 1);
	assert_int_equal(row->nr_results[RESULT_SUCCESS], 1);
	assert_int_equal(row->total_ns, 3 * MS);
	assert_int_equal(row->max_ns, 3 * MS);
	assert_int_equal(row->migrate_scanned, 512);
	assert_int_equal(row->migrate_isolated, 32);
	assert_int_equal(row->free_scanned, 531);
	assert_int_equal(row->free_isolated, 42);
	assert_int_equal(row->blocks_visited, 2);
	assert_int_equal(row->blocks_empty, 1);
	assert_int_equal(row->migrated, 30);
	assert_int_equal(row->migrate_failed, 2);
}

static void a_run_is_kept_with_where_its_scanners_were(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_compact(10, 5 * MS, EVENT_COMPACT_BEGIN, CAUSE_MANUAL, -1));
	take(event_scan(10, 6 * MS, EVENT_ISOLATE_MIGRATE, 512, 32));
	a = fill(7 * MS);
	assert_int_equal(a->nr_runs, 1);
	assert_int_equal(a->runs[0].end_ns, 0);
	assert_int_equal(a->runs[0].migrate_begin_pfn, 0x1200);
	assert_int_equal(a->runs[0].migrate_pfn, 0x1600);
	assert_int_equal(a->runs[0].free_pfn, 0x9000);
	assert_string_equal(a->runs[0].comm, "eater");
	take(event_scan(10, 7 * MS, EVENT_ISOLATE_FREE, 16, 0));
	assert_int_equal(fill(7 * MS)->runs[0].free_pfn, 0x1400);
	take(event_end(10, 8 * MS, RESULT_COMPLETE));
	a = fill(9 * MS);
	assert_int_equal(a->nr_runs, 1);
	assert_int_equal(a->runs[0].end_ns, 8 * MS);
	assert_int_equal(a->runs[0].result, RESULT_COMPLETE);
	assert_int_equal(a->runs[0].migrate_pfn, 0x2000);
	assert_int_equal(a->runs[0].free_pfn, 0x8000);
	assert_int_equal(a->nr_steps, 2);
	assert_false(a->steps[0].is_free);
	assert_int_equal(a->steps[0].time_ns, 6 * MS);
	assert_true(a->steps[1].is_free);
	assert_int_equal(a->steps[1].pfn, 0x1400);
	assert_int_equal(a->steps[1].end_pfn, 0x1600);
	assert_int_equal(a->steps[1].nr_taken, 0);
}

static void runs_of_threads_that_take_turns_are_kept_apart(void **state)
{
	const struct activity *a;
	struct compact_row direct, manual;

	(void)state;
	begin(ALL);
	take(event_compact(10, 1 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	take(event_compact(11, 2 * MS, EVENT_COMPACT_BEGIN, CAUSE_MANUAL, -1));
	take(event_scan(10, 3 * MS, EVENT_ISOLATE_MIGRATE, 100, 1));
	take(event_scan(11, 4 * MS, EVENT_ISOLATE_MIGRATE, 200, 2));
	take(event_end(10, 5 * MS, RESULT_SUCCESS));
	take(event_scan(11, 6 * MS, EVENT_ISOLATE_MIGRATE, 300, 3));
	take(event_end(11, 9 * MS, RESULT_COMPLETE));
	a = fill(10 * MS);
	direct = activity_sum_compact(a, -1, CAUSE_DIRECT);
	manual = activity_sum_compact(a, 0, CAUSE_MANUAL);
	assert_int_equal(direct.migrate_scanned, 100);
	assert_int_equal(direct.total_ns, 4 * MS);
	assert_int_equal(manual.migrate_scanned, 500);
	assert_int_equal(manual.total_ns, 7 * MS);
	assert_int_equal(activity_sum_compact(a, 1, -1).nr_runs, 0);
	assert_int_equal(activity_sum_compact(a, -1, -1).nr_runs, 2);
	assert_int_equal(a->nr_odd, 0);
}

static void scans_and_migrations_of_others_are_passed_over(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_scan(10, 1 * MS, EVENT_ISOLATE_MIGRATE, 100, 1));
	take(event_migrate(10, 1 * MS, 8, 8));
	a = fill(2 * MS);
	assert_int_equal(a->nr_odd, 0);
	assert_int_equal(a->nr_compact, 0);
	assert_int_equal(a->nr_steps, 0);
	assert_int_equal(a->nr_events, 2);
}

static void an_end_without_a_begin_is_odd(void **state)
{
	(void)state;
	begin(ALL);
	take(event_end(10, 5 * MS, RESULT_SUCCESS));
	take(event_stall(10, 5 * MS, EVENT_STALL_END, STALL_RECLAIM, 0));
	assert_int_equal(fill(9 * MS)->nr_odd, 2);
	assert_int_equal(frame->activity->nr_compact, 0);
	assert_int_equal(frame->activity->nr_stalls, 0);
}

static void a_run_whose_end_was_lost_ends_with_its_last_event(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_compact(10, 1 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	take(event_scan(10, 3 * MS, EVENT_ISOLATE_MIGRATE, 100, 1));
	take(event_compact(10, 50 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	take(event_end(10, 51 * MS, RESULT_SUCCESS));
	a = fill(60 * MS);
	assert_int_equal(a->nr_odd, 1);
	assert_int_equal(a->compact[0].nr_runs, 2);
	assert_int_equal(a->compact[0].nr_results[RESULT_UNKNOWN], 1);
	assert_int_equal(a->compact[0].total_ns, 3 * MS);
	assert_int_equal(a->runs[0].end_ns, 3 * MS);
}

static void a_run_that_is_silent_for_a_minute_has_ended(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_compact(10, 1 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	assert_int_equal(fill(59000 * MS)->runs[0].end_ns, 0);
	a = fill(61000 * MS);
	assert_int_equal(a->runs[0].end_ns, 1 * MS);
	assert_int_equal(a->nr_odd, 1);
}

static void an_end_in_another_zone_ends_nothing_there(void **state)
{
	struct activity_event end = event_end(10, 3 * MS, RESULT_SUCCESS);
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_compact(10, 1 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	end.compact.zone_start_pfn = 0x100000;
	take(end);
	a = fill(4 * MS);
	assert_int_equal(a->nr_odd, 1);
	assert_int_equal(a->compact[0].nr_results[RESULT_UNKNOWN], 1);
	assert_int_equal(a->compact[0].nr_results[RESULT_SUCCESS], 0);
}

static void time_that_runs_backwards_takes_no_time(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_compact(10, 9 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	take(event_end(10, 3 * MS, RESULT_SUCCESS));
	take(event_stall(10, 9 * MS, EVENT_STALL_BEGIN, STALL_RECLAIM, 2));
	take(event_stall(10, 8 * MS, EVENT_STALL_END, STALL_RECLAIM, 2));
	a = fill(10 * MS);
	assert_int_equal(a->nr_odd, 2);
	assert_int_equal(a->compact[0].total_ns, 0);
	assert_int_equal(a->stalls[0].total_ns, 0);
	assert_int_equal(a->stalls[0].nr, 1);
	assert_int_equal(fill(5 * MS)->until_ns, 10 * MS);
}

static void waits_have_a_length_and_an_outcome(void **state)
{
	struct activity_event end;
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_stall(10, 1 * MS, EVENT_STALL_BEGIN, STALL_COMPACTION, 9));
	end = event_stall(10, 3 * MS, EVENT_STALL_END, STALL_COMPACTION, 9);
	end.stall.result = RESULT_SUCCESS;
	take(end);
	take(event_stall(10, 4 * MS, EVENT_STALL_BEGIN, STALL_COMPACTION, 4));
	end = event_stall(10, 5 * MS, EVENT_STALL_END, STALL_COMPACTION, 4);
	end.stall.result = RESULT_COMPLETE;
	take(end);
	take(event_stall(10, 6 * MS, EVENT_STALL_BEGIN, STALL_RECLAIM, 9));
	take(event_stall(10, 7 * MS, EVENT_STALL_BEGIN, STALL_DRAIN, 9));
	take(event_stall(10, 8 * MS, EVENT_STALL_END, STALL_DRAIN, 9));
	end = event_stall(10, 16 * MS, EVENT_STALL_END, STALL_RECLAIM, 9);
	end.stall.nr_reclaimed = 1;
	take(end);
	a = fill(20 * MS);
	assert_int_equal(a->nr_odd, 0);
	assert_int_equal(a->nr_stalls, 3);
	assert_int_equal(a->stalls[0].kind, STALL_RECLAIM);
	assert_int_equal(a->stalls[0].total_ns, 10 * MS);
	assert_int_equal(a->stalls[0].nr_good, 1);
	assert_int_equal(a->stalls[1].kind, STALL_COMPACTION);
	assert_int_equal(a->stalls[1].nr, 2);
	assert_int_equal(a->stalls[1].nr_good, 1);
	assert_int_equal(a->stalls[1].total_ns, 3 * MS);
	assert_int_equal(a->stalls[1].max_ns, 2 * MS);
	assert_int_equal(a->stalls[1].max_order, 9);
	assert_int_equal(a->stalls[1].cgroup, 77);
	assert_string_equal(a->stalls[1].comm, "eater");
	assert_int_equal(activity_sum_latency(a, STALL_COMPACTION, -1).nr, 2);
	assert_int_equal(activity_sum_latency(a, STALL_COMPACTION, 4).total_ns, 1 * MS);
	assert_int_equal(a->drains.n, 1);
}

static void a_compaction_that_tried_no_zone_is_no_wait(void **state)
{
	struct activity_event end = event_stall(10, 3 * MS, EVENT_STALL_END, STALL_COMPACTION, 9);

	(void)state;
	begin(ALL);
	take(event_stall(10, 1 * MS, EVENT_STALL_BEGIN, STALL_COMPACTION, 9));
	end.stall.result = RESULT_DEFERRED;
	take(end);
	assert_int_equal(fill(4 * MS)->nr_stalls, 0);
	assert_int_equal(frame->activity->nr_odd, 0);
}

static void without_function_exits_a_compaction_takes_as_long_as_its_runs(void **state)
{
	const struct activity *a;

	(void)state;
	begin(RUNS_ONLY);
	take(event_stall(10, 1 * MS, EVENT_STALL_BEGIN, STALL_COMPACTION, 9));
	take(event_compact(10, 2 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	take(event_end(10, 4 * MS, RESULT_COMPLETE));
	take(event_compact(10, 5 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	assert_int_equal(fill(6 * MS)->nr_stalls, 0);
	take(event_end(10, 8 * MS, RESULT_SUCCESS));
	a = fill(9 * MS);
	assert_int_equal(a->nr_stalls, 1);
	assert_int_equal(a->stalls[0].nr, 1);
	assert_int_equal(a->stalls[0].nr_good, 1);
	assert_int_equal(a->stalls[0].total_ns, 5 * MS);
	assert_int_equal(a->nr_odd, 0);
}

static void without_function_exits_a_compaction_ends_with_silence_or_the_next_wait(void **state)
{
	const struct activity *a;

	(void)state;
	begin(RUNS_ONLY);
	take(event_stall(10, 1 * MS, EVENT_STALL_BEGIN, STALL_COMPACTION, 9));
	take(event_compact(10, 2 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	take(event_end(10, 4 * MS, RESULT_COMPLETE));
	take(event_stall(10, 5 * MS, EVENT_STALL_BEGIN, STALL_RECLAIM, 9));
	a = fill(6 * MS);
	assert_int_equal(a->nr_stalls, 1);
	assert_int_equal(a->stalls[0].total_ns, 2 * MS);
	assert_int_equal(a->stalls[0].nr_good, 0);
	take(event_stall(10, 7 * MS, EVENT_STALL_END, STALL_RECLAIM, 9));
	take(event_stall(10, 8 * MS, EVENT_STALL_BEGIN, STALL_COMPACTION, 9));
	take(event_compact(10, 8 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	take(event_end(10, 9 * MS, RESULT_COMPLETE));
	assert_int_equal(activity_sum_latency(fill(10 * MS), STALL_COMPACTION, -1).nr, 1);
	assert_int_equal(activity_sum_latency(fill(120 * MS), STALL_COMPACTION, -1).nr, 2);
	/* one that tried no zone is no wait */
	take(event_stall(10, 130 * MS, EVENT_STALL_BEGIN, STALL_COMPACTION, 9));
	a = fill(300 * MS);
	assert_int_equal(activity_sum_latency(a, STALL_COMPACTION, -1).nr, 2);
	assert_int_equal(a->nr_odd, 0);
}

static void deferral_is_counted_by_zone(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_zone(1 * MS, EVENT_DEFER, 0, 9));
	take(event_zone(2 * MS, EVENT_DEFERRED, 0, 9));
	take(event_zone(2 * MS, EVENT_DEFERRED, 1, 9));
	take(event_zone(3 * MS, EVENT_DEFERRED, 0, 10));
	take(event_zone(4 * MS, EVENT_DEFER_RESET, 0, 4));
	a = fill(5 * MS);
	assert_int_equal(a->nr_defer, 2);
	assert_int_equal(a->defer[0].nr_defers, 1);
	assert_int_equal(a->defer[0].nr_deferred, 2);
	assert_int_equal(a->defer[0].nr_resets, 1);
	assert_int_equal(a->defer[0].order, 4);
	assert_string_equal(a->defer[0].zone, "DMA32");
	assert_int_equal(a->defer[1].node, 1);
}

static void kernel_threads_are_counted_by_node(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_thread(1 * MS, EVENT_KCOMPACTD_WAKEUP, 1, 9));
	take(event_thread(2 * MS, EVENT_KCOMPACTD_WAKE, 1, 9));
	take(event_thread(3 * MS, EVENT_KCOMPACTD_SLEEP, 1, 0));
	take(event_thread(4 * MS, EVENT_KSWAPD_WAKEUP, 1, 3));
	take(event_thread(5 * MS, EVENT_KSWAPD_WAKE, 1, 3));
	take(event_thread(6 * MS, EVENT_KSWAPD_SLEEP, 1, 0));
	take(event_compact(10, 7 * MS, EVENT_COMPACT_BEGIN, CAUSE_PROACTIVE, -1));
	take(event_end(10, 8 * MS, RESULT_SUCCESS));
	a = fill(9 * MS);
	assert_int_equal(a->nr_threads, 2);
	assert_int_equal(a->threads[0].node, 1);
	assert_int_equal(a->threads[0].kcompactd_wakeups, 1);
	assert_int_equal(a->threads[0].kcompactd_wakes, 1);
	assert_int_equal(a->threads[0].kcompactd_sleeps, 1);
	assert_int_equal(a->threads[0].kswapd_wakeups, 1);
	assert_int_equal(a->threads[0].kswapd_wakes, 1);
	assert_int_equal(a->threads[0].kswapd_sleeps, 1);
	assert_int_equal(a->threads[0].kcompactd_order, 9);
	assert_int_equal(a->threads[0].kswapd_order, 3);
	assert_int_equal(a->threads[1].node, 0);
	assert_int_equal(a->threads[1].proactive_runs, 1);
	assert_int_equal(a->threads[1].proactive_end_ns, 8 * MS);
	assert_int_equal(a->threads[1].kcompactd_order, -1);
}

static void fallbacks_are_a_matrix(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	activity_set_fallbacks(tracker, 0, 1, &(struct activity_fallbacks){ 2, 1, 0, 1 });
	activity_set_fallbacks(tracker, 1, 0, &(struct activity_fallbacks){ 1, 0, 1, 1 });
	activity_set_fallbacks(tracker, 2, 0, &(struct activity_fallbacks){ 0 });
	activity_set_fallbacks(tracker, 0, 1, &(struct activity_fallbacks){ 3, 1, 1, 2 });
	/* what no frame has names for */
	activity_set_fallbacks(tracker, 0, FRAME_TYPES_MAX, &(struct activity_fallbacks){ 1 });
	activity_set_fallbacks(tracker, FRAME_TYPES_MAX, 0, &(struct activity_fallbacks){ 1 });
	a = fill(5);
	assert_int_equal(a->nr_fallbacks, 2);
	assert_int_equal(a->fallbacks[0].want, 0);
	assert_int_equal(a->fallbacks[0].from, 1);
	assert_int_equal(a->fallbacks[0].nr, 3);
	assert_int_equal(a->fallbacks[0].nr_claimed, 1);
	assert_int_equal(a->fallbacks[0].nr_stolen, 1);
	assert_int_equal(a->fallbacks[0].nr_fragmenting, 2);
}

static void totals_of_the_kernel_replace_those_of_before(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL & ~(unsigned int)(ACTIVITY_DRAINS | ACTIVITY_DRAIN_TIMES));
	assert_int_equal(fill(1)->drained_pages.state, NUM_ABSENT);
	assert_int_equal(frame->activity->drains.state, NUM_ABSENT);
	activity_set_alloc(tracker, 4, ALLOC_KERNEL, 10, 1);
	activity_set_alloc(tracker, 4, ALLOC_KERNEL, 12, 3);
	activity_set_alloc(tracker, 32, ALLOC_KERNEL, 10, 1);
	activity_set_alloc(tracker, 3, NR_ALLOC_CLASSES, 10, 1);
	activity_set_alloc(tracker, 2, ALLOC_NOFAIL, 0, 0);
	activity_set_drained(tracker, 5);
	activity_set_drained(tracker, 6);
	activity_set_lost(tracker, 7);
	take(event_of(1, 2, EVENT_DRAIN));
	a = fill(3);
	assert_int_equal(a->nr_allocs, 1);
	assert_int_equal(a->allocs[0].nr, 12);
	assert_int_equal(a->allocs[0].nr_failed, 3);
	assert_int_equal(a->drained_pages.n, 6);
	assert_int_equal(a->drains.state, NUM_KNOWN);
	assert_int_equal(a->drains.n, 1);
	assert_int_equal(a->nr_lost, 7);
}

static void what_cannot_be_is_odd_and_counted_nowhere(void **state)
{
	struct activity_event event;

	(void)state;
	begin(ALL);
	take(event_of(1, 1, EVENT_NONE));
	take(event_of(1, 1, NR_EVENT_KINDS));
	take(event_of(1, 1, UINT32_MAX));
	take(event_compact(1, 1, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, FRAME_ORDERS_MAX));
	take(event_compact(1, 1, EVENT_COMPACT_BEGIN, NR_COMPACT_CAUSES, 3));
	event = event_compact(1, 1, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 3);
	event.compact.mode = NR_COMPACT_MODES;
	take(event);
	take(event_stall(1, 1, EVENT_STALL_BEGIN, NR_STALL_KINDS, 3));
	take(event_stall(1, 1, EVENT_STALL_BEGIN, STALL_RECLAIM, 300));
	take(event_stall(1, 1, EVENT_STALL_END, NR_STALL_KINDS, 3));
	take(event_zone(1, EVENT_DEFER, -2, 3));
	take(event_zone(1, EVENT_DEFER, 0, 99));
	take(event_thread(1, EVENT_KSWAPD_WAKE, 0, 99));
	assert_int_equal(fill(2)->nr_odd, 12);
	assert_int_equal(frame->activity->nr_events, 12);
	assert_int_equal(frame->activity->nr_compact, 0);
	assert_int_equal(frame->activity->nr_stalls, 0);
	assert_int_equal(frame->activity->nr_defer, 0);
	assert_int_equal(frame->activity->nr_threads, 0);
}

static void a_result_that_is_not_known_ends_the_run(void **state)
{
	(void)state;
	begin(ALL);
	take(event_compact(10, 1, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	take(event_end(10, 2, 200));
	assert_int_equal(fill(3)->compact[0].nr_results[RESULT_UNKNOWN], 1);
	assert_int_equal(frame->activity->nr_odd, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_run_is_counted_with_its_pages),
		TEST(a_run_is_kept_with_where_its_scanners_were),
		TEST(runs_of_threads_that_take_turns_are_kept_apart),
		TEST(scans_and_migrations_of_others_are_passed_over),
		TEST(an_end_without_a_begin_is_odd),
		TEST(a_run_whose_end_was_lost_ends_with_its_last_event),
		TEST(a_run_that_is_silent_for_a_minute_has_ended),
		TEST(an_end_in_another_zone_ends_nothing_there),
		TEST(time_that_runs_backwards_takes_no_time),
		TEST(waits_have_a_length_and_an_outcome),
		TEST(a_compaction_that_tried_no_zone_is_no_wait),
		TEST(without_function_exits_a_compaction_takes_as_long_as_its_runs),
		TEST(without_function_exits_a_compaction_ends_with_silence_or_the_next_wait),
		TEST(deferral_is_counted_by_zone),
		TEST(kernel_threads_are_counted_by_node),
		TEST(fallbacks_are_a_matrix),
		TEST(totals_of_the_kernel_replace_those_of_before),
		TEST(what_cannot_be_is_odd_and_counted_nowhere),
		TEST(a_result_that_is_not_known_ends_the_run),
	};

	return CHECK_MAIN(tests);
}
