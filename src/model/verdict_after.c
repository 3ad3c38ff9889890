// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What compaction and reclaim could give.
 *
 * Both are known between two bounds.  The lower one is what is there now.  The upper one comes from
 * page maps, block by block: those that could be emptied, as long as there are free pages for what
 * they hold (contig.h).  Without maps it is all free memory above the watermarks rearranged without
 * loss, but not more blocks than there are pageblocks of movable type.  The kernel stays below: it
 * moves into pageblocks of movable type only, stops where its two scanners meet, and cannot move
 * pages that are pinned, which look like any other in a map made of kpageflags.  Reclaim adds the
 * page cache, anonymous memory as far as swap has room, and reclaimable slab; nobody says in which
 * zones these lie, and not all of it can be freed.
 *
 * Compaction does not begin everywhere: compaction_suitable() in mm/compaction.c wants free memory
 * for the copies, and for costly orders a fragmentation index above vm.extfrag_threshold.
 */
#include <string.h>

#include "fragscope/index.h"

#include "saturate.h"
#include "verdict_private.h"

#define COSTLY_ORDER 3 /* PAGE_ALLOC_COSTLY_ORDER: above, requests may fail */
#define EXTFRAG_THRESHOLD_DEFAULT 500

/* 2^(order + 1) pages besides the watermark: mm/internal.h compact_gap() */
static bool has_room_for_copies(const struct supply_scope *scope, const struct zone *zone,
				const struct supply *supply)
{
	uint64_t need = supply->mark.n;

	if (!num_has(supply->free) || !num_has(supply->mark))
		return true;
	if (scope->order > COSTLY_ORDER && num_has(zone->low) && num_has(zone->min))
		need = add_saturated(need, sub_saturated(zone->low.n, zone->min.n));
	need = add_saturated(need, shift_saturated(2, scope->order));
	return supply->free.n > need;
}

static bool is_fragmented_enough(const struct supply_scope *scope, const struct zone *zone)
{
	struct num knob = counters_get(&scope->frame->mem_knobs, "vm.extfrag_threshold");
	int threshold = num_has(knob) && knob.n <= 1000 ? (int)knob.n : EXTFRAG_THRESHOLD_DEFAULT;
	uint64_t count[FRAME_ORDERS_MAX];
	struct index_info info;
	bool capped;
	int index;

	if (scope->order <= COSTLY_ORDER || zone->partial ||
	    !index_zone_counts(zone, count, &capped))
		return true;
	info = index_info(count, zone->nr_orders, scope->order);
	index = index_extfrag(&info, scope->order);
	return index < 0 || index > threshold;
}

bool verdict_is_suitable(const struct judgement *judgement, const struct zone *zone,
			 const struct supply *supply)
{
	return has_room_for_copies(&judgement->scope, zone, supply) &&
	       is_fragmented_enough(&judgement->scope, zone);
}

/* Blocks of the order that fit into the pageblocks of types that compaction works on. */
static uint64_t movable_room(const struct judgement *judgement, const struct zone *zone)
{
	const struct frame *frame = judgement->scope.frame;
	unsigned int order = judgement->scope.order, block_order;
	uint64_t blocks = 0;

	if (!zone->type_blocks || !num_has(frame->pageblock_order) ||
	    frame->pageblock_order.n >= FRAME_ORDERS_MAX)
		return UINT64_MAX;
	block_order = (unsigned int)frame->pageblock_order.n;
	for (unsigned int type = 0; type < frame->nr_types; type++) {
		struct num n = zone_get_type_blocks(zone, type);

		if (strcmp(frame->type_name[type], "Movable") &&
		    strcmp(frame->type_name[type], "CMA"))
			continue;
		if (!num_has(n))
			return UINT64_MAX;
		blocks = add_saturated(blocks, n.n);
	}
	return order <= block_order ? shift_saturated(blocks, block_order - order) :
				      blocks >> (order - block_order);
}

/* The most that the zone could give after compaction, judged without a page map. */
static uint64_t most_after_compaction(const struct judgement *judgement, const struct zone *zone,
				      const struct supply *supply)
{
	uint64_t now = min_u64(supply->above.max, supply->fit.max);
	uint64_t room = add_saturated(now, movable_room(judgement, zone));

	return min_u64(min_u64(supply->above.max, supply->free.n >> judgement->scope.order),
		       room);
}

