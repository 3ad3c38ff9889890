// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * debugfs extfrag/unusable_index and extfrag/extfrag_index: the kernel's own indices of each zone,
 * a column per order, with three decimals.  mm/vmstat.c unusable_show(), extfrag_show().
 *
 * People paste both tables, and buddyinfo, in one go and without a word between: the rows look the
 * same.  Whole numbers are buddyinfo's.  The first column tells the indices apart: at order 0 the
 * unusable index is 0 or, with nothing free, 1; the fragmentation index is -1 or, with nothing
 * free, 0 at every order.
 */
#include "fragscope/parse.h"

#include "rows.h"

#define NO_COLUMN INT16_MIN

/* Where one of the two tables goes. */
struct table {
	bool negative; /* this one has negative values */
	int16_t *(*values)(struct zone *zone, bool **has);
};

static int16_t *unusable_values(struct zone *zone, bool **has)
{
	*has = &zone->has_printed_unusable;
	return zone->printed_unusable;
}

static int16_t *extfrag_values(struct zone *zone, bool **has)
{
	*has = &zone->has_printed_extfrag;
	return zone->printed_extfrag;
}

static bool is_zero(const int16_t *mille, unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++)
		if (mille[i] && mille[i] != NO_COLUMN)
			return false;
	return true;
}

static bool is_ours(const struct row *row, const struct table *table)
{
	if (!row->is_zone || row->type.len || !row->decimal || !row->nr)
		return false;
	if (table->negative)
		return row->mille[0] < 0 || is_zero(row->mille, row->nr);
	for (unsigned int i = 0; i < row->nr; i++)
		if (row->mille[i] < 0)
			return false;
	return true;
}

/* A row of zeros may belong to either table; one that says more comes from the right one. */
static bool take_row(const struct table *table, struct zone *zone, const struct row *row, bool seen)
{
	bool *has;
	int16_t *values = table->values(zone, &has);

	if (seen && is_zero(row->mille, row->nr))
		return true;
	if (seen && !is_zero(values, FRAME_ORDERS_MAX))
		return false;
	for (unsigned int order = 0; order < FRAME_ORDERS_MAX; order++)
		values[order] = order < row->nr ? row->mille[order] : NO_COLUMN;
	*has = !row->clipped && !row->garbled;
	/* Without buddyinfo the columns are known, but not what is in them. */
	if (zone->nr_orders < row->nr)
		zone->nr_orders = row->nr;
	return true;
}

/* A zone whose row was cut stays without the index. */
static void finish_zones(const struct table *table, struct frame *frame,
			 const struct rows_seen *seen, unsigned int widest)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		bool *has;
		int16_t *values = table->values(frame->zones[i], &has);

		if (!rows_saw(seen, i))
			continue;
		if (widest && values[widest - 1] == NO_COLUMN)
			*has = false;
		for (unsigned int order = 0; order < FRAME_ORDERS_MAX; order++)
			if (!*has || values[order] == NO_COLUMN)
				values[order] = 0;
	}
}

static int parse(const struct table *table, struct frame *frame, struct span text, struct err *err)
{
	struct rows_seen seen = { 0 };
	struct rows_width width = { 0 };
	bool any = false;
	struct rows rows;
	struct zone *zone;
	struct row row;

	rows_init(&rows, frame, text, err);
	while (rows_next(&rows, &row)) {
		if (!is_ours(&row, table))
			continue;
		any = true;
		if (row.garbled)
			rows_fail_garbled(&rows, &row);
		else if (!row.clipped)
			rows_note_width(&width, &row.scan, row.nr);
		zone = rows_zone(&rows, &row);
		if (!zone)
			break;
		if (!take_row(table, zone, &row, rows_see(&rows, &seen))) {
			rows_fail_again(&rows, &row);
			break;
		}
	}
	finish_zones(table, frame, &seen, width.widest);
	rows_check_width(&rows, &width);
	if (!any)
		rows_fail(&rows, &rows.scan, NULL, "no row of an extfrag index in this text");
	return rows.rc;
}

int parse_extfrag_unusable(struct frame *frame, struct span text, struct err *err)
{
	static const struct table table = { .negative = false, .values = unusable_values };

	return parse(&table, frame, text, err);
}

int parse_extfrag_index(struct frame *frame, struct span text, struct err *err)
{
	static const struct table table = { .negative = true, .values = extfrag_values };

	return parse(&table, frame, text, err);
}
