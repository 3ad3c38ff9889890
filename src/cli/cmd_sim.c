// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim: one scenario under several policies, as a table, as JSON, against what is expected of them,
 * or with other costs.
 */
#include <errno.h>
#include <stdlib.h>

#include "options.h"
#include "scenario_open.h"
#include "sim_output.h"
#include "sim_runs.h"

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
	scenario = scenario_open(options, options->args[0], &code, &err);
	if (!scenario)
		return cli_fail(code, &err);
	scenario_tell_guesses(scenario);
	if (options->sensitivity)
		code = sim_sensitivity(options, scenario);
	else
		code = run(options, scenario, &err);
	sim_scenario_free(scenario);
	return code;
}
