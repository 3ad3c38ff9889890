// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where free memory falls on pfn modulo a stride, and what the free scanner can therefore see of it
 * (residue.h): the answer as a sentence, the histogram of one stride, the table of all strides with
 * what chance would make of it beside.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/bits.h"
#include "fragscope/residue.h"

#include "view_lines.h"
#include "view_map.h"
#include "view_zone.h"
#include "views.h"
#include "widget.h"

#define STRIDE_DEFAULT_LOG2 5 /* where asynchronous direct compaction begins */
#define BAR_COLS_MAX        8
#define PLOT_ROWS_MAX       24
#define TABLE_ROWS          (RESIDUE_NR_STRIDES + 1)
#define BLIND_MANY          10 /* of so many blocks one: worth a warning */

#define BLOCK_LOWER 0x2580 /* + n: n eighths from below */
#define UPPER_HALF  0x2580
#define LOWER_HALF  0x2584
#define FULL_BLOCK  0x2588
#define RULE        0x2500

struct show {
	const struct view_context *ctx;
	const struct zonemap *map;
	const struct residue *residue;
	unsigned int log2_stride;
};

static unsigned int chosen_stride(const struct ui_state *state)
{
	unsigned int log2 = state->residue.log2_stride;

	return log2 && log2 < RESIDUE_NR_STRIDES ? log2 : STRIDE_DEFAULT_LOG2;
}

/* The answer */

static enum role judge(const struct residue *residue, unsigned int k)
{
	if (!residue->blind_blocks[k])
		return ROLE_GOOD;
	if ((double)residue->blind_blocks[k] > 2 * residue->random_blind[k] + 1 &&
	    residue->blind_blocks[k] * BLIND_MANY >= residue->blocks_with_free)
		return ROLE_BAD;
	return ROLE_WARN;
}

static void text_answer(const struct show *show, char *to, size_t size)
{
	const struct residue *residue = show->residue;
	unsigned int k = show->log2_stride;

	if (!residue->free_pages) {
		snprintf(to, size, "Nothing that was read of this zone is free.");
		return;
	}
	snprintf(to, size, "At stride %u the free scanner sees %s of the free memory (%s of %s). "
		 "%s of %s blocks with free pages are blind; random placement would make %s.",
		 1u << k, fmt_share(FMT_BUF, residue->seen_pages[k], residue->free_pages),
		 view_pages(FMT_BUF, show->ctx, residue->seen_pages[k]),
		 view_pages(FMT_BUF, show->ctx, residue->free_pages),
		 fmt_count(FMT_BUF, residue->blind_blocks[k]),
		 fmt_count(FMT_BUF, residue->blocks_with_free),
		 fmt_decimal(FMT_BUF, residue->random_blind[k]));
}

static int draw_answer(const struct show *show, struct canvas *canvas, struct rect rect)
{
	char text[320];
	int rows;

	text_answer(show, text, sizeof(text));
	rows = widget_wrap(canvas, rect, show->residue->free_pages ?
			   judge(show->residue, show->log2_stride) : ROLE_TEXT, text);
	rect.y += rows;
	rect.rows -= rows;
	if (rect.rows < 8)
		return rows;
	snprintf(text, sizeof(text), "Blind: of a pageblock's free memory the scanner, which looks at "
		 "every %u%s page, meets no first page of a free block, so it finds nothing.",
		 1u << show->log2_stride, (1u << show->log2_stride) % 10 == 2 ? "nd" : "th");
	return rows + widget_wrap(canvas, rect, ROLE_DIM, text);
}

/* The histogram */

/* 512 residues do not fit side by side: they are broken into bands below each other. */
struct plot {
	struct rect rect;        /* of all bands, without their labels */
	int label_cols;
	unsigned int stride, per_band, nr_bands;
	int bar_cols, band_rows;
	uint64_t value[RESIDUE_STRIDE_MAX];
	uint64_t max, even;      /* even: what each residue would have if none were preferred */
};

static void plot_values(struct plot *plot, const struct show *show)
{
	bool by_pages = show->ctx->state->residue.by_pages;
	uint64_t sum = 0;

	residue_fold(by_pages ? show->residue->pages : show->residue->heads, plot->stride,
		     plot->value);
	for (unsigned int i = 0; i < plot->stride; i++) {
		sum += plot->value[i];
		if (plot->value[i] > plot->max)
			plot->max = plot->value[i];
	}
	plot->even = sum / plot->stride;
}

