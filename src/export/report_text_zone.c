// SPDX-License-Identifier: GPL-2.0-or-later
/* report_text_zone - tables of the plain report with a row per zone. */
#include "report_text.h"

#include <errno.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/index.h"
#include "text_table.h"

static void add_zone_label(struct text_table *table, const struct zone *zone)
{
	const char *name = zone->name[0] ? zone->name : "(no name)";

	if (zone->node >= 0)
		text_table_add(table, "Node %d %s", zone->node, name);
	else
		text_table_add(table, "%s", name);
}

/* Absent is "-", a lower bound ">=N", what may not be read "denied", zero "0". */
static void add_num(struct text_table *table, struct num num)
{
	if (num_has(num))
		text_table_add(table, "%s%llu", num.state == NUM_CAPPED ? ">=" : "",
			       (unsigned long long)num.n);
	else
		text_table_add(table, "%s", num.state == NUM_DENIED ? "denied" : "-");
}

/* Pages as bytes where the page size is known. */
static void add_pages(struct text_table *table, const struct frame *frame, struct num pages)
{
	if (num_has(pages) && num_has(frame->page_size))
		text_table_add(table, "%s%s", pages.state == NUM_CAPPED ? ">=" : "",
			       fmt_pages(FMT_BUF, pages.n, frame->page_size.n));
	else
		add_num(table, pages);
}

static void print_table(struct text_out *out, struct text_table *table)
{
	if (text_table_print(table, out->to, 2, out->width))
		out->error = -ENOMEM;
}

/* "64K": the size of a block, short enough for the head of a column. */
static void add_short_size(struct text_table *table, unsigned int order, uint64_t page_size)
{
	static const char units[] = "BKMGTPE";
	unsigned int unit = 0;
	uint64_t size = page_size;

	if (page_size > UINT64_MAX >> order) {
		text_table_add(table, "huge");
		return;
	}
	size <<= order;
	while (size >= 1024 && unit < sizeof(units) - 2) {
		size >>= 10;
		unit++;
	}
	text_table_add(table, "%llu%c", (unsigned long long)size, units[unit]);
}

static void add_order_heads(struct text_table *table, const struct frame *frame,
			    unsigned int nr_orders, const char *last)
{
	text_table_add(table, "order");
	for (unsigned int order = 0; order < nr_orders; order++)
		text_table_add(table, "%u", order);
	if (last)
		text_table_add(table, "%s", num_has(frame->page_size) ? "" : last);
	if (!num_has(frame->page_size))
		return;
	text_table_add(table, "size");
	for (unsigned int order = 0; order < nr_orders; order++)
		add_short_size(table, order, frame->page_size.n);
	if (last)
		text_table_add(table, "%s", last);
}

void report_text_free(struct text_out *out, const struct frame *frame)
{
	unsigned int nr_orders = frame_nr_orders(frame);
	struct text_table table;

	if (!nr_orders)
		return;
	report_title(out, "FREE BLOCKS", num_has(frame->page_size) ?
		     "by zone and size" : "by zone and order; the size of pages is not known");
	text_table_init(&table, nr_orders + 2, 1);
	add_order_heads(&table, frame, nr_orders, "free");
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];

		if (!zone->nr_orders)
			continue;
		add_zone_label(&table, zone);
		for (unsigned int order = 0; order < nr_orders; order++) {
			if (order < zone->nr_orders)
				add_num(&table, zone->free_blocks[order]);
			else
				text_table_add(&table, "%s", "");
		}
		add_pages(&table, frame, zone_free_pages(zone));
	}
	print_table(out, &table);
}

struct index_formula {
	const char *title, *remark;
	int (*of)(const struct index_info *info, unsigned int order);
};

static const struct index_formula formulas[] = {
	{ "UNUSABLE FREE INDEX",
	  "per mille of free memory that lies in blocks too small for the order", index_unusable },
	{ "FRAGMENTATION INDEX",
	  "ok (-1000): a block is there; without one, towards 0 there is too little memory, "
	  "towards 1000 it is fragmented", index_extfrag },
};

static void write_index(struct text_out *out, const struct frame *frame,
			const struct index_formula *formula, unsigned int nr_orders)
{
	struct text_table table;
	unsigned int nr_rows = 0;

	text_table_init(&table, nr_orders + 1, 1);
	add_order_heads(&table, frame, nr_orders, NULL);
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		uint64_t count[FRAME_ORDERS_MAX];
		bool capped;

		/* Of a zone without free memory the indices say nothing. */
		if (!index_zone_counts(zone, count, &capped) || !zone_free_blocks(zone).n)
			continue;
		add_zone_label(&table, zone);
		nr_rows++;
		for (unsigned int order = 0; order < nr_orders; order++) {
			struct index_info info = index_info(count, zone->nr_orders, order);
			int index = formula->of(&info, order);

			if (order >= zone->nr_orders)
				text_table_add(&table, "%s", "");
			else if (index == -1000)
				text_table_add(&table, "ok");
			else
				text_table_add(&table, "%d", index);
		}
	}
	if (nr_rows)
		report_title(out, formula->title, formula->remark);
	else
		table.nr_cells = 0;
	print_table(out, &table);
}

