/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export - frames as JSON and back, verdicts as text and JSON.
 *
 * Snapshot: {"format":"fragscope-snapshot","version":1,…}, doc/snapshot.schema.json.  Columns
 * instead of objects per block; columns above 64 Ki entries and the page map are zstd-compressed
 * little-endian arrays in base64 with their type named.  Writing the frame that was read gives the
 * same bytes.
 */
#ifndef FRAGSCOPE_EXPORT_H
#define FRAGSCOPE_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"
#include "fragscope/pagemap.h"
#include "fragscope/verdict.h"

/* pages: the page map too, else only the columns per block. */
int snapshot_write(const struct frame *frame, bool pages, FILE *to, struct err *err);

/* *map receives the page map (owned by the caller, the frame points to it) or NULL.  -EINVAL with a
 * text that says what is wrong: cut, no snapshot, a later version, a length that lies. */
int snapshot_read(struct span bytes, struct frame **frame, struct pagemap **map, struct err *err);
/* Whether the bytes look like a snapshot (to tell it from captured text). */
bool snapshot_is(struct span bytes);

/* What happened between two frames of a host, {"format":"fragscope-activity","version":1,…} in one
 * line: doc/activity.schema.json.  Without activity in the frames, the counters of /proc/vmstat
 * alone. */
int activity_write_json(const struct frame *before, const struct frame *now, FILE *to,
			struct err *err);

/* {"format":"fragscope-report","version":1,"zones":[…],"verdicts":[…],"sources":[…],…} over one or
 * more frames; a zone of frame i > 0 carries "frame": i. */
int report_write_json(const struct frame *const *frames, size_t nr_frames,
		      const struct verdict *verdicts, size_t nr_verdicts, FILE *to,
		      struct err *err);
/* The same in plain words, width columns wide. */
int report_write_text(const struct frame *const *frames, size_t nr_frames,
		      const struct verdict *verdicts, size_t nr_verdicts, unsigned int width,
		      FILE *to, struct err *err);

#endif
