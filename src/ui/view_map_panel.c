// SPDX-License-Identifier: GPL-2.0-or-later
/* The selected cell in words and numbers. */
#include "view_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/clock.h"

#include "page_look.h"
#include "view_lines.h"
#include "view_zone.h"
#include "widget.h"

/* Everything that is said about a cell. */
struct facts {
	const struct view_context *ctx;
	const struct map_scan *scan;
	struct map_cell cell;
	uint64_t count[NR_PAGE_CLASSES];
	uint32_t states[NR_MAP_STATES];
	size_t first_block, nr_blocks, nr_blind;
	uint64_t nr_present, nr_managed, blind_pages;
	int largest;
};

static void facts_init(struct facts *facts, const struct view_context *ctx,
		       const struct map_grid *grid)
{
	*facts = (struct facts){ .ctx = ctx, .scan = &grid->scan, .cell = map_grid_cursor(grid) };
	map_cell_count(&grid->scan, facts->cell, MAP_ALL_CLASSES, facts->count);
	map_cell_states(&grid->scan, facts->cell, facts->states);
	facts->nr_blocks = map_cell_blocks(&grid->scan, facts->cell, &facts->first_block);
	facts->blind_pages = map_cell_blind(&grid->scan, facts->cell, &facts->nr_blind);
	facts->nr_present = facts->cell.nr_pages - facts->count[PAGE_HOLE];
	facts->nr_managed = facts->nr_present - facts->count[PAGE_UNMANAGED];
	facts->largest = map_cell_largest(&grid->scan, facts->cell);
}

static uint64_t block_number(const struct facts *facts)
{
	return facts->cell.pfn >> facts->scan->map->pageblock_order;
}

static bool is_known(const struct facts *facts)
{
	return facts->nr_managed > facts->count[PAGE_UNREAD];
}

/* What there is to say of a cell that is not known. */
static const char *text_nothing(const struct facts *facts)
{
	if (facts->scan->map->blocks_only && map_scan_is_fine(facts->scan))
		return "this snapshot has no pages, only sums over pageblocks";
	if (facts->count[PAGE_UNREAD])
		return "not read yet";
	return facts->nr_present ? "not managed by the allocator" : "a hole: no memory here";
}

static void text_where(const struct facts *facts, char *to, size_t size)
{
	uint64_t first = block_number(facts);

	if (facts->nr_blocks > 1)
		snprintf(to, size, "%s blocks 0x%" PRIx64 "–0x%" PRIx64,
			 fmt_count(FMT_BUF, facts->nr_blocks), first,
			 first + facts->nr_blocks - 1);
	else if (map_scan_is_fine(facts->scan))
		snprintf(to, size, "in block 0x%" PRIx64, first);
	else
		snprintf(to, size, "block 0x%" PRIx64, first);
}

static void text_pfns(const struct facts *facts, char *to, size_t size)
{
	const struct map_cell *cell = &facts->cell;

	if (cell->nr_pages == 1)
		snprintf(to, size, "0x%" PRIx64, cell->pfn);
	else
		snprintf(to, size, "0x%" PRIx64 "–0x%" PRIx64, cell->pfn,
			 cell->pfn + (cell->nr_pages - 1));
}

static void text_address(const struct facts *facts, char *to, size_t size)
{
	uint64_t address;
	struct num page_size = facts->ctx->frame->page_size;

	if (num_has(page_size) && !__builtin_mul_overflow(facts->cell.pfn, page_size.n, &address))
		snprintf(to, size, "0x%" PRIx64 ", %s", address,
			 view_pages(FMT_BUF, facts->ctx, facts->cell.nr_pages));
	else
		snprintf(to, size, "%s", view_pages(FMT_BUF, facts->ctx, facts->cell.nr_pages));
}

static void text_free(const struct facts *facts, char *to, size_t size)
{
	uint64_t free = facts->count[PAGE_FREE];

	snprintf(to, size, "%s of %s pages (%s)", fmt_count(FMT_BUF, free),
		 fmt_count(FMT_BUF, facts->nr_managed),
		 fmt_share(FMT_BUF, free, facts->nr_managed));
}

