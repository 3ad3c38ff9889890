// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * snapshot - a frame as one JSON document, both ways.
 *
 * The document is a table of parts; the order of the rows is the order in the file and the order of
 * reading (types before the zones that count them, zones before the maps that belong to them).
 * Reading gives a frame that writes the same bytes.
 */
#include "snapshot.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/export.h"

#define FORMAT	"fragscope-snapshot"
#define VERSION 1

static const struct field parts[] = {
	{ "identity", &field_record, 0, .record = &snapshot_identity },
	{ "types", &field_types, 0 },
	{ "zones", &field_zones, 0, .required = true },
	{ "vmstat", &field_counters, offsetof(struct frame, vmstat) },
	{ "meminfo_kib", &field_counters, offsetof(struct frame, meminfo) },
	{ "sysctl", &field_counters, offsetof(struct frame, mem_knobs) },
	{ "thp", &field_record, offsetof(struct frame, thp), .record = &snapshot_thp },
	{ "hugetlb", &field_list, offsetof(struct frame, hugepools),
	  .nr_offset = offsetof(struct frame, nr_hugepools), .record = &snapshot_hugepool },
	{ "psi_memory", &field_record, 0, .record = &snapshot_psi },
	{ "kthreads", &field_list, offsetof(struct frame, kthreads),
	  .nr_offset = offsetof(struct frame, nr_kthreads), .record = &snapshot_kthread },
	{ "cgroups", &field_list, offsetof(struct frame, cgroups),
	  .nr_offset = offsetof(struct frame, nr_cgroups), .record = &snapshot_cgroup },
	{ "ram", &field_list, offsetof(struct frame, ram),
	  .nr_offset = offsetof(struct frame, nr_ram), .record = &snapshot_ram },
	{ "request", &field_request, offsetof(struct frame, request), .record = &snapshot_request },
	{ "sources", &field_list, offsetof(struct frame, sources),
	  .nr_offset = offsetof(struct frame, nr_sources), .record = &snapshot_source },
	{ "activity", &field_activity, 0 },
	{ "detail", &field_detail, 0 },
	{ "pagemap", &field_pagemap, 0 },
};

static const struct record document = RECORD(struct frame, parts);

int snapshot_write(const struct frame *frame, bool pages, FILE *to, struct err *err)
{
	struct field_out out = { .frame = frame, .pages = pages };
	int ret;

	json_out_init(&out.json, to);
	json_open(&out.json, NULL, JSON_OBJECT_LINES);
	json_text(&out.json, "format", FORMAT);
	json_u64(&out.json, "version", VERSION);
	record_write(&out, &document, frame);
	json_close(&out.json);
	ret = json_finish(&out.json, err);
	if (!ret && out.error)
		ret = err_set(err, -out.error, "no memory to write the snapshot");
	return ret;
}

bool snapshot_is(struct span bytes)
{
	while (bytes.len && strchr(" \t\r\n", bytes.at[0]) && bytes.at[0])
		bytes = span_skip(bytes, 1);
	return span_starts(bytes, "{") && span_find(bytes, "\"fragscope-") >= 0;
}

/* Tells a snapshot of this version from everything else. */
static int header_check(struct json_in *in, const cJSON *root)
{
	const cJSON *format = json_member(root, "format"), *version = json_member(root, "version");
	uint64_t n;

	if (!cJSON_IsString(format) || strncmp(format->valuestring, "fragscope-", 10))
		return json_fail(in, "no fragscope snapshot; make one with \"fragscope snapshot\"");
	if (strcmp(format->valuestring, FORMAT))
		return json_fail(in, "a %.40s, no snapshot; make one with \"fragscope snapshot\"",
				 format->valuestring);
	if (!version || json_get_u64(in, version, UINT64_MAX, &n) || !n)
		return json_fail(in, "the snapshot does not say its version");
	if (n > VERSION)
		return json_fail(in, "snapshot version %llu, this program reads version %d; "
				 "get a later fragscope", (unsigned long long)n, VERSION);
	return 0;
}

static int document_read(struct field_in *in, const cJSON *root)
{
	char what[sizeof(in->json.err->text)];
	int ret = header_check(&in->json, root);

	if (ret)
		return ret;
	ret = record_read(in, &document, root, in->frame);
	if (!ret)
		ret = frame_check(in->frame, in->json.err);
	if (ret == -EINVAL) {
		memcpy(what, in->json.err->text, sizeof(what));
		err_set(in->json.err, EINVAL, "%.260s; the snapshot is damaged, take it again",
			what);
	}
	return ret;
}

int snapshot_read_bounded(struct span bytes, uint64_t map_bytes_max, struct frame **frame,
			  struct pagemap **map, struct err *err)
{
	struct err unheard;
	struct field_in in = {
		.json.err = err ? err : &unheard,
		.frame = frame_new(),
		.map_bytes_left = map_bytes_max,
	};
	cJSON *root = in.frame ? json_parse(bytes, in.json.err) : NULL;
	int ret;

	if (!in.frame)
		ret = field_no_memory(&in);
	else
		ret = root ? document_read(&in, root) : -EINVAL;
	cJSON_Delete(root);
	if (ret) {
		frame_free(in.frame);
		pagemap_free(in.pagemap);
		in.frame = NULL;
		in.pagemap = NULL;
	}
	*frame = in.frame;
	*map = in.pagemap;
	return ret;
}

int snapshot_read(struct span bytes, struct frame **frame, struct pagemap **map, struct err *err)
{
	return snapshot_read_bounded(bytes, SNAPSHOT_MAP_BYTES_MAX, frame, map, err);
}
