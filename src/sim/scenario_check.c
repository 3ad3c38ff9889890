// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * scenario_check - what belongs together in a scenario, once all settings are there: zones get
 * their places, and what cannot be is refused with the line where it was said.
 */
#include <errno.h>
#include <string.h>

#include "fragscope/bits.h"
#include "fragscope/closest.h"
#include "fragscope/sim_expect.h"
#include "fragscope/sim_policy.h"
#include "fragscope/span.h"
#include "sim/scenario.h"
#include "sim/scenario_private.h"

#define OWNERS_MAX (1ULL << 25)        /* 800 MiB of them */

typedef unsigned long long ull;

/* Where the first of the settings was said that an error speaks of; 0: none of them was. */
static unsigned int line_of(const struct sim_scenario *scenario, const char *section,
			    const struct err *err)
{
	struct span rest = span_of(err->text), word;
	unsigned int line = 0;
	char key[32];

	while (!line && span_next_word(&rest, &word)) {
		while (word.len && strchr(",;:", word.at[word.len - 1]))
			word.len--;
		if (span_copy(word, key, sizeof(key)))
			line = scenario_line(scenario, section, key);
	}
	return line;
}

static void one_zone_per_node(struct sim_machine_plan *machine)
{
	for (uint64_t node = 0; node < machine->nodes; node++)
		machine->zone[node] = (struct sim_zone_plan){
			.start_pfn = START_BEHIND,
			.nr_pages = machine->size_mib / machine->nodes,
			.node = (uint8_t)node,
			.kind = SIM_ZONE_NORMAL,
		};
	machine->nr_zones = (unsigned int)machine->nodes;
}

static int place_zones(struct sim_machine_plan *machine, struct err *err)
{
	uint64_t pages_per_mib = 1024 / machine->page_kib, next = machine->start_mib;

	for (unsigned int i = 0; i < machine->nr_zones; i++) {
		struct sim_zone_plan *zone = &machine->zone[i];

		if (zone->start_pfn == START_BEHIND)
			zone->start_pfn = next;
		if (i && zone->start_pfn < next)
			return err_set(err, EINVAL, "zone %u begins at %llu MiB, inside the one "
				       "before it; write zones by rising start", i + 1,
				       (ull)zone->start_pfn);
		next = zone->start_pfn + zone->nr_pages;
		zone->start_pfn *= pages_per_mib;
		zone->nr_pages *= pages_per_mib;
	}
	return 0;
}

static bool node_has_zone(const struct sim_machine_plan *machine, uint64_t node)
{
	for (unsigned int i = 0; i < machine->nr_zones; i++)
		if (machine->zone[i].node == node)
			return true;
	return false;
}

/* Kernel memory has to be somewhere. */
static bool has_kernel_zone(const struct sim_machine_plan *machine)
{
	for (unsigned int i = 0; i < machine->nr_zones; i++)
		if (machine->zone[i].kind != SIM_ZONE_MOVABLE)
			return true;
	return false;
}

static int check_nodes(const struct sim_machine_plan *machine, struct err *err)
{
	for (unsigned int i = 0; i < machine->nr_zones; i++)
		if (machine->zone[i].node >= machine->nodes)
			return err_set(err, EINVAL, "zone of node %u, but nodes = %llu; raise "
				       "nodes", machine->zone[i].node, (ull)machine->nodes);
	for (uint64_t node = 0; node < machine->nodes; node++)
		if (!node_has_zone(machine, node))
			return err_set(err, EINVAL, "node %llu has no zone; write one, or lower "
				       "nodes", (ull)node);
	if (!has_kernel_zone(machine))
		return err_set(err, EINVAL, "all zones are Movable, where kernel memory cannot be; "
			       "write a Normal one too");
	if (machine->cpus < machine->nodes)
		return err_set(err, EINVAL, "cpus = %llu: fewer than nodes (%llu); each needs one",
			       (ull)machine->cpus, (ull)machine->nodes);
	return 0;
}

static int check_sizes(const struct sim_machine_plan *machine, struct err *err)
{
	uint64_t nr_pages = 0;

	if (machine->pageblock_order > machine->max_order)
		return err_set(err, EINVAL, "pageblock_order = %llu: above max_order (%llu); lower "
			       "it", (ull)machine->pageblock_order, (ull)machine->max_order);
	for (unsigned int i = 0; i < machine->nr_zones; i++) {
		nr_pages += machine->zone[i].nr_pages;
		if (machine->zone[i].nr_pages >> machine->pageblock_order)
			continue;
		return err_set(err, EINVAL, "zone %u is smaller than a pageblock (%llu KiB); make "
			       "it larger", i + 1,
			       (ull)machine->page_kib << machine->pageblock_order);
	}
	if (nr_pages > MACHINE_PAGES_MAX)
		return err_set(err, EINVAL, "%llu pages of memory in all; %llu are the most",
			       (ull)nr_pages, MACHINE_PAGES_MAX);
	return 0;
}

