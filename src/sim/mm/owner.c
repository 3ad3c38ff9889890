// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * owner - lists of pages by who uses them, and the counts of each zone's LRU.
 *
 * Invariants: an allocated head that has an owner is on that owner's list unless it is isolated;
 * nr_pages counts both.  nr_anon and nr_file of a zone count what is on the LRU, nr_isolated what
 * is off it for a compaction.  Files are linked by age, from oldest_file.
 */
#include "sim/mm/owner.h"

#include "sim/mm/pcp.h"

static uint32_t *lru_count(struct sim_zone *zone, enum page_state state)
{
	return state == PAGE_STATE_ANON ? &zone->nr_anon :
	       state == PAGE_STATE_FILE ? &zone->nr_file : NULL;
}

static void count_lru(struct sim *sim, uint32_t pfn, int sign)
{
	uint32_t *count = lru_count(sim_page_zone(sim, pfn), sim->state[pfn]);

	if (count)
		*count += (uint32_t)sign << page_order(sim, pfn);
}

static void link_file(struct sim *sim, uint32_t owner)
{
	struct sim_core *c = &sim->c;

	sim->owners[owner].prev = c->youngest_file;
	sim->owners[owner].next = NO_OWNER;
	if (c->youngest_file == NO_OWNER)
		c->oldest_file = owner;
	else
		sim->owners[c->youngest_file].next = owner;
	c->youngest_file = owner;
}

static void unlink_file(struct sim *sim, uint32_t owner)
{
	uint32_t next = sim->owners[owner].next, prev = sim->owners[owner].prev;

	if (prev == NO_OWNER)
		sim->c.oldest_file = next;
	else
		sim->owners[prev].next = next;
	if (next == NO_OWNER)
		sim->c.youngest_file = prev;
	else
		sim->owners[next].prev = prev;
}

uint32_t owner_new(struct sim *sim, enum page_state state)
{
	uint32_t owner = sim->c.free_owner;

	if (owner == NO_OWNER)
		return NO_OWNER;
	sim->c.free_owner = sim->owners[owner].next;
	sim->owners[owner].next = sim->owners[owner].prev = NO_OWNER;
	sim->owners[owner].nr_pages = 0;
	sim->owners[owner].state = (uint8_t)state;
	page_list_init(&sim->owners[owner].pages);
	if (state == PAGE_STATE_FILE)
		link_file(sim, owner);
	return owner;
}

void owner_drop(struct sim *sim, uint32_t owner)
{
	struct sim_owner *who = &sim->owners[owner];

	if (who->nr_pages || who->state == PAGE_STATE_HOLE)
		return;
	if (who->state == PAGE_STATE_FILE)
		unlink_file(sim, owner);
	who->state = PAGE_STATE_HOLE;
	who->prev = NO_OWNER;
	who->next = sim->c.free_owner;
	sim->c.free_owner = owner;
}

void owner_free(struct sim *sim, uint32_t owner)
{
	uint32_t pfn;

	while ((pfn = sim->owners[owner].pages.first) != NO_PAGE) {
		owner_del_page(sim, pfn);
		pcp_free_page(sim, pfn, page_order(sim, pfn));
	}
	owner_drop(sim, owner);
}

void owner_add_page(struct sim *sim, uint32_t owner, uint32_t pfn)
{
	sim->owner[pfn] = owner;
	page_list_add_tail(sim, &sim->owners[owner].pages, pfn);
	sim->owners[owner].nr_pages += 1u << page_order(sim, pfn);
	count_lru(sim, pfn, 1);
}

void owner_del_page(struct sim *sim, uint32_t pfn)
{
	uint32_t owner = sim->owner[pfn];

	page_list_del(sim, &sim->owners[owner].pages, pfn);
	sim->owners[owner].nr_pages -= 1u << page_order(sim, pfn);
	sim->owner[pfn] = NO_OWNER;
	count_lru(sim, pfn, -1);
}

void owner_isolate_page(struct sim *sim, struct sim_zone *zone, uint32_t pfn)
{
	page_list_del(sim, &sim->owners[sim->owner[pfn]].pages, pfn);
	sim->flags[pfn] |= PAGE_FLAG_ISOLATED;
	count_lru(sim, pfn, -1);
	zone->nr_isolated += 1u << page_order(sim, pfn);
}

void owner_putback_page(struct sim *sim, struct sim_zone *zone, uint32_t pfn)
{
	page_list_add_tail(sim, &sim->owners[sim->owner[pfn]].pages, pfn);
	sim->flags[pfn] &= (uint8_t)~PAGE_FLAG_ISOLATED;
	count_lru(sim, pfn, 1);
	zone->nr_isolated -= 1u << page_order(sim, pfn);
}

void owner_move_page(struct sim *sim, uint32_t from, uint32_t to)
{
	uint32_t owner = sim->owner[from];

	sim->state[to] = sim->state[from];
	sim->flags[to] = (uint8_t)(sim->flags[from] & ~PAGE_FLAG_ISOLATED);
	sim->owner[to] = owner;
	page_list_add_tail(sim, &sim->owners[owner].pages, to);
	count_lru(sim, to, 1);
	sim_page_zone(sim, from)->nr_isolated -= 1u << page_order(sim, from);
	sim->owner[from] = NO_OWNER;
	sim->state[from] = PAGE_STATE_KERNEL;
	sim->flags[from] = 0;
}
