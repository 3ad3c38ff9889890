// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * buddy - the free lists of a zone.
 *
 * Invariants: a free buddy of order o begins at a multiple of 2^o and lies in one zone; two buddies
 * that could be one never lie side by side; nr_free_pages and its kin always equal what the lists
 * hold.  From 6.10 on ("freelist hygiene") a free page lies on the list of its block's type.
 */
#include "sim/mm/buddy.h"

#include <string.h>

#include "sim/mm/watermark.h"

/* Types that give and take whole blocks when buddies of two blocks merge. */
static bool type_is_mergeable(unsigned int type)
{
	return type < MT_PCPTYPES;
}

/* NR_FREE_PAGES and the counts beside it: what of the free memory is for whom. */
static void account_free(struct sim *sim, struct sim_zone *zone, unsigned int order,
			 unsigned int type, int sign)
{
	uint32_t nr_pages = (uint32_t)sign << order;

	if (type == MT_ISOLATE)
		return;
	zone->nr_free_pages += nr_pages;
	if (type == MT_CMA)
		zone->nr_free_cma += nr_pages;
	else if (type == MT_HIGHATOMIC)
		zone->nr_free_highatomic += nr_pages;
	if (order >= sim->c.block_order)
		zone->nr_free_blocks += nr_pages;
}

static void count_block_free(struct sim *sim, uint32_t pfn, unsigned int order, int sign)
{
	unsigned int piece = order < sim->c.block_order ? order : sim->c.block_order;

	for (uint32_t at = pfn; at - pfn < 1u << order; at += 1u << piece)
		page_block(sim, at)->nr_free += (uint16_t)((uint32_t)sign << piece);
}

void buddy_mark_tails(struct sim *sim, uint32_t pfn, unsigned int order, enum page_state state)
{
	memset(sim->state + pfn + 1, state, (1u << order) - 1);
}

void buddy_add(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order,
	       unsigned int type, enum buddy_end end)
{
	struct page_list *list = &zone->free[order][type];

	sim->state[pfn] = PAGE_STATE_FREE;
	sim->order[pfn] = (uint8_t)(order | type << 4);
	if (end == BUDDY_TAIL)
		page_list_add_tail(sim, list, pfn);
	else
		page_list_add_head(sim, list, pfn);
	zone->nr_free[order]++;
	account_free(sim, zone, order, type, 1);
	count_block_free(sim, pfn, order, 1);
}

/* Off its list; its tails stay PAGE_STATE_FREE_TAIL, for whoever splits it. */
static void unlink_buddy(struct sim *sim, struct sim_zone *zone, uint32_t pfn)
{
	unsigned int order = page_order(sim, pfn), type = page_list_type(sim, pfn);

	page_list_del(sim, &zone->free[order][type], pfn);
	zone->nr_free[order]--;
	account_free(sim, zone, order, type, -1);
	count_block_free(sim, pfn, order, -1);
	sim->order[pfn] = (uint8_t)order;
}

void buddy_del(struct sim *sim, struct sim_zone *zone, uint32_t pfn)
{
	unlink_buddy(sim, zone, pfn);
	buddy_mark_tails(sim, pfn, page_order(sim, pfn), PAGE_STATE_TAIL);
}

/*
 * Freeing.
 */

/* compaction_capture(): a direct compactor in the middle of its work takes what it waits for. */
static bool capture(struct sim *sim, const struct sim_zone *zone, uint32_t pfn, unsigned int order,
		    unsigned int type)
{
	struct compact_control *cc = &sim->c.direct;

	if (!cc->capture || cc->captured != NO_PAGE || cc->order != (int)order ||
	    &sim->c.zone[cc->zone] != zone)
		return false;
	if (type == MT_CMA || type == MT_ISOLATE)
		return false;
	/* a whole block would change hands, a part of a movable one must not */
	if (order < sim->c.block_order && type == MT_MOVABLE && cc->type != MT_MOVABLE)
		return false;
	cc->captured = pfn;
	sim->state[pfn] = PAGE_STATE_CAPTURED;
	sim->order[pfn] = (uint8_t)order;
	buddy_mark_tails(sim, pfn, order, PAGE_STATE_TAIL);
	sim_count(sim, SIM_CAPTURED, 1);
	sim_event(sim, EVENT_CAPTURE, zone, pfn, order, 0, 0, 0);
	return true;
}

