// SPDX-License-Identifier: GPL-2.0-or-later
/* snapshot_activity - what the kernel did since it was watched, as a part of a snapshot. */
#include <errno.h>

#include "activity_json.h"
#include "snapshot.h"

static void write_activity(struct field_out *out, const struct field *field, const void *value)
{
	const struct activity *activity = ((const struct frame *)value)->activity;

	if (!activity)
		return;
	json_open(&out->json, field->name, JSON_OBJECT_LINES);
	json_keep(&out->json);
	record_write(out, &activity_record, activity);
	json_close(&out->json);
}

static int read_activity(struct field_in *in, const struct field *field, const cJSON *item,
			 void *value)
{
	struct activity *activity = arena_alloc(&in->frame->arena, sizeof(*activity));

	(void)field;
	if (!activity)
		return field_no_memory(in);
	((struct frame *)value)->activity = activity;
	return record_read(in, &activity_record, item, activity);
}

const struct field_kind field_activity = { write_activity, read_activity, NULL };
