// SPDX-License-Identifier: GPL-2.0-or-later
/* Each invariant, broken on purpose: sim_check() has to find it and say where. */
#include "random_world.h"

#include <stdio.h>

#include "fragscope/array.h"
#include "sim/mm/page_alloc.h"
#include "../check.h"

static struct random_world world;
static struct sim *sim;

/* First head of that state and order, or NO_PAGE. */
static uint32_t find(enum page_state state, unsigned int order)
{
	for (uint32_t pfn = 0; pfn < sim->c.nr_pages; pfn++)
		if (sim->state[pfn] == state && page_order(sim, pfn) == order)
			return pfn;
	return NO_PAGE;
}

/* Breaks one thing and says what will be told of it. */
typedef void break_fn(char *where, size_t size);

static void name_page(char *where, size_t size, uint32_t pfn)
{
	const struct sim_zone *zone = sim_page_zone(sim, pfn);

	snprintf(where, size, "page %#llx:",
		 (unsigned long long)(zone->pfn_base + pfn - zone->first));
}

static void a_tail_becomes_free(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 3);

	sim->state[pfn + 2] = PAGE_STATE_FREE;
	name_page(where, size, pfn);
}

static void a_head_is_lost(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 2);

	sim->state[pfn] = PAGE_STATE_FREE_TAIL;
	name_page(where, size, pfn);
}

static void a_free_page_is_taken_without_its_list(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 0);

	(void)where;
	(void)size;
	sim->state[pfn] = PAGE_STATE_KERNEL;
}

static void a_free_list_loses_its_first(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 0);
	struct sim_zone *zone = sim_page_zone(sim, pfn);
	struct page_list *list = &zone->free[0][page_list_type(sim, pfn)];

	name_page(where, size, list->first);
	list->first = sim->next[list->first];
}

static void a_free_list_counts_one_more(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 1);

	sim_page_zone(sim, pfn)->free[1][page_list_type(sim, pfn)].nr++;
	snprintf(where, size, "free list of order 1");
}

static void a_buddy_is_of_another_order(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 4);

	sim->order[pfn] = (uint8_t)(sim->order[pfn] | 7);
	name_page(where, size, pfn);
}

static void a_block_changes_its_type(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 2);

	page_block(sim, pfn)->type = page_type(sim, pfn) == MT_MOVABLE ? MT_UNMOVABLE : MT_MOVABLE;
	snprintf(where, size, "on a free list of type");
}

static void two_buddies_are_not_joined(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 5), upper = pfn + 16;
	struct sim_zone *zone = sim_page_zone(sim, pfn);
	unsigned int type = page_list_type(sim, pfn);

	page_list_del(sim, &zone->free[5][type], pfn);
	zone->nr_free[5]--;
	for (uint32_t half = pfn; half <= upper; half += 16) {
		sim->state[half] = PAGE_STATE_FREE;
		sim->order[half] = (uint8_t)(4 | type << 4);
		page_list_add_head(sim, &zone->free[4][type], half);
		zone->nr_free[4]++;
	}
	name_page(where, size, pfn);
}

static void free_pages_are_counted_wrong(char *where, size_t size)
{
	sim->c.zone[1].nr_free_pages--;
	snprintf(where, size, "zone 1: nr_free_pages");
}

static void free_blocks_are_counted_wrong(char *where, size_t size)
{
	sim->c.zone[0].nr_free_blocks += 512;
	snprintf(where, size, "zone 0: nr_free_blocks");
}

static void a_block_counts_its_free_pages_wrong(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 0);

	page_block(sim, pfn)->nr_free--;
	snprintf(where, size, "block %u:", pfn >> sim->c.block_order);
}

static void a_page_moves_to_another_cpu(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_PCP, 0);

	sim->flags[pfn] = (uint8_t)((sim->flags[pfn] + 1) % sim->c.nr_cpus);
	name_page(where, size, pfn);
}

static void a_cpu_counts_wrong(char *where, size_t size)
{
	sim->pcp[1].count++;
	snprintf(where, size, "zone 0: CPU 1 counts");
}

static void a_page_changes_its_owner(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_ANON, 0);

	sim->owner[pfn] = world.owner[2][sim->owner[pfn] == world.owner[2][0]];
	name_page(where, size, pfn);
}

static void an_owner_counts_wrong(char *where, size_t size)
{
	sim->owners[world.owner[3][2]].nr_pages++;
	snprintf(where, size, "owner %u:", world.owner[3][2]);
}

static void the_lru_counts_wrong(char *where, size_t size)
{
	sim->c.zone[1].nr_anon++;
	sim->c.zone[1].nr_file--;
	snprintf(where, size, "zone 1: the LRU counts");
}

static void a_page_stays_isolated(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FILE, 0);

	sim->flags[pfn] |= PAGE_FLAG_ISOLATED;
	name_page(where, size, pfn);
}

static void the_files_age_is_lost(char *where, size_t size)
{
	sim->owners[sim->owners[sim->c.oldest_file].next].prev = NO_OWNER;
	snprintf(where, size, "files:");
}

static void an_unused_owner_has_a_state(char *where, size_t size)
{
	sim->owners[sim->c.free_owner].state = PAGE_STATE_ANON;
	snprintf(where, size, "unused owners:");
}

static void a_lock_stays_held(char *where, size_t size)
{
	sim->c.zone[1].lock.held = 1;
	snprintf(where, size, "zone 1: its lock");
}

static void a_task_stands_at_another_place(char *where, size_t size)
{
	uint32_t last = sim->heap[sim->c.nr_tasks - 1];

	sim->tasks[last].wake_ns = 0;
	snprintf(where, size, "task %u:", last);
}

