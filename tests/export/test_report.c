// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/export.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#include "made_frame.h"
#include "made_verdict.h"

/* 28 free pages in 16 blocks, nothing of order 4. */
static struct frame *small_frame(void)
{
	static const uint64_t counts[] = { 10, 5, 0, 1, 0 };
	struct frame *frame = frame_new();
	struct zone *zone = frame_zone(frame, 1, SPAN("Normal"));

	frame->page_size = num_known(4096);
	frame->host = "small";
	zone->nr_orders = 5;
	for (unsigned int order = 0; order < 5; order++)
		zone->free_blocks[order] = num_known(counts[order]);
	zone->min = num_known(3);
	zone->low = num_known(4);
	zone->high = num_known(5);
	zone->managed = num_known(1024);
	zone->free = num_known(29);
	return frame;
}

static cJSON *report_of(const struct frame *const *frames, size_t nr, const struct verdict *verdicts,
			size_t nr_verdicts)
{
	struct err err = { "" };
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);
	cJSON *root;

	assert_int_equal(report_write_json(frames, nr, verdicts, nr_verdicts, to, &err), 0);
	fclose(to);
	root = cJSON_Parse(text);
	assert_non_null(root);
	free(text);
	return root;
}

static cJSON *get(const cJSON *object, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(object, name);
}

static cJSON *zone_of(const cJSON *root, int index)
{
	return cJSON_GetArrayItem(get(root, "zones"), index);
}

static void assert_json(const cJSON *object, const char *name, const char *expected)
{
	const cJSON *item = get(object, name);
	char *text = item ? cJSON_PrintUnformatted(item) : strdup("left out");

	if (strcmp(text, expected))
		fail_msg("%s: %s instead of %s", name, text, expected);
	free(text);
}

/* By hand: order 4 asks for 16 pages: 1000 - (1000 + 28 * 1000 / 16) / 16 = 829. */
static void a_zone_has_the_names_and_values_of_the_contract(void **state)
{
	struct frame *frame = small_frame();
	cJSON *root = report_of((const struct frame *[]){ frame }, 1, NULL, 0);
	const cJSON *zone = zone_of(root, 0);

	(void)state;
	assert_json(root, "format", "\"fragscope-report\"");
	assert_json(root, "version", "1");
	assert_json(root, "verdicts", "[]");
	assert_json(root, "sources", "[]");
	assert_json(zone, "frame", "left out");
	assert_json(zone, "node", "1");
	assert_json(zone, "zone", "\"Normal\"");
	assert_json(zone, "page_size", "4096");
	assert_json(zone, "orders", "5");
	assert_json(zone, "counts", "[10,5,0,1,0]");
	assert_json(zone, "free_pages", "28");
	assert_json(zone, "free_blocks", "16");
	assert_json(zone, "largest_free_order", "3");
	assert_json(zone, "unusable", "[0,357,714,714,1000]");
	assert_json(zone, "extfrag", "[-1000,-1000,-1000,-1000,829]");
	assert_json(zone, "free", "29");
	assert_json(zone, "min", "3");
	assert_json(zone, "low", "4");
	assert_json(zone, "high", "5");
	assert_json(zone, "managed", "1024");
	assert_json(zone, "spanned", "left out");
	assert_json(zone, "per_type", "left out");
	assert_json(zone, "capped", "left out");
	assert_json(zone, "incomplete", "left out");
	cJSON_Delete(root);
	frame_free(frame);
}

static void nothing_free_and_nothing_known_are_two_things(void **state)
{
	struct frame *frame = small_frame();
	struct zone *none = frame_zone(frame, -1, SPAN("none"));
	struct zone *unknown = frame_zone(frame, 2, SPAN("unknown"));
	const cJSON *zone;
	cJSON *root;

	(void)state;
	none->nr_orders = 2;
	unknown->nr_orders = 4;
	none->free_blocks[0] = none->free_blocks[1] = num_known(0);
	unknown->free_blocks[0] = num_known(7);
	unknown->free_blocks[2] = num_known(1);
	root = report_of((const struct frame *[]){ frame }, 1, NULL, 0);
	zone = zone_of(root, 1);
	assert_json(zone, "node", "null");
	assert_json(zone, "largest_free_order", "null");
	assert_json(zone, "unusable", "[1000,1000]");
	assert_json(zone, "extfrag", "[0,0]");
	zone = zone_of(root, 2);
	assert_json(zone, "counts", "[7,null,1]");
	assert_json(zone, "orders", "left out");
	assert_json(zone, "incomplete", "true");
	assert_json(zone, "free_pages", "left out");
	assert_json(zone, "largest_free_order", "left out");
	assert_json(zone, "unusable", "left out");
	cJSON_Delete(root);
	frame_free(frame);
}

