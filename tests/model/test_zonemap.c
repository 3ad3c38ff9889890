// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/pagemap.h"

#include <errno.h>
#include <stdlib.h>

#include "fragscope/bits.h"

#include "../check.h"
#include "random.h"

#define FREE (1ULL << 10)
#define ANON (1ULL << 12 | 1ULL << 5)
#define SLAB (1ULL << 7)
#define HEAD (1ULL << 15)
#define TAIL (1ULL << 16)
#define HUGE (1ULL << 17)
#define NONE 0ULL

static const struct kpf_dialect modern = { .present_end = UINT64_MAX };
static const struct kpf_dialect heads_only = { .heads_only = true, .present_end = UINT64_MAX };

static void check(const struct zonemap *map)
{
	struct err err = { "" };

	if (zonemap_check(map, &err))
		fail_msg("%s", err.text);
}

static struct zonemap *new_map(uint64_t start, uint64_t nr, unsigned int block, unsigned int max)
{
	struct err err = { "" };
	struct zonemap *map = zonemap_new(start, nr, block, max, &err);

	if (!map)
		fail_msg("%s", err.text);
	return map;
}

/* Words written as a picture: f free, a anon, s slab, . without flags. */
static void ingest_picture(struct zonemap *map, uint64_t pfn, const char *picture,
			   const struct kpf_dialect *dialect)
{
	size_t nr = strlen(picture);
	uint64_t words[256];

	assert_true(nr <= 256);
	for (size_t i = 0; i < nr; i++)
		words[i] = picture[i] == 'f' ? FREE :
			   picture[i] == 'a' ? ANON :
			   picture[i] == 's' ? SLAB : NONE;
	zonemap_ingest(map, pfn, words, nr, dialect, 1);
}

/* The other way: a digit for the head of a free block, - for its tails. */
static void expect_picture(const struct zonemap *map, uint64_t pfn, const char *picture)
{
	char got[257] = "";
	size_t nr = strlen(picture);

	assert_true(nr <= 256);
	for (size_t i = 0; i < nr; i++) {
		page_code code = map->code[pfn + i - map->start_pfn];
		int order = page_code_order(code);

		got[i] = order >= 0 ? (char)('0' + order) :
			 code == PAGE_FREE ? '-' :
			 code == PAGE_ANON ? 'a' :
			 code == PAGE_SLAB ? 's' :
			 code == PAGE_NOFLAGS ? '.' :
			 code == PAGE_HOLE ? 'x' :
			 code == PAGE_UNREAD ? '?' : '!';
	}
	assert_string_equal(got, picture);
}

static void runs_split_into_the_largest_aligned_blocks(void **state)
{
	struct zonemap *map = new_map(0, 32, 3, 10);

	(void)state;
	ingest_picture(map, 0, "affffffffffffffffffaffafsfffffff", &modern);
	expect_picture(map, 0, "a01-2---3-------1-0a1-a0s01-2---");
	check(map);
	zonemap_free(map);
}

static void no_block_is_larger_than_the_largest_order(void **state)
{
	struct zonemap *map = new_map(0, 16, 3, 2);

	(void)state;
	ingest_picture(map, 0, "ffffffffffffffff", &modern);
	expect_picture(map, 0, "2---2---2---2---");
	check(map);
	zonemap_free(map);
	map = new_map(0, 4, 3, 0);
	ingest_picture(map, 0, "ffaf", &modern);
	expect_picture(map, 0, "00a0");
	check(map);
	zonemap_free(map);
}

static void blocks_do_not_reach_over_the_edges_of_a_span(void **state)
{
	struct zonemap *map = new_map(13, 10, 2, 4);

	(void)state;
	ingest_picture(map, 0, "ffffffffffffffffffffffffffffffff", &modern);
	expect_picture(map, 13, "01-2---1-0");
	assert_int_equal(map->nr_blocks, 3);
	assert_int_equal(zonemap_block_pages(map, 0), 3);
	assert_int_equal(zonemap_block_pages(map, 2), 3);
	assert_int_equal(map->free[1], 4);
	check(map);
	zonemap_free(map);
}

