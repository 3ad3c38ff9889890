// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_writer - buffered writes, one after the other through a file; when it is full it is
 * truncated, or the next of its files is.  Writes have one size, or powers of two from a least one
 * on; a share of them is small.  With checkpoints, as a database makes them, all are small but
 * while one lasts.
 */
#include "sim/load/client_kind.h"

#define INDEX 0                        /* scratch: of the next write in the file, pages */
#define NUMBER 1                       /* of the present file */

static bool in_checkpoint(const struct sim *sim, const struct sim_client_plan *plan)
{
	uint64_t now_ms = sim->c.now_ns / 1000000;

	return !plan->checkpoint_every_ms ||
	       now_ms % plan->checkpoint_every_ms < plan->checkpoint_ms;
}

/* least, or twice that, and so on up to most; each as likely. */
static uint64_t draw_size(struct sim_client *client, uint64_t least, uint64_t most)
{
	unsigned int nr = 0;

	while (least << (nr + 1) <= most)
		nr++;
	return least << client_draw(client, 0, nr);
}

static uint64_t draw_pages(struct sim *sim, struct sim_client *client)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	bool small = client_chance(client, plan->small_permille);
	uint64_t kib = plan->write_kib;

	if (small || !in_checkpoint(sim, plan))
		kib = draw_size(client, plan->small_kib / 2, plan->small_kib);
	else if (plan->write_least_kib)
		kib = draw_size(client, plan->write_least_kib, plan->write_kib);
	return client_pages(sim, kib);
}

/* The next file, or the same again, empty. */
static void next_file(struct sim *sim, struct sim_client *client)
{
	const struct sim_client_plan *plan = client_plan(sim, client);

	client_file_written(client);
	client->scratch[NUMBER] = (client->scratch[NUMBER] + 1) % plan->files;
	client->scratch[INDEX] = 0;
	client->file = client_file_begin(sim, client, (uint32_t)client->scratch[NUMBER]);
}

bool client_writer_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	uint64_t size = client_pages(sim, client_plan(sim, client)->file_kib), nr;

	client_files_clean(sim, client);
	if (client->file == NO_OWNER)
		client->file = client_file_begin(sim, client, 0);
	if (client->file == NO_OWNER)
		return false;
	nr = draw_pages(sim, client);
	nr = nr < size ? nr : size;
	/* Writes begin at multiples of their size, as a database's and a copier's do. */
	client->scratch[INDEX] = (client->scratch[INDEX] + nr - 1) / nr * nr;
	if (client->scratch[INDEX] + nr > size)
		next_file(sim, client);
	if (client->file == NO_OWNER)
		return false;
	if (client_write(sim, client, client->file, client->scratch[INDEX], nr, op))
		client->scratch[INDEX] += nr;
	if (client->scratch[INDEX] >= size)
		next_file(sim, client);
	return client->file != NO_OWNER;
}
