// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What is in a cell.  Sums are exact: a cell of a thousand pageblocks shows the sum of theirs.
 *
 * The columns hold one 16-bit number per pageblock.  They are read four at a time, as lanes of a
 * 64-bit word: a zone of a terabyte has half a million pageblocks times seventeen classes, and all
 * of them are looked at for one screen.
 */
#include "view_map.h"

#include <string.h>

#include "fragscope/obstacle.h"
#include "fragscope/residue.h"

#define LANES       4
#define LANE_BITS   16
#define LANE_ONES   0x0001000100010001ULL
#define LANE_TOPS   0x8000800080008000ULL
#define EVEN_LANES  0x0000ffff0000ffffULL
#define CHUNK       64 /* codes looked at before asking whether that is enough */
#define CACHE_LINE  64
#define CELLS_AHEAD 4  /* while one is summed up */
#define SUM_CHUNK   65536 /* numbers of 16 bits whose sum stays in 32 */

/* What a class of pages means for the state of its pageblock. */
enum lanes {
	LANES_UNREAD,
	LANES_FREE,
	LANES_MOVABLE,
	LANES_UNKNOWN,
	LANES_UNMOVABLE,
	LANES_NONE,
	NR_LANES = MAP_NR_LANES
};

static enum lanes lanes_of(enum page_class class)
{
	static const uint8_t of_mobility[] = {
		[MOBILITY_UNKNOWN]   = LANES_UNKNOWN,
		[MOBILITY_FREE]      = LANES_FREE,
		[MOBILITY_MOVABLE]   = LANES_MOVABLE,
		[MOBILITY_UNMOVABLE] = LANES_UNMOVABLE,
		[MOBILITY_NONE]      = LANES_NONE,
	};

	return class == PAGE_UNREAD ? LANES_UNREAD : of_mobility[page_class_info(class)->mobility];
}

void map_scan_init(struct map_scan *scan, const struct zonemap *map, unsigned int shift)
{
	unsigned int nr_sorted = 0;

	*scan = (struct map_scan){ .map = map, .shift = shift };
	for (unsigned int code = 0; code < 256; code++)
		scan->class_of[code] = (uint8_t)page_code_class((page_code)code);
	for (unsigned int code = 0; code < 256; code++)
		scan->lane_bit_of[code] =
			(uint8_t)(1u << lanes_of((enum page_class)scan->class_of[code]));
	for (int lanes = 0; lanes < NR_LANES; lanes++) {
		for (int class = 0; class < NR_PAGE_CLASSES; class++)
			if (lanes_of((enum page_class)class) == (enum lanes)lanes)
				scan->sorted[nr_sorted++] = (uint8_t)class;
		scan->sorted_from[lanes + 1] = nr_sorted;
	}
}

void map_scan_learn(struct map_scan *scan, const struct frame *frame)
{
	struct map_purpose *purpose = &scan->purpose;

	*purpose = (struct map_purpose){ 0 };
	for (unsigned int type = 0; type < frame->nr_types; type++) {
		enum block_use use = obstacle_use_of_type(frame, type);

		purpose->movable_types |= (use == BLOCK_USE_MOVABLE) << type;
		purpose->unmovable_types |= (use == BLOCK_USE_UNMOVABLE) << type;
	}
	purpose->kernel_classes = OBSTACLE_KERNEL_CLASSES;
	for (int class = 0; class < NR_PAGE_CLASSES; class++)
		if (page_class_info((enum page_class)class)->mobility == MOBILITY_MOVABLE)
			purpose->movable_classes |= MAP_CLASS(class);
}

bool map_scan_is_fine(const struct map_scan *scan)
{
	return scan->shift < scan->map->pageblock_order;
}

size_t map_cell_blocks(const struct map_scan *scan, struct map_cell cell, size_t *first)
{
	*first = 0;
	if (!cell.nr_pages)
		return 0;
	*first = zonemap_block_of(scan->map, cell.pfn);
	return zonemap_block_of(scan->map, cell.pfn + (cell.nr_pages - 1)) - *first + 1;
}

