// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kwalk - each zone's compaction state, each pageblock's migratetype and skip bit.
 *
 * A pageblock is the zone's if the struct page that the kernel would look at is
 * (mm/vmstat.c pagetypeinfo_showblockcount_print()): one every pageblock from the zone's first page
 * on.  Spans hold holes and other zones' memory; and what is initialised late (deferred struct
 * pages) does not count before its time, although what was reserved there has flags already.
 *
 * A section's pageblocks have a few bits each, one behind the other in words
 * (mm/page_alloc.c pfn_to_bitidx()).  Reading goes by batches: the pages' flags, then the bits of
 * those blocks that are the zone's.
 */
#include "kern_private.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "fragscope/array.h"
#include "fragscope/bits.h"

#define BATCH    2048 /* pageblocks */
#define UNKNOWN  0xff
#define TYPE_MAX KLAYOUT_TYPES_MAX

/* How this kernel keeps a pageblock's bits. */
struct block_bits {
	unsigned int nr;           /* bits per pageblock, a power of two */
	uint64_t type_mask;
	struct num skip, isolate;  /* bit numbers */
	unsigned int isolate_type;
	uint8_t type[TYPE_MAX];    /* from the kernel's number to the frame's */
};

struct walk {
	struct kern *kern;
	struct block_bits bits;
	struct zonemap *map;       /* the zone's, while it is walked */
	size_t piece_size;         /* bytes that are read of a section's bits at once */
	/* the batch */
	unsigned int nr;
	uint64_t pfn[BATCH];
	uint64_t addr[BATCH];
	bool ok[BATCH];
	uint64_t flags[BATCH];
	unsigned int nr_pieces;
	unsigned int piece_of[BATCH];
	uint8_t pieces[BATCH][KMEM_PIECE_MAX];
};

/* --- compaction state --- */

static const struct {
	size_t field;        /* in struct klayout */
	size_t to;           /* in struct zone_compact */
} compact_rows[] = {
	{ offsetof(struct klayout, zone_considered), offsetof(struct zone_compact, considered) },
	{ offsetof(struct klayout, zone_defer_shift), offsetof(struct zone_compact, defer_shift) },
	{ offsetof(struct klayout, zone_order_failed),
	  offsetof(struct zone_compact, order_failed) },
	{ offsetof(struct klayout, zone_blockskip_flush),
	  offsetof(struct zone_compact, blockskip_flush) },
};

/* A scanner's position; one outside the zone was never set, or is set anew at the next run. */
static struct num position(const struct kzone *zone, struct kfield field, unsigned int index)
{
	struct num pfn = { 0 };
	uint64_t n;

	if (!field.known || (index + 1) * sizeof(n) > field.size)
		return pfn;
	field.offset += index * (uint32_t)sizeof(n);
	field.size = sizeof(n);
	n = klayout_get(zone->data, field);
	if (n >= zone->start_pfn && n <= zone->start_pfn + zone->spanned)
		pfn = num_known(n);
	return pfn;
}

static int fill_compact(struct kern *kern, const struct kzone *from, void *arg)
{
	struct zone *zone = frame_find_zone(arg, from->node, span_of(from->name));
	const struct klayout *layout = &kern->layout;
	struct zone_compact *compact;

	if (!zone)
		return 0;
	compact = &zone->compact;
	for (unsigned int i = 0; i < ARRAY_SIZE(compact->cached_migrate); i++)
		compact->cached_migrate[i] = position(from, layout->zone_cached_migrate_pfn, i);
	compact->cached_free = position(from, layout->zone_cached_free_pfn, 0);
	for (size_t i = 0; i < ARRAY_SIZE(compact_rows); i++) {
		const struct kfield *field =
			(const void *)((const char *)layout + compact_rows[i].field);
		struct num *to = (void *)((char *)compact + compact_rows[i].to);

		if (field->known)
			*to = num_known(klayout_get(from->data, *field));
	}
	return 0;
}

/* "MOVABLE" as mm/vmstat.c writes it: "Movable", but for some. */
static void print_type(const char *name, char text[FRAME_NAME_MAX])
{
	static const char *const odd[] = { "HighAtomic", "CMA" };

	span_copy(span_of(name), text, FRAME_NAME_MAX);
	for (size_t i = 1; text[i]; i++)
		text[i] = (char)tolower((unsigned char)text[i]);
	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		if (!strcasecmp(odd[i], name))
			span_copy(span_of(odd[i]), text, FRAME_NAME_MAX);
}

/* Who may not read pagetypeinfo has no names of types yet. */
static void name_types(const struct kern *kern, struct frame *frame)
{
	char text[FRAME_NAME_MAX];

	if (frame->nr_types)
		return;
	for (size_t i = 0; i < TYPE_MAX && *kern->layout.migratetype[i]; i++) {
		print_type(kern->layout.migratetype[i], text);
		frame_type(frame, span_of(text));
	}
}

