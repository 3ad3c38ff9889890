// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_file - files that a client writes, an owner in each of its slots.  Files are written one
 * after the other, in the order of their numbers.  The flusher comes by every clean_ms, as far as
 * the client lives to see it, and writes back what was written before it came last: a file is clean
 * once or twice that time after it was written.
 */
#include "sim/load/client_kind.h"

/* scratch: counts of files, from the first on */
#define WRITTEN 5                      /* so far */
#define EXPIRED 6                      /* of these, when the flusher came last */
#define CLEANED 7                      /* of these, written back */
#define FLUSHED_MS 4                   /* when it came last */

static uint32_t *owner_slot(const struct sim *sim, const struct sim_client *client,
			    uint32_t number)
{
	return &sim->slots[client->first_slot + number];
}

bool client_file_exists(const struct sim *sim, const struct sim_client *client, uint32_t number)
{
	return *owner_slot(sim, client, number) != NO_OWNER;
}

void client_file_remove(struct sim *sim, struct sim_client *client, uint32_t number)
{
	uint32_t *slot = owner_slot(sim, client, number);

	if (*slot != NO_OWNER)
		owner_free(sim, *slot);
	*slot = NO_OWNER;
}

uint32_t client_file_begin(struct sim *sim, struct sim_client *client, uint32_t number)
{
	client_file_remove(sim, client, number);
	return *owner_slot(sim, client, number) = owner_new(sim, PAGE_STATE_FILE);
}

void client_file_written(struct sim_client *client)
{
	client->scratch[WRITTEN]++;
}

static void clean_pages(struct sim *sim, uint32_t owner)
{
	uint32_t pfn = sim->owners[owner].pages.first;

	for (; pfn != NO_PAGE; pfn = sim->next[pfn])
		sim->flags[pfn] &= (uint8_t)~PAGE_FLAG_DIRTY;
}

void client_files_clean(struct sim *sim, struct sim_client *client)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	uint64_t now_ms = sim->c.now_ns / 1000000;

	if (!plan->clean_ms || now_ms < client->scratch[FLUSHED_MS] + plan->clean_ms)
		return;
	for (; client->scratch[CLEANED] < client->scratch[EXPIRED]; client->scratch[CLEANED]++) {
		uint32_t number = (uint32_t)(client->scratch[CLEANED] % plan->files);

		if (client_file_exists(sim, client, number))
			clean_pages(sim, *owner_slot(sim, client, number));
	}
	client->scratch[EXPIRED] = client->scratch[WRITTEN];
	client->scratch[FLUSHED_MS] = now_ms;
}
