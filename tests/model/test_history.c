// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/history.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/metric.h"

#include "../check.h"

#define SECOND 1000000000ULL

static struct frame *make_frame(uint64_t mono_ns, uint64_t stalls)
{
	struct frame *frame = frame_new();

	frame->mono_ns = mono_ns;
	counters_add(&frame->vmstat, &frame->arena, SPAN("nr_free_pages"), num_known(stalls));
	counters_add(&frame->vmstat, &frame->arena, SPAN("allocstall_dma"), num_known(1));
	counters_add(&frame->vmstat, &frame->arena, SPAN("allocstall_normal"), num_known(stalls));
	counters_add(&frame->vmstat, &frame->arena, SPAN("compact_stall"), num_known(stalls * 2));
	return frame;
}

static void push(struct history *history, uint64_t mono_ns, uint64_t stalls)
{
	struct frame *frame = make_frame(mono_ns, stalls);

	assert_int_equal(history_push(history, frame), 0);
	frame_free(frame);
}

static void rates_are_events_per_monotonic_second(void **state)
{
	struct history *history = history_new(8, SIZE_MAX);

	(void)state;
	push(history, 10 * SECOND, 100);
	push(history, 12 * SECOND, 150);
	assert_true(fabs(history_seconds(history, 0) - 2) < 1e-9);
	assert_true(fabs(history_rate(history, 0, "compact_stall") - 50) < 1e-9);
	assert_true(fabs(history_rate_prefix(history, 0, "allocstall") - 25) < 1e-9);
	assert_true(isnan(history_rate(history, 0, "compact")));
	assert_true(isnan(history_rate(history, 0, "no_such_counter")));
	assert_true(isnan(history_rate(history, 1, "compact_stall")));
	history_free(history);
}

static void a_gap_yields_no_rate_across_it(void **state)
{
	struct history *history = history_new(8, SIZE_MAX);

	(void)state;
	push(history, 1 * SECOND, 1);
	history_gap(history);
	push(history, 900 * SECOND, 2);
	push(history, 901 * SECOND, 3);
	assert_true(history_has_gap(history, 1));
	assert_false(history_has_gap(history, 0));
	assert_true(isnan(history_rate(history, 1, "compact_stall")));
	assert_false(isnan(history_rate(history, 0, "compact_stall")));
	history_free(history);
}

static void counters_that_went_backwards_yield_no_rate(void **state)
{
	struct history *history = history_new(8, SIZE_MAX);

	(void)state;
	push(history, 1 * SECOND, 10);
	push(history, 2 * SECOND, 9);
	assert_true(isnan(history_rate(history, 0, "compact_stall")));
	push(history, 2 * SECOND, 20);
	assert_true(isnan(history_rate(history, 0, "compact_stall")));
	history_free(history);
}

static void counters_are_found_when_their_order_changed(void **state)
{
	struct history *history = history_new(8, SIZE_MAX);
	struct frame *frame = frame_new();

	(void)state;
	push(history, 1 * SECOND, 10);
	frame->mono_ns = 2 * SECOND;
	counters_add(&frame->vmstat, &frame->arena, SPAN("compact_stall"), num_known(27));
	history_push(history, frame);
	frame_free(frame);
	assert_true(fabs(history_rate(history, 0, "compact_stall") - 7) < 1e-9);
	history_free(history);
}

static void the_oldest_frames_are_dropped(void **state)
{
	struct history *history = history_new(3, SIZE_MAX);

	(void)state;
	for (uint64_t i = 1; i <= 5; i++)
		push(history, i * SECOND, i);
	assert_int_equal(history_nr(history), 3);
	assert_int_equal(history_frame(history, 0)->mono_ns, 5 * SECOND);
	assert_int_equal(history_frame(history, 2)->mono_ns, 3 * SECOND);
	assert_null(history_frame(history, 3));
	history_free(history);
}

static void the_budget_of_bytes_keeps_at_least_a_pair(void **state)
{
	struct history *history = history_new(100, 1);

	(void)state;
	for (uint64_t i = 1; i <= 5; i++)
		push(history, i * SECOND, i);
	assert_int_equal(history_nr(history), 2);
	assert_false(isnan(history_rate(history, 0, "compact_stall")));
	history_free(history);
}

static void series_run_from_the_oldest_and_are_nan_where_unknown(void **state)
{
	struct history *history = history_new(8, SIZE_MAX);
	const struct metric *metric = metric_find("compact_stall");
	double out[4];

	(void)state;
	assert_non_null(metric);
	push(history, 1 * SECOND, 0);
	push(history, 2 * SECOND, 1);
	push(history, 3 * SECOND, 3);
	history_series(history, metric, 0, out, 4);
	assert_true(isnan(out[0]) && isnan(out[1]));
	assert_true(fabs(out[2] - 2) < 1e-9 && fabs(out[3] - 4) < 1e-9);
	history_series(history, metric, 1, out, 1);
	assert_true(fabs(out[0] - 2) < 1e-9);
	history_free(history);
}