static inline uint64_t lanes_load(const uint16_t *values, size_t nr)
{
	uint64_t lanes = 0;

	if (nr == LANES) /* a constant length makes one load of it */
		memcpy(&lanes, values, sizeof(lanes));
	for (size_t i = 0; i < nr && nr < LANES; i++)
		lanes |= (uint64_t)values[i] << (i * LANE_BITS);
	return lanes;
}

static uint64_t sum_chunk(const uint16_t *values, size_t nr)
{
	uint64_t pairs = 0;

	for (; nr >= LANES; nr -= LANES, values += LANES) {
		uint64_t lanes = lanes_load(values, LANES);

		pairs += (lanes & EVEN_LANES) + (lanes >> LANE_BITS & EVEN_LANES);
	}
	for (; nr; nr--)
		pairs += *values++;
	return (pairs & UINT32_MAX) + (pairs >> 32);
}

static uint64_t sum_column(const uint16_t *values, size_t nr)
{
	uint64_t sum = 0;

	for (size_t at = 0; at < nr; at += SUM_CHUNK)
		sum += sum_chunk(values + at, nr - at < SUM_CHUNK ? nr - at : SUM_CHUNK);
	return sum;
}

/* The columns are far apart, so each cell touches as many places in memory as there are classes:
 * they are fetched ahead. */
static void fetch_ahead(const uint16_t *values, size_t nr)
{
	const char *next = (const char *)(values + nr * CELLS_AHEAD);

	for (size_t at = 0; at < nr * sizeof(*values); at += CACHE_LINE)
		__builtin_prefetch(next + at);
}

void map_cell_count(const struct map_scan *scan, struct map_cell cell, uint32_t classes,
		    uint64_t count[NR_PAGE_CLASSES])
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);

	if (map_scan_is_fine(scan)) {
		map_codes_count(scan, cell, classes, count);
		return;
	}
	for (int class = 0; class < NR_PAGE_CLASSES; class++) {
		if (!(classes & MAP_CLASS(class)))
			continue;
		fetch_ahead(scan->map->count[class] + first, nr);
		count[class] += sum_column(scan->map->count[class] + first, nr);
	}
}

int map_cell_largest(const struct map_scan *scan, struct map_cell cell)
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);
	int largest = 0;

	if (map_scan_is_fine(scan))
		return map_codes_largest(scan, cell);
	for (size_t i = 0; i < nr; i++)
		if (scan->map->largest[first + i] > largest)
			largest = scan->map->largest[first + i];
	return largest - 1;
}

uint64_t map_cell_blind(const struct map_scan *scan, struct map_cell cell, size_t *blocks)
{
	const struct zonemap *map = scan->map;
	size_t first, nr = map_cell_blocks(scan, cell, &first), nr_blind = 0;
	uint64_t count[NR_PAGE_CLASSES] = { 0 }, blind = 0;

	for (size_t block = first; block < first + nr; block++) {
		if (!map->free[block] || !residue_block_blind(map, block, MAP_BLIND_STRIDE))
			continue;
		blind += map->free[block];
		nr_blind++;
	}
	if (blocks)
		*blocks = nr_blind;
	if (!nr_blind || !map_scan_is_fine(scan))
		return blind;
	map_codes_count(scan, cell, MAP_CLASS(PAGE_FREE), count);
	return count[PAGE_FREE];
}

