/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * owner - who uses allocated pages: a process, a file, a slab cache, what a layout laid.  An
 * owner's list is the LRU too, oldest first: reclaim goes through files from the oldest, and
 * through each from its oldest page.  A page that was moved becomes the youngest of its owner, as
 * putback_lru_page() makes it the youngest of its LRU.
 */
#ifndef SIM_MM_OWNER_H
#define SIM_MM_OWNER_H

#include "sim/state.h"

/* A new owner of pages in that state; a file becomes the youngest.  NO_OWNER: too many. */
uint32_t owner_new(struct sim *sim, enum page_state state);
/* Frees all its pages, oldest first, and forgets it. */
void owner_free(struct sim *sim, uint32_t owner);
/* Forgets it when it has no pages. */
void owner_drop(struct sim *sim, uint32_t owner);

void owner_add_page(struct sim *sim, uint32_t owner, uint32_t pfn);
/* The page belongs to nobody afterwards (NO_OWNER), and counts for no LRU. */
void owner_del_page(struct sim *sim, uint32_t pfn);

/* The migrate scanner's: off the LRU but still the owner's; and back.  The folio stays counted. */
void owner_isolate_page(struct sim *sim, struct sim_zone *zone, uint32_t pfn);
void owner_putback_page(struct sim *sim, struct sim_zone *zone, uint32_t pfn);
/* What an isolated page was is now at "to", a target of its order; "from" is left without an owner,
 * to be freed. */
void owner_move_page(struct sim *sim, uint32_t from, uint32_t to);

#endif
