// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/load/layout.h"

#include "fragscope/array.h"
#include "fragscope/sim_policy.h"
#include "sim/scenario.h"
#include "made_machine.h"
#include "made_scenario.h"
#include "../check.h"

#define NR_BLOCKS 64
#define NR_PAGES (NR_BLOCKS * 512u)
#define MIB 256u                       /* pages */
/* The lowest buddy is the last that is split; what is left of its last bulk is on the CPU's list. */
#define FULL_FROM 1024u

static struct sim_scenario scenario;

/* A free machine of 128 MiB whose layout the test completes. */
static struct sim *begin(uint64_t seed)
{
	struct sim *sim = made_machine(NR_BLOCKS, 2);

	layout_plan_init(&scenario.layout);
	scenario.machine.page_kib = 4;
	made_policy(sim, FALLBACK_E4B, true);
	sim->policy.pcp_auto = 1;
	made_free_all(sim);
	pcp_set_sizes(sim, &sim->c.zone[0]);
	random_init(&sim->c.layout_random, seed, 1);
	scenario.machine.page_kib = 4;
	sim->scenario = &scenario;
	return sim;
}

static void lay(struct sim *sim)
{
	struct err err = { "" };

	if (layout_lay(sim, &err))
		fail_msg("%s", err.text);
}

static struct sim *laid_anon(uint64_t leave_mib)
{
	struct sim *sim = begin(1);

	scenario.layout.fill = LAYOUT_FILL_ANON;
	scenario.layout.leave_mib = leave_mib;
	return sim;
}

static bool is_free(const struct sim *sim, uint32_t pfn)
{
	return sim->state[pfn] == PAGE_STATE_PCP || buddy_head(sim, pfn) != NO_PAGE;
}

static uint32_t count_state(const struct sim *sim, enum page_state state)
{
	uint32_t nr = 0;

	for (uint32_t pfn = 0; pfn < NR_PAGES; pfn++)
		nr += sim->state[pfn] == state ? 1u << page_order(sim, pfn) : 0;
	return nr;
}

static uint32_t count_free(const struct sim *sim)
{
	uint32_t nr = 0;

	for (uint32_t pfn = 0; pfn < NR_PAGES; pfn++)
		nr += is_free(sim, pfn);
	return nr;
}

static void filling_leaves_what_it_should(void **state)
{
	struct sim *sim = laid_anon(28);

	(void)state;
	lay(sim);
	assert_int_equal(count_state(sim, PAGE_STATE_ANON), NR_PAGES - 28 * MIB);
	assert_int_equal(count_free(sim), 28 * MIB);
	assert_int_equal(sim->c.zone[0].nr_anon, NR_PAGES - 28 * MIB);
	sim_free(sim);
}

static void filling_with_folios_uses_no_small_pages(void **state)
{
	struct sim *sim = laid_anon(0);

	(void)state;
	scenario.layout.fill = LAYOUT_FILL_FILE;
	scenario.layout.fill_order = 4;
	scenario.layout.file_kib = 4096;
	lay(sim);
	for (uint32_t pfn = 0; pfn < NR_PAGES; pfn++)
		if (sim->state[pfn] == PAGE_STATE_FILE)
			assert_int_equal(page_order(sim, pfn), 4);
	assert_int_equal(sim->c.zone[0].nr_file, NR_PAGES);
	/* files of 4 MiB, the oldest first */
	assert_int_equal(sim->owners[sim->c.oldest_file].nr_pages, 1024);
	sim_free(sim);
}

static void a_mix_has_its_shares(void **state)
{
	struct sim *sim = laid_anon(8);

	(void)state;
	scenario.layout.fill = LAYOUT_FILL_MIX;
	scenario.layout.file_permille = 500;
	scenario.layout.kernel_permille = 300;
	scenario.layout.slab_permille = 100;
	scenario.layout.group = 4;
	lay(sim);
	assert_in_range(count_state(sim, PAGE_STATE_FILE), NR_PAGES * 42 / 100, NR_PAGES / 2);
	assert_in_range(count_state(sim, PAGE_STATE_KERNEL), NR_PAGES / 4, NR_PAGES * 32 / 100);
	assert_in_range(count_state(sim, PAGE_STATE_SLAB), NR_PAGES * 7 / 100, NR_PAGES * 12 / 100);
	assert_in_range(count_state(sim, PAGE_STATE_ANON), NR_PAGES * 7 / 100, NR_PAGES * 12 / 100);
	sim_free(sim);
}

