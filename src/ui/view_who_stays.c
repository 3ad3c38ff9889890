// SPDX-License-Identifier: GPL-2.0-or-later
/* What stays in a zone: the answer in words, pageblocks by kind, classes of pages, pollution. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"

#include "page_look.h"
#include "view_lines.h"
#include "view_who.h"
#include "view_zone.h"
#include "widget.h"

/* Appends; what does not fit is cut. */
static void append(char *to, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void append(char *to, size_t size, const char *fmt, ...)
{
	size_t len = strlen(to);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(to + len, size - len, fmt, ap);
	va_end(ap);
}

static const char *plural(uint64_t nr)
{
	return nr == 1 ? "" : "s";
}

static void add_spoilt(const struct obstacles *all, char *to, size_t size)
{
	const struct obstacle_class *worst = &all->classes[0];

	for (unsigned int i = 1; i < all->nr_classes; i++)
		if (all->classes[i].nr_blocks > worst->nr_blocks)
			worst = &all->classes[i];
	if (!all->nr_spoilt) {
		append(to, size, " None holds pages that stay.");
		return;
	}
	append(to, size, " %s hold%s pages that stay", fmt_count(FMT_BUF, all->nr_spoilt),
	       all->nr_spoilt == 1 ? "s" : "");
	if (worst->nr_blocks)
		append(to, size, ": %s in %s", page_class_info(worst->class)->name,
		       fmt_count(FMT_BUF, worst->nr_blocks));
	if (worst->nr_alone)
		append(to, size, ", alone in %s", fmt_count(FMT_BUF, worst->nr_alone));
	append(to, size, ".");
}

void who_answer(const struct view_context *ctx, char *to, size_t size)
{
	const struct obstacles *all = ctx->obstacles;
	const struct obstacle_block *cheapest = all->nr_cheapest ? &all->cheapest[0] : NULL;

	to[0] = '\0';
	append(to, size, "Of %s pageblock%s of %s %s %s free", fmt_count(FMT_BUF, all->nr_blocks),
	       plural(all->nr_blocks),
	       view_pages(FMT_BUF, ctx, 1ULL << view_zone_map(ctx)->pageblock_order),
	       fmt_count(FMT_BUF, all->nr_empty), all->nr_empty == 1 ? "is" : "are");
	if (all->nr_clear)
		append(to, size, "; %s more can be freed, the cheapest by moving %s page%s.",
		       fmt_count(FMT_BUF, all->nr_clear), fmt_count(FMT_BUF, cheapest->nr_move),
		       plural(cheapest->nr_move));
	else
		append(to, size, "; no other can be freed for certain.");
	add_spoilt(all, to, size);
}

/* The kinds that pageblocks fall into, with those that were not read. */
static const struct kind {
	const char *name;
	enum role role;
	char glyph;
	const char *help;
} kinds[] = {
	{ "free", ROLE_FREE, '.', "pageblocks of which every page is free" },
	{ "freeable", ROLE_MOVABLE, 'm', "pageblocks that are free once their pages have moved" },
	{ "one folio", ROLE_LARGE, 'F',
	  "pageblocks that one folio fills, which compaction leaves as it is" },
	{ "undecided", ROLE_NOFLAGS, '?',
	  "pageblocks with pages of which it is not known whether they stay, and none that do" },
	{ "spoilt", ROLE_UNMOVABLE, 'X', "pageblocks with pages that stay where they are" },
	{ "not read", ROLE_UNREAD, ' ', "pageblocks that the page map does not have yet" },
};

#define NR_KINDS   ARRAY_SIZE(kinds)
#define ROOMY_COLS 90

static void count_kinds(const struct obstacles *all, uint64_t nr[NR_KINDS])
{
	const uint64_t counts[NR_KINDS] = {
		all->nr_empty, all->nr_clear, all->nr_folio, all->nr_undecided, all->nr_spoilt,
		all->nr_blocks - all->nr_known,
	};

	memcpy(nr, counts, sizeof(counts));
}

void who_kinds_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct part parts[NR_KINDS];
	struct pen pen = pen_at(canvas, rect);
	uint64_t nr[NR_KINDS];

	count_kinds(ctx->obstacles, nr);
	for (size_t i = 0; i < NR_KINDS; i++)
		parts[i] = (struct part){ (double)nr[i], kinds[i].role,
					  (unsigned char)kinds[i].glyph };
	if (ctx->obstacles->nr_blocks)
		widget_stack(canvas, rect.y, rect.x, rect.cols, parts, NR_KINDS);
	pen.y++;
	for (size_t i = 0; i < NR_KINDS && rect.rows > 1; i++) {
		int mark = pen.x;

		if (!nr[i])
			continue;
		pen.x += 2;
		pen_field(&pen, 0, kinds[i].name, ROLE_VALUE, fmt_count(FMT_BUF, nr[i]));
		if (pen.x == pen.end)
			break;
		canvas_glyph(canvas, pen.y, mark, kinds[i].role,
			     view_has_color(ctx) ? 0x2588 : (unsigned char)kinds[i].glyph);
		pen.x += rect.cols < ROOMY_COLS ? 1 : 2; /* five kinds fit 80 columns */
	}
}