static void text_largest(const struct facts *facts, char *to, size_t size)
{
	if (facts->largest < 0)
		snprintf(to, size, "none free");
	else
		view_order(to, size, facts->ctx, (unsigned int)facts->largest);
}

static enum role text_blind(const struct facts *facts, char *to, size_t size)
{
	if (!facts->count[PAGE_FREE]) {
		snprintf(to, size, "nothing free to see");
		return ROLE_DIM;
	}
	if (!facts->blind_pages) {
		snprintf(to, size, "sees it at stride %d", MAP_BLIND_STRIDE);
		return ROLE_GOOD;
	}
	if (facts->nr_blocks > 1)
		snprintf(to, size, "blind to %s block%s, %s", fmt_count(FMT_BUF, facts->nr_blind),
			 facts->nr_blind == 1 ? "" : "s",
			 view_pages(FMT_BUF, facts->ctx, facts->blind_pages));
	else
		snprintf(to, size, "blind at stride %d", MAP_BLIND_STRIDE);
	return ROLE_BLIND;
}

/* Whether compaction can make free blocks of it. */
static enum role text_mobility(const struct facts *facts, char *to, size_t size)
{
	static const struct {
		const char *text;
		enum role role;
	} rows[NR_MAP_STATES] = {
		[MAP_STATE_HOLE]      = { "no memory", ROLE_DIM },
		[MAP_STATE_UNREAD]    = { "not read", ROLE_UNKNOWN },
		[MAP_STATE_FREE]      = { "free already", ROLE_GOOD },
		[MAP_STATE_MOVABLE]   = { "can clear it", ROLE_GOOD },
		[MAP_STATE_UNKNOWN]   = { "unknown: pages without flags", ROLE_UNKNOWN },
		[MAP_STATE_MIXED]     = { "cannot clear it", ROLE_BAD },
		[MAP_STATE_UNMOVABLE] = { "cannot clear it", ROLE_BAD },
	};
	uint32_t clearable = facts->states[MAP_STATE_FREE] + facts->states[MAP_STATE_MOVABLE];

	if (facts->nr_blocks > 1) {
		uint32_t unknown = facts->states[MAP_STATE_UNKNOWN];

		snprintf(to, size, "can clear %s of %s blocks", fmt_count(FMT_BUF, clearable),
			 fmt_count(FMT_BUF, facts->nr_blocks));
		if (unknown)
			snprintf(to + strlen(to), size - strlen(to), ", %s unknown",
				 fmt_count(FMT_BUF, unknown));
		return clearable ? ROLE_VALUE : unknown ? ROLE_UNKNOWN : ROLE_BAD;
	}
	for (int state = 0; state < NR_MAP_STATES; state++) {
		if (!facts->states[state])
			continue;
		snprintf(to, size, "%s", rows[state].text);
		return rows[state].role;
	}
	return ROLE_DIM;
}

static bool text_type(const struct facts *facts, char *to, size_t size)
{
	const struct frame *frame = facts->ctx->frame;
	int type = map_cell_type(facts->scan, facts->cell);

	if (type < 0 || type >= (int)frame->nr_types)
		return false;
	snprintf(to, size, "%s%s", facts->nr_blocks > 1 ? "mostly " : "", frame->type_name[type]);
	return true;
}

static bool text_skip(const struct facts *facts, char *to, size_t size)
{
	struct map_skips skips;

	map_cell_skips(facts->scan, facts->cell, &skips);
	if (!skips.set && !skips.clear)
		return false;
	if (facts->nr_blocks > 1)
		snprintf(to, size, "set in %s of %s blocks", fmt_count(FMT_BUF, skips.set),
			 fmt_count(FMT_BUF, skips.set + skips.clear));
	else
		snprintf(to, size, "%s", skips.set ? "set: skipped" : "clear");
	return true;
}

/* ROLE_NONE: it was never looked into. */
static enum role text_visits(const struct facts *facts, char *to, size_t size)
{
	struct map_visits visits;

