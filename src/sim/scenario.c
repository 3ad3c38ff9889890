// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * scenario - settings by section and key, each read by the rows of its section.
 *
 * A number is a row with its range; what is not a number (zones, names, expectations) has a
 * function.  A number may be set once in a file, and again on the command line; texts and lists
 * may go on over several lines.  Whatever is wrong with one setting is said when it is set; what
 * belongs together is checked behind the last (scenario_check.c).
 */
#include "sim/scenario.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/closest.h"
#include "sim/frame_in.h"
#include "sim/scenario_private.h"

static const char *const zone_kind_words[NR_SIM_ZONE_KINDS] = {
	"DMA", "DMA32", "Normal", "Movable"
};

/* One setting, as it is written. */
struct setting {
	const char *section;          /* "client pg" */
	const char *name;             /* "pg"; "" in other sections */
	const char *key, *value;
	unsigned int line;            /* 0: on the command line */
};

/* A row of the section has that key, or none: what a reader of settings says. */
enum { UNKNOWN_KEY = 1 };

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
 * Where what was set.
 */

unsigned int scenario_line(const struct sim_scenario *scenario, const char *section,
			   const char *key)
{
	for (const struct scenario_mark *mark = scenario->marks; mark; mark = mark->next)
		if (!strcmp(mark->section, section) && !strcmp(mark->key, key))
			return mark->line;
	return 0;
}

static const char *keep_text(struct sim_scenario *scenario, const char *text)
{
	return arena_strdup(&scenario->arena, text, strlen(text));
}

static int out_of_memory(const struct setting *setting, struct err *err)
{
	return err_set(err, ENOMEM, "[%s] %s: no memory", setting->section, setting->key);
}

static int mark_line(struct sim_scenario *scenario, const struct setting *setting, struct err *err)
{
	struct scenario_mark *mark = arena_alloc(&scenario->arena, sizeof(*mark));

	if (!mark)
		return out_of_memory(setting, err);
	mark->section = keep_text(scenario, setting->section);
	mark->key = keep_text(scenario, setting->key);
	mark->line = setting->line;
	if (!mark->section || !mark->key)
		return out_of_memory(setting, err);
	mark->next = scenario->marks;
	scenario->marks = mark;
	return 0;
}

/*
 * Numbers and rows.
 */

/* A number stands once in a file; the command line has the last word. */
static int check_once(const struct sim_scenario *scenario, const struct setting *setting,
		      struct err *err)
{
	unsigned int line = scenario_line(scenario, setting->section, setting->key);

	if (!line || !setting->line)
		return 0;
	return err_set(err, EINVAL, "[%s] %s: it is set in line %u already; leave one of them out",
		       setting->section, setting->key, line);
}

static int read_number(const struct setting *setting, uint64_t least, uint64_t most, uint64_t *to,
		       struct err *err)
{
	uint64_t n;

	if (!span_to_u64(span_of(setting->value), &n) || n < least || n > most)
		return err_set(err, EINVAL, "%s = %s: not a value for it; write %llu to %llu",
			       setting->key, setting->value, (unsigned long long)least,
			       (unsigned long long)most);
	*to = n;
	return 0;
}

static int set_number(struct sim_scenario *scenario, const struct setting *setting,
		      struct err *err)
{
	for (unsigned int i = 0; i < scenario_nr_numbers; i++) {
		const struct scenario_number *row = &scenario_numbers[i];
		int error;

		if (strcmp(row->section, setting->section) || strcmp(row->key, setting->key))
			continue;
		error = check_once(scenario, setting, err);
		return error ? error : read_number(setting, row->least, row->most,
						   scenario_number(scenario, row), err);
	}
	return UNKNOWN_KEY;
}

