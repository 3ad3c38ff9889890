// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/activity.h"

#include <string.h>

#include "activity_rows.h"
#include "saturate.h"

const char *const compact_cause_name[NR_COMPACT_CAUSES] = {
	[CAUSE_DIRECT] = "direct",
	[CAUSE_KCOMPACTD] = "kcompactd",
	[CAUSE_PROACTIVE] = "proactive",
	[CAUSE_MANUAL] = "manual",
};

const char *const compact_mode_name[NR_COMPACT_MODES] = {
	[MODE_ASYNC] = "async",
	[MODE_SYNC_LIGHT] = "sync_light",
	[MODE_SYNC] = "sync",
};

const char *const compact_result_name[NR_COMPACT_RESULTS] = {
	[RESULT_UNKNOWN] = "unknown",
	[RESULT_NOT_SUITABLE] = "not_suitable",
	[RESULT_SKIPPED] = "skipped",
	[RESULT_DEFERRED] = "deferred",
	[RESULT_NO_SUITABLE_PAGE] = "no_suitable_page",
	[RESULT_CONTINUE] = "continue",
	[RESULT_COMPLETE] = "complete",
	[RESULT_PARTIAL_SKIPPED] = "partial_skipped",
	[RESULT_CONTENDED] = "contended",
	[RESULT_SUCCESS] = "success",
};

const char *const stall_kind_name[NR_STALL_KINDS] = {
	[STALL_COMPACTION] = "compaction",
	[STALL_RECLAIM] = "reclaim",
	[STALL_DRAIN] = "drain",
};

const char *const alloc_class_name[NR_ALLOC_CLASSES] = {
	[ALLOC_MOVABLE] = "movable",
	[ALLOC_MOVABLE_LIGHT] = "movable_light",
	[ALLOC_KERNEL] = "kernel",
	[ALLOC_NORETRY] = "noretry",
	[ALLOC_NOWAIT] = "nowait",
	[ALLOC_NOFAIL] = "nofail",
};

size_t activity_event_size(uint32_t kind)
{
	static const size_t size[NR_EVENT_KINDS] = {
		[EVENT_COMPACT_BEGIN] = ACTIVITY_EVENT_SIZE(compact),
		[EVENT_COMPACT_END] = ACTIVITY_EVENT_SIZE(compact),
		[EVENT_ISOLATE_MIGRATE] = ACTIVITY_EVENT_SIZE(scan),
		[EVENT_ISOLATE_FREE] = ACTIVITY_EVENT_SIZE(scan),
		[EVENT_ISOLATE_FREE_FAST] = ACTIVITY_EVENT_SIZE(scan),
		[EVENT_MIGRATE] = ACTIVITY_EVENT_SIZE(migrate),
		[EVENT_STALL_BEGIN] = ACTIVITY_EVENT_SIZE(stall),
		[EVENT_STALL_END] = ACTIVITY_EVENT_SIZE(stall),
		[EVENT_DEFERRED] = ACTIVITY_EVENT_SIZE(zone),
		[EVENT_DEFER] = ACTIVITY_EVENT_SIZE(zone),
		[EVENT_DEFER_RESET] = ACTIVITY_EVENT_SIZE(zone),
		[EVENT_KCOMPACTD_WAKEUP] = ACTIVITY_EVENT_SIZE(thread),
		[EVENT_KCOMPACTD_WAKE] = ACTIVITY_EVENT_SIZE(thread),
		[EVENT_KCOMPACTD_SLEEP] = ACTIVITY_EVENT_SIZE(thread),
		[EVENT_KSWAPD_WAKEUP] = ACTIVITY_EVENT_SIZE(thread),
		[EVENT_KSWAPD_WAKE] = ACTIVITY_EVENT_SIZE(thread),
		[EVENT_KSWAPD_SLEEP] = ACTIVITY_EVENT_SIZE(thread),
		[EVENT_DRAIN] = offsetof(struct activity_event, compact),
	};

	return kind < NR_EVENT_KINDS ? size[kind] : 0;
}

struct compact_row activity_sum_compact(const struct activity *activity, int node, int cause)
{
	struct compact_row sum = { .node = node, .order = ORDER_OTHERS };

	if (cause >= 0)
		sum.cause = (enum compact_cause)cause;
	for (unsigned int i = 0; i < activity->nr_compact; i++) {
		const struct compact_row *row = &activity->compact[i];

		if ((node < 0 || row->node == node) && (cause < 0 || (int)row->cause == cause))
			activity_row_add(ROWS_COMPACT, &sum, row);
	}
	return sum;
}

struct latency activity_sum_latency(const struct activity *activity, enum stall_kind kind,
				    int order)
{
	struct latency_row sum = { .kind = kind, .order = order };

	for (unsigned int i = 0; i < activity->nr_latency; i++) {
		const struct latency_row *row = &activity->latency[i];

		if (row->kind == kind && (order < 0 || row->order == order))
			activity_row_add(ROWS_LATENCY, &sum, row);
	}
	return sum.latency;
}

/* Replaces the pointer at *to by one to a copy of what it points to.  False: no memory. */
static bool copy_array(struct arena *arena, void *to, size_t size)
{
	const void *from;
	void *copy = NULL;

	memcpy(&from, to, sizeof(from));
	if (size) {
		copy = arena_alloc(arena, size);
		if (!copy)
			return false;
		memcpy(copy, from, size);
	}
	memcpy(to, &copy, sizeof(copy));
	return true;
}

struct activity *activity_copy(struct arena *arena, const struct activity *from)
{
	struct activity *copy = arena_alloc(arena, sizeof(*copy));
	bool good;

	if (!copy)
		return NULL;
	*copy = *from;
	good = copy_array(arena, &copy->runs, from->nr_runs * sizeof(*from->runs)) &&
	       copy_array(arena, &copy->steps, from->nr_steps * sizeof(*from->steps));
	for (enum row_table table = 0; good && table < NR_ROW_TABLES; table++)
		good = copy_array(arena, (char *)copy + row_kinds[table].rows,
				  activity_nr_rows(from, table) * row_kinds[table].size);
	return good ? copy : NULL;
}
