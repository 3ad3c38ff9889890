// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * watermark - marks of a zone and the test against them.
 *
 * All zones up to Normal share min_free_kbytes by their size; a movable zone gets a small mark of
 * its own.  Everything is computed once, as at boot: memory is not plugged while a machine runs.
 */
#include "sim/mm/watermark.h"

#include "fragscope/bits.h"
#include "sim/mm/pcp.h"

#define MIN_FREE_LEAST_KIB 128
#define MIN_FREE_MOST_KIB 262144

static uint64_t isqrt(uint64_t n)
{
	uint64_t root = 0;

	for (unsigned int bit = 32; bit-- > 0;) {
		uint64_t with = root | 1ULL << bit;

		if (with * with <= n)
			root = with;
	}
	return root;
}

static bool is_lowmem(const struct sim_zone *zone)
{
	return zone->kind != SIM_ZONE_MOVABLE;
}

/* Pages of all zones that kernel memory can be in. */
static uint64_t lowmem_pages(const struct sim *sim)
{
	uint64_t pages = 0;

	for (unsigned int i = 0; i < sim->c.nr_zones; i++)
		if (is_lowmem(&sim->c.zone[i]))
			pages += sim->c.zone[i].managed;
	return pages;
}

/* set_recommended_min_free_kbytes(): room for two blocks of each zone, and more for each pair of
 * per-CPU types, that fallbacks need not touch. */
static uint64_t recommended_kib(const struct sim *sim, uint64_t lowmem, uint32_t page_kib)
{
	uint64_t nr_zones = 0, pages;

	for (unsigned int i = 0; i < sim->c.nr_zones; i++)
		nr_zones += is_lowmem(&sim->c.zone[i]) && sim->c.zone[i].managed;
	pages = nr_zones * block_pages(sim) * 2;
	pages += nr_zones * block_pages(sim) * MT_PCPTYPES * MT_PCPTYPES;
	if (pages > lowmem / 20)
		pages = lowmem / 20;
	return pages * page_kib;
}

uint64_t watermark_min_free_kib(const struct sim *sim, const struct watermark_knobs *knobs)
{
	uint64_t lowmem = lowmem_pages(sim), kib, recommended;

	if (knobs->min_free_kib)
		return knobs->min_free_kib;
	kib = isqrt(lowmem * knobs->page_kib * 16);
	if (kib < MIN_FREE_LEAST_KIB)
		kib = MIN_FREE_LEAST_KIB;
	if (kib > MIN_FREE_MOST_KIB)
		kib = MIN_FREE_MOST_KIB;
	recommended = knobs->thp ? recommended_kib(sim, lowmem, knobs->page_kib) : 0;
	return recommended > kib ? recommended : kib;
}

static uint64_t clamp(uint64_t n, uint64_t least, uint64_t most)
{
	return n < least ? least : n > most ? most : n;
}

/* __setup_per_zone_wmarks() */
static void set_marks(struct sim_zone *zone, uint64_t min_free_pages, uint64_t lowmem,
		      uint32_t scale_factor)
{
	uint64_t share = lowmem ? min_free_pages * zone->managed / lowmem : 0;
	uint64_t by_scale = (uint64_t)zone->managed * scale_factor / 10000, step;

	zone->min = (uint32_t)(is_lowmem(zone) ? share : clamp(zone->managed / 1024, 32, 128));
	step = share / 4 > by_scale ? share / 4 : by_scale;
	zone->low = zone->min + (uint32_t)step;
	zone->high = zone->low + (uint32_t)step;
	zone->promo = zone->high + (uint32_t)step;
	zone->boost = 0;
}

/* setup_per_zone_lowmem_reserve(): what requests that could be served higher have to leave here. */
static void set_reserve(struct sim *sim, struct sim_zone *zone, const struct watermark_knobs *knobs)
{
	uint64_t above = 0;

	for (unsigned int kind = 0; kind < NR_SIM_ZONE_KINDS; kind++) {
		uint32_t ratio = knobs->reserve_ratio[zone->kind];

		zone->reserve[kind] = 0;
		if (kind <= zone->kind)
			continue;
		for (unsigned int i = 0; i < sim->c.nr_zones; i++)
			if (sim->c.zone[i].node == zone->node && sim->c.zone[i].kind == kind)
				above += sim->c.zone[i].managed;
		if (ratio && zone->managed)
			zone->reserve[kind] = (uint32_t)(above / ratio);
	}
}

