// SPDX-License-Identifier: GPL-2.0-or-later
#include "random_world.h"

#include "fragscope/array.h"
#include "sim/mm/page_alloc.h"
#include "../check.h"

static struct random_world world;

static void begin(const struct world_kind *kind, uint64_t seed)
{
	struct err err = { "" };

	if (world_init(&world, kind, seed, &err))
		fail_msg("%s: %s", kind->policy, err.text);
}

static void check(const struct world_kind *kind, uint64_t step)
{
	struct err err = { "" };

	if (sim_check(world.sim, &err))
		fail_msg("%s, pageblocks of order %u, %u nodes, defrag_mode %d: step %llu: %s",
			 kind->policy, kind->pageblock_order, kind->nodes, kind->defrag_mode,
			 (unsigned long long)step, err.text);
}

static uint64_t pages_in_use(const struct sim *sim)
{
	uint64_t nr = 0;

	for (uint32_t pfn = 0; pfn < sim->c.nr_pages; pfn++)
		if (state_is_allocated(sim->state[pfn]))
			nr += 1u << page_order(sim, pfn);
	return nr;
}

static bool has_holes(const struct sim *sim, uint32_t pfn, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		if (sim->state[pfn + i] == PAGE_STATE_HOLE)
			return true;
	return false;
}

/* Largest buddies from its first to its last page, as far as there is memory for one. */
static void assert_zone_is_whole(const struct sim_zone *zone)
{
	const struct sim *sim = world.sim;
	uint32_t largest = 1u << sim->c.max_order, nr = 0;

	for (uint32_t pfn = zone->first; pfn + largest <= zone_end(zone); pfn += largest)
		nr += !has_holes(sim, pfn, largest);
	assert_int_equal(zone->nr_free[sim->c.max_order], nr);
}

/* Blocks kept for atomic requests merge with no others. */
static void assert_all_comes_back_whole(void)
{
	const struct sim *sim = world.sim;

	world_free_all(&world);
	assert_int_equal(pages_in_use(sim), 0);
	for (unsigned int i = 0; i < sim->c.nr_zones; i++) {
		assert_int_equal(sim->c.zone[i].nr_free_pages, sim->c.zone[i].managed);
		if (!sim->c.counter[SIM_HIGHATOMIC_RESERVE] &&
		    sim->policy.fallback_era != FALLBACK_E1)
			assert_zone_is_whole(&sim->c.zone[i]);
	}
}

/* Each era on large and small blocks, one node and two, with and without defrag_mode. */
static const struct world_kind kinds[] = {
	{ "linux-6.1", 9, 1, false },
	{ "linux-6.9", 4, 2, false },
	{ "linux-6.12", 9, 1, false },
	{ "linux-6.12", 5, 2, false },
	{ "linux-6.15-rc1", 9, 2, false },
	{ "linux-6.15-rc1", 5, 1, true },
	{ "linux-6.15", 9, 1, true },
	{ "linux-6.15", 4, 1, false },
	{ "linux-6.18", 9, 2, true },
	{ "linux-6.18+resample", 5, 1, false },
	{ "linux-7.3", 9, 1, false },
	{ "linux-7.3+resample", 9, 1, true },
	{ "linux-7.3+clear-reclaim", 6, 2, true },
	{ "linux-7.3+predicate+gap-capped", 5, 1, true },
	{ "linux-7.3+nopage-wake+mthp-target+mthp-skip+mthp-movable", 5, 1, false },
};

static void all_invariants_hold_after_each_step_of_every_era(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(kinds); i++) {
		begin(&kinds[i], 11 + i);
		for (uint64_t step = 1; step <= 1500; step++) {
			world_step(&world);
			check(&kinds[i], step);
		}
		assert_all_comes_back_whole();
		check(&kinds[i], 0);
		world_free(&world);
	}
}

static void the_same_seed_makes_the_same_machine(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(kinds); i += 3) {
		uint64_t hash[2];

		for (unsigned int turn = 0; turn < 2; turn++) {
			begin(&kinds[i], 5);
			for (unsigned int step = 0; step < 3000; step++)
				world_step(&world);
			hash[turn] = sim_hash(world.sim);
			world_free(&world);
		}
		assert_true(hash[0] == hash[1]);
	}
}

static void a_copy_goes_on_as_the_original_would(void **state)
{
	(void)state;
	struct random_world copy;

	begin(&kinds[11], 3);
	for (unsigned int step = 0; step < 2000; step++)
		world_step(&world);
	copy = world;
	copy.sim = sim_clone(world.sim);
	for (unsigned int step = 0; step < 2000; step++) {
		world_step(&world);
		world_step(&copy);
	}
	assert_true(sim_hash(world.sim) == sim_hash(copy.sim));
	sim_free(copy.sim);
	world_free(&world);
}

/* A trace that does not depend on what it gets: pages in use at its end. */
static uint64_t run_trace(const char *policy)
{
	static const uint32_t masks[] = {
		GFP_KERNEL_MASK, GFP_HIGHUSER_MOVABLE_MASK, GFP_KERNEL_MASK | GFP_RECLAIMABLE_BIT,
	};
	const struct world_kind kind = { policy, 9, 1, false };
	uint32_t page[1000];
	uint64_t nr;

	begin(&kind, 1);
	for (unsigned int i = 0; i < 4 * ARRAY_SIZE(page); i++) {
		unsigned int at = i * 7919 % ARRAY_SIZE(page), order = i % 11 ? 0 : i % 4;

		if (i >= ARRAY_SIZE(page))
			page_free(world.sim, page[at]);
		page[at] = page_alloc(world.sim, masks[i % 3], order);
		assert_int_not_equal(page[at], NO_PAGE);
	}
	nr = pages_in_use(world.sim);
	for (unsigned int at = 0; at < ARRAY_SIZE(page); at++)
		page_free(world.sim, page[at]);
	assert_all_comes_back_whole();
	world_free(&world);
	return nr;
}

static void the_same_trace_takes_the_same_pages_under_every_policy(void **state)
{
	(void)state;
	uint64_t nr = run_trace(kinds[0].policy);

	for (unsigned int i = 1; i < ARRAY_SIZE(kinds); i++)
		assert_int_equal(run_trace(kinds[i].policy), nr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_invariants_hold_after_each_step_of_every_era),
		cmocka_unit_test(the_same_trace_takes_the_same_pages_under_every_policy),
		cmocka_unit_test(the_same_seed_makes_the_same_machine),
		cmocka_unit_test(a_copy_goes_on_as_the_original_would),
	};

	return CHECK_MAIN(tests);
}
