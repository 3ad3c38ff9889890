// SPDX-License-Identifier: GPL-2.0-or-later
/* What each stride sees, what it is blind to, and what chance would make of that. */
#include <stdio.h>
#include <string.h>

#include "view_lines.h"
#include "view_residue.h"
#include "view_zone.h"
#include "widget.h"

#define BLIND_MANY  10 /* of so many blocks one: bad */

#define UPPER_HALF  0x2580
#define LOWER_HALF  0x2584
#define FULL_BLOCK  0x2588

enum role residue_judge(const struct residue *residue, unsigned int k)
{
	uint64_t blind = residue->blind_blocks[k];

	if ((double)blind <= residue->random_blind[k] + 1)
		return blind * BLIND_MANY >= residue->blocks_with_free ? ROLE_WARN : ROLE_GOOD;
	if ((double)blind > 2 * residue->random_blind[k] &&
	    blind * BLIND_MANY >= residue->blocks_with_free)
		return ROLE_BAD;
	return ROLE_WARN;
}

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
static void draw_blind_bar(const struct residue_show *show, unsigned int k,
			   struct canvas *canvas, int y, const struct column *column)
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

static void draw_stride(const struct residue_show *show, unsigned int k, struct canvas *canvas,
			int y, const struct column *columns)
{
	const struct residue *residue = show->residue;
	bool pages = !show->map->blocks_only; /* sums over blocks do not tell heads */
	uint64_t blind = residue->blind_blocks[k];
	uint64_t second = blind > residue->resampled_blind[k] ?
				  blind - residue->resampled_blind[k] : 0;
	char text[FMT_MAX];

	snprintf(text, sizeof(text), "%u", 1u << k);
	table_cell(canvas, y, &columns[STRIDE],
		   k == show->log2_stride ? ROLE_SELECT : ROLE_VALUE, text);
	table_cell(canvas, y, &columns[SEEN], pages ? ROLE_VALUE : ROLE_UNKNOWN, !pages ? "–" :
		   fmt_share(FMT_BUF, residue->seen_pages[k], residue->free_pages));
	if (columns[SEEN_BAR].cols && residue->free_pages && pages)
		widget_bar(canvas, y, columns[SEEN_BAR].x, columns[SEEN_BAR].cols, ROLE_FREE,
			   (double)residue->seen_pages[k] / (double)residue->free_pages);
	table_cell(canvas, y, &columns[BLIND], blind ? residue_judge(residue, k) : ROLE_DIM,
		   fmt_count(FMT_BUF, blind));
	draw_blind_bar(show, k, canvas, y, &columns[BLIND_BAR]);
	table_cell(canvas, y, &columns[MEMORY], blind ? ROLE_VALUE : ROLE_DIM,
		   view_pages(FMT_BUF, show->ctx, residue->blind_pages[k]));
	table_cell(canvas, y, &columns[CHANCE], ROLE_PLOT2,
		   fmt_decimal(FMT_BUF, residue->random_blind[k]));
	table_cell(canvas, y, &columns[SECOND], !pages ? ROLE_UNKNOWN : second ? ROLE_VALUE :
		   ROLE_DIM, pages ? fmt_count(FMT_BUF, second) : "–");
}

void residue_table_draw(const struct residue_show *show, struct canvas *canvas, struct rect rect)
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
