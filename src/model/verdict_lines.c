// SPDX-License-Identifier: GPL-2.0-or-later
/* The numbers a judgement rests on, each with its unit, most important first. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "saturate.h"
#include "verdict_words.h"

/* "61 MiB above its mark" */
static char *above_mark(char *to, size_t size, const struct judgement *judgement,
			const struct supply *supply)
{
	uint64_t usable = sub_saturated(supply->free.n, supply->reserved.min);

	if (judgement->scope.rule.no_watermarks)
		snprintf(to, size, "no watermark for this request");
	else if (!num_has(supply->mark))
		snprintf(to, size, "its watermark is not known");
	else if (usable > supply->mark.n)
		snprintf(to, size, "%s above its mark",
			 words_amount(FMT_BUF, judgement, usable - supply->mark.n));
	else
		snprintf(to, size, "not above its mark of %s",
			 words_amount(FMT_BUF, judgement, supply->mark.n));
	return to;
}

/* "no block of 64 KiB, the largest is 32 KiB" */
static char *fitting_blocks(char *to, size_t size, const struct judgement *judgement,
			    const struct zone *zone, const struct supply *supply)
{
	int largest = zone_largest_free_order(zone);
	char types[TEXT_MAX] = "";

	if (supply->any && !supply->fit.max)
		snprintf(types, sizeof(types), ", none of a type for it");
	else if (supply->any && supply->fit.max < supply->any)
		snprintf(types, sizeof(types), ", %s%s of a type for it",
			 supply->fit.min < supply->fit.max ? "up to " : "",
			 fmt_count(FMT_BUF, supply->fit.max));
	if (supply->any)
		snprintf(to, size, "%s%s %s of %s%s", supply->capped ? "at least " : "",
			 fmt_count(FMT_BUF, supply->any), words_blocks(supply->any),
			 words_wanted(FMT_BUF, judgement), types);
	else if (!supply->counts_known)
		snprintf(to, size, "its free lists are not known");
	else if (largest < 0)
		snprintf(to, size, "no free block at all");
	else
		snprintf(to, size, "no block of %s, the largest is %s",
			 words_wanted(FMT_BUF, judgement),
			 words_size(FMT_BUF, judgement, (unsigned int)largest));
	return to;
}

/* What of a zone's free memory the request may not use. */
static const char *closed_types(const struct supply_rule *rule)
{
	if (rule->cma)
		return "HighAtomic";
	return rule->counts_highatomic ? "CMA" : "CMA or HighAtomic";
}

/* "28.4 MiB free (4.3 MiB CMA or HighAtomic)" */
static char *free_memory(char *to, size_t size, const struct judgement *judgement,
			 const struct supply *supply)
{
	char closed[TEXT_MAX] = "";

	if (!num_has(supply->free)) {
		snprintf(to, size, "unknown free memory");
		return to;
	}
	if (supply->reserved.min)
		snprintf(closed, sizeof(closed), " (%s %s)",
			 words_amount(FMT_BUF, judgement, supply->reserved.min),
			 closed_types(&judgement->scope.rule));
	snprintf(to, size, "%s free%s", words_amount(FMT_BUF, judgement, supply->free.n), closed);
	return to;
}

static void write_zone(const struct judgement *judgement, struct verdict *out,
		       const struct zone *zone, const struct supply *supply)
{
	verdict_line(out, "%s: %s, %s; %s", words_place(FMT_BUF, judgement, zone),
		     free_memory(TEXT, judgement, supply), above_mark(TEXT, judgement, supply),
		     fitting_blocks(TEXT, judgement, zone, supply));
}

/* Zones by free memory, the largest first; of equals the later in the frame first. */
void verdict_write_zones(const struct judgement *judgement, struct verdict *out,
			 unsigned int max_lines)
{
	const struct frame *frame = judgement->scope.frame;
	uint64_t last_free = UINT64_MAX;
	unsigned int last = UINT32_MAX;

	for (unsigned int line = 0; line < max_lines; line++) {
		struct supply best = { 0 };
		unsigned int at = UINT32_MAX;

		for (unsigned int i = 0; i < frame->nr_zones; i++) {
			struct supply supply;

			if (!supply_allows(&judgement->scope, frame->zones[i]))
				continue;
			supply_measure(&judgement->scope, frame->zones[i], &supply);
			if (supply.free.n > last_free || (supply.free.n == last_free && i >= last))
				continue;
			if (at != UINT32_MAX && supply.free.n < best.free.n)
				continue;
			best = supply;
			at = i;
		}
		if (at == UINT32_MAX)
			return;
		write_zone(judgement, out, frame->zones[at], &best);
		last_free = best.free.n;
		last = at;
	}
}

