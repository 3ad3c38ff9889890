// SPDX-License-Identifier: GPL-2.0-or-later
/* overview_types - the pageblocks of every zone by migratetype, as pagetypeinfo counts them. */
#include <stdio.h>

#include "fragscope/fmt.h"
#include "overview.h"
#include "type_look.h"
#include "widget.h"
#include "zone_text.h"

#define NAME_COLS  14
#define COUNT_COLS 10

static bool has_types(const struct zone *zone)
{
	return zone->type_blocks && !zone_is_empty(zone);
}

int types_rows(const struct view_context *ctx, int cols)
{
	int rows = 0;

	(void)cols;
	for (unsigned int i = 0; i < ctx->frame->nr_zones; i++)
		rows += has_types(ctx->frame->zones[i]);
	return rows ? rows + 1 : 0;
}

static void draw_head(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	int x = canvas_text(canvas, rect.y, rect.x, ROLE_TITLE, "pageblocks") + 2;
	bool colors = canvas->caps & CANVAS_COLOR && canvas->caps & CANVAS_UTF8;

	for (unsigned int type = 0; type < ctx->frame->nr_types; type++) {
		canvas_glyph(canvas, rect.y, x, type_role(type),
			     colors ? 0x2588 : (unsigned char)type_letter(ctx->frame, type));
		x = canvas_text(canvas, rect.y, x + 2, ROLE_LABEL, ctx->frame->type_name[type]) + 3;
	}
}

static void draw_zone(const struct view_context *ctx, struct canvas *canvas, struct rect rect,
		      const struct zone *zone)
{
	struct part parts[FRAME_TYPES_MAX];
	struct num all = num_known(0);
	int x = rect.x + NAME_COLS;

	for (unsigned int type = 0; type < ctx->frame->nr_types; type++) {
		struct num blocks = zone_get_type_blocks(zone, type);

		parts[type] = (struct part){ num_has(blocks) ? (double)blocks.n : 0,
					     type_role(type),
					     (unsigned char)type_letter(ctx->frame, type) };
		if (num_has(blocks))
			all = num_add(all, blocks);
	}
	canvas_text_cut(canvas, rect.y, rect.x, NAME_COLS - 1, ROLE_LABEL,
			zone_label(FMT_BUF, zone));
	widget_stack_row(canvas, rect.y, x, rect.cols - NAME_COLS - COUNT_COLS, parts,
			 ctx->frame->nr_types);
	canvas_right(canvas, rect.y, rect.x + rect.cols - 1, ROLE_VALUE,
		     num_text(FMT_BUF, all, fmt_count));
}

void types_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	int row = 1;

	draw_head(ctx, canvas, rect);
	for (unsigned int i = 0; i < ctx->frame->nr_zones && row < rect.rows; i++)
		if (has_types(ctx->frame->zones[i]))
			draw_zone(ctx, canvas,
				  (struct rect){ rect.y + row++, rect.x, 1, rect.cols },
				  ctx->frame->zones[i]);
}
