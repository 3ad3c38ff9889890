/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sweep - keeps a page map up to date from kpageflags or struct pages, within a CPU budget.
 *
 * The map is read in chunks of 64 KiB of kpageflags (8192 pages; more where the largest free block
 * is larger): the fastest size measured.  A slice reads the chunks that are oldest and changed most
 * at their last reading.  A full sweep reads everything as fast as it goes; a second thread helps
 * when the machine has a second CPU.
 */
#ifndef FRAGSCOPE_SWEEP_H
#define FRAGSCOPE_SWEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"
#include "fragscope/pagemap.h"
#include "fragscope/reader.h"

struct kern;
struct sweep;

/* NULL: no memory.  Opens proc/kpageflags; without permission the sweep exists but yields nothing
 * and sweep_status() says why. */
struct sweep *sweep_new(struct reader *reader);
void sweep_free(struct sweep *sweep);

/* Reads struct pages from now on, where that works, and kpageflags when it does not any more; NULL:
 * kpageflags again.  kern stays the caller's and must outlive the sweep, or its next call of this.
 * -errno with the reason: kpageflags is read on. */
int sweep_use_kern(struct sweep *sweep, struct kern *kern, struct err *err);

/* Fits the map to the zones of this frame: new zones, grown spans (what was read is kept), the
 * pageblock order.  Links frame->pagemap and zone->map.  -ENOMEM. */
int sweep_attach(struct sweep *sweep, struct frame *frame, struct err *err);

/* Reads chunks until budget_ns of CPU time are used or all were read once; at least one chunk
 * unless the budget is 0.  Returns how many pages were read, or -errno. */
int64_t sweep_slice(struct sweep *sweep, uint64_t budget_ns, struct err *err);

/* Reads everything once.  progress (may be NULL) is called now and then with pages done and all;
 * non-zero stops early. */
int sweep_full(struct sweep *sweep, int (*progress)(uint64_t done, uint64_t all, void *arg),
	       void *arg, struct err *err);

/* Whether every page was read at least once. */
bool sweep_is_complete(const struct sweep *sweep);
const struct pagemap *sweep_pagemap(const struct sweep *sweep);
/* The same for who fills columns that kpageflags knows nothing of. */
struct pagemap *sweep_map(struct sweep *sweep);

void sweep_status(const struct sweep *sweep, struct frame *frame);

#endif
