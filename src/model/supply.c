// SPDX-License-Identifier: GPL-2.0-or-later
#include "supply.h"

#include <stdlib.h>
#include <string.h>

#include "fragscope/contig.h"

#include "release.h"
#include "saturate.h"

#define ORDER_LIMIT 63 /* a log may claim any order */

/* enum verdict_class to what mm/page_alloc.c gfp_to_alloc_flags() makes of it */
static const struct supply_rule class_rules[NR_VERDICT_CLASSES] = {
	[VERDICT_MOVABLE] = { .highest = ZONE_KIND_MOVABLE, .cma = true },
	[VERDICT_UNMOVABLE] = { .highest = ZONE_KIND_NORMAL },
	[VERDICT_RECLAIMABLE] = { .highest = ZONE_KIND_NORMAL },
	[VERDICT_ATOMIC] = { .highest = ZONE_KIND_NORMAL, .highatomic = true, .high = true,
			     .non_block = true },
};

struct supply_rule supply_rule_of_class(enum verdict_class class, int highest_zone)
{
	struct supply_rule rule = class_rules[class < NR_VERDICT_CLASSES ? class : 0];

	if (highest_zone >= 0 && highest_zone < NR_ZONE_KINDS)
		rule.highest = (enum zone_kind)highest_zone;
	return rule;
}

void supply_scope_init(struct supply_scope *scope, const struct frame *frame,
		       const struct supply_rule *rule, unsigned int order)
{
	*scope = (struct supply_scope){ .frame = frame, .rule = *rule,
					.order = order < ORDER_LIMIT ? order : ORDER_LIMIT };
	zone_kinds_find(frame, &scope->kinds);
	/* A kernel without a DMA zone serves GFP_DMA from the next zone up. */
	while (scope->kinds.seen && scope->rule.highest < ZONE_KIND_NORMAL &&
	       !(scope->kinds.seen & ((2u << scope->rule.highest) - 1)))
		scope->rule.highest++;
	/* One without HighMem serves __GFP_HIGHMEM from Normal. */
	if (scope->rule.highest == ZONE_KIND_HIGHMEM &&
	    !((scope->kinds.seen | scope->kinds.built) & 1u << ZONE_KIND_HIGHMEM))
		scope->rule.highest = ZONE_KIND_NORMAL;
}

/* "0,2-3" as the kernel prints node lists; anything else names all nodes. */
static bool list_has(const char *list, int node)
{
	const char *at = list;

	while (*at) {
		char *end;
		long first = strtol(at, &end, 10), last;

		if (end == at)
			return true;
		last = *end == '-' ? strtol(end + 1, &end, 10) : first;
		if (node >= first && node <= last)
			return true;
		at = *end == ',' ? end + 1 : end;
		if (*end && *end != ',')
			return true;
	}
	return at == list;
}

bool supply_allows(const struct supply_scope *scope, const struct zone *zone)
{
	enum zone_kind kind = zone_kind_of(zone->name);

	if (zone->empty || (num_has(zone->present) && !zone->present.n))
		return false;
	if (kind != ZONE_KIND_OTHER && kind > scope->rule.highest)
		return false;
	return !scope->rule.nodes || zone->node < 0 || list_has(scope->rule.nodes, zone->node);
}

enum usability {
	USABLE,
	NOT_USABLE,
	PERHAPS_USABLE,  /* a type that mainline kernels do not have */
};

static enum usability usability_of(const struct supply_rule *rule, const char *type)
{
	static const char *const for_all[] = { "Unmovable", "Movable", "Reclaimable", "Reserve" };

	for (size_t i = 0; i < sizeof(for_all) / sizeof(for_all[0]); i++)
		if (!strcmp(type, for_all[i]))
			return USABLE;
	if (!strcmp(type, "CMA"))
		return rule->cma ? USABLE : NOT_USABLE;
	if (!strcmp(type, "HighAtomic"))
		return rule->highatomic ? USABLE : NOT_USABLE;
	return strcmp(type, "Isolate") ? PERHAPS_USABLE : NOT_USABLE;
}

/* What a request may take of one order's blocks.  From free blocks by type.  The total is read more often than the types, so the types that are
 * not for this request are subtracted from it.  False when the types are not known. */
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
	uint64_t count = zone->free_blocks[order].n, usable = 0, other = 0;

	if (!zone->has_letters)
		return false;
	for (unsigned int type = 0; type < scope->frame->nr_types; type++) {
		if (!(zone->letters[order] & 1u << type))
			continue;
		if (usability_of(&scope->rule, scope->frame->type_name[type]) == USABLE)
			usable++;
		else
			other++;
	}
	bounds->max = usable ? sub_saturated(count, other) : 0;
	bounds->min = other ? min_u64(usable, bounds->max) : bounds->max;
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
 * (mm/page_alloc.c reserve_highatomic_pageblock). */
