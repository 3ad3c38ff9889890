// SPDX-License-Identifier: GPL-2.0-or-later
#include "supply.h"

#include <stdlib.h>
#include <string.h>

#include "fragscope/contig.h"

#include "fragscope/release.h"
#include "saturate.h"

#define ORDER_LIMIT 63 /* a log may claim any order */

/* enum verdict_class to what mm/page_alloc.c gfp_to_alloc_flags() makes of it */
static const struct supply_rule class_rules[NR_VERDICT_CLASSES] = {
	[VERDICT_MOVABLE] = { .highest = ZONE_KIND_MOVABLE, .cma = true },
	[VERDICT_UNMOVABLE] = { .highest = ZONE_KIND_NORMAL },
	[VERDICT_RECLAIMABLE] = { .highest = ZONE_KIND_NORMAL },
	[VERDICT_ATOMIC] = { .highest = ZONE_KIND_NORMAL, .highatomic = true,
			     .counts_highatomic = true, .half_mark = true, .quarter_less = true },
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

	if (!zone_is_populated(zone))
		return false;
	if (kind != ZONE_KIND_OTHER && kind > scope->rule.highest)
		return false;
	return !scope->rule.nodes || zone->node < 0 || list_has(scope->rule.nodes, zone->node);
}

static uint64_t lowered_mark(const struct supply_rule *rule, uint64_t mark)
{
	if (rule->half_mark)
		mark -= mark / 2;
	return rule->quarter_less ? mark - mark / 4 : mark;
}

static struct num mark_of(const struct supply_scope *scope, const struct zone *zone)
{
	const struct supply_rule *rule = &scope->rule;
	struct num mark = zone->min;
	struct num reserve = zone_kinds_reserve(&scope->kinds, zone, rule->highest);

	if (rule->no_watermarks)
		return num_known(0);
	mark.n = lowered_mark(rule, mark.n);
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
		bounds = supply_fit_of_order(scope, zone, order, out->reserved.max);
		out->capped |= count.state == NUM_CAPPED;
		out->any = add_saturated(out->any, shift_saturated(count.n, up));
		out->fit.min = add_saturated(out->fit.min, shift_saturated(bounds.min, up));
		out->fit.max = add_saturated(out->fit.max, shift_saturated(bounds.max, up));
	}
	if (!out->counts_known || out->capped)
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

/*
 * Before 4.4 what was free in smaller blocks did not count, against half the watermark for each
 * order: a request could fail with blocks of its order free and memory above the mark.
 */
static uint64_t above_halved_marks(const struct supply_scope *scope, const struct zone *zone,
				   uint64_t free)
{
	uint64_t mark = lowered_mark(&scope->rule, zone->min.n), above = UINT64_MAX;

	for (unsigned int order = 0; order < scope->order && order < zone->nr_orders; order++) {
		free = sub_saturated(free, shift_saturated(zone->free_blocks[order].n, order));
		mark /= 2;
		above = min_u64(above, sub_saturated(free, mark) >> scope->order);
	}
	return above;
}

static void apply_halved_marks(const struct supply_scope *scope, const struct zone *zone,
			       struct supply *out)
{
	const char *release = scope->frame->release;
	uint64_t above;

	if (!release || !release_parse(release) || release_parse(release) >= RELEASE(4, 4) ||
	    !out->counts_known || !num_has(out->free) || !num_has(zone->min) ||
	    scope->rule.no_watermarks)
		return;
	above = above_halved_marks(scope, zone, out->free.n);
	out->above.max = min_u64(out->above.max, above);
	out->above.min = min_u64(out->above.min, above);
}

/* Blocks above the largest order are in no free list: free blocks side by side make them, which
 * only a page map shows. */
static void measure_adjacent(const struct supply_scope *scope, const struct zone *zone,
			     struct supply *out)
{
	struct contig_outlook outlook;

	out->fit = (struct bounds){ 0, out->free.n >> scope->order };
	if (!zone->map || (zone->map->blocks_only && scope->order < zone->map->pageblock_order))
		return;
	contig_survey(zone->map, scope->order, 0, &outlook);
	out->fit.min = out->fit.max = outlook.now;
	out->any = outlook.now;
}

void supply_measure(const struct supply_scope *scope, const struct zone *zone,
		    struct supply *out)
{
	*out = (struct supply){ 0 };
	out->free = zone_free(zone);
	out->reserved = supply_reserved(scope, zone);
	out->mark = mark_of(scope, zone);
	out->above = above_mark(out, scope->order);
	measure_lists(scope, zone, out);
	apply_halved_marks(scope, zone, out);
	if (zone->nr_orders && scope->order >= zone->nr_orders && out->counts_known)
		measure_adjacent(scope, zone, out);
}

static void add_zone(struct supply_sum *sum, const struct zone *zone, const struct supply *supply)
{
	const struct bounds *above = &supply->above, *fit = &supply->fit;

	sum->nr_zones++;
	sum->last = zone;
	sum->counts_known &= supply->counts_known;
	sum->types_known &= fit->min == fit->max || supply->capped;
	sum->free_known &= num_has(supply->free);
	sum->marks_known &= num_has(supply->mark) && num_has(supply->free);
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
		return num_known(sum->now.min);
	return sum->now.min ? num_capped(sum->now.min) : (struct num){ 0 };
}
