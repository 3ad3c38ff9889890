// SPDX-License-Identifier: GPL-2.0-or-later
#include "activity_rows.h"

#include <string.h>

#include "fragscope/frame.h"

#include "saturate.h"

#define COMPACT_ROWS_MAX 256
#define STALL_ROWS_MAX   128
#define ZONE_ROWS_MAX    128
#define NODE_ROWS_MAX    128
/* orders and -1, for each kind */
#define LATENCY_ROWS_MAX (NR_STALL_KINDS * (FRAME_ORDERS_MAX + 1))

#define SAME(name, row, test)                              \
	static bool same_##name(const void *x, const void *y) \
	{                                                     \
		const struct row *a = x, *b = y;              \
							      \
		return test;                                  \
	}

SAME(compact, compact_row,
     a->node == b->node && a->zone_start_pfn == b->zone_start_pfn && a->cause == b->cause &&
     a->order == b->order && a->mode == b->mode)
SAME(latency, latency_row, a->kind == b->kind && a->order == b->order)
SAME(stall, stall_row, a->pid == b->pid && a->kind == b->kind && a->cgroup == b->cgroup)
SAME(defer, defer_row, a->node == b->node && a->zone_start_pfn == b->zone_start_pfn)
SAME(thread, thread_row, a->node == b->node)
SAME(alloc, alloc_row, a->order == b->order && a->class == b->class)
SAME(fallback, fallback_row, a->want == b->want && a->from == b->from)

/* By cause and mode, so that sums over these stay right. */
static void other_compact(void *key)
{
	struct compact_row *row = key;

	row->node = -1;
	row->zone_start_pfn = 0;
	row->zone[0] = '\0';
	row->order = ORDER_OTHERS;
}

static void other_stall(void *key)
{
	struct stall_row *row = key;

	row->pid = 0;
	row->cgroup = 0;
	row->comm[0] = '\0';
}

static void other_defer(void *key)
{
	struct defer_row *row = key;

	row->node = -1;
	row->zone_start_pfn = 0;
	row->zone[0] = '\0';
}

static void other_thread(void *key)
{
	struct thread_row *row = key;

	row->node = -1;
}

