// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep_gaps - where a zone's span holds no memory that the allocator has.
 *
 * Holes lie between the ranges of RAM.  Spans of zones overlap where memory of nodes alternates or
 * where plugged memory went online as different zones; each page counts in one of them.  Kernels
 * that initialise struct pages late (deferred, on demand) manage a zone from its start as far as
 * they have come; what lies behind reads as 0 too. Which page is the last managed one is not told,
 * but it is none before start + managed, so whole pageblocks without any flag from there on are
 * taken to be unmanaged, where much of the zone is. What a kernel reserves at boot is not managed
 * either and may be as much (its image, the memory map, a crash kernel), but has the flag that says
 * so: a look halfway into what is missing tells.
 */
#include "sweep_private.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define UNMANAGED_SHARE 16 /* less than a sixteenth is what any kernel keeps for itself at boot */
#define NR_LOOK_PAGES   512

/* Appends the part of [pfn, end) inside the zone; the array has room. */
static void add_gap(struct sweep_zone *zone, uint64_t pfn, uint64_t end, enum page_class class)
{
	uint64_t zone_end = zone->map->start_pfn + zone->map->nr_pages;

	if (pfn < zone->map->start_pfn)
		pfn = zone->map->start_pfn;
	if (end > zone_end)
		end = zone_end;
	if (pfn < end)
		zone->gaps[zone->nr_gaps++] = (struct kpf_gap){
			pfn, end, class, class == PAGE_UNMANAGED, false,
		};
}

static void add_holes(struct sweep_zone *zone, const struct frame *frame)
{
	uint64_t page_size = frame->page_size.n, from = 0;

	for (unsigned int i = 0; i < frame->nr_ram; i++) {
		/* a page that is RAM in part is none to the kernel */
		uint64_t first = frame->ram[i].start / page_size;

		first += frame->ram[i].start % page_size != 0;
		add_gap(zone, from, first, PAGE_HOLE);
		from = frame->ram[i].end / page_size;
	}
	add_gap(zone, from, UINT64_MAX, PAGE_HOLE);
}

/* Whether some page from pfn on has a flag; what cannot be read has none. */
static bool has_flags(int fd, uint64_t pfn)
{
	uint64_t words[NR_LOOK_PAGES] = { 0 };

	if (pfn > INT64_MAX / sizeof(*words) ||
	    pread(fd, words, sizeof(words), (off_t)(pfn * sizeof(*words))) < 0)
		return false;
	for (size_t i = 0; i < NR_LOOK_PAGES; i++)
		if (words[i])
			return true;
	return false;
}

static void add_unmanaged(int fd, struct sweep_zone *zone, const struct zone *from)
{
	uint64_t end = zone->map->start_pfn + zone->map->nr_pages, missing;

	if (!num_has(from->present) || !num_has(from->managed) ||
	    from->managed.n >= from->present.n)
		return;
	missing = from->present.n - from->managed.n;
	if (missing > from->present.n / UNMANAGED_SHARE && missing <= zone->map->nr_pages &&
	    !has_flags(fd, (end - missing / 2) & -(uint64_t)NR_LOOK_PAGES))
		add_gap(zone, zone->map->start_pfn + from->managed.n, UINT64_MAX, PAGE_UNMANAGED);
}

/* Pages of a span that are no page of the zone: holes, or another zone's. */
static uint64_t nr_absent(const struct zone *zone)
{
	return num_has(zone->present) && zone->present.n < zone->spanned.n ?
		       zone->spanned.n - zone->present.n : 0;
}

/* Whose the pages are that both spans hold: a zone without holes has all of its span; of two with
 * holes the smaller one is more likely to lie inside the other. */
static bool gives_way(const struct zone *zone, const struct zone *other)
{
	if (!nr_absent(zone) || !nr_absent(other))
		return nr_absent(zone);
	return other->spanned.n < zone->spanned.n;
}

static void add_other_zones(struct sweep_zone *zone, const struct frame *frame,
			    const struct zone *from)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *other = frame->zones[i];
		size_t nr_before = zone->nr_gaps;
		uint64_t end;

		if (other == from || other->empty || !num_has(other->start_pfn) ||
		    !num_has(other->spanned) || !gives_way(from, other) ||
		    __builtin_add_overflow(other->start_pfn.n, other->spanned.n, &end))
			continue;
		add_gap(zone, other->start_pfn.n, end, PAGE_HOLE);
		if (zone->nr_gaps > nr_before)
			zone->gaps[nr_before].foreign = true;
	}
}

int sweep_find_gaps(int fd, struct sweep_zone *zone, const struct frame *frame,
		    const struct zone *from)
{
	/* before each range, behind the last, unmanaged, other zones */
	size_t room = (size_t)frame->nr_ram + 2 + frame->nr_zones;
	struct kpf_gap *gaps = realloc(zone->gaps, room * sizeof(*gaps));

	if (!gaps)
		return -ENOMEM;
	zone->gaps = gaps;
	zone->nr_gaps = 0;
	if (frame->nr_ram && num_has(frame->page_size) && frame->page_size.n)
		add_holes(zone, frame);
	add_unmanaged(fd, zone, from);
	add_other_zones(zone, frame, from);
	return 0;
}