static void what_is_freed_by_residue_has_that_residue_and_no_other(void **state)
{
	struct sim *sim = laid_anon(0);

	(void)state;
	scenario.layout.free = LAYOUT_FREE_RESIDUE;
	scenario.layout.free_residue = 4;
	lay(sim);
	for (uint32_t pfn = FULL_FROM; pfn < NR_PAGES; pfn++)
		assert_int_equal(is_free(sim, pfn), pfn % 8 == 4);
	sim_free(sim);
}

static void one_of_each_group_is_freed_at_a_random_place(void **state)
{
	struct sim *sim = laid_anon(0);
	uint32_t at[8] = { 0 };

	(void)state;
	scenario.layout.free = LAYOUT_FREE_EACH;
	lay(sim);
	for (uint32_t group = FULL_FROM; group < NR_PAGES; group += 8) {
		unsigned int nr = 0;

		for (uint32_t i = 0; i < 8; i++) {
			nr += is_free(sim, group + i);
			at[i] += is_free(sim, group + i);
		}
		assert_int_equal(nr, 1);
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(at); i++)
		assert_in_range(at[i], NR_PAGES / 64 * 8 / 10, NR_PAGES / 64 * 12 / 10);
	sim_free(sim);
}

static void uniform_frees_a_share_of_all_pages(void **state)
{
	struct sim *sim = laid_anon(0);

	(void)state;
	scenario.layout.free = LAYOUT_FREE_UNIFORM;
	scenario.layout.free_permille = 200;
	lay(sim);
	assert_in_range(count_free(sim), NR_PAGES * 19 / 100, NR_PAGES * 21 / 100);
	sim_free(sim);
}

static void assert_tail_is_low(bool down, bool low)
{
	struct sim *sim = laid_anon(0);
	const struct page_list *list = &sim->c.zone[0].free[0][MT_MOVABLE];

	scenario.layout.free = LAYOUT_FREE_RESIDUE;
	scenario.layout.free_residue = 4;
	scenario.layout.free_order = down ? LAYOUT_ORDER_DOWN : LAYOUT_ORDER_UP;
	lay(sim);
	assert_true(list->nr > 100);
	assert_int_equal(list->last < list->first, low);
	sim_free(sim);
}

static void freed_upwards_the_lowest_pfn_lies_at_the_tail(void **state)
{
	(void)state;
	assert_tail_is_low(false, true);
	assert_tail_is_low(true, false);
}

static void pages_freed_last_stay_on_the_cpus_list_unless_drained(void **state)
{
	struct sim *sim = laid_anon(0);
	const struct sim_pcp *pcp = sim_pcp(sim, &sim->c.zone[0], 0);

	(void)state;
	scenario.layout.free = LAYOUT_FREE_RESIDUE;
	lay(sim);
	assert_in_range(pcp->count, 1, NR_PAGES / 8 - 1);
	sim_free(sim);

	sim = laid_anon(0);
	pcp = sim_pcp(sim, &sim->c.zone[0], 0);
	scenario.layout.free = LAYOUT_FREE_RESIDUE;
	scenario.layout.drain = 1;
	lay(sim);
	assert_int_equal(pcp->count, 0);
	assert_in_range(sim->c.zone[0].nr_free_pages, NR_PAGES / 8, NR_PAGES / 8 + FULL_FROM);
	sim_free(sim);
}

static void one_page_of_every_group_is_pinned_and_stays(void **state)
{
	struct sim *sim = laid_anon(0);
	uint32_t same_place = 0;

	(void)state;
	scenario.layout.pin_every = 16;
	scenario.layout.free = LAYOUT_FREE_UNIFORM;
	scenario.layout.free_permille = 1000;
	lay(sim);
	for (uint32_t group = FULL_FROM; group < NR_PAGES; group += 16) {
		unsigned int nr = 0;

		for (uint32_t pfn = group; pfn < group + 16; pfn++)
			nr += sim->state[pfn] == PAGE_STATE_ANON &&
			      (sim->flags[pfn] & PAGE_FLAG_PINNED);
		assert_int_equal(nr, 1);
		same_place += sim->state[group] == PAGE_STATE_ANON;
	}
	assert_in_range(same_place, 1, NR_PAGES / 16 / 8); /* at random */
	sim_free(sim);
}

