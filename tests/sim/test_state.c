// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/state.h"

#include "fragscope/array.h"
#include "../check.h"

static const struct sim_sizes sizes = {
	.nr_pages = 4096, .nr_zones = 1, .nr_nodes = 1, .nr_cpus = 2, .nr_owners = 8, .nr_tasks = 2,
	.nr_clients = 1, .max_order = 10, .block_order = 9,
};

static void a_page_takes_no_more_than_16_bytes(void **state)
{
	(void)state;
	struct sim_sizes twice = sizes;
	struct sim *small = state_new(&sizes), *large;

	twice.nr_pages = 2 * sizes.nr_pages;
	large = state_new(&twice);
	assert_true(sim_bytes(large) - sim_bytes(small) <= 16 * sizes.nr_pages);
	sim_free(small);
	sim_free(large);
}

static void a_copy_is_equal_until_it_changes(void **state)
{
	(void)state;
	struct sim *sim = state_new(&sizes), *copy = sim_clone(sim);

	assert_true(sim_hash(sim) == sim_hash(copy));
	copy->flags[4095] ^= 1;
	assert_true(sim_hash(sim) != sim_hash(copy));
	sim_copy(copy, sim);
	copy->c.counter[SIM_OOM]++;
	assert_true(sim_hash(sim) != sim_hash(copy));
	sim_free(sim);
	sim_free(copy);
}

static void a_rotated_list_begins_behind_the_entry(void **state)
{
	(void)state;
	struct sim *sim = state_new(&sizes);
	struct page_list list;
	static const uint32_t expected[] = { 3, 4, 1, 2 };

	page_list_init(&list);
	for (uint32_t pfn = 1; pfn <= 4; pfn++)
		page_list_add_tail(sim, &list, pfn);
	page_list_rotate(sim, &list, 2);
	page_list_rotate(sim, &list, 2); /* the last stays the last */
	assert_int_equal(list.last, 2);
	for (unsigned int i = 0; i < ARRAY_SIZE(expected); i++)
		assert_int_equal(page_list_pop(sim, &list), expected[i]);
	assert_int_equal(list.first, NO_PAGE);
	assert_int_equal(list.last, NO_PAGE);
	sim_free(sim);
}

static void who_comes_later_waits_for_the_holder(void **state)
{
	(void)state;
	struct sim *sim = state_new(&sizes);
	struct sim_zone *zone = &sim->c.zone[0];

	sim->cost_ns[COST_LOCK_WAIT] = 1;
	sim->cost_ns[COST_TAKE] = 100;
	zone_lock(sim, zone);
	sim_charge(sim, COST_TAKE, 10);
	zone_unlock(sim, zone);
	sim->c.now_ns = 400; /* another task, whose time is behind */
	assert_true(zone_lock_is_busy(sim, zone));
	zone_lock(sim, zone);
	zone_unlock(sim, zone);
	assert_int_equal(sim_counter(sim, SIM_LOCK_WAIT_NS), 600);
	assert_int_equal(sim_now_ns(sim), 1000);
	assert_int_equal(sim_latency_max(sim, LATENCY_LOCK_HOLD), 1000);
	sim_free(sim);
}

static void who_was_earlier_does_not_wait_for_what_came_later(void **state)
{
	(void)state;
	struct sim *sim = state_new(&sizes);
	struct sim_zone *zone = &sim->c.zone[0];

	sim->cost_ns[COST_LOCK_WAIT] = 1;
	sim->cost_ns[COST_TAKE] = 100;
	sim->c.now_ns = 5000; /* an operation that took long before it took the lock */
	zone_lock(sim, zone);
	sim_charge(sim, COST_TAKE, 10);
	zone_unlock(sim, zone);
	sim->c.now_ns = 400;
	assert_false(zone_lock_is_busy(sim, zone));
	zone_lock(sim, zone);
	zone_unlock(sim, zone);
	assert_int_equal(sim_counter(sim, SIM_LOCK_WAIT_NS), 0);
	sim_free(sim);
}

static void who_waits_is_waited_for_by_the_next(void **state)
{
	(void)state;
	struct sim *sim = state_new(&sizes);
	struct sim_zone *zone = &sim->c.zone[0];

	sim->cost_ns[COST_LOCK_WAIT] = 1;
	sim->cost_ns[COST_TAKE] = 100;
	for (unsigned int i = 0; i < 3; i++) {
		sim->c.now_ns = 10 * i;
		zone_lock(sim, zone);
		sim_charge(sim, COST_TAKE, 10);
		zone_unlock(sim, zone);
	}
	assert_int_equal(sim_now_ns(sim), 3000);
	assert_int_equal(sim_counter(sim, SIM_LOCK_WAIT_NS), 990 + 1980);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_page_takes_no_more_than_16_bytes),
		cmocka_unit_test(a_copy_is_equal_until_it_changes),
		cmocka_unit_test(a_rotated_list_begins_behind_the_entry),
		cmocka_unit_test(who_comes_later_waits_for_the_holder),
		cmocka_unit_test(who_was_earlier_does_not_wait_for_what_came_later),
		cmocka_unit_test(who_waits_is_waited_for_by_the_next),
	};

	return CHECK_MAIN(tests);
}
