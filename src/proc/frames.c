// SPDX-License-Identifier: GPL-2.0-or-later
#include "frames.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The list doubles when its length is a power of two. */
static int grow_list(struct capture *capture)
{
	size_t nr = capture->nr_frames;
	struct frame **frames;

	if (nr & (nr - 1))
		return 0;
	frames = realloc(capture->frames, (nr ? 2 * nr : 1) * sizeof(*frames));
	if (!frames)
		return -ENOMEM;
	capture->frames = frames;
	return 0;
}

int capture_begin_frame(struct capture *capture, const char *name, struct frame **frame)
{
	struct frame *new;

	*frame = NULL;
	if (capture->nr_frames >= CAPTURE_FRAMES_MAX)
		return -E2BIG;
	new = frame_new();
	if (!new)
		return -ENOMEM;
	new->host = arena_strdup(&new->arena, name, strlen(name));
	new->request.when = -1;
	if (!new->host || grow_list(capture)) {
		frame_free(new);
		return -ENOMEM;
	}
	*frame = capture->frames[capture->nr_frames++] = new;
	return 0;
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
