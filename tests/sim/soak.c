// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * soak - random operations for as long as one likes:
 *
 *	soak POLICY SEED OPS EVERY [PAGEBLOCK_ORDER [NODES [DEFRAG_MODE]]]
 *
 * Every invariant is checked behind each EVERY operations and at the end, where what was allocated is
 * freed and has to be whole again.  Prints the hash of the final machine.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "random_world.h"

static uint64_t number(char **argv, int argc, int at, uint64_t otherwise)
{
	return at < argc ? strtoull(argv[at], NULL, 0) : otherwise;
}

static int run(struct random_world *world, uint64_t ops, uint64_t every, struct err *err)
{
	for (uint64_t op = 1; op <= ops; op++) {
		world_step(world);
		if ((op % every && op != ops) || !sim_check(world->sim, err))
			continue;
		fprintf(stderr, "soak: operation %" PRIu64 ": %s\n", op, err->text);
		return 1;
	}
	return 0;
}

static int report(struct random_world *world, const char *policy, uint64_t seed, struct err *err)
{
	const struct sim *sim = world->sim;

	printf("%s seed %" PRIu64 ": %" PRIu64 " granted, %" PRIu64 " refused, %" PRIu64
	       " compactions, %" PRIu64 " moved, %" PRIu64 " claims, %" PRIu64 " steals, hash "
	       "%016" PRIx64 "\n", policy, seed, world->nr_granted, world->nr_refused,
	       sim_counter(sim, SIM_COMPACT_STALL), sim_counter(sim, SIM_PGMIGRATE_SUCCESS),
	       sim_counter(sim, SIM_FB_CLAIM_OK), sim_counter(sim, SIM_FB_STEALS), sim_hash(sim));
	world_free_all(world);
	if (!sim_check(sim, err))
		return 0;
	fprintf(stderr, "soak: after all was freed: %s\n", err->text);
	return 1;
}

int main(int argc, char **argv)
{
	struct random_world world;
	struct err err = { "" };
	int failed;

	if (argc < 5) {
		fprintf(stderr, "usage: soak POLICY SEED OPS EVERY [PAGEBLOCK_ORDER [NODES "
			"[DEFRAG_MODE]]]\n");
		return 2;
	}
	const struct world_kind kind = {
		.policy = argv[1],
		.pageblock_order = (unsigned int)number(argv, argc, 5, 9),
		.nodes = (unsigned int)number(argv, argc, 6, 1),
		.defrag_mode = number(argv, argc, 7, 0),
	};

	if (world_init(&world, &kind, number(argv, argc, 2, 1), &err)) {
		fprintf(stderr, "soak: %s\n", err.text);
		return 2;
	}
	failed = run(&world, number(argv, argc, 3, 1), number(argv, argc, 4, 1), &err);
	if (!failed)
		failed = report(&world, argv[1], number(argv, argc, 2, 1), &err);
	world_free(&world);
	return failed;
}
