/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_frame - frames in which every field has a value of its own, and their comparison. */
#ifndef TESTS_MADE_FRAME_H
#define TESTS_MADE_FRAME_H

#include "fragscope/frame.h"
#include "fragscope/pagemap.h"

/* A frame with every field filled; numbers of all four states, integers on both sides of 2^53. */
struct frame *made_frame(void);

/* A page map of that shape, put under the frame's zones 0 and 1; the caller frees it.  span: pages
 * of the second zone. */
struct pagemap *made_pagemap(struct frame *frame, uint64_t span);

/* Fails the test at the first field that differs. */
void assert_frames_equal(const struct frame *a, const struct frame *b);
void assert_zonemaps_equal(const struct zonemap *a, const struct zonemap *b);

#endif
