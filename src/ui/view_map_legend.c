// SPDX-License-Identifier: GPL-2.0-or-later
/* What the colours, or the glyphs, of the map mean: the gradient, then the kinds on the screen. */
#include "view_map.h"

#include <string.h>

struct legend {
	struct canvas *canvas;
	struct rect rect;
	bool blocks;
	int x;
	enum role last;
};

static void put_mark(struct legend *legend, struct map_mark mark)
{
	uint32_t glyph = legend->canvas->caps & CANVAS_UTF8 ? mark.glyph :
							      (unsigned char)mark.ascii;

	if (legend->blocks)
		glyph = 0x2588;
	canvas_glyph(legend->canvas, legend->rect.y, legend->x++, mark.role, glyph);
}

static void put_text(struct legend *legend, const char *text)
{
	legend->x = canvas_text_cut(legend->canvas, legend->rect.y, legend->x,
				    legend->rect.x + legend->rect.cols - legend->x, ROLE_LABEL,
				    text);
}

/* In colour, kinds that share one are listed behind it. */
static void put_kind(struct legend *legend, struct map_mark mark, const char *text)
{
	if (legend->blocks && mark.role == legend->last) {
		legend->x -= 2;
		put_text(legend, ", ");
	} else {
		put_mark(legend, mark);
		legend->x++;
	}
	put_text(legend, text);
	legend->x += 2;
	legend->last = mark.role;
}

static void put_gradient(struct legend *legend, const struct map_coloring *coloring)
{
	put_text(legend, coloring->low);
	legend->x++;
	/* as glyphs, the lowest step has its own and the others share one by two */
	put_mark(legend, map_mark_step(0));
	for (unsigned int step = 1; step < ROLE_HEAT_STEPS; step += legend->blocks ? 1 : 2)
		put_mark(legend, map_mark_step(step));
	legend->x++;
	put_text(legend, coloring->high);
	legend->x += 3;
}

/* What the map leaves blank, and what it has not read. */
static void put_nothing(struct legend *legend, const bool seen[128])
{
	struct map_mark unread = map_mark_unread(), unmanaged = map_mark_unmanaged();

	if (seen[(unsigned char)map_mark_hole().ascii]) {
		put_text(legend, "blank: out of memory");
		legend->x += 2;
	}
	if (seen[(unsigned char)unmanaged.ascii] && legend->last != unmanaged.role)
		put_kind(legend, unmanaged, "not managed");
	if (!seen[(unsigned char)unread.ascii])
		return;
	if (legend->blocks) {
		legend->blocks = false; /* a glyph on both kinds of map */
		unread.role = ROLE_DIM;
		unread.glyph = MAP_GLYPH_UNREAD;
	}
	put_kind(legend, unread, "not read yet");
}

void map_legend_draw(const struct view_context *ctx, bool blocks, const bool seen[128],
		     struct canvas *canvas, struct rect rect)
{
	const struct map_coloring *coloring = map_coloring(ctx->state->map.color);
	struct legend legend = { .canvas = canvas, .rect = rect, .blocks = blocks, .x = rect.x };
	struct map_legend_entry entry;
	struct rect old = canvas_clip(canvas, rect);

	if (coloring->glyphs && !blocks)
		put_text(&legend, coloring->glyphs);
	else if (coloring->low)
		put_gradient(&legend, coloring);
	for (unsigned int n = 0; coloring->kind && coloring->kind(ctx, n, &entry); n++)
		if (seen[entry.mark.ascii & 127])
			put_kind(&legend, entry.mark, entry.text);
	put_nothing(&legend, seen);
	canvas_unclip(canvas, old);
}
