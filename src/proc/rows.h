/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rows - lines of the form "Node 0, zone   Normal ...", as mm/vmstat.c prints them for buddyinfo,
 * pagetypeinfo, zoneinfo and the extfrag files.
 *
 * A row is a head (node, zone, perhaps a migratetype) and columns, either counts or decimals.  What
 * people paste is less tidy: something stands before "Node", the columns go on on the next line,
 * the row ends in "...", or is cut.  A row says all of that, and the parsers decide.  Columns are
 * told apart by blanks only, because long counts break the alignment.
 *
 * Lines that are no rows are handed out too; each parser knows which it wants.
 */
#ifndef PROC_ROWS_H
#define PROC_ROWS_H

#include "fragscope/frame.h"
#include "fragscope/span.h"

/* A free-list row has a column per order, and no kernel has fewer orders than this; a row of
 * pageblock counts has one per migratetype, and no kernel has as many types. */
#define ROWS_ORDERS_MIN 9
/* 1024 nodes with six zones each is what the kernel can have. */
#define ROWS_ZONES_MAX 6144

struct rows {
	struct frame *frame;
	struct scan scan;
	struct err *err;
	int rc;              /* the first error, 0: none */
	unsigned int zone;   /* index of the zone found last: texts go in the frame's order */
	bool stop;           /* nothing more is to be taken */
};

struct row {
	struct scan scan;    /* stands on the row's first line */
	struct span line;    /* that line */
	bool is_zone;        /* has a head; else just a line */
	int node;
	struct span zone, type; /* type: empty unless the head names one */
	unsigned int nr;     /* columns understood */
	bool decimal;        /* they are mille[], not count[] */
	struct num count[FRAME_ORDERS_MAX];
	int16_t mille[FRAME_ORDERS_MAX];
	bool clipped;        /* ends in "...": there were more columns */
	const char *garbled; /* the first thing in the line that is not understood, or NULL */
	const char *why;     /* what is wrong with it */
};

/* Which zones of the frame had a row of one kind in this text, by index. */
struct rows_seen {
	uint64_t bits[ROWS_ZONES_MAX / 64];
};

/* How many columns the rows of one table have; all should have the same. */
struct rows_width {
	unsigned int widest;
	unsigned int narrow;     /* columns of the first row that has fewer, 0: there is none */
	struct scan first_scan, narrow_scan;
};

void rows_init(struct rows *rows, struct frame *frame, struct span text, struct err *err);
/* The next row or line; false at the end. */
bool rows_next(struct rows *rows, struct row *row);
/* The row's zone, made if the frame has none yet; its index is rows->zone.  NULL: out of memory or
 * of bounds; rows->rc says so and there is no next row. */
struct zone *rows_zone(struct rows *rows, const struct row *row);
/* Marks the zone found last; returns whether it was marked before. */
bool rows_see(struct rows *rows, struct rows_seen *seen);
bool rows_saw(const struct rows_seen *seen, unsigned int zone);

/* Keeps the first error. */
void rows_fail(struct rows *rows, const struct scan *scan, const char *at, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* rows_fail() for row->garbled. */
void rows_fail_garbled(struct rows *rows, const struct row *row);
/* rows_fail() for a zone that comes again: two readings in one text.  There is no next row. */
void rows_fail_again(struct rows *rows, const struct row *row);

void rows_note_width(struct rows_width *width, const struct scan *scan, unsigned int nr);
/* rows_fail() if some row has fewer columns than another. */
void rows_check_width(struct rows *rows, const struct rows_width *width);

/* Whether a word can be the name of a zone or migratetype: letters, digits, "_" and "-", and short
 * enough for a frame. */
bool rows_is_name(struct span word);
/* A count: "123", or ">123" as a lower bound. */
bool rows_to_count(struct span word, struct num *count);
/* "0.066", "-1.000" in thousandths; also "0.-500", as the kernel prints -0.5. */
bool rows_to_mille(struct span word, int16_t *mille);

#endif
