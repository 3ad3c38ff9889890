// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * scenario - settings by section and key, each read by the rows of its section.
 *
 * A number is a row with its range; what is not a number (zones, names, expectations) has a
 * function.  Whatever is wrong with one setting is said when it is set; what belongs together is
 * checked by sim_scenario_finish(), which knows the lines.
 */
#include "sim/scenario.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/closest.h"
#include "sim/frame_in.h"
#include "sim/scenario_private.h"

/* Largest machine: page numbers have 32 bits, and one of them means none. */
#define PAGES_MAX (1ULL << 31)

static const char *const zone_kind_words[NR_SIM_ZONE_KINDS] = {
	"DMA", "DMA32", "Normal", "Movable"
};

struct sim_scenario *sim_scenario_new(void)
{
	struct sim_scenario *scenario = calloc(1, sizeof(*scenario));

	if (!scenario)
		return NULL;
	scenario->name = scenario->title = scenario->thread = scenario->about = "";
	for (unsigned int i = 0; i < scenario_nr_numbers; i++)
		*scenario_number(scenario, &scenario_numbers[i]) = scenario_numbers[i].normal;
	layout_plan_init(&scenario->layout);
	knobs_init(&scenario->knobs);
	for (unsigned int i = 0; i < NR_SIM_COSTS; i++)
		scenario->cost_ns[i] = sim_cost_default(i);
	return scenario;
}

void sim_scenario_free(struct sim_scenario *scenario)
{
	if (!scenario)
		return;
	frame_memory_free(scenario->memory);
	arena_done(&scenario->arena);
	free(scenario);
}

/*
 * Sections.
 */

static const char *keep_text(struct sim_scenario *scenario, const char *text)
{
	return arena_strdup(&scenario->arena, text, strlen(text));
}

static int set_number(struct sim_scenario *scenario, const struct scenario_number *row,
		      const char *value, struct err *err)
{
	uint64_t n;

	if (!span_to_u64(span_of(value), &n) || n < row->least || n > row->most)
		return err_set(err, EINVAL, "%s = %s: not a value for it; write %llu to %llu",
			       row->key, value, (unsigned long long)row->least,
			       (unsigned long long)row->most);
	*scenario_number(scenario, row) = n;
	if (!strcmp(row->key, "size_mib"))
		scenario->has_size = true;
	return 0;
}

/* 1: there is no such number in that section */
static int try_number(struct sim_scenario *scenario, const char *section, const char *key,
		      const char *value, struct err *err)
{
	for (unsigned int i = 0; i < scenario_nr_numbers; i++) {
		const struct scenario_number *row = &scenario_numbers[i];

		if (!strcmp(row->section, section) && !strcmp(row->key, key))
			return set_number(scenario, row, value, err);
	}
	return 1;
}

/* Names separated by commas or blanks; the list is made anew. */
static int set_names(struct sim_scenario *scenario, struct scenario_names *names, const char *key,
		     const char *value, struct err *err)
{
	names->nr = 0;
	for (const char *at = value; *(at += strspn(at, ", \t"));) {
		size_t len = strcspn(at, ", \t");

		if (names->nr == SCENARIO_NAMES_MAX)
			return err_set(err, EINVAL, "%s: more than %d names; leave some out", key,
				       SCENARIO_NAMES_MAX);
		names->name[names->nr] = arena_strdup(&scenario->arena, at, len);
		if (!names->name[names->nr++])
			return err_set(err, ENOMEM, "%s: no memory", key);
		at += len;
	}
	return 0;
}

static int set_scenario(struct sim_scenario *scenario, const char *name, const char *key,
			const char *value, unsigned int line, struct err *err)
{
	const struct {
		const char *key, **text;
	} texts[] = {
		{ "name", &scenario->name }, { "title", &scenario->title },
		{ "thread", &scenario->thread }, { "about", &scenario->about },
	};

	(void)name;
	(void)line;
	if (!strcmp(key, "policies"))
		return set_names(scenario, &scenario->policies, key, value, err);
	if (!strcmp(key, "show"))
		return set_names(scenario, &scenario->show, key, value, err);
	for (unsigned int i = 0; i < ARRAY_SIZE(texts); i++) {
		if (strcmp(key, texts[i].key))
			continue;
		*texts[i].text = keep_text(scenario, value);
		return *texts[i].text ? 0 : err_set(err, ENOMEM, "%s: no memory", key);
	}
	return try_number(scenario, "scenario", key, value, err);
}

