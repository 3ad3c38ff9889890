// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/pagetypeinfo: free blocks by migratetype and order, and pageblocks by migratetype.
 * mm/vmstat.c pagetypeinfo_show().
 *
 * Per node: a header with the pageblock order, a table with one row per zone and type, then a table
 * with one row per zone and one column per type.  Old kernels add a third table, of mixed blocks,
 * that looks like the second; the first of them printed no header.  Types are those that the text
 * names, in its order.
 *
 * The kernel stops counting a list at 100000 blocks and prints ">100000".  Rows of a zone add up to
 * its free blocks only if all of them are here: an excerpt (no header, fewer types than another
 * zone has) leaves the zone "partial".
 */
#include "fragscope/parse.h"

#include <errno.h>

#include "rows.h"

enum section {
	SECTION_FREE,   /* free blocks by type and order */
	SECTION_BLOCKS, /* pageblocks by type */
	SECTION_MIXED,  /* pageblocks whose pages have several types */
	NR_SECTIONS
};

static const char *const section_header[NR_SECTIONS] = {
	[SECTION_FREE] = "Free pages count per migrate type",
	[SECTION_BLOCKS] = "Number of blocks type",
	[SECTION_MIXED] = "Number of mixed blocks",
};

struct parse {
	struct rows rows;
	struct row row;
	struct rows_seen seen[NR_SECTIONS];
	struct rows_seen cut;               /* a row of the zone ends early */
	struct rows_width width;
	unsigned int header_orders;         /* that the first table's header names */
	enum section section;
	unsigned int type[FRAME_TYPES_MAX]; /* of the columns of a block table */
	unsigned int nr_types;
	unsigned int types_seen;            /* bits; of the zone whose rows come now */
	bool has_header;                    /* the text has the file's first line */
	bool any;
};

/* "Page block order: 9" */
static bool take_block_order(struct parse *p)
{
	static const char label[] = "Page block order:";
	ptrdiff_t at = span_find(p->row.line, label);
	struct span rest, word;
	uint64_t order;

	if (at < 0)
		return false;
	rest = span_skip(p->row.line, (size_t)at + sizeof(label) - 1);
	if (span_next_word(&rest, &word) && word.at[word.len - 1] == ',')
		word.len--;
	if (!span_to_u64(word, &order) || order >= FRAME_ORDERS_MAX) {
		rows_fail(&p->rows, &p->row.scan, word.at, "no pageblock order");
		return true;
	}
	p->rows.frame->pageblock_order = num_known(order);
	p->has_header = true;
	return true;
}

/* Names of types as columns.  known_only: take them only if all are known already. */
static bool take_type_names(struct parse *p, struct span names, bool known_only)
{
	struct frame *frame = p->rows.frame;
	unsigned int nr = p->nr_types;
	char name[FRAME_NAME_MAX];
	struct span word;
	int type;

	while (span_next_word(&names, &word)) {
		bool is_name = rows_is_name(word);

		span_copy(word, name, sizeof(name));
		type = is_name ? frame_find_type(frame, name) : -EINVAL;
		if (known_only && type < 0)
			return false;
		if (is_name && type < 0)
			type = frame_type(frame, word);
		if (type < 0 || nr == FRAME_TYPES_MAX) {
			rows_fail(&p->rows, &p->row.scan, word.at, "no migratetype, or too many");
			break;
		}
		p->type[nr++] = (unsigned int)type;
	}
	p->nr_types = nr;
	return true;
}

/* How many orders the header of the first table names. */
static void take_orders(struct parse *p, struct span rest)
{
	unsigned int nr = 0;
	struct span word;
	uint64_t order;

	while (span_next_word(&rest, &word))
		if (span_to_u64(word, &order) && order == nr && nr < FRAME_ORDERS_MAX)
			nr++;
	p->header_orders = nr;
}

static void take_text(struct parse *p)
{
	struct span line = p->row.line;

	if (take_block_order(p)) {
		p->any = true;
		return;
	}
	for (enum section section = 0; section < NR_SECTIONS; section++) {
		ptrdiff_t at = span_find(line, section_header[section]);
		struct span rest;

		if (at < 0)
			continue;
		rest = span_skip(line, (size_t)at + span_of(section_header[section]).len);
		p->section = section;
		p->any = true;
		p->nr_types = 0;
		if (section == SECTION_FREE)
			take_orders(p, rest);
		else
			take_type_names(p, rest, false);
		return;
	}
	/* The rest of a wrapped header. */
	if (p->section != SECTION_FREE && span_trim(line).len)
		take_type_names(p, line, true);
}

/* Marks the zone, and tells rows of a second reading: the zone was left and comes again, or the
 * same type comes twice. */
static bool is_again(struct parse *p, unsigned int type)
{
	unsigned int before = p->rows.zone, bit = 1u << type;
	bool seen, again;

	if (!rows_zone(&p->rows, &p->row))
		return true;
	seen = rows_see(&p->rows, &p->seen[SECTION_FREE]);
	if (!seen || before != p->rows.zone)
		p->types_seen = 0;
	again = seen && (before != p->rows.zone || p->types_seen & bit);
	p->types_seen |= bit;
	if (again)
		rows_fail_again(&p->rows, &p->row);
	return again;
}

