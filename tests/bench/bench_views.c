// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-views - how long the views on the page map take to draw at 200x60.
 *
 * On a zone of 4 GiB, and on one of 1 TiB (524,288 pageblocks; another size in GiB as argument): the
 * best of some draws, so that what else runs on the machine does not count.
 * The design promises less than 5 ms for any view.  The residue is counted once per frame and stands
 * on a line of its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fragscope/residue.h"
#include "fragscope/view.h"

#include "made_frame.h"

#define ROWS      58 /* of 60: the head and the foot are the program's */
#define COLS      200
#define NR_ROUNDS 15
#define LIMIT_MS  5.0

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double time_draw(const struct view_ops *view, const struct view_context *ctx)
{
	struct rect rect = { 0, 0, ROWS, COLS };
	double best = 1e9;
	struct canvas canvas;

	if (canvas_init(&canvas, ROWS, COLS, ctx->caps))
		exit(1);
	for (int i = 0; i < NR_ROUNDS; i++) {
		double start = now_ms(), took;

		view->draw(ctx, &canvas, rect);
		took = now_ms() - start;
		best = took < best ? took : best;
	}
	canvas_done(&canvas);
	return best;
}

static void report(const char *name, const char *what, double ms)
{
	printf("  %-8s %-32s %7.3f ms%s\n", name, what, ms, ms < LIMIT_MS ? "" : "   ABOVE 5 ms");
}

static void bench_map(struct view_context *ctx)
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
		report("map", colors[color], time_draw(map, ctx));
		ctx->state->map.zoomed = true;
		for (int i = 0; i < 3; i++) {
			char what[64];

			ctx->state->map.zoom = zooms[i];
			snprintf(what, sizeof(what), "%s, zoom %d", colors[color], zooms[i]);
			report("map", what, time_draw(map, ctx));
		}
	}
}

static void bench(struct made *made, const char *name)
{
	struct ui_input input = { .frame = made->frame, .now_ns = made->frame->mono_ns };
	struct ui_state state = { .zone = made->frame->nr_zones > 2 ? MADE_NORMAL : 0 };
	struct keymap *keymap = keymap_new();
	struct theme theme;
	static struct residue residue;
	struct view_context ctx = { .input = &input, .frame = made->frame, .state = &state,
				    .keymap = keymap, .theme = &theme, .residue = &residue,
				    .caps = CANVAS_UTF8 | CANVAS_COLOR };
	double start = now_ms();

	if (!keymap || theme_load(&theme, "dark", NULL))
		exit(1);
	printf("%s\n", name);
	residue_compute(made->frame->zones[state.zone]->map, &residue);
	printf("  %-8s %-32s %7.3f ms (once per frame)\n", "residue", "counted", now_ms() - start);
	report("residue", "drawn", time_draw(view_find("residue"), &ctx));
	report("block", "", time_draw(view_find("block"), &ctx));
	bench_map(&ctx);
	keymap_free(keymap);
}

int main(int argc, char **argv)
{
	uint64_t gib = argc > 1 ? strtoull(argv[1], NULL, 0) : 1024;
	struct made made;
	char name[64];

	made_init(&made);
	bench(&made, "zone of 4 GiB, 200x60");
	made_done(&made);
	if (!gib || gib > 1 << 20)
		return 2;
	made_init_huge(&made, gib << 18);
	snprintf(name, sizeof(name), "zone of %llu GiB, 200x60", (unsigned long long)gib);
	bench(&made, name);
	made_done(&made);
	return 0;
}
