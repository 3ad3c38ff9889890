/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * orders - the parts of the orders view: the table of one zone's orders, and what is under it.
 *
 * The table has a row for each order with a free list, and from a page map for 32 MiB and 1 GiB
 * too, which have none.  The row of the order that is asked for is the selected one.
 */
#ifndef UI_ORDERS_H
#define UI_ORDERS_H

#include "fragscope/index.h"
#include "fragscope/view.h"

#define ORDERS_ROWS_MAX (FRAME_ORDERS_MAX + 3)

struct orders {
	const struct view_context *ctx;
	const struct zone *zone;
	unsigned int order[ORDERS_ROWS_MAX]; /* of each row, ascending */
	unsigned int nr_rows, selected;
	uint64_t count[FRAME_ORDERS_MAX];
	bool has_counts, capped;
	uint64_t free_pages;                 /* in the lists */
};

/* False when there is no zone. */
bool orders_init(struct orders *orders, const struct view_context *ctx);
void orders_table_draw(const struct orders *orders, struct canvas *canvas, struct rect rect);
/* Columns that the table would use at most. */
int orders_table_width(const struct orders *orders);
/* The row of the table at that line of rect, -1: none. */
int orders_table_hit(const struct orders *orders, struct rect rect, int line);
/* Name and meaning of the n-th column; false: there are no more. */
bool orders_help(unsigned int n, const char **name, const char **help);

#endif
