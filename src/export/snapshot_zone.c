// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * snapshot_zone - the zones of a snapshot: values by name, free lists as arrays by order, tables as
 * arrays by migratetype of arrays by order.
 */
#include "snapshot.h"

#include <errno.h>

#define ZONES_MAX 16384

#define PAGES(member)                                                                              \
	{ #member "_pages", &field_num, offsetof(struct zone, member) }

/* An index that the kernel printed, by order.  The value is the zone; the number of orders is not
 * known to the zone when there is no free list beside it, so zeros at the end are left out. */
static void printed_write(struct field_out *out, const struct field *field, const int16_t *index)
{
	unsigned int nr = FRAME_ORDERS_MAX;

	while (nr && !index[nr - 1])
		nr--;
	json_open(&out->json, field->name, JSON_ARRAY);
	json_keep(&out->json);
	for (unsigned int order = 0; order < nr; order++)
		json_s64(&out->json, NULL, index[order]);
	json_close(&out->json);
}

static int printed_read(struct field_in *in, const cJSON *item, int16_t *index)
{
	const cJSON *entry;
	size_t nr, order = 0;

	if (json_want_array(&in->json, item, FRAME_ORDERS_MAX, &nr))
		return -EINVAL;
	cJSON_ArrayForEach(entry, item) {
		int64_t n;

		json_enter_index(&in->json, order);
		if (json_get_s64(&in->json, entry, INT16_MIN, INT16_MAX, &n))
			return -EINVAL;
		json_leave(&in->json);
		index[order++] = (int16_t)n;
	}
	return 0;
}

static void unusable_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct zone *zone = value;

	if (zone->has_printed_unusable)
		printed_write(out, field, zone->printed_unusable);
}

static int unusable_read(struct field_in *in, const struct field *field, const cJSON *item,
			 void *value)
{
	struct zone *zone = value;

	(void)field;
	zone->has_printed_unusable = true;
	return printed_read(in, item, zone->printed_unusable);
}

static const struct field_kind field_unusable = { unusable_write, unusable_read, NULL };

static void extfrag_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct zone *zone = value;

	if (zone->has_printed_extfrag)
		printed_write(out, field, zone->printed_extfrag);
}

static int extfrag_read(struct field_in *in, const struct field *field, const cJSON *item,
			void *value)
{
	struct zone *zone = value;

	(void)field;
	zone->has_printed_extfrag = true;
	return printed_read(in, item, zone->printed_extfrag);
}

static const struct field_kind field_extfrag = { extfrag_write, extfrag_read, NULL };

#define COMPACT(name, member) { name, &field_num, offsetof(struct zone_compact, member) }

static const struct field compact_fields[] = {
	COMPACT("cached_migrate_async_pfn", cached_migrate[0]),
	COMPACT("cached_migrate_sync_pfn", cached_migrate[1]),
	COMPACT("cached_free_pfn", cached_free),
	COMPACT("considered", considered),
	COMPACT("defer_shift", defer_shift),
	COMPACT("order_failed", order_failed),
	COMPACT("blockskip_flush", blockskip_flush),
};

static const struct record compact_record = RECORD(struct zone_compact, compact_fields);

static const struct field zone_fields[] = {
	{ "node", &field_node, offsetof(struct zone, node) },
	{ "zone", &field_name, offsetof(struct zone, name), .required = true },
	{ "start_pfn", &field_num, offsetof(struct zone, start_pfn) },
	PAGES(spanned),
	PAGES(present),
	PAGES(managed),
	PAGES(free),
	PAGES(min),
	PAGES(low),
	PAGES(high),
	PAGES(boost),
	PAGES(promo),
	{ "lowmem_reserve_pages", &field_nums, offsetof(struct zone, reserve),
	  .nr_offset = offsetof(struct zone, nr_reserve), .max = FRAME_RESERVE_MAX },
	PAGES(reserved_highatomic),
	PAGES(free_cma),
	{ "pcp_pages", &field_num, offsetof(struct zone, pcp_pages) },
	{ "free_blocks", &field_nums, offsetof(struct zone, free_blocks),
	  .nr_offset = offsetof(struct zone, nr_orders), .max = FRAME_ORDERS_MAX },
	{ "free_total_pages", &field_num, offsetof(struct zone, free_total) },
	{ "free_blocks_by_type", &field_type_free, 0 },
	{ "pageblocks_by_type", &field_type_cells, offsetof(struct zone, type_blocks) },
	{ "mixed_pageblocks_by_type", &field_type_cells, offsetof(struct zone, mixed_blocks) },
	{ "letters", &field_letters, 0 },
	{ "partial", &field_bool, offsetof(struct zone, partial) },
	{ "empty", &field_bool, offsetof(struct zone, empty) },
	{ "printed_unusable_permille", &field_unusable, 0 },
	{ "printed_extfrag_permille", &field_extfrag, 0 },
	{ "compaction", &field_record, offsetof(struct zone, compact), .record = &compact_record },
};

static const struct record zone_record = RECORD(struct zone, zone_fields);

static void zones_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct frame *frame = value;

	json_open(&out->json, field->name, JSON_ARRAY_LINES);
	json_keep(&out->json);
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		json_open(&out->json, NULL, JSON_OBJECT);
		record_write(out, &zone_record, frame->zones[i]);
		json_close(&out->json);
	}
	json_close(&out->json);
}

static int zones_read(struct field_in *in, const struct field *field, const cJSON *item,
		      void *value)
{
	struct frame *frame = value;
	const cJSON *entry;
	size_t nr;

	(void)field;
	if (json_want_array(&in->json, item, ZONES_MAX, &nr))
		return -EINVAL;
	cJSON_ArrayForEach(entry, item) {
		struct zone *zone = frame_add_zone(frame, -1, SPAN(""));
		int ret;

		if (!zone)
			return field_no_memory(in);
		json_enter_index(&in->json, frame->nr_zones - 1);
		ret = record_read(in, &zone_record, entry, zone);
		if (ret)
			return ret;
		json_leave(&in->json);
	}
	return 0;
}

const struct field_kind field_zones = { zones_write, zones_read, NULL };
