// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_file - files that a client writes: an owner each, in two slots with the time when the
 * flusher will have written it back.  Files are written one after the other, in the order of their
 * numbers, and become clean in that order.
 */
#include "sim/load/client_kind.h"

#define CLEANED 7                      /* scratch: files that became clean, or were passed by */
#define WRITTEN 6                      /* files written so far */

static uint32_t *owner_slot(const struct sim *sim, const struct sim_client *client,
			    uint32_t number)
{
	return &sim->slots[client->first_slot + 2 * number];
}

static uint32_t *clean_slot(const struct sim *sim, const struct sim_client *client,
			    uint32_t number)
{
	return &sim->slots[client->first_slot + 2 * number + 1];
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

static uint64_t now_ms(const struct sim *sim)
{
	return sim->c.now_ns / 1000000;
}

void client_file_written(struct sim *sim, struct sim_client *client, uint32_t number)
{
	uint64_t clean_ms = now_ms(sim) + client_plan(sim, client)->clean_ms;

	*clean_slot(sim, client, number) = (uint32_t)clean_ms;
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

	while (plan->clean_ms && client->scratch[CLEANED] < client->scratch[WRITTEN]) {
		uint32_t number = (uint32_t)(client->scratch[CLEANED] % plan->files);

		if (now_ms(sim) < *clean_slot(sim, client, number))
			break;
		if (client_file_exists(sim, client, number))
			clean_pages(sim, *owner_slot(sim, client, number));
		client->scratch[CLEANED]++;
	}
}
