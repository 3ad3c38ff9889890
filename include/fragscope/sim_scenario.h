/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_scenario - what is simulated: machine, layout of its memory, clients, knobs, costs, the
 * policies to compare and what is expected of them.  Whoever reads the file calls
 * sim_scenario_set() for each "key = value" under "[section]", and sim_scenario_finish() behind the
 * last.
 */
#ifndef FRAGSCOPE_SIM_SCENARIO_H
#define FRAGSCOPE_SIM_SCENARIO_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"

struct sim_scenario;

struct sim_scenario *sim_scenario_new(void);
void sim_scenario_free(struct sim_scenario *scenario);

/* One setting.  line is where it stood, for errors found later; 0: on the command line.  -EINVAL
 * with what is wrong and what would be right: an unknown section or key (with the nearest that
 * there is), a value out of its range. */
int sim_scenario_set(struct sim_scenario *scenario, const char *section, const char *key,
		     const char *value, unsigned int line, struct err *err);
/* All settings are there: checks what belongs together.  *line: where, or 0. */
int sim_scenario_finish(struct sim_scenario *scenario, unsigned int *line, struct err *err);

/* The machine, its memory and its sysctls are those of this frame, which has to have a page map:
 * classes decide what can move.  Zones and layout that were set before are forgotten, CPUs are
 * kept; what is set afterwards counts.  Before finish.  The frame may be freed afterwards. */
int sim_scenario_from_frame(struct sim_scenario *scenario, const struct frame *frame,
			    struct err *err);

/* Pages of that frame whose class is not known; they count as unmovable. */
uint64_t sim_scenario_unknown_pages(const struct sim_scenario *scenario);
/* Whether some of its block types are guesses, by what the blocks hold. */
bool sim_scenario_types_inferred(const struct sim_scenario *scenario);

const char *sim_scenario_name(const struct sim_scenario *scenario);   /* "" where it has none */
const char *sim_scenario_title(const struct sim_scenario *scenario);
const char *sim_scenario_thread(const struct sim_scenario *scenario);
uint64_t sim_scenario_seed(const struct sim_scenario *scenario);
/* Nominal cost of that primitive, ns. */
uint64_t sim_scenario_cost(const struct sim_scenario *scenario, unsigned int cost);
/* How many seeds, from that one on, a check runs. */
unsigned int sim_scenario_nr_seeds(const struct sim_scenario *scenario);
/* Names of the policies to compare, in the file's order; NULL behind the last. */
const char *sim_scenario_policy(const struct sim_scenario *scenario, unsigned int number);
/* Counters that matter, as the file names them; NULL behind the last. */
const char *sim_scenario_show(const struct sim_scenario *scenario, unsigned int number);

/* An expectation as written: its text, its expression and its line. */
struct sim_expectation {
	const char *text, *expression;
	const char *finding;      /* why it does not hold, written beside it; or NULL */
	unsigned int line;
};
const struct sim_expectation *sim_scenario_expectation(const struct sim_scenario *scenario,
						       unsigned int number);

/* One setting, for help and documents. */
struct sim_setting {
	const char *section, *key, *help;
	char range[512];          /* "0 to 9", or the words that it can be */
	char normal[64];          /* what it is where nothing is said; "" for what has no default */
};
/* By number from 0; false behind the last. */
bool sim_setting(unsigned int number, struct sim_setting *setting);

#endif
