// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * activity_json - the tables of an activity as lists of objects, both ways.
 *
 * Numbers that are 0 are left out.  Enums stand by their names.
 */
#include "activity_json.h"

#include <errno.h>
#include <string.h>

#define U64(type, member)   { #member, &field_u64, offsetof(type, member) }
#define INT(type, member)   { #member, &field_int, offsetof(type, member) }
#define NODE(type)          { "node", &field_node, offsetof(type, node) }
#define PAGES(type, member) { #member "_pages", &field_u64, offsetof(type, member) }
#define WORD(type, member, names) \
	{ #member, &field_word, offsetof(type, member), .required = true, \
	  .words = (names), .max = ARRAY_SIZE(names) }
#define ZONE(type) \
	NODE(type), \
	{ "zone", &field_name, offsetof(type, zone) }, \
	{ "zone_start_pfn", &field_u64, offsetof(type, zone_start_pfn) }

/* Counts by the name of what they count; 0 is left out. */
static void results_write(struct field_out *out, const struct field *field, const void *value)
{
	const uint64_t *nr = value;

	json_open(&out->json, field->name, JSON_OBJECT);
	for (unsigned int i = 0; i < NR_COMPACT_RESULTS; i++)
		if (nr[i])
			json_exact_u64(&out->json, compact_result_name[i], nr[i]);
	json_close(&out->json);
}

static int results_read(struct field_in *in, const struct field *field, const cJSON *item,
			void *value)
{
	uint64_t *nr = value;

	(void)field;
	if (json_want_object(&in->json, item))
		return -EINVAL;
	for (unsigned int i = 0; i < NR_COMPACT_RESULTS; i++) {
		const cJSON *member = json_member(item, compact_result_name[i]);

		json_enter(&in->json, compact_result_name[i]);
		if (member && json_get_u64(&in->json, member, UINT64_MAX, &nr[i]))
			return -EINVAL;
		json_leave(&in->json);
	}
	return 0;
}

static const struct field_kind field_results = { results_write, results_read, NULL };

/* Counts by bucket; zeros at the end are left out. */
static void buckets_write(struct field_out *out, const struct field *field, const void *value)
{
	const uint64_t *bucket = value;
	unsigned int nr = LATENCY_BUCKETS;

	while (nr && !bucket[nr - 1])
		nr--;
	json_open(&out->json, field->name, JSON_ARRAY);
	for (unsigned int i = 0; i < nr; i++)
		json_exact_u64(&out->json, NULL, bucket[i]);
	json_close(&out->json);
}

static int buckets_read(struct field_in *in, const struct field *field, const cJSON *item,
			void *value)
{
	uint64_t *bucket = value;
	const cJSON *entry;
	size_t nr, i = 0;

	(void)field;
	if (json_want_array(&in->json, item, LATENCY_BUCKETS, &nr))
		return -EINVAL;
	cJSON_ArrayForEach(entry, item) {
		json_enter_index(&in->json, i);
		if (json_get_u64(&in->json, entry, UINT64_MAX, &bucket[i++]))
			return -EINVAL;
		json_leave(&in->json);
	}
	return 0;
}

static const struct field_kind field_buckets = { buckets_write, buckets_read, NULL };

/* By bit. */
static const char *const means_names[] = {
	"compaction", "reclaim", "threads", "allocations", "fallbacks", "claims", "deferral",
	"drained_pages", "whole_stalls", "drain_times",
};

static void means_write(struct field_out *out, const struct field *field, const void *value)
{
	unsigned int means = *(const unsigned int *)value;

	json_open(&out->json, field->name, JSON_ARRAY);
	for (unsigned int i = 0; i < ARRAY_SIZE(means_names); i++)
		if (means >> i & 1)
			json_text(&out->json, NULL, means_names[i]);
	json_close(&out->json);
}

