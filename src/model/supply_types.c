// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which free blocks a request may take, by their migratetype: known from the free lists by type, or
 * bounded by the letters in a log's rows, or by what the kernel keeps apart at the most.
 */
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/release.h"

#include "saturate.h"
#include "supply.h"

enum usability {
	USABLE,
	NOT_USABLE,
	PERHAPS_USABLE,  /* a type that mainline kernels do not have */
};

static enum usability usability_of(const struct supply_rule *rule, const char *type)
{
	static const char *const for_all[] = { "Unmovable", "Movable", "Reclaimable", "Reserve" };

	for (size_t i = 0; i < ARRAY_SIZE(for_all); i++)
		if (!strcmp(type, for_all[i]))
			return USABLE;
	if (!strcmp(type, "CMA"))
		return rule->cma ? USABLE : NOT_USABLE;
	if (!strcmp(type, "HighAtomic"))
		return rule->highatomic ? USABLE :
		       rule->perhaps_highatomic ? PERHAPS_USABLE : NOT_USABLE;
	return strcmp(type, "Isolate") ? PERHAPS_USABLE : NOT_USABLE;
}

/* From free blocks by type.  The total is read more often than the types, so the types that are not
 * for this request are subtracted from it.  False when the types are not known. */
static bool bounds_by_type(const struct supply_scope *scope, const struct zone *zone,
			   unsigned int order, struct bounds *bounds)
{
	uint64_t unusable = 0, perhaps = 0;
	bool any = false;

	for (unsigned int type = 0; type < scope->frame->nr_types; type++) {
		struct num n = zone_get_type_free(zone, type, order);
		enum usability usability;

		if (!num_has(n))
			continue;
		any = true;
		usability = usability_of(&scope->rule, scope->frame->type_name[type]);
		if (usability == NOT_USABLE)
			unusable = add_saturated(unusable, n.n);
		else if (usability == PERHAPS_USABLE)
			perhaps = add_saturated(perhaps, n.n);
	}
	bounds->max = sub_saturated(zone->free_blocks[order].n, unusable);
	bounds->min = sub_saturated(bounds->max, perhaps);
	return any && !zone->partial;
}

/* From the letters in a log's row: each letter stands for at least one block. */
static bool bounds_by_letters(const struct supply_scope *scope, const struct zone *zone,
			      unsigned int order, struct bounds *bounds)
{
	uint64_t count = zone->free_blocks[order].n, nr[PERHAPS_USABLE + 1] = { 0 };

	if (!zone->has_letters)
		return false;
	for (unsigned int type = 0; type < scope->frame->nr_types; type++) {
		if (!(zone->letters[order] & 1u << type))
			continue;
		nr[usability_of(&scope->rule, scope->frame->type_name[type])]++;
	}
	bounds->max = bounds->min = 0;
	if (nr[USABLE] || nr[PERHAPS_USABLE])
		bounds->max = sub_saturated(count, nr[NOT_USABLE]);
	bounds->min = nr[NOT_USABLE] || nr[PERHAPS_USABLE] ? min_u64(nr[USABLE], bounds->max) :
							     bounds->max;
	return true;
}

/* With neither: all of them, or all but those that are kept apart. */
static void bounds_by_total(const struct zone *zone, unsigned int order, uint64_t kept_pages,
			    struct bounds *bounds)
{
	uint64_t kept_blocks = (kept_pages >> order) + !!(kept_pages & ((1ULL << order) - 1));

	bounds->max = zone->free_blocks[order].n;
	bounds->min = sub_saturated(bounds->max, kept_blocks);
}

struct bounds supply_fit_of_order(const struct supply_scope *scope, const struct zone *zone,
				  unsigned int order, uint64_t kept_pages)
{
	struct bounds bounds;

	if (!bounds_by_type(scope, zone, order, &bounds) &&
	    !bounds_by_letters(scope, zone, order, &bounds))
		bounds_by_total(zone, order, kept_pages, &bounds);
	return bounds;
}

/* Free pages of one type: exact from the free lists by type, at most those in rows with its letter;
 * none where the kernel has no such type. */
