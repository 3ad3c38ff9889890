// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The fast path over several zones and nodes, on real free lists.  Below it, reclaim and compaction
 * give nothing.
 */
#include "made_machine.h"

#include "sim/mm/compaction.h"
#include "sim/mm/page_alloc.h"
#include "sim/mm/vmscan.h"

#include "../check.h"

static struct { unsigned int kswapd_wakes; } world;

void kswapd_wake(struct sim *sim, unsigned int node, uint32_t gfp, unsigned int order,
		 unsigned int zoneidx)
{
	(void)sim, (void)node, (void)gfp, (void)order, (void)zoneidx;
	world.kswapd_wakes++;
}

void kcompactd_wake(struct sim *sim, unsigned int node, unsigned int order, unsigned int zoneidx)
{
	(void)sim, (void)node, (void)order, (void)zoneidx;
}

uint32_t reclaim_direct(struct sim *sim, const struct alloc_request *request)
{
	(void)sim, (void)request;
	return 0;
}

uint32_t reclaim_possible(const struct sim *sim, const struct sim_zone *zone)
{
	(void)sim, (void)zone;
	return 0;
}

enum compact_result compact_direct(struct sim *sim, const struct alloc_request *request,
				   unsigned int alloc_flags, enum compact_priority prio,
				   uint32_t *page)
{
	(void)sim, (void)request, (void)alloc_flags, (void)prio, (void)page;
	return COMPACT_SKIPPED;
}

bool compact_would_suit(struct sim *sim, const struct alloc_request *request,
			unsigned int alloc_flags)
{
	(void)sim, (void)request, (void)alloc_flags;
	return false;
}

void compact_defer_reset(struct sim_zone *zone, int order, bool success)
{
	(void)zone, (void)order, (void)success;
}

#define ZONE_PAGES (8 * 512)

static const uint32_t movable = GFP_HIGHUSER_MOVABLE_MASK;
static const uint32_t kernel = GFP_KERNEL_MASK;

/* Zones of 8 blocks, all used: DMA32 and Normal of node 0, Normal and Movable of node 1. */
static struct sim *machine(void)
{
	static const struct { uint8_t node, kind; } zones[] = {
		{ 0, SIM_ZONE_DMA32 }, { 0, SIM_ZONE_NORMAL }, { 1, SIM_ZONE_NORMAL },
		{ 1, SIM_ZONE_MOVABLE },
	};
	static const struct sim_sizes sizes = {
		.nr_pages = 4 * ZONE_PAGES, .nr_zones = 4, .nr_nodes = 2, .nr_cpus = 1,
		.nr_owners = 8, .nr_tasks = 1, .nr_clients = 1, .max_order = 10, .block_order = 9,
	};
	struct sim *sim = state_new(&sizes);

	for (uint32_t z = 0; z < 4; z++) {
		struct sim_zone *zone = &sim->c.zone[z];

		zone->first = z * ZONE_PAGES;
		zone->spanned = zone->present = zone->managed = ZONE_PAGES;
		zone->node = zones[z].node;
		zone->kind = zones[z].kind;
		pcp_set_sizes(sim, zone);
	}
	sim->c.node[0] = (struct sim_node){
		.cpus = 1, .zonelist = { 1, 0, 3, 2 }, .nr_zonelist = 4, .nr_own = 2,
	};
	sim->c.node[1] = (struct sim_node){
		.zonelist = { 3, 2, 1, 0 }, .nr_zonelist = 4, .nr_own = 2,
	};
	sim->c.direct.captured = NO_PAGE;
	knobs_init(&sim->knobs);
	made_policy(sim, FALLBACK_E4B, true);
	memset(sim->state, PAGE_STATE_KERNEL, sizes.nr_pages);
	for (uint32_t block = 0; block < sim->c.nr_blocks; block++)
		sim->block[block].type = MT_MOVABLE;
	memset(&world, 0, sizeof(world));
	return sim;
}

static void free_block(struct sim *sim, unsigned int zone, unsigned int type)
{
	uint32_t pfn = sim->c.zone[zone].first;

	buddy_set_type(sim, pfn, 9, type);
	zone_lock(sim, &sim->c.zone[zone]);
	buddy_free(sim, &sim->c.zone[zone], pfn, 9, false);
	zone_unlock(sim, &sim->c.zone[zone]);
}

