// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the kernel keeps about pageblocks: their migratetype and skip bit, and what its free scanner
 * found in them while it was watched.  Sums over a cell, and the colourings made of them.
 *
 * All of it is per pageblock, so a cell smaller than one says what its block does.
 */
#include "view_map.h"

#include "fragscope/array.h"

#include "type_look.h"

#define TYPE_UNKNOWN_LETTER '-' /* not the '?' of pages that were not read */

/* Migratetypes */

static struct map_mark type_mark(const struct view_context *ctx, unsigned int type)
{
	return map_mark_letter(type_role(type), type_letter(ctx->frame, type));
}

static struct map_mark unknown_mark(void)
{
	return map_mark_letter(ROLE_UNKNOWN, TYPE_UNKNOWN_LETTER);
}

int map_cell_type(const struct map_scan *scan, struct map_cell cell)
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);
	uint32_t blocks[FRAME_TYPES_MAX] = { 0 };
	int best = -1;

	for (size_t block = first; block < first + nr; block++)
		if (scan->map->type[block] < FRAME_TYPES_MAX)
			blocks[scan->map->type[block]]++;
	for (int type = 0; type < FRAME_TYPES_MAX; type++)
		if (blocks[type] && (best < 0 || blocks[type] > blocks[best]))
			best = type;
	return best;
}

struct map_mark map_mark_type(const struct view_context *ctx, const struct map_scan *scan,
			      const struct map_sum *sum)
{
	int type = map_cell_type(scan, sum->cell);

	if (type < 0 || type >= (int)ctx->frame->nr_types)
		return unknown_mark();
	return type_mark(ctx, (unsigned int)type);
}

bool map_kind_type(const struct view_context *ctx, unsigned int n, struct map_legend_entry *entry)
{
	if (n > ctx->frame->nr_types)
		return false;
	if (n < ctx->frame->nr_types)
		*entry = (struct map_legend_entry){ type_mark(ctx, n), ctx->frame->type_name[n] };
	else
		*entry = (struct map_legend_entry){ unknown_mark(), "not known" };
	return true;
}

const char *map_missing_type(const struct view_context *ctx, const struct map_scan *scan)
{
	(void)ctx;
	for (size_t block = 0; block < scan->map->nr_blocks; block++)
		if (scan->map->type[block] < FRAME_TYPES_MAX)
			return NULL;
	return "this source does not tell the migratetype of single pageblocks";
}

/* Skip bits */

void map_cell_skips(const struct map_scan *scan, struct map_cell cell, struct map_skips *skips)
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);

	*skips = (struct map_skips){ 0 };
	for (size_t block = first; block < first + nr; block++) {
		skips->set += scan->map->skip[block] == 1;
		skips->clear += scan->map->skip[block] == 0;
	}
	skips->unknown = nr - skips->set - skips->clear;
}

enum { SKIP_UNKNOWN, SKIP_CLEAR, SKIP_SOME, SKIP_SET };

static const struct map_legend_entry skip_kinds[] = {
	[SKIP_UNKNOWN] = { { ROLE_UNKNOWN, '-', '-' }, "not known" },
	[SKIP_CLEAR]   = { { ROLE_GOOD, 0x2591, 'o' }, "looked into" },
	[SKIP_SOME]    = { { ROLE_WARN, 0x2592, '+' }, "skipped in part" },
	[SKIP_SET]     = { { ROLE_BAD, 0x2588, '#' }, "skipped" },
};

struct map_mark map_mark_skip(const struct view_context *ctx, const struct map_scan *scan,
			      const struct map_sum *sum)
{
	struct map_skips skips;

	(void)ctx;
	map_cell_skips(scan, sum->cell, &skips);
	if (!skips.set)
		return skip_kinds[skips.clear ? SKIP_CLEAR : SKIP_UNKNOWN].mark;
	return skip_kinds[skips.clear ? SKIP_SOME : SKIP_SET].mark;
}

static bool kind_of(const struct map_legend_entry *kinds, size_t nr, unsigned int n,
		    struct map_legend_entry *entry)
{
	if (n >= nr)
		return false;
	*entry = kinds[n];
	return true;
}

bool map_kind_skip(const struct view_context *ctx, unsigned int n, struct map_legend_entry *entry)
{
	(void)ctx;
	return kind_of(skip_kinds, ARRAY_SIZE(skip_kinds), n, entry);
}

