// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>

#include "fragscope/contig.h"
#include "fragscope/residue.h"

#include "../check.h"
#include "random.h"

#define NR_ORDERS 20

static const uint64_t kinds[] = { 1ULL << 10, 1ULL << 12 | 1ULL << 5, 1ULL << 7, 1ULL << 20, 0 };

static const struct kpf_dialect modern = { .present_end = UINT64_MAX };

/* All that is told as a sum over a map. */
struct sums {
	struct residue residue;
	struct contig_histogram histogram;
	struct contig_outlook outlook[NR_ORDERS];
};

static void sum_up(const struct zonemap *map, struct sums *sums)
{
	residue_compute(map, &sums->residue);
	contig_histogram(map, &sums->histogram);
	for (unsigned int order = 0; order < NR_ORDERS; order++)
		contig_outlook(map, order, order % 2 ? 1u << PAGE_ANON : 0, &sums->outlook[order]);
}

static void fill(uint64_t *words, uint64_t nr, uint64_t *seed)
{
	uint64_t longest = 1ULL << random_below(seed, 15);

	for (uint64_t i = 0, run = 0, word = 0; i < nr; i++, run--) {
		if (!run) {
			run = 1 + random_below(seed, longest);
			word = kinds[random_below(seed, 8) % 5];
		}
		words[i] = word;
	}
}

/* Pages are read again here and there, in slices as a sweep reads them. */
static void read_again(struct zonemap *map, uint64_t *words, uint64_t *seed)
{
	const uint64_t end = map->start_pfn + map->nr_pages;

	for (int i = 0; i < 5; i++) {
		uint64_t slice = 1ULL << (map->max_order + random_below(seed, 4));
		uint64_t pfn = (map->start_pfn + random_below(seed, map->nr_pages)) / slice * slice;
		uint64_t last = pfn + slice < end ? pfn + slice : end;

		if (pfn < map->start_pfn)
			pfn = map->start_pfn;
		fill(words + (pfn - map->start_pfn), last - pfn, seed);
		zonemap_ingest(map, pfn, words + (pfn - map->start_pfn), last - pfn, &modern, 2);
	}
}

static void sums_follow_what_is_read_again(void **state)
{
	uint64_t seed = 23;
	struct sums kept, made;

	(void)state;
	for (int round = 0; round < 40; round++) {
		uint64_t start = random_below(&seed, 20000), nr = 1 + random_below(&seed, 100000);
		unsigned int block = (unsigned int)random_below(&seed, 16);
		unsigned int max = (unsigned int)random_below(&seed, 12);
		struct zonemap *map = zonemap_new(start, nr, block, max, NULL);
		uint64_t *words = malloc(nr * sizeof(*words));

		fill(words, nr, &seed);
		zonemap_ingest(map, start, words, nr, &modern, 1);
		for (int i = 0; i < 3; i++) {
			struct zonemap *other = zonemap_new(start, nr, block, max, NULL);

			sum_up(map, &kept);
			read_again(map, words, &seed);
			sum_up(map, &kept);
			zonemap_ingest(other, start, words, nr, &modern, 1);
			sum_up(other, &made);
			assert_memory_equal(&kept, &made, sizeof(kept));
			zonemap_free(other);
		}
		free(words);
		zonemap_free(map);
	}
}

/* The sections of which nothing was read are not counted one by one. */
static void unread_sections_count_too(void **state)
{
	struct zonemap *map = zonemap_new(5000, 300000, 9, 10, NULL);
	struct zonemap *other = zonemap_new(5000, 300000, 9, 10, NULL);
	uint64_t seed = 29, *words = malloc(300000 * sizeof(*words));
	struct sums kept, made;

	(void)state;
	fill(words, 300000, &seed);
	for (uint64_t at = 0; at < 300000;) {
		uint64_t pfn = (5000 + at + 16384) / 16384 * 16384;
		uint64_t nr = pfn - 5000 < 300000 ? pfn - 5000 - at : 300000 - at;

		sum_up(map, &kept);
		assert_int_equal(kept.outlook[0].clearable + kept.outlook[0].blocked <= 300000, 1);
		zonemap_ingest(map, 5000 + at, words + at, nr, &modern, 1);
		zonemap_ingest(other, 5000 + at, words + at, nr, &modern, 1);
		at += nr;
	}
	sum_up(map, &kept);
	sum_up(other, &made);
	assert_memory_equal(&kept, &made, sizeof(kept));
	free(words);
	zonemap_free(map);
	zonemap_free(other);
}

static void sums_follow_a_zone_that_grows(void **state)
{
	struct zonemap *map = zonemap_new(1000, 20000, 9, 10, NULL);
	struct residue residue;
	uint64_t *words = calloc(40000, sizeof(*words));

	(void)state;
	for (int i = 0; i < 40000; i++)
		words[i] = kinds[0];
	zonemap_ingest(map, 1000, words, 20000, &modern, 1);
	residue_compute(map, &residue);
	assert_int_equal(residue.free_pages, 20000);
	assert_int_equal(zonemap_resize(map, 0, 40000, 9, 10, NULL), 0);
	zonemap_ingest(map, 0, words, 40000, &modern, 2);
	residue_compute(map, &residue);
	assert_int_equal(residue.free_pages, 40000);
	free(words);
	zonemap_free(map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_follow_what_is_read_again),
		cmocka_unit_test(unread_sections_count_too),
		cmocka_unit_test(sums_follow_a_zone_that_grows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