/* "pageblocks: 824 Unmovable, 5,448 Movable" */
static void write_types(const struct judgement *judgement, struct verdict *out)
{
	const struct frame *frame = judgement->scope.frame;
	char text[sizeof(out->lines[0])];
	size_t len = 0;

	for (unsigned int type = 0; type < frame->nr_types; type++) {
		uint64_t sum = 0;

		for (unsigned int i = 0; i < frame->nr_zones; i++)
			if (supply_allows(&judgement->scope, frame->zones[i]))
				sum = add_saturated(sum, zone_get_type_blocks(frame->zones[i],
									      type).n);
		if (sum && len < sizeof(text))
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s %s",
						len ? ", " : "", fmt_count(FMT_BUF, sum),
						frame->type_name[type]);
	}
	if (len)
		verdict_line(out, "pageblocks: %.*s", (int)sizeof(out->lines[0]) - 20, text);
}

char *verdict_classes(char *to, size_t size, const uint64_t nr_pages[NR_PAGE_CLASSES])
{
	uint32_t named = 0; /* bit per class */
	size_t len = 0;

	to[0] = '\0';
	for (unsigned int nr = 0; nr < 3 && len < size; nr++) {
		unsigned int best = NR_PAGE_CLASSES;

		for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++)
			if (nr_pages[i] && !(named & 1u << i) &&
			    (best == NR_PAGE_CLASSES || nr_pages[i] > nr_pages[best]))
				best = i;
		if (best == NR_PAGE_CLASSES)
			break;
		named |= 1u << best;
		len += (size_t)snprintf(to + len, size - len, "%s%s %s", len ? ", " : "",
					fmt_count(FMT_BUF, nr_pages[best]),
					page_class_info(best)->name);
	}
	return to;
}

/* Pages where they do not belong, which is more to the point, and how many of those that stay are
 * pinned; where types are not known, all pages that stay. */
static void write_pollution(const struct map_outlook *map, struct verdict *out)
{
	const struct pollution *pollution = &map->pollution;
	uint64_t nr_pinned = map->polluting[PAGE_PINNED];

	if (!pollution->movable_polluted && map->polluted_pageblocks)
		verdict_line(out, "%s of %s pageblocks hold unmovable pages among others: %s",
			     fmt_count(FMT_BUF, map->polluted_pageblocks),
			     fmt_count(FMT_BUF, map->nr_pageblocks),
			     verdict_classes(TEXT, map->polluting));
	if (!pollution->movable_polluted)
		return;
	verdict_line(out, "%s of %s movable pageblocks hold kernel pages: %s",
		     fmt_count(FMT_BUF, pollution->movable_polluted),
		     fmt_count(FMT_BUF, pollution->movable_blocks),
		     verdict_classes(TEXT, pollution->by_class));
	if (nr_pinned)
		verdict_line(out, "pinned pages, which stay where they are: %s",
			     fmt_count(FMT_BUF, nr_pinned));
}

static void write_map(const struct judgement *judgement, struct verdict *out)
{
	const struct map_outlook *map = &judgement->map;

	write_pollution(map, out);
	if (map->folios)
		verdict_line(out, "%s %s of %s %s held by folios of that size or larger, which "
			     "compaction leaves as they are", fmt_count(FMT_BUF, map->folios),
			     words_blocks(map->folios), words_wanted(FMT_BUF, judgement),
			     map->folios == 1 ? "is" : "are");
	if (map->blind_pageblocks)
		verdict_line(out, "compaction's free scanner (it looks at one page in %u) finds "
			     "nothing in %s pageblocks with %s free", SCAN_STRIDE,
			     fmt_count(FMT_BUF, map->blind_pageblocks),
			     words_amount(FMT_BUF, judgement, map->blind_pages));
}

static bool is_about_compaction(enum verdict_cause cause)
{
	return cause == VERDICT_FRAGMENTED || cause == VERDICT_WRONG_TYPE ||
	       cause == VERDICT_POLLUTED || cause == VERDICT_SCANNER_BLIND;
}

/* A page map that shows pins has counted them as pages that stay. */
static const char *compaction_proviso(const struct judgement *judgement, const struct verdict *out)
{
	if (out->after_compaction.state == NUM_KNOWN || judgement->map.polluting[PAGE_PINNED])
		return "";
	return judgement->map.any ? " (if nothing is pinned)" : " (no page map)";
}

