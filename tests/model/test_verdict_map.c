// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Verdicts with a page map.  Pictures show the pages of each pageblock: f a free page, a anonymous
 * memory, s slab, p pinned, ? a page without flags, u unevictable, t the tail of an anonymous large
 * folio.
 */
#include <string.h>

#include "fragscope/pagemap.h"
#include "fragscope/verdict.h"

#include "../check.h"
#include "made_frame.h"

#define NR_BLOCKS 8
#define BLOCK 512

static page_code code_of(char c)
{
	switch (c) {
	case 'f': return PAGE_CODE_FREE_HEAD;
	case 'a': return PAGE_ANON;
	case 's': return PAGE_SLAB;
	case 'p': return PAGE_PINNED;
	case 'u': return PAGE_UNEVICTABLE;
	case 't': return PAGE_ANON_LARGE;
	default: return PAGE_NOFLAGS;
	}
}

/* Fills every pageblock with the pattern again and again, after begin. */
static struct frame *frame_with_map(const char *begin, const char *pattern,
				    struct zonemap **map_out)
{
	struct frame *frame = made_frame();
	page_code codes[NR_BLOCKS * BLOCK];
	struct zonemap *map;
	struct zone *zone;
	size_t nr_free = 0;

	for (size_t i = 0; i < NR_BLOCKS * BLOCK; i++) {
		size_t at = i % BLOCK;

		codes[i] = code_of(at < strlen(begin) ? begin[at] : pattern[at % strlen(pattern)]);
		nr_free += codes[i] == PAGE_CODE_FREE_HEAD;
	}
	map = zonemap_new(0, NR_BLOCKS * BLOCK, 9, 10, NULL);
	assert_non_null(map);
	zonemap_ingest_codes(map, 0, codes, NR_BLOCKS * BLOCK, 1);
	zone = made_zone(frame, 0, "Normal", nr_free, 10, 20);
	made_blocks(frame, zone, "Movable", 0, nr_free);
	zone->map = map;
	*map_out = map;
	return frame;
}

static struct verdict judge(const struct frame *frame, uint64_t nr)
{
	struct verdict_want want = { nr, 9, VERDICT_MOVABLE, -1 };
	struct verdict verdict;

	verdict_judge(frame, &want, &verdict);
	return verdict;
}

/* |fafafa…|fafafa…| …: half of each block can move into the other blocks' free halves */
static void movable_memory_can_be_compacted(void **state)
{
	struct zonemap *map;
	struct frame *frame = frame_with_map("", "fa", &map);
	struct verdict verdict = judge(frame, 1);

	(void)state;
	assert_int_equal(verdict.cause, VERDICT_FRAGMENTED);
	assert_int_equal(verdict.now.n, 0);
	/* 2048 free pages make 4 blocks, but 10 must stay; less if some are pinned */
	assert_int_equal(verdict.after_compaction.state, NUM_ABSENT);
	assert_int_equal(verdict.compaction_at_most.n, 3);
	assert_int_equal(verdict.moves.n, 256);
	assert_string_equal(verdict.headline, "Not now: 8 MiB is free in zone Normal, all of it in "
			    "blocks below 2 MiB; compaction could make up to 3 blocks");
	assert_string_equal(verdict.lines[1], "after compaction: at most 3 blocks, moving 256 pages "
			    "for 1 (if nothing is pinned)");
	assert_int_equal(judge(frame, 3).moves.n, 3 * 256);
	frame_free(frame);
	zonemap_free(map);
}

/* |sfafafa…|sfafafa…| …: one page of slab per block */
static void one_unmovable_page_per_block_pollutes(void **state)
{
	struct zonemap *map;
	struct frame *frame = frame_with_map("s", "fa", &map);
	struct verdict verdict = judge(frame, 1);

	(void)state;
	assert_int_equal(verdict.cause, VERDICT_POLLUTED);
	assert_int_equal(verdict.after_compaction.state, NUM_KNOWN);
	assert_int_equal(verdict.after_compaction.n, 0);
	assert_int_equal(verdict.moves.state, NUM_ABSENT);
	assert_string_equal(verdict.headline, "Not now: unmovable pages sit in 8 of 8 blocks of "
			    "2 MiB; compaction can make 0 blocks");
	assert_string_equal(verdict.lines[0], "8 of 8 pageblocks hold unmovable pages among others: "
			    "8 slab");
	frame_free(frame);
	zonemap_free(map);
}

