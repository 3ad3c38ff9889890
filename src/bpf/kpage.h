/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kpage - what a struct page says, from its bytes and the kernel's layout.
 *
 * Everything here is plain data: bytes come from wherever, offsets and bits from BTF
 * (kpage_layout.c) or from a test.  Kernels 6.1 to 7.x differ in all of them.
 */
#ifndef BPF_KPAGE_H
#define BPF_KPAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/pagemap.h"

#define KPAGE_NONE      UINT16_MAX /* offset of a field that the kernel does not have */
#define KPAGE_TYPES_MAX 12
#define KPAGE_FLAGS_MAX 48         /* flags lie below, zone and node above */
#define KPAGE_HEADS     3          /* a folio says all about itself in its first three pages */

/* A type that a page has instead of a map count: page_type & mask == value. */
struct kpage_type {
	uint32_t mask, value;
	page_code code;
};

struct kpage_layout {
	uint16_t size;                 /* bytes of a struct page, at most 128 */
	/* offsets in bytes from the struct page */
	uint16_t flags;
	uint16_t compound;             /* tails: where the head is, with bit 0 set */
	uint16_t mapping, private;
	uint16_t mapcount;             /* _mapcount and page_type are the same word */
	uint16_t refcount;
	uint16_t slab_cache;
	/* offsets from a folio's head, reaching into its second and third page */
	uint16_t order;                /* one byte */
	uint16_t large_mapcount;       /* all mappings, less 1; since 6.9 */
	uint16_t entire_mapcount;      /* mappings as a whole, less 1 */
	uint16_t pincount;
	uint16_t dtor;                 /* one byte, before 6.6 */
	uint8_t dtor_hugetlb;
	bool pages_count_whole;        /* before 6.2: whole mappings are in the pages' counts too */

	/* masks of flags; 0 where the kernel has no such flag */
	uint64_t head, lru, mlocked, locked, swapbacked, swapcache, has_private, private_2;
	uint64_t hwpoison, slab;
	uint64_t hugetlb_1, double_map_1; /* in the flags of a folio's second page */
	uint64_t known;                /* flags that kpageflags shows too */
	uint8_t kpf[KPAGE_FLAGS_MAX];  /* as this bit of it */
	uint64_t zone_mask;            /* bits of flags that hold the zone's and node's number */

	struct kpage_type types[KPAGE_TYPES_MAX];
	unsigned int nr_types;
};

#define KPAGE_MEMO_ORDER 8

/* Turns struct pages into codes, view after view in ascending order. */
struct kpage_decoder {
	const struct kpage_layout *layout;
	uint64_t zone;           /* what zone_mask leaves of the flags of this zone's pages */
	unsigned int max_order;  /* of free blocks */
	uint64_t end_pfn;        /* no free block reaches over it */
	uint64_t fill_end;       /* pages before it belong to the block or folio last begun */
	page_code fill;
	/* codes of flags seen before, by a hash; slot of an absent key: never matches */
	uint64_t memo_key[1 << KPAGE_MEMO_ORDER];
	page_code memo_code[1 << KPAGE_MEMO_ORDER];
};

void kpage_decoder_init(struct kpage_decoder *decoder, const struct kpage_layout *layout,
			uint64_t zone, unsigned int max_order);

/* Codes of the struct pages of [pfn, pfn + nr).  A folio's first pages stand in one view with its
 * head, as they do in views aligned to four pages. */
void kpage_decode(struct kpage_decoder *decoder, uint64_t pfn, const uint8_t *pages, size_t nr,
		  page_code *codes);

/* Makes the decoder take the pages up to the folio's end for its tails.  head: its first
 * KPAGE_HEADS struct pages. */
void kpage_decode_head(struct kpage_decoder *decoder, uint64_t head_pfn, const uint8_t *head);

/* Code of one page that is no tail, whatever zone it is of.  nr: struct pages at hand. */
page_code kpage_decode_single(struct kpage_decoder *decoder, uint64_t pfn, const uint8_t *page,
			      size_t nr);

/*
 * If the page belongs to a folio that began before it, the address of the head's struct page, else
 * 0.  addr: this page's own; next: the struct page behind it, which tells heads that are none (the
 * pages of a hugetlb folio whose memory map was freed all show its head).
 */
uint64_t kpage_head_addr(const struct kpage_layout *layout, uint64_t addr, uint64_t pfn,
			 const uint8_t *page, const uint8_t *next);

/* Order of the folio that begins here, 0: it is no large one. */
unsigned int kpage_order(const struct kpage_layout *layout, const uint8_t *page);

/*
 * kpage_pin.c: references.
 */

int32_t kpage_refcount(const struct kpage_layout *layout, const uint8_t *page);
/* Mappings of a page, or of a folio as a whole; nr: struct pages at hand from this one on. */
int64_t kpage_mapcount(const struct kpage_layout *layout, const uint8_t *page, size_t nr);
/* Whether a folio on the page cache or of processes is held by more than its users. */
bool kpage_is_pinned(const struct kpage_layout *layout, const uint8_t *page, size_t nr);

static inline uint64_t kpage_u64(const uint8_t *page, uint16_t offset)
{
	uint64_t value;

	__builtin_memcpy(&value, page + offset, sizeof(value));
	return value;
}

static inline uint32_t kpage_u32(const uint8_t *page, uint16_t offset)
{
	uint32_t value;

	__builtin_memcpy(&value, page + offset, sizeof(value));
	return value;
}

/* page->mapping: the lowest bit says that it is no address space but an anon_vma. */
static inline bool kpage_is_anon(const struct kpage_layout *layout, const uint8_t *page)
{
	return kpage_u64(page, layout->mapping) & 1;
}

/*
 * kpage_layout.c: from what BTF and the vmcoreinfo note say.
 */

struct klayout;
struct kaddr;

/* zone_mask: bits of a page's flags that hold the numbers of its zone and node.  -ENOTSUP when
 * something that is needed is missing. */
int kpage_layout_make(struct kpage_layout *layout, const struct klayout *from,
		      const struct kaddr *note, uint64_t zone_mask, struct err *err);

/* The type's code; PAGE_UNREAD: it has none. */
page_code kpage_type_code(const struct kpage_layout *layout, const uint8_t *page);

#endif
