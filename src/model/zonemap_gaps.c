// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * zonemap_gaps - tells pages without flags that are no memory from those that are.
 *
 * kpageflags gives 0 for a page on a per-CPU list, for many a kernel allocation, and on some
 * kernels for holes (instead of NOPAGE) and for pages whose struct page is not initialised yet.
 * Only what lies around them tells: the ranges of RAM, and how much memory the zone manages.
 *
 * A span may hold pages of another zone: of a node whose memory lies between, or of memory that was
 * plugged and set online as another zone.  Here they are holes.
 */
#include "zonemap.h"

#include <string.h>

static bool all_equal(const page_code *codes, uint64_t nr, page_code code)
{
	for (uint64_t i = 0; i < nr; i++)
		if (codes[i] != code)
			return false;
	return true;
}

static void relabel(page_code *codes, uint64_t nr, enum page_class class)
{
	for (uint64_t i = 0; i < nr; i++)
		if (codes[i] == PAGE_NOFLAGS)
			codes[i] = (page_code)class;
}

/* Only pageblocks that lie in [pfn, end) wholly, as far as the span goes. */
static void relabel_blocks(struct zonemap *map, uint64_t pfn, uint64_t end, enum page_class class)
{
	size_t last = zonemap_block_of(map, end - 1);

	for (size_t block = zonemap_block_of(map, pfn); block <= last; block++) {
		uint64_t first = zonemap_block_first(map, block);
		uint64_t nr = zonemap_block_pages(map, block);

		if (first >= pfn && first + nr <= end &&
		    all_equal(zonemap_at(map, first), nr, PAGE_NOFLAGS))
			relabel(zonemap_at(map, first), nr, class);
	}
}

void zonemap_mark_foreign(struct zonemap *map, uint64_t pfn, uint64_t end,
			  const struct kpf_gap *gaps, size_t nr_gaps)
{
	for (size_t i = 0; i < nr_gaps; i++) {
		uint64_t from = gaps[i].pfn > pfn ? gaps[i].pfn : pfn;
		uint64_t to = gaps[i].end < end ? gaps[i].end : end;

		if (from < to && gaps[i].foreign)
			memset(zonemap_at(map, from), (int)gaps[i].class, to - from);
	}
}

void zonemap_mark_gaps(struct zonemap *map, uint64_t pfn, uint64_t end, const struct kpf_gap *gaps,
		       size_t nr_gaps)
{
	for (size_t i = 0; i < nr_gaps; i++) {
		uint64_t from = gaps[i].pfn > pfn ? gaps[i].pfn : pfn;
		uint64_t to = gaps[i].end < end ? gaps[i].end : end;

		if (from >= to || gaps[i].foreign)
			continue;
		if (gaps[i].whole_blocks)
			relabel_blocks(map, from, to, gaps[i].class);
		else
			relabel(zonemap_at(map, from), to - from, gaps[i].class);
	}
}
