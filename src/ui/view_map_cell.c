// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What is in a cell.  Sums are exact: a cell of a thousand pageblocks shows the sum of their counts.
 *
 * The columns hold one 16-bit number per pageblock.  They are read four at a time, as lanes of a
 * 64-bit word: a zone of a terabyte has half a million pageblocks times seventeen classes, and all of
 * them are looked at for one screen.
 */
#include "view_map.h"

#include <string.h>

#include "fragscope/residue.h"

#define PAGE_ORDER_MAX 31 /* that a code can hold */
#define LANES 4
#define LANE_BITS 16
#define EVEN_LANES 0x0000ffff0000ffffULL
#define EVERY_BYTE 0x0101010101010101ULL
/* Additions after which a 32-bit lane could overflow are far beyond this. */
#define SUM_CHUNK 65536

/* What a class of pages means for the state of its pageblock. */
enum lanes {
	LANES_NONE,
	LANES_UNREAD,
	LANES_FREE,
	LANES_MOVABLE,
	LANES_UNKNOWN,
	LANES_UNMOVABLE,
	NR_LANES
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
	scan->map = map;
	scan->shift = shift;
	for (unsigned int code = 0; code < 256; code++) {
		enum page_class class = page_code_class((page_code)code);

		scan->class_of[code] = (uint8_t)class;
		scan->free_order_of[code] =
			(int8_t)(class == PAGE_FREE ? page_code_order((page_code)code) : -1);
	}
	for (int class = 0; class < NR_PAGE_CLASSES; class++)
		scan->lanes_of[class] = (uint8_t)lanes_of((enum page_class)class);
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

static uint64_t lanes_load(const uint16_t *values, size_t nr)
{
	uint64_t lanes = 0;

	memcpy(&lanes, values, nr * sizeof(*values));
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

static const page_code *codes_of(const struct map_scan *scan, struct map_cell cell)
{
	return scan->map->code + (cell.pfn - scan->map->start_pfn);
}

/* Neighbouring pages are mostly alike: eight of a kind are counted at once. */
static void count_codes(const struct map_scan *scan, struct map_cell cell,
			uint64_t count[NR_PAGE_CLASSES])
{
	const page_code *code = codes_of(scan, cell), *end = code + cell.nr_pages;
	uint64_t word;

	for (; end - code >= (ptrdiff_t)sizeof(word); code += sizeof(word)) {
		memcpy(&word, code, sizeof(word));
		if (word == code[0] * EVERY_BYTE) {
			count[scan->class_of[code[0]]] += sizeof(word);
			continue;
		}
		for (size_t i = 0; i < sizeof(word); i++)
			count[scan->class_of[code[i]]]++;
	}
	for (; code < end; code++)
		count[scan->class_of[*code]]++;
}

void map_cell_count(const struct map_scan *scan, struct map_cell cell, uint32_t classes,
		    uint64_t count[NR_PAGE_CLASSES])
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);

	if (map_scan_is_fine(scan)) {
		count_codes(scan, cell, count);
		return;
	}
	for (int class = 0; class < NR_PAGE_CLASSES; class++)
		if (classes & MAP_CLASS(class))
			count[class] += sum_column(scan->map->count[class] + first, nr);
}

/* The head stands at one of few aligned places. */
int map_page_order(const struct zonemap *map, uint64_t pfn, uint64_t *head)
{
	enum page_class class = page_code_class(map->code[pfn - map->start_pfn]);

	for (int order = 0; order <= PAGE_ORDER_MAX; order++) {
		page_code code;

		*head = pfn >> order << order;
		if (*head < map->start_pfn)
			break;
		code = map->code[*head - map->start_pfn];
		if (page_code_class(code) == class && page_code_order(code) >= order)
			return page_code_order(code);
	}
	*head = pfn;
	return -1;
}

static int largest_of_codes(const struct map_scan *scan, struct map_cell cell)
{
	const page_code *code = codes_of(scan, cell);
	uint64_t head;
	int largest = -1;

	if (cell.nr_pages && scan->class_of[code[0]] == PAGE_FREE)
		largest = map_page_order(scan->map, cell.pfn, &head);
	for (uint64_t i = 0; i < cell.nr_pages; i++)
		largest = scan->free_order_of[code[i]] > largest ? scan->free_order_of[code[i]] :
								   largest;
	return largest;
}

int map_cell_largest(const struct map_scan *scan, struct map_cell cell)
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);
	int largest = 0;

	if (map_scan_is_fine(scan))
		return largest_of_codes(scan, cell);
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
	count_codes(scan, cell, count);
	return count[PAGE_FREE];
}

/* found[]: non-zero where the pageblock of that lane holds such pages. */
static enum map_state lane_state(const uint64_t found[NR_LANES], unsigned int lane)
{
	uint64_t mask = 0xffffULL << (lane * LANE_BITS);

	if (found[LANES_UNMOVABLE] & mask)
		return found[LANES_MOVABLE] & mask ? MAP_STATE_MIXED : MAP_STATE_UNMOVABLE;
	if (found[LANES_UNKNOWN] & mask)
		return MAP_STATE_UNKNOWN;
	if (found[LANES_UNREAD] & mask)
		return (found[LANES_MOVABLE] | found[LANES_FREE]) & mask ? MAP_STATE_UNKNOWN :
									   MAP_STATE_UNREAD;
	if (found[LANES_MOVABLE] & mask)
		return MAP_STATE_MOVABLE;
	return found[LANES_FREE] & mask ? MAP_STATE_FREE : MAP_STATE_HOLE;
}

static void states_of_fine(const struct map_scan *scan, struct map_cell cell,
			   uint32_t states[NR_MAP_STATES])
{
	uint64_t count[NR_PAGE_CLASSES] = { 0 }, found[NR_LANES] = { 0 };

	map_cell_count(scan, cell, MAP_ALL_CLASSES, count);
	for (int class = 0; class < NR_PAGE_CLASSES; class++)
		found[scan->lanes_of[class]] |= count[class] != 0;
	states[lane_state(found, 0)]++;
}

void map_cell_states(const struct map_scan *scan, struct map_cell cell,
		     uint32_t states[NR_MAP_STATES])
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);

	if (map_scan_is_fine(scan)) {
		states_of_fine(scan, cell, states);
		return;
	}
	for (size_t at = 0; at < nr; at += LANES) {
		size_t n = nr - at < LANES ? nr - at : LANES;
		uint64_t found[NR_LANES] = { 0 };

		for (int class = 0; class < NR_PAGE_CLASSES; class++)
			found[scan->lanes_of[class]] |=
				lanes_load(scan->map->count[class] + first + at, n);
		for (unsigned int lane = 0; lane < n; lane++)
			states[lane_state(found, lane)]++;
	}
}

int map_cell_type(const struct map_scan *scan, struct map_cell cell)
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);
	uint32_t blocks[FRAME_TYPES_MAX] = { 0 };
	int best = -1;

	for (size_t block = first; block < first + nr; block++)
		if (scan->map->type[block] < FRAME_TYPES_MAX)
			blocks[scan->map->type[block]]++;
	for (int type = 0; type < FRAME_TYPES_MAX; type++)
		if (blocks[type] && (best < 0 || blocks[type] > blocks[best]))
			best = type;
	return best;
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
