// SPDX-License-Identifier: GPL-2.0-or-later
/* The living kernel on the map: scanners, trails, runs, skip bits, missed blocks, pollution. */
#include <stdlib.h>

#include "fragscope/activity.h"
#include "fragscope/clock.h"
#include "fragscope/residue.h"
#include "map_fixture.h"
#include "scanner.h"

#define NOW_NS    (MADE_NOW_MS * (uint64_t)NSEC_PER_MSEC)
#define BLOCK(n)  (MADE_NORMAL_PFN + (uint64_t)(n) * 512)
#define END_PFN   BLOCK(MADE_NORMAL_BLOCKS)

static struct compact_run run = {
	.begin_ns = NOW_NS - 12 * NSEC_PER_MSEC, .pid = 4711, .comm = "postgres",
	.zone_start_pfn = MADE_NORMAL_PFN, .zone = "Normal", .cause = CAUSE_DIRECT, .order = 9,
	.mode = MODE_ASYNC, .blocks_visited = 40, .blocks_empty = 38, .migrated = 96,
	.migrate_failed = 3,
};
static struct scanner_step steps[6];
static struct activity activity = { .until_ns = NOW_NS, .runs = &run, .steps = steps };

static void set_positions(struct made *made, uint64_t async, uint64_t sync, uint64_t free)
{
	struct zone_compact *compact = &made->frame->zones[MADE_NORMAL]->compact;

	compact->cached_migrate[0] = num_known(async);
	compact->cached_migrate[1] = num_known(sync);
	compact->cached_free = num_known(free);
}

static struct scanner_step step_at(uint64_t pfn, bool is_free)
{
	return (struct scanner_step){ .time_ns = NOW_NS - NSEC_PER_MSEC,
				      .zone_start_pfn = MADE_NORMAL_PFN, .is_free = is_free,
				      .pfn = pfn, .end_pfn = pfn + 512 };
}

/* A run that goes on, three blocks behind each of its scanners. */
static void set_run(struct made *made)
{
	run.end_ns = 0;
	run.migrate_pfn = BLOCK(203);
	run.free_pfn = BLOCK(1400);
	for (int i = 0; i < 3; i++) {
		steps[i] = step_at(BLOCK(200 + i), false);
		steps[3 + i] = step_at(BLOCK(1401 + i), true);
	}
	activity.nr_runs = 1;
	activity.nr_steps = 6;
	made->frame->activity = &activity;
}

static void set_columns(struct made *made)
{
	struct zonemap *map = made->pagemap->zones[MADE_NORMAL];

	memset(map->skip, 0, map->nr_blocks);
	for (size_t block = 704; block < 960; block++) {
		map->skip[block] = 1;
		map->visits[block] = 3;
		map->misses[block] = block < 900 ? 3 : 1;
	}
	for (size_t block = 960; block < 1000; block++)
		map->visits[block] = 1;
}

static void fixture_of(struct fixture *fixture, struct made *made, int cols, int rows)
{
	fixture_init(fixture, made, cols, rows);
	fixture->state.zone = MADE_NORMAL;
	fixture->state.pfn = MADE_NORMAL_PFN;
}

/* The cell of text that shows a page, whose column and row are on the screen. */
static struct cell cell_at(const struct fixture *fixture, uint64_t pfn)
{
	struct canvas canvas = draw(fixture);
	struct map_screen screen;
	struct cell cell;
	int row, col;

	assert_true(map_screen_init(&screen, &fixture->ctx, fixture->rect));
	assert_true(map_grid_find(&screen.grid, pfn, &row, &col));
	cell = *canvas_cell(&canvas, screen.layout.cells.y + row / screen.grid.stacked,
			    screen.layout.cells.x + col);
	canvas_done(&canvas);
	return cell;
}

static char *screen_text(const struct fixture *fixture)
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

static void assert_screen_says(const struct fixture *fixture, const char *what, bool expected)
{
	char *text = screen_text(fixture);

	if (!strstr(text, what) == expected)
		fail_msg("\"%s\" %s expected in\n%s", what, expected ? "was" : "was not", text);
	free(text);
}

