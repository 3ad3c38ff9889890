// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/comparison.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/wrap.h"
#include "made_comparison.h"
#include "../check.h"

#define COLUMNS_MAX 16

static char *text_of(const struct comparison *comparison, unsigned int width)
{
	struct err err = { "" };
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	assert_int_equal(comparison_write_text(comparison, width, to, &err), 0);
	fclose(to);
	return text;
}

static void assert_says(const char *text, const char *line)
{
	if (!strstr(text, line))
		fail_msg("\"%s\" is not in\n%s", line, text);
}

static struct frame *made_zone_frame(void)
{
	struct frame *frame = frame_new();
	struct zone *zone = frame_zone(frame, 0, SPAN("Normal"));

	frame->page_size = num_known(4096);
	zone->nr_orders = 2;
	zone->free_blocks[0] = num_known(6);
	zone->free_blocks[1] = num_known(5);
	return frame;
}

static void the_table_has_policies_in_columns_and_says_differences_from_the_first(void **state)
{
	struct comparison_column columns[2];
	struct comparison made = made_comparison(columns, NULL);
	char *text = text_of(&made, 80);

	(void)state;
	assert_says(text, "made, seed 18446744073709551615\n  what a title says\n"
			  "  from: [PATCH] made\n");
	assert_says(text, "counters    linux-7.3  linux-7.3+resample\n");
	assert_says(text, "same                7                   7        =\n");
	assert_says(text, "more              100                 105   +5.0 %\n");
	assert_says(text, "fewer           1,000                   1  -99.9 %\n");
	assert_says(text, "from_none           0                   8      new\n");
	assert_says(text, "a_lot_more          3                  36     x 12\n");
	assert_null(strstr(text, "hidden"));
	free(text);
}

static void model_time_stands_apart_with_what_it_was_spent_on(void **state)
{
	struct comparison_column columns[2];
	struct comparison made = made_comparison(columns, NULL);
	char *text = text_of(&made, 80), *times = strstr(text, "model time");

	(void)state;
	assert_non_null(times);
	assert_says(times, "of the run        10 us               20 us  +100 %\n");
	assert_says(times, "alloc p50 <=     127 ns              255 ns  +101 %\n");
	assert_says(times, "alloc max        400 ns                1 us  +150 %\n");
	assert_says(times, "cost pcp ");
	/* a tenth of the first column's time, and nothing of the other's */
	assert_says(times, "cost merge         1 us                0 ns  -100 %\n");
	assert_null(strstr(times, "seldom"));
	assert_null(strstr(times, "compact"));
	assert_says(times, "\nlinux-7.3+resample ended at its limit, max_ops\n");
	assert_null(strstr(times, "linux-7.3 ended"));
	assert_says(times, "linux-7.3+resample, event 13:\n  block 0x1 claimed");
	free(text);
}

/* Each line, and each line's end, is where it should be. */
static void check_lines(const char *text, unsigned int width)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		if (wrap_width(text, len) > width || (len && text[len - 1] == ' '))
			fail_msg("\"%.*s\" is too wide for %u, or ends with a blank", (int)len,
				 text, width);
		text += len + 1;
	}
}

static void a_wide_table_is_broken_between_policies_and_never_before_a_difference(void **state)
{
	struct comparison_column columns[COLUMNS_MAX];
	struct comparison made = made_comparison(columns, NULL);
	const char *at;
	char *text;

	(void)state;
	for (unsigned int i = 2; i < COLUMNS_MAX; i++)
		columns[i] = columns[i % 2];
	made.nr_columns = COLUMNS_MAX;
	for (unsigned int width = 60; width < 400; width++) {
		unsigned int nr = 0;

		text = text_of(&made, width);
		check_lines(text, width);
		for (at = text; (at = strstr(at, "+5.0 %")); at++)
			nr++;
		assert_int_equal(nr, 8);
		/* in each band the first policy and a policy with its difference */
		for (at = text; (at = strstr(at, "\nmore ")); at++) {
			assert_memory_equal(at + 5 + strspn(at + 5, " "), "100 ", 4);
			assert_true(strcspn(at + 1, "=%") < strcspn(at + 1, "\n"));
		}
		free(text);
	}
}

static void a_limit_that_ended_all_is_said_once(void **state)
{
	struct comparison_column columns[2];
	struct comparison made = made_comparison(columns, NULL);
	char *text;

	(void)state;
	columns[0].limit = "max_ms";
	text = text_of(&made, 80);
	assert_says(text, "\nlinux-7.3 ended at its limit, max_ms\n"
			  "linux-7.3+resample ended at its limit, max_ops\n");
	free(text);
	columns[0].limit = columns[1].limit;
	text = text_of(&made, 80);
	assert_says(text, "\nall ended at their limit, max_ops\n");
	assert_null(strstr(text, "its limit"));
	free(text);
}

