// SPDX-License-Identifier: GPL-2.0-or-later
/* What the map's cells show. */
#include <stdlib.h>

#include "map_fixture.h"
#include "page_look.h"

/* The mark of the cell that holds a page, at one pageblock per cell. */
static struct map_mark mark_at(const struct fixture *fixture, enum map_color color, uint64_t pfn)
{
	const struct zonemap *map = map_of(fixture);
	struct map_scan scan;
	struct map_cell cell = { pfn >> map->pageblock_order << map->pageblock_order,
				 1ULL << map->pageblock_order };

	map_scan_init(&scan, map, map->pageblock_order);
	map_scan_learn(&scan, fixture->ctx.frame);
	return map_color_mark(&fixture->ctx, &scan, color, cell);
}

static char *screen_text(struct fixture *fixture)
{
	struct canvas canvas = draw(fixture);
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	canvas_write_text(&canvas, to);
	fclose(to);
	canvas_done(&canvas);
	return text;
}

static void colourings_say_what_is_there(void **unused)
{
	static const struct {
		enum map_color color;
		uint64_t block; /* of zone Normal */
		enum role role;
	} rows[] = {
		{ MAP_COLOR_FREE, 200, ROLE_HEAT0 },         /* transparent huge pages */
		{ MAP_COLOR_FREE, 1600, ROLE_HEAT15 },       /* all free */
		{ MAP_COLOR_FREE, 720, ROLE_HEAT2 },         /* one page in eight */
		{ MAP_COLOR_FREE, 100, ROLE_HEAT1 },         /* one page in 128 */
		{ MAP_COLOR_FREE, 2000, ROLE_UNREAD },
		{ MAP_COLOR_LARGEST, 200, ROLE_HEAT0 },
		{ MAP_COLOR_LARGEST, 500, ROLE_HEAT3 },      /* order 1 of 0 to 10 */
		{ MAP_COLOR_LARGEST, 1600, ROLE_HEAT15 },
		{ MAP_COLOR_CLASS, 10, ROLE_RESERVED },
		{ MAP_COLOR_CLASS, 100, ROLE_SLAB },
		{ MAP_COLOR_CLASS, 200, ROLE_LARGE },
		{ MAP_COLOR_CLASS, 500, ROLE_FILE },
		{ MAP_COLOR_CLASS, 720, ROLE_ANON },
		{ MAP_COLOR_MOBILITY, 10, ROLE_UNMOVABLE },
		{ MAP_COLOR_MOBILITY, 200, ROLE_MOVABLE },
		{ MAP_COLOR_MOBILITY, 720, ROLE_MIXED },     /* one pinned page */
		{ MAP_COLOR_MOBILITY, 1600, ROLE_FREE },
		{ MAP_COLOR_BLIND, 200, ROLE_NOFLAGS },
		{ MAP_COLOR_BLIND, 720, ROLE_BLIND },        /* pfn mod 8 is 4 */
		{ MAP_COLOR_BLIND, 1600, ROLE_GOOD },
		{ MAP_COLOR_BLIND, 1601, ROLE_GOOD },        /* second half of an order 10 block */
		{ MAP_COLOR_TYPE, 10, ROLE_TYPE0 },
		{ MAP_COLOR_TYPE, 200, ROLE_TYPE1 },
		{ MAP_COLOR_TYPE, 1500, ROLE_TYPE2 },
		{ MAP_COLOR_AGE, 1600, ROLE_HEAT2 },         /* half a second */
		{ MAP_COLOR_AGE, 720, ROLE_HEAT6 },          /* eight seconds */
		{ MAP_COLOR_AGE, 2000, ROLE_UNREAD },
	};
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_NORMAL;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint64_t pfn = MADE_NORMAL_PFN + rows[i].block * 512;
		enum role role = mark_at(&fixture, rows[i].color, pfn).role;

		if (role != rows[i].role)
			fail_msg("%s of block %llu: role %d, expected %d",
				 map_color_name(rows[i].color), (unsigned long long)rows[i].block,
				 role, rows[i].role);
	}
	golden_done(&fixture.golden);
}

