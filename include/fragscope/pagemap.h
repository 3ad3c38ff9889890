/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pagemap - what every page of memory is, one byte per page, and what follows for each pageblock.
 *
 * A page map has one zonemap per zone, covering that zone's span [start_pfn, start_pfn + nr_pages).
 * A page's byte is a "code": a class, and for the head of a free block or of a large folio the
 * order too.  Beside it stand columns with one entry per pageblock: free pages, largest free order,
 * pages per class, age of the reading.  Block 0 begins at start_pfn rounded down to a pageblock.
 *
 * The map is filled in slices (zonemap_ingest) from kpageflags words or by a simulator.  A slice
 * begins and ends on a boundary of the largest free block (or of the span), so that no free block
 * crosses it.  Zones whose spans overlap (interleaved nodes) each see the pages of the overlap;
 * kpageflags does not say which zone a page belongs to.
 *
 * Invariants (zonemap_check): the class counts of a block add up to its pages inside the span;
 * free[] equals its count of PAGE_FREE; a free head of order o is followed by 2^o - 1 free tails.
 */
#ifndef FRAGSCOPE_PAGEMAP_H
#define FRAGSCOPE_PAGEMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/err.h"

/* Classes of pages.  Order of the rows = order of preference in legends; see page_class.def. */
enum page_class {
#define PAGE_CLASS(id, name, mobility, help) PAGE_##id,
#include "fragscope/page_class.def"
#undef PAGE_CLASS
	NR_PAGE_CLASSES
};

enum page_mobility {
	MOBILITY_UNKNOWN = 0,
	MOBILITY_FREE,
	MOBILITY_MOVABLE,     /* compaction can migrate it */
	MOBILITY_UNMOVABLE,
	MOBILITY_NONE,        /* no memory there */
};

struct page_class_info {
	const char *name;               /* "anon" */
	enum page_mobility mobility;
	const char *help;               /* a sentence */
};

const struct page_class_info *page_class_info(enum page_class class);

/*
 * Codes.  0x00-0x1f: a page of class (code); tails and pages without an order.
 * 0x20-0x3f: head of a free block of order (code & 31).  0x40: anon folio head, 0x60: file folio
 * head, 0x80: hugetlb head, likewise.
 */
typedef uint8_t page_code; /* a number with a meaning of its own, not a struct */

#define PAGE_CODE_FREE_HEAD 0x20
#define PAGE_CODE_ANON_HEAD 0x40
#define PAGE_CODE_FILE_HEAD 0x60
#define PAGE_CODE_HUGE_HEAD 0x80

enum page_class page_code_class(page_code code);
/* Order of the block or folio that begins here, -1 for tails and pages without one. */
int page_code_order(page_code code);
/* Whether the code means anything; bytes from elsewhere need not.  Codes that mean nothing have the
 * class PAGE_UNREAD. */
bool page_code_is_valid(page_code code);

#define PFN_MAX (1ULL << 40) /* 52 bits of physical address, in pages of 4 KiB */

struct zonemap {
	int node;
	char name[16];
	uint64_t start_pfn, nr_pages;    /* the zone's span */
	unsigned int pageblock_order;
	unsigned int max_order;          /* largest order of a free block */
	uint64_t first_block_pfn;        /* start_pfn rounded down to a pageblock */
	size_t nr_blocks;

	page_code *code;                 /* nr_pages */

	/* one entry per pageblock */
	uint16_t *free;                  /* free pages: the same column as count[PAGE_FREE] */
	uint8_t *largest;                /* largest free order + 1, 0: none.  May exceed
					  * pageblock_order + 1: a larger free block covers it */
	uint8_t *head_align;             /* log2 of the widest stride from the block's start at
					  * which a free head can be seen, + 1; 0: no head */
	uint16_t *count[NR_PAGE_CLASSES]; /* pages of that class */
	uint8_t *type;                   /* migratetype (frame's numbering), 0xff unknown */
	uint8_t *skip;                   /* compaction's skip bit, 0xff unknown */
	uint16_t *visits;                /* looked into by the free scanner while watched; sticks
					  * at 65535 */
	uint16_t *misses;                /* of these, visits that sampled the block, took nothing,
					  * and lie between two readings that both found free pages
					  * in it; not those of a block that was free as a whole,
					  * which the scanner is to leave */
	uint8_t *maybe_missed;           /* visits that the next reading tells, at most 255; not in
					  * snapshots */
	uint32_t *read_ms;               /* monotonic ms of the reading, truncated; 0: never */

	struct tallies *tallies;         /* sums over the map that are kept (src/model/tally.h) */

	bool orders_estimated;           /* kernel before 4.6: only heads are flagged free */
	bool blocks_only;                /* from a snapshot without pages: the columns are right,
					  * every code is PAGE_UNREAD */
};

