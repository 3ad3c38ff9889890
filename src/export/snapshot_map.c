// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * snapshot_map - the page map of a snapshot: columns with one entry per pageblock, and one code per
 * page when pages were asked for.
 *
 * Memory is taken only after the columns that need it have shown their size, and within a budget
 * for the whole file.  A map with codes must pass zonemap_check(); one without is marked
 * blocks_only and must add up block by block.
 */
#include "snapshot.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "snapshot_blocks.h"

#define PAGEBLOCK_ORDER_MAX 15
#define BLOCK_BYTES	    64 /* of all columns together, about */
#define ZONES_MAX	    16384

static const struct field map_fields[] = {
	{ "node", &field_node, offsetof(struct zonemap, node) },
	{ "zone", &field_name, offsetof(struct zonemap, name), .required = true },
	{ "start_pfn", &field_u64, offsetof(struct zonemap, start_pfn) },
	{ "nr_pages", &field_u64, offsetof(struct zonemap, nr_pages), .required = true },
	{ "pageblock_order", &field_uint, offsetof(struct zonemap, pageblock_order),
	  .required = true, .max = PAGEBLOCK_ORDER_MAX },
	{ "max_order", &field_uint, offsetof(struct zonemap, max_order), .required = true,
	  .max = FRAME_ORDERS_MAX - 1 },
	{ "orders_estimated", &field_bool, offsetof(struct zonemap, orders_estimated) },
};

static const struct record map_record = RECORD(struct zonemap, map_fields);

/* The zones of the frame that show this map. */
static void zones_of_map_write(struct field_out *out, const struct zonemap *map)
{
	json_open(&out->json, "of_zones", JSON_ARRAY);
	for (unsigned int i = 0; i < out->frame->nr_zones; i++)
		if (out->frame->zones[i]->map == map)
			json_u64(&out->json, NULL, i);
	json_close(&out->json);
}

static void map_write(struct field_out *out, const struct zonemap *map)
{
	json_open(&out->json, NULL, JSON_OBJECT_LINES);
	record_write(out, &map_record, map);
	zones_of_map_write(out, map);
	snapshot_blocks_write(out, map);
	if (out->pages && !map->blocks_only &&
	    column_write_packed(&out->json, "page_codes", COLUMN_U8, map->code, map->nr_pages))
		out->error = -ENOMEM;
	json_close(&out->json);
}

static const struct field pagemap_fields[] = {
	{ "nr_read_pages", &field_u64, offsetof(struct pagemap, nr_read) },
	{ "sweep_done_ns", &field_u64, offsetof(struct pagemap, sweep_done_ns) },
	{ "sweep_cost_ns", &field_u64, offsetof(struct pagemap, sweep_cost_ns) },
};

static const struct record pagemap_record = RECORD(struct pagemap, pagemap_fields);

static void pagemap_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct pagemap *map = ((const struct frame *)value)->pagemap;

	if (!map)
		return;
	json_open(&out->json, field->name, JSON_OBJECT_LINES);
	json_keep(&out->json);
	record_write(out, &pagemap_record, map);
	json_open(&out->json, "zones", JSON_ARRAY_LINES);
	for (unsigned int i = 0; i < map->nr_zones; i++)
		map_write(out, map->zones[i]);
	json_close(&out->json);
	json_close(&out->json);
}

static int map_check(struct field_in *in, const struct zonemap *map)
{
	struct err why = { "" };

	for (size_t block = 0; block < map->nr_blocks; block++)
		if (snapshot_block_check(in, map, block))
			return -EINVAL;
	if (!map->blocks_only && zonemap_check(map, &why))
		return json_fail(&in->json, "%s", why.text);
	return 0;
}

/* Whether the columns are as long as the span says, and the budget covers it. */
static int map_claims_check(struct field_in *in, const cJSON *item, const struct zonemap *head)
{
	const cJSON *blocks = json_member(item, "pageblocks");
	const cJSON *codes = json_member(item, "page_codes");
	uint64_t end, nr_blocks, bytes;

	if (!head->nr_pages || head->nr_pages > in->map_bytes_left ||
	    __builtin_add_overflow(head->start_pfn, head->nr_pages, &end))
		return json_fail(&in->json, "a span of %" PRIu64 " pages from %" PRIu64
				 " is empty or too large", head->nr_pages, head->start_pfn);
	nr_blocks = ((end - 1) >> head->pageblock_order) -
		    (head->start_pfn >> head->pageblock_order) + 1;
	bytes = head->nr_pages + nr_blocks * BLOCK_BYTES;
	if (bytes > in->map_bytes_left)
		return json_fail(&in->json, "the page maps are larger than this program reads");
	in->map_bytes_left -= bytes;
	json_enter(&in->json, "pageblocks.free_pages");
	if (column_check(&in->json, json_member(blocks, "free_pages"), COLUMN_U16, nr_blocks))
		return -EINVAL;
	json_leave(&in->json);
	json_enter(&in->json, "page_codes");
	if (codes && column_check(&in->json, codes, COLUMN_U8, head->nr_pages))
		return -EINVAL;
	json_leave(&in->json);
	return 0;
}

