/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_zone - what the views on the page map share: one zone at a time, chosen in the shared state;
 * the line that lists the zones; and what is said where there is no page map.
 */
#ifndef FRAGSCOPE_UI_VIEW_ZONE_H
#define FRAGSCOPE_UI_VIEW_ZONE_H

#include "fragscope/fmt.h"
#include "fragscope/view.h"

/* The chosen zone, or the last one where there are fewer; NULL: the frame has none. */
const struct zone *view_zone(const struct view_context *ctx);
/* Its page map, NULL: there is none, view_nomap_draw() says why. */
const struct zonemap *view_zone_map(const struct view_context *ctx);

/* The selected page, brought into the zone's span. */
uint64_t view_zone_pfn(const struct ui_state *state, const struct zonemap *map);

/* One line: every zone with its size and its share of free pages, the chosen one marked. */
void view_zones_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
/* The zone whose entry is in that column, -1: none. */
int view_zones_hit(const struct view_context *ctx, int cols, int x);

/* Why there is no page map, and what would give one. */
void view_nomap_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

/* The reference for ages in truncated ms: now for a live frame, else the frame's own time.  0: not
 * known. */
uint32_t view_now_ms(const struct view_context *ctx);
/* "4 MiB", or "1,024 pages" where the page size is not known. */
char *view_pages(char *to, size_t size, const struct view_context *ctx, uint64_t nr_pages);
/* "order 9 (2 MiB)" */
char *view_order(char *to, size_t size, const struct view_context *ctx, unsigned int order);

#endif
