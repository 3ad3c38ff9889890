/* SPDX-License-Identifier: GPL-2.0-or-later */
/* client_slab - a slab page more, as mm/slub.c asks for it. */
#ifndef SIM_LOAD_CLIENT_SLAB_H
#define SIM_LOAD_CLIENT_SLAB_H

#include "sim/state.h"

/* For that owner; of order 0 where the order that is tried first is not there.  NO_PAGE. */
uint32_t client_slab_page(struct sim *sim, unsigned int order, uint32_t owner);

#endif
