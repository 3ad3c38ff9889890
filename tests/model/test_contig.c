// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/contig.h"

#include <stdlib.h>

#include "fragscope/bits.h"

#include "../check.h"
#include "random.h"

#define FREE (1ULL << 10)
#define ANON (1ULL << 12 | 1ULL << 5)
#define SLAB (1ULL << 7)
#define HOLE (1ULL << 20)

static const struct kpf_dialect modern = { .present_end = UINT64_MAX };

/* Memory from a picture: f free, a movable, s unmovable, . unknown, x no memory. */
static struct zonemap *picture(uint64_t start, unsigned int pageblock_order, const char *pages)
{
	size_t nr = strlen(pages);
	uint64_t *words = calloc(nr, sizeof(*words));
	struct zonemap *map = zonemap_new(start, nr, pageblock_order, 4, NULL);

	for (size_t i = 0; i < nr; i++)
		words[i] = pages[i] == 'f' ? FREE :
			   pages[i] == 'a' ? ANON :
			   pages[i] == 's' ? SLAB :
			   pages[i] == 'x' ? HOLE : 0;
	zonemap_ingest(map, start, words, nr, &modern, 1);
	free(words);
	return map;
}

static void runs_cross_block_borders(void **state)
{
	struct zonemap *map = picture(0, 2, "affffffaffffaaaaaffffffffffffffffffffff");
	struct contig_histogram hist;

	(void)state;
	contig_histogram(map, &hist);
	assert_int_equal(hist.runs[2], 2);
	assert_int_equal(hist.pages[2], 10);
	assert_int_equal(hist.runs[4], 1);
	assert_int_equal(hist.pages[4], 22);
	assert_int_equal(hist.longest, 22);
	zonemap_free(map);
}

static void blocks_of_any_size_are_counted(void **state)
{
	struct zonemap *map = picture(3, 3, "fffffffffffffffffffffafffff");

	(void)state;
	/* pages 3 to 23 and 25 to 29 are free */
	assert_int_equal(contig_blocks_now(map, 1), 26);
	assert_int_equal(contig_blocks_now(map, 2), 10 + 2);
	assert_int_equal(contig_blocks_now(map, 4), 5);
	assert_int_equal(contig_blocks_now(map, 16), 0);
	/* three pages aligned to two: 4, 8, 12, 16, 20; 26 */
	assert_int_equal(contig_blocks_now(map, 3), 6);
	/* twelve pages aligned to eight: 8 */
	assert_int_equal(contig_blocks_now(map, 12), 1);
	assert_int_equal(contig_blocks_now(map, 0), 0);
	assert_int_equal(contig_blocks_now(map, UINT64_MAX), 0);
	zonemap_free(map);
}

static void blocks_above_the_largest_order_are_found(void **state)
{
	struct zonemap *map = picture(0, 2, "ffffffffffffffffffffffffffffffff"
					    "ffffffffffffffffffffffffffffffff");
	struct contig_outlook out;

	(void)state;
	assert_int_equal(contig_blocks_now(map, 64), 1);
	assert_int_equal(contig_blocks_now(map, 48), 1);
	contig_outlook(map, 6, 0, &out);
	assert_int_equal(out.now, 1);
	assert_int_equal(out.moves, 0);
	zonemap_free(map);
}

static void compaction_clears_the_cheapest_blocks_first(void **state)
{
	/* blocks of 4: free; 1, 3, 2 and 4 movable; unmovable; unknown; hole */
	struct zonemap *map = picture(0, 2, "ffff" "faff" "aafa" "faaf" "aaaa" "fsaa" "f.ff" "xxff");
	struct contig_outlook out;

	(void)state;
	contig_outlook(map, 2, 0, &out);
	assert_int_equal(out.now, 1);
	assert_int_equal(out.clearable, 5);
	assert_int_equal(out.blocked, 2);
	assert_int_equal(out.blocked_unknown, 1);
	/* 4 + 3 + 1 + 2 + 1 + 3 + 2 = 16 free pages make 4 blocks: 1 + 2 + 3 moves */
	assert_int_equal(out.reachable, 4);
	assert_int_equal(out.moves, 6);
	assert_int_equal(contig_moves_for(map, 2, 0, 1), 0);
	assert_int_equal(contig_moves_for(map, 2, 0, 2), 1);
	assert_int_equal(contig_moves_for(map, 2, 0, 3), 3);
	assert_int_equal(contig_moves_for(map, 2, 0, 4), 6);
	assert_true(contig_moves_for(map, 2, 0, 5) == UINT64_MAX);
	assert_int_equal(contig_moves_for(map, 2, 0, 0), 0);
	zonemap_free(map);
}

