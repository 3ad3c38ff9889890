// SPDX-License-Identifier: GPL-2.0-or-later
/* What the block view says in words: the page, the block, the way to free it. */
#include "view_block.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/kpageflags.h"

#include "page_look.h"
#include "view_holders.h"
#include "view_lines.h"
#include "view_map.h"
#include "view_zone.h"
#include "widget.h"

#define CLASSES_COLS  30
#define TALL_ROWS_MIN 18 /* below, a broad place is divided */

void block_flags_text(uint64_t flags, char *to, size_t size)
{
	size_t at = 0;

	snprintf(to, size, "none");
	for (unsigned int bit = 0; bit < NR_KPF_BITS && at < size; bit++) {
		char number[16];
		const char *name = kpf_bit_name(bit);

		if (!(flags >> bit & 1))
			continue;
		snprintf(number, sizeof(number), "bit%u", bit);
		at += (size_t)snprintf(to + at, size - at, "%s%s", at ? " " : "",
				       name ? name : number);
	}
}

/* "3, first page of a free block", "9, folio at 0x1200" */
static void text_unit(const struct block *block, char *to, size_t size)
{
	enum page_class class = block_class(block, block->cursor);
	const char *what = class == PAGE_FREE ? "free block" : "folio";
	uint64_t head;
	int order = map_page_order(block->map, block->cursor, &head);

	if (order < 0)
		snprintf(to, size, "not known");
	else if (!order)
		snprintf(to, size, "0, a %s of one page", what);
	else if (head == block->cursor)
		snprintf(to, size, "%d, first page of a %s", order, what);
	else
		snprintf(to, size, "%d, %s at 0x%" PRIx64, order, what, head);
}

static bool has_unit(enum page_class class)
{
	return class == PAGE_FREE || class == PAGE_ANON_LARGE || class == PAGE_FILE_LARGE ||
	       class == PAGE_HUGETLB;
}

static void draw_detail(struct lines *lines, const struct page_detail *detail)
{
	char text[256];

	block_flags_text(detail->flags, text, sizeof(text));
	lines_long_field(lines, "flags", ROLE_VALUE, text);
	num_text(text, sizeof(text), detail->mapcount, fmt_count);
	lines_field(lines, "mapped", num_role(detail->mapcount, ROLE_VALUE), text);
	if (num_has(detail->refcount)) {
		snprintf(text, sizeof(text), "%s%s", fmt_count(FMT_BUF, detail->refcount.n),
			 detail->pinned ? ", it is pinned" : "");
		lines_field(lines, "references", detail->pinned ? ROLE_BAD : ROLE_VALUE, text);
	}
	if (detail->slab)
		lines_field(lines, "slab cache", ROLE_VALUE, detail->slab);
	if (num_has(detail->cgroup_inode) && !detail->cgroup_inode.n)
		snprintf(text, sizeof(text), "none");
	else if (detail->cgroup)
		snprintf(text, sizeof(text), "%s", detail->cgroup);
	else if (num_has(detail->cgroup_inode))
		snprintf(text, sizeof(text), "inode %" PRIu64, detail->cgroup_inode.n);
	else
		num_text(text, sizeof(text), detail->cgroup_inode, fmt_count);
	lines_field(lines, "cgroup", num_role(detail->cgroup_inode, ROLE_VALUE), text);
}

static void draw_page(struct lines *lines, const struct view_context *ctx,
		      const struct block *block)
{
	enum page_class class = block_class(block, block->cursor);
	const struct page_class_info *info = page_class_info(class);
	const struct page_detail *detail = block_detail(ctx, block->cursor);
	struct num page_size = ctx->frame->page_size;
	char text[160];
	uint64_t address;
	int len;

	len = snprintf(text, sizeof(text), "0x%" PRIx64, block->cursor);
	if (num_has(page_size) && !__builtin_mul_overflow(block->cursor, page_size.n, &address))
		snprintf(text + len, sizeof(text) - (size_t)len, "  address 0x%" PRIx64, address);
	lines_field(lines, "page", ROLE_TITLE, text);
	if (block->map->blocks_only)
		return;
	snprintf(text, sizeof(text), "%s: %s", info->name, info->help);
	lines_long_field(lines, "is", page_look(class)->role, text);
	if (has_unit(class)) {
		text_unit(block, text, sizeof(text));
		lines_field(lines, "order", ROLE_VALUE, text);
	}
	if (detail)
		draw_detail(lines, detail);
}

