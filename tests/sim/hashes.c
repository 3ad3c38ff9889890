// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hashes - runs the beginning of scenario files and random operations, and prints the hash of each
 * final machine: the same for each compiler, optimization and word size.
 *
 *	hashes SCENARIO_FILE...
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/sim_policy.h"
#include "random_world.h"

#define SCENARIO_OPS "3000"
#define RANDOM_STEPS 10000

static void trim(char *text)
{
	size_t end = strlen(text);

	while (end && strchr(" \t\n", text[end - 1]))
		text[--end] = '\0';
}

/* A plain reader of what scenario files are made of. */
static int read_line(struct sim_scenario *scenario, char *section, size_t size, char *line,
		     struct err *err)
{
	char *value = strstr(line, " = ");

	trim(line);
	if (line[0] == '[') {
		snprintf(section, size, "%s", line + 1);
		section[strcspn(section, "]")] = '\0';
		return 0;
	}
	if (!value || line[0] == '#')
		return 0;
	*value = '\0';
	return sim_scenario_set(scenario, section, line, value + 3, 0, err);
}

static int read_file(struct sim_scenario *scenario, const char *path, struct err *err)
{
	char line[4096], section[128] = "";
	FILE *file = fopen(path, "r");
	unsigned int where;
	int error = 0;

	if (!file)
		return err_set(err, 1, "%s: cannot be read", path);
	while (!error && fgets(line, sizeof(line), file))
		error = read_line(scenario, section, sizeof(section), line, err);
	fclose(file);
	if (!error)
		error = sim_scenario_set(scenario, "run", "max_ops", SCENARIO_OPS, 0, err);
	return error ? error : sim_scenario_finish(scenario, &where, err);
}

static int run_policy(const struct sim_scenario *scenario, const char *name, struct err *err)
{
	struct sim_policy *policy = sim_policy_new(name, err);
	struct sim *sim = policy ? sim_new(scenario, policy, 1, err) : NULL;
	int error = sim ? 0 : -1;

	while (sim && sim_step(sim))
		;
	if (sim)
		error = sim_check(sim, err);
	if (!error)
		printf("%s %s %" PRIu64 " ns %016" PRIx64 "\n", sim_scenario_name(scenario), name,
		       sim_now_ns(sim), sim_hash(sim));
	sim_free(sim);
	sim_policy_free(policy);
	return error;
}

static int run_file(const char *path, struct err *err)
{
	struct sim_scenario *scenario = sim_scenario_new();
	int error = read_file(scenario, path, err);
	const char *name;

	for (unsigned int i = 0; !error && (name = sim_scenario_policy(scenario, i)); i++)
		error = run_policy(scenario, name, err);
	sim_scenario_free(scenario);
	return error;
}

static int run_random(const struct world_kind *kind, struct err *err)
{
	struct random_world world;
	int error = world_init(&world, kind, 9, err);

	if (error)
		return error;
	for (unsigned int step = 0; step < RANDOM_STEPS; step++)
		world_step(&world);
	printf("random %s %016" PRIx64 "\n", kind->policy, sim_hash(world.sim));
	world_free(&world);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct world_kind kinds[] = {
		{ "linux-6.1", 9, 2, false }, { "linux-6.12", 5, 1, false },
		{ "linux-6.15-rc1", 9, 1, true }, { "linux-6.15", 7, 1, false },
		{ "linux-7.3+resample", 9, 2, true },
	};
	struct err err = { "" };
	int error = 0;

	for (unsigned int i = 0; !error && i < ARRAY_SIZE(kinds); i++)
		error = run_random(&kinds[i], &err);
	for (int i = 1; !error && i < argc; i++)
		error = run_file(argv[i], &err);
	if (error)
		fprintf(stderr, "hashes: %s\n", err.text);
	return error != 0;
}
