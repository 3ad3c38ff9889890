// SPDX-License-Identifier: GPL-2.0-or-later
#include "capture_pages.h"

#include <byteswap.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/kpageflags.h"

#define NO_ZONE "pfn" /* stands in for zones where none are known */

static uint64_t word_at(struct span bytes, size_t index)
{
	uint64_t word;

	memcpy(&word, bytes.at + index * 8, sizeof(word));
	return word;
}

static uint64_t or_of_words(struct span bytes)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < bytes.len / 8; i++)
		bits |= word_at(bytes, i);
	return bits;
}

/* Every machine has free, reserved or missing pages; a kpagecount file has no such bits. */
static bool are_flags(uint64_t bits)
{
	return !(bits & ~KPF_KERNEL_BITS) && bits & (KPF(BUDDY) | KPF(NOPAGE) | KPF(RESERVED));
}

bool kpageflags_is(struct span bytes)
{
	uint64_t bits;

	if (!bytes.len || bytes.len % 8)
		return false;
	bits = or_of_words(bytes);
	return are_flags(bits) || are_flags(bswap_64(bits));
}

/* The words aligned and in this machine's byte order: the bytes themselves if they are so, because
 * they may be gigabytes, else a copy.  NULL: no memory. */
static const uint64_t *ready_words(struct span bytes, uint64_t **copy)
{
	bool swap = !are_flags(or_of_words(bytes));

	*copy = NULL;
	if (!swap && (uintptr_t)bytes.at % _Alignof(uint64_t) == 0)
		return (const uint64_t *)(const void *)bytes.at;
	*copy = malloc(bytes.len);
	for (size_t i = 0; *copy && i < bytes.len / 8; i++)
		(*copy)[i] = swap ? bswap_64(word_at(bytes, i)) : word_at(bytes, i);
	return *copy;
}

int capture_take_pages(struct capture *capture, const char *name, struct span bytes,
		       const struct frame *frame, struct err *err)
{
	struct kpf_dialect dialect;
	size_t nr = bytes.len / 8;
	struct zonemap *whole;
	const uint64_t *words;
	uint64_t *copy;

	if (capture->whole)
		return err_set(err, EINVAL, "%s: a second kpageflags file; open them one by one",
			       name);
	whole = zonemap_new(0, nr, frame_pageblock_order(frame), frame_max_order(frame), err);
	if (!whole)
		return err_prefix(err, -ENOMEM, "%s", name);
	words = ready_words(bytes, &copy);
	if (!words) {
		zonemap_free(whole);
		return err_set(err, ENOMEM, "%s: out of memory", name);
	}
	dialect = kpf_guess_dialect(0, words, nr);
	zonemap_ingest(whole, 0, words, nr, &dialect, 1);
	free(copy);
	capture->whole = whole;
	return 0;
}

static bool zone_has_span(const struct zone *zone)
{
	return num_has(zone->start_pfn) && num_has(zone->spanned) && zone->spanned.n;
}

/* Adds the map of one zone, cut to the pages that the file has.  1 when it has none of them. */
static int add_map(struct capture *capture, const struct frame *frame, struct zone *zone,
		   uint64_t start, uint64_t nr, struct err *err)
{
	struct zonemap *whole = capture->whole, *map;

	if (start >= whole->nr_pages)
		return 1;
	if (nr > whole->nr_pages - start)
		nr = whole->nr_pages - start;
	map = zonemap_new(start, nr, frame_pageblock_order(frame), whole->max_order, err);
	if (!map)
		return -ENOMEM;
	map->node = zone ? zone->node : -1;
	span_copy(span_of(zone ? zone->name : NO_ZONE), map->name, sizeof(map->name));
	map->orders_estimated = whole->orders_estimated;
	zonemap_ingest_codes(map, start, whole->code + start, nr, 1);
	if (pagemap_add(capture->pagemap, map)) {
		zonemap_free(map);
		return err_set(err, ENOMEM, "page map: out of memory");
	}
	capture->pagemap->nr_read += nr;
	if (zone)
		zone->map = map;
	return 0;
}

/* Zones with a span if there are any; else all of the file as the only zone, or as one that
 * stands in for zones, so that everything that needs no name of a zone can be shown. */
static int add_maps(struct capture *capture, struct frame *frame, struct err *err)
{
	struct zone *only = frame->nr_zones == 1 ? frame->zones[0] : NULL;
	int ret = 0;

	for (unsigned int i = 0; i < frame->nr_zones && ret >= 0; i++) {
		struct zone *zone = frame->zones[i];

		if (zone_has_span(zone))
			ret = add_map(capture, frame, zone, zone->start_pfn.n, zone->spanned.n,
				      err);
	}
	if (ret < 0 || capture->pagemap->nr_zones)
		return ret < 0 ? ret : 0;
	if (!frame->nr_zones) {
		only = frame_add_zone(frame, -1, span_of(NO_ZONE));
		if (!only)
			return err_set(err, ENOMEM, "page map: out of memory");
	}
	return add_map(capture, frame, only, 0, capture->whole->nr_pages, err);
}

/* Other texts have brought zones: the one that stood in for them goes. */
static void drop_stand_in(struct frame *frame)
{
	unsigned int nr = 0;

	for (unsigned int z = 0; z < frame->nr_zones; z++)
		if (strcmp(frame->zones[z]->name, NO_ZONE) || frame->zones[z]->node >= 0)
			frame->zones[nr++] = frame->zones[z];
	frame->nr_zones = nr;
}

static void unlink_pagemap(struct capture *capture)
{
	for (size_t i = 0; i < capture->nr_frames; i++) {
		struct frame *frame = capture->frames[i];

		frame->pagemap = NULL;
		for (unsigned int z = 0; z < frame->nr_zones; z++)
			frame->zones[z]->map = NULL;
		drop_stand_in(frame);
	}
	pagemap_free(capture->pagemap);
	capture->pagemap = NULL;
}

int capture_map_zones(struct capture *capture, struct err *err)
{
	struct frame *frame = NULL;
	int ret;

	if (!capture->whole)
		return 0;
	unlink_pagemap(capture);
	for (size_t i = 0; i < capture->nr_frames; i++)
		if (frame_find_source(capture->frames[i], "kpageflags"))
			frame = capture->frames[i];
	capture->pagemap = pagemap_new();
	if (!capture->pagemap || !frame)
		return err_set(err, ENOMEM, "page map: out of memory");
	ret = add_maps(capture, frame, err);
	frame->pagemap = capture->pagemap;
	return ret;
}
