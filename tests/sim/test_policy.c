// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/policy.h"

#include <stdio.h>

#include "fragscope/array.h"
#include "fragscope/sim_policy.h"
#include "../check.h"

static struct sim_policy policy_of(const char *name)
{
	struct err err = { "" };
	struct sim_policy *policy = sim_policy_new(name, &err), copy;

	assert_string_equal(err.text, "");
	assert_non_null(policy);
	copy = *policy;
	sim_policy_free(policy);
	return copy;
}

static void assert_refused(const char *name, const char *reason)
{
	struct err err = { "" };

	assert_null(sim_policy_new(name, &err));
	assert_non_null(strstr(err.text, reason));
}

static void each_base_can_be_had_and_is_not_as_the_one_before(void **state)
{
	(void)state;
	struct sim_policy last = { 0 };
	const struct sim_policy_row *row;

	for (unsigned int i = 0; (row = sim_base_row(i)); i++) {
		struct sim_policy policy = policy_of(row->name);

		assert_string_equal(policy.name, row->name);
		memset(policy.name, 0, sizeof(policy.name));
		assert_true(!i || memcmp(&policy, &last, sizeof(policy)));
		last = policy;
	}
}

static void each_patch_changes_a_base_that_can_have_it(void **state)
{
	(void)state;
	const struct sim_policy_row *row;

	for (unsigned int i = 0; (row = sim_patch_row(i)); i++) {
		char name[100];
		bool marks = strstr(row->name, "scale");
		bool search = !strcmp(row->name, "tight-search");
		const char *before = marks ? "linux-7.3+mthp-target" :
				     search ? "linux-7.3+mode-cached" :
				     !strcmp(row->name, "tightened") ? "linux-6.15" : "linux-7.3";
		struct sim_policy with, without = policy_of(before);

		snprintf(name, sizeof(name), "%s+%s", before, row->name);
		with = policy_of(name);
		memcpy(with.name, without.name, sizeof(with.name));
		assert_memory_not_equal(&with, &without, sizeof(with));
	}
}

static void kernels_differ_where_they_did(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		uint8_t fallback, tight, slowpath, defrag_mode, by_order, auto_pcp, writes, wmark;
	} expected[] = {
		{ "linux-6.1", FALLBACK_E1, 0, SLOWPATH_S6, 0, 0, 0, 0, FRAG_WMARK_OLD },
		{ "linux-6.6", FALLBACK_E1, 0, SLOWPATH_S6, 0, 0, 0, 1, FRAG_WMARK_OLD },
		{ "linux-6.9", FALLBACK_E1, 0, SLOWPATH_S6, 0, 1, 1, 1, FRAG_WMARK_OLD },
		{ "linux-6.12", FALLBACK_E2, 0, SLOWPATH_S6, 0, 1, 1, 1, FRAG_WMARK_OLD },
		{ "linux-6.15-rc1", FALLBACK_E3, 0, SLOWPATH_S6, 1, 1, 1, 1, FRAG_WMARK_OLD },
		{ "linux-6.15", FALLBACK_E4A, 0, SLOWPATH_S6, 1, 1, 1, 1, FRAG_WMARK_OLD },
		{ "linux-6.18", FALLBACK_E4B, 1, SLOWPATH_S6, 1, 1, 1, 1, FRAG_WMARK_LEEWAY },
		{ "linux-7.3", FALLBACK_E4B, 1, SLOWPATH_S7, 1, 1, 1, 1, FRAG_WMARK_LEEWAY },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(expected); i++) {
		struct sim_policy policy = policy_of(expected[i].name);

		assert_int_equal(policy.fallback_era, expected[i].fallback);
		assert_int_equal(policy.tight_fallback, expected[i].tight);
		assert_int_equal(policy.slowpath_era, expected[i].slowpath);
		assert_int_equal(policy.defrag_mode_known, expected[i].defrag_mode);
		assert_int_equal(policy.target_by_order, expected[i].by_order);
		assert_int_equal(policy.pcp_auto, expected[i].auto_pcp);
		assert_int_equal(policy.large_writes, expected[i].writes);
		assert_int_equal(policy.frag_wmark, expected[i].wmark);
		assert_int_equal(policy.gap_capped, 0);
	}
	assert_null(sim_base_row(ARRAY_SIZE(expected)));
}

