// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * check_owners - who has which pages, the LRU counts of the zones, unused owners and files by age,
 * and those that clients name.
 */
#include <errno.h>

#include "sim/check_private.h"
#include "sim/load/client.h"

static bool is_of_owner(const struct check *check, uint32_t pfn, const void *of)
{
	const struct sim *sim = check->sim;
	uint32_t owner = *(const uint32_t *)of;

	return state_is_allocated(sim->state[pfn]) && sim->owner[pfn] == owner &&
	       !(sim->flags[pfn] & PAGE_FLAG_ISOLATED);
}

/* *isolated += its pages that are off its list. */
static int check_owner(const struct check *check, uint32_t owner, uint32_t *isolated)
{
	const struct sim_owner *who = &check->sim->owners[owner];
	uint32_t pages = 0;
	int error = check_list(check, &who->pages, is_of_owner, &owner, &pages);

	if (error)
		return err_prefix(check->err, error, "owner %u", owner);
	if (who->state == PAGE_STATE_HOLE && who->nr_pages)
		return err_set(check->err, EINVAL, "owner %u: unused, but has pages", owner);
	if (pages > who->nr_pages || (check->whole && pages != who->nr_pages))
		return err_set(check->err, EINVAL, "owner %u: counts %u pages and has %u", owner,
			       who->nr_pages, pages);
	*isolated += who->nr_pages - pages;
	return 0;
}

/* Owners of one state, linked by next from "first" on. */
static int check_chain(const struct check *check, const char *what, unsigned int state,
		       uint32_t first, uint32_t last)
{
	const struct sim *sim = check->sim;
	uint32_t nr = 0, linked = 0, before = NO_OWNER;

	for (uint32_t owner = 0; owner < sim->c.nr_owners; owner++)
		nr += sim->owners[owner].state == state;
	for (uint32_t owner = first; owner != NO_OWNER; owner = sim->owners[owner].next) {
		if (owner >= sim->c.nr_owners || sim->owners[owner].state != state)
			return err_set(check->err, EINVAL, "%s: owner %u is none", what, owner);
		if (linked++ == nr)
			break;
		if (state == PAGE_STATE_FILE && sim->owners[owner].prev != before)
			return err_set(check->err, EINVAL, "%s: owner %u does not know the one "
				       "before", what, owner);
		before = owner;
	}
	if (linked != nr)
		return err_set(check->err, EINVAL, "%s: %u are linked, %u there", what, linked, nr);
	if (state == PAGE_STATE_FILE && last != before)
		return err_set(check->err, EINVAL, "%s: the youngest is %u, not %u", what, before,
			       last);
	return 0;
}

static bool is_used(const struct sim *sim, uint32_t owner)
{
	return owner == NO_OWNER || (owner < sim->c.nr_owners &&
				     sim->owners[owner].state != PAGE_STATE_HOLE);
}

/* In the middle of an operation a client may have given up an owner and still name it.  What is in
 * its slots is its kind's affair. */
static int check_clients(const struct check *check)
{
	const struct sim *sim = check->sim;

	if (!check->whole || !sim->scenario)
		return 0;
	for (uint32_t i = 0; i < sim->c.nr_clients; i++) {
		const struct sim_client *client = &sim->clients[i];

		if (!is_used(sim, client->owner) || !is_used(sim, client->file))
			return err_set(check->err, EINVAL, "client %u: has owners %u and %u, one "
				       "of them unused", i, client->owner, client->file);
	}
	return 0;
}

/* nr_anon and nr_file are what is on the LRU.  A page on its way back to the allocator is not. */
static int check_lru(const struct check *check)
{
	const struct sim *sim = check->sim;

	for (unsigned int i = 0; i < sim->c.nr_zones; i++) {
		const struct sim_zone *zone = &sim->c.zone[i];
		const struct check_zone *seen = &check->zone[i];
		uint32_t pages = seen->pages[PAGE_STATE_ANON] + seen->pages[PAGE_STATE_FILE];

		if (zone->nr_anon + zone->nr_file + zone->nr_isolated > pages)
			return err_set(check->err, EINVAL, "zone %u: the LRU counts %u pages, %u "
				       "are there", i, zone->nr_anon + zone->nr_file +
				       zone->nr_isolated, pages);
		if (check->whole && (zone->nr_anon != seen->pages[PAGE_STATE_ANON] ||
				     zone->nr_file != seen->pages[PAGE_STATE_FILE]))
			return err_set(check->err, EINVAL, "zone %u: the LRU counts %u and %u "
				       "pages, %u and %u are there", i, zone->nr_anon,
				       zone->nr_file, seen->pages[PAGE_STATE_ANON],
				       seen->pages[PAGE_STATE_FILE]);
	}
	return 0;
}

int check_owners(const struct check *check)
{
	const struct sim *sim = check->sim;
	uint32_t isolated = 0, seen = 0, on_lists = 0;
	int error = 0;

	for (uint32_t owner = 0; owner < sim->c.nr_owners && !error; owner++) {
		error = check_owner(check, owner, &isolated);
		on_lists += sim->owners[owner].pages.nr;
	}
	if (error)
		return error;
	for (unsigned int i = 0; i < sim->c.nr_zones; i++)
		seen += check->zone[i].isolated;
	if (isolated != seen || on_lists != check->nr_owned)
		return err_set(check->err, EINVAL, "owners: miss %u pages, %u are isolated; list "
			       "%u heads, %u are there", isolated, seen, on_lists,
			       check->nr_owned);
	error = check_chain(check, "unused owners", PAGE_STATE_HOLE, sim->c.free_owner, NO_OWNER);
	if (!error)
		error = check_chain(check, "files", PAGE_STATE_FILE, sim->c.oldest_file,
				    sim->c.youngest_file);
	if (!error)
		error = check_lru(check);
	return error ? error : check_clients(check);
}