static void scanners_stand_where_the_zone_has_them_in_every_colouring(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	set_positions(&made, BLOCK(100), BLOCK(300), BLOCK(2000));
	fixture_of(&fixture, &made, 118, 38);
	fixture.ctx.caps = 0;
	for (int color = 0; color < NR_MAP_COLORS; color++) {
		fixture.state.map.color = (enum map_color)color;
		assert_int_equal(cell_at(&fixture, BLOCK(100)).glyph, '>');
		assert_int_equal(cell_at(&fixture, BLOCK(300)).glyph, ')');
		assert_int_equal(cell_at(&fixture, BLOCK(2000) + 511).glyph, '<');
		assert_int_not_equal(cell_at(&fixture, BLOCK(101)).glyph, '>');
	}
	assert_screen_says(&fixture, "> migrate scanner", true);
	assert_screen_says(&fixture, "0x10c800   5 %", true);
	assert_screen_says(&fixture, "0x1fa000  98 %", true);
	golden_done(&fixture.golden);
}

static void half_blocks_show_which_half_and_keep_the_other_one(void **unused)
{
	struct fixture fixture;
	struct made made;
	struct cell before, upper, lower;

	(void)unused;
	made_init(&made);
	fixture_of(&fixture, &made, 80, 22);
	before = cell_at(&fixture, BLOCK(1500));
	assert_int_equal(before.glyph, 0x2580);
	set_positions(&made, BLOCK(1500 / 128 * 128), BLOCK(1500 / 128 * 128), BLOCK(70));
	fixture.rect.rows++; /* the line of the scanners */
	upper = cell_at(&fixture, BLOCK(1500 / 128 * 128));
	lower = cell_at(&fixture, BLOCK(70)); /* second row of 64 cells */
	assert_int_equal(upper.glyph, 0x25e4);
	assert_int_equal(upper.role, ROLE_MIGRATE);
	assert_int_equal(lower.glyph, 0x25e2);
	assert_int_equal(lower.role, ROLE_FREE_SCANNER);
	assert_int_not_equal(upper.under, ROLE_NONE);
	golden_done(&fixture.golden);
}

static void positions_at_the_edges_are_drawn_and_those_outside_are_not(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_of(&fixture, &made, 118, 38);
	fixture.ctx.caps = 0;
	set_positions(&made, MADE_NORMAL_PFN, MADE_NORMAL_PFN, END_PFN);
	assert_int_equal(cell_at(&fixture, MADE_NORMAL_PFN).glyph, '>');
	assert_int_equal(cell_at(&fixture, END_PFN - 1).glyph, '<');
	assert_screen_says(&fixture, "0x200000 100 %", true);
	set_positions(&made, MADE_NORMAL_PFN - 1, UINT64_MAX, END_PFN + 1);
	assert_false(map_scanners_known(&fixture.ctx));
	assert_int_equal(cell_at(&fixture, END_PFN - 1).glyph, '?');
	golden_done(&fixture.golden);
}

static void scanners_that_share_a_cell_have_a_mark_of_their_own(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	set_positions(&made, BLOCK(500), BLOCK(500), BLOCK(500) + 5);
	fixture_of(&fixture, &made, 118, 38);
	fixture.ctx.caps = 0;
	assert_int_equal(cell_at(&fixture, BLOCK(500)).glyph, 'X');
	fixture.ctx.caps = GOLDEN_CAPS;
	assert_int_equal(cell_at(&fixture, BLOCK(500)).glyph, 0x25c6);
	set_positions(&made, BLOCK(500), BLOCK(500) + 1, BLOCK(700));
	fixture.ctx.caps = 0;
	assert_int_equal(cell_at(&fixture, BLOCK(500)).glyph, '>');
	golden_done(&fixture.golden);
}

