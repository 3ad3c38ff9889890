// SPDX-License-Identifier: GPL-2.0-or-later
/* Activity of this host, from its tracepoints into frames. */
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
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

#define CANNOT 100 /* no enum source_state */

static bool take_nothing(void)
{
	return true;
}

static bool give_up_rights(void)
{
	return !setgid(65534) && !setuid(65534);
}

static bool hide_types(void)
{
	return !access("/sys/kernel/btf/vmlinux", R_OK) && !unshare(CLONE_NEWNS) &&
	       !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
	       !mount("none", "/sys/kernel/btf", "tmpfs", 0, NULL);
}

/* What a frame says of activity, in a process from which something was taken. */
static int state_without(bool (*take_away)(void))
{
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		struct source *source = take_away() ? source_open_live("/", 0.01, NULL) : NULL;
		struct frame *frame = source ? sample(source) : NULL;
		const struct source_status *activity;

		if (!frame)
			_exit(CANNOT);
		while (source->ops->poll(source, SLICE_NS))
			; /* as above */
		activity = frame_find_source(sample(source), "activity");
		_exit(activity ? (int)activity->state : CANNOT);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void what_is_not_allowed_is_told_from_what_a_kernel_lacks(void **state)
{
	int denied, absent;

	(void)state;
	if (getuid())
		skip();
	if (state_without(take_nothing) != SOURCE_OK)
		skip(); /* and what would be missing then is another thing */
	denied = state_without(give_up_rights);
	absent = state_without(hide_types);
	assert_int_equal(denied, SOURCE_DENIED);
	if (absent != CANNOT)
		assert_int_equal(absent, SOURCE_ABSENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_compaction_by_hand_is_in_the_next_frame),
		cmocka_unit_test(what_is_not_allowed_is_told_from_what_a_kernel_lacks),
	};

	return CHECK_MAIN(tests);
}