static bool is_free_buddy(const struct sim *sim, const struct sim_zone *zone, uint32_t pfn,
			  unsigned int order)
{
	return pfn - zone->first < zone->spanned && sim->state[pfn] == PAGE_STATE_FREE &&
	       page_order(sim, pfn) == order;
}

/* The pair of pfn's pair is free as a whole: what is freed now will merge soon. */
static bool merge_is_likely(const struct sim *sim, const struct sim_zone *zone, uint32_t pfn,
			    unsigned int order)
{
	if (order + 1 >= sim->c.max_order)
		return false;
	return is_free_buddy(sim, zone, (pfn & ~(1u << order)) ^ 2u << order, order + 1);
}

/* Takes the buddy in, if it is free and may be joined; false: merging ends here. */
static bool merge_buddy(struct sim *sim, struct sim_zone *zone, uint32_t buddy, unsigned int order,
			unsigned int type)
{
	if (!is_free_buddy(sim, zone, buddy, order))
		return false;
	if (order >= sim->c.block_order) {
		unsigned int other = page_type(sim, buddy);

		if (other != type && !(type_is_mergeable(other) && type_is_mergeable(type)))
			return false;
		if (other != type)
			buddy_set_type(sim, buddy, order, type);
	}
	unlink_buddy(sim, zone, buddy);
	sim->state[buddy] = PAGE_STATE_FREE_TAIL;
	sim_charge(sim, COST_MERGE, 1);
	return true;
}

void buddy_free_one(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order,
		    unsigned int type, bool to_tail)
{
	unsigned int freed = order;

	sim->flags[pfn] = 0;
	if (order < sim->c.max_order && capture(sim, zone, pfn, order, type))
		return;
	memset(sim->state + pfn, PAGE_STATE_FREE_TAIL, 1u << order);
	while (order < sim->c.max_order && merge_buddy(sim, zone, pfn ^ 1u << order, order, type)) {
		pfn &= ~(1u << order);
		order++;
		if (order < sim->c.max_order && capture(sim, zone, pfn, order, type))
			return;
	}
	buddy_add(sim, zone, pfn, order, type,
		  to_tail || merge_is_likely(sim, zone, pfn, order) ? BUDDY_TAIL : BUDDY_HEAD);
	sim_event(sim, EVENT_FREE, zone, pfn, freed, order, type, 0);
}

void buddy_free(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order,
		bool to_tail)
{
	unsigned int piece = order < sim->c.block_order ? order : sim->c.block_order;

	for (uint32_t at = pfn; at - pfn < 1u << order; at += 1u << piece) {
		sim_charge(sim, COST_TAKE, 1);
		buddy_free_one(sim, zone, at, piece, page_type(sim, at), to_tail);
	}
}

/*
 * Taking.
 */

void buddy_expand(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int low,
		  unsigned int high, unsigned int type)
{
	sim_charge(sim, COST_SPLIT, high - low);
	while (high > low) {
		high--;
		buddy_add(sim, zone, pfn + (1u << high), high, type, BUDDY_HEAD);
	}
	sim->order[pfn] = (uint8_t)low;
	buddy_mark_tails(sim, pfn, low, PAGE_STATE_TAIL);
}

void buddy_take(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int low,
		unsigned int type)
{
	unsigned int high = page_order(sim, pfn);

	sim_charge(sim, COST_TAKE, 1);
	unlink_buddy(sim, zone, pfn);
	sim->state[pfn] = PAGE_STATE_KERNEL;
	buddy_expand(sim, zone, pfn, low, high, type);
}

