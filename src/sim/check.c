// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * check - every invariant of a machine, counted anew.  Slow on purpose: it shares nothing with what
 * keeps the counts.
 *
 * Always true, also for a listener in the middle of a step: states, heads and tails, alignment,
 * buddies that could be joined, free lists and their counts, the types of free pages (from 6.10
 * on), blocks, per-CPU lists, marks, deferral, files by age, pages isolated against nr_isolated,
 * the line of tasks.
 * Only true between two steps, since a page may be in flight (just allocated, about to be freed,
 * between two lists of a compaction): no lock is held, nothing is isolated or captured, no tail is
 * without its head, all of the LRU is somebody's, LRU and owner counts, counts of a compaction's
 * lists, the compaction of a task is over, stalls are successes and failures, model time adds up.
 */
#include <errno.h>

#include "fragscope/array.h"
#include "sim/check_private.h"

int check_at(const struct check *check, uint32_t pfn, int code)
{
	const struct sim *sim = check->sim;

	for (unsigned int i = 0; i < sim->c.nr_zones; i++) {
		const struct sim_zone *zone = &sim->c.zone[i];

		if (pfn - zone->first < zone->spanned)
			return err_prefix(check->err, code, "zone %u: page %#llx", i,
					  (unsigned long long)(zone->pfn_base + pfn -
							       zone->first));
	}
	return err_prefix(check->err, code, "page %u of no zone", pfn);
}

/* Zones stand in rising order and have their sizes, each from a multiple of the largest buddy. */
static int check_zones(const struct check *check)
{
	const struct sim *sim = check->sim;
	uint32_t end = 0;

	for (unsigned int i = 0; i < sim->c.nr_zones; i++) {
		const struct sim_zone *zone = &sim->c.zone[i];

		if (zone->first < end || zone_end(zone) > sim->c.nr_pages ||
		    zone->first & ((1u << sim->c.max_order) - 1))
			return err_set(check->err, EINVAL, "zone %u: from %u to %u of %u pages", i,
				       zone->first, zone_end(zone), sim->c.nr_pages);
		if (zone->managed > zone->present || zone->present > zone->spanned)
			return err_set(check->err, EINVAL, "zone %u: %u pages managed of %u of %u",
				       i, zone->managed, zone->present, zone->spanned);
		end = zone_end(zone);
	}
	return 0;
}

static bool goes_before(const struct sim *sim, uint32_t a, uint32_t b)
{
	uint64_t when_a = sim->tasks[a].wake_ns, when_b = sim->tasks[b].wake_ns;

	return when_a < when_b || (when_a == when_b && a < b);
}

static int check_tasks(const struct check *check)
{
	const struct sim *sim = check->sim;

	for (uint32_t at = 0; at < sim->c.nr_tasks; at++) {
		uint32_t task = sim->heap[at];

		if (task >= sim->c.nr_tasks || sim->tasks[task].heap_at != at)
			return err_set(check->err, EINVAL, "task %u: not at its place in the line",
				       task);
		if (at && goes_before(sim, task, sim->heap[(at - 1) / 2]))
			return err_set(check->err, EINVAL, "task %u: goes before the one above it",
				       task);
	}
	return 0;
}

/* A counter that counts a part of what another does. */
static const struct { enum sim_counter part, whole; } parts[] = {
	{ SIM_FREE_BLOCKS_EMPTY, SIM_FREE_BLOCKS_VISITED },
	{ SIM_FREE_BLOCKS_MISSED, SIM_FREE_BLOCKS_EMPTY },
	{ SIM_FREE_BLOCKS_MISSED, SIM_FREE_PAGES_MISSED },
	{ SIM_RESAMPLE_HITS, SIM_RESAMPLES },
	{ SIM_RESAMPLES, SIM_FREE_BLOCKS_VISITED },
	{ SIM_COMPACT_DAEMON_MIGRATE_SCANNED, SIM_COMPACT_MIGRATE_SCANNED },
	{ SIM_COMPACT_DAEMON_FREE_SCANNED, SIM_COMPACT_FREE_SCANNED },
	{ SIM_ALLOC_COSTLY_FAIL, SIM_ALLOC_COSTLY },
	{ SIM_ALLOC_COSTLY_FAIL, SIM_ALLOC_FAIL },
	{ SIM_OOM, SIM_ALLOC_SLOW },
	{ SIM_PGSTEAL_DIRECT, SIM_PGSCAN_DIRECT },
	{ SIM_WRITES_FAILED, SIM_WRITES },
};

static int check_counters(const struct check *check)
{
	const uint64_t *counter = check->sim->c.counter;

	if (!check->whole)
		return 0;
	if (counter[SIM_COMPACT_STALL] != counter[SIM_COMPACT_SUCCESS] + counter[SIM_COMPACT_FAIL])
		return err_set(check->err, EINVAL, "compact_stall: %llu, but %llu successes and "
			       "%llu failures",
			       (unsigned long long)counter[SIM_COMPACT_STALL],
			       (unsigned long long)counter[SIM_COMPACT_SUCCESS],
			       (unsigned long long)counter[SIM_COMPACT_FAIL]);
	for (unsigned int i = 0; i < ARRAY_SIZE(parts); i++)
		if (counter[parts[i].part] > counter[parts[i].whole])
			return err_set(check->err, EINVAL, "%s: %llu, more than %s, %llu",
				       sim_counter_row(parts[i].part)->name,
				       (unsigned long long)counter[parts[i].part],
				       sim_counter_row(parts[i].whole)->name,
				       (unsigned long long)counter[parts[i].whole]);
	return 0;
}

/* What tasks worked is what primitives took. */
static int check_time(const struct check *check)
{
	const struct sim *sim = check->sim;
	uint64_t worked_ns = 0, spent_ns = 0;

	for (uint32_t task = 0; task < sim->c.nr_tasks; task++)
		worked_ns += sim->tasks[task].cpu_ns;
	for (unsigned int cost = 0; cost < NR_SIM_COSTS; cost++)
		spent_ns += sim->c.spent_ns[cost];
	if (!check->whole || worked_ns == spent_ns)
		return 0;
	return err_set(check->err, EINVAL, "model time: tasks worked %llu ns, primitives took %llu",
		       (unsigned long long)worked_ns, (unsigned long long)spent_ns);
}

int sim_check(const struct sim *sim, struct err *err)
{
	struct check check = { .sim = sim, .err = err, .whole = !sim->hearing && !sim->left };
	int error = check_zones(&check);

	if (!error)
		error = check_pages(&check);
	if (!error)
		error = check_free_lists(&check);
	if (!error)
		error = check_pcp_lists(&check);
	if (!error)
		error = check_owners(&check);
	if (!error)
		error = check_compactions(&check);
	if (!error)
		error = check_counters(&check);
	/* a machine that no scenario made has no workload */
	if (!error && sim->scenario)
		error = check_tasks(&check);
	if (!error && sim->scenario)
		error = check_time(&check);
	return error;
}
