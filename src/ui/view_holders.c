// SPDX-License-Identifier: GPL-2.0-or-later
#include "view_holders.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/fmt.h"
#include "fragscope/holders.h"

#include "view_zone.h"
#include "widget.h"

#define PROGRESS_COLS 20

/* The answer to the question at hand, NULL: there is none yet. */
static const struct holders *answer(const struct view_context *ctx)
{
	const struct frame *frame = ctx->input ? ctx->input->frame : NULL;
	const struct holders *holders = frame ? frame->holders : NULL;

	if (!holders || holders->question != ctx->state->holders.question)
		return NULL;
	return holders;
}

static bool can_ask(const struct view_context *ctx)
{
	return ctx->input && !ctx->input->nr_frames && ctx->input->interval_ms;
}

static bool is_running(const struct view_context *ctx)
{
	const struct holders *holders = answer(ctx);

	return ctx->state->holders.asked && can_ask(ctx) &&
	       (!holders || holders->state == HOLDERS_RUNNING);
}

bool view_holders_cancel(const struct view_context *ctx)
{
	if (!is_running(ctx))
		return false;
	ctx->state->holders.asked = false;
	return true;
}

void view_holders_toggle(const struct view_context *ctx, uint64_t pfn, uint64_t end)
{
	if (view_holders_cancel(ctx))
		return;
	ctx->state->holders.asked = true;
	ctx->state->holders.question++;
	if (!ctx->state->holders.question)
		ctx->state->holders.question++;
	ctx->state->holders.pfn = pfn;
	ctx->state->holders.end = end;
}

bool view_holders_show(const struct view_context *ctx, uint64_t pfn, uint64_t end)
{
	return ctx->state->holders.question && ctx->state->holders.pfn >= pfn &&
	       ctx->state->holders.end <= end;
}

/* "block 0x1200, 512 pages", "pages 0x1200 to 0x63ffff" */
static char *range_text(char *to, size_t size, const struct view_context *ctx)
{
	uint64_t pfn = ctx->state->holders.pfn, end = ctx->state->holders.end;

	snprintf(to, size, "pfn 0x%" PRIx64 "–0x%" PRIx64 ", %s", pfn, end - 1,
		 view_pages(FMT_BUF, ctx, end - pfn));
	return to;
}

static void draw_title(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct pen pen = pen_at(canvas, rect);
	char text[96];

	pen_text(&pen, ROLE_TITLE, "who has pages");
	pen_printf(&pen, ROLE_DIM, "  %s", range_text(text, sizeof(text), ctx));
}

static const char *progress_word(const struct view_context *ctx, enum holders_state state)
{
	if (state == HOLDERS_RUNNING)
		return ctx->state->paused ? "paused after " : "looking through ";
	return state == HOLDERS_STOPPED ? "cancelled after " : "looked through ";
}

/* How far it is, or how it ended. */
static enum role status_text(const struct view_context *ctx, const struct holders *holders,
			     char *to, size_t size)
{
	int len;

	if (!can_ask(ctx)) {
		snprintf(to, size, "only the running host can be asked who has its pages");
		return ROLE_UNKNOWN;
	}
	if (!holders) {
		snprintf(to, size, ctx->state->paused ? "paused: the search begins when you go on" :
							"begins");
		return ROLE_DIM;
	}
	if (holders->state == HOLDERS_FAILED) {
		snprintf(to, size, "%s", holders->text);
		return ROLE_WARN;
	}
	len = snprintf(to, size, "%s%s of %s processes", progress_word(ctx, holders->state),
		       fmt_count(FMT_BUF, holders->nr_done), fmt_count(FMT_BUF, holders->nr_all));
	if (holders->nr_denied && len > 0 && (size_t)len < size)
		snprintf(to + len, size - (size_t)len, ", %s could not be looked into",
			 fmt_count(FMT_BUF, holders->nr_denied));
	return holders->nr_denied ? ROLE_WARN : ROLE_TEXT;
}

static void draw_status(const struct view_context *ctx, const struct holders *holders,
			struct canvas *canvas, struct rect rect)
{
	char text[200];
	enum role role = status_text(ctx, holders, text, sizeof(text));

	if (is_running(ctx) && holders && holders->nr_all && rect.cols > 3 * PROGRESS_COLS) {
		widget_bar(canvas, rect.y, rect.x, PROGRESS_COLS, ROLE_PLOT,
			   (double)holders->nr_done / (double)holders->nr_all);
		rect.x += PROGRESS_COLS + 1;
		rect.cols -= PROGRESS_COLS + 1;
	}
	canvas_text_cut(canvas, rect.y, rect.x, rect.cols, role, text);
}

enum { COL_KIND, COL_PAGES, COL_SHARE, COL_NAME, COL_PID, COL_BAR, NR_COLS };

/* A name in so many columns: of a long path both ends say something, its middle says least. */
static void draw_name(struct canvas *canvas, int y, const struct column *column, const char *name)
{
	int over = text_width(name) - column->cols, head = column->cols / 2;
	const char *tail = name;

	table_cell(canvas, y, column, ROLE_TEXT, name);
	if (over <= 0 || column->cols < 8)
		return;
	while (text_width(tail) > column->cols - head - 1)
		for (tail++; (*tail & 0xc0) == 0x80;)
			tail++;
	canvas_glyph(canvas, y, column->x + head, ROLE_TEXT, 0x2026);
	canvas_text_cut(canvas, y, column->x + head + 1, column->cols - head - 1, ROLE_TEXT, tail);
}

