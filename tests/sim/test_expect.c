// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/sim_expect.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/array.h"
#include "sim/state.h"
#include "../check.h"

#define NR_RUNS 4

/* Machines whose counters are what a test says; nothing in them ever runs. */
struct made {
	struct sim *runs[2][NR_RUNS];
	struct sim_column columns[2];
};

/* Policy "a" stalls 4, 1, 3, 10 times in its runs, policy "a+b" twice in its only one. */
static int set_up(void **state)
{
	static const uint64_t stalls[NR_RUNS] = { 4, 1, 3, 10 };
	struct made *made = calloc(1, sizeof(*made));

	for (unsigned int c = 0; c < 2; c++)
		for (unsigned int i = 0; i < NR_RUNS; i++)
			made->runs[c][i] = calloc(1, sizeof(struct sim));
	for (unsigned int i = 0; i < NR_RUNS; i++)
		made->runs[0][i]->c.counter[SIM_COMPACT_STALL] = stalls[i];
	made->runs[1][0]->c.counter[SIM_COMPACT_STALL] = 2;
	made->runs[1][0]->c.now_ns = 5000;
	made->runs[1][0]->c.nr_ops = 6;
	made->runs[1][0]->c.nr_events = 7;
	made->runs[1][0]->c.spent_ns[COST_PCP] = 8;
	made->runs[1][0]->c.latency_max_ns[LATENCY_ALLOC] = 9;
	made->runs[1][0]->c.latency_log2[LATENCY_OP][3] = 1;
	made->runs[1][0]->c.granted[1][4] = 11;
	made->runs[1][0]->c.failed[0][9] = 12;
	made->columns[0] = (struct sim_column){ "a", made->runs[0], NR_RUNS };
	made->columns[1] = (struct sim_column){ "a+b", made->runs[1], 1 };
	*state = made;
	return 0;
}

static int tear_down(void **state)
{
	struct made *made = *state;

	for (unsigned int c = 0; c < 2; c++)
		for (unsigned int i = 0; i < NR_RUNS; i++)
			free(made->runs[c][i]);
	free(made);
	return 0;
}

static struct sim_verdict verdict_of(const struct made *made, const char *expression)
{
	struct sim_verdict verdict;
	struct err err = { "" };

	if (sim_expect(expression, made->columns, 2, &verdict, &err))
		fail_msg("%s: %s", expression, err.text);
	return verdict;
}

static void assert_holds(const struct made *made, const char *expression)
{
	if (!verdict_of(made, expression).holds)
		fail_msg("%s should hold", expression);
}

static void assert_fails(const struct made *made, const char *expression)
{
	if (verdict_of(made, expression).holds)
		fail_msg("%s should not hold", expression);
}

static void each_comparison_means_what_it_says(void **state)
{
	static const struct {
		const char *op;
		bool less, equal, more;
	} rows[] = {
		{ "<", true, false, false }, { "<=", true, true, false },
		{ ">", false, false, true }, { ">=", false, true, true },
		{ "=", false, true, false },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(rows); i++) {
		char text[64];

		for (int right = 1; right <= 3; right++) {
			bool holds = right == 3 ? rows[i].less :
				     right == 2 ? rows[i].equal : rows[i].more;

			snprintf(text, sizeof(text), "compact_stall[a+b]%s%d", rows[i].op, right);
			assert_int_equal(verdict_of(*state, text).holds, holds);
		}
	}
}

static void a_range_holds_both_of_its_ends(void **state)
{
	assert_holds(*state, "compact_stall[a+b] in 2..5");
	assert_holds(*state, "compact_stall[a+b] in 1..2");
	assert_holds(*state, "compact_stall[a+b] in 1.5..2.5");
	assert_fails(*state, "compact_stall[a+b] in 3..5");
	assert_fails(*state, "compact_stall[a+b] in 0..1.9");
	assert_true(isnan(verdict_of(*state, "1 in 0..2").right));
}

static void of_several_seeds_the_median_is_meant_unless_told_otherwise(void **state)
{
	assert_holds(*state, "compact_stall[a] = 3.5");
	assert_holds(*state, "median compact_stall[a] = 3.5");
	assert_holds(*state, "min compact_stall[a] = 1");
	assert_holds(*state, "max compact_stall[a] = 10");
	assert_holds(*state, "max compact_stall[a] / min compact_stall[a] = 10");
}

static void terms_are_taken_from_left_to_right(void **state)
{
	assert_holds(*state, "12 / 3 / 2 = 2");
	assert_holds(*state, "12 / 3 * 2 = 8");
	assert_holds(*state, "0.5*compact_stall[a+b]=1");
	assert_holds(*state, " compact_stall[a+b]  /  compact_stall[a] < 0.6 * 1 ");
}

static void what_is_divided_by_zero_does_not_hold(void **state)
{
	static const char *const ops[] = { "<", "<=", ">", ">=", "=" };

	for (unsigned int i = 0; i < ARRAY_SIZE(ops); i++) {
		char text[64];

		snprintf(text, sizeof(text), "1 / allocstall[a] %s 5", ops[i]);
		assert_fails(*state, text);
		snprintf(text, sizeof(text), "5 %s 1 / allocstall[a]", ops[i]);
		assert_fails(*state, text);
		snprintf(text, sizeof(text), "allocstall[a] / allocstall[a] %s 1", ops[i]);
		assert_fails(*state, text);
	}
	assert_fails(*state, "1 / allocstall[a] in 0..99999999");
}