int kwalk_zones(struct kern *kern, struct frame *frame, struct err *err)
{
	int ret = kern_for_zones(kern, fill_compact, frame);

	name_types(kern, frame);
	return ret ? err_set(err, -ret, "kernel structures: zones cannot be read any more: %s",
			     strerror(-ret)) : 0;
}

/* --- pageblocks --- */

/* Numbers of types are the kernel's on its side and the frame's on ours: names tell. */
static void match_types(const struct klayout *layout, const struct frame *frame,
			struct block_bits *bits)
{
	memset(bits->type, UNKNOWN, sizeof(bits->type));
	for (size_t i = 0; i < TYPE_MAX; i++)
		for (unsigned int t = 0; t < frame->nr_types; t++)
			if (!strcasecmp(layout->migratetype[i], frame->type_name[t]))
				bits->type[i] = (uint8_t)t;
}

/* A bit's number; one that a pageblock has no room for is not known. */
static struct num bit_below(struct num bit, uint64_t nr)
{
	return bit.n < nr ? bit : (struct num){ 0 };
}

static int learn_bits(const struct klayout *layout, const struct frame *frame,
		      struct block_bits *bits, struct err *err)
{
	uint64_t nr = layout->nr_pageblock_bits.n, last = layout->pb_migrate_last.n;

	if (!num_has(layout->nr_pageblock_bits) || !num_has(layout->pb_migrate_last) || !nr ||
	    nr > 8 || last >= nr)
		return err_set(err, ENOTSUP, "BTF: no enum pageblock_bits that is known here; "
			       "types of pageblocks stay unknown");
	for (bits->nr = 1; bits->nr < nr; bits->nr *= 2)
		;
	bits->type_mask = (2ULL << last) - 1;
	bits->skip = bit_below(layout->pb_skip, nr);
	bits->isolate = bit_below(layout->pb_isolate, nr);
	bits->isolate_type = (unsigned int)layout->migrate_isolate.n % TYPE_MAX;
	match_types(layout, frame, bits);
	return 0;
}

/* Index of the pageblock's first bit among its section's. */
static uint64_t bit_of(const struct walk *walk, uint64_t pfn)
{
	uint64_t in_section = pfn & ((1ULL << walk->kern->sections.order) - 1);

	return (in_section >> walk->map->pageblock_order) * walk->bits.nr;
}

static void take_block(struct walk *walk, uint64_t pfn, const uint8_t *piece)
{
	uint64_t bit = bit_of(walk, pfn) % (walk->piece_size * 8), word, type;
	size_t block = zonemap_block_of(walk->map, pfn);
	const struct block_bits *bits = &walk->bits;

	memcpy(&word, piece + bit / 64 * sizeof(word), sizeof(word));
	word >>= bit % 64;
	type = word & bits->type_mask;
	if (num_has(bits->isolate) && word >> bits->isolate.n & 1)
		type = bits->isolate_type;
	walk->map->type[block] = type < TYPE_MAX ? bits->type[type] : UNKNOWN;
	if (num_has(bits->skip))
		walk->map->skip[block] = word >> bits->skip.n & 1;
}

/* Where the piece with the block's bits is. */
static uint64_t piece_addr(const struct walk *walk, uint64_t pfn)
{
	uint64_t piece = bit_of(walk, pfn) / (walk->piece_size * 8);

	return ksections_find(&walk->kern->sections, pfn)->usage +
	       walk->kern->layout.mem_section_usage_pageblock_flags.offset +
	       piece * walk->piece_size;
}

/* Neighbours have their bits in the same piece. */
static void list_pieces(struct walk *walk)
{
	walk->nr_pieces = 0;
	for (unsigned int i = 0; i < walk->nr; i++) {
		uint64_t addr = piece_addr(walk, walk->pfn[i]);

		if (!walk->nr_pieces || walk->addr[walk->nr_pieces - 1] != addr)
			walk->addr[walk->nr_pieces++] = addr;
		walk->piece_of[i] = walk->nr_pieces - 1;
	}
}

/* Reads the bits of the batch's blocks. */
static int take_batch(struct walk *walk)
{
	int ret;

	list_pieces(walk);
	ret = kmem_gather(walk->kern->kmem, walk->addr, walk->nr_pieces, walk->piece_size,
			  walk->pieces, walk->ok);
	if (ret)
		return ret;
	for (unsigned int i = 0; i < walk->nr; i++) {
		unsigned int piece = walk->piece_of[i];

		if (walk->ok[piece])
			take_block(walk, walk->pfn[i],
				   walk->pieces[0] + piece * walk->piece_size);
	}
	return 0;
}

