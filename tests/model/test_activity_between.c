// SPDX-License-Identifier: GPL-2.0-or-later
/* Random streams of events: intervals add up, and the sums are those of a plain recount. */
#include <stdlib.h>

#include "fragscope/activity.h"
#include "fragscope/frame.h"

#include "../check.h"
#include "events.h"
#include "random.h"

#define ALL ((1u << 10) - 1)

/* Everything that can be summed of an activity, or counted of a stream, in one row. */
struct sums {
	struct compact_row compact[NR_COMPACT_CAUSES];
	uint64_t stalls[NR_STALL_KINDS], stall_ns[NR_STALL_KINDS], good[NR_STALL_KINDS];
	uint64_t latencies[NR_STALL_KINDS], latency_ns[NR_STALL_KINDS];
	uint64_t bucket[NR_STALL_KINDS][LATENCY_BUCKETS];
	uint64_t defer[3], threads[7], fallbacks[4], allocs[2];
	uint64_t drained, nr_events, nr_lost, nr_odd;
};

static void sum_tables(const struct activity *a, struct sums *sums)
{
	for (unsigned int i = 0; i < a->nr_defer; i++) {
		sums->defer[0] += a->defer[i].nr_deferred;
		sums->defer[1] += a->defer[i].nr_defers;
		sums->defer[2] += a->defer[i].nr_resets;
	}
	for (unsigned int i = 0; i < a->nr_threads; i++) {
		const struct thread_row *row = &a->threads[i];

		sums->threads[0] += row->kcompactd_wakeups;
		sums->threads[1] += row->kcompactd_wakes;
		sums->threads[2] += row->kcompactd_sleeps;
		sums->threads[3] += row->kswapd_wakeups;
		sums->threads[4] += row->kswapd_wakes;
		sums->threads[5] += row->kswapd_sleeps;
		sums->threads[6] += row->proactive_runs;
	}
	for (unsigned int i = 0; i < a->nr_fallbacks; i++) {
		sums->fallbacks[0] += a->fallbacks[i].nr;
		sums->fallbacks[1] += a->fallbacks[i].nr_claimed;
		sums->fallbacks[2] += a->fallbacks[i].nr_stolen;
		sums->fallbacks[3] += a->fallbacks[i].nr_fragmenting;
	}
	for (unsigned int i = 0; i < a->nr_allocs; i++) {
		sums->allocs[0] += a->allocs[i].nr;
		sums->allocs[1] += a->allocs[i].nr_failed;
	}
}

static struct sums sum_up(const struct activity *a)
{
	struct sums sums = {
		.drained = a->drained_pages.n,
		.nr_events = a->nr_events,
		.nr_lost = a->nr_lost,
		.nr_odd = a->nr_odd,
	};

	for (int cause = 0; cause < NR_COMPACT_CAUSES; cause++) {
		sums.compact[cause] = activity_sum_compact(a, -1, cause);
		sums.compact[cause].max_ns = 0;
	}
	for (int kind = 0; kind < NR_STALL_KINDS; kind++) {
		struct latency latency = activity_sum_latency(a, (enum stall_kind)kind, -1);

		sums.latencies[kind] = latency.nr;
		sums.latency_ns[kind] = latency.total_ns;
		memcpy(sums.bucket[kind], latency.bucket, sizeof(latency.bucket));
	}
	for (unsigned int i = 0; i < a->nr_stalls; i++) {
		sums.stalls[a->stalls[i].kind] += a->stalls[i].nr;
		sums.stall_ns[a->stalls[i].kind] += a->stalls[i].total_ns;
		sums.good[a->stalls[i].kind] += a->stalls[i].nr_good;
	}
	sum_tables(a, &sums);
	return sums;
}

/* All of a sum's numbers are 64-bit words but the keys of compact rows, which are the same. */
static void add(struct sums *to, const struct sums *more)
{
	for (int cause = 0; cause < NR_COMPACT_CAUSES; cause++) {
		uint64_t *row = &to->compact[cause].nr_runs;
		const uint64_t *from = &more->compact[cause].nr_runs;
		size_t nr = (sizeof(struct compact_row) - offsetof(struct compact_row, nr_runs)) / 8;

		for (size_t i = 0; i < nr; i++)
			row[i] += from[i];
	}
	for (size_t i = offsetof(struct sums, stalls) / 8; i < sizeof(*to) / 8; i++)
		((uint64_t *)to)[i] += ((const uint64_t *)more)[i];
}

/* A world of threads that do what threads do, and what is expected of it. */
#define NR_THREADS 12

