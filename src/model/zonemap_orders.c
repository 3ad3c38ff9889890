// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * zonemap_orders - orders of free blocks and of large folios, rebuilt from runs.
 *
 * kpageflags flags every page of a free block alike.  But the buddy allocator merges whatever it
 * can, so a run of free pages can only be the largest aligned split of it.  (Exceptions are rare:
 * neighbours of pageblock size and more whose migratetypes must not mix stay apart.)
 *
 * Work goes by windows of 512 aligned pages, in groups of 8: within a group the blocks of order 0
 * to 2 come from shifted copies of the group's free pages; a 64-bit map of the groups that are free
 * as a whole gives orders 3 to 8 in the same way; windows free as a whole are runs again, split one
 * block at a time.
 */
#include "zonemap.h"

#include <string.h>

#include "fragscope/bits.h"

#include "codes.h"
#include "tally.h"

#define WINDOW_ORDER 9
#define WINDOW       (1U << WINDOW_ORDER)
#define GROUP_ORDER  3

/* Positions where a block of order o can begin, as bits of a map of groups: one in 2^o. */
static const uint64_t group_grid[] = {
	~0ULL,
	0x5555555555555555,
	0x1111111111111111,
	0x0101010101010101,
	0x0001000100010001,
	0x0000000100000001,
	0x0000000000000001,
};

/* Pages 2^o apart, as bytes of a group, for blocks of order o + 1; 0 where the order is too large
 * for the zone. */
struct group_masks {
	codes_quads pair, four, eight;
};

static struct group_masks group_masks(unsigned int max_order)
{
	const codes_quads none = { 0 };

	return (struct group_masks){
		.pair = max_order >= 1 ? none + 0x00ff00ff00ff00ff : none,
		.four = max_order >= 2 ? none + 0x000000ff000000ff : none,
		.eight = max_order >= 3 ? none + 0x00000000000000ff : none,
	};
}

/* Marks the heads of order 0 to 2; returns the map of groups that are free as a whole. */
static uint64_t mark_groups(page_code *window, const struct group_masks *masks)
{
	const codes_quads order0 = (codes_quads)codes_splat(PAGE_FREE ^ PAGE_CODE_FREE_HEAD);
	const codes_quads order1 = (codes_quads)codes_splat(PAGE_FREE ^ (PAGE_CODE_FREE_HEAD | 1));
	const codes_quads order2 = (codes_quads)codes_splat(PAGE_FREE ^ (PAGE_CODE_FREE_HEAD | 2));
	uint64_t whole = 0;

	for (unsigned int i = 0; i < WINDOW; i += CODES_LANES) {
		codes_bytes codes = codes_load(window + i);
		codes_quads f0, f1, f2, f3, flip;

		f0 = codes_in_page_order((codes_quads)(codes == codes_splat(PAGE_FREE)));
		f1 = f0 & f0 >> 8 & masks->pair;
		f2 = f1 & f1 >> 16 & masks->four;
		f3 = f2 & f2 >> 32 & masks->eight;
		flip = (f0 & ~(f1 | f1 << 8) & order0) | (f1 & ~(f2 | f2 << 16) & order1) |
		       (f2 & ~(f3 | f3 << 32) & order2);
		codes ^= (codes_bytes)codes_in_page_order(flip);
		memcpy(window + i, &codes, sizeof(codes));
		whole |= ((f3[0] & 1) | (f3[1] & 1) << 1) << (i >> GROUP_ORDER);
	}
	return whole;
}

/* Marks the heads of order 3 and up in the groups that are free as a whole. */
static void mark_whole_groups(page_code *window, uint64_t whole, unsigned int max_order)
{
	for (unsigned int o = 0; whole; o++) {
		uint64_t larger = 0, heads;

		if (o + GROUP_ORDER < max_order && o + GROUP_ORDER < WINDOW_ORDER)
			larger = whole & whole >> (1U << o) & group_grid[o + 1];
		heads = whole & group_grid[o] & ~(larger | larger << (1U << o));
		for (; heads; heads &= heads - 1)
			window[(unsigned int)__builtin_ctzll(heads) << GROUP_ORDER] =
				(page_code)(PAGE_CODE_FREE_HEAD | (o + GROUP_ORDER));
		whole = larger;
	}
}

