/* SPDX-License-Identifier: GPL-2.0-or-later */
/* activity_line - an interval as one line of aligned columns. */
#ifndef ACTIVITY_LINE_H
#define ACTIVITY_LINE_H

#include <stdbool.h>
#include <stdio.h>

#include "fragscope/history.h"

/* Both print the groups of columns that fit into cols characters, the most telling ones; 0: all. */

/* Two lines: groups of columns with their units, then their names. */
void activity_print_header(FILE *to, int cols);
/* The newest frame against the one before; what is unknown is "-". */
void activity_print_line(FILE *to, int cols, const struct history *history);

/* A column for the manual. */
struct activity_column {
	const char *group, *name;
	const char *metric;
	const char *instead;     /* the metric that stands in where there are no events, or NULL */
};

/* The n-th from the left; false: there are no more. */
bool activity_line_column(unsigned int n, struct activity_column *to);

#endif
