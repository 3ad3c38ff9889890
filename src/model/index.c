// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Mirrors mm/vmstat.c: fill_contig_page_info(), unusable_free_index(), __fragmentation_index(),
 * extfrag_for_order().
 *
 * Invariant: for any counts that fit in 2^64 / 1000 pages the results are those of the kernel, bit
 * by bit; above, where the kernel's arithmetic would wrap, sums saturate and results stay in range.
 */
#include "fragscope/index.h"

#include "saturate.h"

#define ORDER_MAX 63 /* the widest shift of a 64-bit count */

static unsigned int clamp_order(unsigned int order)
{
	return order < ORDER_MAX ? order : ORDER_MAX;
}

struct index_info index_info(const uint64_t *count, unsigned int nr_orders, unsigned int order)
{
	struct index_info info = { 0 };

	order = clamp_order(order);
	for (unsigned int i = 0; i < nr_orders; i++) {
		info.free_blocks = add_saturated(info.free_blocks, count[i]);
		info.free_pages = add_saturated(info.free_pages, shift_saturated(count[i], i));
		if (i >= order)
			info.suitable = add_saturated(info.suitable,
						      shift_saturated(count[i], i - order));
	}
	return info;
}

/* Free pages in blocks below the order. */
static uint64_t unusable_pages(const struct index_info *info, unsigned int order)
{
	uint64_t usable = shift_saturated(info->suitable, clamp_order(order));

	return info->free_pages > usable ? info->free_pages - usable : 0;
}

/* part * scale / whole for part <= whole */
static int ratio(uint64_t part, uint64_t whole, unsigned int scale)
{
	while (part > UINT64_MAX / scale) {
		part >>= 1;
		whole >>= 1;
	}
	return (int)(part * scale / whole);
}

int index_unusable(const struct index_info *info, unsigned int order)
{
	if (!info->free_pages)
		return 1000;
	return ratio(unusable_pages(info, order), info->free_pages, 1000);
}

int index_extfrag(const struct index_info *info, unsigned int order)
{
	uint64_t whole, rest, thousandths;

	if (!info->free_blocks)
		return 0;
	if (info->suitable)
		return -1000;
	/* free_pages * 1000 >> order, without the product that could overflow */
	order = clamp_order(order);
	whole = info->free_pages >> order;
	rest = info->free_pages & ((1ULL << order) - 1);
	if (order > 53) /* rest * 1000 would not fit: drop what cannot matter */
		thousandths = (rest >> 10) * 1000 >> (order - 10);
	else
		thousandths = rest * 1000 >> order;
	if (whole >= info->free_blocks) /* only without consistent counts */
		return 0;
	if (whole > UINT64_MAX / 1000 - 2)
		return 1000 - ratio(whole, info->free_blocks, 1000);
	return 1000 - (int)((1000 + whole * 1000 + thousandths) / info->free_blocks);
}

int index_extfrag_for_order(const struct index_info *info, unsigned int order)
{
	if (!info->free_pages)
		return 0;
	return ratio(unusable_pages(info, order), info->free_pages, 100);
}

bool index_zone_counts(const struct zone *zone, uint64_t count[FRAME_ORDERS_MAX], bool *capped)
{
	*capped = false;
	for (unsigned int i = 0; i < FRAME_ORDERS_MAX; i++)
		count[i] = 0;
	for (unsigned int i = 0; i < zone->nr_orders; i++) {
		if (!num_has(zone->free_blocks[i]))
			return false;
		count[i] = zone->free_blocks[i].n;
		*capped |= zone->free_blocks[i].state == NUM_CAPPED;
	}
	return zone->nr_orders > 0;
}

double index_fu(const uint64_t *count, unsigned int nr_orders, unsigned int order)
{
	struct index_info info = index_info(count, nr_orders, order);

	if (!info.free_pages)
		return 0;
	return (double)unusable_pages(&info, order) / (double)info.free_pages;
}

double index_level(const uint64_t *count, unsigned int nr_orders)
{
	double sum = 0;

	for (unsigned int order = 0; order < nr_orders; order++)
		sum += index_fu(count, nr_orders, order);
	return nr_orders ? sum / nr_orders : 0;
}

double index_small_share(const uint64_t *count, unsigned int nr_orders, unsigned int order)
{
	uint64_t all = index_info(count, nr_orders, 0).free_pages;
	uint64_t small = index_info(count, order < nr_orders ? order : nr_orders, 0).free_pages;

	return all ? (double)small / (double)all : 0;
}

unsigned int index_empty_orders(const uint64_t *count, unsigned int nr_orders)
{
	unsigned int sum = 0;

	for (unsigned int order = 0; order < nr_orders; order++)
		sum += count[order] ? 0 : order;
	return sum;
}

struct num index_blocks(const struct zone *zone, uint64_t nr_pages)
{
	struct num sum = num_known(0);

	if (!zone->nr_orders || !nr_pages || nr_pages > 1ULL << (zone->nr_orders - 1))
		return (struct num){ 0 };
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		struct num n = zone->free_blocks[order];
		uint64_t pieces = (1ULL << order) / nr_pages;

		if (pieces && num_has(n) && __builtin_mul_overflow(n.n, pieces, &n.n))
			n = num_capped(UINT64_MAX);
		if (pieces)
			sum = num_add(sum, n);
	}
	return sum;
}

struct num index_blocks_at_most(const struct zone *zone, uint64_t nr_pages)
{
	struct num free = zone_free_pages(zone);

	if (!num_has(free) || !nr_pages)
		return (struct num){ 0 };
	free.n /= nr_pages;
	return free;
}