static int set_knob(struct sim_scenario *scenario, const struct setting *setting, struct err *err)
{
	for (unsigned int i = 0; i < sim_nr_knobs; i++) {
		const struct sim_knob_row *row = &sim_knob_rows[i];
		uint64_t value = 0;
		int error;

		if (strcmp(row->name, setting->key))
			continue;
		error = check_once(scenario, setting, err);
		if (!error)
			error = read_number(setting, row->least, row->most, &value, err);
		if (!error)
			*knobs_field(&scenario->knobs, i) = (uint32_t)value;
		return error;
	}
	return UNKNOWN_KEY;
}

static int set_cost(struct sim_scenario *scenario, const struct setting *setting, struct err *err)
{
	for (unsigned int i = 0; i < NR_SIM_COSTS; i++) {
		int error;

		if (strcmp(sim_cost_row(i)->name, setting->key))
			continue;
		error = check_once(scenario, setting, err);
		return error ? error : read_number(setting, 0, COST_MOST_NS,
						   &scenario->cost_ns[i], err);
	}
	return UNKNOWN_KEY;
}

static int set_layout(struct sim_scenario *scenario, const struct setting *setting,
		      struct err *err)
{
	const struct plan_row *row;

	for (unsigned int i = 0; (row = layout_row(i)); i++) {
		int error;

		if (strcmp(row->name, setting->key))
			continue;
		error = check_once(scenario, setting, err);
		return error ? error : plan_parse(row, setting->value,
						  layout_field(&scenario->layout, i), err);
	}
	return UNKNOWN_KEY;
}

/*
 * Clients: a plan for each name.
 */

static struct sim_client_plan *client_plan_of(struct sim_scenario *scenario, const char *name,
					      struct err *err)
{
	uint32_t i = 0;

	while (i < scenario->nr_client_plans && strcmp(scenario->client_name[i], name))
		i++;
	if (i < scenario->nr_client_plans)
		return &scenario->client[i];
	if (i == SCENARIO_CLIENTS_MAX) {
		err_set(err, E2BIG, "[client %s]: more than %d names of clients; leave some out, "
			"count is for many of a kind", name, SCENARIO_CLIENTS_MAX);
		return NULL;
	}
	scenario->client_name[i] = keep_text(scenario, name);
	if (!scenario->client_name[i]) {
		err_set(err, ENOMEM, "[client %s]: no memory", name);
		return NULL;
	}
	client_plan_init(&scenario->client[i]);
	scenario->nr_client_plans++;
	return &scenario->client[i];
}

static void note_client(struct sim_scenario *scenario, const struct sim_client_plan *plan,
			const struct setting *setting)
{
	size_t number = (size_t)(plan - scenario->client);

	scenario->client_line[number] = setting->line;
	if (!strcmp(setting->key, "kind"))
		scenario->client_has_kind[number] = true;
}

static int set_client(struct sim_scenario *scenario, const struct setting *setting,
		      struct err *err)
{
	struct sim_client_plan *plan = client_plan_of(scenario, setting->name, err);
	const struct plan_row *row;

	for (unsigned int i = 0; plan && (row = client_row(i)); i++) {
		int error;

		if (strcmp(row->name, setting->key))
			continue;
		error = check_once(scenario, setting, err);
		if (!error)
			error = plan_parse(row, setting->value, client_field(plan, i), err);
		note_client(scenario, plan, setting);
		return error;
	}
	return plan ? UNKNOWN_KEY : -E2BIG;
}

/*
 * Texts and lists.
 */

/* The line before goes on; what the command line says is new. */
static int set_text(struct sim_scenario *scenario, const char **text,
		    const struct setting *setting, struct err *err)
{
	bool goes_on = *text && **text && setting->line;
	size_t before = goes_on ? strlen(*text) + 1 : 0, len = strlen(setting->value);
	char *all = arena_alloc(&scenario->arena, before + len + 1);

	if (!all)
		return out_of_memory(setting, err);
	if (goes_on) {
		memcpy(all, *text, before - 1);
		all[before - 1] = ' ';
	}
	memcpy(all + before, setting->value, len);
	*text = all;
	return 0;
}

