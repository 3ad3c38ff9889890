// SPDX-License-Identifier: GPL-2.0-or-later
/* Compaction in the background: when it wakes, what it does turn by turn, and the marks at which it
 * works unasked. */
#include "made_compact.h"

#include "fragscope/array.h"
#include "sim/run.h"
#include "../check.h"

/* All of memory anonymous, every fourth page free; kcompactd waits for its next half second. */
static struct sim *waiting(uint32_t nr_blocks)
{
	uint32_t owner;
	struct sim *sim = made_anon(nr_blocks, &owner);

	made_free_grid(sim, 0, sim->c.nr_pages, 4, 0);
	for (uint32_t task = 0; task < sim->c.nr_tasks; task++)
		sim->tasks[task].wake_ns = NEVER;
	run_init(sim);
	sim->c.task = 0;
	return sim;
}

static struct sim_task *thread(struct sim *sim)
{
	return task_find(sim, TASK_KCOMPACTD, 0);
}

/* Turns until it waits again. */
static unsigned int run_thread(struct sim *sim)
{
	unsigned int turns = 0;

	sim->c.task = (uint32_t)(thread(sim) - sim->tasks);
	sim->c.sleep_until_ns = 0;
	do {
		kcompactd_step(sim, 0);
		turns++;
		assert_int_equal(sim->c.kcompactd[0].nr_migratepages, 0);
		assert_int_equal(sim->c.kcompactd[0].migratepages.nr, 0);
	} while (!sim->c.sleep_until_ns && turns < 10000);
	sim->c.task = 0;
	return turns;
}

static void it_works_for_a_request_block_by_block(void **state)
{
	(void)state;
	struct sim *sim = waiting(64);

	kcompactd_wake(sim, 0, 9, SIM_ZONE_NORMAL);
	assert_int_equal(thread(sim)->wake_ns, sim->c.now_ns + sim->cost_ns[COST_WAKE]);
	assert_true(run_thread(sim) > 3);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_DAEMON_WAKE), 1);
	assert_true(sim_counter(sim, SIM_COMPACT_DAEMON_MIGRATE_SCANNED) > 0);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_DAEMON_FREE_SCANNED),
			 sim_counter(sim, SIM_COMPACT_FREE_SCANNED));
	assert_true(sim->c.zone[0].nr_free_blocks >= 512);
	assert_int_equal(sim->c.zone[0].order_failed, 10);
	assert_int_equal(sim->c.node[0].kcompactd_order, 0);
	assert_false(sim->c.kcompactd[0].active);
	sim_free(sim);
}

static void it_sleeps_on_where_no_zone_suits_but_remembers_the_order(void **state)
{
	(void)state;
	struct sim *sim = waiting(4); /* 512 pages free, 1024 are needed */

	kcompactd_wake(sim, 0, 9, SIM_ZONE_NORMAL);
	assert_true(thread(sim)->wake_ns == NEVER);
	assert_int_equal(sim->c.node[0].kcompactd_order, 9);
	run_thread(sim); /* its half second is over */
	assert_int_equal(sim_counter(sim, SIM_COMPACT_DAEMON_WAKE), 1);
	assert_int_equal(sim_counter(sim, SIM_PGMIGRATE_SUCCESS), 0);
	assert_int_equal(sim->c.node[0].kcompactd_order, 0);
	sim_free(sim);
}

static void single_pages_do_not_wake_it(void **state)
{
	(void)state;
	struct sim *sim = waiting(64);

	kcompactd_wake(sim, 0, 0, SIM_ZONE_NORMAL);
	assert_true(thread(sim)->wake_ns == NEVER);
	sim_free(sim);
}

static void a_run_that_fails_defers_the_zone_and_drains(void **state)
{
	(void)state;
	struct sim *sim = waiting(64);

	for (uint32_t pfn = 1; pfn < sim->c.nr_pages; pfn += 64)
		sim->flags[pfn] |= PAGE_FLAG_PINNED;
	kcompactd_wake(sim, 0, 9, SIM_ZONE_NORMAL);
	run_thread(sim);
	assert_int_equal(sim->c.zone[0].defer_shift, 1);
	assert_int_equal(sim_counter(sim, SIM_DRAIN_ALL), 1);
	assert_false(sim->c.zone[0].blockskip_flush);
	kcompactd_wake(sim, 0, 9, SIM_ZONE_NORMAL);
	run_thread(sim);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_DEFERRED), 1);
	sim_free(sim);
}

static void fragmentation_above_the_high_mark_starts_a_run_that_ends_at_the_low_one(void **state)
{
	(void)state;
	struct sim *sim = waiting(64);
	unsigned int order, low, high;

	proactive_marks(sim, &order, &low, &high);
	assert_true(proactive_score_node(sim, 0, order) > high);
	run_thread(sim);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_PROACTIVE), 1);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_DAEMON_WAKE), 0);
	assert_true(proactive_score_zone(sim, &sim->c.zone[0], order) <= low);
	assert_int_equal(sim_counter(sim, SIM_DRAIN_ALL), 0);
	assert_int_equal(sim->c.sleep_until_ns, sim->c.now_ns + 500000000);
	sim_free(sim);
}

