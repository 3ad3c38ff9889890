// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kpages - struct pages in bulk.
 *
 * Sections say where the struct pages are; within one they lie side by side and are viewed 64 KiB
 * at a time.  Where the memory map itself has holes (a section that is plugged in part) a view
 * fails, and is cut in halves until what is there is read.  The table of sections is read anew once
 * in a while: memory may have been plugged.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/bits.h"
#include "fragscope/clock.h"

#include "kern_private.h"
#include "kpage.h"

#define SECTIONS_NS (NSEC_PER_SEC / 2)
#define PAGE_BYTES_MAX 128 /* of a struct page */

struct kpages {
	struct kern *kern;        /* one of its own */
	struct kpage_layout layout;
	struct kpage_decoder decoder;
	unsigned int view_order;  /* struct pages of one view */
	unsigned int least_order; /* those in one page of the memory map: a hole is no smaller */
	uint64_t sections_ns;     /* when sections were read, monotonic */
	/* the zone asked for last */
	char zone_name[FRAME_NAME_MAX];
	int zone_node;
	uint64_t zone_id;
};

/* --- opening --- */

static int fit(struct kpages *pages, struct err *err)
{
	const uint64_t zone_mask = ~0ULL << pages->kern->pageid.shift;
	int ret = kpage_layout_make(&pages->layout, &pages->kern->layout, &pages->kern->addr,
				    zone_mask, err);

	if (ret)
		return ret;
	pages->view_order = bits_log2(KMEM_VIEW_MAX / pages->layout.size);
	pages->least_order = bits_log2(pages->kern->addr.page_size / pages->layout.size);
	kpage_decoder_init(&pages->decoder, &pages->layout, 0, 0);
	pages->zone_node = -1;
	return 0;
}

struct kpages *kpages_over(const struct kern *kern, struct kmem *kmem, struct err *err)
{
	struct kpages *pages = calloc(1, sizeof(*pages));
	int ret;

	if (!pages) {
		kmem_close(kmem);
		errno = -err_set(err, ENOMEM, "struct pages: out of memory");
		return NULL;
	}
	pages->kern = kern_over(kern, kmem, err);
	ret = pages->kern ? fit(pages, err) : -errno;
	if (!ret)
		return pages;
	kpages_free(pages);
	errno = -ret;
	return NULL;
}

struct kpages *kpages_new(const struct kern *kern, struct err *err)
{
	struct kmem *kmem = kmem_open(err);

	return kmem ? kpages_over(kern, kmem, err) : NULL;
}

void kpages_free(struct kpages *pages)
{
	if (!pages)
		return;
	kern_close(pages->kern);
	free(pages);
}

/* --- where pages are --- */

/* Makes the table of sections reach up to end, and not older than it may be. */
static int refresh_sections(struct kpages *pages, uint64_t end, struct err *err)
{
	struct ksections *sections = &pages->kern->sections;
	uint64_t known = (uint64_t)sections->nr << pages->kern->addr.section_order;
	uint64_t now = clock_mono_ns();

	if (pages->sections_ns && end <= known && now - pages->sections_ns < SECTIONS_NS)
		return 0;
	pages->sections_ns = now;
	return ksections_read(sections, pages->kern->kmem, &pages->kern->layout, &pages->kern->addr,
			      end > known ? end : known, err);
}

static uint64_t page_addr(const struct kpages *pages, uint64_t pfn)
{
	return ksections_page(&pages->kern->sections, &pages->kern->layout, pfn);
}

struct zone_search {
	const struct zonemap *want;
	uint64_t id;
};

static int match_zone(struct kern *kern, const struct kzone *zone, void *arg)
{
	struct zone_search *search = arg;

	/* a text without nodes is of a machine with one */
	if ((search->want->node >= 0 && search->want->node != zone->node) ||
	    strcmp(search->want->name, zone->name))
		return 0;
	search->id = kern_zone_id(kern, zone);
	return 1;
}

/* A zone that has no memory now has an id that no page has. */
static int find_zone(struct kpages *pages, const struct zonemap *zone, struct err *err)
{
	struct zone_search search = { .want = zone };
	int ret;

	if (pages->zone_name[0] && pages->zone_node == zone->node &&
	    !strcmp(pages->zone_name, zone->name))
		return 0;
	pages->zone_name[0] = '\0';
	ret = kern_for_zones(pages->kern, match_zone, &search);
	if (ret < 0)
		return err_set(err, -ret, "struct pages: zones cannot be read: %s",
			       strerror(-ret));
	if (!ret) {
		pages->zone_id = ~0ULL >> pages->kern->pageid.shift;
		return 0;
	}
	memcpy(pages->zone_name, zone->name, sizeof(pages->zone_name));
	pages->zone_node = zone->node;
	pages->zone_id = search.id;
	return 0;
}

