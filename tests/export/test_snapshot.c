// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/export.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>

#include "../check.h"
#include "made_frame.h"

/* A snapshot in memory; the caller frees its bytes. */
static struct span written(const struct frame *frame, bool pages)
{
	struct err err = { "" };
	char *bytes = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&bytes, &len);

	assert_non_null(to);
	if (snapshot_write(frame, pages, to, &err))
		fail_msg("%s", err.text);
	fclose(to);
	return (struct span){ bytes, len };
}

static void drop(struct span bytes)
{
	free((char *)bytes.at);
}

static struct frame *read_back(struct span bytes, struct pagemap **map)
{
	struct err err = { "" };
	struct frame *frame;

	if (snapshot_read(bytes, &frame, map, &err))
		fail_msg("%s", err.text);
	assert_non_null(frame);
	return frame;
}

/* Reads what was written, compares, writes again, compares the bytes. */
static void assert_round_trip(struct frame *frame, bool pages)
{
	struct span first = written(frame, pages), second;
	struct pagemap *map;
	struct frame *back = read_back(first, &map);

	assert_true(snapshot_is(first));
	assert_frames_equal(frame, back);
	second = written(back, pages);
	assert_int_equal(first.len, second.len);
	assert_memory_equal(first.at, second.at, first.len);
	drop(first);
	drop(second);
	frame_free(back);
	pagemap_free(map);
}

static void every_field_comes_back_and_the_bytes_are_the_same(void **state)
{
	struct frame *frame = made_frame();

	(void)state;
	assert_round_trip(frame, false);
	assert_round_trip(frame, true);
	frame_free(frame);
}

/* A copy is packed: its tables have no room for more types. */
static void a_copy_of_a_frame_comes_back(void **state)
{
	struct frame *frame = made_frame(), *copy = frame_copy(frame);

	(void)state;
	assert_non_null(copy);
	assert_round_trip(copy, true);
	frame_free(frame);
	frame_free(copy);
}

static void a_frame_of_which_nothing_is_known_comes_back(void **state)
{
	struct frame *frame = frame_new();

	(void)state;
	assert_round_trip(frame, true);
	frame_free(frame);
}

static void a_page_map_comes_back_with_and_without_its_pages(void **state)
{
	struct frame *frame = made_frame();
	struct pagemap *map = made_pagemap(frame, 20000);
	struct pagemap *back_map;
	struct frame *back;
	struct span bytes;

	(void)state;
	assert_round_trip(frame, true);
	assert_round_trip(frame, false);

	bytes = written(frame, false);
	back = read_back(bytes, &back_map);
	assert_true(back_map->zones[0]->blocks_only);
	assert_ptr_equal(back->pagemap, back_map);
	assert_ptr_equal(back->zones[0]->map, back_map->zones[0]);
	assert_ptr_equal(back->zones[1]->map, back_map->zones[1]);
	assert_ptr_equal(back->zones[2]->map, back_map->zones[1]);
	assert_null(back->zones[3]->map);
	drop(bytes);
	/* Pages that are not there cannot be written, even when asked for. */
	bytes = written(back, true);
	assert_true(span_find(bytes, "page_codes") < 0);
	drop(bytes);
	frame_free(back);
	pagemap_free(back_map);
	frame_free(frame);
	pagemap_free(map);
}

static void a_large_map_is_compressed_and_comes_back(void **state)
{
	struct frame *frame = frame_new();
	struct pagemap *map;
	struct span bytes;

	(void)state;
	for (unsigned int i = 0; i < 3; i++)
		assert_non_null(frame_add_zone(frame, 0, SPAN("Normal")));
	assert_int_equal(frame_type(frame, SPAN("A")), 0);
	map = made_pagemap(frame, (65537ULL << 9) + 3);
	assert_round_trip(frame, true);
	bytes = written(frame, true);
	assert_true(span_find(bytes, "\"type\":\"u16\",\"count\":65538,"
				     "\"encoding\":\"zstd+base64\"") > 0);
	drop(bytes);
	frame_free(frame);
	pagemap_free(map);
}

static void numbers_do_not_depend_on_the_locale(void **state)
{
	struct frame *frame = made_frame();

	(void)state;
	if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8"))
		print_message("no locale with a decimal comma here\n");
	assert_round_trip(frame, true);
	setlocale(LC_ALL, "C");
	frame_free(frame);
}

static void bytes_that_are_no_text_become_question_marks(void **state)
{
	struct frame *frame = frame_new(), *back;
	struct span bytes, again;
	struct pagemap *map;

	(void)state;
	frame->host = "a\377b\303(\355\240\200\360\237";
	assert_int_equal(counters_add(&frame->vmstat, &frame->arena, SPAN("\377"), num_known(1)),
			 0);
	assert_int_equal(counters_add(&frame->vmstat, &frame->arena, SPAN("\376"), num_known(2)),
			 0);
	bytes = written(frame, false);
	back = read_back(bytes, &map);
	assert_string_equal(back->host, "a?b?(?????");
	assert_int_equal(back->vmstat.nr, 0);
	again = written(back, false);
	assert_int_equal(bytes.len, again.len);
	assert_memory_equal(bytes.at, again.at, bytes.len);
	drop(bytes);
	drop(again);
	frame_free(frame);
	frame_free(back);
}

