// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim: one scenario under several policies, as a table, as JSON, against what is expected of them,
 * or with other costs.
 */
#include <errno.h>
#include <stdlib.h>

#include "options.h"
#include "progress.h"
#include "scenario_file.h"
#include "sim_output.h"
#include "sim_runs.h"

/* The memory of a snapshot's first frame. */
static int take_frame(struct sim_scenario *scenario, struct source *source, struct err *err)
{
	struct progress progress;
	const struct source_want want = {
		.pagemap = true, .full_sweep = true, .force = true,
		.progress = progress_step, .progress_arg = &progress,
	};
	struct frame *frame = NULL;
	int ret = 0;

	progress_begin(&progress);
	if (source->ops->nr_frames(source))
		ret = source->ops->seek(source, 0, err);
	if (!ret)
		ret = source->ops->sample(source, &want, &frame, err);
	progress_end(&progress);
	if (!ret)
		ret = sim_scenario_from_frame(scenario, frame, err);
	frame_free(frame);
	return ret;
}

static int take_snapshot(struct sim_scenario *scenario, const struct options *options,
			 struct err *err)
{
	struct source *source = cli_open_source(options, &options->from, 1, err);
	int ret;

	if (!source)
		return -ENOENT;
	ret = take_frame(scenario, source, err);
	source->ops->close(source);
	return ret ? err_prefix(err, ret, "%s", options->from) : 0;
}

/* NULL: *code says as what the program ends. */
static struct sim_scenario *load(const struct options *options, int *code, struct err *err)
{
	const char *name = options->args[0];
	struct sim_scenario *scenario = scenario_file_load(name, err);
	int ret = 0;

	for (unsigned int i = 0; scenario && !ret && i < options->nr_settings; i++)
		ret = scenario_file_set(scenario, options->settings[i], err);
	*code = CODE_USAGE;
	if (scenario && !ret && *options->from) {
		ret = take_snapshot(scenario, options, err);
		*code = ret ? CODE_NO_SOURCE : CODE_USAGE;
	}
	if (scenario && !ret)
		ret = scenario_file_finish(scenario, name, err);
	if (!ret)
		return scenario;
	sim_scenario_free(scenario);
	return NULL;
}

/* Pages of a snapshot that the simulator had to guess at. */
static void tell_guesses(const struct sim_scenario *scenario)
{
	if (sim_scenario_unknown_pages(scenario))
		fprintf(stderr, "fragscope: %llu pages are of unknown class, they count as "
			"unmovable\n", (unsigned long long)sim_scenario_unknown_pages(scenario));
	if (sim_scenario_types_inferred(scenario))
		fputs("fragscope: migratetypes of pageblocks are inferred from what is in them\n",
		      stderr);
}

/* What one run cannot do together with another, and why. */
static int check_together(const struct options *options, struct err *err)
{
	if (options->sensitivity && (options->check || options->json))
		return err_set(err, EINVAL, "sim: --sensitivity prints a table of its own; leave "
			       "--%s out", options->check ? "check" : "json");
	if (options->check && options->until)
		return err_set(err, EINVAL, "sim: expectations speak of the end; leave --until or "
			       "--check out");
	return 0;
}

static int run(const struct options *options, const struct sim_scenario *scenario, struct err *err)
{
	const struct sim_runs_want want = {
		.policies = options->policies, .nr_policies = options->nr_policies,
		.seed = options->has_seed ? options->seed : sim_scenario_seed(scenario),
		.nr_seeds = options->check ? sim_scenario_nr_seeds(scenario) : 1,
		.until = options->until,
	};
	struct sim_runs runs;
	int code = CODE_DONE;

	if (sim_runs_init(&runs, scenario, &want, err) ||
	    (options->check &&
	     err_prefix(err, sim_output_check_names(&runs, err), "%s", options->args[0])))
		code = cli_fail(CODE_USAGE, err);
	else if (sim_runs_run(&runs, &want, err))
		code = cli_fail(CODE_FAILED, err);
	else if (sim_output_write(options, &runs, &want, err))
		code = cli_fail(CODE_FAILED, err);
	else if (options->check && !sim_output_all_hold(&runs, err))
		code = CODE_FAILED;
	sim_runs_done(&runs);
	return code;
}

int cmd_sim(const struct options *options)
{
	struct err err = { "" };
	struct sim_scenario *scenario;
	int code;

	if (options->nr_args != 1) {
		err_set(&err, EINVAL, "sim: expected one SCENARIO; \"fragscope list scenarios\" "
			"names those that are installed");
		return cli_fail(CODE_USAGE, &err);
	}
	if (check_together(options, &err))
		return cli_fail(CODE_USAGE, &err);
	scenario = load(options, &code, &err);
	if (!scenario)
		return cli_fail(code, &err);
	tell_guesses(scenario);
	if (options->sensitivity)
		code = sim_sensitivity(options, scenario);
	else
		code = run(options, scenario, &err);
	sim_scenario_free(scenario);
	return code;
}
