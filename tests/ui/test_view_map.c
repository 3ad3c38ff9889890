// SPDX-License-Identifier: GPL-2.0-or-later
/* Where the map's cells are: geometry, keys, mouse. */
#include <stdlib.h>

#include "map_fixture.h"

#include "../model/random.h"

/* Line of text, counted from the first one with cells. */
static int cell_line(const struct fixture *fixture, uint64_t pfn)
{
	struct map_grid grid = grid_of(fixture);
	int row, col;

	assert_true(map_grid_find(&grid, pfn, &row, &col));
	return row / grid.stacked;
}

static void the_whole_zone_fits_at_first(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	for (int cols = 1; cols < 230; cols += 7) {
		for (int rows = 1; rows < 70; rows += 3) {
			for (fixture.state.zone = 0; fixture.state.zone < MADE_NR_ZONES;
			     fixture.state.zone++) {
				const struct zonemap *map = map_of(&fixture);
				struct map_grid grid;
				int row, col;

				fixture.rect = (struct rect){ 0, 0, rows, cols };
				grid = grid_of(&fixture);
				assert_true(map_grid_find(&grid, map->start_pfn, &row, &col));
				assert_true(map_grid_find(&grid,
							  map->start_pfn + map->nr_pages - 1, &row,
							  &col));
			}
		}
	}
	golden_done(&fixture.golden);
}

static void cells_follow_each_other_without_gaps(void **unused)
{
	static const int sizes[][2] = { { 80, 22 }, { 40, 10 }, { 200, 58 }, { 7, 3 } };
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init_zone(&made, 0x12345, 3000, 6, 5);
	fixture_init(&fixture, &made, 80, 22);
	for (size_t i = 0; i < 4; i++) {
		for (fixture.state.map.zoom = -7; fixture.state.map.zoom < 8;
		     fixture.state.map.zoom++) {
			const struct zonemap *map = map_of(&fixture);
			struct map_grid grid;
			uint64_t next = 0;

			fixture.state.map.zoomed = true;
			fixture.rect = (struct rect){ 0, 0, sizes[i][1], sizes[i][0] };
			grid = grid_of(&fixture);
			for (int row = 0; row < grid.rows; row++) {
				for (int col = 0; col < grid.cols; col++) {
					struct map_cell cell = map_grid_cell(&grid, row, col);

					if (!cell.nr_pages)
						continue;
					assert_true(!next || cell.pfn == next);
					assert_true(cell.nr_pages <= 1ULL << grid.scan.shift);
					next = cell.pfn + cell.nr_pages;
					assert_true(next <= map->start_pfn + map->nr_pages);
				}
			}
			assert_true(next > 0);
		}
	}
	golden_done(&fixture.golden);
}

static void the_selected_page_is_always_on_the_screen(void **unused)
{
	struct fixture fixture;
	uint64_t seed = 11;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	for (int i = 0; i < 20000; i++) {
		struct map_grid grid;
		int row, col;

		fixture.state.zone = (unsigned int)random_below(&seed, MADE_NR_ZONES);
		fixture.state.pfn = random_below(&seed, 0x280000);
		fixture.state.map.zoomed = random_below(&seed, 4) > 0;
		fixture.state.map.zoom = (int)random_below(&seed, 30) - 15;
		fixture.state.map.first_pfn = random_below(&seed, 0x280000);
		fixture.rect.rows = 1 + (int)random_below(&seed, 60);
		fixture.rect.cols = 1 + (int)random_below(&seed, 200);
		grid = grid_of(&fixture);
		assert_true(map_grid_find(&grid, grid.cursor, &row, &col));
		assert_true(row >= 0 && row < grid.rows && col >= 0 && col < grid.cols);
		assert_true(map_grid_cursor(&grid).nr_pages > 0);
	}
	golden_done(&fixture.golden);
}

static void rows_begin_at_round_addresses(void **unused)
{
	struct fixture fixture;
	struct map_grid grid;
	struct made made;

	(void)unused;
	made_init_zone(&made, 0x88000, 0x20000, 9, 3);
	fixture_init(&fixture, &made, 80, 22);
	grid = grid_of(&fixture);
	assert_int_equal(grid.cols, 64);
	assert_int_equal(grid.base % map_grid_row_pages(&grid), 0);
	assert_int_equal(map_grid_cols(80), 64);
	assert_int_equal(map_grid_cols(96), 96);
	assert_int_equal(map_grid_cols(200), 192);
	assert_int_equal(map_grid_cols(3), 3);
	assert_int_equal(map_grid_cols(1), 1);
	golden_done(&fixture.golden);
}

