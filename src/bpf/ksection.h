/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ksection - the sections that physical memory is cut into (mm/sparse.c).
 *
 * A section is the unit that memory is plugged in: 128 MiB on x86.  It knows where its struct pages
 * are and has the flags of its pageblocks.
 */
#ifndef BPF_KSECTION_H
#define BPF_KSECTION_H

#include <stddef.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/kmem.h"

#include "kaddr.h"
#include "klayout.h"

struct ksection {
	uint64_t pages;  /* address that the struct page of pfn 0 would have by this section;
			  * 0: no memory, or none that is online */
	uint64_t usage;  /* address of its struct mem_section_usage */
};

struct ksections {
	struct ksection *at; /* by number: pfn >> order */
	size_t nr, room;
	unsigned int order;
};

/* Reads the sections of pages below end_pfn.  -ENOMEM; -EFAULT when not even the table of roots can
 * be read.  Storage that is all zero is an empty table. */
int ksections_read(struct ksections *sections, struct kmem *kmem, const struct klayout *layout,
		   const struct kaddr *addr, uint64_t end_pfn, struct err *err);
void ksections_done(struct ksections *sections);

/* The section of that page; NULL where there is no memory. */
const struct ksection *ksections_find(const struct ksections *sections, uint64_t pfn);
/* Address of a struct page, 0: there is none. */
uint64_t ksections_page(const struct ksections *sections, const struct klayout *layout,
			uint64_t pfn);

#endif
