// SPDX-License-Identifier: GPL-2.0-or-later
/* overview_memory - what memory is used for, as the page map says, and the huge pages in it. */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/pagemap.h"
#include "overview.h"
#include "page_look.h"
#include "widget.h"
#include "zone_text.h"

#define NAME_COLS   14
#define SHOWN_MAX   NR_PAGE_CLASSES

struct usage {
	enum page_class class;
	uint64_t nr_pages;
};

/* The classes that there are, in their own order, without holes; returns how many. */
static size_t used_classes(const struct view_context *ctx, struct usage used[SHOWN_MAX],
			   uint64_t *all)
{
	size_t nr = 0;

	*all = 0;
	if (!ctx->usage)
		return 0;
	for (int class = 0; class < NR_PAGE_CLASSES; class++) {
		const struct page_class_info *info = page_class_info((enum page_class)class);
		uint64_t nr_pages = ctx->usage->nr_pages[class];

		if (!nr_pages || info->mobility == MOBILITY_NONE)
			continue;
		used[nr++] = (struct usage){ (enum page_class)class, nr_pages };
		*all += nr_pages;
	}
	return nr;
}

/* With room, a line for each class; else they share lines. */
int pages_rows(const struct view_context *ctx, int cols)
{
	struct usage used[SHOWN_MAX];
	uint64_t all;
	int nr = (int)used_classes(ctx, used, &all);

	(void)cols;
	return nr ? 1 + nr : 0;
}

/* Title, size and state of the map; returns the column after them. */
static int draw_title(const struct view_context *ctx, struct canvas *canvas, struct rect rect,
		      uint64_t all)
{
	const struct pagemap *map = ctx->frame->pagemap;
	struct pen pen = pen_at(canvas, rect);

	pen_text(&pen, ROLE_TITLE, "pages  ");
	pen_text(&pen, ROLE_VALUE,
		 num_pages_text(FMT_BUF, num_known(all), ctx->frame->page_size));
	if (map->nr_read < map->nr_pages)
		pen_printf(&pen, ROLE_WARN, ", %s read so far",
			   fmt_share(FMT_BUF, map->nr_read, map->nr_pages));
	else if (map->sweep_done_ns && ctx->frame->live)
		pen_printf(&pen, ROLE_DIM, ", read %s",
			   age_text(FMT_BUF, ctx->input->now_ns, map->sweep_done_ns));
	return pen.x;
}

struct legend {
	struct canvas *canvas;
	struct rect rect;
	const struct view_context *ctx;
	uint64_t all;
};

/* A block of the class's colour, or its letter; the name; the share. */
static int draw_entry(const struct legend *legend, int y, int x, int name_cols,
		      const struct usage *usage)
{
	const struct page_look *look = page_look(usage->class);
	bool colors = legend->canvas->caps & CANVAS_COLOR && legend->canvas->caps & CANVAS_UTF8;
	char share[FMT_MAX];

	canvas_glyph(legend->canvas, y, x, look->role,
		     colors ? 0x2588 : (unsigned char)look->letter);
	x = canvas_text(legend->canvas, y, x + 2, ROLE_LABEL, page_class_info(usage->class)->name);
	fmt_share(share, sizeof(share), usage->nr_pages, legend->all);
	if (!name_cols)
		return canvas_text(legend->canvas, y, x + 1, ROLE_VALUE, share);
	x += name_cols - text_width(page_class_info(usage->class)->name);
	canvas_right(legend->canvas, y, x + 5, ROLE_VALUE, share);
	return x + 6;
}

