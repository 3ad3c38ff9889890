// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * obstacle - a walk over the columns of a page map, some hundred pageblocks at a time.
 *
 * Columns are added up in loops over short arrays, which become vector instructions, so that a
 * terabyte (half a million pageblocks) takes some milliseconds; only what gets into a list is
 * looked at one by one.
 */
#include "fragscope/obstacle.h"

#include <string.h>

#include "fragscope/array.h"
#include "fragscope/contig.h"

#include "zonemap.h"

#define CHUNK 512 /* pageblocks; a page's count of them fits into the first cache */

/* Sets of classes, a bit each. */
struct sets {
	uint32_t stay, move, unknown, none;
};

/* Pages of each block of a chunk. */
struct chunk {
	size_t first, nr;
	uint16_t stay[CHUNK], move[CHUNK], unknown[CHUNK], none[CHUNK];
	uint16_t whole[CHUNK];     /* all ones: the block counts; else 0 */
	uint16_t kernels[CHUNK];
};

/* A list of blocks by rank, lowest first. */
struct ranking {
	struct obstacle_block *rows;
	unsigned int *nr;
	uint64_t rank[OBSTACLE_BLOCKS_MAX];
};

struct survey {
	const struct zonemap *map;
	struct sets sets;
	enum block_use use[256];   /* by migratetype */
	struct chunk chunk;
	struct ranking cheapest, spoilt, polluted;
	struct obstacles *out;
};

enum block_use obstacle_use_of_type(const struct frame *frame, unsigned int type)
{
	static const struct {
		const char *name;
		enum block_use use;
	} rows[] = {
		{ "Movable", BLOCK_USE_MOVABLE },
		{ "CMA", BLOCK_USE_MOVABLE },
		{ "Unmovable", BLOCK_USE_UNMOVABLE },
		{ "Reclaimable", BLOCK_USE_UNMOVABLE },
	};

	for (size_t i = 0; type < frame->nr_types && i < ARRAY_SIZE(rows); i++)
		if (!strcmp(frame->type_name[type], rows[i].name))
			return rows[i].use;
	return BLOCK_USE_OTHER;
}

static void find_uses(const struct frame *frame, enum block_use use[256])
{
	for (unsigned int type = 0; type < 256; type++)
		use[type] = obstacle_use_of_type(frame, type);
}

static struct sets sets_of(uint32_t staying)
{
	struct sets sets = { .stay = staying };

	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++) {
		enum page_mobility mobility = page_class_info((enum page_class)i)->mobility;

		if (mobility == MOBILITY_UNMOVABLE)
			sets.stay |= 1u << i;
		else if (mobility == MOBILITY_MOVABLE && !(staying >> i & 1))
			sets.move |= 1u << i;
		else if (mobility == MOBILITY_UNKNOWN)
			sets.unknown |= 1u << i;
		else if (mobility == MOBILITY_NONE)
			sets.none |= 1u << i;
	}
	return sets;
}

/* --- columns of a chunk --- */

static void add_columns(const struct zonemap *map, const struct chunk *chunk, uint32_t classes,
			uint16_t sum[CHUNK])
{
	memset(sum, 0, CHUNK * sizeof(*sum));
	for (unsigned int class = 0; class < NR_PAGE_CLASSES; class++) {
		const uint16_t *column = map->count[class] + chunk->first;

		if (!(classes >> class & 1))
			continue;
		for (size_t i = 0; i < chunk->nr; i++)
			sum[i] = (uint16_t)(sum[i] + column[i]);
	}
}

/* Only the first and the last pageblock can reach out of the zone. */
static bool is_cut(const struct zonemap *map, size_t block)
{
	return zonemap_block_pages(map, block) != 1U << map->pageblock_order;
}

static void find_whole(const struct zonemap *map, struct chunk *chunk)
{
	for (size_t i = 0; i < chunk->nr; i++)
		chunk->whole[i] = chunk->none[i] ? 0 : UINT16_MAX;
	if (is_cut(map, chunk->first))
		chunk->whole[0] = 0;
	if (is_cut(map, chunk->first + chunk->nr - 1))
		chunk->whole[chunk->nr - 1] = 0;
}

