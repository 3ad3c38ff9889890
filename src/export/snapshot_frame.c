// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * snapshot_frame - the parts of a snapshot that are about the machine as a whole, row by row.
 *
 * Not in the file: frame->live (nothing read from a file is live).
 */
#include "snapshot.h"

#include <errno.h>
#include <string.h>

#include "fragscope/array.h"

#define TEXT(type, member)    { #member, &field_text, offsetof(type, member) }
#define U64(type, member)     { #member, &field_u64, offsetof(type, member) }
#define NUM(type, member)     { #member, &field_num, offsetof(type, member) }

static const struct field identity_fields[] = {
	TEXT(struct frame, host),
	TEXT(struct frame, release),
	{ "wall_ns", &field_s64, offsetof(struct frame, wall_ns) },
	U64(struct frame, mono_ns),
	{ "page_size_bytes", &field_num, offsetof(struct frame, page_size) },
	NUM(struct frame, pageblock_order),
};

const struct record snapshot_identity = RECORD(struct frame, identity_fields);

static const struct field ram_fields[] = {
	{ "start_bytes", &field_u64, offsetof(struct ram_range, start) },
	{ "end_bytes", &field_u64, offsetof(struct ram_range, end), .required = true },
};

const struct record snapshot_ram = RECORD(struct ram_range, ram_fields);

static const struct field thp_size_fields[] = {
	{ "size_kib", &field_u64, offsetof(struct thp_size, size_kib), .required = true },
	TEXT(struct thp_size, enabled),
	{ "stats", &field_counters, offsetof(struct thp_size, stats) },
};

static const struct record thp_size_record = RECORD(struct thp_size, thp_size_fields);

static const struct field thp_fields[] = {
	TEXT(struct thp, enabled),
	TEXT(struct thp, defrag),
	{ "pmd_size_bytes", &field_num, offsetof(struct thp, pmd_size) },
	{ "sizes", &field_list, offsetof(struct thp, sizes),
	  .nr_offset = offsetof(struct thp, nr_sizes), .record = &thp_size_record },
};

const struct record snapshot_thp = RECORD(struct thp, thp_fields);

static const struct field hugepool_fields[] = {
	{ "node", &field_node, offsetof(struct hugepool, node) },
	{ "size_kib", &field_u64, offsetof(struct hugepool, size_kib), .required = true },
	{ "total_hugepages", &field_num, offsetof(struct hugepool, total) },
	{ "free_hugepages", &field_num, offsetof(struct hugepool, free) },
	{ "reserved_hugepages", &field_num, offsetof(struct hugepool, reserved) },
	{ "surplus_hugepages", &field_num, offsetof(struct hugepool, surplus) },
};

const struct record snapshot_hugepool = RECORD(struct hugepool, hugepool_fields);

static const struct field psi_line_fields[] = {
	{ "avg10_centipercent", &field_num, offsetof(struct psi_line, avg10) },
	{ "avg60_centipercent", &field_num, offsetof(struct psi_line, avg60) },
	{ "avg300_centipercent", &field_num, offsetof(struct psi_line, avg300) },
	NUM(struct psi_line, total_us),
};

static const struct record psi_line_record = RECORD(struct psi_line, psi_line_fields);

static const struct field psi_fields[] = {
	{ "some", &field_record, offsetof(struct frame, psi_some), .record = &psi_line_record },
	{ "full", &field_record, offsetof(struct frame, psi_full), .record = &psi_line_record },
};

const struct record snapshot_psi = RECORD(struct frame, psi_fields);

static const struct field kthread_fields[] = {
	{ "name", &field_text, offsetof(struct kthread, name), .required = true },
	{ "pid", &field_int, offsetof(struct kthread, pid) },
	NUM(struct kthread, cpu_ns),
};

const struct record snapshot_kthread = RECORD(struct kthread, kthread_fields);

static const struct field cgroup_fields[] = {
	{ "id", &field_u64, offsetof(struct cgroup_name, id), .required = true },
	{ "path", &field_text, offsetof(struct cgroup_name, path), .required = true },
};

const struct record snapshot_cgroup = RECORD(struct cgroup_name, cgroup_fields);

static const char *const request_kinds[] = {
	[REQUEST_ALLOC_FAILURE] = "allocation-failure",
	[REQUEST_OOM] = "oom",
	[REQUEST_SHOW_MEM] = "show-mem",
};

static const struct field request_fields[] = {
	{ "kind", &field_word, offsetof(struct request, kind), .required = true,
	  .words = request_kinds, .max = ARRAY_SIZE(request_kinds) },
	TEXT(struct request, label),
	TEXT(struct request, comm),
	NUM(struct request, pid),
	NUM(struct request, cpu),
	NUM(struct request, order),
	NUM(struct request, gfp_mask),
	TEXT(struct request, gfp_names),
	{ "gfp_decoded", &field_bool, offsetof(struct request, gfp_decoded) },
	TEXT(struct request, nodemask),
	TEXT(struct request, cpuset),
	TEXT(struct request, mems_allowed),
	TEXT(struct request, constraint),
	NUM(struct request, size_bytes),
	{ "when_us", &field_seconds, offsetof(struct request, when) },
};

