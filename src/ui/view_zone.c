// SPDX-License-Identifier: GPL-2.0-or-later
#include "view_zone.h"

#include <stdio.h>
#include <string.h>

#include "fragscope/clock.h"
#include "fragscope/pagemap.h"
#include "kernel_work.h"
#include "widget.h"

#define GAP 3 /* columns between two zones of the line */
#define ZONE_TEXT_MAX 144

static unsigned int zone_index(const struct view_context *ctx)
{
	unsigned int nr = ctx->frame->nr_zones;

	return ctx->state->zone < nr ? ctx->state->zone : nr - 1;
}

const struct zone *view_zone(const struct view_context *ctx)
{
	return ctx->frame->nr_zones ? ctx->frame->zones[zone_index(ctx)] : NULL;
}

const struct zonemap *view_zone_map(const struct view_context *ctx)
{
	const struct zone *zone = view_zone(ctx);

	return zone && zone->map && zone->map->nr_pages ? zone->map : NULL;
}

uint64_t view_zone_pfn(const struct ui_state *state, const struct zonemap *map)
{
	if (state->pfn < map->start_pfn)
		return map->start_pfn;
	if (state->pfn - map->start_pfn < map->nr_pages)
		return state->pfn;
	return map->start_pfn + (map->nr_pages - 1);
}

char *view_pages(char *to, size_t size, const struct view_context *ctx, uint64_t nr_pages)
{
	if (num_has(ctx->frame->page_size))
		return fmt_pages(to, size, nr_pages, ctx->frame->page_size.n);
	snprintf(to, size, "%s page%s", fmt_count(FMT_BUF, nr_pages), nr_pages == 1 ? "" : "s");
	return to;
}

char *view_order(char *to, size_t size, const struct view_context *ctx, unsigned int order)
{
	if (num_has(ctx->frame->page_size))
		return fmt_order_named(to, size, order, ctx->frame->page_size.n);
	snprintf(to, size, "order %u", order);
	return to;
}

uint32_t view_now_ms(const struct view_context *ctx)
{
	uint64_t now_ns = ctx->frame->mono_ns;

	if (ctx->frame->live && ctx->input && ctx->input->now_ns > now_ns)
		now_ns = ctx->input->now_ns;
	return (uint32_t)(now_ns / NSEC_PER_MSEC);
}

/* Memory of the zone as far as it is known: what the allocator manages, else what is there. */
static struct num zone_size(const struct zone *zone)
{
	if (num_has(zone->managed))
		return zone->managed;
	if (num_has(zone->present))
		return zone->present;
	return zone->map ? num_known(zone->map->nr_pages) : (struct num){ 0 };
}

static void zone_text(const struct view_context *ctx, unsigned int index, bool brief, char *to,
		      size_t size)
{
	const struct zone *zone = ctx->frame->zones[index];
	struct num pages = zone_size(zone), free = zone->free;
	char node[16] = "", deferral[64];
	int len;

	if (!num_has(free))
		free = zone_free_pages(zone);
	if (zone->node >= 0)
		snprintf(node, sizeof(node), "%d ", zone->node);
	len = snprintf(to, size, "%s%s", node, zone->name[0] ? zone->name : "zone");
	if (brief || len < 0 || (size_t)len >= size || !num_has(pages))
		return;
	len += snprintf(to + len, size - (size_t)len, " %s",
			view_pages(FMT_BUF, ctx, pages.n));
	if (num_has(free) && pages.n && (size_t)len < size)
		len += snprintf(to + len, size - (size_t)len, ", %s free",
				fmt_share(FMT_BUF, free.n < pages.n ? free.n : pages.n, pages.n));
	if (work_deferral_text(deferral, sizeof(deferral), &zone->compact) && (size_t)len < size)
		snprintf(to + len, size - (size_t)len, ", %s", deferral);
}

/* Zones without memory are left out, unless chosen. */
static bool is_listed(const struct view_context *ctx, unsigned int index)
{
	const struct zone *zone = ctx->frame->zones[index];
	struct num pages = zone_size(zone);

	return index == zone_index(ctx) || zone->map || !num_has(pages) || pages.n;
}