/* Names separated by commas or blanks. */
static int set_names(struct sim_scenario *scenario, struct scenario_names *names,
		     const struct setting *setting, struct err *err)
{
	if (!setting->line)
		names->nr = 0;
	for (const char *at = setting->value; *(at += strspn(at, ", \t"));) {
		size_t len = strcspn(at, ", \t");
		const char *name = arena_strdup(&scenario->arena, at, len);

		if (names->nr == SCENARIO_NAMES_MAX)
			return err_set(err, EINVAL, "%s: more than %d names; leave some out",
				       setting->key, SCENARIO_NAMES_MAX);
		if (!name)
			return out_of_memory(setting, err);
		names->name[names->nr++] = name;
		at += len;
	}
	return 0;
}

static int check_counter(const char *name, struct err *err)
{
	const char *best = sim_counter_row(0)->name;

	for (unsigned int i = 0; i < NR_SIM_COUNTERS; i++) {
		const char *other = sim_counter_row(i)->name;

		if (!strcmp(other, name))
			return 0;
		if (closest_distance(other, name) < closest_distance(best, name))
			best = other;
	}
	return err_set(err, EINVAL, "show: nothing of the name \"%s\" is counted; did you mean "
		       "\"%s\"?", name, best);
}

static int set_show(struct sim_scenario *scenario, const struct setting *setting, struct err *err)
{
	unsigned int first = setting->line ? scenario->show.nr : 0;
	int error = set_names(scenario, &scenario->show, setting, err);

	for (unsigned int i = first; i < scenario->show.nr && !error; i++)
		error = check_counter(scenario->show.name[i], err);
	return error;
}

static int set_scenario(struct sim_scenario *scenario, const struct setting *setting,
			struct err *err)
{
	const struct {
		const char *key, **text;
	} texts[] = {
		{ "name", &scenario->name }, { "title", &scenario->title },
		{ "thread", &scenario->thread }, { "about", &scenario->about },
	};

	if (!strcmp(setting->key, "policies"))
		return set_names(scenario, &scenario->policies, setting, err);
	if (!strcmp(setting->key, "show"))
		return set_show(scenario, setting, err);
	for (unsigned int i = 0; i < ARRAY_SIZE(texts); i++)
		if (!strcmp(setting->key, texts[i].key))
			return set_text(scenario, texts[i].text, setting, err);
	return set_number(scenario, setting, err);
}

/* A word of a zone's line that is a number of that range. */
static bool read_word(struct span *line, uint64_t least, uint64_t most, uint64_t *value)
{
	struct span word;

	return span_next_word(line, &word) && span_to_u64(word, value) && *value >= least &&
	       *value <= most;
}

static bool read_kind(struct span *line, struct sim_zone_plan *zone)
{
	struct span word;

	if (!span_next_word(line, &word))
		return false;
	for (zone->kind = 0; zone->kind < NR_SIM_ZONE_KINDS; zone->kind++)
		if (span_equals(word, zone_kind_words[zone->kind]))
			return true;
	return false;
}

/* "NODE KIND MIB [START_MIB]" */
static int set_zone(struct sim_scenario *scenario, const struct setting *setting, struct err *err)
{
	struct sim_machine_plan *machine = &scenario->machine;
	struct sim_zone_plan zone = { .start_pfn = START_BEHIND };
	struct span line = span_of(setting->value);
	uint64_t node, mib, start;
	bool ok;

	if (machine->nr_zones == SIM_ZONES_MAX)
		return err_set(err, EINVAL, "zone: more than %d; leave some out", SIM_ZONES_MAX);
	ok = read_word(&line, 0, SIM_NODES_MAX - 1, &node) && read_kind(&line, &zone) &&
	     read_word(&line, 1, MACHINE_MIB_MAX, &mib);
	if (ok && span_trim(line).len) {
		ok = read_word(&line, 0, START_MIB_MAX, &start) && !span_trim(line).len;
		zone.start_pfn = start;
	}
	if (!ok)
		return err_set(err, EINVAL, "zone = %s: not a zone; write NODE (0 to %d), DMA, "
			       "DMA32, Normal or Movable, MiB (1 to %d) and perhaps the MiB where "
			       "it starts, as in \"0 Normal 1024\"", setting->value,
			       SIM_NODES_MAX - 1, MACHINE_MIB_MAX);
	/* MiB until the size of a page is known */
	zone.node = (uint8_t)node;
	zone.nr_pages = mib;
	machine->zone[machine->nr_zones++] = zone;
	return 0;
}

