// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What is in a cell that is smaller than a pageblock, from the codes of its pages.
 *
 * One screen can show millions of pages, so the codes are looked at in vectors: for each class that
 * the pageblock holds (its columns tell), how many of CHUNK codes are of it.  GCC's vector
 * extension does that on any machine; on x86-64 it becomes SSE2.
 */
#include "view_map.h"

#include <string.h>

#define PAGE_ORDER_MAX 31 /* that a code can hold */
#define EVEN_BYTES     0x00ff00ff00ff00ffULL
#define VECTOR         16  /* bytes */
#define CHUNK          128 /* codes */

const page_code *map_codes(const struct map_scan *scan, struct map_cell cell)
{
	return scan->map->code + (cell.pfn - scan->map->start_pfn);
}

typedef uint8_t byte_vector __attribute__((vector_size(VECTOR)));
typedef uint64_t quad_vector __attribute__((vector_size(VECTOR)));

static byte_vector vector_of(const uint8_t *bytes)
{
	byte_vector vector;

	memcpy(&vector, bytes, sizeof(vector));
	return vector;
}

static unsigned int sum_of_bytes(uint64_t bytes)
{
	uint64_t pairs = (bytes & EVEN_BYTES) + (bytes >> 8 & EVEN_BYTES);

	return (unsigned int)(pairs * 0x0001000100010001ULL >> 48);
}

/* How many of CHUNK codes are the one after masking; a lane counts to CHUNK / VECTOR at most. */
static unsigned int chunk_count(const page_code *code, page_code mask, page_code wanted)
{
	byte_vector nr = { 0 };
	quad_vector quads;

	for (int i = 0; i < CHUNK; i += VECTOR)
		nr -= (byte_vector)((vector_of(code + i) & mask) == wanted);
	quads = (quad_vector)nr;
	return sum_of_bytes(quads[0]) + sum_of_bytes(quads[1]);
}

/* Pages of a class have its number as their code, or are heads of any order. */
static unsigned int chunk_count_class(const page_code *code, enum page_class class)
{
	static const page_code heads[NR_PAGE_CLASSES] = {
		[PAGE_FREE] = PAGE_CODE_FREE_HEAD, [PAGE_ANON_LARGE] = PAGE_CODE_ANON_HEAD,
		[PAGE_FILE_LARGE] = PAGE_CODE_FILE_HEAD, [PAGE_HUGETLB] = PAGE_CODE_HUGE_HEAD,
	};
	unsigned int nr = chunk_count(code, 0xff, (page_code)class);

	return heads[class] ? nr + chunk_count(code, 0xe0, heads[class]) : nr;
}

/* The largest free head among CHUNK codes, 0: none. */
static page_code chunk_largest_head(const page_code *code)
{
	byte_vector largest = { 0 };
	page_code result = 0;

	for (int i = 0; i < CHUNK; i += VECTOR) {
		byte_vector codes = vector_of(code + i);
		byte_vector heads = codes & (byte_vector)((codes & 0xe0) == PAGE_CODE_FREE_HEAD);
		byte_vector more = (byte_vector)(heads > largest);

		largest = (heads & more) | (largest & ~more);
	}
	for (int i = 0; i < VECTOR; i++)
		result = largest[i] > result ? largest[i] : result;
	return result;
}

/* Of those classes, the ones that the cell's pageblock holds: few, mostly. */
static uint32_t classes_in_block(const struct map_scan *scan, struct map_cell cell,
				 uint32_t classes)
{
	size_t block = zonemap_block_of(scan->map, cell.pfn);
	uint32_t found = 0;

	for (int class = 0; class < NR_PAGE_CLASSES; class++)
		if (scan->map->count[class][block])
			found |= MAP_CLASS(class);
	return found & classes;
}

void map_codes_count(const struct map_scan *scan, struct map_cell cell, uint32_t classes,
			uint64_t count[NR_PAGE_CLASSES])
{
	const page_code *code = map_codes(scan, cell), *end = code + cell.nr_pages;

	classes = classes_in_block(scan, cell, classes);
	for (; classes && end - code >= CHUNK; code += CHUNK) {
		unsigned int left = CHUNK;

		for (uint32_t some = classes; some && left; some &= some - 1) {
			int class = __builtin_ctz(some);
			unsigned int nr = chunk_count_class(code, (enum page_class)class);

			count[class] += nr;
			left -= nr;
		}
	}
	for (; classes && code < end; code++)
		if (classes & MAP_CLASS(scan->class_of[*code]))
			count[scan->class_of[*code]]++;
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

int map_codes_largest(const struct map_scan *scan, struct map_cell cell)
{
	const page_code *code = map_codes(scan, cell), *end = code + cell.nr_pages;
	page_code largest = 0;
	uint64_t head;

	if (!classes_in_block(scan, cell, MAP_CLASS(PAGE_FREE)))
		return -1;
	/* heads of a smaller order begin in the cell; a larger one may stand before it */
	if (scan->class_of[*code] == PAGE_FREE)
		largest = (page_code)(PAGE_CODE_FREE_HEAD |
				      map_page_order(scan->map, cell.pfn, &head));
	for (; end - code >= CHUNK; code += CHUNK) {
		page_code chunk = chunk_largest_head(code);

		largest = chunk > largest ? chunk : largest;
	}
	for (; code < end; code++)
		if ((*code & 0xe0) == PAGE_CODE_FREE_HEAD && *code > largest)
			largest = *code;
	return largest ? largest & 0x1f : -1;
}
