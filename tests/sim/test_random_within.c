// SPDX-License-Identifier: GPL-2.0-or-later
/* In the middle of a step: what a listener sees, and how compactions go on from step to step. */
#include "random_world.h"

#include "fragscope/array.h"
#include "sim/mm/pcp.h"
#include "../check.h"

static struct random_world world;

static const struct world_kind kinds[] = {
	{ "linux-6.1", 9, 1, false },
	{ "linux-6.9", 5, 1, false },
	{ "linux-6.12", 9, 2, false },
	{ "linux-6.15-rc1", 5, 1, true },
	{ "linux-6.18+resample", 9, 1, false },
	{ "linux-7.3+resample", 5, 2, true },
};

static void begin(const struct world_kind *kind, uint64_t seed)
{
	struct err err = { "" };

	if (world_init(&world, kind, seed, &err))
		fail_msg("%s: %s", kind->policy, err.text);
}

static void check_now(struct sim *sim, const struct sim_event *event, void *listener)
{
	uint64_t *nr_seen = listener;
	struct err err = { "" };

	/* each kind often, and the rest of them now and then */
	if (nr_seen[event->kind]++ % 64 > 3 || !sim_check(sim, &err))
		return;
	fail_msg("%s: event %s, number %llu: %s", sim_policy_name(sim),
		 sim_event_row(event->kind)->name, (unsigned long long)event->number, err.text);
}

static void a_listener_finds_the_invariants_that_hold_within_a_step(void **state)
{
	(void)state;
	uint64_t nr_seen[NR_SIM_EVENTS] = { 0 };

	for (unsigned int i = 0; i < 4 * ARRAY_SIZE(kinds); i++) {
		if (i >= ARRAY_SIZE(kinds) && nr_seen[EVENT_MIGRATE] > 100)
			break; /* how much is compacted hangs on what was drawn */
		begin(&kinds[i % ARRAY_SIZE(kinds)], 100 + i);
		sim_listen(world.sim, check_now, nr_seen);
		for (unsigned int step = 0; step < 1000; step++)
			world_step(&world);
		world_free(&world);
	}
	assert_true(nr_seen[EVENT_ALLOC] > 1000);
	assert_true(nr_seen[EVENT_MIGRATE] > 100);
	assert_true(nr_seen[EVENT_FREE_BLOCK] > 100);
	assert_true(nr_seen[EVENT_FREE] > 1000);
}

static void a_listener_changes_nothing(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(kinds); i += 2) {
		uint64_t nr_seen[NR_SIM_EVENTS] = { 0 }, hash[2];

		for (unsigned int turn = 0; turn < 2; turn++) {
			begin(&kinds[i], 7);
			if (turn)
				sim_listen(world.sim, check_now, nr_seen);
			for (unsigned int step = 0; step < 200; step++)
				world_step(&world);
			hash[turn] = sim_hash(world.sim);
			world_free(&world);
		}
		assert_true(hash[0] == hash[1]);
	}
}

/* One compaction of kcompactd, as it was a step ago. */
struct progress {
	struct compact_control before;
	uint32_t nr_seen;
};

static bool is_same_compaction(const struct compact_control *a, const struct compact_control *b)
{
	return a->active && b->active && a->zone == b->zone && a->cause == b->cause &&
	       a->migrate_scanned <= b->migrate_scanned && a->order == b->order;
}

/* Fast searches may go back: the migrate scanner's from order 4 on, the free scanner's always.
 * Within its block the free scanner goes up. */
static void check_progress(struct progress *progress, const struct compact_control *cc)
{
	if (is_same_compaction(&progress->before, cc)) {
		if (cc->order <= COSTLY_ORDER)
			assert_true(cc->migrate_pfn >= progress->before.migrate_pfn);
		if (cc->order <= 0)
			assert_true(block_start(world.sim, cc->free_pfn) <=
				    block_start(world.sim, progress->before.free_pfn));
		progress->nr_seen++;
	}
	progress->before = *cc;
}

static void scanners_of_kcompactd_go_towards_each_other(void **state)
{
	(void)state;
	struct progress progress = { .nr_seen = 0 };

	for (unsigned int i = 0; i < ARRAY_SIZE(kinds); i++) {
		progress.before.active = 0;
		begin(&kinds[i], 200 + i);
		for (unsigned int step = 0; step < 6000; step++) {
			world_step(&world);
			check_progress(&progress, &world.sim->c.kcompactd[0]);
		}
		world_free(&world);
	}
	assert_true(progress.nr_seen > 200);
}

/* Requests of the fast path that go to the free lists themselves, where each was judged alone. */
static void check_marks(struct sim *made, const struct sim_event *event, void *listener)
{
	const struct sim_zone *zone = &made->c.zone[event->zone < 0 ? 0 : event->zone];
	unsigned int order = (unsigned int)event->arg[0], gfp = (unsigned int)event->arg[1];
	uint64_t *nr_seen = listener;

	if (event->kind != EVENT_ALLOC || event->arg[3] || pcp_has_order(made, order))
		return;
	if (zone->nr_free_pages - zone->nr_free_highatomic <
	    zone->low + zone->reserve[gfp_zoneidx(gfp)])
		fail_msg("order %u, gfp %#x: %u free pages, mark %u", order, gfp,
			 zone->nr_free_pages, zone->low);
	++*nr_seen;
}

static void the_fast_path_leaves_every_zone_above_its_low_mark(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(kinds); i++) {
		uint64_t nr_seen = 0;

		begin(&kinds[i], 300 + i);
		sim_listen(world.sim, check_marks, &nr_seen);
		for (unsigned int step = 0; step < 3000; step++)
			world_step(&world);
		assert_true(nr_seen > 50);
		world_free(&world);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_listener_finds_the_invariants_that_hold_within_a_step),
		cmocka_unit_test(a_listener_changes_nothing),
		cmocka_unit_test(the_fast_path_leaves_every_zone_above_its_low_mark),
		cmocka_unit_test(scanners_of_kcompactd_go_towards_each_other),
	};

	return CHECK_MAIN(tests);
}
