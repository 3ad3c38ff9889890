// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Captures that others have published, against the values that a right parser must find in them
 * (expected.json beside them).  The folder is $FRAGSCOPE_CORPUS; without it the test is skipped.
 *
 * Each kind of expectation has a comparer, each key of a row one row in a table.  What differs is
 * printed with file and field; the test fails when any file does.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fragscope/capture.h"

#include "../check.h"
#include "corpus.h"

#define SKIPPED 77

struct corpus corpus;

void expect(bool right, const char *fmt, ...)
{
	va_list ap;

	corpus.nr_fields++;
	if (right || corpus.nr_wrong++ > 10)
		return;
	printf("%s: ", corpus.file);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf("\n");
}

void expect_num(const char *where, const char *what, struct num got, const cJSON *want)
{
	if (cJSON_IsNull(want))
		expect(!num_has(got), "%s: %s is %llu, want unknown", where, what,
		       (unsigned long long)got.n);
	else
		expect(num_has(got) && (double)got.n == want->valuedouble,
		       "%s: %s is %llu (state %d), want %.0f", where, what,
		       (unsigned long long)got.n, got.state, want->valuedouble);
}

int row_node(const cJSON *row)
{
	const cJSON *node = cJSON_GetObjectItem(row, "node");

	return cJSON_IsNull(node) ? -1 : node->valueint;
}

static char *load(const char *name, size_t *len)
{
	char path[sizeof(corpus.folder) + 256];
	char *bytes = NULL;
	FILE *file;
	long size = -1;

	snprintf(path, sizeof(path), "%s/%s", corpus.folder, name);
	file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 ||
	    fseek(file, 0, SEEK_SET))
		fail_msg("%s cannot be read", path);
	bytes = malloc((size_t)size + 1);
	assert_non_null(bytes);
	*len = fread(bytes, 1, (size_t)size, file);
	bytes[*len] = '\0';
	fclose(file);
	return bytes;
}

/* The zones of all frames in one row. */
static struct zone *nth_zone(const struct capture *capture, size_t n, struct frame **frame)
{
	for (size_t i = 0; i < capture->nr_frames; i++) {
		*frame = capture->frames[i];
		if (n < (*frame)->nr_zones)
			return (*frame)->zones[n];
		n -= (*frame)->nr_zones;
	}
	return NULL;
}

static struct zone *find_zone(const struct capture *capture, const cJSON *want)
{
	const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(want, "zone"));

	return frame_find_zone(capture->frames[0], row_node(want), span_of(name));
}

/* buddyinfo, zoneinfo, kernel logs: a row per zone, in the order of the text */
static void compare_rows(const struct capture *capture, const cJSON *want)
{
	struct frame *frame;
	size_t n = 0;
	const cJSON *row;

	cJSON_ArrayForEach(row, want) {
		const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(row, "zone"));
		struct zone *zone = nth_zone(capture, n++, &frame);

		expect(zone, "zone %zu is missing", n);
		if (!zone)
			return;
		expect(!strcmp(zone->name, name) &&
		       zone->node == row_node(row),
		       "zone %zu is node %d %s", n, zone->node, zone->name);
		compare_zone(frame, zone, row);
	}
	expect(!nth_zone(capture, n, &frame), "there are more than %zu zones", n);
}

static void compare_type(const struct frame *frame, const struct zone *zone, const cJSON *want)
{
	int type = frame_find_type(frame, want->string);
	const cJSON *counts = cJSON_GetObjectItem(want, "counts");
	const cJSON *capped = cJSON_GetObjectItem(want, "capped_orders"), *order;

	expect(type >= 0, "%s: no type %s", zone->name, want->string);
	for (int i = 0; type >= 0 && i < cJSON_GetArraySize(counts); i++)
		expect_num(zone->name, want->string,
			   zone_get_type_free(zone, (unsigned int)type, (unsigned int)i),
			   cJSON_GetArrayItem(counts, i));
	cJSON_ArrayForEach(order, capped)
		expect(zone_get_type_free(zone, (unsigned int)type,
					  (unsigned int)order->valueint).state == NUM_CAPPED,
		       "%s: %s of order %d should be a lower bound", zone->name, want->string,
		       order->valueint);
}

