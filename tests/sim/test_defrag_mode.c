// SPDX-License-Identifier: GPL-2.0-or-later
/* vm.defrag_mode: the fast path looks once, as it never falls back.  See slow_world.h. */
#include "slow_world.h"

#include "fragscope/array.h"
#include "../check.h"

static struct sim *defrag_machine(const char *policy)
{
	struct sim *sim = slow_machine(policy);

	sim->knobs.defrag_mode = 1;
	return sim;
}

static void fallbacks_come_last_with_defrag_mode(void **state)
{
	(void)state;
	struct sim *sim = defrag_machine("linux-6.18");

	world.may_steal = true;
	assert_int_equal(page_alloc(sim, GFP_KERNEL_MASK, 0), 0);
	assert_string_equal(world.trace, "L" "SLSLRLDLU" "SL");
	assert_int_equal(world.kswapd_order, 9);
	assert_int_equal(world.reclaim_order, 0);
	sim_free(sim);
}

static void newer_kernels_work_for_a_block_meanwhile(void **state)
{
	(void)state;
	struct sim *sim = defrag_machine("linux-7.3");

	world.may_steal = true;
	world.captured = 512;
	sim->order[512] = 9;
	assert_int_equal(page_alloc(sim, GFP_KERNEL_MASK | GFP_RECLAIMABLE_BIT, 0), 0);
	assert_string_equal(world.trace, "L" "SLRLDLlLU" "SL");
	assert_int_equal(world.reclaim_order, 9);
	assert_int_equal(world.compact_order, 9);
	assert_int_equal(world.freed, 512); /* a block is not what was asked for */
	sim_free(sim);
}

static void movable_requests_work_for_themselves(void **state)
{
	(void)state;
	struct sim *sim = defrag_machine("linux-7.3");

	world.may_steal = true;
	assert_int_equal(page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK, 2), 0);
	assert_int_equal(world.reclaim_order, 2);
	sim_free(sim);
}

static void who_cannot_wait_falls_back_at_once_on_newer_kernels(void **state)
{
	(void)state;
	struct sim *sim = defrag_machine("linux-7.3");

	world.may_steal = true;
	assert_int_equal(page_alloc(sim, GFP_NOWAIT_MASK, 0), 0);
	assert_string_equal(world.trace, "L" "SL" "SL");
	sim_free(sim);
	sim = defrag_machine("linux-6.18");
	world.may_steal = true;
	assert_int_equal(page_alloc(sim, GFP_NOWAIT_MASK, 0), NO_PAGE);
	sim_free(sim);
}

static void variants_differ_in_whether_costly_requests_may_fall_back(void **state)
{
	(void)state;
	static const struct { const char *policy; uint32_t page; } cases[] = {
		{ "linux-7.3", NO_PAGE }, { "nopage-wake", NO_PAGE }, { "clear-reclaim", 0 },
		{ "clear-reclaim-thisnode", 0 }, { "predicate", 0 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sim *sim = defrag_machine(cases[i].policy);

		world.may_steal = true;
		assert_int_equal(page_alloc(sim, GFP_HIGHUSER_MOVABLE_MASK | GFP_NORETRY_BIT, 4),
				 cases[i].page);
		sim_free(sim);
	}
}

static void old_kernels_do_not_know_defrag_mode(void **state)
{
	(void)state;
	struct sim *sim = defrag_machine("linux-6.12");

	world.may_steal = true;
	assert_int_equal(page_alloc(sim, GFP_KERNEL_MASK, 0), 0);
	assert_string_equal(world.trace, "LL");
	sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fallbacks_come_last_with_defrag_mode),
		cmocka_unit_test(newer_kernels_work_for_a_block_meanwhile),
		cmocka_unit_test(movable_requests_work_for_themselves),
		cmocka_unit_test(who_cannot_wait_falls_back_at_once_on_newer_kernels),
		cmocka_unit_test(variants_differ_in_whether_costly_requests_may_fall_back),
		cmocka_unit_test(old_kernels_do_not_know_defrag_mode),
	};

	return CHECK_MAIN(tests);
}
