/* SPDX-License-Identifier: GPL-2.0-or-later */
/* activity_json - an activity as a JSON object: in snapshots, and one per interval. */
#ifndef EXPORT_ACTIVITY_JSON_H
#define EXPORT_ACTIVITY_JSON_H

#include "field.h"
#include "fragscope/activity.h"

extern const struct record activity_record; /* struct activity */

#endif