static struct bounds type_pages(const struct supply_scope *scope, const struct zone *zone,
				const char *name)
{
	int type = frame_find_type(scope->frame, name);
	bool by_type = zone->type_free && !zone->partial;
	struct bounds sum = { 0 };

	if (!by_type && !zone->has_letters)
		return (struct bounds){ 0, UINT64_MAX };
	for (unsigned int order = 0; type >= 0 && order < zone->nr_orders; order++) {
		struct num n = by_type ? zone_get_type_free(zone, (unsigned int)type, order) :
					 zone->free_blocks[order];
		bool has_letter = zone->letters[order] & 1u << type;

		if (!by_type && !has_letter)
			continue;
		sum.max = add_saturated(sum.max, num_has(n) ? shift_saturated(n.n, order) :
							      UINT64_MAX);
		if (by_type && num_has(n))
			sum.min = add_saturated(sum.min, shift_saturated(n.n, order));
	}
	return sum;
}

/* The kernel reserves at most 1 % of a zone for HighAtomic, in whole pageblocks
 * (mm/page_alloc.c reserve_highatomic_pageblock); before 6.7 up to one more. */
static uint64_t highatomic_limit(const struct supply_scope *scope, const struct zone *zone)
{
	uint64_t block = 1;

	if (!num_has(zone->managed) || !num_has(scope->frame->pageblock_order) ||
	    scope->frame->pageblock_order.n > 30)
		return UINT64_MAX;
	block <<= scope->frame->pageblock_order.n;
	return ((zone->managed.n / 100 + block - 1) / block + 1) * block;
}

static struct bounds cma_pages(const struct supply_scope *scope, const struct zone *zone)
{
	if (num_has(zone->free_cma))
		return (struct bounds){ zone->free_cma.n, zone->free_cma.n };
	return type_pages(scope, zone, "CMA");
}

/* Kernels before 6.12 subtract what is reserved, also where it is in use. */
static bool subtracts_whole_reserve(const struct frame *frame)
{
	unsigned int release = frame->release ? release_parse(frame->release) : 0;

	return release && release < RELEASE(6, 12);
}

static struct bounds highatomic_pages(const struct supply_scope *scope, const struct zone *zone)
{
	struct bounds pages = type_pages(scope, zone, "HighAtomic");
	uint64_t limit = highatomic_limit(scope, zone);

	/* whole pageblocks, some of whose pages may be in use */
	if (num_has(zone->reserved_highatomic))
		limit = min_u64(limit, zone->reserved_highatomic.n);
	pages.max = min_u64(pages.max, limit);
	if (num_has(zone->reserved_highatomic) && subtracts_whole_reserve(scope->frame))
		pages.min = pages.max = zone->reserved_highatomic.n;
	pages.min = min_u64(pages.min, pages.max);
	return pages;
}

struct bounds supply_reserved(const struct supply_scope *scope, const struct zone *zone)
{
	const struct supply_rule *rule = &scope->rule;
	struct bounds sum = { 0 };

	if (!rule->cma)
		sum = cma_pages(scope, zone);
	if (!rule->counts_highatomic) {
		struct bounds pages = highatomic_pages(scope, zone);

		sum.min = add_saturated(sum.min, pages.min);
		sum.max = add_saturated(sum.max, pages.max);
	}
	return sum;
}

static bool zone_has_type(const struct supply_scope *scope, const struct zone *zone,
			  unsigned int type)
{
	for (unsigned int order = scope->order; order < zone->nr_orders; order++) {
		struct num n = zone_get_type_free(zone, type, order);

		if ((num_has(n) && n.n) || zone->letters[order] & 1u << type)
			return true;
	}
	return false;
}

bool supply_type_is_in_the_way(const struct supply_scope *scope, unsigned int type)
{
	if (usability_of(&scope->rule, scope->frame->type_name[type]) != NOT_USABLE)
		return false;
	for (unsigned int i = 0; i < scope->frame->nr_zones; i++)
		if (supply_allows(scope, scope->frame->zones[i]) &&
		    zone_has_type(scope, scope->frame->zones[i], type))
			return true;
	return false;
}
