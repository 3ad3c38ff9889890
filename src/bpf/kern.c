// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kern - opens the kernel's structures, and goes round its zones.
 *
 * The three parts (memory, layout, addresses) come from three places that know nothing of each
 * other.  What ties them together is that the first page of each zone has the zone's number in its
 * flags; where no page has, nothing that is read would mean anything, and opening fails.
 */
#include "kern_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/bits.h"

#define FLAGS_BITS 64
#define NODES_MAX  1024 /* include/linux/numa.h: NODES_SHIFT is at most 10 */
#define ZONES_MAX  16   /* include/linux/mmzone.h has 6 */

/* Bits that hold numbers below nr. */
static unsigned int bits_below(uint64_t nr)
{
	return nr > 1 ? bits_log2(nr - 1) + 1 : 0;
}

static unsigned int nr_zones_of(const struct kern *kern)
{
	return kern->layout.pglist_data_node_zones.size / kern->layout.sizeof_zone;
}

static void set_pageid(struct kern *kern)
{
	uint64_t nr_nodes = kern->addr.node_data ? kern->addr.nr_nodes : 1;

	kern->pageid.zone_bits = bits_below(nr_zones_of(kern));
	kern->pageid.shift = FLAGS_BITS - bits_below(nr_nodes) - kern->pageid.zone_bits;
}

struct id_check {
	uint64_t end_pfn;
	unsigned int nr_right, nr_wrong;
};

static int find_end(struct kern *kern, const struct kzone *zone, void *arg)
{
	struct id_check *check = arg;

	(void)kern;
	if (zone->start_pfn >= check->end_pfn)
		check->end_pfn = zone->start_pfn + 1;
	return 0;
}

/* The number 0 is no proof: flags that are something else have zeros there too. */
static int check_id(struct kern *kern, const struct kzone *zone, void *arg)
{
	uint64_t id = kern_zone_id(kern, zone), page;
	struct id_check *check = arg;
	const void *data;

	page = ksections_page(&kern->sections, &kern->layout, zone->start_pfn);
	if (!id || !page || kmem_view(kern->kmem, page, kern->layout.sizeof_page, &data))
		return 0;
	if (kern_page_id(kern, klayout_get(data, kern->layout.page_flags)) == id)
		check->nr_right++;
	else
		check->nr_wrong++;
	return 0;
}

/* What numbers must be before anything is shifted, divided or multiplied by them. */
static int check_shape(const struct klayout *layout, const struct kaddr *addr, struct err *err)
{
	uint64_t nr_zones;
	int ret = klayout_check(layout, err);

	if (ret)
		return ret;
	nr_zones = layout->pglist_data_node_zones.size / layout->sizeof_zone;
	if (nr_zones < 2 || nr_zones > ZONES_MAX ||
	    (addr->node_data && (!addr->nr_nodes || addr->nr_nodes > NODES_MAX)))
		return err_set(err, ENOTSUP, "kernel structures: %llu nodes of %llu zones cannot "
			       "be", (unsigned long long)addr->nr_nodes,
			       (unsigned long long)nr_zones);
	if (layout->sizeof_page > addr->page_size || addr->page_size > KMEM_VIEW_MAX)
		return err_set(err, ENOTSUP, "kernel structures: pages of %llu bytes cannot be",
			       (unsigned long long)addr->page_size);
	return 0;
}

static int check_parts(struct kern *kern, struct err *err)
{
	struct id_check check = { 0 };
	int ret = kern_for_zones(kern, find_end, &check);

	if (ret || !check.end_pfn)
		return err_set(err, EFAULT, "kernel structures: no zones where vmcoreinfo says");
	ret = ksections_read(&kern->sections, kern->kmem, &kern->layout, &kern->addr,
			     check.end_pfn, err);
	if (ret)
		return ret;
	kern_for_zones(kern, check_id, &check);
	if (check.nr_wrong && !check.nr_right)
		return err_set(err, ENOTSUP, "kernel structures: flags of pages do not name their "
			       "zones; this kernel lays them out in a way that is not known here");
	return 0;
}

/* As kern_new(), without a check. */
static struct kern *put_together(struct kmem *kmem, const struct klayout *layout,
				 const struct kaddr *addr, struct err *err)
{
	struct kern *kern = calloc(1, sizeof(*kern));
	void *zone = malloc(layout->sizeof_zone);

	if (!kern || !zone) {
		kmem_close(kmem);
		free(zone);
		free(kern);
		errno = -err_set(err, ENOMEM, "kernel structures: out of memory");
		return NULL;
	}
	*kern = (struct kern){ .kmem = kmem, .layout = *layout, .addr = *addr, .zone = zone };
	set_pageid(kern);
	return kern;
}