/* Sixteen pages of zone 1 that unmovable requests can have as a fallback only. */
static void free_in_movable_block(struct sim *sim)
{
	zone_lock(sim, &sim->c.zone[1]);
	buddy_free(sim, &sim->c.zone[1], sim->c.zone[1].first, 4, false);
	zone_unlock(sim, &sim->c.zone[1]);
}

/* Which zone a page of that order comes from, -1: none. */
static int served_by(struct sim *sim, uint32_t gfp, unsigned int order)
{
	uint32_t pfn = page_alloc(sim, gfp, order);

	return pfn == NO_PAGE ? -1 : (int)(sim_page_zone(sim, pfn) - sim->c.zone);
}

static void a_mask_names_its_type_and_highest_zone(void **state)
{
	(void)state;
	struct sim *sim = machine();

	assert_int_equal(gfp_type(sim, movable), MT_MOVABLE);
	assert_int_equal(gfp_type(sim, kernel), MT_UNMOVABLE);
	assert_int_equal(gfp_type(sim, kernel | GFP_RECLAIMABLE_BIT), MT_RECLAIMABLE);
	sim->c.no_grouping = 1;
	assert_int_equal(gfp_type(sim, movable), MT_UNMOVABLE);
	assert_int_equal(gfp_zoneidx(movable), SIM_ZONE_MOVABLE);
	assert_int_equal(gfp_zoneidx(kernel), SIM_ZONE_NORMAL);
	assert_int_equal(gfp_zoneidx(kernel | GFP_MOVABLE_BIT), SIM_ZONE_NORMAL);
	assert_int_equal(gfp_zoneidx(kernel | GFP_DMA_BIT), SIM_ZONE_DMA);
	assert_int_equal(gfp_zoneidx(kernel | GFP_DMA32_BIT), SIM_ZONE_DMA32);
	sim_free(sim);
}

static void zones_serve_in_the_order_of_the_list(void **state)
{
	(void)state;
	struct sim *sim = machine();

	for (unsigned int zone = 0; zone < 4; zone++)
		free_block(sim, zone, MT_MOVABLE);
	assert_int_equal(served_by(sim, movable, 9), 1);
	assert_int_equal(served_by(sim, movable, 9), 0);
	assert_int_equal(served_by(sim, movable, 9), 3);
	assert_int_equal(served_by(sim, movable, 9), 2);
	assert_int_equal(served_by(sim, movable | GFP_NORETRY_BIT, 9), -1);
	sim_free(sim);
}

static void zones_above_the_masks_are_left_out(void **state)
{
	(void)state;
	struct sim *sim = machine();

	free_block(sim, 1, MT_UNMOVABLE);
	free_block(sim, 3, MT_UNMOVABLE);
	assert_int_equal(served_by(sim, kernel | GFP_DMA32_BIT | GFP_NORETRY_BIT, 9), -1);
	assert_int_equal(served_by(sim, kernel, 9), 1);
	assert_int_equal(served_by(sim, kernel | GFP_NORETRY_BIT, 9), -1);
	sim_free(sim);
}

static void this_node_means_no_other(void **state)
{
	(void)state;
	struct sim *sim = machine();

	free_block(sim, 2, MT_MOVABLE);
	assert_int_equal(served_by(sim, movable | GFP_THISNODE_BIT | GFP_NORETRY_BIT, 9), -1);
	assert_int_equal(served_by(sim, movable, 9), 2);
	sim_free(sim);
}

static void a_huge_page_comes_from_far_only_for_who_may_wait(void **state)
{
	(void)state;
	struct sim *sim = machine();

	free_block(sim, 2, MT_MOVABLE);
	assert_int_equal(page_alloc_huge(sim, GFP_TRANSHUGE_LIGHT_MASK, 9), NO_PAGE);
	assert_int_equal(page_alloc_huge(sim, GFP_TRANSHUGE_MASK, 9), sim->c.zone[2].first);
	sim_free(sim);
}

static void a_zone_below_serves_before_the_preferred_one_is_polluted(void **state)
{
	(void)state;
	struct sim *sim = machine();

	free_block(sim, 0, MT_UNMOVABLE);
	free_in_movable_block(sim);
	assert_int_equal(served_by(sim, kernel, 4), 0);
	sim_free(sim);
}

static void polluting_the_own_node_is_better_than_going_far(void **state)
{
	(void)state;
	struct sim *sim = machine();

	free_block(sim, 2, MT_UNMOVABLE);
	free_in_movable_block(sim);
	assert_int_equal(served_by(sim, kernel, 4), 1);
	sim_free(sim);
}

