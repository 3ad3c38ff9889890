// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * activity_line - an interval as one line of aligned columns.
 *
 * One row is one column: a metric, and one of /proc/vmstat's that stands in for it where no events
 * can be had.  A narrow terminal shows whole groups or leaves them out.
 */
#include "activity_line.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "fragscope/array.h"
#include "fragscope/clock.h"
#include "fragscope/metric.h"

#define TIME_COLS 8

struct column {
	const char *name;
	int cols;
	const char *metric, *instead;
};

static const struct column stalls[] = {
	{ "compact", 8, "compaction_stalls", "compact_stall" },
	{ "reclaim", 8, "reclaim_stalls", "allocstall" },
	{ "drain", 6, "drain_stalls", NULL },
};

static const struct column stall_times[] = {
	{ "compact", 8, "compaction_stall_time", NULL },
	{ "reclaim", 8, "reclaim_stall_time", NULL },
	{ "drain", 6, "drain_stall_time", NULL },
};

static const struct column runs[] = {
	{ "direct", 7, "direct_runs", NULL },
	{ "kcompd", 7, "kcompactd_runs", NULL },
	{ "proact", 7, "proactive_runs", NULL },
	{ "manual", 7, "manual_runs", NULL },
};

static const struct column pages[] = {
	{ "mscan", 7, "migrate_scanned", "compact_migrate_scanned" },
	{ "fscan", 7, "free_scanned", "compact_free_scanned" },
	{ "isolated", 9, "isolated", "compact_isolated" },
	{ "migrated", 9, "migrated", "pgmigrate_success" },
	{ "unmoved", 8, "migrate_failed", NULL },
};

static const struct column success[] = {
	{ "success", 8, "compaction_success", "compact_success_share" },
};

static const struct column fallbacks[] = {
	{ "all", 7, "fallbacks", NULL },
	{ "fragm", 6, "fragmenting_fallbacks", NULL },
};

static const struct column allocations[] = {
	{ "failed", 9, "failed_allocations", NULL },
};

static const struct column events[] = {
	{ "lost", 9, "lost_events", NULL },
};

#define GROUP(title, columns, rank) { title, columns, ARRAY_SIZE(columns), rank }

static const struct group {
	const char *title;
	const struct column *columns;
	size_t nr;
	int rank;        /* those of a higher one are left out first */
} groups[] = {
	GROUP("stalls/s", stalls, 0),
	GROUP("stalled ms/s", stall_times, 2),
	GROUP("zones compacted/s", runs, 1),
	GROUP("pages/s", pages, 5),
	GROUP("%", success, 4),
	GROUP("fallbacks/s", fallbacks, 3),
	GROUP("allocs/s", allocations, 6),
	GROUP("events/s", events, 7),
};

static int group_cols(const struct group *group)
{
	int cols = 0;

	for (size_t i = 0; i < group->nr; i++)
		cols += group->columns[i].cols;
	return cols;
}

/* Whether the group and all that go before it fit. */
static bool is_shown(const struct group *group, int cols)
{
	int needed = TIME_COLS;

	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		if (groups[i].rank <= group->rank)
			needed += group_cols(&groups[i]);
	return !cols || needed <= cols;
}

/* "-- title --" in the middle of the group's columns, a blank before it. */
static void print_title(FILE *to, const struct group *group)
{
	int room = group_cols(group) - 1, title = (int)strlen(group->title);
	int left = (room - title) / 2;

	putc(' ', to);
	for (int i = 0; i < room; i++) {
		if (i == left) {
			fputs(group->title, to);
			i += title - 1;
		} else {
			putc(i == left - 1 || i == left + title ? ' ' : '-', to);
		}
	}
}

void activity_print_header(FILE *to, int cols)
{
	fprintf(to, "%*s", TIME_COLS, "");
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		if (is_shown(&groups[i], cols))
			print_title(to, &groups[i]);
	fprintf(to, "\n%-*s", TIME_COLS, "time");
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		for (size_t j = 0; j < groups[i].nr && is_shown(&groups[i], cols); j++)
			fprintf(to, "%*s", groups[i].columns[j].cols, groups[i].columns[j].name);
	putc('\n', to);
}

static double value_of(const char *name, const struct history *history)
{
	const struct metric *metric = name ? metric_find(name) : NULL;

	return metric ? metric->get(metric, history, 0) : NAN;
}

/* At most five characters: "-", "0", "0.03", "7.5", "812", "98765", "123k", "45M". */
static void print_value(FILE *to, int cols, double value)
{
	static const char units[] = { 'k', 'M', 'G', 'T' };
	unsigned int unit = 0;

	if (isnan(value)) {
		fprintf(to, "%*s", cols, "-");
		return;
	}
	if (value < 99999.5) {
		int digits = value <= 0 || value >= 99.5 ? 0 : value < 1 ? 2 : value < 9.95 ? 1 : 0;

		fprintf(to, "%*.*f", cols, digits, value);
		return;
	}
	for (value /= 1000; value >= 9999.5 && unit < ARRAY_SIZE(units) - 1; unit++)
		value /= 1000;
	fprintf(to, "%*.0f%c", cols - 1, value, units[unit]);
}

static void print_time(FILE *to, const struct frame *frame)
{
	time_t seconds = (time_t)(frame->wall_ns / NSEC_PER_SEC);
	char text[TIME_COLS + 1] = "-";
	struct tm tm;

	if (frame->wall_ns && localtime_r(&seconds, &tm))
		strftime(text, sizeof(text), "%H:%M:%S", &tm);
	fprintf(to, "%-*s", TIME_COLS, text);
}

void activity_print_line(FILE *to, int cols, const struct history *history)
{
	print_time(to, history_frame(history, 0));
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++) {
		for (size_t j = 0; j < groups[i].nr && is_shown(&groups[i], cols); j++) {
			const struct column *column = &groups[i].columns[j];
			double value = value_of(column->metric, history);

			if (isnan(value))
				value = value_of(column->instead, history);
			print_value(to, column->cols, value);
		}
	}
	putc('\n', to);
}

bool activity_line_column(unsigned int n, struct activity_column *to)
{
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++) {
		const struct group *group = &groups[i];

		if (n < group->nr) {
			const struct column *column = &group->columns[n];

			*to = (struct activity_column){ group->title, column->name,
							column->metric, column->instead };
			return true;
		}
		n -= (unsigned int)group->nr;
	}
	return false;
}
