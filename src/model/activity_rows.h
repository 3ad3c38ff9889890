/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * activity_rows - the sparse tables of an activity, all handled in one way.
 *
 * A row is a key and totals.  The totals of a row stand together as 64-bit words; one of them may
 * be a maximum.  Rows are told apart by their keys, and a table with a bound sums what does not
 * fit in a row of "others".
 */
#ifndef MODEL_ACTIVITY_ROWS_H
#define MODEL_ACTIVITY_ROWS_H

#include "fragscope/activity.h"

enum row_table {
	ROWS_COMPACT = 0,
	ROWS_LATENCY,
	ROWS_STALLS,
	ROWS_DEFER,
	ROWS_THREADS,
	ROWS_ALLOCS,
	ROWS_FALLBACKS,
	NR_ROW_TABLES
};

struct row_kind {
	size_t rows, nr;         /* members of struct activity: the table, how many */
	size_t size;             /* of a row, bytes */
	size_t totals;           /* where the totals begin in a row */
	unsigned int nr_totals;
	int max;                 /* which of the totals is a maximum, -1: none */
	unsigned int nr_max;     /* rows of the table at most */
	unsigned int nr_others;  /* rows of others among them */
	bool (*same)(const void *a, const void *b); /* keys */
	void (*others)(void *row); /* makes the key that of the others; NULL: always room */
};

extern const struct row_kind row_kinds[NR_ROW_TABLES];

void *activity_row_at(const struct activity *activity, enum row_table table, unsigned int i);
unsigned int activity_nr_rows(const struct activity *activity, enum row_table table);
/* The row with that key, or NULL. */
void *activity_find_row(const struct activity *activity, enum row_table table, const void *key);
/* The same, made of the key if there is none yet, or that of the others when there is no room.  The
 * table must have room for nr_max rows.  Never NULL. */
void *activity_make_row(struct activity *activity, enum row_table table, const void *key);
/* Takes the row out of the table; its totals go to the others. */
void activity_fold_row(struct activity *activity, enum row_table table, unsigned int i);

void activity_row_add(enum row_table table, void *to, const void *row);
/* The row's totals become what was added since an earlier one.  False, and nothing is done, when it
 * can't be the earlier one: something in it is larger. */
bool activity_row_subtract(enum row_table table, void *row, const void *earlier);
/* The same where others were subtracted too: what would be below 0 is 0. */
void activity_row_subtract_saturated(enum row_table table, void *row, const void *earlier);
bool activity_row_is_zero(enum row_table table, const void *row);

#endif
