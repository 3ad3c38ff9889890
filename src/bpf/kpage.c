// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kpage - from struct pages to codes.
 *
 * Flags become the word that kpageflags would show (stable_page_flags() in fs/proc/page.c), and
 * page_classify() says what that means, so that both ways into the page map agree.  Beyond that a
 * struct page tells the order of a free block and of a folio, the zone, and who holds references.
 *
 * Only heads are looked at: a free block of order o is one page and 2^o - 1 that follow, whatever
 * these still say of former users; so is a folio, whose tails share the fate of the head.
 */
#include "kpage.h"

#include <string.h>

#include "fragscope/bits.h"
#include "fragscope/kpageflags.h"

#define KEY_ANON   (1ULL << 63)
#define KEY_MAPPED (1ULL << 62)
#define KEY_LARGE  (1ULL << 61)
#define KEY_NONE   (1ULL << 60) /* in no key */
#define ORDER_MAX  30           /* of a folio; anything above is read amid a change */

/* Classes of which a page may be pinned instead. */
#define PINNABLE ((1U << PAGE_ANON) | (1U << PAGE_FILE) | (1U << PAGE_ANON_LARGE) | \
		  (1U << PAGE_FILE_LARGE) | (1U << PAGE_UNEVICTABLE))

void kpage_decoder_init(struct kpage_decoder *decoder, const struct kpage_layout *layout,
			uint64_t zone, unsigned int max_order)
{
	memset(decoder, 0, sizeof(*decoder));
	decoder->layout = layout;
	decoder->zone = zone;
	decoder->max_order = max_order;
	decoder->end_pfn = UINT64_MAX;
	for (unsigned int i = 0; i < 1U << KPAGE_MEMO_ORDER; i++)
		decoder->memo_key[i] = KEY_NONE;
}

page_code kpage_type_code(const struct kpage_layout *layout, const uint8_t *page)
{
	const uint32_t type = kpage_u32(page, layout->mapcount);

	/* small numbers are map counts, -1 is a page that nobody maps */
	if ((int32_t)type >= -1)
		return PAGE_UNREAD;
	for (unsigned int i = 0; i < layout->nr_types; i++)
		if ((type & layout->types[i].mask) == layout->types[i].value)
			return layout->types[i].code;
	return PAGE_UNREAD;
}

unsigned int kpage_order(const struct kpage_layout *layout, const uint8_t *page)
{
	unsigned int order;

	if (!(kpage_u64(page, layout->flags) & layout->head) || layout->order == KPAGE_NONE)
		return 0;
	order = page[layout->order];
	return order <= ORDER_MAX ? order : 0;
}

static bool is_hugetlb(const struct kpage_layout *layout, const uint8_t *page)
{
	if (layout->dtor != KPAGE_NONE)
		return page[layout->dtor] == layout->dtor_hugetlb;
	return layout->hugetlb_1 &&
	       (kpage_u64(page + layout->size, layout->flags) & layout->hugetlb_1);
}

uint64_t kpage_head_addr(const struct kpage_layout *layout, uint64_t addr, uint64_t pfn,
			 const uint8_t *page, const uint8_t *next)
{
	uint64_t info = kpage_u64(page, layout->compound);

	if (!(info & 1)) {
		unsigned int order = kpage_order(layout, page);

		if (!order || bits_align_down(pfn, order) == pfn)
			return 0;
		addr += layout->size;
		info = kpage_u64(next, layout->compound);
		if (!(info & 1))
			return 0;
	}
	/* since 7.1 it may be a mask of the address, which no pointer looks like */
	return (int64_t)info > -(1LL << 40) ? addr & (info & ~1ULL) : info & ~1ULL;
}

/* --- what flags mean --- */

static uint64_t kpf_word(const struct kpage_layout *layout, uint64_t key)
{
	const bool on_list = key & layout->lru;
	uint64_t word = 0;

	for (uint64_t bits = key & layout->known; bits; bits &= bits - 1)
		word |= 1ULL << layout->kpf[__builtin_ctzll(bits)];
	if (key & KEY_ANON)
		word |= KPF(ANON);
	if (key & KEY_MAPPED)
		word |= KPF(MMAP);
	if ((key & KEY_LARGE) && (on_list || (key & KEY_ANON)))
		word |= KPF(THP);
	return word;
}

static inline page_code code_of_key(struct kpage_decoder *decoder, uint64_t key)
{
	unsigned int slot = (unsigned int)(key * 0x9e3779b97f4a7c15 >> (64 - KPAGE_MEMO_ORDER));

	if (__builtin_expect(decoder->memo_key[slot] != key, 0)) {
		decoder->memo_code[slot] = page_classify(kpf_word(decoder->layout, key));
		decoder->memo_key[slot] = key;
	}
	return decoder->memo_code[slot];
}

static inline page_code code_of_flags(struct kpage_decoder *decoder, const uint8_t *page,
				      uint64_t flags)
{
	const struct kpage_layout *layout = decoder->layout;
	uint64_t key = flags & layout->known;

	if (kpage_is_anon(layout, page))
		key |= KEY_ANON;
	if ((int32_t)kpage_u32(page, layout->mapcount) >= 0)
		key |= KEY_MAPPED;
	return code_of_key(decoder, key);
}

/* --- heads --- */

/* Code of a large folio's head; its tails' is the same without the order. */
static page_code code_of_large(struct kpage_decoder *decoder, const uint8_t *page, uint64_t flags,
			       size_t nr)
{
	const struct kpage_layout *layout = decoder->layout;
	const unsigned int order = kpage_order(layout, page);
	uint64_t key = (flags & layout->known) | KEY_LARGE;
	page_code code;

	if (is_hugetlb(layout, page))
		return (page_code)(PAGE_CODE_HUGE_HEAD | order);
	if (kpage_is_anon(layout, page))
		key |= KEY_ANON;
	code = code_of_key(decoder, key);
	if ((PINNABLE >> page_code_class(code) & 1) && kpage_is_pinned(layout, page, nr))
		return PAGE_PINNED;
	return code < PAGE_CODE_FREE_HEAD ? code : (page_code)(code | order);
}