static void draw_row(struct canvas *canvas, int y, const struct column *columns,
		     const struct holders *holders, const struct holder *row,
		     const struct holder *first)
{
	char pid[16];

	if (row == first)
		table_cell(canvas, y, &columns[COL_KIND], ROLE_LABEL, holder_kind_name[row->kind]);
	table_cell(canvas, y, &columns[COL_PAGES], ROLE_VALUE, fmt_count(FMT_BUF, row->nr_pages));
	table_cell(canvas, y, &columns[COL_SHARE], ROLE_DIM,
		   fmt_share(FMT_BUF, row->nr_pages, holders->end_pfn - holders->start_pfn));
	draw_name(canvas, y, &columns[COL_NAME], row->name);
	if (row->kind == HOLDER_PROCESS) {
		snprintf(pid, sizeof(pid), "%" PRIu32, row->pid);
		table_cell(canvas, y, &columns[COL_PID], ROLE_DIM, pid);
	}
	if (columns[COL_BAR].cols)
		widget_bar(canvas, y, columns[COL_BAR].x, columns[COL_BAR].cols, ROLE_PLOT,
			   (double)row->nr_pages / (double)first->nr_pages);
}

/* --- which rows there is room for --- */

/* The rows of a kind, one after the other, and how many lines they get. */
struct group {
	const struct holder *rows;
	uint64_t nr, nr_all;   /* rows kept, and holders found */
	int lines;             /* the last may say how many more there are */
};

static void find_groups(const struct holders *holders, struct group groups[NR_HOLDER_KINDS])
{
	memset(groups, 0, NR_HOLDER_KINDS * sizeof(*groups));
	for (unsigned int i = 0; i < holders->nr; i++) {
		struct group *group = &groups[holders->rows[i].kind];

		if (!group->nr++)
			group->rows = &holders->rows[i];
	}
	for (unsigned int kind = 0; kind < NR_HOLDER_KINDS; kind++) {
		groups[kind].nr_all = groups[kind].nr + holders->nr_more[kind];
		groups[kind].lines = (int)groups[kind].nr + (holders->nr_more[kind] > 0);
	}
}

static int sum_lines(const struct group groups[NR_HOLDER_KINDS])
{
	int sum = 0;

	for (unsigned int kind = 0; kind < NR_HOLDER_KINDS; kind++)
		sum += groups[kind].lines;
	return sum;
}

/* Where there is no room for all, the kinds with most rows give way. */
static void fit_groups(struct group groups[NR_HOLDER_KINDS], int rows)
{
	for (int over = sum_lines(groups) - rows; over > 0; over--) {
		struct group *largest = &groups[0];

		for (unsigned int kind = 1; kind < NR_HOLDER_KINDS; kind++)
			if (groups[kind].lines > largest->lines)
				largest = &groups[kind];
		largest->lines -= largest->lines > 0;
	}
}

static int draw_group(const struct holders *holders, const struct group *group,
		      const struct column *columns, struct canvas *canvas, int y)
{
	uint64_t shown = group->nr_all > (uint64_t)group->lines && group->lines > 1 ?
			 (uint64_t)group->lines - 1 : (uint64_t)group->lines;
	char text[48];

	for (uint64_t i = 0; i < shown; i++)
		draw_row(canvas, y++, columns, holders, &group->rows[i], group->rows);
	if (shown < (uint64_t)group->lines) {
		snprintf(text, sizeof(text), "and %s more",
			 fmt_count(FMT_BUF, group->nr_all - shown));
		table_cell(canvas, y++, &columns[COL_NAME], ROLE_DIM, text);
	}
	return y;
}

static void draw_table(const struct holders *holders, struct canvas *canvas, struct rect rect)
{
	struct column columns[NR_COLS] = {
		[COL_KIND] = { "held by", 10, 10, 0 },
		[COL_PAGES] = { "pages", 7, 11, 0, .right = true },
		[COL_SHARE] = { "", 5, 5, 1, .right = true },
		[COL_NAME] = { "name", 34, 60, 0 },
		[COL_PID] = { "pid", 7, 9, 2, .right = true },
		[COL_BAR] = { "", 8, 30, 3 },
	};
	struct group groups[NR_HOLDER_KINDS];
	int y = rect.y + 1;

	if (rect.rows < 2)
		return;
	table_layout(columns, NR_COLS, rect.x, rect.cols);
	table_head(canvas, rect.y, columns, NR_COLS);
	find_groups(holders, groups);
	fit_groups(groups, rect.rows - 1);
	for (unsigned int kind = 0; kind < NR_HOLDER_KINDS; kind++)
		y = draw_group(holders, &groups[kind], columns, canvas, y);
}

int view_holders_rows(const struct view_context *ctx)
{
	const struct holders *holders = answer(ctx);
	struct group groups[NR_HOLDER_KINDS];
	int rows = 2;

	if (!holders)
		return rows;
	find_groups(holders, groups);
	rows += holders->text[0] && holders->state != HOLDERS_FAILED;
	return rows + 1 + (holders->nr ? sum_lines(groups) : 1);
}

void view_holders_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct holders *holders = answer(ctx);

	if (rect.rows >= 1)
		draw_title(ctx, canvas, rect);
	rect.y++;
	rect.rows--;
	if (rect.rows >= 1)
		draw_status(ctx, holders, canvas, rect);
	rect.y++;
	rect.rows--;
	if (!holders || rect.rows < 1 || holders->state == HOLDERS_FAILED)
		return;
	if (holders->text[0]) {
		canvas_text_cut(canvas, rect.y++, rect.x, rect.cols, ROLE_WARN, holders->text);
		rect.rows--;
	}
	if (holders->nr)
		draw_table(holders, canvas, rect);
	else if (holders->state != HOLDERS_RUNNING)
		canvas_text_cut(canvas, rect.y, rect.x, rect.cols, ROLE_DIM,
				"nobody: no process maps a page of it, no cgroup is charged");
}