/* Compaction takes no folio of the wanted size or above, nor any hugetlb page. */
static void folios_that_fill_a_block_stay(void **state)
{
	struct zonemap *map = zonemap_new(0, 2048, 9, 10, NULL);
	page_code codes[2048];
	struct contig_outlook out;

	(void)state;
	memset(codes, PAGE_FREE, sizeof(codes));
	codes[0] = PAGE_CODE_FREE_HEAD | 9;
	memset(codes + 512, PAGE_ANON_LARGE, 512);  /* one of order 9 */
	codes[512] = PAGE_CODE_ANON_HEAD | 9;
	memset(codes + 1024, PAGE_FILE_LARGE, 512); /* eight of order 6 */
	for (int i = 1024; i < 1536; i += 64)
		codes[i] = PAGE_CODE_FILE_HEAD | 6;
	memset(codes + 1536, PAGE_HUGETLB, 512);
	for (int i = 1536; i < 2048; i += 16)
		codes[i] = PAGE_CODE_HUGE_HEAD | 4;
	zonemap_ingest_codes(map, 0, codes, 2048, 1);
	contig_outlook(map, 9, 0, &out);
	assert_int_equal(out.clearable, 2);
	assert_int_equal(out.blocked_folio, 1);
	assert_int_equal(out.blocked, 2);
	contig_outlook(map, 6, 0, &out);
	assert_int_equal(out.clearable, 8);
	assert_int_equal(out.blocked_folio, 16);
	assert_int_equal(out.blocked, 24);
	contig_outlook(map, 7, 0, &out);
	assert_int_equal(out.clearable, 8);
	assert_int_equal(out.blocked_folio, 4);
	contig_outlook(map, 7, 1u << PAGE_FILE_LARGE, &out);
	assert_int_equal(out.clearable, 4);
	zonemap_free(map);
}