void watermark_setup(struct sim *sim, const struct watermark_knobs *knobs)
{
	uint64_t pages = watermark_min_free_kib(sim, knobs) / knobs->page_kib;
	uint64_t lowmem = lowmem_pages(sim);

	for (unsigned int i = 0; i < sim->c.nr_zones; i++) {
		set_marks(&sim->c.zone[i], pages, lowmem, knobs->scale_factor);
		set_reserve(sim, &sim->c.zone[i], knobs);
		pcp_set_sizes(sim, &sim->c.zone[i]);
	}
}

uint32_t watermark_of(const struct sim_zone *zone, unsigned int alloc_flags)
{
	switch (alloc_flags & ALLOC_WMARK_MASK) {
	case ALLOC_WMARK_MIN:
		return zone->min + zone->boost;
	case ALLOC_WMARK_LOW:
		return zone->low + zone->boost;
	default:
		return zone->high + zone->boost;
	}
}

#define RESERVE_FLAGS (ALLOC_NON_BLOCK | ALLOC_MIN_RESERVE | ALLOC_HIGHATOMIC | ALLOC_OOM)

/* Free pages that this request may not have. */
static int64_t unusable_free(const struct sim_zone *zone, unsigned int order,
			     unsigned int alloc_flags)
{
	int64_t unusable = (1 << order) - 1;

	if (!(alloc_flags & RESERVE_FLAGS))
		unusable += zone->nr_free_highatomic;
	if (!(alloc_flags & ALLOC_CMA))
		unusable += zone->nr_free_cma;
	return unusable;
}

static int64_t lowered_mark(int64_t mark, unsigned int alloc_flags)
{
	if (alloc_flags & ALLOC_MIN_RESERVE) {
		mark -= mark / 2;
		if (alloc_flags & ALLOC_NON_BLOCK)
			mark -= mark / 4;
	}
	if (alloc_flags & ALLOC_OOM)
		mark -= mark / 2;
	return mark;
}

static bool area_serves(const struct sim_zone *zone, unsigned int order, unsigned int alloc_flags)
{
	if (!zone->nr_free[order])
		return false;
	for (unsigned int type = 0; type < MT_PCPTYPES; type++)
		if (zone->free[order][type].nr)
			return true;
	if (alloc_flags & ALLOC_CMA && zone->free[order][MT_CMA].nr)
		return true;
	return alloc_flags & (ALLOC_HIGHATOMIC | ALLOC_OOM) &&
	       zone->free[order][MT_HIGHATOMIC].nr;
}

bool watermark_ok(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		  uint64_t mark, unsigned int zoneidx, unsigned int alloc_flags, uint64_t free)
{
	int64_t usable = (int64_t)free - unusable_free(zone, order, alloc_flags);

	if (usable <= lowered_mark((int64_t)mark, alloc_flags) + zone->reserve[zoneidx])
		return false;
	if (!order)
		return true;
	for (unsigned int at = order; at <= sim->c.max_order; at++)
		if (area_serves(zone, at, alloc_flags))
			return true;
	return false;
}

bool watermark_fast(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		    uint64_t mark, unsigned int zoneidx, unsigned int alloc_flags)
{
	if (watermark_ok(sim, zone, order, mark, zoneidx, alloc_flags, zone->nr_free_pages))
		return true;
	/* a boost is to protect blocks, not to fail atomic requests */
	if (order || !zone->boost || !(alloc_flags & ALLOC_MIN_RESERVE) ||
	    (alloc_flags & ALLOC_WMARK_MASK) != ALLOC_WMARK_MIN)
		return false;
	return watermark_ok(sim, zone, 0, zone->min, zoneidx, alloc_flags, zone->nr_free_pages);
}

bool watermark_boost(struct sim *sim, struct sim_zone *zone)
{
	uint64_t most = (uint64_t)zone->high * sim->knobs.watermark_boost_factor / 10000;
	uint32_t block = block_pages(sim);

	if (!sim->knobs.watermark_boost_factor || 4 * block > zone->managed)
		return false;
	if (most < block)
		most = block;
	zone->boost = (uint32_t)(zone->boost + block > most ? most : zone->boost + block);
	sim_count(sim, SIM_BOOST, 1);
	return true;
}
