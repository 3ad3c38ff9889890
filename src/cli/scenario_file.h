/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scenario_file - a scenario by the name that a user gave. */
#ifndef SCENARIO_FILE_H
#define SCENARIO_FILE_H

#include <stdio.h>

#include "fragscope/sim_scenario.h"

/* A name with a '/' or one that ends in ".scn" is a file; else NAME.scn among the user's own (below
 * $XDG_DATA_HOME), then those that are compiled in.  NULL with file, line and what would be
 * right.  What belongs together is not checked yet: sim_scenario_finish(). */
struct sim_scenario *scenario_file_load(const char *name, struct err *err);
/* Settings as they stand in a file; errors call it by that name. */
int scenario_file_read(struct sim_scenario *scenario, FILE *from, const char *name,
		       struct err *err);
/* "SECTION.KEY=VALUE"; the section of a client is "client NAME". */
int scenario_file_set(struct sim_scenario *scenario, const char *setting, struct err *err);
/* sim_scenario_finish() with the file's name and the line in its error. */
int scenario_file_finish(struct sim_scenario *scenario, const char *name, struct err *err);

/* Whether that is the name of a scenario file: it ends in ".scn". */
bool scenario_file_is(const char *name);

/* Names and titles of the user's own and of those compiled in. */
void scenario_file_list(FILE *to, unsigned int width);

#endif
