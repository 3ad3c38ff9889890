/* SPDX-License-Identifier: GPL-2.0-or-later */
/* live_trace - what the running kernel does about fragmentation, in a live source. */
#ifndef SOURCE_LIVE_TRACE_H
#define SOURCE_LIVE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"

#define LIVE_TRACE_RUNS 32

/* A zone that a thread compacts. */
struct live_run {
	uint32_t pid;
	struct zonemap *map;           /* NULL: the zone has no map */
};

struct live_trace {
	struct ktrace *trace;          /* NULL: not opened, or it cannot be */
	struct activity_tracker *tracker;
	bool tried;
	struct err err;                /* why there is none */
	char release[96];
	unsigned int pageblock_order;  /* of the last frame, 0: there was none */
	const struct pagemap *map;     /* the source's */
	struct live_run runs[LIVE_TRACE_RUNS];
	unsigned int next_run;         /* to be replaced */
};

/* Takes what has happened since; the first call after a frame loads the programs, some 30 ms. */
void live_trace_poll(struct live_trace *live);
/* Puts the activity into the frame, and a line on how it fared.  0 or -ENOMEM. */
int live_trace_fill(struct live_trace *live, struct frame *frame);
/* Readable when live_trace_poll() should be called at once, -1: never. */
int live_trace_fd(const struct live_trace *live);
void live_trace_done(struct live_trace *live);

#endif
