// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/comparison.h"
#include "fragscope/pagemap.h"
#include "fragscope/wrap.h"

#define EXPECTS_MAX   64
#define EXPECT_INDENT 7 /* behind "holds  " */

/* What a comparison points to. */
struct output {
	const struct sim_runs *runs;
	struct comparison comparison;
	struct comparison_row rows[NR_SIM_COUNTERS];
	const char *primitives[NR_SIM_COSTS];
	struct comparison_column columns[SIM_COLUMNS_MAX];
	uint64_t values[SIM_COLUMNS_MAX][NR_SIM_COUNTERS];
	uint64_t spent_ns[SIM_COLUMNS_MAX][NR_SIM_COSTS];
	struct comparison_latency latencies[SIM_COLUMNS_MAX][NR_SIM_LATENCIES];
	struct sim_verdict verdicts[EXPECTS_MAX];
	struct comparison_expect expects[SIM_COLUMNS_MAX][EXPECTS_MAX];
};

static bool is_named(const struct sim_scenario *scenario, const char *name)
{
	const char *shown;

	for (unsigned int i = 0; (shown = sim_scenario_show(scenario, i)); i++)
		if (!strcmp(shown, name))
			return true;
	return false;
}

static void fill_rows(struct output *output)
{
	const struct sim_scenario *scenario = output->runs->scenario;
	bool by_name = sim_scenario_show(scenario, 0);

	for (unsigned int i = 0; i < NR_SIM_COUNTERS; i++) {
		struct comparison_row *row = &output->rows[i];

		row->name = sim_counter_row(i)->name;
		row->shown = by_name && is_named(scenario, row->name);
		for (unsigned int c = 0; !by_name && c < output->runs->nr_columns; c++)
			row->shown |= output->values[c][i] != 0;
	}
	for (unsigned int i = 0; i < NR_SIM_COSTS; i++)
		output->primitives[i] = sim_cost_row(i)->name;
}

static void fill_latencies(struct comparison_latency *latencies, const struct sim *sim)
{
	for (unsigned int i = 0; i < NR_SIM_LATENCIES; i++) {
		const uint64_t *count = sim_latency_log2(sim, i);

		latencies[i] = (struct comparison_latency){
			.name = sim_latency_row(i)->name,
			.p50_ns = sim_latency_quantile(sim, i, 500),
			.p99_ns = sim_latency_quantile(sim, i, 990),
			.max_ns = sim_latency_max(sim, i),
		};
		for (unsigned int bucket = 0; bucket < 64; bucket++)
			latencies[i].nr += count[bucket];
	}
}

/* The first seed's machine. */
static int fill_column(struct output *output, unsigned int c, struct err *err)
{
	const struct sim_column *from = &output->runs->column[c];
	const struct sim *sim = from->runs[0];
	struct frame *frame = sim_frame(sim, NULL, err);

	if (!frame)
		return -ENOMEM;
	for (unsigned int i = 0; i < NR_SIM_COUNTERS; i++)
		output->values[c][i] = sim_counter(sim, i);
	for (unsigned int i = 0; i < NR_SIM_COSTS; i++)
		output->spent_ns[c][i] = sim_spent_ns(sim, i);
	fill_latencies(output->latencies[c], sim);
	output->columns[c] = (struct comparison_column){
		.policy = from->policy, .hash = sim_hash(sim), .events = sim_nr_events(sim),
		.ops = sim_nr_ops(sim), .model_ns = sim_now_ns(sim),
		.values = output->values[c], .latencies = output->latencies[c],
		.spent_ns = output->spent_ns[c], .frame = frame, .expects = output->expects[c],
		.event = *output->runs->event[c] ? output->runs->event[c] : NULL,
		.limit = sim_ended_by(sim),
	};
	return 0;
}

/* The column that an expectation speaks of first. */
static unsigned int column_of(const struct sim_runs *runs, const char *expression)
{
	const char *name = strchr(expression, '[');
	size_t len = name ? strcspn(name + 1, "]") : 0;

	for (unsigned int i = 0; name && i < runs->nr_columns; i++)
		if (strlen(runs->column[i].policy) == len &&
		    !memcmp(runs->column[i].policy, name + 1, len))
			return i;
	return 0;
}

static int judge(const struct sim_runs *runs, const struct sim_expectation *expect,
		 struct sim_verdict *verdict, struct err *err)
{
	int ret = sim_expect(expect->expression, runs->column, runs->nr_columns, verdict, err);

	return ret ? err_prefix(err, ret, "line %u: %s", expect->line, expect->text) : 0;
}