	map_cell_visits(facts->scan, facts->cell, &visits);
	if (!visits.visits)
		return ROLE_NONE;
	if (!visits.misses)
		snprintf(to, size, "visited %s", fmt_count(FMT_BUF, visits.visits));
	else
		snprintf(to, size, "visited %s, missed %s", fmt_count(FMT_BUF, visits.visits),
			 fmt_count(FMT_BUF, visits.misses));
	if (visits.misses && facts->nr_blocks > 1)
		snprintf(to + strlen(to), size - strlen(to), " (%s blocks)",
			 fmt_count(FMT_BUF, visits.missed_blocks));
	return visits.misses ? ROLE_BLIND : ROLE_GOOD;
}

/* Pages that a pageblock of another type ought to hold; false: none, or it is not known. */
static bool text_pollution(const struct facts *facts, char *to, size_t size)
{
	const struct map_purpose *purpose = &facts->scan->purpose;
	uint64_t kernel = 0, user = 0;
	struct map_pollution found;

	map_cell_pollution(facts->scan, facts->cell, &found);
	for (int class = 0; class < NR_PAGE_CLASSES; class++) {
		kernel += purpose->kernel_classes >> class & 1 ? facts->count[class] : 0;
		user += purpose->movable_classes >> class & 1 ? facts->count[class] : 0;
	}
	if (!found.unmovable_in_movable && !found.movable_in_unmovable)
		return false;
	if (facts->nr_blocks > 1)
		snprintf(to, size, "%s unmov. in mov., %s mov. in unmov.",
			 fmt_count(FMT_BUF, found.unmovable_in_movable),
			 fmt_count(FMT_BUF, found.movable_in_unmovable));
	else if (found.unmovable_in_movable)
		snprintf(to, size, "%s unmovable pages", fmt_count(FMT_BUF, kernel));
	else
		snprintf(to, size, "%s movable pages", fmt_count(FMT_BUF, user));
	return true;
}

static bool text_age(const struct facts *facts, char *to, size_t size)
{
	uint32_t now_ms = view_now_ms(facts->ctx), age_ms;

	if (!now_ms || !map_cell_age(facts->scan, facts->cell, now_ms, &age_ms))
		return false;
	snprintf(to, size, "%s ago", fmt_duration(FMT_BUF, age_ms * (uint64_t)NSEC_PER_MSEC));
	return true;
}

static void draw_place(const struct facts *facts, struct lines *lines)
{
	char text[96];

	text_where(facts, text, sizeof(text));
	lines_field(lines, "selected", ROLE_TITLE, text);
	text_pfns(facts, text, sizeof(text));
	lines_field(lines, "pfn", ROLE_VALUE, text);
	text_address(facts, text, sizeof(text));
	lines_field(lines, "address", ROLE_VALUE, text);
	if (text_type(facts, text, sizeof(text)))
		lines_field(lines, "type", ROLE_VALUE, text);
	if (text_skip(facts, text, sizeof(text)))
		lines_field(lines, "skip bit", ROLE_VALUE, text);
	if (text_age(facts, text, sizeof(text)))
		lines_field(lines, "read", ROLE_VALUE, text);
	lines_skip(lines);
}

static void draw_content(const struct facts *facts, struct lines *lines)
{
	char text[96];
	enum role role;

	text_free(facts, text, sizeof(text));
	lines_field(lines, "free", ROLE_VALUE, text);
	text_largest(facts, text, sizeof(text));
	lines_field(lines, "largest", ROLE_VALUE, text);
	role = text_blind(facts, text, sizeof(text));
	lines_field(lines, "scanner", role, text);
	role = text_visits(facts, text, sizeof(text));
	if (role != ROLE_NONE)
		lines_field(lines, "", role, text);
	role = text_mobility(facts, text, sizeof(text));
	lines_field(lines, "compaction", role, text);
	if (text_pollution(facts, text, sizeof(text)))
		lines_field(lines, "pollution", ROLE_WARN, text);
	lines_skip(lines);
	lines_classes(lines, facts->ctx, facts->count, facts->nr_present);
}

