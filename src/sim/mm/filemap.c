// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * filemap - the loop over orders, and the proposals that change its masks.  The kernel as it is
 * asks with __GFP_NORETRY above the smallest order; the proposals take direct reclaim away, from
 * all attempts, from the costly ones, from all but the smallest or from all but the first.
 */
#include "sim/mm/filemap.h"

#include "fragscope/bits.h"

#define MIN_ORDER 0             /* of mappings whose blocks are no larger than a page */
#define PAGE_SHIFT 12

/* One folio being looked for. */
struct folio_search {
	uint32_t mapping_gfp;         /* before the write's flags */
	uint32_t gfp;                 /* with them */
	unsigned int first_order;
};

unsigned int filemap_hint_order(uint64_t bytes)
{
	unsigned int shift = bytes ? bits_log2(bytes) : 0;

	return shift > PAGE_SHIFT ? shift - PAGE_SHIFT : 0;
}

static uint32_t without_reclaim(uint32_t gfp)
{
	return gfp & ~(uint32_t)GFP_DIRECT_RECLAIM_BIT;
}

/* iomap_get_folio(): the size of the write decides for every order. */
static uint32_t iomap_gfp(const struct sim *sim, uint32_t gfp, unsigned int hint_order)
{
	if (sim->policy.costly == COSTLY_IOMAP && hint_order > COSTLY_ORDER)
		return without_reclaim(gfp);
	return gfp;
}

static uint32_t write_gfp(uint32_t gfp, unsigned int fgp_flags)
{
	if (fgp_flags & FGP_WRITE)
		gfp |= GFP_WRITE_BIT;
	if (fgp_flags & FGP_NOFS)
		gfp &= ~(uint32_t)GFP_FS_BIT;
	if (fgp_flags & FGP_NOWAIT)
		gfp = (gfp & ~(uint32_t)GFP_KERNEL_MASK) | GFP_NOWAIT_MASK;
	return gfp;
}

/* The July proposal takes its mask before the write's flags are known: all its attempts above the
 * smallest order go without them. */
static uint32_t first_try_gfp(const struct folio_search *search, unsigned int order)
{
	uint32_t gfp = search->mapping_gfp | GFP_NORETRY_BIT | GFP_NOWARN_BIT;

	return order == search->first_order ? gfp : without_reclaim(gfp);
}

static uint32_t attempt_gfp(const struct sim *sim, const struct folio_search *search,
			    unsigned int order)
{
	if (order == MIN_ORDER)
		return search->gfp;
	switch ((enum costly_policy)sim->policy.costly) {
	case COSTLY_FILEMAP_STRIP:
		if (order <= COSTLY_ORDER)
			break;
		return without_reclaim(search->gfp) | GFP_NOWARN_BIT;
	case COSTLY_FILEMAP_STRIP_ALL:
		return without_reclaim(search->gfp) | GFP_NOWARN_BIT;
	case COSTLY_FILEMAP_FIRST_TRY:
		return first_try_gfp(search, order);
	default:
		break;
	}
	return search->gfp | GFP_NORETRY_BIT | GFP_NOWARN_BIT;
}

static bool has_large_folios(const struct sim *sim)
{
	return sim->policy.large_writes && sim->knobs.file_large_folios;
}

/* The hint, capped by what the mapping may have and by how the index is aligned. */
static unsigned int first_order(const struct sim *sim, unsigned int hint_order, uint64_t index)
{
	unsigned int order = hint_order < PAGECACHE_MAX_ORDER ? hint_order : PAGECACHE_MAX_ORDER;

	if (!has_large_folios(sim))
		return MIN_ORDER;
	if (order > sim->c.max_order)
		order = sim->c.max_order;
	return bits_align_order(index, order);
}

/* MIN_ORDER - 1 behind the last. */
static int next_order(const struct sim *sim, int order)
{
	return order == 2 && sim->policy.order1_skipped ? 0 : order - 1;
}

uint32_t filemap_alloc_folio(struct sim *sim, uint32_t mapping_gfp, unsigned int hint_order,
			     uint64_t index, unsigned int fgp_flags, unsigned int *order)
{
	uint32_t gfp = iomap_gfp(sim, mapping_gfp, hint_order);
	struct folio_search search = {
		.mapping_gfp = gfp, .gfp = write_gfp(gfp, fgp_flags),
		.first_order = first_order(sim, hint_order, index),
	};

	if (search.first_order == 1 && sim->policy.order1_skipped)
		search.first_order = MIN_ORDER;
	for (int at = (int)search.first_order; at >= MIN_ORDER; at = next_order(sim, at)) {
		uint32_t pfn = page_alloc(sim, attempt_gfp(sim, &search, (unsigned int)at),
					  (unsigned int)at);

		*order = (unsigned int)at;
		if (pfn != NO_PAGE) {
			sim->c.granted[1][at]++;
			return pfn;
		}
		sim->c.failed[1][at]++;
	}
	return NO_PAGE;
}
