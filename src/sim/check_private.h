/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check_private - what the files of sim_check() share. */
#ifndef SIM_CHECK_PRIVATE_H
#define SIM_CHECK_PRIVATE_H

#include "sim/state.h"

/* What the pages of one zone say. */
struct check_zone {
	uint32_t heads[NR_PAGE_STATES]; /* heads, by state */
	uint32_t pages[NR_PAGE_STATES]; /* pages, by the state of their head */
	uint32_t isolated;            /* pages off the LRU for a compaction */
};

/* One look at a machine. */
struct check {
	const struct sim *sim;
	struct err *err;
	bool whole;                   /* between two steps, when no page is in flight */
	struct check_zone zone[SIM_ZONES_MAX];
	uint32_t nr_owned;            /* heads that have an owner and are on the LRU or need none */
};

/* Puts the page before what was found there; returns code. */
int check_at(const struct check *check, uint32_t pfn, int code);
static inline unsigned int zone_number(const struct check *check, const struct sim_zone *zone)
{
	return (unsigned int)(zone - check->sim->c.zone);
}

/* check_pages.c: states, heads and tails, each block; fills check->zone. */
int check_pages(struct check *check);
/* check_lists.c */
int check_free_lists(const struct check *check);
int check_pcp_lists(const struct check *check);
int check_owners(const struct check *check);
/* check_compact.c */
int check_compactions(const struct check *check);

/* Whether an entry belongs there; of is the caller's. */
typedef bool check_belongs_fn(const struct check *check, uint32_t pfn, const void *of);
/* Follows a list from end to end; *pages += the pages of its entries. */
int check_list(const struct check *check, const struct page_list *list, check_belongs_fn *belongs,
	       const void *of, uint32_t *pages);

#endif
