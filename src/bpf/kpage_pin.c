// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kpage_pin - tells pages that somebody holds from those that can move.
 *
 * Migration gives up a folio with more references than it can account for: one per mapping, one per
 * page in the page cache or swap cache, one for private data (mm/migrate.c, and for anonymous pages
 * already isolate_migratepages_block() in mm/compaction.c).  So does this file, and calls what is
 * left a pin: memory registered for I/O (FOLL_PIN, which adds 1024 to a single page and a count of
 * its own to a large folio), pages spliced into a pipe or a socket, pages under direct I/O.
 *
 * References that come and go within moments are no pins: a page that is on no LRU list lies in a
 * per-CPU batch or was isolated by somebody, a locked page is being worked on, an mlocked one may
 * lie in another batch.  Each of these excuses one reference.
 *
 * Not told: pages kept in place by other means than references (a busy buffer head, an address
 * space that cannot migrate), and whether a pin is short or for good.
 */
#include "kpage.h"

#define MAPPING_FLAGS 3ULL /* in page->mapping, beside the pointer */

int32_t kpage_refcount(const struct kpage_layout *layout, const uint8_t *page)
{
	return (int32_t)kpage_u32(page, layout->refcount);
}

static int64_t own_mapcount(const struct kpage_layout *layout, const uint8_t *page)
{
	int64_t count = (int64_t)(int32_t)kpage_u32(page, layout->mapcount) + 1;

	return count > 0 ? count : 0; /* below: a type, or not counted here */
}

/* Small folios end before some of the counts. */
static bool has_count(const struct kpage_layout *layout, uint16_t offset, unsigned int order)
{
	return offset != KPAGE_NONE && offset + sizeof(uint32_t) <= (size_t)layout->size << order;
}

static int64_t entire_mapcount(const struct kpage_layout *layout, const uint8_t *page,
			       unsigned int order)
{
	return has_count(layout, layout->entire_mapcount, order) ?
		       (int64_t)(int32_t)kpage_u32(page, layout->entire_mapcount) + 1 : 0;
}

/* Before 6.9 nothing but the sum over all its pages tells how often a folio is mapped. */
static int64_t summed_mapcount(const struct kpage_layout *layout, const uint8_t *page,
			       unsigned int order)
{
	const uint64_t flags_1 = kpage_u64(page + layout->size, layout->flags);
	const int64_t entire = entire_mapcount(layout, page, order);
	const size_t nr = (size_t)1 << order;
	int64_t sum = entire;

	for (size_t i = 0; i < nr; i++)
		sum += own_mapcount(layout, page + i * layout->size);
	if (!layout->pages_count_whole)
		return sum;
	if (!kpage_is_anon(layout, page))
		return sum - entire * (int64_t)nr;
	return flags_1 & layout->double_map_1 ? sum - (int64_t)nr : sum;
}

int64_t kpage_mapcount(const struct kpage_layout *layout, const uint8_t *page, size_t nr)
{
	const unsigned int order = kpage_order(layout, page);

	if (!order)
		return own_mapcount(layout, page);
	if (has_count(layout, layout->large_mapcount, order))
		return (int64_t)(int32_t)kpage_u32(page, layout->large_mapcount) + 1;
	/* what lies elsewhere is not looked for: at least the mappings as a whole */
	return nr >> order ? summed_mapcount(layout, page, order) :
			     entire_mapcount(layout, page, order);
}

/* References of the page cache or the swap cache, and of what hangs from a page there. */
static int64_t cache_references(const struct kpage_layout *layout, const uint8_t *page,
				uint64_t flags, int64_t nr_pages)
{
	const uint64_t mapping = kpage_u64(page, layout->mapping);
	const bool in_swap = (flags & layout->swapcache) && (flags & layout->swapbacked);

	if (mapping & 1)
		return in_swap ? nr_pages : 0;
	return (in_swap || (mapping & ~MAPPING_FLAGS) ? nr_pages : 0) +
	       !!(flags & layout->has_private) + !!(flags & layout->private_2);
}

static bool has_pincount(const struct kpage_layout *layout, const uint8_t *page,
			 unsigned int order)
{
	return has_count(layout, layout->pincount, order) &&
	       (int32_t)kpage_u32(page, layout->pincount) > 0;
}

bool kpage_is_pinned(const struct kpage_layout *layout, const uint8_t *page, size_t nr)
{
	const uint64_t flags = kpage_u64(page, layout->flags);
	const unsigned int order = kpage_order(layout, page);
	const bool whole_at_hand = !order || has_count(layout, layout->large_mapcount, order) ||
				   nr >> order;
	int64_t left = kpage_refcount(layout, page);

	if (order && has_pincount(layout, page, order))
		return true;
	left -= cache_references(layout, page, flags, 1LL << order);
	left -= !(flags & layout->lru);
	left -= !!(flags & layout->locked);
	left -= !!(flags & layout->mlocked);
	return left > 0 && whole_at_hand && left > kpage_mapcount(layout, page, nr);
}
