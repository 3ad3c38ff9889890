// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What one policy has come to: its last event in a sentence, its counters with the difference
 * against the first policy's, and how much of its free memory the free scanner can see.
 *
 * Whether more or less of something is better is not known here, so differences are not judged.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/residue.h"

#include "view_sim.h"
#include "widget.h"

#define DIFF_COLS  8
#define VALUE_COLS 11
#define WIDE_COLS  64 /* a name and its number stay close together */
#define TIMES_FROM 10 /* a value as many times as large is told in times, not percent */
#define SEEN_FEW   2  /* one part in so many seen is worth a warning */

static const unsigned int strides_log2[] = { 0, 3, 5 };

char *sim_policy_text(char *to, size_t size, const struct stage *stage, unsigned int column,
		      int cols)
{
	const char *name = stage->column[column].policy, *base = stage->column[0].policy;
	size_t shared = strlen(base);
	int width = text_width(name);

	if (width > cols && column && !strncmp(name, base, shared) && name[shared] == '+') {
		name += shared;
		width = text_width(name);
	}
	if (width > cols && cols > 1 && (size_t)(width - cols + 1) < strlen(name))
		snprintf(to, size, "…%s", name + (width - cols + 1));
	else
		snprintf(to, size, "%s", name);
	return to;
}

char *sim_value_text(char *to, size_t size, const struct stage *stage, unsigned int column,
		     unsigned int counter, int cols)
{
	const char *name = stage->counter[counter];
	uint64_t value = stage->column[column].value[counter];
	size_t len = strlen(name);

	if (len > 3 && !strcmp(name + len - 3, "_ns"))
		return fmt_duration(to, size, value);
	return num_fit(to, size, num_known(value), cols);
}

void sim_name_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		   struct rect rect)
{
	const struct stage *stage = ctx->frame->stage;
	bool selected = column == stage->selected;
	char text[160];
	int x;

	if (!rect.rows)
		return;
	x = canvas_text_cut(canvas, rect.y, rect.x, rect.cols, selected ? ROLE_SELECT : ROLE_TEXT,
			    selected ? "→ " : "  ");
	canvas_text_cut(canvas, rect.y, x, rect.x + rect.cols - x,
			selected ? ROLE_SELECT : ROLE_TITLE,
			sim_policy_text(text, sizeof(text), stage, column, rect.cols - 2));
}

void sim_clock_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		    struct rect rect)
{
	const struct stage_column *at = &ctx->frame->stage->column[column];
	struct pen pen = pen_at(canvas, rect);

	if (!rect.rows)
		return;
	pen_field(&pen, 0, "event", ROLE_VALUE, fmt_count(FMT_BUF, at->nr_events));
	if (at->event_kind && at->event_kind[0])
		pen_printf(&pen, ROLE_LABEL, ": %s", at->event_kind);
	pen_field(&pen, 1, "", ROLE_VALUE, fmt_duration(FMT_BUF, at->now_ns));
	pen_field(&pen, 2, "op", ROLE_VALUE, fmt_count(FMT_BUF, at->nr_ops));
}

void sim_what_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		   struct rect rect)
{
	const char *what = ctx->frame->stage->column[column].what;

	if (rect.rows && what)
		widget_wrap(canvas, rect, ROLE_DIM, what);
}

static void draw_broken(const struct view_context *ctx, const struct stage_column *at,
			struct canvas *canvas, struct rect rect)
{
	uint32_t key = keymap_key_of(ctx->keymap, "sim", ACTION_SAVE, 0);
	char text[STAGE_TEXT_MAX + 160], name[32] = ":save-snapshot";

	if (key)
		key_to_text(key, name, sizeof(name));
	snprintf(text, sizeof(text), "an invariant does not hold any more: %s. That is a mistake "
		 "of the simulation; %s saves the memory as it is now, for a report.", at->broken,
		 name);
	widget_wrap(canvas, rect, ROLE_BAD, text);
}

void sim_event_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		    struct rect rect)
{
	const struct stage_column *at = &ctx->frame->stage->column[column];

	if (!rect.rows)
		return;
	if (at->broken[0]) {
		draw_broken(ctx, at, canvas, rect);
		return;
	}
	if (at->ended) {
		struct rect line = { rect.y, rect.x, 1, rect.cols };

		widget_wrap(canvas, line, ROLE_WARN, "ended (workload over, or a limit)");
		rect.y++;
		rect.rows--;
	}
	widget_wrap(canvas, rect, at->event[0] ? ROLE_TEXT : ROLE_DIM,
		    at->event[0] ? at->event : "nothing has happened yet");
}

/* Rounded, but for what would be called all or nothing and is not. */
static char *percent_text(char *to, size_t size, uint64_t base, uint64_t value)
{
	double percent = ((double)value - (double)base) / (double)base * 100;
	const char *sign = percent < 0 ? "-" : "+";

	percent = fabs(percent);
	if (percent < 0.1)
		snprintf(to, size, "%s<0.1 %%", sign);
	else if (percent < 1 || (percent > 99 && percent < 100))
		snprintf(to, size, "%s%.1f %%", sign, floor(percent * 10) / 10);
	else
		snprintf(to, size, "%s%.0f %%", sign, percent);
	return to;
}

