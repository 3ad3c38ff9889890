// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * overview_scanners - where compaction's scanners would begin in each zone, and whether the zone is
 * left alone after failures.
 *
 * With less room than zones the deferred ones come first, then the chosen one.
 */
#include "fragscope/fmt.h"
#include "kernel_work.h"
#include "overview.h"
#include "widget.h"
#include "zone_text.h"

static bool is_known(const struct zone *zone)
{
	return !zone_is_empty(zone) && work_scanner_percent(zone, zone->compact.cached_free) >= 0;
}

int scanners_rows(const struct view_context *ctx, int cols)
{
	int rows = 0;

	(void)cols;
	for (unsigned int i = 0; i < ctx->frame->nr_zones; i++)
		rows += is_known(ctx->frame->zones[i]);
	return rows;
}

static void draw_percent(struct pen *pen, enum role role, const char *label, int percent)
{
	if (percent < 0)
		return;
	pen_printf(pen, ROLE_LABEL, "   %s ", label);
	pen_printf(pen, role, "%d %%", percent);
}

static void draw_zone(struct canvas *canvas, struct rect line, const struct zone *zone)
{
	const struct zone_compact *compact = &zone->compact;
	int async = work_scanner_percent(zone, compact->cached_migrate[0]);
	int sync = work_scanner_percent(zone, compact->cached_migrate[1]);
	struct pen pen = pen_at(canvas, line);
	char text[64];

	pen_text(&pen, ROLE_TITLE, "scanners ");
	pen_text(&pen, ROLE_LABEL, zone_label(FMT_BUF, zone));
	draw_percent(&pen, ROLE_MIGRATE, "migrate ▶", async);
	if (sync != async)
		draw_percent(&pen, ROLE_MIGRATE, "sync ▶", sync);
	draw_percent(&pen, ROLE_FREE_SCANNER, "free ◀",
		     work_scanner_percent(zone, compact->cached_free));
	if (work_deferral_text(text, sizeof(text), compact))
		pen_printf(&pen, work_is_deferred(compact) ? ROLE_WARN : ROLE_TEXT, "   %s", text);
}

/* How much a zone wants to be shown; 0: not at all. */
static int urgency(const struct view_context *ctx, unsigned int i)
{
	const struct zone *zone = ctx->frame->zones[i];

	if (!is_known(zone))
		return 0;
	return 1 + (i == ctx->state->zone) + 2 * work_is_deferred(&zone->compact);
}

void scanners_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	struct rect line = { rect.y, rect.x, 1, rect.cols };

	for (int wanted = 4; wanted > 0; wanted--) {
		for (unsigned int i = 0; i < ctx->frame->nr_zones; i++) {
			if (urgency(ctx, i) != wanted || line.y == rect.y + rect.rows)
				continue;
			draw_zone(canvas, line, ctx->frame->zones[i]);
			line.y++;
		}
	}
}