/* The class's pages, the blocks that hold any, and those that hold nothing else that stays. */
static void count_class(struct survey *survey, enum page_class class)
{
	const struct chunk *chunk = &survey->chunk;
	const uint16_t *column = survey->map->count[class] + chunk->first;
	struct obstacle_class *row = &survey->out->classes[class];
	uint32_t nr_pages = 0, nr_blocks = 0, nr_alone = 0;

	for (size_t i = 0; i < chunk->nr; i++) {
		uint16_t nr = column[i] & chunk->whole[i];

		nr_pages += nr;
		nr_blocks += nr != 0;
		nr_alone += nr != 0 && nr == chunk->stay[i] && !chunk->unknown[i];
	}
	row->nr_pages += nr_pages;
	row->nr_blocks += nr_blocks;
	row->nr_alone += nr_alone;
}

/* --- lists --- */

static enum page_class main_stayer(const struct survey *survey, size_t block)
{
	enum page_class best = PAGE_UNREAD;
	uint16_t most = 0;

	for (unsigned int class = 0; class < NR_PAGE_CLASSES; class++) {
		uint16_t nr = survey->map->count[class][block];

		if (!(survey->sets.stay >> class & 1) || nr <= most)
			continue;
		most = nr;
		best = (enum page_class)class;
	}
	return best;
}

static struct obstacle_block describe(const struct survey *survey, size_t at)
{
	const struct chunk *chunk = &survey->chunk;
	size_t block = chunk->first + at;

	return (struct obstacle_block){
		.block = block,
		.pfn = zonemap_block_first(survey->map, block),
		.nr_free = survey->map->free[block],
		.nr_move = chunk->move[at],
		.nr_stay = chunk->stay[at],
		.nr_unknown = chunk->unknown[at],
		.stays = main_stayer(survey, block),
		.type = survey->map->type[block],
	};
}

/* Of equals the first that comes stays in front. */
static void rank_block(const struct survey *survey, struct ranking *list, size_t at, uint64_t rank)
{
	unsigned int i = *list->nr;

	if (i == OBSTACLE_BLOCKS_MAX && rank >= list->rank[i - 1])
		return;
	if (i == OBSTACLE_BLOCKS_MAX)
		i--;
	else
		++*list->nr;
	for (; i && list->rank[i - 1] > rank; i--) {
		list->rank[i] = list->rank[i - 1];
		list->rows[i] = list->rows[i - 1];
	}
	list->rank[i] = rank;
	list->rows[i] = describe(survey, at);
}

/* A block that is one folio has the wanted size already, see contig_outlook.c. */
static bool is_one_folio(const struct zonemap *map, size_t block)
{
	const uint16_t full = (uint16_t)(1U << map->pageblock_order);
	page_code code = *zonemap_at(map, zonemap_block_first(map, block));

	if (map->count[PAGE_ANON_LARGE][block] != full &&
	    map->count[PAGE_FILE_LARGE][block] != full)
		return false;
	if (map->blocks_only)
		return false;
	return code < PAGE_CODE_ANON_HEAD || page_code_order(code) >= (int)map->pageblock_order;
}

static uint64_t rank_of(unsigned int first, unsigned int second, unsigned int third)
{
	return (uint64_t)first << 32 | second << 16 | third;
}

static void sort_block(struct survey *survey, size_t at)
{
	struct chunk *chunk = &survey->chunk;
	struct obstacles *out = survey->out;
	size_t block = chunk->first + at;
	unsigned int move = chunk->move[at], stay = chunk->stay[at], unknown = chunk->unknown[at];

	out->nr_blocks++;
	if (survey->map->count[PAGE_UNREAD][block])
		return;
	out->nr_known++;
	if (stay) {
		out->nr_spoilt++;
		rank_block(survey, &survey->spoilt, at, rank_of(stay + unknown, 0, move));
	} else if (unknown) {
		out->nr_undecided++;
		rank_block(survey, &survey->cheapest, at, rank_of(1, unknown, move));
	} else if (!move) {
		out->nr_empty++;
	} else if (is_one_folio(survey->map, block)) {
		out->nr_folio++;
	} else {
		out->nr_clear++;
		rank_block(survey, &survey->cheapest, at, rank_of(0, 0, move));
	}
	if (chunk->kernels[at] && survey->use[survey->map->type[block]] == BLOCK_USE_MOVABLE)
		rank_block(survey, &survey->polluted, at, rank_of(chunk->kernels[at], 0, move));
}

