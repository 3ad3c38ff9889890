// SPDX-License-Identifier: GPL-2.0-or-later
/* report_text_obstacle - what stands in the way in the plain report, by zone, class and block. */
#include "report_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "fragscope/contig.h"
#include "fragscope/fmt.h"
#include "fragscope/obstacle.h"
#include "text_table.h"

#define BLOCKS_MAX 8

static void print_table(struct text_out *out, struct text_table *table)
{
	if (text_table_print(table, out->to, 2, out->width))
		out->error = -ENOMEM;
}

static void add_head(struct text_table *table, const char *const *heads, unsigned int nr)
{
	text_table_init(table, nr, 1);
	for (unsigned int i = 0; i < nr; i++)
		text_table_add(table, "%s", heads[i]);
}

static void add_zone_name(struct text_table *table, const struct zonemap *map)
{
	if (map->node >= 0)
		text_table_add(table, "%d %s", map->node, map->name);
	else
		text_table_add(table, "%s", map->name);
}

static void add_count(struct text_table *table, uint64_t nr)
{
	text_table_add(table, "%s", fmt_count(FMT_BUF, nr));
}

static void write_zones(struct text_out *out, const struct pagemap *map,
			const struct obstacles *all)
{
	static const char *const heads[] = {
		"zone", "pageblocks", "free", "freeable", "one folio", "undecided", "spoilt",
	};
	struct text_table table;

	add_head(&table, heads, 7);
	for (unsigned int i = 0; i < map->nr_zones; i++) {
		if (!all[i].nr_blocks)
			continue;
		add_zone_name(&table, map->zones[i]);
		add_count(&table, all[i].nr_blocks);
		add_count(&table, all[i].nr_empty);
		add_count(&table, all[i].nr_clear);
		add_count(&table, all[i].nr_folio);
		add_count(&table, all[i].nr_undecided);
		add_count(&table, all[i].nr_spoilt);
	}
	print_table(out, &table);
}

static void write_classes(struct text_out *out, const struct pagemap *map,
			  const struct obstacles *all)
{
	static const char *const heads[] = { "what stays", "pages", "pageblocks", "alone in" };
	struct obstacle_class sum[NR_PAGE_CLASSES] = { { 0 } };
	struct text_table table;

	for (unsigned int i = 0; i < map->nr_zones; i++) {
		for (unsigned int j = 0; j < all[i].nr_classes; j++) {
			const struct obstacle_class *row = &all[i].classes[j];

			sum[row->class].nr_pages += row->nr_pages;
			sum[row->class].nr_blocks += row->nr_blocks;
			sum[row->class].nr_alone += row->nr_alone;
		}
	}
	add_head(&table, heads, 4);
	for (enum page_class class = 0; class < NR_PAGE_CLASSES; class++) {
		if (!sum[class].nr_pages)
			continue;
		text_table_add(&table, "%s", page_class_info(class)->name);
		add_count(&table, sum[class].nr_pages);
		add_count(&table, sum[class].nr_blocks);
		add_count(&table, sum[class].nr_alone);
	}
	print_table(out, &table);
}

/* Kernel pages in movable blocks, and the other way. */
static void write_pollution(struct text_out *out, const struct frame *frame)
{
	static const char *const heads[] = { "pollution", "pageblocks", "polluted", "pages there" };
	const struct pagemap *map = frame->pagemap;
	struct pollution sum = { 0 };
	struct text_table table;

	for (unsigned int i = 0; i < map->nr_zones; i++)
		obstacle_add_pollution(frame, map->zones[i], &sum);
	if (!sum.has_types)
		return;
	add_head(&table, heads, 4);
	text_table_add(&table, "unmovable in movable");
	add_count(&table, sum.movable_blocks);
	add_count(&table, sum.movable_polluted);
	add_count(&table, sum.unmovable_in_movable);
	text_table_add(&table, "movable in unmovable");
	add_count(&table, sum.unmovable_blocks);
	add_count(&table, sum.unmovable_polluted);
	add_count(&table, sum.movable_in_unmovable);
	print_table(out, &table);
}

static void add_block(struct text_table *table, const struct frame *frame,
		      const struct zonemap *map, const struct obstacle_block *block)
{
	text_table_add(table, "0x%" PRIx64, block->pfn);
	add_zone_name(table, map);
	add_count(table, block->nr_move);
	add_count(table, block->nr_free);
	add_count(table, block->nr_unknown);
	text_table_add(table, "%s", block->type < frame->nr_types ? frame->type_name[block->type] :
								    "-");
}

/* The cheapest of all zones, by taking the best of what is left again and again. */
static void write_cheapest(struct text_out *out, const struct frame *frame,
			   const struct obstacles *all)
{
	static const char *const heads[] = {
		"cheapest", "zone", "to move", "free", "unknown", "type",
	};
	const struct pagemap *map = frame->pagemap;
	unsigned int *taken = calloc(map->nr_zones + 1, sizeof(*taken));
	struct text_table table;

	if (!taken) {
		out->error = -ENOMEM;
		return;
	}
	add_head(&table, heads, 6);
	table.left[1] = table.left[5] = true;
	for (unsigned int row = 0; row < BLOCKS_MAX; row++) {
		const struct obstacle_block *best = NULL;
		unsigned int zone = 0;

		for (unsigned int i = 0; i < map->nr_zones; i++) {
			const struct obstacle_block *block = &all[i].cheapest[taken[i]];

			if (taken[i] == all[i].nr_cheapest ||
			    (best && (best->nr_unknown < block->nr_unknown ||
				      (best->nr_unknown == block->nr_unknown &&
				       best->nr_move <= block->nr_move))))
				continue;
			best = block;
			zone = i;
		}
		if (!best)
			break;
		taken[zone]++;
		add_block(&table, frame, map->zones[zone], best);
	}
	print_table(out, &table);
	free(taken);
}

void report_text_obstacles(struct text_out *out, const struct frame *frame)
{
	const struct pagemap *map = frame->pagemap;
	struct obstacles *all = map ? calloc(map->nr_zones + 1, sizeof(*all)) : NULL;
	uint64_t nr_blocks = 0;

	if (!map)
		return;
	if (!all) {
		out->error = -ENOMEM;
		return;
	}
	for (unsigned int i = 0; i < map->nr_zones; i++) {
		obstacle_survey(frame, map->zones[i], contig_staying(frame), &all[i]);
		nr_blocks += all[i].nr_known;
	}
	if (nr_blocks) {
		report_title(out, "WHO IS IN THE WAY",
			     "whole pageblocks: free, freeable by moving pages, or spoilt by "
			     "pages that stay");
		write_zones(out, map, all);
		write_classes(out, map, all);
		write_pollution(out, frame);
		write_cheapest(out, frame, all);
	}
	free(all);
}