static void compare_type_rows(const struct capture *capture, const cJSON *want)
{
	const struct frame *frame = capture->frames[0];
	const cJSON *row, *type;

	cJSON_ArrayForEach(row, want) {
		const cJSON *note = cJSON_GetObjectItem(row, "note");
		struct zone *zone = find_zone(capture, row);

		expect(zone, "a zone is missing");
		if (!zone)
			continue;
		expect(zone->partial == (note != NULL), "%s: partial is %d", zone->name,
		       zone->partial);
		cJSON_ArrayForEach(type, cJSON_GetObjectItem(row, "per_type"))
			compare_type(frame, zone, type);
		compare_zone(frame, zone, cJSON_GetObjectItem(row, "sum"));
	}
	expect((int)frame->nr_zones >= cJSON_GetArraySize(want), "%u zones", frame->nr_zones);
}

static void compare_blocks(const struct capture *capture, const cJSON *want, bool mixed)
{
	const cJSON *row, *type;

	cJSON_ArrayForEach(row, want) {
		const struct zone *zone = find_zone(capture, row);

		expect(zone, "a zone of a block table is missing");
		cJSON_ArrayForEach(type, cJSON_GetObjectItem(row, "types")) {
			int index = frame_find_type(capture->frames[0], type->string);
			struct num got = { 0 };

			if (zone && index >= 0)
				got = !mixed ? zone_get_type_blocks(zone, (unsigned int)index) :
				      zone->mixed_blocks ? zone->mixed_blocks[index] : got;
			expect_num(zone ? zone->name : "?", type->string, got, type);
		}
	}
}

static void compare_pagetypes(const struct capture *capture, const cJSON *want)
{
	expect_num("frame", "pageblock order", capture->frames[0]->pageblock_order,
		   cJSON_GetObjectItem(want, "page_block_order"));
	compare_type_rows(capture, cJSON_GetObjectItem(want, "zones"));
	compare_blocks(capture, cJSON_GetObjectItem(want, "blocks"), false);
	compare_blocks(capture, cJSON_GetObjectItem(want, "mixed_blocks"), true);
}

static void compare_counters(const struct capture *capture, const cJSON *want)
{
	const struct counters *counters = &capture->frames[0]->vmstat;
	const cJSON *key;

	expect(counters->nr == (unsigned int)cJSON_GetObjectItem(want, "lines")->valueint,
	       "%u counters", counters->nr);
	cJSON_ArrayForEach(key, cJSON_GetObjectItem(want, "keys"))
		expect_num("vmstat", key->string, counters_get(counters, key->string), key);
}

/* Kernel-printed indices as text: "0.984", "-1.000" */
static void compare_printed(const struct capture *capture, const cJSON *want)
{
	const cJSON *row;

	cJSON_ArrayForEach(row, want) {
		const cJSON *values = cJSON_GetObjectItem(row, "values");
		bool extfrag = cJSON_GetArrayItem(values, 0)->valuestring[0] == '-';
		const struct zone *zone = find_zone(capture, row);

		expect(zone && (extfrag ? zone->has_printed_extfrag : zone->has_printed_unusable),
		       "a row of %s is missing", extfrag ? "extfrag" : "unusable");
		for (int i = 0; zone && i < cJSON_GetArraySize(values); i++) {
			double mille = atof(cJSON_GetArrayItem(values, i)->valuestring) * 1000;
			int got = extfrag ? zone->printed_extfrag[i] : zone->printed_unusable[i];

			expect(got == (int)(mille < 0 ? mille - 0.5 : mille + 0.5),
			       "%s: printed index of order %d is %d", zone->name, i, got);
		}
	}
}

static uint64_t count_class(const struct zonemap *map, enum page_class class)
{
	uint64_t nr = 0;

	for (uint64_t i = 0; i < map->nr_pages; i++)
		nr += page_code_class(map->code[i]) == class;
	return nr;
}

static bool is_free_head(page_code code)
{
	return page_code_class(code) == PAGE_FREE && page_code_order(code) >= 0;
}