static int fill_expects(struct output *output, struct err *err)
{
	const struct sim_scenario *scenario = output->runs->scenario;
	const struct sim_expectation *expect;

	for (unsigned int i = 0; (expect = sim_scenario_expectation(scenario, i)); i++) {
		struct comparison_column *column =
			&output->columns[column_of(output->runs, expect->expression)];
		struct sim_verdict *verdict = &output->verdicts[i];
		int ret = judge(output->runs, expect, verdict, err);

		if (ret)
			return ret;
		output->expects[column - output->columns][column->nr_expects++] =
			(struct comparison_expect){
				.text = expect->text, .got = verdict->got,
				.finding = expect->finding, .holds = verdict->holds,
			};
	}
	return 0;
}

/* Behind a lead, or behind what stands in the line. */
static void print_indented(const char *lead, const char *text)
{
	unsigned int at = *lead ? (unsigned int)strlen(lead) : EXPECT_INDENT;

	fputs(lead, stdout);
	wrap_text(stdout, text, at, EXPECT_INDENT, cli_output_width());
}

static void print_expects(const struct output *output, unsigned int nr_seeds)
{
	const struct sim_expectation *expect;
	unsigned int nr_hold = 0, nr = 0;

	for (; (expect = sim_scenario_expectation(output->runs->scenario, nr)); nr++) {
		const struct sim_verdict *verdict = &output->verdicts[nr];

		nr_hold += verdict->holds;
		printf("%s  ", verdict->holds ? "holds" : "FAILS");
		print_indented("", expect->text);
		print_indented("       ", expect->expression);
		print_indented("       got ", verdict->got);
		if (expect->finding)
			print_indented(verdict->holds ? "       although: " : "       finding: ",
				       expect->finding);
	}
	printf("\n%u of %u expectations hold", nr_hold, nr);
	if (nr_seeds > 1)
		printf(", over %u seeds; the tables are of the first", nr_seeds);
	putchar('\n');
}

static int write_all(const struct options *options, struct output *output, struct err *err)
{
	int ret;

	if (options->json)
		ret = comparison_write_json(&output->comparison, stdout, err);
	else
		ret = comparison_write_text(&output->comparison, cli_output_width(), stdout, err);
	if (ret)
		return err_prefix(err, ret, "standard output");
	if (!options->json && options->check) {
		putchar('\n');
		print_expects(output, output->runs->column[0].nr_runs);
	}
	return 0;
}

static int fill(struct output *output, const struct options *options,
		const struct sim_runs_want *want, struct err *err)
{
	const struct sim_runs *runs = output->runs;
	const char *name = sim_scenario_name(runs->scenario);
	int ret = 0;

	for (unsigned int c = 0; c < runs->nr_columns && !ret; c++)
		ret = fill_column(output, c, err);
	if (!ret && options->check)
		ret = fill_expects(output, err);
	fill_rows(output);
	output->comparison = (struct comparison){
		.scenario = *name ? name : options->args[0],
		.title = sim_scenario_title(runs->scenario),
		.thread = sim_scenario_thread(runs->scenario), .seed = want->seed,
		.rows = output->rows, .nr_rows = NR_SIM_COUNTERS,
		.primitives = output->primitives, .nr_primitives = NR_SIM_COSTS,
		.nr_latencies = NR_SIM_LATENCIES,
		.columns = output->columns, .nr_columns = runs->nr_columns,
	};
	return ret;
}

int sim_output_write(const struct options *options, const struct sim_runs *runs,
		     const struct sim_runs_want *want, struct err *err)
{
	struct output *output = calloc(1, sizeof(*output));
	int ret;

	if (!output)
		return err_set(err, ENOMEM, "sim: out of memory");
	output->runs = runs;
	ret = fill(output, options, want, err);
	if (!ret)
		ret = write_all(options, output, err);
	for (unsigned int c = 0; c < runs->nr_columns; c++)
		frame_free((struct frame *)output->columns[c].frame);
	free(output);
	return ret;
}

int sim_output_check_names(const struct sim_runs *runs, struct err *err)
{
	const struct sim_expectation *expect;
	struct sim_verdict verdict;
	int ret = 0;

	for (unsigned int i = 0; !ret && (expect = sim_scenario_expectation(runs->scenario, i));
	     i++)
		ret = judge(runs, expect, &verdict, err);
	return ret;
}

bool sim_output_all_hold(const struct sim_runs *runs, struct err *err)
{
	const struct sim_expectation *expect;

	for (unsigned int i = 0; (expect = sim_scenario_expectation(runs->scenario, i)); i++) {
		struct sim_verdict verdict;

		if (judge(runs, expect, &verdict, err) || !verdict.holds)
			return false;
	}
	return true;
}
