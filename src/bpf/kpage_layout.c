// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kpage_layout - what the decoder needs to know of a kernel's struct page, struct folio and enums.
 *
 * What moved from release to release: a folio's order (a byte of its own, since 6.6 the low byte of
 * the second page's flags), how hugetlb is told (destructor, since 6.6 a flag, since 6.9 a type),
 * whether slab is a flag or a type (6.11), page types as bits that are cleared (in no enum before
 * 6.11) or as numbers in the top byte (6.12), the count of all mappings (6.9).
 */
#include <errno.h>
#include <stddef.h>

#include "fragscope/array.h"
#include "fragscope/kpageflags.h"

#include "kaddr.h"
#include "klayout.h"
#include "kpage.h"

#define TYPE_SHIFT 24 /* since 6.12 the type is page_type's top byte */
#define FLAG_1_LOW (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 7u : 0u)

/* Flags that kpageflags shows, by the bits it shows them as. */
static const struct {
	size_t at; /* the flag's struct num in struct klayout */
	uint8_t kpf;
} shown[] = {
#define SHOWN(id, name) { offsetof(struct klayout, pg_##id), KPF_BIT_##name }
	SHOWN(locked, LOCKED),
	SHOWN(error, ERROR),
	SHOWN(referenced, REFERENCED),
	SHOWN(uptodate, UPTODATE),
	SHOWN(dirty, DIRTY),
	SHOWN(lru, LRU),
	SHOWN(active, ACTIVE),
	SHOWN(slab, SLAB),
	SHOWN(writeback, WRITEBACK),
	SHOWN(reclaim, RECLAIM),
	SHOWN(head, HEAD),
	SHOWN(swapbacked, SWAPBACKED),
	SHOWN(unevictable, UNEVICTABLE),
	SHOWN(mlocked, MLOCKED),
	SHOWN(hwpoison, HWPOISON),
	SHOWN(reserved, RESERVED),
	SHOWN(owner_2, OWNER_2),
	SHOWN(private, PRIVATE),
	SHOWN(private_2, PRIVATE_2),
	SHOWN(owner_priv_1, OWNER_PRIVATE),
	SHOWN(arch_1, ARCH),
	SHOWN(uncached, UNCACHED),
	SHOWN(arch_2, ARCH_2),
	SHOWN(arch_3, ARCH_3),
#undef SHOWN
};

/* Types since 6.12, by number.  Compaction moves none of them. */
static const struct {
	size_t at;
	page_code code;
} numbered[] = {
#define NUMBERED(id, class) { offsetof(struct klayout, pgty_##id), PAGE_##class }
	NUMBERED(buddy, FREE),
	NUMBERED(slab, SLAB),
	NUMBERED(table, PGTABLE),
	NUMBERED(offline, OFFLINE),
	NUMBERED(hugetlb, HUGETLB),
	NUMBERED(unaccepted, UNMANAGED),
	NUMBERED(guard, OTHER),
	NUMBERED(zsmalloc, OTHER),
	NUMBERED(large_kmalloc, OTHER),
	NUMBERED(netpp, OTHER),
#undef NUMBERED
};

static struct num num_at(const struct klayout *from, size_t at)
{
	return *(const struct num *)((const char *)from + at);
}

static uint64_t mask_of(struct num flag)
{
	return num_has(flag) && flag.n < KPAGE_FLAGS_MAX ? 1ULL << flag.n : 0;
}

/* Where a number of width bytes is, which lies below end; a field that is too small holds another
 * kind of number. */
static uint16_t offset_of(struct kfield field, uint32_t width, uint32_t end)
{
	return field.known && field.size >= width && (uint64_t)field.offset + width <= end ?
		       (uint16_t)field.offset : KPAGE_NONE;
}

/* In a struct page. */
static uint16_t page_offset(const struct kpage_layout *layout, struct kfield field, uint32_t width)
{
	return offset_of(field, width, layout->size);
}

/* In those that a folio says all about itself in. */
static uint16_t folio_offset(const struct kpage_layout *layout, struct kfield field,
			     uint32_t width)
{
	return offset_of(field, width, KPAGE_HEADS * layout->size);
}

/* One byte of the second page: by struct folio, or by that page itself. */
static uint16_t second_page_byte(const struct kpage_layout *layout, struct kfield folio,
				 struct kfield page)
{
	page.offset += layout->size;
	return offset_of(folio.known ? folio : page, 1, 2 * layout->size);
}

static void add_type(struct kpage_layout *layout, uint32_t mask, uint32_t value, page_code code)
{
	if (layout->nr_types < KPAGE_TYPES_MAX)
		layout->types[layout->nr_types++] = (struct kpage_type){ mask, value, code };
}

/* A type that is a bit cleared in a word whose base bits are set. */
static void add_bit(struct kpage_layout *layout, uint32_t base, uint32_t bit, page_code code)
{
	if (bit)
		add_type(layout, base | bit, base, code);
}

/* The note has a type as the value that a page of it has: its bit is the one that is cleared. */
static uint32_t bit_of_note(uint64_t value)
{
	return value ? ~(uint32_t)value : 0;
}