static void plot_init(struct plot *plot, const struct show *show, struct rect rect)
{
	*plot = (struct plot){ .rect = rect, .stride = 1u << show->log2_stride,
			       .label_cols = rect.cols >= 24 ? 5 : 0 };
	plot->rect.x += plot->label_cols;
	plot->rect.cols -= plot->label_cols;
	plot->per_band = plot->stride;
	while (plot->per_band > 1 && plot->per_band > (unsigned int)plot->rect.cols)
		plot->per_band /= 2;
	plot->nr_bands = plot->stride / plot->per_band;
	if (plot->nr_bands > (unsigned int)rect.rows)
		plot->nr_bands = (unsigned int)rect.rows;
	plot->bar_cols = plot->rect.cols / (int)plot->per_band;
	if (plot->bar_cols > BAR_COLS_MAX)
		plot->bar_cols = BAR_COLS_MAX;
	plot->band_rows = rect.rows / (int)plot->nr_bands;
	plot_values(plot, show);
}

/* Eighths of a row from below, at least one for what is not zero. */
static uint64_t plot_height(const struct plot *plot, uint64_t value)
{
	uint64_t full = (uint64_t)plot->band_rows * 8;

	if (!value || !plot->max)
		return 0;
	return 1 + (uint64_t)((double)value / (double)plot->max * (double)(full - 1));
}

static void draw_bar(const struct plot *plot, struct canvas *canvas, int bottom, int x, uint64_t value,
		     bool looked_at)
{
	uint64_t height = plot_height(plot, value), even = plot_height(plot, plot->even);
	enum role role = looked_at ? ROLE_FREE_SCANNER : ROLE_PLOT;

	for (int row = 0; row < plot->band_rows; row++) {
		uint64_t low = (uint64_t)row * 8;
		uint64_t fill = height <= low ? 0 : height - low < 8 ? height - low : 8;
		/* one row tall bands have no room for a line */
		bool line = plot->band_rows > 1 && even > low && even <= low + 8;
		int y = bottom - row;

		if (line && fill == 8)
			canvas_glyph_on(canvas, y, x, ROLE_PLOT2, role, RULE);
		else if (line && !fill)
			canvas_glyph(canvas, y, x, ROLE_PLOT2, RULE);
		else if (fill)
			canvas_glyph(canvas, y, x, role, BLOCK_LOWER + (uint32_t)fill);
		else if (!row && !value)
			canvas_glyph(canvas, y, x, ROLE_DIM, 0xb7);
	}
}

static void draw_band(const struct plot *plot, struct canvas *canvas, unsigned int band)
{
	int bottom = plot->rect.y + (int)(band + 1) * plot->band_rows - 1;
	char label[16];

	for (unsigned int i = 0; i < plot->per_band; i++) {
		unsigned int residue = band * plot->per_band + i;
		int x = plot->rect.x + (int)i * plot->bar_cols;

		for (int col = 0; col < plot->bar_cols; col++)
			/* a blank between wide bars */
			if (col + 1 < plot->bar_cols || plot->bar_cols < 3)
				draw_bar(plot, canvas, bottom, x + col, plot->value[residue],
					 residue == 0);
	}
	if (!plot->label_cols || plot->nr_bands < 2)
		return;
	snprintf(label, sizeof(label), "%u", band * plot->per_band);
	canvas_right(canvas, bottom, plot->rect.x - 2, ROLE_DIM, label);
}

/* Values up the side, residues along the bottom. */
static void draw_axis(const struct plot *plot, struct canvas *canvas)
{
	int y = plot->rect.y + plot->band_rows;
	unsigned int step = 1;

	if (!plot->label_cols || plot->nr_bands > 1)
		return;
	while (plot->bar_cols * (int)step < 4)
		step *= 2;
	for (unsigned int i = 0; i < plot->per_band; i += step)
		canvas_printf(canvas, y, plot->rect.x + (int)i * plot->bar_cols, ROLE_DIM, "%u", i);
}

static void draw_plot_title(const struct show *show, const struct plot *plot,
			    struct canvas *canvas, struct rect rect)
{
	bool by_pages = show->ctx->state->residue.by_pages;
	struct rect old = canvas_clip(canvas, (struct rect){ rect.y, rect.x, 1, rect.cols });
	char key[16];
	int x;

	x = canvas_printf(canvas, rect.y, rect.x, ROLE_TITLE, "%s by pfn mod %u",
			  by_pages ? "free pages" : "free blocks", plot->stride);
	x = canvas_printf(canvas, rect.y, x, ROLE_LABEL, "   highest bar %s   ",
			  fmt_count(FMT_BUF, plot->max));
	canvas_glyph(canvas, rect.y, x, ROLE_FREE_SCANNER, FULL_BLOCK);
	x = canvas_text(canvas, rect.y, x + 2, ROLE_LABEL, "looked at   ");
	canvas_glyph(canvas, rect.y, x, ROLE_PLOT2, RULE);
	x = canvas_text(canvas, rect.y, x + 2, ROLE_LABEL, "evenly spread   ");
	key_name(keymap_key_of(show->ctx->keymap, "residue", ACTION_NEXT_COLOR, 0), key,
		 sizeof(key));
	if (key[0])
		canvas_printf(canvas, rect.y, x, ROLE_DIM, "%s: by %s", key,
			      by_pages ? "blocks" : "pages");
	canvas_unclip(canvas, old);
}

