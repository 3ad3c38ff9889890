/* SPDX-License-Identifier: GPL-2.0-or-later */
/* captured - a text through capture_add(), with what every capture owes. */
#ifndef TESTS_PROC_CAPTURED_H
#define TESTS_PROC_CAPTURED_H

#include <errno.h>
#include <stdlib.h>

#include "fragscope/capture.h"

#include "../check.h"

/* Adds bytes; the result must be ret, all frames must hold together, an error must have a text. */
static inline void capture_bytes(struct capture *capture, struct span bytes, int ret,
				 struct err *err)
{
	struct err breach = { "" };

	err->text[0] = '\0';
	if (capture_add(capture, "paste", bytes, err) != ret)
		fail_msg("not %d: %s", ret, err->text);
	assert_int_equal(ret != 0, err->text[0] != '\0');
	for (size_t i = 0; i < capture->nr_frames; i++)
		if (frame_check(capture->frames[i], &breach))
			fail_msg("%s", breach.text);
}

static inline void capture_text(struct capture *capture, const char *text)
{
	struct err err;

	capture_bytes(capture, span_of(text), 0, &err);
}

/* Adds a text that must be refused, with what in the error. */
static inline void capture_refused(const char *text, const char *what)
{
	struct capture capture = { 0 };
	struct err err;

	capture_bytes(&capture, span_of(text), -EINVAL, &err);
	if (!strstr(err.text, what))
		fail_msg("no \"%s\" in: %s", what, err.text);
	assert_int_equal(capture.nr_frames, 0);
	capture_done(&capture);
}

static inline void assert_num(struct num got, uint64_t want)
{
	assert_int_equal(got.state, NUM_KNOWN);
	assert_int_equal(got.n, want);
}

static inline struct zone *zone_of(const struct frame *frame, int node, const char *name)
{
	struct zone *zone = frame_find_zone(frame, node, span_of(name));

	if (!zone)
		fail_msg("no zone %s of node %d", name, node);
	return zone;
}

#endif
