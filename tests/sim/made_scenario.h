/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_scenario - scenarios and machines of tests, from lines as a file has them. */
#ifndef TESTS_SIM_MADE_SCENARIO_H
#define TESTS_SIM_MADE_SCENARIO_H

#include "fragscope/sim.h"
#include "fragscope/sim_scenario.h"

/* Reads "[section]" and "key = value" lines; *line: where it went wrong.  0, or what the setting or
 * finish said. */
int read_scenario(struct sim_scenario *scenario, const char *text, unsigned int *line,
		  struct err *err);
/* The same, finished; fails the test if something is wrong. */
struct sim_scenario *made_scenario(const char *text);
/* A machine of it under that policy. */
struct sim *made_sim(const struct sim_scenario *scenario, const char *policy, uint64_t seed);

#endif
