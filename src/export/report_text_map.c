// SPDX-License-Identifier: GPL-2.0-or-later
/* report_text_map - the page map in the plain report: who holds memory, and what scanners see. */
#include "report_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "fragscope/fmt.h"
#include "fragscope/pagemap.h"
#include "fragscope/residue.h"
#include "text_table.h"

static void print_table(struct text_out *out, struct text_table *table)
{
	if (text_table_print(table, out->to, 2, out->width))
		out->error = -ENOMEM;
}

static uint64_t class_pages(const struct pagemap *map, enum page_class class)
{
	uint64_t pages = 0;

	for (unsigned int i = 0; i < map->nr_zones; i++)
		for (size_t block = 0; block < map->zones[i]->nr_blocks; block++)
			pages += map->zones[i]->count[class][block];
	return pages;
}

static void write_classes(struct text_out *out, const struct frame *frame)
{
	const struct pagemap *map = frame->pagemap;
	uint64_t page_size = num_has(frame->page_size) ? frame->page_size.n : 0;
	uint64_t all = map->nr_pages;
	struct text_table table;

	for (enum page_class class = 0; class < NR_PAGE_CLASSES; class++)
		if (page_class_info(class)->mobility == MOBILITY_NONE)
			all -= class_pages(map, class);
	report_title(out, "PAGES", "by what they are used for");
	text_table_init(&table, 4, 1);
	for (enum page_class class = 0; class < NR_PAGE_CLASSES; class++) {
		uint64_t pages = class_pages(map, class);

		if (!pages || class == PAGE_HOLE)
			continue;
		text_table_add(&table, "%s", page_class_info(class)->name);
		text_table_add(&table, "%s", fmt_count(FMT_BUF, pages));
		text_table_add(&table, "%s", page_size ? fmt_pages(FMT_BUF, pages, page_size) : "");
		text_table_add(&table, "%s", page_class_info(class)->mobility == MOBILITY_NONE ?
			       "-" : fmt_share(FMT_BUF, pages, all));
	}
	print_table(out, &table);
}

static void write_residue(struct text_out *out, const struct residue *residue)
{
	static const char *const heads[] = {
		"stride", "sees of free memory", "blind pageblocks", "random would be",
	};
	struct text_table table;

	report_title(out, "WHAT THE FREE SCANNER SEES",
		     "compaction looks at every stride-th page and finds a free block only by "
		     "its first page; a pageblock with free memory that it finds none of is blind");
	text_table_init(&table, 4, 1);
	for (unsigned int i = 0; i < 4; i++)
		text_table_add(&table, "%s", heads[i]);
	for (unsigned int i = 0; i < RESIDUE_NR_STRIDES && 1U << i <= 32; i++) {
		text_table_add(&table, "%u", 1U << i);
		text_table_add(&table, "%s", fmt_share(FMT_BUF, residue->seen_pages[i],
						       residue->free_pages));
		text_table_add(&table, "%s", fmt_count(FMT_BUF, residue->blind_blocks[i]));
		text_table_add(&table, "%s",
			       fmt_count(FMT_BUF, (uint64_t)llround(residue->random_blind[i])));
	}
	print_table(out, &table);
}

void report_text_map(struct text_out *out, const struct frame *frame)
{
	const struct pagemap *map = frame->pagemap;
	struct residue *parts = map ? calloc(2, sizeof(*parts)) : NULL;

	if (!map)
		return;
	if (!parts)
		out->error = -ENOMEM;
	write_classes(out, frame);
	for (unsigned int i = 0; parts && i < map->nr_zones; i++) {
		if (map->zones[i]->blocks_only)
			continue;
		residue_compute(map->zones[i], &parts[1]);
		residue_add(&parts[0], &parts[1]);
	}
	if (parts && parts[0].free_pages)
		write_residue(out, &parts[0]);
	free(parts);
}
