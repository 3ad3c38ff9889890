/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * index - the numbers the field uses for fragmentation, as the kernel computes them.
 *
 * Different formulas share one name in the field, so each function names its source.  All take the
 * free blocks per order of one zone, count[0..nr_orders-1], and use the kernel's integer
 * arithmetic.  Sums saturate at 2^64 - 1.
 */
#ifndef FRAGSCOPE_INDEX_H
#define FRAGSCOPE_INDEX_H

#include <stdint.h>

#include "fragscope/frame.h"

/* What mm/vmstat.c fill_contig_page_info() collects for a wanted order k. */
struct index_info {
	uint64_t free_pages;    /* F = sum of count[i] << i */
	uint64_t free_blocks;   /* B = sum of count[i] */
	uint64_t suitable;      /* S = sum over i >= k of count[i] << (i - k) */
};

struct index_info index_info(const uint64_t *count, unsigned int nr_orders, unsigned int order);

/* Unusable free index, per mille: share of free memory in blocks below the order; 1000 when nothing
 * is free.  mm/vmstat.c unusable_free_index(), debugfs extfrag/unusable_index. */
int index_unusable(const struct index_info *info, unsigned int order);

/* Fragmentation index, per mille: -1000 when a block is there; towards 0 the memory is too little,
 * towards 1000 it is fragmented; 0 when nothing is free.  mm/vmstat.c __fragmentation_index(),
 * debugfs extfrag/extfrag_index.  Can lie between -1000 and 0. */
int index_extfrag(const struct index_info *info, unsigned int order);

/* External fragmentation for an order, percent; 0 when nothing is free (the opposite convention to
 * the unusable index).  mm/vmstat.c extfrag_for_order(). */
int index_extfrag_for_order(const struct index_info *info, unsigned int order);

/* Plain counts of a zone; false when some order is unknown.  *capped: a count is a lower bound. */
bool index_zone_counts(const struct zone *zone, uint64_t count[FRAME_ORDERS_MAX], bool *capped);

/* The unusable free index as a real number, 0 to 1, and 0 when nothing is free: Fu(j) of Gorman and
 * Whitcroft (2006), (F - sum over i >= j of count[i] << i) / F. */
double index_fu(const uint64_t *count, unsigned int nr_orders, unsigned int order);
/* Mean of Fu over all orders, 0 to 1: the "fragmentation level" of atop and others. */
double index_level(const uint64_t *count, unsigned int nr_orders);
/* Share of free pages in blocks below the order, 0 to 1, 0 when nothing is free: Oracle's memstate
 * calls a Normal zone fragmented when more than 0.95 lies in orders 0 to 3. */
double index_small_share(const uint64_t *count, unsigned int nr_orders, unsigned int order);
/* Sum of the numbers of the orders without a free block; hotsos warns from 45 (of 55) on. */
unsigned int index_empty_orders(const uint64_t *count, unsigned int nr_orders);

/*
 * Blocks of nr_pages pages, any number, that single free blocks hold; absent when an order is
 * unknown, and above the largest order, where only a page map shows which free blocks touch
 * (contig.h contig_blocks_now).  index_blocks_at_most(): if all free pages lay together.
 */
struct num index_blocks(const struct zone *zone, uint64_t nr_pages);
struct num index_blocks_at_most(const struct zone *zone, uint64_t nr_pages);

/* Proactive compaction of one node, for any order (mm/compaction.c fragmentation_score_node()). */
struct index_proactive {
	int node;
	int score;                     /* weighted sum over the node's zones, 0 to 100 */
	unsigned int low, high;        /* marks: works while above low, begins above high */
};

/* Score of one zone: extfrag_for_order.  That of a node: the sum over its zones of
 * present * score / (present pages of the node + 1).  -1 when what it needs is unknown. */
int index_score_zone(const struct zone *zone, unsigned int order);
int index_score_node(const struct frame *frame, int node, unsigned int order);
/* Score and marks; the latter from vm.compaction_proactiveness among the frame's mem_knobs and the
 * form that its kernel release has.  False when one of them is unknown. */
bool index_proactive(const struct frame *frame, int node, unsigned int order,
		     struct index_proactive *out);
/* Marks from vm.compaction_proactiveness; leeway is the form since 6.16: min(10, low / 2). */
void index_proactive_marks(unsigned int proactiveness, bool leeway, unsigned int *low,
			   unsigned int *high);

#endif
