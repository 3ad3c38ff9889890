// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/fmt.h"

#include <math.h>

#include "../check.h"

#define GIB (1ULL << 30)

static void counts_are_grouped_by_thousands(void **state)
{
	(void)state;
	assert_string_equal(fmt_count(FMT_BUF, 0), "0");
	assert_string_equal(fmt_count(FMT_BUF, 999), "999");
	assert_string_equal(fmt_count(FMT_BUF, 1310), "1,310");
	assert_string_equal(fmt_count(FMT_BUF, 1234567), "1,234,567");
	assert_string_equal(fmt_count(FMT_BUF, UINT64_MAX), "18,446,744,073,709,551,615");
}

static void exact_sizes_have_no_decimals(void **state)
{
	(void)state;
	assert_string_equal(fmt_bytes(FMT_BUF, 0), "0 B");
	assert_string_equal(fmt_bytes(FMT_BUF, 1023), "1023 B");
	assert_string_equal(fmt_bytes(FMT_BUF, 4096), "4 KiB");
	assert_string_equal(fmt_bytes(FMT_BUF, 2 << 20), "2 MiB");
	assert_string_equal(fmt_bytes(FMT_BUF, GIB), "1 GiB");
	assert_string_equal(fmt_bytes(FMT_BUF, GIB + 1), "1.0 GiB");
}

static void sizes_round_to_the_nearest_tenth(void **state)
{
	(void)state;
	assert_string_equal(fmt_bytes(FMT_BUF, 31 * GIB / 10), "3.1 GiB");
	assert_string_equal(fmt_bytes(FMT_BUF, 774368 * 1024), "756 MiB");
	assert_string_equal(fmt_bytes(FMT_BUF, 99 * GIB + GIB * 96 / 100), "100 GiB");
	assert_string_equal(fmt_bytes(FMT_BUF, 2 * GIB - 1), "2.0 GiB");
}

static void rounding_up_carries_into_the_next_unit(void **state)
{
	(void)state;
	assert_string_equal(fmt_bytes(FMT_BUF, GIB - 1), "1.0 GiB");
	assert_string_equal(fmt_bytes(FMT_BUF, 1024 * GIB - GIB / 4), "1.0 TiB");
}

static void the_largest_sizes_do_not_wrap(void **state)
{
	(void)state;
	assert_string_equal(fmt_bytes(FMT_BUF, UINT64_MAX), "16.0 EiB");
	assert_string_equal(fmt_pages(FMT_BUF, UINT64_MAX / 2, 4096), "16.0 EiB");
	assert_string_equal(fmt_order(FMT_BUF, 200, 4096), "16.0 EiB");
}

static void orders_have_a_size(void **state)
{
	(void)state;
	assert_string_equal(fmt_order(FMT_BUF, 9, 4096), "2 MiB");
	assert_string_equal(fmt_order(FMT_BUF, 8, 65536), "16 MiB");
	assert_string_equal(fmt_order_named(FMT_BUF, 9, 4096), "order 9 (2 MiB)");
	assert_string_equal(fmt_pages(FMT_BUF, 193495, 4096), "756 MiB");
}

static void only_all_is_100_percent_and_only_none_is_0(void **state)
{
	(void)state;
	assert_string_equal(fmt_share(FMT_BUF, 0, 1000), "0 %");
	assert_string_equal(fmt_share(FMT_BUF, 1, 1000), "<1 %");
	assert_string_equal(fmt_share(FMT_BUF, 963, 1000), "96 %");
	assert_string_equal(fmt_share(FMT_BUF, 999, 1000), ">99 %");
	assert_string_equal(fmt_share(FMT_BUF, 1000, 1000), "100 %");
	assert_string_equal(fmt_share(FMT_BUF, 0, 0), "-");
	assert_string_equal(fmt_share(FMT_BUF, UINT64_MAX, UINT64_MAX), "100 %");
}

static void permille_keeps_the_sign_of_values_between_0_and_minus_1(void **state)
{
	(void)state;
	assert_string_equal(fmt_permille(FMT_BUF, 985), "0.985");
	assert_string_equal(fmt_permille(FMT_BUF, 1000), "1.000");
	assert_string_equal(fmt_permille(FMT_BUF, 7), "0.007");
	assert_string_equal(fmt_permille(FMT_BUF, -500), "-0.500");
	assert_string_equal(fmt_permille(FMT_BUF, -1000), "-1.000");
}

static void durations_use_two_units_at_most(void **state)
{
	const uint64_t s = 1000000000;

	(void)state;
	assert_string_equal(fmt_duration(FMT_BUF, 0), "0 ns");
	assert_string_equal(fmt_duration(FMT_BUF, 640), "640 ns");
	assert_string_equal(fmt_duration(FMT_BUF, 1420000), "1.4 ms");
	assert_string_equal(fmt_duration(FMT_BUF, 999999), "1 ms");
	assert_string_equal(fmt_duration(FMT_BUF, 12 * s), "12 s");
	assert_string_equal(fmt_duration(FMT_BUF, 200 * s), "3 min 20 s");
	assert_string_equal(fmt_duration(FMT_BUF, 7500 * s), "2 h 5 min");
	assert_string_equal(fmt_duration(FMT_BUF, (41 * 24 + 3) * 3600 * s), "41 d 3 h");
}

static void decimals_do_not_follow_the_locale(void **state)
{
	(void)state;
	assert_string_equal(fmt_decimal(FMT_BUF, 0), "0");
	assert_string_equal(fmt_decimal(FMT_BUF, 0.26), "0.3");
	assert_string_equal(fmt_decimal(FMT_BUF, -0.01), "0");
	assert_string_equal(fmt_decimal(FMT_BUF, -2.5), "-2.5");
	assert_string_equal(fmt_decimal(FMT_BUF, 12), "12");
	assert_string_equal(fmt_decimal(FMT_BUF, 99.96), "100");
	assert_string_equal(fmt_decimal(FMT_BUF, 1309.6), "1,310");
	assert_string_equal(fmt_decimal(FMT_BUF, 3e20), "3e+20");
	assert_string_equal(fmt_decimal(FMT_BUF, NAN), "-");
	assert_string_equal(fmt_decimal(FMT_BUF, INFINITY), "inf");
}

static void small_buffers_cut_the_text(void **state)
{
	char to[4];

	(void)state;
	assert_string_equal(fmt_count(to, sizeof(to), 123456), "123");
	assert_string_equal(fmt_bytes(to, sizeof(to), 3 << 20), "3 M");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_grouped_by_thousands),
		cmocka_unit_test(exact_sizes_have_no_decimals),
		cmocka_unit_test(sizes_round_to_the_nearest_tenth),
		cmocka_unit_test(rounding_up_carries_into_the_next_unit),
		cmocka_unit_test(the_largest_sizes_do_not_wrap),
		cmocka_unit_test(orders_have_a_size),
		cmocka_unit_test(only_all_is_100_percent_and_only_none_is_0),
		cmocka_unit_test(permille_keeps_the_sign_of_values_between_0_and_minus_1),
		cmocka_unit_test(durations_use_two_units_at_most),
		cmocka_unit_test(decimals_do_not_follow_the_locale),
		cmocka_unit_test(small_buffers_cut_the_text),
	};

	return CHECK_MAIN(tests);
}