/* |afafaf…|afafaf…| …: no free page at an even offset, where a stride of 32 looks */
static void free_pages_between_the_samples_are_not_found(void **state)
{
	struct zonemap *map;
	struct frame *frame = frame_with_map("", "af", &map);
	struct verdict verdict = judge(frame, 1);

	(void)state;
	assert_int_equal(verdict.cause, VERDICT_SCANNER_BLIND);
	assert_string_equal(verdict.headline, "Not now: compaction needs 256 free pages to move to, "
			    "but its scanner overlooks 100 % of the free memory");
	assert_string_equal(verdict.lines[0], "compaction's free scanner (it looks at one page in 32) "
			    "finds nothing in 8 pageblocks with 8 MiB free");
	frame_free(frame);
	zonemap_free(map);
}

/* |?fafafa…| …: the page may be on a per-CPU list, or the kernel's */
static void pages_without_flags_leave_two_bounds(void **state)
{
	struct zonemap *map;
	struct frame *frame = frame_with_map("?", "fa", &map);
	struct verdict verdict = judge(frame, 1);

	(void)state;
	assert_int_equal(verdict.cause, VERDICT_FRAGMENTED);
	assert_int_equal(verdict.after_compaction.state, NUM_ABSENT);
	assert_int_equal(verdict.compaction_at_most.n, 3);
	frame_free(frame);
	zonemap_free(map);
}

static void add_knob(struct frame *frame, const char *name, uint64_t n)
{
	assert_int_equal(counters_add(&frame->mem_knobs, &frame->arena, span_of(name),
				      num_known(n)), 0);
}

static void unevictable_pages_move_only_where_the_knob_allows_it(void **state)
{
	struct zonemap *map;
	struct frame *frame = frame_with_map("u", "fa", &map);

	(void)state;
	assert_int_equal(judge(frame, 1).compaction_at_most.n, 3);
	add_knob(frame, "vm.compact_unevictable_allowed", 0);
	assert_int_equal(judge(frame, 1).compaction_at_most.n, 0);
	assert_int_equal(judge(frame, 1).cause, VERDICT_POLLUTED);
	frame_free(frame);
	zonemap_free(map);
}

static void kernels_before_6_9_do_not_compact_large_folios(void **state)
{
	struct zonemap *map;
	struct frame *frame = frame_with_map("at", "fa", &map);

	(void)state;
	frame->release = "6.9.0";
	assert_int_equal(judge(frame, 1).compaction_at_most.n, 3);
	frame->release = "6.8.12-generic";
	assert_int_equal(judge(frame, 1).compaction_at_most.n, 0);
	frame_free(frame);
	zonemap_free(map);
}

static void a_map_without_pages_tells_whole_pageblocks_only(void **state)
{
	struct verdict_want small = { 1, 4, VERDICT_MOVABLE, -1 };
	struct zonemap *map;
	struct frame *frame = frame_with_map("", "fa", &map);
	struct verdict verdict;

	(void)state;
	map->blocks_only = true;
	assert_int_equal(judge(frame, 1).compaction_at_most.n, 3);
	verdict_judge(frame, &small, &verdict);
	assert_int_equal(verdict.after_compaction.state, NUM_ABSENT);
	frame_free(frame);
	zonemap_free(map);
}

static void adjacent_free_blocks_make_larger_ones_than_the_lists_have(void **state)
{
	struct verdict_want want = { 1, 12, VERDICT_MOVABLE, -1 };
	page_code codes[NR_BLOCKS * BLOCK];
	struct frame *frame = made_frame();
	struct zonemap *map = zonemap_new(0, NR_BLOCKS * BLOCK, 9, 10, NULL);
	struct zone *zone = made_zone(frame, 0, "Normal", NR_BLOCKS * BLOCK, 0, 0);
	struct verdict verdict;

	(void)state;
	memset(codes, PAGE_FREE, sizeof(codes));
	for (size_t i = 0; i < NR_BLOCKS * BLOCK; i += 1024)
		codes[i] = PAGE_CODE_FREE_HEAD | 10;
	zonemap_ingest_codes(map, 0, codes, NR_BLOCKS * BLOCK, 1);
	made_blocks(frame, zone, "Movable", 10, 4);
	verdict_judge(frame, &want, &verdict);
	assert_int_equal(verdict.now.state, NUM_ABSENT);
	assert_int_equal(verdict.now_at_most.n, 1);
	zone->map = map;
	verdict_judge(frame, &want, &verdict);
	assert_int_equal(verdict.now.state, NUM_KNOWN);
	assert_int_equal(verdict.now.n, 1);
	assert_non_null(strstr(verdict.lines[0], "largest block is 4 MiB"));
	frame_free(frame);
	zonemap_free(map);
}

