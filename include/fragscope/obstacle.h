/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * obstacle - what stands in the way of large blocks, and the cheapest places to get one.
 *
 * A pageblock becomes free when all its pages move away; it never does while one unmovable page is
 * in it.  From the columns of a page map: the classes that stay, by pages and by the pageblocks
 * that they spoil; blocks ranked by the pages that would have to move; and pollution, pages that
 * stand in pageblocks of another migratetype.
 *
 * Only whole pageblocks count, as in contig.h: one that reaches into a hole or out of the zone is
 * never a large block.  Those that were read fall into exactly one of five kinds:
 *
 *	nr_known == nr_empty + nr_clear + nr_folio + nr_spoilt + nr_undecided
 */
#ifndef FRAGSCOPE_OBSTACLE_H
#define FRAGSCOPE_OBSTACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/frame.h"
#include "fragscope/pagemap.h"

/* A pageblock as a candidate. */
struct obstacle_block {
	size_t block;
	uint64_t pfn;            /* its first page */
	unsigned int nr_free;
	unsigned int nr_move;    /* movable pages: the price */
	unsigned int nr_stay;    /* pages that cannot move: 0, or the block cannot be had */
	unsigned int nr_unknown; /* pages of which it is not known */
	enum page_class stays;   /* the class that most of those that stay have */
	uint8_t type;            /* migratetype, 0xff unknown */
};

struct obstacle_class {
	enum page_class class;
	uint64_t nr_pages;
	uint64_t nr_blocks;      /* pageblocks that hold at least one of them */
	uint64_t nr_alone;       /* of these, blocks that would be free but for this class */
};

#define OBSTACLE_BLOCKS_MAX 64

/* The classes, a bit each, of pages that the kernel allocates for itself, as unmovable ones.  What
 * was reserved at boot is not among them: it was there before pageblocks had types. */
#define OBSTACLE_KERNEL_CLASSES (1u << PAGE_SLAB | 1u << PAGE_PGTABLE | 1u << PAGE_OTHER)

/* The kernel's pages in pageblocks that are meant for movable ones (Movable, CMA), and movable
 * pages in those for the kernel's (Unmovable, Reclaimable).  A movable page that is pinned, or that
 * this kernel does not compact, was put in the right place and pollutes nothing. */
struct pollution {
	bool has_types;                /* some pageblock's type is known */
	uint64_t unmovable_in_movable, movable_in_unmovable; /* pages */
	uint64_t movable_blocks, unmovable_blocks;           /* pageblocks of those types */
	uint64_t movable_polluted, unmovable_polluted;       /* of these, blocks that hold any */
	uint64_t by_class[NR_PAGE_CLASSES]; /* of unmovable_in_movable */
};

struct obstacles {
	uint64_t nr_blocks, nr_known;  /* pageblocks, and those that were read */
	uint64_t nr_empty;             /* wholly free already */
	uint64_t nr_clear;             /* could be freed: nothing in them stays */
	uint64_t nr_folio;             /* are one folio, which compaction leaves as it is */
	uint64_t nr_spoilt;            /* hold pages that stay */
	uint64_t nr_undecided;         /* hold pages of which it is not known, and none that stay */
	struct obstacle_class classes[NR_PAGE_CLASSES]; /* most pages first */
	unsigned int nr_classes;
	struct obstacle_block cheapest[OBSTACLE_BLOCKS_MAX]; /* clear ones, fewest pages to move
							      * first; then undecided ones, fewest
							      * unknown pages first */
	unsigned int nr_cheapest;
	struct obstacle_block spoilt[OBSTACLE_BLOCKS_MAX];   /* fewest pages that stay, or perhaps
							      * do, first; then fewest to move */
	unsigned int nr_spoilt_rows;
	struct pollution pollution;
	struct obstacle_block polluted[OBSTACLE_BLOCKS_MAX]; /* movable blocks, fewest unmovable
							      * pages first */
	unsigned int nr_polluted;
};

/* Adds the zone's pollution to out. */
void obstacle_add_pollution(const struct frame *frame, const struct zonemap *map,
			    struct pollution *out);

/* What pages of a pageblock are meant to be, by the name of its migratetype. */
enum block_use {
	BLOCK_USE_OTHER = 0,     /* HighAtomic, Isolate, unknown */
	BLOCK_USE_MOVABLE,       /* Movable, CMA */
	BLOCK_USE_UNMOVABLE,     /* Unmovable, Reclaimable */
};

enum block_use obstacle_use_of_type(const struct frame *frame, unsigned int type);

/* Surveys one zone.  staying: classes that compaction leaves in place (contig_staying()). */
void obstacle_survey(const struct frame *frame, const struct zonemap *map, uint32_t staying,
		     struct obstacles *out);

#endif
