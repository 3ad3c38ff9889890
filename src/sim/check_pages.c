// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * check_pages - what each page says of itself: one state, heads aligned and within their zone,
 * tails behind them, two free buddies that could be one never side by side, free pages on the list
 * of their block's type where the kernel keeps it so.  It goes through all pages in rising order,
 * so that a page that two heads claim is found as a tail of the wrong kind.
 */
#include <errno.h>

#include "sim/check_private.h"
#include "sim/scenario.h"

/* An entry knows its neighbours and they, or the list's ends, know it. */
static bool is_linked(const struct sim *sim, const struct page_list *list, uint32_t pfn)
{
	uint32_t prev = sim->prev[pfn], next = sim->next[pfn];

	if (prev == NO_PAGE ? list->first != pfn : prev >= sim->c.nr_pages ||
						   sim->next[prev] != pfn)
		return false;
	return next == NO_PAGE ? list->last == pfn : next < sim->c.nr_pages &&
						     sim->prev[next] == pfn;
}

static bool type_is_mergeable(unsigned int type)
{
	return type < MT_PCPTYPES;
}

/*
 * Buddies of whole blocks are joined when one is freed, so blocks that only changed their type may
 * stand beside each other: one that was kept for atomic requests and given back, and those of a
 * frame, whose types are another moment's or guesses.
 */
static bool blocks_may_stand(const struct sim *sim, uint32_t pfn, uint32_t buddy)
{
	unsigned int type = page_list_type(sim, pfn), other = page_list_type(sim, buddy);

	if (type != other && !(type_is_mergeable(type) && type_is_mergeable(other)))
		return true;
	return sim->c.counter[SIM_HIGHATOMIC_UNRESERVE] || (sim->scenario && sim->scenario->memory);
}

static int check_not_mergeable(const struct check *check, const struct sim_zone *zone, uint32_t pfn)
{
	const struct sim *sim = check->sim;
	unsigned int order = page_order(sim, pfn);
	uint32_t buddy = pfn ^ 1u << order;

	if (order >= sim->c.max_order || buddy - zone->first >= zone->spanned ||
	    sim->state[buddy] != PAGE_STATE_FREE || page_order(sim, buddy) != order)
		return 0;
	if (order >= sim->c.block_order && blocks_may_stand(sim, pfn, buddy))
		return 0;
	return err_set(check->err, EINVAL, "free like its buddy of order %u, but not joined with "
		       "it", order);
}

/* From 6.10 on, the type of each block that a free buddy covers is its list's. */
static int check_hygiene(const struct check *check, uint32_t pfn)
{
	const struct sim *sim = check->sim;
	unsigned int order = page_order(sim, pfn), type = page_list_type(sim, pfn);

	if (sim->policy.fallback_era == FALLBACK_E1)
		return 0;
	for (uint32_t at = pfn; at - pfn < 1u << order; at += block_pages(sim))
		if (page_type(sim, at) != type)
			return err_set(check->err, EINVAL, "on a free list of type %u in a block "
				       "of type %u", type, page_type(sim, at));
	return 0;
}

static int check_free(const struct check *check, const struct sim_zone *zone, uint32_t pfn)
{
	const struct sim *sim = check->sim;
	unsigned int type = page_list_type(sim, pfn);
	int error;

	if (type >= NR_MT)
		return err_set(check->err, EINVAL, "on a free list of type %u", type);
	if (!is_linked(sim, &zone->free[page_order(sim, pfn)][type], pfn))
		return err_set(check->err, EINVAL, "free, but not on the list of order %u and "
			       "type %u", page_order(sim, pfn), type);
	error = check_hygiene(check, pfn);
	return error ? error : check_not_mergeable(check, zone, pfn);
}

static int check_pcp(const struct check *check, uint32_t pfn)
{
	if (check->sim->flags[pfn] < check->sim->c.nr_cpus)
		return 0;
	return err_set(check->err, EINVAL, "on the lists of CPU %u of %u",
		       check->sim->flags[pfn], check->sim->c.nr_cpus);
}

static int check_owner_of(const struct check *check, uint32_t pfn)
{
	const struct sim *sim = check->sim;
	uint32_t owner = sim->owner[pfn];

	if (owner >= sim->c.nr_owners)
		return err_set(check->err, EINVAL, "owner %u of %u", owner, sim->c.nr_owners);
	if (sim->owners[owner].state != sim->state[pfn])
		return err_set(check->err, EINVAL, "state %u, but its owner %u has pages of state "
			       "%u", sim->state[pfn], owner, sim->owners[owner].state);
	if (!(sim->flags[pfn] & PAGE_FLAG_ISOLATED) &&
	    !is_linked(sim, &sim->owners[owner].pages, pfn))
		return err_set(check->err, EINVAL, "not on the list of its owner %u", owner);
	return 0;
}

/* In the middle of a step a page may have come from the allocator, or be on its way back. */
static int check_used(struct check *check, struct check_zone *count, uint32_t pfn)
{
	const struct sim *sim = check->sim;
	bool isolated = sim->flags[pfn] & PAGE_FLAG_ISOLATED;

	if (isolated && check->whole)
		return err_set(check->err, EINVAL, "isolated between two steps");
	if (isolated && !state_is_lru(sim->state[pfn]))
		return err_set(check->err, EINVAL, "isolated, but not of the LRU");
	if (sim->owner[pfn] == NO_OWNER) {
		if ((state_is_lru(sim->state[pfn]) && check->whole) || isolated)
			return err_set(check->err, EINVAL, "of the LRU, but nobody's");
		return 0;
	}
	if (isolated)
		count->isolated += 1u << page_order(sim, pfn);
	else
		check->nr_owned++;
	return check_owner_of(check, pfn);
}

