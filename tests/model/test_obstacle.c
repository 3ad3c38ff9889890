// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/obstacle.h"

#include <stdlib.h>

#include "fragscope/contig.h"

#include "../check.h"
#include "random.h"

#define ORDER 3
#define BLOCK (1u << ORDER)

static page_code code_of(char letter)
{
	switch (letter) {
	case 'f': return PAGE_FREE;
	case 'a': return PAGE_ANON;
	case 's': return PAGE_SLAB;
	case 't': return PAGE_PGTABLE;
	case 'p': return PAGE_PINNED;
	case 'u': return PAGE_UNEVICTABLE;
	case 'h': return PAGE_HUGETLB;
	case '.': return PAGE_NOFLAGS;
	case 'x': return PAGE_HOLE;
	default: return PAGE_UNREAD;
	}
}

/* Memory from a picture, pageblocks of 8 pages from start on. */
static struct zonemap *picture(uint64_t start, const char *pages)
{
	size_t nr = strlen(pages);
	page_code *codes = calloc(nr, sizeof(*codes));
	struct zonemap *map = zonemap_new(start, nr, ORDER, ORDER, NULL);

	for (size_t i = 0; i < nr; i++)
		codes[i] = code_of(pages[i]);
	zonemap_ingest_codes(map, start, codes, nr, 1);
	free(codes);
	return map;
}

static struct frame *frame_with_types(void)
{
	struct frame *frame = frame_new();

	frame_type(frame, span_of("Unmovable"));
	frame_type(frame, span_of("Movable"));
	frame_type(frame, span_of("Reclaimable"));
	frame_type(frame, span_of("HighAtomic"));
	return frame;
}

static struct obstacles *survey(const struct frame *frame, const struct zonemap *map,
				uint32_t staying)
{
	struct obstacles *out = malloc(sizeof(*out));

	obstacle_survey(frame, map, staying, out);
	return out;
}

static const struct obstacle_class *row_of(const struct obstacles *out, enum page_class class)
{
	for (unsigned int i = 0; i < out->nr_classes; i++)
		if (out->classes[i].class == class)
			return &out->classes[i];
	return NULL;
}

static void pageblocks_fall_into_five_kinds(void **state)
{
	struct frame *frame = frame_with_types();
	struct zonemap *map = picture(0, "ffffffff" "ffaaaaff" "ffffsfff" "ff..ffff" "ffffff??"
					 "fxffffff" "aafs....");
	struct obstacles *out = survey(frame, map, 0);

	(void)state;
	assert_int_equal(out->nr_blocks, 6); /* not the one with a hole */
	assert_int_equal(out->nr_known, 5);
	assert_int_equal(out->nr_empty, 1);
	assert_int_equal(out->nr_clear, 1);
	assert_int_equal(out->nr_folio, 0);
	assert_int_equal(out->nr_spoilt, 2);
	assert_int_equal(out->nr_undecided, 1);
	free(out);
	zonemap_free(map);
	frame_free(frame);
}

static void a_class_says_which_blocks_it_alone_spoils(void **state)
{
	struct frame *frame = frame_with_types();
	struct zonemap *map = picture(0, "ssssffff" "aaasaaat" "ffffftff" "ffffst.f" "sfff.fff");
	struct obstacles *out = survey(frame, map, 0);
	const struct obstacle_class *slab = row_of(out, PAGE_SLAB), *pgtable;

	(void)state;
	pgtable = row_of(out, PAGE_PGTABLE);
	assert_ptr_equal(slab, &out->classes[0]); /* most pages first */
	assert_int_equal(slab->nr_pages, 7);
	assert_int_equal(slab->nr_blocks, 4);
	assert_int_equal(slab->nr_alone, 1); /* of the last block it is not known */
	assert_int_equal(pgtable->nr_pages, 3);
	assert_int_equal(pgtable->nr_blocks, 3);
	assert_int_equal(pgtable->nr_alone, 1);
	assert_int_equal(out->nr_classes, 2);
	free(out);
	zonemap_free(map);
	frame_free(frame);
}

static void cheapest_blocks_come_first_and_undecided_ones_last(void **state)
{
	struct frame *frame = frame_with_types();
	struct zonemap *map = picture(64, "aaaaffff" "fffffff." "aaffffff" "sfffffff" "aaffffff"
					  "afffff..");
	struct obstacles *out = survey(frame, map, 0);
	static const uint64_t pfns[] = { 80, 96, 64, 72, 104 };

	(void)state;
	assert_int_equal(out->nr_cheapest, 5);
	for (unsigned int i = 0; i < 5; i++)
		assert_int_equal(out->cheapest[i].pfn, pfns[i]);
	assert_int_equal(out->cheapest[0].nr_move, 2);
	assert_int_equal(out->cheapest[0].nr_free, 6);
	assert_int_equal(out->cheapest[3].nr_unknown, 1);
	assert_int_equal(out->nr_spoilt_rows, 1);
	assert_int_equal(out->spoilt[0].pfn, 88);
	assert_int_equal(out->spoilt[0].stays, PAGE_SLAB);
	free(out);
	zonemap_free(map);
	frame_free(frame);
}