static void write_compaction(const struct judgement *judgement, struct verdict *out)
{
	char moves[TEXT_MAX] = "";

	if (!num_has(out->after_compaction) && !num_has(out->compaction_at_most))
		return;
	if (num_has(out->moves) && out->moves.n)
		snprintf(moves, sizeof(moves), ", moving %s pages for %s",
			 fmt_count(FMT_BUF, out->moves.n), fmt_count(FMT_BUF, judgement->nr));
	verdict_line(out, "after compaction: %s%s%s",
		     words_number(TEXT, out->after_compaction, out->compaction_at_most), moves,
		     compaction_proviso(judgement, out));
	if (judgement->nr > 1 && out->cause != VERDICT_OBTAINABLE &&
	    judgement->map.cheapest != UINT64_MAX)
		verdict_line(out, "the cheapest free block of %s costs %s page move%s",
			     words_wanted(FMT_BUF, judgement),
			     fmt_count(FMT_BUF, judgement->map.cheapest),
			     judgement->map.cheapest == 1 ? "" : "s");
	if (judgement->nr_unsuitable && is_about_compaction(out->cause))
		verdict_line(out, "compaction would not begin in %u of %u zones: too little free "
			     "memory, or not fragmented enough (vm.extfrag_threshold)",
			     judgement->nr_unsuitable, judgement->sum.nr_zones);
}

static void add_part(char *to, size_t size, const struct judgement *judgement, struct num pages,
		     const char *what)
{
	size_t len = strlen(to);

	if (num_has(pages) && pages.n)
		snprintf(to + len, size - len, "%s%s of %s", len ? ", " : ", from ",
			 words_amount(FMT_BUF, judgement, pages.n), what);
}

static void write_reclaim(const struct judgement *judgement, struct verdict *out)
{
	const struct reclaimable *from = &judgement->reclaimable;
	char parts[sizeof(out->lines[0])] = "";

	if (!num_has(out->after_reclaim) && !num_has(out->reclaim_at_most))
		return;
	add_part(parts, sizeof(parts), judgement, from->file, "page cache");
	add_part(parts, sizeof(parts), judgement, from->anon, "anonymous memory to swap");
	add_part(parts, sizeof(parts), judgement, from->slab, "slab");
	verdict_line(out, "after reclaim: %s%s",
		     words_number(TEXT, out->after_reclaim, out->reclaim_at_most), parts);
}

/* Why a source is missing, if it said so. */
static const char *excuse(const struct judgement *judgement, const char *name)
{
	const struct source_status *source = frame_find_source(judgement->scope.frame, name);

	return source && source->state != SOURCE_OK && source->text ? source->text : NULL;
}

static void write_missing(const struct judgement *judgement, struct verdict *out, bool known,
			  const char *what, const char *source)
{
	const char *why = excuse(judgement, source);

	if (known)
		return;
	if (judgement->scope.frame->request.kind != REQUEST_NONE)
		verdict_line(out, "not known: %s (not in this log)", what);
	else if (why)
		verdict_line(out, "not known: %s; %s: %s", what, source, why);
	else
		verdict_line(out, "not known: %s (%s)", what, source);
}

static void write_beyond_orders(const struct judgement *judgement, struct verdict *out)
{
	const struct zone *zone = judgement->sum.last;

	if (zone && zone->nr_orders && judgement->scope.order >= zone->nr_orders)
		verdict_line(out, "the allocator's largest block is %s; larger ones are put "
			     "together for hugetlb and CMA only",
			     words_size(FMT_BUF, judgement, zone->nr_orders - 1));
}

void verdict_write_obstacles(const struct judgement *judgement, struct verdict *out)
{
	write_beyond_orders(judgement, out);
	if (out->cause != VERDICT_OBTAINABLE)
		write_map(judgement, out);
}

void verdict_write_evidence(const struct judgement *judgement, struct verdict *out)
{
	const struct supply_sum *sum = &judgement->sum;

	write_compaction(judgement, out);
	write_reclaim(judgement, out);
	if (sum->nr_zones) {
		write_missing(judgement, out, sum->marks_known, "watermarks", "zoneinfo");
		write_missing(judgement, out, sum->counts_known, "all free lists", "buddyinfo");
		write_missing(judgement, out, sum->types_known || !sum->counts_known,
			      "types of free blocks", "pagetypeinfo");
	}
	write_types(judgement, out);
}
