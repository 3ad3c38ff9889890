// SPDX-License-Identifier: GPL-2.0-or-later
/* The histogram of free memory over pfn modulo one stride, with what an even spread would be. */
#include <stdio.h>

#include "view_residue.h"
#include "view_zone.h"

#define BAR_COLS_MAX  8
#define BAR_ROWS_MAX  24

#define BLOCK_LOWER 0x2580 /* + n: n eighths from below */
#define FULL_BLOCK  0x2588
#define RULE        0x2500

/* 512 residues do not fit side by side: they are broken into bands below each other. */
struct plot {
	struct rect rect;        /* of all bands, without their labels */
	int label_cols;
	unsigned int stride, per_band, nr_bands;
	int bar_cols, band_rows;
	uint64_t value[RESIDUE_STRIDE_MAX];
	uint64_t max, even;      /* even: what each residue would have if none were preferred */
};

static void plot_values(struct plot *plot, const struct residue_show *show)
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

static void plot_init(struct plot *plot, const struct residue_show *show, struct rect rect)
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

static void draw_bar(const struct plot *plot, struct canvas *canvas, int bottom, int x,
		     uint64_t value, bool looked_at)
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

static void draw_plot_title(const struct residue_show *show, const struct plot *plot,
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
	key_to_text(keymap_key_of(show->ctx->keymap, "residue", ACTION_NEXT_COLOR, 0), key,
		    sizeof(key));
	if (key[0])
		canvas_printf(canvas, rect.y, x, ROLE_DIM, "%s: by %s", key,
			      by_pages ? "blocks" : "pages");
	canvas_unclip(canvas, old);
}

void residue_plot_draw(const struct residue_show *show, struct canvas *canvas, struct rect rect)
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
	if (bands.rows > BAR_ROWS_MAX)
		bands.rows = BAR_ROWS_MAX;
	plot_init(&plot, show, bands);
	if (plot.nr_bands > 1 && rect.rows > 3 && bands.rows < BAR_ROWS_MAX) {
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