static int check_state(struct check *check, const struct sim_zone *zone, uint32_t pfn)
{
	const struct sim *sim = check->sim;
	unsigned int state = sim->state[pfn];

	if (state == PAGE_STATE_FREE)
		return check_free(check, zone, pfn);
	if (state == PAGE_STATE_PCP)
		return check_pcp(check, pfn);
	if (state_is_allocated(state))
		return check_used(check, &check->zone[zone_number(check, zone)], pfn);
	if (state == PAGE_STATE_CAPTURED && check->whole)
		return err_set(check->err, EINVAL, "captured, but between two steps nobody waits");
	return 0;
}

static int check_tails(const struct check *check, uint32_t pfn)
{
	const struct sim *sim = check->sim;
	uint8_t tail = sim->state[pfn] == PAGE_STATE_FREE ? PAGE_STATE_FREE_TAIL : PAGE_STATE_TAIL;
	uint32_t size = 1u << page_order(sim, pfn), bad = 0;

	for (uint32_t i = 1; i < size; i++)
		bad |= sim->state[pfn + i] ^ tail;
	for (uint32_t i = 1; bad && i < size; i++)
		if (sim->state[pfn + i] != tail)
			return err_set(check->err, EINVAL, "head of order %u with state %u, but "
				       "the page %u behind it has state %u", page_order(sim, pfn),
				       sim->state[pfn], i, sim->state[pfn + i]);
	return 0;
}

static int check_head(struct check *check, const struct sim_zone *zone, uint32_t pfn)
{
	const struct sim *sim = check->sim;
	unsigned int order = page_order(sim, pfn);
	int error;

	if (order > sim->c.max_order || pfn & ((1u << order) - 1))
		return err_set(check->err, EINVAL, "head of order %u, not aligned", order);
	if (pfn + (1u << order) > zone_end(zone))
		return err_set(check->err, EINVAL, "head of order %u beyond its zone", order);
	error = check_tails(check, pfn);
	return error ? error : check_state(check, zone, pfn);
}

/* The page or what it is the head of; *pages: how many that are. */
static int check_page(struct check *check, const struct sim_zone *zone, uint32_t pfn,
		      uint32_t *pages)
{
	const struct sim *sim = check->sim;
	struct check_zone *count = &check->zone[zone_number(check, zone)];
	unsigned int state = sim->state[pfn];

	*pages = 1;
	if (state >= NR_PAGE_STATES)
		return err_set(check->err, EINVAL, "state %u does not exist", state);
	if (state == PAGE_STATE_FREE_TAIL)
		return err_set(check->err, EINVAL, "tail of a free buddy without its head");
	/* the second half of what is freed by blocks */
	if (state == PAGE_STATE_TAIL && check->whole)
		return err_set(check->err, EINVAL, "tail without its head");
	if (state != PAGE_STATE_HOLE && state != PAGE_STATE_TAIL) {
		int error = check_head(check, zone, pfn);

		if (error)
			return error;
		*pages = 1u << page_order(sim, pfn);
	}
	count->heads[state]++;
	count->pages[state] += *pages;
	return 0;
}

static int check_zone_pages(struct check *check, const struct sim_zone *zone)
{
	uint32_t pages, holes;

	for (uint32_t pfn = zone->first; pfn < zone_end(zone); pfn += pages) {
		int error = check_page(check, zone, pfn, &pages);

		if (error)
			return check_at(check, pfn, error);
	}
	holes = check->zone[zone_number(check, zone)].pages[PAGE_STATE_HOLE];
	if (zone->spanned - holes == zone->managed)
		return 0;
	return err_set(check->err, EINVAL, "zone %u: %u pages in a state, but it manages %u",
		       zone_number(check, zone), zone->spanned - holes, zone->managed);
}

static bool is_free(unsigned int state)
{
	return state == PAGE_STATE_FREE || state == PAGE_STATE_FREE_TAIL;
}

/* Blocks beyond all zones have no free pages either. */
static int check_block(const struct check *check, uint32_t block)
{
	const struct sim *sim = check->sim;
	const struct sim_block *of = &sim->block[block];
	uint32_t start = block << sim->c.block_order, nr = block_pages(sim), nr_free = 0;

	if (nr > sim->c.nr_pages - start)
		nr = sim->c.nr_pages - start;
	for (uint32_t i = 0; i < nr; i++)
		nr_free += is_free(sim->state[start + i]);
	if (of->type >= NR_MT || of->skip > 1)
		return err_set(check->err, EINVAL, "block %u: type %u, skip bit %u", block,
			       of->type, of->skip);
	if (of->nr_free == nr_free)
		return 0;
	return err_set(check->err, EINVAL, "block %u: counts %u free pages and has %u", block,
		       of->nr_free, nr_free);
}

int check_pages(struct check *check)
{
	const struct sim *sim = check->sim;
	int error = 0;

	for (unsigned int i = 0; i < sim->c.nr_zones && !error; i++)
		error = check_zone_pages(check, &sim->c.zone[i]);
	for (uint32_t block = 0; block < sim->c.nr_blocks && !error; block++)
		error = check_block(check, block);
	return error;
}

uint64_t sim_nr_misplaced(const struct sim *sim)
{
	uint64_t nr = 0;

	for (uint32_t pfn = 0; pfn < sim->c.nr_pages; pfn++)
		if (sim->state[pfn] == PAGE_STATE_FREE &&
		    page_list_type(sim, pfn) != page_type(sim, pfn))
			nr += 1u << page_order(sim, pfn);
	return nr;
}