static void take_chunk(struct survey *survey)
{
	const struct zonemap *map = survey->map;
	struct chunk *chunk = &survey->chunk;

	add_columns(map, chunk, survey->sets.stay, chunk->stay);
	add_columns(map, chunk, survey->sets.move, chunk->move);
	add_columns(map, chunk, survey->sets.unknown, chunk->unknown);
	add_columns(map, chunk, survey->sets.none, chunk->none);
	add_columns(map, chunk, OBSTACLE_KERNEL_CLASSES, chunk->kernels);
	find_whole(map, chunk);
	for (unsigned int class = 0; class < NR_PAGE_CLASSES; class++)
		if (survey->sets.stay >> class & 1)
			count_class(survey, (enum page_class)class);
	for (size_t i = 0; i < chunk->nr; i++)
		if (chunk->whole[i])
			sort_block(survey, i);
}

/* From a row per class to the rows that have pages, most first. */
static void rank_classes(struct obstacles *out)
{
	struct obstacle_class rows[NR_PAGE_CLASSES];
	unsigned int nr = 0;

	memcpy(rows, out->classes, sizeof(rows));
	memset(out->classes, 0, sizeof(out->classes));
	for (unsigned int class = 0; class < NR_PAGE_CLASSES; class++) {
		unsigned int i = nr;

		if (!rows[class].nr_pages)
			continue;
		for (; i && out->classes[i - 1].nr_pages < rows[class].nr_pages; i--)
			out->classes[i] = out->classes[i - 1];
		out->classes[i] = rows[class];
		out->classes[i].class = (enum page_class)class;
		nr++;
	}
	out->nr_classes = nr;
}

void obstacle_survey(const struct frame *frame, const struct zonemap *map, uint32_t staying,
		     struct obstacles *out)
{
	struct survey survey = {
		.map = map,
		.sets = sets_of(staying),
		.cheapest = { .rows = out->cheapest, .nr = &out->nr_cheapest },
		.spoilt = { .rows = out->spoilt, .nr = &out->nr_spoilt_rows },
		.polluted = { .rows = out->polluted, .nr = &out->nr_polluted },
		.out = out,
	};

	memset(out, 0, sizeof(*out));
	find_uses(frame, survey.use);
	for (size_t first = 0; first < map->nr_blocks; first += CHUNK) {
		size_t left = map->nr_blocks - first;

		survey.chunk.first = first;
		survey.chunk.nr = left < CHUNK ? left : CHUNK;
		take_chunk(&survey);
	}
	rank_classes(out);
	obstacle_add_pollution(frame, map, &out->pollution);
}

/* --- pollution --- */

static void pollute(const struct zonemap *map, size_t block, enum block_use use,
		    uint32_t movable, struct pollution *out)
{
	uint32_t classes = use == BLOCK_USE_MOVABLE ? OBSTACLE_KERNEL_CLASSES : movable;
	uint64_t nr_pages = 0;

	for (; classes; classes &= classes - 1) {
		unsigned int class = (unsigned int)__builtin_ctz(classes);
		uint16_t nr = map->count[class][block];

		nr_pages += nr;
		if (use == BLOCK_USE_MOVABLE)
			out->by_class[class] += nr;
	}
	if (use == BLOCK_USE_MOVABLE) {
		out->movable_blocks++;
		out->movable_polluted += nr_pages != 0;
		out->unmovable_in_movable += nr_pages;
	} else {
		out->unmovable_blocks++;
		out->unmovable_polluted += nr_pages != 0;
		out->movable_in_unmovable += nr_pages;
	}
}

void obstacle_add_pollution(const struct frame *frame, const struct zonemap *map,
			    struct pollution *out)
{
	const uint32_t movable = sets_of(0).move;
	enum block_use use[256];

	find_uses(frame, use);
	for (size_t block = 0; block < map->nr_blocks; block++) {
		uint8_t type = map->type[block];

		if (type >= frame->nr_types)
			continue;
		out->has_types = true;
		if (use[type] != BLOCK_USE_OTHER)
			pollute(map, block, use[type], movable, out);
	}
}
