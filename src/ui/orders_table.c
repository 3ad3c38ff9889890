// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * orders_table - one row per order, one column per row of kinds[], and one per migratetype.
 *
 * Where not all columns fit, either those of the types or the others give way
 * (state.orders.by_type).
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "orders.h"
#include "type_look.h"
#include "widget.h"
#include "zone_text.h"

#define TYPE_MIN 6
#define TYPE_MAX 12
#define COUNT_COLS 9
#define MEMORY_COLS 9

struct row {
	const struct orders *orders;
	unsigned int order;
	bool listed;                /* the zone has a free list of that order */
	struct index_info info;
};

static enum role text_unknown(char *to, size_t size)
{
	snprintf(to, size, "–");
	return ROLE_UNKNOWN;
}

static enum role text_order(const struct row *row, char *to, size_t size)
{
	snprintf(to, size, "%u", row->order);
	return ROLE_LABEL;
}

static enum role text_size(const struct row *row, char *to, size_t size)
{
	order_size(to, size, row->orders->ctx->frame, row->order);
	return ROLE_LABEL;
}

static enum role text_blocks(const struct row *row, char *to, size_t size)
{
	struct num count;

	if (!row->listed) {
		snprintf(to, size, "no list");
		return ROLE_DIM;
	}
	count = row->orders->zone->free_blocks[row->order];
	num_fit(to, size, count, COUNT_COLS);
	return num_role(count, count.n ? ROLE_VALUE : ROLE_DIM);
}

static enum role text_memory(const struct row *row, char *to, size_t size)
{
	struct num count;

	to[0] = '\0';
	if (!row->listed)
		return ROLE_DIM;
	count = row->orders->zone->free_blocks[row->order];
	if (__builtin_mul_overflow(count.n, 1ULL << row->order, &count.n))
		count = num_capped(UINT64_MAX);
	if (num_has(row->orders->ctx->frame->page_size))
		num_pages_text(to, size, count, row->orders->ctx->frame->page_size);
	else
		num_fit(to, size, count, MEMORY_COLS);
	return num_role(count, count.n ? ROLE_VALUE : ROLE_DIM);
}

static enum role text_unusable(const struct row *row, char *to, size_t size)
{
	int index = index_unusable(&row->info, row->order);

	if (!row->orders->has_counts)
		return text_unknown(to, size);
	fmt_permille(to, size, index);
	return index_role(index);
}

static enum role text_extfrag(const struct row *row, char *to, size_t size)
{
	if (!row->orders->has_counts)
		return text_unknown(to, size);
	return extfrag_text(to, size, index_extfrag(&row->info, row->order));
}

static enum role text_percent(const struct row *row, char *to, size_t size)
{
	int percent = index_extfrag_for_order(&row->info, row->order);

	if (!row->orders->has_counts)
		return text_unknown(to, size);
	snprintf(to, size, "%d %%", percent);
	return index_role(percent * 10);
}

static enum role text_printed(const struct row *row, char *to, size_t size)
{
	const struct zone *zone = row->orders->zone;
	bool differs;

	to[0] = '\0';
	if (!row->listed || !zone->has_printed_unusable || !zone->has_printed_extfrag)
		return ROLE_DIM;
	snprintf(to, size, "%s %s", fmt_permille(FMT_BUF, zone->printed_unusable[row->order]),
		 fmt_permille(FMT_BUF, zone->printed_extfrag[row->order]));
	differs = zone->printed_unusable[row->order] != index_unusable(&row->info, row->order) ||
		  zone->printed_extfrag[row->order] != index_extfrag(&row->info, row->order);
	return differs ? ROLE_WARN : ROLE_DIM;
}

/* What the page map says of blocks of that order; NULL: there is none, or the order is below the
 * pageblocks'. */
static const struct contig_outlook *outlook(const struct row *row)
{
	const struct zone_runs *runs = row->orders->ctx->runs;

	for (unsigned int i = 0; runs && i < runs->nr; i++)
		if (runs->order[i] == row->order)
			return &runs->outlook[i];
	return NULL;
}

/* Above the largest list only the page map knows. */
static enum role text_now(const struct row *row, char *to, size_t size)
{
	uint64_t blocks = row->info.suitable;