static void arrows_move_by_cells_and_stay_in_the_zone(void **unused)
{
	struct fixture fixture;
	struct map_grid grid;
	struct made made;
	uint64_t row_pages;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_NORMAL;
	grid = grid_of(&fixture);
	row_pages = map_grid_row_pages(&grid);
	act(&fixture, ACTION_LEFT);
	act(&fixture, ACTION_UP);
	assert_int_equal(fixture.state.pfn, 0);
	act(&fixture, ACTION_RIGHT);
	assert_int_equal(fixture.state.pfn, MADE_NORMAL_PFN + 512);
	act(&fixture, ACTION_DOWN);
	assert_int_equal(fixture.state.pfn, MADE_NORMAL_PFN + 512 + row_pages);
	act(&fixture, ACTION_UP);
	act(&fixture, ACTION_LEFT);
	assert_int_equal(fixture.state.pfn, MADE_NORMAL_PFN);
	act(&fixture, ACTION_END);
	assert_int_equal(fixture.state.pfn, 0x1fffff);
	act(&fixture, ACTION_RIGHT);
	act(&fixture, ACTION_DOWN);
	assert_int_equal(fixture.state.pfn, 0x1fffff);
	act(&fixture, ACTION_PAGE_UP);
	act(&fixture, ACTION_PAGE_UP);
	act(&fixture, ACTION_PAGE_UP);
	assert_int_equal(fixture.state.pfn, MADE_NORMAL_PFN);
	act(&fixture, ACTION_PAGE_DOWN);
	assert_true(fixture.state.pfn > MADE_NORMAL_PFN);
	assert_int_equal(fixture.state.pfn % row_pages, 0);
	act(&fixture, ACTION_HOME);
	assert_int_equal(fixture.state.pfn, MADE_NORMAL_PFN);
	golden_done(&fixture.golden);
}

static void every_cell_of_an_odd_zone_can_be_reached(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init_zone(&made, 0x777, 333, 4, 9);
	fixture_init(&fixture, &made, 30, 12);
	fixture.state.map.zoomed = true;
	for (fixture.state.map.zoom = -4; fixture.state.map.zoom < 2; fixture.state.map.zoom++) {
		uint64_t reached = 0;

		fixture.state.pfn = 0;
		for (int i = 0; i < 400; i++) {
			struct map_grid grid = grid_of(&fixture);
			struct map_cell cell = map_grid_cursor(&grid);

			if (cell.pfn + cell.nr_pages > reached)
				reached = cell.pfn + cell.nr_pages;
			act(&fixture, ACTION_RIGHT);
		}
		assert_int_equal(reached, 0x777 + 333);
	}
	golden_done(&fixture.golden);
}

static void zooming_keeps_the_selected_page_and_its_line(void **unused)
{
	struct fixture fixture;
	struct map_grid before, after;
	int row[2], col[2];
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_NORMAL;
	fixture.state.pfn = 0x188000;
	for (int zoom = 0; zoom < 9; zoom++) {
		before = grid_of(&fixture);
		assert_true(act(&fixture, ACTION_ZOOM_IN));
		after = grid_of(&fixture);
		assert_int_equal(after.scan.shift, before.scan.shift - 1);
		assert_int_equal(fixture.state.pfn, 0x188000);
		assert_true(map_grid_find(&before, 0x188000, &row[0], &col[0]));
		assert_true(map_grid_find(&after, 0x188000, &row[1], &col[1]));
		assert_true(abs(row[0] - row[1]) <= 1);
	}
	act(&fixture, ACTION_ZOOM_IN);
	assert_int_equal(grid_of(&fixture).scan.shift, 0);
	act(&fixture, ACTION_BACK);
	assert_false(fixture.state.map.zoomed);
	assert_false(act(&fixture, ACTION_BACK));
	for (int i = 0; i < 40; i++)
		act(&fixture, ACTION_ZOOM_OUT);
	after = grid_of(&fixture);
	assert_int_equal(after.scan.shift, after.fit_shift);
	golden_done(&fixture.golden);
}

