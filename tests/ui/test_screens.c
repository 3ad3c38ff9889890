// SPDX-License-Identifier: GPL-2.0-or-later
/* Screens that were looked at once, and every screen at every size, on every machine. */
#include <stdlib.h>

#include "fragscope/array.h"

#include "../../src/ui/ui_private.h"
#include "../check.h"
#include "../model/random.h"
#include "golden.h"

static const struct {
	enum world_kind world;
	const char *view, *keys, *name;
	int cols, rows;           /* 0: the four sizes */
	unsigned int caps;
} screens[] = {
	{ WORLD_HOST, "overview", "", "overview", 0, 0, 0 },
	{ WORLD_HOST, "overview", "", "overview-ascii", 80, 24, 0 },
	{ WORLD_HOST, "overview", "", "overview-mono", 120, 40, CANVAS_UTF8 },
	{ WORLD_PLAIN, "overview", "", "overview-plain-user", 80, 24, GOLDEN_CAPS },
	{ WORLD_LOG, "overview", "", "overview-log", 80, 24, GOLDEN_CAPS },
	{ WORLD_BIG, "overview", "", "overview-big", 120, 40, GOLDEN_CAPS },
	{ WORLD_NOTHING, "overview", "", "overview-nothing", 80, 24, GOLDEN_CAPS },
	{ WORLD_NO_FRAME, "overview", "", "overview-no-frame", 80, 24, GOLDEN_CAPS },
	{ WORLD_HOST, "overview", ", , , , , , , , , , , ,", "overview-back", 80, 24, GOLDEN_CAPS },
	{ WORLD_HOST, "orders", "", "orders", 0, 0, 0 },
	{ WORLD_HOST, "orders", "Right", "orders-types", 80, 24, GOLDEN_CAPS },
	{ WORLD_HOST, "orders", "", "orders-ascii", 80, 24, 0 },
	{ WORLD_BIG, "orders", "", "orders-big", 120, 40, GOLDEN_CAPS },
	{ WORLD_PLAIN, "orders", "", "orders-plain-user", 80, 24, GOLDEN_CAPS },
	{ WORLD_ACTIVE, "overview", "", "overview-active", 80, 24, GOLDEN_CAPS },
	{ WORLD_ACTIVE, "overview", "", "overview-active", 200, 60, GOLDEN_CAPS },
	{ WORLD_ACTIVE, "activity", "", "activity", 0, 0, 0 },
	{ WORLD_ACTIVE, "activity", "PgDn", "activity-below", 80, 24, GOLDEN_CAPS },
	{ WORLD_ACTIVE, "activity", "t t", "activity-interval", 120, 40, GOLDEN_CAPS },
	{ WORLD_ACTIVE, "activity", "", "activity-ascii", 80, 24, 0 },
	{ WORLD_HOST, "activity", "", "activity-counters", 80, 24, GOLDEN_CAPS },
	{ WORLD_HOST, "activity", "", "activity-counters", 200, 60, GOLDEN_CAPS },
	{ WORLD_STAGE, "sim", "", "sim", 0, 0, 0 },
	{ WORLD_STAGE, "sim", "", "sim-ascii", 120, 40, 0 },
	{ WORLD_STAGE, "map", "", "map-of-sim", 80, 24, GOLDEN_CAPS },
	{ WORLD_STAGE_4, "sim", "", "sim-four", 0, 0, 0 },
	{ WORLD_STAGE_4, "sim", "", "sim-four-ascii", 80, 24, 0 },
	{ WORLD_HOST, "sim", "", "sim-nothing", 80, 24, GOLDEN_CAPS },
	{ WORLD_HOST, "help", "", "help", 80, 24, GOLDEN_CAPS },
	{ WORLD_HOST, "help", "", "help", 200, 60, GOLDEN_CAPS },
	{ WORLD_HOST, "overview", ": n e x Tab", "prompt-command", 80, 24, GOLDEN_CAPS },
	{ WORLD_HOST, "overview", "/", "prompt-find", 40, 12, GOLDEN_CAPS },
};

static void screens_look_as_they_should(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(screens); i++) {
		struct golden golden;

		golden_init(&golden, screens[i].world, screens[i].view);
		golden_keys(&golden, screens[i].keys);
		if (screens[i].cols)
			golden_check(&golden, screens[i].name, screens[i].cols, screens[i].rows,
				     screens[i].caps);
		else
			golden_check_sizes(&golden, screens[i].name);
		golden_done(&golden);
	}
}

static void every_view_draws_every_world_at_every_size(void **state)
{
	(void)state;
	for (int world = 0; world < NR_WORLDS; world++) {
		struct golden golden;

		golden_init(&golden, (enum world_kind)world, "overview");
		for (unsigned int i = 0; i < nr_views; i++) {
			struct ui_state before;

			assert_int_equal(ui_go(golden.ui, views[i]->name), 0);
			golden_keys(&golden, "Ctrl-L");
			before = golden.ui->state;
			golden_every_size(&golden);
			assert_memory_equal(&before, &golden.ui->state, sizeof(before));
		}
		golden_done(&golden);
	}
}

/* Views are clipped by the whole screen; here they are drawn into the middle of a canvas that no
 * clip protects. */