/* --- classes --- */

enum { COL_CLASS, COL_PAGES, COL_BLOCKS, COL_ALONE, COL_BAR, NR_COLS };

static void draw_class(const struct view_context *ctx, struct canvas *canvas, int y,
		       const struct column *columns, const struct obstacle_class *row)
{
	const struct page_look *look = page_look(row->class);

	canvas_glyph(canvas, y, columns[COL_CLASS].x, look->role,
		     view_has_color(ctx) ? 0x2588 : (unsigned char)look->letter);
	canvas_text_cut(canvas, y, columns[COL_CLASS].x + 2, columns[COL_CLASS].cols - 2, ROLE_TEXT,
			page_class_info(row->class)->name);
	table_cell(canvas, y, &columns[COL_PAGES], ROLE_VALUE, fmt_count(FMT_BUF, row->nr_pages));
	table_cell(canvas, y, &columns[COL_BLOCKS], ROLE_VALUE,
		   fmt_count(FMT_BUF, row->nr_blocks));
	table_cell(canvas, y, &columns[COL_ALONE], row->nr_alone ? ROLE_BAD : ROLE_DIM,
		   fmt_count(FMT_BUF, row->nr_alone));
	if (columns[COL_BAR].cols)
		widget_bar(canvas, y, columns[COL_BAR].x, columns[COL_BAR].cols, look->role,
			   (double)row->nr_blocks / (double)ctx->obstacles->nr_blocks);
}

static void draw_classes(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct obstacles *all = ctx->obstacles;
	struct column columns[NR_COLS] = {
		[COL_CLASS] = { "what stays", 15, 15, 0 },
		[COL_PAGES] = { "pages", 9, 12, 0, .right = true },
		[COL_BLOCKS] = { "pageblocks", 10, 10, 1, .right = true },
		[COL_ALONE] = { "alone", 8, 8, 1, .right = true },
		[COL_BAR] = { "", 8, 40, 2 },
	};

	table_layout(columns, NR_COLS, rect.x, rect.cols);
	table_head(canvas, rect.y, columns, NR_COLS);
	for (unsigned int i = 0; i < all->nr_classes && (int)i + 1 < rect.rows; i++)
		draw_class(ctx, canvas, rect.y + 1 + (int)i, columns, &all->classes[i]);
	if (!all->nr_classes && rect.rows > 1)
		canvas_text_cut(canvas, rect.y + 1, rect.x, rect.cols, ROLE_GOOD, "nothing");
}

