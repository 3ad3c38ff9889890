// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A ring of copies.  The budget in bytes drops the oldest, but never below two frames: without a
 * pair there is no rate.  Time that was lost before a frame is remembered with that frame.
 */
#include "fragscope/history.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/metric.h"

#define FRAMES_MIN 2

struct history {
	struct history_entry {
		struct frame *frame;
		bool gap_before;
	} *ring;
	size_t max_frames, max_bytes;
	size_t oldest, nr;
	size_t nr_bytes;  /* of all copies */
	bool gap_pending;
};

struct history *history_new(size_t max_frames, size_t max_bytes)
{
	struct history *history = calloc(1, sizeof(*history));

	if (!history)
		return NULL;
	history->max_frames = max_frames > FRAMES_MIN ? max_frames : FRAMES_MIN;
	history->max_bytes = max_bytes;
	history->ring = calloc(history->max_frames, sizeof(*history->ring));
	if (!history->ring) {
		free(history);
		return NULL;
	}
	return history;
}

static size_t frame_bytes(const struct frame *frame)
{
	return sizeof(*frame) + frame->arena.nr_bytes;
}

static void drop_oldest(struct history *history)
{
	struct history_entry *entry = &history->ring[history->oldest];

	history->nr_bytes -= frame_bytes(entry->frame);
	frame_free(entry->frame);
	entry->frame = NULL;
	history->oldest = (history->oldest + 1) % history->max_frames;
	history->nr--;
}

void history_free(struct history *history)
{
	if (!history)
		return;
	while (history->nr)
		drop_oldest(history);
	free(history->ring);
	free(history);
}

int history_push(struct history *history, const struct frame *frame)
{
	struct frame *copy = frame_copy(frame);

	while (!copy && history->nr) {
		drop_oldest(history);
		copy = frame_copy(frame);
	}
	if (!copy)
		return -ENOMEM;
	while (history->nr == history->max_frames ||
	       (history->nr >= FRAMES_MIN &&
		history->nr_bytes + frame_bytes(copy) > history->max_bytes))
		drop_oldest(history);
	history->ring[(history->oldest + history->nr++) % history->max_frames] =
		(struct history_entry){ copy, history->gap_pending };
	history->nr_bytes += frame_bytes(copy);
	history->gap_pending = false;
	return 0;
}

void history_gap(struct history *history)
{
	history->gap_pending = history->nr > 0;
}

size_t history_nr(const struct history *history)
{
	return history->nr;
}

static const struct history_entry *entry_at(const struct history *history, size_t back)
{
	if (back >= history->nr)
		return NULL;
	return &history->ring[(history->oldest + history->nr - 1 - back) % history->max_frames];
}

const struct frame *history_frame(const struct history *history, size_t back)
{
	const struct history_entry *entry = entry_at(history, back);

	return entry ? entry->frame : NULL;
}

bool history_has_gap(const struct history *history, size_t back)
{
	const struct history_entry *entry = entry_at(history, back);

	return entry && entry->gap_before;
}

double history_seconds(const struct history *history, size_t back)
{
	const struct frame *newer = history_frame(history, back);
	const struct frame *older = history_frame(history, back + 1);

	if (!newer || !older || history_has_gap(history, back) || !older->mono_ns ||
	    newer->mono_ns <= older->mono_ns)
		return NAN;
	return (double)(newer->mono_ns - older->mono_ns) / 1e9;
}

/* The values of a counter in both frames.  Kernels print counters in one order, so the older frame
 * has it where the newer one has. */
static bool find_pair(const struct counters *newer, const struct counters *older, unsigned int i,
		      struct num *now, struct num *before)
{
	const char *name = newer->rows[i].name;

	*now = newer->rows[i].value;
	if (i < older->nr && !strcmp(older->rows[i].name, name))
		*before = older->rows[i].value;
	else
		*before = counters_get(older, name);
	return now->state == NUM_KNOWN && before->state == NUM_KNOWN && now->n >= before->n;
}

/* The events of all counters that match, in the time between both frames; false when one is
 * unknown or went backwards, or there is none. */
static bool sum_events(const struct counters *newer, const struct counters *older,
		       const char *name, bool prefix, double *sum)
{
	size_t len = strlen(name);
	bool any = false;

	*sum = 0;
	for (unsigned int i = 0; i < newer->nr; i++) {
		const char *row = newer->rows[i].name;
		struct num now, before;

		if (strncmp(row, name, len) || (!prefix && row[len]))
			continue;
		if (!find_pair(newer, older, i, &now, &before))
			return false;
		*sum += (double)(now.n - before.n);
		any = true;
		if (!prefix)
			break;
	}
	return any;
}

static double rate(const struct history *history, size_t back, const char *name, bool prefix)
{
	double seconds = history_seconds(history, back);
	double events;

	if (isnan(seconds))
		return NAN;
	if (!sum_events(&history_frame(history, back)->vmstat,
			&history_frame(history, back + 1)->vmstat, name, prefix, &events))
		return NAN;
	return events / seconds;
}

double history_rate(const struct history *history, size_t back, const char *counter)
{
	return rate(history, back, counter, false);
}

double history_rate_prefix(const struct history *history, size_t back, const char *prefix)
{
	return rate(history, back, prefix, true);
}

void history_series(const struct history *history, const struct metric *metric, size_t end,
		    double *out, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		size_t back = end + (nr - 1 - i);

		out[i] = history_frame(history, back) ? metric->get(metric, history, back) : NAN;
	}
}