/* bits: which kinds of lanes have such pages. */
static enum map_state state_of(unsigned int bits)
{
	if (bits & 1u << LANES_UNMOVABLE)
		return bits & 1u << LANES_MOVABLE ? MAP_STATE_MIXED : MAP_STATE_UNMOVABLE;
	if (bits & 1u << LANES_UNKNOWN)
		return MAP_STATE_UNKNOWN;
	if (bits & 1u << LANES_UNREAD)
		return bits & (1u << LANES_MOVABLE | 1u << LANES_FREE) ? MAP_STATE_UNKNOWN :
									 MAP_STATE_UNREAD;
	if (bits & 1u << LANES_MOVABLE)
		return MAP_STATE_MOVABLE;
	return bits & 1u << LANES_FREE ? MAP_STATE_FREE : MAP_STATE_HOLE;
}

static void states_of_fine(const struct map_scan *scan, struct map_cell cell,
			   uint32_t states[NR_MAP_STATES])
{
	const unsigned int mixed = 1u << LANES_UNMOVABLE | 1u << LANES_MOVABLE;
	const page_code *code = map_codes(scan, cell), *end = code + cell.nr_pages;
	unsigned int bits = 0;

	while (code < end && (bits & mixed) != mixed) {
		const page_code *stop = end - code < CHUNK ? end : code + CHUNK;

		for (; code < stop; code++)
			bits |= scan->lane_bit_of[*code];
	}
	states[state_of(bits)]++;
}

/* The top bit of every lane that is not zero. */
static uint64_t lanes_not_zero(uint64_t lanes)
{
	return (((lanes & ~LANE_TOPS) + ~LANE_TOPS) | lanes) & LANE_TOPS;
}

static uint32_t lanes_count(uint64_t tops)
{
	return (uint32_t)((tops >> (LANE_BITS - 1)) * LANE_ONES >> 3 * LANE_BITS);
}

/* state_of() for LANES pageblocks at once; valid: the tops of the lanes that hold one. */
static void states_of_lanes(const uint64_t has[NR_LANES], uint64_t valid,
			    uint32_t states[NR_MAP_STATES])
{
	uint64_t movable = has[LANES_MOVABLE], unmovable = has[LANES_UNMOVABLE];
	uint64_t rest = valid & ~unmovable, some = movable | has[LANES_FREE], unread;

	states[MAP_STATE_MIXED] += lanes_count(unmovable & movable);
	states[MAP_STATE_UNMOVABLE] += lanes_count(unmovable & ~movable);
	states[MAP_STATE_UNKNOWN] += lanes_count(rest & has[LANES_UNKNOWN]);
	rest &= ~has[LANES_UNKNOWN];
	unread = rest & has[LANES_UNREAD];
	states[MAP_STATE_UNKNOWN] += lanes_count(unread & some);
	states[MAP_STATE_UNREAD] += lanes_count(unread & ~some);
	rest &= ~unread;
	states[MAP_STATE_MOVABLE] += lanes_count(rest & movable);
	states[MAP_STATE_FREE] += lanes_count(rest & ~movable & some);
	states[MAP_STATE_HOLE] += lanes_count(rest & ~some);
}

static void states_of_blocks(const struct map_scan *scan, size_t first, size_t nr,
			     uint32_t states[NR_MAP_STATES])
{
	uint64_t valid = nr == LANES ? LANE_TOPS : LANE_TOPS & ((1ULL << (nr * LANE_BITS)) - 1);
	uint64_t has[NR_LANES];

	for (int lanes = 0; lanes < NR_LANES; lanes++) {
		const uint8_t *class = scan->sorted + scan->sorted_from[lanes];
		uint64_t any = 0;

		for (; class < scan->sorted + scan->sorted_from[lanes + 1]; class++)
			any |= lanes_load(scan->map->count[*class] + first, nr);
		has[lanes] = lanes_not_zero(any);
	}
	states_of_lanes(has, valid, states);
}

void map_cell_states(const struct map_scan *scan, struct map_cell cell,
		     uint32_t states[NR_MAP_STATES])
{
	size_t first, nr = map_cell_blocks(scan, cell, &first), at;

	if (map_scan_is_fine(scan)) {
		states_of_fine(scan, cell, states);
		return;
	}
	for (int class = 0; class < NR_PAGE_CLASSES; class++)
		fetch_ahead(scan->map->count[class] + first, nr);
	for (at = 0; nr - at >= LANES; at += LANES)
		states_of_blocks(scan, first + at, LANES, states);
	if (nr > at)
		states_of_blocks(scan, first + at, nr - at, states);
}