/* Names of a later program are skipped, as members are. */
static int means_read(struct field_in *in, const struct field *field, const cJSON *item,
		      void *value)
{
	unsigned int *means = value;
	const cJSON *entry;
	size_t nr, at = 0;

	(void)field;
	if (json_want_array(&in->json, item, 32, &nr))
		return -EINVAL;
	cJSON_ArrayForEach(entry, item) {
		const char *text;

		json_enter_index(&in->json, at++);
		if (json_get_text(&in->json, entry, &text))
			return -EINVAL;
		json_leave(&in->json);
		for (unsigned int i = 0; i < ARRAY_SIZE(means_names); i++)
			if (!strcmp(means_names[i], text))
				*means |= 1u << i;
	}
	return 0;
}

static const struct field_kind field_means = { means_write, means_read, NULL };

static const struct field compact_fields[] = {
	ZONE(struct compact_row),
	WORD(struct compact_row, cause, compact_cause_name),
	INT(struct compact_row, order),
	WORD(struct compact_row, mode, compact_mode_name),
	{ "runs", &field_u64, offsetof(struct compact_row, nr_runs) },
	U64(struct compact_row, total_ns),
	U64(struct compact_row, max_ns),
	{ "results", &field_results, offsetof(struct compact_row, nr_results) },
	PAGES(struct compact_row, migrate_scanned),
	PAGES(struct compact_row, free_scanned),
	PAGES(struct compact_row, migrate_isolated),
	PAGES(struct compact_row, free_isolated),
	PAGES(struct compact_row, migrated),
	PAGES(struct compact_row, migrate_failed),
	U64(struct compact_row, blocks_visited),
	U64(struct compact_row, blocks_empty),
};

static const struct field latency_fields[] = {
	WORD(struct latency_row, kind, stall_kind_name),
	INT(struct latency_row, order),
	{ "waits", &field_u64, offsetof(struct latency_row, latency.nr) },
	{ "total_ns", &field_u64, offsetof(struct latency_row, latency.total_ns) },
	{ "max_ns", &field_u64, offsetof(struct latency_row, latency.max_ns) },
	{ "log2_ns", &field_buckets, offsetof(struct latency_row, latency.bucket) },
};

static const struct field stall_fields[] = {
	{ "pid", &field_uint, offsetof(struct stall_row, pid), .required = true,
	  .max = UINT32_MAX },
	{ "comm", &field_name, offsetof(struct stall_row, comm) },
	{ "cgroup_id", &field_u64, offsetof(struct stall_row, cgroup) },
	WORD(struct stall_row, kind, stall_kind_name),
	{ "waits", &field_u64, offsetof(struct stall_row, nr) },
	{ "successful", &field_u64, offsetof(struct stall_row, nr_good) },
	U64(struct stall_row, total_ns),
	U64(struct stall_row, max_ns),
	INT(struct stall_row, max_order),
};

static const struct field defer_fields[] = {
	ZONE(struct defer_row),
	{ "deferred", &field_u64, offsetof(struct defer_row, nr_deferred) },
	{ "defers", &field_u64, offsetof(struct defer_row, nr_defers) },
	{ "resets", &field_u64, offsetof(struct defer_row, nr_resets) },
	INT(struct defer_row, order),
};

static const struct field thread_fields[] = {
	NODE(struct thread_row),
	U64(struct thread_row, kcompactd_wakeups),
	U64(struct thread_row, kcompactd_wakes),
	U64(struct thread_row, kcompactd_sleeps),
	U64(struct thread_row, kswapd_wakeups),
	U64(struct thread_row, kswapd_wakes),
	U64(struct thread_row, kswapd_sleeps),
	U64(struct thread_row, proactive_runs),
	U64(struct thread_row, proactive_end_ns),
	INT(struct thread_row, kcompactd_order),
	INT(struct thread_row, kswapd_order),
};

static const struct field alloc_fields[] = {
	INT(struct alloc_row, order),
	WORD(struct alloc_row, class, alloc_class_name),
	{ "allocations", &field_u64, offsetof(struct alloc_row, nr) },
	{ "failed", &field_u64, offsetof(struct alloc_row, nr_failed) },
};

