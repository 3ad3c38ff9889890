/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * frames - the list of frames that a capture grows.
 */
#ifndef PROC_FRAMES_H
#define PROC_FRAMES_H

#include "fragscope/capture.h"

/* More moments than this are nobody's paste. */
#define CAPTURE_FRAMES_MAX 4096

/* Adds an empty frame named after its file.  -ENOMEM, or -E2BIG when there are too many. */
int capture_begin_frame(struct capture *capture, const char *name, struct frame **frame);
/* The newest frame, or NULL. */
struct frame *capture_last_frame(const struct capture *capture);
/* Drops the newest frames until nr are left. */
void capture_keep_frames(struct capture *capture, size_t nr);

/* Adds a sentence to the note, as far as there is room. */
void capture_note(struct capture *capture, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
