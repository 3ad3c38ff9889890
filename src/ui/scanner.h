/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scanner - where compaction's two scanners are, and how they look.
 *
 * A zone caches where its next run begins: the migrate scanner at a lower pfn, once for
 * asynchronous runs and once for the others, the free scanner at a higher one; they go towards each
 * other.  While a run goes on, it has positions of its own (struct compact_control).
 */
#ifndef UI_SCANNER_H
#define UI_SCANNER_H

#include <stdint.h>

#include "fragscope/activity.h"
#include "fragscope/frame.h"
#include "fragscope/role.h"

enum scanner {
	SCANNER_MIGRATE,      /* cached: async */
	SCANNER_MIGRATE_SYNC,
	SCANNER_FREE,
	SCANNER_RUN_MIGRATE,  /* of the run that goes on */
	SCANNER_RUN_FREE,
	NR_SCANNERS
};

struct scanner_look {
	const char *name, *brief; /* brief: NULL where there is no room for all of them */
	enum role role;
	uint32_t glyph;       /* points where the scanner goes */
	uint32_t half[2];     /* in the upper or the lower half of a cell */
	char ascii;
};

const struct scanner_look *scanner_look(enum scanner scanner);
/* For the steps of a run. */
const struct scanner_look *scanner_trail_look(bool is_free);
/* For two scanners in one cell. */
const struct scanner_look *scanner_both_look(void);

/* A pfn of the zone (its end included), absent where it is not known or outside. */
struct num scanner_position(const struct frame *frame, const struct zone *zone,
			    enum scanner scanner);
/* Whether it has a position that no other scanner of its kind has told already. */
bool scanner_is_shown(const struct frame *frame, const struct zone *zone, enum scanner scanner);

/* The run of the zone that goes on, else the last one if it ended just now; NULL: none. */
const struct compact_run *scanner_run(const struct frame *frame, const struct zone *zone);
/* Whether that step was made just now in the zone. */
bool scanner_step_is_recent(const struct frame *frame, const struct zone *zone,
			    const struct scanner_step *step);

/* Why the cached positions are not known, and what would give them. */
const char *scanner_missing(const struct frame *frame);

#endif