struct world {
	uint64_t seed, now_ns;
	struct activity_tracker *tracker;
	struct sums expected;
	struct {
		bool runs, waits;
		enum compact_cause cause;
		enum stall_kind stall;
		uint64_t run_ns, wait_ns;
	} thread[NR_THREADS];
};

static void take(struct world *world, struct activity_event event)
{
	world->expected.nr_events++;
	activity_take(world->tracker, &event);
}

static void step_run(struct world *world, uint32_t pid)
{
	enum compact_cause cause = world->thread[pid].cause;
	struct compact_row *row = &world->expected.compact[cause];
	uint32_t a = (uint32_t)random_below(&world->seed, 600);
	uint32_t b = (uint32_t)random_below(&world->seed, 3);

	switch (random_below(&world->seed, 5)) {
	case 0:
		take(world, event_scan(pid, world->now_ns, EVENT_ISOLATE_MIGRATE, a, b));
		row->migrate_scanned += a;
		row->migrate_isolated += b;
		break;
	case 1:
		take(world, event_scan(pid, world->now_ns, EVENT_ISOLATE_FREE, a, b));
		row->free_scanned += a;
		row->free_isolated += b;
		row->blocks_visited++;
		row->blocks_empty += !b;
		break;
	case 2:
		take(world, event_scan(pid, world->now_ns, EVENT_ISOLATE_FREE_FAST, a, b));
		row->free_scanned += a;
		row->free_isolated += b;
		break;
	case 3:
		take(world, event_migrate(pid, world->now_ns, a, b));
		row->migrated += a;
		row->migrate_failed += b;
		break;
	default:
		a %= NR_COMPACT_RESULTS;
		take(world, event_end(pid, world->now_ns, (enum compact_result)a));
		row->nr_runs++;
		row->nr_results[a]++;
		row->total_ns += world->now_ns - world->thread[pid].run_ns;
		world->expected.threads[6] += cause == CAUSE_PROACTIVE;
		world->thread[pid].runs = false;
	}
}

static void end_wait(struct world *world, uint32_t pid)
{
	enum stall_kind kind = world->thread[pid].stall;
	struct activity_event event;
	uint64_t ns = world->now_ns - world->thread[pid].wait_ns;
	bool good = random_below(&world->seed, 2);

	event = event_stall(pid, world->now_ns, EVENT_STALL_END, kind, 0);
	event.stall.result = good ? RESULT_SUCCESS : RESULT_COMPLETE;
	event.stall.nr_reclaimed = good;
	take(world, event);
	world->expected.stalls[kind]++;
	world->expected.latencies[kind]++;
	world->expected.stall_ns[kind] += ns;
	world->expected.latency_ns[kind] += ns;
	world->expected.good[kind] += kind == STALL_DRAIN || good;
	for (unsigned int i = 0; i < LATENCY_BUCKETS; i++)
		if (ns < 2ULL << i) {
			world->expected.bucket[kind][i]++;
			break;
		}
	world->thread[pid].waits = false;
}

static void begin_wait(struct world *world, uint32_t pid)
{
	enum stall_kind kind = (enum stall_kind)random_below(&world->seed, NR_STALL_KINDS);
	struct activity_event event;

	event = event_stall(pid, world->now_ns, EVENT_STALL_BEGIN, kind,
			    (int)random_below(&world->seed, 11));
	/* processes come and go: far more than there is room for */
	event.stall.tgid = 1 + (uint32_t)random_below(&world->seed, 900);
	take(world, event);
	world->thread[pid].waits = true;
	world->thread[pid].stall = kind;
	world->thread[pid].wait_ns = world->now_ns;
}

static void begin_run(struct world *world, uint32_t pid)
{
	enum compact_cause cause = (enum compact_cause)random_below(&world->seed,
								    NR_COMPACT_CAUSES);

	take(world, event_compact(pid, world->now_ns, EVENT_COMPACT_BEGIN, cause,
				  (int)random_below(&world->seed, 12) - 1));
	world->thread[pid].runs = true;
	world->thread[pid].cause = cause;
	world->thread[pid].run_ns = world->now_ns;
}

/* Some events were lost, and what ends waits may have been among them. */
static void lose(struct world *world, unsigned int nr)
{
	for (uint32_t pid = 0; pid < NR_THREADS && nr; pid++) {
		world->expected.nr_odd += world->thread[pid].waits;
		world->thread[pid].waits = false;
	}
	activity_set_lost(world->tracker, world->expected.nr_lost += nr);
}

