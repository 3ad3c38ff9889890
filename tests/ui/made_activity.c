// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_activity.h"

#include "fragscope/activity.h"
#include "fragscope/clock.h"

#include "../check.h"

#define COPY(frame, rows) copy_rows(frame, rows, sizeof(rows))

static void *copy_rows(struct frame *frame, const void *rows, size_t size)
{
	void *copy = arena_alloc(&frame->arena, size);

	assert_non_null(copy);
	memcpy(copy, rows, size);
	return copy;
}

static uint64_t start_of(const struct frame *frame, const char *name)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (!strcmp(frame->zones[i]->name, name))
			return frame->zones[i]->start_pfn.n;
	return 0;
}

static void add_compaction(struct frame *frame, struct activity *activity, uint64_t t)
{
	const struct compact_row rows[] = {
		{ .zone_start_pfn = start_of(frame, "Normal"), .zone = "Normal",
		  .cause = CAUSE_DIRECT, .order = 9, .mode = MODE_ASYNC, .nr_runs = 7 * t,
		  .total_ns = 2800000 * t, .max_ns = 900000, .nr_results[RESULT_COMPLETE] = 6 * t,
		  .nr_results[RESULT_CONTENDED] = t, .migrate_scanned = 7000 * t,
		  .free_scanned = 63000 * t, .migrate_isolated = 400 * t, .free_isolated = 500 * t,
		  .migrated = 300 * t, .migrate_failed = 100 * t, .blocks_visited = 200 * t,
		  .blocks_empty = 190 * t },
		{ .zone_start_pfn = start_of(frame, "Normal"), .zone = "Normal",
		  .cause = CAUSE_DIRECT, .order = 9, .mode = MODE_SYNC_LIGHT, .nr_runs = 3 * t,
		  .total_ns = 7200000 * t, .max_ns = 41000000, .nr_results[RESULT_SUCCESS] = 2 * t,
		  .nr_results[RESULT_COMPLETE] = t, .migrate_scanned = 3000 * t,
		  .free_scanned = 27000 * t, .migrate_isolated = 900 * t, .free_isolated = 900 * t,
		  .migrated = 700 * t, .migrate_failed = 200 * t, .blocks_visited = 100 * t,
		  .blocks_empty = 90 * t },
		{ .zone_start_pfn = start_of(frame, "DMA32"), .zone = "DMA32",
		  .cause = CAUSE_KCOMPACTD, .order = 4, .mode = MODE_SYNC_LIGHT, .nr_runs = 2 * t,
		  .total_ns = 1200000 * t, .max_ns = 3100000, .nr_results[RESULT_SUCCESS] = 2 * t,
		  .migrate_scanned = 2000 * t, .free_scanned = 4000 * t,
		  .migrate_isolated = 600 * t, .free_isolated = 640 * t, .migrated = 600 * t,
		  .blocks_visited = 20 * t, .blocks_empty = 2 * t },
		{ .zone_start_pfn = start_of(frame, "Normal"), .zone = "Normal",
		  .cause = CAUSE_MANUAL, .order = -1, .mode = MODE_SYNC, .nr_runs = 1,
		  .total_ns = 190000000, .max_ns = 190000000, .nr_results[RESULT_COMPLETE] = 1,
		  .migrate_scanned = 500000, .free_scanned = 1000000, .migrate_isolated = 80000,
		  .free_isolated = 80000, .migrated = 79000, .migrate_failed = 1000,
		  .blocks_visited = 2400, .blocks_empty = 10 },
	};

	activity->compact = COPY(frame, rows);
	activity->nr_compact = sizeof(rows) / sizeof(rows[0]);
}

