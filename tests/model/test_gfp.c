// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/gfp.h"

#include <stdio.h>

#include "../check.h"

struct pair {
	uint64_t mask;
	const char *release;
	const char *names;
};

static void check_pairs(const struct pair *pairs, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		char names[256];

		assert_true(gfp_decode(pairs[i].mask, pairs[i].release, names, sizeof(names)));
		assert_string_equal(names, pairs[i].names);
	}
}

#define CHECK_PAIRS(pairs) check_pairs(pairs, sizeof(pairs) / sizeof(pairs[0]))

static void one_meaning_has_another_number_in_each_era(void **state)
{
	static const struct pair pairs[] = {
		{ 0xd0, "2.6.32-431.el6", "GFP_KERNEL" },
		{ 0xd0, "3.10.0", "GFP_KERNEL" },
		{ 0x24000c0, "4.4.0-150-generic", "GFP_KERNEL" },
		{ 0x24000c0, "4.9.0", "GFP_KERNEL" },
		{ 0x14000c0, "4.14.65", "GFP_KERNEL" },
		{ 0x6000c0, "4.19.57", "GFP_KERNEL" },
		{ 0x6000c0, "5.0.10", "GFP_KERNEL" },
		{ 0xcc0, "5.4.3", "GFP_KERNEL" },
		{ 0xcc0, "6.18.44", "GFP_KERNEL" },
		{ 0xcc0, NULL, "GFP_KERNEL" },
	};

	(void)state;
	CHECK_PAIRS(pairs);
}

static void combinations_are_printed_before_their_parts(void **state)
{
	static const struct pair pairs[] = {
		{ 0x40cc0, "5.9.0", "GFP_KERNEL|__GFP_COMP" },
		{ 0x40dc0, "5.10.2", "GFP_KERNEL|__GFP_COMP|__GFP_ZERO" },
		{ 0xc00, "6.8.0-rc3", "GFP_NOIO" },
		{ 0xc40, "5.19.0-1-amd64", "GFP_NOFS" },
		{ 0x100cca, "5.4.0", "GFP_HIGHUSER_MOVABLE" },
		{ 0x1c20ca, "6.1.0", "GFP_TRANSHUGE_LIGHT" },
		{ 0x1c24ca, "6.1.0", "GFP_TRANSHUGE" },
		{ 0x1d24ca, "6.1.0", "GFP_TRANSHUGE|__GFP_NORETRY" },
		{ 0x400cc0, "5.15.0", "GFP_KERNEL_ACCOUNT" },
		{ 0x500cc2, "5.8.2", "GFP_HIGHUSER|__GFP_ACCOUNT" },
		{ 0x4cc0, "5.13.0", "GFP_KERNEL|__GFP_RETRY_MAYFAIL" },
		{ 0x1, "5.7.0", "GFP_DMA" },
		{ 0x0, "5.15.0", "" },
	};

	(void)state;
	CHECK_PAIRS(pairs);
}

static void atomic_and_nowait_changed_their_parts(void **state)
{
	static const struct pair pairs[] = {
		{ 0x20, "3.13.0", "GFP_ATOMIC" },
		{ 0x2080020, "4.8.0", "GFP_ATOMIC" },
		{ 0x1080020, "4.15.0", "GFP_ATOMIC" },
		{ 0xa20, "6.2.0", "GFP_ATOMIC" },
		{ 0x820, "6.3.0", "GFP_ATOMIC" },
		{ 0x800, "6.6.0", "GFP_NOWAIT" },
		{ 0x2800, "6.6.0", "GFP_NOWAIT|__GFP_NOWARN" },
		{ 0x2800, "6.7.0", "GFP_NOWAIT" },
		{ 0x400000, "5.0.10", "GFP_NOWAIT" },
	};

	(void)state;
	CHECK_PAIRS(pairs);
}

static void transparent_huge_pages_were_asked_for_in_four_ways(void **state)
{
	static const struct pair pairs[] = {
		{ 0x4352da, "3.13.0", "GFP_TRANSHUGE" },
		{ 0x4352ca, "4.5.0", "GFP_TRANSHUGE" },
		{ 0x352ca, "4.7.0", "GFP_TRANSHUGE" },
		{ 0x4342ca, "4.9.0", "GFP_TRANSHUGE" },
		{ 0x342ca, "4.9.0", "GFP_TRANSHUGE_LIGHT" },
	};

	(void)state;
	CHECK_PAIRS(pairs);
}

