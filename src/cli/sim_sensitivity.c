// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --sensitivity: nominal costs are guesses, so what is said of time has to survive other guesses.
 * All of them are halved and doubled, the workload is the same; a difference between two policies
 * is robust when it has the same sign under all three.
 */
#include <errno.h>
#include <stdlib.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"

#include "sim_output.h"

/* In percent of the nominal costs. */
static const unsigned int factors[] = { 50, 100, 200 };

#define NR_FACTORS ARRAY_SIZE(factors)

/* What is compared: totals of one seed. */
static const char *const metrics[] = {
	"model_ns", "alloc.p99_ns", "alloc.max_ns", "op.p99_ns", "op.max_ns", "lock_hold.max_ns",
	"lock_wait_ns", "kcompactd_ns", "compact_stall", "allocstall",
};

struct sweep {
	double value[NR_FACTORS][SIM_COLUMNS_MAX][ARRAY_SIZE(metrics)];
	const char *policy[SIM_COLUMNS_MAX];
	unsigned int nr_columns;
};

/* Each cost as the scenario has it, times the factor. */
static int scale_costs(struct sim_scenario *scenario, const uint64_t *nominal_ns,
		       unsigned int percent, struct err *err)
{
	for (unsigned int i = 0; i < NR_SIM_COSTS; i++) {
		char value[32];
		int ret;

		snprintf(value, sizeof(value), "%llu",
			 (unsigned long long)(nominal_ns[i] * percent / 100));
		ret = sim_scenario_set(scenario, "costs", sim_cost_row(i)->name, value, 0, err);
		if (ret)
			return ret;
	}
	return 0;
}

static int measure(struct sweep *sweep, unsigned int f, const struct sim_runs *runs,
		   struct err *err)
{
	sweep->nr_columns = runs->nr_columns;
	for (unsigned int c = 0; c < runs->nr_columns; c++) {
		sweep->policy[c] = runs->column[c].policy;
		for (unsigned int m = 0; m < ARRAY_SIZE(metrics); m++) {
			int ret = sim_metric(runs->column[c].runs[0], metrics[m],
					     &sweep->value[f][c][m], err);

			if (ret)
				return ret;
		}
	}
	return 0;
}

static int run_once(struct sweep *sweep, unsigned int f, const struct sim_scenario *scenario,
		    const struct sim_runs_want *want, struct err *err)
{
	struct sim_runs runs;
	int ret = sim_runs_init(&runs, scenario, want, err);

	if (!ret)
		ret = sim_runs_run(&runs, want, err);
	if (!ret)
		ret = measure(sweep, f, &runs, err);
	sim_runs_done(&runs);
	return ret;
}

static int sign(double difference)
{
	return (difference > 0) - (difference < 0);
}

static void print_metric(const struct sweep *sweep, unsigned int c, unsigned int m)
{
	int first = 2;
	bool robust = true;

	printf("  %-18s", metrics[m]);
	for (unsigned int f = 0; f < NR_FACTORS; f++) {
		double base = sweep->value[f][0][m], value = sweep->value[f][c][m];
		int this = sign(value - base);

		if (first == 2)
			first = this;
		robust &= this == first;
		if (value == base)
			printf(" %10s", "=");
		else if (base)
			printf(" %+8.1f %%", (value - base) * 100 / base);
		else
			printf(" %10s", "new");
	}
	printf("  %s\n", robust ? first ? "robust" : "no difference" : "NOT ROBUST");
}

static void print(const struct sweep *sweep)
{
	for (unsigned int c = 1; c < sweep->nr_columns; c++) {
		printf("%s against %s\n", sweep->policy[c], sweep->policy[0]);
		printf("  %-18s %10s %10s %10s\n", "costs", "halved", "nominal", "doubled");
		for (unsigned int m = 0; m < ARRAY_SIZE(metrics); m++)
			print_metric(sweep, c, m);
	}
	if (sweep->nr_columns < 2)
		puts("there is one policy only; give another with --policy");
}

int sim_sensitivity(const struct options *options, struct sim_scenario *scenario)
{
	const struct sim_runs_want want = {
		.policies = options->policies, .nr_policies = options->nr_policies,
		.seed = options->has_seed ? options->seed : sim_scenario_seed(scenario),
		.nr_seeds = 1, .until = options->until,
	};
	struct sweep *sweep = calloc(1, sizeof(*sweep));
	uint64_t nominal_ns[NR_SIM_COSTS];
	struct err err = { "" };
	int ret = 0;

	if (!sweep) {
		err_set(&err, ENOMEM, "sim: out of memory");
		return cli_fail(CODE_FAILED, &err);
	}
	for (unsigned int i = 0; i < NR_SIM_COSTS; i++)
		nominal_ns[i] = sim_scenario_cost(scenario, i);
	for (unsigned int f = 0; f < NR_FACTORS && !ret; f++) {
		ret = scale_costs(scenario, nominal_ns, factors[f], &err);
		if (!ret)
			ret = run_once(sweep, f, scenario, &want, &err);
	}
	if (!ret)
		print(sweep);
	free(sweep);
	return ret ? cli_fail(ret == -EINVAL ? CODE_USAGE : CODE_FAILED, &err) : CODE_DONE;
}