/* Splits a run of wholly free windows. */
static void mark_run(struct zonemap *map, uint64_t pfn, uint64_t end)
{
	while (pfn < end) {
		unsigned int order = bits_align_order(pfn, map->max_order);

		if (end - pfn < 1ULL << order)
			order = bits_log2(end - pfn);
		*zonemap_at(map, pfn) = (page_code)(PAGE_CODE_FREE_HEAD | order);
		pfn += 1ULL << order;
	}
}

/* Marks one window; returns whether it is free as a whole and left to mark_run(). */
static bool mark_window(struct zonemap *map, page_code *window, const struct group_masks *masks)
{
	uint64_t whole;

	if (!memchr(window, PAGE_FREE, WINDOW))
		return false;
	whole = mark_groups(window, masks);
	if (whole == ~0ULL && map->max_order >= WINDOW_ORDER)
		return true;
	mark_whole_groups(window, whole, map->max_order);
	return false;
}

/* A window that reaches out of the slice: what is outside counts as not free. */
static void mark_edge(struct zonemap *map, uint64_t pfn, uint64_t end,
		      const struct group_masks *masks)
{
	page_code window[WINDOW];
	page_code *inside = window + pfn % WINDOW;

	memset(window, PAGE_HOLE, sizeof(window));
	memcpy(inside, zonemap_at(map, pfn), end - pfn);
	mark_window(map, window, masks);
	memcpy(zonemap_at(map, pfn), inside, end - pfn);
}

void zonemap_mark_free(struct zonemap *map, uint64_t pfn, uint64_t end)
{
	const struct group_masks masks = group_masks(map->max_order);
	uint64_t run = pfn; /* where the present run of wholly free windows began */

	while (pfn < end) {
		uint64_t next = bits_align_down(pfn, WINDOW_ORDER) + WINDOW;
		bool whole = false;

		if (next > end)
			next = end;
		if (next - pfn == WINDOW)
			whole = mark_window(map, zonemap_at(map, pfn), &masks);
		else
			mark_edge(map, pfn, next, &masks);
		if (!whole) {
			mark_run(map, run, pfn);
			run = next;
		}
		pfn = next;
	}
	mark_run(map, run, end);
}

/* The head at pfn gets the order that its tails, up to end, tell. */
static void mark_folio(struct zonemap *map, uint64_t pfn, uint64_t end)
{
	page_code *head = zonemap_at(map, pfn);
	unsigned int order = bits_align_order(pfn, 31);
	uint64_t room = end - pfn < 1ULL << order ? end - pfn : 1ULL << order;
	uint64_t nr = 1 + codes_run(head + 1, room - 1, (page_code)page_code_class(*head));

	*head = (page_code)((*head & 0xe0) | bits_log2(nr));
}

void zonemap_join_folio(struct zonemap *map, uint64_t pfn)
{
	enum page_class class;

	if (pfn <= map->start_pfn || pfn >= zonemap_end(map))
		return;
	class = page_code_class(*zonemap_at(map, pfn));
	/* A folio is aligned to its size, so its head is one of few pages. */
	for (unsigned int order = 1; order < 32; order++) {
		uint64_t head = bits_align_down(pfn, order);
		page_code code;

		if (head < map->start_pfn)
			return;
		code = *zonemap_at(map, head);
		if (page_code_class(code) != class)
			return;
		if (code < PAGE_CODE_ANON_HEAD)
			continue;
		if (pfn - head < 1ULL << page_code_order(code))
			return;
		mark_folio(map, head, zonemap_end(map));
		tally_touch(map, head, head + 1);
		return;
	}
}

void zonemap_mark_folios(struct zonemap *map, uint64_t pfn, uint64_t end)
{
	const codes_bytes head_bits = codes_splat(0xc0);

	while (pfn < end) {
		const page_code *codes = zonemap_at(map, pfn);
		unsigned int nr = end - pfn < CODES_LANES ? (unsigned int)(end - pfn) : CODES_LANES;

		if (nr == CODES_LANES && !codes_any(codes_load(codes) & head_bits)) {
			pfn += nr;
			continue;
		}
		for (unsigned int i = 0; i < nr; i++)
			if (codes[i] & 0xc0)
				mark_folio(map, pfn + i, end);
		pfn += nr;
	}
}
