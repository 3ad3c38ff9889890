// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * overview_nodes - one line per node: would proactive compaction begin, and do its threads work.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/fmt.h"
#include "fragscope/history.h"
#include "fragscope/index.h"
#include "overview.h"
#include "widget.h"

#define BAR_COLS 10
#define NODES_MAX 64 /* more lines than any screen has room for */

static const struct kthread *thread_find(const struct frame *frame, const char *kind, int node)
{
	char name[32];

	snprintf(name, sizeof(name), "%s%d", kind, node);
	for (unsigned int i = 0; frame && i < frame->nr_kthreads; i++)
		if (!strcmp(frame->kthreads[i].name, name))
			return &frame->kthreads[i];
	return NULL;
}

/* CPU share of a thread since the frame before, in percent of one CPU; false: unknown. */
static bool thread_share(const struct view_context *ctx, const char *kind, int node,
			 double *percent)
{
	const struct history *history = ctx->input->history;
	size_t back = ctx->state->back;
	const struct kthread *now, *before;
	double seconds;

	if (!history)
		return false;
	seconds = history_seconds(history, back);
	now = thread_find(history_frame(history, back), kind, node);
	before = thread_find(history_frame(history, back + 1), kind, node);
	if (!now || !before || !(seconds > 0) || !num_has(now->cpu_ns) ||
	    !num_has(before->cpu_ns) || now->cpu_ns.n < before->cpu_ns.n)
		return false;
	*percent = (double)(now->cpu_ns.n - before->cpu_ns.n) / 1e7 / seconds;
	return true;
}

static void draw_thread(const struct view_context *ctx, struct pen *pen, const char *kind, int node)
{
	char name[32], text[48] = "–";
	double percent;
	bool known = thread_share(ctx, kind, node, &percent);

	snprintf(name, sizeof(name), "%s%d", kind, node < 0 ? 0 : node);
	if (known && percent > 0)
		snprintf(text, sizeof(text), "%s %% CPU", fmt_decimal(FMT_BUF, percent));
	else if (known)
		snprintf(text, sizeof(text), "asleep");
	pen_field(pen, 3, name, !known ? ROLE_UNKNOWN : percent > 0 ? ROLE_WARN : ROLE_VALUE, text);
}

static void draw_score(const struct view_context *ctx, struct pen *pen, int node)
{
	const struct frame *frame = ctx->frame;
	struct index_proactive proactive;
	unsigned int order = num_has(frame->pageblock_order) ?
				     (unsigned int)frame->pageblock_order.n : 0;
	int score = order ? index_score_node(frame, node, order) : -1;
	bool marks = order && index_proactive(frame, node, order, &proactive);
	enum role role = ROLE_VALUE;

	pen_text(pen, ROLE_LABEL, "proactive score ");
	if (score < 0) {
		pen_text(pen, ROLE_UNKNOWN, "–");
		return;
	}
	if (marks && score > (int)proactive.high)
		role = ROLE_BAD;
	else if (marks && score > (int)proactive.low)
		role = ROLE_WARN;
	if (pen->end - pen->x > 70) {
		widget_bar(pen->canvas, pen->y, pen->x, BAR_COLS, role, score / 100.0);
		pen->x += BAR_COLS + 1;
	}
	pen_printf(pen, role, "%d", score);
	if (marks)
		pen_printf(pen, ROLE_DIM, ", acts above %u", proactive.high);
	else
		pen_text(pen, ROLE_DIM, " of 100");
}

int nodes_rows(const struct view_context *ctx, int cols)
{
	int nodes[NODES_MAX];

	(void)cols;
	if (!ctx->frame->nr_kthreads && !num_has(ctx->frame->pageblock_order))
		return 0;
	return (int)frame_nodes(ctx->frame, nodes, NODES_MAX);
}

void nodes_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct pen pen = pen_at(canvas, rect);
	int nodes[NODES_MAX], nr = (int)frame_nodes(ctx->frame, nodes, NODES_MAX);

	for (int i = 0; i < rect.rows && i < nr; i++) {
		pen.y = rect.y + i;
		pen.x = rect.x;
		if (nodes[i] >= 0)
			pen_printf(&pen, ROLE_TITLE, "node %d  ", nodes[i]);
		draw_score(ctx, &pen, nodes[i]);
		draw_thread(ctx, &pen, "kcompactd", nodes[i]);
		draw_thread(ctx, &pen, "kswapd", nodes[i]);
	}
}