static void since_6_14_flags_are_printed_by_their_bits(void **state)
{
	static const struct pair pairs[] = {
		{ 0x40dc0, "6.13.0", "GFP_KERNEL|__GFP_COMP|__GFP_ZERO" },
		{ 0x40dc0, "6.14.0", "GFP_KERNEL|__GFP_ZERO|__GFP_COMP" },
		{ 0x140dca | 0x1000, "7.3.4",
		  "GFP_HIGHUSER_MOVABLE|__GFP_ZERO|__GFP_WRITE|__GFP_COMP" },
	};

	(void)state;
	CHECK_PAIRS(pairs);
}

static void bits_without_a_name_stay_a_number(void **state)
{
	char names[64];

	(void)state;
	assert_false(gfp_decode(0x1000cc0, "6.12.0", names, sizeof(names)));
	assert_string_equal(names, "GFP_KERNEL|0x1000000");
	assert_true(gfp_decode(0x1000cc0, "6.9.0", names, sizeof(names)));
	assert_string_equal(names, "GFP_KERNEL|__GFP_SKIP_ZERO");
	assert_false(gfp_decode(UINT64_MAX, "6.12.0", names, sizeof(names)));
	assert_int_equal(strlen(names), sizeof(names) - 1);
}

static void names_become_traits(void **state)
{
	struct gfp_traits traits;
	bool unknown;

	(void)state;
	gfp_parse_names("GFP_NOIO|__GFP_COMP", &traits, &unknown);
	assert_false(unknown);
	assert_true(traits.direct_reclaim && traits.kswapd_reclaim && traits.comp);
	assert_false(traits.io || traits.fs || traits.movable || traits.high);

	gfp_parse_names("GFP_HIGHUSER_MOVABLE|__GFP_THISNODE", &traits, &unknown);
	assert_true(traits.movable && traits.highmem && traits.thisnode && traits.hardwall);

	gfp_parse_names("GFP_ATOMIC", &traits, &unknown);
	assert_true(traits.high && traits.kswapd_reclaim && !traits.direct_reclaim);

	gfp_parse_names("__GFP_WAIT|__GFP_REPEAT", &traits, NULL);
	assert_true(traits.direct_reclaim && traits.retry_mayfail);

	gfp_parse_names("GFP_DMA32|__GFP_RECLAIM", &traits, &unknown);
	assert_true(traits.dma32 && traits.direct_reclaim && !unknown);
}

static void unknown_names_are_ignored_and_reported(void **state)
{
	struct gfp_traits traits;
	bool unknown;

	(void)state;
	gfp_parse_names("GFP_KERNEL|__GFP_FROBNICATE|0x1000000", &traits, &unknown);
	assert_true(unknown && traits.io && traits.direct_reclaim);
	gfp_parse_names("", &traits, &unknown);
	assert_false(unknown || traits.io);
	gfp_parse_names("|||", &traits, &unknown);
	assert_false(unknown);
}

static void what_is_decoded_can_be_parsed_again(void **state)
{
	static const char *const releases[] = { "3.10.0", "4.4.0",  "4.9.0", "4.14.0", "4.19.0",
						"5.4.0",  "5.15.0", "6.1.0", "6.12.0", "7.0.0" };

	(void)state;
	for (size_t i = 0; i < sizeof(releases) / sizeof(releases[0]); i++) {
		for (unsigned int bit = 0; bit < 32; bit++) {
			struct gfp_traits traits;
			char names[128];
			bool unknown;
			bool known = gfp_decode(1ULL << bit, releases[i], names, sizeof(names));

			gfp_parse_names(names, &traits, &unknown);
			assert_int_equal(unknown, !known);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_meaning_has_another_number_in_each_era),
		cmocka_unit_test(combinations_are_printed_before_their_parts),
		cmocka_unit_test(atomic_and_nowait_changed_their_parts),
		cmocka_unit_test(transparent_huge_pages_were_asked_for_in_four_ways),
		cmocka_unit_test(since_6_14_flags_are_printed_by_their_bits),
		cmocka_unit_test(bits_without_a_name_stay_a_number),
		cmocka_unit_test(names_become_traits),
		cmocka_unit_test(unknown_names_are_ignored_and_reported),
		cmocka_unit_test(what_is_decoded_can_be_parsed_again),
	};

	return CHECK_MAIN(tests);
}