static void scrolling_moves_only_when_it_must(void **unused)
{
	struct fixture fixture;
	struct map_grid grid;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_NORMAL;
	for (int i = 0; i < 4; i++)
		act(&fixture, ACTION_ZOOM_IN);
	grid = grid_of(&fixture);
	assert_int_equal(grid.first_row, 0);
	for (int i = 0; i < grid.rows - 1; i++)
		act(&fixture, ACTION_DOWN);
	assert_int_equal(grid_of(&fixture).first_row, 0);
	act(&fixture, ACTION_DOWN);
	assert_int_equal(grid_of(&fixture).first_row, 2);
	act(&fixture, ACTION_UP);
	assert_int_equal(grid_of(&fixture).first_row, 2);
	golden_done(&fixture.golden);
}

static void without_pages_pageblocks_are_not_taken_apart(void **unused)
{
	struct fixture fixture;
	struct made made;
	struct zonemap *map;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_NORMAL;
	map = made.pagemap->zones[MADE_NORMAL];
	map->blocks_only = true;
	for (int i = 0; i < 20; i++)
		act(&fixture, ACTION_ZOOM_IN);
	assert_int_equal(grid_of(&fixture).scan.shift, map->pageblock_order);
	map->blocks_only = false;
	act(&fixture, ACTION_ZOOM_IN);
	assert_int_equal(grid_of(&fixture).scan.shift, map->pageblock_order - 1);
	golden_done(&fixture.golden);
}

static void enter_goes_to_pageblocks_and_then_into_one(void **unused)
{
	struct golden golden;
	struct made made;

	(void)unused;
	made_init(&made);
	made_golden(&golden, &made, "map");
	free(golden_text(&golden, 40, 12, GOLDEN_CAPS));
	golden_find(&golden, "0x188006");
	golden_keys(&golden, "Down Enter");
	assert_string_equal(ui_view_name(golden.ui), "map");
	golden_keys(&golden, "Enter");
	assert_string_equal(ui_view_name(golden.ui), "block");
	golden_keys(&golden, "Esc");
	assert_string_equal(ui_view_name(golden.ui), "map");
	golden_done(&golden);
}

static void a_click_selects_the_cell_under_it(void **unused)
{
	struct fixture fixture;
	struct map_layout layout;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_NORMAL;
	map_layout_init(&layout, &fixture.ctx, fixture.rect);
	assert_true(mouse(&fixture, MOUSE_PRESS, layout.cells.y + 3, layout.cells.x + 10));
	assert_int_equal(fixture.state.pfn, MADE_NORMAL_PFN + 6 * 64 * 512 + 10 * 512);
	mouse(&fixture, MOUSE_RELEASE, layout.cells.y + 3, layout.cells.x + 10);
	assert_false(fixture.state.map.zoomed);
	/* beside the cells nothing happens */
	assert_false(mouse(&fixture, MOUSE_PRESS, layout.cells.y + 3, layout.cells.x - 1));
	assert_false(mouse(&fixture, MOUSE_PRESS, layout.cells.y + 3, 79));
	golden_done(&fixture.golden);
}

static void a_click_on_a_zone_selects_it(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 200, 58);
	assert_true(mouse(&fixture, MOUSE_PRESS, 0, 30));
	assert_int_equal(fixture.state.zone, MADE_DMA32);
	assert_true(mouse(&fixture, MOUSE_PRESS, 0, 60));
	assert_int_equal(fixture.state.zone, MADE_NORMAL);
	assert_false(mouse(&fixture, MOUSE_PRESS, 0, 190));
	golden_done(&fixture.golden);
}

static void the_wheel_zooms_around_the_pointer(void **unused)
{
	struct fixture fixture;
	struct map_layout layout;
	struct map_grid grid;
	struct made made;
	int row, col;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_NORMAL;
	map_layout_init(&layout, &fixture.ctx, fixture.rect);
	grid = grid_of(&fixture);
	assert_true(mouse(&fixture, MOUSE_WHEEL_UP, layout.cells.y + 5, layout.cells.x + 20));
	assert_int_equal(grid_of(&fixture).scan.shift, grid.scan.shift - 1);
	grid = grid_of(&fixture);
	assert_true(map_grid_find(&grid, MADE_NORMAL_PFN + (10 * 64 + 20) * 512, &row, &col));
	assert_true(abs(row / 2 - 5) <= 1);
	assert_true(mouse(&fixture, MOUSE_WHEEL_DOWN, layout.cells.y + 5, layout.cells.x + 20));
	assert_false(fixture.state.map.zoomed);
	golden_done(&fixture.golden);
}

