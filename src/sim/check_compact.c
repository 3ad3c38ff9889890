// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * check_compact - compactions that go on: between two steps their lists of sources are empty, what
 * they have as targets is counted, and no page is a target of none.  While one runs, sources and
 * targets are on their way between its lists, so only what is on the lists is looked at.
 */
#include <errno.h>

#include "sim/check_private.h"
#include "sim/mm/compaction.h"

#define DEFER_SHIFT_MOST 6      /* COMPACT_MAX_DEFER_SHIFT */

struct target_list {
	const struct sim_zone *zone;
	unsigned int order;
};

static bool is_target(const struct check *check, uint32_t pfn, const void *of)
{
	const struct target_list *list = of;

	return check->sim->state[pfn] == PAGE_STATE_TARGET &&
	       pfn - list->zone->first < list->zone->spanned &&
	       page_order(check->sim, pfn) == list->order;
}

static bool is_source(const struct check *check, uint32_t pfn, const void *of)
{
	const struct sim_zone *zone = of;

	return state_is_lru(check->sim->state[pfn]) && pfn - zone->first < zone->spanned &&
	       check->sim->flags[pfn] & PAGE_FLAG_ISOLATED;
}

static int check_targets(const struct check *check, const struct compact_control *cc,
			 uint32_t *pages)
{
	const struct sim_zone *zone = &check->sim->c.zone[cc->zone];

	for (unsigned int order = 0; order < SIM_NR_ORDERS; order++) {
		const struct target_list of = { zone, order };
		int error = check_list(check, &cc->freepages[order], is_target, &of, pages);

		if (error)
			return err_prefix(check->err, error, "targets of order %u", order);
	}
	if (*pages > cc->nr_freepages || (check->whole && *pages != cc->nr_freepages))
		return err_set(check->err, EINVAL, "counts %u target pages and has %u",
			       cc->nr_freepages, *pages);
	return 0;
}

static int check_sources(const struct check *check, const struct compact_control *cc)
{
	const struct sim_zone *zone = &check->sim->c.zone[cc->zone];
	uint32_t pages = 0;
	int error = check_list(check, &cc->migratepages, is_source, zone, &pages);

	if (error)
		return err_prefix(check->err, error, "sources");
	if (check->whole && (pages || cc->nr_migratepages))
		return err_set(check->err, EINVAL, "%u source pages, counted as %u, between two "
			       "steps", pages, cc->nr_migratepages);
	return 0;
}

static int check_scanners(const struct check *check, const struct compact_control *cc)
{
	const struct sim_zone *zone = &check->sim->c.zone[cc->zone];

	if (cc->migrate_pfn < zone->first || cc->migrate_pfn > zone_end(zone) ||
	    cc->free_pfn < zone->first || cc->free_pfn > zone_end(zone))
		return err_set(check->err, EINVAL, "scanners at %u and %u of a zone from %u to %u",
			       cc->migrate_pfn, cc->free_pfn, zone->first, zone_end(zone));
	return 0;
}

/* *targets += the pages on its lists. */
static int check_control(const struct check *check, const struct compact_control *cc,
			 uint32_t *targets)
{
	uint32_t pages = 0;
	int error;

	if (!cc->active)
		return 0;
	error = check_targets(check, cc, &pages);
	if (!error)
		error = check_sources(check, cc);
	/* a compaction that does not suit a zone has not placed them */
	if (!error && check->whole)
		error = check_scanners(check, cc);
	*targets += pages;
	return error;
}

static int check_deferral(const struct check *check, const struct sim_zone *zone)
{
	if (zone->defer_shift <= DEFER_SHIFT_MOST &&
	    zone->considered <= 1u << zone->defer_shift &&
	    zone->order_failed <= check->sim->c.max_order + 1u)
		return 0;
	return err_set(check->err, EINVAL, "zone %u: deferral of %u by shift %u, order %u",
		       zone_number(check, zone), zone->considered, zone->defer_shift,
		       zone->order_failed);
}

int check_compactions(const struct check *check)
{
	const struct sim *sim = check->sim;
	uint32_t targets = 0, seen = 0;
	int error = check_control(check, &sim->c.direct, &targets);

	if (error)
		return err_prefix(check->err, error, "compaction of a task");
	if (check->whole && (sim->c.direct.active || sim->c.direct.capture))
		return err_set(check->err, EINVAL, "compaction of a task goes on between two "
			       "steps");
	for (unsigned int node = 0; node < sim->c.nr_nodes; node++) {
		error = check_control(check, &sim->c.kcompactd[node], &targets);
		if (error)
			return err_prefix(check->err, error, "kcompactd %u", node);
	}
	for (unsigned int i = 0; i < sim->c.nr_zones && !error; i++) {
		seen += check->zone[i].pages[PAGE_STATE_TARGET];
		error = check_deferral(check, &sim->c.zone[i]);
	}
	if (!error && (targets > seen || (check->whole && targets != seen)))
		return err_set(check->err, EINVAL, "compaction: %u target pages are on lists, %u "
			       "are there", targets, seen);
	return error;
}