static void add_waits(struct frame *frame, struct activity *activity, uint64_t t)
{
	const struct stall_row stalls[] = {
		{ .pid = 4711, .cgroup = 5312, .comm = "postgres", .kind = STALL_COMPACTION,
		  .nr = 10 * t, .total_ns = 10000000 * t, .max_ns = 41000000, .nr_good = 2 * t,
		  .max_order = 9 },
		{ .pid = 902, .cgroup = 4100, .comm = "java", .kind = STALL_RECLAIM,
		  .nr = 4 * t, .total_ns = 2000000 * t, .max_ns = 12000000, .nr_good = 4 * t,
		  .max_order = 3 },
		{ .pid = 4711, .cgroup = 5312, .comm = "postgres", .kind = STALL_RECLAIM,
		  .nr = t, .total_ns = 600000 * t, .max_ns = 2000000, .nr_good = t,
		  .max_order = 9 },
		{ .pid = 77, .comm = "kworker/u8:1", .kind = STALL_DRAIN, .nr = t,
		  .total_ns = 50000 * t, .max_ns = 90000, .max_order = 0 },
		{ .pid = 0, .kind = STALL_COMPACTION, .nr = 3, .total_ns = 40000, .max_ns = 20000,
		  .max_order = 4 },
	};
	struct latency_row latency[] = {
		{ .kind = STALL_COMPACTION, .order = 4 }, { .kind = STALL_COMPACTION, .order = 9 },
		{ .kind = STALL_RECLAIM, .order = 3 }, { .kind = STALL_RECLAIM, .order = 9 },
		{ .kind = STALL_DRAIN, .order = -1 },
	};

	latency_add(&latency[0].latency, 20000);
	latency_add(&latency[0].latency, 12000);
	latency_add(&latency[0].latency, 8000);
	latency_add(&latency[1].latency, 41000000);
	for (uint64_t i = 1; i < 10 * t; i++)
		latency_add(&latency[1].latency, 100000ULL << i % 5);
	for (uint64_t i = 0; i < 4 * t; i++)
		latency_add(&latency[2].latency, i ? 300000ULL << i % 3 : 12000000);
	for (uint64_t i = 0; i < t; i++)
		latency_add(&latency[3].latency, i ? 600000 : 2000000);
	for (uint64_t i = 0; i < t; i++)
		latency_add(&latency[4].latency, 50000);
	for (unsigned int i = 0; i < 3; i++) /* the same time as those who waited */
		latency[1 + i].latency.total_ns = stalls[i].total_ns;
	activity->stalls = COPY(frame, stalls);
	activity->nr_stalls = sizeof(stalls) / sizeof(stalls[0]);
	activity->latency = COPY(frame, latency);
	activity->nr_latency = sizeof(latency) / sizeof(latency[0]);
}

static void add_pages(struct frame *frame, struct activity *activity, uint64_t t)
{
	const struct fallback_row fallbacks[] = {
		{ .want = 0, .from = 1, .nr = 3 * t, .nr_claimed = t, .nr_stolen = 2 * t,
		  .nr_fragmenting = 2 * t },
		{ .want = 1, .from = 0, .nr = 12, .nr_claimed = 9, .nr_stolen = 3,
		  .nr_fragmenting = 3 },
		{ .want = 2, .from = 1, .nr = t, .nr_claimed = t, .nr_fragmenting = 0 },
	};
	const struct alloc_row allocs[] = {
		{ .order = 0, .class = ALLOC_NOWAIT, .nr_failed = 7 },
		{ .order = 1, .class = ALLOC_KERNEL, .nr = 900 * t },
		{ .order = 2, .class = ALLOC_MOVABLE, .nr = 120 * t },
		{ .order = 2, .class = ALLOC_KERNEL, .nr = 60 * t },
		{ .order = 3, .class = ALLOC_NORETRY, .nr = 40 * t, .nr_failed = 2 * t },
		{ .order = 3, .class = ALLOC_NOWAIT, .nr = 15 * t, .nr_failed = 11 },
		{ .order = 9, .class = ALLOC_MOVABLE, .nr = 2 * t, .nr_failed = 8 * t },
		{ .order = 9, .class = ALLOC_MOVABLE_LIGHT, .nr = 3 * t, .nr_failed = t },
	};

	activity->fallbacks = COPY(frame, fallbacks);
	activity->nr_fallbacks = sizeof(fallbacks) / sizeof(fallbacks[0]);
	activity->allocs = COPY(frame, allocs);
	activity->nr_allocs = sizeof(allocs) / sizeof(allocs[0]);
	activity->counted_ns = t * NSEC_PER_SEC / 8;
	activity->drained_pages = num_known(3100 * t);
	activity->drains = num_known(t);
}

