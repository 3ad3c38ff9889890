// SPDX-License-Identifier: GPL-2.0-or-later
/* snapshot_types - what a zone of a snapshot says by migratetype. */
#include "snapshot.h"

#include <errno.h>

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

const struct field_kind field_type_free = { type_free_write, type_free_read, NULL };

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

const struct field_kind field_type_cells = { type_cells_write, type_cells_read, NULL };

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

const struct field_kind field_letters = { letters_write, letters_read, NULL };
