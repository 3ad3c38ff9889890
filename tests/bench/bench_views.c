// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-views - how long the page map takes to draw in all its colourings and zooms, at 200x60.
 *
 * On a zone of 4 GiB, and on one of 1 TiB (524,288 pageblocks; another size in GiB as argument).
 * Of some draws the best counts, so that what else runs on the machine does not; the slowest
 * picture is told.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/view.h"

#include "../bench/bench.h"
#include "made_frame.h"

#define ROWS      58 /* of 60: the head and the foot are the program's */
#define COLS      200
#define NR_ROUNDS 15
#define LIMIT_MS  5.0

static double time_draw(const struct view_ops *view, const struct view_context *ctx)
{
	struct rect rect = { 0, 0, ROWS, COLS };
	double best = 1e9;
	struct canvas canvas;

	if (canvas_init(&canvas, ROWS, COLS, ctx->caps))
		exit(1);
	for (int i = 0; i < NR_ROUNDS; i++) {
		double start = bench_cpu_ms(), took;

		view->draw(ctx, &canvas, rect);
		took = bench_cpu_ms() - start;
		best = took < best ? took : best;
	}
	canvas_done(&canvas);
	return best;
}

struct worst {
	double ms;
	char what[64];
};

static void take(struct worst *worst, const char *color, int zoom, double ms)
{
	if (ms <= worst->ms)
		return;
	worst->ms = ms;
	snprintf(worst->what, sizeof(worst->what), "%s, zoom %d", color, zoom);
}

static void bench_map(struct view_context *ctx, struct worst *worst)
{
	static const char *const colors[] = {
#define MAP_COLOR(id, name, help) name,
#include "fragscope/map_color.def"
#undef MAP_COLOR
	};
	const struct view_ops *map = view_find("map");
	static const int zooms[] = { 0, -1, -9 };

	for (int color = 0; color < NR_MAP_COLORS; color++) {
		ctx->state->map.color = (enum map_color)color;
		ctx->state->map.zoomed = false;
		take(worst, colors[color], 99, time_draw(map, ctx));
		ctx->state->map.zoomed = true;
		for (int i = 0; i < 3; i++) {
			ctx->state->map.zoom = zooms[i];
			take(worst, colors[color], zooms[i], time_draw(map, ctx));
		}
	}
}

static void bench(struct made *made, uint64_t gib)
{
	struct ui_input input = { .frame = made->frame, .now_ns = made->frame->mono_ns };
	struct ui_state state = { .zone = made->frame->nr_zones > 2 ? MADE_NORMAL : 0 };
	struct keymap *keymap = keymap_new();
	struct theme theme;
	struct view_context ctx = { .input = &input, .frame = made->frame, .state = &state,
				    .keymap = keymap, .theme = &theme,
				    .caps = CANVAS_UTF8 | CANVAS_COLOR };
	struct worst worst = { .ms = 0 };
	char text[128];

	if (!keymap || theme_load(&theme, "dark", NULL))
		exit(1);
	bench_map(&ctx, &worst);
	snprintf(text, sizeof(text), "map, %llu GiB, slowest: %.32s", (unsigned long long)gib,
		 worst.what);
	bench_row_one(text, LIMIT_MS, "ms", worst.ms);
	keymap_free(keymap);
}

int main(int argc, char **argv)
{
	uint64_t gib = argc > 1 ? strtoull(argv[1], NULL, 0) : 1024;
	struct made made;

	made_init(&made);
	bench_heading("the page map, all colourings and zooms");
	bench(&made, 4);
	made_done(&made);
	if (!gib || gib > 1 << 20)
		return 2;
	made_init_huge(&made, gib << 18);
	bench(&made, gib);
	made_done(&made);
	return 0;
}
