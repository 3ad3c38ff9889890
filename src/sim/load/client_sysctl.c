// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client_compact, client_poke - those who write to /proc/sys/vm: compact_memory, which compacts all
 * zones whole before the write returns, and compaction_proactiveness, which makes kcompactd judge
 * at once and not only each half second.
 */
#include "sim/load/client_kind.h"
#include "sim/mm/compaction.h"

static void wake_later(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	op->wake_ns = sim->c.now_ns + client_plan(sim, client)->every_ms * 1000000;
}

bool client_compact_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	compact_memory(sim);
	wake_later(sim, client, op);
	return true;
}

bool client_poke_step(struct sim *sim, struct sim_client *client, struct client_op *op)
{
	for (unsigned int node = 0; node < sim->c.nr_nodes; node++)
		kcompactd_poke(sim, node);
	wake_later(sim, client, op);
	return true;
}