static void step_others(struct world *world)
{
	static const uint32_t threads[] = {
		EVENT_KCOMPACTD_WAKEUP, EVENT_KCOMPACTD_WAKE, EVENT_KCOMPACTD_SLEEP,
		EVENT_KSWAPD_WAKEUP, EVENT_KSWAPD_WAKE, EVENT_KSWAPD_SLEEP,
	};
	uint64_t which = random_below(&world->seed, 6);
	unsigned int a = (unsigned int)random_below(&world->seed, 3);
	bool b = random_below(&world->seed, 2);

	switch (random_below(&world->seed, 4)) {
	case 0:
		take(world, event_thread(world->now_ns, threads[which], (int)a, 3));
		world->expected.threads[which]++;
		break;
	case 1:
		take(world, event_zone(world->now_ns, EVENT_DEFERRED + a, b, 9));
		world->expected.defer[a]++;
		break;
	case 2:
		for (int i = 0; i < 4; i++)
			world->expected.fallbacks[i] += which + 1;
		activity_set_fallbacks(world->tracker, 1, 2, &(struct activity_fallbacks){
			world->expected.fallbacks[0], world->expected.fallbacks[1],
			world->expected.fallbacks[2], world->expected.fallbacks[3] });
		break;
	default:
		world->expected.allocs[0] += 5;
		world->expected.allocs[1] += 1;
		activity_set_alloc(world->tracker, 3, ALLOC_NOWAIT, world->expected.allocs[0],
				   world->expected.allocs[1]);
		activity_set_drained(world->tracker, world->expected.drained += which);
		lose(world, a);
	}
}

static void step(struct world *world)
{
	uint32_t pid = (uint32_t)random_below(&world->seed, NR_THREADS);

	world->now_ns += random_below(&world->seed, 1ULL << random_below(&world->seed, 24));
	if (!random_below(&world->seed, 4))
		step_others(world);
	else if (world->thread[pid].runs)
		step_run(world, pid);
	else if (world->thread[pid].waits)
		end_wait(world, pid);
	else if (random_below(&world->seed, 2))
		begin_wait(world, pid);
	else
		begin_run(world, pid);
}

static struct world world_of(uint64_t seed)
{
	struct world world = { .seed = seed, .tracker = activity_tracker_new(0, ALL) };

	for (int cause = 0; cause < NR_COMPACT_CAUSES; cause++)
		world.expected.compact[cause] = (struct compact_row){
			.node = -1, .cause = (enum compact_cause)cause, .order = ORDER_OTHERS,
		};
	return world;
}

/* The frame after some more steps; the caller's. */
static struct frame *frame_after(struct world *world, uint64_t nr_steps)
{
	struct frame *frame = frame_new();

	for (uint64_t i = 0; i < nr_steps; i++)
		step(world);
	assert_int_equal(activity_fill(world->tracker, world->now_ns, frame), 0);
	return frame;
}

static void sums_are_those_of_a_plain_recount(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct world world = world_of(seed);
		struct frame *frame = frame_after(&world, 20000);
		struct sums sums = sum_up(frame->activity);

		assert_memory_equal(&sums, &world.expected, sizeof(sums));
		activity_tracker_free(world.tracker);
		frame_free(frame);
	}
}

static void intervals_add_up(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 30; seed++) {
		struct world world = world_of(seed);
		struct frame *a = frame_after(&world, random_below(&world.seed, 3000));
		struct frame *b = frame_after(&world, random_below(&world.seed, 3000));
		struct frame *c = frame_after(&world, random_below(&world.seed, 3000));
		struct activity *ab = activity_between(&b->arena, a->activity, b->activity);
		struct activity *bc = activity_between(&c->arena, b->activity, c->activity);
		struct activity *ac = activity_between(&c->arena, a->activity, c->activity);
		struct sums parts = sum_up(ab), more = sum_up(bc), all = sum_up(ac);

		assert_int_equal(ab->since_ns, a->activity->until_ns);
		assert_int_equal(bc->until_ns, c->activity->until_ns);
		add(&parts, &more);
		assert_memory_equal(&parts, &all, sizeof(all));
		parts = sum_up(a->activity);
		add(&parts, &all);
		assert_memory_equal(&parts, &world.expected, sizeof(parts));
		activity_tracker_free(world.tracker);
		frame_free(a);
		frame_free(b);
		frame_free(c);
	}
}

