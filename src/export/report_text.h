/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report_text - the sections of the report in plain words. */
#ifndef EXPORT_REPORT_TEXT_H
#define EXPORT_REPORT_TEXT_H

#include <stdio.h>

#include "fragscope/frame.h"

struct text_out {
	FILE *to;
	unsigned int width;
	int error; /* -ENOMEM, or 0 */
};

/* "\nTITLE: remark\n" */
void report_title(struct text_out *out, const char *title, const char *remark);

/* report_text_zone.c; each prints nothing when it has nothing to say. */
void report_text_free(struct text_out *out, const struct frame *frame);
void report_text_indices(struct text_out *out, const struct frame *frame);
void report_text_types(struct text_out *out, const struct frame *frame);
void report_text_watermarks(struct text_out *out, const struct frame *frame);

/* report_text_map.c */
void report_text_map(struct text_out *out, const struct frame *frame);

/* report_text_obstacle.c */
void report_text_obstacles(struct text_out *out, const struct frame *frame);

#endif
