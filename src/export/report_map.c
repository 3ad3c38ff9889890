// SPDX-License-Identifier: GPL-2.0-or-later
/* report_map - the page map of one zone in sums: classes, and what the free scanner can see. */
#include "report.h"

#include <math.h>
#include <stdlib.h>

#include "fragscope/pagemap.h"
#include "fragscope/residue.h"

static void write_classes(struct json_out *out, const struct zonemap *map)
{
	json_open(out, "classes", JSON_OBJECT);
	for (enum page_class class = 0; class < NR_PAGE_CLASSES; class++) {
		uint64_t pages = 0;

		for (size_t block = 0; block < map->nr_blocks; block++)
			pages += map->count[class][block];
		if (pages)
			json_u64(out, page_class_info(class)->name, pages);
	}
	json_close(out);
}

static void write_by_stride(struct json_out *out, const char *key, const uint64_t *values)
{
	json_open(out, key, JSON_ARRAY);
	for (unsigned int i = 0; i < RESIDUE_NR_STRIDES; i++)
		json_u64(out, NULL, values[i]);
	json_close(out);
}

/* By stride 1, 2, 4 ... 512. */
static void write_residue(struct json_out *out, const struct residue *residue)
{
	uint64_t random[RESIDUE_NR_STRIDES], strides[RESIDUE_NR_STRIDES];

	for (unsigned int i = 0; i < RESIDUE_NR_STRIDES; i++) {
		strides[i] = 1ULL << i;
		random[i] = (uint64_t)llround(residue->random_blind[i]);
	}
	json_u64(out, "free_pages", residue->free_pages);
	json_u64(out, "pageblocks_with_free", residue->blocks_with_free);
	write_by_stride(out, "strides", strides);
	write_by_stride(out, "seen_pages", residue->seen_pages);
	write_by_stride(out, "blind_blocks", residue->blind_blocks);
	write_by_stride(out, "blind_pages", residue->blind_pages);
	write_by_stride(out, "blind_blocks_if_random", random);
	write_by_stride(out, "blind_blocks_resampled", residue->resampled_blind);
}

void report_map(struct json_out *out, const struct frame *frame, size_t frame_index,
		const struct zonemap *map)
{
	struct residue *residue = map->blocks_only ? NULL : malloc(sizeof(*residue));

	json_open(out, NULL, JSON_OBJECT);
	report_frame_index(out, frame_index);
	if (map->node >= 0)
		json_s64(out, "node", map->node);
	else
		json_null(out, "node");
	json_text(out, "zone", map->name);
	json_u64(out, "start_pfn", map->start_pfn);
	json_u64(out, "spanned", map->nr_pages);
	json_u64(out, "pageblocks", map->nr_blocks);
	json_u64(out, "pageblock_order", map->pageblock_order);
	if (map->orders_estimated)
		json_bool(out, "orders_estimated", true);
	write_classes(out, map);
	report_obstacles(out, frame, map);
	if (residue) {
		residue_compute(map, residue);
		write_residue(out, residue);
	}
	json_close(out);
	free(residue);
}
