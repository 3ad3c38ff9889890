/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * widget - what several views draw: numbers in their four states, tables, bars, sparklines.
 *
 * Everything keeps to the columns it is given.  Without CANVAS_UTF8 and without CANVAS_COLOR the
 * same pictures are made of ASCII characters that carry the value.
 */
#ifndef UI_WIDGET_H
#define UI_WIDGET_H

#include "fragscope/canvas.h"
#include "fragscope/num.h"

/* Columns that a text takes. */
int text_width(const char *text);

typedef char *fmt_fn(char *to, size_t size, uint64_t n);

/* "–" absent, "denied", "≥100,000" capped, else as fmt says.  Returns to. */
char *num_text(char *to, size_t size, struct num num, fmt_fn *fmt);
/* A count that may only be known within bounds: "402", "at most 402", "at least 21", "21 to 402",
 * "unknown"; brief: "402", "≤402", "≥21", "21–402", "–".  at_most counts where num is not exact. */
char *num_range_text(char *to, size_t size, struct num num, struct num at_most, bool brief);
#define NUM_RANGE_MAX 72
/* Pages as bytes; in pages ("1,310 pages") where the page size is unknown. */
char *num_pages_text(char *to, size_t size, struct num nr_pages, struct num page_size);
/* A count in at most cols columns: with commas, without, or in thousands and so on ("12k"). */
char *num_fit(char *to, size_t size, struct num num, int cols);
/* "4K", "2M", "1G": for the heads of columns. */
char *size_short(char *to, size_t size, uint64_t bytes);
/* ROLE_UNKNOWN for what is not there, else the role given. */
enum role num_role(struct num num, enum role known);

/* "2.1 s ago", "now"; "never" for 0. */
char *age_text(char *to, size_t size, uint64_t now_ns, uint64_t then_ns);

/* Breaks text between words into the rows of rect; returns the rows used. */
int widget_wrap(struct canvas *canvas, struct rect rect, enum role role, const char *text);
/* How many rows that takes. */
int wrap_rows(const char *text, int cols);
/* Only the row of that number, into rect's first. */
void widget_wrap_row(struct canvas *canvas, struct rect rect, enum role role, const char *text,
		     int row);

/* A run of pieces along a line, none of which is ever cut: a number that lost its end is a wrong
 * number.  What does not fit before end is left out, and so is all that follows. */
struct pen {
	struct canvas *canvas;
	int y, x, end;
};

struct pen pen_at(struct canvas *canvas, struct rect rect);
void pen_text(struct pen *pen, enum role role, const char *text);
void pen_printf(struct pen *pen, enum role role, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Name and value, after a gap of so many columns. */
void pen_field(struct pen *pen, int gap, const char *label, enum role role, const char *value);

/* A column of a table.  table_layout() decides which columns fit: those of priority 0 stay (and
 * are cut), the others go from the highest priority down; what is left over widens columns up to
 * max. */
struct column {
	const char *title;
	int min, max;
	int priority;
	bool right;      /* right-aligned */
	int x, cols;     /* result; cols 0: dropped */
};

void table_layout(struct column *columns, size_t nr, int x, int cols);
/* Columns that the table takes. */
int table_width(const struct column *columns, size_t nr);
void table_head(struct canvas *canvas, int y, const struct column *columns, size_t nr);
void table_cell(struct canvas *canvas, int y, const struct column *column, enum role role,
		const char *text);

/* A bar of share (0 to 1) of cols columns, in eighths; the rest is left blank. */
void widget_bar(struct canvas *canvas, int y, int x, int cols, enum role role, double share);

/* Parts of a whole, side by side; glyph stands for the part where colours do not differ. */
struct part {
	double value;
	enum role role;
	uint32_t glyph;
};

void widget_stack(struct canvas *canvas, int y, int x, int cols, const struct part *parts,
		  size_t nr);
/* The same in whole cells that leave a gap above, for stacks one under the other. */
void widget_stack_row(struct canvas *canvas, int y, int x, int cols, const struct part *parts,
		      size_t nr);

/* The last cols values, newest at the right, as bars of a height of value / max; NaN leaves a gap,
 * zero a dim base line.  max <= 0: the largest of them. */
void widget_spark(struct canvas *canvas, int y, int x, int cols, enum role role,
		  const double *values, size_t nr, double max);
/* The same with bars as high as rect. */
void widget_plot(struct canvas *canvas, struct rect rect, enum role role, const double *values,
		 size_t nr, double max);
/* One bar per value, each cell_cols wide; below split they are drawn in role low. */
void widget_columns(struct canvas *canvas, struct rect rect, int cell_cols, const double *values,
		    size_t nr, size_t split, enum role low, enum role high);

#endif
