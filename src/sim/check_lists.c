// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * check_lists - free lists, per-CPU lists and owners against what the pages say.
 *
 * A list is followed from end to end, and each entry has to be what the list is for; no page can be
 * on two lists, since what it says of itself names one.  When the entries of all lists are as many
 * as there are heads of that kind, no head is missing.
 */
#include <errno.h>

#include "sim/check_private.h"
#include "sim/mm/pcp.h"
#include "sim/scenario.h"

int check_list(const struct check *check, const struct page_list *list, check_belongs_fn *belongs,
	       const void *of, uint32_t *pages)
{
	const struct sim *sim = check->sim;
	uint32_t nr = 0, before = NO_PAGE;

	for (uint32_t pfn = list->first; pfn != NO_PAGE; pfn = sim->next[pfn]) {
		if (pfn >= sim->c.nr_pages)
			return err_set(check->err, EINVAL, "leads to page %u of %u", pfn,
				       sim->c.nr_pages);
		if (nr++ == list->nr)
			return err_set(check->err, EINVAL, "counts %u entries and has more",
				       list->nr);
		if (sim->prev[pfn] != before)
			return check_at(check, pfn, err_set(check->err, EINVAL,
							    "not linked with the entry before"));
		if (!belongs(check, pfn, of))
			return check_at(check, pfn, err_set(check->err, EINVAL,
							    "does not belong there: state %u, "
							    "order %u", sim->state[pfn],
							    page_order(sim, pfn)));
		*pages += 1u << page_order(sim, pfn);
		before = pfn;
	}
	if (nr == list->nr && list->last == before)
		return 0;
	return err_set(check->err, EINVAL, "counts %u entries and has %u, the last of them %s",
		       list->nr, nr, list->last == before ? "right" : "wrong");
}

/*
 * Free lists.
 */

struct free_list {
	const struct sim_zone *zone;
	unsigned int order, type;
};

static bool is_on_free_list(const struct check *check, uint32_t pfn, const void *of)
{
	const struct free_list *list = of;

	return check->sim->state[pfn] == PAGE_STATE_FREE &&
	       pfn - list->zone->first < list->zone->spanned &&
	       page_order(check->sim, pfn) == list->order &&
	       page_list_type(check->sim, pfn) == list->type;
}

/* What the counters of a zone have to be. */
struct zone_sums {
	uint32_t entries, free, cma, highatomic, blocks;
};

static int check_area(const struct check *check, const struct sim_zone *zone, unsigned int order,
		      struct zone_sums *sums)
{
	uint32_t nr = 0;

	for (unsigned int type = 0; type < NR_MT; type++) {
		const struct free_list of = { zone, order, type };
		uint32_t pages = 0;
		int error = check_list(check, &zone->free[order][type], is_on_free_list, &of,
				       &pages);

		if (error)
			return err_prefix(check->err, error, "zone %u: free list of order %u and "
					  "type %u", zone_number(check, zone), order, type);
		nr += zone->free[order][type].nr;
		if (type == MT_ISOLATE)
			continue;
		sums->free += pages;
		sums->cma += type == MT_CMA ? pages : 0;
		sums->highatomic += type == MT_HIGHATOMIC ? pages : 0;
		sums->blocks += order >= check->sim->c.block_order ? pages : 0;
	}
	sums->entries += nr;
	if (nr == zone->nr_free[order])
		return 0;
	return err_set(check->err, EINVAL, "zone %u: counts %u buddies of order %u and has %u",
		       zone_number(check, zone), zone->nr_free[order], order, nr);
}

static int check_count(const struct check *check, const struct sim_zone *zone, const char *what,
		       uint32_t counted, uint32_t there)
{
	if (counted == there)
		return 0;
	return err_set(check->err, EINVAL, "zone %u: %s is %u and should be %u",
		       zone_number(check, zone), what, counted, there);
}

static int check_zone_counts(const struct check *check, const struct sim_zone *zone,
			     const struct zone_sums *sums)
{
	const struct check_zone *seen = &check->zone[zone_number(check, zone)];
	const struct { const char *what; uint32_t counted, there; } rows[] = {
		{ "heads on free lists", sums->entries, seen->heads[PAGE_STATE_FREE] },
		{ "nr_free_pages", zone->nr_free_pages, sums->free },
		{ "nr_free_cma", zone->nr_free_cma, sums->cma },
		{ "nr_free_highatomic", zone->nr_free_highatomic, sums->highatomic },
		{ "nr_free_blocks", zone->nr_free_blocks, sums->blocks },
		{ "nr_isolated", zone->nr_isolated, seen->isolated },
	};
	int error = 0;

	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]) && !error; i++)
		error = check_count(check, zone, rows[i].what, rows[i].counted, rows[i].there);
	return error;
}

