/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_compact - compactions for tests, and memory for them to move. */
#ifndef TESTS_SIM_MADE_COMPACT_H
#define TESTS_SIM_MADE_COMPACT_H

#include "made_machine.h"
#include "sim/gfp.h"
#include "sim/mm/compact_private.h"

/* Events of one kind, in their order. */
struct made_events {
	enum sim_event_kind kind;
	unsigned int nr;
	uint32_t pfn[256];
	int64_t arg[256][4];
};

/* A compaction of zone 0 in the middle of its work: migrate scanner at the zone's start, free
 * scanner at its last block. */
struct compact_control made_control(const struct sim *sim, int order, enum compact_mode mode);
/* Gives used pages [first, first + nr) to an owner, by folios of that order. */
void made_give(struct sim *sim, uint32_t owner, uint32_t first, uint32_t nr, unsigned int order);
/* A machine whose memory is all anonymous, in single pages of one owner (*owner). */
struct sim *made_anon(uint32_t nr_blocks, uint32_t *owner);
/* Frees an owned page past the per-CPU lists. */
void made_free_owned(struct sim *sim, uint32_t pfn);
/* Frees each page with pfn % every == residue in [from, to), upwards. */
void made_free_grid(struct sim *sim, uint32_t from, uint32_t to, uint32_t every, uint32_t residue);
void made_listen(struct sim *sim, struct made_events *events, enum sim_event_kind kind);
/* Pages in that state, counted one by one. */
uint32_t made_count(const struct sim *sim, uint32_t from, uint32_t to, enum page_state state);

#endif
