// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * snapshot_zone - the zones of a snapshot: values by name, free lists as arrays by order, tables as
 * arrays by migratetype of arrays by order.
 */
#include "snapshot.h"

#include <errno.h>
#include <string.h>

#define ZONES_MAX 16384

#define PAGES(member)                                                                              \
	{ #member "_pages", &field_num, offsetof(struct zone, member) }

/* free_blocks_by_type: migratetype by order; a type of which nothing is known is null. */
static bool row_is_absent(const struct zone *zone, unsigned int type)
{
	for (unsigned int order = 0; order < zone->nr_orders; order++)
		if (zone_get_type_free(zone, type, order).state != NUM_ABSENT)
			return false;
	return true;
}

static void type_free_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct zone *zone = value;

	if (!zone->type_free || !zone->nr_orders)
		return;
	json_open(&out->json, field->name, JSON_ARRAY);
	json_keep(&out->json);
	for (unsigned int type = 0; type < out->frame->nr_types; type++) {
		if (row_is_absent(zone, type)) {
			json_null(&out->json, NULL);
			continue;
		}
		json_open(&out->json, NULL, JSON_ARRAY);
		for (unsigned int order = 0; order < zone->nr_orders; order++)
			json_num(&out->json, NULL, zone_get_type_free(zone, type, order));
		json_close(&out->json);
	}
	json_close(&out->json);
}

static int type_row_read(struct field_in *in, struct zone *zone, unsigned int type,
			 const cJSON *item)
{
	unsigned int order = 0;
	const cJSON *entry;
	size_t nr;

	if (json_want_array(&in->json, item, zone->nr_orders, &nr))
		return -EINVAL;
	cJSON_ArrayForEach(entry, item) {
		struct num *cell = zone_type_free(in->frame, zone, type, order);

		json_enter_index(&in->json, order++);
		if (!cell)
			return field_no_memory(in);
		if (json_get_num(&in->json, entry, cell))
			return -EINVAL;
		json_leave(&in->json);
	}
	return 0;
}

static int type_free_read(struct field_in *in, const struct field *field, const cJSON *item,
			  void *value)
{
	struct zone *zone = value;
	unsigned int type = 0;
	const cJSON *row;
	size_t nr;

	(void)field;
	if (json_want_array(&in->json, item, in->frame->nr_types, &nr))
		return -EINVAL;
	if (!zone_type_free(in->frame, zone, 0, 0))
		return field_no_memory(in);
	cJSON_ArrayForEach(row, item) {
		int ret;

		json_enter_index(&in->json, type);
		ret = cJSON_IsNull(row) ? 0 : type_row_read(in, zone, type, row);
		if (ret)
			return ret;
		json_leave(&in->json);
		type++;
	}
	return 0;
}

static const struct field_kind field_type_free = { type_free_write, type_free_read, NULL };

/* One number per migratetype; the value is the pointer to the table. */
static void type_cells_write(struct field_out *out, const struct field *field,
			     const void *value)
{
	const struct num *table = *(struct num *const *)value;

	if (!table)
		return;
	json_open(&out->json, field->name, JSON_ARRAY);
	json_keep(&out->json);
	for (unsigned int type = 0; type < out->frame->nr_types; type++)
		json_num(&out->json, NULL, table[type]);
	json_close(&out->json);
}

static int type_cells_read(struct field_in *in, const struct field *field, const cJSON *item,
			   void *value)
{
	unsigned int type = 0;
	const cJSON *entry;
	size_t nr;

	(void)field;
	if (json_want_array(&in->json, item, in->frame->nr_types, &nr))
		return -EINVAL;
	if (!zone_type_cell(in->frame, value, 0))
		return field_no_memory(in);
	cJSON_ArrayForEach(entry, item) {
		json_enter_index(&in->json, type);
		if (json_get_num(&in->json, entry, zone_type_cell(in->frame, value, type++)))
			return -EINVAL;
		json_leave(&in->json);
	}
	return 0;
}

static const struct field_kind field_type_cells = { type_cells_write, type_cells_read, NULL };

/* Which types a log's letters name, as numbers of types, by order. */
static void letters_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct zone *zone = value;

	if (!zone->has_letters)
		return;
	json_open(&out->json, field->name, JSON_ARRAY);
	json_keep(&out->json);
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		json_open(&out->json, NULL, JSON_ARRAY);
		for (unsigned int type = 0; type < FRAME_TYPES_MAX; type++)
			if (zone->letters[order] >> type & 1)
				json_u64(&out->json, NULL, type);
		json_close(&out->json);
	}
	json_close(&out->json);
}

static int letters_row_read(struct field_in *in, const cJSON *item, uint16_t *letters)
{
	const cJSON *entry;
	size_t nr;

	if (json_want_array(&in->json, item, FRAME_TYPES_MAX, &nr))
		return -EINVAL;
	cJSON_ArrayForEach(entry, item) {
		uint64_t type;

		if (json_get_u64(&in->json, entry, FRAME_TYPES_MAX - 1, &type))
			return -EINVAL;
		*letters |= (uint16_t)(1U << type);
	}
	return 0;
}

static int letters_read(struct field_in *in, const struct field *field, const cJSON *item,
			void *value)
{
	struct zone *zone = value;
	unsigned int order = 0;
	const cJSON *row;
	size_t nr;

	(void)field;
	if (json_want_array(&in->json, item, zone->nr_orders, &nr))
		return -EINVAL;
	zone->has_letters = true;
	cJSON_ArrayForEach(row, item) {
		json_enter_index(&in->json, order);
		if (letters_row_read(in, row, &zone->letters[order++]))
			return -EINVAL;
		json_leave(&in->json);
	}
	return 0;
}

static const struct field_kind field_letters = { letters_write, letters_read, NULL };

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