/* Blocks kept for atomic requests; a block of a frame may be any kernel's. */
static int check_highatomic(const struct check *check, const struct sim_zone *zone)
{
	const struct sim *sim = check->sim;
	uint32_t block = block_pages(sim), reserved = 0;
	uint32_t most = (zone->managed / 100 + block - 1) / block * block;

	for (uint32_t pfn = zone->first; pfn < zone_end(zone); pfn += block)
		reserved += page_type(sim, pfn) == MT_HIGHATOMIC ? block : 0;
	if (reserved > most && reserved - most >= 1u << sim->c.max_order &&
	    !(sim->scenario && sim->scenario->memory))
		return err_set(check->err, EINVAL, "zone %u: %u pages kept for atomic requests, "
			       "%u are allowed", zone_number(check, zone), reserved, most);
	return check_count(check, zone, "nr_reserved_highatomic", zone->nr_reserved_highatomic,
			   reserved);
}

static int check_marks(const struct check *check, const struct sim_zone *zone)
{
	if (zone->min <= zone->low && zone->low <= zone->high && zone->high <= zone->promo)
		return 0;
	return err_set(check->err, EINVAL, "zone %u: marks %u, %u, %u, %u do not rise",
		       zone_number(check, zone), zone->min, zone->low, zone->high, zone->promo);
}

static int check_lock(const struct check *check, const struct sim_zone *zone)
{
	if (!check->whole || !zone->lock.held)
		return 0;
	return err_set(check->err, EINVAL, "zone %u: its lock is held between two steps",
		       zone_number(check, zone));
}

static int check_zone_lists(const struct check *check, const struct sim_zone *zone)
{
	struct zone_sums sums = { 0 };
	int error = 0;

	for (unsigned int order = 0; order <= check->sim->c.max_order && !error; order++)
		error = check_area(check, zone, order, &sums);
	if (!error)
		error = check_zone_counts(check, zone, &sums);
	if (!error)
		error = check_highatomic(check, zone);
	if (!error)
		error = check_marks(check, zone);
	return error ? error : check_lock(check, zone);
}

int check_free_lists(const struct check *check)
{
	int error = 0;

	for (unsigned int i = 0; i < check->sim->c.nr_zones && !error; i++)
		error = check_zone_lists(check, &check->sim->c.zone[i]);
	return error;
}

/*
 * Per-CPU lists.
 */

struct pcp_list {
	const struct sim_zone *zone;
	unsigned int cpu, list;
};

/* 3 types of each order up to 3, then huge pages that cannot and that can be moved. */
static unsigned int pcp_list_number(const struct sim *sim, uint32_t pfn)
{
	unsigned int order = page_order(sim, pfn), type = page_list_type(sim, pfn);

	if (order <= 3)
		return MT_PCPTYPES * order + type;
	return SIM_PCP_LISTS - 2 + (type == MT_MOVABLE);
}

static bool is_on_pcp_list(const struct check *check, uint32_t pfn, const void *of)
{
	const struct pcp_list *list = of;
	const struct sim *sim = check->sim;

	return sim->state[pfn] == PAGE_STATE_PCP && sim->flags[pfn] == list->cpu &&
	       pfn - list->zone->first < list->zone->spanned &&
	       pcp_has_order(sim, page_order(sim, pfn)) &&
	       page_list_type(sim, pfn) < MT_PCPTYPES && pcp_list_number(sim, pfn) == list->list;
}

static int check_pcp(const struct check *check, const struct sim_zone *zone, unsigned int cpu,
		     uint32_t *entries)
{
	const struct sim_pcp *pcp = &check->sim->pcp[(size_t)zone_number(check, zone) *
						     check->sim->c.nr_cpus + cpu];
	uint32_t pages = 0;

	for (unsigned int list = 0; list < SIM_PCP_LISTS; list++) {
		const struct pcp_list of = { zone, cpu, list };
		int error = check_list(check, &pcp->list[list], is_on_pcp_list, &of, &pages);

		if (error)
			return err_prefix(check->err, error, "zone %u: list %u of CPU %u",
					  zone_number(check, zone), list, cpu);
		*entries += pcp->list[list].nr;
	}
	if (pcp->count != pages)
		return err_set(check->err, EINVAL, "zone %u: CPU %u counts %u pages and has %u",
			       zone_number(check, zone), cpu, pcp->count, pages);
	if (pcp->high > zone->high_max || pcp->free_high > 1 || pcp->alloc_factor > 5)
		return err_set(check->err, EINVAL, "zone %u: CPU %u keeps up to %u pages, at most "
			       "%u are allowed; factor %u", zone_number(check, zone), cpu,
			       pcp->high, zone->high_max, pcp->alloc_factor);
	return 0;
}

int check_pcp_lists(const struct check *check)
{
	const struct sim *sim = check->sim;
	int error = 0;

	for (unsigned int i = 0; i < sim->c.nr_zones && !error; i++) {
		const struct sim_zone *zone = &sim->c.zone[i];
		uint32_t entries = 0;

		for (unsigned int cpu = 0; cpu < sim->c.nr_cpus && !error; cpu++)
			error = check_pcp(check, zone, cpu, &entries);
		if (!error)
			error = check_count(check, zone, "heads on per-CPU lists", entries,
					    check->zone[i].heads[PAGE_STATE_PCP]);
	}
	return error;
}