/* "NODE KIND MIB [START_MIB]" */
static int set_zone(struct sim_scenario *scenario, const char *value, struct err *err)
{
	struct sim_machine_plan *machine = &scenario->machine;
	struct sim_zone_plan *zone = &machine->zone[machine->nr_zones];
	unsigned long long node, mib, start = UINT64_MAX;
	char word[16];
	int end = 0;

	if (machine->nr_zones == SIM_ZONES_MAX)
		return err_set(err, EINVAL, "zone: more than %d; leave some out", SIM_ZONES_MAX);
	if (sscanf(value, "%llu %15s %llu %n%llu %n", &node, word, &mib, &end, &start, &end) < 3 ||
	    value[end] || node >= SIM_NODES_MAX)
		return err_set(err, EINVAL, "zone = %s: write NODE KIND MIB [START_MIB], as in "
			       "\"0 Normal 1024\"", value);
	for (zone->kind = 0; zone->kind < NR_SIM_ZONE_KINDS; zone->kind++)
		if (!strcmp(word, zone_kind_words[zone->kind]))
			break;
	if (zone->kind == NR_SIM_ZONE_KINDS)
		return err_set(err, EINVAL, "zone = %s: no kind of zone \"%s\"; write DMA, DMA32, "
			       "Normal or Movable", value, word);
	if (!mib || mib > PAGES_MAX / 256)
		return err_set(err, EINVAL, "zone = %s: %llu MiB; write 1 to %llu", value, mib,
			       PAGES_MAX / 256);
	/* MiB until the size of a page is known */
	zone->node = (uint8_t)node;
	zone->nr_pages = mib;
	zone->start_pfn = start;
	machine->nr_zones++;
	return 0;
}

static int set_machine(struct sim_scenario *scenario, const char *name, const char *key,
		       const char *value, unsigned int line, struct err *err)
{
	(void)name;
	scenario->machine_line = line;
	if (!strcmp(key, "zone")) {
		scenario->zone_line = line;
		return set_zone(scenario, value, err);
	}
	return try_number(scenario, "machine", key, value, err);
}

static int set_run(struct sim_scenario *scenario, const char *name, const char *key,
		   const char *value, unsigned int line, struct err *err)
{
	(void)name;
	(void)line;
	return try_number(scenario, "run", key, value, err);
}

static int set_knob(struct sim_scenario *scenario, const char *name, const char *key,
		    const char *value, unsigned int line, struct err *err)
{
	(void)name;
	(void)line;
	for (unsigned int i = 0; i < sim_nr_knobs; i++) {
		const struct sim_knob_row *row = &sim_knob_rows[i];
		uint64_t n;

		if (strcmp(row->name, key))
			continue;
		if (!span_to_u64(span_of(value), &n) || n < row->least || n > row->most)
			return err_set(err, EINVAL,
				       "%s = %s: not a value for it; write %u to %u", key, value,
				       row->least, row->most);
		*knobs_field(&scenario->knobs, i) = (uint32_t)n;
		return 0;
	}
	return 1;
}

static int set_cost(struct sim_scenario *scenario, const char *name, const char *key,
		    const char *value, unsigned int line, struct err *err)
{
	uint64_t ns;

	(void)name;
	(void)line;
	for (unsigned int i = 0; i < NR_SIM_COSTS; i++) {
		if (strcmp(sim_cost_row(i)->name, key))
			continue;
		if (!span_to_u64(span_of(value), &ns) || ns > COST_MOST_NS)
			return err_set(err, EINVAL,
				       "%s = %s: not a cost; write ns of model time, 0 to %llu",
				       key, value, COST_MOST_NS);
		scenario->cost_ns[i] = ns;
		return 0;
	}
	return 1;
}

static int set_layout(struct sim_scenario *scenario, const char *name, const char *key,
		      const char *value, unsigned int line, struct err *err)
{
	const struct plan_row *row;

	(void)name;
	scenario->layout_line = line;
	for (unsigned int i = 0; (row = layout_row(i)); i++)
		if (!strcmp(row->name, key))
			return plan_parse(row, value, layout_field(&scenario->layout, i), err);
	return 1;
}

/* The plan of that name, made at its first setting. */
static struct sim_client_plan *client_plan(struct sim_scenario *scenario, const char *name,
					   unsigned int line)
{
	unsigned int i = 0;

	while (i < scenario->nr_client_plans && strcmp(scenario->client_name[i], name))
		i++;
	if (i == SCENARIO_CLIENTS_MAX)
		return NULL;
	if (i == scenario->nr_client_plans) {
		scenario->client_name[i] = keep_text(scenario, name);
		if (!scenario->client_name[i])
			return NULL;
		client_plan_init(&scenario->client[i]);
		scenario->nr_client_plans++;
	}
	scenario->client_line[i] = line;
	return &scenario->client[i];
}