/* The title, the bands, and the axis where there is one band. */
static void draw_histogram(const struct show *show, struct canvas *canvas, struct rect rect)
{
	struct rect bands = rect;
	struct plot plot;

	if (rect.rows < 1)
		return;
	if (rect.rows > 1) {
		bands.y++;
		bands.rows--;
	}
	if (bands.rows > 2)
		bands.rows--; /* the axis */
	if (bands.rows > PLOT_ROWS_MAX)
		bands.rows = PLOT_ROWS_MAX;
	plot_init(&plot, show, bands);
	if (plot.nr_bands > 1 && rect.rows > 3 && bands.rows < PLOT_ROWS_MAX) {
		bands.rows++;
		plot_init(&plot, show, bands);
	}
	if (rect.rows > 1)
		draw_plot_title(show, &plot, canvas, rect);
	for (unsigned int band = 0; band < plot.nr_bands; band++)
		draw_band(&plot, canvas, band);
	if (bands.y + plot.band_rows < rect.y + rect.rows)
		draw_axis(&plot, canvas);
}

/* The table */

enum { STRIDE, SEEN, SEEN_BAR, BLIND, CHANCE, BLIND_BAR, MEMORY, SECOND, NR_COLUMNS };

static const struct column table[NR_COLUMNS] = {
	[STRIDE]    = { "stride", 6, 6, 0, true },
	[SEEN]      = { "seen", 5, 5, 0, true },
	[SEEN_BAR]  = { "", 8, 24, 4, false },
	[BLIND]     = { "blind blocks", 12, 12, 0, true },
	[CHANCE]    = { "by chance", 9, 9, 1, true },
	[BLIND_BAR] = { "▀ blind  ▄ by chance", 20, 32, 5, false },
	[MEMORY]    = { "blind memory", 12, 12, 2, true },
	[SECOND]    = { "2nd sample finds", 16, 16, 3, true },
};

/* Two bars in one line: how many blocks are blind, and below how many would be by chance. */
static void draw_blind_bar(const struct show *show, unsigned int k, struct canvas *canvas, int y,
			   const struct column *column)
{
	const struct residue *residue = show->residue;
	double all = (double)residue->blocks_with_free;
	double upper = (double)residue->blind_blocks[k] / all * column->cols;
	double lower = residue->random_blind[k] / all * column->cols;

	for (int i = 0; i < column->cols && all > 0; i++) {
		int x = column->x + i;

		if (upper > i && lower > i)
			canvas_half(canvas, y, x, ROLE_BLIND, ROLE_PLOT2);
		else if (upper > i)
			canvas_glyph(canvas, y, x, ROLE_BLIND, UPPER_HALF);
		else if (lower > i)
			canvas_glyph(canvas, y, x, ROLE_PLOT2, LOWER_HALF);
		if (upper > i && lower > i && !view_has_color(show->ctx))
			canvas_glyph(canvas, y, x, ROLE_BLIND, FULL_BLOCK);
	}
}

static void draw_stride(const struct show *show, unsigned int k, struct canvas *canvas, int y,
			const struct column *columns)
{
	const struct residue *residue = show->residue;
	uint64_t blind = residue->blind_blocks[k];
	uint64_t second = blind > residue->resampled_blind[k] ?
				  blind - residue->resampled_blind[k] : 0;
	char text[FMT_MAX];

	snprintf(text, sizeof(text), "%u", 1u << k);
	table_cell(canvas, y, &columns[STRIDE],
		   k == show->log2_stride ? ROLE_SELECT : ROLE_VALUE, text);
	table_cell(canvas, y, &columns[SEEN], ROLE_VALUE,
		   fmt_share(FMT_BUF, residue->seen_pages[k], residue->free_pages));
	if (columns[SEEN_BAR].cols && residue->free_pages)
		widget_bar(canvas, y, columns[SEEN_BAR].x, columns[SEEN_BAR].cols, ROLE_FREE,
			   (double)residue->seen_pages[k] / (double)residue->free_pages);
	table_cell(canvas, y, &columns[BLIND], blind ? judge(residue, k) : ROLE_DIM,
		   fmt_count(FMT_BUF, blind));
	draw_blind_bar(show, k, canvas, y, &columns[BLIND_BAR]);
	table_cell(canvas, y, &columns[MEMORY], blind ? ROLE_VALUE : ROLE_DIM,
		   view_pages(FMT_BUF, show->ctx, residue->blind_pages[k]));
	table_cell(canvas, y, &columns[CHANCE], ROLE_PLOT2,
		   fmt_decimal(FMT_BUF, residue->random_blind[k]));
	table_cell(canvas, y, &columns[SECOND], second ? ROLE_VALUE : ROLE_DIM,
		   fmt_count(FMT_BUF, second));
}

