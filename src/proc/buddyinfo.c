// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/buddyinfo: a row per populated zone, a column per order, free blocks of all types.
 * mm/vmstat.c frag_show_print().
 *
 * A row that is cut or ends in "..." keeps the orders it shows; the ones behind are absent, so that
 * no total is made from it.  Counts from here replace sums over migratetypes (pagetypeinfo), which
 * the kernel caps.
 */
#include "fragscope/parse.h"

#include "rows.h"

/* Pastes often hold pagetypeinfo too, whose last tables look the same but have fewer columns. */
static bool is_block_header(struct span line)
{
	return span_find(line, "Number of blocks type") >= 0 ||
	       span_find(line, "Number of mixed blocks") >= 0;
}

static bool is_ours(const struct row *row, bool *in_blocks)
{
	if (!row->is_zone) {
		if (is_block_header(row->line))
			*in_blocks = true;
		return false;
	}
	if (row->type.len || row->decimal || (!row->nr && !row->clipped && !row->garbled))
		return false;
	if (*in_blocks && row->nr < ROWS_ORDERS_MIN)
		return false;
	*in_blocks = false;
	return true;
}

static void take_row(struct zone *zone, const struct row *row)
{
	bool whole = !row->clipped && !row->garbled;
	/* At least one more order was there. */
	unsigned int nr_orders = whole || row->nr == FRAME_ORDERS_MAX ? row->nr : row->nr + 1;

	for (unsigned int order = 0; order < FRAME_ORDERS_MAX; order++)
		zone->free_blocks[order] = order < row->nr ? row->count[order] : (struct num){ 0 };
	/* Other files may have told of more. */
	if (zone->nr_orders < nr_orders)
		zone->nr_orders = nr_orders;
	zone->partial = !whole;
}

/* Zones whose row is shorter than others have more orders than were seen. */
static void widen_zones(struct frame *frame, const struct rows_seen *seen, unsigned int widest)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		struct zone *zone = frame->zones[i];

		if (!rows_saw(seen, i) || zone->nr_orders >= widest)
			continue;
		zone->nr_orders = widest;
		zone->partial = true;
	}
}

int parse_buddyinfo(struct frame *frame, struct span text, struct err *err)
{
	struct rows_seen seen = { 0 };
	struct rows_width width = { 0 };
	bool in_blocks = false, any = false;
	struct rows rows;
	struct zone *zone;
	struct row row;

	rows_init(&rows, frame, text, err);
	while (rows_next(&rows, &row)) {
		if (!is_ours(&row, &in_blocks))
			continue;
		any = true;
		if (row.garbled)
			rows_fail_garbled(&rows, &row);
		if (!row.nr)
			continue;
		zone = rows_zone(&rows, &row);
		if (!zone)
			break;
		if (rows_see(&rows, &seen)) {
			rows_fail_again(&rows, &row);
			break;
		}
		take_row(zone, &row);
		if (!row.clipped && !row.garbled)
			rows_note_width(&width, &row.scan, row.nr);
	}
	widen_zones(frame, &seen, width.widest);
	rows_check_width(&rows, &width);
	if (!any)
		rows_fail(&rows, &rows.scan, NULL, "no row of /proc/buddyinfo in this text");
	return rows.rc;
}
