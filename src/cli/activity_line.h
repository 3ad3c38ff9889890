/* SPDX-License-Identifier: GPL-2.0-or-later */
/* activity_line - an interval as one line of aligned columns. */
#ifndef ACTIVITY_LINE_H
#define ACTIVITY_LINE_H

#include <stdio.h>

#include "fragscope/history.h"

/* Two lines: groups of columns with their units, then their names. */
void activity_print_header(FILE *to);
/* The newest frame against the one before; what is unknown is "-". */
void activity_print_line(FILE *to, const struct history *history);

#endif
