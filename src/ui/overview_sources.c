// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * overview_sources - what is missing and what would give it; with room, what each reading cost.
 *
 * Sources that miss come first: they explain why values above are unknown.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
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

/* The whole text; where it does not fit, what helps without what is unknown meanwhile. */
static void draw_remedy(struct pen *pen, const char *text)
{
	const char *more = strstr(text, "; unknown without");
	char remedy[256];

	snprintf(remedy, sizeof(remedy), "%.*s",
		 more && pen->x + text_width(text) > pen->end ? (int)(more - text) : 255, text);
	pen->x = canvas_text_cut(pen->canvas, pen->y, pen->x, pen->end - pen->x, ROLE_TEXT, remedy);
}

/* "denied pagetypeinfo, kpageflags: needs root"; false: no source is in that state. */
static bool draw_group(const struct view_context *ctx, struct pen *pen, enum source_state state)
{
	const char *text = NULL;
	bool any = false;

	for (unsigned int i = 0; i < ctx->frame->nr_sources; i++) {
		const struct source_status *status = &ctx->frame->sources[i];

		if (status->state != state)
			continue;
		if (!any)
			pen_printf(pen, states[state].role, "  %s ", states[state].name);
		else
			pen_text(pen, ROLE_DIM, ", ");
		pen_text(pen, ROLE_LABEL, status->name);
		any = true;
		if (!text)
			text = status->text;
	}
	if (text && pen->x + 4 < pen->end) {
		pen_text(pen, ROLE_DIM, ": ");
		draw_remedy(pen, text);
	}
	return any;
}

/* Too little room for a line each: what is missing, the worst first. */
static void draw_brief(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	static const enum source_state worst_first[] = { SOURCE_DENIED, SOURCE_BROKEN,
							 SOURCE_STALE, SOURCE_ABSENT };
	struct pen pen = pen_at(canvas, rect);
	bool any = false;

	pen_text(&pen, ROLE_TITLE, "sources");
	for (size_t i = 0; i < ARRAY_SIZE(worst_first); i++)
		any |= draw_group(ctx, &pen, worst_first[i]);
	if (!any && ctx->frame->nr_sources == 1)
		pen_printf(&pen, ROLE_GOOD, "  %s ok", ctx->frame->sources[0].name);
	else if (!any)
		pen_printf(&pen, ROLE_GOOD, "  all %u ok", ctx->frame->nr_sources);
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
