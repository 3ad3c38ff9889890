// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_activity_answers - the question, and the answers in a line each.
 *
 * One row of answers[] is one line.  Lines are made of pieces that are left out from the right
 * where the screen is narrow.
 */
#include <stdio.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "kernel_work.h"
#include "view_activity.h"
#include "widget.h"
#include "zone_text.h"

#define LABEL_COLS 12
#define BAD_SHARE  100 /* of the time one part that was waited: bad */

const char *activity_remedy(const struct frame *frame)
{
	const struct source_status *status = frame_find_source(frame, "activity");

	return status && status->state != SOURCE_OK ? status->text : NULL;
}

void activity_draw_missing(const struct view_context *ctx, struct canvas *canvas, struct rect rect,
			   const char *title)
{
	const char *remedy = activity_remedy(ctx->frame);
	int x = canvas_text_cut(canvas, rect.y, rect.x, rect.cols, ROLE_TITLE, title);
	char text[256];

	snprintf(text, sizeof(text), "not known: %s",
		 remedy ? remedy : "this kernel does not tell it");
	canvas_text_cut(canvas, rect.y, x + 2, rect.x + rect.cols - x - 2, ROLE_UNKNOWN, text);
}

enum role activity_success_role(uint64_t good, uint64_t all)
{
	if (!all || good * 2 >= all)
		return ROLE_GOOD;
	return good * 5 >= all ? ROLE_WARN : ROLE_BAD;
}

void activity_goals(const struct activity *activity, uint64_t *nr_runs, uint64_t *nr_reached)
{
	*nr_runs = *nr_reached = 0;
	for (unsigned int i = 0; i < activity->nr_compact; i++) {
		const struct compact_row *row = &activity->compact[i];

		if (row->order < 0 && row->cause != CAUSE_PROACTIVE)
			continue;
		*nr_runs += row->nr_runs;
		*nr_reached += row->nr_results[RESULT_SUCCESS];
	}
}

static void draw_top_wait(const struct activity *activity, struct pen *pen)
{
	const struct stall_row *top = NULL;

	for (unsigned int i = 0; i < activity->nr_stalls; i++)
		if (activity->stalls[i].pid &&
		    (!top || activity->stalls[i].total_ns > top->total_ns))
			top = &activity->stalls[i];
	if (!top)
		return;
	pen_printf(pen, ROLE_VALUE, "; most: %s, %s in %s", top->comm,
		   fmt_duration(FMT_BUF, top->total_ns), stall_kind_name[top->kind]);
	if (top->kind != STALL_DRAIN)
		pen_printf(pen, activity_success_role(top->nr_good, top->nr), ", %s got it",
			   fmt_share(FMT_BUF, top->nr_good, top->nr));
	if (top->max_order > 0)
		pen_printf(pen, ROLE_TEXT, ", up to order %d", top->max_order);
}

static void draw_waits(const struct view_context *ctx, struct pen *pen)
{
	const struct activity *activity = activity_of(ctx);
	struct stall_sum sum = work_sum_stalls(activity, -1);
	bool bad = ctx->period->ns && sum.total_ns >= ctx->period->ns / BAD_SHARE;

	if (!sum.nr) {
		pen_text(pen, ROLE_GOOD, "nobody waited");
		return;
	}
	pen_printf(pen, bad ? ROLE_BAD : ROLE_WARN, "%s time%s, %s in all",
		   fmt_count(FMT_BUF, sum.nr), sum.nr == 1 ? "" : "s",
		   fmt_duration(FMT_BUF, sum.total_ns));
	draw_top_wait(activity, pen);
	pen_printf(pen, ROLE_TEXT, "; the longest %s", fmt_duration(FMT_BUF, sum.max_ns));
}

static bool has_waits(const struct view_context *ctx)
{
	return activity_of(ctx) &&
	       activity_of(ctx)->means & (ACTIVITY_COMPACTION | ACTIVITY_RECLAIM);
}

