// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/span.h"

#include <errno.h>

#include "../check.h"

static void numbers_end_at_two_to_the_64(void **state)
{
	uint64_t n = 7;

	(void)state;
	assert_true(span_to_u64(SPAN("18446744073709551615"), &n));
	assert_true(n == UINT64_MAX);
	assert_false(span_to_u64(SPAN("18446744073709551616"), &n));
	assert_false(span_to_u64(SPAN(""), &n));
	assert_false(span_to_u64(SPAN("12k"), &n));
	assert_false(span_to_u64(SPAN("-1"), &n));
}

static void lines_and_words_are_cut_without_copying(void **state)
{
	struct span text = SPAN("Node 0, zone\tDMA\r\n\nlast");
	struct span line, word;

	(void)state;
	assert_true(span_next_line(&text, &line));
	assert_true(span_next_word(&line, &word) && span_equals(word, "Node"));
	assert_true(span_next_word(&line, &word) && span_equals(word, "0,"));
	assert_true(span_next_word(&line, &word) && span_equals(word, "zone"));
	assert_true(span_next_word(&line, &word) && span_equals(word, "DMA"));
	assert_false(span_next_word(&line, &word));
	assert_true(span_next_line(&text, &line) && line.len == 0);
	assert_true(span_next_line(&text, &line) && span_equals(line, "last"));
	assert_false(span_next_line(&text, &line));
}

static void settings_are_lines_that_say_something(void **state)
{
	struct scan scan;
	struct span line;
	struct err err = { "" };

	(void)state;
	scan_init(&scan, SPAN("# one\n\n \t; two\n  a = b # no comment \nlast"));
	assert_true(scan_setting(&scan, &line) && span_equals(line, "a = b # no comment"));
	assert_int_equal(scan_error(&scan, line.at, &err, "wrong"), -EINVAL);
	assert_string_equal(err.text, "line 4, column 3: wrong");
	assert_true(scan_setting(&scan, &line) && span_equals(line, "last"));
	assert_false(scan_setting(&scan, &line));
}

static void errors_name_line_and_column(void **state)
{
	struct scan scan;
	struct span line;
	struct err err = { "" };

	(void)state;
	scan_init(&scan, SPAN("one\ntwo x\n"));
	assert_true(scan_line(&scan, &line) && scan_line(&scan, &line));
	assert_int_equal(scan_error(&scan, line.at + 4, &err, "no number"), -EINVAL);
	assert_string_equal(err.text, "line 2, column 5: no number");
}

static void copies_are_cut_and_say_so(void **state)
{
	char to[4];

	(void)state;
	assert_false(span_copy(SPAN("Normal"), to, sizeof(to)));
	assert_string_equal(to, "Nor");
	assert_true(span_copy(SPAN("DMA"), to, sizeof(to)));
	assert_string_equal(to, "DMA");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_end_at_two_to_the_64),
		cmocka_unit_test(lines_and_words_are_cut_without_copying),
		cmocka_unit_test(settings_are_lines_that_say_something),
		cmocka_unit_test(errors_name_line_and_column),
		cmocka_unit_test(copies_are_cut_and_say_so),
	};

	return CHECK_MAIN(tests);
}
