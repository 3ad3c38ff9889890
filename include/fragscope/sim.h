/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim - a simulated machine: the kernel's page allocator and compaction under one policy, driven by
 * the workload of a scenario.
 *
 * A machine is made of a scenario, a policy and a seed, and always runs the same way from there.
 * It goes on by steps: a step lets one task (a client, kswapd, kcompactd) do one thing.  Within a
 * step events happen; a listener hears each at the moment it happens, when the machine may be
 * looked at but not changed.  Machines are flat data: a copy is a checkpoint, and a copy that is
 * run again does what the first did.
 */
#ifndef FRAGSCOPE_SIM_H
#define FRAGSCOPE_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"

/* What is counted: the kernel's names where it has one (/proc/vmstat), see sim_counter.def. */
enum sim_counter {
#define SIM_COUNTER(id, name, help) SIM_##id,
#include "fragscope/sim_counter.def"
#undef SIM_COUNTER
	NR_SIM_COUNTERS
};

/* What takes model time: see sim_cost.def. */
enum sim_cost {
#define SIM_COST(id, name, ns, help) COST_##id,
#include "fragscope/sim_cost.def"
#undef SIM_COST
	NR_SIM_COSTS
};

/* What can be watched: see sim_event.def. */
enum sim_event_kind {
#define SIM_EVENT(id, name, help) EVENT_##id,
#include "fragscope/sim_event.def"
#undef SIM_EVENT
	NR_SIM_EVENTS
};

/* What has a distribution: log2 histograms of model time. */
enum sim_latency {
	LATENCY_ALLOC,            /* requests that entered the slow path */
	LATENCY_LOCK_HOLD,        /* zone->lock, each time it was held */
	LATENCY_LOCK_WAIT,        /* each time it was waited for */
	LATENCY_COMPACT,          /* direct compactions of a request, all zones */
	LATENCY_OP,               /* operations of clients: a write, a fault, a read */
	NR_SIM_LATENCIES
};

struct sim_row {
	const char *name, *help;
};

const struct sim_row *sim_counter_row(enum sim_counter counter);
const struct sim_row *sim_event_row(enum sim_event_kind kind);
const struct sim_row *sim_latency_row(enum sim_latency latency);
const struct sim_row *sim_cost_row(enum sim_cost cost);
/* Nominal cost of one, in ns. */
uint64_t sim_cost_default(enum sim_cost cost);

struct sim;
struct sim_policy;
struct sim_scenario;

/* Numbers mean what the kind's row says. */
struct sim_event {
	uint64_t number;          /* from 1 */
	uint64_t now_ns;          /* model time of the task */
	uint32_t task;
	uint32_t pfn;             /* UINT32_MAX: not about a page */
	uint16_t kind;            /* enum sim_event_kind */
	int16_t zone;             /* -1: not about a zone */
	int64_t arg[4];
};

/* Called at each event; must not change the machine.  It may leave the step by longjmp: then the
 * machine can be read, copied over and freed, but not run further. */
typedef void sim_event_fn(struct sim *sim, const struct sim_event *event, void *listener);

/* A machine at the start of its workload, its memory laid out.  NULL with a reason: no memory,
 * sizes that cannot be, a layout that does not fit. */
struct sim *sim_new(const struct sim_scenario *scenario, const struct sim_policy *policy,
		    uint64_t seed, struct err *err);
void sim_free(struct sim *sim);

/* One step of one task.  false: the workload has ended, or its limits are reached. */
bool sim_step(struct sim *sim);
/* Steps until the end, or until that many events have happened: then it returns in the middle of a
 * step, true, and the machine may be read, copied for reading and freed, but not run further. */
bool sim_run(struct sim *sim, uint64_t until_event);
/* The limit of [run] that ended it, by its key; NULL: the clients were done, or it goes on. */
const char *sim_ended_by(const struct sim *sim);
void sim_listen(struct sim *sim, sim_event_fn *fn, void *listener);
/* Before that event the listener hears only kinds whose bit is set, which costs the run less. */
void sim_listen_from(struct sim *sim, uint64_t event, uint64_t kinds);
/* The last event, heard or not, while there was a listener; number 0: none.  Copies have it too. */
const struct sim_event *sim_last_event(const struct sim *sim);

/* A copy that goes on as the original would, without its listener.  NULL: no memory. */
struct sim *sim_clone(const struct sim *sim);
/* The same into a machine of the same scenario, which keeps its listener; it may have been left in
 * the middle of a step. */
void sim_copy(struct sim *to, const struct sim *from);
/* The same for equal states. */
uint64_t sim_hash(const struct sim *sim);
/* Bytes that it takes. */
size_t sim_bytes(const struct sim *sim);

uint64_t sim_counter(const struct sim *sim, enum sim_counter counter);
uint64_t sim_now_ns(const struct sim *sim);
uint64_t sim_nr_events(const struct sim *sim);
uint64_t sim_nr_ops(const struct sim *sim);
uint64_t sim_spent_ns(const struct sim *sim, enum sim_cost cost);
uint64_t sim_latency_max(const struct sim *sim, enum sim_latency latency);
/* The histogram: [i] counts latencies of 2^i to 2^(i+1) - 1 ns. */
const uint64_t *sim_latency_log2(const struct sim *sim, enum sim_latency latency);
/* Upper bound of that share (per mille) of a histogram, 0: nothing happened. */
uint64_t sim_latency_quantile(const struct sim *sim, enum sim_latency latency,
			      unsigned int permille);
const char *sim_policy_name(const struct sim *sim);
/* The workload has ended, or a limit is reached. */
bool sim_has_ended(const struct sim *sim);
/* Real pfn of the page that an event is about; false: it is not about one. */
bool sim_event_pfn(const struct sim *sim, const struct sim_event *event, uint64_t *pfn);
/* Whether an event is about a page in the pageblock of that real pfn. */
bool sim_event_in_block(const struct sim *sim, const struct sim_event *event, uint64_t pfn);
/* Whether a zone spans that real pfn. */
bool sim_has_pfn(const struct sim *sim, uint64_t pfn);

/* All invariants of the machine; 0, or -EINVAL with the first that is broken, where and how.  In
 * the middle of a step (for a listener, or when it was left there) only those that hold there. */
int sim_check(const struct sim *sim, struct err *err);
/* Free pages on the list of another type than their block's: none from 6.10 on. */
uint64_t sim_nr_misplaced(const struct sim *sim);

/* One sentence: what happened and which rule decided it. */
void sim_event_text(const struct sim *sim, const struct sim_event *event, char *text, size_t size);

/* The machine as a frame (frame.h).  Its page map is "map", made or brought up to date by this,
 * which has to outlive the frame; NULL: without pages.  NULL with a reason: no memory. */
struct frame *sim_frame(const struct sim *sim, struct pagemap *map, struct err *err);

/* The same with a map that is kept from frame to frame: the shadow knows what is in it, and only
 * what has changed since is read.  A shadow goes with one map and machines of one scenario. */
struct sim_shadow;
struct sim_shadow *sim_shadow_new(const struct sim *sim); /* NULL: no memory */
void sim_shadow_free(struct sim_shadow *shadow);
struct frame *sim_frame_again(const struct sim *sim, struct pagemap *map, struct sim_shadow *shadow,
			      struct err *err);

#endif