/* Counters know how many waited, neither who nor for how long. */
static void draw_counted_waits(const struct view_context *ctx, struct pen *pen)
{
	struct num compactions = activity_counter(ctx, "compact_stall");
	struct num made = activity_counter(ctx, "compact_success");
	struct num reclaims = activity_counter_prefix(ctx, "allocstall");

	if (num_has(reclaims) && !compactions.n && !reclaims.n) {
		pen_text(pen, ROLE_GOOD, "nobody waited");
		return;
	}
	pen_printf(pen, compactions.n ? ROLE_WARN : ROLE_VALUE, "%s direct compaction%s",
		   fmt_count(FMT_BUF, compactions.n), compactions.n == 1 ? "" : "s");
	if (compactions.n && num_has(made))
		pen_printf(pen, activity_success_role(made.n, compactions.n), " (%s made a block)",
			   fmt_share(FMT_BUF, made.n, compactions.n));
	if (num_has(reclaims))
		pen_printf(pen, reclaims.n ? ROLE_WARN : ROLE_VALUE, ", %s direct reclaim%s",
			   fmt_count(FMT_BUF, reclaims.n), reclaims.n == 1 ? "" : "s");
}

static bool has_counted_waits(const struct view_context *ctx)
{
	return !has_waits(ctx) && num_has(activity_counter(ctx, "compact_stall"));
}

static void draw_compaction(const struct view_context *ctx, struct pen *pen)
{
	struct compact_row sum = activity_sum_compact(activity_of(ctx), -1, -1);
	uint64_t scanned = sum.migrate_scanned + sum.free_scanned, runs, reached;

	if (!sum.nr_runs) {
		pen_text(pen, ROLE_DIM, "no run");
		return;
	}
	activity_goals(activity_of(ctx), &runs, &reached);
	pen_printf(pen, ROLE_VALUE, "%s run%s", fmt_count(FMT_BUF, sum.nr_runs),
		   sum.nr_runs == 1 ? "" : "s");
	if (runs)
		pen_printf(pen, activity_success_role(reached, runs), ", %s met their goal",
			   fmt_share(FMT_BUF, reached, runs));
	if (sum.migrated)
		pen_printf(pen, ROLE_VALUE, "; %s pages scanned per move",
			   fmt_decimal(FMT_BUF, (double)scanned / (double)sum.migrated));
	else
		pen_printf(pen, ROLE_BAD, "; %s pages scanned, none moved",
			   fmt_count(FMT_BUF, scanned));
	if (sum.migrate_failed)
		pen_printf(pen, ROLE_TEXT, ", %s put back unmoved",
			   fmt_share(FMT_BUF, sum.migrate_failed,
				     sum.migrated + sum.migrate_failed));
}

static bool has_compaction(const struct view_context *ctx)
{
	return activity_knows(ctx, ACTIVITY_COMPACTION);
}

static void draw_counted_compaction(const struct view_context *ctx, struct pen *pen)
{
	uint64_t scanned = activity_counter(ctx, "compact_migrate_scanned").n +
			   activity_counter(ctx, "compact_free_scanned").n;
	struct num moved = activity_counter(ctx, "pgmigrate_success");

	if (!scanned) {
		pen_text(pen, ROLE_DIM, "no page scanned");
		return;
	}
	pen_printf(pen, ROLE_VALUE, "%s pages scanned", fmt_count(FMT_BUF, scanned));
	if (num_has(moved))
		pen_printf(pen, moved.n ? ROLE_VALUE : ROLE_BAD,
			   ", %s moved, for any reason", fmt_count(FMT_BUF, moved.n));
}

static bool has_counted_compaction(const struct view_context *ctx)
{
	return !has_compaction(ctx) && num_has(activity_counter(ctx, "compact_free_scanned"));
}

static void draw_free_scanner(const struct view_context *ctx, struct pen *pen)
{
	struct compact_row sum = activity_sum_compact(activity_of(ctx), -1, -1);

	pen_printf(pen, activity_success_role(sum.blocks_visited - sum.blocks_empty,
					      sum.blocks_visited),
		   "%s of visits in vain",
		   fmt_share(FMT_BUF, sum.blocks_empty, sum.blocks_visited));
	pen_printf(pen, ROLE_TEXT, ": %s of %s blocks gave no page",
		   fmt_count(FMT_BUF, sum.blocks_empty), fmt_count(FMT_BUF, sum.blocks_visited));
}

static bool has_free_scanner(const struct view_context *ctx)
{
	return has_compaction(ctx) && activity_sum_compact(activity_of(ctx), -1, -1).blocks_visited;
}