void report_text_indices(struct text_out *out, const struct frame *frame)
{
	unsigned int nr_orders = frame_nr_orders(frame);

	for (size_t i = 0; nr_orders && i < ARRAY_SIZE(formulas); i++)
		write_index(out, frame, &formulas[i], nr_orders);
}

/* Free pages and the largest free order of one type in one zone. */
static struct num type_pages(const struct zone *zone, unsigned int type, int *largest)
{
	struct num sum = num_known(0);

	*largest = -1;
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		struct num n = zone_get_type_free(zone, type, order);

		if (num_has(n) && n.n)
			*largest = (int)order;
		if (num_has(n) && n.n > UINT64_MAX >> order)
			n = num_capped(UINT64_MAX);
		else
			n.n <<= order;
		sum = num_add(sum, n);
	}
	return zone->nr_orders ? sum : (struct num){ 0 };
}

static uint64_t all_blocks(const struct frame *frame, const struct zone *zone)
{
	struct num sum = num_known(0);

	for (unsigned int type = 0; type < frame->nr_types; type++) {
		struct num n = zone_get_type_blocks(zone, type);

		if (num_has(n))
			sum = num_add(sum, n);
	}
	return sum.n;
}

static void add_type_row(struct text_table *table, const struct frame *frame,
			 const struct zone *zone, unsigned int type)
{
	struct num blocks = zone_get_type_blocks(zone, type);
	int largest;
	struct num pages = type_pages(zone, type, &largest);

	/* Nothing known, or nothing there. */
	if ((!num_has(pages) || !pages.n) && (!num_has(blocks) || !blocks.n))
		return;
	add_zone_label(table, zone);
	text_table_add(table, "%s", frame->type_name[type]);
	add_pages(table, frame, pages);
	if (largest < 0)
		text_table_add(table, "-");
	else if (num_has(frame->page_size))
		add_short_size(table, (unsigned int)largest, frame->page_size.n);
	else
		text_table_add(table, "order %d", largest);
	add_num(table, blocks);
	text_table_add(table, "%s", num_has(blocks) ? fmt_share(FMT_BUF, blocks.n,
								all_blocks(frame, zone)) : "-");
}

void report_text_types(struct text_out *out, const struct frame *frame)
{
	static const char *const heads[] = {
		"zone", "type", "free", "largest", "pageblocks", "share",
	};
	struct text_table table;

	text_table_init(&table, 6, 2);
	for (unsigned int i = 0; i < 6; i++)
		text_table_add(&table, "%s", heads[i]);
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		for (unsigned int type = 0; type < frame->nr_types; type++)
			if (frame->zones[i]->type_free || frame->zones[i]->type_blocks)
				add_type_row(&table, frame, frame->zones[i], type);
	if (table.nr_cells > 6)
		report_title(out, "MIGRATETYPES", "those that hold something");
	else
		table.nr_cells = 0;
	print_table(out, &table);
}

/* An unpopulated zone has watermarks of 0 and nobody asks for them. */
static bool has_watermarks(const struct zone *zone)
{
	return num_has(zone->min) && zone_is_populated(zone) &&
	       !(num_has(zone->managed) && !zone->managed.n);
}

void report_text_watermarks(struct text_out *out, const struct frame *frame)
{
	static const char *const heads[] = {
		"zone", "managed", "free", "min", "low", "high", "boost", "score",
	};
	struct text_table table;

	text_table_init(&table, 8, 1);
	for (unsigned int i = 0; i < 8; i++)
		text_table_add(&table, "%s", heads[i]);
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		int score = -1;

		if (!has_watermarks(zone))
			continue;
		add_zone_label(&table, zone);
		add_pages(&table, frame, zone->managed);
		add_pages(&table, frame, zone->free);
		add_pages(&table, frame, zone->min);
		add_pages(&table, frame, zone->low);
		add_pages(&table, frame, zone->high);
		add_pages(&table, frame, zone->boost);
		if (num_has(frame->pageblock_order) && frame->pageblock_order.n < zone->nr_orders)
			score = index_score_zone(zone, (unsigned int)frame->pageblock_order.n);
		text_table_add(&table, score < 0 ? "-" : "%d", score);
	}
	if (table.nr_cells > 8)
		report_title(out, "WATERMARKS", "score: percent of free memory outside of huge "
						"blocks, as proactive compaction sees it");
	else
		table.nr_cells = 0;
	print_table(out, &table);
}
