/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_activity - an activity in which every field has a value of its own. */
#ifndef TESTS_MADE_ACTIVITY_H
#define TESTS_MADE_ACTIVITY_H

#include "fragscope/activity.h"

struct activity *made_activity(struct arena *arena);
/* Fails the test at the first table that differs.  Either may be NULL. */
void assert_activities_equal(const struct activity *a, const struct activity *b);

#endif
