/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tally - sums over a page map that are kept instead of made anew.
 *
 * A frame shows what all pages add up to, but only a few of them were read since the last frame.
 * So a zone is cut into sections of aligned pages (8192, or a pageblock where that is larger).  A
 * kind of tally counts one section into some small numbers; the map keeps the numbers of every
 * section, their sum, and for each section the version that was counted.  An update counts the
 * sections whose version has changed and corrects the sum by the difference.
 *
 * Only what adds up can be told in this way: no averages, no maxima.  The numbers of one section
 * fit into 16 bits, as it has at most 32768 pages.
 *
 * Tallies hang on the map and are brought up to date when they are asked for, in the thread that
 * asks; the threads of a sweep only raise versions, each in sections of its own.
 */
#ifndef MODEL_TALLY_H
#define MODEL_TALLY_H

#include "fragscope/pagemap.h"

#define TALLY_VALUES_MAX  2048 /* of one section */
#define TALLY_ORDER_MAX   10   /* of blocks that have a tally by order */

/* What is kept of one map. */
enum tally_slot {
	TALLY_PAGEBLOCKS,      /* verdict_map.c */
	TALLY_MIX,             /* contig_outlook.c */
	TALLY_RESIDUE,         /* residue.c */
	TALLY_RUNS,            /* contig.c */
	TALLY_COSTS,           /* contig_outlook.c, one for each order */
	NR_TALLIES = TALLY_COSTS + TALLY_ORDER_MAX + 1
};

struct tally_kind {
	size_t nr_values;
	/* Adds what [pfn, end), a section inside the span, counts to values, which are 0. */
	void (*count)(const struct zonemap *map, uint64_t pfn, uint64_t end,
		      const struct tally_kind *kind, uint16_t *values);
	/* What else the count depends on; with another variant all is counted anew. */
	unsigned int order;
	uint32_t variant;
};

/* Sums of all sections into sum[kind->nr_values].  Without memory to keep anything every section is
 * counted. */
void tally_sum(const struct zonemap *map, enum tally_slot slot, const struct tally_kind *kind,
	       uint64_t *sum);
/* Calls each for the values of every section in turn; [pfn, end) lies inside the span. */
void tally_each(const struct zonemap *map, enum tally_slot slot, const struct tally_kind *kind,
		void (*each)(uint64_t pfn, uint64_t end, const uint16_t *values, void *arg),
		void *arg);

unsigned int tally_section_order(const struct zonemap *map);

/* The shape of the sections, for a map whose span is known.  -ENOMEM */
int tally_init(struct zonemap *map);
void tally_done(struct zonemap *map);
/* Pages of [pfn, end) may be others now. */
void tally_touch(struct zonemap *map, uint64_t pfn, uint64_t end);

#endif
