/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * live_part - what a running host tells beyond its files, in parts that know little of each other.
 *
 * A part takes a while to open (BPF programs to load) and may not open at all (permission).  It is
 * opened once, when the first frame is on screen; its line among the frame's sources says how it
 * fared.  A new part is a file with a function live_NAME_new(), and its row in live_part.c.
 */
#ifndef SOURCE_LIVE_PART_H
#define SOURCE_LIVE_PART_H

#include "fragscope/kern.h"
#include "fragscope/proc.h"
#include "fragscope/reader.h"
#include "fragscope/source.h"
#include "fragscope/sweep.h"

/* What parts work with. */
struct live_env {
	struct reader *reader;
	struct proc *proc;
	struct sweep *sweep;
	struct kern *kern;       /* NULL until it is open, and where it cannot be */
};

struct live_part;

struct live_part_ops {
	/* Tells what happens while it is open: of no use to who takes a single frame. */
	bool watches;
	/* The frames seen by sample() until then are not opened for: what they say of the host may
	 * be kept. */
	void (*open)(struct live_part *part);
	/* Fills the frame, which has everything else already, and its own line among the sources;
	 * also before it is open. */
	void (*sample)(struct live_part *part, const struct source_want *want,
		       struct frame *frame);
	/* As source_ops.poll, once it is open; NULL: nothing to do. */
	bool (*poll)(struct live_part *part, uint64_t max_ns);
	/* As source_ops.wake_fd; NULL: none. */
	int (*wake_fd)(const struct live_part *part);
	void (*close)(struct live_part *part);
};

struct live_part {
	const struct live_part_ops *ops;
	bool is_open;            /* open() was called, whatever came of it */
};

#define LIVE_PARTS_MAX 8

struct live_parts {
	struct live_env env;
	struct live_part *at[LIVE_PARTS_MAX];
	unsigned int nr;
};

/* -ENOMEM; live_parts_done() is due in any case. */
int live_parts_init(struct live_parts *parts, const struct live_env *env);
void live_parts_done(struct live_parts *parts);

/* Opens the next part that is not open; false when all are. */
bool live_parts_open_next(struct live_parts *parts);
/* Opens all that are of use to a single frame. */
void live_parts_open_for_frame(struct live_parts *parts);
void live_parts_sample(struct live_parts *parts, const struct source_want *want,
		       struct frame *frame);
/* Whether one has more to do at once. */
bool live_parts_poll(struct live_parts *parts, uint64_t max_ns);
int live_parts_wake_fd(const struct live_parts *parts);

/* The parts.  They keep the pointer to env.  NULL: no memory. */
struct live_part *live_kern_new(struct live_env *env);
struct live_part *live_pages_new(struct live_env *env);
struct live_part *live_trace_new(struct live_env *env);
struct live_part *live_holders_new(struct live_env *env);

#endif