static void one_policy_alone_is_a_table_too(void **state)
{
	struct comparison_column columns[2];
	struct comparison made = made_comparison(columns, NULL);
	char *text;

	(void)state;
	made.nr_columns = 1;
	made.title = made.thread = "";
	text = text_of(&made, 80);
	assert_says(text, "made, seed 18446744073709551615\n\ncounters    linux-7.3\n");
	assert_says(text, "more              100\n");
	free(text);
}

static cJSON *get(const cJSON *object, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(object, name);
}

static void assert_json(const cJSON *object, const char *name, const char *expected)
{
	char *text = cJSON_PrintUnformatted(get(object, name));

	assert_non_null(text);
	assert_string_equal(text, expected);
	cJSON_free(text);
}

static void a_time_that_a_policy_never_took_is_a_dash_and_no_difference(void **state)
{
	static const struct comparison_latency took[] = {
		{ "alloc", 10, 127, 511, 400 }, { "compact", 1, 1, 3, 3 },
	};
	struct comparison_column columns[2];
	struct comparison made = made_comparison(columns, NULL);
	char *text;

	(void)state;
	columns[0].latencies = took;
	text = text_of(&made, 80);
	assert_says(text, "compact max          3 ns                   -\n");
	free(text);
}

static void json_has_all_counters_and_what_was_expected(void **state)
{
	struct comparison_column columns[2];
	struct frame *frame = made_zone_frame();
	struct comparison made = made_comparison(columns, frame);
	struct err err = { "" };
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);
	cJSON *root, *second;

	(void)state;
	assert_int_equal(comparison_write_json(&made, to, &err), 0);
	fclose(to);
	assert_says(text, "\"seed\":18446744073709551615,\n");
	assert_says(text, "\"hidden\":18446744073709551615");
	root = cJSON_Parse(text);
	assert_non_null(root);
	assert_json(root, "format", "\"fragscope-sim\"");
	assert_json(root, "version", "1");
	assert_json(root, "thread", "\"[PATCH] made\"");
	assert_null(get(cJSON_GetArrayItem(get(root, "columns"), 0), "expect"));
	assert_null(get(cJSON_GetArrayItem(get(root, "columns"), 0), "last_event"));
	second = cJSON_GetArrayItem(get(root, "columns"), 1);
	assert_json(second, "hash", "\"ffffffffffffffff\"");
	assert_json(second, "spent_ns", "{\"pcp\":90000,\"seldom\":1}");
	assert_json(second, "expect", "[{\"text\":\"it is more\",\"holds\":true,\"got\":\"105, asked "
		    "> 100\"},{\"text\":\"it is less\",\"holds\":false,\"got\":\"1, asked > 100\","
		    "\"finding\":\"the \\\"model\\\" has none\"}]");
	assert_json(cJSON_GetArrayItem(get(second, "latencies"), 0), "max_ns", "1000");
	assert_json(cJSON_GetArrayItem(get(second, "zones"), 0), "free_pages", "16");
	cJSON_Delete(root);
	free(text);
	frame_free(frame);
}

static void what_cannot_be_written_is_an_error(void **state)
{
	struct comparison_column columns[2];
	struct frame *frame = made_zone_frame();
	struct comparison made = made_comparison(columns, frame);
	struct err err = { "" };
	FILE *to = fopen("/dev/full", "w");

	(void)state;
	if (!to)
		skip();
	assert_true(comparison_write_text(&made, 80, to, &err) < 0);
	assert_true(*err.text);
	clearerr(to);
	assert_true(comparison_write_json(&made, to, &err) < 0);
	fclose(to);
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			the_table_has_policies_in_columns_and_says_differences_from_the_first),
		cmocka_unit_test(model_time_stands_apart_with_what_it_was_spent_on),
		cmocka_unit_test(
			a_wide_table_is_broken_between_policies_and_never_before_a_difference),
		cmocka_unit_test(a_limit_that_ended_all_is_said_once),
		cmocka_unit_test(one_policy_alone_is_a_table_too),
		cmocka_unit_test(a_time_that_a_policy_never_took_is_a_dash_and_no_difference),
		cmocka_unit_test(json_has_all_counters_and_what_was_expected),
		cmocka_unit_test(what_cannot_be_written_is_an_error),
	};

	return CHECK_MAIN(tests);
}
