/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made_frame - a made-up machine whose every page is known, for tests and benches of the views.
 *
 * Two nodes: DMA (pages 1 to 0xf9e), DMA32 with a hole of a quarter of its span, Normal with one
 * stretch of pageblocks after the other (see the table in made_frame.c), its end not read, and a
 * second Normal on node 1 that is wholly free.
 */
#ifndef TESTS_UI_MADE_FRAME_H
#define TESTS_UI_MADE_FRAME_H

#include "fragscope/frame.h"
#include "fragscope/pagemap.h"

#define MADE_PAGEBLOCK_ORDER 9
#define MADE_NORMAL_PFN      0x100000ULL
#define MADE_NORMAL_BLOCKS   2048
#define MADE_NOW_MS          100000 /* monotonic time of the frame */

enum { MADE_DMA, MADE_DMA32, MADE_NORMAL, MADE_NORMAL1, MADE_NR_ZONES };

struct made {
	struct frame *frame;
	struct pagemap *pagemap;
};

/* Ends the test when there is no memory. */
void made_init(struct made *made);
void made_done(struct made *made);

/* A frame of one zone of that many pageblocks, everything in it read; codes are a pattern of all
 * classes and orders that depends on seed. */
void made_init_zone(struct made *made, uint64_t start_pfn, uint64_t nr_pages,
		    unsigned int pageblock_order, uint32_t seed);
/* Such a frame for a zone of terabytes: one slice of pages over and over. */
void made_init_huge(struct made *made, uint64_t nr_pages);
/* The same without a page map, as a source without kpageflags gives it. */
void made_init_nomap(struct made *made);

#endif
