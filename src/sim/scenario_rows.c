// SPDX-License-Identifier: GPL-2.0-or-later
/* scenario_rows - all settings of a scenario as rows, and reading one. */
#include <stddef.h>
#include <stdio.h>

#include "fragscope/array.h"
#include "sim/scenario_private.h"

const struct scenario_number scenario_numbers[] = {
#define SCENARIO_NUMBER(section, key, field, least, most, normal, help) \
	{ #section, #key, help, least, most, normal, offsetof(struct sim_scenario, field) },
#include "sim/scenario.def"
#undef SCENARIO_NUMBER
};

const unsigned int scenario_nr_numbers = ARRAY_SIZE(scenario_numbers);

uint64_t *scenario_number(struct sim_scenario *scenario, const struct scenario_number *row)
{
	return (uint64_t *)((char *)scenario + row->offset);
}

const char *sim_scenario_name(const struct sim_scenario *scenario)
{
	return scenario->name;
}

const char *sim_scenario_title(const struct sim_scenario *scenario)
{
	return scenario->title;
}

const char *sim_scenario_thread(const struct sim_scenario *scenario)
{
	return scenario->thread;
}

uint64_t sim_scenario_seed(const struct sim_scenario *scenario)
{
	return scenario->seed;
}

uint64_t sim_scenario_cost(const struct sim_scenario *scenario, unsigned int cost)
{
	return scenario->cost_ns[cost];
}

unsigned int sim_scenario_nr_seeds(const struct sim_scenario *scenario)
{
	return (unsigned int)scenario->seeds;
}

const char *sim_scenario_policy(const struct sim_scenario *scenario, unsigned int number)
{
	return number < scenario->policies.nr ? scenario->policies.name[number] : NULL;
}

const char *sim_scenario_show(const struct sim_scenario *scenario, unsigned int number)
{
	return number < scenario->show.nr ? scenario->show.name[number] : NULL;
}

const struct sim_expectation *sim_scenario_expectation(const struct sim_scenario *scenario,
						       unsigned int number)
{
	return number < scenario->nr_expectations ? &scenario->expectation[number] : NULL;
}

/*
 * Settings by number: what has no number of its own first, then each kind of row.
 */

static const struct {
	const char *section, *key, *range, *help;
} text_rows[] = {
	{ "scenario", "name", "a word", "its name, as its file's" },
	{ "scenario", "title", "text", "a line" },
	{ "scenario", "thread", "text", "subject of the thread, or what it was measured on" },
	{ "scenario", "about", "text", "what to watch" },
	{ "scenario", "policies", "names", "policies to compare, the first is the base" },
	{ "scenario", "show", "names", "counters to show; where nothing is said all but zeros" },
	{ "machine", "zone", "NODE KIND MIB [START_MIB]",
	  "a zone; KIND is DMA, DMA32, Normal or Movable" },
	{ "expect", "TEXT", "an expression", "what is expected of the policies' counters" },
	{ "expect", "finding.TEXT", "text", "why an expectation does not hold" },
};

static void number_text(uint64_t least, uint64_t most, uint64_t normal, struct sim_setting *setting)
{
	snprintf(setting->range, sizeof(setting->range), "%llu to %llu", (unsigned long long)least,
		 (unsigned long long)most);
	snprintf(setting->normal, sizeof(setting->normal), "%llu", (unsigned long long)normal);
}

static void plan_setting(const char *section, const struct plan_row *row,
			 struct sim_setting *setting)
{
	setting->section = section;
	setting->key = row->name;
	setting->help = row->help;
	plan_range(row, setting->range, sizeof(setting->range));
	plan_text(row, row->normal, setting->normal, sizeof(setting->normal));
}

static bool text_setting(unsigned int number, struct sim_setting *setting)
{
	if (number >= ARRAY_SIZE(text_rows))
		return false;
	setting->section = text_rows[number].section;
	setting->key = text_rows[number].key;
	setting->help = text_rows[number].help;
	snprintf(setting->range, sizeof(setting->range), "%s", text_rows[number].range);
	setting->normal[0] = 0;
	return true;
}

static bool number_setting(unsigned int number, struct sim_setting *setting)
{
	const struct scenario_number *row;

	if (number >= scenario_nr_numbers)
		return false;
	row = &scenario_numbers[number];
	setting->section = row->section;
	setting->key = row->key;
	setting->help = row->help;
	number_text(row->least, row->most, row->normal, setting);
	return true;
}

static bool knob_setting(unsigned int number, struct sim_setting *setting)
{
	const struct sim_knob_row *row;

	if (number >= sim_nr_knobs)
		return false;
	row = &sim_knob_rows[number];
	setting->section = "knobs";
	setting->key = row->name;
	setting->help = row->help;
	number_text(row->least, row->most, row->normal, setting);
	return true;
}

static bool cost_setting(unsigned int number, struct sim_setting *setting)
{
	if (number >= NR_SIM_COSTS)
		return false;
	setting->section = "costs";
	setting->key = sim_cost_row(number)->name;
	setting->help = sim_cost_row(number)->help;
	number_text(0, COST_MOST_NS, sim_cost_default(number), setting);
	return true;
}

static bool layout_setting(unsigned int number, struct sim_setting *setting)
{
	const struct plan_row *row = layout_row(number);

	if (row)
		plan_setting("layout", row, setting);
	return row;
}

static bool client_setting(unsigned int number, struct sim_setting *setting)
{
	const struct plan_row *row = client_row(number);

	if (row)
		plan_setting("client", row, setting);
	return row;
}

bool sim_setting(unsigned int number, struct sim_setting *setting)
{
	static bool (*const kinds[])(unsigned int, struct sim_setting *) = {
		text_setting, number_setting, knob_setting, cost_setting, layout_setting,
		client_setting,
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(kinds); i++) {
		unsigned int nr = 0;
		struct sim_setting other;

		if (kinds[i](number, setting))
			return true;
		while (kinds[i](nr, &other))
			nr++;
		number -= nr;
	}
	return false;
}
