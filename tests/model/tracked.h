/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tracked - a tracker, and the frame that its totals come out in. */
#ifndef TESTS_MODEL_TRACKED_H
#define TESTS_MODEL_TRACKED_H

#include "fragscope/activity.h"
#include "fragscope/frame.h"

#include "../check.h"
#include "events.h"

#define ALL ((1u << 10) - 1)
#define RUNS_ONLY (ALL & ~(unsigned int)ACTIVITY_WHOLE_STALLS)

static struct activity_tracker *tracker;
static struct frame *frame;

static inline void begin(unsigned int means)
{
	tracker = activity_tracker_new(0, means);
	frame = frame_new();
}

static inline int done(void **state)
{
	(void)state;
	activity_tracker_free(tracker);
	frame_free(frame);
	tracker = NULL;
	frame = NULL;
	return 0;
}

static inline void take(struct activity_event event)
{
	activity_take(tracker, &event);
}

static inline const struct activity *fill(uint64_t now_ns)
{
	assert_int_equal(activity_fill(tracker, now_ns, frame), 0);
	return frame->activity;
}

#define TEST(name) cmocka_unit_test_teardown(name, done)

#endif
