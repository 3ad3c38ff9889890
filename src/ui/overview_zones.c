// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * overview_zones - a table of the zones, with the indices at the order that is asked for.
 *
 * One row of kinds[] is one column: its title, its place in the order of what may be dropped, its
 * text, and its meaning for the help view.  "below" is titled by the size that is asked for.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/index.h"
#include "kernel_work.h"
#include "overview.h"
#include "widget.h"
#include "zone_text.h"

#define TITLE_MAX   32
#define MEMORY_COLS 9 /* "1,023 MiB", "1,310,720" pages */

/* What the columns of one row are made from. */
struct row {
	const struct view_context *ctx;
	const struct zone *zone;
	unsigned int order;               /* asked for */
	uint64_t count[FRAME_ORDERS_MAX];
	bool has_counts, capped;
	struct index_info info;
};

static unsigned int asked_order(const struct view_context *ctx)
{
	return ctx->verdict ? ctx->verdict->want.order : ctx->state->want.order;
}

static void row_init(struct row *row, const struct view_context *ctx, const struct zone *zone)
{
	*row = (struct row){ .ctx = ctx, .zone = zone, .order = asked_order(ctx) };
	row->has_counts = index_zone_counts(zone, row->count, &row->capped);
	if (row->has_counts)
		row->info = index_info(row->count, zone->nr_orders, row->order);
}

static enum role unknown(char *to, size_t size)
{
	snprintf(to, size, "–");
	return ROLE_UNKNOWN;
}

/* Memory; only the number of pages, as the title says, where their size is not known. */
static void memory_text(char *to, size_t size, const struct row *row, struct num pages)
{
	if (num_has(row->ctx->frame->page_size))
		num_pages_text(to, size, pages, row->ctx->frame->page_size);
	else
		num_fit(to, size, pages, MEMORY_COLS);
}

static enum role text_zone(const struct row *row, char *to, size_t size)
{
	zone_label(to, size, row->zone);
	return ROLE_LABEL;
}

static enum role text_free(const struct row *row, char *to, size_t size)
{
	struct num free = zone_free(row->zone);

	memory_text(to, size, row, free);
	return num_role(free, ROLE_VALUE);
}

/* Free memory in blocks below the order asked for. */
static enum role text_below(const struct row *row, char *to, size_t size)
{
	uint64_t usable = row->info.suitable << row->order;

	if (!row->has_counts)
		return unknown(to, size);
	if (!row->info.free_pages) {
		snprintf(to, size, "none");
		return ROLE_WARN;
	}
	fmt_share(to, size, row->info.free_pages - usable, row->info.free_pages);
	return usable ? ROLE_VALUE : ROLE_WARN;
}

static enum role text_unusable(const struct row *row, char *to, size_t size)
{
	int index = index_unusable(&row->info, row->order);

	if (!row->has_counts)
		return unknown(to, size);
	fmt_permille(to, size, index);
	return index_role(index);
}

static enum role text_extfrag(const struct row *row, char *to, size_t size)
{
	if (!row->has_counts)
		return unknown(to, size);
	return extfrag_text(to, size, index_extfrag(&row->info, row->order));
}

static enum role text_blocks(const struct row *row, char *to, size_t size)
{
	if (!row->has_counts)
		return unknown(to, size);
	num_text(to, size, row->capped ? num_capped(row->info.suitable) :
					 num_known(row->info.suitable), fmt_count);
	return row->info.suitable ? ROLE_GOOD : ROLE_BAD;
}

/* Tries gone by of those that a failure costs, and the order that failed. */
static enum role text_deferred(const struct row *row, char *to, size_t size)
{
	const struct zone_compact *compact = &row->zone->compact;

	to[0] = '\0';
	if (!work_is_deferred(compact))
		return ROLE_DIM;
	snprintf(to, size, "o%llu %llu/%llu", (unsigned long long)compact->order_failed.n,
		 (unsigned long long)compact->considered.n, 1ULL << compact->defer_shift.n % 64);
	return ROLE_WARN;
}

/* Free memory above the low watermark: below it kswapd is awake, and compaction is not tried. */
static enum role text_above(const struct row *row, char *to, size_t size)
{
	struct num free = zone_free(row->zone), low = row->zone->low;
	bool under = free.n < low.n;
	char bytes[FMT_MAX];

	if (!num_has(free) || !num_has(low))
		return unknown(to, size);
	memory_text(bytes, sizeof(bytes), row,
		    num_known(under ? low.n - free.n : free.n - low.n));
	snprintf(to, size, "%s%s", under ? "-" : "", bytes);
	return under ? ROLE_BAD : ROLE_VALUE;
}

static enum role pages_text(const struct row *row, struct num pages, char *to, size_t size)
{
	memory_text(to, size, row, pages);
	return num_role(pages, ROLE_TEXT);
}