static void draw_direction(const struct view_context *ctx, struct pen *pen, const char *want,
			   const char *from, const char *label, bool *explained)
{
	const struct activity *activity = activity_of(ctx);
	int want_type = frame_find_type(ctx->frame, want);
	int from_type = frame_find_type(ctx->frame, from);
	uint64_t nr = 0, fragmenting = 0;

	for (unsigned int i = 0; i < activity->nr_fallbacks; i++) {
		const struct fallback_row *row = &activity->fallbacks[i];

		if ((int)row->want != want_type || (int)row->from != from_type)
			continue;
		nr += row->nr;
		fragmenting += row->nr_fragmenting;
	}
	pen_printf(pen, nr ? ROLE_VALUE : ROLE_DIM, "%s %s", label, fmt_count(FMT_BUF, nr));
	if (!nr)
		return;
	pen_printf(pen, fragmenting ? ROLE_BAD : ROLE_GOOD, " (%s%s)",
		   fmt_count(FMT_BUF, fragmenting), *explained ? "" : " fragmenting");
	*explained = true;
}

static void draw_fallbacks(const struct view_context *ctx, struct pen *pen)
{
	bool explained = false;

	draw_direction(ctx, pen, "Unmovable", "Movable", "unmovable→movable", &explained);
	draw_direction(ctx, pen, "Movable", "Unmovable", ", movable→unmovable", &explained);
}

static bool has_fallbacks(const struct view_context *ctx)
{
	return activity_knows(ctx, ACTIVITY_FALLBACKS) && ctx->frame->nr_types;
}

/* Begins with what parts it from the thread before. */
static const char *draw_thread(const struct view_context *ctx, struct pen *pen, const char *lead,
			       const char *kind, int node)
{
	double percent;

	if (!work_thread_share(ctx, ctx->period->begin, kind, node, &percent))
		return lead;
	if (percent > 0)
		pen_printf(pen, ROLE_WARN, "%s%s %s %% CPU", lead, kind,
			   fmt_decimal(FMT_BUF, percent));
	else
		pen_printf(pen, ROLE_VALUE, "%s%s asleep", lead, kind);
	return ", ";
}

/* The node whose score is highest speaks for all. */
static void draw_threads(const struct view_context *ctx, struct pen *pen)
{
	int nodes[WORK_NODES_MAX], worst = 0;
	unsigned int nr = frame_nodes(ctx->frame, nodes, WORK_NODES_MAX);
	struct work_proactive proactive, found = { 0 };
	const char *lead = "";
	char text[80];
	enum role role;

	for (unsigned int i = 0; i < nr; i++) {
		proactive = work_proactive(ctx, nodes[i]);
		if (i && proactive.index.score <= found.index.score)
			continue;
		found = proactive;
		worst = nodes[i];
	}
	if (nr > 1)
		pen_printf(pen, ROLE_LABEL, "node %d: ", worst);
	lead = draw_thread(ctx, pen, lead, "kcompactd", worst);
	lead = draw_thread(ctx, pen, lead, "kswapd", worst);
	role = work_proactive_text(text, sizeof(text), &found);
	pen_printf(pen, role, "%sproactive run: %s", lead, text);
	if (found.state > PROACTIVE_OFF)
		pen_printf(pen, ROLE_TEXT, ", score %d, mark %u", found.index.score,
			   found.index.high);
}

static const struct zone *deferred_zone(const struct view_context *ctx, unsigned int *nr)
{
	const struct zone *first = NULL;

	*nr = 0;
	for (unsigned int i = 0; i < ctx->frame->nr_zones; i++) {
		if (!work_is_deferred(&ctx->frame->zones[i]->compact))
			continue;
		first = first ? first : ctx->frame->zones[i];
		++*nr;
	}
	return first;
}

static void draw_deferred(const struct view_context *ctx, struct pen *pen)
{
	unsigned int nr;
	const struct zone *zone = deferred_zone(ctx, &nr);
	const struct zone_compact *compact = &zone->compact;

	pen_printf(pen, ROLE_WARN, "%s from order %llu", zone_label(FMT_BUF, zone),
		   (unsigned long long)compact->order_failed.n);
	pen_printf(pen, ROLE_TEXT, ", %llu of %llu tries gone by",
		   (unsigned long long)compact->considered.n, 1ULL << compact->defer_shift.n % 64);
	if (nr > 1)
		pen_printf(pen, ROLE_WARN, ", and %u more zone%s", nr - 1, nr == 2 ? "" : "s");
}