uint32_t buddy_rmqueue_smallest(struct sim *sim, struct sim_zone *zone, unsigned int order,
				unsigned int type, unsigned int *areas)
{
	for (unsigned int at = order; at <= sim->c.max_order; at++) {
		uint32_t pfn = zone->free[at][type].first;

		++*areas;
		if (pfn == NO_PAGE)
			continue;
		buddy_take(sim, zone, pfn, order, type);
		return pfn;
	}
	return NO_PAGE;
}

/*
 * Whole blocks.
 */

bool buddy_block_is_whole(const struct sim *sim, const struct sim_zone *zone, uint32_t pfn)
{
	return block_end(sim, pfn) <= zone_end(zone);
}

void buddy_set_type(struct sim *sim, uint32_t pfn, unsigned int order, unsigned int type)
{
	uint32_t at = block_start(sim, pfn);

	do {
		page_block(sim, at)->type = (uint8_t)type;
		at += block_pages(sim);
	} while (order >= sim->c.block_order && at - pfn < 1u << order);
}

uint32_t buddy_move_free(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int to)
{
	uint32_t end = block_end(sim, pfn), moved = 0;

	for (uint32_t at = block_start(sim, pfn); at < end;) {
		if (sim->state[at] != PAGE_STATE_FREE) {
			at++;
			continue;
		}
		unsigned int order = page_order(sim, at);

		unlink_buddy(sim, zone, at);
		buddy_add(sim, zone, at, order, to, BUDDY_TAIL);
		sim_charge(sim, COST_MOVE, 1);
		moved += 1u << order;
		at += 1u << order;
	}
	return moved;
}

uint32_t buddy_move_block(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int to)
{
	uint32_t moved = buddy_move_free(sim, zone, pfn, to);

	buddy_set_type(sim, pfn, 0, to);
	return moved;
}

/* What is moved into such blocks is movable: they and what else is free in them become so. */
static void make_movable(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order)
{
	for (uint32_t at = pfn; at - pfn < 1u << order; at += block_pages(sim)) {
		unsigned int type = page_type(sim, at);

		if (type != MT_MOVABLE && type_is_mergeable(type) &&
		    buddy_block_is_whole(sim, zone, at))
			buddy_move_block(sim, zone, at, MT_MOVABLE);
	}
}

uint32_t buddy_isolate(struct sim *sim, struct sim_zone *zone, uint32_t pfn)
{
	unsigned int order = page_order(sim, pfn);
	uint64_t mark = (uint64_t)zone->min + (1u << order); /* boosts do not count here */

	if (page_list_type(sim, pfn) != MT_ISOLATE &&
	    !watermark_ok(sim, zone, 0, mark, 0, ALLOC_CMA, zone->nr_free_pages))
		return 0;
	sim_charge(sim, COST_TAKE, 1);
	buddy_del(sim, zone, pfn);
	sim->state[pfn] = PAGE_STATE_TARGET;
	if (order + 1 >= sim->c.block_order)
		make_movable(sim, zone, pfn, order);
	return 1u << order;
}

void buddy_putback(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order)
{
	sim_charge(sim, COST_TAKE, 1);
	buddy_free_one(sim, zone, pfn, order, page_type(sim, pfn), true);
}

uint32_t buddy_head(const struct sim *sim, uint32_t pfn)
{
	if (sim->state[pfn] != PAGE_STATE_FREE && sim->state[pfn] != PAGE_STATE_FREE_TAIL)
		return NO_PAGE;
	for (unsigned int order = 0; order <= sim->c.max_order; order++) {
		uint32_t head = pfn >> order << order;

		if (sim->state[head] == PAGE_STATE_FREE && page_order(sim, head) >= order)
			return head;
	}
	return NO_PAGE;
}