static void take_free_row(struct parse *p)
{
	struct frame *frame = p->rows.frame;
	const struct row *row = &p->row;
	int type = frame_type(frame, row->type);
	struct zone *zone;

	p->any = true;
	if (type < 0) {
		rows_fail(&p->rows, &row->scan, row->type.at, "more than %d migratetypes",
			  FRAME_TYPES_MAX);
		return;
	}
	if (is_again(p, (unsigned int)type))
		return;
	zone = frame->zones[p->rows.zone];
	if (zone->nr_orders < row->nr)
		zone->nr_orders = row->nr;
	if (row->clipped || row->garbled)
		rows_see(&p->rows, &p->cut);
	else
		rows_note_width(&p->width, &row->scan, row->nr);
	for (unsigned int order = 0; order < row->nr; order++) {
		struct num *cell = zone_type_free(frame, zone, (unsigned int)type, order);

		if (!cell) {
			rows_fail(&p->rows, &row->scan, NULL, "out of memory");
			return;
		}
		*cell = row->count[order];
	}
}

static void take_block_row(struct parse *p)
{
	const struct row *row = &p->row;
	struct zone *zone;
	struct num **table;

	/* buddyinfo's rows may follow */
	if (p->section == SECTION_FREE || row->decimal || row->nr >= ROWS_ORDERS_MIN || !row->nr)
		return;
	zone = rows_zone(&p->rows, row);
	if (!zone)
		return;
	if (rows_see(&p->rows, &p->seen[p->section])) {
		rows_fail_again(&p->rows, row);
		return;
	}
	if (row->nr != p->nr_types && !row->garbled && !row->clipped)
		rows_fail(&p->rows, &row->scan, NULL, "%u counts for %u migratetypes", row->nr,
			  p->nr_types);
	table = p->section == SECTION_BLOCKS ? &zone->type_blocks : &zone->mixed_blocks;
	for (unsigned int i = 0; i < row->nr && i < p->nr_types; i++) {
		struct num *cell = zone_type_cell(p->rows.frame, table, p->type[i]);

		if (!cell) {
			rows_fail(&p->rows, &row->scan, NULL, "out of memory");
			return;
		}
		*cell = row->count[i];
	}
}

static unsigned int nr_rows(const struct frame *frame, const struct zone *zone)
{
	unsigned int nr = 0;

	for (unsigned int type = 0; type < frame->nr_types; type++)
		nr += num_has(zone_get_type_free(zone, type, 0));
	return nr;
}

/* Whether some type's row ends before this order: then no sum of it is known. */
static bool is_cut_at(const struct frame *frame, const struct zone *zone, unsigned int order)
{
	for (unsigned int type = 0; type < frame->nr_types; type++)
		if (num_has(zone_get_type_free(zone, type, 0)) &&
		    !num_has(zone_get_type_free(zone, type, order)))
			return true;
	return false;
}

/* Free blocks of a zone that buddyinfo does not tell about. */
static void sum_zone(const struct parse *p, struct zone *zone, bool whole)
{
	const struct frame *frame = p->rows.frame;
	unsigned int nr_orders = p->width.widest;

	if (nr_orders < p->header_orders)
		nr_orders = p->header_orders;
	if (zone->nr_orders < nr_orders)
		zone->nr_orders = nr_orders;
	if (num_has(zone->free_blocks[0]))
		return;
	zone_sum_types(frame, zone);
	zone->partial = !whole;
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		if (!is_cut_at(frame, zone, order))
			continue;
		zone->free_blocks[order] = (struct num){ 0 };
		zone->partial = true;
	}
}

static void finish_zones(const struct parse *p)
{
	const struct frame *frame = p->rows.frame;
	unsigned int most = 0; /* rows of a zone */

	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		unsigned int nr = nr_rows(frame, frame->zones[i]);

		if (nr > most)
			most = nr;
	}
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		struct zone *zone = frame->zones[i];

		if (rows_saw(&p->seen[SECTION_FREE], i))
			sum_zone(p, zone, p->has_header && nr_rows(frame, zone) == most &&
				 !rows_saw(&p->cut, i));
	}
}

static void check_width(struct parse *p)
{
	rows_check_width(&p->rows, &p->width);
	/* A wrapped header names only a few orders, but never more than there are. */
	if (p->width.widest && p->header_orders > p->width.widest)
		rows_fail(&p->rows, &p->width.first_scan, NULL,
			  "%u columns where the header has %u: the row is cut", p->width.widest,
			  p->header_orders);
}

int parse_pagetypeinfo(struct frame *frame, struct span text, struct err *err)
{
	struct parse p = { .section = SECTION_FREE };

	rows_init(&p.rows, frame, text, err);
	while (rows_next(&p.rows, &p.row)) {
		if (!p.row.is_zone) {
			take_text(&p);
			continue;
		}
		if (p.row.garbled)
			rows_fail_garbled(&p.rows, &p.row);
		if (p.row.type.len)
			take_free_row(&p);
		else if (p.row.zone.len)
			take_block_row(&p);
	}
	finish_zones(&p);
	check_width(&p);
	if (!p.any)
		rows_fail(&p.rows, &p.rows.scan, NULL,
			  "nothing of /proc/pagetypeinfo in this text");
	return p.rows.rc;
}