static void nearly_free_blocks_name_what_most_of_it_is(void **state)
{
	struct frame *frame = frame_with_types();
	struct zonemap *map = picture(0, "sttaffff" "aaaaaaap" "ffffffpf");
	struct obstacles *out = survey(frame, map, 0);

	(void)state;
	assert_int_equal(out->nr_spoilt_rows, 3);
	assert_int_equal(out->spoilt[0].block, 2);
	assert_int_equal(out->spoilt[0].stays, PAGE_PINNED);
	assert_int_equal(out->spoilt[1].block, 1);
	assert_int_equal(out->spoilt[1].nr_move, 7);
	assert_int_equal(out->spoilt[2].stays, PAGE_PGTABLE);
	assert_int_equal(out->spoilt[2].nr_stay, 3);
	free(out);
	zonemap_free(map);
	frame_free(frame);
}

static void what_this_kernel_leaves_in_place_stays(void **state)
{
	struct frame *frame = frame_with_types();
	struct zonemap *map = picture(0, "uuffffff");
	struct obstacles *moves = survey(frame, map, 0);
	struct obstacles *stays = survey(frame, map, 1u << PAGE_UNEVICTABLE);

	(void)state;
	assert_int_equal(moves->nr_clear, 1);
	assert_int_equal(moves->cheapest[0].nr_move, 2);
	assert_int_equal(stays->nr_clear, 0);
	assert_int_equal(stays->spoilt[0].stays, PAGE_UNEVICTABLE);
	assert_int_equal(stays->spoilt[0].nr_move, 0);
	free(moves);
	free(stays);
	zonemap_free(map);
	frame_free(frame);
}

static void pollution_needs_types_and_goes_by_their_names(void **state)
{
	struct frame *frame = frame_with_types();
	struct zonemap *map = picture(0, "sssaffff" "aaaaasff" "aatffpuh" "ffffffff" "saaaaaaa"
					 "ssaaffff");
	struct obstacles *unknown = survey(frame, map, 0), *known;
	/* the last is a reserve, where both kinds may stand */
	static const uint8_t types[] = { 1, 1, 0, 0, 2, 3 };

	(void)state;
	assert_false(unknown->pollution.has_types);
	assert_int_equal(unknown->nr_polluted, 0);
	memcpy(map->type, types, sizeof(types));
	known = survey(frame, map, 0);
	assert_true(known->pollution.has_types);
	assert_int_equal(known->pollution.unmovable_in_movable, 4);
	assert_int_equal(known->pollution.by_class[PAGE_SLAB], 4);
	assert_int_equal(known->pollution.movable_blocks, 2);
	assert_int_equal(known->pollution.movable_polluted, 2);
	assert_int_equal(known->pollution.movable_in_unmovable, 3 + 7);
	assert_int_equal(known->pollution.unmovable_polluted, 2);
	assert_int_equal(known->pollution.unmovable_blocks, 3);
	assert_int_equal(known->nr_polluted, 2);
	assert_int_equal(known->polluted[0].block, 1);
	assert_int_equal(known->polluted[1].nr_stay, 3);
	free(unknown);
	free(known);
	zonemap_free(map);
	frame_free(frame);
}

static void a_block_that_is_one_folio_is_left_as_it_is(void **state)
{
	struct frame *frame = frame_with_types();
	struct zonemap *map = zonemap_new(0, 2 * BLOCK, ORDER, ORDER, NULL);
	page_code codes[2 * BLOCK];
	struct obstacles *out;

	(void)state;
	memset(codes, PAGE_ANON_LARGE, sizeof(codes));
	codes[0] = PAGE_CODE_ANON_HEAD + ORDER;
	codes[BLOCK] = codes[BLOCK + BLOCK / 2] = PAGE_CODE_ANON_HEAD + ORDER - 1;
	zonemap_ingest_codes(map, 0, codes, 2 * BLOCK, 1);
	out = survey(frame, map, 0);
	assert_int_equal(out->nr_folio, 1);
	assert_int_equal(out->nr_clear, 1);
	assert_int_equal(out->cheapest[0].block, 1);
	free(out);
	zonemap_free(map);
	frame_free(frame);
}

/* --- against a recount page by page --- */

struct recount {
	uint64_t nr_blocks, nr_known, nr_empty, nr_clear, nr_spoilt, nr_undecided;
	uint64_t moves[BLOCK + 1]; /* clear blocks by their price */
	uint64_t pages[NR_PAGE_CLASSES], blocks[NR_PAGE_CLASSES];
	uint64_t kernels_in_movable;
};

