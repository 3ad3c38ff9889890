/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scenario_private - settings of a scenario that are numbers, as rows. */
#ifndef SIM_SCENARIO_PRIVATE_H
#define SIM_SCENARIO_PRIVATE_H

#include "sim/scenario.h"

#define COST_MOST_NS 1000000000000ULL

struct scenario_number {
	const char *section, *key, *help;
	uint64_t least, most, normal;
	size_t offset;                /* in struct sim_scenario */
};

extern const struct scenario_number scenario_numbers[];
extern const unsigned int scenario_nr_numbers;

uint64_t *scenario_number(struct sim_scenario *scenario, const struct scenario_number *row);

#endif