static void a_run_without_success_makes_it_wait_64_times_as_long_until_poked(void **state)
{
	(void)state;
	struct sim *sim = waiting(64);

	for (uint32_t pfn = 1; pfn < sim->c.nr_pages; pfn += 64)
		sim->flags[pfn] |= PAGE_FLAG_PINNED;
	run_thread(sim);
	assert_true(sim->c.sleep_until_ns == sim->c.now_ns + 32000000000);
	kcompactd_poke(sim, 0);
	assert_true(thread(sim)->wake_ns <= sim->c.now_ns + sim->cost_ns[COST_WAKE]);
	run_thread(sim);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_PROACTIVE), 2);
	assert_int_equal(sim->c.node[0].proactive_trigger, 0);
	sim_free(sim);
}

static void nothing_is_judged_while_kswapd_runs_or_without_the_sysctl(void **state)
{
	(void)state;
	struct sim *sim = waiting(64);

	sim->c.node[0].kswapd_running = 1;
	run_thread(sim);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_PROACTIVE), 0);
	sim->c.node[0].kswapd_running = 0;
	sim->knobs.compaction_proactiveness = 0;
	run_thread(sim);
	assert_int_equal(sim_counter(sim, SIM_COMPACT_PROACTIVE), 0);
	assert_true(sim->c.sleep_until_ns == NEVER);
	sim_free(sim);
}

/*
 * Marks.
 */

struct marks_row {
	uint32_t proactiveness, always;
	unsigned int mthp;
	bool old, low_first, unscaled;
	unsigned int order, low, high;
};

static const struct marks_row marks_rows[] = {
	{ 20, 0, 0, true, false, false, 9, 80, 90 },
	{ 20, 0, 0, false, false, false, 9, 80, 90 },
	{ 100, 0, 0, true, false, false, 9, 5, 15 },
	{ 100, 0, 0, false, false, false, 9, 0, 0 },
	{ 20, 3, MTHP_SCORE, false, false, false, 9, 80, 90 },
	{ 20, 3, MTHP_TARGET, false, false, false, 3, 26, 30 },
	{ 20, 2, MTHP_TARGET, false, false, false, 2, 17, 20 },
	{ 20, 3, MTHP_TARGET, false, true, false, 3, 26, 36 },
	{ 20, 3, MTHP_TARGET, false, false, true, 3, 80, 90 },
	{ 20, 0, MTHP_TARGET, false, false, false, 9, 80, 90 },
};

static void marks_are_those_of_each_kernel_and_of_the_mthp_series(void **state)
{
	(void)state;
	struct sim *sim = made_machine(1, 1);

	for (unsigned int i = 0; i < ARRAY_SIZE(marks_rows); i++) {
		const struct marks_row *row = &marks_rows[i];
		unsigned int order, low, high;

		sim->knobs.compaction_proactiveness = row->proactiveness;
		sim->knobs.mthp_always_order = row->always;
		sim->policy.mthp = (uint8_t)row->mthp;
		sim->policy.frag_wmark = row->old ? FRAG_WMARK_OLD : FRAG_WMARK_LEEWAY;
		sim->policy.mthp_scale_low_first = row->low_first;
		sim->policy.mthp_unscaled_marks = row->unscaled;
		proactive_marks(sim, &order, &low, &high);
		assert_int_equal(order, row->order);
		assert_int_equal(low, row->low);
		assert_int_equal(high, row->high);
	}
	sim_free(sim);
}

static void scores_are_the_share_of_free_memory_in_blocks_that_are_too_small(void **state)
{
	(void)state;
	struct sim *sim = made_machine(1, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	static const uint32_t nr_free[] = { 400, 200, 100, 50, 20 };

	for (unsigned int order = 0; order < ARRAY_SIZE(nr_free); order++)
		zone->nr_free[order] = nr_free[order];
	assert_int_equal(proactive_score_zone(sim, zone, 9), 100);
	assert_int_equal(proactive_score_zone(sim, zone, 3), 62);
	assert_int_equal(proactive_score_zone(sim, zone, 2), 41);
	zone->present = 9;
	assert_int_equal(proactive_score_node(sim, 0, 9), 90); /* 9 * 100 / (9 + 1) */
	sim_free(sim);
}

static uint64_t hash_of_a_run(unsigned int mthp)
{
	struct sim *sim = waiting(64);
	uint64_t hash;

	sim->knobs.mthp_always_order = 3;
	sim->policy.mthp = (uint8_t)mthp;
	run_thread(sim);
	hash = sim_hash(sim);
	sim_free(sim);
	return hash;
}

static void the_first_patch_of_the_mthp_series_changes_nothing_at_all(void **state)
{
	(void)state;
	assert_true(hash_of_a_run(0) == hash_of_a_run(MTHP_SCORE));
	assert_true(hash_of_a_run(0) != hash_of_a_run(MTHP_SCORE | MTHP_TARGET));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_works_for_a_request_block_by_block),
		cmocka_unit_test(it_sleeps_on_where_no_zone_suits_but_remembers_the_order),
		cmocka_unit_test(single_pages_do_not_wake_it),
		cmocka_unit_test(a_run_that_fails_defers_the_zone_and_drains),
		cmocka_unit_test(
			fragmentation_above_the_high_mark_starts_a_run_that_ends_at_the_low_one),
		cmocka_unit_test(
			a_run_without_success_makes_it_wait_64_times_as_long_until_poked),
		cmocka_unit_test(nothing_is_judged_while_kswapd_runs_or_without_the_sysctl),
		cmocka_unit_test(marks_are_those_of_each_kernel_and_of_the_mthp_series),
		cmocka_unit_test(scores_are_the_share_of_free_memory_in_blocks_that_are_too_small),
		cmocka_unit_test(the_first_patch_of_the_mthp_series_changes_nothing_at_all),
	};

	return CHECK_MAIN(tests);
}
