/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * frame_in - the memory of a frame as the beginning of a machine: each page by its class, each
 * block by its type where the frame knows it.
 */
#ifndef SIM_FRAME_IN_H
#define SIM_FRAME_IN_H

#include "sim/state.h"

/* What is kept of a frame: page codes and block types of each zone (pagemap.h). */
struct frame_memory;

void frame_memory_free(struct frame_memory *memory);
/* Owners that its pages need; 0 for NULL. */
uint32_t frame_memory_nr_owners(const struct frame_memory *memory);
/* layout_frame() in load/layout.h lays it. */

#endif
