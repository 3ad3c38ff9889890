// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_activity_counters - what /proc/vmstat counts about compaction, for lack of events.
 *
 * Counters say how often, never who, how long or at which order.  Those of migration count pages
 * that were moved for any reason.
 */
#include <math.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/history.h"
#include "view_activity.h"
#include "widget.h"

#define SERIES_MAX 200

/* In the order of their rows; a name that ends in '*' is the sum of all that begin so. */
static const char *const names[] = {
	"compact_stall", "compact_success", "compact_fail", "allocstall*",
	"compact_migrate_scanned", "compact_free_scanned", "compact_isolated",
	"pgmigrate_success", "pgmigrate_fail", "compact_daemon_wake",
	"compact_daemon_migrate_scanned", "compact_daemon_free_scanned",
	"thp_fault_alloc", "thp_fault_fallback",
};

enum { NAME, PLOT, RATE, SUM, NR_COLUMNS };

static const struct column table[NR_COLUMNS] = {
	[NAME] = { "counters", 31, 31, 0, false },
	[PLOT] = { "by frame", 10, 60, 2, false },
	[RATE] = { "now", 10, 10, 1, true },
	[SUM] = { "sum", 13, 14, 0, true },
};

static size_t stem_len(const char *name)
{
	return strcspn(name, "*");
}

static bool matches(const char *name, const char *row)
{
	size_t len = stem_len(name);

	return !strncmp(row, name, len) && (name[len] || !row[len]);
}

/* The counters of that name; absent when there is none. */
static struct num count(const struct frame *frame, const char *name)
{
	struct num sum = { 0 };

	for (unsigned int i = 0; i < frame->vmstat.nr; i++) {
		const struct counter *row = &frame->vmstat.rows[i];

		if (matches(name, row->name))
			sum = num_has(sum) ? num_add(sum, row->value) : row->value;
	}
	return sum;
}

static struct num counter_of_period(const struct view_context *ctx, const char *name)
{
	struct num now = count(ctx->frame, name), before;

	if (!ctx->period->begin || !num_has(now))
		return now;
	before = count(ctx->period->begin, name);
	if (!num_has(before) || before.n > now.n)
		return (struct num){ 0 };
	now.n -= before.n;
	return now;
}

struct num activity_counter(const struct view_context *ctx, const char *name)
{
	return counter_of_period(ctx, name);
}

struct num activity_counter_prefix(const struct view_context *ctx, const char *prefix)
{
	char name[64];

	snprintf(name, sizeof(name), "%s*", prefix);
	return counter_of_period(ctx, name);
}

int activity_counters_rows(const struct view_context *ctx, int cols)
{
	int rows = 1;

	(void)cols;
	if (activity_knows(ctx, ACTIVITY_COMPACTION))
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		rows += num_has(count(ctx->frame, names[i]));
	return rows > 1 ? rows : 0;
}

static double rate_at(const struct view_context *ctx, const char *name, size_t back)
{
	size_t len = stem_len(name);
	char stem[64];

	if (!name[len])
		return history_rate(ctx->input->history, back, name);
	snprintf(stem, sizeof(stem), "%.*s", (int)len, name);
	return history_rate_prefix(ctx->input->history, back, stem);
}

static void draw_counter(const struct view_context *ctx, struct canvas *canvas, int y,
			 const struct column *columns, const char *name)
{
	struct num sum = counter_of_period(ctx, name);
	double values[SERIES_MAX], now = NAN;
	int nr = columns[PLOT].cols < SERIES_MAX ? columns[PLOT].cols : SERIES_MAX;
	char text[FMT_MAX + 2];

	for (int i = 0; i < nr && ctx->input->history; i++)
		values[i] = rate_at(ctx, name, ctx->state->back + (size_t)(nr - 1 - i));
	if (ctx->input->history) {
		now = rate_at(ctx, name, ctx->state->back);
		widget_spark(canvas, y, columns[PLOT].x, nr, ROLE_PLOT, values, (size_t)nr, 0);
	}
	table_cell(canvas, y, &columns[NAME], ROLE_LABEL, name);
	snprintf(text, sizeof(text), isnan(now) ? "–" : "%s/s", fmt_decimal(FMT_BUF, now));
	table_cell(canvas, y, &columns[RATE], isnan(now) ? ROLE_UNKNOWN : now > 0 ? ROLE_VALUE :
		   ROLE_DIM, text);
	table_cell(canvas, y, &columns[SUM], num_role(sum, sum.n ? ROLE_VALUE : ROLE_DIM),
		   num_text(FMT_BUF, sum, fmt_count));
}

void activity_counters_draw(const struct view_context *ctx, struct canvas *canvas,
			    struct rect rect)
{
	struct column columns[NR_COLUMNS];
	int y = rect.y;

	memcpy(columns, table, sizeof(columns));
	if (rect.cols < 48)
		columns[NAME].min = columns[NAME].max = rect.cols > 36 ? rect.cols - 15 : 20;
	table_layout(columns, NR_COLUMNS, rect.x, rect.cols);
	table_head(canvas, y, columns, NR_COLUMNS);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (num_has(count(ctx->frame, names[i])))
			draw_counter(ctx, canvas, ++y, columns, names[i]);
}