static int set_machine(struct sim_scenario *scenario, const struct setting *setting,
		       struct err *err)
{
	if (!strcmp(setting->key, "zone"))
		return set_zone(scenario, setting, err);
	if (!strcmp(setting->key, "size_mib"))
		scenario->has_size = true;
	return set_number(scenario, setting, err);
}

/* The expectation of that text, made at its first mention. */
static struct sim_expectation *expectation(struct sim_scenario *scenario, const char *text,
					   unsigned int line)
{
	unsigned int i = 0;

	while (i < scenario->nr_expectations && strcmp(scenario->expectation[i].text, text))
		i++;
	if (i < scenario->nr_expectations)
		return &scenario->expectation[i];
	if (i == SCENARIO_EXPECT_MAX)
		return NULL;
	scenario->expectation[i].text = keep_text(scenario, text);
	scenario->expectation[i].line = line;
	if (!scenario->expectation[i].text)
		return NULL;
	scenario->nr_expectations++;
	return &scenario->expectation[i];
}

static int set_expect(struct sim_scenario *scenario, const struct setting *setting,
		      struct err *err)
{
	bool finding = !strncmp(setting->key, FINDING, strlen(FINDING));
	const char *text = setting->key + (finding ? strlen(FINDING) : 0);
	struct sim_expectation *expect = expectation(scenario, text, setting->line);

	if (!expect)
		return err_set(err, E2BIG, "[expect]: more than %d expectations; leave some out",
			       SCENARIO_EXPECT_MAX);
	return set_text(scenario, finding ? &expect->finding : &expect->expression, setting, err);
}

/*
 * Sections.
 */

static const struct {
	const char *section;
	int (*set)(struct sim_scenario *scenario, const struct setting *setting, struct err *err);
} sections[] = {
	{ "scenario", set_scenario }, { "machine", set_machine }, { "knobs", set_knob },
	{ "costs", set_cost }, { "layout", set_layout }, { "client", set_client },
	{ "run", set_number }, { "expect", set_expect },
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

static int set_in(struct sim_scenario *scenario, unsigned int number,
		  const struct setting *setting, struct err *err)
{
	bool client = sections[number].set == set_client;
	int error;

	if (client && !*setting->name)
		return err_set(err, EINVAL, "[client]: no name; write [client NAME]");
	if (!client && *setting->name)
		return err_set(err, EINVAL, "[%s]: only clients have names; write [%s]",
			       setting->section, sections[number].section);
	error = sections[number].set(scenario, setting, err);
	if (error == UNKNOWN_KEY)
		return refuse_key(sections[number].section, setting->key, err);
	return error ? error : mark_line(scenario, setting, err);
}

int sim_scenario_set(struct sim_scenario *scenario, const char *section, const char *key,
		     const char *value, unsigned int line, struct err *err)
{
	size_t len = strcspn(section, " \t");
	const struct setting setting = {
		.section = section, .name = section + len + strspn(section + len, " \t"),
		.key = key, .value = value, .line = line,
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(sections); i++)
		if (strlen(sections[i].section) == len &&
		    !strncmp(sections[i].section, section, len))
			return set_in(scenario, i, &setting, err);
	return refuse_section(section, err);
}
