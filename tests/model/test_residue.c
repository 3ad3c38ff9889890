// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/residue.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/contig.h"

#include "../check.h"
#include "random.h"

#define FREE (1ULL << 10)
#define ANON (1ULL << 12 | 1ULL << 5)

static const struct kpf_dialect modern = { .present_end = UINT64_MAX };

static void check_near(double got, double want, double tolerance, const char *what)
{
	if (fabs(got - want) > tolerance * fabs(want))
		fail_msg("%s: %.9g, not %.9g", what, got, want);
}

/* Memory where one page in q is free, at pfn % q == rho. */
static struct zonemap *strided(uint64_t nr_pages, unsigned int q, unsigned int rho)
{
	uint64_t *words = calloc(nr_pages, sizeof(*words));
	struct zonemap *map = zonemap_new(0, nr_pages, 9, 10, NULL);

	for (uint64_t i = 0; i < nr_pages; i++)
		words[i] = i % q == rho ? FREE : ANON;
	zonemap_ingest(map, 0, words, nr_pages, &modern, 1);
	free(words);
	return map;
}

static void random_placement_follows_the_hypergeometric_law(void **state)
{
	static const struct {
		unsigned int used, stride;
		double blind;
	} rows[] = {
		{ 100, 1, 0 }, { 100, 2, 0 }, { 100, 4, 0 },
		{ 100, 8, 6.189559e-56 }, { 100, 16, 2.034855e-25 }, { 100, 32, 1.600041e-12 },
		{ 200, 2, 0 }, { 200, 4, 7.483604e-69 }, { 200, 8, 5.317560e-30 },
		{ 200, 16, 1.688224e-14 }, { 200, 32, 2.010989e-07 },
		{ 300, 1, 0 }, { 300, 2, 2.840258e-100 }, { 300, 4, 8.331333e-37 },
		{ 300, 8, 6.005650e-17 }, { 300, 16, 1.804242e-08 }, { 300, 32, 1.628029e-04 },
		{ 400, 2, 2.846114e-41 }, { 400, 4, 7.576732e-17 }, { 400, 8, 4.066182e-08 },
		{ 400, 16, 2.790370e-04 }, { 400, 32, 1.800805e-02 },
		{ 450, 2, 3.217078e-21 }, { 450, 4, 4.604804e-09 }, { 450, 8, 1.424214e-04 },
		{ 450, 16, 1.398047e-02 }, { 450, 32, 1.226723e-01 },
		{ 480, 2, 8.287338e-11 }, { 480, 4, 7.155213e-05 }, { 480, 8, 1.206077e-02 },
		{ 480, 16, 1.185180e-01 }, { 480, 32, 3.504368e-01 },
		{ 500, 1, 0 }, { 500, 2, 2.139762e-04 }, { 500, 4, 3.032086e-02 },
		{ 500, 8, 1.976826e-01 }, { 500, 16, 4.569454e-01 }, { 500, 32, 6.803098e-01 },
		{ 510, 2, 2.495108e-01 }, { 510, 4, 5.621331e-01 }, { 510, 8, 7.654110e-01 },
		{ 510, 16, 8.787916e-01 }, { 510, 32, 9.384173e-01 },
		{ 511, 1, 0 }, { 512, 1, 1 }, { 512, 32, 1 }, { 0, 32, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char what[64];

		snprintf(what, sizeof(what), "%u used, stride %u", rows[i].used, rows[i].stride);
		check_near(residue_random_blind(512, rows[i].used, rows[i].stride), rows[i].blind,
			   1e-6, what);
	}
}

static void a_second_sample_hits_with_the_probability_of_its_offset(void **state)
{
	static const struct {
		unsigned int q, rho, stride;
		bool blind;
		double chance;
	} rows[] = {
		{ 8, 4, 8, true, 1. / 7 },
		{ 8, 4, 16, true, 2. / 15 },
		{ 8, 4, 32, true, 4. / 31 },
		{ 8, 4, 4, false, 0 },
		{ 8, 4, 2, false, 0 },
		{ 2, 1, 32, true, 16. / 31 },
		{ 4, 2, 32, true, 8. / 31 },
		{ 16, 8, 32, true, 2. / 31 },
		{ 32, 16, 32, true, 1. / 31 },
		{ 64, 32, 32, false, 0 },
		{ 64, 32, 64, true, 1. / 63 },
		{ 512, 511, 512, true, 1. / 511 },
		{ 8, 0, 32, false, 3. / 31 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct zonemap *map = strided(4096, rows[i].q, rows[i].rho);
		char what[64];

		snprintf(what, sizeof(what), "pfn %% %u == %u, stride %u", rows[i].q, rows[i].rho,
			 rows[i].stride);
		check_near(residue_second_chance(map, 3, rows[i].stride), rows[i].chance, 1e-12,
			   what);
		if (residue_block_blind(map, 3, rows[i].stride) != rows[i].blind)
			fail_msg("%s: %sblind", what, rows[i].blind ? "not " : "");
		zonemap_free(map);
	}
}

static void aliased_free_memory_is_invisible_from_its_stride_on(void **state)
{
	struct zonemap *map = strided(512 * 100, 8, 4);
	struct residue r;

	(void)state;
	residue_compute(map, &r);
	assert_int_equal(r.free_pages, 6400);
	assert_int_equal(r.blocks_with_free, 100);
	assert_int_equal(r.seen_pages[2], 6400);
	assert_int_equal(r.seen_pages[3], 0);
	assert_int_equal(r.blind_blocks[2], 0);
	assert_int_equal(r.blind_blocks[3], 100);
	assert_int_equal(r.blind_pages[5], 6400);
	assert_int_equal(r.heads[4], 100);
	assert_int_equal(r.heads[8], 0);
	assert_int_equal(r.resampled_blind[5], 87); /* 100 (1 - 4/31) */
	check_near(r.random_blind[5], 100 * residue_random_blind(512, 448, 32), 1e-9, "random");
	zonemap_free(map);
}

static void a_larger_free_block_leaves_no_block_blind(void **state)
{
	uint64_t words[2048];
	struct zonemap *map = zonemap_new(0, 2048, 9, 10, NULL);
	struct residue r;

	(void)state;
	for (int i = 0; i < 2048; i++)
		words[i] = i >= 1024 ? FREE : ANON;
	zonemap_ingest(map, 0, words, 2048, &modern, 1);
	residue_compute(map, &r);
	assert_int_equal(r.blocks_with_free, 2);
	assert_int_equal(r.blind_blocks[9], 0);
	assert_int_equal(r.heads[0], 1);
	assert_int_equal(r.head_pages[0], 1024);
	assert_int_equal(r.pages[0], 2);
	assert_int_equal(r.pages[511], 2);
	assert_int_equal(r.seen_pages[9], 1024);
	assert_false(residue_block_blind(map, 3, 512));
	check_near(r.random_blind[9], 0, 0, "wholly free");
	zonemap_free(map);
}

/* The definitions, page by page. */
static void compute_slowly(const struct zonemap *map, struct residue *r, double *missed)
{
	memset(r, 0, sizeof(*r));
	for (size_t block = 0; block < map->nr_blocks; block++) {
		uint64_t start = zonemap_block_pfn(map, block);
		unsigned int nr = zonemap_block_pages(map, block), free_pages = 0;
		uint64_t first = start > map->start_pfn ? start : map->start_pfn;
		bool hit[10][512] = { { false } };
		bool covered;

		for (uint64_t pfn = first; pfn < first + nr; pfn++) {
			page_code code = map->code[pfn - map->start_pfn];
			int order = page_code_order(code);

			if (page_code_class(code) != PAGE_FREE)
				continue;
			free_pages++;
			r->pages[pfn % 512]++;
			if (order < 0)
				continue;
			r->heads[pfn % 512]++;
			r->head_pages[pfn % 512] += 1ULL << order;
			for (int k = 0; k < 10; k++) {
				hit[k][(pfn - start) % (1U << k)] = true;
				if (!((pfn - start) % (1U << k)))
					r->seen_pages[k] += 1ULL << order;
			}
		}
		r->free_pages += free_pages;
		r->blocks_with_free += free_pages > 0;
		covered = free_pages && map->code[first - map->start_pfn] == PAGE_FREE;
		for (int k = 0; k < 10 && free_pages; k++) {
			unsigned int hits = 0;

			r->random_blind[k] += residue_random_blind(nr, nr - free_pages, 1U << k);
			if (covered || hit[k][0])
				continue;
			r->blind_blocks[k]++;
			r->blind_pages[k] += free_pages;
			for (unsigned int i = 1; i < 1U << k; i++)
				hits += hit[k][i];
			missed[k] += 1 - (k ? (double)hits / ((1U << k) - 1) : 0);
			check_near(residue_second_chance(map, block, 1U << k),
				   k ? (double)hits / ((1U << k) - 1) : 0, 1e-12, "chance");
		}
	}
}

static void sums_equal_a_slow_reference(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int round = 0; round < 150; round++) {
		uint64_t start = random_below(&seed, 3000);
		uint64_t nr = 1 + random_below(&seed, round % 10 ? 20000 : 300000);
		struct zonemap *map = zonemap_new(start, nr, (unsigned int)random_below(&seed, 14),
						  (unsigned int)random_below(&seed, 12), NULL);
		uint64_t *words = calloc(nr, sizeof(*words));
		uint64_t longest = 1ULL << random_below(&seed, 12);
		double missed[10] = { 0 };
		struct residue fast, slow;

		for (uint64_t i = 0, run = 0, word = 0; i < nr; i++, run--) {
			if (!run) {
				run = 1 + random_below(&seed, longest);
				word = random_below(&seed, 3) ? ANON : FREE;
			}
			words[i] = word;
		}
		zonemap_ingest(map, start, words, nr, &modern, 1);
		residue_compute(map, &fast);
		compute_slowly(map, &slow, missed);
		for (int k = 0; k < 10; k++) {
			check_near(fast.random_blind[k], slow.random_blind[k], 1e-9, "random");
			assert_true(fabs((double)fast.resampled_blind[k] - missed[k]) < 0.5001);
			fast.random_blind[k] = slow.random_blind[k] = 0;
			fast.resampled_blind[k] = 0;
		}
		assert_memory_equal(&fast, &slow, sizeof(fast));
		free(words);
		zonemap_free(map);
	}
}

/* Codes from a file need not make sense; whatever they are, nothing breaks. */
static void codes_without_sense_do_no_harm(void **state)
{
	uint64_t seed = 41;

	(void)state;
	for (int round = 0; round < 100; round++) {
		uint64_t nr = 1 + random_below(&seed, 5000), blocks[32];
		struct zonemap *map = zonemap_new(random_below(&seed, 2000), nr,
						  (unsigned int)random_below(&seed, 16),
						  (unsigned int)random_below(&seed, 32), NULL);
		page_code *codes = malloc(nr);
		struct contig_histogram hist;
		struct contig_outlook out;
		struct residue r;

		for (uint64_t i = 0; i < nr; i++)
			codes[i] = (page_code)(random_next(&seed) >> (round % 2 ? 2 : 0));
		zonemap_ingest_codes(map, map->start_pfn, codes, nr, 1);
		assert_int_not_equal(zonemap_check(map, NULL), 0);
		zonemap_count_orders(map, blocks);
		for (uint64_t pfn = map->start_pfn; pfn < map->start_pfn + nr; pfn += 64)
			zonemap_join_folio(map, pfn);
		residue_compute(map, &r);
		contig_histogram(map, &hist);
		for (unsigned int order = 0; order < 16; order++) {
			contig_outlook(map, order, 0, &out);
			contig_moves_for(map, order, 0, out.reachable);
			contig_blocks_now(map, 1ULL << order);
		}
		free(codes);
		zonemap_free(map);
	}
}

static void parts_add_up_and_fold(void **state)
{
	struct zonemap *map = strided(5120, 8, 4);
	struct residue a, sum = { { 0 } };
	uint64_t folded[32];

	(void)state;
	residue_compute(map, &a);
	residue_add(&sum, &a);
	residue_add(&sum, &a);
	assert_int_equal(sum.pages[12], 20);
	assert_int_equal(sum.blind_pages[9], 2 * a.blind_pages[9]);
	residue_fold(a.pages, 32, folded);
	assert_int_equal(folded[4], 160);
	assert_int_equal(folded[28], 160);
	assert_int_equal(folded[0], 0);
	residue_fold(a.pages, 1, folded);
	assert_int_equal(folded[0], 640);
	zonemap_free(map);
}

/* The samples at stride 32 are 0, 39, 71, … behind a folio of order 3 at the block's start. */
static void a_large_folio_shifts_the_samples_behind_it(void **state)
{
	struct zonemap *map = zonemap_new(0, 3 * 512, 9, 10, NULL);
	struct residue residue;
	page_code codes[3 * 512];

	(void)state;
	memset(codes, PAGE_ANON, sizeof(codes));
	for (int block = 0; block < 3; block++) {
		memset(codes + block * 512, PAGE_FILE_LARGE, 8);
		codes[block * 512] = PAGE_CODE_FILE_HEAD | 3;
	}
	codes[64] = PAGE_CODE_FREE_HEAD;            /* on the grid, but not met */
	codes[512 + 71] = PAGE_CODE_FREE_HEAD;      /* met */
	codes[2 * 512 + 39 + 96] = PAGE_CODE_FREE_HEAD; /* met */
	zonemap_ingest_codes(map, 0, codes, 3 * 512, 1);
	residue_compute(map, &residue);
	assert_true(residue_block_blind(map, 0, 32));
	assert_false(residue_block_blind(map, 1, 32));
	assert_false(residue_block_blind(map, 2, 32));
	assert_int_equal(residue.blind_blocks[5], 1);
	assert_int_equal(residue.blind_pages[5], 1);
	assert_int_equal(residue.blind_blocks[0], 0);
	zonemap_free(map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_placement_follows_the_hypergeometric_law),
		cmocka_unit_test(a_second_sample_hits_with_the_probability_of_its_offset),
		cmocka_unit_test(aliased_free_memory_is_invisible_from_its_stride_on),
		cmocka_unit_test(a_larger_free_block_leaves_no_block_blind),
		cmocka_unit_test(sums_equal_a_slow_reference),
		cmocka_unit_test(codes_without_sense_do_no_harm),
		cmocka_unit_test(parts_add_up_and_fold),
		cmocka_unit_test(a_large_folio_shifts_the_samples_behind_it),
	};

	return CHECK_MAIN(tests);
}