/* Columns of zones [from, to) in the line. */
static int zones_width(const struct view_context *ctx, unsigned int from, unsigned int to,
		       bool brief)
{
	int width = 0;

	for (unsigned int i = from; i < to; i++) {
		char text[ZONE_TEXT_MAX];

		if (!is_listed(ctx, i))
			continue;
		zone_text(ctx, i, brief && i != zone_index(ctx), text, sizeof(text));
		width += (int)strlen(text) + (width ? GAP : 0);
	}
	return width;
}

/* The first zone of the line, and whether others than the chosen one are only named. */
static unsigned int zones_first(const struct view_context *ctx, int cols, bool *brief)
{
	unsigned int first = 0, chosen = zone_index(ctx);

	*brief = zones_width(ctx, 0, ctx->frame->nr_zones, false) > cols;
	if (*brief && zones_width(ctx, 0, ctx->frame->nr_zones, true) > cols)
		while (first < chosen && zones_width(ctx, first, chosen + 1, true) > cols)
			first++;
	return first;
}

void view_zones_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	unsigned int chosen;
	bool brief;
	int x = rect.x;

	if (!rect.rows || !ctx->frame->nr_zones)
		return;
	chosen = zone_index(ctx);
	for (unsigned int i = zones_first(ctx, rect.cols, &brief); i < ctx->frame->nr_zones; i++) {
		char text[ZONE_TEXT_MAX];
		enum role role = i == chosen ? ROLE_SELECT :
				 ctx->frame->zones[i]->map ? ROLE_LABEL : ROLE_DIM;

		if (!is_listed(ctx, i))
			continue;
		zone_text(ctx, i, brief && i != chosen, text, sizeof(text));
		x = canvas_text_cut(canvas, rect.y, x, rect.x + rect.cols - x, role, text) + GAP;
		if (x >= rect.x + rect.cols)
			break;
	}
}

int view_zones_hit(const struct view_context *ctx, int cols, int x)
{
	bool brief;
	int at = 0;

	if (!ctx->frame->nr_zones)
		return -1;
	for (unsigned int i = zones_first(ctx, cols, &brief); i < ctx->frame->nr_zones; i++) {
		int width = zones_width(ctx, i, i + 1, brief);

		if (x >= at && x < at + width)
			return (int)i;
		at += width ? width + GAP : 0;
	}
	return -1;
}

static const char *nomap_reason(const struct view_context *ctx, char *to, size_t size)
{
	const struct source_status *status = frame_find_source(ctx->frame, "kpageflags");
	const struct zone *zone = view_zone(ctx);

	if (!zone && ctx->frame->pagemap)
		return "The pages were read, but not which zones they are in. The zoneinfo of the "
		       "same machine, given as well, says it.";
	if (!zone)
		return "Nothing is known about any zone.";
	if (ctx->state->back)
		return "Older frames are kept without their page map; the newest one has it.";
	if (ctx->frame->pagemap && ctx->frame->pagemap->nr_zones) {
		snprintf(to, size, "Zone %s of node %d spans no memory that was read; another zone "
			 "has a page map.", zone->name, zone->node);
		return to;
	}
	if (status && status->state != SOURCE_OK && status->text)
		return status->text;
	if (status && status->state == SOURCE_DENIED)
		return "/proc/kpageflags may not be read; run as root or with CAP_DAC_READ_SEARCH.";
	if (ctx->frame->live && status && status->state == SOURCE_OK)
		return "Not read yet; it comes with one of the next frames.";
	return "This source has none. A live host read as root has one, and so has a snapshot "
	       "taken with `fragscope snapshot --pages`.";
}

void view_nomap_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	char text[256];
	struct rect line = rect;
	int rows;

	if (rect.rows >= 4) {
		view_zones_draw(ctx, canvas, rect);
		line.y += 2;
		line.rows -= 2;
	}
	if (line.rows > 1) {
		canvas_text_cut(canvas, line.y++, rect.x, rect.cols, ROLE_TITLE, "No page map");
		line.rows--;
	}
	line.cols = rect.cols < 76 ? rect.cols : 76;
	rows = widget_wrap(canvas, line, ROLE_TEXT, nomap_reason(ctx, text, sizeof(text))) + 1;
	line.y += rows;
	line.rows -= rows;
	if (line.rows > 0)
		widget_wrap(canvas, line, ROLE_DIM,
			    "The overview, the orders and the activity do without it.");
}
