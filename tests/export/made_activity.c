// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_activity.h"

#include "../check.h"

/* Memory that is zeroed, so that rows without padding left to chance can be compared as bytes. */
#define ROWS(activity, arena, member, count) \
	((activity)->nr_##member = (count), \
	 (activity)->member = arena_alloc(arena, (count) * sizeof(*(activity)->member)))

/* Fills 64-bit words with numbers of which no two are equal, on both sides of 2^53; 0 among them. */
static uint64_t nr_words;

static void fill_words(uint64_t *words, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		uint64_t next = ++nr_words;

		words[i] = next % 11 == 3 ? 0 : (next % 5 ? 1000 : 1ULL << 53) + next;
	}
}

#define FILL(row, first, last) \
	fill_words(&(row)->first, (size_t)(&(row)->last - &(row)->first) + 1)

static void make_compaction(struct activity *activity, struct arena *arena)
{
	ROWS(activity, arena, compact, 5);
	for (unsigned int i = 0; i < activity->nr_compact; i++) {
		struct compact_row *row = &activity->compact[i];

		FILL(row, nr_runs, blocks_empty);
		row->node = (int)i - 1;
		row->zone_start_pfn = i * 0x100000ULL;
		strcpy(row->zone, i ? "Normal" : "");
		row->cause = i % NR_COMPACT_CAUSES;
		row->order = (int)i - 2;
		row->mode = i % NR_COMPACT_MODES;
	}
	ROWS(activity, arena, defer, 2);
	for (unsigned int i = 0; i < activity->nr_defer; i++) {
		struct defer_row *row = &activity->defer[i];

		FILL(row, nr_deferred, nr_resets);
		row->node = (int)i;
		row->zone_start_pfn = 1ULL << 40;
		strcpy(row->zone, "Movable");
		row->order = (int)i * 9;
	}
}

static void make_runs(struct activity *activity, struct arena *arena)
{
	ROWS(activity, arena, runs, NR_COMPACT_RESULTS);
	for (unsigned int i = 0; i < activity->nr_runs; i++) {
		struct compact_run *run = &activity->runs[i];

		FILL(run, migrate_begin_pfn, blocks_empty);
		run->begin_ns = (1ULL << 55) + i;
		run->end_ns = i % 3 ? run->begin_ns + 1 : 0;
		run->pid = i % 2 ? UINT32_MAX : 17;
		strcpy(run->comm, "a \"b\" \303\251");
		run->node = (int)i % 3 - 1;
		run->zone_start_pfn = i * 7;
		strcpy(run->zone, "DMA32");
		run->cause = i % NR_COMPACT_CAUSES;
		run->order = (int)i - 1;
		run->mode = i % NR_COMPACT_MODES;
		run->result = i;
	}
	ROWS(activity, arena, steps, 3);
	for (unsigned int i = 0; i < activity->nr_steps; i++) {
		struct scanner_step *step = &activity->steps[i];

		step->time_ns = 70 + i;
		step->node = (int)i - 1;
		step->zone_start_pfn = i;
		step->is_free = i % 2;
		step->pfn = i * 512;
		step->end_pfn = i * 513;
		step->nr_taken = i * 3;
	}
}

static void make_waits(struct activity *activity, struct arena *arena)
{
	ROWS(activity, arena, latency, 4);
	for (unsigned int i = 0; i < activity->nr_latency; i++) {
		struct latency_row *row = &activity->latency[i];

		row->kind = i % NR_STALL_KINDS;
		row->order = (int)i - 1;
		FILL(&row->latency, nr, max_ns);
		fill_words(row->latency.bucket, i ? i * 13 : 0);
	}
	ROWS(activity, arena, stalls, 4);
	for (unsigned int i = 0; i < activity->nr_stalls; i++) {
		struct stall_row *row = &activity->stalls[i];

		FILL(row, nr, nr_good);
		row->pid = i ? 4000000000u - i : 0;
		row->cgroup = i ? UINT64_MAX - i : 0;
		row->kind = i % NR_STALL_KINDS;
		strcpy(row->comm, i ? "fifteen bytes.." : "");
		row->max_order = (int)i * 3 - 1;
	}
}

static void make_rest(struct activity *activity, struct arena *arena)
{
	ROWS(activity, arena, threads, 2);
	for (unsigned int i = 0; i < activity->nr_threads; i++) {
		struct thread_row *row = &activity->threads[i];

		FILL(row, kcompactd_wakeups, proactive_runs);
		row->node = (int)i;
		row->kcompactd_order = (int)i - 1;
		row->kswapd_order = 9;
		row->proactive_end_ns = 12345;
	}
	ROWS(activity, arena, allocs, NR_ALLOC_CLASSES);
	for (unsigned int i = 0; i < activity->nr_allocs; i++)
		activity->allocs[i] = (struct alloc_row){
			.order = (int)i, .class = i, .nr = i * 5, .nr_failed = 1ULL << i * 12,
		};
	ROWS(activity, arena, fallbacks, 3);
	for (unsigned int i = 0; i < activity->nr_fallbacks; i++)
		activity->fallbacks[i] = (struct fallback_row){
			.want = i, .from = 15 - i, .nr = 100 + i, .nr_claimed = 20 + i,
			.nr_stolen = 30 + i, .nr_fragmenting = 40 + i,
		};
}

struct activity *made_activity(struct arena *arena)
{
	struct activity *activity = arena_alloc(arena, sizeof(*activity));

	assert_non_null(activity);
	nr_words = 0;
	activity->since_ns = (1ULL << 54) + 1;
	activity->until_ns = (1ULL << 55) + 99;
	activity->means = 0x2ff;
	activity->nr_events = 1ULL << 60;
	activity->nr_lost = 5;
	activity->nr_odd = 6;
	activity->counted_ns = (1ULL << 53) + 11;
	activity->drained_pages = num_known(0);
	activity->drains = num_known(77);
	make_compaction(activity, arena);
	make_runs(activity, arena);
	make_waits(activity, arena);
	make_rest(activity, arena);
	return activity;
}

#define SAME_ROWS(member)                                                           \
	do {                                                                        \
		assert_int_equal(a->nr_##member, b->nr_##member);                   \
		if (a->nr_##member)                                                 \
			assert_memory_equal(a->member, b->member,                   \
					    a->nr_##member * sizeof(*a->member));   \
	} while (0)

void assert_activities_equal(const struct activity *a, const struct activity *b)
{
	assert_int_equal(!a, !b);
	if (!a)
		return;
	assert_true(a->since_ns == b->since_ns);
	assert_true(a->until_ns == b->until_ns);
	assert_int_equal(a->means, b->means);
	assert_true(a->nr_events == b->nr_events);
	assert_true(a->nr_lost == b->nr_lost);
	assert_true(a->nr_odd == b->nr_odd);
	assert_true(a->counted_ns == b->counted_ns);
	assert_int_equal(a->drained_pages.state, b->drained_pages.state);
	assert_true(a->drained_pages.n == b->drained_pages.n);
	assert_int_equal(a->drains.state, b->drains.state);
	assert_true(a->drains.n == b->drains.n);
	SAME_ROWS(compact);
	SAME_ROWS(latency);
	SAME_ROWS(stalls);
	SAME_ROWS(defer);
	SAME_ROWS(threads);
	SAME_ROWS(allocs);
	SAME_ROWS(fallbacks);
	SAME_ROWS(runs);
	SAME_ROWS(steps);
}
