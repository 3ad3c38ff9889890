/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made_activity - what a kernel in trouble did in so many seconds, made up.
 *
 * Per second: postgres waits 10 times for direct compaction of order 9 in zone Normal, 1 ms each,
 * and 2 of these get a block; kcompactd compacts zone DMA32 twice; 3 unmovable pages fall back to
 * movable blocks, 2 of them fragmenting.  Totals are those times the seconds, but for a bump in the
 * middle of each half minute that is made up for at once.
 */
#ifndef TESTS_UI_MADE_ACTIVITY_H
#define TESTS_UI_MADE_ACTIVITY_H

#include "fragscope/frame.h"

/* Gives the frame an activity since so many seconds before the frame's time, and its zones the
 * state of their compaction: Normal is deferred, DMA32 is not. */
void made_activity(struct frame *frame, unsigned int seconds);

#endif
