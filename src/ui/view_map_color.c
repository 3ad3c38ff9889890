// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Colourings: one row of the table at the end each.  A row turns a cell into a mark: a role for
 * colour, and a glyph that says the same where colours can't.
 *
 * On a gradient the lowest step means exactly nothing, so that a single free page is not the same
 * as none.
 */
#include "view_map.h"

#include "fragscope/array.h"

#include "page_look.h"
#include "view_zone.h"

#define AGE_FIRST_MS 250 /* ages below have the lowest step; each further step is twice as old */

struct map_mark map_mark_letter(enum role role, char letter)
{
	return (struct map_mark){ role, (unsigned char)letter, letter };
}

struct map_mark map_mark_step(unsigned int step)
{
	static const uint32_t bars[] = { 0xb7, 0x2581, 0x2582, 0x2583, 0x2584,
					 0x2585, 0x2586, 0x2587, 0x2588 };
	static const char ramp[] = ".:-=+*#%@";
	unsigned int level = (step + 1) / 2;

	return (struct map_mark){ (enum role)(ROLE_HEAT0 + step), bars[level], ramp[level] };
}

static struct map_mark share_mark(uint64_t part, uint64_t whole)
{
	/* rounded up; counts of pages stay far below 2^60 */
	return map_mark_step((unsigned int)((part * (ROLE_HEAT_STEPS - 1) + whole - 1) / whole));
}

static struct map_mark mark_free(const struct view_context *ctx, const struct map_scan *scan,
				 const struct map_sum *sum)
{
	(void)ctx;
	(void)scan;
	return share_mark(sum->count[PAGE_FREE], sum->nr_known);
}

static struct map_mark mark_largest(const struct view_context *ctx, const struct map_scan *scan,
				    const struct map_sum *sum)
{
	int order = map_cell_largest(scan, sum->cell);
	struct map_mark mark;

	(void)ctx;
	if (order < 0)
		return map_mark_step(0);
	mark = share_mark((uint64_t)order + 1, scan->map->max_order + 1u);
	mark.ascii = (char)(order < 10 ? '0' + order : 'a' + order - 10);
	mark.glyph = (unsigned char)mark.ascii;
	return mark;
}

static struct map_mark class_mark(enum page_class class)
{
	const struct page_look *look = page_look(class);

	return map_mark_letter(look->role, look->letter);
}

static struct map_mark mark_class(const struct view_context *ctx, const struct map_scan *scan,
				  const struct map_sum *sum)
{
	int best = PAGE_HOLE + 1;

	(void)ctx;
	(void)scan;
	for (int class = best; class < NR_PAGE_CLASSES; class++)
		if (sum->count[class] > sum->count[best])
			best = class;
	return class_mark((enum page_class)best);
}

static bool kind_class(const struct view_context *ctx, unsigned int n,
		       struct map_legend_entry *entry)
{
	enum page_class class = (enum page_class)(PAGE_HOLE + 1 + n);

	(void)ctx;
	if (class >= NR_PAGE_CLASSES)
		return false;
	*entry = (struct map_legend_entry){ class_mark(class), page_class_info(class)->name };
	return true;
}

static const struct {
	enum map_state state;
	enum role role;
	char letter;
	const char *text;
} states[] = {
	{ MAP_STATE_FREE, ROLE_FREE, '.', "free" },
	{ MAP_STATE_MOVABLE, ROLE_MOVABLE, 'm', "can be cleared" },
	{ MAP_STATE_UNKNOWN, ROLE_NOFLAGS, 'k', "unknown (no flags)" },
	{ MAP_STATE_MIXED, ROLE_MIXED, 'x', "mixed with unmovable" },
	{ MAP_STATE_UNMOVABLE, ROLE_UNMOVABLE, 'U', "unmovable" },
};

static struct map_mark mark_mobility(const struct view_context *ctx, const struct map_scan *scan,
				     const struct map_sum *sum)
{
	uint32_t blocks[NR_MAP_STATES] = { 0 };
	unsigned int best = 0;

	(void)ctx;
	map_cell_states(scan, sum->cell, blocks);
	for (unsigned int i = 0; i < ARRAY_SIZE(states); i++)
		if (blocks[states[i].state] >= blocks[states[best].state])
			best = i;
	return map_mark_letter(states[best].role, states[best].letter);
}

static bool kind_mobility(const struct view_context *ctx, unsigned int n,
			  struct map_legend_entry *entry)
{
	(void)ctx;
	if (n >= ARRAY_SIZE(states))
		return false;
	*entry = (struct map_legend_entry){ map_mark_letter(states[n].role, states[n].letter),
					    states[n].text };
	return true;
}

static const struct map_legend_entry sights[] = {
	{ { ROLE_NOFLAGS, 0xb7, '-' }, "nothing free" },
	{ { ROLE_GOOD, 0x2591, 'o' }, "free, seen at stride 32" },
	{ { ROLE_WARN, 0x2592, '+' }, "in part blind" },
	{ { ROLE_BLIND, 0x2588, '#' }, "free, but blind" },
};

