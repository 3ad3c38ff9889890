// SPDX-License-Identifier: GPL-2.0-or-later
/* What is in a cell: every sum against the pages' codes, one by one. */
#include "view_map.h"

#include <stdlib.h>

#include "fragscope/residue.h"
#include "made_frame.h"

#include "../check.h"
#include "../model/random.h"

static page_code code_at(const struct zonemap *map, uint64_t pfn)
{
	return map->code[pfn - map->start_pfn];
}

static bool is_in_cell(struct map_cell cell, uint64_t pfn)
{
	return pfn >= cell.pfn && pfn - cell.pfn < cell.nr_pages;
}

/* Free blocks that touch the cell, found from their heads. */
static int naive_largest(const struct zonemap *map, struct map_cell cell)
{
	int largest = -1;

	for (uint64_t pfn = map->start_pfn; pfn < map->start_pfn + map->nr_pages; pfn++) {
		int order = page_code_order(code_at(map, pfn));

		if (page_code_class(code_at(map, pfn)) != PAGE_FREE || order <= largest)
			continue;
		if (pfn < cell.pfn + cell.nr_pages && pfn + (1ULL << order) > cell.pfn)
			largest = order;
	}
	return largest;
}

static void check_counts(const struct map_scan *scan, struct map_cell cell)
{
	uint64_t count[NR_PAGE_CLASSES] = { 0 }, expected[NR_PAGE_CLASSES] = { 0 };

	map_cell_count(scan, cell, MAP_ALL_CLASSES, count);
	for (uint64_t pfn = cell.pfn; pfn < cell.pfn + cell.nr_pages; pfn++)
		expected[page_code_class(code_at(scan->map, pfn))]++;
	assert_memory_equal(count, expected, sizeof(count));
}

static enum map_state naive_state(const struct zonemap *map, struct map_cell cell)
{
	uint64_t of[MOBILITY_NONE + 1] = { 0 }, unread = 0;

	for (uint64_t pfn = cell.pfn; pfn < cell.pfn + cell.nr_pages; pfn++) {
		enum page_class class = page_code_class(code_at(map, pfn));

		if (class == PAGE_UNREAD)
			unread++;
		else
			of[page_class_info(class)->mobility]++;
	}
	if (of[MOBILITY_UNMOVABLE])
		return of[MOBILITY_MOVABLE] ? MAP_STATE_MIXED : MAP_STATE_UNMOVABLE;
	if (of[MOBILITY_UNKNOWN])
		return MAP_STATE_UNKNOWN;
	if (unread)
		return of[MOBILITY_MOVABLE] || of[MOBILITY_FREE] ? MAP_STATE_UNKNOWN :
								   MAP_STATE_UNREAD;
	if (of[MOBILITY_MOVABLE])
		return MAP_STATE_MOVABLE;
	return of[MOBILITY_FREE] ? MAP_STATE_FREE : MAP_STATE_HOLE;
}

static struct map_cell clip(const struct zonemap *map, struct map_cell cell)
{
	uint64_t end = cell.pfn + cell.nr_pages;

	if (cell.pfn < map->start_pfn)
		cell.pfn = map->start_pfn;
	if (end > map->start_pfn + map->nr_pages)
		end = map->start_pfn + map->nr_pages;
	cell.nr_pages = end - cell.pfn;
	return cell;
}

/* The pages of a cell that lie in one pageblock. */
static struct map_cell part_of(const struct map_scan *scan, struct map_cell cell, size_t block)
{
	struct map_cell whole = { zonemap_block_pfn(scan->map, block),
				  1ULL << scan->map->pageblock_order };

	whole = clip(scan->map, whole);
	return map_scan_is_fine(scan) ? cell : whole;
}

static void check_blocks(const struct map_scan *scan, struct map_cell cell)
{
	uint32_t states[NR_MAP_STATES] = { 0 }, expected[NR_MAP_STATES] = { 0 };
	size_t first, nr = map_cell_blocks(scan, cell, &first), nr_blind, expected_blind = 0;
	uint64_t blind = map_cell_blind(scan, cell, &nr_blind), expected_pages = 0;

	map_cell_states(scan, cell, states);
	for (size_t block = first; block < first + nr; block++) {
		struct map_cell part = part_of(scan, cell, block);

		expected[naive_state(scan->map, part)]++;
		if (!residue_block_blind(scan->map, block, MAP_BLIND_STRIDE))
			continue;
		expected_blind++;
		for (uint64_t pfn = part.pfn; pfn < part.pfn + part.nr_pages; pfn++)
			expected_pages += page_code_class(code_at(scan->map, pfn)) == PAGE_FREE;
	}
	assert_memory_equal(states, expected, sizeof(states));
	assert_int_equal(nr_blind, expected_blind);
	assert_int_equal(blind, expected_pages);
}

static void check_shift(const struct zonemap *map, unsigned int shift, uint64_t *seed)
{
	uint64_t end = map->start_pfn + map->nr_pages, nr_pages = 0;
	struct map_scan scan;

	map_scan_init(&scan, map, shift);
	for (uint64_t pfn = map->start_pfn >> shift << shift; pfn < end; pfn += 1ULL << shift) {
		struct map_cell cell = clip(map, (struct map_cell){ pfn, 1ULL << shift });

		nr_pages += cell.nr_pages;
		if (random_below(seed, 1 + (map->nr_pages >> shift) / 64))
			continue;
		check_counts(&scan, cell);
		check_blocks(&scan, cell);
		assert_int_equal(map_cell_largest(&scan, cell), naive_largest(map, cell));
		assert_true(is_in_cell(cell, cell.pfn));
	}
	assert_int_equal(nr_pages, map->nr_pages);
}

