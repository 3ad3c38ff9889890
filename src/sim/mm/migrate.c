// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * migrate - moving the folios that the migrate scanner took to pages that the free scanner took
 * (mm/migrate.c: migrate_pages, migrate_folio_unmap, try_split_folio; mm/compaction.c:
 * compaction_alloc, compaction_free).
 *
 * A target of the folio's order is split off the smallest isolated page that is large enough; when
 * there is none, the free scanner is asked once for each folio.  A large folio that gets none is
 * split and its pages are moved singly, a single page that gets none ends the batch.  The old page
 * is freed to this CPU's lists, which compaction drains when it leaves a chunk of the wanted order.
 *
 * Simplified: a folio is moved before the next gets its target, where the kernel unmaps a batch and
 * then moves it; a share of the folios (a knob) is locked by others, which async compaction does
 * not wait for and others do.
 */
#include "sim/mm/compact_private.h"

#include "sim/mm/buddy.h"
#include "sim/mm/owner.h"
#include "sim/mm/pcp.h"

/* One batch. */
struct migration {
	struct sim *sim;
	struct compact_control *cc;
	struct page_list failed;      /* what stays where it is */
	uint32_t nr_moved, nr_failed; /* pages */
	uint32_t first_target;        /* or NO_PAGE */
};

static unsigned int smallest_target(const struct compact_control *cc, unsigned int order)
{
	while (order < SIM_NR_ORDERS && !cc->freepages[order].nr)
		order++;
	return order;
}

static uint32_t split_target(struct sim *sim, struct compact_control *cc, uint32_t pfn,
			     unsigned int order, unsigned int to)
{
	while (order > to) {
		uint32_t upper = pfn + (1u << --order);

		sim->state[upper] = PAGE_STATE_TARGET;
		sim->order[upper] = (uint8_t)order;
		page_list_add_head(sim, &cc->freepages[order], upper);
		sim_charge(sim, COST_SPLIT, 1);
	}
	sim->order[pfn] = (uint8_t)to;
	return pfn;
}

/* compaction_alloc() */
static uint32_t alloc_target(struct sim *sim, struct compact_control *cc, unsigned int order)
{
	unsigned int from = smallest_target(cc, order);
	uint32_t pfn;

	if (from == SIM_NR_ORDERS) {
		free_scan(sim, cc);
		from = smallest_target(cc, order);
	}
	if (from == SIM_NR_ORDERS)
		return NO_PAGE;
	pfn = page_list_pop(sim, &cc->freepages[from]);
	cc->nr_freepages -= 1u << order;
	cc->nr_migratepages -= 1u << order;
	return split_target(sim, cc, pfn, from, order);
}

/* compaction_free() */
static void free_target(struct sim *sim, struct compact_control *cc, uint32_t pfn)
{
	unsigned int order = page_order(sim, pfn);

	page_list_add_head(sim, &cc->freepages[order], pfn);
	cc->nr_freepages += 1u << order;
	cc->nr_migratepages += 1u << order;
}

static bool somebody_has_it_locked(struct sim *sim)
{
	uint32_t permille = sim->knobs.migrate_fail_permille;

	return permille && random_below(&sim->c.migrate_random, 1000) < permille;
}

/* Whether what else uses the folio lets go of it in time. */
static bool folio_lets_go(struct migration *m, uint32_t pfn)
{
	struct sim *sim = m->sim;
	bool locked = somebody_has_it_locked(sim);

	if (sim->flags[pfn] & PAGE_FLAG_PINNED)
		return false;
	if (sim->flags[pfn] & PAGE_FLAG_WRITEBACK) {
		if (m->cc->mode != COMPACT_SYNC)
			return false;
		sim_charge(sim, COST_DISK, 1);
		sim->flags[pfn] &= (uint8_t)~PAGE_FLAG_WRITEBACK;
	}
	if (locked && m->cc->mode == COMPACT_ASYNC)
		return false;
	return !(sim->flags[pfn] & PAGE_FLAG_DIRTY) || sim->state[pfn] != PAGE_STATE_FILE ||
	       sim->knobs.can_migrate_dirty;
}

static void fail_folio(struct migration *m, uint32_t pfn)
{
	page_list_add_tail(m->sim, &m->failed, pfn);
	m->nr_failed += 1u << page_order(m->sim, pfn);
	sim_charge(m->sim, COST_MIGRATE_FAIL, 1);
}

static void move_folio(struct migration *m, uint32_t from, uint32_t to)
{
	struct sim *sim = m->sim;
	unsigned int order = page_order(sim, from);

	if (m->first_target == NO_PAGE)
		m->first_target = to;
	owner_move_page(sim, from, to);
	sim_charge(sim, COST_MIGRATE, 1);
	sim_charge(sim, COST_MIGRATE_PAGE, 1ull << order);
	m->nr_moved += 1u << order;
	pcp_free_page(sim, from, order);
}

/* split_folio(): its pages are folios of their own, still isolated, and next in line. */
static void split_folio(struct migration *m, uint32_t head)
{
	struct sim *sim = m->sim;
	uint32_t size = 1u << page_order(sim, head);

	sim_charge(sim, COST_SPLIT, page_order(sim, head));
	for (uint32_t pfn = head + size; pfn-- > head;) {
		sim->state[pfn] = sim->state[head];
		sim->flags[pfn] = sim->flags[head];
		sim->owner[pfn] = sim->owner[head];
		sim->order[pfn] = 0;
		page_list_add_head(sim, &m->cc->migratepages, pfn);
	}
}

/* One folio, off the list; false: there are no more targets. */
static bool migrate_folio(struct migration *m, uint32_t pfn)
{
	unsigned int order = page_order(m->sim, pfn);
	uint32_t target = alloc_target(m->sim, m->cc, order);
	bool lets_go = folio_lets_go(m, pfn);

	if (target != NO_PAGE && lets_go) {
		move_folio(m, pfn, target);
		return true;
	}
	if (target == NO_PAGE && order && lets_go) {
		split_folio(m, pfn);
		return true;
	}
	if (target != NO_PAGE)
		free_target(m->sim, m->cc, target);
	fail_folio(m, pfn);
	return target != NO_PAGE;
}

static void note_batch(struct migration *m, uint32_t first)
{
	struct sim *sim = m->sim;

	sim_count(sim, SIM_PGMIGRATE_SUCCESS, m->nr_moved);
	sim_count(sim, SIM_PGMIGRATE_FAIL, m->nr_failed);
	sim_event(sim, EVENT_MIGRATE, cc_zone(sim, m->cc), first, m->nr_moved, m->nr_failed,
		  m->first_target, 0);
}

enum migrate_result migrate_pages(struct sim *sim, struct compact_control *cc)
{
	struct migration m = { .sim = sim, .cc = cc, .first_target = NO_PAGE };
	uint32_t first = cc->migratepages.first, pfn;
	bool more = true;

	page_list_init(&m.failed);
	while (more && (pfn = page_list_pop(sim, &cc->migratepages)) != NO_PAGE)
		more = migrate_folio(&m, pfn);
	for (pfn = cc->migratepages.first; pfn != NO_PAGE; pfn = sim->next[pfn])
		m.nr_failed += 1u << page_order(sim, pfn);
	page_list_splice_tail(sim, &cc->migratepages, &m.failed);
	note_batch(&m, first);
	if (!more)
		return MIGRATE_NO_TARGET;
	return cc->migratepages.nr ? MIGRATE_SOME : MIGRATE_ALL;
}
