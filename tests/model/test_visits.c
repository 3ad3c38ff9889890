// SPDX-License-Identifier: GPL-2.0-or-later
/* Visits of the free scanner, and whether they missed free pages. */
#include "fragscope/pagemap.h"

#include <string.h>

#include "../check.h"

#define SOME "aaaafaaa"
#define NONE "aaaaaaaa"

static struct zonemap *new_map(uint64_t nr)
{
	struct err err = { "" };
	struct zonemap *map = zonemap_new(0, nr, 3, 4, &err);

	if (!map)
		fail_msg("%s", err.text);
	return map;
}

static void note(struct zonemap *map, uint64_t pfn, uint64_t end_pfn, uint64_t nr_scanned,
		 uint64_t nr_taken, uint32_t time_ms)
{
	const struct zonemap_visit visit = { pfn, end_pfn, nr_scanned, nr_taken, time_ms };

	zonemap_note_visit(map, &visit);
}

/* f: one free page, F and what follows: a free block of 16, a: anonymous memory */
static void read_at(struct zonemap *map, const char *picture, uint32_t now_ms)
{
	page_code codes[64];
	size_t nr = strlen(picture);

	for (size_t i = 0; i < nr; i++)
		codes[i] = picture[i] == 'f' ? PAGE_CODE_FREE_HEAD :
			   picture[i] == 'F' ? PAGE_CODE_FREE_HEAD | 4 :
			   picture[i] == '-' ? PAGE_FREE : PAGE_ANON;
	zonemap_ingest_codes(map, 0, codes, nr, now_ms);
}

static void a_visit_misses_only_what_the_scanner_was_to_take(void **unused)
{
	struct zonemap *map = new_map(32);

	(void)unused;
	/* some free, none free, and one free block over two pageblocks */
	read_at(map, SOME NONE "F---------------", 1);
	for (uint64_t pfn = 0; pfn < 32; pfn += 8)
		note(map, pfn, pfn + 8, 1, 0, 5);
	note(map, 5, 8, 3, 1, 6);
	note(map, 32, 40, 1, 0, 7); /* outside */
	read_at(map, SOME NONE "F---------------", 8);
	assert_int_equal(map->visits[0], 2);
	assert_int_equal(map->misses[0], 1);
	assert_int_equal(map->visits[1], 1);
	assert_int_equal(map->misses[1], 0);
	assert_int_equal(map->visits[3], 1);
	assert_int_equal(map->misses[3], 0);
	zonemap_free(map);
}

static void pages_that_were_gone_before_the_visit_or_came_after_it_were_not_missed(void **unused)
{
	struct zonemap *map = new_map(8);

	(void)unused;
	read_at(map, SOME, 100);
	note(map, 0, 8, 1, 0, 200);
	assert_int_equal(map->misses[0], 0); /* nobody knows yet */
	read_at(map, NONE, 300);
	assert_int_equal(map->misses[0], 0);
	note(map, 0, 8, 1, 0, 400);
	read_at(map, SOME, 500);
	assert_int_equal(map->misses[0], 0);
	/* an event that arrives after a reading that it was before */
	note(map, 0, 8, 1, 0, 450);
	read_at(map, SOME, 600);
	assert_int_equal(map->misses[0], 0);
	/* the clock of readings wraps */
	read_at(map, SOME, UINT32_MAX - 10);
	note(map, 0, 8, 1, 0, 5);
	note(map, 0, 8, 1, 0, 6);
	read_at(map, SOME, 20);
	assert_int_equal(map->misses[0], 2);
	read_at(map, SOME, 30); /* told once */
	assert_int_equal(map->misses[0], 2);
	assert_int_equal(map->visits[0], 5);
	zonemap_free(map);
}

static void a_visit_misses_nothing_that_it_looked_at_or_did_not_come_to(void **unused)
{
	struct zonemap *map = new_map(8);

	(void)unused;
	read_at(map, SOME, 100);
	note(map, 0, 8, 8, 0, 200); /* each page, as around what the fast search has taken */
	note(map, 0, 3, 3, 0, 201); /* the zone's lock was wanted, or too little memory left */
	note(map, 6, 8, 1, 0, 202); /* the rest of a block */
	read_at(map, SOME, 300);
	assert_int_equal(map->visits[0], 3);
	assert_int_equal(map->misses[0], 0);
	zonemap_free(map);
}

static void visits_that_wait_for_the_next_reading_go_with_the_map(void **unused)
{
	struct zonemap *map = new_map(8);
	struct err err;

	(void)unused;
	read_at(map, SOME, 100);
	note(map, 0, 8, 1, 0, 200);
	assert_int_equal(zonemap_resize(map, 0, 16, 3, 4, &err), 0);
	read_at(map, SOME, 300);
	assert_int_equal(map->misses[0], 1);
	zonemap_free(map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_visit_misses_only_what_the_scanner_was_to_take),
		cmocka_unit_test(
			pages_that_were_gone_before_the_visit_or_came_after_it_were_not_missed),
		cmocka_unit_test(a_visit_misses_nothing_that_it_looked_at_or_did_not_come_to),
		cmocka_unit_test(visits_that_wait_for_the_next_reading_go_with_the_map),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