static int set_client(struct sim_scenario *scenario, const char *name, const char *key,
		      const char *value, unsigned int line, struct err *err)
{
	struct sim_client_plan *plan = client_plan(scenario, name, line);
	const struct plan_row *row;

	if (!plan)
		return err_set(err, E2BIG, "more than %d kinds of clients; leave some out",
			       SCENARIO_CLIENTS_MAX);
	for (unsigned int i = 0; (row = client_row(i)); i++)
		if (!strcmp(row->name, key))
			return plan_parse(row, value, client_field(plan, i), err);
	return 1;
}

/* The expectation of that text, made at its first mention. */
static struct sim_expectation *expectation(struct sim_scenario *scenario, const char *text,
					   unsigned int line)
{
	unsigned int i = 0;

	while (i < scenario->nr_expectations && strcmp(scenario->expectation[i].text, text))
		i++;
	if (i == SCENARIO_EXPECT_MAX)
		return NULL;
	if (i == scenario->nr_expectations) {
		scenario->expectation[i].text = keep_text(scenario, text);
		scenario->expectation[i].line = line;
		if (!scenario->expectation[i].text)
			return NULL;
		scenario->nr_expectations++;
	}
	return &scenario->expectation[i];
}

#define FINDING "finding."

static int set_expect(struct sim_scenario *scenario, const char *name, const char *key,
		      const char *value, unsigned int line, struct err *err)
{
	bool finding = !strncmp(key, FINDING, strlen(FINDING));
	struct sim_expectation *expect;
	const char *kept = keep_text(scenario, value);

	(void)name;
	expect = expectation(scenario, key + (finding ? strlen(FINDING) : 0), line);
	if (!expect || !kept)
		return err_set(err, E2BIG, "more than %d expectations; leave some out",
			       SCENARIO_EXPECT_MAX);
	if (finding)
		expect->finding = kept;
	else
		expect->expression = kept;
	return 0;
}

/* Sections by name; set() returns 1 for a key that it does not know. */
static const struct {
	const char *section;
	int (*set)(struct sim_scenario *scenario, const char *name, const char *key,
		   const char *value, unsigned int line, struct err *err);
} sections[] = {
	{ "scenario", set_scenario }, { "machine", set_machine }, { "knobs", set_knob },
	{ "costs", set_cost }, { "layout", set_layout }, { "client", set_client },
	{ "run", set_run }, { "expect", set_expect },
};

static int refuse_section(const char *section, struct err *err)
{
	const char *best = sections[0].section;

	for (unsigned int i = 1; i < ARRAY_SIZE(sections); i++)
		if (closest_distance(sections[i].section, section) <
		    closest_distance(best, section))
			best = sections[i].section;
	return err_set(err, EINVAL, "[%s]: no such section; did you mean [%s]?", section, best);
}

static int refuse_key(const char *section, const char *key, struct err *err)
{
	struct sim_setting row;
	const char *best = "";

	for (unsigned int i = 0; sim_setting(i, &row); i++)
		if (!strcmp(row.section, section) &&
		    (!*best || closest_distance(row.key, key) < closest_distance(best, key)))
			best = row.key;
	return err_set(err, EINVAL, "[%s] %s: no such setting; did you mean \"%s\"?", section, key,
		       best);
}

int sim_scenario_set(struct sim_scenario *scenario, const char *section, const char *key,
		     const char *value, unsigned int line, struct err *err)
{
	size_t len = strcspn(section, " \t");
	const char *name = section + len + strspn(section + len, " \t");

	for (unsigned int i = 0; i < ARRAY_SIZE(sections); i++) {
		int error;

		if (strlen(sections[i].section) != len ||
		    strncmp(sections[i].section, section, len))
			continue;
		if (sections[i].set == set_client && !*name)
			return err_set(err, EINVAL, "[client]: no name; write [client NAME]");
		if (sections[i].set != set_client && *name)
			return err_set(err, EINVAL, "[%s]: only clients have names; write [%s]",
				       section, sections[i].section);
		error = sections[i].set(scenario, name, key, value, line, err);
		return error > 0 ? refuse_key(sections[i].section, key, err) : error;
	}
	return refuse_section(section, err);
}

/*
 * What belongs together.
 */

