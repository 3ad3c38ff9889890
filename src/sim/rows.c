// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rows - what is counted, what costs time, what can be watched, by name; and the reading of a
 * machine's totals.
 */
#include "sim/state.h"

static const struct sim_row counter_rows[] = {
#define SIM_COUNTER(id, name, help) { name, help },
#include "fragscope/sim_counter.def"
#undef SIM_COUNTER
};

static const struct sim_row event_rows[] = {
#define SIM_EVENT(id, name, help) { name, help },
#include "fragscope/sim_event.def"
#undef SIM_EVENT
};

static const struct sim_row cost_rows[] = {
#define SIM_COST(id, name, ns, help) { name, help },
#include "fragscope/sim_cost.def"
#undef SIM_COST
};

static const uint64_t cost_default_ns[] = {
#define SIM_COST(id, name, ns, help) ns,
#include "fragscope/sim_cost.def"
#undef SIM_COST
};

static const struct sim_row latency_rows[NR_SIM_LATENCIES] = {
	[LATENCY_ALLOC] = { "alloc", "requests that entered the slow path" },
	[LATENCY_LOCK_HOLD] = { "lock_hold", "zone->lock held once" },
	[LATENCY_LOCK_WAIT] = { "lock_wait", "zone->lock waited for once" },
	[LATENCY_COMPACT] = { "compact", "direct compactions of a request" },
	[LATENCY_OP] = { "op", "operations of clients" },
};

const struct sim_row *sim_counter_row(enum sim_counter counter)
{
	return &counter_rows[counter];
}

const struct sim_row *sim_event_row(enum sim_event_kind kind)
{
	return &event_rows[kind];
}

const struct sim_row *sim_cost_row(enum sim_cost cost)
{
	return &cost_rows[cost];
}

const struct sim_row *sim_latency_row(enum sim_latency latency)
{
	return &latency_rows[latency];
}

uint64_t sim_cost_default(enum sim_cost cost)
{
	return cost_default_ns[cost];
}

uint64_t sim_counter(const struct sim *sim, enum sim_counter counter)
{
	return sim->c.counter[counter];
}

uint64_t sim_now_ns(const struct sim *sim)
{
	return sim->c.now_ns;
}

uint64_t sim_nr_events(const struct sim *sim)
{
	return sim->c.nr_events;
}

uint64_t sim_nr_ops(const struct sim *sim)
{
	return sim->c.nr_ops;
}

uint64_t sim_spent_ns(const struct sim *sim, enum sim_cost cost)
{
	return sim->c.spent_ns[cost];
}

uint64_t sim_latency_max(const struct sim *sim, enum sim_latency latency)
{
	return sim->c.latency_max_ns[latency];
}

const uint64_t *sim_latency_log2(const struct sim *sim, enum sim_latency latency)
{
	return sim->c.latency_log2[latency];
}

uint64_t sim_latency_quantile(const struct sim *sim, enum sim_latency latency,
			      unsigned int permille)
{
	const uint64_t *count = sim->c.latency_log2[latency];
	uint64_t total = 0, below = 0;

	for (unsigned int i = 0; i < 64; i++)
		total += count[i];
	for (unsigned int i = 0; i < 64; i++) {
		below += count[i];
		if (count[i] && below * 1000 >= total * permille)
			return i < 63 ? (2ULL << i) - 1 : UINT64_MAX;
	}
	return 0;
}

const char *sim_policy_name(const struct sim *sim)
{
	return sim->policy.name;
}

bool sim_has_ended(const struct sim *sim)
{
	return sim->c.ended;
}

bool sim_event_pfn(const struct sim *sim, const struct sim_event *event, uint64_t *pfn)
{
	const struct sim_zone *zone = &sim->c.zone[event->zone < 0 ? 0 : event->zone];

	if (event->zone < 0 || event->pfn - zone->first >= zone->spanned)
		return false;
	*pfn = zone->pfn_base + (event->pfn - zone->first);
	return true;
}

bool sim_event_in_block(const struct sim *sim, const struct sim_event *event, uint64_t pfn)
{
	uint64_t about;

	return sim_event_pfn(sim, event, &about) &&
	       about >> sim->c.block_order == pfn >> sim->c.block_order;
}

bool sim_has_pfn(const struct sim *sim, uint64_t pfn)
{
	for (unsigned int i = 0; i < sim->c.nr_zones; i++)
		if (pfn - sim->c.zone[i].pfn_base < sim->c.zone[i].spanned)
			return true;
	return false;
}
