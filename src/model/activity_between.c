// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The activity of an interval, from the totals at both of its ends.
 *
 * A row that the later one has not any more, or that has become smaller, was summed in the row of
 * the others meanwhile; so it is subtracted from these.  Thus the sum over the rows of a table is
 * right even where a row's own share can't be told.
 */
#include <string.h>

#include "fragscope/activity.h"

#include "activity_rows.h"
#include "saturate.h"

/* The others' row in the result, or NULL. */
static void *others_of(const struct activity *activity, enum row_table table, const void *key)
{
	_Alignas(uint64_t) char other[sizeof(struct latency_row)];

	if (!row_kinds[table].others)
		return NULL;
	memcpy(other, key, row_kinds[table].size);
	row_kinds[table].others(other);
	return activity_find_row(activity, table, other);
}

static void subtract_row(struct activity *result, enum row_table table, const void *earlier)
{
	void *row = activity_find_row(result, table, earlier);

	if (row && activity_row_subtract(table, row, earlier))
		return;
	row = others_of(result, table, earlier);
	if (row)
		activity_row_subtract_saturated(table, row, earlier);
}

static void drop_zero_rows(struct activity *result, enum row_table table)
{
	const struct row_kind *kind = &row_kinds[table];
	unsigned int nr = activity_nr_rows(result, table), kept = 0;

	for (unsigned int i = 0; i < nr; i++) {
		const void *row = activity_row_at(result, table, i);

		if (!activity_row_is_zero(table, row))
			memmove(activity_row_at(result, table, kept++), row, kind->size);
	}
	memcpy((char *)result + kind->nr, &kept, sizeof(kept));
}

/* No wait was longer than the last bucket that has one. */
static void bound_by_bucket(struct latency *latency)
{
	for (unsigned int i = LATENCY_BUCKETS - 1; i--;) {
		if (latency->bucket[i + 1])
			return;
		if (latency->bucket[i]) {
			latency->max_ns = min_u64(latency->max_ns, 2ULL << i);
			return;
		}
	}
}

static struct num subtract_num(struct num later, struct num earlier)
{
	if (num_has(later) && num_has(earlier))
		later.n = sub_saturated(later.n, earlier.n);
	return later;
}

static void keep_newer(struct activity *result, uint64_t since_ns)
{
	unsigned int nr_runs = 0, nr_steps = 0;

	for (unsigned int i = 0; i < result->nr_runs; i++)
		if (!result->runs[i].end_ns || result->runs[i].end_ns > since_ns)
			result->runs[nr_runs++] = result->runs[i];
	for (unsigned int i = 0; i < result->nr_steps; i++)
		if (result->steps[i].time_ns > since_ns)
			result->steps[nr_steps++] = result->steps[i];
	result->nr_runs = nr_runs;
	result->nr_steps = nr_steps;
}

static void subtract(struct activity *result, const struct activity *earlier)
{
	result->since_ns = earlier->until_ns;
	result->nr_events = sub_saturated(result->nr_events, earlier->nr_events);
	result->nr_lost = sub_saturated(result->nr_lost, earlier->nr_lost);
	result->nr_odd = sub_saturated(result->nr_odd, earlier->nr_odd);
	result->counted_ns = sub_saturated(result->counted_ns, earlier->counted_ns);
	result->drained_pages = subtract_num(result->drained_pages, earlier->drained_pages);
	result->drains = subtract_num(result->drains, earlier->drains);
	for (enum row_table table = 0; table < NR_ROW_TABLES; table++) {
		unsigned int nr = activity_nr_rows(earlier, table);

		for (unsigned int i = 0; i < nr; i++)
			subtract_row(result, table, activity_row_at(earlier, table, i));
		drop_zero_rows(result, table);
	}
	for (unsigned int i = 0; i < result->nr_latency; i++)
		bound_by_bucket(&result->latency[i].latency);
	keep_newer(result, earlier->until_ns);
}

struct activity *activity_between(struct arena *arena, const struct activity *earlier,
				  const struct activity *later)
{
	struct activity *result = activity_copy(arena, later);

	if (result && earlier && earlier->since_ns == later->since_ns &&
	    earlier->until_ns <= later->until_ns)
		subtract(result, earlier);
	return result;
}
