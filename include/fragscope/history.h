/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * history - the last frames, so that rates and sparklines can be drawn and time be stepped.
 *
 * Keeps copies without page maps (frame_copy), newest last, within a budget of frames and bytes.
 * Rates are made here and nowhere else: two frames and the monotonic time between them.  A gap
 * (suspend, pause) yields no rate across it.
 */
#ifndef FRAGSCOPE_HISTORY_H
#define FRAGSCOPE_HISTORY_H

#include <stddef.h>

#include "fragscope/frame.h"

struct history;

/* max_bytes bounds the memory of the copies; two frames are kept in any case.  NULL: no memory. */
struct history *history_new(size_t max_frames, size_t max_bytes);
void history_free(struct history *history);

/* Keeps a copy of the frame.  -ENOMEM (the oldest are dropped first). */
int history_push(struct history *history, const struct frame *frame);
/* Marks that time was lost before the next frame. */
void history_gap(struct history *history);

size_t history_nr(const struct history *history);
/* back = 0 is the newest; NULL beyond the oldest. */
const struct frame *history_frame(const struct history *history, size_t back);
/* Whether time was lost between this frame and the one before it. */
bool history_has_gap(const struct history *history, size_t back);

/* Seconds between frame "back" and the one before; NaN across a gap or when a time is unknown. */
double history_seconds(const struct history *history, size_t back);

/* Events per second of a vmstat counter between frame "back" and the one before; NaN when unknown,
 * across a gap, or when the counter went backwards. */
double history_rate(const struct history *history, size_t back, const char *counter);
/* The same for a sum of counters whose names start with prefix ("allocstall"). */
double history_rate_prefix(const struct history *history, size_t back, const char *prefix);

/* Fills out[0..nr-1] with a metric (metric.h), oldest first, NaN where unknown; the last value is
 * that of "end" frames back. */
struct metric;
void history_series(const struct history *history, const struct metric *metric, size_t end,
		    double *out, size_t nr);

#endif
