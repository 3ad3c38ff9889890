/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * contig - how much contiguous memory there is, and how much there could be.
 *
 * Free blocks that touch are one run even where the buddy allocator cannot merge them.  From a page
 * map we know the runs, so that blocks of any size can be counted (also not a power of two, and
 * above the largest order: 32 MiB, 1 GiB), now and after perfect compaction (all movable pages
 * moved together, unmovable ones staying), and the fewest page moves that get a block.
 */
#ifndef FRAGSCOPE_CONTIG_H
#define FRAGSCOPE_CONTIG_H

#include <stddef.h>
#include <stdint.h>

#include "fragscope/frame.h"
#include "fragscope/pagemap.h"

#define CONTIG_BUCKETS 48

/* Free runs by length: bucket b holds the runs of 2^b to 2^(b+1) - 1 pages. */
struct contig_histogram {
	uint64_t runs[CONTIG_BUCKETS];
	uint64_t pages[CONTIG_BUCKETS];
	uint64_t longest;               /* pages */
};

void contig_histogram(const struct zonemap *map, struct contig_histogram *hist);

/* Free ranges of nr_pages pages aligned to the next power of two at or below nr_pages, that do not
 * overlap, taken greedily from the lowest pfn. */
uint64_t contig_blocks_now(const struct zonemap *map, uint64_t nr_pages);

/* Classes of pages, a bit each, that the frame's kernel does not compact although they could move:
 * unevictable ones without vm.compact_unevictable_allowed, large folios before 6.9. */
uint32_t contig_staying(const struct frame *frame);

/* What perfect compaction could give for aligned blocks of 2^order pages in this zone.  A block
 * that reaches into a hole counts nowhere.  It is an upper bound for what the kernel does, which
 * moves into pageblocks of movable types only and cannot move pages that are pinned. */
struct contig_outlook {
	uint64_t now;             /* blocks wholly free */
	uint64_t clearable;       /* blocks that can be emptied: free or movable pages only, and
				   * no folio of the block's size or larger */
	uint64_t reachable;       /* of those, as many as free pages elsewhere can empty */
	uint64_t moves;           /* page moves to get all reachable ones, cheapest first */
	uint64_t blocked;         /* all others */
	uint64_t blocked_unknown; /* of those, held only by pages of unknown mobility */
	uint64_t blocked_folio;   /* of those, held by a folio of the block's size or larger */
};

/* staying: as contig_staying(). */
void contig_outlook(const struct zonemap *map, unsigned int order, uint32_t staying,
		    struct contig_outlook *out);
/* The same without moves (0), at a fraction of the time. */
void contig_survey(const struct zonemap *map, unsigned int order, uint32_t staying,
		   struct contig_outlook *out);

/* Page moves for the cheapest nr blocks of that order; UINT64_MAX when there are not as many. */
uint64_t contig_moves_for(const struct zonemap *map, unsigned int order, uint32_t staying,
			  uint64_t nr);

#endif
