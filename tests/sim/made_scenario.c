// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_scenario.h"

#include <stdio.h>

#include "fragscope/sim_policy.h"
#include "fragscope/span.h"
#include "../check.h"

static int read_line(struct sim_scenario *scenario, struct span text, char *section,
		     unsigned int line, struct err *err)
{
	char whole[256], *value;

	assert_true(span_copy(text, whole, sizeof(whole)));
	if (*whole == '[') {
		whole[strcspn(whole, "]")] = 0;
		strcpy(section, whole + 1);
		return 0;
	}
	value = strstr(whole, " = ");
	assert_non_null(value);
	*value = 0;
	return sim_scenario_set(scenario, section, whole, value + 3, line, err);
}

int read_scenario(struct sim_scenario *scenario, const char *text, unsigned int *line,
		  struct err *err)
{
	struct span rest = span_of(text), one;
	char section[256] = "";
	int error = 0;

	for (*line = 1; !error && span_next_line(&rest, &one); ++*line)
		if (span_trim(one).len)
			error = read_line(scenario, span_trim(one), section, *line, err);
	if (error)
		--*line;
	return error ? error : sim_scenario_finish(scenario, line, err);
}

struct sim_scenario *made_scenario(const char *text)
{
	struct sim_scenario *scenario = sim_scenario_new();
	struct err err = { "" };
	unsigned int line;

	assert_non_null(scenario);
	if (read_scenario(scenario, text, &line, &err))
		fail_msg("line %u: %s", line, err.text);
	return scenario;
}

struct sim *made_sim(const struct sim_scenario *scenario, const char *policy, uint64_t seed)
{
	struct err err = { "" };
	struct sim_policy *made = sim_policy_new(policy, &err);
	struct sim *sim;

	if (!made)
		fail_msg("%s", err.text);
	sim = sim_new(scenario, made, seed, &err);
	if (!sim || sim_check(sim, &err))
		fail_msg("%s", err.text);
	sim_policy_free(made);
	return sim;
}