static void types_blocks_and_lower_bounds_are_named(void **state)
{
	struct frame *frame = small_frame();
	struct zone *zone = frame->zones[0];
	const cJSON *json;
	cJSON *root;

	(void)state;
	assert_int_equal(frame_type(frame, SPAN("Unmovable")), 0);
	assert_int_equal(frame_type(frame, SPAN("Mirror")), 1);
	assert_int_equal(frame_type(frame, SPAN("CMA")), 2);
	for (unsigned int order = 0; order < 5; order++)
		*zone_type_free(frame, zone, 1, order) = num_known(order);
	*zone_type_free(frame, zone, 1, 0) = num_capped(100000);
	zone->free_blocks[0] = num_capped(100000);
	*zone_type_cell(frame, &zone->type_blocks, 1) = num_known(77);
	zone->has_letters = true;
	zone->letters[0] = 1;
	zone->letters[2] = 7;
	root = report_of((const struct frame *[]){ frame }, 1, NULL, 0);
	json = zone_of(root, 0);
	assert_json(json, "per_type", "{\"Mirror\":[100000,1,2,3,4]}");
	assert_json(json, "blocks", "{\"Mirror\":77}");
	assert_json(json, "capped", "true");
	assert_json(json, "capped_orders", "{\"Mirror\":[0]}");
	assert_json(json, "free_pages", "100018");
	assert_json(json, "free_pages_is_lower_bound", "true");
	assert_json(json, "letters", "[\"U\",\"\",\"U?C\",\"\",\"\"]");
	cJSON_Delete(root);
	frame_free(frame);
}

static void later_frames_say_which_they_are(void **state)
{
	struct frame *a = small_frame(), *b = small_frame();
	cJSON *root;

	(void)state;
	b->request.kind = REQUEST_OOM;
	b->request.order = num_known(3);
	assert_non_null(frame_source(b, "kernel log"));
	assert_int_equal(counters_add(&a->vmstat, &a->arena, SPAN("compact_stall"), num_known(5)),
			 0);
	assert_int_equal(counters_add(&b->vmstat, &b->arena, SPAN("compact_stall"), num_known(6)),
			 0);
	root = report_of((const struct frame *[]){ a, b }, 2, NULL, 0);
	assert_json(zone_of(root, 0), "frame", "left out");
	assert_json(zone_of(root, 1), "frame", "1");
	assert_json(root, "counters", "{\"compact_stall\":5}");
	assert_json(cJSON_GetArrayItem(get(root, "frames"), 1), "counters", "{\"compact_stall\":6}");
	assert_json(root, "requests", "[{\"frame\":1,\"kind\":\"oom\",\"order\":3,\"when_us\":0}]");
	assert_json(root, "sources", "[{\"frame\":1,\"name\":\"kernel log\",\"state\":\"absent\"}]");
	cJSON_Delete(root);
	frame_free(a);
	frame_free(b);
}

static void a_verdict_says_all_it_knows(void **state)
{
	struct frame *frame = small_frame();
	struct verdict verdicts[2] = { made_verdict(true), made_verdict(false) };
	cJSON *root = report_of((const struct frame *[]){ frame }, 1, verdicts, 2);
	const cJSON *known = cJSON_GetArrayItem(get(root, "verdicts"), 0);
	const cJSON *unknown = cJSON_GetArrayItem(get(root, "verdicts"), 1);

	(void)state;
	assert_json(get(known, "want"), "nr", "64");
	assert_json(get(known, "want"), "order", "9");
	assert_json(get(known, "want"), "class", "\"unmovable\"");
	assert_json(known, "now", "12");
	assert_json(known, "after_compaction", "340");
	assert_json(known, "after_compaction_is_lower_bound", "true");
	assert_json(known, "after_compaction_at_most", "900");
	assert_json(known, "moves", "3100");
	assert_json(known, "headline", "\"made up\"");
	assert_json(known, "lines", "[\"the first reason\",\"the second reason\"]");
	assert_json(unknown, "now", "null");
	assert_json(unknown, "now_at_most", "5");
	assert_json(unknown, "after_compaction", "null");
	assert_json(unknown, "after_reclaim", "null");
	assert_json(unknown, "lines", "[]");
	cJSON_Delete(root);
	frame_free(frame);
}

