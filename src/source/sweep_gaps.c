// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep_gaps - where a zone's span holds no memory that the allocator has.
 *
 * Holes lie between the ranges of RAM.  Kernels that initialise struct pages late (deferred, on
 * demand) manage a zone from its start as far as they have come; what lies behind reads as 0 too.
 * Which page is the last managed one is not told, but it is none before start + managed, so whole
 * pageblocks without any flag from there on are taken to be unmanaged, where much of the zone is.
 */
#include "sweep_private.h"

#include <errno.h>
#include <stdlib.h>

#define UNMANAGED_SHARE 16 /* less than a sixteenth is what any kernel keeps for itself at boot */

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
			pfn, end, class, class == PAGE_UNMANAGED,
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

static void add_unmanaged(struct sweep_zone *zone, const struct zone *from)
{
	uint64_t missing;

	if (!num_has(from->present) || !num_has(from->managed) ||
	    from->managed.n >= from->present.n)
		return;
	missing = from->present.n - from->managed.n;
	if (missing > from->present.n / UNMANAGED_SHARE)
		add_gap(zone, zone->map->start_pfn + from->managed.n, UINT64_MAX, PAGE_UNMANAGED);
}

int sweep_find_gaps(struct sweep_zone *zone, const struct frame *frame, const struct zone *from)
{
	size_t room = (size_t)frame->nr_ram + 2; /* before each range, behind the last, unmanaged */
	struct kpf_gap *gaps = realloc(zone->gaps, room * sizeof(*gaps));

	if (!gaps)
		return -ENOMEM;
	zone->gaps = gaps;
	zone->nr_gaps = 0;
	if (frame->nr_ram && num_has(frame->page_size) && frame->page_size.n)
		add_holes(zone, frame);
	add_unmanaged(zone, from);
	return 0;
}
