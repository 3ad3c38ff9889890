// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep_attach - fits the page map to what a frame says about its zones.
 *
 * Zones appear, grow, shrink and vanish when memory is plugged; the pageblock order may become
 * known only later.  Frames keep pointers to zonemaps, so these stay where they are until the sweep
 * ends, whatever happens to the zone.
 */
#include "sweep_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/bits.h"
#include "fragscope/release.h"

struct shape {
	uint64_t start_pfn, nr_pages;
	unsigned int pageblock_order, max_order;
};

static bool shape_of(const struct zone *zone, struct shape *shape)
{
	if (!num_has(zone->start_pfn) || !num_has(zone->spanned) || !zone->spanned.n)
		return false;
	shape->start_pfn = zone->start_pfn.n;
	shape->nr_pages = zone->spanned.n;
	return true;
}

static bool has_shape(const struct zonemap *map, const struct shape *shape)
{
	return map->start_pfn == shape->start_pfn && map->nr_pages == shape->nr_pages &&
	       map->pageblock_order == shape->pageblock_order &&
	       map->max_order == shape->max_order;
}

/* Before 4.6 kpageflags shows only the heads of free blocks. */
static bool is_heads_only(const char *release)
{
	unsigned int number = release ? release_parse(release) : 0;

	return number && number < RELEASE(4, 6);
}

/* A chunk is read once the pages in it were, all of them and none beyond. */
static void keep_chunks(const struct sweep_zone *old, struct sweep_zone *new)
{
	for (size_t i = 0; old->chunks && i < new->nr_chunks; i++) {
		uint64_t pfn, end, old_pfn, old_end;
		size_t k;

		sweep_chunk_range(new, i, &pfn, &end);
		if (pfn < old->first_chunk_pfn)
			continue;
		k = (pfn - old->first_chunk_pfn) >> old->chunk_order;
		if (k >= old->nr_chunks)
			continue;
		sweep_chunk_range(old, k, &old_pfn, &old_end);
		if (old_pfn == pfn && old_end == end)
			new->chunks[i] = old->chunks[k];
	}
}

/* The chunk table of a zone whose map has that shape from now on. */
static int cut_chunks(struct sweep_zone *zone, const struct shape *shape)
{
	unsigned int order = SWEEP_READ_ORDER;

	if (order < shape->max_order)
		order = shape->max_order;
	if (order < shape->pageblock_order)
		order = shape->pageblock_order;
	zone->chunk_order = order;
	zone->first_chunk_pfn = bits_align_down(shape->start_pfn, order);
	zone->nr_chunks = ((shape->start_pfn + shape->nr_pages - 1) >> order) -
			  (shape->start_pfn >> order) + 1;
	zone->chunks = calloc(zone->nr_chunks, sizeof(*zone->chunks));
	return zone->chunks ? 0 : -ENOMEM;
}

static int reshape(struct sweep_zone *zone, const struct shape *shape, struct err *err)
{
	struct zonemap before = *zone->map; /* for its span only */
	struct sweep_zone old = *zone;
	bool same_orders = before.max_order == shape->max_order;
	int rc = cut_chunks(zone, shape);

	if (rc) {
		*zone = old;
		return err_set(err, ENOMEM, "page map: out of memory");
	}
	rc = zonemap_resize(zone->map, shape->start_pfn, shape->nr_pages, shape->pageblock_order,
			    shape->max_order, err);
	if (rc) {
		free(zone->chunks);
		*zone = old;
		return rc;
	}
	old.map = &before;
	if (same_orders)
		keep_chunks(&old, zone);
	free(old.chunks);
	return 0;
}

static struct sweep_zone *find_zone(struct sweep *sweep, const struct zone *zone)
{
	for (unsigned int i = 0; i < sweep->nr_zones; i++)
		if (sweep->zones[i].map->node == zone->node &&
		    !strcmp(sweep->zones[i].map->name, zone->name))
			return &sweep->zones[i];
	return NULL;
}

/* An empty zone, for reshape() to fill. */
static struct sweep_zone *add_zone(struct sweep *sweep, const struct zone *zone)
{
	struct sweep_zone *zones = realloc(sweep->zones, (sweep->nr_zones + 1) * sizeof(*zones));
	struct zonemap *map;

	if (!zones)
		return NULL;
	sweep->zones = zones;
	map = zonemap_new(0, 1, 0, 0, NULL);
	if (!map)
		return NULL;
	map->node = zone->node;
	memcpy(map->name, zone->name, sizeof(map->name));
	zones[sweep->nr_zones] = (struct sweep_zone){ .map = map };
	return &zones[sweep->nr_zones++];
}

static int attach_zone(struct sweep *sweep, const struct frame *frame, struct zone *zone,
		       const struct shape *shape, struct err *err)
{
	struct sweep_zone *found = find_zone(sweep, zone);
	int rc = 0;

	if (!found)
		found = add_zone(sweep, zone);
	if (!found)
		return err_set(err, ENOMEM, "page map: out of memory");
	if (!found->chunks || !has_shape(found->map, shape))
		rc = reshape(found, shape, err);
	if (rc)
		return err_prefix(err, rc, "node %d %s", zone->node, zone->name);
	if (sweep_find_gaps(sweep->fd, found, frame, zone))
		return err_set(err, ENOMEM, "page map: out of memory");
	found->active = true;
	found->map->orders_estimated = sweep->heads_only;
	zone->map = found->map;
	return 0;
}

/* Lists the zones of the last frame, and counts what is known of them. */
static int list_zones(struct sweep *sweep)
{
	struct pagemap *map = sweep->map;

	map->nr_zones = 0;
	map->nr_pages = 0;
	map->nr_read = 0;
	for (unsigned int i = 0; i < sweep->nr_zones; i++) {
		const struct sweep_zone *zone = &sweep->zones[i];

		if (zone->active && pagemap_add(map, zone->map))
			return -ENOMEM;
		for (size_t c = 0; zone->active && c < zone->nr_chunks; c++) {
			uint64_t pfn, end;

			sweep_chunk_range(zone, c, &pfn, &end);
			map->nr_read += zone->chunks[c].read_ms ? end - pfn : 0;
		}
	}
	return 0;
}

int sweep_attach(struct sweep *sweep, struct frame *frame, struct err *err)
{
	struct shape shape = { .max_order = frame_max_order(frame),
			       .pageblock_order = frame_pageblock_order(frame) };
	int rc = 0;

	sweep->heads_only = is_heads_only(frame->release);
	sweep_open(sweep);
	if (!sweep_can_read(sweep) && !sweep->nr_zones)
		return 0; /* never could be read: sweep_status() says why */
	for (unsigned int i = 0; i < sweep->nr_zones; i++)
		sweep->zones[i].active = false;
	for (unsigned int i = 0; i < frame->nr_zones && rc != -ENOMEM; i++) {
		int one = 0;

		if (shape_of(frame->zones[i], &shape))
			one = attach_zone(sweep, frame, frame->zones[i], &shape,
					  rc ? NULL : err);
		/* a zone that cannot be does not keep the others from being read */
		rc = one && rc != -ENOMEM ? one : rc;
	}
	if (list_zones(sweep) || sweep_lane_fit(sweep, &sweep->lanes[0]))
		return err_set(err, ENOMEM, "page map: out of memory");
	frame->pagemap = sweep->map;
	return rc;
}
