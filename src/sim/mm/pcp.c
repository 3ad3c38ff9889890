// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pcp - per-CPU page lists and the way into the free lists.
 *
 * A list holds pages of one order and one type of request; a page's state is PAGE_STATE_PCP,
 * flags[] names the CPU.  Lists that tune themselves (since 6.7) grow while a CPU allocates, by
 * refills that double, and shrink while it frees or while the zone is short of memory.
 *
 * Simplified: all kernels free in the newest one's way, where what goes back grows with the pages
 * freed in a row and each batch of it is a lock hold of its own.
 */
#include "sim/mm/pcp.h"

#include "fragscope/bits.h"
#include "sim/mm/buddy.h"
#include "sim/mm/fallback.h"
#include "sim/mm/page_alloc.h"
#include "sim/mm/vmscan.h"
#include "sim/mm/watermark.h"

#define NR_SMALL_LISTS (MT_PCPTYPES * (COSTLY_ORDER + 1))
#define BATCH_SCALE_MAX 5         /* CONFIG_PCP_BATCH_SCALE_MAX */
#define HIGH_FRACTION 8           /* MIN_PERCPU_PAGELIST_HIGH_FRACTION */
#define BATCH_MOST 64

bool pcp_has_order(const struct sim *sim, unsigned int order)
{
	return order <= COSTLY_ORDER || order == sim->c.block_order;
}

static unsigned int list_of(unsigned int order, unsigned int type)
{
	if (order <= COSTLY_ORDER)
		return MT_PCPTYPES * order + type;
	return NR_SMALL_LISTS + (type == MT_MOVABLE);
}