static void holes_and_unread_pages_differ_from_everything(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	for (int color = 0; color < NR_MAP_COLORS; color++) {
		struct map_mark hole, unread, known;

		fixture.state.zone = MADE_DMA32;
		hole = mark_at(&fixture, (enum map_color)color, 0xd0000);
		fixture.state.zone = MADE_NORMAL;
		unread = mark_at(&fixture, (enum map_color)color, 0x1f0000);
		known = mark_at(&fixture, (enum map_color)color, 0x188000);
		assert_int_equal(hole.role, ROLE_HOLE);
		assert_int_equal(unread.role, ROLE_UNREAD);
		assert_true(known.role != ROLE_HOLE && known.role != ROLE_UNREAD);
		assert_true(hole.ascii != unread.ascii && hole.glyph != unread.glyph);
		assert_true(known.ascii != unread.ascii && known.ascii != hole.ascii);
		assert_true(known.glyph != unread.glyph && known.glyph != hole.glyph);
	}
	golden_done(&fixture.golden);
}

static void memory_that_is_not_managed_is_neither_used_nor_a_hole(void **unused)
{
	struct fixture fixture;
	page_code codes[1024];
	struct made made;
	char *text;

	(void)unused;
	made_init_zone(&made, 0x1000, 0x8000, 9, 1);
	memset(codes, PAGE_UNMANAGED, sizeof(codes));
	zonemap_ingest_codes(made.pagemap->zones[0], 0x1000, codes, 1024, 1);
	fixture_init(&fixture, &made, 80, 22);
	for (int color = 0; color < NR_MAP_COLORS; color++) {
		struct map_mark mark = mark_at(&fixture, (enum map_color)color, 0x1200);

		assert_int_equal(mark.ascii, map_mark_unmanaged().ascii);
		assert_int_not_equal(mark.ascii, map_mark_hole().ascii);
	}
	text = screen_text(&fixture);
	assert_non_null(strstr(text, "not managed"));
	assert_non_null(strstr(text, "not managed by the allocator"));
	free(text);
	golden_done(&fixture.golden);
}

static void glyphs_tell_steps_and_classes_apart(void **unused)
{
	uint32_t last = 0;

	(void)unused;
	for (unsigned int step = 0; step < ROLE_HEAT_STEPS; step++) {
		struct map_mark mark = map_mark_step(step);

		assert_int_equal(mark.role, ROLE_HEAT0 + step);
		assert_true(mark.glyph >= last);
		last = mark.glyph;
	}
	for (int a = 0; a < NR_PAGE_CLASSES; a++)
		for (int b = 0; b < a; b++)
			assert_int_not_equal(page_look((enum page_class)a)->letter,
					     page_look((enum page_class)b)->letter);
}

static void colourings_that_know_nothing_are_left_out(void **unused)
{
	struct fixture fixture;
	struct made made;
	bool seen = false;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_DMA32; /* no migratetypes */
	for (int i = 0; i < NR_MAP_COLORS; i++) {
		assert_int_not_equal(fixture.state.map.color, MAP_COLOR_TYPE);
		act(&fixture, ACTION_NEXT_COLOR);
	}
	fixture.state.zone = MADE_NORMAL;
	for (int i = 0; i < NR_MAP_COLORS; i++) {
		seen = seen || fixture.state.map.color == MAP_COLOR_TYPE;
		act(&fixture, ACTION_PREV_COLOR);
	}
	assert_true(seen);
	golden_done(&fixture.golden);
}

static void half_blocks_show_two_rows_and_the_selection(void **unused)
{
	struct fixture fixture;
	struct map_layout layout;
	const struct cell *cell;
	struct canvas canvas;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	fixture.state.zone = MADE_NORMAL;
	fixture.state.map.color = MAP_COLOR_CLASS;
	map_layout_init(&layout, &fixture.ctx, fixture.rect);
	canvas = draw(&fixture);
	/* rows of 64 blocks: reserved, then slab */
	cell = canvas_cell(&canvas, layout.cells.y, layout.cells.x + 5);
	assert_int_equal(cell->glyph, 0x2580);
	assert_int_equal(cell->role, ROLE_RESERVED);
	assert_int_equal(cell->under, ROLE_SLAB);
	cell = canvas_cell(&canvas, layout.cells.y, layout.cells.x);
	assert_int_equal(cell->role, ROLE_SELECT);
	assert_int_equal(cell->under, ROLE_SLAB);
	canvas_done(&canvas);
	golden_done(&fixture.golden);
}

