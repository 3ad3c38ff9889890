/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_runs - one scenario under several policies and seeds, run to their ends.
 */
#ifndef SIM_RUNS_H
#define SIM_RUNS_H

#include "fragscope/sim.h"
#include "fragscope/sim_expect.h"
#include "fragscope/sim_policy.h"
#include "fragscope/sim_scenario.h"

#define SIM_COLUMNS_MAX 16

struct sim_runs {
	const struct sim_scenario *scenario;
	struct sim_policy *policy[SIM_COLUMNS_MAX];
	struct sim_column column[SIM_COLUMNS_MAX];   /* runs[i] has seed + i */
	unsigned int nr_columns;
	char event[SIM_COLUMNS_MAX][400]; /* the first seed's last, where an end was asked for */
};

struct sim_runs_want {
	const char *const *policies;  /* names; nr 0: the scenario's */
	unsigned int nr_policies;
	uint64_t seed;
	unsigned int nr_seeds;
	uint64_t until;               /* event, 0: to the end */
};

/* Policies by name, before anything runs.  -EINVAL with what is wrong. */
int sim_runs_init(struct sim_runs *runs, const struct sim_scenario *scenario,
		  const struct sim_runs_want *want, struct err *err);
/* Runs all, with a line of progress on a terminal.  -errno; what ran is there. */
int sim_runs_run(struct sim_runs *runs, const struct sim_runs_want *want, struct err *err);
void sim_runs_done(struct sim_runs *runs);

#endif
