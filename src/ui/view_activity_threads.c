// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_activity_threads - kcompactd and kswapd of each node, when the next proactive run would
 * begin, and which zones are left alone for now because compaction failed there.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "kernel_work.h"
#include "view_activity.h"
#include "widget.h"
#include "zone_text.h"

enum { NAME, CPU, ASKED, WOKE, SLEPT, ORDER, NR_COLUMNS };

static const struct column table[NR_COLUMNS] = {
	[NAME] = { "threads", 12, 14, 0, false },
	[CPU] = { "CPU", 8, 8, 0, true },
	[ASKED] = { "asked for", 9, 10, 1, true },
	[WOKE] = { "woke", 8, 8, 2, true },
	[SLEPT] = { "slept", 8, 8, 3, true },
	[ORDER] = { "last for", 10, 10, 4, true },
};

static const struct thread_row *find_row(const struct view_context *ctx, int node)
{
	const struct activity *activity = activity_of(ctx);

	for (unsigned int i = 0; activity && i < activity->nr_threads; i++)
		if (activity->threads[i].node == (node < 0 ? 0 : node))
			return &activity->threads[i];
	return NULL;
}

bool activity_has_threads(const struct view_context *ctx)
{
	return ctx->frame->nr_zones && (ctx->frame->nr_kthreads ||
					activity_knows(ctx, ACTIVITY_THREADS) ||
					work_proactive(ctx, ctx->frame->zones[0]->node).state);
}

int activity_threads_rows(const struct view_context *ctx, int cols)
{
	int nodes[WORK_NODES_MAX];
	int nr = (int)frame_nodes(ctx->frame, nodes, WORK_NODES_MAX);

	(void)cols;
	return activity_has_threads(ctx) ? 1 + 3 * nr : 0;
}

static void draw_count(struct canvas *canvas, int y, const struct column *column, bool known,
		       uint64_t nr)
{
	table_cell(canvas, y, column, !known ? ROLE_UNKNOWN : nr ? ROLE_VALUE : ROLE_DIM,
		   known ? num_fit(FMT_BUF, num_known(nr), column->cols) : "–");
}

static void draw_thread(const struct view_context *ctx, struct canvas *canvas, int y,
			const struct column *columns, const char *kind, int node)
{
	static const struct thread_row none = { .kcompactd_order = -1, .kswapd_order = -1 };
	const struct thread_row *row = find_row(ctx, node);
	bool known = activity_knows(ctx, ACTIVITY_THREADS), compact = !strcmp(kind, "kcompactd");
	char text[FMT_MAX + 4];
	double percent;
	int order;

	row = row ? row : &none;
	order = compact ? row->kcompactd_order : row->kswapd_order;
	snprintf(text, sizeof(text), "%s%d", kind, node < 0 ? 0 : node);
	table_cell(canvas, y, &columns[NAME], ROLE_LABEL, text);
	if (work_thread_share(ctx, ctx->period->begin, kind, node, &percent)) {
		snprintf(text, sizeof(text), "%s %%", fmt_decimal(FMT_BUF, percent));
		table_cell(canvas, y, &columns[CPU], percent > 0 ? ROLE_WARN : ROLE_DIM, text);
	} else {
		table_cell(canvas, y, &columns[CPU], ROLE_UNKNOWN, "–");
	}
	draw_count(canvas, y, &columns[ASKED], known,
		   compact ? row->kcompactd_wakeups : row->kswapd_wakeups);
	draw_count(canvas, y, &columns[WOKE], known,
		   compact ? row->kcompactd_wakes : row->kswapd_wakes);
	draw_count(canvas, y, &columns[SLEPT], known,
		   compact ? row->kcompactd_sleeps : row->kswapd_sleeps);
	snprintf(text, sizeof(text), known && order >= 0 ? "order %d" : "–", order);
	table_cell(canvas, y, &columns[ORDER], known && order >= 0 ? ROLE_TEXT : ROLE_DIM, text);
}

/* "proactive run within 500 ms; score 95, begins above 90, ends at 80; 3 zone runs, the last
 * 12 s ago" */
static void draw_proactive(const struct view_context *ctx, struct canvas *canvas, struct rect line,
			   int node)
{
	struct work_proactive proactive = work_proactive(ctx, node);
	const struct thread_row *row = find_row(ctx, node);
	struct pen pen = pen_at(canvas, line);
	char text[80];
	enum role role = work_proactive_text(text, sizeof(text), &proactive);

	pen_text(&pen, ROLE_LABEL, "  proactive run ");
	pen_text(&pen, role, text);
	if (proactive.index.score >= 0)
		pen_printf(&pen, ROLE_TEXT, "; score %d", proactive.index.score);
	if (proactive.state > PROACTIVE_OFF)
		pen_printf(&pen, ROLE_DIM, ", begins above %u, ends at %u", proactive.index.high,
			   proactive.index.low);
	if (row && row->proactive_runs)
		pen_printf(&pen, ROLE_TEXT, "; %s zone run%s",
			   fmt_count(FMT_BUF, row->proactive_runs),
			   row->proactive_runs == 1 ? "" : "s");
	if (proactive.ended_ns)
		pen_printf(&pen, ROLE_TEXT, ", the last %s ago",
			   fmt_duration(FMT_BUF, proactive.ended_ns));
}

