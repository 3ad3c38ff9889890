// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Snapshots that somebody cut, garbled or made up.  Texts to be refused are copied into memory of
 * exactly their length, so that the sanitizers see a byte too many.
 */
#include "fragscope/export.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#include "made_frame.h"
#include "snapshot.h"

static int read_exact(const char *at, size_t len, struct err *err)
{
	char *copy = malloc(len ? len : 1);
	struct pagemap *map;
	struct frame *frame;
	int ret;

	assert_non_null(copy);
	memcpy(copy, at, len);
	err->text[0] = '\0';
	ret = snapshot_read((struct span){ copy, len }, &frame, &map, err);
	free(copy);
	if (ret) {
		assert_null(frame);
		assert_null(map);
		assert_true(err->text[0]);
	} else {
		struct err why = { "" };

		if (frame_check(frame, &why))
			fail_msg("taken although: %s", why.text);
		frame_free(frame);
		pagemap_free(map);
	}
	return ret;
}

static char *small_snapshot(size_t *len)
{
	struct frame *frame = made_frame();
	struct pagemap *map = made_pagemap(frame, 600);
	char *bytes = NULL;
	FILE *to = open_memstream(&bytes, len);

	assert_int_equal(snapshot_write(frame, true, to, NULL), 0);
	fclose(to);
	frame_free(frame);
	pagemap_free(map);
	return bytes;
}

static void a_file_cut_anywhere_is_refused(void **state)
{
	struct err err;
	size_t len;
	char *bytes = small_snapshot(&len);

	(void)state;
	assert_int_equal(read_exact(bytes, len, &err), 0);
	assert_int_equal(read_exact(bytes, len - 1, &err), 0); /* only the last newline */
	for (size_t cut = 0; cut < len - 1; cut++)
		if (read_exact(bytes, cut, &err) != -EINVAL || !strstr(err.text, "was cut"))
			fail_msg("cut after %zu bytes: %s", cut, err.text);
	free(bytes);
}

static void a_byte_changed_anywhere_does_no_harm(void **state)
{
	static const char others[] = { '0', '9', '"', '[', '}', ',', 'e', '-', '\\', '\0', '\377' };
	struct err err;
	size_t len;
	char *bytes = small_snapshot(&len);

	(void)state;
	for (size_t i = 0; i < len; i++) {
		char right = bytes[i];

		bytes[i] = others[i % sizeof(others)];
		read_exact(bytes, len, &err);
		bytes[i] = right;
	}
	free(bytes);
}

static char *repeat(const char *text, size_t nr, size_t *len)
{
	size_t step = strlen(text);
	char *all = malloc(step * nr);

	assert_non_null(all);
	for (size_t i = 0; i < nr; i++)
		memcpy(all + i * step, text, step);
	*len = step * nr;
	return all;
}

#define HEAD "{\"format\":\"fragscope-snapshot\",\"version\":1,"

/* Tables of activities are compared row by row: no file makes that take long. */
static void tables_of_activity_are_bounded(void **state)
{
	static const char row[] = "{\"want_type\":1,\"from_type\":2},";
	size_t len, head = strlen(HEAD "\"zones\":[],\"activity\":{\"fallbacks\":[");
	char *rows = repeat(row, 100000, &len), *text = malloc(head + len + 3);
	struct err err;

	(void)state;
	assert_non_null(text);
	memcpy(text, HEAD "\"zones\":[],\"activity\":{\"fallbacks\":[", head);
	memcpy(text + head, rows, len);
	memcpy(text + head + len - 1, "]}}", 3);
	assert_int_equal(read_exact(text, head + len + 2, &err), -EINVAL);
	assert_non_null(strstr(err.text, "fallbacks has 100000 rows, 256 are the limit"));
	free(rows);
	free(text);
}

static void depth_is_bounded_before_anything_recurses(void **state)
{
	static const char *const openings[] = { "[", "{\"a\":", "{\"format\":[", "[[{\"\\\"\":" };
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(openings) / sizeof(openings[0]); i++) {
		size_t len;
		char *text = repeat(openings[i], (1 << 20) / strlen(openings[i]), &len);

		assert_int_equal(read_exact(text, len, &err), -EINVAL);
		assert_non_null(strstr(err.text, "nested too deep"));
		free(text);
	}
}

static void the_number_of_values_is_bounded(void **state)
{
	struct err err;
	size_t len;
	char *text = repeat("[],", (33U << 20) / 2, &len);

	(void)state;
	text[0] = '[';
	assert_int_equal(read_exact(text, len, &err), -EINVAL);
	assert_non_null(strstr(err.text, "too many values"));
	free(text);
}

