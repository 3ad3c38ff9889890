/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * costly - what the slow path makes of costly requests that rather fail than try hard: those above
 * order 3 with __GFP_NORETRY.  Every proposal of the thread that acts here is one of these three
 * questions; those that act in the page cache are filemap.h's.
 */
#ifndef SIM_MM_COSTLY_H
#define SIM_MM_COSTLY_H

#include "sim/mm/page_alloc.h"

/* First thing in the slow path: the mask that the request goes on with. */
uint32_t costly_slowpath_gfp(const struct sim *sim, const struct alloc_request *request);
/* Whether it may reclaim and compact: the mask says so and no policy says otherwise. */
bool costly_may_reclaim(const struct sim *sim, const struct alloc_request *request);
/* Whether it wakes kcompactd and fails where it would have begun to reclaim. */
bool costly_only_wakes(const struct sim *sim, const struct alloc_request *request);

#endif
