// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-sim - how fast the simulator is: pairs of allocation and free, samples of the free scanner, a
 * large zone from boot to compacted, and what one event costs on a small and on a large machine.
 *
 * usage: bench-sim
 */
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/sim_policy.h"
#include "fragscope/sim_scenario.h"
#include "sim/mm/compact_private.h"

#include "../sim/made_machine.h"
#include "bench.h"

#define NR_ROUNDS     11
#define NR_BLOCKS     512      /* of the small machine: 1 GiB */
#define NR_HELD       1024     /* pages allocated before the first is freed */
#define NR_BURSTS     1000
#define NR_SCANS      100      /* of the whole small machine */
#define NR_OPS        20000
#define PAIR0_NS      100.0    /* 10 M/s */
#define PAIR3_NS      333.0    /* 3 M/s */
#define SAMPLE_NS     3.33     /* 300 M/s */
#define LARGE_GIB     64
#define LARGE_S       20.0
#define PAGE_BYTES    16.0

static uint32_t held[NR_HELD];

/*
 * Pairs.
 */

static void burst_pcp(struct sim *sim)
{
	struct sim_zone *zone = &sim->c.zone[0];

	for (unsigned int i = 0; i < NR_HELD; i++)
		held[i] = rmqueue(sim, zone, 0, MT_MOVABLE, ALLOC_WMARK_LOW);
	for (unsigned int i = 0; i < NR_HELD; i++)
		pcp_free_page(sim, held[i], 0);
}

static void burst_buddy(struct sim *sim)
{
	struct sim_zone *zone = &sim->c.zone[0];
	unsigned int areas = 0;

	for (unsigned int i = 0; i < NR_HELD; i++) {
		zone_lock(sim, zone);
		held[i] = buddy_rmqueue_smallest(sim, zone, 3, MT_MOVABLE, &areas);
		zone_unlock(sim, zone);
	}
	for (unsigned int i = 0; i < NR_HELD; i++) {
		zone_lock(sim, zone);
		buddy_free(sim, zone, held[i], 3, false);
		zone_unlock(sim, zone);
	}
}

static void bench_pairs(const char *what, double asked_ns, void (*burst)(struct sim *sim))
{
	struct sim *sim = made_machine(NR_BLOCKS, 1);
	double values[NR_ROUNDS];

	made_free_all(sim);
	for (unsigned int round = 0; round < NR_ROUNDS; round++) {
		double start = bench_cpu_ms();

		for (unsigned int i = 0; i < NR_BURSTS; i++)
			burst(sim);
		values[round] = (bench_cpu_ms() - start) * 1e6 / (NR_BURSTS * NR_HELD);
	}
	bench_row(what, asked_ns, "ns", values, NR_ROUNDS);
	sim_free(sim);
}

/*
 * Samples of blocks without a free page, which almost all are.
 */

static void bench_samples(const char *what, uint32_t stride)
{
	struct sim *sim = made_machine(NR_BLOCKS, 1);
	struct compact_control cc = { .order = 9, .mode = COMPACT_ASYNC };
	double values[NR_ROUNDS];

	for (unsigned int round = 0; round < NR_ROUNDS; round++) {
		double start = bench_cpu_ms();

		cc.free_scanned = 0;
		for (unsigned int i = 0; i < NR_SCANS; i++)
			for (uint32_t at = 0; at < sim->c.nr_pages; at += 512) {
				uint32_t pfn = at;

				free_scan_block(sim, &cc, &pfn, at + 512, stride);
			}
		values[round] = (bench_cpu_ms() - start) * 1e6 / (double)cc.free_scanned;
	}
	bench_row(what, SAMPLE_NS, "ns", values, NR_ROUNDS);
	sim_free(sim);
}

/*
 * Whole machines.
 */

static const char *const settings[][3] = {
	{ "layout", "fill", "mix" },
	{ "layout", "leave_mib", "32" },
	{ "layout", "file_permille", "400" },
	{ "layout", "kernel_permille", "50" },
	{ "layout", "slab_permille", "50" },
	{ "layout", "free", "uniform" },
	{ "layout", "free_permille", "125" },
	{ "client small", "kind", "toucher" },
	{ "client huge", "kind", "thp" },
	{ "client huge", "defrag", "always" },
	{ "client huge", "keep", "0" },
	{ "client writer", "kind", "writer" },
};