static void a_run_leaves_a_trail_and_is_named(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	set_run(&made);
	fixture_of(&fixture, &made, 118, 38);
	fixture.ctx.caps = 0;
	assert_int_equal(cell_at(&fixture, BLOCK(202)).glyph, '/');
	assert_int_equal(cell_at(&fixture, BLOCK(203)).glyph, '}');
	assert_int_equal(cell_at(&fixture, BLOCK(1401)).glyph, '\\');
	assert_int_equal(cell_at(&fixture, BLOCK(1400)).glyph, '{');
	assert_screen_says(&fixture, "direct, order 9, async, by", true);
	assert_screen_says(&fixture, "40 blocks, 38 empty-handed", true);
	fixture.ctx.caps = GOLDEN_CAPS;
	assert_int_equal(cell_at(&fixture, BLOCK(202)).role, ROLE_MIGRATE);
	golden_done(&fixture.golden);
}

static void what_was_long_ago_or_elsewhere_leaves_no_trail(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	set_run(&made);
	steps[0].time_ns = NOW_NS - 60 * NSEC_PER_SEC;
	steps[1].zone_start_pfn = 0x1000;
	run.end_ns = NOW_NS - 60 * NSEC_PER_SEC;
	fixture_of(&fixture, &made, 118, 38);
	fixture.ctx.caps = 0;
	assert_int_equal(cell_at(&fixture, BLOCK(200)).glyph, '.');
	assert_int_equal(cell_at(&fixture, BLOCK(201)).glyph, '.');
	assert_int_equal(cell_at(&fixture, BLOCK(202)).glyph, '/');
	assert_int_equal(cell_at(&fixture, BLOCK(203)).glyph, '.');
	assert_screen_says(&fixture, "postgres", false);
	golden_done(&fixture.golden);
}

static void the_panel_says_once_what_would_give_the_positions(void **unused)
{
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_of(&fixture, &made, 118, 38);
	assert_screen_says(&fixture, "scanners", true);
	assert_screen_says(&fixture, "as root", true);
	golden_done(&fixture.golden);
}

/* What a colouring shows of a block of zone Normal, as its ASCII character. */
static char letter_of(struct fixture *fixture, enum map_color color, uint64_t pfn,
		      unsigned int shift)
{
	struct map_cell cell = { pfn, 1ULL << shift };
	struct map_scan scan;

	map_scan_init(&scan, map_of(fixture), shift);
	map_scan_learn(&scan, fixture->ctx.frame);
	return map_color_mark(&fixture->ctx, &scan, color, cell).ascii;
}

static void colourings_of_what_the_kernel_keeps(void **unused)
{
	static const struct {
		enum map_color color;
		unsigned int block, shift;
		char letter;
	} rows[] = {
		{ MAP_COLOR_SKIP, 704, 9, '#' }, { MAP_COLOR_SKIP, 703, 9, 'o' },
		{ MAP_COLOR_SKIP, 700, 12, '+' },            /* 700 … 707 */
		{ MAP_COLOR_SKIP, 720, 12, '#' }, { MAP_COLOR_SKIP, 704, 4, '#' },
		{ MAP_COLOR_MISSED, 10, 9, '-' }, { MAP_COLOR_MISSED, 704, 9, '#' },
		{ MAP_COLOR_MISSED, 900, 9, '+' }, { MAP_COLOR_MISSED, 960, 9, 'o' },
		{ MAP_COLOR_MISSED, 896, 12, '+' },
		{ MAP_COLOR_POLLUTION, 10, 9, '.' },         /* reserved, in Unmovable */
		{ MAP_COLOR_POLLUTION, 200, 9, '.' },        /* huge pages, in Movable */
		{ MAP_COLOR_POLLUTION, 720, 9, '.' },        /* a pinned page pollutes nothing */
		{ MAP_COLOR_POLLUTION, 962, 9, 'U' },        /* slab, in Movable */
		{ MAP_COLOR_POLLUTION, 64, 9, '.' },
	};
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	set_columns(&made);
	fixture_of(&fixture, &made, 118, 38);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char letter = letter_of(&fixture, rows[i].color, BLOCK(rows[i].block),
					rows[i].shift);

		if (letter != rows[i].letter)
			fail_msg("%s of block %u, shift %u: '%c', expected '%c'",
				 map_color_name(rows[i].color), rows[i].block, rows[i].shift,
				 letter, rows[i].letter);
	}
	made.pagemap->zones[MADE_NORMAL]->skip[1] = 0xff;
	assert_int_equal(letter_of(&fixture, MAP_COLOR_SKIP, BLOCK(1), 9), '-');
	made.pagemap->zones[MADE_NORMAL]->type[200] = 0; /* Unmovable */
	assert_int_equal(letter_of(&fixture, MAP_COLOR_POLLUTION, BLOCK(200), 9), 'm');
	assert_int_equal(letter_of(&fixture, MAP_COLOR_POLLUTION, BLOCK(200), 3), 'm');
	made.pagemap->zones[MADE_NORMAL]->type[200] = 3; /* HighAtomic is for both */
	assert_int_equal(letter_of(&fixture, MAP_COLOR_POLLUTION, BLOCK(200), 9), '.');
	golden_done(&fixture.golden);
}