static page_code code_of_free(const struct kpage_decoder *decoder, uint64_t pfn,
			      const uint8_t *page, unsigned int *order)
{
	uint64_t claimed = kpage_u64(page, decoder->layout->private);

	/* read amid a change, or of a zone that has grown: it is free all the same */
	*order = claimed <= decoder->max_order && !(pfn & ((1ULL << claimed) - 1)) &&
				 decoder->end_pfn - pfn >= 1ULL << claimed ?
			 (unsigned int)claimed : 0;
	return (page_code)(PAGE_CODE_FREE_HEAD | *order);
}

/* Code of a page that is typed or begins a large folio, and the order of what begins here. */
static page_code code_of_head(struct kpage_decoder *decoder, uint64_t pfn, const uint8_t *page,
			      size_t nr, page_code type, unsigned int *order)
{
	const struct kpage_layout *layout = decoder->layout;
	const uint64_t flags = kpage_u64(page, layout->flags);

	*order = 0;
	if (flags & layout->hwpoison)
		return PAGE_POISON;
	if (type == PAGE_FREE)
		return code_of_free(decoder, pfn, page, order);
	*order = nr > 1 ? kpage_order(layout, page) : 0;
	/* what says all about a folio is at hand, or what looks like a head is none */
	if (bits_align_down(pfn, *order) != pfn || (*order > 1 && nr < KPAGE_HEADS))
		*order = 0;
	if (type == PAGE_HUGETLB)
		return (page_code)(PAGE_CODE_HUGE_HEAD | *order);
	if (type == PAGE_UNMANAGED) /* not accepted yet: it comes in the largest blocks */
		*order = bits_align_order(pfn, decoder->max_order);
	if (type != PAGE_UNREAD)
		return type;
	return *order ? code_of_large(decoder, page, flags, nr) :
			code_of_flags(decoder, page, flags);
}

/* What follows the head of code in its block or folio, up to its end. */
static void begin(struct kpage_decoder *decoder, uint64_t pfn, page_code code, unsigned int order)
{
	decoder->fill = (page_code)page_code_class(code);
	decoder->fill_end = pfn + (1ULL << order);
}

void kpage_decode_head(struct kpage_decoder *decoder, uint64_t head_pfn, const uint8_t *head)
{
	page_code type = kpage_type_code(decoder->layout, head);
	unsigned int order;
	page_code code;

	if ((kpage_u64(head, decoder->layout->flags) & decoder->layout->zone_mask) != decoder->zone)
		return;
	code = code_of_head(decoder, head_pfn, head, KPAGE_HEADS, type, &order);
	/* a folio that was freed meanwhile: no free block reaches into what is decoded */
	if (page_code_class(code) != PAGE_FREE)
		begin(decoder, head_pfn, code, order);
}

/* --- pages in turn --- */

/* A struct page that was never written, or poisoned so that nobody takes it for one. */
static inline bool is_unwritten(const struct kpage_layout *layout, const uint8_t *page,
				uint64_t flags)
{
	if (flags == UINT64_MAX)
		return true;
	return !flags && !kpage_u32(page, layout->mapcount) && !kpage_u32(page, layout->refcount);
}

static inline page_code code_of_single(struct kpage_decoder *decoder, const uint8_t *page,
				       uint64_t flags, size_t nr)
{
	page_code code = code_of_flags(decoder, page, flags);

	if ((PINNABLE >> code & 1) && kpage_is_pinned(decoder->layout, page, nr))
		return PAGE_PINNED;
	return code;
}

static page_code decode_one(struct kpage_decoder *decoder, uint64_t pfn, const uint8_t *page,
			    size_t nr)
{
	const struct kpage_layout *layout = decoder->layout;
	const uint64_t flags = kpage_u64(page, layout->flags);
	unsigned int order = 0;
	page_code code, type;

	if (is_unwritten(layout, page, flags))
		return PAGE_UNMANAGED;
	if ((flags & layout->zone_mask) != decoder->zone)
		return PAGE_HOLE;
	/* a tail whose head was not seen: the folio was taken apart just now, or began elsewhere */
	if (kpage_u64(page, layout->compound) & 1)
		return PAGE_NOFLAGS;
	type = kpage_type_code(layout, page);
	if (type == PAGE_UNREAD && !(flags & layout->head))
		return code_of_single(decoder, page, flags, nr);
	code = code_of_head(decoder, pfn, page, nr, type, &order);
	begin(decoder, pfn, code, order);
	return code;
}

page_code kpage_decode_single(struct kpage_decoder *decoder, uint64_t pfn, const uint8_t *page,
			      size_t nr)
{
	const struct kpage_layout *layout = decoder->layout;

	decoder->zone = kpage_u64(page, layout->flags) & layout->zone_mask;
	return decode_one(decoder, pfn, page, nr);
}

void kpage_decode(struct kpage_decoder *decoder, uint64_t pfn, const uint8_t *pages, size_t nr,
		  page_code *codes)
{
	const uint16_t size = decoder->layout->size;
	size_t i = 0;

	while (i < nr) {
		if (pfn + i < decoder->fill_end) {
			uint64_t left = decoder->fill_end - (pfn + i);
			size_t run = left < nr - i ? (size_t)left : nr - i;

			memset(codes + i, decoder->fill, run);
			i += run;
			continue;
		}
		codes[i] = decode_one(decoder, pfn + i, pages + i * size, nr - i);
		i++;
	}
}