static void before_4_6_tails_of_free_blocks_have_no_flags(void **state)
{
	struct zonemap *map = new_map(0, 24, 3, 10);

	(void)state;
	/* pages 8 to 11 and 12 to 15 are two blocks: the second head ends the first */
	ingest_picture(map, 0, "af.a....f...f...f.......", &heads_only);
	expect_picture(map, 0, "a0.a....2---2---3-------");
	assert_true(map->orders_estimated);
	assert_int_equal(map->free[0], 1);
	check(map);
	zonemap_free(map);
}

static void heads_only_blocks_respect_alignment_and_room(void **state)
{
	struct zonemap *map = new_map(2, 14, 4, 3);

	(void)state;
	ingest_picture(map, 2, "f.....f.......", &heads_only);
	expect_picture(map, 2, "1-....3-------");
	check(map);
	ingest_picture(map, 2, "f..a..f....a..", &heads_only);
	expect_picture(map, 2, "1-.a..2---.a..");
	check(map);
	zonemap_free(map);
}

static void the_dialect_shows_in_pairs_of_free_pages(void **state)
{
	uint64_t words[8] = { FREE, NONE, ANON, FREE, FREE, ANON, FREE, NONE };

	(void)state;
	assert_true(kpf_guess_dialect(0, words, 8).heads_only);
	/* pages 3 and 4 are neighbours, but no block */
	assert_true(kpf_guess_dialect(16, words, 8).heads_only);
	assert_false(kpf_guess_dialect(1, words, 8).heads_only);
	words[7] = FREE;
	assert_false(kpf_guess_dialect(0, words, 8).heads_only);
	assert_false(kpf_guess_dialect(0, words + 1, 2).heads_only);
	assert_false(kpf_guess_dialect(0, words, 0).heads_only);
}

static void pages_beyond_the_end_of_memory_are_holes(void **state)
{
	const struct kpf_dialect short_file = { .present_end = 6 };
	struct zonemap *map = new_map(0, 8, 2, 3);

	(void)state;
	ingest_picture(map, 0, "affffaff", &short_file);
	expect_picture(map, 0, "a01-0axx");
	assert_int_equal(map->count[PAGE_HOLE][1], 2);
	check(map);
	zonemap_free(map);
}

static void pages_without_flags_outside_of_ram_are_holes(void **state)
{
	const struct kpf_gap gaps[] = { { 3, 6, PAGE_HOLE, false } };
	const struct kpf_dialect dialect = {
		.present_end = UINT64_MAX, .gaps = gaps, .nr_gaps = 1,
	};
	struct zonemap *map = new_map(0, 8, 2, 3);

	(void)state;
	/* what has flags is there, whatever the gap says */
	ingest_picture(map, 0, "0000a000", &dialect);
	assert_int_equal(map->code[2], PAGE_NOFLAGS);
	assert_int_equal(map->code[3], PAGE_HOLE);
	assert_int_equal(map->code[4], PAGE_ANON);
	assert_int_equal(map->code[5], PAGE_HOLE);
	assert_int_equal(map->code[6], PAGE_NOFLAGS);
	check(map);
	zonemap_free(map);
}

static void only_whole_blocks_are_unmanaged(void **state)
{
	const struct kpf_gap gaps[] = { { 2, 100, PAGE_UNMANAGED, true } };
	const struct kpf_dialect dialect = {
		.present_end = UINT64_MAX, .gaps = gaps, .nr_gaps = 1,
	};
	struct zonemap *map = new_map(0, 18, 2, 3);

	(void)state;
	/* block 0 begins before the gap, block 2 holds a page in use, block 4 ends with the span */
	ingest_picture(map, 0, "0000000000a0000000", &dialect);
	assert_int_equal(map->count[PAGE_UNMANAGED][0], 0);
	assert_int_equal(map->count[PAGE_UNMANAGED][1], 4);
	assert_int_equal(map->count[PAGE_UNMANAGED][2], 0);
	assert_int_equal(map->count[PAGE_UNMANAGED][3], 4);
	assert_int_equal(map->count[PAGE_UNMANAGED][4], 2);
	check(map);
	zonemap_free(map);
}

static void unread_pages_stay_unread(void **state)
{
	struct zonemap *map = new_map(0, 32, 3, 3);

	(void)state;
	check(map);
	ingest_picture(map, 8, "ffffaaaa", &modern);
	expect_picture(map, 0, "????????2---aaaa????????????????");
	assert_int_equal(map->count[PAGE_UNREAD][0], 8);
	assert_int_equal(map->read_ms[0], 0);
	assert_int_equal(map->read_ms[1], 1);
	check(map);
	zonemap_free(map);
}

