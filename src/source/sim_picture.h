/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_picture - a machine's frame and page map, brought up to date in place.
 *
 * A step changes a few pages of a million.  So the map stays from one moment to the next, and of
 * the machine only what has changed since is taken into it.
 */
#ifndef SOURCE_SIM_PICTURE_H
#define SOURCE_SIM_PICTURE_H

#include "fragscope/pagemap.h"
#include "fragscope/sim.h"

struct sim_picture {
	struct frame *frame;
	struct pagemap *map;
	struct sim_shadow *shadow;
	uint64_t version;              /* what it shows; see sim_picture_update() */
};

/* -ENOMEM */
int sim_picture_init(struct sim_picture *picture, const struct sim *sim);
void sim_picture_done(struct sim_picture *picture);
/* Shows the machine as it is now.  version: another number if it may have changed; from 1. */
int sim_picture_update(struct sim_picture *picture, const struct sim *sim, uint64_t version,
		       struct err *err);
/* A copy of the frame with its page map, that the caller frees.  NULL: no memory. */
struct frame *sim_picture_copy(const struct sim_picture *picture);

#endif
