// SPDX-License-Identifier: GPL-2.0-or-later
/* widget_table - columns that make room for each other. */
#include "widget.h"

#define GAP 2 /* blank columns between two columns */

int table_width(const struct column *columns, size_t nr)
{
	int width = 0;

	for (size_t i = 0; i < nr; i++)
		if (columns[i].cols)
			width += columns[i].cols + (width ? GAP : 0);
	return width;
}

/* The column to drop next, nr when none may go. */
static size_t least_wanted(const struct column *columns, size_t nr)
{
	size_t found = nr;

	for (size_t i = 0; i < nr; i++)
		if (columns[i].cols && columns[i].priority &&
		    (found == nr || columns[i].priority >= columns[found].priority))
			found = i;
	return found;
}

/* Gives spare columns one by one to those that can use them, from the left. */
static void widen(struct column *columns, size_t nr, int spare)
{
	bool given = true;

	while (spare > 0 && given) {
		given = false;
		for (size_t i = 0; i < nr && spare > 0; i++) {
			if (!columns[i].cols || columns[i].cols >= columns[i].max)
				continue;
			columns[i].cols++;
			spare--;
			given = true;
		}
	}
}

void table_layout(struct column *columns, size_t nr, int x, int cols)
{
	int left = x;

	for (size_t i = 0; i < nr; i++)
		columns[i].cols = columns[i].min;
	while (table_width(columns, nr) > cols) {
		size_t least = least_wanted(columns, nr);

		if (least == nr)
			break;
		columns[least].cols = 0;
	}
	widen(columns, nr, cols - table_width(columns, nr));
	for (size_t i = 0; i < nr; i++) {
		columns[i].x = left;
		if (!columns[i].cols)
			continue;
		if (left + columns[i].cols > x + cols)
			columns[i].cols = x + cols > left ? x + cols - left : 0;
		left += columns[i].cols + GAP;
	}
}

void table_cell(struct canvas *canvas, int y, const struct column *column, enum role role,
		const char *text)
{
	int width = text_width(text), x = column->x;

	if (!column->cols)
		return;
	if (column->right && width < column->cols)
		x += column->cols - width;
	canvas_text_cut(canvas, y, x, column->x + column->cols - x, role, text);
}

void table_head(struct canvas *canvas, int y, const struct column *columns, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		table_cell(canvas, y, &columns[i], ROLE_TITLE, columns[i].title);
}