static void draw_long_legend(const struct legend *legend, const struct usage *used, size_t nr)
{
	int amount_cols = num_has(legend->ctx->frame->page_size) ? 10 : 18;

	for (size_t i = 0; i < nr; i++) {
		const struct page_class_info *info = page_class_info(used[i].class);
		int y = legend->rect.y + (int)i;
		int x = draw_entry(legend, y, legend->rect.x, NAME_COLS, &used[i]);

		canvas_right(legend->canvas, y, x + amount_cols, ROLE_VALUE,
			     num_pages_text(FMT_BUF, num_known(used[i].nr_pages),
					    legend->ctx->frame->page_size));
		x += amount_cols + 3;
		canvas_text_cut(legend->canvas, y, x, legend->rect.x + legend->rect.cols - x,
				ROLE_DIM, info->help);
	}
}

static int entry_width(const struct legend *legend, const struct usage *usage)
{
	return 2 + text_width(page_class_info(usage->class)->name) + 1 +
	       text_width(fmt_share(FMT_BUF, usage->nr_pages, legend->all));
}

/* The smallest class that is not left out yet; nr: none. */
static size_t smallest(const struct usage *used, const bool *out, size_t nr)
{
	size_t found = nr;

	for (size_t i = 0; i < nr; i++)
		if (!out[i] && (found == nr || used[i].nr_pages < used[found].nr_pages))
			found = i;
	return found;
}

/* Flows over the rows; classes with the fewest pages are left out until the rest fits. */
static void draw_short_legend(const struct legend *legend, const struct usage *used, size_t nr)
{
	bool out[SHOWN_MAX] = { false };
	int room = legend->rect.cols * legend->rect.rows, width = 0, x = 0, y = 0;

	for (size_t i = 0; i < nr; i++)
		width += entry_width(legend, &used[i]) + 3;
	while (width > room + 3 && smallest(used, out, nr) < nr) {
		size_t least = smallest(used, out, nr);

		out[least] = true;
		width -= entry_width(legend, &used[least]) + 3;
	}
	for (size_t i = 0; i < nr; i++) {
		if (out[i])
			continue;
		if (x > 0 && x + entry_width(legend, &used[i]) > legend->rect.cols) {
			x = 0;
			y++;
		}
		draw_entry(legend, legend->rect.y + y, legend->rect.x + x, 0, &used[i]);
		x += entry_width(legend, &used[i]) + 3;
	}
}

void pages_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct usage used[SHOWN_MAX];
	struct part parts[SHOWN_MAX];
	struct legend legend = { .canvas = canvas, .ctx = ctx };
	size_t nr = used_classes(ctx, used, &legend.all);
	int x = draw_title(ctx, canvas, rect, legend.all) + 2;

	for (size_t i = 0; i < nr; i++)
		parts[i] = (struct part){ (double)used[i].nr_pages, page_look(used[i].class)->role,
					  (unsigned char)page_look(used[i].class)->letter };
	widget_stack(canvas, rect.y, x, rect.x + rect.cols - x, parts, nr);
	legend.rect = (struct rect){ rect.y + 1, rect.x, rect.rows - 1, rect.cols };
	if ((size_t)legend.rect.rows >= nr)
		draw_long_legend(&legend, used, nr);
	else if (legend.rect.rows > 0)
		draw_short_legend(&legend, used, nr);
}

static int draw_thp_line(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct thp *thp = &ctx->frame->thp;
	const struct counters *vmstat = &ctx->frame->vmstat;
	struct num got = counters_get(vmstat, "thp_fault_alloc");
	struct num fell = counters_get(vmstat, "thp_fault_fallback");
	struct pen pen = pen_at(canvas, rect);

	pen_text(&pen, ROLE_TITLE, "THP  ");
	pen_text(&pen, ROLE_VALUE, thp->enabled ? thp->enabled : "–");
	pen_field(&pen, 0, ", defrag", ROLE_VALUE, thp->defrag ? thp->defrag : "–");
	pen_field(&pen, 3, "faults", num_role(got, ROLE_VALUE),
		  num_text(FMT_BUF, got, fmt_count));
	pen_field(&pen, 1, "huge,", num_role(fell, ROLE_VALUE),
		  num_text(FMT_BUF, fell, fmt_count));
	pen_text(&pen, ROLE_LABEL, " fell back");
	if (num_has(got) && num_has(fell) && got.n + fell.n)
		pen_printf(&pen, ROLE_DIM, ", %s", fmt_share(FMT_BUF, fell.n, got.n + fell.n));
	return 1;
}

