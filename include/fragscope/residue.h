/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * residue - where free memory falls on pfn modulo a stride, and what the free scanner sees of it.
 *
 * With stride s compaction's free scanner looks at the pages at offsets 0, s, 2s, … of a pageblock
 * (mm/compaction.c isolate_freepages_block) and notices a free block only if the block's *head* is
 * among them.  Asynchronous compaction begins at stride 32, synchronous at 1; a pageblock that
 * yields nothing doubles it.  So free memory whose heads all lie between the samples is invisible,
 * however much it is: the block is "blind" at that stride.
 *
 * Offsets are counted from the block's start; for naturally aligned blocks that is pfn mod stride.
 * A large folio whose head is sampled is leapt over, after which the samples fall on other offsets:
 * whether a block is blind takes that into account, the histograms do not.  Slab of order > 0 has
 * the same effect, but a page map does not tell its order.
 */
#ifndef FRAGSCOPE_RESIDUE_H
#define FRAGSCOPE_RESIDUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/pagemap.h"

#define RESIDUE_STRIDE_MAX 512
#define RESIDUE_NR_STRIDES 10 /* 1, 2, 4, … 512 */

struct residue {
	uint64_t heads[RESIDUE_STRIDE_MAX];      /* free blocks whose head has that pfn mod 512 */
	uint64_t head_pages[RESIDUE_STRIDE_MAX]; /* pages in those blocks */
	uint64_t pages[RESIDUE_STRIDE_MAX];      /* free pages with that pfn mod 512 */
	uint64_t free_pages;
	/* by log2(stride): */
	uint64_t seen_pages[RESIDUE_NR_STRIDES];  /* free pages whose head is on that grid */
	uint64_t blind_blocks[RESIDUE_NR_STRIDES]; /* blocks with free memory that yield nothing */
	uint64_t blind_pages[RESIDUE_NR_STRIDES]; /* free pages in them */
	double random_blind[RESIDUE_NR_STRIDES];  /* blind blocks expected if each
						   * block's used pages were placed at
						   * random (hypergeometric) */
	uint64_t resampled_blind[RESIDUE_NR_STRIDES]; /* of blind_blocks: still nothing on average
						   * after a second sample from a random offset,
						   * rounded; see residue_second_chance() */
	uint64_t blocks_with_free;
};

/* What the free scanner did while it was watched (zonemap_note_visit()). */
struct residue_visits {
	uint64_t blocks;         /* looked into at least once */
	uint64_t missed_blocks;  /* of these, left empty-handed although they held free pages */
	uint64_t missed_pages;   /* free pages in those, as they were last read */
	uint64_t predicted;      /* of missed_blocks: blind at the stride */
};

void residue_count_visits(const struct zonemap *map, unsigned int stride,
			  struct residue_visits *out);

void residue_compute(const struct zonemap *map, struct residue *out);
void residue_add(struct residue *sum, const struct residue *part);
/* Folds a histogram over 512 residues to one over stride (a power of two <= 512). */
void residue_fold(const uint64_t hist[RESIDUE_STRIDE_MAX], unsigned int stride, uint64_t *out);

/* Probability that m = nr_pages / stride (rounded up) samples on the grid all fall on used pages,
 * when nr_used of B = nr_pages pages are used at random: C(B - m, u - m) / C(B, u). */
double residue_random_blind(unsigned int nr_pages, unsigned int nr_used, unsigned int stride);

/* Whether that block has free memory of which a scan at that stride (a power of two) finds nothing.
 * One that is free as a whole is not blind: it is what compaction is to make. */
bool residue_block_blind(const struct zonemap *map, size_t block, unsigned int stride);
/* Share of the offsets 1 … stride - 1 from which a second sample of the block would hit a free
 * head; 0 at stride 1. */
double residue_second_chance(const struct zonemap *map, size_t block, unsigned int stride);

#endif