static int map_alloc(struct field_in *in, const cJSON *item, const struct zonemap *head,
		     struct zonemap **map)
{
	int ret = map_claims_check(in, item, head);

	if (ret)
		return ret;
	*map = zonemap_new(head->start_pfn, head->nr_pages, head->pageblock_order,
			   head->max_order, in->json.err);
	return *map ? 0 : -ENOMEM;
}

/* Fills a new map; on failure it is still the caller's. */
static int map_fill(struct field_in *in, const cJSON *item, const struct zonemap *head,
		    struct zonemap *map)
{
	const cJSON *codes = json_member(item, "page_codes");
	int ret;

	map->node = head->node;
	memcpy(map->name, head->name, sizeof(map->name));
	map->orders_estimated = head->orders_estimated;
	map->blocks_only = !codes;
	json_enter(&in->json, "pageblocks");
	ret = snapshot_blocks_read(in, json_member(item, "pageblocks"), map);
	if (ret)
		return ret;
	json_leave(&in->json);
	if (codes) {
		json_enter(&in->json, "page_codes");
		ret = column_read(&in->json, codes, COLUMN_U8, map->code, map->nr_pages);
		if (ret)
			return ret;
		json_leave(&in->json);
	}
	return map_check(in, map);
}

static int zones_of_map_read(struct field_in *in, const cJSON *item, const struct zonemap *map)
{
	const cJSON *entry;
	size_t nr;

	if (!item)
		return 0;
	if (json_want_array(&in->json, item, in->frame->nr_zones, &nr))
		return -EINVAL;
	cJSON_ArrayForEach(entry, item) {
		uint64_t zone;

		if (json_get_u64(&in->json, entry, in->frame->nr_zones - 1U, &zone))
			return -EINVAL;
		in->frame->zones[zone]->map = map;
	}
	return 0;
}

static int map_read(struct field_in *in, const cJSON *item)
{
	struct zonemap head = { 0 }, *map;
	int ret = record_read(in, &map_record, item, &head);

	if (!ret)
		ret = map_alloc(in, item, &head, &map);
	if (ret)
		return ret;
	ret = map_fill(in, item, &head, map);
	if (!ret && pagemap_add(in->pagemap, map))
		ret = field_no_memory(in);
	if (ret) {
		zonemap_free(map);
		return ret;
	}
	json_enter(&in->json, "of_zones");
	ret = zones_of_map_read(in, json_member(item, "of_zones"), map);
	if (!ret)
		json_leave(&in->json);
	return ret;
}

static int maps_read(struct field_in *in, const cJSON *item)
{
	const cJSON *entry;
	size_t nr, i = 0;

	if (json_want_array(&in->json, item, ZONES_MAX, &nr))
		return -EINVAL;
	cJSON_ArrayForEach(entry, item) {
		int ret;

		json_enter_index(&in->json, i++);
		ret = map_read(in, entry);
		if (ret)
			return ret;
		json_leave(&in->json);
	}
	return 0;
}

static int pagemap_read(struct field_in *in, const struct field *field, const cJSON *item,
			void *value)
{
	struct frame *frame = value;
	struct pagemap facts = { 0 };
	const cJSON *zones = json_member(item, "zones");
	int ret = record_read(in, &pagemap_record, item, &facts);

	(void)field;
	if (ret)
		return ret;
	in->pagemap = pagemap_new();
	if (!in->pagemap)
		return field_no_memory(in);
	json_enter(&in->json, "zones");
	ret = zones ? maps_read(in, zones) : 0;
	if (ret)
		return ret;
	json_leave(&in->json);
	if (facts.nr_read > in->pagemap->nr_pages)
		return json_fail(&in->json, "more pages were read than there are");
	in->pagemap->nr_read = facts.nr_read;
	in->pagemap->sweep_done_ns = facts.sweep_done_ns;
	in->pagemap->sweep_cost_ns = facts.sweep_cost_ns;
	frame->pagemap = in->pagemap;
	return 0;
}

const struct field_kind field_pagemap = { pagemap_write, pagemap_read, NULL };
