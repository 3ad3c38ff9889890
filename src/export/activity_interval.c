// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * activity_interval - what happened between two frames, as one line of JSON.
 *
 * The activity is written as in a snapshot; beside it stand the counters of /proc/vmstat that tell
 * of fragmentation, as differences, so that there is something where no events can be had.
 */
#include <errno.h>

#include "activity_json.h"
#include "fragscope/export.h"

#define FORMAT	"fragscope-activity"
#define VERSION 1

static const char *const counter_prefixes[] = {
	"compact_", "allocstall", "pgmigrate_", "thp_fault_", "pgscan_", "pgsteal_", "drop_",
	"numa_pages_migrated", "pageoutrun",
};

static bool is_told(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(counter_prefixes); i++)
		if (span_starts(span_of(name), counter_prefixes[i]))
			return true;
	return false;
}

static void write_counters(struct json_out *json, const struct frame *before,
			   const struct frame *now)
{
	json_open(json, "vmstat", JSON_OBJECT);
	for (unsigned int i = 0; i < now->vmstat.nr; i++) {
		const struct counter *row = &now->vmstat.rows[i];
		struct num was = counters_get(&before->vmstat, row->name);

		if (is_told(row->name) && num_has(row->value) && num_has(was) &&
		    row->value.n >= was.n)
			json_exact_u64(json, row->name, row->value.n - was.n);
	}
	json_close(json);
}

static void write_types(struct json_out *json, const struct frame *frame)
{
	json_open(json, "types", JSON_ARRAY);
	for (unsigned int type = 0; type < frame->nr_types; type++)
		json_text(json, NULL, frame->type_name[type]);
	json_close(json);
}

/* Of those that waited. */
static void write_cgroups(struct json_out *json, const struct frame *frame,
			  const struct activity *activity)
{
	json_open(json, "cgroups", JSON_ARRAY);
	for (unsigned int i = 0; i < frame->nr_cgroups; i++) {
		const struct cgroup_name *cgroup = &frame->cgroups[i];
		bool waited = false;

		for (unsigned int j = 0; j < activity->nr_stalls; j++)
			waited |= activity->stalls[j].cgroup == cgroup->id;
		if (!waited)
			continue;
		json_open(json, NULL, JSON_OBJECT);
		json_exact_u64(json, "id", cgroup->id);
		json_text(json, "path", cgroup->path);
		json_close(json);
	}
	json_close(json);
}

static void write_activity(struct field_out *out, const struct activity *activity)
{
	json_open(&out->json, "activity", JSON_OBJECT);
	json_keep(&out->json);
	record_write(out, &activity_record, activity);
	json_close(&out->json);
	write_cgroups(&out->json, out->frame, activity);
}

int activity_write_json(const struct frame *before, const struct frame *now, FILE *to,
			struct err *err)
{
	struct field_out out = { .frame = now };
	const struct source_status *source = frame_find_source(now, "activity");
	struct arena arena = { 0 };
	struct activity *between = NULL;

	if (now->activity) {
		between = activity_between(&arena, before->activity, now->activity);
		if (!between) {
			arena_done(&arena);
			return err_set(err, ENOMEM, "no memory for the interval");
		}
	}
	json_out_init(&out.json, to);
	out.json.one_line = true;
	json_open(&out.json, NULL, JSON_OBJECT);
	json_text(&out.json, "format", FORMAT);
	json_u64(&out.json, "version", VERSION);
	json_exact_s64(&out.json, "wall_ns", now->wall_ns);
	json_exact_u64(&out.json, "begin_ns", before->mono_ns);
	json_exact_u64(&out.json, "end_ns", now->mono_ns);
	write_types(&out.json, now);
	write_counters(&out.json, before, now);
	if (between)
		write_activity(&out, between);
	if (source && source->text)
		json_text(&out.json, "missing", source->text);
	json_close(&out.json);
	arena_done(&arena);
	return json_finish(&out.json, err);
}
