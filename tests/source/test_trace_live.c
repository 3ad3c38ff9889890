// SPDX-License-Identifier: GPL-2.0-or-later
/* Activity of this host, from its tracepoints into frames. */
#include <fcntl.h>
#include <unistd.h>

#include "fragscope/activity.h"
#include "fragscope/source.h"

#include "../check.h"

#define SLICE_NS 10000000

static struct frame *sample(struct source *source)
{
	struct source_want want = { .pagemap = true };
	struct frame *frame = NULL;
	struct err err = { "" };

	if (source->ops->sample(source, &want, &frame, &err))
		fail_msg("%s", err.text);
	return frame;
}

static void a_compaction_by_hand_is_in_the_next_frame(void **state)
{
	struct err err = { "" };
	struct source *source = source_open_live("/", 0.01, &err);
	int fd = open("/proc/sys/vm/compact_memory", O_WRONLY);
	struct compact_row sum;
	struct frame *frame;

	(void)state;
	if (fd < 0)
		skip();
	assert_non_null(source);
	frame = sample(source);
	/* nothing is loaded before the first frame is out */
	assert_null(frame->activity);
	frame_free(frame);
	while (source->ops->poll(source, SLICE_NS))
		; /* opens what takes time, one by one */
	assert_int_equal(write(fd, "1", 1), 1);
	close(fd);
	frame = sample(source);
	assert_non_null(frame_find_source(frame, "activity"));
	if (frame_find_source(frame, "activity")->state != SOURCE_OK) {
		print_message("%s\n", frame_find_source(frame, "activity")->text);
		skip();
	}
	sum = activity_sum_compact(frame->activity, -1, CAUSE_MANUAL);
	assert_true(sum.nr_runs > 0);
	assert_true(sum.total_ns > 0);
	assert_true(sum.migrate_scanned > 0);
	assert_int_equal(frame->activity->nr_lost, 0);
	frame_free(frame);
	source->ops->close(source);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_compaction_by_hand_is_in_the_next_frame),
	};

	return CHECK_MAIN(tests);
}