static void draw_table(const struct show *show, struct canvas *canvas, struct rect rect)
{
	struct column columns[NR_COLUMNS];

	if (rect.rows < 2)
		return;
	memcpy(columns, table, sizeof(columns));
	table_layout(columns, NR_COLUMNS, rect.x, rect.cols);
	table_head(canvas, rect.y, columns, NR_COLUMNS);
	for (unsigned int k = 0; k < RESIDUE_NR_STRIDES && (int)k + 1 < rect.rows; k++)
		draw_stride(show, k, canvas, rect.y + 1 + (int)k, columns);
}

/* The view */

/* Rows of the table at the bottom; 0: no room. */
static int table_rows(struct rect rect)
{
	return rect.rows >= TABLE_ROWS + 9 ? TABLE_ROWS : 0;
}

static void draw_all(const struct show *show, struct canvas *canvas, struct rect rect)
{
	struct rect rest = rect, bottom = rect;
	int rows;

	if (rect.rows >= 5) {
		view_zones_draw(show->ctx, canvas, rect);
		rest.y++;
		rest.rows--;
	}
	bottom.rows = table_rows(rect);
	rest.rows -= bottom.rows;
	rows = draw_answer(show, canvas, rest) + (rest.rows >= 8);
	rest.y += rows;
	rest.rows -= rows;
	if (!show->residue->free_pages)
		return;
	/* the table stands below the histogram, not at the bottom of a tall screen */
	if (rest.rows > PLOT_ROWS_MAX + 3)
		rest.rows = PLOT_ROWS_MAX + 3;
	draw_histogram(show, canvas, rest);
	bottom.y = rest.y + rest.rows;
	draw_table(show, canvas, bottom);
}

static void residue_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct rect old = canvas_clip(canvas, rect);
	struct show show = { .ctx = ctx, .map = view_zone_map(ctx), .residue = ctx->residue,
			     .log2_stride = chosen_stride(ctx->state) };

	if (show.map && show.residue)
		draw_all(&show, canvas, rect);
	else
		view_nomap_draw(ctx, canvas, rect);
	canvas_unclip(canvas, old);
}

static bool residue_act(const struct view_context *ctx, enum action action, struct rect rect,
			struct ui_effects *effects)
{
	unsigned int log2 = chosen_stride(ctx->state);

	(void)rect;
	(void)effects;
	switch (action) {
	case ACTION_ZOOM_IN:
	case ACTION_UP:
		ctx->state->residue.log2_stride = log2 > 1 ? log2 - 1 : 1;
		return true;
	case ACTION_ZOOM_OUT:
	case ACTION_DOWN:
		ctx->state->residue.log2_stride = log2 + 1 < RESIDUE_NR_STRIDES ? log2 + 1 : log2;
		return true;
	case ACTION_NEXT_COLOR:
	case ACTION_PREV_COLOR:
		ctx->state->residue.by_pages = !ctx->state->residue.by_pages;
		return true;
	default:
		return false;
	}
}

static bool residue_mouse(const struct view_context *ctx, const struct ui_event *event,
			  struct rect rect, struct ui_effects *effects)
{
	int zone;

	if (event->mouse == MOUSE_WHEEL_UP || event->mouse == MOUSE_WHEEL_DOWN)
		return residue_act(ctx, event->mouse == MOUSE_WHEEL_UP ? ACTION_ZOOM_IN :
				   ACTION_ZOOM_OUT, rect, effects);
	if (event->mouse != MOUSE_PRESS || event->y || rect.rows < 5)
		return false;
	zone = view_zones_hit(ctx, rect.cols, event->x);
	if (zone >= 0)
		ctx->state->zone = (unsigned int)zone;
	return zone >= 0;
}

static const enum action footer[] = {
	ACTION_ZOOM_IN, ACTION_ZOOM_OUT, ACTION_NEXT_COLOR, ACTION_NEXT_ZONE, ACTION_SWEEP,
	ACTION_NONE
};

const struct view_ops view_residue = {
	.name = "residue",
	.title = "residue",
	.help = "where free memory falls modulo a stride, and what the free scanner cannot see",
	.go = ACTION_VIEW_RESIDUE,
	.wants_pagemap = true,
	.wants_residue = true,
	.footer = footer,
	.draw = residue_draw,
	.act = residue_act,
	.mouse = residue_mouse,
};