/* The bits were counted upwards from PG_buddy, and in 6.11 downwards. */
static void add_bit_types(struct kpage_layout *layout, const struct kaddr *note)
{
	const uint32_t buddy = bit_of_note(note->type_buddy);
	const bool upwards = buddy < 1U << TYPE_SHIFT;
	const uint32_t base = upwards ? 0xf0000000 : 0x80000000;

	add_bit(layout, base, buddy, PAGE_FREE);
	add_bit(layout, base, bit_of_note(note->type_slab), PAGE_SLAB);
	add_bit(layout, base, upwards ? buddy << 2 : buddy >> 2, PAGE_PGTABLE);
	add_bit(layout, base, bit_of_note(note->type_offline), PAGE_OFFLINE);
	add_bit(layout, base, upwards ? buddy << 3 : buddy >> 3, PAGE_OTHER); /* guard */
	add_bit(layout, base, bit_of_note(note->type_hugetlb), PAGE_HUGETLB);
}

static void add_numbered_types(struct kpage_layout *layout, const struct klayout *from)
{
	for (size_t i = 0; i < ARRAY_SIZE(numbered); i++) {
		struct num type = num_at(from, numbered[i].at);

		if (num_has(type))
			add_type(layout, 0xffU << TYPE_SHIFT, (uint32_t)type.n << TYPE_SHIFT,
				 numbered[i].code);
	}
}

static void fill_flags(struct kpage_layout *layout, const struct klayout *from)
{
	layout->head = mask_of(from->pg_head);
	layout->lru = mask_of(from->pg_lru);
	layout->mlocked = mask_of(from->pg_mlocked);
	layout->locked = mask_of(from->pg_locked);
	layout->swapbacked = mask_of(from->pg_swapbacked);
	layout->swapcache = mask_of(from->pg_swapcache);
	layout->has_private = mask_of(from->pg_private);
	layout->private_2 = mask_of(from->pg_private_2);
	layout->hwpoison = mask_of(from->pg_hwpoison);
	layout->slab = mask_of(from->pg_slab);
	layout->hugetlb_1 = mask_of(from->pg_hugetlb);
	layout->double_map_1 = mask_of(from->pg_double_map);
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		struct num flag = num_at(from, shown[i].at);

		if (!mask_of(flag))
			continue;
		layout->known |= mask_of(flag);
		layout->kpf[flag.n] = shown[i].kpf;
	}
}

static void fill_page(struct kpage_layout *layout, const struct klayout *from)
{
	layout->flags = page_offset(layout, from->page_flags, 8);
	layout->compound = page_offset(layout, from->page_compound_head, 8);
	layout->mapping = page_offset(layout, from->page_mapping, 8);
	layout->private = page_offset(layout, from->page_private, 8);
	layout->mapcount = page_offset(layout, from->page_mapcount, 4);
	layout->refcount = page_offset(layout, from->page_refcount, 4);
	layout->slab_cache = page_offset(layout, from->slab_slab_cache, 8);
}

static void fill_folio(struct kpage_layout *layout, const struct klayout *from)
{
	struct kfield flags_1 = from->folio_flags_1;

	flags_1.offset += FLAG_1_LOW;
	layout->order = second_page_byte(layout, from->folio_order, from->page_compound_order);
	if (layout->order == KPAGE_NONE)
		layout->order = second_page_byte(layout, flags_1, flags_1);
	layout->large_mapcount = folio_offset(layout, from->folio_large_mapcount, 4);
	layout->entire_mapcount = folio_offset(layout, from->folio_entire_mapcount, 4);
	layout->pincount = folio_offset(layout, from->folio_pincount, 4);
	layout->pages_count_whole = !from->folio_large_mapcount.known &&
				    !from->folio_nr_pages_mapped.known;
	layout->dtor = KPAGE_NONE;
	if (num_has(from->hugetlb_dtor)) {
		layout->dtor = second_page_byte(layout, from->folio_dtor, from->page_compound_dtor);
		layout->dtor_hugetlb = (uint8_t)from->hugetlb_dtor.n;
	}
}

/* NULL, or the first thing that is missing. */
static const char *missing(const struct kpage_layout *layout)
{
	const struct {
		bool is_there;
		const char *what;
	} needs[] = {
		{ layout->size && layout->size <= 128, "size" },
		{ layout->flags != KPAGE_NONE, "flags" },
		{ layout->compound != KPAGE_NONE, "compound_head" },
		{ layout->mapping != KPAGE_NONE, "mapping" },
		{ layout->private != KPAGE_NONE, "private" },
		{ layout->mapcount != KPAGE_NONE, "_mapcount" },
		{ layout->refcount != KPAGE_NONE, "_refcount" },
		{ layout->order != KPAGE_NONE, "order" },
		{ layout->head && layout->lru, "flags' numbers (enum pageflags)" },
		{ layout->nr_types, "types" },
		{ layout->zone_mask, "zone number" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(needs); i++)
		if (!needs[i].is_there)
			return needs[i].what;
	return NULL;
}

int kpage_layout_make(struct kpage_layout *layout, const struct klayout *from,
		      const struct kaddr *note, uint64_t zone_mask, struct err *err)
{
	const char *what;

	*layout = (struct kpage_layout){
		.size = (uint16_t)(from->sizeof_page <= 128 ? from->sizeof_page : 0),
		.zone_mask = zone_mask,
	};
	fill_page(layout, from);
	fill_flags(layout, from);
	fill_folio(layout, from);
	if (num_has(from->pgty_buddy))
		add_numbered_types(layout, from);
	else
		add_bit_types(layout, note);
	what = missing(layout);
	return what ? err_set(err, ENOTSUP, "BTF: struct page has no %s that is known here", what) :
		      0;
}