/* The tops of the lanes whose block has a type of that set. */
static uint64_t lanes_of_types(const uint8_t *type, size_t nr, uint32_t types)
{
	uint64_t tops = 0;

	for (size_t i = 0; i < nr; i++)
		if (type[i] < FRAME_TYPES_MAX)
			tops |= (uint64_t)(types >> type[i] & 1) << (i * LANE_BITS + LANE_BITS - 1);
	return tops;
}

static uint64_t lanes_with(const struct zonemap *map, size_t first, size_t nr, uint32_t classes)
{
	uint64_t any = 0;

	for (; classes; classes &= classes - 1)
		any |= lanes_load(map->count[__builtin_ctz(classes)] + first, nr);
	return lanes_not_zero(any);
}

static void pollution_of_blocks(const struct map_scan *scan, size_t first, size_t nr,
				struct map_pollution *pollution)
{
	const uint8_t *type = scan->map->type + first;
	uint64_t movable = lanes_of_types(type, nr, scan->purpose.movable_types);
	uint64_t unmovable = lanes_of_types(type, nr, scan->purpose.unmovable_types);

	pollution->known += lanes_count(lanes_of_types(type, nr, UINT32_MAX));
	if (movable)
		movable &= lanes_with(scan->map, first, nr, scan->purpose.kernel_classes);
	if (unmovable)
		unmovable &= lanes_with(scan->map, first, nr, scan->purpose.movable_classes);
	pollution->unmovable_in_movable += lanes_count(movable);
	pollution->movable_in_unmovable += lanes_count(unmovable);
}

static void pollution_of_fine(const struct map_scan *scan, struct map_cell cell,
			      struct map_pollution *pollution)
{
	const struct map_purpose *purpose = &scan->purpose;
	uint8_t type = scan->map->type[zonemap_block_of(scan->map, cell.pfn)];
	uint64_t count[NR_PAGE_CLASSES] = { 0 };
	uint32_t found = 0;

	if (type >= FRAME_TYPES_MAX)
		return;
	map_codes_count(scan, cell, purpose->kernel_classes | purpose->movable_classes, count);
	for (int class = 0; class < NR_PAGE_CLASSES; class++)
		found |= count[class] ? MAP_CLASS(class) : 0;
	pollution->known = 1;
	pollution->unmovable_in_movable = purpose->movable_types >> type & 1 &&
					  found & purpose->kernel_classes;
	pollution->movable_in_unmovable = purpose->unmovable_types >> type & 1 &&
					  found & purpose->movable_classes;
}

void map_cell_pollution(const struct map_scan *scan, struct map_cell cell,
			struct map_pollution *pollution)
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);

	*pollution = (struct map_pollution){ 0 };
	if (map_scan_is_fine(scan)) {
		pollution_of_fine(scan, cell, pollution);
		return;
	}
	for (size_t at = 0; at < nr; at += LANES)
		pollution_of_blocks(scan, first + at, nr - at < LANES ? nr - at : LANES,
				    pollution);
}

bool map_cell_age(const struct map_scan *scan, struct map_cell cell, uint32_t now_ms,
		  uint32_t *age_ms)
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);

	*age_ms = 0;
	for (size_t i = 0; i < nr; i++) {
		uint32_t read_ms = scan->map->read_ms[first + i];

		if (!read_ms)
			return false;
		/* the clock is cut to 32 bits; a reading newer than now has no age */
		if (now_ms - read_ms > *age_ms && (int32_t)(now_ms - read_ms) > 0)
			*age_ms = now_ms - read_ms;
	}
	return nr > 0;
}