static int place_zones(struct sim_scenario *scenario, struct err *err)
{
	struct sim_machine_plan *machine = &scenario->machine;
	uint64_t pages_per_mib = 1024 / machine->page_kib, next = machine->start_mib;

	if (machine->nr_zones && scenario->has_size)
		return err_set(err, EINVAL, "machine: size_mib and zones; leave one of them out");
	for (unsigned int i = 0; !scenario->machine.nr_zones && i < machine->nodes; i++)
		machine->zone[i] = (struct sim_zone_plan){
			UINT64_MAX, machine->size_mib / machine->nodes, 0, (uint8_t)i,
			SIM_ZONE_NORMAL,
		};
	if (!machine->nr_zones)
		machine->nr_zones = (unsigned int)machine->nodes;
	for (unsigned int i = 0; i < machine->nr_zones; i++) {
		struct sim_zone_plan *zone = &machine->zone[i];

		if (zone->start_pfn == UINT64_MAX)
			zone->start_pfn = next;
		if (zone->node >= machine->nodes)
			return err_set(err, EINVAL, "machine: a zone of node %u, there are %llu "
				       "nodes; raise nodes", zone->node,
				       (unsigned long long)machine->nodes);
		if (zone->start_pfn < next && i)
			return err_set(err, EINVAL,
				       "machine: zones overlap; write them by rising start");
		next = zone->start_pfn + zone->nr_pages;
		zone->start_pfn *= pages_per_mib;
		zone->nr_pages *= pages_per_mib;
	}
	return 0;
}

static int check_machine(struct sim_scenario *scenario, struct err *err)
{
	const struct sim_machine_plan *machine = &scenario->machine;
	uint64_t nr_pages = 0;

	if (machine->pageblock_order > machine->max_order)
		return err_set(err, EINVAL, "machine: pageblock_order %llu is above max_order %llu",
			       (unsigned long long)machine->pageblock_order,
			       (unsigned long long)machine->max_order);
	if (1024 % machine->page_kib)
		return err_set(err, EINVAL, "machine: page_kib %llu; write a power of two",
			       (unsigned long long)machine->page_kib);
	if (machine->cpus < machine->nodes)
		return err_set(err, EINVAL, "machine: fewer cpus than nodes; each node needs one");
	for (unsigned int i = 0; i < machine->nr_zones; i++) {
		nr_pages += machine->zone[i].nr_pages;
		if (machine->zone[i].nr_pages >> machine->pageblock_order)
			continue;
		return err_set(err, EINVAL, "machine: a zone is smaller than a pageblock "
			       "(%llu KiB); make it larger",
			       (unsigned long long)(machine->page_kib << machine->pageblock_order));
	}
	if (nr_pages >= PAGES_MAX)
		return err_set(err, EINVAL, "machine: %llu pages; %llu are the most",
			       (unsigned long long)nr_pages, PAGES_MAX - 1);
	return 0;
}

static int check_clients(struct sim_scenario *scenario, unsigned int *line, struct err *err)
{
	for (unsigned int i = 0; i < scenario->nr_client_plans; i++) {
		int error = client_plan_check(&scenario->client[i], err);

		if (!error && scenario->client[i].node >= scenario->machine.nodes)
			error = err_set(err, EINVAL, "node = %llu: there are %llu nodes",
					(unsigned long long)scenario->client[i].node,
					(unsigned long long)scenario->machine.nodes);
		if (error) {
			*line = scenario->client_line[i];
			return err_prefix(err, error, "[client %s]", scenario->client_name[i]);
		}
	}
	return 0;
}

static int check_expectations(struct sim_scenario *scenario, unsigned int *line, struct err *err)
{
	for (unsigned int i = 0; i < scenario->nr_expectations; i++) {
		if (scenario->expectation[i].expression)
			continue;
		*line = scenario->expectation[i].line;
		return err_set(err, EINVAL, "%s%s: there is no such expectation", FINDING,
			       scenario->expectation[i].text);
	}
	return 0;
}

int sim_scenario_finish(struct sim_scenario *scenario, unsigned int *line, struct err *err)
{
	int error = 0;

	*line = scenario->machine_line;
	if (!scenario->memory)
		error = place_zones(scenario, err);
	if (!error)
		error = check_machine(scenario, err);
	if (error)
		return error;
	*line = scenario->layout_line;
	error = layout_plan_check(&scenario->layout, err);
	if (!error && scenario->layout.fill == LAYOUT_FILL_FRAME && !scenario->memory)
		error = err_set(err, EINVAL, "layout: fill = frame, but there is none; "
				"use --from SNAPSHOT");
	if (error)
		return error;
	error = check_clients(scenario, line, err);
	if (!error)
		error = check_expectations(scenario, line, err);
	return error;
}