static void large_folios_get_their_order_from_their_tails(void **state)
{
	uint64_t words[64] = { [8] = ANON | HEAD };
	struct zonemap *map = new_map(0, 64, 4, 10);

	(void)state;
	for (int i = 9; i < 16; i++)
		words[i] = ANON | TAIL;
	words[32] = HUGE | HEAD;
	for (int i = 33; i < 64; i++)
		words[i] = HUGE | TAIL;
	/* two folios of order 1, back to back */
	words[16] = words[18] = 1ULL << 5 | HEAD;
	words[17] = words[19] = 1ULL << 5 | TAIL;
	zonemap_ingest(map, 0, words, 64, &modern, 1);
	assert_int_equal(map->code[8], PAGE_CODE_ANON_HEAD | 3);
	assert_int_equal(map->code[9], PAGE_ANON_LARGE);
	assert_int_equal(map->code[16], PAGE_CODE_FILE_HEAD | 1);
	assert_int_equal(map->code[18], PAGE_CODE_FILE_HEAD | 1);
	assert_int_equal(map->code[32], PAGE_CODE_HUGE_HEAD | 5);
	assert_int_equal(map->count[PAGE_ANON_LARGE][0], 8);
	assert_int_equal(map->count[PAGE_HUGETLB][2], 16);
	check(map);
	zonemap_free(map);
}

static void a_large_free_block_covers_the_pageblocks_it_spans(void **state)
{
	struct zonemap *map = new_map(0, 64, 2, 5);

	(void)state;
	ingest_picture(map, 0, "aaaaffffffffffffffffffffffffffff"
			       "ffffffffffffffffffffffffffffffff", &modern);
	expect_picture(map, 0, "aaaa2---3-------4---------------"
			       "5-------------------------------");
	assert_int_equal(map->largest[1], 3);
	assert_int_equal(map->largest[2], 4);
	assert_int_equal(map->largest[3], 4);
	assert_int_equal(map->head_align[2], 3);
	assert_int_equal(map->head_align[3], 0);
	assert_int_equal(map->largest[15], 6);
	check(map);
	zonemap_free(map);
}

static void the_widest_stride_is_that_of_the_best_placed_head(void **state)
{
	struct zonemap *map = new_map(0, 64, 5, 5);

	(void)state;
	ingest_picture(map, 0, "aaaaafaaaaaaaaaaaaaafaaaaaafaaaa"
			       "aaaaaaaaaaaaaaaafaaaaaaaaaaaaaaa", &modern);
	assert_int_equal(map->head_align[0], 2 + 1);
	assert_int_equal(map->head_align[1], 4 + 1);
	zonemap_free(map);
}

static void shapes_that_cannot_be_are_refused(void **state)
{
	struct err err = { "" };

	(void)state;
	assert_null(zonemap_new(0, 16, 16, 10, &err));
	assert_non_null(strstr(err.text, "pageblock order 16"));
	assert_null(zonemap_new(0, 0, 9, 10, &err));
	assert_null(zonemap_new(UINT64_MAX - 5, 10, 9, 10, &err));
	assert_null(zonemap_new(5, UINT64_MAX - 2, 9, 10, &err));
	assert_null(zonemap_new(0, 16, 9, 32, &err));
	assert_null(zonemap_new(0, (1ULL << 40) + 1, 0, 10, &err));
}

static void slices_outside_the_span_change_nothing(void **state)
{
	struct zonemap *map = new_map(100, 8, 2, 2);
	uint64_t words[32];

	(void)state;
	for (int i = 0; i < 32; i++)
		words[i] = FREE;
	zonemap_ingest(map, 0, words, 32, &modern, 1);
	zonemap_ingest(map, 108, words, 32, &modern, 1);
	zonemap_ingest(map, UINT64_MAX - 3, words, 32, &modern, 1);
	zonemap_ingest(map, 100, words, 0, &modern, 1);
	expect_picture(map, 100, "????????");
	check(map);
	zonemap_free(map);
}

