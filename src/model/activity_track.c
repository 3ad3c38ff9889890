// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * From the stream of events to totals.  Every event goes to the one function of its kind; what they
 * have in common is that nothing an event says is trusted: it indexes nothing before it was
 * compared.
 */
#include <stdlib.h>
#include <string.h>

#include "activity_private.h"
#include "saturate.h"

void activity_take_text(char *to, size_t size, const char *text, size_t len)
{
	size_t length = strnlen(text, len < size ? len : size - 1);

	memmove(to, text, length);
	memset(to + length, 0, size - length);
}

uint64_t activity_duration(struct activity_tracker *tracker, uint64_t begin_ns, uint64_t end_ns)
{
	if (end_ns < begin_ns)
		tracker->total.nr_odd++;
	return sub_saturated(end_ns, begin_ns);
}

static bool alloc_tables(struct activity_tracker *tracker)
{
	for (enum row_table table = 0; table < NR_ROW_TABLES; table++) {
		const struct row_kind *kind = &row_kinds[table];
		void *rows = arena_alloc(&tracker->arena, kind->nr_max * kind->size);

		if (!rows)
			return false;
		memcpy((char *)&tracker->total + kind->rows, &rows, sizeof(rows));
	}
	tracker->open = arena_alloc(&tracker->arena, OPEN_THREADS_MAX * sizeof(*tracker->open));
	return tracker->open;
}

struct activity_tracker *activity_tracker_new(uint64_t now_ns, unsigned int means)
{
	struct activity_tracker *tracker = calloc(1, sizeof(*tracker));

	if (!tracker)
		return NULL;
	if (!alloc_tables(tracker)) {
		activity_tracker_free(tracker);
		return NULL;
	}
	tracker->total.since_ns = now_ns;
	tracker->total.until_ns = now_ns;
	tracker->total.means = means;
	if (means & ACTIVITY_DRAINS)
		tracker->total.drained_pages = num_known(0);
	if (means & ACTIVITY_DRAIN_TIMES)
		tracker->total.drains = num_known(0);
	return tracker;
}

void activity_tracker_free(struct activity_tracker *tracker)
{
	if (!tracker)
		return;
	arena_done(&tracker->arena);
	free(tracker);
}

static void take_defer(struct activity_tracker *tracker, const struct activity_event *event)
{
	const struct activity_zone *zone = &event->zone;
	struct defer_row key = { .node = zone->node, .zone_start_pfn = zone->zone_start_pfn };
	struct defer_row *row;

	if (zone->node < -1 || !activity_has_order(zone->order)) {
		tracker->total.nr_odd++;
		return;
	}
	activity_take_text(key.zone, sizeof(key.zone), zone->zone, sizeof(zone->zone));
	row = activity_make_row(&tracker->total, ROWS_DEFER, &key);
	row->order = zone->order;
	if (event->kind == EVENT_DEFERRED)
		row->nr_deferred++;
	else if (event->kind == EVENT_DEFER)
		row->nr_defers++;
	else
		row->nr_resets++;
}

/* Which count of a node's row an event of a kernel thread adds to. */
static uint64_t *thread_count(struct thread_row *row, uint32_t kind)
{
	switch (kind) {
	case EVENT_KCOMPACTD_WAKEUP:
		return &row->kcompactd_wakeups;
	case EVENT_KCOMPACTD_WAKE:
		return &row->kcompactd_wakes;
	case EVENT_KCOMPACTD_SLEEP:
		return &row->kcompactd_sleeps;
	case EVENT_KSWAPD_WAKEUP:
		return &row->kswapd_wakeups;
	case EVENT_KSWAPD_WAKE:
		return &row->kswapd_wakes;
	default:
		return &row->kswapd_sleeps;
	}
}

