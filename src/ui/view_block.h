/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_block - the parts of the block view: the grid of pages, and what is said beside it. */
#ifndef FRAGSCOPE_UI_VIEW_BLOCK_H
#define FRAGSCOPE_UI_VIEW_BLOCK_H

#include "fragscope/pagemap.h"
#include "fragscope/view.h"

#define BLOCK_INFO_ROWS 9 /* with so many rows, the classes are listed too */

/* The pageblock of the selected page, and what drawing and keys make of it. */
struct block {
	const struct zonemap *map;
	uint64_t cursor;              /* selected page, inside the span */
	size_t index;                 /* of the block in the map */
	uint64_t first_pfn, nr_pages; /* as far as they lie inside the span */
	uint64_t count[NR_PAGE_CLASSES];
};

/* false: there is no page map. */
bool block_init(struct block *block, const struct view_context *ctx);
/* The detail of a page, NULL: not asked for or not there. */
const struct page_detail *block_detail(const struct view_context *ctx, uint64_t pfn);
enum page_class block_class(const struct block *block, uint64_t pfn);

/* The selected page, the block, what stands in the way, the blocks around it. */
void block_info_draw(const struct view_context *ctx, const struct block *block,
		     struct canvas *canvas, struct rect rect);
/* The names of the kpageflags bits of a word, with blanks between. */
void block_flags_text(uint64_t flags, char *to, size_t size);

#endif