struct kern *kern_new(struct kmem *kmem, const struct klayout *layout, const struct kaddr *addr,
		      struct err *err)
{
	struct kern *kern;
	int ret = check_shape(layout, addr, err);

	if (ret) {
		kmem_close(kmem);
		errno = -ret;
		return NULL;
	}
	kern = put_together(kmem, layout, addr, err);
	ret = kern ? check_parts(kern, err) : 0;
	if (!ret)
		return kern;
	kern_close(kern);
	errno = -ret;
	return NULL;
}

struct kern *kern_over(const struct kern *kern, struct kmem *kmem, struct err *err)
{
	return put_together(kmem, &kern->layout, &kern->addr, err);
}

struct kern *kern_open(struct err *err)
{
	struct kmem *kmem = kmem_open(err);
	struct klayout layout;
	struct kaddr addr;
	int ret;

	if (!kmem)
		return NULL;
	ret = klayout_read(&layout, err);
	if (!ret)
		ret = kaddr_find_running(&addr, kmem, err);
	if (!ret)
		return kern_new(kmem, &layout, &addr, err);
	kmem_close(kmem);
	errno = -ret;
	return NULL;
}

void kern_close(struct kern *kern)
{
	if (!kern)
		return;
	kmem_close(kern->kmem);
	ksections_done(&kern->sections);
	free(kern->zone);
	free(kern);
}

/* Reads one zone; false where it has no memory, cannot be read, or cannot be. */
static bool read_zone(struct kern *kern, uint64_t at, struct kzone *zone)
{
	const struct klayout *layout = &kern->layout;
	const void *name;

	if (kmem_read(kern->kmem, at, kern->zone, layout->sizeof_zone))
		return false;
	zone->data = kern->zone;
	zone->start_pfn = klayout_get(kern->zone, layout->zone_zone_start_pfn);
	zone->spanned = klayout_get(kern->zone, layout->zone_spanned_pages);
	zone->present = klayout_get(kern->zone, layout->zone_present_pages);
	if (!zone->present || !zone->spanned || zone->start_pfn >= PFN_MAX ||
	    zone->spanned > PFN_MAX ||
	    kmem_view(kern->kmem, klayout_get(kern->zone, layout->zone_name),
		      sizeof(zone->name), &name))
		return false;
	memcpy(zone->name, name, sizeof(zone->name) - 1);
	zone->name[sizeof(zone->name) - 1] = '\0';
	return true;
}

static int for_node(struct kern *kern, uint64_t node, kern_each_zone *each, void *arg)
{
	const struct klayout *layout = &kern->layout;
	struct kzone zone = { .first_deferred_pfn = UINT64_MAX };
	int32_t id;
	int ret = kmem_read(kern->kmem, node + layout->pglist_data_node_id.offset, &id,
			    sizeof(id));

	if (!ret && layout->pglist_data_first_deferred_pfn.known)
		ret = kmem_read(kern->kmem, node + layout->pglist_data_first_deferred_pfn.offset,
				&zone.first_deferred_pfn, sizeof(zone.first_deferred_pfn));
	if (ret)
		return ret;
	zone.node = id;
	for (zone.index = 0; zone.index < nr_zones_of(kern) && !ret; zone.index++)
		if (read_zone(kern, node + layout->pglist_data_node_zones.offset +
				    (uint64_t)zone.index * layout->sizeof_zone, &zone))
			ret = each(kern, &zone, arg);
	return ret;
}

int kern_for_zones(struct kern *kern, kern_each_zone *each, void *arg)
{
	const uint64_t only = kern->addr.contig_page_data;
	uint64_t *nodes;
	int ret;

	if (!kern->addr.node_data)
		return for_node(kern, only, each, arg);
	nodes = calloc(kern->addr.nr_nodes + 1, sizeof(*nodes));
	if (!nodes)
		return -ENOMEM;
	ret = kmem_read(kern->kmem, kern->addr.node_data, nodes,
			kern->addr.nr_nodes * sizeof(*nodes));
	for (uint64_t i = 0; i < kern->addr.nr_nodes && !ret; i++)
		if (nodes[i])
			ret = for_node(kern, nodes[i], each, arg);
	free(nodes);
	return ret;
}