static enum role text_managed(const struct row *row, char *to, size_t size)
{
	return pages_text(row, row->zone->managed, to, size);
}

static enum role text_min(const struct row *row, char *to, size_t size)
{
	return pages_text(row, row->zone->min, to, size);
}

static enum role text_low(const struct row *row, char *to, size_t size)
{
	return pages_text(row, row->zone->low, to, size);
}

static enum role text_high(const struct row *row, char *to, size_t size)
{
	return pages_text(row, row->zone->high, to, size);
}

static enum role text_boost(const struct row *row, char *to, size_t size)
{
	return pages_text(row, row->zone->boost, to, size);
}

static enum role text_pcp(const struct row *row, char *to, size_t size)
{
	return pages_text(row, row->zone->pcp_pages, to, size);
}

/* Drawn, not written: draw_orders(). */
static enum role text_orders(const struct row *row, char *to, size_t size)
{
	to[0] = '\0';
	return row->has_counts ? ROLE_NONE : unknown(to, size);
}

static const struct kind {
	const char *title;      /* some are made by title_text() */
	int min, max, priority;
	bool left;
	enum role (*text)(const struct row *row, char *to, size_t size);
	const char *help;
} kinds[] = {
	{ "zone", 9, 16, 0, true, text_zone, "node and zone" },
	{ "free", 8, MEMORY_COLS, 0, false, text_free,
	  "free memory (NR_FREE_PAGES); in pages where the page size is not known" },
	{ "below", 7, 8, 1, false, text_below,
	  "share of the free memory that lies in blocks smaller than what is asked for" },
	{ "unusable", 8, 8, 7, false, text_unusable,
	  "unusable free index at that order, the same share as the kernel prints it: (F - S * "
	  "2^k) / F, F free pages, S blocks of order k in the lists; debugfs "
	  "extfrag/unusable_index" },
	{ "frag idx", 8, 8, 3, false, text_extfrag,
	  "fragmentation index at that order: 1 - (1 + F / 2^k) / B, B free blocks; ok (the "
	  "kernel's -1.000): a block is there, towards 0: too little memory, towards 1: "
	  "fragmented; debugfs extfrag/extfrag_index" },
	{ "by order", 14, 44, 4, true, text_orders,
	  "share of the free memory at each order, from order 0 at the left; orders as large as "
	  "what is asked for are lit" },
	{ "blocks", 6, 8, 2, false, text_blocks,
	  "blocks of that order that the free lists would give without moving anything" },
	{ "deferred", 8, 8, 2, false, text_deferred,
	  "shown where compaction of a zone is put off after failures: the smallest order that "
	  "failed, and how many of the tries that are not made have gone by" },
	{ "above low", 9, MEMORY_COLS, 5, false, text_above,
	  "free memory above the low watermark; below it kswapd runs" },
	{ "managed", 8, 9, 6, false, text_managed, "memory that the zone's allocator manages" },
	{ "min", 8, 9, 8, false, text_min, "min watermark: below it only reserves are left" },
	{ "low", 8, 9, 8, false, text_low, "low watermark: kswapd wakes" },
	{ "high", 8, 9, 8, false, text_high, "high watermark: kswapd sleeps" },
	{ "boost", 8, 8, 9, false, text_boost,
	  "what fallbacks between migratetypes have added to the watermarks for now" },
	{ "pcp", 8, 8, 10, false, text_pcp,
	  "pages on per-CPU lists: free, but in no buddy list" },
};

#define NR_KINDS ARRAY_SIZE(kinds)

bool zones_help(unsigned int n, const char **name, const char **help)
{
	if (n >= NR_KINDS)
		return false;
	*name = kinds[n].title;
	*help = kinds[n].help;
	return true;
}

/* "<2 MiB", "<512MiB" where that is too wide, "<order 9" where the page size is unknown. */
static void below_title(const struct view_context *ctx, char title[TITLE_MAX])
{
	if (!num_has(ctx->frame->page_size)) {
		snprintf(title, TITLE_MAX, "<order %u", asked_order(ctx));
		return;
	}
	snprintf(title, TITLE_MAX, "<%s", order_size(FMT_BUF, ctx->frame, asked_order(ctx)));
	if (strlen(title) > 7 && strchr(title, ' '))
		memmove(strchr(title, ' '), strchr(title, ' ') + 1, strlen(strchr(title, ' ')));
}

