// SPDX-License-Identifier: GPL-2.0-or-later
/* Which orders and masks writes and faults ask with; the allocator below is made up. */
#include "sim/mm/anon_fault.h"
#include "sim/mm/filemap.h"

#include "fragscope/array.h"
#include "fragscope/sim_policy.h"
#include "../check.h"

/* What was asked for, in turn. */
static struct {
	uint32_t gfp[12];
	unsigned int order[12], nr, largest; /* larger ones than that are not to be had */
	bool huge;
} asked;

uint32_t page_alloc(struct sim *sim, uint32_t gfp, unsigned int order)
{
	(void)sim;
	asked.gfp[asked.nr] = gfp;
	asked.order[asked.nr++] = order;
	return order <= asked.largest ? 7 : NO_PAGE;
}

uint32_t page_alloc_huge(struct sim *sim, uint32_t gfp, unsigned int order)
{
	asked.huge = true;
	return page_alloc(sim, gfp, order);
}

static struct sim *machine(const char *name, unsigned int largest)
{
	static const struct sim_sizes sizes = {
		.nr_pages = 1024, .nr_zones = 1, .nr_nodes = 1, .nr_cpus = 1, .max_order = 10,
		.block_order = 9,
	};
	struct sim *sim = state_new(&sizes);
	struct sim_policy *policy = sim_policy_new(name, NULL);

	assert_non_null(policy);
	sim->policy = *policy;
	sim_policy_free(policy);
	knobs_init(&sim->knobs);
	memset(&asked, 0, sizeof(asked));
	asked.largest = largest;
	return sim;
}

static uint32_t write_folio(struct sim *sim, unsigned int hint_order, uint64_t index)
{
	unsigned int order;

	return filemap_alloc_folio(sim, GFP_HIGHUSER_MOVABLE_MASK, hint_order, index,
				   FGP_WRITE | FGP_NOFS, &order);
}