/* What the free scanner did here while it was watched. */
static void draw_visits(struct lines *lines, const struct block *block)
{
	unsigned int visits = block->map->visits[block->index];
	unsigned int misses = block->map->misses[block->index];
	char text[128];

	if (!visits)
		return;
	snprintf(text, sizeof(text), "%s%u time%s", visits == UINT16_MAX ? "at least " : "", visits,
		 visits == 1 ? "" : "s");
	if (misses)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 ", %u left empty-handed although pages were free", misses);
	lines_field(lines, "visited", misses ? ROLE_BLIND : ROLE_VALUE, text);
}

static void draw_block(struct lines *lines, const struct view_context *ctx,
		       const struct block *block)
{
	uint8_t type = block->map->type[block->index], skip = block->map->skip[block->index];
	uint32_t now_ms = view_now_ms(ctx), read_ms = block->map->read_ms[block->index];
	char text[128];

	if (type < ctx->frame->nr_types) {
		snprintf(text, sizeof(text), "%s%s", ctx->frame->type_name[type],
			 skip == 0xff ? "" : skip ? ", marked skip" : ", not skipped");
		lines_field(lines, "type", ROLE_VALUE, text);
	}
	draw_visits(lines, block);
	if (now_ms && read_ms && (int32_t)(now_ms - read_ms) >= 0) {
		snprintf(text, sizeof(text), "%s ago",
			 fmt_duration(FMT_BUF, (now_ms - read_ms) * 1000000ULL));
		lines_field(lines, "read", ROLE_VALUE, text);
	}
}

/* What keeps the block from becoming a free one: the answer first. */
struct obstacle {
	uint64_t unmovable, movable, unknown;
	char classes[160]; /* "12 slab, 15 page-table" */
};

static void find_obstacles(const struct block *block, struct obstacle *found)
{
	size_t at = 0;

	*found = (struct obstacle){ .classes = "" };
	for (int class = PAGE_FREE; class < NR_PAGE_CLASSES; class++) {
		const struct page_class_info *info = page_class_info((enum page_class)class);
		uint64_t nr = block->count[class];

		if (info->mobility == MOBILITY_MOVABLE)
			found->movable += nr;
		if (info->mobility == MOBILITY_UNKNOWN)
			found->unknown += nr;
		if (!nr || info->mobility != MOBILITY_UNMOVABLE)
			continue;
		found->unmovable += nr;
		if (at < sizeof(found->classes))
			at += (size_t)snprintf(found->classes + at, sizeof(found->classes) - at,
					       "%s%s %s", at ? ", " : "", fmt_count(FMT_BUF, nr),
					       info->name);
	}
}

static enum role text_obstacles(const struct block *block, char *to, size_t size)
{
	struct obstacle found;

	find_obstacles(block, &found);
	if (block->count[PAGE_UNREAD]) {
		snprintf(to, size, "not known: %s of its pages were not read yet",
			 fmt_count(FMT_BUF, block->count[PAGE_UNREAD]));
		return ROLE_UNKNOWN;
	}
	if (found.unmovable) {
		snprintf(to, size, "unmovable: %s", found.classes);
		if (found.movable)
			snprintf(to + strlen(to), size - strlen(to),
				 "; moving the other %s would not free the block",
				 fmt_count(FMT_BUF, found.movable));
		return ROLE_BAD;
	}
	if (found.unknown) {
		snprintf(to, size, "perhaps %s pages without flags: on a per-CPU list (draining "
			 "frees them) or the kernel's; %s pages to move",
			 fmt_count(FMT_BUF, found.unknown), fmt_count(FMT_BUF, found.movable));
		return ROLE_WARN;
	}
	if (found.movable) {
		snprintf(to, size, "nothing unmovable: moving %s page%s frees the block",
			 fmt_count(FMT_BUF, found.movable), found.movable == 1 ? "" : "s");
		return ROLE_GOOD;
	}
	if (!block->count[PAGE_FREE]) {
		snprintf(to, size, "%s", block->count[PAGE_UNMANAGED] ?
			 "the allocator does not have this memory" : "there is no memory here");
		return ROLE_DIM;
	}
	snprintf(to, size, "nothing: every page is free");
	return ROLE_GOOD;
}

static enum role text_sight(const struct view_context *ctx, const struct block *block, char *to,
			    size_t size)
{
	struct map_scan scan;
	struct map_cell cell = { block->first_pfn, block->nr_pages };
	uint64_t free = block->count[PAGE_FREE];

	(void)ctx;
	map_scan_init(&scan, block->map, block->map->pageblock_order);
	if (!free) {
		snprintf(to, size, "nothing free to see");
		return ROLE_DIM;
	}
	if (!map_cell_blind(&scan, cell, NULL)) {
		snprintf(to, size, "sees it at stride %d", MAP_BLIND_STRIDE);
		return ROLE_GOOD;
	}
	snprintf(to, size, "blind at stride %d: %s pages are free, none of the pages looked at is "
		 "the first of a free block", MAP_BLIND_STRIDE, fmt_count(FMT_BUF, free));
	return ROLE_BLIND;
}

