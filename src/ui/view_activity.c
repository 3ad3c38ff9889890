// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_activity - what the kernel does about fragmentation, and who waits for it.
 *
 * The answers stand on top, the evidence under them, the most telling first.  All sections together
 * are one page that is scrolled where the screen is too small; wide screens put the lower sections
 * into two columns.
 */
#include "view_activity.h"


#include "fragscope/array.h"
#include "views.h"
#include "widget.h"

#define WIDE_COLS  140
#define COLUMN_GAP 3

/* In the order of the page. */
static const struct {
	const char *name;       /* where it is out of sight */
	struct section section;
} sections[] = {
	{ "answers", { activity_answers_rows, activity_answers_draw, 0 } },
	{ "time", { activity_time_rows, activity_time_draw, 1 } },
	{ "waits", { activity_waits_rows, activity_waits_draw, 1 } },
	{ "compaction", { activity_compact_rows, activity_compact_draw, 1 } },
	{ "counters", { activity_counters_rows, activity_counters_draw, 1 } },
	{ "latency", { activity_latency_rows, activity_latency_draw, 1 } },
	{ "threads", { activity_threads_rows, activity_threads_draw, 2 } },
	{ "deferral", { activity_deferral_rows, activity_deferral_draw, 2 } },
	{ "fallbacks", { activity_fallbacks_rows, activity_fallbacks_draw, 2 } },
	{ "allocations", { activity_allocs_rows, activity_allocs_draw, 2 } },
	{ "last runs", { activity_runs_rows, activity_runs_draw, 2 } },
};

static const struct {
	const char *name, *help;
} words[] = {
	{ "waits, times", "entries into direct compaction, direct reclaim or drain_all_pages(); "
	  "time waited is the sum over processes and can exceed a second per second" },
	{ "got it", "waits that ended with what they were for: compaction with success, reclaim "
	  "with at least one page" },
	{ "runs", "a zone compacted once, from begin to end; one wait may try several zones" },
	{ "met their goal", "runs for an order that ended with a block of it, and proactive runs "
	  "that brought the score down; runs by hand have no goal" },
	{ "scan/move", "pages that both scanners looked at for each page that was moved" },
	{ "empty, in vain", "visits of the free scanner to a pageblock that took no page" },
	{ "claimed", "a fallback after which the whole pageblock has the type asked for" },
	{ "stolen", "a fallback that took the pages alone and left the pageblock its type" },
	{ "fragmenting", "fallbacks that took a block smaller than a pageblock; marked (!) where "
	  "unmovable pages came into a movable pageblock, or movable ones into an unmovable" },
	{ "deferred n/m", "after a failure, m - 1 compactions of that order and above are not "
	  "tried; n have gone by (mm/compaction.c compaction_deferred)" },
	{ "proactive run", "kcompactd looks every 500 ms and begins when the node's score is above "
	  "the mark made of vm.compaction_proactiveness and kswapd sleeps; a run without progress "
	  "makes it wait 32 s" },
};

bool activity_word(unsigned int n, const char **name, const char **help)
{
	if (n >= ARRAY_SIZE(words))
		return false;
	*name = words[n].name;
	*help = words[n].help;
	return true;
}

/* Places of the sections on the page; rows 0: it has nothing to say. */
struct page {
	struct rect rect[ARRAY_SIZE(sections)];
	int rows;
};

static void place_side(const struct view_context *ctx, struct rect side, unsigned int sides,
		       struct page *page)
{
	int y = side.y;

	for (size_t i = 0; i < ARRAY_SIZE(sections); i++) {
		int rows;

		if (!(sides & 1u << sections[i].section.side))
			continue;
		rows = sections[i].section.rows(ctx, side.cols);
		page->rect[i] = (struct rect){ y, side.x, rows, side.cols };
		if (!rows)
			continue;
		y += rows + 1;
		if (y - 1 > page->rows)
			page->rows = y - 1;
	}
}

static void lay_out(const struct view_context *ctx, struct rect rect, struct page *page)
{
	struct rect side = { 0, rect.x, 0, rect.cols };
	int half = rect.cols / 2;

	*page = (struct page){ .rows = 0 };
	if (rect.cols < WIDE_COLS) {
		place_side(ctx, side, 1u << 0 | 1u << 1 | 1u << 2, page);
		return;
	}
	place_side(ctx, side, 1u << 0, page);
	side.y = page->rows + 1;
	side.cols = half - COLUMN_GAP;
	place_side(ctx, side, 1u << 1, page);
	side.x += half;
	side.cols = rect.cols - half;
	place_side(ctx, side, 1u << 2, page);
}