static void the_hint_is_the_order_that_the_bytes_fill(void **state)
{
	(void)state;
	static const struct { uint64_t bytes; unsigned int order; } cases[] = {
		{ 1, 0 }, { 4096, 0 }, { 8191, 0 }, { 8192, 1 }, { 16384, 2 }, { 65536, 4 },
		{ 1 << 20, 8 }, { 2 << 20, 9 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++)
		assert_int_equal(filemap_hint_order(cases[i].bytes), cases[i].order);
}

static void a_write_begins_with_the_order_that_the_index_allows(void **state)
{
	(void)state;
	static const struct { unsigned int hint; uint64_t index; unsigned int order; } cases[] = {
		{ 9, 0, 9 }, { 9, 512, 9 }, { 9, 16, 4 }, { 9, 1, 0 }, { 4, 512, 4 }, { 10, 0, 9 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = machine("linux-7.3", 10);

		write_folio(sim, cases[i].hint, cases[i].index);
		assert_int_equal(asked.nr, 1);
		assert_int_equal(asked.order[0], cases[i].order);
		assert_int_equal(sim->c.granted[1][cases[i].order], 1);
		sim_free(sim);
	}
}

static void a_write_goes_down_order_by_order(void **state)
{
	(void)state;
	struct sim *sim = machine("linux-7.3", 0);

	assert_int_equal(write_folio(sim, 9, 0), 7);
	assert_int_equal(asked.nr, 10);
	for (unsigned int i = 0; i < 10; i++)
		assert_int_equal(asked.order[i], 9 - i);
	for (unsigned int order = 1; order <= 9; order++)
		assert_int_equal(sim->c.failed[1][order], 1);
	assert_int_equal(sim->c.granted[1][0], 1);
	sim_free(sim);
}

static void order_one_is_left_out_where_page_cache_has_none(void **state)
{
	(void)state;
	struct sim *sim = machine("linux-6.6", 0);

	write_folio(sim, 2, 0);
	assert_int_equal(asked.nr, 2);
	assert_int_equal(asked.order[1], 0);
	memset(&asked, 0, sizeof(asked));
	write_folio(sim, 1, 0);
	assert_int_equal(asked.order[0], 0);
	sim_free(sim);
}

static void old_kernels_and_file_systems_write_single_pages(void **state)
{
	(void)state;
	struct sim *sim = machine("linux-6.1", 10);

	write_folio(sim, 9, 0);
	assert_int_equal(asked.order[0], 0);
	sim_free(sim);
	sim = machine("linux-7.3", 10);
	sim->knobs.file_large_folios = 0;
	write_folio(sim, 9, 0);
	assert_int_equal(asked.order[0], 0);
	sim_free(sim);
}

/* The masks of a write that hints at order 9 and gets none above 0. */
static void each_proposal_asks_with_its_own_masks(void **state)
{
	(void)state;
	enum { D = GFP_DIRECT_RECLAIM_BIT, N = GFP_NORETRY_BIT, W = GFP_WRITE_BIT };
	static const struct {
		const char *policy;
		uint32_t first, costly, small, last; /* orders 9, 8 to 4, 3 to 1, 0 */
	} cases[] = {
		{ "linux-7.3", D | N | W, D | N | W, D | N | W, D | W },
		{ "iomap-noreclaim", N | W, N | W, N | W, W },
		{ "filemap-strip", W, W, D | N | W, D | W },
		{ "filemap-strip-all", W, W, W, D | W },
		{ "filemap-first-try", D | N, N, N, D | W },
		{ "nopage-wake", D | N | W, D | N | W, D | N | W, D | W },
		{ "clear-reclaim", D | N | W, D | N | W, D | N | W, D | W },
		{ "predicate", D | N | W, D | N | W, D | N | W, D | W },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = machine(cases[i].policy, 0);

		write_folio(sim, 9, 0);
		assert_int_equal(asked.nr, 10);
		for (unsigned int at = 0; at < 10; at++) {
			uint32_t expected = at == 0 ? cases[i].first : at < 6 ? cases[i].costly :
					    at < 9 ? cases[i].small : cases[i].last;

			assert_int_equal(asked.gfp[at] & (D | N | W), expected);
			assert_true(asked.gfp[at] & GFP_KSWAPD_RECLAIM_BIT);
			assert_int_equal(!(asked.gfp[at] & GFP_NOWARN_BIT), at == 9);
		}
		sim_free(sim);
	}
}

static void the_july_proposal_forgets_that_it_is_a_write_without_fs(void **state)
{
	(void)state;
	struct sim *sim = machine("filemap-first-try", 0);

	write_folio(sim, 4, 0);
	for (unsigned int at = 0; at < 4; at++)
		assert_true(asked.gfp[at] & GFP_FS_BIT);
	assert_false(asked.gfp[4] & GFP_FS_BIT);
	sim_free(sim);
}

static void the_iomap_proposal_leaves_small_writes_alone(void **state)
{
	(void)state;
	struct sim *sim = machine("iomap-noreclaim", 0);

	write_folio(sim, 3, 0);
	for (unsigned int at = 0; at < 4; at++)
		assert_true(asked.gfp[at] & GFP_DIRECT_RECLAIM_BIT);
	sim_free(sim);
}

static void a_write_that_must_not_wait_asks_for_what_is_there(void **state)
{
	(void)state;
	struct sim *sim = machine("linux-7.3", 0);
	unsigned int order;

	filemap_alloc_folio(sim, GFP_HIGHUSER_MOVABLE_MASK, 0, 0, FGP_NOWAIT, &order);
	assert_int_equal(asked.gfp[0], (GFP_HIGHUSER_MOVABLE_MASK & ~GFP_KERNEL_MASK) |
				       GFP_KSWAPD_RECLAIM_BIT | GFP_NOWARN_BIT);
	sim_free(sim);
}

static void how_hard_a_fault_tries_is_the_defrag_setting(void **state)
{
	(void)state;
	enum { D = GFP_DIRECT_RECLAIM_BIT, K = GFP_KSWAPD_RECLAIM_BIT, N = GFP_NORETRY_BIT };
	static const uint32_t madvised[] = { D, K, D, D, 0 }, other[] = { D | N, K, K, 0, 0 };

	for (unsigned int defrag = 0; defrag < NR_THP_DEFRAGS; defrag++) {
		assert_int_equal(thp_fault_gfp(defrag, true),
				 GFP_TRANSHUGE_LIGHT_MASK | madvised[defrag]);
		assert_int_equal(thp_fault_gfp(defrag, false),
				 GFP_TRANSHUGE_LIGHT_MASK | other[defrag]);
	}
	assert_int_equal(thp_fault_gfp(THP_DEFRAG_ALWAYS, true), GFP_TRANSHUGE_MASK);
	assert_false(GFP_TRANSHUGE_LIGHT_MASK & (D | K));
	assert_true(GFP_TRANSHUGE_LIGHT_MASK & GFP_NOMEMALLOC_BIT);
}

static void a_huge_fault_asks_once_and_is_counted(void **state)
{
	(void)state;
	struct sim *sim = machine("linux-7.3", 9);

	assert_int_equal(anon_fault_huge(sim, GFP_TRANSHUGE_MASK), 7);
	asked.largest = 8;
	assert_int_equal(anon_fault_huge(sim, GFP_TRANSHUGE_MASK), NO_PAGE);
	assert_true(asked.huge);
	assert_int_equal(sim_counter(sim, SIM_THP_FAULT_ALLOC), 1);
	assert_int_equal(sim_counter(sim, SIM_THP_FAULT_FALLBACK), 1);
	assert_int_equal(sim->c.granted[0][9], 1);
	assert_int_equal(sim->c.failed[0][9], 1);
	sim_free(sim);
}

static void a_fault_takes_the_largest_enabled_order_there_is(void **state)
{
	(void)state;
	struct sim *sim = machine("linux-7.3", 2);
	unsigned int order;

	anon_fault_folio(sim, GFP_TRANSHUGE_LIGHT_MASK, 1 << 4 | 1 << 2, &order);
	assert_int_equal(order, 2);
	assert_int_equal(asked.nr, 2);
	assert_false(asked.huge);
	assert_int_equal(sim_counter(sim, SIM_MTHP_FAULT_FALLBACK), 1);
	assert_int_equal(sim->c.failed[0][4], 1);
	assert_int_equal(sim->c.granted[0][2], 1);
	asked.largest = 4;
	anon_fault_folio(sim, GFP_TRANSHUGE_LIGHT_MASK, 1 << 4 | 1 << 2, &order);
	assert_int_equal(order, 4);
	assert_int_equal(sim_counter(sim, SIM_MTHP_FAULT_ALLOC), 1);
	sim_free(sim);
}

static void at_last_a_fault_asks_for_a_page_as_hard_as_any(void **state)
{
	(void)state;
	struct sim *sim = machine("linux-7.3", 0);
	unsigned int order;

	assert_int_equal(anon_fault_folio(sim, GFP_TRANSHUGE_LIGHT_MASK, 1 << 3, &order), 7);
	assert_int_equal(order, 0);
	assert_int_equal(asked.gfp[1], GFP_HIGHUSER_MOVABLE_MASK);
	sim_free(sim);
}

static void kernels_without_such_folios_fault_single_pages(void **state)
{
	(void)state;
	struct sim *sim = machine("linux-6.1", 10);
	unsigned int order;

	anon_fault_folio(sim, GFP_TRANSHUGE_LIGHT_MASK, 1 << 3, &order);
	assert_int_equal(asked.nr, 1);
	assert_int_equal(order, 0);
	assert_int_equal(sim_counter(sim, SIM_MTHP_FAULT_FALLBACK), 0);
	sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_hint_is_the_order_that_the_bytes_fill),
		cmocka_unit_test(a_write_begins_with_the_order_that_the_index_allows),
		cmocka_unit_test(a_write_goes_down_order_by_order),
		cmocka_unit_test(order_one_is_left_out_where_page_cache_has_none),
		cmocka_unit_test(old_kernels_and_file_systems_write_single_pages),
		cmocka_unit_test(each_proposal_asks_with_its_own_masks),
		cmocka_unit_test(the_july_proposal_forgets_that_it_is_a_write_without_fs),
		cmocka_unit_test(the_iomap_proposal_leaves_small_writes_alone),
		cmocka_unit_test(a_write_that_must_not_wait_asks_for_what_is_there),
		cmocka_unit_test(how_hard_a_fault_tries_is_the_defrag_setting),
		cmocka_unit_test(a_huge_fault_asks_once_and_is_counted),
		cmocka_unit_test(a_fault_takes_the_largest_enabled_order_there_is),
		cmocka_unit_test(at_last_a_fault_asks_for_a_page_as_hard_as_any),
		cmocka_unit_test(kernels_without_such_folios_fault_single_pages),
	};

	return CHECK_MAIN(tests);
}