#define MAP  HEAD "\"zones\":[{\"zone\":\"A\"}],\"pagemap\":{\"zones\":[{\"zone\":\"A\","
#define ACTIVITY HEAD "\"zones\":[],\"activity\":"
#define SPAN_OF_MAP "\"start_pfn\":0,\"nr_pages\":4,\"pageblock_order\":2,\"max_order\":3,"

/* What is refused, and what the refusal says. */
static const struct {
	const char *text, *why;
} refused[] = {
	{ "", "line 1, column 1: the text ends here; the file was cut" },
	{ "  \n ", "line 2, column 2: the text ends here" },
	{ "hello", "line 1, column 1: this is no JSON" },
	{ "{\n\"a\":1,\n\"b\" 2}", "line 3, column 5: this is no JSON" },
	{ "{} x", "line 1, column 3: something follows the end" },
	{ "{\"a\":\"\377\"}", "line 1, column 7: this is no text" },
	{ "[]", "no fragscope snapshot" },
	{ "{}", "no fragscope snapshot" },
	{ "{\"format\":1}", "no fragscope snapshot" },
	{ "{\"format\":\"fragscope-report\",\"version\":1}", "a fragscope-report, no snapshot" },
	{ "{\"format\":\"fragscope-snapshot\"}", "does not say its version" },
	{ "{\"format\":\"fragscope-snapshot\",\"version\":0}", "does not say its version" },
	{ "{\"format\":\"fragscope-snapshot\",\"version\":\"x\"}", "does not say its version" },
	{ "{\"format\":\"fragscope-snapshot\",\"version\":2,\"zones\":7}",
	  "snapshot version 2, this program reads version 1; get a later fragscope" },
	{ "{\"format\":\"fragscope-snapshot\",\"version\":1e300}", "does not say its version" },
	{ HEAD "\"version\":1,\"zones\":[]}", "the key \"version\" stands twice" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"zone\":\"B\"}]}", "the key \"zone\" stands twice" },
	{ HEAD "\"x\":0}", "zones: is missing" },
	{ HEAD "\"zones\":{}}", "zones: an array is wanted here; the snapshot is damaged" },
	{ HEAD "\"zones\":[3]}", "zones[0]: an object is wanted here" },
	{ HEAD "\"zones\":[{}]}", "zones[0].zone: is missing" },
	{ HEAD "\"zones\":[{\"zone\":5}]}", "zones[0].zone: text is wanted here" },
	{ HEAD "\"zones\":[{\"zone\":\"0123456789abcdef\"}]}", "a name of at most 15 bytes" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"node\":1e10}]}", "zones[0].node: 10000000000 is outside" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"node\":-2}]}", "no node number" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_pages\":-1}]}", "free_pages: an integer from 0" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_pages\":1.5}]}", "free_pages: an integer from 0" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_pages\":9007199254740993}]}",
	  "an integer from 0 is wanted here (above 2^53 as a string)" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_pages\":\"18446744073709551616\"}]}",
	  "free_pages: an integer from 0" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_pages\":\"1 \"}]}", "an integer from 0" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_pages\":true}]}", "an integer from 0" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_pages\":{}}]}", "neither a number, nor at_least" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_pages\":{\"denied\":1}}]}", "neither a number" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_pages\":{\"at_least\":[]}}]}", "an integer from 0" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_blocks\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
	       "0,0,0,0,0,0,0,0,0,0,0,0,0]}]}", "33 entries, at most 32 make sense" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_blocks\":[1],\"free_blocks_by_type\":[[1]]}]}",
	  "1 entries, at most 0 make sense" },
	{ HEAD "\"types\":[\"A\"],\"zones\":[{\"zone\":\"A\",\"free_blocks\":[1],"
	       "\"free_blocks_by_type\":[[1,2]]}]}", "free_blocks_by_type[0]: 2 entries, at most 1" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"free_blocks\":[1],\"letters\":[[16]]}]}",
	  "letters[0]: 16 is too much" },
	{ HEAD "\"zones\":[{\"zone\":\"A\",\"printed_unusable_permille\":[70000]}]}",
	  "70000 is outside" },
	{ HEAD "\"types\":[\"A\",\"A\"],\"zones\":[]}", "another's name" },
	{ HEAD "\"zones\":[],\"identity\":[]}", "identity: an object is wanted here" },
	{ HEAD "\"zones\":[],\"identity\":{\"page_size_bytes\":0}}", "no power of two" },
	{ HEAD "\"zones\":[],\"identity\":{\"wall_ns\":\"9223372036854775808\"}}",
	  "identity.wall_ns: an integer is wanted here" },
	{ HEAD "\"zones\":[],\"vmstat\":[1]}", "vmstat: an object is wanted here" },
	{ HEAD "\"zones\":[],\"vmstat\":{\"nr_free_pages\":\"many\"}}",
	  "vmstat.nr_free_pages: an integer from 0" },
	{ HEAD "\"zones\":[],\"sources\":[{\"name\":\"x\",\"state\":\"fine\"}]}",
	  "sources[0].state: \"fine\" means nothing here" },
	{ HEAD "\"zones\":[],\"sources\":[{\"state\":\"ok\"}]}", "sources[0].name: is missing" },
	{ HEAD "\"zones\":[],\"kthreads\":[{\"pid\":1}]}", "kthreads[0].name: is missing" },
	{ HEAD "\"zones\":[],\"request\":{\"order\":1}}", "request.kind: is missing" },
	{ HEAD "\"zones\":[],\"request\":{\"kind\":\"oom\",\"gfp_decoded\":1}}", "true or false" },
	{ HEAD "\"zones\":[],\"thp\":{\"sizes\":[{\"size_kib\":-0.5}]}}", "thp.sizes[0].size_kib: an" },
	{ HEAD "\"zones\":[],\"detail\":{\"pages\":[{}]}}", "detail: first_pfn is missing" },
	{ ACTIVITY "7}", "activity: an object is wanted here" },
	{ ACTIVITY "{\"since_ns\":2,\"until_ns\":1}}", "activity: it ends before it begins" },
	{ ACTIVITY "{\"knows\":[1]}}", "activity.knows[0]: text is wanted here" },
	{ ACTIVITY "{\"compact\":[{\"mode\":\"sync\"}]}}", "activity.compact[0].cause: is missing" },
	{ ACTIVITY "{\"compact\":[{\"cause\":\"me\",\"mode\":\"sync\"}]}}",
	  "activity.compact[0].cause: \"me\" means nothing here" },
	{ ACTIVITY "{\"compact\":[{\"cause\":\"manual\",\"mode\":\"sync\",\"order\":32}]}}",
	  "activity: compact: row 0 is out of range" },
	{ ACTIVITY "{\"compact\":[{\"cause\":\"manual\",\"mode\":\"sync\",\"results\":{"
	  "\"success\":-1}}]}}", "activity.compact[0].results.success: an integer from 0" },
	{ ACTIVITY "{\"latency\":[{\"kind\":\"drain\",\"log2_ns\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
	  "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]}]}}", "41 entries, at most 40" },
	{ ACTIVITY "{\"latency\":[{\"kind\":\"drain\",\"order\":-2}]}}",
	  "activity: latency: row 0 is out of range" },
	{ ACTIVITY "{\"stalls\":[{\"kind\":\"drain\"}]}}", "activity.stalls[0].pid: is missing" },
	{ ACTIVITY "{\"stalls\":[{\"kind\":\"drain\",\"pid\":4294967296}]}}", "is too much" },
	{ ACTIVITY "{\"stalls\":[{\"kind\":\"drain\",\"pid\":1,\"comm\":\"0123456789abcdef\"}]}}",
	  "a name of at most 15 bytes" },
	{ ACTIVITY "{\"defer\":[{\"node\":-7}]}}", "activity: defer: row 0 is out of range" },
	{ ACTIVITY "{\"threads\":[{\"kswapd_order\":99}]}}", "threads: row 0 is out of range" },
	{ ACTIVITY "{\"allocs\":[{\"class\":\"kernel\",\"order\":-1}]}}", "allocs: row 0 is out" },
	{ ACTIVITY "{\"fallbacks\":[{\"want_type\":16,\"from_type\":0}]}}", "16 is too much" },
	{ ACTIVITY "{\"steps\":[{\"node\":-5}]}}", "activity: step 0 is out of range" },
	{ HEAD "\"zones\":[],\"pagemap\":7}", "pagemap: an object is wanted here" },
	{ HEAD "\"zones\":[],\"pagemap\":{\"nr_read_pages\":1}}", "more pages were read" },
	{ MAP "\"nr_pages\":0,\"pageblock_order\":2,\"max_order\":3}]}}", "is empty or too large" },
	{ MAP "\"nr_pages\":9007199254740991,\"pageblock_order\":2,\"max_order\":3}]}}",
	  "pagemap.zones[0]: a span of 9007199254740991 pages from 0 is empty or too large" },
	{ MAP "\"start_pfn\":\"18446744073709551615\",\"nr_pages\":2,\"pageblock_order\":2,"
	      "\"max_order\":3}]}}", "is empty or too large" },
	{ MAP "\"nr_pages\":4,\"pageblock_order\":16,\"max_order\":3}]}}", "16 is too much" },
	{ MAP "\"nr_pages\":4,\"pageblock_order\":2,\"max_order\":32}]}}", "32 is too much" },
	{ MAP SPAN_OF_MAP "\"x\":0}]}}", "pageblocks.free_pages: a column is wanted here" },
	{ MAP SPAN_OF_MAP "\"pageblocks\":{\"free_pages\":[1,1]}}]}}", "2 entries, 1 are due" },
	{ MAP SPAN_OF_MAP "\"pageblocks\":{\"free_pages\":[1]}}]}}", "add up to 1" },
	{ MAP SPAN_OF_MAP "\"pageblocks\":{\"free_pages\":[1],\"class_pages\":{\"anon\":[3]}}}]}}",
	  "block 0: 1 pages are free, the largest says 0" },
	{ MAP SPAN_OF_MAP "\"pageblocks\":{\"free_pages\":[0],\"class_pages\":{\"anon\":[4]},"
			  "\"type\":[99]}}]}}", "block 0 has no known migratetype" },
	{ MAP SPAN_OF_MAP "\"pageblocks\":{\"free_pages\":[0],\"class_pages\":{\"anon\":[4]},"
			  "\"head_align_plus_1\":[4]}}]}}", "head alignment" },
	{ MAP SPAN_OF_MAP "\"pageblocks\":{\"free_pages\":[0],\"class_pages\":{\"anon\":[4]},"
			  "\"visits\":[1],\"misses\":[2]}}]}}", "more misses than visits" },
	{ MAP SPAN_OF_MAP "\"pageblocks\":{\"free_pages\":[0],\"class_pages\":{\"anon\":[4]}},"
			  "\"page_codes\":[1,1,1]}]}}", "page_codes: 3 entries, 4 are due" },
	{ MAP SPAN_OF_MAP "\"pageblocks\":{\"free_pages\":[0],\"class_pages\":{\"anon\":[4]}},"
			  "\"page_codes\":[4,4,4,255]}]}}", "code 0xff has no meaning" },
	{ MAP SPAN_OF_MAP "\"pageblocks\":{\"free_pages\":[0],\"class_pages\":{\"anon\":[4]}},"
			  "\"of_zones\":[1]}]}}", "of_zones: 1 is too much" },
};

