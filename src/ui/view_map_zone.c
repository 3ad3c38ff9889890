// SPDX-License-Identifier: GPL-2.0-or-later
/* The zone's scanners and its last run in words: in the panel, or in one line without one. */
#include "view_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "scanner.h"
#include "view_lines.h"
#include "view_zone.h"
#include "widget.h"

#define NAME_COL  2  /* columns of a scanner's line */
#define PFN_END   29
#define SHARE_END 35

bool map_scanners_known(const struct view_context *ctx)
{
	const struct zone *zone = view_zone(ctx);

	for (int i = 0; zone && i < NR_SCANNERS; i++)
		if (scanner_is_shown(ctx->frame, zone, (enum scanner)i))
			return true;
	return zone && scanner_run(ctx->frame, zone);
}

static uint32_t look_glyph(const struct canvas *canvas, const struct scanner_look *look)
{
	return canvas->caps & CANVAS_UTF8 ? look->glyph : (unsigned char)look->ascii;
}

/* How far into the zone's span a position is. */
static char *text_share(char *to, size_t size, const struct view_context *ctx, uint64_t pfn)
{
	const struct zonemap *map = view_zone_map(ctx);

	return fmt_share(to, size, pfn - map->start_pfn, map->nr_pages);
}

/* "direct, order 9, async, java" */
static void text_run(const struct compact_run *run, char *to, size_t size)
{
	int len;

	if (run->order < 0)
		len = snprintf(to, size, "%s, whole zone, %s", compact_cause_name[run->cause],
			       compact_mode_name[run->mode]);
	else
		len = snprintf(to, size, "%s, order %d, %s", compact_cause_name[run->cause],
			       run->order, compact_mode_name[run->mode]);
	if (run->comm[0] && len > 0 && (size_t)len < size)
		snprintf(to + len, size - (size_t)len, ", by %s", run->comm);
}

static enum role text_run_end(const struct view_context *ctx, const struct compact_run *run,
			      char *to, size_t size)
{
	uint64_t now_ns = ctx->frame->activity->until_ns;
	uint64_t so_far_ns = now_ns > run->begin_ns ? now_ns - run->begin_ns : 0;

	if (!run->end_ns) {
		snprintf(to, size, "goes on for %s", fmt_duration(FMT_BUF, so_far_ns));
		return ROLE_WARN;
	}
	snprintf(to, size, "%s after %s, %s", compact_result_name[run->result],
		 fmt_duration(FMT_BUF, run->end_ns - run->begin_ns),
		 age_text(FMT_BUF, now_ns, run->end_ns));
	return ROLE_VALUE;
}

static void text_run_free(const struct compact_run *run, char *to, size_t size)
{
	snprintf(to, size, "%s blocks, %s empty-handed", fmt_count(FMT_BUF, run->blocks_visited),
		 fmt_count(FMT_BUF, run->blocks_empty));
}

static void text_run_moved(const struct compact_run *run, char *to, size_t size)
{
	snprintf(to, size, "%s pages, %s put back", fmt_count(FMT_BUF, run->migrated),
		 fmt_count(FMT_BUF, run->migrate_failed));
}

/* The panel */

static unsigned int scanners_shown(const struct view_context *ctx, const struct zone *zone)
{
	unsigned int nr = 0;

	for (int i = 0; i < NR_SCANNERS; i++)
		nr += scanner_is_shown(ctx->frame, zone, (enum scanner)i);
	return nr;
}

int map_zone_rows(const struct view_context *ctx, int cols)
{
	const struct zone *zone = view_zone(ctx);
	const struct compact_run *run = zone ? scanner_run(ctx->frame, zone) : NULL;
	int rows = zone ? (int)scanners_shown(ctx, zone) : 0;
	char text[96];

	if (!rows && zone)
		rows = wrap_rows(scanner_missing(ctx->frame), cols - LINES_LABEL_COLS);
	if (!run)
		return rows;
	text_run(run, text, sizeof(text));
	return rows + wrap_rows(text, cols - LINES_LABEL_COLS) + 3;
}

