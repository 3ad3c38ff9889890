// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vmscan_lru - page cache seen from its old end (mm/vmscan.c: shrink_lruvec, shrink_folio_list).
 *
 * Files are gone through from the oldest, each from its oldest page.  A page that stays becomes its
 * file's youngest.  Dirty pages are passed over as long as there are others; where there are none,
 * who may wait does so for one batch to be written, which is freed then.  One list serves all nodes
 * and zones: pages of others are passed by, a batch of each file at most.
 */
#include "sim/mm/owner.h"
#include "sim/mm/vmscan.h"

/* One walk over the files. */
struct walk {
	struct scan_control *sc;
	uint64_t scan_end, reclaim_end; /* where sc's totals stop it */
	unsigned int node;
	uint32_t nr_dirty;            /* pages passed over for that */
	bool waits;                   /* dirty pages are written and freed */
};

static bool walk_is_over(const struct walk *walk)
{
	return walk->sc->scanned >= walk->scan_end || walk->sc->reclaimed >= walk->reclaim_end;
}

static void rotate(struct sim *sim, uint32_t pfn)
{
	struct page_list *pages = &sim->owners[sim->owner[pfn]].pages;

	page_list_del(sim, pages, pfn);
	page_list_add_tail(sim, pages, pfn);
}

static bool page_is_reclaimable(struct sim *sim, struct walk *walk, uint32_t pfn)
{
	const unsigned int dirty = PAGE_FLAG_DIRTY | PAGE_FLAG_WRITEBACK;

	if (sim->flags[pfn] & (PAGE_FLAG_PINNED | PAGE_FLAG_UNEVICTABLE))
		return false;
	if (!(sim->flags[pfn] & dirty))
		return true;
	walk->nr_dirty += 1u << page_order(sim, pfn);
	return walk->waits;
}

/* false: it is of another node or zone. */
static bool look_at(struct sim *sim, struct walk *walk, uint32_t pfn)
{
	const struct sim_zone *zone = sim_page_zone(sim, pfn);
	uint32_t nr_pages = 1u << page_order(sim, pfn);

	if (zone->node != walk->node || zone->kind > walk->sc->zoneidx) {
		rotate(sim, pfn);
		return false;
	}
	walk->sc->scanned += nr_pages;
	if (!page_is_reclaimable(sim, walk, pfn)) {
		rotate(sim, pfn);
		return true;
	}
	sim_charge(sim, COST_RECLAIM_PAGE, nr_pages);
	page_free(sim, pfn);
	walk->sc->reclaimed += nr_pages;
	return true;
}

static void walk_file(struct sim *sim, struct walk *walk, uint32_t file)
{
	const struct page_list *pages = &sim->owners[file].pages;
	unsigned int passed = 0;

	for (uint32_t left = pages->nr; left && passed < SWAP_CLUSTER_MAX; left--) {
		if (walk_is_over(walk))
			return;
		passed += !look_at(sim, walk, pages->first);
	}
}

static void walk_files(struct sim *sim, struct walk *walk)
{
	for (uint32_t file = sim->c.oldest_file; file != NO_OWNER && !walk_is_over(walk); ) {
		uint32_t younger = sim->owners[file].next;

		walk_file(sim, walk, file);
		file = younger;
	}
}

uint32_t reclaim_possible(const struct sim *sim, const struct sim_zone *zone)
{
	(void)sim;
	return zone->nr_file;
}

static uint64_t lru_pages(const struct sim *sim, unsigned int node, unsigned int zoneidx)
{
	uint64_t nr_pages = 0;

	for (unsigned int i = 0; i < sim->c.node[node].nr_own; i++) {
		const struct sim_zone *zone = &sim->c.zone[sim->c.node[node].zonelist[i]];

		if (zone->kind <= zoneidx)
			nr_pages += reclaim_possible(sim, zone);
	}
	return nr_pages;
}

/* Writes a batch of dirty pages, waits for it and frees it. */
static void wait_for_disk(struct sim *sim, struct walk *walk)
{
	walk->waits = true;
	walk->scan_end = walk->sc->scanned + SWAP_CLUSTER_MAX;
	sim_charge(sim, COST_DISK, 1);
	walk_files(sim, walk);
}

/* At least a cluster was, or all there is. */
static bool all_is_dirty(const struct walk *walk, uint64_t nr_pages)
{
	return walk->nr_dirty &&
	       walk->nr_dirty >= (nr_pages < SWAP_CLUSTER_MAX ? nr_pages : SWAP_CLUSTER_MAX);
}

void reclaim_shrink(struct sim *sim, unsigned int node, struct scan_control *sc)
{
	uint64_t before = sc->reclaimed, nr_pages = lru_pages(sim, node, sc->zoneidx);
	bool all = !sc->kswapd && sc->priority == DEF_PRIORITY; /* proportional_reclaim */
	struct walk walk = {
		.sc = sc, .node = node,
		.scan_end = sc->scanned + (nr_pages >> sc->priority),
		.reclaim_end = all ? UINT64_MAX : before + sc->target,
	};

	walk_files(sim, &walk);
	if (sc->may_wait && sc->reclaimed == before && all_is_dirty(&walk, nr_pages))
		wait_for_disk(sim, &walk);
}
