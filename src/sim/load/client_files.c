// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_files - makes many small files, each of a random length written page by page, in the place
 * of older ones of the same name, and removes some.  Each file also takes an inode: slab grows when
 * there are more files than ever before.
 */
#include "sim/load/client_kind.h"
#include "sim/load/client_slab.h"

#define INODES_PER_PAGE 4              /* an inode of 1 KiB, as XFS has */

#define NR_INODES 0                    /* scratch: files there are */
#define NR_PLACES 1                    /* inodes that the slab has room for */

static void remove_file(struct sim *sim, struct sim_client *client, uint32_t number)
{
	if (!client_file_exists(sim, client, number))
		return;
	client_file_remove(sim, client, number);
	client->scratch[NR_INODES]--;
}

/* false: no memory for it. */
static bool take_inode(struct sim *sim, struct sim_client *client)
{
	const struct sim_client_plan *plan = client_plan(sim, client);

	if (client->scratch[NR_INODES] == client->scratch[NR_PLACES]) {
		uint32_t owner = client_owner(sim, client, PAGE_STATE_SLAB), pfn;

		pfn = owner == NO_OWNER ? NO_PAGE :
		      client_slab_page(sim, (unsigned int)plan->order, owner);
		if (pfn == NO_PAGE)
			return false;
		client->scratch[NR_PLACES] += (uint64_t)INODES_PER_PAGE << page_order(sim, pfn);
	}
	client->scratch[NR_INODES]++;
	return true;
}

static void write_file(struct sim *sim, struct sim_client *client, uint32_t number,
		       struct client_op *op)
{
	uint64_t most = client_pages(sim, client_plan(sim, client)->file_kib);
	uint64_t nr = client_draw(client, 1, most);
	uint32_t file = client_file_begin(sim, client, number);

	if (file == NO_OWNER)
		return;
	for (uint64_t i = 0; i < nr; i++)
		if (!client_write(sim, client, file, i, 1, op))
			break;
	client_file_written(client);
}

bool client_files_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	uint32_t number = (uint32_t)(client->nr_ops % plan->files);

	client_files_clean(sim, client);
	if (client_file_exists(sim, client, number) || take_inode(sim, client))
		write_file(sim, client, number, op);
	if (client_chance(client, plan->remove_permille))
		remove_file(sim, client, client_draw(client, 0, plan->files - 1));
	return true;
}
