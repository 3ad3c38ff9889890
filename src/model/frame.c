// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct frame *frame_new(void)
{
	return calloc(1, sizeof(struct frame));
}

void frame_free(struct frame *frame)
{
	if (!frame)
		return;
	arena_done(&frame->arena);
	free(frame);
}

/* Makes room for one more element: arrays double, the old ones stay in the arena. */
static void *grow(struct arena *arena, void *array, unsigned int nr, size_t size)
{
	void *bigger;

	if (nr & (nr - 1) || (nr && nr < 8))
		return array;
	bigger = arena_alloc(arena, (nr ? (size_t)nr * 2 : 8) * size);
	if (bigger && nr)
		memcpy(bigger, array, (size_t)nr * size);
	return bigger;
}

struct zone *frame_find_zone(const struct frame *frame, int node, struct span name)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		struct zone *zone = frame->zones[i];

		if (zone->node == node && span_equals(name, zone->name))
			return zone;
	}
	return NULL;
}

struct zone *frame_add_zone(struct frame *frame, int node, struct span name)
{
	struct zone **zones = grow(&frame->arena, frame->zones, frame->nr_zones, sizeof(*zones));
	struct zone *zone = arena_alloc(&frame->arena, sizeof(*zone));

	if (!zones || !zone)
		return NULL;
	zone->node = node;
	span_copy(name, zone->name, sizeof(zone->name));
	frame->zones = zones;
	zones[frame->nr_zones++] = zone;
	return zone;
}

struct zone *frame_zone(struct frame *frame, int node, struct span name)
{
	struct zone *zone;

	if (name.len >= FRAME_NAME_MAX)
		name.len = FRAME_NAME_MAX - 1;
	zone = frame_find_zone(frame, node, name);
	return zone ? zone : frame_add_zone(frame, node, name);
}

int frame_find_type(const struct frame *frame, const char *name)
{
	for (unsigned int i = 0; i < frame->nr_types; i++)
		if (!strcmp(frame->type_name[i], name))
			return (int)i;
	return -ENOENT;
}

int frame_type(struct frame *frame, struct span name)
{
	char text[FRAME_NAME_MAX];
	int type;

	span_copy(name, text, sizeof(text));
	type = frame_find_type(frame, text);
	if (type >= 0)
		return type;
	if (frame->nr_types == FRAME_TYPES_MAX)
		return -E2BIG;
	memcpy(frame->type_name[frame->nr_types], text, sizeof(text));
	return (int)frame->nr_types++;
}

struct num *zone_type_free(struct frame *frame, struct zone *zone, unsigned int type,
			   unsigned int order)
{
	if (type >= FRAME_TYPES_MAX || order >= FRAME_ORDERS_MAX)
		return NULL;
	/* Room for all types that may still come: a type can turn up in a later zone's rows. */
	if (!zone->type_free) {
		zone->type_free = arena_alloc(&frame->arena, sizeof(struct num) *
					      FRAME_TYPES_MAX * FRAME_ORDERS_MAX);
		zone->nr_type_rows = zone->type_free ? FRAME_TYPES_MAX : 0;
	}
	if (!zone->type_free)
		return NULL;
	return &zone->type_free[type * FRAME_ORDERS_MAX + order];
}

struct num *zone_type_cell(struct frame *frame, struct num **table, unsigned int type)
{
	if (type >= FRAME_TYPES_MAX)
		return NULL;
	if (!*table)
		*table = arena_alloc(&frame->arena, sizeof(struct num) * FRAME_TYPES_MAX);
	return *table ? &(*table)[type] : NULL;
}

struct num zone_get_type_free(const struct zone *zone, unsigned int type, unsigned int order)
{
	if (type >= zone->nr_type_rows || order >= FRAME_ORDERS_MAX)
		return (struct num){ 0 };
	return zone->type_free[type * FRAME_ORDERS_MAX + order];
}

struct num zone_get_type_blocks(const struct zone *zone, unsigned int type)
{
	if (!zone->type_blocks || type >= FRAME_TYPES_MAX)
		return (struct num){ 0 };
	return zone->type_blocks[type];
}

/* n << order that turns into a lower bound instead of wrapping */
static struct num num_shift(struct num n, unsigned int order)
{
	if (num_has(n) && n.n > UINT64_MAX >> order)
		return num_capped(UINT64_MAX);
	n.n <<= order;
	return n;
}

struct num zone_free_pages(const struct zone *zone)
{
	struct num sum = zone->nr_orders ? num_known(0) : (struct num){ 0 };

	for (unsigned int order = 0; order < zone->nr_orders; order++)
		sum = num_add(sum, num_shift(zone->free_blocks[order], order));
	return sum;
}