static void dragging_zooms_into_the_range(void **unused)
{
	struct fixture fixture;
	struct map_layout layout;
	struct map_grid grid;
	struct made made;
	int row, col;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_NORMAL;
	map_layout_init(&layout, &fixture.ctx, fixture.rect);
	mouse(&fixture, MOUSE_PRESS, layout.cells.y + 4, layout.cells.x + 8);
	mouse(&fixture, MOUSE_DRAG, layout.cells.y + 3, layout.cells.x + 30);
	assert_true(fixture.state.map.dragging);
	mouse(&fixture, MOUSE_RELEASE, layout.cells.y + 3, layout.cells.x + 30);
	assert_false(fixture.state.map.dragging);
	assert_true(fixture.state.map.zoomed);
	grid = grid_of(&fixture);
	assert_true(grid.scan.shift < grid.fit_shift);
	assert_true(map_grid_find(&grid, MADE_NORMAL_PFN + (6 * 64 + 30) * 512, &row, &col));
	assert_true(map_grid_find(&grid, MADE_NORMAL_PFN + (8 * 64 + 9) * 512 - 1, &row, &col));
	golden_done(&fixture.golden);
}

static void nothing_that_is_pressed_leads_astray(void **unused)
{
	struct fixture fixture;
	uint64_t seed = 21;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	for (int i = 0; i < 20000; i++) {
		const struct zonemap *map;
		struct map_grid grid;
		int row, col;

		if (!random_below(&seed, 50)) {
			fixture.rect.rows = 1 + (int)random_below(&seed, 60);
			fixture.rect.cols = 1 + (int)random_below(&seed, 200);
			fixture.ctx.caps = (unsigned int)random_below(&seed, 4);
			fixture.state.zone = (unsigned int)random_below(&seed, MADE_NR_ZONES);
		}
		if (random_below(&seed, 2))
			act(&fixture, (enum action)random_below(&seed, NR_ACTIONS));
		else
			mouse(&fixture, (enum mouse)random_below(&seed, 5),
			      (int)random_below(&seed, (uint64_t)fixture.rect.rows),
			      (int)random_below(&seed, (uint64_t)fixture.rect.cols));
		map = map_of(&fixture);
		grid = grid_of(&fixture);
		assert_true(map_grid_find(&grid, grid.cursor, &row, &col));
		assert_true(grid.cursor >= map->start_pfn &&
			    grid.cursor - map->start_pfn < map->nr_pages);
		assert_true(grid.scan.shift <= grid.fit_shift);
		if (i % 16 == 0) {
			struct canvas canvas = draw(&fixture);

			canvas_done(&canvas);
		}
	}
	golden_done(&fixture.golden);
}

static void a_zone_that_fits_has_one_row_of_cells_in_a_line(void **unused)
{
	struct fixture fixture;
	struct map_grid grid;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 120, 38);
	fixture.state.zone = MADE_NORMAL;
	fixture.state.pfn = 0x188000;
	grid = grid_of(&fixture);
	assert_int_equal(grid.stacked, 1);
	assert_int_equal(grid.scan.shift, 9);
	/* zoomed in it has two, and the selected cell stays in its line */
	act(&fixture, ACTION_ZOOM_IN);
	assert_int_equal(grid_of(&fixture).stacked, 2);
	assert_int_equal(cell_line(&fixture, 0x188000), 17);
	act(&fixture, ACTION_ZOOM_OUT);
	assert_int_equal(cell_line(&fixture, 0x188000), 17);
	golden_done(&fixture.golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_whole_zone_fits_at_first),
		cmocka_unit_test(cells_follow_each_other_without_gaps),
		cmocka_unit_test(the_selected_page_is_always_on_the_screen),
		cmocka_unit_test(rows_begin_at_round_addresses),
		cmocka_unit_test(arrows_move_by_cells_and_stay_in_the_zone),
		cmocka_unit_test(every_cell_of_an_odd_zone_can_be_reached),
		cmocka_unit_test(zooming_keeps_the_selected_page_and_its_line),
		cmocka_unit_test(scrolling_moves_only_when_it_must),
		cmocka_unit_test(without_pages_pageblocks_are_not_taken_apart),
		cmocka_unit_test(enter_goes_to_pageblocks_and_then_into_one),
		cmocka_unit_test(a_click_selects_the_cell_under_it),
		cmocka_unit_test(a_click_on_a_zone_selects_it),
		cmocka_unit_test(the_wheel_zooms_around_the_pointer),
		cmocka_unit_test(dragging_zooms_into_the_range),
		cmocka_unit_test(nothing_that_is_pressed_leads_astray),
		cmocka_unit_test(a_zone_that_fits_has_one_row_of_cells_in_a_line),
	};

	return CHECK_MAIN(tests);
}