static void types_that_the_frame_has_no_name_for_are_not_known(void **unused)
{
	static const char letters[] = "UMEHCI";
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_of(&fixture, &made, 118, 38);
	for (uint8_t type = 0; type < 6; type++) {
		made.pagemap->zones[MADE_NORMAL]->type[200] = type;
		assert_int_equal(letter_of(&fixture, MAP_COLOR_TYPE, BLOCK(200), 9),
				 letters[type]);
	}
	made.pagemap->zones[MADE_NORMAL]->type[200] = 0xff;
	assert_int_equal(letter_of(&fixture, MAP_COLOR_TYPE, BLOCK(200), 9), '-');
	made.pagemap->zones[MADE_NORMAL]->type[200] = 9;
	assert_int_equal(letter_of(&fixture, MAP_COLOR_TYPE, BLOCK(200), 9), '-');
	golden_done(&fixture.golden);
}

static void pollution_of_many_blocks_is_the_sum_of_theirs(void **unused)
{
	struct map_pollution all, one, sum = { 0 };
	struct fixture fixture;
	struct map_scan scan;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_of(&fixture, &made, 118, 38);
	for (size_t block = 0; block < MADE_NORMAL_BLOCKS; block += 3)
		made.pagemap->zones[MADE_NORMAL]->type[block] = (uint8_t)(block % 7);
	map_scan_init(&scan, map_of(&fixture), 9);
	map_scan_learn(&scan, fixture.ctx.frame);
	for (size_t block = 1; block < 1999; block++) {
		map_cell_pollution(&scan, (struct map_cell){ BLOCK(block), 512 }, &one);
		sum.known += one.known;
		sum.unmovable_in_movable += one.unmovable_in_movable;
		sum.movable_in_unmovable += one.movable_in_unmovable;
	}
	map_cell_pollution(&scan, (struct map_cell){ BLOCK(1), 1998 * 512 }, &all);
	assert_memory_equal(&all, &sum, sizeof(all));
	assert_true(all.unmovable_in_movable && all.movable_in_unmovable);
	golden_done(&fixture.golden);
}

static void the_zone_line_tells_deferral_only_where_there_is_some(void **unused)
{
	struct zone_compact *compact;
	struct fixture fixture;
	struct made made;

	(void)unused;
	made_init(&made);
	fixture_of(&fixture, &made, 118, 38);
	assert_screen_says(&fixture, "deferred", false);
	compact = &made.frame->zones[MADE_NORMAL]->compact;
	compact->considered = num_known(3);
	compact->defer_shift = num_known(3);
	compact->order_failed = num_known(9);
	assert_screen_says(&fixture, "22 % free, deferred 3/8 from order 9", true);
	golden_done(&fixture.golden);
}