static struct map_mark mark_blind(const struct view_context *ctx, const struct map_scan *scan,
				  const struct map_sum *sum)
{
	uint64_t free = sum->count[PAGE_FREE];
	uint64_t blind = free ? map_cell_blind(scan, sum->cell, NULL) : 0;

	(void)ctx;
	return sights[!free ? 0 : !blind ? 1 : blind < free ? 2 : 3].mark;
}

static bool kind_blind(const struct view_context *ctx, unsigned int n,
		       struct map_legend_entry *entry)
{
	(void)ctx;
	if (n >= ARRAY_SIZE(sights))
		return false;
	*entry = sights[n];
	return true;
}

static struct map_mark mark_age(const struct view_context *ctx, const struct map_scan *scan,
				const struct map_sum *sum)
{
	uint32_t age_ms;
	unsigned int step = 0;

	if (!map_cell_age(scan, sum->cell, view_now_ms(ctx), &age_ms))
		return map_mark_unread();
	while (step < ROLE_HEAT_STEPS - 1 && age_ms >> step >= AGE_FIRST_MS)
		step++;
	return map_mark_step(step);
}

static const char *missing_age(const struct view_context *ctx, const struct map_scan *scan)
{
	(void)scan;
	return view_now_ms(ctx) ? NULL : "this source does not tell when it was read";
}

static const struct map_coloring colorings[NR_MAP_COLORS] = {
	[MAP_COLOR_FREE] = { .classes = MAP_CLASS(PAGE_FREE), .mark = mark_free,
			     .low = "nothing free", .high = "all free" },
	[MAP_COLOR_LARGEST] = { .mark = mark_largest, .low = "nothing free",
				.high = "highest order",
				.glyphs = ".: nothing free   0-9 a b ...: largest free order   " },
	[MAP_COLOR_CLASS] = { .classes = MAP_ALL_CLASSES, .mark = mark_class, .kind = kind_class },
	[MAP_COLOR_MOBILITY] = { .mark = mark_mobility, .kind = kind_mobility },
	[MAP_COLOR_BLIND] = { .classes = MAP_CLASS(PAGE_FREE), .mark = mark_blind,
			      .kind = kind_blind },
	[MAP_COLOR_MISSED] = { .mark = map_mark_missed, .kind = map_kind_missed,
			       .missing = map_missing_visits },
	[MAP_COLOR_TYPE] = { .mark = map_mark_type, .kind = map_kind_type,
			     .missing = map_missing_type },
	[MAP_COLOR_POLLUTION] = { .mark = map_mark_pollution, .kind = map_kind_pollution,
				  .missing = map_missing_type },
	[MAP_COLOR_SKIP] = { .mark = map_mark_skip, .kind = map_kind_skip,
			     .missing = map_missing_skip },
	[MAP_COLOR_AGE] = { .mark = mark_age, .low = "now", .high = "an hour and more",
			    .missing = missing_age },
};

static const char *const names[NR_MAP_COLORS] = {
#define MAP_COLOR(id, name, help) [MAP_COLOR_##id] = name,
#include "fragscope/map_color.def"
#undef MAP_COLOR
};

const struct map_coloring *map_coloring(enum map_color color)
{
	return &colorings[color < NR_MAP_COLORS ? color : MAP_COLOR_FREE];
}

const char *map_color_name(enum map_color color)
{
	return names[color < NR_MAP_COLORS ? color : MAP_COLOR_FREE];
}

enum map_color map_color_step(const struct view_context *ctx, const struct map_scan *scan,
			      int step)
{
	int color = (int)ctx->state->map.color;

	for (int tries = 0; tries < NR_MAP_COLORS; tries++) {
		color = (color + step + NR_MAP_COLORS) % NR_MAP_COLORS;
		if (!colorings[color].missing || !colorings[color].missing(ctx, scan))
			break;
	}
	return (enum map_color)color;
}

struct map_mark map_mark_hole(void)
{
	return (struct map_mark){ ROLE_HOLE, ' ', ' ' };
}

struct map_mark map_mark_unmanaged(void)
{
	return class_mark(PAGE_UNMANAGED);
}

struct map_mark map_mark_unread(void)
{
	return (struct map_mark){ ROLE_UNREAD, '?', '?' };
}

struct map_mark map_color_mark(const struct view_context *ctx, const struct map_scan *scan,
			       enum map_color color, struct map_cell cell)
{
	const struct map_coloring *coloring = map_coloring(color);
	const uint32_t nothing = MAP_CLASS(PAGE_HOLE) | MAP_CLASS(PAGE_UNREAD) |
				 MAP_CLASS(PAGE_UNMANAGED);
	struct map_sum sum = { .cell = cell };

	map_cell_count(scan, cell, coloring->classes | nothing, sum.count);
	sum.nr_known = cell.nr_pages - sum.count[PAGE_HOLE] - sum.count[PAGE_UNREAD] -
		       sum.count[PAGE_UNMANAGED];
	if (sum.count[PAGE_HOLE] == cell.nr_pages)
		return map_mark_hole();
	if (!sum.nr_known)
		return sum.count[PAGE_UNREAD] ? map_mark_unread() : map_mark_unmanaged();
	return coloring->mark(ctx, scan, &sum);
}