static void a_patch_alone_is_on_the_newest_kernel(void **state)
{
	(void)state;
	struct sim_policy alone = policy_of("resample"), full = policy_of("linux-7.3+resample");

	assert_string_equal(alone.name, "resample");
	memcpy(alone.name, full.name, sizeof(full.name));
	assert_memory_equal(&alone, &full, sizeof(full));
	assert_int_equal(full.resample, 1);
}

static void the_series_is_the_sum_of_its_patches(void **state)
{
	(void)state;
	struct sim_policy policy =
		policy_of("linux-7.3+mthp-movable+mthp-score+mthp-skip+mthp-target+mthp-unscaled");

	assert_int_equal(policy.mthp, MTHP_SCORE | MTHP_TARGET | MTHP_SKIP | MTHP_MOVABLE);
	assert_int_equal(policy.mthp_unscaled_marks, 1);
	assert_int_equal(policy_of("mthp-skip").mthp, MTHP_SKIP);
}

static void a_fallback_brings_its_own_search(void **state)
{
	(void)state;
	assert_int_equal(policy_of("linux-7.3+mode-cached").tight_fallback, 0);
	assert_int_equal(policy_of("linux-6.12+tightened").tight_fallback, 1);
	assert_int_equal(policy_of("linux-7.3+no-biggest-steal+tight-search").tight_fallback, 1);
}

static void what_contradicts_itself_is_refused_with_the_reason(void **state)
{
	(void)state;
	assert_refused("linux-7.3+predicate+clear-reclaim",
		       "\"clear-reclaim\" and \"predicate\" both decide what costly requests do");
	assert_refused("hygiene+tightened", "both replace the fallback");
	assert_refused("mthp-target+mthp-unscaled+mthp-scale-low-first",
		       "both set the scaled marks");
	assert_refused("resample+resample", "\"resample\" stands twice");
	assert_refused("mthp-unscaled", "changes nothing without \"mthp-target\"");
	assert_refused("linux-6.12+tight-search", "this fallback has not");
}

static void what_a_kernel_cannot_have_is_refused_with_the_first_that_can(void **state)
{
	(void)state;
	assert_refused("linux-6.1+mthp-target", "it needs linux-6.8 or newer");
	assert_refused("linux-6.1+filemap-strip", "it needs linux-6.6 or newer");
	assert_refused("linux-6.18+nopage-wake", "it needs linux-7.0 or newer");
}

static void unknown_words_are_named_with_what_was_likely_meant(void **state)
{
	(void)state;
	assert_refused("linux-6.13", "did you mean \"linux-6.1\"?");
	assert_refused("linux-7.3+mthp-targte", "did you mean \"mthp-target\"?");
	assert_refused("linux-7.3+", "no patch \"\"");
	assert_refused("", "no kernel or patch \"\"");
	assert_refused("resample+linux-6.12", "write it first");
}

static void a_name_that_does_not_fit_is_refused(void **state)
{
	(void)state;
	char name[400];

	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_refused(name, "399 characters");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_base_can_be_had_and_is_not_as_the_one_before),
		cmocka_unit_test(each_patch_changes_a_base_that_can_have_it),
		cmocka_unit_test(kernels_differ_where_they_did),
		cmocka_unit_test(a_patch_alone_is_on_the_newest_kernel),
		cmocka_unit_test(the_series_is_the_sum_of_its_patches),
		cmocka_unit_test(a_fallback_brings_its_own_search),
		cmocka_unit_test(what_contradicts_itself_is_refused_with_the_reason),
		cmocka_unit_test(what_a_kernel_cannot_have_is_refused_with_the_first_that_can),
		cmocka_unit_test(unknown_words_are_named_with_what_was_likely_meant),
		cmocka_unit_test(a_name_that_does_not_fit_is_refused),
	};

	return CHECK_MAIN(tests);
}
