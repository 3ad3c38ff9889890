/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scenario - what a scenario file says, read: the machine, its layout, its clients, the knobs and
 * the costs.  It does not change while machines run.
 */
#ifndef SIM_SCENARIO_H
#define SIM_SCENARIO_H

#include "fragscope/sim_scenario.h"
#include "sim/knob.h"
#include "sim/load/plan.h"
#include "sim/state.h"

struct sim_scenario {
	struct sim_layout_plan layout;
	struct sim_client_plan *client; /* nr_client_plans */
	uint32_t nr_client_plans, pad;
	struct sim_knobs knobs;
	uint64_t cost_ns[NR_SIM_COSTS];
};

#endif