const struct record snapshot_request = RECORD(struct request, request_fields);

/* Without a kind there was no request, and the zeros in it mean nothing. */
static void request_write(struct field_out *out, const struct field *field, const void *value)
{
	if (((const struct request *)value)->kind != REQUEST_NONE)
		field_record.write(out, field, value);
}

static int request_read(struct field_in *in, const struct field *field, const cJSON *item,
			void *value)
{
	return field_record.read(in, field, item, value);
}

const struct field_kind field_request = { request_write, request_read, NULL };

static const char *const source_states[] = {
	[SOURCE_ABSENT] = "absent", [SOURCE_OK] = "ok",	      [SOURCE_DENIED] = "denied",
	[SOURCE_BROKEN] = "broken", [SOURCE_STALE] = "stale",
};

static const struct field source_fields[] = {
	{ "name", &field_text, offsetof(struct source_status, name), .required = true },
	{ "state", &field_word, offsetof(struct source_status, state), .required = true,
	  .words = source_states, .max = ARRAY_SIZE(source_states) },
	U64(struct source_status, cost_ns),
	U64(struct source_status, read_ns),
	TEXT(struct source_status, text),
};

const struct record snapshot_source = RECORD(struct source_status, source_fields);

static void types_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct frame *frame = value;

	json_open(&out->json, field->name, JSON_ARRAY);
	for (unsigned int type = 0; type < frame->nr_types; type++)
		json_text(&out->json, NULL, frame->type_name[type]);
	json_close(&out->json);
}

static int types_read(struct field_in *in, const struct field *field, const cJSON *item,
		      void *value)
{
	struct frame *frame = value;
	const cJSON *entry;
	size_t nr;

	if (json_want_array(&in->json, item, FRAME_TYPES_MAX, &nr))
		return -EINVAL;
	cJSON_ArrayForEach(entry, item) {
		json_enter_index(&in->json, frame->nr_types);
		if (field_name.read(in, field, entry, frame->type_name[frame->nr_types]))
			return -EINVAL;
		json_leave(&in->json);
		frame->nr_types++;
	}
	return 0;
}

const struct field_kind field_types = { types_write, types_read, NULL };

#define DETAIL_PAGES_MAX (1U << 20)

static const struct field page_fields[] = {
	U64(struct page_detail, flags),
	NUM(struct page_detail, mapcount),
	NUM(struct page_detail, cgroup_inode),
	TEXT(struct page_detail, cgroup),
	NUM(struct page_detail, refcount),
	{ "pinned", &field_bool, offsetof(struct page_detail, pinned) },
	TEXT(struct page_detail, slab),
};

static const struct record page_record = RECORD(struct page_detail, page_fields);

/* The C struct counts its pages in 64 bits, a list in an int. */
struct page_list {
	struct page_detail *pages;
	unsigned int nr;
};

static const struct field page_list_field = {
	"pages", &field_list, offsetof(struct page_list, pages),
	.nr_offset = offsetof(struct page_list, nr), .record = &page_record, .required = true,
};

static const struct record page_list_record = { &page_list_field, 1, sizeof(struct page_list) };

static void detail_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct block_detail *detail = ((const struct frame *)value)->detail;
	struct page_list list;

	if (!detail || !detail->nr_pages || detail->nr_pages > DETAIL_PAGES_MAX)
		return;
	list = (struct page_list){ detail->pages, (unsigned int)detail->nr_pages };
	json_open(&out->json, field->name, JSON_OBJECT);
	json_exact_u64(&out->json, "first_pfn", detail->first_pfn);
	record_write(out, &page_list_record, &list);
	json_close(&out->json);
}

static int detail_read(struct field_in *in, const struct field *field, const cJSON *item,
		       void *value)
{
	struct block_detail *detail = arena_alloc(&in->frame->arena, sizeof(*detail));
	const cJSON *first = json_member(item, "first_pfn");
	struct page_list list = { 0 };
	int ret;

	(void)field;
	if (!detail)
		return field_no_memory(in);
	ret = record_read(in, &page_list_record, item, &list);
	if (ret)
		return ret;
	if (!first || json_get_u64(&in->json, first, UINT64_MAX - list.nr, &detail->first_pfn))
		return json_fail(&in->json, "first_pfn is missing or no page frame number");
	detail->pages = list.pages;
	detail->nr_pages = list.nr;
	((struct frame *)value)->detail = detail;
	return 0;
}

const struct field_kind field_detail = { detail_write, detail_read, NULL };