static void take_thread(struct activity_tracker *tracker, const struct activity_event *event)
{
	const struct activity_thread *thread = &event->thread;
	struct thread_row key = {
		.node = thread->node, .kcompactd_order = -1, .kswapd_order = -1,
	};
	struct thread_row *row;

	if (thread->node < -1 || !activity_has_order(thread->order)) {
		tracker->total.nr_odd++;
		return;
	}
	row = activity_make_row(&tracker->total, ROWS_THREADS, &key);
	++*thread_count(row, event->kind);
	if (event->kind == EVENT_KCOMPACTD_WAKEUP || event->kind == EVENT_KCOMPACTD_WAKE)
		row->kcompactd_order = thread->order;
	if (event->kind == EVENT_KSWAPD_WAKEUP || event->kind == EVENT_KSWAPD_WAKE)
		row->kswapd_order = thread->order;
}

void activity_take(struct activity_tracker *tracker, const struct activity_event *event)
{
	static void (*const take[NR_EVENT_KINDS])(struct activity_tracker *,
						  const struct activity_event *) = {
		[EVENT_COMPACT_BEGIN] = activity_begin_run,
		[EVENT_COMPACT_END] = activity_end_run,
		[EVENT_ISOLATE_MIGRATE] = activity_scan,
		[EVENT_ISOLATE_FREE] = activity_scan,
		[EVENT_ISOLATE_FREE_FAST] = activity_scan,
		[EVENT_MIGRATE] = activity_migrate,
		[EVENT_STALL_BEGIN] = activity_begin_stall,
		[EVENT_STALL_END] = activity_end_stall,
		[EVENT_DEFERRED] = take_defer,
		[EVENT_DEFER] = take_defer,
		[EVENT_DEFER_RESET] = take_defer,
		[EVENT_KCOMPACTD_WAKEUP] = take_thread,
		[EVENT_KCOMPACTD_WAKE] = take_thread,
		[EVENT_KCOMPACTD_SLEEP] = take_thread,
		[EVENT_KSWAPD_WAKEUP] = take_thread,
		[EVENT_KSWAPD_WAKE] = take_thread,
		[EVENT_KSWAPD_SLEEP] = take_thread,
		[EVENT_DRAIN] = activity_count_drain,
	};

	tracker->total.nr_events++;
	if (event->kind < NR_EVENT_KINDS && take[event->kind])
		take[event->kind](tracker, event);
	else
		tracker->total.nr_odd++;
}

void activity_set_alloc(struct activity_tracker *tracker, int order, enum alloc_class class,
			uint64_t nr, uint64_t nr_failed)
{
	struct alloc_row key = { .order = order, .class = class };
	struct alloc_row *row;

	if (order < 0 || order >= FRAME_ORDERS_MAX || (unsigned int)class >= NR_ALLOC_CLASSES ||
	    (!nr && !nr_failed))
		return;
	row = activity_make_row(&tracker->total, ROWS_ALLOCS, &key);
	row->nr = nr;
	row->nr_failed = nr_failed;
}

void activity_set_fallbacks(struct activity_tracker *tracker, unsigned int want, unsigned int from,
			    const struct activity_fallbacks *fallbacks)
{
	struct fallback_row key = { .want = want, .from = from };
	struct fallback_row *row;

	if (want >= FRAME_TYPES_MAX || from >= FRAME_TYPES_MAX || !fallbacks->nr)
		return;
	row = activity_make_row(&tracker->total, ROWS_FALLBACKS, &key);
	row->nr = fallbacks->nr;
	row->nr_claimed = fallbacks->nr_claimed;
	row->nr_stolen = fallbacks->nr_stolen;
	row->nr_fragmenting = fallbacks->nr_fragmenting;
}

void activity_set_counted(struct activity_tracker *tracker, uint64_t counted_ns)
{
	tracker->total.counted_ns = counted_ns;
}

void activity_set_drained(struct activity_tracker *tracker, uint64_t nr_pages)
{
	tracker->total.drained_pages = num_known(nr_pages);
}

void activity_set_lost(struct activity_tracker *tracker, uint64_t nr_lost)
{
	if (nr_lost > tracker->total.nr_lost)
		activity_forget_stalls(tracker);
	tracker->total.nr_lost = nr_lost;
}
