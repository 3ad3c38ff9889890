// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_activity_pages - how pages are handed out: taken from other migratetypes, and at which
 * orders.
 *
 * A fallback is "fragmenting" where the block taken was smaller than a pageblock: from then on the
 * pageblock holds both types.  The two directions that spoil memory for huge pages, unmovable into
 * movable and back, are marked.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/view.h"
#include "type_look.h"
#include "view_activity.h"
#include "widget.h"

#define WANT_COLS  12
#define WAY_COLS   12
#define CELL_COLS  12
#define ORDER_COLS 16
#define CLASS_COLS 14

/* What became of the pages: a line of the matrix each. */
static const struct way {
	const char *name;
	size_t offset;      /* of the count in a fallback_row */
	unsigned int means; /* without which it is not known */
	bool harm;
} ways[] = {
	{ "claimed", offsetof(struct fallback_row, nr_claimed), ACTIVITY_CLAIMS, false },
	{ "stolen", offsetof(struct fallback_row, nr_stolen), ACTIVITY_CLAIMS, false },
	{ "all", offsetof(struct fallback_row, nr), ACTIVITY_FALLBACKS, false },
	{ "fragmenting", offsetof(struct fallback_row, nr_fragmenting), ACTIVITY_FALLBACKS, true },
};

static uint64_t way_count(const struct activity *activity, const struct way *way, int want,
			  int from)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < activity->nr_fallbacks; i++) {
		const struct fallback_row *row = &activity->fallbacks[i];

		if ((want < 0 || (int)row->want == want) && (from < 0 || (int)row->from == from))
			sum += *(const uint64_t *)((const char *)row + way->offset);
	}
	return sum;
}

static uint64_t count_all(const struct activity *activity, int want, int from)
{
	return way_count(activity, &ways[2], want, from);
}

/* Whether that line of a type is worth a row. */
static bool has_line(const struct activity *activity, const struct way *way, unsigned int want)
{
	return (activity->means & way->means) && way_count(activity, way, (int)want, -1);
}

int activity_fallbacks_rows(const struct view_context *ctx, int cols)
{
	const struct activity *activity = activity_of(ctx);
	int rows = 1;

	(void)cols;
	if (!activity)
		return 0;
	if (!(activity->means & ACTIVITY_FALLBACKS) || !count_all(activity, -1, -1))
		return 1;
	for (unsigned int want = 0; want < FRAME_TYPES_MAX; want++)
		for (size_t i = 0; i < ARRAY_SIZE(ways); i++)
			rows += has_line(activity, &ways[i], want);
	return rows;
}

static char *type_text(char *to, size_t size, const struct frame *frame, unsigned int type)
{
	if (type < frame->nr_types)
		snprintf(to, size, "%s", frame->type_name[type]);
	else
		snprintf(to, size, "type %u", type);
	return to;
}

static bool is_marked(const struct frame *frame, unsigned int want, unsigned int from)
{
	int unmovable = frame_find_type(frame, "Unmovable");
	int movable = frame_find_type(frame, "Movable");

	return ((int)want == unmovable && (int)from == movable) ||
	       ((int)want == movable && (int)from == unmovable);
}

static void draw_cell(const struct view_context *ctx, struct canvas *canvas, int y, int right,
		      const struct way *way, unsigned int want, unsigned int from)
{
	uint64_t nr = way_count(activity_of(ctx), way, (int)want, (int)from);
	bool marked = way->harm && nr && is_marked(ctx->frame, want, from);
	char text[FMT_MAX + 2], number[FMT_MAX];

	if (want == from && !nr) {
		canvas_right(canvas, y, right, ROLE_DIM, "·");
		return;
	}
	num_fit(number, sizeof(number), num_known(nr), CELL_COLS - 4);
	snprintf(text, sizeof(text), "%s%s", marked ? "! " : "", number);
	canvas_right(canvas, y, right, !nr ? ROLE_DIM : marked ? ROLE_BAD : way->harm ? ROLE_WARN :
		     ROLE_VALUE, text);
}

static void draw_matrix(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct activity *activity = activity_of(ctx);
	int y = rect.y, x = rect.x + WANT_COLS + WAY_COLS;
	unsigned int types[FRAME_TYPES_MAX], nr = 0;

	canvas_text(canvas, y, rect.x, ROLE_TITLE, "fallbacks");
	canvas_text(canvas, y, x - 5, ROLE_DIM, "from");
	for (unsigned int from = 0; from < FRAME_TYPES_MAX; from++) {
		if (!count_all(activity, -1, (int)from) ||
		    x + ((int)nr + 1) * CELL_COLS > rect.x + rect.cols)
			continue;
		types[nr++] = from;
		canvas_right(canvas, y, x + (int)nr * CELL_COLS - 1, type_role(from),
			     type_text(FMT_BUF, ctx->frame, from));
	}
	for (unsigned int want = 0; want < FRAME_TYPES_MAX; want++) {
		bool named = false;

		for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
			if (!has_line(activity, &ways[i], want))
				continue;
			y++;
			if (!named)
				canvas_text(canvas, y, rect.x, type_role(want),
					    type_text(FMT_BUF, ctx->frame, want));
			named = true;
			canvas_text(canvas, y, rect.x + WANT_COLS, ROLE_LABEL, ways[i].name);
			for (unsigned int at = 0; at < nr; at++)
				draw_cell(ctx, canvas, y, x + ((int)at + 1) * CELL_COLS - 1,
					  &ways[i], want, types[at]);
		}
	}
}