/* The cell, and below it the zone's scanners as far as half of the panel reaches. */
void map_panel_draw(const struct view_context *ctx, const struct map_grid *grid,
		    struct canvas *canvas, struct rect rect)
{
	struct rect old = canvas_clip(canvas, rect), below = rect;
	struct lines lines = { canvas, rect };
	struct facts facts;

	below.rows = map_zone_rows(ctx, rect.cols);
	if (below.rows > rect.rows / 2)
		below.rows = rect.rows / 2;
	lines.rect.rows -= below.rows + 1;
	facts_init(&facts, ctx, grid);
	draw_place(&facts, &lines);
	if (is_known(&facts))
		draw_content(&facts, &lines);
	else
		lines_field(&lines, "", ROLE_UNKNOWN, text_nothing(&facts));
	below.y = lines.rect.y + 1;
	map_zone_draw(ctx, canvas, below);
	canvas_unclip(canvas, old);
}

/* Where the cell is, and what matters most of it. */
static void bottom_first(const struct facts *facts, struct canvas *canvas, struct rect rect)
{
	char where[64], pfns[64], free[64];
	struct pen pen = pen_at(canvas, rect);
	enum role role = ROLE_VALUE;

	text_where(facts, where, sizeof(where));
	text_pfns(facts, pfns, sizeof(pfns));
	if (!is_known(facts))
		snprintf(free, sizeof(free), "%s", text_nothing(facts));
	else if (!facts->count[PAGE_FREE])
		snprintf(free, sizeof(free), "nothing free");
	else
		snprintf(free, sizeof(free), "%s free",
			 view_pages(FMT_BUF, facts->ctx, facts->count[PAGE_FREE]));
	if (rect.cols < 60) {
		pen_printf(&pen, role, "%s: %s", where, free);
		return;
	}
	pen_printf(&pen, role, "%s  pfn %s", where, pfns);
	pen_printf(&pen, is_known(facts) ? role : ROLE_UNKNOWN, "  %s", free);
	if (is_known(facts) && facts->largest >= 0)
		pen_printf(&pen, role, ", largest order %d", facts->largest);
}

/* Whether it can be cleared and seen, and who holds it. */
static void bottom_second(const struct facts *facts, struct canvas *canvas, struct rect rect)
{
	struct pen pen = pen_at(canvas, rect);
	struct map_skips skips;
	char text[96];
	enum role role;

	if (!is_known(facts))
		return;
	if (text_type(facts, text, sizeof(text)))
		pen_printf(&pen, ROLE_VALUE, "%s  ", text);
	map_cell_skips(facts->scan, facts->cell, &skips);
	if (facts->nr_blocks == 1 && skips.set)
		pen_text(&pen, ROLE_VALUE, "skipped  ");
	role = text_mobility(facts, text, sizeof(text));
	pen_field(&pen, 0, "compaction", role, text);
	if (facts->count[PAGE_FREE]) {
		role = text_blind(facts, text, sizeof(text));
		pen_field(&pen, 2, "scanner", role, text);
	}
	role = text_visits(facts, text, sizeof(text));
	if (role != ROLE_NONE)
		pen_printf(&pen, role, "  %s", text);
	for (int class = PAGE_FREE + 1; class < NR_PAGE_CLASSES; class++) {
		if (!facts->count[class])
			continue;
		pen_printf(&pen, page_look((enum page_class)class)->role, "  %s %s",
			   fmt_count(FMT_BUF, facts->count[class]),
			   page_class_info((enum page_class)class)->name);
	}
}

void map_bottom_draw(const struct view_context *ctx, const struct map_grid *grid,
		     struct canvas *canvas, struct rect rect)
{
	struct facts facts;

	if (rect.rows < 1)
		return;
	facts_init(&facts, ctx, grid);
	bottom_first(&facts, canvas, rect);
	rect.y++;
	if (rect.rows > 1)
		bottom_second(&facts, canvas, rect);
}