static bool has_deferred(const struct view_context *ctx)
{
	unsigned int nr;

	return deferred_zone(ctx, &nr) != NULL;
}

static void draw_lost(const struct view_context *ctx, struct pen *pen)
{
	pen_printf(pen, ROLE_WARN, "%s of %s events",
		   fmt_count(FMT_BUF, activity_of(ctx)->nr_lost),
		   fmt_count(FMT_BUF, activity_of(ctx)->nr_lost + activity_of(ctx)->nr_events));
	pen_text(pen, ROLE_TEXT, " did not fit into the ring: sums are too small");
}

static bool has_lost(const struct view_context *ctx)
{
	return activity_of(ctx) && activity_of(ctx)->nr_lost;
}

/* Why there are no events, or not all. */
static void draw_remedy(const struct view_context *ctx, struct pen *pen)
{
	const char *remedy = activity_remedy(ctx->frame);
	bool counters = ctx->frame->vmstat.nr > 0;
	char text[256];

	snprintf(text, sizeof(text), "%s%s",
		 activity_of(ctx) || !counters ? "" : "counters stand in: ",
		 remedy ? remedy : counters ? "there are no events in this input" :
		 "there are neither events nor counters in this input");
	pen->x = canvas_text_cut(pen->canvas, pen->y, pen->x, pen->end - pen->x, ROLE_WARN, text);
}

static bool has_remedy(const struct view_context *ctx)
{
	return !activity_of(ctx) || activity_remedy(ctx->frame);
}

static const struct {
	const char *label;
	bool (*has)(const struct view_context *ctx);
	void (*draw)(const struct view_context *ctx, struct pen *pen);
} answers[] = {
	{ "waits", has_waits, draw_waits },
	{ "waits", has_counted_waits, draw_counted_waits },
	{ "compaction", has_compaction, draw_compaction },
	{ "compaction", has_counted_compaction, draw_counted_compaction },
	{ "free scanner", has_free_scanner, draw_free_scanner },
	{ "fallbacks", has_fallbacks, draw_fallbacks },
	{ "threads", activity_has_threads, draw_threads },
	{ "deferral", has_deferred, draw_deferred },
	{ "lost", has_lost, draw_lost },
	{ "events", has_remedy, draw_remedy },
};

int activity_answers_rows(const struct view_context *ctx, int cols)
{
	int rows = 1;

	(void)cols;
	for (size_t i = 0; i < ARRAY_SIZE(answers); i++)
		rows += answers[i].has(ctx);
	return rows;
}

static void period_text(const struct view_context *ctx, char *to, size_t size)
{
	const struct period *period = ctx->period;
	const char *length = fmt_duration(FMT_BUF, period->ns);

	if (!period->activity && !period->begin)
		snprintf(to, size, ctx->frame->vmstat.nr ? "since boot" : "");
	else if (period->span == PERIOD_MINUTE)
		snprintf(to, size, "in the last %s", length);
	else if (period->span == PERIOD_FRAME)
		snprintf(to, size, "in the last interval, %s", length);
	else if (period->activity)
		snprintf(to, size, "in %s since watching began", length);
	else
		snprintf(to, size, "in the %s kept", length);
}

void activity_answers_draw(const struct view_context *ctx, struct canvas *canvas,
			   struct rect rect)
{
	static const char *const questions[] = {
		"Who waits for memory, and does compaction help?",
		"Who waits, and does compaction help?", "Who waits?" };
	struct pen pen = pen_at(canvas, rect);
	char text[80];
	size_t i = 0;

	period_text(ctx, text, sizeof(text));
	while (i + 1 < ARRAY_SIZE(questions) &&
	       text_width(questions[i]) + 2 + text_width(text) > rect.cols)
		i++;
	pen_text(&pen, ROLE_TEXT, questions[i]);
	canvas_attr(canvas, (struct rect){ rect.y, rect.x, 1, pen.x - rect.x }, CELL_BOLD);
	pen_printf(&pen, ROLE_DIM, "  %s", text);
	for (i = 0; i < ARRAY_SIZE(answers); i++) {
		if (!answers[i].has(ctx))
			continue;
		rect.y++;
		canvas_text_cut(canvas, rect.y, rect.x, rect.cols, ROLE_LABEL, answers[i].label);
		pen = pen_at(canvas, rect);
		pen.x += LABEL_COLS + 1;
		answers[i].draw(ctx, &pen);
	}
}