struct num zone_free_blocks(const struct zone *zone)
{
	struct num sum = zone->nr_orders ? num_known(0) : (struct num){ 0 };

	for (unsigned int order = 0; order < zone->nr_orders; order++)
		sum = num_add(sum, zone->free_blocks[order]);
	return sum;
}

struct num zone_free(const struct zone *zone)
{
	struct num listed = zone_free_pages(zone);

	if (num_has(zone->free))
		return zone->free;
	return num_has(listed) ? listed : zone->free_total;
}

int zone_largest_free_order(const struct zone *zone)
{
	for (int order = (int)zone->nr_orders - 1; order >= 0; order--) {
		if (!num_has(zone->free_blocks[order]))
			return -2;
		if (zone->free_blocks[order].n)
			return order;
	}
	return zone->nr_orders ? -1 : -2;
}

void zone_sum_types(const struct frame *frame, struct zone *zone)
{
	if (!zone->type_free)
		return;
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		struct num sum = num_known(0);
		bool any = false;

		if (num_has(zone->free_blocks[order]))
			continue;
		for (unsigned int type = 0; type < frame->nr_types; type++) {
			struct num n = zone_get_type_free(zone, type, order);

			if (!num_has(n))
				continue;
			sum = num_add(sum, n);
			any = true;
		}
		if (any)
			zone->free_blocks[order] = sum;
	}
}

int counters_add(struct counters *counters, struct arena *arena, struct span name,
		 struct num value)
{
	struct counter *rows = grow(arena, counters->rows, counters->nr, sizeof(*rows));
	char *copy = arena_strdup(arena, name.at, name.len);

	if (!rows || !copy)
		return -ENOMEM;
	counters->rows = rows;
	rows[counters->nr++] = (struct counter){ copy, value };
	return 0;
}

struct num counters_get(const struct counters *counters, const char *name)
{
	for (unsigned int i = 0; i < counters->nr; i++)
		if (!strcmp(counters->rows[i].name, name))
			return counters->rows[i].value;
	return (struct num){ 0 };
}

int frame_add_ram(struct frame *frame, uint64_t start, uint64_t end)
{
	struct ram_range *ram;

	if (start >= end || (frame->nr_ram && start < frame->ram[frame->nr_ram - 1].end))
		return -EINVAL;
	ram = grow(&frame->arena, frame->ram, frame->nr_ram, sizeof(*ram));
	if (!ram)
		return -ENOMEM;
	frame->ram = ram;
	ram[frame->nr_ram++] = (struct ram_range){ start, end };
	return 0;
}

const struct source_status *frame_find_source(const struct frame *frame, const char *name)
{
	for (unsigned int i = 0; i < frame->nr_sources; i++)
		if (!strcmp(frame->sources[i].name, name))
			return &frame->sources[i];
	return NULL;
}

struct source_status *frame_source(struct frame *frame, const char *name)
{
	const struct source_status *old = frame_find_source(frame, name);
	struct source_status *rows;

	if (old)
		return &frame->sources[old - frame->sources];
	rows = grow(&frame->arena, frame->sources, frame->nr_sources, sizeof(*rows));
	if (!rows)
		return NULL;
	frame->sources = rows;
	rows[frame->nr_sources].name = arena_strdup(&frame->arena, name, strlen(name));
	if (!rows[frame->nr_sources].name)
		return NULL;
	return &rows[frame->nr_sources++];
}

enum source_state source_state_of_error(int code)
{
	switch (-code) {
	case 0:
		return SOURCE_OK;
	case EACCES:
	case EPERM:
		return SOURCE_DENIED;
	case ENOENT:
	case ENODEV:
	case ENOTDIR:
	case ENOSYS:
	case EOPNOTSUPP:
		return SOURCE_ABSENT;
	default:
		return SOURCE_BROKEN;
	}
}

int frame_name_cgroup(struct frame *frame, uint64_t id, const char *path)
{
	struct cgroup_name *rows = grow(&frame->arena, frame->cgroups, frame->nr_cgroups,
					sizeof(*rows));

	if (!rows)
		return -ENOMEM;
	frame->cgroups = rows;
	rows[frame->nr_cgroups] = (struct cgroup_name){
		id, arena_strdup(&frame->arena, path, strlen(path))
	};
	if (!rows[frame->nr_cgroups].path)
		return -ENOMEM;
	frame->nr_cgroups++;
	return 0;
}

const char *frame_cgroup_path(const struct frame *frame, uint64_t id)
{
	for (unsigned int i = 0; i < frame->nr_cgroups; i++)
		if (frame->cgroups[i].id == id)
			return frame->cgroups[i].path;
	return NULL;
}
