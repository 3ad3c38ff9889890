// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_scenario.h"

#include <errno.h>

#include "sim/scenario.h"
#include "../check.h"

/* Reading text fails in that line, and says all of these. */
static void assert_refused(const char *text, unsigned int where, const char *what,
			   const char *remedy)
{
	struct sim_scenario *scenario = sim_scenario_new();
	struct err err = { "" };
	unsigned int line = 0;

	assert_true(read_scenario(scenario, text, &line, &err) < 0);
	if (!strstr(err.text, what) || !strstr(err.text, remedy))
		fail_msg("\"%s\" does not say \"%s\" and \"%s\"", err.text, what, remedy);
	assert_int_equal(line, where);
	sim_scenario_free(scenario);
}

static void a_scenario_that_says_nothing_has_one_zone_of_a_gib(void **state)
{
	struct sim_scenario *scenario = made_scenario("");

	(void)state;
	assert_int_equal(scenario->machine.nr_zones, 1);
	assert_int_equal(scenario->machine.zone[0].nr_pages, 262144);
	assert_int_equal(scenario->machine.zone[0].start_pfn, 1 << 20);
	assert_int_equal(scenario->machine.zone[0].kind, SIM_ZONE_NORMAL);
	assert_int_equal(scenario->knobs.compaction_proactiveness, 20);
	assert_int_equal(scenario->cost_ns[COST_PCP], sim_cost_default(COST_PCP));
	assert_string_equal(sim_scenario_name(scenario), "");
	assert_null(sim_scenario_policy(scenario, 0));
	sim_scenario_free(scenario);
}

static void each_section_is_read(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		"[scenario]\nname = n\ntitle = t\nthread = th\nseed = 7\nseeds = 2\n"
		"policies = linux-7.3, linux-7.3+resample\nshow = compact_stall allocstall\n"
		"[machine]\nnodes = 2\ncpus = 8\nzone = 0 DMA32 64 16\nzone = 0 Normal 128\n"
		"zone = 1 Movable 256 4096\n"
		"[knobs]\nwatermark_boost_factor = 0\n[costs]\npcp = 5\n"
		"[layout]\nfill = anon\n[client a b]\nkind = want\ncount = 3\n"
		"[run]\nmax_ops = 9\n"
		"[expect]\na text = compact_stall[linux-7.3] > 0\nfinding.a text = why\n");

	(void)state;
	assert_string_equal(sim_scenario_title(scenario), "t");
	assert_string_equal(sim_scenario_thread(scenario), "th");
	assert_int_equal(sim_scenario_seed(scenario), 7);
	assert_int_equal(sim_scenario_nr_seeds(scenario), 2);
	assert_string_equal(sim_scenario_policy(scenario, 1), "linux-7.3+resample");
	assert_null(sim_scenario_policy(scenario, 2));
	assert_string_equal(sim_scenario_show(scenario, 1), "allocstall");
	assert_int_equal(scenario->machine.nr_zones, 3);
	assert_int_equal(scenario->machine.zone[1].start_pfn, 80 * 256);
	assert_int_equal(scenario->machine.zone[2].nr_pages, 256 * 256);
	assert_int_equal(scenario->knobs.watermark_boost_factor, 0);
	assert_int_equal(scenario->cost_ns[COST_PCP], 5);
	assert_int_equal(scenario->layout.fill, LAYOUT_FILL_ANON);
	assert_int_equal(scenario->client[0].count, 3);
	assert_string_equal(scenario->client_name[0], "a b");
	assert_int_equal(scenario->limits.max_ops, 9);
	assert_string_equal(sim_scenario_expectation(scenario, 0)->text, "a text");
	assert_string_equal(sim_scenario_expectation(scenario, 0)->finding, "why");
	assert_null(sim_scenario_expectation(scenario, 1));
	sim_scenario_free(scenario);
}