void activity_threads_draw(const struct view_context *ctx, struct canvas *canvas,
			   struct rect rect)
{
	struct column columns[NR_COLUMNS];
	int nodes[WORK_NODES_MAX];
	unsigned int nr = frame_nodes(ctx->frame, nodes, WORK_NODES_MAX);
	int y = rect.y;

	memcpy(columns, table, sizeof(columns));
	table_layout(columns, NR_COLUMNS, rect.x, rect.cols);
	table_head(canvas, y, columns, NR_COLUMNS);
	for (unsigned int i = 0; i < nr; i++) {
		draw_thread(ctx, canvas, ++y, columns, "kcompactd", nodes[i]);
		draw_proactive(ctx, canvas, (struct rect){ ++y, rect.x, 1, rect.cols }, nodes[i]);
		draw_thread(ctx, canvas, ++y, columns, "kswapd", nodes[i]);
	}
}

enum { ZONE, STATE, SKIPPED, FAILED, RESET, NR_DEFER_COLUMNS };

static const struct column defer_table[NR_DEFER_COLUMNS] = {
	[ZONE] = { "deferral", 10, 14, 0, false },
	[STATE] = { "now", 26, 32, 0, false },
	[SKIPPED] = { "not tried", 9, 10, 1, true },
	[FAILED] = { "failures", 8, 9, 2, true },
	[RESET] = { "resets", 8, 8, 3, true },
};

static const struct defer_row *find_defer(const struct view_context *ctx, const struct zone *zone)
{
	const struct activity *activity = activity_of(ctx);

	for (unsigned int i = 0; activity && i < activity->nr_defer; i++) {
		const struct defer_row *row = &activity->defer[i];

		if (zone_is_at(zone, row->node, row->zone_start_pfn))
			return row;
	}
	return NULL;
}

static bool has_deferral(const struct view_context *ctx, const struct zone *zone)
{
	return !zone_is_empty(zone) &&
	       (num_has(zone->compact.defer_shift) || find_defer(ctx, zone));
}

int activity_deferral_rows(const struct view_context *ctx, int cols)
{
	int rows = 1;

	(void)cols;
	for (unsigned int i = 0; i < ctx->frame->nr_zones; i++)
		rows += has_deferral(ctx, ctx->frame->zones[i]);
	return rows > 1 ? rows : 0;
}

static void draw_deferral(const struct view_context *ctx, struct canvas *canvas, int y,
			  const struct column *columns, const struct zone *zone)
{
	static const struct defer_row none;
	const struct defer_row *row = find_defer(ctx, zone);
	bool known = activity_knows(ctx, ACTIVITY_DEFERRAL);
	char text[64];

	row = row ? row : &none;
	table_cell(canvas, y, &columns[ZONE], ROLE_LABEL, zone_label(FMT_BUF, zone));
	if (work_deferral_text(text, sizeof(text), &zone->compact))
		table_cell(canvas, y, &columns[STATE], work_is_deferred(&zone->compact) ?
			   ROLE_WARN : ROLE_TEXT, text);
	else if (num_has(zone->compact.defer_shift))
		table_cell(canvas, y, &columns[STATE], ROLE_GOOD, "none");
	else
		table_cell(canvas, y, &columns[STATE], ROLE_UNKNOWN, "–");
	draw_count(canvas, y, &columns[SKIPPED], known, row->nr_deferred);
	draw_count(canvas, y, &columns[FAILED], known, row->nr_defers);
	draw_count(canvas, y, &columns[RESET], known, row->nr_resets);
}

void activity_deferral_draw(const struct view_context *ctx, struct canvas *canvas,
			    struct rect rect)
{
	struct column columns[NR_DEFER_COLUMNS];
	int y = rect.y;

	memcpy(columns, defer_table, sizeof(columns));
	table_layout(columns, NR_DEFER_COLUMNS, rect.x, rect.cols);
	table_head(canvas, y, columns, NR_DEFER_COLUMNS);
	for (unsigned int i = 0; i < ctx->frame->nr_zones; i++)
		if (has_deferral(ctx, ctx->frame->zones[i]))
			draw_deferral(ctx, canvas, ++y, columns, ctx->frame->zones[i]);
}
