/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verdict_private - the steps of a judgement, in the order in which they are taken.
 *
 *   supply.c                what the free lists give now
 *   verdict_after.c, _map.c what compaction and reclaim could give
 *   verdict_cause.c         why it is not enough
 *   verdict_headline.c, verdict_lines.c, verdict_words.c: the same in words
 *
 * verdict.c strings them together for a wish, verdict_explain.c for a request in a log.
 */
#ifndef MODEL_VERDICT_PRIVATE_H
#define MODEL_VERDICT_PRIVATE_H

#include "fragscope/obstacle.h"
#include "fragscope/pagemap.h"
#include "fragscope/verdict.h"

#include "supply.h"

/* The free scanner's stride in asynchronous compaction (mm/compaction.c COMPACT_CLUSTER_MAX). */
#define SCAN_STRIDE 32

/* What the page maps of the zones that may be used say, added up. */
struct map_outlook {
	bool any;                  /* some zone has a map */
	bool complete;             /* all have, and all pages were read */
	uint64_t clearable;        /* aligned blocks of the order without unmovable pages */
	uint64_t blocked;          /* blocks with some */
	uint64_t undecided;        /* of blocked: held only by pages of unknown mobility */
	uint64_t folios;           /* of blocked: held by folios as large, or larger */
	uint64_t moves;            /* page moves for the wanted blocks in the cheapest zone,
				    * UINT64_MAX: no zone alone has as many, or none is needed */
	uint64_t cheapest;         /* page moves for one more block in the cheapest zone,
				    * UINT64_MAX: none can be had */
	struct pollution pollution; /* where types of pageblocks are known */
	/* pageblocks that could be whole, but for unmovable pages: */
	uint64_t nr_pageblocks, polluted_pageblocks;
	uint64_t polluting[NR_PAGE_CLASSES]; /* pages in the polluted ones */
	/* free pages outside of wholly free pageblocks; pageblocks in which the free scanner finds
	 * nothing at its widest stride */
	uint64_t free_pages, blind_pageblocks, blind_pages;
};

/* Memory that reclaim could free, in pages. */
struct reclaimable {
	struct num file, anon, slab;
	uint64_t sum;
	bool known;
};

struct judgement {
	struct supply_scope scope;
	struct supply_sum sum;
	struct map_outlook map;
	struct reclaimable reclaimable;
	uint64_t nr;               /* blocks wanted */
	unsigned int nr_unsuitable; /* zones in which the kernel would not begin to compact */
	const char *prefix;        /* how a headline begins that says no: "Not now" */
};

void judgement_init(struct judgement *judgement, const struct frame *frame,
		    const struct supply_rule *rule, const struct verdict_want *want);

/* Fills "after compaction" and "after reclaim". */
void verdict_look_ahead(struct judgement *judgement, struct verdict *out);
/* Whether compaction_suitable() lets compaction begin in the zone. */
bool verdict_is_suitable(const struct judgement *judgement, const struct zone *zone,
			 const struct supply *supply);
/* Adds the zone's page map to judgement->map.  False: it has none that can tell.  *room: the blocks
 * that could be emptied, with all the free pages that it takes. */
bool verdict_add_map(struct judgement *judgement, const struct zone *zone, uint64_t *room);

enum verdict_cause verdict_find_cause(const struct judgement *judgement);

/* Words. */
void verdict_headline(struct verdict *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void verdict_line(struct verdict *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* The classes with most pages of a table by class, with their numbers: "4,123 slab, 332 pinned". */
char *verdict_classes(char *to, size_t size, const uint64_t nr_pages[NR_PAGE_CLASSES]);
void verdict_write_headline(const struct judgement *judgement, struct verdict *out);
/* What stands in the way; then the zones; then what would help and what is not known. */
void verdict_write_obstacles(const struct judgement *judgement, struct verdict *out);
void verdict_write_zones(const struct judgement *judgement, struct verdict *out,
			 unsigned int max_lines);
void verdict_write_evidence(const struct judgement *judgement, struct verdict *out);

#endif