/* --- codes --- */

/*
 * A range may begin amid a folio.  Lets the decoder know of it; returns whether it looked elsewhere
 * for that, so that the view at hand is gone.
 */
static bool find_head(struct kpages *pages, uint64_t pfn, const uint8_t *page, size_t nr)
{
	const struct kpage_layout *layout = &pages->layout;
	uint8_t head[KPAGE_HEADS * PAGE_BYTES_MAX];
	uint64_t addr, at;

	if (nr < 2 || pfn < pages->decoder.fill_end)
		return false;
	addr = page_addr(pages, pfn);
	at = kpage_head_addr(layout, addr, pfn, page, page + layout->size);
	if (!at || at >= addr || (addr - at) / layout->size > pfn)
		return false;
	if (!kmem_read(pages->kern->kmem, at, head, (size_t)KPAGE_HEADS * layout->size))
		kpage_decode_head(&pages->decoder, pfn - (addr - at) / layout->size, head);
	return true;
}

static int view(struct kpages *pages, uint64_t pfn, size_t nr, const uint8_t **bytes)
{
	return kmem_view(pages->kern->kmem, page_addr(pages, pfn), nr * pages->layout.size,
			 (const void **)bytes);
}

static int read_view(struct kpages *pages, uint64_t pfn, size_t nr, page_code *codes)
{
	const uint8_t *bytes;
	int ret = view(pages, pfn, nr, &bytes);

	if (!ret && find_head(pages, pfn, bytes, nr))
		ret = view(pages, pfn, nr, &bytes);
	if (!ret) {
		kpage_decode(&pages->decoder, pfn, bytes, nr, codes);
		return 0;
	}
	if (ret != -EFAULT)
		return ret;
	if (nr <= 1ULL << pages->least_order) {
		memset(codes, PAGE_HOLE, nr);
		return 0;
	}
	ret = read_view(pages, pfn, nr / 2, codes);
	return ret ? ret : read_view(pages, pfn + nr / 2, nr - nr / 2, codes + nr / 2);
}

/* Pages from pfn on that one view may show: up to the next boundary, or to the end. */
static size_t view_pages(const struct kpages *pages, uint64_t pfn, uint64_t end)
{
	uint64_t next = bits_align_down(pfn, pages->view_order) + (1ULL << pages->view_order);

	return (size_t)((next < end ? next : end) - pfn);
}

int kpages_read(struct kpages *pages, const struct zonemap *zone, uint64_t pfn, size_t nr,
		page_code *codes, struct err *err)
{
	struct kpage_decoder *decoder = &pages->decoder;
	const uint64_t end = pfn + nr;
	int ret = find_zone(pages, zone, err);

	if (!ret)
		ret = refresh_sections(pages, end, err);
	if (ret)
		return ret;
	decoder->zone = pages->zone_id << pages->kern->pageid.shift;
	decoder->max_order = zone->max_order;
	decoder->end_pfn = end;
	decoder->fill_end = 0;
	while (pfn < end && !ret) {
		size_t part = view_pages(pages, pfn, end);

		if (pfn + part <= decoder->fill_end)
			memset(codes, decoder->fill, part);
		else if (!page_addr(pages, pfn))
			memset(codes, PAGE_HOLE, part);
		else
			ret = read_view(pages, pfn, part, codes);
		pfn += part;
		codes += part;
	}
	return ret ? err_set(err, -ret, "struct pages: page %#llx: %s", (unsigned long long)pfn,
			     strerror(-ret)) : 0;
}

/* --- details --- */

/* Struct pages of a folio: its own place in the view, or a copy of its first pages. */
struct folio_bytes {
	uint64_t pfn;
	const uint8_t *at;
	size_t nr;
	uint8_t copy[KPAGE_HEADS * PAGE_BYTES_MAX];
};

static void fill_detail(struct kpages *pages, const struct folio_bytes *folio,
			struct kpage_detail *out)
{
	const struct kpage_layout *layout = &pages->layout;
	page_code code = kpage_decode_single(&pages->decoder, folio->pfn, folio->at, folio->nr);

