// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fast_search - where the scanners begin, by the free lists instead of page after page
 * (mm/compaction.c: fast_find_migrateblock, fast_isolate_freepages, fast_isolate_around,
 * next_search_order, move_freelist_head, move_freelist_tail).
 *
 * A block with a large free buddy low in the zone is soon emptied: the migrate scanner looks for
 * one from the head of the movable lists.  A free page high in the zone is what the free scanner
 * wants: it looks from the tail.  Both look at few entries and turn the list so that the next
 * search sees others.  So the order in which memory was freed decides whether they find anything:
 * pages freed upwards stand with the lowest at the tail, where the free scanner's search sees
 * nothing but pages too low.
 */
#include "sim/mm/compact_private.h"

/* Entries of the lists that a search may look at: fewer, the more often it failed. */
static uint32_t search_limit(const struct compact_control *cc)
{
	uint32_t shift = cc->fast_search_fail < 31 ? cc->fast_search_fail : 31;

	return (COMPACT_CLUSTER_MAX >> shift) + 1;
}

/*
 * The migrate scanner.
 */

static bool may_find_migrateblock(const struct sim *sim, const struct sim_zone *zone,
				  const struct compact_control *cc)
{
	bool any_type = sim->policy.fast_find_huge && cc->order >= sim->c.block_order;

	if (cc->ignore_skip_hint || cc->finish_pageblock || cc->order <= COSTLY_ORDER)
		return false;
	/* in the middle of a block: the scan before goes on */
	if (cc->migrate_pfn != zone->first && cc->migrate_pfn % block_pages(sim))
		return false;
	return !cc->direct_compaction || cc->type == MT_MOVABLE || any_type;
}

/* The lowest pfn that a search of this compaction saw: where to begin when searches fail.  It is
 * used once: NO_PAGE from then on.  0: none was seen. */
static void note_start(struct compact_control *cc, uint32_t pfn)
{
	if (cc->fast_start_pfn == NO_PAGE)
		return;
	if (!cc->fast_start_pfn || pfn < cc->fast_start_pfn)
		cc->fast_start_pfn = pfn;
}

static uint32_t fall_back_to_start(struct compact_control *cc)
{
	cc->fast_search_fail++;
	if (!cc->fast_start_pfn || cc->fast_start_pfn == NO_PAGE)
		return cc->migrate_pfn;
	cc->migrate_pfn = cc->fast_start_pfn;
	cc->fast_start_pfn = NO_PAGE;
	return cc->migrate_pfn;
}

/* From the head: an entry below high whose block is not to be skipped, or NO_PAGE. */
static uint32_t search_list_up(struct sim *sim, struct page_list *list, uint32_t high,
			       uint32_t limit, uint32_t *nr_seen)
{
	for (uint32_t pfn = list->first; pfn != NO_PAGE; pfn = sim->next[pfn]) {
		if ((*nr_seen)++ >= limit) {
			page_list_rotate(sim, list, pfn);
			return NO_PAGE;
		}
		if (pfn >= high || page_block(sim, pfn)->skip)
			continue;
		page_list_rotate(sim, list, pfn);
		return pfn;
	}
	return NO_PAGE;
}

/* The lower half of what is left between the scanners, an eighth once the scan is on its way. */
static uint32_t source_limit_pfn(const struct sim *sim, const struct sim_zone *zone,
				 const struct compact_control *cc)
{
	uint32_t distance = (cc->free_pfn - cc->migrate_pfn) >> 1;

	if (cc->migrate_pfn != zone->first)
		distance >>= 2;
	return block_start(sim, cc->migrate_pfn + distance);
}

uint32_t fast_find_migrateblock(struct sim *sim, struct compact_control *cc)
{
	struct sim_zone *zone = cc_zone(sim, cc);
	uint32_t limit = search_limit(cc), nr_seen = 0, found = NO_PAGE, high;

	if (!may_find_migrateblock(sim, zone, cc))
		return cc->migrate_pfn;
	high = source_limit_pfn(sim, zone, cc);
	zone_lock(sim, zone);
	for (int order = cc->order - 1;
	     order >= COSTLY_ORDER && found == NO_PAGE && nr_seen < limit; order--) {
		found = search_list_up(sim, &zone->free[order][MT_MOVABLE], high, limit, &nr_seen);
		sim_charge(sim, COST_AREA, 1);
	}
	sim_charge(sim, COST_FREE_SCAN_FAR, nr_seen);
	zone_unlock(sim, zone);
	cc->migrate_scanned += nr_seen;
	if (found == NO_PAGE)
		return fall_back_to_start(cc);
	cc->fast_search_fail = 0;
	note_start(cc, found);
	sim_count(sim, SIM_FAST_MIGRATE, 1);
	sim_event(sim, EVENT_FAST_MIGRATE, zone, found, page_order(sim, found), 0, 0, 0);
	return block_start(sim, found);
}

/*
 * The free scanner.
 */

struct free_search {
	struct sim *sim;
	struct compact_control *cc;
	struct sim_zone *zone;
	uint32_t low, min;            /* pfn: take it from there on; a candidate from there on */
	uint32_t highest;             /* first pfn of the highest block seen */
	uint32_t limit;               /* entries of a list */
	uint32_t nr_seen;
	uint32_t nr_isolated;
	uint32_t page;                /* what was isolated, or NO_PAGE */
	uint32_t around;              /* a page in a block to look at as a whole, or NO_PAGE */
	bool scan_start;              /* the free scanner has not gone down yet */
};

