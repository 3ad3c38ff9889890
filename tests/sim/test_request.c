// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What one request or one folio costs on a zone that cannot give more than single pages, with real
 * reclaim and compaction.
 */
#include "made_machine.h"

#include "sim/mm/anon_fault.h"
#include "sim/mm/compaction.h"
#include "sim/mm/filemap.h"
#include "sim/run.h"

#include "fragscope/array.h"
#include "fragscope/sim_policy.h"
#include "../check.h"

#define NR_BLOCKS 32

/* Tasks 0 and 1 are kswapd and kcompactd, 2 the one that runs. */
struct sim_task *task_find(struct sim *sim, enum sim_task_kind kind, unsigned int node)
{
	(void)node;
	return &sim->tasks[kind - 1];
}

void task_wake(struct sim *sim, struct sim_task *task)
{
	task->wake_ns = sim->c.now_ns;
}

void task_sleep_until(struct sim *sim, uint64_t when_ns)
{
	sim->tasks[sim->c.task].wake_ns = when_ns;
}

/* Of each four pages the outer ones are kernel memory, the second is free and the third page cache,
 * so that nothing merges whatever is freed or moved. */
static struct sim *machine(const char *name)
{
	struct sim *sim = made_machine(NR_BLOCKS, 2);
	struct sim_policy *policy = sim_policy_new(name, NULL);
	uint32_t file = owner_new(sim, PAGE_STATE_FILE);

	assert_non_null(policy);
	sim->policy = *policy;
	sim_policy_free(policy);
	sim->c.task = 2;
	random_init(&sim->c.migrate_random, 1, 0);
	sim->c.zone[0].min = 64;
	sim->c.zone[0].low = 96;
	sim->c.zone[0].high = 128;
	sim->c.zone[0].order_failed = 4; /* as after a compaction that gave order 3 */
	for (uint32_t pfn = 0; pfn < sim->c.nr_pages; pfn += 4) {
		made_free(sim, pfn + 1, 0);
		page_give(sim, pfn + 2, PAGE_STATE_FILE, 0, file);
	}
	return sim;
}

static void write_folio(struct sim *sim)
{
	unsigned int order;

	assert_int_not_equal(filemap_alloc_folio(sim, GFP_HIGHUSER_MOVABLE_MASK, 9, 0,
						 FGP_WRITE | FGP_NOFS, &order), NO_PAGE);
	assert_int_equal(order, 0);
}

