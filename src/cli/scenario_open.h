/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scenario_open - a scenario as the command line wants it. */
#ifndef SCENARIO_OPEN_H
#define SCENARIO_OPEN_H

#include "fragscope/sim_scenario.h"

#include "options.h"

/* By its name, with --set and --from, whole and checked.  NULL with what is wrong; *code: as what
 * the program ends then, enum exit_code. */
struct sim_scenario *scenario_open(const struct options *options, const char *name, int *code,
				   struct err *err);
/* Says on standard error what was guessed of a snapshot's memory. */
void scenario_tell_guesses(const struct sim_scenario *scenario);

#endif