static void codes_without_meaning_become_unread(void **state)
{
	const page_code codes[8] = { PAGE_CODE_FREE_HEAD | 1, PAGE_FREE, 0xff, 0x1f, PAGE_SLAB,
				     PAGE_ANON, 0xa0, PAGE_CODE_ANON_HEAD | 0 };
	struct zonemap *map = new_map(0, 8, 3, 3);

	(void)state;
	zonemap_ingest_codes(map, 0, codes, 8, 7);
	expect_picture(map, 0, "1-??sa?0");
	assert_int_equal(map->read_ms[0], 7);
	check(map);
	zonemap_free(map);
}

static void the_check_finds_broken_maps(void **state)
{
	static const page_code broken[][4] = {
		{ PAGE_FREE, PAGE_ANON, PAGE_ANON, PAGE_ANON },
		{ PAGE_CODE_FREE_HEAD | 1, PAGE_ANON, PAGE_ANON, PAGE_ANON },
		{ PAGE_ANON, PAGE_CODE_FREE_HEAD | 1, PAGE_FREE, PAGE_ANON },
		{ PAGE_CODE_FREE_HEAD | 2, PAGE_FREE, PAGE_CODE_FREE_HEAD, PAGE_FREE },
		{ PAGE_CODE_FREE_HEAD | 3, PAGE_FREE, PAGE_FREE, PAGE_FREE },
	};
	struct zonemap *map = new_map(0, 4, 1, 2);
	struct err err = { "" };

	(void)state;
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		zonemap_ingest_codes(map, 0, broken[i], 4, 1);
		assert_int_equal(zonemap_check(map, &err), -EINVAL);
	}
	ingest_picture(map, 0, "faff", &modern);
	check(map);
	map->free[0]++;
	assert_int_equal(zonemap_check(map, &err), -EINVAL);
	map->free[0]--;
	map->head_align[1] = 0;
	assert_int_equal(zonemap_check(map, &err), -EINVAL);
	/* without codes only the sums are known */
	memset(map->code, PAGE_UNREAD, 4);
	map->blocks_only = true;
	check(map);
	map->count[PAGE_ANON][0]++;
	assert_int_equal(zonemap_check(map, &err), -EINVAL);
	zonemap_free(map);
}

/* What zonemap_ingest() must make of the words, one page and one order at a time. */
static void ingest_slowly(page_code *codes, uint64_t start, uint64_t nr, const uint64_t *words,
			  unsigned int max_order)
{
	for (uint64_t i = 0; i < nr; i++)
		codes[i] = page_classify(words[i]);
	for (int order = (int)max_order; order >= 0; order--) {
		uint64_t size = 1ULL << order;
		uint64_t pfn = bits_align_up(start, (unsigned int)order);

		for (; pfn + size <= start + nr; pfn += size) {
			page_code *head = codes + (pfn - start);
			uint64_t k = 0;

			/* tails of larger blocks are set aside as 0xff until the end */
			while (k < size && head[k] == PAGE_FREE)
				k++;
			if (k < size)
				continue;
			memset(head, 0xff, size);
			*head = (page_code)(PAGE_CODE_FREE_HEAD | order);
		}
	}
	for (uint64_t i = 0; i < nr; i++)
		if (codes[i] == 0xff)
			codes[i] = PAGE_FREE;
}

static void fill_words(uint64_t *words, uint64_t nr, uint64_t *seed, uint64_t longest)
{
	static const uint64_t kinds[] = { FREE, FREE, FREE | 1ULL << 3, ANON, ANON | 1ULL << 6,
					  NONE, SLAB, 1ULL << 26, 1ULL << 32, 1ULL << 5 };
	uint64_t i = 0;

	while (i < nr) {
		uint64_t word = kinds[random_below(seed, sizeof(kinds) / sizeof(kinds[0]))];
		uint64_t run = 1 + random_below(seed, longest);

		while (run-- && i < nr)
			words[i++] = word;
	}
}

/* Ingests the words in pieces of a few largest free blocks, in no order. */
static void ingest_in_pieces(struct zonemap *map, const uint64_t *words, uint64_t *seed)
{
	uint64_t piece = (1ULL << map->max_order) * (1 + random_below(seed, 3));
	uint64_t first = bits_align_down(map->start_pfn, map->max_order);
	uint64_t end = map->start_pfn + map->nr_pages;
	uint64_t nr_pieces = (end - first + piece - 1) / piece;
	uint64_t at = random_below(seed, nr_pieces);

	for (uint64_t i = 0; i < nr_pieces; i++) {
		uint64_t from = first + (at + i) % nr_pieces * piece;
		uint64_t to = from + piece < end ? from + piece : end;

		if (from < map->start_pfn)
			from = map->start_pfn;
		zonemap_ingest(map, from, words + (from - map->start_pfn), to - from, &modern, 9);
	}
}