static struct frame *full_frame(void)
{
	struct frame *frame = make_frame(7, 5);
	struct arena *arena = &frame->arena;
	struct zone *zone = frame_add_zone(frame, 1, SPAN("Normal"));
	struct source_status *source = frame_source(frame, "buddyinfo");
	int type = frame_type(frame, SPAN("Movable"));

	frame->host = arena_strdup(arena, "db7", 3);
	frame->release = arena_strdup(arena, "6.18.44", 7);
	zone->nr_orders = 11;
	zone->free_blocks[10] = num_capped(100000);
	*zone_type_free(frame, zone, (unsigned int)type, 10) = num_known(12);
	*zone_type_cell(frame, &zone->type_blocks, (unsigned int)type) = num_known(321);
	zone->map = (const struct zonemap *)zone;
	frame->pagemap = (const struct pagemap *)zone;
	source->text = arena_strdup(arena, "run as root", 11);
	frame->thp.nr_sizes = 1;
	frame->thp.sizes = arena_alloc(arena, sizeof(*frame->thp.sizes));
	frame->thp.sizes[0].enabled = arena_strdup(arena, "always", 6);
	counters_add(&frame->thp.sizes[0].stats, arena, SPAN("anon_fault_alloc"), num_known(8));
	frame->kthreads = arena_alloc(arena, sizeof(*frame->kthreads));
	frame->nr_kthreads = 1;
	frame->kthreads[0].name = arena_strdup(arena, "kswapd0", 7);
	frame->hugepools = arena_alloc(arena, sizeof(*frame->hugepools));
	frame->nr_hugepools = 1;
	frame->hugepools[0].size_kib = 2048;
	frame->request.comm = arena_strdup(arena, "md5", 3);
	return frame;
}

static void a_copy_outlives_its_frame(void **state)
{
	struct frame *frame = full_frame();
	struct frame *copy = frame_copy(frame);

	(void)state;
	frame_free(frame);
	assert_non_null(copy);
	assert_string_equal(copy->host, "db7");
	assert_string_equal(copy->release, "6.18.44");
	assert_int_equal(counters_get(&copy->vmstat, "compact_stall").n, 10);
	assert_int_equal(copy->zones[0]->node, 1);
	assert_int_equal(copy->zones[0]->free_blocks[10].state, NUM_CAPPED);
	assert_int_equal(zone_get_type_free(copy->zones[0], 0, 10).n, 12);
	assert_int_equal(zone_get_type_blocks(copy->zones[0], 0).n, 321);
	assert_string_equal(copy->sources[0].text, "run as root");
	assert_string_equal(copy->thp.sizes[0].enabled, "always");
	assert_int_equal(counters_get(&copy->thp.sizes[0].stats, "anon_fault_alloc").n, 8);
	assert_string_equal(copy->kthreads[0].name, "kswapd0");
	assert_int_equal(copy->hugepools[0].size_kib, 2048);
	assert_string_equal(copy->request.comm, "md5");
	frame_free(copy);
}

static void a_copy_leaves_out_what_is_shared_and_what_is_not_there(void **state)
{
	struct frame *frame = full_frame();
	struct frame *copy = frame_copy(frame);

	(void)state;
	assert_null(copy->pagemap);
	assert_null(copy->detail);
	assert_null(copy->zones[0]->map);
	assert_null(copy->zones[0]->mixed_blocks);
	/* one type of the 16 that the table has room for */
	assert_int_equal(zone_get_type_free(copy->zones[0], 1, 10).state, NUM_ABSENT);
	assert_true(copy->arena.nr_bytes < frame->arena.nr_bytes);
	frame_free(copy);
	frame_free(frame);
}

static void an_empty_frame_can_be_copied(void **state)
{
	struct frame *frame = frame_new();
	struct frame *copy = frame_copy(frame);

	(void)state;
	assert_non_null(copy);
	assert_int_equal(copy->nr_zones, 0);
	frame_free(copy);
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates_are_events_per_monotonic_second),
		cmocka_unit_test(a_gap_yields_no_rate_across_it),
		cmocka_unit_test(counters_that_went_backwards_yield_no_rate),
		cmocka_unit_test(counters_are_found_when_their_order_changed),
		cmocka_unit_test(the_oldest_frames_are_dropped),
		cmocka_unit_test(the_budget_of_bytes_keeps_at_least_a_pair),
		cmocka_unit_test(series_run_from_the_oldest_and_are_nan_where_unknown),
		cmocka_unit_test(a_copy_outlives_its_frame),
		cmocka_unit_test(a_copy_leaves_out_what_is_shared_and_what_is_not_there),
		cmocka_unit_test(an_empty_frame_can_be_copied),
	};

	return CHECK_MAIN(tests);
}
