/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * world - made-up machines for tests of the screen, the same in every run.
 *
 * Numbers hang together: free lists are counted from the page map, types add up to the lists,
 * counters grow from frame to frame.
 */
#ifndef TESTS_UI_WORLD_H
#define TESTS_UI_WORLD_H

#include "fragscope/frame.h"
#include "fragscope/history.h"
#include "fragscope/pagemap.h"
#include "fragscope/ui.h"

enum world_kind {
	WORLD_HOST,     /* a live x86 host of 3 GiB, read as root, fragmented */
	WORLD_ACTIVE,   /* the same with the kernel's activity watched for as long as it is kept */
	WORLD_PLAIN,    /* the same for an ordinary user: no map, no types */
	WORLD_LOG,      /* a kernel log with a failed order-4 allocation */
	WORLD_BIG,      /* two nodes, 64 KiB pages, 14 orders, capped counts, no map */
	WORLD_STAGE,    /* two simulated policies, paused */
	WORLD_STAGE_4,  /* four of them, from a host's memory, one over, one broken */
	WORLD_NOTHING,  /* a frame in which nothing is known */
	WORLD_NO_FRAME, /* before the first frame */
	NR_WORLDS
};

struct world {
	struct frame *frame;
	struct pagemap *pagemap;
	struct history *history;
	struct made_stage *made_stage;
	struct ui_input input;  /* refers to the above */
};

void world_init(struct world *world, enum world_kind kind);
void world_done(struct world *world);

#endif