static void groups_are_freed_whole(void **state)
{
	struct sim *sim = laid_anon(0);
	uint32_t nr = 0;

	(void)state;
	scenario.layout.fill = LAYOUT_FILL_KERNEL;
	scenario.layout.free = LAYOUT_FREE_GROUPS;
	scenario.layout.free_permille = 400;
	lay(sim);
	for (uint32_t group = FULL_FROM; group < NR_PAGES; group += 16) {
		for (uint32_t pfn = group; pfn < group + 16; pfn++)
			assert_int_equal(is_free(sim, pfn), is_free(sim, group));
		nr += is_free(sim, group);
	}
	assert_in_range(nr, NR_PAGES / 16 * 36 / 100, NR_PAGES / 16 * 44 / 100);
	assert_int_equal(page_type(sim, 0), MT_UNMOVABLE);
	sim_free(sim);
}

static void structures_of_groups_stay_between_them(void **state)
{
	struct sim *sim = laid_anon(0);

	(void)state;
	scenario.layout.fill = LAYOUT_FILL_KERNEL;
	scenario.layout.head_permille = 1000;
	scenario.layout.free = LAYOUT_FREE_GROUPS;
	scenario.layout.free_permille = 1000;
	scenario.layout.drain = 1;
	lay(sim);
	assert_in_range(count_state(sim, PAGE_STATE_SLAB), NR_PAGES / 17 - 4, NR_PAGES / 17);
	assert_int_equal(count_state(sim, PAGE_STATE_KERNEL), 0);
	/* 16 pages off their alignment: none is a buddy of order 4 but every 17th group */
	assert_true(sim->c.zone[0].nr_free[0] > NR_PAGES / 17 / 2);
	sim_free(sim);
}

static void eating_leaves_no_larger_block(void **state)
{
	struct sim *sim = laid_anon(64);
	const struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	scenario.layout.free = LAYOUT_FREE_UNIFORM;
	scenario.layout.free_permille = 600;
	scenario.layout.eat_above = 2;
	lay(sim);
	for (unsigned int order = 3; order <= 10; order++)
		assert_int_equal(zone->nr_free[order], 0);
	assert_true(zone->nr_free[0] && zone->nr_free[1] && zone->nr_free[2]);
	sim_free(sim);
}

static void ageing_mixes_what_stays_with_holes(void **state)
{
	struct sim *sim = begin(1);
	const struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	scenario.layout.age_rounds = 100;
	scenario.layout.age_owners = 4;
	scenario.layout.age_pages = 4096;
	scenario.layout.age_long_permille = 200;
	scenario.layout.age_leave_mib = 16;
	scenario.layout.drain = 1;
	lay(sim);
	assert_true(zone->nr_free_pages >= 16 * MIB);
	assert_true(count_state(sim, PAGE_STATE_ANON) > NR_PAGES / 2);
	for (unsigned int order = 0; order < 4; order++)
		assert_true(zone->nr_free[order] > 10);
	sim_free(sim);
}

static void ageing_that_cannot_fit_is_refused(void **state)
{
	struct sim *sim = begin(1);
	struct err err = { "" };

	(void)state;
	scenario.layout.age_rounds = 4;
	scenario.layout.age_owners = 16;
	scenario.layout.age_pages = NR_PAGES;
	scenario.layout.age_long_permille = 0;
	assert_true(layout_lay(sim, &err) < 0);
	assert_non_null(strstr(err.text, "layout: age: "));
	assert_non_null(strstr(err.text, "age_pages"));
	sim_free(sim);
}

