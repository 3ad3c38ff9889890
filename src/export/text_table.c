// SPDX-License-Identifier: GPL-2.0-or-later
#include "text_table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/wrap.h"

void text_line_add(struct text_line *line, const char *fmt, ...)
{
	size_t room = sizeof(line->text) - line->len;
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(line->text + line->len, room, fmt, ap);
	va_end(ap);
	if (len > 0)
		line->len += (size_t)len < room ? (size_t)len : room - 1;
}

void text_table_init(struct text_table *table, unsigned int nr_columns, unsigned int nr_labels)
{
	*table = (struct text_table){
		.nr_columns = nr_columns < TEXT_COLUMNS_MAX ? nr_columns : TEXT_COLUMNS_MAX,
		.nr_labels = nr_labels,
	};
	for (unsigned int i = 0; i < nr_labels; i++)
		table->left[i] = true;
}

void text_table_add(struct text_table *table, const char *fmt, ...)
{
	char text[160];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (table->nr_cells == table->room) {
		size_t room = table->room ? table->room * 2 : 256;
		const char **cells = realloc(table->cells, room * sizeof(*cells));

		if (!cells) {
			table->no_memory = true;
			return;
		}
		table->cells = cells;
		table->room = room;
	}
	table->cells[table->nr_cells] = arena_strdup(&table->arena, text, strlen(text));
	if (table->cells[table->nr_cells])
		table->nr_cells++;
	else
		table->no_memory = true;
}

static unsigned int column_width(const struct text_table *table, unsigned int column)
{
	unsigned int widest = 0;

	for (size_t i = column; i < table->nr_cells; i += table->nr_columns) {
		unsigned int width = wrap_width(table->cells[i], strlen(table->cells[i]));

		if (width > widest)
			widest = width;
	}
	return widest;
}

static void print_blanks(FILE *to, unsigned int nr)
{
	fprintf(to, "%*s", (int)nr, "");
}

/* How a table is laid out on a page. */
struct layout {
	unsigned int widths[TEXT_COLUMNS_MAX];
	unsigned int indent, room; /* of each line */
	unsigned int gap;          /* blanks between columns */
};

static void layout_make(const struct text_table *table, unsigned int indent, unsigned int width,
			struct layout *layout)
{
	unsigned int nr = table->nr_columns, sum = 0;

	layout->indent = indent;
	layout->room = width > indent ? width - indent : 1;
	for (unsigned int column = 0; column < nr; column++)
		sum += layout->widths[column] = column_width(table, column);
	layout->gap = sum + 2 * (nr - 1) <= layout->room || sum + nr - 1 > layout->room ? 2 : 1;
}

/* The cells of one row: those that label it and [from, end). */
static void print_row(const struct text_table *table, const struct layout *layout, size_t row,
		      unsigned int from, unsigned int end, FILE *to)
{
	unsigned int owed = layout->indent; /* blanks that are due before the next text */

	for (unsigned int column = 0; column < end; column++) {
		const char *cell = table->cells[row * table->nr_columns + column];
		unsigned int pad = layout->widths[column] - wrap_width(cell, strlen(cell));

		if (column >= table->nr_labels && column < from)
			continue;
		if (*cell) {
			print_blanks(to, owed + (table->left[column] ? 0 : pad));
			wrap_print(to, cell, strlen(cell));
			owed = table->left[column] ? pad : 0;
		} else {
			owed += pad;
		}
		owed += layout->gap;
	}
	fputc('\n', to);
}

/* The end of what has to stand together with a column, itself at least. */
static unsigned int group_end(const struct text_table *table, unsigned int column)
{
	do {
		column++;
	} while (column < table->nr_columns && table->glued[column]);
	return column;
}

/* The end of the band that begins at from: as many groups of columns as fit, at least one. */
static unsigned int band_end(const struct text_table *table, const struct layout *layout,
			     unsigned int from)
{
	unsigned int used = 0, end = from;

	for (unsigned int i = 0; i < table->nr_labels; i++)
		used += layout->widths[i] + layout->gap;
	while (end < table->nr_columns) {
		unsigned int next = group_end(table, end);

		for (unsigned int i = end; i < next; i++)
			used += layout->widths[i] + layout->gap;
		if (end > from && used > layout->room + layout->gap)
			break;
		end = next;
	}
	return end;
}

int text_table_print(struct text_table *table, FILE *to, unsigned int indent, unsigned int width)
{
	size_t nr_rows = table->nr_cells / table->nr_columns;
	struct layout layout;
	int ret = table->no_memory ? -ENOMEM : 0;

	layout_make(table, indent, width, &layout);
	for (unsigned int from = table->nr_labels; !ret && from < table->nr_columns;) {
		unsigned int end = band_end(table, &layout, from);

		if (from > table->nr_labels)
			fputc('\n', to);
		for (size_t row = 0; row < nr_rows; row++)
			print_row(table, &layout, row, from, end, to);
		from = end;
	}
	arena_done(&table->arena);
	free(table->cells);
	*table = (struct text_table){ 0 };
	return ret;
}
