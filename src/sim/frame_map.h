/* SPDX-License-Identifier: GPL-2.0-or-later */
/* frame_map - the page map of a simulated machine, whole or only where it has changed. */
#ifndef SIM_FRAME_MAP_H
#define SIM_FRAME_MAP_H

#include "fragscope/sim.h"

/* Makes the map or brings it up to date; with a shadow only where it differs from that.  The
 * frame's zones are the machine's.  -ENOMEM. */
int frame_map_fill(const struct sim *sim, struct frame *frame, struct pagemap *pagemap,
		   struct sim_shadow *shadow, struct err *err);

#endif
