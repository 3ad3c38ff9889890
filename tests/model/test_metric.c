// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/metric.h"

#include <math.h>
#include <string.h>

#include "fragscope/history.h"

#include "../check.h"

#define SECOND 1000000000ULL

static double value(const struct history *history, const char *name)
{
	const struct metric *metric = metric_find(name);

	assert_non_null(metric);
	return metric->get(metric, history, 0);
}

static struct zone *add_zone(struct frame *frame, const char *name, uint64_t singles,
			     uint64_t blocks9)
{
	struct zone *zone = frame_add_zone(frame, 0, span_of(name));

	zone->nr_orders = 11;
	for (unsigned int order = 0; order < 11; order++)
		zone->free_blocks[order] = num_known(0);
	zone->free_blocks[0] = num_known(singles);
	zone->free_blocks[9] = num_known(blocks9);
	zone->present = num_known(1000);
	return zone;
}

static void add_kthread(struct frame *frame, const char *name, uint64_t cpu_ns)
{
	frame->kthreads = arena_alloc(&frame->arena, sizeof(*frame->kthreads));
	frame->nr_kthreads = 1;
	frame->kthreads[0] = (struct kthread){ name, 40, num_known(cpu_ns) };
}

static void every_row_is_complete_and_named_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < nr_metrics; i++) {
		assert_non_null(metrics[i].get);
		assert_true(strlen(metrics[i].unit) > 0);
		assert_true(strlen(metrics[i].help) > 20);
		assert_ptr_equal(metric_find(metrics[i].name), &metrics[i]);
	}
	assert_null(metric_find("no such metric"));
}

static void nothing_known_is_not_a_number(void **state)
{
	struct history *history = history_new(4, SIZE_MAX);
	struct frame *frame = frame_new();

	(void)state;
	history_push(history, frame);
	for (size_t i = 0; i < nr_metrics; i++)
		assert_true(isnan(metrics[i].get(&metrics[i], history, 0)));
	frame_free(frame);
	history_free(history);
}

static void indices_are_those_of_the_worst_zone(void **state)
{
	struct history *history = history_new(4, SIZE_MAX);
	struct frame *frame = frame_new();

	(void)state;
	frame->pageblock_order = num_known(9);
	add_zone(frame, "DMA32", 0, 4);
	add_zone(frame, "Normal", 512, 1);
	add_zone(frame, "Movable", 0, 0)->managed = num_known(0);
	for (unsigned int i = 0; i < 2; i++) {
		frame->zones[i]->min = num_known(512);
		frame->zones[i]->managed = num_known(5120);
		frame->zones[i]->reserved_highatomic = num_known(0);
		frame->zones[i]->nr_reserve = 5;
		for (unsigned int j = 0; j < 5; j++)
			frame->zones[i]->reserve[j] = num_known(0);
	}
	history_push(history, frame);
	assert_true(value(history, "free_pages") == 4 * 512 + 2 * 512);
	assert_true(value(history, "unusable_index") == 500);
	assert_true(value(history, "extfrag_index") == -1000);
	assert_true(value(history, "small_block_share") == 50);
	/* each keeps one block's worth for its mark */
	assert_true(value(history, "blocks_now") == 3 + 1);
	/* 1000 * 50 / 3001, and nothing for the others */
	assert_true(value(history, "proactive_score") == 16);
	frame_free(frame);
	history_free(history);
}

static void cpu_time_is_a_share_of_one_cpu(void **state)
{
	struct history *history = history_new(4, SIZE_MAX);
	struct frame *first = frame_new(), *second = frame_new();

	(void)state;
	first->mono_ns = 1 * SECOND;
	second->mono_ns = 3 * SECOND;
	add_kthread(first, "kcompactd0", SECOND);
	add_kthread(second, "kcompactd0", SECOND + SECOND / 2);
	history_push(history, first);
	history_push(history, second);
	assert_true(fabs(value(history, "kcompactd_cpu") - 25) < 1e-9);
	assert_true(isnan(value(history, "kswapd_cpu")));
	frame_free(first);
	frame_free(second);
	history_free(history);
}

static void pressure_and_compactness_are_percentages(void **state)
{
	struct history *history = history_new(4, SIZE_MAX);
	struct frame *frame = frame_new();

	(void)state;
	frame->psi_some.avg10 = num_known(1234);
	counters_add(&frame->vmstat, &frame->arena, SPAN("nr_free_pages"), num_known(2048));
	counters_add(&frame->vmstat, &frame->arena, SPAN("nr_free_pages_blocks"), num_known(512));
	history_push(history, frame);
	assert_true(fabs(value(history, "psi_some") - 12.34) < 1e-9);
	assert_true(isnan(value(history, "psi_full")));
	assert_true(fabs(value(history, "whole_block_share") - 25) < 1e-9);
	frame_free(frame);
	history_free(history);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_complete_and_named_once),
		cmocka_unit_test(nothing_known_is_not_a_number),
		cmocka_unit_test(indices_are_those_of_the_worst_zone),
		cmocka_unit_test(cpu_time_is_a_share_of_one_cpu),
		cmocka_unit_test(pressure_and_compactness_are_percentages),
	};

	return CHECK_MAIN(tests);
}