static uint64_t highatomic_limit(const struct supply_scope *scope, const struct zone *zone)
{
	uint64_t block = 1;

	if (!num_has(zone->managed) || !num_has(scope->frame->pageblock_order) ||
	    scope->frame->pageblock_order.n > 30)
		return UINT64_MAX;
	block <<= scope->frame->pageblock_order.n;
	return (zone->managed.n / 100 / block + 1) * block;
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

/* Free pages that count for nothing in this request's watermark check. */
static struct bounds reserved_pages(const struct supply_scope *scope, const struct zone *zone)
{
	const struct supply_rule *rule = &scope->rule;
	struct bounds sum = { 0 };

	if (!rule->cma)
		sum = cma_pages(scope, zone);
	if (!rule->highatomic && !rule->high && !rule->non_block) {
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

static struct num mark_of(const struct supply_scope *scope, const struct zone *zone)
{
	const struct supply_rule *rule = &scope->rule;
	struct num mark = zone->min;
	struct num reserve = zone_kinds_reserve(&scope->kinds, zone, rule->highest);

	if (rule->no_watermarks)
		return num_known(0);
	if (rule->high)
		mark.n -= mark.n / 2;
	if (rule->high && rule->non_block)
		mark.n -= mark.n / 4;
	return num_add(mark, reserve);
}

/* Adds up what the free lists hold; orders that are not known leave the sums short. */
static void measure_lists(const struct supply_scope *scope, const struct zone *zone,
			  struct supply *out)
{
	out->counts_known = zone->nr_orders > 0 && !zone->partial;
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		struct num count = zone->free_blocks[order];
		struct bounds bounds;
		unsigned int up = order - scope->order;

		if (!num_has(count)) {
			out->counts_known = false;
			continue;
		}
		if (order < scope->order) {
			out->small_pages = add_saturated(out->small_pages,
							 shift_saturated(count.n, order));
			continue;
		}
		if (!bounds_by_type(scope, zone, order, &bounds) &&
		    !bounds_by_letters(scope, zone, order, &bounds))
			bounds_by_total(zone, order, out->reserved.max, &bounds);
		out->capped |= count.state == NUM_CAPPED && bounds.min == bounds.max;
		out->any = add_saturated(out->any, shift_saturated(count.n, up));
		out->fit.min = add_saturated(out->fit.min, shift_saturated(bounds.min, up));
		out->fit.max = add_saturated(out->fit.max, shift_saturated(bounds.max, up));
	}
	if (!out->counts_known)
		out->fit.max = UINT64_MAX;
}

/* Block n may go while free - n * 2^order - (2^order - 1) is above the mark (n from 0). */
static struct bounds above_mark(const struct supply *supply, unsigned int order)
{
	struct bounds above = { 0, UINT64_MAX };
	uint64_t free = supply->free.n;

	if (!num_has(supply->free) || !num_has(supply->mark))
		return above;
	above.min = sub_saturated(sub_saturated(free, supply->reserved.max), supply->mark.n);
	above.max = sub_saturated(sub_saturated(free, supply->reserved.min), supply->mark.n);
	above.min >>= order;
	above.max >>= order;
	return above;
}

/* As counted, else as listed, else as a log adds up a row that was cut. */
static struct num free_pages_of(const struct zone *zone)
{
	struct num listed = zone_free_pages(zone);

	if (num_has(zone->free))
		return zone->free;
	return num_has(listed) ? listed : zone->free_total;
}

/* Blocks above the largest order are in no free list: free blocks side by side make them, which only
 * a page map shows. */
static void measure_adjacent(const struct supply_scope *scope, const struct zone *zone,
			     struct supply *out)
{
	out->fit = (struct bounds){ 0, out->free.n >> scope->order };
	if (zone->map && !zone->map->blocks_only)
		out->fit.min = out->fit.max = contig_blocks_now(zone->map, 1ULL << scope->order);
	out->any = out->fit.min;
}

void supply_measure(const struct supply_scope *scope, const struct zone *zone,
		    struct supply *out)
{
	*out = (struct supply){ 0 };
	out->free = free_pages_of(zone);
	out->reserved = reserved_pages(scope, zone);
	out->mark = mark_of(scope, zone);
	out->above = above_mark(out, scope->order);
	measure_lists(scope, zone, out);
	if (zone->nr_orders && scope->order >= zone->nr_orders && out->counts_known)
		measure_adjacent(scope, zone, out);
}

static void add_zone(struct supply_sum *sum, const struct zone *zone, const struct supply *supply)
{
	const struct bounds *above = &supply->above, *fit = &supply->fit;

	sum->nr_zones++;
	sum->last = zone;
	sum->counts_known &= supply->counts_known;
	sum->types_known &= fit->min == fit->max;
	sum->free_known &= num_has(supply->free);
	sum->marks_known &= num_has(supply->mark) && num_has(supply->free);
	sum->capped |= supply->capped;
	sum->free = add_saturated(sum->free, supply->free.n);
	sum->small_pages = add_saturated(sum->small_pages, supply->small_pages);
	sum->any = add_saturated(sum->any, supply->any);
	sum->above = add_saturated(sum->above, above->max);
	sum->above_any = add_saturated(sum->above_any, min_u64(above->max, supply->any));
	sum->now.min = add_saturated(sum->now.min, min_u64(above->min, fit->min));
	sum->now.max = add_saturated(sum->now.max, min_u64(above->max, fit->max));
	if (!above->max)
		return;
	sum->nr_open++;
	sum->open = zone;
	sum->open_free = add_saturated(sum->open_free, supply->free.n);
	sum->open_small = add_saturated(sum->open_small, supply->small_pages);
	sum->open_any = add_saturated(sum->open_any, supply->any);
}

void supply_add_up(const struct supply_scope *scope, struct supply_sum *sum)
{
	*sum = (struct supply_sum){ .any_zone = scope->frame->nr_zones > 0,
				    .marks_known = true, .counts_known = true,
				    .types_known = true, .free_known = true };
	for (unsigned int i = 0; i < scope->frame->nr_zones; i++) {
		struct supply supply;

		if (!supply_allows(scope, scope->frame->zones[i]))
			continue;
		supply_measure(scope, scope->frame->zones[i], &supply);
		add_zone(sum, scope->frame->zones[i], &supply);
	}
}

struct num supply_now(const struct supply_sum *sum)
{
	if (!sum->any_zone)
		return (struct num){ 0 };
	if (sum->now.min == sum->now.max)
		return sum->capped ? num_capped(sum->now.min) : num_known(sum->now.min);
	return sum->now.min ? num_capped(sum->now.min) : (struct num){ 0 };
}
