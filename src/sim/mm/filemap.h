/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * filemap - folios for buffered writes (mm/filemap.c: __filemap_get_folio; fs/iomap/buffered-io.c:
 * iomap_get_folio): from the order that the write's size hints at downwards, until one is to be
 * had.
 */
#ifndef SIM_MM_FILEMAP_H
#define SIM_MM_FILEMAP_H

#include "sim/mm/page_alloc.h"

#define PAGECACHE_MAX_ORDER 9   /* of a mapping with large folios */

enum fgp_flag {
	FGP_WRITE = 1 << 0,
	FGP_NOFS = 1 << 1,
	FGP_NOWAIT = 1 << 2,
};

/* The order that a write of that many bytes hints at (filemap_get_order). */
unsigned int filemap_hint_order(uint64_t bytes);

/* A folio for page "index" of a file and those behind it; NO_PAGE: not even the smallest, which is
 * a write that fails.  *order is what was granted.  Counts each order tried in c.granted[1] and
 * c.failed[1]; the caller gives the folio to its file. */
uint32_t filemap_alloc_folio(struct sim *sim, uint32_t mapping_gfp, unsigned int hint_order,
			     uint64_t index, unsigned int fgp_flags, unsigned int *order);

#endif
