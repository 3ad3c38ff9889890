/* SPDX-License-Identifier: GPL-2.0-or-later */
/* value - durations, percents, sizes: strict readers of what people type. */
#ifndef VALUE_H
#define VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/span.h"

/* "2", "0.5", "1s", "500ms", "2min" into ms; false when it is none or beyond a day. */
bool value_duration_ms(struct span text, uint64_t *ms);
/* "1%", "0.5 %" into a share of one; false outside 0 to 100 %, both 0 and more digits than nine. */
bool value_percent(struct span text, double *share);
/* "200x60": each between 1 and max. */
bool value_size(struct span text, int max, int *cols, int *rows);

#endif
