// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * overview_question - "can I get N blocks of order K?", the answer, and what it rests on.
 *
 * When a log reports a request that failed, that request stands in the place of the question until
 * somebody asks for something else.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "overview.h"
#include "views.h"
#include "widget.h"
#include "zone_text.h"

/* "64 movable huge pages (order 9, 2 MiB)" or "3 unmovable blocks of order 3 (32 KiB)"; brief:
 * without the size. */
static void question_text(const struct view_context *ctx, bool brief, char *to, size_t size)
{
	const struct verdict_want *want = &ctx->verdict->want;
	const struct frame *frame = ctx->frame;
	uint64_t bytes = frame_page_size(frame) << want->order;
	bool huge = num_has(frame->thp.pmd_size) ? bytes == frame->thp.pmd_size.n :
						   bytes == 2 << 20 && want->order == 9;
	const char *plural = want->nr == 1 ? "" : "s";
	char block[FMT_MAX + 2] = "";
	size_t len;

	if (!brief)
		snprintf(block, sizeof(block), huge ? ", %s" : " (%s)",
			 order_size(FMT_BUF, frame, want->order));
	len = (size_t)snprintf(to, size, "%s %s ", fmt_count(FMT_BUF, want->nr),
			       verdict_class_name(want->class));
	if (huge)
		snprintf(to + len, size - len, "huge page%s (order %u%s)", plural, want->order,
			 block);
	else
		snprintf(to + len, size - len, "block%s of order %u%s", plural, want->order, block);
}

static int draw_question(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const char *begin = "Can I get ";
	int x = rect.x, room = rect.cols - 1, width;
	char text[160];

	question_text(ctx, false, text, sizeof(text));
	if (text_width(begin) + text_width(text) > room)
		question_text(ctx, true, text, sizeof(text));
	width = text_width(text);
	if (text_width(begin) + width <= room)
		x = canvas_text(canvas, rect.y, x, ROLE_TEXT, begin);
	canvas_text(canvas, rect.y, x, ROLE_VALUE, text);
	canvas_attr(canvas, (struct rect){ rect.y, x, 1, width }, CELL_BOLD);
	canvas_text(canvas, rect.y, x + width, ROLE_TEXT, "?");
	return 1;
}

static int draw_request(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct request *request = &ctx->frame->request;
	char who[80] = "the kernel", text[400];

	if (request->comm && num_has(request->pid))
		snprintf(who, sizeof(who), "%.40s (pid %llu)", request->comm,
			 (unsigned long long)request->pid.n);
	else if (request->comm)
		snprintf(who, sizeof(who), "%.40s", request->comm);
	if (num_has(request->order) && request->order.n <= FRAME_ORDERS_MAX)
		snprintf(text, sizeof(text), "Why did %s not get order %u (%s)%s%.200s?", who,
			 (unsigned int)request->order.n,
			 order_size(FMT_BUF, ctx->frame, (unsigned int)request->order.n),
			 request->gfp_names ? ", " : "",
			 request->gfp_names ? request->gfp_names : "");
	else
		snprintf(text, sizeof(text), "Why did %s run out of memory?", who);
	if (rect.rows > 2)
		rect.rows = 2;
	return widget_wrap(canvas, rect, ROLE_TITLE, text);
}

/* How many blocks, as far as that is known. */
struct answer {
	const char *label, *brief;
	struct num got, at_most;
};

/* Good and bad are said of what is certain. */
static enum role answer_role(const struct answer *answer, uint64_t wanted)
{
	if (num_has(answer->got) && answer->got.n >= wanted)
		return ROLE_GOOD;
	if (answer->got.state == NUM_KNOWN)
		return answer->got.n ? ROLE_WARN : ROLE_BAD;
	if (num_has(answer->at_most) && answer->at_most.n < wanted)
		return answer->at_most.n ? ROLE_WARN : ROLE_BAD;
	return ROLE_UNKNOWN;
}

static int answers_width(const struct answer *answers, size_t nr, bool brief)
{
	char text[NUM_RANGE_MAX];
	int width = -3;

	for (size_t i = 0; i < nr; i++)
		width += text_width(brief ? answers[i].brief : answers[i].label) + 4 +
			 text_width(num_range_text(text, sizeof(text), answers[i].got,
						   answers[i].at_most, brief));
	return width;
}

/* "now 21   after compaction 402   after reclaim 1,310 to 2,000" */
static void draw_answer(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct verdict *verdict = ctx->verdict;
	const struct answer answers[] = {
		{ "now", "now", verdict->now, verdict->now_at_most },
		{ "after compaction", "compacted", verdict->after_compaction,
		  verdict->compaction_at_most },
		{ "after reclaim", "reclaimed", verdict->after_reclaim,
		  verdict->reclaim_at_most },
	};
	bool brief = answers_width(answers, ARRAY_SIZE(answers), false) > rect.cols;
	struct pen pen = pen_at(canvas, rect);

	for (size_t i = 0; i < ARRAY_SIZE(answers); i++) {
		char text[NUM_RANGE_MAX];
		int width = text_width(num_range_text(text, sizeof(text), answers[i].got,
						      answers[i].at_most, brief));

		pen_field(&pen, !i ? 0 : brief ? 2 : 3, brief ? answers[i].brief : answers[i].label,
			  answer_role(&answers[i], verdict->want.nr), text);
		canvas_attr(canvas, (struct rect){ pen.y, pen.x - width, 1, width }, CELL_BOLD);
	}
	if (num_has(verdict->moves) && verdict->moves.n)
		pen_printf(&pen, ROLE_DIM, "   at least %s page moves",
			   fmt_count(FMT_BUF, verdict->moves.n));
}

bool question_is_calm(const struct view_context *ctx)
{
	return ctx->verdict->cause == VERDICT_OBTAINABLE &&
	       !ui_explains_request(ctx->state, ctx->frame);
}

int question_head_rows(const struct view_context *ctx, int cols)
{
	int rows = ui_explains_request(ctx->state, ctx->frame) ? 3 : 2;

	return rows + wrap_rows(ctx->verdict->headline, cols);
}

int question_rows(const struct view_context *ctx, int cols)
{
	int rows = question_head_rows(ctx, cols);

	for (unsigned int i = 0; i < ctx->verdict->nr_lines; i++)
		rows += wrap_rows(ctx->verdict->lines[i], cols - 2);
	return rows;
}

void question_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct verdict *verdict = ctx->verdict;
	int bottom = rect.y + rect.rows, y = rect.y;
	int x = rect.x, cols = rect.cols;

	y += ui_explains_request(ctx->state, ctx->frame) ? draw_request(ctx, canvas, rect) :
							   draw_question(ctx, canvas, rect);
	draw_answer(ctx, canvas, (struct rect){ y, rect.x, 1, rect.cols });
	y++;
	y += widget_wrap(canvas, (struct rect){ y, x, bottom - y, cols }, ROLE_VALUE,
			 verdict->headline);
	for (unsigned int i = 0; i < verdict->nr_lines && y < bottom; i++) {
		canvas_text(canvas, y, x, ROLE_DIM, "·");
		y += widget_wrap(canvas, (struct rect){ y, x + 2, bottom - y, cols - 2 }, ROLE_TEXT,
				 verdict->lines[i]);
	}
}
