// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * live_kern - what the kernel's own structures say of zones and pageblocks.
 *
 * Compaction's state costs some microseconds and is in every frame.  Types and skip bits of
 * pageblocks are columns of the page map: read when it is wanted, at most once a second, and less
 * often where there is so much memory that it would take a notable share of a CPU.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/clock.h"

#include "live_part.h"

#define SOURCE_NAME  "kernel structures"
#define BLOCKS_NS    (1ULL * NSEC_PER_SEC) /* between two walks over the pageblocks, at least */
#define BLOCKS_SHARE 300                   /* of that time a walk takes at most a 300th */

struct live_kern {
	struct live_part part;
	struct live_env *env;
	enum source_state state;
	struct err err;          /* why not SOURCE_OK */
	uint64_t cost_ns, read_ns;
	uint64_t blocks_ns;      /* when pageblocks were last read, monotonic */
	uint64_t blocks_cost_ns; /* what that took */
};

static void note(struct live_kern *live, int code)
{
	if (code)
		live->state = live->read_ns ? SOURCE_STALE : source_state_of_error(code);
	else
		live->state = SOURCE_OK;
}

static void live_kern_open(struct live_part *part)
{
	struct live_kern *live = (struct live_kern *)part;

	if (!reader_is_host(live->env->reader)) {
		live->state = SOURCE_ABSENT;
		err_set(&live->err, ENOENT, SOURCE_NAME ": only of the running kernel");
		return;
	}
	live->env->kern = kern_open(&live->err);
	note(live, live->env->kern ? 0 : -errno);
}

static bool is_due(const struct live_kern *live, const struct source_want *want, uint64_t now)
{
	uint64_t pause = live->blocks_cost_ns * BLOCKS_SHARE;

	if (pause < BLOCKS_NS)
		pause = BLOCKS_NS;
	return want->pagemap && (want->force || !live->blocks_ns ||
				 now - live->blocks_ns >= pause);
}

static int fill(struct live_kern *live, const struct source_want *want, struct frame *frame)
{
	uint64_t before = clock_mono_ns();
	int ret = kwalk_zones(live->env->kern, frame, &live->err);

	if (!ret && frame->pagemap && is_due(live, want, before)) {
		ret = kwalk_blocks(live->env->kern, frame, sweep_map(live->env->sweep),
				   &live->err);
		live->blocks_ns = before;
		live->blocks_cost_ns = clock_mono_ns() - before;
	}
	live->cost_ns = clock_mono_ns() - before;
	if (!ret)
		live->read_ns = before;
	return ret;
}

static void live_kern_sample(struct live_part *part, const struct source_want *want,
			     struct frame *frame)
{
	struct live_kern *live = (struct live_kern *)part;
	struct source_status *status;

	if (live->env->kern)
		note(live, fill(live, want, frame));
	status = frame_source(frame, SOURCE_NAME);
	if (!status)
		return;
	status->state = live->state;
	status->cost_ns = live->cost_ns;
	status->read_ns = live->read_ns;
	if (live->state != SOURCE_OK)
		status->text = arena_strdup(&frame->arena, live->err.text,
					    strlen(live->err.text));
}

static void live_kern_close(struct live_part *part)
{
	struct live_kern *live = (struct live_kern *)part;

	kern_close(live->env->kern);
	live->env->kern = NULL;
	free(live);
}

static const struct live_part_ops live_kern_ops = {
	.open = live_kern_open,
	.sample = live_kern_sample,
	.close = live_kern_close,
};

struct live_part *live_kern_new(struct live_env *env)
{
	struct live_kern *live = calloc(1, sizeof(*live));

	if (!live)
		return NULL;
	live->part.ops = &live_kern_ops;
	live->env = env;
	live->state = SOURCE_STALE;
	err_set(&live->err, EAGAIN, SOURCE_NAME ": not read yet");
	return &live->part;
}
