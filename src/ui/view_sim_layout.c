// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where the parts of the simulation view are.  All columns have the same rows, so that what is
 * compared stands side by side, and nothing moves while the run goes on.
 */
#include "view_sim.h"

#define COLUMN_COLS_MIN 36 /* a policy that gets fewer is a row of the table */
#define COLUMN_ROWS_MIN 14
#define COLUMN_GAP      2
#define TALL_ROWS       34 /* from here on there are blank lines between the parts */
#define HALVES_COLS_MIN 60 /* the map of the selected policy beside its facts */

static int min(int a, int b)
{
	return a < b ? a : b;
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

/* Takes rows lines off the top, as far as there are any. */
static struct rect take(struct rect *from, int rows)
{
	struct rect part = *from;

	part.rows = max(min(rows, from->rows), 0);
	from->y += part.rows;
	from->rows -= part.rows;
	return part;
}

/* Lines of counters: those that the scenario shows, and as many as fit well where there is a lot of
 * room. */
static int counter_rows(const struct stage *stage, int rows)
{
	int shown = max((int)stage->nr_shown, 3);

	if (rows >= TALL_ROWS)
		shown = rows / 4;
	return min(min(shown, rows / 3), (int)stage->nr_counters);
}

/* Without a column for each, the name and the clock are in the table already. */
static void lay_column(struct sim_layout *layout, const struct view_context *ctx,
		       struct rect rest)
{
	const struct stage *stage = ctx->frame->stage;
	struct rect maps = rest;
	bool tall = rest.rows >= TALL_ROWS;
	int rows[NR_SIM_PARTS] = {
		[SIM_NAME] = 1, [SIM_CLOCK] = 1,
		[SIM_WHAT] = tall ? 3 : 0,
		[SIM_EVENT] = rest.rows >= 24 ? 4 : 3,
		[SIM_RESIDUE] = tall ? 4 : 1,
		[SIM_COUNTERS] = counter_rows(stage, rest.rows),
	};
	int used = 0;

	for (int part = 0; part < NR_SIM_PARTS; part++)
		used += rows[part] + (tall && part >= SIM_WHAT && part < SIM_COUNTERS);
	maps.rows = max(rest.rows - used, 0);
	rows[SIM_MAPS] = sim_maps_rows(ctx, maps);
	for (int part = 0; part < NR_SIM_PARTS; part++) {
		layout->part[part] = take(&rest, rows[part]);
		if (tall && part >= SIM_WHAT && part < SIM_COUNTERS)
			take(&rest, 1);
	}
	/* with what it does not fill, as the sizes of the maps follow from it */
	layout->part[SIM_MAPS].rows = maps.rows;
}

static void lay_facts(struct sim_layout *layout, const struct stage *stage, struct rect rest)
{
	layout->part[SIM_EVENT] = take(&rest, rest.rows >= 8 ? 4 : 3);
	layout->part[SIM_RESIDUE] = take(&rest, rest.rows >= 3 ? 1 : 0);
	layout->part[SIM_COUNTERS] = take(&rest, (int)stage->nr_counters);
}

static void lay_selected(struct sim_layout *layout, const struct stage *stage, struct rect rest)
{
	struct rect left = rest, right = rest;

	if (rest.cols >= HALVES_COLS_MIN && rest.rows >= 6) {
		left.cols = (rest.cols - COLUMN_GAP) / 2;
		right.cols = rest.cols - COLUMN_GAP - left.cols;
		right.x += left.cols + COLUMN_GAP;
		layout->part[SIM_MAPS] = left;
		lay_facts(layout, stage, right);
		return;
	}
	layout->part[SIM_EVENT] = take(&rest, rest.rows >= 9 ? 3 : 2);
	if (rest.rows >= 5)
		layout->part[SIM_MAPS] = take(&rest, rest.rows);
	else
		layout->part[SIM_COUNTERS] = take(&rest, min(rest.rows, (int)stage->nr_counters));
}

void sim_layout_init(struct sim_layout *layout, const struct view_context *ctx, struct rect rect)
{
	const struct stage *stage = ctx->frame->stage;
	int nr = max((int)stage->nr_columns, 1), note;
	int cols = (rect.cols + COLUMN_GAP) / nr - COLUMN_GAP;
	struct rect rest = rect;

	*layout = (struct sim_layout){ .pitch = cols + COLUMN_GAP };
	layout->head = take(&rest, 1);
	if (rect.rows >= 8)
		layout->slider = take(&rest, 1);
	note = sim_note_rows(stage, rect.cols);
	if (rect.rows >= COLUMN_ROWS_MIN)
		layout->note = take(&rest, min(note, 2));
	layout->beside = cols >= COLUMN_COLS_MIN && rest.rows >= COLUMN_ROWS_MIN;
	if (rest.rows >= TALL_ROWS) {
		take(&rest, 1);
		layout->legend = rest;
		layout->legend.rows = 1;
		layout->legend.y += --rest.rows;
	}
	if (layout->beside) {
		rest.cols = cols;
		lay_column(layout, ctx, rest);
		return;
	}
	layout->table = take(&rest, nr + (rest.rows >= nr + 4));
	if (rest.rows >= 12)
		take(&rest, 1);
	lay_selected(layout, stage, rest);
}

struct rect sim_place(const struct sim_layout *layout, enum sim_part part, unsigned int column)
{
	struct rect place = layout->part[part];

	if (layout->beside)
		place.x += (int)column * layout->pitch;
	return place;
}

int sim_column_at(const struct sim_layout *layout, const struct stage *stage, int y, int x)
{
	struct rect table = layout->table, name = layout->part[SIM_NAME];
	int column, titles = table.rows > (int)stage->nr_columns;

	if (layout->beside)
		column = y < name.y || x < name.x ? -1 : (x - name.x) / layout->pitch;
	else
		column = y < table.y + table.rows ? y - table.y - titles : -1;
	return column >= 0 && column < (int)stage->nr_columns ? column : -1;
}