static void a_counter_that_stands_twice_is_written_once(void **state)
{
	struct frame *frame = frame_new(), *back;
	struct pagemap *map;
	struct span bytes;

	(void)state;
	for (unsigned int i = 0; i < 3; i++)
		assert_int_equal(counters_add(&frame->vmstat, &frame->arena,
					      i == 1 ? SPAN("other") : SPAN("same"),
					      num_known(i)), 0);
	bytes = written(frame, false);
	back = read_back(bytes, &map);
	assert_int_equal(back->vmstat.nr, 2);
	assert_true(counters_get(&back->vmstat, "same").n == 0);
	drop(bytes);
	frame_free(frame);
	frame_free(back);
}

/* Takes out what snapshots had not yet when their first version was written. */
static void make_old(struct frame *frame, struct pagemap *map)
{
	frame->activity = NULL;
	frame->nr_cgroups = 0;
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		frame->zones[i]->compact = (struct zone_compact){ 0 };
	for (uint64_t i = 0; i < frame->detail->nr_pages; i++) {
		struct page_detail *page = &frame->detail->pages[i];

		*page = (struct page_detail){ page->flags, page->mapcount, page->cgroup_inode };
	}
	for (unsigned int i = 0; i < map->nr_zones; i++) {
		struct zonemap *zone = map->zones[i];

		memset(zone->visits, 0, zone->nr_blocks * sizeof(*zone->visits));
		memset(zone->misses, 0, zone->nr_blocks * sizeof(*zone->misses));
	}
}

static void assert_file_is_read(const char *name, bool old)
{
	const char *top = getenv("top_srcdir");
	struct frame *frame = made_frame(), *back;
	struct pagemap *map = made_pagemap(frame, 600), *back_map;
	static char bytes[65536];
	char path[512];
	FILE *file;
	size_t len;

	snprintf(path, sizeof(path), "%s/tests/fuzz/seeds/fuzz_snapshot/%s", top ? top : ".", name);
	file = fopen(path, "r");
	assert_non_null(file);
	len = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	back = read_back((struct span){ bytes, len }, &back_map);
	if (old)
		make_old(frame, map);
	assert_frames_equal(frame, back);
	frame_free(frame);
	frame_free(back);
	pagemap_free(map);
	pagemap_free(back_map);
}

/* Files that people have must stay readable. */
static void files_of_version_1_are_read(void **state)
{
	(void)state;
	assert_file_is_read("version-1-first.json", true);
	assert_file_is_read("version-1.json", false);
}

static void zeros_that_are_required_are_written(void **state)
{
	struct frame *frame = frame_new();

	(void)state;
	frame->nr_hugepools = 1;
	frame->hugepools = arena_alloc(&frame->arena, sizeof(*frame->hugepools));
	assert_round_trip(frame, false);
	frame_free(frame);
}

static void a_full_stream_is_told(void **state)
{
	struct frame *frame = made_frame();
	FILE *to = fopen("/dev/full", "w");
	struct err err = { "" };

	(void)state;
	if (to) {
		assert_int_equal(snapshot_write(frame, false, to, &err), -ENOSPC);
		assert_non_null(strstr(err.text, "; make room"));
		fclose(to);
	}
	frame_free(frame);
}

static void only_json_of_ours_looks_like_a_snapshot(void **state)
{
	(void)state;
	assert_true(snapshot_is(SPAN(" \n{\"x\":1,\"format\":\"fragscope-snapshot\"}")));
	assert_true(snapshot_is(SPAN("{\"format\":\"fragscope-report\"}")));
	assert_false(snapshot_is(SPAN("")));
	assert_false(snapshot_is(SPAN("{\"format\":\"other\"}")));
	assert_false(snapshot_is(SPAN("Node 0, zone \"fragscope-\"")));
	assert_false(snapshot_is((struct span){ "\0\0\0\0{", 5 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_comes_back_and_the_bytes_are_the_same),
		cmocka_unit_test(a_copy_of_a_frame_comes_back),
		cmocka_unit_test(a_frame_of_which_nothing_is_known_comes_back),
		cmocka_unit_test(a_page_map_comes_back_with_and_without_its_pages),
		cmocka_unit_test(a_large_map_is_compressed_and_comes_back),
		cmocka_unit_test(numbers_do_not_depend_on_the_locale),
		cmocka_unit_test(bytes_that_are_no_text_become_question_marks),
		cmocka_unit_test(a_counter_that_stands_twice_is_written_once),
		cmocka_unit_test(files_of_version_1_are_read),
		cmocka_unit_test(zeros_that_are_required_are_written),
		cmocka_unit_test(a_full_stream_is_told),
		cmocka_unit_test(only_json_of_ours_looks_like_a_snapshot),
	};

	return CHECK_MAIN(tests);
}