static unsigned int list_order(const struct sim *sim, unsigned int list)
{
	return list < NR_SMALL_LISTS ? list / MT_PCPTYPES : sim->c.block_order;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Who shares a zone's pages: the CPUs of its node, or all where it has none. */
static uint32_t nr_sharers(const struct sim *sim, const struct sim_zone *zone)
{
	uint32_t nr_cpus = sim->c.node[zone->node].cpus;

	return nr_cpus ? nr_cpus : larger(sim->c.nr_cpus, 1);
}

void pcp_set_sizes(struct sim *sim, struct sim_zone *zone)
{
	uint32_t nr_cpus = nr_sharers(sim, zone);
	uint32_t batch = smaller(zone->managed >> 12, BATCH_MOST);

	zone->batch = batch <= 1 ? 1 : (1u << bits_log2(batch + batch / 2)) - 1;
	zone->high_min = larger(zone->low / nr_cpus, 4 * zone->batch);
	zone->high_max = larger(zone->managed / HIGH_FRACTION / nr_cpus, 4 * zone->batch);
	if (!sim->policy.pcp_auto)
		zone->high_max = zone->high_min;
	for (unsigned int cpu = 0; cpu < sim->c.nr_cpus; cpu++)
		sim_pcp(sim, zone, cpu)->high = zone->high_min;
}

/*
 * Filling.
 */

static bool tunes_itself(const struct sim_zone *zone)
{
	return zone->high_min != zone->high_max;
}

/* Single pages come in refills that double as long as none is freed, and there is room. */
static uint32_t doubled_batch(struct sim_pcp *pcp, const struct sim_zone *zone, uint32_t doubled)
{
	uint32_t kept = pcp->count + zone->batch;
	uint32_t room = larger(pcp->high > kept ? pcp->high - kept : 0, zone->batch);

	if (doubled <= room && pcp->alloc_factor < BATCH_SCALE_MAX)
		pcp->alloc_factor++;
	return smaller(doubled, room);
}

/* nr_pcp_alloc(): how many to fetch under one lock. */
static uint32_t refill_size(const struct sim *sim, struct sim_pcp *pcp,
			    const struct sim_zone *zone, unsigned int order)
{
	bool doubles = sim->policy.pcp_auto && !order;
	uint32_t batch = doubles ? zone->batch << pcp->alloc_factor : zone->batch;

	pcp->high = smaller(larger(pcp->high, zone->high_min), zone->high_max);
	if (tunes_itself(zone) && !zone->below_high)
		pcp->high = smaller(pcp->high + batch, zone->high_max);
	if (doubles)
		batch = doubled_batch(pcp, zone, batch);
	return batch > 1 ? larger(batch >> order, 2) : batch;
}

static void mark_on_list(struct sim *sim, struct sim_pcp *pcp, uint32_t pfn, unsigned int order,
			 unsigned int type)
{
	sim->state[pfn] = PAGE_STATE_PCP;
	sim->order[pfn] = (uint8_t)(order | type << 4);
	sim->flags[pfn] = (uint8_t)sim->c.cpu;
	pcp->count += 1u << order;
}

/* rmqueue_bulk(): the mode of fallback lives as long as the lock is held. */
static void refill(struct sim *sim, struct sim_zone *zone, struct sim_pcp *pcp, unsigned int order,
		   unsigned int type, unsigned int alloc_flags)
{
	uint32_t wanted = refill_size(sim, pcp, zone, order), got = 0;
	struct page_list *list = &pcp->list[list_of(order, type)];
	enum rmqueue_mode mode = RMQUEUE_NORMAL;

	zone_lock(sim, zone);
	while (got < wanted) {
		uint32_t pfn = fallback_rmqueue(sim, zone, order, type, alloc_flags, &mode);

		if (pfn == NO_PAGE)
			break;
		mark_on_list(sim, pcp, pfn, order, type);
		page_list_add_tail(sim, list, pfn);
		got++;
	}
	zone_unlock(sim, zone);
	sim_count(sim, SIM_PCP_REFILL, 1);
	sim_count(sim, SIM_BULK_PAGES, (uint64_t)got << order);
	sim_event(sim, EVENT_REFILL, zone, NO_PAGE, order, type, wanted, got);
}

static uint32_t take_from_list(struct sim *sim, struct sim_zone *zone, unsigned int order,
			       unsigned int type, unsigned int alloc_flags)
{
	struct sim_pcp *pcp = sim_pcp(sim, zone, sim->c.cpu);
	struct page_list *list = &pcp->list[list_of(order, type)];
	uint32_t pfn;

	pcp->free_count >>= 1;
	sim_charge(sim, COST_PCP, 1);
	if (!list->nr)
		refill(sim, zone, pcp, order, type, alloc_flags);
	pfn = page_list_pop(sim, list);
	if (pfn == NO_PAGE)
		return NO_PAGE;
	pcp->count -= 1u << order;
	sim->state[pfn] = PAGE_STATE_KERNEL;
	sim->order[pfn] = (uint8_t)order;
	sim->flags[pfn] = 0;
	return pfn;
}

/* rmqueue_buddy() */
static uint32_t take_from_zone(struct sim *sim, struct sim_zone *zone, unsigned int order,
			       unsigned int type, unsigned int alloc_flags)
{
	enum rmqueue_mode mode = RMQUEUE_NORMAL;
	unsigned int areas = 0;
	uint32_t pfn = NO_PAGE;

	zone_lock(sim, zone);
	if (alloc_flags & ALLOC_HIGHATOMIC)
		pfn = buddy_rmqueue_smallest(sim, zone, order, MT_HIGHATOMIC, &areas);
	if (pfn == NO_PAGE)
		pfn = fallback_rmqueue(sim, zone, order, type, alloc_flags, &mode);
	/* who cannot wait may have what is kept for atomic requests, rather than fail */
	if (pfn == NO_PAGE && alloc_flags & (ALLOC_OOM | ALLOC_NON_BLOCK))
		pfn = buddy_rmqueue_smallest(sim, zone, order, MT_HIGHATOMIC, &areas);
	sim_charge(sim, COST_AREA, areas);
	zone_unlock(sim, zone);
	return pfn;
}

uint32_t rmqueue(struct sim *sim, struct sim_zone *zone, unsigned int order, unsigned int type,
		 unsigned int alloc_flags)
{
	uint32_t pfn = NO_PAGE;

	if (pcp_has_order(sim, order))
		pfn = take_from_list(sim, zone, order, type, alloc_flags);
	if (pfn == NO_PAGE)
		pfn = take_from_zone(sim, zone, order, type, alloc_flags);
	if (alloc_flags & ALLOC_KSWAPD && zone->boosted) {
		zone->boosted = 0;
		kswapd_wake(sim, zone->node, 0, 0, zone->kind);
	}
	return pfn;
}

/*
 * Giving back.
 */

/* free_pcppages_bulk(): from the tail of that list, then of the lists behind it, all round; cost:
 * of each that goes back. */
static void give_back(struct sim *sim, struct sim_zone *zone, struct sim_pcp *pcp,
		      uint32_t nr_pages, unsigned int list, enum sim_cost cost)
{
	nr_pages = smaller(nr_pages, pcp->count);
	zone_lock(sim, zone);
	while (nr_pages) {
		uint32_t size = 1u << list_order(sim, list);
		uint32_t pfn = pcp->list[list].last;

		if (pfn == NO_PAGE) {
			list = (list + 1) % SIM_PCP_LISTS;
			continue;
		}
		page_list_del(sim, &pcp->list[list], pfn);
		pcp->count -= size;
		nr_pages -= smaller(size, nr_pages);
		sim_charge(sim, cost, 1);
		buddy_free_one(sim, zone, pfn, page_order(sim, pfn), page_type(sim, pfn), false);
	}
	zone_unlock(sim, zone);
}

static uint32_t lowered(uint32_t high, uint32_t by, uint32_t least)
{
	return high > by + least ? high - by : least;
}

/* nr_pcp_high(): from how many pages on some go back; free_high: a burst of larger frees. */
static uint32_t limit_of(struct sim_pcp *pcp, const struct sim_zone *zone, bool free_high)
{
	uint32_t least = zone->high_min, burst, limit;

	pcp->high = smaller(larger(pcp->high, least), zone->high_max);
	if (free_high) {
		pcp->high = lowered(pcp->high, zone->batch << BATCH_SCALE_MAX, least);
		return 0;
	}
	burst = larger(pcp->free_count, zone->batch);
	if (zone->reclaim_active) {
		pcp->high = lowered(pcp->high, burst, least);
		return smaller(4 * zone->batch, pcp->high);
	}
	if (!tunes_itself(zone))
		return pcp->high;
	if (zone->below_high) {
		pcp->high = lowered(pcp->high, burst, least);
		return larger(pcp->count, least);
	}
	limit = pcp->high;
	/* next time there is room for such a burst */
	if (pcp->count >= limit)
		pcp->high = smaller(larger(limit, pcp->free_count + zone->batch), zone->high_max);
	return limit;
}

/* nr_pcp_free(): at least a batch goes and, but for such a burst, at least a batch stays. */
static uint32_t give_back_size(const struct sim_pcp *pcp, const struct sim_zone *zone,
			       uint32_t high, bool free_high)
{
	if (free_high)
		return zone->batch << BATCH_SCALE_MAX;
	return smaller(larger(pcp->free_count, zone->batch), high - zone->batch);
}

/* Whether frees of order 1 to 3 come in a row: what another CPU allocates should go back. */
static bool note_free(struct sim_pcp *pcp, const struct sim_zone *zone, unsigned int order)
{
	bool in_a_row = order && order <= COSTLY_ORDER;
	bool free_high = in_a_row && pcp->free_high &&
			 pcp->free_count >= zone->batch + zone->high_min / 2;

	pcp->free_high = in_a_row;
	if (pcp->free_count < zone->batch << BATCH_SCALE_MAX)
		pcp->free_count += 1u << order;
	return free_high;
}

/* What is too much, a batch under each lock. */
static void trim(struct sim *sim, struct sim_zone *zone, struct sim_pcp *pcp, unsigned int list,
		 bool free_high)
{
	uint32_t high = limit_of(pcp, zone, free_high), size;

	if (pcp->count < high)
		return;
	size = give_back_size(pcp, zone, high, free_high);
	while (size && pcp->count) {
		uint32_t piece = smaller(size, zone->batch);

		give_back(sim, zone, pcp, piece, list, COST_TAKE);
		size -= piece;
		if (zone->below_high &&
		    watermark_ok(sim, zone, 0, watermark_of(zone, ALLOC_WMARK_HIGH),
				 SIM_ZONE_MOVABLE, 0, zone->nr_free_pages))
			zone->below_high = 0;
	}
}

void pcp_free_page(struct sim *sim, uint32_t pfn, unsigned int order)
{
	struct sim_zone *zone = sim_page_zone(sim, pfn);
	struct sim_pcp *pcp = sim_pcp(sim, zone, sim->c.cpu);
	unsigned int type = page_type(sim, pfn), list;

	sim_count(sim, SIM_FREE, 1ull << order);
	if (!pcp_has_order(sim, order) || type == MT_ISOLATE) {
		zone_lock(sim, zone);
		buddy_free(sim, zone, pfn, order, false);
		zone_unlock(sim, zone);
		return;
	}
	if (type >= MT_PCPTYPES)
		type = MT_MOVABLE;
	sim_charge(sim, COST_PCP, 1);
	pcp->alloc_factor >>= 1;
	list = list_of(order, type);
	mark_on_list(sim, pcp, pfn, order, type);
	page_list_add_head(sim, &pcp->list[list], pfn);
	trim(sim, zone, pcp, list, note_free(pcp, zone, order));
}

static uint32_t drain_lists(struct sim *sim, struct sim_zone *zone, unsigned int cpu,
			    enum sim_cost cost)
{
	struct sim_pcp *pcp = sim_pcp(sim, zone, cpu);
	uint32_t drained = pcp->count;

	while (pcp->count)
		give_back(sim, zone, pcp, zone->batch << BATCH_SCALE_MAX, 0, cost);
	sim_count(sim, SIM_DRAIN_PAGES, drained);
	return drained;
}

uint32_t pcp_drain_cpu(struct sim *sim, struct sim_zone *zone, unsigned int cpu)
{
	return drain_lists(sim, zone, cpu, COST_DRAIN_CPU_PAGE);
}

void pcp_drain_local(struct sim *sim, struct sim_zone *zone)
{
	uint32_t drained;

	sim_count(sim, SIM_DRAIN_LOCAL, 1);
	sim_charge(sim, COST_DRAIN_LOCAL, 1);
	drained = drain_lists(sim, zone, sim->c.cpu, COST_DRAIN_PAGE);
	sim_event(sim, EVENT_DRAIN, zone, NO_PAGE, 1, drained, 0, 0);
}

/* drain_pages(): that CPU's lists of that zone, or of all; 0: they were empty. */
static uint32_t drain_cpu(struct sim *sim, struct sim_zone *zone, unsigned int cpu)
{
	uint32_t drained = 0;

	if (zone)
		return pcp_drain_cpu(sim, zone, cpu);
	for (unsigned int i = 0; i < sim->c.nr_zones; i++)
		drained += pcp_drain_cpu(sim, &sim->c.zone[i], cpu);
	return drained;
}

/* Not one that began in what is this task's future: see struct sim_lock. */
static bool another_drains(const struct sim *sim)
{
	return sim->c.drain_began_ns <= sim->c.now_ns && sim->c.now_ns < sim->c.drain_free_at_ns;
}

void pcp_drain_all(struct sim *sim, struct sim_zone *zone)
{
	uint32_t all = 0, nr_cpus = 0;

	if (another_drains(sim)) {
		if (!zone) {
			sim_count(sim, SIM_DRAIN_LOST, 1);
			sim_charge(sim, COST_DRAIN_LOST, 1);
			sim_event(sim, EVENT_DRAIN, NULL, NO_PAGE, 0, 0, 1, 0);
			return;
		}
		/* one zone's drain waits for its turn */
		sim_charge(sim, COST_LOCK_WAIT, sim->c.drain_free_at_ns - sim->c.now_ns);
	}
	sim->c.drain_began_ns = sim->c.now_ns;
	sim_count(sim, SIM_DRAIN_ALL, 1);
	sim_charge(sim, COST_DRAIN_ALL, 1);
	for (unsigned int cpu = 0; cpu < sim->c.nr_cpus; cpu++) {
		uint32_t drained = drain_cpu(sim, zone, cpu);

		nr_cpus += drained > 0;
		all += drained;
	}
	sim_charge(sim, COST_DRAIN_CPU, nr_cpus);
	sim->c.drain_free_at_ns = sim->c.now_ns;
	sim_event(sim, EVENT_DRAIN, zone, NO_PAGE, nr_cpus, all, 0, 0);
}
