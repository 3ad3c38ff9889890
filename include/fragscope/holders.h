/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * holders - who has pages in a range of memory: processes, cgroups, slab caches.
 *
 * The kernel has no map from a page to its users, so finding them means to look through every
 * process; it is done on demand, in slices, and can be cancelled.  The result is plain data that
 * the source owns and a frame points to.
 */
#ifndef FRAGSCOPE_HOLDERS_H
#define FRAGSCOPE_HOLDERS_H

#include <stdbool.h>
#include <stdint.h>

enum holder_kind {
	HOLDER_PROCESS = 0, /* maps the page */
	HOLDER_CGROUP,      /* is charged for it */
	HOLDER_SLAB,        /* a slab cache */
	NR_HOLDER_KINDS
};

extern const char *const holder_kind_name[NR_HOLDER_KINDS];

struct holder {
	enum holder_kind kind;
	uint32_t pid;           /* of a process */
	uint64_t id;            /* inode of the cgroup, address of the slab cache */
	char name[112];         /* command, path of the cgroup, name of the slab cache */
	uint64_t nr_pages;      /* of the range, each once */
};

#define HOLDERS_MAX 64          /* rows kept: those with most pages, */
#define HOLDERS_KIND_MAX 32     /* and so many of one kind */

enum holders_state {
	HOLDERS_NONE = 0,       /* nobody asked */
	HOLDERS_RUNNING,
	HOLDERS_DONE,
	HOLDERS_STOPPED,        /* cancelled; what was found until then is there */
	HOLDERS_FAILED,         /* text says why */
};

struct holders {
	enum holders_state state;
	uint32_t question;      /* number under which it was asked for */
	uint64_t start_pfn, end_pfn;
	uint64_t nr_done, nr_all;   /* processes looked through */
	uint64_t nr_denied;         /* processes that could not be looked into */
	uint64_t done_ns;           /* monotonic time of the end */
	char text[160];             /* what cannot be told, and what would give it */
	struct holder rows[HOLDERS_MAX];   /* most pages first, within their kind */
	unsigned int nr;
	uint64_t nr_pages[NR_HOLDER_KINDS]; /* pages of the range that have a holder of that kind;
					     * of several processes each counts its own */
	uint64_t nr_more[NR_HOLDER_KINDS];  /* holders that did not fit into the rows */
};

/* Puts a row in its place; those with fewest pages give way. */
void holders_add(struct holders *holders, const struct holder *row);

#endif