static void each_kind_of_metric_is_found(void **state)
{
	static const struct {
		const char *name;
		double value;
	} rows[] = {
		{ "compact_stall", 2 }, { "model_ns", 5000 }, { "ops", 6 }, { "events", 7 },
		{ "cost.pcp_ns", 8 }, { "alloc.max_ns", 9 }, { "op.p50_ns", 15 },
		{ "op.p99_ns", 15 }, { "granted.file.4", 11 }, { "failed.anon.9", 12 },
		{ "granted.anon.4", 0 },
	};
	const struct made *made = *state;

	for (unsigned int i = 0; i < ARRAY_SIZE(rows); i++) {
		struct err err = { "" };
		double value;

		if (sim_metric(made->runs[1][0], rows[i].name, &value, &err))
			fail_msg("%s", err.text);
		assert_true(value == rows[i].value);
		assert_int_equal(sim_metric_check(rows[i].name, &err), 0);
	}
}

static void what_both_sides_came_to_is_said(void **state)
{
	struct sim_verdict verdict = verdict_of(*state, "compact_stall[a+b] < 2 * 3");

	assert_true(verdict.left == 2 && verdict.right == 6);
	assert_string_equal(verdict.got, "2, asked < 6");
	assert_string_equal(verdict_of(*state, "7 in 1..2").got, "7, outside 1..2");
	assert_string_equal(verdict_of(*state, "2 in 1..2").got, "2, in 1..2");
}

static void assert_refused(const struct made *made, const char *expression, int code,
			   const char *said)
{
	struct sim_verdict verdict;
	struct err err = { "" };

	assert_int_equal(sim_expect(expression, made->columns, 2, &verdict, &err), code);
	if (!strstr(err.text, said))
		fail_msg("%s: \"%s\" does not say \"%s\"", expression, err.text, said);
}

static void what_cannot_be_read_is_answered_with_its_column(void **state)
{
	static const struct {
		const char *expression, *said;
	} rows[] = {
		{ "", "column 1: expected a number or METRIC[POLICY]" },
		{ "compact_stall > 0", "column 1: expected a number or METRIC[POLICY]" },
		{ "compact_stall[a", "column 15: expected POLICY]" },
		{ "[a] > 1", "column 1: expected a number or METRIC[POLICY]" },
		{ "compact_stall[] > 1", "column 15: expected POLICY]" },
		{ "compact_stall[a]", "column 17: expected < <= > >= = or \"in\"" },
		{ "compact_stall[a] ! 1", "column 18: expected < <= > >= = or \"in\"" },
		{ "compact_stall[a] > ", "column 20: expected a number" },
		{ "compact_stall[a] * > 1", "column 20: expected a number" },
		{ "compact_stall[a] in 1", "column 22: expected \"..\"" },
		{ "compact_stall[a] in 1..", "column 24: expected a number" },
		{ "compact_stall[a] in x..2", "column 21: expected a number" },
		{ "1 < 2 3", "column 7: expected the end, found \"3\"" },
		{ "1 < 2 < 3", "column 7: expected the end" },
		{ "-1 < 2", "column 1: expected a number" },
		{ "mean compact_stall[a] > 1", "column 1: expected a number" },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(rows); i++) {
		struct err err = { "" };

		assert_refused(*state, rows[i].expression, -EINVAL, rows[i].said);
		assert_int_equal(sim_expect_check(rows[i].expression, &err), -EINVAL);
	}
}

static void names_that_there_are_not_are_answered(void **state)
{
	struct err err = { "" };

	assert_refused(*state, "compact_stal[a] > 0", -ENOENT, "did you mean \"compact_stall\"");
	assert_refused(*state, "alloc.p98_ns[a] > 0", -ENOENT, "nothing of that name");
	assert_refused(*state, "granted.anon.11[a] > 0", -ENOENT, "nothing of that name");
	assert_refused(*state, "granted.anon.[a] > 0", -ENOENT, "nothing of that name");
	assert_refused(*state, "compact_stall[b] > 0", -ENOENT, "[b]: no such policy");
	/* where nobody has run, metrics are looked at, policies not */
	assert_int_equal(sim_expect_check("compact_stall[b] > 0", &err), 0);
	assert_int_equal(sim_expect_check("compact_stal[b] > 0", &err), -ENOENT);
}

static void columns_that_have_not_run_are_good_for_their_names(void **state)
{
	const struct sim_column idle = { "a", NULL, 0 };
	struct sim_verdict verdict;
	struct err err = { "" };

	(void)state;
	assert_int_equal(sim_expect("min ops[a] / 2 < 1", &idle, 1, &verdict, &err), 0);
	assert_int_equal(sim_expect("opps[a] < 1", &idle, 1, &verdict, &err), -ENOENT);
	assert_int_equal(sim_expect("ops[b] < 1", &idle, 1, &verdict, &err), -ENOENT);
}

static void long_words_are_no_more_than_refused(void **state)
{
	char text[600];

	memset(text, 'x', sizeof(text));
	memcpy(text + sizeof(text) - 8, "[a] > 0", 8);
	assert_refused(*state, text, -EINVAL, "column 1");
	memset(text, '9', sizeof(text));
	memcpy(text + sizeof(text) - 8, " > 0..0", 8);
	assert_refused(*state, text, -EINVAL, "the end");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_comparison_means_what_it_says),
		cmocka_unit_test(a_range_holds_both_of_its_ends),
		cmocka_unit_test(of_several_seeds_the_median_is_meant_unless_told_otherwise),
		cmocka_unit_test(terms_are_taken_from_left_to_right),
		cmocka_unit_test(what_is_divided_by_zero_does_not_hold),
		cmocka_unit_test(each_kind_of_metric_is_found),
		cmocka_unit_test(what_both_sides_came_to_is_said),
		cmocka_unit_test(what_cannot_be_read_is_answered_with_its_column),
		cmocka_unit_test(names_that_there_are_not_are_answered),
		cmocka_unit_test(columns_that_have_not_run_are_good_for_their_names),
		cmocka_unit_test(long_words_are_no_more_than_refused),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