/* Both files come from kernels that flag heads only, so tails are among the words of zero. */
static void compare_pages(const struct capture *capture, const cJSON *want)
{
	const struct zonemap *map = capture->pagemap ? capture->pagemap->zones[0] : NULL;
	uint64_t nr_heads = 0, nr_zero;
	const cJSON *pfn;

	expect(map && map->orders_estimated, "heads only: orders should be estimates");
	if (!map)
		return;
	for (uint64_t i = 0; i < map->nr_pages; i++)
		nr_heads += is_free_head(map->code[i]);
	nr_zero = count_class(map, PAGE_NOFLAGS) + count_class(map, PAGE_FREE) - nr_heads;
	expect_num("pages", "entries", num_known(map->nr_pages),
		   cJSON_GetObjectItem(want, "entries"));
	expect_num("pages", "heads", num_known(nr_heads),
		   cJSON_GetObjectItem(want, "buddy_heads"));
	expect_num("pages", "zero", num_known(nr_zero), cJSON_GetObjectItem(want, "zero"));
	expect_num("pages", "slab", num_known(count_class(map, PAGE_SLAB)),
		   cJSON_GetObjectItem(want, "slab"));
	expect_num("pages", "nopage", num_known(count_class(map, PAGE_HOLE)),
		   cJSON_GetObjectItem(want, "nopage"));
	cJSON_ArrayForEach(pfn, cJSON_GetObjectItem(want, "first_buddy_pfns"))
		expect(is_free_head(map->code[pfn->valueint]), "no free head at %d",
		       pfn->valueint);
}

static void compare_file(const struct capture *capture, const cJSON *want)
{
	if (cJSON_IsArray(want)) {
		compare_rows(capture, want);
	} else if (cJSON_HasObjectItem(want, "entries")) {
		compare_pages(capture, want);
	} else if (cJSON_HasObjectItem(want, "lines")) {
		compare_counters(capture, want);
	} else if (cJSON_HasObjectItem(want, "printed")) {
		if (cJSON_GetArraySize(cJSON_GetObjectItem(want, "buddy")))
			compare_rows(capture, cJSON_GetObjectItem(want, "buddy"));
		compare_printed(capture, cJSON_GetObjectItem(want, "printed"));
	} else {
		compare_pagetypes(capture, want);
	}
}

/* What is legible but not for us: the error must name it. */
static void compare_refusal(const char *file, int ret, const struct err *err)
{
	const char *what = strstr(file, "compactsnoop") ? "compactsnoop" :
			   strstr(file, "trace") ? "ftrace" : "page-types";

	expect(ret == -EINVAL && strstr(err->text, what), "returned %d: %s", ret, err->text);
}

static bool file_is_right(const char *file)
{
	const cJSON *want = cJSON_GetObjectItem(corpus.expected, file);
	struct capture capture = { 0 };
	struct err err = { "" };
	size_t len;
	char *bytes = load(file, &len);
	int ret = capture_add(&capture, file, (struct span){ bytes, len }, &err);

	corpus.file = file;
	corpus.nr_wrong = 0;
	for (size_t i = 0; i < capture.nr_frames; i++) {
		struct err breach = { "" };

		expect(!frame_check(capture.frames[i], &breach), "%s", breach.text);
	}
	if (!want)
		compare_refusal(file, ret, &err);
	else if (ret || !capture.nr_frames)
		expect(false, "returned %d: %s", ret, err.text);
	else
		compare_file(&capture, want);
	capture_done(&capture);
	free(bytes);
	return !corpus.nr_wrong;
}

static void every_capture_gives_the_right_values(void **state)
{
	DIR *dir = opendir(corpus.folder);
	unsigned int nr = 0, nr_right = 0;
	struct dirent *entry;

	(void)state;
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
			continue;
		nr++;
		nr_right += file_is_right(entry->d_name);
	}
	closedir(dir);
	printf("%u of %u files right, %u fields compared\n", nr_right, nr, corpus.nr_fields);
	assert_int_equal(nr_right, nr);
	assert_true(nr >= (unsigned int)cJSON_GetArraySize(corpus.expected));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_capture_gives_the_right_values),
	};
	const char *folder = getenv("FRAGSCOPE_CORPUS"), *top = getenv("top_srcdir");
	char *json;
	size_t len;
	int ret;

	if (folder)
		snprintf(corpus.folder, sizeof(corpus.folder), "%s", folder);
	else
		snprintf(corpus.folder, sizeof(corpus.folder), "%s/../shared/inputs",
			 top ? top : ".");
	if (access(corpus.folder, R_OK)) {
		printf("no captures in %s; set FRAGSCOPE_CORPUS to their folder\n", corpus.folder);
		return SKIPPED;
	}
	json = load("expected.json", &len);
	corpus.expected = cJSON_ParseWithLength(json, len);
	free(json);
	ret = corpus.expected ? CHECK_MAIN(tests) : 1;
	cJSON_Delete(corpus.expected);
	return ret;
}