static void sums_are_those_of_the_pages(void **unused)
{
	static const struct { uint64_t start, nr; unsigned int pageblock_order; } zones[] = {
		{ 0x1001, 5000, 9 }, { 0x800, 4096, 9 }, { 3, 777, 0 }, { 0x10000, 3001, 3 },
		{ 0x7ffd, 70000, 13 }, { 0x10000, 65536, 15 },
	};
	uint64_t seed = 1;

	(void)unused;
	for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
		struct made made;

		made_init_zone(&made, zones[i].start, zones[i].nr, zones[i].pageblock_order,
			       (uint32_t)i + 3);
		for (unsigned int shift = 0; shift < 18; shift++)
			check_shift(made.frame->zones[0]->map, shift, &seed);
		made_done(&made);
	}
}

static void sums_are_those_of_a_machine_with_large_blocks_and_holes(void **unused)
{
	uint64_t seed = 2;
	struct made made;

	(void)unused;
	made_init(&made);
	check_shift(made.frame->zones[MADE_DMA]->map, 4, &seed);
	check_shift(made.frame->zones[MADE_DMA]->map, 10, &seed);
	check_shift(made.frame->zones[MADE_DMA32]->map, 14, &seed);
	check_shift(made.frame->zones[MADE_NORMAL]->map, 16, &seed);
	check_shift(made.frame->zones[MADE_NORMAL1]->map, 13, &seed);
	made_done(&made);
}

static void columns_of_full_lanes_do_not_overflow(void **unused)
{
	/* pageblocks of 32768 pages, all of one class: the largest numbers a column can hold */
	struct made made;
	struct map_scan scan;
	uint64_t count[NR_PAGE_CLASSES] = { 0 };
	struct map_cell cell = { 0, 1ULL << 22 };
	struct zonemap *map;
	page_code *codes;

	(void)unused;
	made_init_zone(&made, 0, cell.nr_pages, 15, 1);
	map = made.pagemap->zones[0];
	codes = calloc(1, cell.nr_pages);
	assert_non_null(codes);
	memset(codes, PAGE_SLAB, cell.nr_pages);
	zonemap_ingest_codes(map, 0, codes, cell.nr_pages, 1);
	map_scan_init(&scan, map, 22);
	map_cell_count(&scan, cell, MAP_ALL_CLASSES, count);
	assert_int_equal(count[PAGE_SLAB], cell.nr_pages);
	free(codes);
	made_done(&made);
}

static void the_head_of_a_page_is_found(void **unused)
{
	struct made made;
	const struct zonemap *map;
	uint64_t head;

	(void)unused;
	made_init(&made);
	map = made.frame->zones[MADE_NORMAL]->map;
	/* a transparent huge page, a folio of four pages, a free block of order 10, a single page */
	assert_int_equal(map_page_order(map, MADE_NORMAL_PFN + 200 * 512 + 77, &head), 9);
	assert_int_equal(head, MADE_NORMAL_PFN + 200 * 512);
	assert_int_equal(map_page_order(map, MADE_NORMAL_PFN + 500 * 512 + 7, &head), 2);
	assert_int_equal(head, MADE_NORMAL_PFN + 500 * 512 + 4);
	assert_int_equal(map_page_order(map, MADE_NORMAL_PFN + 1601 * 512 + 1, &head), 10);
	assert_int_equal(head, MADE_NORMAL_PFN + 1600 * 512);
	assert_int_equal(map_page_order(map, MADE_NORMAL_PFN + 500 * 512, &head), -1);
	made_done(&made);
}

static void ages_survive_the_wrap_of_their_clock(void **unused)
{
	struct made made;
	struct map_scan scan;
	struct map_cell cell = { 0x200000, 512 };
	uint32_t age_ms, now_ms = 5;

	(void)unused;
	made_init(&made);
	map_scan_init(&scan, made.frame->zones[MADE_NORMAL1]->map, 9);
	scan.map->read_ms[0] = UINT32_MAX - 994;
	assert_true(map_cell_age(&scan, cell, now_ms, &age_ms));
	assert_int_equal(age_ms, 1000);
	/* read a moment after the frame was made */
	scan.map->read_ms[0] = 9;
	assert_true(map_cell_age(&scan, cell, now_ms, &age_ms));
	assert_int_equal(age_ms, 0);
	scan.map->read_ms[0] = 0;
	assert_false(map_cell_age(&scan, cell, now_ms, &age_ms));
	made_done(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_are_those_of_the_pages),
		cmocka_unit_test(sums_are_those_of_a_machine_with_large_blocks_and_holes),
		cmocka_unit_test(columns_of_full_lanes_do_not_overflow),
		cmocka_unit_test(the_head_of_a_page_is_found),
		cmocka_unit_test(ages_survive_the_wrap_of_their_clock),
	};

	return CHECK_MAIN(tests);
}
