/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kaddr - where the running kernel's memory structures are.
 *
 * The kernel describes itself to whoever reads a dump of it in the vmcoreinfo note
 * (kernel/vmcore_info.c): lines like "SYMBOL(mem_section)=ffff88863ffd1500".  The note's physical
 * address is in /sys/kernel/vmcoreinfo; where physical memory is mapped follows from the address of
 * any object that was allocated.
 */
#ifndef BPF_KADDR_H
#define BPF_KADDR_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/kmem.h"
#include "fragscope/span.h"

/* Zeros where the note does not say it. */
struct kaddr {
	uint64_t page_size;        /* bytes */
	uint64_t mem_section;      /* address of the table of roots */
	uint64_t nr_roots;
	uint64_t sections_per_root;
	bool roots_are_pointers;   /* CONFIG_SPARSEMEM_EXTREME; else a root is one section */
	uint64_t section_order;    /* pages of a section, as a power of two */
	uint64_t node_data;        /* address of the table of pointers to nodes, 0: one node */
	uint64_t nr_nodes;         /* length of it */
	/* values of page_type, sign extended */
	uint64_t type_buddy, type_offline, type_slab, type_hugetlb;
	uint64_t contig_page_data; /* address of the only node, where there is no table */
};

/* What a note's text says.  -ENOTSUP when something that is needed is missing. */
int kaddr_parse(struct kaddr *addr, struct span text, struct err *err);
/* The text of the note at that physical address, good until the next reading.  -ENOENT */
int kaddr_note_text(struct kmem *kmem, uint64_t note_paddr, struct span *text, struct err *err);
/* Finds the note at that physical address and parses it.  -ENOENT when it is not found. */
int kaddr_find(struct kaddr *addr, struct kmem *kmem, uint64_t note_paddr, struct err *err);
/* The physical address in the text of /sys/kernel/vmcoreinfo.  -EINVAL */
int kaddr_note_paddr(struct span text, uint64_t *paddr);
/* The same of the running kernel. */
int kaddr_find_running(struct kaddr *addr, struct kmem *kmem, struct err *err);

#endif