	if (!row->listed && outlook(row))
		blocks = outlook(row)->now;
	else if (!row->orders->has_counts || !row->listed)
		return text_unknown(to, size);
	num_fit(to, size, row->orders->capped ? num_capped(blocks) : num_known(blocks), COUNT_COLS);
	return blocks ? ROLE_GOOD : ROLE_BAD;
}

static enum role text_compacted(const struct row *row, char *to, size_t size)
{
	const struct contig_outlook *found = outlook(row);

	if (!row->orders->ctx->runs)
		return text_unknown(to, size);
	to[0] = '\0';
	if (!found)
		return ROLE_DIM;
	num_fit(to, size, num_known(found->reachable), COUNT_COLS);
	return found->reachable ? ROLE_GOOD : ROLE_BAD;
}

/* Drawn, not written. */
static enum role text_share(const struct row *row, char *to, size_t size)
{
	(void)row;
	(void)size;
	to[0] = '\0';
	return ROLE_NONE;
}

static const struct kind {
	const char *title;
	int min, max, priority;
	bool left;
	enum role (*text)(const struct row *row, char *to, size_t size);
	const char *help;
} kinds[] = {
	{ "order", 5, 5, 0, false, text_order, "a block of order k has 2^k pages" },
	{ "size", 7, 8, 0, false, text_size, "of one block" },
	{ "blocks", COUNT_COLS, COUNT_COLS + 1, 0, false, text_blocks,
	  "free blocks in the zone's lists, all types" },
	{ "memory", 8, MEMORY_COLS, 3, false, text_memory,
	  "the memory in them; in pages where the page size is not known" },
	{ "share", 5, 40, 5, true, text_share, "the part of the zone's free memory in them" },
	{ "unusable", 8, 8, 4, false, text_unusable, "unusable free index at that order" },
	{ "frag idx", 8, 8, 6, false, text_extfrag,
	  "fragmentation index at that order; ok (the kernel's -1.000): a block is there" },
	{ "smaller", 7, 7, 7, false, text_percent,
	  "extfrag_for_order(): percent of the free pages in smaller blocks; 0 when nothing is "
	  "free" },
	{ "kernel's own", 13, 13, 9, false, text_printed,
	  "the two indices as debugfs extfrag prints them; marked where they differ, which they "
	  "may when the lists have changed between the readings" },
	{ "now", COUNT_COLS, COUNT_COLS, 1, false, text_now,
	  "blocks of that order that can be cut from the free lists; above the largest list, "
	  "aligned runs of free pages in the page map" },
	{ "compacted", COUNT_COLS, COUNT_COLS, 2, false, text_compacted,
	  "blocks of that order after perfect compaction: aligned, without unmovable pages, with "
	  "free pages elsewhere to take what they hold (from the page map, from the pageblock "
	  "order on)" },
};

#define NR_KINDS   ARRAY_SIZE(kinds)
#define NR_COLUMNS (NR_KINDS + FRAME_TYPES_MAX)

bool orders_help(unsigned int n, const char **name, const char **help)
{
	if (n >= NR_KINDS)
		return false;
	*name = kinds[n].title;
	*help = kinds[n].help;
	return true;
}

static bool has_printed(const struct zone *zone)
{
	return zone->has_printed_unusable && zone->has_printed_extfrag;
}

/* Columns of the kinds, then one for each migratetype; returns how many. */
static size_t make_columns(const struct orders *orders, struct column columns[NR_COLUMNS])
{
	const struct frame *frame = orders->ctx->frame;
	bool by_type = orders->ctx->state->orders.by_type;
	size_t nr = NR_KINDS;

	for (size_t i = 0; i < NR_KINDS; i++) {
		bool out = kinds[i].text == text_printed && !has_printed(orders->zone);
		const char *title = kinds[i].title;
		int min = kinds[i].min, max = kinds[i].max;

		if (kinds[i].text == text_memory && !num_has(frame->page_size))
			title = "pages";
		if (kinds[i].text == text_size && !num_has(frame->page_size))
			min = max = 11; /* "1,024 pages" */
		columns[i] = (struct column){ title, out ? 0 : min, out ? 0 : max,
					      kinds[i].priority,
					      !kinds[i].left, 0, 0 };
	}
	for (unsigned int type = 0; type < frame->nr_types && orders->zone->type_free; type++) {
		int width = text_width(frame->type_name[type]);

		columns[nr++] = (struct column){ frame->type_name[type], width > TYPE_MIN ? width :
						 TYPE_MIN, TYPE_MAX,
						 by_type ? 1 : 10 + (int)type, true, 0, 0 };
	}
	return nr;
}

