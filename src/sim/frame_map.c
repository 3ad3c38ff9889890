// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * frame_map - the page map of a simulated machine, whole or only where it has changed.
 *
 * Memory that a running kernel keeps without flags (per-CPU lists, pages that compaction holds) has
 * the class that it would have there.  Kernel memory is kernel-other: unlike on a host it is known
 * that nobody can move it.  Skip bits and types of pageblocks go with the page map.
 *
 * Whoever shows a machine again and again keeps a shadow: the three columns that codes are made of,
 * as they were when the map was last brought up to date.  Then a piece of the largest buddy's size
 * is taken into the map only where it differs from its shadow; to compare costs a tenth of that.
 */
#include "sim/frame_map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/pagemap.h"
#include "sim/state.h"

/* Codes are made of state, order and flags, which stand behind each other. */
#define SHADOW_COLUMNS 3

struct sim_shadow {
	uint32_t nr_pages;
	bool filled;                   /* the map has been made once */
	uint8_t column[];              /* SHADOW_COLUMNS times nr_pages */
};

struct sim_shadow *sim_shadow_new(const struct sim *sim)
{
	struct sim_shadow *shadow = calloc(1, sizeof(*shadow) +
					   SHADOW_COLUMNS * (size_t)sim->c.nr_pages);

	if (shadow)
		shadow->nr_pages = sim->c.nr_pages;
	return shadow;
}

void sim_shadow_free(struct sim_shadow *shadow)
{
	free(shadow);
}

/* Whether those pages are others now; they are shadowed then. */
static bool shadow_differs(struct sim_shadow *shadow, const struct sim *sim, uint32_t pfn,
			   uint32_t nr)
{
	const uint8_t *const now[SHADOW_COLUMNS] = { sim->state, sim->order, sim->flags };
	bool differs = !shadow->filled;

	for (unsigned int i = 0; i < SHADOW_COLUMNS; i++) {
		uint8_t *was = shadow->column + (size_t)i * shadow->nr_pages + pfn;

		if (shadow->filled && !memcmp(was, now[i] + pfn, nr))
			continue;
		memcpy(was, now[i] + pfn, nr);
		differs = true;
	}
	return differs;
}

/* What tells anonymous memory from page cache in a map. */
struct lru_codes {
	page_code page, head, tail;
};

static void put_lru(page_code *code, const struct lru_codes *lru, unsigned int flags,
		    unsigned int order)
{
	size_t nr = (size_t)1 << order;

	if (flags & PAGE_FLAG_PINNED) {
		memset(code, PAGE_PINNED, nr);
	} else if (flags & PAGE_FLAG_UNEVICTABLE) {
		memset(code, PAGE_UNEVICTABLE, nr);
	} else if (!order) {
		*code = lru->page;
	} else {
		memset(code, lru->tail, nr);
		*code = (page_code)(lru->head | order);
	}
}

/* Codes of the page that begins there; returns how many pages that was. */
static uint32_t put_page(const struct sim *sim, uint32_t pfn, page_code *code)
{
	static const struct lru_codes anon = { PAGE_ANON, PAGE_CODE_ANON_HEAD, PAGE_ANON_LARGE };
	static const struct lru_codes file = { PAGE_FILE, PAGE_CODE_FILE_HEAD, PAGE_FILE_LARGE };
	static const page_code class[NR_PAGE_STATES] = {
		[PAGE_STATE_HOLE] = PAGE_HOLE, [PAGE_STATE_PCP] = PAGE_NOFLAGS,
		[PAGE_STATE_TARGET] = PAGE_NOFLAGS, [PAGE_STATE_CAPTURED] = PAGE_NOFLAGS,
		[PAGE_STATE_KERNEL] = PAGE_OTHER, [PAGE_STATE_SLAB] = PAGE_SLAB,
	};
	unsigned int state = sim->state[pfn];
	unsigned int order = state == PAGE_STATE_HOLE ? 0 : page_order(sim, pfn);

	switch (state) {
	case PAGE_STATE_FREE:
		memset(code, PAGE_FREE, (size_t)1 << order);
		*code = (page_code)(PAGE_CODE_FREE_HEAD | order);
		break;
	case PAGE_STATE_ANON:
		put_lru(code, &anon, sim->flags[pfn], order);
		break;
	case PAGE_STATE_FILE:
		put_lru(code, &file, sim->flags[pfn], order);
		break;
	default:
		memset(code, class[state], (size_t)1 << order);
	}
	return 1u << order;
}

static uint32_t time_ms(const struct sim *sim)
{
	return (uint32_t)(sim->c.now_ns / 1000000) | 1;
}

/* No page reaches over the end of a piece. */
static void fill_codes(const struct sim *sim, const struct sim_zone *zone,
		       struct sim_shadow *shadow, struct zonemap *map)
{
	page_code codes[1 << SIM_MAX_ORDER];
	uint32_t piece = 1u << sim->c.max_order;

	for (uint32_t at = 0; at < zone->spanned; at += piece) {
		uint32_t nr = zone->spanned - at < piece ? zone->spanned - at : piece;

		if (shadow && !shadow_differs(shadow, sim, zone->first + at, nr))
			continue;
		for (uint32_t i = 0; i < nr;)
			i += put_page(sim, zone->first + at + i, codes + i);
		zonemap_ingest_codes(map, zone->pfn_base + at, codes, nr, time_ms(sim));
	}
}

/* What has not changed is as new as the rest. */
static void fill_blocks(const struct sim *sim, const struct sim_zone *zone, struct zonemap *map)
{
	const struct sim_block *block = &sim->block[zone->first >> sim->c.block_order];

	for (size_t i = 0; i < map->nr_blocks; i++) {
		map->type[i] = block[i].type;
		map->skip[i] = block[i].skip;
		map->read_ms[i] = time_ms(sim);
	}
}

/* The zone's map, made at the first call; NULL: no memory. */
static struct zonemap *zone_map(const struct sim *sim, unsigned int number, struct pagemap *pagemap,
				const struct zone *like, struct err *err)
{
	const struct sim_zone *zone = &sim->c.zone[number];
	struct zonemap *map;

	if (number < pagemap->nr_zones)
		return pagemap->zones[number];
	map = zonemap_new(zone->pfn_base, zone->spanned, sim->c.block_order, sim->c.max_order, err);
	if (!map)
		return NULL;
	map->node = like->node;
	memcpy(map->name, like->name, sizeof(map->name));
	if (pagemap_add(pagemap, map)) {
		zonemap_free(map);
		return NULL;
	}
	pagemap->nr_read += zone->spanned;
	return map;
}

int frame_map_fill(const struct sim *sim, struct frame *frame, struct pagemap *pagemap,
		   struct sim_shadow *shadow, struct err *err)
{
	for (unsigned int i = 0; i < sim->c.nr_zones; i++) {
		struct zonemap *map = zone_map(sim, i, pagemap, frame->zones[i], err);

		if (!map)
			return err_set(err, ENOMEM, "simulator: no memory for a page map");
		fill_codes(sim, &sim->c.zone[i], shadow, map);
		fill_blocks(sim, &sim->c.zone[i], map);
		frame->zones[i]->map = map;
	}
	if (shadow)
		shadow->filled = true;
	frame->pagemap = pagemap;
	pagemap->sweep_done_ns = sim->c.now_ns | 1;
	return 0;
}
