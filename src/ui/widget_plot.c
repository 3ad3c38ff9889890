// SPDX-License-Identifier: GPL-2.0-or-later
/* widget_plot - bars, stacks and sparklines of eighth blocks. */
#include <math.h>

#include "widget.h"

#define BLOCK_LOWER 0x2580 /* + n: n eighths from below, 1 to 8 */
#define BLOCK_LEFT  0x2590 /* - n: n eighths from the left, 1 to 8 (0x2588 is the full block) */
#define FULL_BLOCK  0x2588

void widget_bar(struct canvas *canvas, int y, int x, int cols, enum role role, double share)
{
	int eighths;

	if (!(share > 0) || cols < 1)
		return;
	eighths = (int)lround((share < 1 ? share : 1) * cols * 8);
	if (!eighths)
		eighths = 1; /* something is never nothing */
	if (!(canvas->caps & CANVAS_UTF8))
		eighths = (eighths + 7) / 8 * 8;
	for (int i = 0; i < eighths / 8; i++)
		canvas_glyph(canvas, y, x + i, role, FULL_BLOCK);
	if (eighths % 8)
		canvas_glyph(canvas, y, x + eighths / 8, role,
			     (uint32_t)(BLOCK_LEFT - eighths % 8));
}

/* Which part covers a point of the whole. */
static size_t part_at(const struct part *parts, size_t nr, double point)
{
	double sum = 0;

	for (size_t i = 0; i < nr; i++) {
		if (!(parts[i].value > 0))
			continue;
		sum += parts[i].value;
		if (point < sum)
			return i;
	}
	return nr;
}

static void stack_cell(struct canvas *canvas, int y, int x, const struct part *parts, size_t nr,
		       double from, double to)
{
	size_t left = part_at(parts, nr, from), right = part_at(parts, nr, to);
	size_t middle = part_at(parts, nr, (from + to) / 2);
	double edge = 0;
	int eighths;

	if (middle == nr)
		return;
	if (!(canvas->caps & CANVAS_UTF8) || !(canvas->caps & CANVAS_COLOR)) {
		canvas_glyph(canvas, y, x, parts[middle].role, parts[middle].glyph);
		return;
	}
	for (size_t i = 0; i <= left && left < nr; i++)
		edge += parts[i].value > 0 ? parts[i].value : 0;
	eighths = (int)lround((edge - from) / (to - from) * 8);
	if (left == right || right == nr || eighths <= 0 || eighths >= 8) {
		canvas_glyph(canvas, y, x, parts[middle].role, FULL_BLOCK);
		return;
	}
	canvas_glyph_on(canvas, y, x, parts[left].role, parts[right].role,
			(uint32_t)(BLOCK_LEFT - eighths));
}

static double sum_parts(const struct part *parts, size_t nr)
{
	double sum = 0;

	for (size_t i = 0; i < nr; i++)
		sum += parts[i].value > 0 ? parts[i].value : 0;
	return sum;
}

void widget_stack_row(struct canvas *canvas, int y, int x, int cols, const struct part *parts,
		      size_t nr)
{
	bool blocks = canvas->caps & CANVAS_UTF8 && canvas->caps & CANVAS_COLOR;
	double sum = sum_parts(parts, nr);

	for (int i = 0; i < cols && sum > 0; i++) {
		size_t part = part_at(parts, nr, sum * (i + 0.5) / cols);

		if (part < nr)
			canvas_glyph(canvas, y, x + i, parts[part].role,
				     blocks ? FULL_BLOCK - 1 : parts[part].glyph);
	}
}

void widget_stack(struct canvas *canvas, int y, int x, int cols, const struct part *parts,
		  size_t nr)
{
	double sum = sum_parts(parts, nr);

	for (int i = 0; i < cols && sum > 0; i++)
		stack_cell(canvas, y, x + i, parts, nr, sum * i / cols, sum * (i + 1) / cols);
}

static double largest(const double *values, size_t nr)
{
	double max = 0;

	for (size_t i = 0; i < nr; i++)
		if (values[i] > max)
			max = values[i];
	return max;
}

/* One column of a plot: eighths of a row, counted from below; at least two for what is not zero, as
 * one is the base line of a zero. */
static void plot_column(struct canvas *canvas, struct rect rect, int x, enum role role,
			double value, double max)
{
	double share = value < max ? value / max : 1;
	int full = rect.rows * 8 - 1; /* so that plots above each other do not touch */
	int eighths = value > 0 && max > 0 ? (int)lround(share * full) : 0;

	if (isnan(value))
		return;
	if (value > 0 && eighths < 2)
		eighths = 2;
	for (int row = 0; row < rect.rows && eighths > 0; row++, eighths -= 8)
		canvas_glyph(canvas, rect.y + rect.rows - 1 - row, x, role,
			     (uint32_t)(BLOCK_LOWER + (eighths < 8 ? eighths : 8)));
	if (!(value > 0))
		canvas_glyph(canvas, rect.y + rect.rows - 1, x, ROLE_DIM, BLOCK_LOWER + 1);
}

void widget_plot(struct canvas *canvas, struct rect rect, enum role role, const double *values,
		 size_t nr, double max)
{
	size_t shown = rect.cols > 0 && nr > (size_t)rect.cols ? (size_t)rect.cols : nr;

	if (rect.cols < 1 || rect.rows < 1)
		return;
	values += nr - shown;
	if (!(max > 0))
		max = largest(values, shown);
	for (size_t i = 0; i < shown; i++)
		plot_column(canvas, rect, rect.x + rect.cols - (int)shown + (int)i, role, values[i],
			    max);
}

void widget_spark(struct canvas *canvas, int y, int x, int cols, enum role role,
		  const double *values, size_t nr, double max)
{
	widget_plot(canvas, (struct rect){ y, x, 1, cols }, role, values, nr, max);
}

void widget_columns(struct canvas *canvas, struct rect rect, int cell_cols, const double *values,
		    size_t nr, size_t split, enum role low, enum role high)
{
	double max = largest(values, nr);

	for (size_t i = 0; i < nr; i++) {
		for (int col = 0; col < cell_cols; col++) {
			int x = (int)i * cell_cols + col;

			if (x < rect.cols)
				plot_column(canvas, rect, rect.x + x, i < split ? low : high,
					    values[i], max);
		}
	}
}