static void each_refusal_says_where_and_what(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct err err;
		int ret = read_exact(refused[i].text, strlen(refused[i].text), &err);

		if (ret != -EINVAL || !strstr(err.text, refused[i].why))
			fail_msg("%s: \"%s\" instead of \"%s\"", refused[i].text, err.text,
				 refused[i].why);
	}
}

static void what_a_later_program_adds_is_skipped(void **state)
{
	static const char text[] = HEAD "\"new\":{\"a\":[1]},\"zones\":[{\"zone\":\"A\",\"new\":1,"
				   "\"free_pages\":null}],\"identity\":null}";
	struct err err;

	(void)state;
	if (read_exact(text, sizeof(text) - 1, &err))
		fail_msg("%s", err.text);
}

static void page_maps_stay_within_their_budget(void **state)
{
	struct pagemap *map;
	struct frame *frame;
	struct err err = { "" };
	size_t len;
	char *bytes = small_snapshot(&len);

	(void)state;
	assert_int_equal(snapshot_read_bounded((struct span){ bytes, len }, 5600, &frame, &map,
					       &err), -EINVAL);
	assert_non_null(strstr(err.text, "larger than this program reads"));
	assert_int_equal(snapshot_read_bounded((struct span){ bytes, len }, 10000, &frame, &map,
					       &err), 0);
	frame_free(frame);
	pagemap_free(map);
	free(bytes);
}

static void errors_need_no_place_to_be_told(void **state)
{
	struct pagemap *map;
	struct frame *frame;

	(void)state;
	assert_int_equal(snapshot_read(SPAN("[1"), &frame, &map, NULL), -EINVAL);
	assert_int_equal(snapshot_read(SPAN(HEAD "\"zones\":1}"), &frame, &map, NULL), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_cut_anywhere_is_refused),
		cmocka_unit_test(a_byte_changed_anywhere_does_no_harm),
		cmocka_unit_test(tables_of_activity_are_bounded),
		cmocka_unit_test(depth_is_bounded_before_anything_recurses),
		cmocka_unit_test(the_number_of_values_is_bounded),
		cmocka_unit_test(each_refusal_says_where_and_what),
		cmocka_unit_test(what_a_later_program_adds_is_skipped),
		cmocka_unit_test(page_maps_stay_within_their_budget),
		cmocka_unit_test(errors_need_no_place_to_be_told),
	};

	return CHECK_MAIN(tests);
}