/* Keeps the blocks whose page says that it is the zone's. */
static int keep_own(struct walk *walk, const struct kzone *zone)
{
	struct kern *kern = walk->kern;
	uint64_t id = kern_zone_id(kern, zone);
	unsigned int nr = 0;
	int ret = kmem_gather(kern->kmem, walk->addr, walk->nr, sizeof(*walk->flags),
			      walk->flags, walk->ok);

	for (unsigned int i = 0; i < walk->nr && !ret; i++)
		if (walk->ok[i] && kern_page_id(kern, walk->flags[i]) == id)
			walk->pfn[nr++] = walk->pfn[i];
	walk->nr = nr;
	return ret;
}

/* Lists the pages that the kernel would look at, from pfn on, until the batch is full; gives where
 * to go on. */
static uint64_t list_pages(struct walk *walk, uint64_t pfn, uint64_t end)
{
	const struct zonemap *map = walk->map;
	const struct kern *kern = walk->kern;
	uint64_t step = 1ULL << map->pageblock_order;

	walk->nr = 0;
	for (; pfn < end && walk->nr < BATCH; pfn += step) {
		uint64_t page = ksections_page(&kern->sections, &kern->layout, pfn);

		if (!page)
			continue;
		walk->pfn[walk->nr] = pfn;
		walk->addr[walk->nr++] = page + kern->layout.page_flags.offset;
	}
	return pfn;
}

/* The first page that the kernel would look at in the map's span, which the zone's may exceed. */
static uint64_t first_page(const struct kzone *zone, const struct zonemap *map)
{
	uint64_t before = map->first_block_pfn > zone->start_pfn ?
				  map->first_block_pfn - zone->start_pfn : 0;

	return zone->start_pfn + bits_align_up(before, map->pageblock_order);
}

static uint64_t end_page(const struct kzone *zone, const struct zonemap *map)
{
	uint64_t end = zone->start_pfn + zone->spanned;
	uint64_t map_end = zonemap_block_pfn(map, map->nr_blocks);

	if (end > zone->first_deferred_pfn)
		end = zone->first_deferred_pfn;
	return end < map_end ? end : map_end;
}

static int walk_zone(struct kern *kern, const struct kzone *zone, void *arg)
{
	struct walk *walk = arg;
	uint64_t end = end_page(zone, walk->map), pfn = first_page(zone, walk->map);
	uint64_t section_bits;
	int ret = 0;

	/* pages of a section are a power of two of blocks, which are 8 words or a part of one */
	if (walk->map->pageblock_order > kern->sections.order)
		return 0;
	section_bits = (uint64_t)walk->bits.nr << (kern->sections.order -
						   walk->map->pageblock_order);
	walk->piece_size = bits_align_up(section_bits, 6) / 8;
	if (walk->piece_size > KMEM_PIECE_MAX)
		walk->piece_size = KMEM_PIECE_MAX;
	while (pfn < end && !ret) {
		pfn = list_pages(walk, pfn, end);
		ret = keep_own(walk, zone);
		if (!ret)
			ret = take_batch(walk);
	}
	return ret;
}

struct blocks_job {
	struct walk *walk;
	struct pagemap *map;
};

static int walk_mapped_zone(struct kern *kern, const struct kzone *zone, void *arg)
{
	struct blocks_job *job = arg;

	job->walk->map = pagemap_find(job->map, zone->node, zone->name);
	return job->walk->map ? walk_zone(kern, zone, job->walk) : 0;
}

/* What was known is forgotten; the end of all zones comes back. */
static uint64_t forget_blocks(struct pagemap *map)
{
	uint64_t end = 0;

	for (unsigned int i = 0; i < map->nr_zones; i++) {
		struct zonemap *zone = map->zones[i];

		memset(zone->type, UNKNOWN, zone->nr_blocks);
		memset(zone->skip, UNKNOWN, zone->nr_blocks);
		if (zone->start_pfn + zone->nr_pages > end)
			end = zone->start_pfn + zone->nr_pages;
	}
	return end;
}

int kwalk_blocks(struct kern *kern, const struct frame *frame, struct pagemap *map,
		 struct err *err)
{
	struct walk *walk = malloc(sizeof(*walk));
	struct blocks_job job = { walk, map };
	uint64_t end = forget_blocks(map);
	int ret;

	if (!walk)
		return err_set(err, ENOMEM, "pageblocks: out of memory");
	walk->kern = kern;
	ret = learn_bits(&kern->layout, frame, &walk->bits, err);
	if (!ret)
		ret = ksections_read(&kern->sections, kern->kmem, &kern->layout, &kern->addr, end,
				     err);
	if (!ret) {
		ret = kern_for_zones(kern, walk_mapped_zone, &job);
		if (ret)
			err_set(err, -ret, "pageblocks: cannot be read any more: %s",
				strerror(-ret));
	}
	free(walk);
	return ret;
}