static char *text_of(const struct frame *const *frames, size_t nr, const struct verdict *verdicts,
		     size_t nr_verdicts, unsigned int width)
{
	struct err err = { "" };
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	assert_int_equal(report_write_text(frames, nr, verdicts, nr_verdicts, width, to, &err), 0);
	fclose(to);
	return text;
}

static void the_plain_report_reads_like_this(void **state)
{
	static const char expected[] =
		"made up\n"
		"  the first reason\n"
		"  the second reason\n"
		"\n"
		"small, pages of 4 KiB\n"
		"\n"
		"FREE BLOCKS: by zone and size\n"
		"  order           0   1    2    3    4\n"
		"  size           4K  8K  16K  32K  64K     free\n"
		"  Node 1 Normal  10   5    0    1    0  112 KiB\n"
		"\n"
		"UNUSABLE FREE INDEX: per mille of free memory that lies in blocks too\n"
		"  small for the order\n"
		"  order           0    1    2    3     4\n"
		"  size           4K   8K  16K  32K   64K\n"
		"  Node 1 Normal   0  357  714  714  1000\n"
		"\n"
		"FRAGMENTATION INDEX: ok (-1000): a block is there; without one, towards\n"
		"  0 there is too little memory, towards 1000 it is fragmented\n"
		"  order           0   1    2    3    4\n"
		"  size           4K  8K  16K  32K  64K\n"
		"  Node 1 Normal  ok  ok   ok   ok  829\n"
		"\n"
		"WATERMARKS: score: percent of free memory outside of huge blocks, as\n"
		"  proactive compaction sees it\n"
		"  zone           managed     free     min     low    high  boost  score\n"
		"  Node 1 Normal    4 MiB  116 KiB  12 KiB  16 KiB  20 KiB      -      -\n"
		"\n"
		"NOT KNOWN\n"
		"  kpageflags: not allowed: run as root\n";
	struct frame *frame = small_frame();
	struct verdict verdict = made_verdict(true);
	struct source_status *source = frame_source(frame, "kpageflags");
	char *text;

	(void)state;
	source->state = SOURCE_DENIED;
	source->text = "run as root";
	text = text_of((const struct frame *[]){ frame }, 1, &verdict, 1, 72);
	assert_string_equal(text, expected);
	free(text);
	frame_free(frame);
}

/* Lines fit, unless a single word is longer; no line ends with a blank; nothing moves the cursor. */
static void assert_well_set(const char *text, unsigned int width)
{
	while (*text) {
		size_t len = strcspn(text, "\n"), word = 0, longest = 0;
		unsigned int columns = 0;

		for (size_t i = 0; i < len; i++) {
			unsigned char c = (unsigned char)text[i];

			assert_true(c >= 0x20 && c != 0x7f);
			columns += (c & 0xc0) != 0x80;
			word = c == ' ' ? 0 : word + 1;
			longest = word > longest ? word : longest;
		}
		if (columns > width && longest + 4 <= width)
			fail_msg("%u columns on a page of %u: %.*s", columns, width, (int)len, text);
		assert_true(!len || text[len - 1] != ' ');
		text += len + 1;
	}
}

static void every_width_is_well_set(void **state)
{
	struct frame *frame = made_frame(), *small = small_frame();
	struct pagemap *map = made_pagemap(frame, 5000);
	struct verdict verdict = made_verdict(true);
	char *narrow = text_of((const struct frame *[]){ small }, 1, &verdict, 1, 40);

	(void)state;
	assert_well_set(narrow, 40);
	free(narrow);
	frame_free(small);
	frame->host = "evil \033[2J host\r\302\233 \377";
	frame->request.comm = "x\nFAKE LINE";
	for (unsigned int width = 60; width < 300; width += 7) {
		char *text = text_of((const struct frame *[]){ frame, frame }, 2, &verdict, 1, width);

		assert_well_set(text, width);
		assert_non_null(strstr(text, "evil ?[2J host?? ?"));
		assert_non_null(strstr(text, "[2 of 2] "));
		free(text);
	}
	frame_free(frame);
	pagemap_free(map);
}

