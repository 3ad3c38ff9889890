/* SPDX-License-Identifier: GPL-2.0-or-later */
/* map_fixture - the map view driven without the program around it. */
#ifndef TESTS_UI_MAP_FIXTURE_H
#define TESTS_UI_MAP_FIXTURE_H

#include "made_golden.h"
#include "view_map.h"
#include "views.h"

#include "../check.h"

struct fixture {
	struct golden golden;
	struct ui_state state;
	struct view_context ctx;
	struct rect rect;
	struct ui_effects effects;
};

static inline void fixture_init(struct fixture *fixture, struct made *made, int cols, int rows)
{
	memset(fixture, 0, sizeof(*fixture));
	made_golden(&fixture->golden, made, "map");
	fixture->ctx = made_context(&fixture->golden, &fixture->state);
	fixture->rect = (struct rect){ 0, 0, rows, cols };
}

static inline bool act(struct fixture *fixture, enum action action)
{
	return view_map.act(&fixture->ctx, action, fixture->rect, &fixture->effects);
}

static inline bool mouse(struct fixture *fixture, enum mouse kind, int y, int x)
{
	struct ui_event event = { .kind = UI_MOUSE, .mouse = kind, .y = y, .x = x };

	return view_map.mouse(&fixture->ctx, &event, fixture->rect, &fixture->effects);
}

static inline const struct zonemap *map_of(const struct fixture *fixture)
{
	return fixture->ctx.frame->zones[fixture->state.zone]->map;
}

static inline struct map_grid grid_of(const struct fixture *fixture)
{
	struct map_screen screen;

	assert_true(map_screen_init(&screen, &fixture->ctx, fixture->rect));
	return screen.grid;
}

static inline struct canvas draw(const struct fixture *fixture)
{
	struct canvas canvas;

	assert_int_equal(canvas_init(&canvas, fixture->rect.rows, fixture->rect.cols,
				     fixture->ctx.caps), 0);
	view_map.draw(&fixture->ctx, &canvas, fixture->rect);
	return canvas;
}

#endif