static struct num thp_stat(const struct thp_size *size, const char *name)
{
	return counters_get(&size->stats, name);
}

/* A size is worth a line when it is switched on or was ever used. */
static bool size_is_used(const struct thp_size *size)
{
	return thp_stat(size, "anon_fault_alloc").n || thp_stat(size, "anon_fault_fallback").n ||
	       thp_stat(size, "nr_anon").n ||
	       (size->enabled && strcmp(size->enabled, "never"));
}

static void draw_size(struct canvas *canvas, struct rect rect, const struct thp_size *size)
{
	const struct {
		const char *name, *label;
	} stats[] = { { "nr_anon", "now" }, { "anon_fault_alloc", "faults" },
		      { "anon_fault_fallback", "fell back" } };
	struct pen pen = pen_at(canvas, rect);

	canvas_right(canvas, pen.y, pen.x + 8, ROLE_LABEL,
		     fmt_bytes(FMT_BUF, size->size_kib * 1024));
	pen.x += 11;
	pen_text(&pen, ROLE_VALUE, size->enabled ? size->enabled : "–");
	for (size_t i = 0; i < ARRAY_SIZE(stats); i++) {
		struct num value = thp_stat(size, stats[i].name);

		pen_field(&pen, 3, stats[i].label, num_role(value, ROLE_VALUE),
			  num_text(FMT_BUF, value, fmt_count));
	}
}

static bool pool_is_used(const struct hugepool *pool)
{
	return pool->node < 0 && (pool->total.n || pool->surplus.n);
}

static void draw_pool(struct canvas *canvas, struct rect rect, const struct hugepool *pool)
{
	const struct {
		const char *label;
		struct num value;
	} fields[] = { { "free", pool->free }, { "reserved", pool->reserved },
		       { "surplus", pool->surplus } };
	struct pen pen = pen_at(canvas, rect);

	pen_text(&pen, ROLE_TITLE, "hugetlb");
	pen_field(&pen, 2, fmt_bytes(FMT_BUF, pool->size_kib * 1024),
		  num_role(pool->total, ROLE_VALUE), num_text(FMT_BUF, pool->total, fmt_count));
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		pen_field(&pen, 3, fields[i].label, num_role(fields[i].value, ROLE_VALUE),
			  num_text(FMT_BUF, fields[i].value, fmt_count));
}

int huge_rows(const struct view_context *ctx, int cols)
{
	const struct frame *frame = ctx->frame;
	int rows = frame->thp.enabled || frame->thp.nr_sizes ? 1 : 0;

	(void)cols;
	for (unsigned int i = 0; i < frame->thp.nr_sizes; i++)
		rows += size_is_used(&frame->thp.sizes[i]);
	for (unsigned int i = 0; i < frame->nr_hugepools; i++)
		rows += pool_is_used(&frame->hugepools[i]);
	return rows;
}

void huge_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct frame *frame = ctx->frame;
	struct rect line = rect;

	if (frame->thp.enabled || frame->thp.nr_sizes)
		line.y += draw_thp_line(ctx, canvas, rect);
	for (unsigned int i = 0; i < frame->nr_hugepools; i++) {
		if (pool_is_used(&frame->hugepools[i])) {
			draw_pool(canvas, line, &frame->hugepools[i]);
			line.y++;
		}
	}
	for (unsigned int i = 0; i < frame->thp.nr_sizes; i++) {
		if (size_is_used(&frame->thp.sizes[i])) {
			draw_size(canvas, line, &frame->thp.sizes[i]);
			line.y++;
		}
	}
}
