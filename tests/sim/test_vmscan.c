// SPDX-License-Identifier: GPL-2.0-or-later
/* Reclaim on real free lists; the run queue and compaction are made up. */
#include "made_machine.h"

#include "sim/mm/compaction.h"
#include "sim/mm/vmscan.h"
#include "sim/run.h"

#include "../check.h"

static struct {
	unsigned int kcompactd_wakes, kcompactd_order, skip_resets;
	bool has_targets;
} world;

static const uint32_t gfp = GFP_HIGHUSER_MOVABLE_MASK;

void kcompactd_wake(struct sim *sim, unsigned int node, unsigned int order, unsigned int zoneidx)
{
	(void)sim, (void)node, (void)zoneidx;
	if (!order) /* as kcompactd does */
		return;
	world.kcompactd_wakes++;
	world.kcompactd_order = order;
}

void compact_reset_skip_node(struct sim *sim, unsigned int node)
{
	(void)sim, (void)node;
	world.skip_resets++;
}

uint32_t compact_gap(const struct sim *sim, unsigned int order)
{
	(void)sim;
	return 2u << order;
}

bool compact_has_targets(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
			 uint64_t mark, unsigned int zoneidx, uint64_t free)
{
	(void)sim, (void)zone, (void)order, (void)mark, (void)zoneidx, (void)free;
	return world.has_targets;
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

struct sim_task *task_find(struct sim *sim, enum sim_task_kind kind, unsigned int node)
{
	(void)node;
	return &sim->tasks[kind - 1];
}

void task_wake(struct sim *sim, struct sim_task *task)
{
	task->wake_ns = sim->c.now_ns + sim->cost_ns[COST_WAKE];
}

void task_sleep_until(struct sim *sim, uint64_t when_ns)
{
	sim->tasks[sim->c.task].wake_ns = when_ns;
}

/* 16 blocks, of which the last "free_blocks" are free; the others are a file's single pages. */
static struct sim *machine(unsigned int free_blocks, unsigned int page_flags)
{
	struct sim *sim = made_machine(16, 1);
	uint32_t end = (16 - free_blocks) * 512;
	uint32_t file = owner_new(sim, PAGE_STATE_FILE);

	memset(&world, 0, sizeof(world));
	for (uint32_t pfn = 0; pfn < end; pfn++)
		page_give(sim, pfn, PAGE_STATE_FILE, page_flags, file);
	for (uint32_t pfn = end; pfn < 16 * 512; pfn += 512)
		made_free(sim, pfn, 9);
	return sim;
}

static struct alloc_request request(unsigned int order)
{
	return (struct alloc_request){
		.gfp = gfp, .order = (uint8_t)order, .reclaim_order = (uint8_t)order,
		.type = MT_MOVABLE, .zoneidx = SIM_ZONE_MOVABLE, .nr_zones = 1,
	};
}

static uint32_t reclaim(struct sim *sim, unsigned int order)
{
	struct alloc_request r = request(order);

	return reclaim_direct(sim, &r);
}

static void reclaim_frees_the_oldest_pages_a_cluster_at_least(void **state)
{
	(void)state;
	struct sim *sim = machine(0, 0);

	/* 1/4096 of 8192 pages, 1/2048, and so on until a cluster is reached */
	assert_int_equal(reclaim(sim, 0), 2 + 3 + 7 + 15 + 31);
	assert_int_equal(sim->c.zone[0].nr_file, 16 * 512 - 58);
	assert_int_equal(sim->owners[0].pages.first, 58);
	assert_int_equal(sim_counter(sim, SIM_ALLOCSTALL), 1);
	assert_int_equal(sim_counter(sim, SIM_PGSTEAL_DIRECT), 58);
	assert_int_equal(sim_spent_ns(sim, COST_RECLAIM_PAGE), 58 * 700);
	assert_int_equal(sim_spent_ns(sim, COST_RECLAIM_CALL), 5000);
	assert_int_equal(sim_spent_ns(sim, COST_DISK), 0);
	sim_free(sim);
}

static void pinned_and_locked_pages_stay(void **state)
{
	(void)state;
	struct sim *sim = machine(14, PAGE_FLAG_PINNED);

	assert_int_equal(reclaim(sim, 0), 0);
	assert_int_equal(sim->c.zone[0].nr_file, 1024);
	assert_int_equal(sim_spent_ns(sim, COST_THROTTLE), 20000000);
	sim_free(sim);
}

static void dirty_pages_go_only_where_there_is_nothing_else(void **state)
{
	(void)state;
	struct sim *sim = machine(0, PAGE_FLAG_DIRTY);

	for (uint32_t pfn = 0; pfn < 16 * 512; pfn++)
		sim->flags[pfn] = pfn % 64 < 32 ? 0 : PAGE_FLAG_DIRTY;
	assert_true(reclaim(sim, 0) >= 32);
	assert_int_equal(sim->flags[32], PAGE_FLAG_DIRTY);
	assert_int_equal(sim_spent_ns(sim, COST_DISK), 0);
	assert_int_equal(sim->owners[0].pages.last, 57); /* those passed over are the youngest */
	sim_free(sim);
}

static void where_all_is_dirty_a_batch_is_waited_for(void **state)
{
	(void)state;
	struct sim *sim = machine(0, PAGE_FLAG_DIRTY);

	assert_int_equal(reclaim(sim, 0), 32);
	assert_int_equal(sim_spent_ns(sim, COST_DISK), 500000);
	sim_free(sim);
}

static void files_go_from_the_oldest(void **state)
{
	(void)state;
	struct sim *sim = machine(1, 0);
	uint32_t young = owner_new(sim, PAGE_STATE_FILE);
	uint32_t pfn = page_alloc(sim, gfp, 0);

	page_give(sim, pfn, PAGE_STATE_FILE, 0, young);
	reclaim(sim, 0);
	assert_int_equal(sim->owners[young].nr_pages, 1);
	assert_true(sim->owners[0].nr_pages < 15 * 512);
	sim_free(sim);
}

static void other_nodes_pages_are_passed_by(void **state)
{
	(void)state;
	struct sim *sim = machine(0, 0);
	struct scan_control sc = { .target = 32, .priority = 4, .zoneidx = SIM_ZONE_DMA };

	reclaim_shrink(sim, 0, &sc);
	assert_int_equal(sc.reclaimed, 0);
	assert_int_equal(sim->c.zone[0].nr_file, 16 * 512);
	sim_free(sim);
}

static void compaction_that_is_ready_passes_for_progress(void **state)
{
	(void)state;
	struct sim *sim = made_machine(16, 1);
	uint32_t file = owner_new(sim, PAGE_STATE_FILE);

	for (uint32_t pfn = 0; pfn < 16 * 512; pfn++)
		if (pfn >> 9 & 1)
			page_give(sim, pfn, PAGE_STATE_FILE, 0, file);
	for (uint32_t pfn = 0; pfn < 16 * 512; pfn += 1024)
		made_free(sim, pfn, 9); /* every other block: none merge to order 10 */
	world.has_targets = true;
	sim->c.zone[0].high = 8 * 512 - (2 << 10) - 1; /* free is one above high and the gap */
	assert_int_equal(reclaim(sim, 10), 1);
	assert_int_equal(sim->c.zone[0].nr_file, 8 * 512);
	assert_int_equal(sim_counter(sim, SIM_RECLAIM_SKIPPED), 1);
	assert_int_equal(sim_counter(sim, SIM_PGSTEAL_DIRECT), 0);
	assert_int_equal(sim_counter(sim, SIM_ALLOCSTALL), 1);
	sim->c.zone[0].high++; /* now it is not */
	assert_true(reclaim(sim, 10) > 1);
	assert_int_equal(sim_counter(sim, SIM_RECLAIM_SKIPPED), 1);
	sim_free(sim);
}

static void what_is_there_already_passes_too_but_only_if_costly(void **state)
{
	(void)state;
	struct sim *sim = machine(8, 0);

	assert_int_equal(reclaim(sim, 9), 1);
	assert_true(reclaim(sim, 3) > 1);
	sim_free(sim);
}

static void without_io_compaction_is_no_reason_to_stop(void **state)
{
	(void)state;
	struct sim *sim = machine(8, 0);
	struct alloc_request r = request(9);

	r.gfp = GFP_NOIO_MASK;
	assert_true(reclaim_direct(sim, &r) > 1);
	sim_free(sim);
}

static void a_costly_reclaim_goes_on_until_compaction_has_enough(void **state)
{
	(void)state;
	struct sim *sim = machine(0, 0);

	for (uint32_t pfn = 0; pfn < 16 * 512; pfn += 512) { /* no block comes together */
		owner_del_page(sim, pfn);
		sim->state[pfn] = PAGE_STATE_KERNEL;
	}
	reclaim(sim, 9);
	assert_int_equal(sim->c.zone[0].nr_file, 4095); /* of which 1/4096 is no page */
	sim_free(sim);
	sim = machine(0, 0);
	world.has_targets = true;
	assert_int_equal(reclaim(sim, 9), 58);
	sim_free(sim);
}

static void all_of_it_at_last_if_need_be(void **state)
{
	(void)state;
	struct sim *sim = made_machine(16, 1);
	uint32_t file = owner_new(sim, PAGE_STATE_FILE);

	for (uint32_t pfn = 0; pfn < 5; pfn++)
		page_give(sim, pfn, PAGE_STATE_FILE, 0, file);
	assert_int_equal(reclaim(sim, 0), 5);
	assert_int_equal(reclaim(sim, 0), 0);
	sim_free(sim);
}

/*
 * kswapd, task 0.
 */

static void run_kswapd(struct sim *sim, unsigned int turns)
{
	while (turns-- && sim->tasks[0].wake_ns != NEVER) {
		if (sim->c.now_ns < sim->tasks[0].wake_ns)
			sim->c.now_ns = sim->tasks[0].wake_ns;
		kswapd_step(sim, 0);
	}
}

static void set_marks(struct sim *sim, uint32_t min, uint32_t low, uint32_t high)
{
	sim->c.zone[0].min = min;
	sim->c.zone[0].low = low;
	sim->c.zone[0].high = high;
}

static void kswapd_reclaims_until_the_node_is_balanced_and_sleeps(void **state)
{
	(void)state;
	struct sim *sim = machine(1, 0);

	set_marks(sim, 500, 600, 700);
	kswapd_wake(sim, 0, gfp, 0, SIM_ZONE_MOVABLE);
	assert_int_equal(sim_counter(sim, SIM_KSWAPD_WAKE), 1);
	kswapd_wake(sim, 0, gfp, 0, SIM_ZONE_MOVABLE);
	assert_int_equal(sim_counter(sim, SIM_KSWAPD_WAKE), 1);
	run_kswapd(sim, 1000);
	assert_true(sim->tasks[0].wake_ns == NEVER);
	assert_int_equal(sim->c.node[0].kswapd_running, 0);
	assert_int_equal(sim->c.zone[0].reclaim_active, 0);
	assert_true(sim->c.zone[0].nr_free_pages > 700);
	assert_true(sim->c.zone[0].nr_free_pages < 1200);
	assert_int_equal(world.skip_resets, 1);
	assert_true(sim_counter(sim, SIM_PGSTEAL_KSWAPD) > 188);
	sim_free(sim);
}

static void an_order_is_handed_to_kcompactd_once_enough_is_free(void **state)
{
	(void)state;
	struct sim *sim = machine(0, 0);

	set_marks(sim, 16, 24, 32);
	for (uint32_t pfn = 0; pfn < 16 * 512; pfn += 2) /* nothing merges */
		sim->flags[pfn] = PAGE_FLAG_PINNED;
	kswapd_wake(sim, 0, gfp, 9, SIM_ZONE_MOVABLE);
	run_kswapd(sim, 1);
	assert_true(sim_counter(sim, SIM_PGSTEAL_KSWAPD) > 0);
	run_kswapd(sim, 1000);
	assert_true(sim_counter(sim, SIM_PGSTEAL_KSWAPD) >= 1024);
	assert_int_equal(world.kcompactd_wakes, 1);
	assert_int_equal(world.kcompactd_order, 9);
	sim_free(sim);
}

static void who_cannot_reclaim_gets_kcompactd_where_the_node_is_balanced(void **state)
{
	(void)state;
	struct sim *sim = machine(8, 0);

	set_marks(sim, 10, 20, 30);
	kswapd_wake(sim, 0, gfp, 9, SIM_ZONE_MOVABLE);
	assert_int_equal(world.kcompactd_wakes, 0);
	kswapd_wake(sim, 0, gfp & ~(uint32_t)GFP_DIRECT_RECLAIM_BIT, 9, SIM_ZONE_MOVABLE);
	assert_int_equal(world.kcompactd_wakes, 1);
	assert_int_equal(sim_counter(sim, SIM_KSWAPD_WAKE), 0);
	sim_free(sim);
}

static void a_node_that_gave_nothing_sixteen_times_is_given_up(void **state)
{
	(void)state;
	struct sim *sim = machine(1, PAGE_FLAG_PINNED);

	set_marks(sim, 500, 600, 700);
	kswapd_wake(sim, 0, gfp, 0, SIM_ZONE_MOVABLE);
	run_kswapd(sim, 1000);
	assert_int_equal(sim->c.node[0].kswapd_failures, 16);
	assert_true(sim->tasks[0].wake_ns == NEVER);
	kswapd_wake(sim, 0, gfp, 0, SIM_ZONE_MOVABLE);
	assert_int_equal(sim_counter(sim, SIM_KSWAPD_WAKE), 1);
	for (uint32_t pfn = 0; pfn < 512; pfn++)
		sim->flags[pfn] = 0;
	reclaim(sim, 0); /* somebody made progress */
	assert_int_equal(sim->c.node[0].kswapd_failures, 0);
	sim_free(sim);
}

static void a_boost_is_worked_off_and_taken_back(void **state)
{
	(void)state;
	struct sim *sim = machine(4, 0);
	struct sim_zone *zone = &sim->c.zone[0];

	set_marks(sim, 10, 20, 30);
	zone->boost = 512;
	kswapd_wake(sim, 0, 0, 0, SIM_ZONE_NORMAL);
	assert_int_equal(sim_counter(sim, SIM_KSWAPD_WAKE), 1);
	zone->boost += 100; /* while it works */
	run_kswapd(sim, 1);
	zone->boost += 100;
	run_kswapd(sim, 1000);
	assert_true(sim_counter(sim, SIM_PGSTEAL_KSWAPD) >= 612);
	assert_true(sim_counter(sim, SIM_PGSTEAL_KSWAPD) < 800);
	assert_int_equal(zone->boost, 100);
	assert_int_equal(world.kcompactd_order, 9);
	sim_free(sim);
}

static void with_defrag_mode_balance_is_counted_in_whole_blocks(void **state)
{
	(void)state;
	struct sim *sim = machine(1, 0);

	set_marks(sim, 10, 20, 30);
	sim->knobs.defrag_mode = 1;
	kswapd_wake(sim, 0, gfp, 9, SIM_ZONE_MOVABLE);
	assert_int_equal(sim_counter(sim, SIM_KSWAPD_WAKE), 1); /* one block less one block is 1 */
	made_free(sim, page_alloc(sim, gfp, 9), 9);
	sim_free(sim);
	sim = machine(2, 0);
	set_marks(sim, 10, 20, 30);
	sim->knobs.defrag_mode = 1;
	kswapd_wake(sim, 0, gfp, 9, SIM_ZONE_MOVABLE);
	assert_int_equal(sim_counter(sim, SIM_KSWAPD_WAKE), 0);
	sim_free(sim);
}

static void a_nap_ends_in_sleep_or_in_work(void **state)
{
	(void)state;
	struct sim *sim = machine(1, 0);

	set_marks(sim, 500, 600, 700);
	kswapd_wake(sim, 0, gfp, 0, SIM_ZONE_MOVABLE);
	while (sim->c.node[0].kswapd_running)
		run_kswapd(sim, 1);
	assert_true(sim->tasks[0].wake_ns == sim->c.now_ns + 100000000);
	set_marks(sim, 900, 1100, 1300); /* as if others took pages meanwhile */
	run_kswapd(sim, 1);
	assert_int_equal(sim->c.node[0].kswapd_running, 1);
	run_kswapd(sim, 1000);
	assert_true(sim->tasks[0].wake_ns == NEVER);
	assert_true(sim->c.zone[0].nr_free_pages > 1300);
	sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reclaim_frees_the_oldest_pages_a_cluster_at_least),
		cmocka_unit_test(pinned_and_locked_pages_stay),
		cmocka_unit_test(dirty_pages_go_only_where_there_is_nothing_else),
		cmocka_unit_test(where_all_is_dirty_a_batch_is_waited_for),
		cmocka_unit_test(files_go_from_the_oldest),
		cmocka_unit_test(other_nodes_pages_are_passed_by),
		cmocka_unit_test(compaction_that_is_ready_passes_for_progress),
		cmocka_unit_test(what_is_there_already_passes_too_but_only_if_costly),
		cmocka_unit_test(without_io_compaction_is_no_reason_to_stop),
		cmocka_unit_test(a_costly_reclaim_goes_on_until_compaction_has_enough),
		cmocka_unit_test(all_of_it_at_last_if_need_be),
		cmocka_unit_test(kswapd_reclaims_until_the_node_is_balanced_and_sleeps),
		cmocka_unit_test(an_order_is_handed_to_kcompactd_once_enough_is_free),
		cmocka_unit_test(who_cannot_reclaim_gets_kcompactd_where_the_node_is_balanced),
		cmocka_unit_test(a_node_that_gave_nothing_sixteen_times_is_given_up),
		cmocka_unit_test(a_boost_is_worked_off_and_taken_back),
		cmocka_unit_test(with_defrag_mode_balance_is_counted_in_whole_blocks),
		cmocka_unit_test(a_nap_ends_in_sleep_or_in_work),
	};

	return CHECK_MAIN(tests);
}
