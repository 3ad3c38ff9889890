// SPDX-License-Identifier: GPL-2.0-or-later
/* Policies as rows of numbers, where they do not fit beside each other: the counters that matter
 * first, as many as fit, with the difference against the first policy. */
#include <stdio.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"

#include "view_sim.h"
#include "widget.h"

#define COUNTERS_MAX      6
#define VALUE_COLS        9
#define COUNTER_COLS_MIN  17 /* "1,234,567  -95 %" */
#define COUNTER_PRIORITY  10

enum { POLICY, EVENT, TIME, COUNTER, NR_COLUMNS = COUNTER + COUNTERS_MAX };

/* The first counter goes last, after the time; of the others the last goes first. */
static void lay_columns(const struct stage *stage, struct rect rect,
			struct column columns[NR_COLUMNS])
{
	int policy = 12, most = rect.cols * 3 / 10;

	for (unsigned int i = 0; i < stage->nr_columns; i++) {
		int width = text_width(stage->column[i].policy) + 2;

		policy = width > policy ? width : policy;
	}
	columns[POLICY] = (struct column){ "  policy", policy < most ? policy : most, policy, 0,
					   false, 0, 0 };
	columns[EVENT] = (struct column){ "event", 9, 9, COUNTER_PRIORITY + 2, true, 0, 0 };
	columns[TIME] = (struct column){ "model time", 10, 10, 2, true, 0, 0 };
	for (int i = 0; i < COUNTERS_MAX; i++) {
		const char *title = i < (int)stage->nr_counters ? stage->counter[i] : "";
		int cols = text_width(title);

		cols = cols > COUNTER_COLS_MIN ? cols : COUNTER_COLS_MIN;
		columns[COUNTER + i] = (struct column){ title, cols, cols,
							i > 1 ? COUNTER_PRIORITY + 1 + i :
							i ? COUNTER_PRIORITY : 1, true, 0, 0 };
	}
	table_layout(columns, NR_COLUMNS, rect.x, rect.cols);
}

static void draw_policy(const struct stage *stage, unsigned int policy, struct canvas *canvas,
			int y, const struct column columns[NR_COLUMNS])
{
	const struct stage_column *at = &stage->column[policy];
	bool selected = policy == stage->selected;
	char text[160], name[140];

	sim_policy_text(name, sizeof(name), stage, policy, columns[POLICY].cols - 2);
	snprintf(text, sizeof(text), "%s%s", selected ? "→ " : "  ", name);
	table_cell(canvas, y, &columns[POLICY], at->broken[0] ? ROLE_BAD : selected ? ROLE_SELECT :
		   ROLE_TITLE, text);
	table_cell(canvas, y, &columns[EVENT], ROLE_VALUE, fmt_count(FMT_BUF, at->nr_events));
	table_cell(canvas, y, &columns[TIME], ROLE_VALUE, fmt_duration(FMT_BUF, at->now_ns));
	for (unsigned int i = 0; i < COUNTERS_MAX && i < stage->nr_counters; i++) {
		uint64_t base = stage->column[0].value[i];

		snprintf(text, sizeof(text), "%s %7s",
			 sim_value_text(FMT_BUF, stage, policy, i, VALUE_COLS),
			 policy ? sim_diff_text(FMT_BUF, base, at->value[i]) : "");
		table_cell(canvas, y, &columns[COUNTER + i], ROLE_VALUE, text);
	}
}

void sim_table_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct stage *stage = ctx->frame->stage;
	struct column columns[NR_COLUMNS];
	int y = rect.y, end = rect.y + rect.rows;

	if (!rect.rows)
		return;
	lay_columns(stage, rect, columns);
	if (rect.rows > (int)stage->nr_columns)
		table_head(canvas, y++, columns, NR_COLUMNS);
	for (unsigned int i = 0; i < stage->nr_columns && y < end; i++)
		draw_policy(stage, i, canvas, y++, columns);
}
