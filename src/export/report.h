/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report - the parts of the JSON report. */
#ifndef EXPORT_REPORT_H
#define EXPORT_REPORT_H

#include "fragscope/frame.h"
#include "fragscope/verdict.h"
#include "json_out.h"

/* A number as plain digits, with "KEY_is_lower_bound": true behind it when it is one; left out when
 * there is none. */
void report_num(struct json_out *out, const char *key, struct num num);
/* The same, but null when there is none. */
void report_num_or_null(struct json_out *out, const char *key, struct num num);
/* "frame": index, for all but the first. */
void report_frame_index(struct json_out *out, size_t index);

/* report_zone.c: one object of "zones". */
void report_zone(struct json_out *out, const struct frame *frame, size_t frame_index,
		 const struct zone *zone);

/* report_map.c: one object of "pagemap". */
void report_map(struct json_out *out, const struct frame *frame, size_t frame_index,
		const struct zonemap *map);

/* report_obstacle.c: "obstacles" of such an object. */
void report_obstacles(struct json_out *out, const struct frame *frame, const struct zonemap *map);

#endif
