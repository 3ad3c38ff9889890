// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/pagemap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct pagemap *pagemap_new(void)
{
	return calloc(1, sizeof(struct pagemap));
}

void pagemap_free(struct pagemap *map)
{
	if (!map)
		return;
	for (unsigned int i = 0; i < map->nr_zones; i++)
		zonemap_free(map->zones[i]);
	free(map->zones);
	free(map);
}

int pagemap_add(struct pagemap *map, struct zonemap *zone)
{
	struct zonemap **zones = realloc(map->zones, (map->nr_zones + 1) * sizeof(*zones));

	if (!zones)
		return -ENOMEM;
	map->zones = zones;
	zones[map->nr_zones++] = zone;
	map->nr_pages += zone->nr_pages;
	return 0;
}

struct zonemap *pagemap_find_at(const struct pagemap *map, int node, uint64_t start_pfn)
{
	for (unsigned int i = 0; i < map->nr_zones; i++)
		if (map->zones[i]->node == node && map->zones[i]->start_pfn == start_pfn)
			return map->zones[i];
	return NULL;
}

struct zonemap *pagemap_find(const struct pagemap *map, int node, const char *name)
{
	for (unsigned int i = 0; i < map->nr_zones; i++)
		if (map->zones[i]->node == node && !strcmp(map->zones[i]->name, name))
			return map->zones[i];
	return NULL;
}
