/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scenario_builtin - the files of scenarios/, compiled in by embed_scenarios.awk. */
#ifndef SCENARIO_BUILTIN_H
#define SCENARIO_BUILTIN_H

#include <stddef.h>

struct scenario_builtin {
	const char *name, *text;
};

extern const struct scenario_builtin scenario_builtins[]; /* by name; ended by a NULL name */

#endif