static void orders_beyond_the_zone_give_nothing(void **state)
{
	struct zonemap *map = picture(5, 2, "ffffffff");
	struct contig_outlook out;

	(void)state;
	for (unsigned int order = 3; order < 70; order++) {
		contig_outlook(map, order, 0, &out);
		assert_int_equal(out.now + out.clearable + out.reachable + out.blocked, 0);
		assert_true(contig_moves_for(map, order, 0, 1) == UINT64_MAX);
	}
	zonemap_free(map);
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* The definition, page by page, with all costs sorted. */
static void outlook_slowly(const struct zonemap *map, unsigned int order, struct contig_outlook *out)
{
	uint64_t size = 1ULL << order, nr_costs = 0, free_pages = 0;
	uint64_t *costs = malloc((map->nr_pages / size + 1) * sizeof(*costs));
	uint64_t pfn = bits_align_up(map->start_pfn, order);

	memset(out, 0, sizeof(*out));
	for (uint64_t i = 0; i < map->nr_pages; i++)
		free_pages += page_code_class(map->code[i]) == PAGE_FREE;
	for (; pfn + size <= map->start_pfn + map->nr_pages; pfn += size) {
		uint64_t nr[5] = { 0 };

		for (uint64_t i = 0; i < size; i++)
			nr[page_class_info(page_code_class(map->code[pfn + i - map->start_pfn]))
				   ->mobility]++;
		if (nr[MOBILITY_NONE])
			continue;
		if (nr[MOBILITY_UNMOVABLE] || nr[MOBILITY_UNKNOWN]) {
			out->blocked++;
			out->blocked_unknown += !nr[MOBILITY_UNMOVABLE];
			continue;
		}
		out->clearable++;
		out->now += nr[MOBILITY_FREE] == size;
		if (nr[MOBILITY_FREE] < size)
			costs[nr_costs++] = size - nr[MOBILITY_FREE];
	}
	qsort(costs, nr_costs, sizeof(*costs), compare);
	out->reachable = free_pages / size < out->clearable ? free_pages / size : out->clearable;
	for (uint64_t i = 0; i < out->reachable - out->now; i++)
		out->moves += costs[i];
	free(costs);
}

static void fill_words(uint64_t *words, uint64_t nr, uint64_t *seed)
{
	static const uint64_t kinds[] = { FREE, FREE, FREE, ANON, ANON, ANON, ANON, SLAB, HOLE, 0 };
	uint64_t kind_limit = 6 + random_below(seed, 5);
	uint64_t longest = 1ULL << random_below(seed, 13);

	for (uint64_t i = 0, run = 0, word = 0; i < nr; i++, run--) {
		if (!run) {
			run = 1 + random_below(seed, longest);
			word = kinds[random_below(seed, kind_limit)];
			/* what hinders is small */
			if (word != FREE && word != ANON)
				run = 1;
		}
		words[i] = word;
	}
}

static void outlooks_equal_a_slow_reference(void **state)
{
	uint64_t seed = 21;

	(void)state;
	for (int round = 0; round < 300; round++) {
		uint64_t start = random_below(&seed, 3000);
		uint64_t nr = 1 + random_below(&seed, round % 6 ? 20000 : 400000);
		struct zonemap *map = zonemap_new(start, nr, (unsigned int)random_below(&seed, 16),
						  10, NULL);
		uint64_t *words = calloc(nr, sizeof(*words));

		fill_words(words, nr, &seed);
		zonemap_ingest(map, start, words, nr, &modern, 1);
		for (unsigned int order = round % 3; order < 19; order += 3) {
			struct contig_outlook fast, slow;

			contig_outlook(map, order, 0, &fast);
			outlook_slowly(map, order, &slow);
			assert_memory_equal(&fast, &slow, sizeof(fast));
			assert_int_equal(contig_moves_for(map, order, 0, slow.reachable), slow.moves);
		}
		free(words);
		zonemap_free(map);
	}
}

static void blocks_now_equal_a_slow_reference(void **state)
{
	uint64_t seed = 31;

	(void)state;
	for (int round = 0; round < 300; round++) {
		uint64_t start = random_below(&seed, 3000), nr = 1 + random_below(&seed, 20000);
		struct zonemap *map = zonemap_new(start, nr, (unsigned int)random_below(&seed, 12),
						  10, NULL);
		uint64_t *words = calloc(nr, sizeof(*words));
		uint64_t size = 1 + random_below(&seed, 1ULL << random_below(&seed, 11));
		uint64_t want = 0, pfn, run = 0;
		struct contig_histogram hist;

		fill_words(words, nr, &seed);
		zonemap_ingest(map, start, words, nr, &modern, 1);
		/* greedy: the end of a free range is a block if its start is aligned */
		for (pfn = start; pfn < start + nr; pfn++) {
			run = words[pfn - start] == FREE ? run + 1 : 0;
			if (run >= size && !((pfn + 1 - size) % (1ULL << bits_log2(size)))) {
				want++;
				run = 0;
			}
		}
		assert_int_equal(contig_blocks_now(map, size), want);
		contig_histogram(map, &hist);
		want = 0;
		for (uint64_t i = 0; i < nr; i++)
			want += words[i] == FREE && (!i || words[i - 1] != FREE);
		for (int b = 0; b < CONTIG_BUCKETS; b++)
			want -= hist.runs[b];
		assert_int_equal(want, 0);
		free(words);
		zonemap_free(map);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_cross_block_borders),
		cmocka_unit_test(blocks_of_any_size_are_counted),
		cmocka_unit_test(blocks_above_the_largest_order_are_found),
		cmocka_unit_test(compaction_clears_the_cheapest_blocks_first),
		cmocka_unit_test(folios_that_fill_a_block_stay),
		cmocka_unit_test(orders_beyond_the_zone_give_nothing),
		cmocka_unit_test(outlooks_equal_a_slow_reference),
		cmocka_unit_test(blocks_now_equal_a_slow_reference),
	};

	return CHECK_MAIN(tests);
}