#define TABLE(table, row) \
	.rows = offsetof(struct activity, table), \
	.nr = offsetof(struct activity, nr_##table), \
	.size = sizeof(struct row)
#define TOTALS(row, first, last) \
	.totals = offsetof(struct row, first), \
	.nr_totals = (offsetof(struct row, last) + sizeof(((struct row *)0)->last) - \
		      offsetof(struct row, first)) / sizeof(uint64_t)

const struct row_kind row_kinds[NR_ROW_TABLES] = {
	[ROWS_COMPACT] = {
		TABLE(compact, compact_row), TOTALS(compact_row, nr_runs, blocks_empty),
		.max = 2, .nr_max = COMPACT_ROWS_MAX, .same = same_compact,
		.others = other_compact, .nr_others = NR_COMPACT_CAUSES * NR_COMPACT_MODES,
	},
	[ROWS_LATENCY] = {
		TABLE(latency, latency_row), TOTALS(latency_row, latency, latency),
		.max = 2, .nr_max = LATENCY_ROWS_MAX, .same = same_latency,
	},
	[ROWS_STALLS] = {
		TABLE(stalls, stall_row), TOTALS(stall_row, nr, nr_good),
		.max = 2, .nr_max = STALL_ROWS_MAX, .same = same_stall,
		.others = other_stall, .nr_others = NR_STALL_KINDS,
	},
	[ROWS_DEFER] = {
		TABLE(defer, defer_row), TOTALS(defer_row, nr_deferred, nr_resets),
		.max = -1, .nr_max = ZONE_ROWS_MAX, .same = same_defer,
		.others = other_defer, .nr_others = 1,
	},
	[ROWS_THREADS] = {
		TABLE(threads, thread_row), TOTALS(thread_row, kcompactd_wakeups, proactive_runs),
		.max = -1, .nr_max = NODE_ROWS_MAX, .same = same_thread,
		.others = other_thread, .nr_others = 1,
	},
	[ROWS_ALLOCS] = {
		TABLE(allocs, alloc_row), TOTALS(alloc_row, nr, nr_failed),
		.max = -1, .nr_max = FRAME_ORDERS_MAX * NR_ALLOC_CLASSES, .same = same_alloc,
	},
	[ROWS_FALLBACKS] = {
		TABLE(fallbacks, fallback_row), TOTALS(fallback_row, nr, nr_fragmenting),
		.max = -1, .nr_max = FRAME_TYPES_MAX * FRAME_TYPES_MAX, .same = same_fallback,
	},
};

static char *rows_of(const struct activity *activity, const struct row_kind *kind)
{
	char *rows;

	memcpy(&rows, (const char *)activity + kind->rows, sizeof(rows));
	return rows;
}

static unsigned int *nr_of(struct activity *activity, const struct row_kind *kind)
{
	return (void *)((char *)activity + kind->nr);
}

static uint64_t *totals_of(const struct row_kind *kind, void *row)
{
	return (void *)((char *)row + kind->totals);
}

static const uint64_t *const_totals_of(const struct row_kind *kind, const void *row)
{
	return (const void *)((const char *)row + kind->totals);
}

unsigned int activity_nr_rows(const struct activity *activity, enum row_table table)
{
	unsigned int nr;

	memcpy(&nr, (const char *)activity + row_kinds[table].nr, sizeof(nr));
	return nr;
}

void *activity_row_at(const struct activity *activity, enum row_table table, unsigned int i)
{
	const struct row_kind *kind = &row_kinds[table];

	return rows_of(activity, kind) + i * kind->size;
}

void *activity_find_row(const struct activity *activity, enum row_table table, const void *key)
{
	unsigned int nr = activity_nr_rows(activity, table);

	for (unsigned int i = 0; i < nr; i++) {
		void *row = activity_row_at(activity, table, i);

		if (row_kinds[table].same(row, key))
			return row;
	}
	return NULL;
}

static void *append_row(struct activity *activity, enum row_table table, const void *key)
{
	const struct row_kind *kind = &row_kinds[table];
	unsigned int *nr = nr_of(activity, kind);
	void *row = activity_row_at(activity, table, (*nr)++);

	memcpy(row, key, kind->size);
	memset(totals_of(kind, row), 0, kind->nr_totals * sizeof(uint64_t));
	return row;
}

/* The row of the others has room in any case: nr_others rows are kept for them. */
static void *others_row(struct activity *activity, enum row_table table, const void *key)
{
	_Alignas(uint64_t) char other[sizeof(struct latency_row)];
	void *row;

	memcpy(other, key, row_kinds[table].size);
	row_kinds[table].others(other);
	row = activity_find_row(activity, table, other);
	return row ? row : append_row(activity, table, other);
}

void *activity_make_row(struct activity *activity, enum row_table table, const void *key)
{
	const struct row_kind *kind = &row_kinds[table];
	void *row = activity_find_row(activity, table, key);

	if (row)
		return row;
	if (kind->others && activity_nr_rows(activity, table) >= kind->nr_max - kind->nr_others)
		return others_row(activity, table, key);
	return append_row(activity, table, key);
}

void activity_fold_row(struct activity *activity, enum row_table table, unsigned int i)
{
	const struct row_kind *kind = &row_kinds[table];
	char *row = activity_row_at(activity, table, i);
	unsigned int *nr = nr_of(activity, kind);

	activity_row_add(table, others_row(activity, table, row), row);
	--*nr;
	memmove(row, row + kind->size, (*nr - i) * kind->size);
}

void activity_row_add(enum row_table table, void *to, const void *row)
{
	const struct row_kind *kind = &row_kinds[table];
	const uint64_t *from = const_totals_of(kind, row);
	uint64_t *sum = totals_of(kind, to);

	for (unsigned int i = 0; i < kind->nr_totals; i++) {
		if ((int)i != kind->max)
			sum[i] = add_saturated(sum[i], from[i]);
		else if (from[i] > sum[i])
			sum[i] = from[i];
	}
}

bool activity_row_subtract(enum row_table table, void *row, const void *earlier)
{
	const struct row_kind *kind = &row_kinds[table];
	const uint64_t *now = totals_of(kind, row), *before = const_totals_of(kind, earlier);

	for (unsigned int i = 0; i < kind->nr_totals; i++)
		if (now[i] < before[i])
			return false;
	activity_row_subtract_saturated(table, row, earlier);
	return true;
}

void activity_row_subtract_saturated(enum row_table table, void *row, const void *earlier)
{
	const struct row_kind *kind = &row_kinds[table];
	const uint64_t *before = const_totals_of(kind, earlier);
	uint64_t *now = totals_of(kind, row);

	for (unsigned int i = 0; i < kind->nr_totals; i++)
		if ((int)i != kind->max)
			now[i] = sub_saturated(now[i], before[i]);
	/* a maximum that has not grown is an older one's; the time before it is the total */
	if (kind->max > 0 && now[kind->max] <= before[kind->max])
		now[kind->max] = min_u64(now[kind->max], now[kind->max - 1]);
}

bool activity_row_is_zero(enum row_table table, const void *row)
{
	const struct row_kind *kind = &row_kinds[table];
	const uint64_t *totals = const_totals_of(kind, row);

	for (unsigned int i = 0; i < kind->nr_totals; i++)
		if (totals[i])
			return false;
	return true;
}