static void begin_search(struct free_search *search)
{
	const struct sim *sim = search->sim;
	const struct compact_control *cc = search->cc;
	uint32_t distance = cc->free_pfn - cc->migrate_pfn;

	search->limit = search_limit(cc) / 2;
	if (!search->limit)
		search->limit = 1;
	search->scan_start = cc->free_pfn >= search->zone->init_free;
	if (search->scan_start)
		search->limit = block_pages(sim) / 2;
	search->low = block_start(sim, cc->free_pfn - (distance >> 2));
	search->min = block_start(sim, cc->free_pfn - (distance >> 1));
}

/* From the tail of one list: a page at low or above, else the highest at min or above. */
static uint32_t search_list_down(struct free_search *search, struct page_list *list, bool *direct,
				 uint32_t *nr_seen)
{
	struct sim *sim = search->sim;
	uint32_t best = NO_PAGE, pfn = list->last;

	for (; pfn != NO_PAGE; pfn = sim->prev[pfn]) {
		++*nr_seen;
		if (pfn >= search->highest)
			search->highest = block_start(sim, pfn);
		*direct = pfn >= search->low;
		if (*direct) {
			best = pfn;
			break;
		}
		if (pfn >= search->min && (best == NO_PAGE || pfn > best)) {
			best = pfn;
			search->limit >>= 1;
		}
		if (*nr_seen >= search->limit)
			break;
	}
	/* what was not seen comes first next time; a candidate marks how far that is */
	pfn = best != NO_PAGE && !*direct ? best : pfn;
	if (pfn != NO_PAGE && sim->prev[pfn] != NO_PAGE)
		page_list_rotate(sim, list, sim->prev[pfn]);
	return best;
}

/* One order; false: the zone's watermark refuses, the search ends. */
static bool search_order(struct free_search *search, unsigned int order)
{
	struct sim *sim = search->sim;
	struct page_list *list = &search->zone->free[order][MT_MOVABLE];
	uint32_t nr_seen = 0, page, isolated = 0;
	bool direct = false;

	page = search_list_down(search, list, &direct, &nr_seen);
	search->nr_seen += nr_seen;
	if (direct) {
		search->cc->fast_search_fail = 0;
		search->cc->search_order = order;
	}
	if (page != NO_PAGE) {
		isolated = free_scan_take(sim, search->cc, page);
		if (!isolated)
			return false;
		search->page = page;
		search->nr_seen += isolated - 1;
		search->nr_isolated += isolated;
		sim_event(sim, EVENT_FAST_FREE, search->zone, page, order, isolated, 0, 0);
	}
	if (nr_seen >= search->limit)
		search->limit = search->limit > 1 ? search->limit / 2 : 1;
	return true;
}

/* next_search_order(): downwards, then from the top; -1 once it comes round, and the next search
 * begins one order lower. */
static int next_order(struct compact_control *cc, int order)
{
	order--;
	if (order < 0)
		order = cc->order - 1;
	if (order != (int)cc->search_order)
		return order;
	cc->search_order = cc->search_order ? cc->search_order - 1 : (uint32_t)cc->order - 1;
	return -1;
}

static void search_orders(struct free_search *search)
{
	struct compact_control *cc = search->cc;
	int order;

	if (cc->search_order > (uint32_t)cc->order - 1)
		cc->search_order = (uint32_t)cc->order - 1;
	order = (int)cc->search_order;
	while (order >= 0 && search->page == NO_PAGE) {
		sim_charge(search->sim, COST_AREA, 1);
		if (search->zone->nr_free[order] && !search_order(search, (unsigned int)order))
			order = (int)cc->search_order + 1;
		else if (cc->nr_freepages >= cc->nr_migratepages)
			break;
		order = next_order(cc, order);
	}
}

/* A search that found nothing at the very start still says where the scan may begin. */
static void move_free_pfn(struct free_search *search)
{
	struct compact_control *cc = search->cc;

	cc->fast_search_fail++;
	if (!search->scan_start)
		return;
	if (search->highest >= search->min) {
		cc->free_pfn = search->around = search->highest;
	} else if (cc->direct_compaction && search->min - search->zone->first <
						   search->zone->spanned) {
		/* where the scanners have just met, half the way between them is nowhere */
		cc->free_pfn = search->min;
		if (free_scan_block_is_target(search->sim, cc, search->min))
			search->around = search->min;
	}
}

/* Where one free page is, there may be more: the rest of that block, without a stride. */
static void isolate_around(struct sim *sim, struct compact_control *cc, uint32_t page)
{
	const struct sim_zone *zone = cc_zone(sim, cc);
	uint32_t pfn = block_start(sim, page), end = zone_block_end(sim, zone, page);

	if (cc->nr_freepages >= cc->nr_migratepages)
		return;
	if (cc->direct_compaction && cc->mode == COMPACT_ASYNC)
		return;
	free_scan_block(sim, cc, &pfn, end, 1);
	if (pfn == end)
		compact_set_skip(sim, page);
}

void fast_isolate_freepages(struct sim *sim, struct compact_control *cc)
{
	struct free_search search = {
		.sim = sim, .cc = cc, .zone = cc_zone(sim, cc), .page = NO_PAGE,
	};

	if (cc->order <= 0)
		return;
	begin_search(&search);
	zone_lock(sim, search.zone);
	search_orders(&search);
	sim_charge(sim, COST_FREE_SCAN_FAR, search.nr_seen);
	zone_unlock(sim, search.zone);
	cc->free_scanned += search.nr_seen;
	sim_count(sim, SIM_FAST_FREE, search.nr_isolated);
	search.around = search.page;
	if (search.page == NO_PAGE)
		move_free_pfn(&search);
	if (search.highest && search.highest >= search.zone->cached_free)
		search.zone->cached_free = search.highest - block_pages(sim);
	if (search.around != NO_PAGE)
		isolate_around(sim, cc, search.around);
}