static void random_memory_is_split_as_a_slow_reference_says(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int round = 0; round < 400; round++) {
		uint64_t start = random_below(&seed, 5000);
		uint64_t nr = 1 + random_below(&seed, round % 8 ? 5000 : 200000);
		unsigned int block = (unsigned int)random_below(&seed, 16);
		unsigned int max = (unsigned int)random_below(&seed, round % 2 ? 11 : 21);
		struct zonemap *map = new_map(start, nr, block, max);
		uint64_t *words = calloc(nr, sizeof(*words));
		page_code *codes = malloc(nr);

		fill_words(words, nr, &seed, 1ULL << random_below(&seed, 14));
		ingest_slowly(codes, start, nr, words, max);
		ingest_in_pieces(map, words, &seed);
		assert_memory_equal(map->code, codes, nr);
		check(map);
		free(codes);
		free(words);
		zonemap_free(map);
	}
}

static void orders_are_counted_from_the_codes(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int round = 0; round < 50; round++) {
		struct zonemap *map = new_map(random_below(&seed, 600), 20000,
					      (unsigned int)random_below(&seed, 12), 10);
		uint64_t words[20000], counted[11], want[11] = { 0 };

		fill_words(words, 20000, &seed, 1ULL << random_below(&seed, 13));
		zonemap_ingest(map, map->start_pfn, words, 20000, &modern, 1);
		for (int i = 0; i < 20000; i++)
			if (page_code_class(map->code[i]) == PAGE_FREE &&
			    page_code_order(map->code[i]) >= 0)
				want[page_code_order(map->code[i])]++;
		zonemap_count_orders(map, counted);
		assert_memory_equal(counted, want, sizeof(want));
		zonemap_free(map);
	}
}

static void a_pagemap_finds_its_zones(void **state)
{
	struct pagemap *map = pagemap_new();
	struct zonemap *zone = new_map(0, 100, 9, 10);

	(void)state;
	strcpy(zone->name, "Normal");
	zone->node = 1;
	assert_int_equal(pagemap_add(map, zone), 0);
	assert_int_equal(pagemap_add(map, new_map(100, 50, 9, 10)), 0);
	assert_ptr_equal(pagemap_find(map, 1, "Normal"), zone);
	assert_null(pagemap_find(map, 0, "Normal"));
	assert_int_equal(map->nr_pages, 150);
	pagemap_free(map);
	pagemap_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_split_into_the_largest_aligned_blocks),
		cmocka_unit_test(no_block_is_larger_than_the_largest_order),
		cmocka_unit_test(blocks_do_not_reach_over_the_edges_of_a_span),
		cmocka_unit_test(before_4_6_tails_of_free_blocks_have_no_flags),
		cmocka_unit_test(heads_only_blocks_respect_alignment_and_room),
		cmocka_unit_test(the_dialect_shows_in_pairs_of_free_pages),
		cmocka_unit_test(pages_beyond_the_end_of_memory_are_holes),
		cmocka_unit_test(pages_without_flags_outside_of_ram_are_holes),
		cmocka_unit_test(only_whole_blocks_are_unmanaged),
		cmocka_unit_test(unread_pages_stay_unread),
		cmocka_unit_test(large_folios_get_their_order_from_their_tails),
		cmocka_unit_test(a_large_free_block_covers_the_pageblocks_it_spans),
		cmocka_unit_test(the_widest_stride_is_that_of_the_best_placed_head),
		cmocka_unit_test(shapes_that_cannot_be_are_refused),
		cmocka_unit_test(slices_outside_the_span_change_nothing),
		cmocka_unit_test(codes_without_meaning_become_unread),
		cmocka_unit_test(the_check_finds_broken_maps),
		cmocka_unit_test(random_memory_is_split_as_a_slow_reference_says),
		cmocka_unit_test(orders_are_counted_from_the_codes),
		cmocka_unit_test(a_pagemap_finds_its_zones),
	};

	return CHECK_MAIN(tests);
}