/* Titles name the size that is asked for, and pages where the page size is unknown. */
static void title_text(const struct view_context *ctx, const struct kind *kind,
		       char title[TITLE_MAX])
{
	struct num page_size = ctx->frame->page_size;

	snprintf(title, TITLE_MAX, "%s", kind->title);
	if (kind->text == text_below)
		below_title(ctx, title);
	else if (kind->text == text_free && !num_has(page_size))
		snprintf(title, TITLE_MAX, "free pgs");
	else if (kind->text == text_blocks && num_has(page_size))
		snprintf(title, TITLE_MAX, "%s blocks",
			 size_short(FMT_BUF, page_size.n << asked_order(ctx)));
	else if (kind->text == text_blocks)
		snprintf(title, TITLE_MAX, "blocks");
}

static bool any_deferred(const struct frame *frame)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (work_is_deferred(&frame->zones[i]->compact))
			return true;
	return false;
}

static void lay_out(const struct view_context *ctx, struct rect rect,
		    struct column columns[NR_KINDS], char titles[NR_KINDS][TITLE_MAX])
{
	for (size_t i = 0; i < NR_KINDS; i++) {
		int min = kinds[i].min, width;

		title_text(ctx, &kinds[i], titles[i]);
		width = text_width(titles[i]);
		if (width > min)
			min = width;
		columns[i] = (struct column){ titles[i], min, min > kinds[i].max ? min :
					      kinds[i].max, kinds[i].priority, !kinds[i].left,
					      0, 0 };
		if (kinds[i].text == text_deferred && !any_deferred(ctx->frame))
			columns[i].min = columns[i].max = 0;
	}
	table_layout(columns, NR_KINDS, rect.x, rect.cols);
}

/* Free pages by order, as columns; each order is one or more cells wide. */
static void draw_orders(struct canvas *canvas, int y, const struct column *column,
			const struct row *row)
{
	double pages[FRAME_ORDERS_MAX];
	unsigned int nr = row->zone->nr_orders;
	int cell_cols = nr ? column->cols / (int)nr : 0;

	for (unsigned int i = 0; i < nr; i++)
		pages[i] = (double)row->count[i] * (double)(1ULL << i);
	widget_columns(canvas, (struct rect){ y, column->x, 1, column->cols },
		       cell_cols > 0 ? cell_cols : 1, pages, nr, row->order, ROLE_PLOT,
		       ROLE_GOOD);
}

static void draw_zone(const struct view_context *ctx, struct canvas *canvas, int y,
		      const struct column *columns, const struct zone *zone)
{
	struct row row;

	row_init(&row, ctx, zone);
	for (size_t i = 0; i < NR_KINDS; i++) {
		char text[48];
		enum role role = kinds[i].text(&row, text, sizeof(text));

		if (role != ROLE_NONE)
			table_cell(canvas, y, &columns[i], role, text);
		else if (columns[i].cols)
			draw_orders(canvas, y, &columns[i], &row);
	}
}

/* The first rank on the screen, so that the chosen zone is among them. */
static unsigned int first_shown(const struct view_context *ctx, int rows)
{
	unsigned int nr = zones_listed(ctx->frame), shown = rows > 0 ? (unsigned int)rows : 0;
	unsigned int chosen = rank_of_zone(ctx->frame, ctx->state->zone);

	if (nr <= shown || chosen < shown / 2)
		return 0;
	return chosen - shown / 2 + shown > nr ? nr - shown : chosen - shown / 2;
}

int zones_rows(const struct view_context *ctx, int cols)
{
	(void)cols;
	return (int)zones_listed(ctx->frame) + 1;
}

void zones_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct column columns[NR_KINDS];
	char titles[NR_KINDS][TITLE_MAX];
	unsigned int first = first_shown(ctx, rect.rows - 1), nr = zones_listed(ctx->frame);

	if (!nr) {
		canvas_text_cut(canvas, rect.y, rect.x, rect.cols, ROLE_UNKNOWN,
				ctx->frame->nr_zones ? "no zone has memory" :
				"no zone is known: the input has neither buddyinfo nor zoneinfo");
		return;
	}
	lay_out(ctx, rect, columns, titles);
	table_head(canvas, rect.y, columns, NR_KINDS);
	for (int i = 0; i < rect.rows - 1 && first + (unsigned int)i < nr; i++) {
		unsigned int zone = zone_of_rank(ctx->frame, first + (unsigned int)i);
		int y = rect.y + 1 + i;

		draw_zone(ctx, canvas, y, columns, ctx->frame->zones[zone]);
		if (zone == ctx->state->zone && nr > 1)
			canvas_attr(canvas, (struct rect){ y, rect.x, 1, rect.cols }, CELL_SELECT);
	}
}

int zones_hit(const struct view_context *ctx, struct rect rect, int row)
{
	unsigned int zone = zone_of_rank(ctx->frame, first_shown(ctx, rect.rows - 1) +
						     (unsigned int)row - 1);

	return row < 1 || row >= rect.rows || zone == ctx->frame->nr_zones ? -1 : (int)zone;
}
