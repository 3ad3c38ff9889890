// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_reader - reads a file that is larger than memory: page by page at random places, or in
 * bulk with readahead.  Pages of about one age stand in one owner, an extent, so that reclaim finds
 * the oldest first; when the client has as many extents as its cache may have, the oldest is
 * dropped.
 *
 * Readahead asks without retrying and leaves off where it gets nothing; only the page that is
 * really wanted is asked for by the mapping's plain mask (mm/readahead.c, filemap_create_folio).
 */
#include "sim/load/client_kind.h"

#define EXTENT 0                       /* scratch: number of the present extent */
#define OLDEST 1                       /* number of the oldest extent that there is */
#define FILLED 2                       /* pages that went to the present extent */
#define DONE 3                         /* pages read so far */

static uint32_t *extent_slot(struct sim *sim, struct sim_client *client, uint64_t number)
{
	uint32_t nr = client_nr_slots(client_plan(sim, client));

	return &sim->slots[client->first_slot + (uint32_t)(number % nr)];
}

static uint32_t extent_pages(const struct sim *sim, uint32_t extent)
{
	return extent == NO_OWNER ? 0 : sim->owners[extent].nr_pages;
}

/* Extents that reclaim has emptied are forgotten, and the oldest where there are too many. */
static void drop_oldest(struct sim *sim, struct sim_client *client)
{
	uint32_t nr = client_nr_slots(client_plan(sim, client));

	while (client->scratch[OLDEST] < client->scratch[EXTENT]) {
		uint32_t *slot = extent_slot(sim, client, client->scratch[OLDEST]);

		if (extent_pages(sim, *slot) &&
		    client->scratch[EXTENT] - client->scratch[OLDEST] < nr)
			return;
		if (*slot != NO_OWNER)
			owner_free(sim, *slot);
		*slot = NO_OWNER;
		client->scratch[OLDEST]++;
	}
}

/* The extent that new pages go to.  NO_OWNER: too many owners. */
static uint32_t present_extent(struct sim *sim, struct sim_client *client)
{
	if (client->file != NO_OWNER) {
		if (client->scratch[FILLED]++ < client_pages(sim, 1024))
			return client->file;
		client->scratch[EXTENT]++;
	}
	drop_oldest(sim, client);
	client->scratch[FILLED] = 1;
	client->file = owner_new(sim, PAGE_STATE_FILE);
	return *extent_slot(sim, client, client->scratch[EXTENT]) = client->file;
}

static uint32_t read_page(struct sim *sim, struct sim_client *client, uint32_t gfp)
{
	uint32_t extent = present_extent(sim, client), pfn;

	if (extent == NO_OWNER)
		return NO_PAGE;
	pfn = page_alloc(sim, gfp, 0);
	if (pfn == NO_PAGE)
		return NO_PAGE;
	page_give(sim, pfn, PAGE_STATE_FILE, 0, extent);
	sim_charge(sim, COST_COPY_PAGE, 1);
	sim_count(sim, SIM_READ_PAGES, 1);
	client->scratch[DONE]++;
	return pfn;
}

bool client_reader_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	uint32_t readahead = GFP_HIGHUSER_MOVABLE_MASK | GFP_NORETRY_BIT | GFP_NOWARN_BIT;
	uint64_t nr = 0;

	if (client_chance(client, plan->hit_permille))
		return true;
	while (nr < plan->batch) {
		uint32_t pfn = read_page(sim, client, readahead);

		if (pfn == NO_PAGE)
			break;
		op->pfn = pfn;
		nr++;
	}
	if (!nr)
		op->pfn = read_page(sim, client, GFP_HIGHUSER_MOVABLE_MASK);
	op->granted = op->pfn == NO_PAGE ? -1 : 0;
	return !plan->pages || client->scratch[DONE] < plan->pages;
}