	*out = (struct kpage_detail){
		.known = code != PAGE_UNMANAGED,
		.refcount = kpage_refcount(layout, folio->at),
		.mapcount = (int32_t)kpage_mapcount(layout, folio->at, folio->nr),
		.pinned = code == PAGE_PINNED,
	};
	if (code == PAGE_SLAB && layout->slab_cache != KPAGE_NONE)
		out->slab_cache = kpage_u64(folio->at, layout->slab_cache);
}

/* One page of a copy of nr struct pages from first on. */
static void detail_one(struct kpages *pages, uint64_t first, const uint8_t *bytes, size_t nr,
		       size_t i, struct kpage_detail *out)
{
	const uint16_t size = pages->layout.size;
	struct folio_bytes folio = { first + i, bytes + i * size, nr - i, { 0 } };
	uint64_t addr = page_addr(pages, first + i), head = 0;

	if (nr - i > 1 || (kpage_u64(folio.at, pages->layout.compound) & 1))
		head = kpage_head_addr(&pages->layout, addr, first + i, folio.at,
				       nr - i > 1 ? folio.at + size : folio.at);
	if (head && head < addr) {
		size_t back = (addr - head) / size;

		folio.pfn -= back;
		if (back <= i) {
			folio.at -= back * size;
			folio.nr += back;
		} else {
			folio.at = folio.copy;
			folio.nr = KPAGE_HEADS;
			if (kmem_read(pages->kern->kmem, head, folio.copy, folio.nr * size))
				return;
		}
	}
	fill_detail(pages, &folio, out);
}

/* Struct pages around those that are asked for, so that folios are whole, as they mostly are. */
struct surroundings {
	uint64_t first;
	size_t nr;
	uint8_t *bytes;          /* KMEM_VIEW_MAX of them, and some more */
};

static int read_around(struct kpages *pages, uint64_t pfn, size_t nr, struct surroundings *around)
{
	const size_t size = pages->layout.size;
	int ret;

	around->first = bits_align_down(pfn, pages->view_order);
	around->nr = (size_t)1 << pages->view_order;
	if (!page_addr(pages, pfn))
		return -EFAULT;
	ret = kmem_read(pages->kern->kmem, page_addr(pages, around->first), around->bytes,
			around->nr * size);
	if (ret != -EFAULT)
		return ret;
	around->first = pfn;
	around->nr = nr;
	return kmem_read(pages->kern->kmem, page_addr(pages, pfn), around->bytes, nr * size);
}

int kpages_detail(struct kpages *pages, uint64_t pfn, size_t nr, struct kpage_detail *out,
		  struct err *err)
{
	const uint64_t end = pfn + nr;
	int ret = refresh_sections(pages, end, err);
	/* with room behind, for a last page that takes itself for the head of a folio */
	struct surroundings around = {
		.bytes = ret ? NULL : calloc(1, KMEM_VIEW_MAX + KPAGE_HEADS * PAGE_BYTES_MAX),
	};

	memset(out, 0, nr * sizeof(*out));
	if (!around.bytes)
		return ret ? ret : err_set(err, ENOMEM, "struct pages: out of memory");
	while (pfn < end && (!ret || ret == -EFAULT)) {
		size_t part = view_pages(pages, pfn, end);

		ret = read_around(pages, pfn, part, &around);
		for (size_t i = 0; i < part && !ret; i++)
			detail_one(pages, around.first, around.bytes, around.nr,
				   (size_t)(pfn - around.first) + i, out + i);
		pfn += part;
		out += part;
	}
	free(around.bytes);
	/* what has no struct page is not known, and no error */
	return ret && ret != -EFAULT ? err_set(err, -ret, "struct pages: page %#llx: %s",
					       (unsigned long long)pfn, strerror(-ret)) : 0;
}

/* Copies a string; -ENOENT when there is none of printable characters. */
static int read_string(struct kmem *kmem, uint64_t addr, char *to, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (kmem_read(kmem, addr + i, to + i, 1))
			break;
		if (!to[i])
			return i ? 0 : -ENOENT;
		if (!isprint((unsigned char)to[i]))
			break;
	}
	return -ENOENT;
}

int kpages_slab_name(struct kpages *pages, uint64_t slab_cache, char *name, size_t size)
{
	const struct kfield field = pages->kern->layout.kmem_cache_name;
	uint64_t addr;

	if (!slab_cache || !field.known ||
	    kmem_read(pages->kern->kmem, slab_cache + field.offset, &addr, sizeof(addr)))
		return -ENOENT;
	return read_string(pages->kern->kmem, addr, name, size);
}
