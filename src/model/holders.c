// SPDX-License-Identifier: GPL-2.0-or-later
/* holders - who has pages in a range of memory: rows in their order. */
#include "fragscope/holders.h"

#include <string.h>

const char *const holder_kind_name[NR_HOLDER_KINDS] = {
	[HOLDER_PROCESS] = "process",
	[HOLDER_CGROUP] = "cgroup",
	[HOLDER_SLAB] = "slab cache",
};

_Static_assert(HOLDERS_KIND_MAX * 2 <= HOLDERS_MAX && NR_HOLDER_KINDS == 3,
	       "two kinds may be full, the third takes what is left");

static bool goes_before(const struct holder *a, const struct holder *b)
{
	return a->kind != b->kind ? a->kind < b->kind : a->nr_pages > b->nr_pages;
}

/* The row that gives way when one of that kind comes: the kind's smallest where the kind is full,
 * else the smallest of all. */
static unsigned int smallest(const struct holders *holders, bool any_kind, enum holder_kind kind)
{
	unsigned int at = holders->nr;

	for (unsigned int i = 0; i < holders->nr; i++)
		if ((any_kind || holders->rows[i].kind == kind) &&
		    (at == holders->nr || holders->rows[i].nr_pages <= holders->rows[at].nr_pages))
			at = i;
	return at;
}

static unsigned int nr_of_kind(const struct holders *holders, enum holder_kind kind)
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < holders->nr; i++)
		nr += holders->rows[i].kind == kind;
	return nr;
}

/* False: the row itself is the one to leave out. */
static bool make_room(struct holders *holders, const struct holder *row)
{
	bool kind_full = nr_of_kind(holders, row->kind) == HOLDERS_KIND_MAX;
	unsigned int at;

	if (!kind_full && holders->nr < HOLDERS_MAX)
		return true;
	at = smallest(holders, !kind_full, row->kind);
	if (holders->rows[at].nr_pages >= row->nr_pages) {
		holders->nr_more[row->kind]++;
		return false;
	}
	holders->nr_more[holders->rows[at].kind]++;
	holders->nr--;
	memmove(&holders->rows[at], &holders->rows[at + 1],
		(holders->nr - at) * sizeof(holders->rows[0]));
	return true;
}

void holders_add(struct holders *holders, const struct holder *row)
{
	unsigned int at;

	holders->nr_pages[row->kind] += row->nr_pages;
	if (!make_room(holders, row))
		return;
	at = holders->nr++;
	for (; at && goes_before(row, &holders->rows[at - 1]); at--)
		holders->rows[at] = holders->rows[at - 1];
	holders->rows[at] = *row;
}