static void time_passes_that_nobody_took(char *where, size_t size)
{
	sim->tasks[0].cpu_ns++;
	snprintf(where, size, "model time:");
}

static void a_stall_ends_in_nothing(char *where, size_t size)
{
	sim->c.counter[SIM_COMPACT_STALL]++;
	snprintf(where, size, "compact_stall:");
}

static void a_target_is_left_over(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_KERNEL, 0);

	/* as if nobody had owned it */
	page_list_del(sim, &sim->owners[sim->owner[pfn]].pages, pfn);
	sim->owners[sim->owner[pfn]].nr_pages--;
	sim->owner[pfn] = NO_OWNER;
	sim->state[pfn] = PAGE_STATE_TARGET;
	snprintf(where, size, "target pages");
}

static void a_page_disappears(char *where, size_t size)
{
	uint32_t pfn = find(PAGE_STATE_FREE, 0);
	struct sim_zone *zone = sim_page_zone(sim, pfn);

	page_list_del(sim, &zone->free[0][page_list_type(sim, pfn)], pfn);
	sim->state[pfn] = PAGE_STATE_HOLE;
	snprintf(where, size, "but it manages");
}

static void too_much_is_kept_for_atomic_requests(char *where, size_t size)
{
	sim->c.zone[0].nr_reserved_highatomic += 512;
	snprintf(where, size, "zone 0: nr_reserved_highatomic");
}

static void the_marks_fall(char *where, size_t size)
{
	sim->c.zone[0].low = sim->c.zone[0].high + 1;
	snprintf(where, size, "zone 0: marks");
}

static break_fn *const mutations[] = {
	a_tail_becomes_free, a_head_is_lost, a_free_page_is_taken_without_its_list,
	a_free_list_loses_its_first, a_free_list_counts_one_more, a_buddy_is_of_another_order,
	a_block_changes_its_type, two_buddies_are_not_joined, free_pages_are_counted_wrong,
	free_blocks_are_counted_wrong, a_block_counts_its_free_pages_wrong,
	a_page_moves_to_another_cpu, a_cpu_counts_wrong, a_page_changes_its_owner,
	an_owner_counts_wrong, the_lru_counts_wrong, a_page_stays_isolated, the_files_age_is_lost,
	an_unused_owner_has_a_state, a_lock_stays_held, a_task_stands_at_another_place,
	time_passes_that_nobody_took, a_stall_ends_in_nothing, a_target_is_left_over,
	a_page_disappears, too_much_is_kept_for_atomic_requests, the_marks_fall,
};

/* Something to break of each kind. */
static bool has_all(void)
{
	for (unsigned int order = 0; order <= 5; order++)
		if (find(PAGE_STATE_FREE, order) == NO_PAGE)
			return false;
	for (unsigned int state = PAGE_STATE_KERNEL; state <= PAGE_STATE_FILE; state++)
		if (find(state, 0) == NO_PAGE)
			return false;
	return find(PAGE_STATE_PCP, 0) != NO_PAGE;
}

static void begin(void)
{
	static const struct world_kind kind = { "linux-7.3", 9, 1, false };
	struct err err = { "" };

	if (world_init(&world, &kind, 42, &err))
		fail_msg("%s", err.text);
	sim = world.sim;
	for (unsigned int step = 0; step < 2000 || !has_all(); step++)
		world_step(&world);
}

static void each_broken_invariant_is_found_and_named(void **state)
{
	(void)state;
	struct sim *whole;

	begin();
	whole = sim_clone(sim);
	for (unsigned int i = 0; i < ARRAY_SIZE(mutations); i++) {
		struct err err = { "" };
		char where[64] = "";

		assert_int_equal(sim_check(sim, &err), 0);
		mutations[i](where, sizeof(where));
		if (!sim_check(sim, &err))
			fail_msg("mutation %u is not found", i);
		if (!strstr(err.text, where))
			fail_msg("mutation %u: \"%s\" does not say \"%s\"", i, err.text, where);
		sim_copy(sim, whole);
	}
	sim_free(whole);
	world_free(&world);
}

static void pages_on_foreign_lists_are_counted_before_hygiene_and_refused_after(void **state)
{
	(void)state;
	struct err err = { "" };
	uint32_t pfn;

	begin();
	assert_int_equal(sim_nr_misplaced(sim), 0);
	pfn = find(PAGE_STATE_FREE, 2);
	page_block(sim, pfn)->type = page_type(sim, pfn) == MT_MOVABLE ? MT_UNMOVABLE : MT_MOVABLE;
	assert_int_equal(sim_nr_misplaced(sim), page_block(sim, pfn)->nr_free);
	assert_true(sim_check(sim, &err));
	sim->policy.fallback_era = FALLBACK_E1;
	if (sim_check(sim, &err))
		fail_msg("%s", err.text);
	world_free(&world);
}

static void what_is_in_flight_is_allowed_only_within_a_step(void **state)
{
	(void)state;
	struct err err = { "" };

	begin();
	sim->c.zone[0].lock.held = 1;
	assert_true(sim_check(sim, &err));
	sim->left = true;
	if (sim_check(sim, &err))
		fail_msg("%s", err.text);
	sim->c.zone[0].nr_free_pages++;
	assert_true(sim_check(sim, &err));
	world_free(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_broken_invariant_is_found_and_named),
		cmocka_unit_test(
			pages_on_foreign_lists_are_counted_before_hygiene_and_refused_after),
		cmocka_unit_test(what_is_in_flight_is_allowed_only_within_a_step),
	};

	return CHECK_MAIN(tests);
}
