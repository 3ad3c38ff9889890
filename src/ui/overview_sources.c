// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * overview_sources - what is missing and what would give it; with room, what each reading cost.
 *
 * Sources that miss come first: they explain why values above are unknown.
 */
#include <stdio.h>

#include "fragscope/fmt.h"
#include "overview.h"
#include "widget.h"

#define NAME_COLS 14

static const struct {
	const char *name;
	enum role role;
} states[] = {
	[SOURCE_ABSENT] = { "absent", ROLE_DIM },
	[SOURCE_OK] = { "ok", ROLE_GOOD },
	[SOURCE_DENIED] = { "denied", ROLE_WARN },
	[SOURCE_BROKEN] = { "broken", ROLE_BAD },
	[SOURCE_STALE] = { "stale", ROLE_WARN },
};

static bool is_missing(const struct source_status *status)
{
	return status->state != SOURCE_OK;
}

int sources_rows(const struct view_context *ctx, int cols)
{
	(void)cols;
	return ctx->frame->nr_sources ? 1 + (int)ctx->frame->nr_sources : 0;
}

static void draw_source(const struct view_context *ctx, struct canvas *canvas, struct rect rect,
			const struct source_status *status)
{
	int x = rect.x, right = rect.x + rect.cols;

	canvas_text_cut(canvas, rect.y, x, NAME_COLS - 1, ROLE_LABEL, status->name);
	x += NAME_COLS;
	canvas_text(canvas, rect.y, x, states[status->state].role, states[status->state].name);
	x += 8;
	if (status->cost_ns)
		canvas_right(canvas, rect.y, x + 6, ROLE_VALUE,
			     fmt_duration(FMT_BUF, status->cost_ns));
	x += 9;
	if (status->read_ns && ctx->frame->live)
		x = canvas_printf(canvas, rect.y, x, ROLE_DIM, "read %s",
				  age_text(FMT_BUF, ctx->input->now_ns, status->read_ns)) + 2;
	if (status->text)
		canvas_text_cut(canvas, rect.y, x, right - x, ROLE_TEXT, status->text);
}

/* Too little room for a line each: the names of what is missing. */
static void draw_brief(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct source_status *first = NULL;
	struct pen pen = pen_at(canvas, rect);

	pen_text(&pen, ROLE_TITLE, "sources  ");
	for (unsigned int i = 0; i < ctx->frame->nr_sources; i++) {
		const struct source_status *status = &ctx->frame->sources[i];

		if (!is_missing(status))
			continue;
		if (first)
			pen_text(&pen, ROLE_DIM, ", ");
		pen_text(&pen, ROLE_LABEL, status->name);
		pen_printf(&pen, states[status->state].role, " %s", states[status->state].name);
		if (!first || (!first->text && status->text))
			first = status;
	}
	if (!first)
		pen_printf(&pen, ROLE_GOOD, "all %u ok", ctx->frame->nr_sources);
	else if (first->text && pen.x + 4 < pen.end)
		canvas_text_cut(canvas, rect.y, canvas_text(canvas, rect.y, pen.x, ROLE_DIM, ": "),
				pen.end - pen.x - 2, ROLE_TEXT, first->text);
}

void sources_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	int row = 1, x;

	if (rect.rows < 2) {
		draw_brief(ctx, canvas, rect);
		return;
	}
	x = canvas_text(canvas, rect.y, rect.x, ROLE_TITLE, "sources") + 2;
	canvas_text_cut(canvas, rect.y, x, rect.x + rect.cols - x, ROLE_DIM,
			"state, cost of the last reading, what would give more");
	for (int missing = 1; missing >= 0; missing--) {
		for (unsigned int i = 0; i < ctx->frame->nr_sources && row < rect.rows; i++) {
			const struct source_status *status = &ctx->frame->sources[i];

			if (is_missing(status) == missing)
				draw_source(ctx, canvas, (struct rect){ rect.y + row++, rect.x, 1,
									rect.cols }, status);
		}
	}
}
