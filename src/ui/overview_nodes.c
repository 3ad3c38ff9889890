// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * overview_nodes - one line per node: would proactive compaction begin, and do its threads work.
 */
#include "fragscope/fmt.h"
#include "fragscope/index.h"
#include "kernel_work.h"
#include "overview.h"
#include "widget.h"

#define BAR_COLS 10

/* "   kswapd asleep"; nothing where it is not known. */
static void draw_thread(const struct view_context *ctx, struct pen *pen, const char *name,
			const char *kind, int node)
{
	double percent;

	if (!work_thread_share(ctx, NULL, kind, node, &percent))
		return;
	if (percent > 0)
		pen_printf(pen, ROLE_WARN, "%s %s %% CPU", name, fmt_decimal(FMT_BUF, percent));
	else
		pen_printf(pen, ROLE_VALUE, "%s asleep", name);
}

/* -1: not known. */
static int node_score(const struct frame *frame, int node)
{
	if (!num_has(frame->pageblock_order) || !frame->pageblock_order.n)
		return -1;
	return index_score_node(frame, node, (unsigned int)frame->pageblock_order.n);
}

/* Says whether the node's last words were about kcompactd. */
static bool draw_score(const struct view_context *ctx, struct pen *pen, int node)
{
	const struct frame *frame = ctx->frame;
	struct index_proactive proactive;
	unsigned int order = num_has(frame->pageblock_order) ?
				     (unsigned int)frame->pageblock_order.n : 0;
	int score = node_score(frame, node);
	bool marks = order && index_proactive(frame, node, order, &proactive);
	enum role role = ROLE_VALUE;

	pen_text(pen, ROLE_LABEL, "proactive score ");
	if (score < 0) {
		pen_text(pen, ROLE_UNKNOWN, "–");
		return false;
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
	if (!marks)
		pen_text(pen, ROLE_DIM, " of 100");
	else if (proactive.high >= 100)
		pen_text(pen, ROLE_DIM, ", kcompactd never acts on it");
	else
		pen_printf(pen, ROLE_DIM, ", kcompactd acts above %u", proactive.high);
	return marks;
}

int nodes_rows(const struct view_context *ctx, int cols)
{
	int nodes[WORK_NODES_MAX], nr = (int)frame_nodes(ctx->frame, nodes, WORK_NODES_MAX);
	bool known = ctx->frame->nr_kthreads > 0;

	(void)cols;
	for (int i = 0; i < nr; i++)
		known |= node_score(ctx->frame, nodes[i]) >= 0;
	return known ? nr : 0;
}

void nodes_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct pen pen = pen_at(canvas, rect);
	int nodes[WORK_NODES_MAX], nr = (int)frame_nodes(ctx->frame, nodes, WORK_NODES_MAX);

	for (int i = 0; i < rect.rows && i < nr; i++) {
		pen.y = rect.y + i;
		pen.x = rect.x;
		if (nodes[i] >= 0)
			pen_printf(&pen, ROLE_TITLE, "node %d  ", nodes[i]);
		draw_thread(ctx, &pen, draw_score(ctx, &pen, nodes[i]) ? ", is" : "   kcompactd",
			    "kcompactd", nodes[i]);
		draw_thread(ctx, &pen, "   kswapd", "kswapd", nodes[i]);
	}
}
