// SPDX-License-Identifier: GPL-2.0-or-later
/* Names, sizes, and tables that are full. */
#include "tracked.h"

static void names_need_not_end_and_the_frame_knows_them_better(void **state)
{
	struct activity_event event = event_compact(10, 1, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9);
	struct zone *zone;

	(void)state;
	begin(ALL);
	memset(event.compact.zone, 'z', sizeof(event.compact.zone));
	memset(event.compact.comm, 'c', sizeof(event.compact.comm));
	take(event);
	assert_string_equal(fill(2)->compact[0].zone, "zzzzzzzz");
	assert_string_equal(frame->activity->runs[0].comm, "ccccccccccccccc");
	zone = frame_zone(frame, 0, span_of("Device"));
	zone->start_pfn = num_known(0x1000);
	assert_string_equal(fill(2)->compact[0].zone, "Device");
	assert_string_equal(frame->activity->runs[0].zone, "Device");
}

/* A process is one row, whichever of its threads waits; it goes by its main thread's name. */
static void threads_of_a_process_wait_as_one(void **state)
{
	const char *const names[] = { "worker1", "main", "worker2" };
	const struct activity *a;

	(void)state;
	begin(ALL);
	for (uint32_t i = 0; i < 3; i++) {
		struct activity_event event;
		uint32_t pid = i == 1 ? 20 : 21 + i;

		event = event_stall(pid, 1 * MS, EVENT_STALL_BEGIN, STALL_RECLAIM, 0);
		event.stall.tgid = 20;
		memset(event.stall.comm, 0, sizeof(event.stall.comm));
		memcpy(event.stall.comm, names[i], strlen(names[i]));
		take(event);
		take(event_stall(pid, 2 * MS, EVENT_STALL_END, STALL_RECLAIM, 0));
	}
	a = fill(3 * MS);
	assert_int_equal(a->nr_stalls, 1);
	assert_int_equal(a->stalls[0].nr, 3);
	assert_string_equal(a->stalls[0].comm, "main");
}

static void of_many_processes_those_that_waited_least_are_summed(void **state)
{
	uint64_t total_ns = 0, nr = 0;
	const struct activity *a;

	(void)state;
	begin(ALL);
	for (uint32_t pid = 1; pid <= 3000; pid++) {
		uint64_t ns = pid % 100 == 7 ? 1000 * MS + pid : pid;

		take(event_stall(pid, 0, EVENT_STALL_BEGIN, STALL_RECLAIM, 0));
		take(event_stall(pid, ns, EVENT_STALL_END, STALL_RECLAIM, 0));
		total_ns += ns;
	}
	a = fill(1);
	assert_true(a->nr_stalls < 200);
	for (unsigned int i = 0; i < 30; i++)
		assert_int_equal(a->stalls[i].pid, 2907 - 100 * i);
	assert_int_equal(a->stalls[a->nr_stalls - 1].pid, 0);
	assert_string_equal(a->stalls[a->nr_stalls - 1].comm, "");
	for (unsigned int i = 0; i < a->nr_stalls; i++) {
		nr += a->stalls[i].nr;
		total_ns -= a->stalls[i].total_ns;
	}
	assert_int_equal(nr, 3000);
	assert_int_equal(total_ns, 0);
}

static void of_many_zones_the_sums_stay_right(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	for (int i = 0; i < 5000; i++) {
		enum compact_cause cause = (enum compact_cause)(i % NR_COMPACT_CAUSES);
		struct activity_event event;

		event = event_compact(10, 0, EVENT_COMPACT_BEGIN, cause, i % 11);
		event.compact.node = (int16_t)(i / 2);
		take(event);
		event = event_end(10, 1, RESULT_SUCCESS);
		event.compact.node = (int16_t)(i / 2);
		take(event);
		take(event_zone(2, EVENT_DEFER, i, 3));
		take(event_thread(2, EVENT_KSWAPD_WAKE, i, 3));
	}
	a = fill(3);
	assert_int_equal(a->nr_odd, 0);
	assert_true(a->nr_compact <= 256);
	for (int cause = 0; cause < NR_COMPACT_CAUSES; cause++)
		assert_int_equal(activity_sum_compact(a, -1, cause).nr_runs, 1250);
	assert_int_equal(a->compact[a->nr_compact - 1].order, ORDER_OTHERS);
	assert_int_equal(a->compact[a->nr_compact - 1].node, -1);
	assert_true(a->nr_defer <= 128);
	assert_int_equal(a->defer[a->nr_defer - 1].node, -1);
	assert_int_equal(a->defer[a->nr_defer - 1].nr_defers, 5000 - (a->nr_defer - 1));
	assert_int_equal(a->threads[a->nr_threads - 1].kswapd_wakes, 5000 - (a->nr_threads - 1));
	assert_int_equal(a->nr_runs, ACTIVITY_RUNS_MAX);
}