/* All pageblocks of that type. */
static void set_types(struct frame *frame, struct zonemap *map, const char *name)
{
	int type = frame_type(frame, span_of(name));

	memset(map->type, type, map->nr_blocks);
}

static void kernel_pages_in_movable_blocks_are_the_cause(void **state)
{
	struct zonemap *map;
	struct frame *frame = frame_with_map("ss", "fa", &map);
	struct verdict unknown = judge(frame, 1), known;

	(void)state;
	assert_int_equal(unknown.cause, VERDICT_POLLUTED);
	assert_non_null(strstr(unknown.headline, "unmovable pages sit in 8 of 8 blocks"));
	set_types(frame, map, "Movable");
	known = judge(frame, 1);
	assert_int_equal(known.cause, VERDICT_POLLUTED);
	assert_string_equal(known.headline, "Not now: kernel pages (16 slab) sit in 8 of 8 movable "
			    "pageblocks; compaction can make 0 blocks");
	assert_string_equal(known.lines[0],
			    "8 of 8 movable pageblocks hold kernel pages: 16 slab");
	/* where they belong they are no pollution, and stay in the way all the same */
	set_types(frame, map, "Unmovable");
	known = judge(frame, 1);
	assert_string_equal(known.headline, unknown.headline);
	zonemap_free(map);
	frame_free(frame);
}

static bool has_line(const struct verdict *verdict, const char *line)
{
	for (unsigned int i = 0; i < verdict->nr_lines; i++)
		if (!strcmp(verdict->lines[i], line))
			return true;
	return false;
}

static void pinned_pages_are_among_what_stays(void **state)
{
	struct zonemap *map;
	struct frame *frame = frame_with_map("p", "fa", &map);
	struct verdict verdict = judge(frame, 1);

	(void)state;
	assert_int_equal(verdict.cause, VERDICT_POLLUTED);
	assert_true(has_line(&verdict, "8 of 8 pageblocks hold unmovable pages among others: "
				       "8 pinned"));
	set_types(frame, map, "Movable");
	verdict = judge(frame, 1);
	assert_true(has_line(&verdict, "8 of 8 pageblocks hold unmovable pages among others: "
				       "8 pinned"));
	zonemap_free(map);
	frame_free(frame);
	frame = frame_with_map("psss", "fa", &map);
	set_types(frame, map, "Movable");
	verdict = judge(frame, 1);
	assert_true(has_line(&verdict, "pinned pages, which stay where they are: 8"));
	zonemap_free(map);
	frame_free(frame);
}

static void the_cheapest_block_has_a_price(void **state)
{
	struct zonemap *map;
	struct frame *frame = frame_with_map("", "fffa", &map);
	struct verdict one = judge(frame, 1), two = judge(frame, 2);

	(void)state;
	assert_int_equal(one.moves.n, 128);
	assert_false(has_line(&one, "the cheapest free block of 2 MiB costs 128 page moves"));
	assert_int_equal(two.moves.n, 256);
	assert_true(has_line(&two, "the cheapest free block of 2 MiB costs 128 page moves"));
	zonemap_free(map);
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernel_pages_in_movable_blocks_are_the_cause),
		cmocka_unit_test(pinned_pages_are_among_what_stays),
		cmocka_unit_test(the_cheapest_block_has_a_price),
		cmocka_unit_test(movable_memory_can_be_compacted),
		cmocka_unit_test(one_unmovable_page_per_block_pollutes),
		cmocka_unit_test(free_pages_between_the_samples_are_not_found),
		cmocka_unit_test(pages_without_flags_leave_two_bounds),
		cmocka_unit_test(unevictable_pages_move_only_where_the_knob_allows_it),
		cmocka_unit_test(kernels_before_6_9_do_not_compact_large_folios),
		cmocka_unit_test(a_map_without_pages_tells_whole_pageblocks_only),
		cmocka_unit_test(adjacent_free_blocks_make_larger_ones_than_the_lists_have),
	};

	return CHECK_MAIN(tests);
}
