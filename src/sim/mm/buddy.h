/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * buddy - free lists, splitting and merging (mm/page_alloc.c: __free_one_page, expand,
 * __rmqueue_smallest, move_freepages_block, split_large_buddy; mm/page_isolation.c and
 * mm/compaction.c: __isolate_free_page, __putback_isolated_page).
 *
 * All of it runs under zone->lock; who calls takes it (zone_lock).  Which end of a list a page goes
 * to matters, to the fast searches of compaction above all: allocations take the head, frees go to
 * the head unless the buddy is likely to merge soon, remainders of a split to the head from the
 * largest half down, converted blocks and isolated pages that return to the tail.
 */
#ifndef SIM_MM_BUDDY_H
#define SIM_MM_BUDDY_H

#include "sim/state.h"

enum buddy_end { BUDDY_HEAD, BUDDY_TAIL };

/* Puts a page that is on no list onto a free list; all counters follow. */
void buddy_add(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order,
	       unsigned int type, enum buddy_end end);
/* Takes a free buddy off its list; its pages become tails of an allocated page of that order, whose
 * state the caller sets. */
void buddy_del(struct sim *sim, struct sim_zone *zone, uint32_t pfn);

/* Frees a page of that order into the block type "type", merging as far as it goes; to_tail is
 * FPI_TO_TAIL.  A direct compactor that waits for this order may get it instead.  Merging is
 * charged, putting the page there is not: the caller knows where it comes from. */
void buddy_free_one(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order,
		    unsigned int type, bool to_tail);
/* The same for any order: pages larger than a block are freed by blocks, each by its type. */
void buddy_free(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order,
		bool to_tail);

/* Puts the upper halves of a page of order high onto the lists of type, down to order low. */
void buddy_expand(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int low,
		  unsigned int high, unsigned int type);
/* Takes a free buddy and splits it down to order low, the upper halves to type's lists. */
void buddy_take(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int low,
		unsigned int type);
/* The head of the smallest order that has one, split; NO_PAGE.  *areas += free areas visited. */
uint32_t buddy_rmqueue_smallest(struct sim *sim, struct sim_zone *zone, unsigned int order,
				unsigned int type, unsigned int *areas);

/* Whether the zone goes on to the end of that block: others are never converted. */
bool buddy_block_is_whole(const struct sim *sim, const struct sim_zone *zone, uint32_t pfn);
/* Sets the type of all blocks of a page of order >= block_order, or of the block it is in. */
void buddy_set_type(struct sim *sim, uint32_t pfn, unsigned int order, unsigned int type);
/* Moves the free buddies of a whole block to another type's lists (tails) and sets its type;
 * returns pages moved. */
uint32_t buddy_move_block(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int to);
/* The same, and the block keeps its type: what kernels before 6.10 could do. */
uint32_t buddy_move_free(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int to);

/* Takes a whole free buddy for the free scanner: refused (0) when that would push the zone below
 * MIN + its size, else its pages.  A buddy of order >= block_order - 1 makes its blocks MOVABLE. */
uint32_t buddy_isolate(struct sim *sim, struct sim_zone *zone, uint32_t pfn);
/* Gives it back, to the tail, without merging further than __free_one_page does. */
void buddy_putback(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order);

/* Head of the free buddy that pfn lies in, NO_PAGE if it is not free. */
uint32_t buddy_head(const struct sim *sim, uint32_t pfn);

/* Marks the pages behind the head; state is PAGE_STATE_FREE_TAIL or PAGE_STATE_TAIL. */
void buddy_mark_tails(struct sim *sim, uint32_t pfn, unsigned int order, enum page_state state);

#endif
