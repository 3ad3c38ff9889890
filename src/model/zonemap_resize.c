// SPDX-License-Identifier: GPL-2.0-or-later
/* zonemap_resize - a zone that grows, shrinks or turns out to have other pageblocks. */
#include "zonemap.h"

#include <string.h>

#include "fragscope/bits.h"

/* The pages that both spans have and whose codes are right in both: a free block reaches at most
 * to the next boundary of 2^max_order, where an edge of the new span may have cut it. */
static bool common_range(const struct zonemap *old, const struct zonemap *new, uint64_t *pfn,
			 uint64_t *end)
{
	*pfn = old->start_pfn;
	*end = zonemap_end(old);
	if (new->max_order != old->max_order)
		return false;
	if (*pfn < new->start_pfn)
		*pfn = bits_align_up(new->start_pfn, new->max_order);
	if (*end > zonemap_end(new))
		*end = bits_align_down(zonemap_end(new), new->max_order);
	return *pfn < *end;
}

static void carry_over(const struct zonemap *old, struct zonemap *new)
{
	uint64_t pfn, end;

	if (!common_range(old, new, &pfn, &end))
		return;
	memcpy(zonemap_at(new, pfn), zonemap_at(old, pfn), end - pfn);
	zonemap_update_columns(new, pfn, end);
	for (size_t block = zonemap_block_of(new, pfn); block <= zonemap_block_of(new, end - 1);
	     block++) {
		uint64_t first = zonemap_block_first(new, block);
		size_t from = zonemap_block_of(old, first > pfn ? first : pfn);

		new->read_ms[block] = old->read_ms[from];
		if (new->pageblock_order != old->pageblock_order)
			continue;
		new->type[block] = old->type[from];
		new->skip[block] = old->skip[from];
		new->visits[block] = old->visits[from];
		new->misses[block] = old->misses[from];
		new->maybe_missed[block] = old->maybe_missed[from];
	}
}

int zonemap_resize(struct zonemap *map, uint64_t start_pfn, uint64_t nr_pages,
		   unsigned int pageblock_order, unsigned int max_order, struct err *err)
{
	struct zonemap old = *map, new;
	int rc = zonemap_init(&new, start_pfn, nr_pages, pageblock_order, max_order, err);

	if (rc)
		return rc;
	new.node = old.node;
	memcpy(new.name, old.name, sizeof(new.name));
	new.orders_estimated = old.orders_estimated;
	carry_over(&old, &new);
	*map = new;
	zonemap_done(&old);
	return 0;
}
