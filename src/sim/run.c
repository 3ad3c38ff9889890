// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * run - the line of model time, as a binary heap of tasks in the state.
 *
 * Invariants: each task stands in the heap once, at heap_at; no task stands above one that goes
 * earlier.  Of two that go at the same time the one with the smaller number goes first, so that the
 * order is the same everywhere.  A task that is running has been at the top.
 */
#include "sim/run.h"

#include "sim/load/client.h"
#include "sim/mm/compaction.h"
#include "sim/mm/vmscan.h"
#include "sim/scenario.h"

#define NSEC_PER_MSEC 1000000ULL

static bool goes_before(const struct sim *sim, uint32_t a, uint32_t b)
{
	uint64_t when_a = sim->tasks[a].wake_ns, when_b = sim->tasks[b].wake_ns;

	return when_a < when_b || (when_a == when_b && a < b);
}

static void put(struct sim *sim, uint32_t at, uint32_t task)
{
	sim->heap[at] = task;
	sim->tasks[task].heap_at = at;
}

static void move_up(struct sim *sim, uint32_t task)
{
	uint32_t at = sim->tasks[task].heap_at;

	while (at && goes_before(sim, task, sim->heap[(at - 1) / 2])) {
		put(sim, at, sim->heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	put(sim, at, task);
}

static void move_down(struct sim *sim, uint32_t task)
{
	uint32_t at = sim->tasks[task].heap_at, below;

	while ((below = 2 * at + 1) < sim->c.nr_tasks) {
		if (below + 1 < sim->c.nr_tasks &&
		    goes_before(sim, sim->heap[below + 1], sim->heap[below]))
			below++;
		if (!goes_before(sim, sim->heap[below], task))
			break;
		put(sim, at, sim->heap[below]);
		at = below;
	}
	put(sim, at, task);
}

static void set_wake(struct sim *sim, uint32_t task, uint64_t when_ns)
{
	sim->tasks[task].wake_ns = when_ns;
	move_up(sim, task);
	move_down(sim, task);
}

void run_init(struct sim *sim)
{
	for (uint32_t task = 0; task < sim->c.nr_tasks; task++) {
		put(sim, task, task);
		move_up(sim, task);
	}
}

struct sim_task *task_find(struct sim *sim, enum sim_task_kind kind, unsigned int node)
{
	/* behind the clients: two for each node, see machine.c */
	return &sim->tasks[sim->c.nr_clients + 2 * node + (kind == TASK_KCOMPACTD)];
}

void task_wake(struct sim *sim, struct sim_task *task)
{
	uint64_t when_ns = sim->c.now_ns + sim->cost_ns[COST_WAKE];
	uint32_t number = (uint32_t)(task - sim->tasks);

	if (number == sim->c.task) {
		if (sim->c.sleep_until_ns > when_ns)
			sim->c.sleep_until_ns = when_ns;
	} else if (task->wake_ns > when_ns) {
		set_wake(sim, number, when_ns);
	}
}

void task_sleep_until(struct sim *sim, uint64_t when_ns)
{
	sim->c.sleep_until_ns = when_ns;
}

static void end_client(struct sim *sim)
{
	sim->c.nr_clients_done++;
	sim->c.sleep_until_ns = NEVER;
	if (sim->c.done_ns < sim->c.now_ns)
		sim->c.done_ns = sim->c.now_ns;
}

static void act(struct sim *sim, struct sim_task *task)
{
	switch (task->kind) {
	case TASK_CLIENT:
		sim->c.nr_ops++;
		if (!client_step(sim, &sim->clients[task->which]))
			end_client(sim);
		break;
	case TASK_KSWAPD:
		kswapd_step(sim, task->node);
		break;
	case TASK_KCOMPACTD:
		kcompactd_step(sim, task->node);
		break;
	}
}

static void count_thread(struct sim *sim, const struct sim_task *task, uint64_t ns)
{
	if (task->kind == TASK_KSWAPD)
		sim_count(sim, SIM_KSWAPD_NS, ns);
	if (task->kind == TASK_KCOMPACTD)
		sim_count(sim, SIM_KCOMPACTD_NS, ns);
}

/* Without clients it is the kernel's threads alone that run, until a limit. */
static bool clients_are_done(const struct sim *sim)
{
	return sim->c.nr_clients && sim->c.nr_clients_done == sim->c.nr_clients;
}

static bool is_over(const struct sim *sim)
{
	const struct sim_limits *limits = &sim->scenario->limits;

	return clients_are_done(sim) ||
	       sim->tasks[sim->heap[0]].wake_ns >= limits->max_ms * NSEC_PER_MSEC ||
	       sim->c.nr_ops >= limits->max_ops || sim->c.nr_events >= limits->max_events;
}

const char *sim_ended_by(const struct sim *sim)
{
	const struct sim_limits *limits = &sim->scenario->limits;

	if (!sim->c.ended || clients_are_done(sim))
		return NULL;
	if (sim->c.nr_ops >= limits->max_ops)
		return "max_ops";
	return sim->c.nr_events >= limits->max_events ? "max_events" : "max_ms";
}

/* The clock stands where the last client ended, which need not be the last task that ran. */
static void end(struct sim *sim)
{
	sim->c.ended = 1;
	if (clients_are_done(sim))
		sim->c.now_ns = sim->c.done_ns;
}

bool sim_step(struct sim *sim)
{
	struct sim_task *task = &sim->tasks[sim->heap[0]];
	uint64_t begun_ns = task->wake_ns, until_ns;

	if (sim->left || sim->c.ended)
		return false;
	if (is_over(sim)) {
		end(sim);
		return false;
	}
	sim->c.task = (uint32_t)(task - sim->tasks);
	sim->c.cpu = task->cpu;
	sim->c.running_node = task->node;
	sim->c.now_ns = begun_ns;
	sim->c.sleep_until_ns = 0;
	act(sim, task);
	task->cpu_ns += sim->c.now_ns - begun_ns;
	count_thread(sim, task, sim->c.now_ns - begun_ns);
	until_ns = sim->c.sleep_until_ns > sim->c.now_ns ? sim->c.sleep_until_ns : sim->c.now_ns;
	set_wake(sim, sim->c.task, until_ns);
	return true;
}

bool sim_run(struct sim *sim, uint64_t until_event)
{
	jmp_buf leave;

	if (sim->c.nr_events >= until_event)
		return true;
	if (setjmp(leave)) {
		sim->leave = NULL;
		sim->left = true;
		return true;
	}
	sim->leave = &leave;
	sim->leave_at = until_event;
	while (sim_step(sim))
		;
	sim->leave = NULL;
	return false;
}