static void add_runs(struct frame *frame, struct activity *activity)
{
	struct compact_run runs[ACTIVITY_RUNS_MAX];

	memset(runs, 0, sizeof(runs));
	for (unsigned int i = 0; i < ACTIVITY_RUNS_MAX; i++) {
		struct compact_run *run = &runs[i];
		uint64_t end = activity->until_ns - (ACTIVITY_RUNS_MAX - i) * 90000000ULL;

		*run = (struct compact_run){
			.begin_ns = end - 700000 - i * 10000, .end_ns = end, .pid = 4711,
			.comm = "postgres", .zone_start_pfn = start_of(frame, "Normal"),
			.zone = "Normal", .cause = CAUSE_DIRECT, .order = 9,
			.mode = i % 3 ? MODE_ASYNC : MODE_SYNC_LIGHT,
			.result = i % 5 ? RESULT_COMPLETE : RESULT_SUCCESS,
			.migrate_scanned = 1000, .free_scanned = 9000, .migrated = i % 5 ? 0 : 350,
			.blocks_visited = 30, .blocks_empty = i % 5 ? 30 : 21,
		};
	}
	runs[ACTIVITY_RUNS_MAX - 1].end_ns = 0;
	activity->runs = COPY(frame, runs);
	activity->nr_runs = ACTIVITY_RUNS_MAX;
}

static void add_threads(struct frame *frame, struct activity *activity, uint64_t t)
{
	const struct thread_row threads[] = {
		{ .kcompactd_wakeups = 5 * t, .kcompactd_wakes = 2 * t, .kcompactd_sleeps = 2 * t,
		  .kswapd_wakeups = 9 * t, .kswapd_wakes = t, .kswapd_sleeps = t,
		  .kcompactd_order = 4, .kswapd_order = 9, .proactive_runs = 2,
		  .proactive_end_ns = activity->since_ns + NSEC_PER_SEC },
	};
	const struct defer_row defer[] = {
		{ .zone_start_pfn = start_of(frame, "Normal"), .zone = "Normal",
		  .nr_deferred = 6 * t, .nr_defers = 2 * t, .nr_resets = t, .order = 9 },
	};

	activity->threads = COPY(frame, threads);
	activity->nr_threads = 1;
	activity->defer = COPY(frame, defer);
	activity->nr_defer = 1;
}

static void set_compact(struct zone *zone, unsigned int migrate, unsigned int free,
			unsigned int shift)
{
	uint64_t start = zone->start_pfn.n, percent = zone->spanned.n / 100;

	zone->compact.cached_migrate[0] = num_known(start + migrate * percent);
	zone->compact.cached_migrate[1] = num_known(start + migrate * percent);
	zone->compact.cached_free = num_known(start + free * percent);
	zone->compact.considered = num_known(shift > 0);
	zone->compact.defer_shift = num_known(shift);
	zone->compact.order_failed = num_known(shift ? 9 : 10);
	zone->compact.blockskip_flush = num_known(0);
}

/* Seconds' worth of work that was done by then: from 10 to 13 s it is done three times as fast, from
 * 14 to 21 s not at all. */
static uint64_t work_until(unsigned int seconds)
{
	unsigned int phase = seconds % 30;

	if (phase < 10 || phase > 21)
		return seconds;
	return seconds + (phase < 14 ? 2 * (phase - 9) : 21 - phase);
}

void made_activity(struct frame *frame, unsigned int seconds)
{
	uint64_t t = work_until(seconds);
	struct activity *activity = arena_alloc(&frame->arena, sizeof(*activity));

	assert_non_null(activity);
	activity->until_ns = frame->mono_ns;
	activity->since_ns = frame->mono_ns - seconds * NSEC_PER_SEC;
	activity->means = ACTIVITY_COMPACTION | ACTIVITY_RECLAIM | ACTIVITY_THREADS |
			  ACTIVITY_ALLOCS | ACTIVITY_FALLBACKS | ACTIVITY_CLAIMS |
			  ACTIVITY_DEFERRAL | ACTIVITY_DRAINS | ACTIVITY_DRAIN_TIMES;
	activity->nr_events = 4000 * t;
	activity->nr_lost = seconds > 80 ? 3 : 0;
	add_compaction(frame, activity, t);
	add_waits(frame, activity, t);
	add_pages(frame, activity, t);
	add_runs(frame, activity);
	add_threads(frame, activity, t);
	frame->activity = activity;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		if (!strcmp(frame->zones[i]->name, "Normal"))
			set_compact(frame->zones[i], 38, 61, 2);
		else if (!strcmp(frame->zones[i]->name, "DMA32"))
			set_compact(frame->zones[i], 0, 100, 0);
	}
}
