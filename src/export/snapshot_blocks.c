// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * snapshot_blocks - the columns of a page map that have one entry per pageblock.
 *
 * A column that is all default (0; 255 for what is unknown) is left out, except free_pages, which
 * vouches for the number of blocks and stands for the class "free" too.
 */
#include "snapshot_blocks.h"

#include <errno.h>
#include <string.h>

#include "fragscope/array.h"

#include "column.h"

/* The columns by pageblock, except those by class. */
static const struct map_column {
	const char *name;
	enum column_type type;
	size_t offset;   /* of the pointer in struct zonemap */
	uint8_t absent;  /* each byte of an entry that says nothing */
	bool always;     /* even if no entry says anything */
} columns[] = {
	{ "free_pages", COLUMN_U16, offsetof(struct zonemap, free), 0, true },
	{ "largest_order_plus_1", COLUMN_U8, offsetof(struct zonemap, largest), 0, false },
	{ "head_align_plus_1", COLUMN_U8, offsetof(struct zonemap, head_align), 0, false },
	{ "type", COLUMN_U8, offsetof(struct zonemap, type), 0xff, false },
	{ "skip", COLUMN_U8, offsetof(struct zonemap, skip), 0xff, false },
	{ "visits", COLUMN_U16, offsetof(struct zonemap, visits), 0, false },
	{ "misses", COLUMN_U16, offsetof(struct zonemap, misses), 0, false },
	{ "read_ms", COLUMN_U32, offsetof(struct zonemap, read_ms), 0, false },
};

#define NR_COLUMNS ARRAY_SIZE(columns)

static void *column_data(const struct zonemap *map, const struct map_column *column)
{
	void *data;

	memcpy(&data, (const char *)map + column->offset, sizeof(data));
	return data;
}

static bool is_filled(const void *data, size_t size, uint8_t byte)
{
	const uint8_t *bytes = data;

	return !size || (bytes[0] == byte && !memcmp(bytes, bytes + 1, size - 1));
}

static void write_column(struct field_out *out, const char *key, enum column_type type,
			 const void *data, size_t nr)
{
	int ret = column_write(&out->json, key, type, data, nr);

	if (ret)
		out->error = ret;
}

void snapshot_blocks_write(struct field_out *out, const struct zonemap *map)
{
	json_open(&out->json, "pageblocks", JSON_OBJECT_LINES);
	for (size_t i = 0; i < NR_COLUMNS; i++) {
		const struct map_column *column = &columns[i];
		size_t size = map->nr_blocks * column_type_width(column->type);

		if (column->always || !is_filled(column_data(map, column), size, column->absent))
			write_column(out, column->name, column->type, column_data(map, column),
				     map->nr_blocks);
	}
	json_open(&out->json, "class_pages", JSON_OBJECT_LINES);
	for (enum page_class class = 0; class < NR_PAGE_CLASSES; class++)
		if (class != PAGE_FREE &&
		    !is_filled(map->count[class], map->nr_blocks * sizeof(uint16_t), 0))
			write_column(out, page_class_info(class)->name, COLUMN_U16,
				     map->count[class], map->nr_blocks);
	json_close(&out->json);
	json_close(&out->json);
}

static int column_fill(struct field_in *in, const cJSON *blocks, const char *name,
		       enum column_type type, uint8_t absent, void *data, size_t nr)
{
	const cJSON *item = json_member(blocks, name);
	int ret;

	if (!item) {
		memset(data, absent, nr * column_type_width(type));
		return 0;
	}
	json_enter(&in->json, name);
	ret = column_read(&in->json, item, type, data, nr);
	if (!ret)
		json_leave(&in->json);
	return ret;
}

static int classes_read(struct field_in *in, const cJSON *item, struct zonemap *map)
{
	const size_t nr = map->nr_blocks;

	if (item && json_want_object(&in->json, item))
		return -EINVAL;
	for (enum page_class class = 0; class < NR_PAGE_CLASSES; class++) {
		int ret = 0;

		if (class == PAGE_FREE)
			memmove(map->count[class], map->free, nr * sizeof(*map->free));
		else
			ret = column_fill(in, item, page_class_info(class)->name, COLUMN_U16, 0,
					  map->count[class], nr);
		if (ret)
			return ret;
	}
	return 0;
}

int snapshot_blocks_read(struct field_in *in, const cJSON *item, struct zonemap *map)
{
	int ret;

	for (size_t i = 0; i < NR_COLUMNS; i++) {
		const struct map_column *column = &columns[i];

		ret = column_fill(in, item, column->name, column->type, column->absent,
				  column_data(map, column), map->nr_blocks);
		if (ret)
			return ret;
	}
	json_enter(&in->json, "class_pages");
	ret = classes_read(in, json_member(item, "class_pages"), map);
	if (!ret)
		json_leave(&in->json);
	return ret;
}

int snapshot_block_check(struct field_in *in, const struct zonemap *map, size_t block)
{
	unsigned int pages = 0;

	for (enum page_class class = 0; class < NR_PAGE_CLASSES; class++)
		pages += map->count[class][block];
	if (pages != zonemap_block_pages(map, block))
		return json_fail(&in->json, "block %zu has %u pages, its classes add up to %u",
				 block, zonemap_block_pages(map, block), pages);
	if (map->largest[block] > map->max_order + 1 || !map->largest[block] != !map->free[block])
		return json_fail(&in->json, "block %zu: %u pages are free, the largest says %u",
				 block, map->free[block], map->largest[block]);
	if (map->head_align[block] > map->pageblock_order + 1)
		return json_fail(&in->json, "block %zu is smaller than its head alignment", block);
	if (map->type[block] != 0xff && map->type[block] >= FRAME_TYPES_MAX)
		return json_fail(&in->json, "block %zu has no known migratetype", block);
	if (map->misses[block] > map->visits[block])
		return json_fail(&in->json, "block %zu: more misses than visits", block);
	return 0;
}