static void a_wrong_word_is_answered_with_the_nearest(void **state)
{
	(void)state;
	assert_refused("[machin]\ncpus = 2\n", 2, "[machin]", "[machine]");
	assert_refused("[machine]\ncups = 2\n", 2, "cups", "\"cpus\"");
	assert_refused("[knobs]\nwatermark_bost_factor = 1\n", 2, "bost", "watermark_boost_factor");
	assert_refused("[costs]\nmigrate_pages = 1\n", 2, "migrate_pages", "\"migrate_page\"");
	assert_refused("[client x]\nknd = want\n", 2, "knd", "\"kind\"");
	assert_refused("[client]\nkind = want\n", 2, "[client]", "[client NAME]");
	assert_refused("[run fast]\nmax_ms = 1\n", 2, "[run fast]", "write [run]");
	assert_refused("[scenario]\npolicies = linux-7.3+resampel\n", 2, "resampel", "resample");
	assert_refused("[client w]\nkind = want\n[client v]\ncount = 2\n", 4, "[client v]",
		       "did you mean [client w]");
	assert_refused("[scenario]\nshow = allocstall\nshow = pgalloc, compact_stal\n", 3,
		       "compact_stal\"", "\"compact_stall\"");
}

static void a_value_out_of_its_range_is_answered_with_the_range(void **state)
{
	(void)state;
	assert_refused("[machine]\ncpus = 0\n", 2, "cpus = 0", "1 to 128");
	assert_refused("[machine]\ncpus = many\n", 2, "cpus = many", "1 to 128");
	assert_refused("[machine]\ncpus = -1\n", 2, "cpus = -1", "1 to 128");
	assert_refused("[machine]\nsize_mib = 0\n", 2, "size_mib = 0", "1 to 4194304");
	assert_refused("[machine]\npage_kib = 12\n", 2, "page_kib = 12", "4, 8, 16");
	assert_refused("[knobs]\ndefrag_mode = 2\n", 2, "defrag_mode = 2", "0 to 1");
	assert_refused("[layout]\nfill = some\n", 2, "fill = some", "anon");
	assert_refused("[run]\nmax_ms = 0\n", 2, "max_ms = 0", "1 to");
	assert_refused("[scenario]\nseed = 18446744073709551616\n", 2, "seed", "0 to");
}

static void zones_that_cannot_be_are_refused(void **state)
{
	(void)state;
	assert_refused("[machine]\nzone = 0 Normal 0\n", 2, "0 Normal 0", "MiB (1 to 4194304)");
	/* 2^60 pages */
	assert_refused("[machine]\nzone = 0 Normal 4503599627370496\n", 2, "not a zone", "MiB");
	assert_refused("[machine]\nzone = 0 Normal 99999999999999999999999\n", 2, "not a zone",
		       "MiB");
	assert_refused("[machine]\nzone = 0 Normal -1\n", 2, "not a zone", "MiB");
	assert_refused("[machine]\nzone = 0 Normall 64\n", 2, "Normall", "DMA32, Normal");
	assert_refused("[machine]\nzone = 64 Normal 64\n", 2, "64 Normal", "NODE (0 to");
	assert_refused("[machine]\nzone = 0 Normal 64 0 1\n", 2, "not a zone", "starts");
	assert_refused("[machine]\nzone = 0 Normal 1\n", 2, "smaller than a pageblock", "larger");
	assert_refused("[machine]\nzone = 1 Normal 64\n", 2, "node 1", "raise nodes");
	assert_refused("[machine]\nnodes = 2\nzone = 1 Normal 64\n", 3, "node 0 has no zone",
		       "lower nodes");
	assert_refused("[machine]\nzone = 0 Movable 64\n", 2, "Movable", "Normal one");
	assert_refused("[machine]\nzone = 0 Normal 4194304\nzone = 0 Movable 1\n", 3,
		       "smaller than a pageblock", "larger");
	assert_refused("[machine]\nzone = 0 Normal 4194304\nzone = 0 Movable 2\n", 3,
		       "pages of memory in all", "are the most");
}

