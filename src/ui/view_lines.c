// SPDX-License-Identifier: GPL-2.0-or-later
#include "view_lines.h"

#include "fragscope/fmt.h"
#include "page_look.h"
#include "widget.h"

/* Columns of a class's line. */
#define CLASS_NAME_COL  2
#define CLASS_COUNT_END 22
#define CLASS_SHARE_END 28
#define CLASS_BAR_COL   30
#define CLASS_BAR_MIN   4

bool view_has_color(const struct view_context *ctx)
{
	return (ctx->caps & CANVAS_COLOR) && !ctx->theme->mono;
}

void lines_skip(struct lines *lines)
{
	lines->rect.y++;
	lines->rect.rows--;
}

void lines_field(struct lines *lines, const char *label, enum role role, const char *value)
{
	struct rect *rect = &lines->rect;

	if (rect->rows <= 0)
		return;
	canvas_text_cut(lines->canvas, rect->y, rect->x, rect->cols, ROLE_LABEL, label);
	canvas_text_cut(lines->canvas, rect->y, rect->x + LINES_LABEL_COLS,
			rect->cols - LINES_LABEL_COLS, role, value);
	lines_skip(lines);
}

void lines_long_field(struct lines *lines, const char *label, enum role role, const char *value)
{
	struct rect text = lines->rect;
	int rows;

	text.x += LINES_LABEL_COLS;
	text.cols -= LINES_LABEL_COLS;
	if (text.rows <= 0 || text.cols <= 0)
		return;
	canvas_text_cut(lines->canvas, text.y, lines->rect.x, LINES_LABEL_COLS, ROLE_LABEL, label);
	rows = widget_wrap(lines->canvas, text, role, value);
	lines->rect.y += rows;
	lines->rect.rows -= rows;
}

static void class_line(struct lines *lines, const struct view_context *ctx, enum page_class class,
		       uint64_t nr, uint64_t nr_pages)
{
	const struct page_look *look = page_look(class);
	struct canvas *canvas = lines->canvas;
	struct rect *rect = &lines->rect;

	canvas_glyph(canvas, rect->y, rect->x, look->role,
		     view_has_color(ctx) ? 0x2588 : (unsigned char)look->letter);
	canvas_text(canvas, rect->y, rect->x + CLASS_NAME_COL, ROLE_TEXT,
		    page_class_info(class)->name);
	canvas_right(canvas, rect->y, rect->x + CLASS_COUNT_END, ROLE_VALUE,
		     fmt_count(FMT_BUF, nr));
	canvas_right(canvas, rect->y, rect->x + CLASS_SHARE_END, ROLE_DIM,
		     fmt_share(FMT_BUF, nr, nr_pages));
	if (rect->cols >= CLASS_BAR_COL + CLASS_BAR_MIN)
		widget_bar(canvas, rect->y, rect->x + CLASS_BAR_COL, rect->cols - CLASS_BAR_COL,
			   look->role, (double)nr / (double)nr_pages);
	lines_skip(lines);
}

void lines_classes(struct lines *lines, const struct view_context *ctx,
		   const uint64_t count[NR_PAGE_CLASSES], uint64_t nr_pages)
{
	unsigned int left = 0;

	for (int class = PAGE_HOLE + 1; class < NR_PAGE_CLASSES; class++)
		left += count[class] != 0;
	for (int class = PAGE_HOLE + 1; class < NR_PAGE_CLASSES && lines->rect.rows > 0; class++) {
		if (!count[class])
			continue;
		if (lines->rect.rows == 1 && left > 1) {
			canvas_printf(lines->canvas, lines->rect.y, lines->rect.x, ROLE_DIM,
				      "… and %u classes more", left);
			return;
		}
		class_line(lines, ctx, (enum page_class)class, count[class], nr_pages);
		left--;
	}
}
