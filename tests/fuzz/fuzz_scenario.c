// SPDX-License-Identifier: GPL-2.0-or-later
/* Whatever bytes are read as a scenario: refused with a reason, or a machine that can be made, runs,
 * and is sound. */
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/sim.h"
#include "fragscope/sim_policy.h"
#include "scenario_file.h"
#include "sim/scenario.h"

#define PAGES_MAX  (8ULL << 10) /* a fuzzer has less time than a user */
#define NR_STEPS   40
#define AGE_MAX    (1ULL << 20) /* pages that come and go in a layout */
#define EVENTS_MAX 400          /* one step may be long */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what, const char *text)
{
	fprintf(stderr, "%s: %s\n", what, text);
	abort();
}

static bool is_small(const struct sim_scenario *scenario)
{
	const struct sim_layout_plan *layout = &scenario->layout;
	uint64_t nr_pages = 0;
	uint64_t nr_clients = 0;

	for (unsigned int i = 0; i < scenario->machine.nr_zones; i++)
		nr_pages += scenario->machine.zone[i].nr_pages;
	for (unsigned int i = 0; i < scenario->nr_client_plans; i++)
		nr_clients += scenario->client[i].count;
	return nr_pages <= PAGES_MAX && nr_clients <= 16 &&
	       layout->age_rounds * layout->age_owners * layout->age_pages <= AGE_MAX;
}

static void run(const struct sim_scenario *scenario)
{
	struct err err = { "" };
	struct sim_policy *policy = sim_policy_new("linux-7.3", &err);
	struct sim *sim = policy ? sim_new(scenario, policy, 1, &err) : NULL;

	if (!sim && !*err.text)
		fail("no machine", "and no reason");
	for (unsigned int i = 0; sim && i < NR_STEPS && sim_nr_events(sim) < EVENTS_MAX; i++)
		if (!sim_step(sim))
			break;
	if (sim && sim_check(sim, &err))
		fail("machine", err.text);
	sim_free(sim);
	sim_policy_free(policy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sim_scenario *scenario = sim_scenario_new();
	FILE *from = size ? fmemopen((void *)data, size, "r") : NULL;
	struct err err = { "" };
	int ret = 0;

	if (!scenario)
		abort();
	if (from) {
		ret = scenario_file_read(scenario, from, "input", &err);
		fclose(from);
	}
	if (!ret)
		ret = scenario_file_finish(scenario, "input", &err);
	if (ret > 0 || (ret < 0) != (err.text[0] != '\0'))
		fail("no reason, or one too many", err.text);
	if (!ret && is_small(scenario))
		run(scenario);
	sim_scenario_free(scenario);
	return 0;
}