static void settings_that_contradict_each_other_are_refused_with_their_line(void **state)
{
	(void)state;
	assert_refused("[machine]\nsize_mib = 64\nzone = 0 Normal 64\n", 2, "size_mib and zones",
		       "leave one");
	assert_refused("[machine]\nzone = 0 DMA32 64 64\nzone = 0 Normal 64 100\n", 3,
		       "inside the one before", "rising start");
	assert_refused("[machine]\npageblock_order = 9\nmax_order = 8\n", 2, "above max_order",
		       "lower");
	assert_refused("[machine]\nnodes = 4\ncpus = 2\n", 3, "fewer than nodes", "each needs one");
	assert_refused("[layout]\nfree_modulus = 8\nfree_residue = 8\n", 3, "free_residue",
		       "make it smaller");
	assert_refused("[layout]\nfree = each\nslab_permille = 900\nfile_permille = 200\n", 4,
		       "file_permille", "make it smaller");
	assert_refused("[layout]\nfree = each\nage_rounds = 1048576\n", 3, "age_rounds",
		       "lower age_rounds");
	assert_refused("[layout]\nfill = frame\n", 2, "fill = frame", "snapshot");
	assert_refused("[client w]\nkind = writer\nnode = 1\n", 3, "node = 1", "0 to 0");
	assert_refused("[client w]\nkind = writer\nfiles = 1048576\ncount = 4096\n", 4,
		       "files and processes", "lower count");
	assert_refused("[scenario]\npolicies = linux-7.3+nopage-wake+predicate\n", 2,
		       "nopage-wake", "choose one");
	assert_refused("[expect]\nfinding.x = y\n", 2, "finding.x", "no expectation");
}

static void a_number_stands_once_in_a_file_and_the_command_line_has_the_last_word(void **state)
{
	struct sim_scenario *scenario = sim_scenario_new();
	struct err err = { "" };
	unsigned int line;

	(void)state;
	assert_int_equal(sim_scenario_set(scenario, "machine", "cpus", "4", 5, &err), 0);
	assert_int_equal(sim_scenario_set(scenario, "machine", "cpus", "5", 9, &err), -EINVAL);
	assert_non_null(strstr(err.text, "line 5"));
	assert_int_equal(sim_scenario_set(scenario, "machine", "cpus", "6", 0, &err), 0);
	assert_int_equal(sim_scenario_set(scenario, "client a", "kind", "want", 10, &err), 0);
	assert_int_equal(sim_scenario_set(scenario, "client b", "kind", "want", 11, &err), 0);
	assert_int_equal(sim_scenario_finish(scenario, &line, &err), 0);
	assert_int_equal(scenario->machine.cpus, 6);
	sim_scenario_free(scenario);
}

static void texts_and_lists_go_on_in_the_next_line(void **state)
{
	struct sim_scenario *scenario = sim_scenario_new();
	struct err err = { "" };

	(void)state;
	sim_scenario_set(scenario, "scenario", "title", "one", 1, &err);
	sim_scenario_set(scenario, "scenario", "title", "two", 2, &err);
	sim_scenario_set(scenario, "scenario", "policies", "linux-6.1,", 3, &err);
	sim_scenario_set(scenario, "scenario", "policies", "linux-7.3", 4, &err);
	assert_string_equal(sim_scenario_title(scenario), "one two");
	assert_string_equal(sim_scenario_policy(scenario, 1), "linux-7.3");
	sim_scenario_set(scenario, "scenario", "policies", "linux-6.12", 0, &err);
	assert_string_equal(sim_scenario_policy(scenario, 0), "linux-6.12");
	assert_null(sim_scenario_policy(scenario, 1));
	sim_scenario_free(scenario);
}

/* What a row says can be written, can be: its default, under its section. */
static void each_row_of_settings_takes_its_own_default(void **state)
{
	struct sim_setting row;
	unsigned int nr = 0;

	(void)state;
	for (unsigned int i = 0; sim_setting(i, &row); i++) {
		struct sim_scenario *scenario = sim_scenario_new();
		const char *section = strcmp(row.section, "client") ? row.section : "client x";
		struct err err = { "" };

		assert_true(*row.help && *row.range);
		if (*row.normal && sim_scenario_set(scenario, section, row.key, row.normal, 1, &err))
			fail_msg("%s", err.text);
		nr += *row.normal;
		sim_scenario_free(scenario);
	}
	assert_true(nr > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_scenario_that_says_nothing_has_one_zone_of_a_gib),
		cmocka_unit_test(each_section_is_read),
		cmocka_unit_test(a_wrong_word_is_answered_with_the_nearest),
		cmocka_unit_test(a_value_out_of_its_range_is_answered_with_the_range),
		cmocka_unit_test(zones_that_cannot_be_are_refused),
		cmocka_unit_test(
			settings_that_contradict_each_other_are_refused_with_their_line),
		cmocka_unit_test(
			a_number_stands_once_in_a_file_and_the_command_line_has_the_last_word),
		cmocka_unit_test(texts_and_lists_go_on_in_the_next_line),
		cmocka_unit_test(each_row_of_settings_takes_its_own_default),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