static void draw_scanner(const struct view_context *ctx, const struct zone *zone,
			 enum scanner scanner, struct lines *lines)
{
	const struct scanner_look *look = scanner_look(scanner);
	uint64_t pfn = scanner_position(ctx->frame, zone, scanner).n;
	struct canvas *canvas = lines->canvas;
	struct rect *rect = &lines->rect;
	char text[24];

	canvas_glyph(canvas, rect->y, rect->x, look->role, look_glyph(canvas, look));
	canvas_text(canvas, rect->y, rect->x + NAME_COL, ROLE_LABEL, look->name);
	snprintf(text, sizeof(text), "0x%" PRIx64, pfn);
	canvas_right(canvas, rect->y, rect->x + PFN_END, ROLE_VALUE, text);
	canvas_right(canvas, rect->y, rect->x + SHARE_END, ROLE_DIM,
		     text_share(FMT_BUF, ctx, pfn));
	lines_skip(lines);
}

static void draw_run(const struct view_context *ctx, const struct compact_run *run,
		     struct lines *lines)
{
	char text[96];
	enum role role;

	text_run(run, text, sizeof(text));
	lines_long_field(lines, run->end_ns ? "last run" : "run", ROLE_VALUE, text);
	role = text_run_end(ctx, run, text, sizeof(text));
	lines_field(lines, "", role, text);
	text_run_free(run, text, sizeof(text));
	lines_field(lines, "looked into", run->blocks_empty ? ROLE_WARN : ROLE_VALUE, text);
	text_run_moved(run, text, sizeof(text));
	lines_field(lines, "moved", ROLE_VALUE, text);
}

void map_zone_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct zone *zone = view_zone(ctx);
	const struct compact_run *run = zone ? scanner_run(ctx->frame, zone) : NULL;
	struct rect old = canvas_clip(canvas, rect);
	struct lines lines = { canvas, rect };

	for (int i = 0; zone && i < NR_SCANNERS && lines.rect.rows > 0; i++)
		if (scanner_is_shown(ctx->frame, zone, (enum scanner)i))
			draw_scanner(ctx, zone, (enum scanner)i, &lines);
	if (zone && !scanners_shown(ctx, zone))
		lines_long_field(&lines, "scanners", ROLE_UNKNOWN, scanner_missing(ctx->frame));
	if (run)
		draw_run(ctx, run, &lines);
	canvas_unclip(canvas, old);
}

/* The line */

static void pen_mark(struct pen *pen, const struct scanner_look *look, const char *text)
{
	if (pen->x + 2 + text_width(text) > pen->end)
		return;
	canvas_glyph(pen->canvas, pen->y, pen->x, look->role, look_glyph(pen->canvas, look));
	pen->x += 2;
	pen_text(pen, ROLE_LABEL, text);
	pen->x += 2;
}

void map_scan_line_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	const struct zone *zone = view_zone(ctx);
	const struct compact_run *run = zone ? scanner_run(ctx->frame, zone) : NULL;
	struct pen pen = pen_at(canvas, rect);
	char text[96];

	if (!rect.rows || !zone)
		return;
	for (int i = 0; i < NR_SCANNERS; i++) {
		const struct scanner_look *look = scanner_look((enum scanner)i);
		struct num pfn = scanner_position(ctx->frame, zone, (enum scanner)i);

		if (!look->brief || !scanner_is_shown(ctx->frame, zone, (enum scanner)i))
			continue;
		snprintf(text, sizeof(text), "%s %s", look->brief,
			 text_share(FMT_BUF, ctx, pfn.n));
		pen_mark(&pen, look, text);
	}
	if (!run)
		return;
	pen_text(&pen, run->end_ns ? ROLE_DIM : ROLE_WARN, run->end_ns ? "last: " : "runs: ");
	text_run(run, text, sizeof(text));
	canvas_text_cut(canvas, rect.y, pen.x, pen.end - pen.x, ROLE_VALUE, text);
}
