/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kern - the running kernel's structures: where they are and how they are laid out.
 *
 * Layouts come from the kernel's own BTF at run time, so that a kernel whose structures differ is
 * no trouble and one that lacks a field loses only what needs it.  Addresses come from the
 * vmcoreinfo note.  On top of it stand kwalk (zones and pageblocks) and kpages (struct pages).
 */
#ifndef FRAGSCOPE_KERN_H
#define FRAGSCOPE_KERN_H

#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"
#include "fragscope/kmem.h"
#include "fragscope/pagemap.h"

struct kern;

/* Opens kernel memory, reads BTF and finds mem_section and the nodes: some 20 ms.  NULL with what
 * is missing and what would give it, and errno for the kind of reason. */
struct kern *kern_open(struct err *err);
void kern_close(struct kern *kern);

/*
 * kwalk - each zone's compaction state, each pageblock's migratetype and skip bit.
 */

/* Fills zone->compact of the frame's zones.  0 or -errno; what one zone lacks costs only itself. */
int kwalk_zones(struct kern *kern, struct frame *frame, struct err *err);

/* Fills type[] and skip[] of the map's zones; a block counts for a zone only if the kernel says
 * that its first page is this zone's, as pagetypeinfo_showblockcount_print() does, else both are
 * 0xff.  Types are in the frame's numbering.  0 or -errno. */
int kwalk_blocks(struct kern *kern, const struct frame *frame, struct pagemap *map,
		 struct err *err);

/*
 * kpages - struct pages in bulk.
 */

/* What struct page says that kpageflags does not. */
struct kpage_detail {
	bool known;                  /* there is a struct page, and it could be read */
	int32_t refcount, mapcount;  /* as the kernel counts: mapcount 0 is not mapped */
	uint64_t slab_cache;         /* address of the slab cache, 0: none */
	bool pinned;                 /* more references than its users explain (kpage_pin.c) */
};

struct kpages;

/* A reader of struct pages with a memory of its own, for one thread.  NULL with the reason and
 * errno. */
struct kpages *kpages_new(const struct kern *kern, struct err *err);
void kpages_free(struct kpages *pages);

/* Codes of pages [pfn, pfn + nr) as seen from the zone with that node, name and largest order.
 * Pages of other zones and those without a struct page are PAGE_HOLE, struct pages that were never
 * written PAGE_UNMANAGED.  Free blocks and folios have their exact orders; no free block may reach
 * over pfn or pfn + nr.  A zone that the kernel does not have has no pages.  0 or -errno. */
int kpages_read(struct kpages *pages, const struct zonemap *zone, uint64_t pfn, size_t nr,
		page_code *codes, struct err *err);
/* The same pages one by one; of a folio's pages each has the folio's counts. */
int kpages_detail(struct kpages *pages, uint64_t pfn, size_t nr, struct kpage_detail *out,
		  struct err *err);
/* Name of a slab cache; -ENOENT when there is none such any more. */
int kpages_slab_name(struct kpages *pages, uint64_t slab_cache, char *name, size_t size);

#endif