static void a_thread_too_many_pushes_out_the_one_that_was_silent_longest(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	for (uint32_t pid = 1; pid <= 300; pid++)
		take(event_compact(pid, pid * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	a = fill(301 * MS);
	assert_int_equal(a->nr_odd, 44);
	assert_int_equal(a->compact[0].nr_runs, 44);
	/* the last ones still go on */
	take(event_end(300, 302 * MS, RESULT_SUCCESS));
	take(event_end(45, 303 * MS, RESULT_SUCCESS));
	take(event_end(44, 304 * MS, RESULT_SUCCESS));
	a = fill(305 * MS);
	assert_int_equal(a->compact[0].nr_runs, 46);
	assert_int_equal(a->nr_odd, 45);
	assert_int_equal(a->runs[ACTIVITY_RUNS_MAX - 1].pid, 300);
}

/* Its end and the begin of the thread's next wait did not fit into the ring: the next end is not
 * this one's, however much later. */
static void a_wait_whose_end_may_be_lost_is_counted_no_more(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_stall(10, 1 * MS, EVENT_STALL_BEGIN, STALL_RECLAIM, 0));
	take(event_stall(11, 1 * MS, EVENT_STALL_BEGIN, STALL_COMPACTION, 9));
	activity_set_lost(tracker, 2);
	take(event_stall(10, 3600000 * MS, EVENT_STALL_END, STALL_RECLAIM, 0));
	a = fill(3600001 * MS);
	assert_int_equal(a->nr_latency, 0);
	assert_int_equal(a->nr_odd, 3);
	/* nothing more was lost */
	take(event_stall(10, 3600002 * MS, EVENT_STALL_BEGIN, STALL_RECLAIM, 0));
	activity_set_lost(tracker, 2);
	take(event_stall(10, 3600003 * MS, EVENT_STALL_END, STALL_RECLAIM, 0));
	a = fill(3600004 * MS);
	assert_int_equal(activity_sum_latency(a, STALL_RECLAIM, -1).total_ns, 1 * MS);
	assert_int_equal(a->nr_odd, 3);
}

static void steps_are_the_newest_and_in_order(void **state)
{
	const struct activity *a;

	(void)state;
	begin(ALL);
	take(event_compact(10, 0, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
	for (uint64_t i = 1; i <= 1000; i++)
		take(event_scan(10, i, EVENT_ISOLATE_MIGRATE, 1, 0));
	a = fill(1001);
	assert_int_equal(a->nr_steps, ACTIVITY_STEPS_MAX);
	for (unsigned int i = 0; i < a->nr_steps; i++)
		assert_int_equal(a->steps[i].time_ns, 1001 - a->nr_steps + i);
}

static void every_kind_has_a_size_that_holds_its_part(void **state)
{
	(void)state;
	assert_int_equal(activity_event_size(EVENT_NONE), 0);
	assert_int_equal(activity_event_size(NR_EVENT_KINDS), 0);
	assert_int_equal(activity_event_size(UINT32_MAX), 0);
	for (uint32_t kind = 1; kind < NR_EVENT_KINDS; kind++) {
		assert_true(activity_event_size(kind) >= 16);
		assert_true(activity_event_size(kind) <= sizeof(struct activity_event));
	}
	assert_int_equal(activity_event_size(EVENT_DRAIN), 16);
	assert_int_equal(activity_event_size(EVENT_MIGRATE), 24);
	assert_int_equal(activity_event_size(EVENT_COMPACT_END),
			 16 + sizeof(struct activity_compact));
}

static void all_names_are_there(void **state)
{
	(void)state;
	for (int i = 0; i < NR_COMPACT_CAUSES; i++)
		assert_non_null(compact_cause_name[i]);
	for (int i = 0; i < NR_COMPACT_MODES; i++)
		assert_non_null(compact_mode_name[i]);
	for (int i = 0; i < NR_COMPACT_RESULTS; i++)
		assert_non_null(compact_result_name[i]);
	for (int i = 0; i < NR_STALL_KINDS; i++)
		assert_non_null(stall_kind_name[i]);
	for (int i = 0; i < NR_ALLOC_CLASSES; i++)
		assert_non_null(alloc_class_name[i]);
}

static void quantiles_are_edges_of_buckets(void **state)
{
	struct latency latency = { 0 };

	(void)state;
	assert_int_equal(latency_quantile_ns(&latency, 500), 0);
	latency_add(&latency, 0);
	assert_int_equal(latency.bucket[0], 1);
	assert_int_equal(latency_quantile_ns(&latency, 1000), 0);
	latency_add(&latency, 1);
	assert_int_equal(latency.bucket[0], 2);
	latency_add(&latency, 2);
	latency_add(&latency, 1000);
	assert_int_equal(latency.bucket[1], 1);
	assert_int_equal(latency.bucket[9], 1);
	assert_int_equal(latency_quantile_ns(&latency, 500), 2);
	assert_int_equal(latency_quantile_ns(&latency, 750), 4);
	assert_int_equal(latency_quantile_ns(&latency, 990), 1000);
	assert_int_equal(latency_quantile_ns(&latency, 4000), 1000);
	assert_int_equal(latency_quantile_ns(&latency, 0), 0);
	latency_add(&latency, UINT64_MAX);
	assert_int_equal(latency.bucket[LATENCY_BUCKETS - 1], 1);
	assert_int_equal(latency.total_ns, UINT64_MAX);
	assert_int_equal(latency_quantile_ns(&latency, 1000), UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(names_need_not_end_and_the_frame_knows_them_better),
		TEST(threads_of_a_process_wait_as_one),
		TEST(of_many_processes_those_that_waited_least_are_summed),
		TEST(of_many_zones_the_sums_stay_right),
		TEST(a_thread_too_many_pushes_out_the_one_that_was_silent_longest),
		TEST(a_wait_whose_end_may_be_lost_is_counted_no_more),
		TEST(steps_are_the_newest_and_in_order),
		TEST(every_kind_has_a_size_that_holds_its_part),
		TEST(all_names_are_there),
		TEST(quantiles_are_edges_of_buckets),
	};

	return CHECK_MAIN(tests);
}
