// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The list of blocks: what can be freed, cheapest first; what perhaps can, as it is not known what
 * some of its pages are; then what cannot, those first in which least is in the way.
 */
#include <inttypes.h>
#include <stdio.h>

#include "page_look.h"
#include "type_look.h"
#include "view_who.h"
#include "view_zone.h"
#include "widget.h"

enum { COL_PFN, COL_MOVE, COL_FREE, COL_STAYS, COL_TYPE, COL_BAR, NR_COLS };

unsigned int who_nr_blocks(const struct obstacles *obstacles)
{
	return obstacles->nr_cheapest + obstacles->nr_spoilt_rows;
}

const struct obstacle_block *who_block(const struct obstacles *obstacles, unsigned int row)
{
	return row < obstacles->nr_cheapest ? &obstacles->cheapest[row] :
					      &obstacles->spoilt[row - obstacles->nr_cheapest];
}

unsigned int who_selected(const struct view_context *ctx)
{
	unsigned int nr = who_nr_blocks(ctx->obstacles), row = ctx->state->who.row;

	for (unsigned int i = 0; i < nr; i++)
		if (who_block(ctx->obstacles, i)->pfn == ctx->state->who.pfn)
			return i;
	return row < nr ? row : nr ? nr - 1 : 0;
}

void who_select(const struct view_context *ctx, unsigned int row)
{
	ctx->state->who.row = row;
	ctx->state->who.pfn = who_block(ctx->obstacles, row)->pfn;
	ctx->state->pfn = ctx->state->who.pfn;
}

/* What keeps the block: "nothing", "3 slab", "12, most slab, perhaps 2 more". */
static enum role text_stays(const struct view_context *ctx, const struct obstacle_block *block,
			    char *to, size_t size)
{
	const char *name = page_class_info(block->stays)->name;
	uint16_t most = view_zone_map(ctx)->count[block->stays][block->block];
	int len;

	if (!block->nr_stay && !block->nr_unknown) {
		snprintf(to, size, "nothing");
		return ROLE_GOOD;
	}
	if (!block->nr_stay) {
		snprintf(to, size, "perhaps %s without flags",
			 fmt_count(FMT_BUF, block->nr_unknown));
		return ROLE_WARN;
	}
	if (most < block->nr_stay)
		len = snprintf(to, size, "%s, most %s", fmt_count(FMT_BUF, block->nr_stay), name);
	else
		len = snprintf(to, size, "%s %s", fmt_count(FMT_BUF, block->nr_stay), name);
	if (block->nr_unknown && len > 0 && (size_t)len < size)
		snprintf(to + len, size - (size_t)len, ", perhaps %s more",
			 fmt_count(FMT_BUF, block->nr_unknown));
	return ROLE_BAD;
}

static void draw_mix(struct canvas *canvas, int y, const struct column *column,
		     const struct obstacle_block *block)
{
	const struct part parts[] = {
		{ block->nr_free, ROLE_FREE, '.' },
		{ block->nr_move, ROLE_MOVABLE, 'm' },
		{ block->nr_unknown, ROLE_NOFLAGS, '?' },
		{ block->nr_stay, ROLE_UNMOVABLE, 'X' },
	};

	widget_stack_row(canvas, y, column->x, column->cols, parts, 4);
}

static void draw_block(const struct view_context *ctx, struct canvas *canvas, int y,
		       const struct column *columns, const struct obstacle_block *block, bool here)
{
	const struct frame *frame = ctx->frame;
	char text[64];
	enum role role;

	snprintf(text, sizeof(text), "%c 0x%" PRIx64, here ? '>' : ' ', block->pfn);
	table_cell(canvas, y, &columns[COL_PFN], here ? ROLE_SELECT : ROLE_TEXT, text);
	table_cell(canvas, y, &columns[COL_MOVE], ROLE_VALUE, fmt_count(FMT_BUF, block->nr_move));
	table_cell(canvas, y, &columns[COL_FREE], ROLE_DIM, fmt_count(FMT_BUF, block->nr_free));
	role = text_stays(ctx, block, text, sizeof(text));
	table_cell(canvas, y, &columns[COL_STAYS], role, text);
	if (block->type < frame->nr_types)
		table_cell(canvas, y, &columns[COL_TYPE], type_role(block->type),
			   frame->type_name[block->type]);
	else
		table_cell(canvas, y, &columns[COL_TYPE], ROLE_UNKNOWN, "–");
	if (columns[COL_BAR].cols)
		draw_mix(canvas, y, &columns[COL_BAR], block);
}

/* The row on top: the selected one stays near the middle. */
static unsigned int first_row(const struct view_context *ctx, int rows)
{
	unsigned int nr = who_nr_blocks(ctx->obstacles), at = who_selected(ctx);
	unsigned int shown = rows > 0 ? (unsigned int)rows : 0;

	if (nr <= shown || at < shown / 2)
		return 0;
	return at - shown / 2 + shown > nr ? nr - shown : at - shown / 2;
}

void who_list_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct column columns[NR_COLS] = {
		[COL_PFN] = { "  pageblock", 14, 16, 0 },
		[COL_MOVE] = { "to move", 7, 8, 0, .right = true },
		[COL_FREE] = { "free", 5, 7, 3, .right = true },
		[COL_STAYS] = { "in the way", 23, 36, 0 },
		[COL_TYPE] = { "type", 11, 12, 1 },
		[COL_BAR] = { "", 10, 32, 2 },
	};
	unsigned int nr = who_nr_blocks(ctx->obstacles), first = first_row(ctx, rect.rows - 1);

	if (rect.rows < 2)
		return;
	table_layout(columns, NR_COLS, rect.x, rect.cols);
	table_head(canvas, rect.y, columns, NR_COLS);
	for (int y = 1; y < rect.rows && first < nr; y++, first++)
		draw_block(ctx, canvas, rect.y + y, columns, who_block(ctx->obstacles, first),
			   first == who_selected(ctx));
	if (!nr)
		canvas_text_cut(canvas, rect.y + 1, rect.x, rect.cols, ROLE_DIM,
				ctx->obstacles->nr_known ? "every pageblock is free" :
							   "nothing was read yet");
}

int who_list_hit(const struct view_context *ctx, struct rect rect, int y)
{
	unsigned int nr = who_nr_blocks(ctx->obstacles);
	unsigned int row = first_row(ctx, rect.rows - 1) + (unsigned int)(y - rect.y - 1);

	return y > rect.y && y < rect.y + rect.rows && row < nr ? (int)row : -1;
}