/* How much one zone could give: between two bounds; room: with all the free pages it wants. */
static void look_at_zone(struct judgement *judgement, const struct zone *zone,
			 const struct supply *supply, struct bounds *compacted, uint64_t *room)
{
	struct bounds now = { min_u64(supply->above.min, supply->fit.min),
			      min_u64(supply->above.max, supply->fit.max) };
	uint64_t most;

	*room = add_saturated(supply->fit.max, movable_room(judgement, zone));
	most = verdict_add_map(judgement, zone, room) ?
		       min_u64(supply->above.max, *room) :
		       most_after_compaction(judgement, zone, supply);
	*compacted = now;
	if (!verdict_is_suitable(judgement, zone, supply))
		judgement->nr_unsuitable++;
	else if (compacted->max == UINT64_MAX || compacted->max < most)
		compacted->max = most;
	if (compacted->max < compacted->min)
		compacted->max = compacted->min;
}

/* The sum of counters of pages; absent when one is. */
static struct num sum_of(const struct counters *counters, const char *a, const char *b)
{
	return num_add(counters_get(counters, a), counters_get(counters, b));
}

static struct num kib_to_pages(const struct frame *frame, struct num kib)
{
	if (!num_has(kib) || !num_has(frame->page_size) || frame->page_size.n < 1024)
		return (struct num){ 0 };
	kib.n /= frame->page_size.n / 1024;
	return kib;
}

static void find_reclaimable(struct judgement *judgement)
{
	const struct frame *frame = judgement->scope.frame;
	const struct counters *vmstat = &frame->vmstat;
	struct reclaimable *out = &judgement->reclaimable;
	struct num swap = kib_to_pages(frame, counters_get(&frame->meminfo, "SwapFree"));

	out->file = sum_of(vmstat, "nr_active_file", "nr_inactive_file");
	out->anon = sum_of(vmstat, "nr_active_anon", "nr_inactive_anon");
	out->slab = counters_get(vmstat, "nr_slab_reclaimable");
	if (!num_has(swap))
		out->anon = swap;
	else if (num_has(out->anon) && swap.n < out->anon.n)
		out->anon.n = swap.n;
	out->known = num_has(out->file);
	if (!out->known)
		return;
	out->sum = add_saturated(out->file.n, num_has(out->anon) ? out->anon.n : 0);
	out->sum = add_saturated(out->sum, num_has(out->slab) ? out->slab.n : 0);
}

static void set_number(const struct bounds *bounds, struct num *number, struct num *at_most)
{
	if (bounds->min == bounds->max) {
		*number = num_known(bounds->min);
		return;
	}
	if (bounds->min)
		*number = num_capped(bounds->min);
	if (bounds->max != UINT64_MAX)
		*at_most = num_known(bounds->max);
}

static uint64_t memory_above(const struct supply *supply)
{
	return sub_saturated(sub_saturated(supply->free.n, supply->reserved.min),
			     supply->mark.n);
}

void verdict_look_ahead(struct judgement *judgement, struct verdict *out)
{
	const struct supply_scope *scope = &judgement->scope;
	const struct supply_sum *sum = &judgement->sum;
	struct bounds compacted = { 0 }, reclaimed;
	uint64_t room = 0, memory = 0;

	judgement->map = (struct map_outlook){ .complete = sum->nr_zones > 0,
					       .moves = UINT64_MAX,
					       .cheapest = UINT64_MAX };
	if (sum->any_zone)
		set_number(&sum->now, &out->now, &out->now_at_most);
	for (unsigned int i = 0; i < scope->frame->nr_zones; i++) {
		const struct zone *zone = scope->frame->zones[i];
		struct bounds of_zone;
		struct supply supply;
		uint64_t zone_room;

		if (!supply_allows(scope, zone))
			continue;
		supply_measure(scope, zone, &supply);
		look_at_zone(judgement, zone, &supply, &of_zone, &zone_room);
		compacted.min = add_saturated(compacted.min, of_zone.min);
		compacted.max = add_saturated(compacted.max, of_zone.max);
		room = add_saturated(room, zone_room);
		memory = add_saturated(memory, memory_above(&supply));
	}
	find_reclaimable(judgement);
	if (!sum->nr_zones || !sum->marks_known)
		return;
	if (judgement->map.complete && judgement->map.moves != UINT64_MAX)
		out->moves = num_known(judgement->map.moves);
	set_number(&compacted, &out->after_compaction, &out->compaction_at_most);
	if (!judgement->reclaimable.known)
		return;
	memory = add_saturated(memory, judgement->reclaimable.sum) >> scope->order;
	reclaimed = (struct bounds){ compacted.min, min_u64(memory, room) };
	if (reclaimed.max < compacted.max)
		reclaimed.max = compacted.max;
	set_number(&reclaimed, &out->after_reclaim, &out->reclaim_at_most);
}
