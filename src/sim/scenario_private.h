/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scenario_private - settings of a scenario that are numbers, as rows. */
#ifndef SIM_SCENARIO_PRIVATE_H
#define SIM_SCENARIO_PRIVATE_H

#include "sim/scenario.h"

#define COST_MOST_NS 1000000000000ULL
#define MACHINE_MIB_MAX (1 << 22)
#define MACHINE_PAGES_MAX (1ULL << 30) /* 15 bytes each: 16 GiB */
#define START_MIB_MAX (1 << 30)
#define START_BEHIND UINT64_MAX        /* a zone begins behind the one before it */
#define FINDING "finding."             /* a key of [expect] that says why it does not hold */

struct scenario_number {
	const char *section, *key, *help;
	uint64_t least, most, normal;
	size_t offset;                /* in struct sim_scenario */
};

extern const struct scenario_number scenario_numbers[];
extern const unsigned int scenario_nr_numbers;

/* Line of a file where it was last set, 0: nowhere, or on the command line. */
unsigned int scenario_line(const struct sim_scenario *scenario, const char *section,
			   const char *key);
uint64_t *scenario_number(struct sim_scenario *scenario, const struct scenario_number *row);

#endif
