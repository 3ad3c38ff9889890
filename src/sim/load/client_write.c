// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_write - one buffered write as fs/iomap/buffered-io.c does it: piece by piece up to the
 * largest folio, each piece into the folio that the page cache got for it, which may be smaller.
 */
#include "sim/load/client_kind.h"
#include "sim/mm/filemap.h"

#define PIECE_MAX (1u << PAGECACHE_MAX_ORDER) /* pages: the largest folio of the page cache */

static uint32_t mapping_gfp(const struct sim *sim, const struct sim_client *client)
{
	const uint32_t gfp = GFP_HIGHUSER_MOVABLE_MASK;

	return client_plan(sim, client)->nofs ? gfp & ~(uint32_t)GFP_FS_BIT : gfp;
}

/* Up to nr_pages into one folio, *pfn; returns how many, 0: there is none. */
static uint64_t write_folio(struct sim *sim, struct sim_client *client, uint32_t file,
			    uint64_t index, uint64_t nr_pages, uint32_t *pfn)
{
	unsigned int order;

	*pfn = filemap_alloc_folio(sim, mapping_gfp(sim, client),
				   filemap_hint_order(nr_pages << 12), index, FGP_WRITE | FGP_NOFS,
				   &order);
	if (*pfn == NO_PAGE) {
		sim_count(sim, SIM_WRITES_FAILED, 1);
		return 0;
	}
	page_give(sim, *pfn, PAGE_STATE_FILE, PAGE_FLAG_DIRTY, file);
	nr_pages = nr_pages < 1u << order ? nr_pages : 1u << order;
	sim_count(sim, SIM_WRITES, 1);
	sim_count(sim, SIM_WRITE_PAGES, nr_pages);
	sim_charge(sim, COST_COPY_PAGE, nr_pages);
	return nr_pages;
}

static uint64_t next_piece(uint64_t index, uint64_t nr_pages)
{
	uint64_t piece = PIECE_MAX - index % PIECE_MAX;

	return nr_pages < piece ? nr_pages : piece;
}

/* The operation is told by its first folio. */
static void note_first(const struct sim *sim, uint64_t piece, uint32_t pfn, struct client_op *op)
{
	op->wanted = (int)filemap_hint_order(piece << 12);
	op->pfn = pfn;
	op->granted = pfn == NO_PAGE ? -1 : (int)page_order(sim, pfn);
}

bool client_write(struct sim *sim, struct sim_client *client, uint32_t file, uint64_t index,
		  uint64_t nr_pages, struct client_op *op)
{
	for (bool first = true; nr_pages; first = false) {
		uint64_t piece = next_piece(index, nr_pages), nr;
		uint32_t pfn;

		nr = write_folio(sim, client, file, index, piece, &pfn);
		if (first)
			note_first(sim, piece, pfn, op);
		if (!nr)
			return false;
		index += nr;
		nr_pages -= nr;
	}
	return true;
}
