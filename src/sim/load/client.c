// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/load/client.h"

#include "sim/load/client_kind.h"
#include "sim/run.h"
#include "sim/scenario.h"

#define OWNERS_BESIDES 3               /* of a client that has no slots: memory, a file, slab */

static bool (*const steps[])(struct sim *, struct sim_client *, struct client_op *) = {
#define CLIENT_KIND(id, name, help) [CLIENT_KIND_##id] = client_##name##_step,
#include "sim/load/client_kind.def"
#undef CLIENT_KIND
};

const struct sim_client_plan *client_plan(const struct sim *sim, const struct sim_client *client)
{
	return &sim->scenario->client[client->plan];
}

void client_init(struct sim *sim, uint32_t client)
{
	struct sim_client *c = &sim->clients[client];

	c->owner = c->file = NO_OWNER;
}

/* The operation is over: what it was, how long it took, and when the next one begins. */
static void end_op(struct sim *sim, struct sim_client *client, const struct client_op *op,
		   uint64_t began_ns)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	uint64_t wake_ns = sim->c.now_ns + plan->pause_us * 1000;

	client->nr_ops++;
	sim_note_latency(sim, LATENCY_OP, sim->c.now_ns - began_ns);
	sim_event(sim, EVENT_OP, NULL, op->pfn, client - sim->clients, (int64_t)plan->kind,
		  op->granted, op->wanted);
	task_sleep_until(sim, op->wake_ns > wake_ns ? op->wake_ns : wake_ns);
}

bool client_step(struct sim *sim, struct sim_client *client)
{
	const struct sim_client_plan *plan = client_plan(sim, client);
	struct client_op op = { .pfn = NO_PAGE, .granted = -1 };
	uint64_t start_ns = plan->start_ms * 1000000, began_ns;
	bool more;

	if (!client->nr_ops && sim->c.now_ns < start_ns) {
		task_sleep_until(sim, start_ns);
		return true;
	}
	sim_charge(sim, COST_CLIENT, 1);
	began_ns = sim->c.now_ns;
	more = steps[plan->kind](sim, client, &op);
	end_op(sim, client, &op, began_ns);
	return more && (!plan->ops || client->nr_ops < plan->ops);
}

uint32_t client_draw(struct sim_client *client, uint64_t least, uint64_t most)
{
	return (uint32_t)least + random_below(&client->random, (uint32_t)(most - least + 1));
}

bool client_chance(struct sim_client *client, uint64_t permille)
{
	return permille && random_below(&client->random, 1000) < permille;
}

uint64_t client_pages(const struct sim *sim, uint64_t kib)
{
	uint64_t page_kib = sim->scenario->machine.page_kib;

	return kib < page_kib ? 1 : kib / page_kib;
}

uint32_t client_owner(struct sim *sim, struct sim_client *client, enum page_state state)
{
	if (client->owner == NO_OWNER)
		client->owner = owner_new(sim, state);
	return client->owner;
}

uint32_t client_nr_slots(const struct sim_client_plan *plan)
{
	if (plan->kind == CLIENT_KIND_WRITER || plan->kind == CLIENT_KIND_FILES)
		return (uint32_t)plan->files;
	if (plan->kind == CLIENT_KIND_READER)
		return (uint32_t)plan->cache_mib; /* extents of 1 MiB */
	return 0;
}

uint32_t client_nr_owners(const struct sim_client_plan *plan)
{
	return client_nr_slots(plan) + OWNERS_BESIDES;
}