static void with_defrag_mode_going_far_is_better(void **state)
{
	(void)state;
	struct sim *sim = machine();

	sim->knobs.defrag_mode = 1;
	free_block(sim, 2, MT_UNMOVABLE);
	free_in_movable_block(sim);
	assert_int_equal(served_by(sim, kernel, 4), 2);
	sim_free(sim);
}

static void who_stays_above_the_low_mark_does_not_wake_kswapd(void **state)
{
	(void)state;
	struct sim *sim = machine();

	free_block(sim, 1, MT_MOVABLE);
	sim->c.zone[1].min = 100;
	sim->c.zone[1].low = 300;
	sim->c.zone[1].high = 500;
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(served_by(sim, movable, 5), 1);
	assert_int_equal(world.kswapd_wakes, 0);
	assert_int_equal(sim->c.zone[1].below_high, 1);
	assert_int_equal(sim_counter(sim, SIM_ALLOC_SLOW), 0);
	for (unsigned int i = 0; i < 4; i++)
		served_by(sim, movable, 5);
	assert_true(world.kswapd_wakes > 0);
	assert_true(sim_counter(sim, SIM_ALLOC_SLOW) > 0);
	sim_free(sim);
}

static void the_reserve_of_a_zone_below_is_not_for_who_could_go_higher(void **state)
{
	(void)state;
	struct sim *sim = machine();

	free_block(sim, 0, MT_MOVABLE);
	sim->c.zone[0].reserve[SIM_ZONE_MOVABLE] = 512;
	assert_int_equal(served_by(sim, movable | GFP_NORETRY_BIT, 4), -1);
	assert_int_equal(served_by(sim, kernel | GFP_MOVABLE_BIT | GFP_DMA32_BIT, 4), 0);
	sim_free(sim);
}

static void pages_are_counted_as_they_come_and_go(void **state)
{
	(void)state;
	struct sim *sim = machine();
	uint32_t owner = owner_new(sim, PAGE_STATE_ANON), pfn;

	free_block(sim, 1, MT_MOVABLE);
	pfn = page_alloc(sim, movable, 4);
	page_give(sim, pfn, PAGE_STATE_ANON, PAGE_FLAG_PINNED, owner);
	assert_int_equal(sim->state[pfn], PAGE_STATE_ANON);
	assert_int_equal(sim->c.zone[1].nr_anon, 16);
	assert_int_equal(sim_counter(sim, SIM_ALLOC), 16);
	page_free(sim, pfn);
	assert_int_equal(sim->c.zone[1].nr_anon, 0);
	assert_int_equal(sim->c.zone[1].nr_free_pages, 512);
	assert_int_equal(sim_counter(sim, SIM_FREE), 16);
	assert_int_equal(sim->flags[pfn], 0);
	sim_free(sim);
}

static void the_slow_path_takes_time_and_says_so(void **state)
{
	(void)state;
	struct sim *sim = machine();
	const uint64_t *histogram = sim_latency_log2(sim, LATENCY_ALLOC);
	uint64_t nr = 0;

	served_by(sim, movable | GFP_NORETRY_BIT, 4);
	for (unsigned int i = 0; i < 64; i++)
		nr += histogram[i];
	assert_int_equal(nr, 1);
	assert_int_equal(sim_counter(sim, SIM_ALLOC_SLOW), 1);
	assert_int_equal(sim_counter(sim, SIM_ALLOC_COSTLY_FAIL), 1);
	sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mask_names_its_type_and_highest_zone),
		cmocka_unit_test(zones_serve_in_the_order_of_the_list),
		cmocka_unit_test(zones_above_the_masks_are_left_out),
		cmocka_unit_test(this_node_means_no_other),
		cmocka_unit_test(a_huge_page_comes_from_far_only_for_who_may_wait),
		cmocka_unit_test(a_zone_below_serves_before_the_preferred_one_is_polluted),
		cmocka_unit_test(polluting_the_own_node_is_better_than_going_far),
		cmocka_unit_test(with_defrag_mode_going_far_is_better),
		cmocka_unit_test(who_stays_above_the_low_mark_does_not_wake_kswapd),
		cmocka_unit_test(the_reserve_of_a_zone_below_is_not_for_who_could_go_higher),
		cmocka_unit_test(pages_are_counted_as_they_come_and_go),
		cmocka_unit_test(the_slow_path_takes_time_and_says_so),
	};

	return CHECK_MAIN(tests);
}