struct pagemap {
	struct zonemap **zones;
	unsigned int nr_zones;
	uint64_t nr_pages;               /* sum of the spans */
	uint64_t nr_read;                /* pages read at least once */
	uint64_t sweep_done_ns;          /* monotonic time of the last full sweep, 0: never */
	uint64_t sweep_cost_ns;          /* CPU time of the last full sweep */
};

/* Makes the map of one span, everything PAGE_UNREAD.  NULL: no memory, or a pageblock order above
 * 15 or an empty span (err says which). */
struct zonemap *zonemap_new(uint64_t start_pfn, uint64_t nr_pages, unsigned int pageblock_order,
			    unsigned int max_order, struct err *err);
void zonemap_free(struct zonemap *map);

/* Gives the map another shape in place, so that pointers to it stay valid.  What was read stays
 * where it can: a free block cut by a new edge becomes unread, and everything does when max_order
 * changes.  Errors as zonemap_new(); the map is unchanged then. */
int zonemap_resize(struct zonemap *map, uint64_t start_pfn, uint64_t nr_pages,
		   unsigned int pageblock_order, unsigned int max_order, struct err *err);

/* Pages that read as 0 although they are no memory, or none that the allocator has, and pages of
 * another zone inside the span: the flags alone do not tell them from this zone's. */
struct kpf_gap {
	uint64_t pfn, end;
	enum page_class class;  /* what those pages are */
	bool whole_blocks;      /* only where all pages of a pageblock read as 0 */
	bool foreign;           /* whatever their flags are */
};

/* How a kernel's kpageflags words are to be read. */
struct kpf_dialect {
	bool heads_only;       /* before 4.6: BUDDY on the head of a free block only */
	uint64_t present_end;  /* pages at and above this pfn read as holes; UINT64_MAX: none */
	const struct kpf_gap *gaps;
	size_t nr_gaps;
};

/* How words of an unknown kernel, of pages from pfn on, are probably to be read: before 4.6 no two
 * pages that could be one free block are both flagged. */
struct kpf_dialect kpf_guess_dialect(uint64_t pfn, const uint64_t *words, size_t nr);

/* Code of one kpageflags word, tested in the order SLAB, BUDDY, …, ANON (a word can have misleading
 * further bits, see classify.c).  One word does not tell an order: every free page comes as
 * PAGE_FREE, the head of a large folio as a head of order 0. */
page_code page_classify(uint64_t kpageflags);

/*
 * Takes kpageflags words of pages [pfn, pfn + nr) into the map: codes, free orders rebuilt from
 * runs, block columns.  pfn and pfn + nr lie on boundaries of 2^max_order pages or of the span.
 * Pages outside the span are ignored.  now_ms goes into read_ms.
 */
void zonemap_ingest(struct zonemap *map, uint64_t pfn, const uint64_t *words, size_t nr,
		    const struct kpf_dialect *dialect, uint32_t now_ms);
/* The same from ready codes (a snapshot, a simulator); those without meaning become PAGE_UNREAD. */
void zonemap_ingest_codes(struct zonemap *map, uint64_t pfn, const page_code *codes, size_t nr,
			  uint32_t now_ms);

/* A folio larger than a slice (a 1 GiB huge page) has its head in one and tails in others, so its
 * head got the order of what the slice showed.  Extends it over the slice's edge at pfn, if a folio
 * crosses there. */
void zonemap_join_folio(struct zonemap *map, uint64_t pfn);

/* The free scanner has looked into pages of one pageblock (mm/compaction.c
 * isolate_freepages_block()). */
struct zonemap_visit {
	uint64_t pfn, end_pfn;           /* from the first page to where it stopped */
	uint64_t nr_scanned, nr_taken;   /* pages */
	uint32_t time_ms;                /* monotonic, truncated as read_ms */
};

/* Notes a visit.  Whether it missed free pages is told when the block is read again.  It did not
 * where it looked at each page of its range, nor where it stopped before the block's end or began
 * after its start: what it did not come to it has not missed. */
void zonemap_note_visit(struct zonemap *map, const struct zonemap_visit *visit);

size_t zonemap_block_of(const struct zonemap *map, uint64_t pfn);
uint64_t zonemap_block_pfn(const struct zonemap *map, size_t block);
/* Pages of the block that lie inside the span. */
unsigned int zonemap_block_pages(const struct zonemap *map, size_t block);
/* Free blocks per order (max_order + 1 entries), counted from the codes. */
void zonemap_count_orders(const struct zonemap *map, uint64_t *blocks);
int zonemap_check(const struct zonemap *map, struct err *err);

struct pagemap *pagemap_new(void);
void pagemap_free(struct pagemap *map);
/* Takes ownership of zone.  -ENOMEM. */
int pagemap_add(struct pagemap *map, struct zonemap *zone);
struct zonemap *pagemap_find(const struct pagemap *map, int node, const char *name);
/* The same by the zone's first page, as events name it. */
struct zonemap *pagemap_find_at(const struct pagemap *map, int node, uint64_t start_pfn);

#endif
