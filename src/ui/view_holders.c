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
	len = snprintf(to, size, "%s%s of %s processes",
		       holders->state == HOLDERS_RUNNING ? "looking through " :
		       holders->state == HOLDERS_STOPPED ? "cancelled after " : "looked through ",
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

static void draw_row(struct canvas *canvas, int y, const struct column *columns,
		     const struct holder *row, bool first, uint64_t nr_pages)
{
	char name[sizeof(row->name)];

	snprintf(name, sizeof(name), "%s", row->name);
	if (first)
		table_cell(canvas, y, &columns[COL_KIND], ROLE_LABEL, holder_kind_name[row->kind]);
	table_cell(canvas, y, &columns[COL_PAGES], ROLE_VALUE, fmt_count(FMT_BUF, row->nr_pages));
	table_cell(canvas, y, &columns[COL_SHARE], ROLE_DIM,
		   fmt_share(FMT_BUF, row->nr_pages, nr_pages));
	table_cell(canvas, y, &columns[COL_NAME], ROLE_TEXT, name);
	if (row->kind == HOLDER_PROCESS) {
		snprintf(name, sizeof(name), "%" PRIu32, row->pid);
		table_cell(canvas, y, &columns[COL_PID], ROLE_DIM, name);
	}
	if (columns[COL_BAR].cols)
		widget_bar(canvas, y, columns[COL_BAR].x, columns[COL_BAR].cols, ROLE_PLOT,
			   (double)row->nr_pages / (double)nr_pages);
}

/* A line of the table: a row, or how many more there are of the kind before it. */
struct line {
	const struct holder *row;
	enum holder_kind kind;
	bool first;          /* of its kind */
};

/* Calls each for every line of the table; returns how many there are. */
static int each_line(const struct holders *holders, void (*each)(const struct line *, int, void *),
		     void *arg)
{
	int nr = 0;

	for (unsigned int i = 0; i < holders->nr; i++) {
		const struct holder *row = &holders->rows[i];
		bool first = !i || row[-1].kind != row->kind;
		bool last = i + 1 == holders->nr || row[1].kind != row->kind;

		if (each)
			each(&(struct line){ row, row->kind, first }, nr, arg);
		nr++;
		if (!last || !holders->nr_more[row->kind])
			continue;
		if (each)
			each(&(struct line){ NULL, row->kind, false }, nr, arg);
		nr++;
	}
	return nr;
}

struct table {
	struct canvas *canvas;
	struct rect rect;      /* of the lines */
	const struct holders *holders;
	struct column columns[NR_COLS];
};

static void draw_line(const struct line *line, int number, void *arg)
{
	const struct table *table = arg;
	const struct holders *holders = table->holders;
	char text[48];

	if (number >= table->rect.rows)
		return;
	if (line->row) {
		draw_row(table->canvas, table->rect.y + number, table->columns, line->row,
			 line->first, holders->end_pfn - holders->start_pfn);
		return;
	}
	snprintf(text, sizeof(text), "and %s more", fmt_count(FMT_BUF,
							      holders->nr_more[line->kind]));
	table_cell(table->canvas, table->rect.y + number, &table->columns[COL_NAME], ROLE_DIM,
		   text);
}

static void draw_table(const struct holders *holders, struct canvas *canvas, struct rect rect)
{
	struct table table = {
		.canvas = canvas, .rect = rect, .holders = holders,
		.columns = {
			[COL_KIND] = { "held by", 10, 10, 0 },
			[COL_PAGES] = { "pages", 7, 11, 0, .right = true },
			[COL_SHARE] = { "", 5, 5, 1, .right = true },
			[COL_NAME] = { "name", 34, 60, 0 },
			[COL_PID] = { "pid", 7, 9, 2, .right = true },
			[COL_BAR] = { "", 8, 30, 3 },
		},
	};

	if (rect.rows < 2)
		return;
	table_layout(table.columns, NR_COLS, rect.x, rect.cols);
	table_head(canvas, rect.y, table.columns, NR_COLS);
	table.rect.y++;
	table.rect.rows--;
	each_line(holders, draw_line, &table);
}

int view_holders_rows(const struct view_context *ctx)
{
	const struct holders *holders = answer(ctx);
	int rows = 2;

	if (!holders)
		return rows;
	rows += holders->text[0] && holders->state != HOLDERS_FAILED;
	return rows + 1 + (holders->nr ? each_line(holders, NULL, NULL) : 1);
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