int orders_table_width(const struct orders *orders)
{
	struct column columns[NR_COLUMNS];
	size_t nr = make_columns(orders, columns);
	int width = 0;

	for (size_t i = 0; i < nr; i++)
		width += columns[i].max ? columns[i].max + 2 : 0;
	return width;
}

static void row_init(struct row *row, const struct orders *orders, unsigned int order)
{
	*row = (struct row){ .orders = orders, .order = order,
			     .listed = order < orders->zone->nr_orders };
	if (orders->has_counts)
		row->info = index_info(orders->count, orders->zone->nr_orders, order);
}

static void draw_share(const struct row *row, struct canvas *canvas, int y,
		       const struct column *column)
{
	const struct orders *orders = row->orders;
	double pages;

	if (!row->listed || !orders->has_counts || !orders->free_pages)
		return;
	pages = (double)orders->count[row->order] * (double)(1ULL << row->order);
	widget_bar(canvas, y, column->x, column->cols,
		   row->order >= orders->ctx->state->want.order ? ROLE_GOOD : ROLE_PLOT,
		   pages / (double)orders->free_pages);
}

static void draw_row(const struct orders *orders, struct canvas *canvas, int y,
		     const struct column *columns, size_t nr, unsigned int order)
{
	struct row row;

	row_init(&row, orders, order);
	for (size_t i = 0; i < nr; i++) {
		char text[64];
		enum role role;

		if (!columns[i].cols)
			continue;
		if (i < NR_KINDS) {
			role = kinds[i].text(&row, text, sizeof(text));
		} else {
			struct num count = zone_get_type_free(orders->zone,
							      (unsigned int)(i - NR_KINDS), order);

			role = !row.listed ? ROLE_DIM :
			       num_role(count, count.n ? ROLE_VALUE : ROLE_DIM);
			num_fit(text, sizeof(text), count, columns[i].cols);
			if (!row.listed)
				text[0] = '\0';
		}
		if (role == ROLE_NONE)
			draw_share(&row, canvas, y, &columns[i]);
		else
			table_cell(canvas, y, &columns[i], role, text);
	}
}

/* The first row on the screen, so that the selected one is there too. */
static unsigned int first_shown(const struct orders *orders, int rows)
{
	unsigned int shown = rows > 0 ? (unsigned int)rows : 0;

	if (orders->nr_rows <= shown || orders->selected < shown / 2)
		return 0;
	if (orders->selected - shown / 2 + shown > orders->nr_rows)
		return orders->nr_rows - shown;
	return orders->selected - shown / 2;
}

int orders_table_hit(const struct orders *orders, struct rect rect, int line)
{
	unsigned int row = first_shown(orders, rect.rows - 1) + (unsigned int)line - 1;

	return line < 1 || line >= rect.rows || row >= orders->nr_rows ? -1 : (int)row;
}

void orders_table_draw(const struct orders *orders, struct canvas *canvas, struct rect rect)
{
	struct column columns[NR_COLUMNS];
	size_t nr = make_columns(orders, columns);
	unsigned int row = first_shown(orders, rect.rows - 1);

	table_layout(columns, nr, rect.x, rect.cols);
	table_head(canvas, rect.y, columns, nr);
	for (int i = 1; i < rect.rows && row < orders->nr_rows; i++, row++) {
		draw_row(orders, canvas, rect.y + i, columns, nr, orders->order[row]);
		if (row == orders->selected)
			canvas_attr(canvas, (struct rect){ rect.y + i, rect.x, 1, rect.cols },
				    CELL_SELECT);
	}
}
