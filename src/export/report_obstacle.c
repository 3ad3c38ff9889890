// SPDX-License-Identifier: GPL-2.0-or-later
/* report_obstacle - what stands in the way in one zone, and its cheapest pageblocks. */
#include "report.h"

#include <stdlib.h>

#include "fragscope/contig.h"
#include "fragscope/obstacle.h"

#define BLOCKS_MAX 16 /* of each list */

static void write_classes(struct json_out *out, const struct obstacles *all)
{
	json_open(out, "staying", JSON_ARRAY);
	for (unsigned int i = 0; i < all->nr_classes; i++) {
		const struct obstacle_class *row = &all->classes[i];

		json_open(out, NULL, JSON_OBJECT);
		json_text(out, "class", page_class_info(row->class)->name);
		json_u64(out, "pages", row->nr_pages);
		json_u64(out, "pageblocks", row->nr_blocks);
		json_u64(out, "pageblocks_alone", row->nr_alone);
		json_close(out);
	}
	json_close(out);
}

static void write_pollution(struct json_out *out, const struct pollution *pollution)
{
	if (!pollution->has_types)
		return;
	json_open(out, "pollution", JSON_OBJECT);
	json_u64(out, "movable_pageblocks", pollution->movable_blocks);
	json_u64(out, "movable_pageblocks_polluted", pollution->movable_polluted);
	json_u64(out, "unmovable_pages_in_movable", pollution->unmovable_in_movable);
	json_u64(out, "unmovable_pageblocks", pollution->unmovable_blocks);
	json_u64(out, "unmovable_pageblocks_polluted", pollution->unmovable_polluted);
	json_u64(out, "movable_pages_in_unmovable", pollution->movable_in_unmovable);
	json_open(out, "classes", JSON_OBJECT);
	for (enum page_class class = 0; class < NR_PAGE_CLASSES; class++)
		if (pollution->by_class[class])
			json_u64(out, page_class_info(class)->name, pollution->by_class[class]);
	json_close(out);
	json_close(out);
}

static void write_blocks(struct json_out *out, const char *key, const struct frame *frame,
			 const struct obstacle_block *blocks, unsigned int nr)
{
	json_open(out, key, JSON_ARRAY);
	for (unsigned int i = 0; i < nr && i < BLOCKS_MAX; i++) {
		const struct obstacle_block *block = &blocks[i];

		json_open(out, NULL, JSON_OBJECT);
		json_u64(out, "pfn", block->pfn);
		json_u64(out, "move_pages", block->nr_move);
		json_u64(out, "free_pages", block->nr_free);
		if (block->nr_unknown)
			json_u64(out, "unknown_pages", block->nr_unknown);
		if (block->nr_stay) {
			json_u64(out, "stay_pages", block->nr_stay);
			json_text(out, "stays", page_class_info(block->stays)->name);
		}
		if (block->type < frame->nr_types)
			json_text(out, "type", frame->type_name[block->type]);
		json_close(out);
	}
	json_close(out);
}

void report_obstacles(struct json_out *out, const struct frame *frame, const struct zonemap *map)
{
	struct obstacles *all = malloc(sizeof(*all));

	if (!all)
		return;
	obstacle_survey(frame, map, contig_staying(frame), all);
	json_open(out, "obstacles", JSON_OBJECT);
	json_u64(out, "pageblocks", all->nr_blocks);
	json_u64(out, "pageblocks_read", all->nr_known);
	json_u64(out, "pageblocks_free", all->nr_empty);
	json_u64(out, "pageblocks_freeable", all->nr_clear);
	json_u64(out, "pageblocks_one_folio", all->nr_folio);
	json_u64(out, "pageblocks_undecided", all->nr_undecided);
	json_u64(out, "pageblocks_spoilt", all->nr_spoilt);
	write_classes(out, all);
	write_pollution(out, &all->pollution);
	write_blocks(out, "cheapest", frame, all->cheapest, all->nr_cheapest);
	write_blocks(out, "nearly_free", frame, all->spoilt, all->nr_spoilt_rows);
	json_close(out);
	free(all);
}
