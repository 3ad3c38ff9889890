/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verdict - "can I get N blocks of order K?": now, after compaction, after reclaim; if not, why.
 *
 * "Now" counts what the free lists would hand out: for each zone the request may use, blocks of the
 * order that its migratetype may take, while the zone stays above its watermark with the lowmem
 * reserve (mm/page_alloc.c __zone_watermark_ok).  "After compaction" comes from the page map:
 * aligned blocks without unmovable pages, as long as free pages elsewhere can take what they hold.
 * "After reclaim" adds what the page cache and swap could give.  Each number is absent when its
 * inputs are, and the text says what is missing.
 */
#ifndef FRAGSCOPE_VERDICT_H
#define FRAGSCOPE_VERDICT_H

#include <stddef.h>

#include "fragscope/frame.h"

/* What kind of request asks; rows in supply.c decide zone, migratetype and watermark. */
enum verdict_class {
	VERDICT_MOVABLE,       /* user memory, huge pages: GFP_HIGHUSER_MOVABLE / GFP_TRANSHUGE */
	VERDICT_UNMOVABLE,     /* GFP_KERNEL */
	VERDICT_RECLAIMABLE,   /* GFP_KERNEL | __GFP_RECLAIMABLE */
	VERDICT_ATOMIC,        /* GFP_ATOMIC: __GFP_HIGH, may use the reserves */
	NR_VERDICT_CLASSES
};

const char *verdict_class_name(enum verdict_class class);

struct verdict_want {
	uint64_t nr;
	unsigned int order;
	enum verdict_class class;
	int highest_zone;      /* enum zone_kind that bounds the request (GFP_DMA …), -1: none but
				* the class's own */
};

/* Why not, or what it costs.  The first that applies. */
enum verdict_cause {
	VERDICT_OBTAINABLE,        /* nothing in the way */
	VERDICT_UNKNOWN,           /* the input does not say */
	VERDICT_TOO_LITTLE,        /* not enough memory is free; reclaim may help, or not */
	VERDICT_FRAGMENTED,        /* enough free, in blocks too small; compaction can help */
	VERDICT_WATERMARK,         /* blocks are there, but the zone would fall below its mark */
	VERDICT_WRONG_TYPE,        /* blocks are there, but only CMA, HighAtomic or Isolate */
	VERDICT_POLLUTED,          /* unmovable pages in every candidate block */
	VERDICT_SCANNER_BLIND,     /* free pages are there, but the free scanner cannot see them */
	VERDICT_NOT_FRAGMENTATION, /* order 0, memcg, cpuset: it failed for another reason */
	NR_VERDICT_CAUSES
};

const char *verdict_cause_name(enum verdict_cause cause);

#define VERDICT_LINES_MAX 8

/*
 * Numbers are exact, lower bounds (NUM_CAPPED) or absent.  Where a number is not exact, *_at_most
 * is an upper bound, if there is one.
 */
struct verdict {
	struct verdict_want want;
	struct num now, after_compaction, after_reclaim; /* blocks */
	struct num now_at_most, compaction_at_most, reclaim_at_most;
	struct num moves;          /* page moves that compaction needs for want.nr in one zone, at
				    * the least; absent when it needs none or no zone has as many */
	enum verdict_cause cause;
	char headline[160];        /* one sentence */
	char lines[VERDICT_LINES_MAX][160]; /* the numbers it rests on, most important first */
	unsigned int nr_lines;
};

/* Only the number "now", in the time it takes to look at the free lists. */
struct num verdict_now(const struct frame *frame, const struct verdict_want *want);

/* Judges a wish on this frame.  With a page map it looks at every pageblock. */
void verdict_judge(const struct frame *frame, const struct verdict_want *want, struct verdict *out);

/* Judges the request that a log reports (frame->request): why did it fail? */
void verdict_explain(const struct frame *frame, struct verdict *out);

/* Parses "N@ORDER", "64@9", "3@2MiB", also with ":unmovable" behind.  page_size 0: sizes cannot be
 * given.  -EINVAL. */
int verdict_parse_want(struct span text, uint64_t page_size, struct verdict_want *want,
		       struct err *err);

#endif
