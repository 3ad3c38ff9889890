/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * supply - what the free lists would hand out to a kind of request, zone by zone.
 *
 * A block of the order leaves a zone only if two conditions hold, which mm/page_alloc.c
 * __zone_watermark_ok() checks for each allocation anew:
 *
 *   memory:  what stays free, without pages this request may not use, is above the watermark plus
 *            the lowmem reserve;
 *   a block: there is one of the order or above on the list of a type this request may take.  The
 *            types Unmovable, Movable and Reclaimable fall back to each other at every order.
 *
 * So a zone gives min(above, fit) blocks.  Where types are not known, fit is known only between two
 * bounds; where watermarks are not known, above is not.
 */
#ifndef MODEL_SUPPLY_H
#define MODEL_SUPPLY_H

#include "fragscope/verdict.h"
#include "fragscope/zone_kind.h"

/* What decides which zones, types and reserves a request may use. */
struct supply_rule {
	enum zone_kind highest;
	bool cma;          /* ALLOC_CMA: may take CMA blocks */
	bool highatomic;   /* may take HighAtomic blocks */
	bool perhaps_highatomic; /* may in some kernels of that release */
	bool counts_highatomic; /* HighAtomic pages count as free in its watermark check */
	bool half_mark;    /* half the min watermark will do */
	bool quarter_less; /* a quarter less of what is left of it */
	bool no_watermarks;
	const char *nodes; /* "0,2-3": only these, as in mems_allowed; NULL: all */
};

struct supply_rule supply_rule_of_class(enum verdict_class class, int highest_zone);

/* A number between two bounds; max UINT64_MAX: not known. */
struct bounds {
	uint64_t min, max;
};

/* One zone.  Blocks are of the wanted order. */
struct supply {
	struct num free;           /* pages */
	struct bounds reserved;    /* pages of it that the request may not use: CMA, HighAtomic */
	struct num mark;           /* pages that must stay: watermark plus lowmem reserve */
	struct bounds above;       /* blocks' worth of memory above the mark */
	struct bounds fit;         /* blocks of suitable types */
	uint64_t any;              /* blocks of any type, as far as known */
	uint64_t small_pages;      /* free pages in blocks below the order */
	bool counts_known;         /* the free lists of all orders are known */
	bool capped;               /* there may be more: counts are lower bounds */
};

/* Context that is the same for all zones of a frame. */
struct supply_scope {
	const struct frame *frame;
	struct zone_kinds kinds;
	struct supply_rule rule;
	unsigned int order;
};

void supply_scope_init(struct supply_scope *scope, const struct frame *frame,
		       const struct supply_rule *rule, unsigned int order);
/* Whether the request may use the zone and there is memory in it. */
bool supply_allows(const struct supply_scope *scope, const struct zone *zone);
void supply_measure(const struct supply_scope *scope, const struct zone *zone,
		    struct supply *out);

/* How many of the zone's free blocks of that order (any, not the wanted) are of a suitable type;
 * kept_pages: the most that may be of others, where types are not known. */
struct bounds supply_fit_of_order(const struct supply_scope *scope, const struct zone *zone,
				  unsigned int order, uint64_t kept_pages);
/* Free pages that count for nothing in this request's watermark check: CMA, HighAtomic. */
struct bounds supply_reserved(const struct supply_scope *scope, const struct zone *zone);
/* Whether free blocks of the order are of that type, which the request may not use. */
bool supply_type_is_in_the_way(const struct supply_scope *scope, unsigned int type);

/* All zones that the request may use, together. */
struct supply_sum {
	bool any_zone;             /* the frame has zones at all */
	unsigned int nr_zones;     /* that the request may use */
	const struct zone *last;   /* of them */
	struct bounds now;         /* blocks that would be handed out */
	uint64_t above;            /* sum of above.max */
	uint64_t any;              /* blocks of any type */
	uint64_t above_any;        /* sum of min(above.max, any) */
	uint64_t free;             /* pages */
	uint64_t small_pages;
	/* Zones whose mark leaves room for at least one block; only of them: */
	unsigned int nr_open;
	const struct zone *open;   /* the last one */
	uint64_t open_free, open_small; /* pages */
	uint64_t open_any;         /* blocks */
	bool marks_known, counts_known, types_known, free_known;
};

void supply_add_up(const struct supply_scope *scope, struct supply_sum *sum);
/* The number that follows from both bounds: exact, at least, or absent. */
struct num supply_now(const struct supply_sum *sum);

#endif