bool who_help(unsigned int n, const char **name, const char **help)
{
	static const char *const more[][2] = {
		{ "pageblocks", "whole pageblocks that hold at least one page of that class" },
		{ "alone", "those that hold nothing else that stays: they would be freeable "
			   "without that class" },
		{ "pollution", "the kernel's pages in pageblocks for movable ones, and movable "
			       "pages in pageblocks for the kernel's" },
		{ "to move", "pages that have to move for the pageblock to become free" },
		{ "in the way", "pages of it that cannot move, and what most of them are" },
	};

	if (n < NR_KINDS) {
		*name = kinds[n].name;
		*help = kinds[n].help;
		return true;
	}
	if (n - NR_KINDS >= ARRAY_SIZE(more))
		return false;
	*name = more[n - NR_KINDS][0];
	*help = more[n - NR_KINDS][1];
	return true;
}

/* --- pollution --- */

/* " (4,123 slab, 332 page-table)", " (slab)" */
static void text_polluters(const struct pollution *pollution, char *to, size_t size)
{
	const char *before = " (";

	for (unsigned int i = 0; i < NR_PAGE_CLASSES; i++) {
		uint64_t nr = pollution->by_class[i];

		if (!nr)
			continue;
		append(to, size, "%s", before);
		if (nr != pollution->unmovable_in_movable)
			append(to, size, "%s ", fmt_count(FMT_BUF, nr));
		append(to, size, "%s", page_class_info((enum page_class)i)->name);
		before = ", ";
	}
	append(to, size, "%s", pollution->unmovable_in_movable ? ")" : "");
}

static enum role text_pollution(const struct view_context *ctx, char *to, size_t size)
{
	const struct pollution *pollution = &ctx->obstacles->pollution;

	to[0] = '\0';
	if (!pollution->has_types) {
		append(to, size, "not known: the pageblocks' migratetypes were not read");
		return ROLE_UNKNOWN;
	}
	if (pollution->movable_polluted)
		append(to, size, "%s of %s movable pageblocks hold %s kernel pages",
		       fmt_count(FMT_BUF, pollution->movable_polluted),
		       fmt_count(FMT_BUF, pollution->movable_blocks),
		       fmt_count(FMT_BUF, pollution->unmovable_in_movable));
	else
		append(to, size, "none of %s movable pageblocks holds a kernel page",
		       fmt_count(FMT_BUF, pollution->movable_blocks));
	text_polluters(pollution, to, size);
	if (pollution->unmovable_polluted)
		append(to, size, "; %s of %s unmovable ones hold %s movable pages",
		       fmt_count(FMT_BUF, pollution->unmovable_polluted),
		       fmt_count(FMT_BUF, pollution->unmovable_blocks),
		       fmt_count(FMT_BUF, pollution->movable_in_unmovable));
	return pollution->movable_polluted ? ROLE_WARN : ROLE_GOOD;
}

/* Pollution comes before the last classes, which have few pages. */
static int classes_rows(const struct view_context *ctx)
{
	return 1 + (ctx->obstacles->nr_classes ? (int)ctx->obstacles->nr_classes : 1);
}

static int pollution_rows(const struct view_context *ctx, int cols)
{
	char text[256];

	text_pollution(ctx, text, sizeof(text));
	return cols > LINES_LABEL_COLS ? wrap_rows(text, cols - LINES_LABEL_COLS) : 0;
}

int who_stays_rows(const struct view_context *ctx, int cols)
{
	return classes_rows(ctx) + pollution_rows(ctx, cols);
}

int who_stays_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	int below = pollution_rows(ctx, rect.cols), rows = classes_rows(ctx);
	struct rect classes = rect;
	struct lines lines = { canvas, rect };
	char text[256];
	enum role role;

	if (rect.rows < 2)
		return 0;
	if (below > rect.rows - 2)
		below = 0;
	classes.rows = rows < rect.rows - below ? rows : rect.rows - below;
	draw_classes(ctx, canvas, classes);
	lines.rect.y += classes.rows;
	lines.rect.rows -= classes.rows;
	role = text_pollution(ctx, text, sizeof(text));
	if (below)
		lines_long_field(&lines, "pollution", role, text);
	return classes.rows + below;
}