static void finding_a_scanner_selects_its_block(void **unused)
{
	struct golden golden;
	struct made made;
	char *text;

	(void)unused;
	made_init(&made);
	set_positions(&made, BLOCK(100), BLOCK(300), END_PFN);
	made_golden(&golden, &made, "map");
	golden_find(&golden, "migrate");
	text = golden_text(&golden, 120, 40, GOLDEN_CAPS);
	assert_non_null(strstr(text, "0x10c800–0x10c9ff"));
	free(text);
	golden_find(&golden, "free-scanner");
	text = golden_text(&golden, 120, 40, GOLDEN_CAPS);
	assert_non_null(strstr(text, "0x1ffe00–0x1fffff"));
	free(text);
	golden_done(&golden);
}

static void the_residue_view_has_what_was_seen_beside_the_prediction(void **unused)
{
	struct residue_visits visits;
	struct golden golden;
	struct made made;
	char *text;

	(void)unused;
	made_init(&made);
	set_columns(&made);
	residue_count_visits(made.pagemap->zones[MADE_NORMAL], 32, &visits);
	assert_int_equal(visits.blocks, 296);
	assert_int_equal(visits.missed_blocks, 256);
	assert_int_equal(visits.missed_pages, 256 * 64);
	assert_int_equal(visits.predicted, 256);
	made_golden(&golden, &made, "residue");
	golden_find(&golden, "0x158000");
	text = golden_text(&golden, 120, 40, GOLDEN_CAPS);
	assert_non_null(strstr(text, "looked into 296 blocks and left 256 of them"));
	free(text);
	golden_done(&golden);
}

static void screens_look_as_they_did(void **unused)
{
	static const struct {
		const char *color;
		unsigned int caps;
		int cols, rows;
		unsigned int steps; /* of the colouring */
	} rows[] = {
		{ "map-live", GOLDEN_CAPS, 80, 24, 0 },
		{ "map-live", GOLDEN_CAPS, 200, 60, 0 },
		{ "map-live-mono", CANVAS_UTF8, 120, 40, 0 },
		{ "map-live-ascii", 0, 80, 24, 0 },
		{ "map-missed-ascii", 0, 120, 40, MAP_COLOR_MISSED },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct golden golden;
		struct made made;

		made_init(&made);
		set_positions(&made, BLOCK(100), BLOCK(300), BLOCK(1500));
		set_run(&made);
		set_columns(&made);
		made_golden(&golden, &made, "map");
		golden_find(&golden, "0x188000");
		for (unsigned int step = 0; step < rows[i].steps; step++)
			golden_keys(&golden, "c");
		golden_check(&golden, rows[i].color, rows[i].cols, rows[i].rows, rows[i].caps);
		golden_done(&golden);
	}
}

static void every_size_can_be_drawn(void **unused)
{
	struct golden golden;
	struct made made;

	(void)unused;
	made_init(&made);
	set_positions(&made, BLOCK(100), BLOCK(300), END_PFN);
	set_run(&made);
	made_golden(&golden, &made, "map");
	golden_find(&golden, "0x188000");
	golden_every_size(&golden);
	golden_done(&golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scanners_stand_where_the_zone_has_them_in_every_colouring),
		cmocka_unit_test(half_blocks_show_which_half_and_keep_the_other_one),
		cmocka_unit_test(positions_at_the_edges_are_drawn_and_those_outside_are_not),
		cmocka_unit_test(scanners_that_share_a_cell_have_a_mark_of_their_own),
		cmocka_unit_test(a_run_leaves_a_trail_and_is_named),
		cmocka_unit_test(what_was_long_ago_or_elsewhere_leaves_no_trail),
		cmocka_unit_test(the_panel_says_once_what_would_give_the_positions),
		cmocka_unit_test(colourings_of_what_the_kernel_keeps),
		cmocka_unit_test(types_that_the_frame_has_no_name_for_are_not_known),
		cmocka_unit_test(pollution_of_many_blocks_is_the_sum_of_theirs),
		cmocka_unit_test(the_zone_line_tells_deferral_only_where_there_is_some),
		cmocka_unit_test(finding_a_scanner_selects_its_block),
		cmocka_unit_test(the_residue_view_has_what_was_seen_beside_the_prediction),
		cmocka_unit_test(screens_look_as_they_did),
		cmocka_unit_test(every_size_can_be_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
