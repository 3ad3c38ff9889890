/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scenario - what a scenario file says, read: the machine, its layout, its clients, the knobs and
 * the costs.  It does not change while machines run.
 */
#ifndef SIM_SCENARIO_H
#define SIM_SCENARIO_H

#include "fragscope/arena.h"
#include "fragscope/sim_scenario.h"
#include "sim/knob.h"
#include "sim/load/plan.h"
#include "sim/state.h"

#define SCENARIO_CLIENTS_MAX 32      /* [client NAME] sections */
#define SCENARIO_NAMES_MAX 32        /* policies; counters to show */
#define SCENARIO_EXPECT_MAX 64

/* One zone as it is asked for. */
struct sim_zone_plan {
	uint64_t start_pfn, nr_pages; /* nr_pages: the span */
	uint64_t managed;             /* of the span; 0: all of it */
	uint8_t node, kind;           /* enum sim_zone_kind */
};

struct sim_machine_plan {
	uint64_t nodes, cpus;         /* cpus: of all nodes */
	uint64_t size_mib, start_mib; /* without zone lines: one Normal zone per node */
	uint64_t page_kib, pageblock_order, max_order;
	struct sim_zone_plan zone[SIM_ZONES_MAX];
	unsigned int nr_zones;        /* zone lines */
};

/* Where a workload ends, whoever may want to go on. */
struct sim_limits {
	uint64_t max_ms, max_ops, max_events;
};

struct scenario_names {
	const char *name[SCENARIO_NAMES_MAX];
	unsigned int nr;
};

/* Where a setting was set. */
struct scenario_mark {
	struct scenario_mark *next;
	const char *section, *key;
	unsigned int line;            /* 0: on the command line */
};

struct frame_memory;

struct sim_scenario {
	struct arena arena;           /* all texts */
	const char *name, *title, *thread, *about;
	uint64_t seed, seeds;
	struct scenario_names policies, show;
	struct sim_machine_plan machine;
	struct sim_layout_plan layout;
	struct sim_client_plan client[SCENARIO_CLIENTS_MAX];
	const char *client_name[SCENARIO_CLIENTS_MAX];
	unsigned int client_line[SCENARIO_CLIENTS_MAX];
	bool client_has_kind[SCENARIO_CLIENTS_MAX];
	uint32_t nr_client_plans, pad;
	struct sim_knobs knobs;
	uint64_t cost_ns[NR_SIM_COSTS];
	struct sim_limits limits;
	struct sim_expectation expectation[SCENARIO_EXPECT_MAX];
	unsigned int nr_expectations;
	struct scenario_mark *marks;  /* the last one first */
	bool has_size;                /* [machine] size_mib was given */
	struct frame_memory *memory;  /* of a frame, or NULL: frame_in.h */
};

#endif