static void an_interval_has_only_what_happened_in_it(void **state)
{
	struct activity_tracker *tracker = activity_tracker_new(0, ALL);
	struct frame *a = frame_new(), *b = frame_new();
	const struct activity_event events[] = {
		event_compact(10, 1 * MS, EVENT_COMPACT_BEGIN, CAUSE_DIRECT, 9),
		event_scan(10, 2 * MS, EVENT_ISOLATE_FREE, 16, 0),
		event_end(10, 9 * MS, RESULT_SUCCESS),
		event_stall(10, 1 * MS, EVENT_STALL_BEGIN, STALL_RECLAIM, 0),
		event_stall(10, 9 * MS, EVENT_STALL_END, STALL_RECLAIM, 0),
		event_compact(11, 11 * MS, EVENT_COMPACT_BEGIN, CAUSE_MANUAL, -1),
		event_scan(11, 12 * MS, EVENT_ISOLATE_FREE, 16, 0),
		event_end(11, 14 * MS, RESULT_COMPLETE),
		event_stall(10, 11 * MS, EVENT_STALL_BEGIN, STALL_RECLAIM, 0),
		event_stall(10, 12 * MS, EVENT_STALL_END, STALL_RECLAIM, 0),
	};
	const struct activity *between;

	(void)state;
	for (size_t i = 0; i < 5; i++)
		activity_take(tracker, &events[i]);
	assert_int_equal(activity_fill(tracker, 10 * MS, a), 0);
	for (size_t i = 5; i < 10; i++)
		activity_take(tracker, &events[i]);
	assert_int_equal(activity_fill(tracker, 20 * MS, b), 0);
	between = activity_between(&b->arena, a->activity, b->activity);
	assert_int_equal(between->nr_events, 5);
	assert_int_equal(between->nr_compact, 1);
	assert_int_equal(between->compact[0].cause, CAUSE_MANUAL);
	assert_int_equal(between->nr_runs, 1);
	assert_int_equal(between->runs[0].pid, 11);
	assert_int_equal(between->nr_steps, 1);
	assert_int_equal(between->stalls[0].nr, 1);
	assert_int_equal(between->stalls[0].total_ns, 1 * MS);
	/* no wait of the interval can have been longer than all of them */
	assert_int_equal(between->stalls[0].max_ns, 1 * MS);
	assert_int_equal(between->latency[0].latency.max_ns, 1 * MS);
	activity_tracker_free(tracker);
	frame_free(a);
	frame_free(b);
}

static void without_an_earlier_one_an_interval_is_everything(void **state)
{
	struct world world = world_of(3), other = world_of(4);
	struct frame *a = frame_after(&other, 100), *b = frame_after(&world, 5000);
	struct activity *whole = activity_between(&b->arena, NULL, b->activity);
	struct sums sums = sum_up(whole);

	(void)state;
	assert_memory_equal(&sums, &world.expected, sizeof(sums));
	/* one that was counted from another moment on says nothing about this one */
	((struct activity *)a->activity)->since_ns = 1;
	whole = activity_between(&b->arena, a->activity, b->activity);
	sums = sum_up(whole);
	assert_memory_equal(&sums, &world.expected, sizeof(sums));
	activity_tracker_free(world.tracker);
	activity_tracker_free(other.tracker);
	frame_free(a);
	frame_free(b);
}

static void garbage_is_survived(void **state)
{
	uint64_t seed = 99;

	(void)state;
	for (int round = 0; round < 20; round++) {
		struct activity_tracker *tracker =
			activity_tracker_new(0, (unsigned int)random_below(&seed, ALL + 1));
		struct frame *frame = frame_new();

		for (int i = 0; i < 20000; i++) {
			struct activity_event event;
			uint64_t *words = (uint64_t *)&event;

			for (size_t word = 0; word < sizeof(event) / 8; word++)
				words[word] = random_next(&seed) &
					      (random_below(&seed, 2) ? 0x0103070f03010307 : ~0ULL);
			event.kind = (uint32_t)random_below(&seed, NR_EVENT_KINDS + 1);
			event.pid %= 500;
			activity_take(tracker, &event);
		}
		assert_int_equal(activity_fill(tracker, random_next(&seed), frame), 0);
		assert_int_equal(frame->activity->nr_events, 20000);
		assert_int_equal(frame_check(frame, NULL), 0);
		activity_tracker_free(tracker);
		frame_free(frame);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_are_those_of_a_plain_recount),
		cmocka_unit_test(intervals_add_up),
		cmocka_unit_test(an_interval_has_only_what_happened_in_it),
		cmocka_unit_test(without_an_earlier_one_an_interval_is_everything),
		cmocka_unit_test(garbage_is_survived),
	};

	return CHECK_MAIN(tests);
}