/* One zone of that size, full, then an eighth of its pages freed at random. */
static struct sim *make(struct sim_scenario *scenario, const struct sim_policy *policy,
			unsigned int gib)
{
	struct err err = { "" };
	struct sim *sim = NULL;
	char zone[64];
	unsigned int line;
	int error;

	snprintf(zone, sizeof(zone), "0 Normal %u", gib * 1024);
	error = sim_scenario_set(scenario, "machine", "zone", zone, 0, &err);
	for (size_t i = 0; !error && i < sizeof(settings) / sizeof(settings[0]); i++)
		error = sim_scenario_set(scenario, settings[i][0], settings[i][1], settings[i][2],
					 0, &err);
	if (!error)
		error = sim_scenario_finish(scenario, &line, &err);
	if (!error)
		sim = sim_new(scenario, policy, 1, &err);
	if (!sim)
		bench_die("bench-sim", err.text);
	return sim;
}

static void bench_large(const struct sim_policy *policy)
{
	struct sim_scenario *scenario = sim_scenario_new();
	double start = bench_cpu_ms(), laid;
	struct sim *sim = make(scenario, policy, LARGE_GIB);

	laid = bench_cpu_ms();
	compact_memory(sim);
	bench_row_one("64 GiB: set up and fragmented", 0, "s", (laid - start) / 1e3);
	bench_row_one("64 GiB: compacted", 0, "s", (bench_cpu_ms() - laid) / 1e3);
	bench_row_one("64 GiB: all of it", LARGE_S, "s", (bench_cpu_ms() - start) / 1e3);
	bench_row_one("64 GiB: pages moved", 0, "M",
		      (double)sim_counter(sim, SIM_PGMIGRATE_SUCCESS) / 1e6);
	bench_row_one("64 GiB: memory per page", PAGE_BYTES, "B",
		      (double)sim_bytes(sim) / sim->c.nr_pages);
	sim_free(sim);
	sim_scenario_free(scenario);
}

/* What one event of clients costs. */
static double event_ns(const struct sim_policy *policy, unsigned int gib)
{
	struct sim_scenario *scenario = sim_scenario_new();
	struct sim *sim = make(scenario, policy, gib);
	uint64_t events;
	double start;

	/* the first operations take the free blocks that there are */
	for (unsigned int op = 0; op < NR_OPS && sim_step(sim); op++)
		;
	events = sim_nr_events(sim);
	start = bench_cpu_ms();
	for (unsigned int op = 0; op < NR_OPS && sim_step(sim); op++)
		;
	start = (bench_cpu_ms() - start) * 1e6 / (double)(sim_nr_events(sim) - events);
	sim_free(sim);
	sim_scenario_free(scenario);
	return start;
}

static void bench_events(const struct sim_policy *policy)
{
	double small_ns = event_ns(policy, 1), large_ns = event_ns(policy, LARGE_GIB);

	bench_row_one("an event at 1 GiB", 0, "ns", small_ns);
	bench_row_one("an event at 64 GiB", 0, "ns", large_ns);
	bench_row_one("an event: 64 GiB to 1 GiB", 2, "x", large_ns / small_ns);
}

int main(void)
{
	struct err err = { "" };
	struct sim_policy *policy = sim_policy_new("linux-7.3", &err);

	if (!policy)
		bench_die("bench-sim", err.text);
	bench_heading("Simulator");
	bench_pairs("order-0 pair through a per-CPU list", PAIR0_NS, burst_pcp);
	bench_pairs("order-3 pair through the free lists", PAIR3_NS, burst_buddy);
	bench_samples("free scanner, a sample at stride 1", 1);
	bench_samples("free scanner, a sample at stride 32", 32);
	bench_events(policy);
	bench_large(policy);
	sim_policy_free(policy);
	return 0;
}