static void recount_block(const struct zonemap *map, size_t block, struct recount *out)
{
	unsigned int nr[NR_PAGE_CLASSES] = { 0 }, of[MOBILITY_NONE + 1] = { 0 };
	uint64_t pfn = zonemap_block_pfn(map, block);

	if (pfn < map->start_pfn || pfn + BLOCK > map->start_pfn + map->nr_pages)
		return;
	for (unsigned int i = 0; i < BLOCK; i++) {
		enum page_class class = page_code_class(map->code[pfn - map->start_pfn + i]);

		nr[class]++;
		of[page_class_info(class)->mobility]++;
	}
	if (of[MOBILITY_NONE])
		return;
	out->nr_blocks++;
	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++) {
		out->pages[i] += nr[i];
		out->blocks[i] += nr[i] > 0;
	}
	if (nr[PAGE_UNREAD])
		return;
	out->nr_known++;
	if (of[MOBILITY_UNMOVABLE])
		out->nr_spoilt++;
	else if (of[MOBILITY_UNKNOWN])
		out->nr_undecided++;
	else if (!of[MOBILITY_MOVABLE])
		out->nr_empty++;
	else
		out->moves[of[MOBILITY_MOVABLE]]++;
}

static void check_recount(const struct zonemap *map, const struct obstacles *out)
{
	struct recount want = { 0 };
	unsigned int row = 0;

	for (size_t block = 0; block < map->nr_blocks; block++)
		recount_block(map, block, &want);
	for (unsigned int price = 1; price <= BLOCK; price++)
		want.nr_clear += want.moves[price];
	assert_int_equal(out->nr_blocks, want.nr_blocks);
	assert_int_equal(out->nr_known, want.nr_known);
	assert_int_equal(out->nr_empty, want.nr_empty);
	assert_int_equal(out->nr_clear, want.nr_clear);
	assert_int_equal(out->nr_spoilt, want.nr_spoilt);
	assert_int_equal(out->nr_undecided, want.nr_undecided);
	for (unsigned int i = 0; i < out->nr_classes; i++) {
		assert_int_equal(out->classes[i].nr_pages, want.pages[out->classes[i].class]);
		assert_int_equal(out->classes[i].nr_blocks, want.blocks[out->classes[i].class]);
	}
	for (unsigned int price = 1; price <= BLOCK; price++)
		for (uint64_t i = 0; i < want.moves[price] && row < OBSTACLE_BLOCKS_MAX; i++)
			assert_int_equal(out->cheapest[row++].nr_move, price);
	for (unsigned int i = 1; i < out->nr_spoilt_rows; i++)
		assert_true(out->spoilt[i].nr_stay + out->spoilt[i].nr_unknown >=
			    out->spoilt[i - 1].nr_stay + out->spoilt[i - 1].nr_unknown);
}

/* What contig.h says of blocks of the same order has to be the same. */
static void check_outlook(const struct zonemap *map, const struct obstacles *out)
{
	struct contig_outlook outlook;

	contig_outlook(map, ORDER, 0, &outlook);
	assert_int_equal(out->nr_empty, outlook.now);
	assert_int_equal(out->nr_empty + out->nr_clear, outlook.clearable);
	assert_int_equal(out->nr_blocks - out->nr_empty - out->nr_clear, outlook.blocked);
}

static void surveys_of_random_maps_equal_a_recount(void **state)
{
	static const char letters[] = "fffffffffffffaaaaaaaaastpuh.x?";
	struct frame *frame = frame_with_types();
	uint64_t seed = 7;

	(void)state;
	for (unsigned int round = 0; round < 40; round++) {
		/* also beyond one chunk, and cut pageblocks at both ends */
		size_t nr = 1 + random_below(&seed, round % 4 ? 900 : 9000);
		uint64_t variety = 1 + random_below(&seed, sizeof(letters) - 1);
		char *pages = malloc(nr + 1);
		struct obstacles *out;
		struct zonemap *map;

		for (size_t i = 0; i < nr; i++)
			pages[i] = letters[random_below(&seed, variety)];
		pages[nr] = '\0';
		map = picture(random_below(&seed, 40), pages);
		for (size_t block = 0; block < map->nr_blocks; block++)
			map->type[block] = (uint8_t)random_below(&seed, 5);
		out = survey(frame, map, 0);
		check_recount(map, out);
		check_outlook(map, out);
		zonemap_free(map);
		free(out);
		free(pages);
	}
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pageblocks_fall_into_five_kinds),
		cmocka_unit_test(a_class_says_which_blocks_it_alone_spoils),
		cmocka_unit_test(cheapest_blocks_come_first_and_undecided_ones_last),
		cmocka_unit_test(nearly_free_blocks_name_what_most_of_it_is),
		cmocka_unit_test(what_this_kernel_leaves_in_place_stays),
		cmocka_unit_test(pollution_needs_types_and_goes_by_their_names),
		cmocka_unit_test(a_block_that_is_one_folio_is_left_as_it_is),
		cmocka_unit_test(surveys_of_random_maps_equal_a_recount),
	};

	return CHECK_MAIN(tests);
}