/* A free pageblock, one with a page to move, one with a slab page in it. */
static struct pagemap *small_map(struct frame *frame)
{
	static const page_code codes[] = {
		PAGE_CODE_FREE_HEAD + 2, PAGE_FREE, PAGE_FREE, PAGE_FREE,
		PAGE_SLAB, PAGE_ANON, PAGE_FREE, PAGE_FREE,
		PAGE_FREE, PAGE_FREE, PAGE_FREE, PAGE_FILE,
	};
	struct zonemap *zone = zonemap_new(64, sizeof(codes), 2, 3, NULL);
	struct pagemap *map = pagemap_new();

	assert_int_equal(pagemap_add(map, zone), 0);
	zone->node = 1;
	strcpy(zone->name, "Normal");
	zonemap_ingest_codes(zone, 64, codes, sizeof(codes), 1);
	frame->pagemap = map;
	return map;
}

static void reports_say_what_is_in_the_way(void **state)
{
	struct frame *frame = small_frame();
	struct pagemap *map = small_map(frame);
	char *text = text_of((const struct frame *[]){ frame }, 1, NULL, 0, 80);
	cJSON *root = report_of((const struct frame *[]){ frame }, 1, NULL, 0);
	cJSON *obstacles = get(cJSON_GetArrayItem(get(root, "pagemap"), 0), "obstacles");

	(void)state;
	assert_non_null(strstr(text, "  1 Normal           3     1         1          0          0"
				     "       1\n"));
	assert_non_null(strstr(text, "  slab            1           1         1\n"));
	assert_non_null(strstr(text, "  0x48      1 Normal        1     3        0  -\n"));
	assert_null(strstr(text, "pollution"));
	assert_null(get(obstacles, "pollution"));
	assert_json(obstacles, "staying",
		    "[{\"class\":\"slab\",\"pages\":1,\"pageblocks\":1,\"pageblocks_alone\":1}]");
	assert_json(obstacles, "cheapest",
		    "[{\"pfn\":72,\"move_pages\":1,\"free_pages\":3}]");
	assert_json(obstacles, "nearly_free",
		    "[{\"pfn\":68,\"move_pages\":1,\"free_pages\":2,\"stay_pages\":1,"
		    "\"stays\":\"slab\"}]");
	cJSON_Delete(root);
	free(text);
	frame_free(frame);
	pagemap_free(map);
}

static void an_empty_frame_has_a_report(void **state)
{
	struct frame *frame = frame_new();
	char *text = text_of((const struct frame *[]){ frame }, 1, NULL, 0, 80);

	(void)state;
	assert_string_equal(text, "unnamed memory\n");
	free(text);
	frame_free(frame);
}

static void a_stream_that_fails_is_told(void **state)
{
	struct frame *frame = small_frame();
	FILE *to = fopen("/dev/full", "w");
	struct err err = { "" };

	(void)state;
	if (to) {
		assert_int_equal(report_write_text((const struct frame *[]){ frame }, 1, NULL, 0, 80,
						   to, &err), -ENOSPC);
		assert_non_null(strstr(err.text, "cannot write: No space left on device; "));
		fclose(to);
	}
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_zone_has_the_names_and_values_of_the_contract),
		cmocka_unit_test(nothing_free_and_nothing_known_are_two_things),
		cmocka_unit_test(types_blocks_and_lower_bounds_are_named),
		cmocka_unit_test(later_frames_say_which_they_are),
		cmocka_unit_test(a_verdict_says_all_it_knows),
		cmocka_unit_test(the_plain_report_reads_like_this),
		cmocka_unit_test(every_width_is_well_set),
		cmocka_unit_test(reports_say_what_is_in_the_way),
		cmocka_unit_test(an_empty_frame_has_a_report),
		cmocka_unit_test(a_stream_that_fails_is_told),
	};

	return CHECK_MAIN(tests);
}