void activity_fallbacks_draw(const struct view_context *ctx, struct canvas *canvas,
			     struct rect rect)
{
	const struct activity *activity = activity_of(ctx);
	struct pen pen = pen_at(canvas, rect);

	if (!(activity->means & ACTIVITY_FALLBACKS)) {
		activity_draw_missing(ctx, canvas, rect, "fallbacks");
	} else if (!count_all(activity, -1, -1)) {
		pen_text(&pen, ROLE_TITLE, "fallbacks");
		pen_text(&pen, ROLE_GOOD, "  none: every request was served by its own type");
	} else {
		draw_matrix(ctx, canvas, rect);
	}
}

static uint64_t alloc_count(const struct activity *activity, int order, int class, bool failed)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < activity->nr_allocs; i++) {
		const struct alloc_row *row = &activity->allocs[i];

		if (row->order == order && (class < 0 || (int)row->class == class))
			sum += failed ? row->nr_failed : row->nr;
	}
	return sum;
}

static bool has_order(const struct activity *activity, int order)
{
	return alloc_count(activity, order, -1, false) || alloc_count(activity, order, -1, true);
}

int activity_allocs_rows(const struct view_context *ctx, int cols)
{
	const struct activity *activity = activity_of(ctx);
	int rows = 1;

	(void)cols;
	if (!activity)
		return 0;
	if (!(activity->means & ACTIVITY_ALLOCS))
		return 1;
	for (int order = 0; order < FRAME_ORDERS_MAX; order++)
		rows += has_order(activity, order);
	return rows > 1 ? rows + 1 : 0;
}

/* "1,204", and with failed ones "1,204 -37". */
static void draw_alloc(const struct activity *activity, struct canvas *canvas, int y, int right,
		       int order, int class)
{
	uint64_t nr = alloc_count(activity, order, class, false);
	uint64_t failed = alloc_count(activity, order, class, true);
	char text[2 * FMT_MAX + 4];

	if (failed) {
		snprintf(text, sizeof(text), " -%s", num_fit(FMT_BUF, num_known(failed), 5));
		canvas_right(canvas, y, right, ROLE_BAD, text);
		right -= text_width(text);
	}
	if (!order)
		return; /* only failed ones are counted */
	canvas_right(canvas, y, right, nr ? ROLE_VALUE : ROLE_DIM,
		     num_fit(FMT_BUF, num_known(nr), failed ? 6 : CLASS_COLS - 2));
}

/* How long all this was counted, pages that per-CPU lists gave back, and calls that emptied all of
 * them. */
static void draw_drains(const struct view_context *ctx, struct canvas *canvas, struct rect line)
{
	const struct activity *activity = activity_of(ctx);
	struct pen pen = pen_at(canvas, line);

	pen_field(&pen, 0, "counted for", ROLE_VALUE, fmt_duration(FMT_BUF, activity->counted_ns));
	if (num_has(activity->drained_pages))
		pen_field(&pen, 3, "given back by per-CPU lists", ROLE_VALUE,
			  num_pages_text(FMT_BUF, activity->drained_pages, ctx->frame->page_size));
	if (num_has(activity->drains))
		pen_field(&pen, 3, "drained everywhere", activity->drains.n ? ROLE_WARN : ROLE_DIM,
			  num_text(FMT_BUF, activity->drains, fmt_count));
	if (num_has(activity->drains))
		pen_text(&pen, ROLE_LABEL, activity->drains.n == 1 ? " time" : " times");
}

void activity_allocs_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct activity *activity = activity_of(ctx);
	int nr = (rect.cols - ORDER_COLS) / CLASS_COLS, y = rect.y;

	if (!(activity->means & ACTIVITY_ALLOCS)) {
		activity_draw_missing(ctx, canvas, rect, "allocations");
		return;
	}
	nr = nr < 1 ? 1 : nr > NR_ALLOC_CLASSES ? NR_ALLOC_CLASSES : nr;
	canvas_text_cut(canvas, y, rect.x, ORDER_COLS, ROLE_TITLE, "allocs -failed");
	for (int class = 0; class < nr; class++)
		canvas_right(canvas, y, rect.x + ORDER_COLS + (class + 1) * CLASS_COLS - 1,
			     ROLE_TITLE, alloc_class_name[class]);
	for (int order = 0; order < FRAME_ORDERS_MAX; order++) {
		if (!has_order(activity, order))
			continue;
		y++;
		canvas_printf(canvas, y, rect.x, ROLE_LABEL, "order %2d %6s", order,
			      size_short(FMT_BUF, frame_page_size(ctx->frame) << order));
		for (int class = 0; class < nr; class++)
			draw_alloc(activity, canvas, y, rect.x + ORDER_COLS +
				   (class + 1) * CLASS_COLS - 1, order, class);
	}
	draw_drains(ctx, canvas, (struct rect){ y + 1, rect.x, 1, rect.cols });
}