static void without_a_map_the_view_says_why(void **unused)
{
	struct fixture fixture;
	struct made made;
	char *text;

	(void)unused;
	made_init_nomap(&made);
	fixture_init(&fixture, &made, 80, 22);
	text = screen_text(&fixture);
	assert_non_null(strstr(text, "No page map"));
	assert_non_null(strstr(text, "/proc/kpageflags: permission denied; run as root"));
	free(text);
	made.frame->live = false;
	made.frame->nr_sources = 0;
	text = screen_text(&fixture);
	assert_non_null(strstr(text, "snapshot --pages"));
	free(text);
	fixture.state.back = 3;
	text = screen_text(&fixture);
	assert_non_null(strstr(text, "Older frames are kept without"));
	free(text);
	fixture.state.back = 0;
	for (enum action action = 0; action < NR_ACTIONS; action++)
		act(&fixture, action);
	mouse(&fixture, MOUSE_PRESS, 5, 20);
	golden_done(&fixture.golden);
}

static void finding_selects_what_the_map_then_shows(void **unused)
{
	struct golden golden;
	struct made made;
	char *text;

	(void)unused;
	made_init(&made);
	made_golden(&golden, &made, "map");
	golden_find(&golden, "0x188006");
	text = golden_text(&golden, 80, 24, GOLDEN_CAPS);
	assert_non_null(strstr(text, "block 0xc40"));
	free(text);
	golden_keys(&golden, "g");
	golden_find(&golden, "pinned");
	text = golden_text(&golden, 80, 24, GOLDEN_CAPS);
	assert_non_null(strstr(text, "block 0xac0 "));
	free(text);
	golden_done(&golden);
}

static void screens_look_as_they_did(void **unused)
{
	struct golden golden;
	struct made made;

	(void)unused;
	made_init(&made);
	made_golden(&golden, &made, "map");
	golden_find(&golden, "0x188006");
	golden_check_sizes(&golden, "map");
	golden_check(&golden, "map-mono", 80, 24, CANVAS_UTF8);
	golden_check(&golden, "map-ascii", 120, 40, 0);
	golden_keys(&golden, "c c");
	golden_check(&golden, "map-class-mono", 120, 40, CANVAS_UTF8);
	golden_keys(&golden, "c");
	golden_check(&golden, "map-movability-ascii", 80, 24, 0);
	golden_keys(&golden, "c");
	golden_check(&golden, "map-blind-ascii", 40, 12, 0);
	golden_keys(&golden, "c + + + + + +");
	golden_check(&golden, "map-zoomed-ascii", 80, 24, 0);
	golden_done(&golden);
}

static void every_size_can_be_drawn(void **unused)
{
	struct golden golden;
	struct made made;

	(void)unused;
	made_init(&made);
	made_golden(&golden, &made, "map");
	golden_find(&golden, "0x188006");
	golden_every_size(&golden);
	golden_keys(&golden, "+ + + + + + c c End");
	golden_every_size(&golden);
	golden_done(&golden);
}

static void the_bare_view_can_be_drawn_at_every_size(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_init(&fixture, &made, 80, 22);
	for (int rows = 1; rows < 30; rows++) {
		for (int cols = 1; cols < 140; cols += cols < 30 ? 1 : 9) {
			struct canvas canvas;

			fixture.rect = (struct rect){ 0, 0, rows, cols };
			fixture.ctx.caps = (unsigned int)(rows * cols) % 4;
			fixture.state.zone = (unsigned int)(rows + cols) % MADE_NR_ZONES;
			fixture.state.map.color = (enum map_color)(cols % NR_MAP_COLORS);
			canvas = draw(&fixture);
			canvas_done(&canvas);
			act(&fixture, ACTION_DOWN);
			mouse(&fixture, MOUSE_WHEEL_UP, rows / 2, cols / 2);
		}
	}
	golden_done(&fixture.golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colourings_say_what_is_there),
		cmocka_unit_test(holes_and_unread_pages_differ_from_everything),
		cmocka_unit_test(memory_that_is_not_managed_is_neither_used_nor_a_hole),
		cmocka_unit_test(glyphs_tell_steps_and_classes_apart),
		cmocka_unit_test(colourings_that_know_nothing_are_left_out),
		cmocka_unit_test(half_blocks_show_two_rows_and_the_selection),
		cmocka_unit_test(without_a_map_the_view_says_why),
		cmocka_unit_test(finding_selects_what_the_map_then_shows),
		cmocka_unit_test(screens_look_as_they_did),
		cmocka_unit_test(every_size_can_be_drawn),
		cmocka_unit_test(the_bare_view_can_be_drawn_at_every_size),
	};

	return CHECK_MAIN(tests);
}
