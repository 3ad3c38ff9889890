/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_table - cells that line up, for people who paste reports into tickets.
 *
 * Cells are added row by row; each column is as wide as its widest cell, with two blanks between
 * columns, or one if only then it fits.  A table that is wider than the page is broken into bands:
 * the label columns are printed again before each.  No line ends with a blank.  Cells are printed
 * as wrap.h does it; text_line puts sentences together for it.
 */
#ifndef EXPORT_TEXT_TABLE_H
#define EXPORT_TEXT_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "fragscope/arena.h"

#define TEXT_COLUMNS_MAX 40

struct text_table {
	struct arena arena;          /* of the cells */
	unsigned int nr_columns;
	unsigned int nr_labels;      /* columns that every band begins with */
	bool left[TEXT_COLUMNS_MAX]; /* flush left; numbers are flush right */
	bool glued[TEXT_COLUMNS_MAX]; /* in one band with the column before it */
	const char **cells;          /* row by row */
	size_t nr_cells, room;
	bool no_memory;
};

void text_table_init(struct text_table *table, unsigned int nr_columns, unsigned int nr_labels);
/* The next cell of the row, or the first of the next row.  An empty cell stays empty. */
void text_table_add(struct text_table *table, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Each line begins with indent blanks.  Frees the cells.  0 or -ENOMEM. */
int text_table_print(struct text_table *table, FILE *to, unsigned int indent, unsigned int width);

/* A sentence in the making; what does not fit is cut. */
struct text_line {
	size_t len;
	char text[1024];
};

void text_line_add(struct text_line *line, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