static void the_work_of_one_folio_is_what_each_variant_says(void **state)
{
	(void)state;
	static const struct {
		const char *policy;
		unsigned int compactions, reclaims, skipped, drains, wakes_kcompactd;
	} cases[] = {
		{ "linux-7.3", 15, 9, 6, 9, 0 },
		{ "linux-6.18", 15, 9, 6, 9, 0 },
		{ "linux-6.12", 15, 9, 6, 9, 0 },
		{ "iomap-noreclaim", 0, 0, 0, 0, 1 },
		{ "filemap-strip", 3, 3, 0, 3, 1 },
		{ "filemap-strip-all", 0, 0, 0, 0, 1 },
		{ "filemap-first-try", 2, 1, 1, 1, 1 },
		{ "nopage-wake", 3, 3, 0, 3, 1 },
		{ "clear-reclaim", 3, 3, 0, 3, 1 },
		{ "clear-reclaim-thisnode", 3, 3, 0, 3, 1 },
		{ "predicate", 3, 3, 0, 3, 0 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = machine(cases[i].policy);

		sim->c.node[0].kswapd_failures = 16; /* kswapd leaves it to others */
		write_folio(sim);
		assert_int_equal(sim_counter(sim, SIM_COMPACT_STALL), cases[i].compactions);
		assert_int_equal(sim_counter(sim, SIM_COMPACT_FAIL), cases[i].compactions);
		assert_int_equal(sim_counter(sim, SIM_ALLOCSTALL), cases[i].reclaims);
		assert_int_equal(sim_counter(sim, SIM_RECLAIM_SKIPPED), cases[i].skipped);
		assert_int_equal(sim_counter(sim, SIM_DRAIN_ALL), cases[i].drains);
		assert_int_equal(sim->tasks[1].wake_ns != NEVER, cases[i].wakes_kcompactd);
		assert_int_equal(sim_counter(sim, SIM_ALLOC_COSTLY_FAIL), 6);
		sim_free(sim);
	}
}

/* compact_stall counts those that were deferred, too. */
static uint64_t compactions_that_ran(const struct sim *sim)
{
	return sim_counter(sim, SIM_COMPACT_STALL) - sim_counter(sim, SIM_COMPACT_DEFERRED);
}

static void deferred_compaction_ends_costly_requests_up_to_6_18_only(void **state)
{
	(void)state;
	struct sim *sim = machine("linux-6.18");

	sim->c.zone[0].defer_shift = 6; /* of orders from 4 on */
	write_folio(sim);
	assert_int_equal(compactions_that_ran(sim), 3);
	assert_int_equal(sim_counter(sim, SIM_ALLOCSTALL), 3);
	sim_free(sim);
	sim = machine("linux-7.3");
	sim->c.zone[0].defer_shift = 6; /* of orders from 4 on */
	write_folio(sim);
	assert_int_equal(compactions_that_ran(sim), 3);
	assert_int_equal(sim_counter(sim, SIM_ALLOCSTALL), 9);
	sim_free(sim);
}

static void without_fs_page_cache_is_scanned_but_not_moved(void **state)
{
	(void)state;
	const uint32_t gfp = GFP_HIGHUSER_MOVABLE_MASK;
	struct sim *sim = machine("linux-7.3");

	page_alloc(sim, (gfp & ~(uint32_t)GFP_FS_BIT) | GFP_NORETRY_BIT, 3);
	assert_true(sim_counter(sim, SIM_COMPACT_MIGRATE_SCANNED) > NR_BLOCKS * 512 / 4);
	assert_int_equal(sim_counter(sim, SIM_PGMIGRATE_SUCCESS), 0);
	sim_free(sim);
	sim = machine("linux-7.3");
	page_alloc(sim, gfp | GFP_NORETRY_BIT, 3);
	assert_true(sim_counter(sim, SIM_PGMIGRATE_SUCCESS) > 0);
	sim_free(sim);
}

static void the_storm_ends_where_the_bit_is_cleared(void **state)
{
	(void)state;
	struct sim *base = machine("linux-7.3"), *cleared = machine("clear-reclaim");

	for (unsigned int i = 0; i < 50; i++) {
		write_folio(base);
		write_folio(cleared);
	}
	assert_true(sim_now_ns(cleared) < sim_now_ns(base));
	assert_true(sim_counter(cleared, SIM_ALLOCSTALL) * 2 < sim_counter(base, SIM_ALLOCSTALL));
	sim_free(base);
	sim_free(cleared);
}

static void the_v1_write_fails_with_nothing_free_above_the_marks(void **state)
{
	(void)state;
	struct sim *sim = machine("iomap-noreclaim");
	unsigned int order;

	sim->c.zone[0].min = sim->c.zone[0].nr_free_pages;
	sim->c.zone[0].low = sim->c.zone[0].high = 2 * sim->c.zone[0].min;
	assert_int_equal(filemap_alloc_folio(sim, GFP_HIGHUSER_MOVABLE_MASK, 9, 0, FGP_WRITE,
					     &order), NO_PAGE);
	assert_int_equal(sim_counter(sim, SIM_ALLOCSTALL), 0);
	sim->policy.costly = COSTLY_BASE;
	assert_int_not_equal(filemap_alloc_folio(sim, GFP_HIGHUSER_MOVABLE_MASK, 0, 0, FGP_WRITE,
						 &order), NO_PAGE);
	assert_true(sim_counter(sim, SIM_ALLOCSTALL) > 0);
	sim_free(sim);
}

static void a_huge_fault_keeps_its_own_node_under_the_exempt_forms(void **state)
{
	(void)state;
	static const struct { const char *policy; unsigned int compactions; } cases[] = {
		{ "linux-7.3", 3 }, { "nopage-wake", 0 }, { "clear-reclaim", 0 },
		{ "clear-reclaim-thisnode", 1 }, { "predicate", 1 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = machine(cases[i].policy);

		anon_fault_huge(sim, thp_fault_gfp(THP_DEFRAG_ALWAYS, false));
		assert_int_equal(sim_counter(sim, SIM_COMPACT_STALL), cases[i].compactions);
		sim_free(sim);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_work_of_one_folio_is_what_each_variant_says),
		cmocka_unit_test(deferred_compaction_ends_costly_requests_up_to_6_18_only),
		cmocka_unit_test(without_fs_page_cache_is_scanned_but_not_moved),
		cmocka_unit_test(the_storm_ends_where_the_bit_is_cleared),
		cmocka_unit_test(the_v1_write_fails_with_nothing_free_above_the_marks),
		cmocka_unit_test(a_huge_fault_keeps_its_own_node_under_the_exempt_forms),
	};

	return CHECK_MAIN(tests);
}
