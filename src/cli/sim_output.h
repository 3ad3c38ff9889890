/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sim_output - what simulations came to, in words, numbers and JSON. */
#ifndef SIM_OUTPUT_H
#define SIM_OUTPUT_H

#include "options.h"
#include "sim_runs.h"

/* The comparison as options say; with --check the expectations, too. */
int sim_output_write(const struct options *options, const struct sim_runs *runs,
		     const struct sim_runs_want *want, struct err *err);
/* Before anything runs: whether the expectations speak of what there is. */
int sim_output_check_names(const struct sim_runs *runs, struct err *err);
/* Whether all expectations hold. */
bool sim_output_all_hold(const struct sim_runs *runs, struct err *err);

/* --sensitivity: runs it all three times; returns enum exit_code. */
int sim_sensitivity(const struct options *options, struct sim_scenario *scenario);

#endif