/* A frame's zones have their places, and were checked when it was taken. */
static int check_machine(struct sim_scenario *scenario, unsigned int *line, struct err *err)
{
	struct sim_machine_plan *machine = &scenario->machine;
	int error = 0;

	if (!scenario->memory && machine->nr_zones && scenario->has_size)
		error = err_set(err, EINVAL, "size_mib and zones; leave one of them out");
	if (!error && !bits_is_power_of_two(machine->page_kib))
		error = err_set(err, EINVAL, "page_kib = %llu: not a power of two; write 4, 8, 16, "
				"32 or 64", (ull)machine->page_kib);
	*line = scenario_line(scenario, "machine", machine->nr_zones ? "zone" : "size_mib");
	if (!error && !machine->nr_zones)
		one_zone_per_node(machine);
	if (!error && !scenario->memory)
		error = place_zones(machine, err);
	if (!error)
		error = check_nodes(machine, err);
	if (!error)
		error = check_sizes(machine, err);
	if (error && line_of(scenario, "machine", err))
		*line = line_of(scenario, "machine", err);
	return error ? err_prefix(err, error, "[machine]") : 0;
}

static int check_layout(struct sim_scenario *scenario, unsigned int *line, struct err *err)
{
	int error = layout_plan_check(&scenario->layout, err);

	if (!error && scenario->layout.fill == LAYOUT_FILL_FRAME && !scenario->memory)
		error = err_set(err, EINVAL, "fill = frame: there is none; name a snapshot to "
				"begin from");
	if (error)
		*line = line_of(scenario, "layout", err);
	return error ? err_prefix(err, error, "[layout]") : 0;
}

/* The name of a client that has a kind, for who mistyped it. */
static const char *likely_client(const struct sim_scenario *scenario, const char *name)
{
	const char *best = NULL;

	for (uint32_t i = 0; i < scenario->nr_client_plans; i++) {
		const char *other = scenario->client_name[i];

		if (scenario->client_has_kind[i] &&
		    (!best || closest_distance(other, name) < closest_distance(best, name)))
			best = other;
	}
	return best;
}

static int check_kind(const struct sim_scenario *scenario, uint32_t client, struct err *err)
{
	const char *name = scenario->client_name[client], *likely = likely_client(scenario, name);

	if (scenario->client_has_kind[client])
		return 0;
	if (!likely)
		return err_set(err, EINVAL, "it has no kind; write kind = KIND");
	return err_set(err, EINVAL, "it has no kind; write kind = KIND, or did you mean [client "
		       "%s]?", likely);
}

static int check_client(const struct sim_scenario *scenario, uint32_t client, uint64_t *nr_owners,
			struct err *err)
{
	const struct sim_client_plan *plan = &scenario->client[client];
	int error = check_kind(scenario, client, err);

	if (!error)
		error = client_plan_check(plan, err);
	if (error)
		return error;
	if (plan->node >= scenario->machine.nodes)
		return err_set(err, EINVAL, "node = %llu: there are %llu; write 0 to %llu",
			       (ull)plan->node, (ull)scenario->machine.nodes,
			       (ull)scenario->machine.nodes - 1);
	*nr_owners += plan->count * client_nr_owners(plan);
	if (*nr_owners > OWNERS_MAX)
		return err_set(err, EINVAL, "%llu files and processes in all; %llu are the most, "
			       "lower count or files", (ull)*nr_owners, OWNERS_MAX);
	return 0;
}

static int check_clients(struct sim_scenario *scenario, unsigned int *line, struct err *err)
{
	uint64_t nr_pages = 0, nr_owners;

	for (unsigned int i = 0; i < scenario->machine.nr_zones; i++)
		nr_pages += scenario->machine.zone[i].nr_pages;
	nr_owners = layout_nr_owners(&scenario->layout, nr_pages);
	for (uint32_t i = 0; i < scenario->nr_client_plans; i++) {
		int error = check_client(scenario, i, &nr_owners, err);

		if (!error)
			continue;
		*line = scenario->client_line[i];
		return err_prefix(err, error, "[client %s]", scenario->client_name[i]);
	}
	return 0;
}

static int check_policies(struct sim_scenario *scenario, unsigned int *line, struct err *err)
{
	const char *name;

	*line = scenario_line(scenario, "scenario", "policies");
	for (unsigned int i = 0; (name = sim_scenario_policy(scenario, i)); i++) {
		struct sim_policy *policy = sim_policy_new(name, err);

		if (!policy)
			return -EINVAL;
		sim_policy_free(policy);
	}
	return 0;
}

static int check_expectations(struct sim_scenario *scenario, unsigned int *line, struct err *err)
{
	for (unsigned int i = 0; i < scenario->nr_expectations; i++) {
		const struct sim_expectation *expect = &scenario->expectation[i];

		*line = expect->line;
		if (!expect->expression)
			return err_set(err, EINVAL, "[expect] " FINDING "%s: there is no "
				       "expectation \"%s\"; write it, or leave this out",
				       expect->text, expect->text);
		if (sim_expect_check(expect->expression, err))
			return err_prefix(err, -EINVAL, "[expect] %s", expect->text);
	}
	return 0;
}

int sim_scenario_finish(struct sim_scenario *scenario, unsigned int *line, struct err *err)
{
	static int (*const checks[])(struct sim_scenario *, unsigned int *, struct err *) = {
		check_machine, check_layout, check_clients, check_policies, check_expectations,
	};
	int error = 0;

	for (unsigned int i = 0; i < sizeof(checks) / sizeof(checks[0]) && !error; i++)
		error = checks[i](scenario, line, err);
	return error;
}