static uint64_t hash_of_seed(uint64_t seed)
{
	struct sim *sim = begin(seed);
	uint64_t hash;

	scenario.layout.fill = LAYOUT_FILL_MIX;
	scenario.layout.file_permille = 500;
	scenario.layout.pin_every = 512;
	scenario.layout.free = LAYOUT_FREE_UNIFORM;
	scenario.layout.eat_above = 3;
	lay(sim);
	hash = sim_hash(sim);
	sim_free(sim);
	return hash;
}

static void a_seed_has_one_layout(void **state)
{
	(void)state;
	assert_true(hash_of_seed(7) == hash_of_seed(7));
	assert_true(hash_of_seed(7) != hash_of_seed(8));
}

static void everything_freed_again_is_whole(void **state)
{
	struct sim *sim = laid_anon(8);
	const struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	scenario.layout.fill = LAYOUT_FILL_MIX;
	scenario.layout.file_permille = 300;
	scenario.layout.kernel_permille = 300;
	scenario.layout.pin_every = 64;
	scenario.layout.free = LAYOUT_FREE_UNIFORM;
	scenario.layout.eat_above = 2;
	lay(sim);
	for (uint32_t owner = 0; owner < sim->c.nr_owners; owner++)
		if (sim->owners[owner].state != PAGE_STATE_HOLE)
			owner_free(sim, owner);
	pcp_drain_all(sim, NULL);
	assert_int_equal(zone->nr_free_pages, NR_PAGES);
	assert_int_equal(zone->nr_anon + zone->nr_file, 0);
	sim_free(sim);
}

static void every_kernel_lays_out_memory_in_order(void **state)
{
	static const char text[] =
		"[machine]\nnodes = 2\ncpus = 4\nzone = 0 DMA32 32\nzone = 0 Normal 32\n"
		"zone = 1 Normal 64\n[knobs]\nmin_free_kbytes = 1024\n[layout]\nfill = mix\n"
		"file_permille = 300\nkernel_permille = 200\nslab_permille = 100\nfile_kib = 256\n"
		"leave_mib = 12\nage_rounds = 40\nage_owners = 4\nage_pages = 200\nage_kernel_permille = 200\n"
		"age_leave_mib = 4\npin_every = 64\nfree = uniform\nfree_permille = 150\n"
		"eat_above = 3\n[client t]\nkind = toucher\nops = 1\n";
	struct sim_scenario *made = made_scenario(text);
	const struct sim_policy_row *base;

	(void)state;
	for (unsigned int i = 0; (base = sim_base_row(i)); i++) {
		struct sim *sim = made_sim(made, base->name, 1);
		struct err err = { "" };

		if (sim_check(sim, &err))
			fail_msg("%s: %s", base->name, err.text);
		for (unsigned int z = 0; z < sim->c.nr_zones; z++) {
			assert_true(sim->c.zone[z].nr_anon + sim->c.zone[z].nr_file > 2048);
			assert_int_equal(sim->c.zone[z].boost, 0);
		}
		sim_free(sim);
	}
	sim_scenario_free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filling_leaves_what_it_should),
		cmocka_unit_test(filling_with_folios_uses_no_small_pages),
		cmocka_unit_test(a_mix_has_its_shares),
		cmocka_unit_test(what_is_freed_by_residue_has_that_residue_and_no_other),
		cmocka_unit_test(one_of_each_group_is_freed_at_a_random_place),
		cmocka_unit_test(uniform_frees_a_share_of_all_pages),
		cmocka_unit_test(freed_upwards_the_lowest_pfn_lies_at_the_tail),
		cmocka_unit_test(pages_freed_last_stay_on_the_cpus_list_unless_drained),
		cmocka_unit_test(one_page_of_every_group_is_pinned_and_stays),
		cmocka_unit_test(groups_are_freed_whole),
		cmocka_unit_test(structures_of_groups_stay_between_them),
		cmocka_unit_test(eating_leaves_no_larger_block),
		cmocka_unit_test(ageing_mixes_what_stays_with_holes),
		cmocka_unit_test(ageing_that_cannot_fit_is_refused),
		cmocka_unit_test(a_seed_has_one_layout),
		cmocka_unit_test(everything_freed_again_is_whole),
		cmocka_unit_test(every_kernel_lays_out_memory_in_order),
	};

	return CHECK_MAIN(tests);
}