/* The blocks around, by movability; this one between brackets. */
static void draw_neighbours(struct lines *lines, const struct view_context *ctx,
			    const struct block *block)
{
	struct rect *rect = &lines->rect;
	int cols = rect->cols - LINES_LABEL_COLS - 2, side = (cols - 1) / 2;
	int x = rect->x + LINES_LABEL_COLS;
	struct map_scan scan;

	if (rect->rows <= 0 || side < 1)
		return;
	if (side > 16)
		side = 16;
	map_scan_init(&scan, block->map, block->map->pageblock_order);
	canvas_text(lines->canvas, rect->y, rect->x, ROLE_LABEL, "around");
	for (int i = -side; i <= side; i++) {
		size_t at = block->index + (size_t)i;
		struct map_cell cell;
		struct map_mark mark;

		if (!i)
			canvas_glyph(lines->canvas, rect->y, x++, ROLE_SELECT, '[');
		if (at < block->map->nr_blocks) {
			cell.pfn = zonemap_block_pfn(block->map, at);
			if (cell.pfn < block->map->start_pfn)
				cell.pfn = block->map->start_pfn;
			cell.nr_pages = zonemap_block_pages(block->map, at);
			mark = map_color_mark(ctx, &scan, MAP_COLOR_MOBILITY, cell);
			canvas_glyph(lines->canvas, rect->y, x, mark.role,
				     view_has_color(ctx) ? 0x2588 : (unsigned char)mark.ascii);
		}
		x++;
		if (!i)
			canvas_glyph(lines->canvas, rect->y, x++, ROLE_SELECT, ']');
	}
	lines_skip(lines);
}

static void draw_answer(struct lines *lines, const struct view_context *ctx,
			const struct block *block)
{
	char text[256];
	enum role role = text_obstacles(block, text, sizeof(text));

	lines_long_field(lines, "in the way", role, text);
	role = text_sight(ctx, block, text, sizeof(text));
	lines_long_field(lines, "scanner", role, text);
}

static bool shows_holders(const struct view_context *ctx, const struct block *block)
{
	return view_holders_show(ctx, block->first_pfn, block->first_pfn + block->nr_pages);
}

/* A column beside the grid: everything below each other. */
static void draw_tall(const struct view_context *ctx, const struct block *block,
		      struct lines *lines)
{
	draw_page(lines, ctx, block);
	lines_skip(lines);
	draw_block(lines, ctx, block);
	draw_answer(lines, ctx, block);
	draw_neighbours(lines, ctx, block);
	lines_skip(lines);
	if (shows_holders(ctx, block))
		view_holders_draw(ctx, lines->canvas, lines->rect);
	else
		lines_classes(lines, ctx, block->count,
			      block->nr_pages - block->count[PAGE_HOLE]);
}

/* Below the grid there is no room for more than these. */
static void draw_holders(const struct view_context *ctx, const struct block *block,
			 struct lines *lines)
{
	draw_answer(lines, ctx, block);
	if (lines->rect.rows > 0)
		view_holders_draw(ctx, lines->canvas, lines->rect);
}

/* Below the grid: the classes at the right. */
static void draw_broad(const struct view_context *ctx, const struct block *block,
		       struct lines *lines)
{
	struct lines right = *lines;

	right.rect.x += lines->rect.cols - CLASSES_COLS;
	right.rect.cols = CLASSES_COLS;
	lines->rect.cols -= CLASSES_COLS + 2;
	lines_classes(&right, ctx, block->count, block->nr_pages - block->count[PAGE_HOLE]);
	draw_answer(lines, ctx, block);
	draw_page(lines, ctx, block);
	draw_block(lines, ctx, block);
	draw_neighbours(lines, ctx, block);
}

void block_info_draw(const struct view_context *ctx, const struct block *block,
		     struct canvas *canvas, struct rect rect)
{
	struct lines lines = { canvas, rect };
	struct rect old = canvas_clip(canvas, rect);

	if (shows_holders(ctx, block) && rect.rows < TALL_ROWS_MIN) {
		draw_holders(ctx, block, &lines);
	} else if (rect.rows < BLOCK_INFO_ROWS) {
		draw_answer(&lines, ctx, block);
		draw_page(&lines, ctx, block);
	} else if (rect.cols >= 72 && rect.rows < TALL_ROWS_MIN) {
		draw_broad(ctx, block, &lines);
	} else {
		draw_tall(ctx, block, &lines);
	}
	canvas_unclip(canvas, old);
}