/* Rows of the screen that show the page; the last one says what is below, where something is. */
static int page_window(const struct page *page, struct rect rect)
{
	return page->rows > rect.rows && rect.rows > 2 ? rect.rows - 1 : rect.rows;
}

static unsigned int scroll_max(const struct page *page, struct rect rect)
{
	int over = page->rows - page_window(page, rect);

	return over > 0 ? (unsigned int)over : 0;
}

/* "23 more lines: latency, fallbacks", in as many words as fit. */
static void draw_below(const struct page *page, struct canvas *canvas, struct rect rect, int top)
{
	struct pen pen = pen_at(canvas, (struct rect){ rect.y + rect.rows - 1, rect.x, 1,
						       rect.cols });
	int bottom = top + page_window(page, rect);
	const char *before = ": ";

	if (bottom >= page->rows) {
		pen_printf(&pen, ROLE_DIM, "↑ %d more lines above", top);
		return;
	}
	pen_printf(&pen, ROLE_DIM, "↓ %d more line%s", page->rows - bottom,
		   page->rows - bottom == 1 ? "" : "s");
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++) {
		if (!page->rect[i].rows || page->rect[i].y + page->rect[i].rows <= bottom)
			continue;
		pen_printf(&pen, ROLE_DIM, "%s%s", before, sections[i].name);
		before = ", ";
	}
}

static void activity_draw_view(const struct view_context *ctx, struct canvas *canvas,
			       struct rect rect)
{
	struct rect old = canvas_clip(canvas, rect), window = rect;
	struct page page;
	unsigned int max, top = ctx->state->activity.scroll;

	lay_out(ctx, rect, &page);
	max = scroll_max(&page, rect);
	if (top > max)
		top = max;
	window.rows = page_window(&page, rect);
	if (window.rows < rect.rows)
		draw_below(&page, canvas, rect, (int)top);
	canvas_clip(canvas, window);
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++) {
		struct rect place = page.rect[i], outer;

		if (!place.rows)
			continue;
		place.y += rect.y - (int)top;
		outer = canvas_clip(canvas, place);
		sections[i].section.draw(ctx, canvas, place);
		canvas_unclip(canvas, outer);
	}
	canvas_unclip(canvas, old);
}

static bool activity_act(const struct view_context *ctx, enum action action, struct rect rect,
			 struct ui_effects *effects)
{
	struct page page;
	long top = (long)ctx->state->activity.scroll, max, step = rect.rows > 2 ? rect.rows - 2 : 1;

	(void)effects;
	lay_out(ctx, rect, &page);
	max = (long)scroll_max(&page, rect);
	top = top < max ? top : max;
	switch (action) {
	case ACTION_UP:
	case ACTION_DOWN:
		top += action == ACTION_UP ? -1 : 1;
		break;
	case ACTION_PAGE_UP:
	case ACTION_PAGE_DOWN:
		top += action == ACTION_PAGE_UP ? -step : step;
		break;
	case ACTION_HOME:
	case ACTION_END:
		top = action == ACTION_HOME ? 0 : max;
		break;
	case ACTION_NEXT_PERIOD:
		ctx->state->activity.span = (ctx->state->activity.span + 1) % NR_PERIOD_SPANS;
		break;
	default:
		return false;
	}
	ctx->state->activity.scroll = (unsigned int)(top < 0 ? 0 : top > max ? max : top);
	return true;
}

static bool activity_mouse(const struct view_context *ctx, const struct ui_event *event,
			   struct rect rect, struct ui_effects *effects)
{
	if (event->mouse != MOUSE_WHEEL_UP && event->mouse != MOUSE_WHEEL_DOWN)
		return false;
	return activity_act(ctx, event->mouse == MOUSE_WHEEL_UP ? ACTION_UP : ACTION_DOWN, rect,
			    effects);
}

static const enum action footer[] = {
	ACTION_NEXT_PERIOD, ACTION_UP, ACTION_DOWN, ACTION_PAUSE, ACTION_STEP_BACK,
	ACTION_STEP_FORWARD, ACTION_SAVE, ACTION_NONE,
};

const struct view_ops view_activity = {
	.name = "activity",
	.title = "activity",
	.help = "who waits for memory, what compaction and fallbacks do, and how long it takes",
	.go = ACTION_VIEW_ACTIVITY,
	.inner = ACTION_VIEW_MAP,
	.outer = ACTION_VIEW_OVERVIEW,
	.wants_period = true,
	.footer = footer,
	.draw = activity_draw_view,
	.act = activity_act,
	.mouse = activity_mouse,
};
