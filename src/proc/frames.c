// SPDX-License-Identifier: GPL-2.0-or-later
#include "frames.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct frame *capture_begin_frame(struct capture *capture, const char *name)
{
	struct frame *frame = frame_new();
	struct frame **frames;

	if (!frame)
		return NULL;
	frames = realloc(capture->frames, (capture->nr_frames + 1) * sizeof(*frames));
	if (frames)
		capture->frames = frames;
	frame->host = arena_strdup(&frame->arena, name, strlen(name));
	frame->request.when = -1;
	if (!frames || !frame->host) {
		frame_free(frame);
		return NULL;
	}
	frames[capture->nr_frames++] = frame;
	return frame;
}

struct frame *capture_last_frame(const struct capture *capture)
{
	return capture->nr_frames ? capture->frames[capture->nr_frames - 1] : NULL;
}

void capture_keep_frames(struct capture *capture, size_t nr)
{
	while (capture->nr_frames > nr)
		frame_free(capture->frames[--capture->nr_frames]);
}

void capture_note(struct capture *capture, const char *fmt, ...)
{
	size_t len = strlen(capture->note);
	va_list ap;

	if (len + 2 >= sizeof(capture->note))
		return;
	if (len)
		len += (size_t)snprintf(capture->note + len, sizeof(capture->note) - len, "; ");
	va_start(ap, fmt);
	vsnprintf(capture->note + len, sizeof(capture->note) - len, fmt, ap);
	va_end(ap);
}