char *sim_diff_text(char *to, size_t size, uint64_t base, uint64_t value)
{
	if (value == base)
		snprintf(to, size, "=");
	else if (!base)
		snprintf(to, size, "new");
	else if (value / TIMES_FROM >= base)
		snprintf(to, size, "x%s", fmt_count(FMT_BUF, value / base));
	else
		percent_text(to, size, base, value);
	return to;
}

static void draw_counter(const struct stage *stage, unsigned int column, unsigned int counter,
			 struct canvas *canvas, struct rect line)
{
	uint64_t value = stage->column[column].value[counter];
	uint64_t base = stage->column[0].value[counter];
	int diff = stage->nr_columns > 1 ? DIFF_COLS : 0;
	int name = line.cols - VALUE_COLS - diff - 1;
	int right = line.x + line.cols - 1;

	if (name > 0)
		canvas_text_cut(canvas, line.y, line.x, name, ROLE_LABEL,
				stage->counter[counter]);
	canvas_right(canvas, line.y, right - diff, value ? ROLE_VALUE : ROLE_DIM,
		     sim_value_text(FMT_BUF, stage, column, counter, VALUE_COLS));
	if (column)
		canvas_right(canvas, line.y, right, value == base ? ROLE_DIM : ROLE_PLOT2,
			     sim_diff_text(FMT_BUF, base, value));
}

void sim_counters_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		       struct rect rect)
{
	const struct stage *stage = ctx->frame->stage;
	int cols = rect.cols < WIDE_COLS ? rect.cols : WIDE_COLS;

	for (unsigned int i = 0; i < stage->nr_counters && (int)i < rect.rows; i++)
		draw_counter(stage, column, i, canvas,
			     (struct rect){ rect.y + (int)i, rect.x, 1, cols });
}

/* Of all zones; false where no free memory is known. */
static bool sum_residue(const struct frame *frame, struct residue *sum)
{
	*sum = (struct residue){ 0 };
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zonemap *map = frame->zones[i]->map;
		struct residue part;

		if (!map || !map->nr_pages)
			continue;
		residue_compute(map, &part);
		residue_add(sum, &part);
	}
	return sum->free_pages != 0;
}

static enum role seen_role(uint64_t seen, uint64_t all)
{
	return seen < all / SEEN_FEW ? ROLE_WARN : ROLE_VALUE;
}

static void draw_seen_line(const struct residue *residue, struct canvas *canvas, struct rect rect)
{
	struct pen pen = pen_at(canvas, rect);

	pen_text(&pen, ROLE_LABEL, "strides");
	for (size_t i = 0; i < ARRAY_SIZE(strides_log2); i++)
		pen_printf(&pen, ROLE_LABEL, "%s %u", i ? "," : "", 1u << strides_log2[i]);
	pen_text(&pen, ROLE_LABEL, " see");
	for (size_t i = 0; i < ARRAY_SIZE(strides_log2); i++) {
		uint64_t seen = residue->seen_pages[strides_log2[i]];

		pen_printf(&pen, seen_role(seen, residue->free_pages), " %s",
			   fmt_share(FMT_BUF, seen, residue->free_pages));
	}
}

static void draw_seen_bars(const struct residue *residue, struct canvas *canvas, struct rect rect)
{
	canvas_text_cut(canvas, rect.y, rect.x, rect.cols, ROLE_TITLE,
			"free memory that the free scanner sees");
	for (size_t i = 0; i < ARRAY_SIZE(strides_log2) && (int)i + 1 < rect.rows; i++) {
		uint64_t seen = residue->seen_pages[strides_log2[i]];
		int y = rect.y + 1 + (int)i, bar = rect.cols - 18;

		canvas_printf(canvas, y, rect.x, ROLE_LABEL, "stride %2u", 1u << strides_log2[i]);
		if (bar > 0)
			widget_bar(canvas, y, rect.x + 11, bar, ROLE_FREE,
				   (double)seen / (double)residue->free_pages);
		canvas_right(canvas, y, rect.x + rect.cols - 1,
			     seen_role(seen, residue->free_pages),
			     fmt_share(FMT_BUF, seen, residue->free_pages));
	}
}

void sim_residue_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		      struct rect rect)
{
	struct residue residue;

	if (rect.cols > WIDE_COLS)
		rect.cols = WIDE_COLS;
	if (!rect.rows || !sum_residue(ctx->frame->stage->column[column].frame, &residue))
		return;
	if (rect.rows >= (int)ARRAY_SIZE(strides_log2) + 1)
		draw_seen_bars(&residue, canvas, rect);
	else
		draw_seen_line(&residue, canvas, rect);
}