const char *map_missing_skip(const struct view_context *ctx, const struct map_scan *scan)
{
	(void)ctx;
	for (size_t block = 0; block < scan->map->nr_blocks; block++)
		if (scan->map->skip[block] <= 1)
			return NULL;
	return "this source does not tell the skip bits of pageblocks";
}

/* Visits of the free scanner */

void map_cell_visits(const struct map_scan *scan, struct map_cell cell,
		     struct map_visits *visits)
{
	size_t first, nr = map_cell_blocks(scan, cell, &first);

	*visits = (struct map_visits){ 0 };
	for (size_t block = first; block < first + nr; block++) {
		visits->visits += scan->map->visits[block];
		visits->misses += scan->map->misses[block];
		visits->missed_blocks += scan->map->misses[block] != 0;
	}
}

enum { VISIT_NONE, VISIT_TOOK, VISIT_MISSED_SOME, VISIT_MISSED_ALL };

static const struct map_legend_entry visit_kinds[] = {
	[VISIT_NONE]        = { { ROLE_NOFLAGS, 0xb7, '-' }, "not visited" },
	[VISIT_TOOK]        = { { ROLE_GOOD, 0x2591, 'o' }, "visited" },
	[VISIT_MISSED_SOME] = { { ROLE_WARN, 0x2592, '+' }, "missed at times" },
	[VISIT_MISSED_ALL]  = { { ROLE_BLIND, 0x2588, '#' }, "left empty-handed, some is free" },
};

struct map_mark map_mark_missed(const struct view_context *ctx, const struct map_scan *scan,
				const struct map_sum *sum)
{
	struct map_visits visits;

	(void)ctx;
	map_cell_visits(scan, sum->cell, &visits);
	if (!visits.misses)
		return visit_kinds[visits.visits ? VISIT_TOOK : VISIT_NONE].mark;
	return visit_kinds[visits.misses < visits.visits ? VISIT_MISSED_SOME :
							   VISIT_MISSED_ALL].mark;
}

bool map_kind_missed(const struct view_context *ctx, unsigned int n,
		     struct map_legend_entry *entry)
{
	(void)ctx;
	return kind_of(visit_kinds, ARRAY_SIZE(visit_kinds), n, entry);
}

const char *map_missing_visits(const struct view_context *ctx, const struct map_scan *scan)
{
	for (size_t block = 0; block < scan->map->nr_blocks; block++)
		if (scan->map->visits[block])
			return NULL;
	return ctx->frame->activity ? "no compaction has looked for free pages here yet" :
				      "this source does not watch the free scanner";
}

/* Pollution */

enum { POLLUTION_UNKNOWN, POLLUTION_NONE, POLLUTION_MOVABLE, POLLUTION_BOTH, POLLUTION_UNMOVABLE };

static const struct map_legend_entry pollution_kinds[] = {
	[POLLUTION_UNKNOWN]   = { { ROLE_UNKNOWN, '-', '-' }, "not known" },
	[POLLUTION_NONE]      = { { ROLE_HEAT0, 0xb7, '.' }, "all pages where they belong" },
	[POLLUTION_MOVABLE]   = { { ROLE_MOVABLE, 'm', 'm' }, "movable in unmovable" },
	[POLLUTION_BOTH]      = { { ROLE_MIXED, 'x', 'x' }, "both" },
	[POLLUTION_UNMOVABLE] = { { ROLE_UNMOVABLE, 'U', 'U' }, "unmovable in movable" },
};

struct map_mark map_mark_pollution(const struct view_context *ctx, const struct map_scan *scan,
				   const struct map_sum *sum)
{
	struct map_pollution found;

	(void)ctx;
	map_cell_pollution(scan, sum->cell, &found);
	if (!found.unmovable_in_movable && !found.movable_in_unmovable)
		return pollution_kinds[found.known ? POLLUTION_NONE : POLLUTION_UNKNOWN].mark;
	if (!found.unmovable_in_movable)
		return pollution_kinds[POLLUTION_MOVABLE].mark;
	return pollution_kinds[found.movable_in_unmovable ? POLLUTION_BOTH :
							    POLLUTION_UNMOVABLE].mark;
}

bool map_kind_pollution(const struct view_context *ctx, unsigned int n,
			struct map_legend_entry *entry)
{
	(void)ctx;
	return kind_of(pollution_kinds, ARRAY_SIZE(pollution_kinds), n, entry);
}