static const struct field fallback_fields[] = {
	{ "want_type", &field_uint, offsetof(struct fallback_row, want), .required = true,
	  .max = FRAME_TYPES_MAX - 1 },
	{ "from_type", &field_uint, offsetof(struct fallback_row, from), .required = true,
	  .max = FRAME_TYPES_MAX - 1 },
	{ "fallbacks", &field_u64, offsetof(struct fallback_row, nr) },
	{ "claimed", &field_u64, offsetof(struct fallback_row, nr_claimed) },
	{ "stolen", &field_u64, offsetof(struct fallback_row, nr_stolen) },
	{ "fragmenting", &field_u64, offsetof(struct fallback_row, nr_fragmenting) },
};

static const struct field run_fields[] = {
	U64(struct compact_run, begin_ns),
	U64(struct compact_run, end_ns),
	{ "pid", &field_uint, offsetof(struct compact_run, pid), .required = true,
	  .max = UINT32_MAX },
	{ "comm", &field_name, offsetof(struct compact_run, comm) },
	ZONE(struct compact_run),
	WORD(struct compact_run, cause, compact_cause_name),
	INT(struct compact_run, order),
	WORD(struct compact_run, mode, compact_mode_name),
	WORD(struct compact_run, result, compact_result_name),
	U64(struct compact_run, migrate_begin_pfn),
	U64(struct compact_run, free_begin_pfn),
	U64(struct compact_run, migrate_pfn),
	U64(struct compact_run, free_pfn),
	PAGES(struct compact_run, migrate_scanned),
	PAGES(struct compact_run, free_scanned),
	PAGES(struct compact_run, migrate_isolated),
	PAGES(struct compact_run, free_isolated),
	PAGES(struct compact_run, migrated),
	PAGES(struct compact_run, migrate_failed),
	U64(struct compact_run, blocks_visited),
	U64(struct compact_run, blocks_empty),
};

static const struct field step_fields[] = {
	U64(struct scanner_step, time_ns),
	NODE(struct scanner_step),
	U64(struct scanner_step, zone_start_pfn),
	{ "free_scanner", &field_bool, offsetof(struct scanner_step, is_free) },
	U64(struct scanner_step, pfn),
	U64(struct scanner_step, end_pfn),
	{ "taken_pages", &field_u64, offsetof(struct scanner_step, nr_taken) },
};

#define LIST(member, type, fields) \
	{ #member, &field_list, offsetof(struct activity, member), \
	  .nr_offset = offsetof(struct activity, nr_##member), \
	  .record = &(const struct record)RECORD(type, fields) }

static const struct field activity_fields[] = {
	U64(struct activity, since_ns),
	U64(struct activity, until_ns),
	{ "knows", &field_means, offsetof(struct activity, means) },
	{ "events", &field_u64, offsetof(struct activity, nr_events) },
	{ "lost_events", &field_u64, offsetof(struct activity, nr_lost) },
	{ "odd_events", &field_u64, offsetof(struct activity, nr_odd) },
	LIST(compact, struct compact_row, compact_fields),
	LIST(latency, struct latency_row, latency_fields),
	LIST(stalls, struct stall_row, stall_fields),
	LIST(defer, struct defer_row, defer_fields),
	LIST(threads, struct thread_row, thread_fields),
	U64(struct activity, counted_ns),
	LIST(allocs, struct alloc_row, alloc_fields),
	LIST(fallbacks, struct fallback_row, fallback_fields),
	{ "drained_pages", &field_num, offsetof(struct activity, drained_pages) },
	{ "drains", &field_num, offsetof(struct activity, drains) },
	LIST(runs, struct compact_run, run_fields),
	LIST(steps, struct scanner_step, step_fields),
};

const struct record activity_record = RECORD(struct activity, activity_fields);
