// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_scenario.h"

#include "sim/run.h"
#include "sim/scenario.h"
#include "../check.h"

/* Little memory, much want: reclaim, compaction and the kernel's threads all have to work. */
static const char busy[] =
	"[machine]\nsize_mib = 96\ncpus = 4\n[layout]\nfill = mix\nfile_permille = 500\n"
	"kernel_permille = 200\nleave_mib = 8\nfree = uniform\nfree_permille = 100\n"
	"[client w]\nkind = writer\ncount = 3\nclean_ms = 1\nfile_kib = 2048\n"
	"[client h]\nkind = thp\ndefrag = always\nops = 8\npause_us = 100\n"
	"[client s]\nkind = slab\nremove_permille = 500\n[run]\nmax_ops = 1500\n";

static void the_same_scenario_seed_and_policy_come_to_the_same_state(void **state)
{
	struct sim_scenario *scenario = made_scenario(busy);
	struct sim *a = made_sim(scenario, "linux-7.3", 5), *b = made_sim(scenario, "linux-7.3", 5);

	(void)state;
	assert_false(sim_run(a, UINT64_MAX));
	while (sim_step(b))
		;
	assert_int_equal(sim_nr_ops(a), 1500);
	assert_true(sim_nr_events(a) > 5000);
	assert_true(sim_counter(a, SIM_COMPACT_STALL) > 0);
	assert_int_equal(sim_nr_events(a), sim_nr_events(b));
	assert_true(sim_hash(a) == sim_hash(b));
	sim_free(a);
	sim_free(b);
	sim_scenario_free(scenario);
}

static void check_now_and_then(struct sim *sim, const struct sim_event *event, void *listener)
{
	unsigned int *every = listener;
	struct err err = { "" };

	if (event->number % *every == 0 && sim_check(sim, &err))
		fail_msg("event %llu: %s", (unsigned long long)event->number, err.text);
}

static void a_busy_machine_is_sound_at_its_events(void **state)
{
	static const char *const policies[] = {
		"linux-6.1", "linux-6.12", "linux-7.3", "linux-7.3+resample+nopage-wake"
	};
	struct sim_scenario *scenario = made_scenario(busy);
	unsigned int every = 97;

	(void)state;
	for (unsigned int i = 0; i < sizeof(policies) / sizeof(policies[0]); i++) {
		struct sim *sim = made_sim(scenario, policies[i], 5);

		sim_listen(sim, check_now_and_then, &every);
		sim_run(sim, UINT64_MAX);
		sim_free(sim);
	}
	sim_scenario_free(scenario);
}

static void a_copy_goes_on_as_the_original_would(void **state)
{
	struct sim_scenario *scenario = made_scenario(busy);
	struct sim *a = made_sim(scenario, "linux-7.3", 5), *early, *copy;

	(void)state;
	for (unsigned int i = 0; i < 400; i++)
		assert_true(sim_step(a));
	early = sim_clone(a);
	copy = made_sim(scenario, "linux-7.3", 5);
	sim_run(a, UINT64_MAX);
	sim_copy(copy, early);
	sim_run(early, UINT64_MAX);
	assert_true(sim_hash(early) == sim_hash(a));
	sim_run(copy, UINT64_MAX);
	assert_true(sim_hash(copy) == sim_hash(a));
	sim_free(a);
	sim_free(early);
	sim_free(copy);
	sim_scenario_free(scenario);
}

struct noted {
	uint64_t hash;
	uint64_t number;
};

static void note_hash(struct sim *sim, const struct sim_event *event, void *listener)
{
	struct noted *noted = listener;

	if (event->number == noted->number)
		noted->hash = sim_hash(sim);
}

static void a_run_that_is_to_stop_at_an_event_stops_in_its_midst(void **state)
{
	static const uint64_t at[] = { 1, 2, 777, 3001, 4999 };
	struct sim_scenario *scenario = made_scenario(busy);

	(void)state;
	for (unsigned int i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
		struct sim *stopped = made_sim(scenario, "linux-7.3", 5);
		struct sim *heard = made_sim(scenario, "linux-7.3", 5);
		struct noted noted = { .number = at[i] };

		assert_true(sim_run(stopped, at[i]));
		assert_int_equal(sim_nr_events(stopped), at[i]);
		sim_listen(heard, note_hash, &noted);
		sim_run(heard, UINT64_MAX);
		assert_true(sim_hash(stopped) == noted.hash);
		/* it cannot go on, and does not change by being asked to */
		assert_false(sim_step(stopped));
		assert_true(sim_hash(stopped) == noted.hash);
		sim_free(stopped);
		sim_free(heard);
	}
	sim_scenario_free(scenario);
}

static void a_checkpoint_copied_over_a_stopped_machine_goes_on(void **state)
{
	struct sim_scenario *scenario = made_scenario(busy);
	struct sim *sim = made_sim(scenario, "linux-7.3", 5), *begin = sim_clone(sim);
	struct sim *whole = sim_clone(sim);

	(void)state;
	assert_true(sim_run(sim, 2000));
	sim_copy(sim, begin);
	sim_run(sim, UINT64_MAX);
	sim_run(whole, UINT64_MAX);
	assert_true(sim_hash(sim) == sim_hash(whole));
	sim_free(sim);
	sim_free(begin);
	sim_free(whole);
	sim_scenario_free(scenario);
}