static void views_stay_in_their_rectangle(void **state)
{
	const struct rect rects[] = { { 3, 5, 1, 1 }, { 3, 5, 5, 12 }, { 3, 5, 10, 38 },
				      { 3, 5, 22, 78 }, { 3, 5, 38, 118 }, { 3, 5, 58, 198 } };

	(void)state;
	for (unsigned int i = 0; i < nr_views * ARRAY_SIZE(rects); i++) {
		const struct view_ops *view = views[i / ARRAY_SIZE(rects)];
		struct rect rect = rects[i % ARRAY_SIZE(rects)];
		struct golden golden;
		struct canvas canvas;
		struct view_context ctx;

		golden_init(&golden, WORLD_HOST, view->name);
		assert_int_equal(canvas_init(&canvas, 70, 220, GOLDEN_CAPS), 0);
		ctx = ui_context(golden.ui, &golden.world.input);
		view->draw(&ctx, &canvas, rect);
		for (int y = 0; y < canvas.rows; y++) {
			for (int x = 0; x < canvas.cols; x++) {
				const struct cell *cell = canvas_cell(&canvas, y, x);

				if (y >= rect.y && y < rect.y + rect.rows && x >= rect.x &&
				    x < rect.x + rect.cols)
					continue;
				if (cell->glyph || cell->attr)
					fail_msg("%s in %dx%d draws at row %d, column %d",
						 view->name, rect.cols, rect.rows, y - rect.y,
						 x - rect.x);
			}
		}
		canvas_done(&canvas);
		golden_done(&golden);
	}
}

static void check_state(const struct golden *golden)
{
	const struct ui_state *ui = &golden->ui->state;
	const struct frame *frame = golden->world.frame;
	const struct zonemap *map;

	assert_non_null(view_find(ui_view_name(golden->ui)));
	assert_true(golden->effects.nr <= UI_EFFECTS_MAX);
	assert_true(ui->want.order <= 20 && ui->want.class < NR_VERDICT_CLASSES);
	assert_true(ui->map.color < NR_MAP_COLORS);
	assert_true(memchr(ui->find, '\0', sizeof(ui->find)) != NULL);
	if (!frame || !frame->nr_zones)
		return;
	assert_true(ui->want.nr >= 1);
	assert_true(ui->zone < frame->nr_zones);
	map = frame->zones[ui->zone]->map;
	if (map)
		assert_true(ui->pfn >= map->start_pfn &&
			    ui->pfn - map->start_pfn < map->nr_pages);
	if (golden->world.history)
		assert_true(ui->back < history_nr(golden->world.history));
}

static struct ui_event random_event(uint64_t *seed)
{
	static const uint32_t special[] = {
		KEY_CODE_ENTER, KEY_CODE_ESCAPE, KEY_CODE_TAB, KEY_CODE_BACKTAB, KEY_CODE_BACKSPACE,
		KEY_CODE_UP, KEY_CODE_DOWN, KEY_CODE_LEFT, KEY_CODE_RIGHT, KEY_CODE_PAGE_UP,
		KEY_CODE_PAGE_DOWN, KEY_CODE_HOME, KEY_CODE_END, 'u' | KEY_MOD_CTRL, 0x4e2d, 0,
	};
	struct ui_event event = { .kind = UI_KEY };
	uint64_t pick = random_below(seed, 20);

	if (pick < 4) {
		event.kind = UI_MOUSE;
		event.mouse = (enum mouse)random_below(seed, 5);
		event.y = (int)random_below(seed, 70) - 5;
		event.x = (int)random_below(seed, 210) - 5;
	} else if (pick < 8) {
		event.key = special[random_below(seed, ARRAY_SIZE(special))];
	} else if (pick < 14) {
		event.kind = UI_ACTION;
		event.action = (enum action)random_below(seed, NR_ACTIONS + 1);
	} else {
		event.key = ' ' + (uint32_t)random_below(seed, 95);
	}
	return event;
}

static void any_keys_on_any_machine_leave_a_sound_state(void **state)
{
	static const int sizes[][2] = { { 80, 24 }, { 40, 12 }, { 200, 60 }, { 30, 3 }, { 60, 5 },
					{ 142, 33 } };
	uint64_t seed = 20261103;

	(void)state;
	for (int run = 0; run < 2 * NR_WORLDS; run++) {
		struct golden golden;

		golden_init(&golden, (enum world_kind)(run % NR_WORLDS), "overview");
		for (int step = 0; step < 1200; step++) {
			struct ui_event event = random_event(&seed);
			const int *size = sizes[random_below(&seed, ARRAY_SIZE(sizes))];
			struct canvas canvas;

			golden.effects.nr = 0;
			ui_handle(golden.ui, &golden.world.input, &event, &golden.effects);
			check_state(&golden);
			if (step % 8)
				continue;
			canvas = golden_draw(&golden, size[0], size[1],
					     (unsigned int)random_below(&seed, 4));
			canvas_done(&canvas);
		}
		golden_done(&golden);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(screens_look_as_they_should),
		cmocka_unit_test(every_view_draws_every_world_at_every_size),
		cmocka_unit_test(views_stay_in_their_rectangle),
		cmocka_unit_test(any_keys_on_any_machine_leave_a_sound_state),
	};

	return CHECK_MAIN(tests);
}
