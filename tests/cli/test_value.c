// SPDX-License-Identifier: GPL-2.0-or-later
#include "keys.h"
#include "value.h"

#include "fragscope/keymap.h"

#include "../check.h"

static uint64_t ms_of(const char *text)
{
	uint64_t ms;

	return value_duration_ms(span_of(text), &ms) ? ms : UINT64_MAX;
}

static void durations_are_seconds_unless_a_unit_says_otherwise(void **state)
{
	(void)state;
	assert_int_equal(ms_of("2"), 2000);
	assert_int_equal(ms_of("0.5"), 500);
	assert_int_equal(ms_of(".25"), 250);
	assert_int_equal(ms_of("1."), 1000);
	assert_int_equal(ms_of("1 s"), 1000);
	assert_int_equal(ms_of("500ms"), 500);
	assert_int_equal(ms_of("1.5min"), 90000);
	assert_int_equal(ms_of("0.0005"), 0);
	assert_int_equal(ms_of("86400"), 86400000);
}

static void what_is_no_duration_is_refused(void **state)
{
	static const char *const wrong[] = {
		"", ".", "s", "-1", "+1", "1e3", "0x10", "1.2.3", "1h", "ms", "1 2", "1,5", "inf",
		"86401", "99999999999999999999999", "0.0000001", " 1", "1 x",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(ms_of(wrong[i]), UINT64_MAX);
}

static void a_percent_needs_its_sign_and_lies_between_0_and_100(void **state)
{
	static const char *const wrong[] = {
		"", "1", "%", "0%", "100.1%", "-1%", "1%%", "1 percent", "0.00000001%",
	};
	double share;

	(void)state;
	assert_true(value_percent(span_of("1%"), &share));
	assert_true(share > 0.0099999 && share < 0.0100001);
	assert_true(value_percent(span_of("0.5 %"), &share));
	assert_true(share > 0.0049999 && share < 0.0050001);
	assert_true(value_percent(span_of("100%"), &share));
	assert_true(share > 0.9999999 && share < 1.0000001);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(value_percent(span_of(wrong[i]), &share));
}

static void a_size_is_two_numbers_within_the_bound(void **state)
{
	static const char *const wrong[] = {
		"", "x", "80", "80x", "x24", "0x24", "80x0", "101x1", "1x101", "80x24x3", "80X24",
		"-80x24", "80 x 24", "18446744073709551617x1",
	};
	int cols, rows;

	(void)state;
	assert_true(value_size(span_of("80x24"), 100, &cols, &rows));
	assert_int_equal(cols, 80);
	assert_int_equal(rows, 24);
	assert_true(value_size(span_of("1x100"), 100, &cols, &rows));
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(value_size(span_of(wrong[i]), 100, &cols, &rows));
}

static void a_line_of_keys_is_characters_and_names(void **state)
{
	static const uint32_t expected[] = {
		'3', '+', KEY_CODE_ENTER, ':', 'h', 0xe9, '<', '>', KEY_CODE_PAGE_DOWN,
		'l' | KEY_MOD_CTRL, KEY_CODE_F1, ' ',
	};
	struct span text = span_of("3+<Enter>:h\xc3\xa9<lt>><PgDn><Ctrl-L><F1> ");
	struct err err;
	uint32_t key;

	(void)state;
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		assert_int_equal(keys_next(&text, &key, &err), 1);
		assert_int_equal(key, expected[i]);
	}
	assert_int_equal(keys_next(&text, &key, &err), 0);
}

static void what_is_no_key_is_refused_with_a_hint(void **state)
{
	static const char *const wrong[] = { "<", "<Enter", "<>", "<Nope>", "\n", "\xff", "\x7f" };

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct span text = span_of(wrong[i]);
		struct err err = { "" };
		uint32_t key;

		assert_true(keys_next(&text, &key, &err) < 0);
		assert_true(strlen(err.text) > 10);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(durations_are_seconds_unless_a_unit_says_otherwise),
		cmocka_unit_test(what_is_no_duration_is_refused),
		cmocka_unit_test(a_percent_needs_its_sign_and_lies_between_0_and_100),
		cmocka_unit_test(a_size_is_two_numbers_within_the_bound),
		cmocka_unit_test(a_line_of_keys_is_characters_and_names),
		cmocka_unit_test(what_is_no_key_is_refused_with_a_hint),
	};

	return CHECK_MAIN(tests);
}