static void each_limit_ends_a_workload_that_would_not_end(void **state)
{
	static const struct {
		const char *limit;
		uint64_t ms, ops, events;
	} rows[] = {
		{ "max_ms = 20\n", 20, UINT64_MAX, UINT64_MAX },
		{ "max_ops = 100\n", UINT64_MAX, 100, UINT64_MAX },
		{ "max_events = 1000\n", UINT64_MAX, UINT64_MAX, 20000 },
	};

	(void)state;
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[300] = "[machine]\nsize_mib = 64\n[client t]\nkind = toucher\ncount = 2\n"
				 "[client k]\nkind = kernel\nremove_permille = 500\n[run]\n";
		struct sim_scenario *scenario = made_scenario(strcat(text, rows[i].limit));
		struct sim *sim = made_sim(scenario, "linux-7.3", 1);

		assert_false(sim_run(sim, UINT64_MAX));
		assert_true(sim_nr_ops(sim) <= rows[i].ops);
		assert_true(sim_nr_events(sim) <= rows[i].events);
		assert_true(sim_nr_ops(sim) >= 50);
		assert_false(sim_step(sim));
		sim_free(sim);
		sim_scenario_free(scenario);
	}
}

static void a_workload_ends_when_its_last_client_is_done(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		"[machine]\nsize_mib = 64\n[client a]\nkind = toucher\nops = 5\n"
		"[client b]\nkind = toucher\nops = 3\nstart_ms = 7\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);

	(void)state;
	assert_false(sim_run(sim, UINT64_MAX));
	assert_int_equal(sim_nr_ops(sim), 8);
	assert_int_equal(sim_counter(sim, SIM_TOUCHED_PAGES), 8);
	assert_true(sim_now_ns(sim) > 7000000 && sim_now_ns(sim) < 8000000);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void without_clients_the_kernels_threads_run_to_the_limit(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		"[machine]\nsize_mib = 256\n[layout]\nfill = anon\nleave_mib = 1\n"
		"free = uniform\nfree_permille = 300\neat_above = 5\n[run]\nmax_ms = 5000\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);

	(void)state;
	assert_false(sim_run(sim, UINT64_MAX));
	assert_true(sim_counter(sim, SIM_COMPACT_PROACTIVE) > 0);
	assert_true(sim_counter(sim, SIM_KCOMPACTD_NS) > 0);
	assert_true(sim_now_ns(sim) <= 5000000000);
	sim_free(sim);
	sim_scenario_free(scenario);
}

/* The line of model time, seen from outside: who ran, and when. */
struct heard {
	uint64_t last_ns;
	uint32_t task[8];
	unsigned int nr;
};

static void note_op(struct sim *sim, const struct sim_event *event, void *listener)
{
	struct heard *heard = listener;

	(void)sim;
	if (event->kind == EVENT_OP && heard->nr < 8)
		heard->task[heard->nr++] = event->task;
}

static void of_two_that_go_at_the_same_time_the_smaller_number_goes_first(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		"[machine]\nsize_mib = 64\n[client a]\nkind = toucher\ncount = 4\nops = 2\n");
	static const uint32_t want[8] = { 0, 1, 2, 3, 0, 1, 2, 3 };
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);
	struct heard heard = { 0 };

	(void)state;
	sim_listen(sim, note_op, &heard);
	sim_run(sim, UINT64_MAX);
	assert_int_equal(heard.nr, 8);
	/* the first page of all is a refill that the others wait for, then they take turns */
	assert_memory_equal(heard.task, want, sizeof(want[0]) * 4);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void a_woken_thread_runs_after_the_cost_of_waking_and_not_later_than_it_would(void **state)
{
	struct sim_scenario *scenario = made_scenario("[client a]\nkind = toucher\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);
	struct sim_task *kswapd = task_find(sim, TASK_KSWAPD, 0);

	(void)state;
	sim->c.now_ns = 1000;
	task_wake(sim, kswapd);
	assert_int_equal(kswapd->wake_ns, 1000 + sim_cost_default(COST_WAKE));
	sim->c.now_ns = 5000;
	task_wake(sim, kswapd);
	assert_int_equal(kswapd->wake_ns, 1000 + sim_cost_default(COST_WAKE));
	sim_free(sim);
	sim_scenario_free(scenario);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_scenario_seed_and_policy_come_to_the_same_state),
		cmocka_unit_test(a_busy_machine_is_sound_at_its_events),
		cmocka_unit_test(a_copy_goes_on_as_the_original_would),
		cmocka_unit_test(a_run_that_is_to_stop_at_an_event_stops_in_its_midst),
		cmocka_unit_test(a_checkpoint_copied_over_a_stopped_machine_goes_on),
		cmocka_unit_test(each_limit_ends_a_workload_that_would_not_end),
		cmocka_unit_test(a_workload_ends_when_its_last_client_is_done),
		cmocka_unit_test(without_clients_the_kernels_threads_run_to_the_limit),
		cmocka_unit_test(of_two_that_go_at_the_same_time_the_smaller_number_goes_first),
		cmocka_unit_test(
			a_woken_thread_runs_after_the_cost_of_waking_and_not_later_than_it_would),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
