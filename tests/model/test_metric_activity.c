// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>

#include "fragscope/history.h"
#include "fragscope/metric.h"

#include "tracked.h"

static struct history *history;

static double value(const char *name)
{
	const struct metric *metric = metric_find(name);

	assert_non_null(metric);
	return metric->get(metric, history, 0);
}

/* The tracker's totals as a frame of the history. */
static void push(uint64_t now_ns)
{
	frame->mono_ns = now_ns;
	fill(now_ns);
	assert_int_equal(history_push(history, frame), 0);
}

static int end(void **state)
{
	history_free(history);
	return done(state);
}

/* Two seconds in which a process waited twice, once with success. */
static void two_seconds(unsigned int means)
{
	struct activity_event stall;

	begin(means);
	history = history_new(4, SIZE_MAX);
	activity_set_alloc(tracker, 9, ALLOC_MOVABLE, 5, 5);
	push(1000 * MS);
	for (uint32_t i = 0; i < 2; i++) {
		take(event_stall(10, 1100 * MS, EVENT_STALL_BEGIN, STALL_COMPACTION, 9));
		take(event_compact(10, 1100 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9));
		take(event_scan(10, 1100 * MS, EVENT_ISOLATE_MIGRATE, 300, 30));
		take(event_scan(10, 1100 * MS, EVENT_ISOLATE_FREE, 100, 0));
		take(event_migrate(10, 1100 * MS, 20, 2));
		take(event_end(10, 1200 * MS, i ? RESULT_SUCCESS : RESULT_COMPLETE));
		stall = event_stall(10, 1300 * MS, EVENT_STALL_END, STALL_COMPACTION, 9);
		stall.stall.result = i ? RESULT_SUCCESS : RESULT_COMPLETE;
		take(stall);
	}
	activity_set_fallbacks(tracker, 0, 1, &(struct activity_fallbacks){ 2, 1, 1, 1 });
	activity_set_alloc(tracker, 9, ALLOC_MOVABLE, 50, 9);
	activity_set_counted(tracker, 500 * MS);
	activity_set_lost(tracker, 6);
	push(3000 * MS);
}

static void what_happened_is_told_per_second(void **state)
{
	(void)state;
	two_seconds(ALL);
	assert_true(value("compaction_stalls") == 1);
	assert_true(fabs(value("compaction_stall_time") - 200) < 1e-9);
	assert_true(value("compaction_success") == 50);
	assert_true(value("reclaim_stalls") == 0);
	assert_true(value("direct_runs") == 1);
	assert_true(value("manual_runs") == 0);
	assert_true(value("migrate_scanned") == 300);
	assert_true(value("free_scanned") == 100);
	assert_true(value("isolated") == 30);
	assert_true(value("migrated") == 20);
	assert_true(value("migrate_failed") == 2);
	assert_true(value("empty_visits") == 1);
	assert_true(value("scan_cost") == 20);
	assert_true(value("fallbacks") == 1);
	assert_true(value("fragmenting_fallbacks") == 0.5);
	assert_true(value("failed_allocations") == 8); /* 4 in the half second of counting */
	assert_true(value("lost_events") == 3);
}

static void what_was_not_counted_in_an_interval_is_not_a_number(void **state)
{
	(void)state;
	two_seconds(~0u);
	push(4000 * MS);
	assert_true(isnan(value("failed_allocations")));
	assert_true(value("fallbacks") == 0);
}

static void what_is_not_watched_is_not_a_number(void **state)
{
	(void)state;
	two_seconds(ACTIVITY_RECLAIM);
	assert_true(isnan(value("compaction_stalls")));
	assert_true(isnan(value("migrated")));
	assert_true(isnan(value("scan_cost")));
	assert_true(isnan(value("fallbacks")));
	assert_true(value("reclaim_stalls") == 0);
}

static void nothing_is_told_across_two_watches(void **state)
{
	(void)state;
	two_seconds(ALL);
	((struct activity *)frame->activity)->since_ns++;
	frame->mono_ns = 4000 * MS;
	assert_int_equal(history_push(history, frame), 0);
	assert_true(isnan(value("compaction_stalls")));
	assert_true(isnan(value("compaction_success")));
}

static void without_a_migrated_page_there_is_no_cost_of_one(void **state)
{
	(void)state;
	two_seconds(ALL);
	push(4000 * MS);
	assert_true(isnan(value("scan_cost")));
	assert_true(isnan(value("compaction_success")));
	assert_true(value("compaction_stalls") == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(what_happened_is_told_per_second, end),
		cmocka_unit_test_teardown(what_was_not_counted_in_an_interval_is_not_a_number, end),
		cmocka_unit_test_teardown(what_is_not_watched_is_not_a_number, end),
		cmocka_unit_test_teardown(nothing_is_told_across_two_watches, end),
		cmocka_unit_test_teardown(without_a_migrated_page_there_is_no_cost_of_one, end),
	};

	return CHECK_MAIN(tests);
}
