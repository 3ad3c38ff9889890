// SPDX-License-Identifier: GPL-2.0-or-later
#include "view_block.h"

#include <stdlib.h>

#include "made_golden.h"
#include "views.h"

#include "../check.h"

static void assert_shows(struct golden *golden, const char *words)
{
	char *text = golden_text(golden, 120, 40, GOLDEN_CAPS);

	if (!strstr(text, words))
		fail_msg("\"%s\" is not on the screen:\n%s", words, text);
	free(text);
}

static void init(struct golden *golden)
{
	struct made made;

	made_init(&made);
	made_golden(golden, &made, "block");
	golden_find(golden, "0x100000");
}

static void flags_have_the_names_of_page_types(void **unused)
{
	char text[600], few[8];

	(void)unused;
	block_flags_text(0, text, sizeof(text));
	assert_string_equal(text, "none");
	block_flags_text(1ULL << 10, text, sizeof(text));
	assert_string_equal(text, "buddy");
	block_flags_text(1ULL << 32 | 1ULL << 5 | 1ULL << 63, text, sizeof(text));
	assert_string_equal(text, "lru reserved bit63");
	block_flags_text(UINT64_MAX, text, sizeof(text));
	assert_non_null(strstr(text, "locked error referenced"));
	block_flags_text(UINT64_MAX, few, sizeof(few));
	assert_string_equal(few, "locked ");
}

static void what_stands_in_the_way_is_named(void **unused)
{
	struct golden golden;

	(void)unused;
	init(&golden);
	assert_shows(&golden, "unmovable: 512 reserved");
	golden_find(&golden, "0x120000"); /* a transparent huge page */
	assert_shows(&golden, "nothing unmovable: moving");
	assert_shows(&golden, "9, first page of a folio");
	golden_find(&golden, "0x158001"); /* one pinned page */
	assert_shows(&golden, "unmovable: 1 pinned; ");
	assert_shows(&golden, "pinned: held by more");
	assert_shows(&golden, "blind at stride 32: 64 ");
	golden_find(&golden, "0x1c0201"); /* second half of a free block of order 10 */
	assert_shows(&golden, "nothing: every page is free");
	assert_shows(&golden, "10, free block at 0x1c0000");
	assert_shows(&golden, "sees it at stride 32");
	golden_find(&golden, "0x1f0000");
	assert_shows(&golden, "not known: 512 of ");
	golden_find(&golden, "0xd0000");
	assert_shows(&golden, "there is no memory here");
	golden_done(&golden);
}

static void detail_is_shown_where_it_was_read(void **unused)
{
	struct page_detail pages[512] = { { .flags = 0 } };
	struct block_detail detail = { .first_pfn = 0x120000, .nr_pages = 512, .pages = pages };
	struct golden golden;
	struct zonemap *map;
	uint64_t pfn;
	char *text;

	(void)unused;
	init(&golden);
	pages[3] = (struct page_detail){ .flags = 1ULL << 16 | 1ULL << 22,
					 .mapcount = num_known(7),
					 .cgroup_inode = num_known(4711) };
	pages[4].mapcount = (struct num){ 0, NUM_DENIED };
	pages[5] = (struct page_detail){ .mapcount = num_known(1), .refcount = num_known(1025),
					 .pinned = true, .cgroup_inode = num_known(4711),
					 .cgroup = "/system.slice/db.service" };
	pages[6] = (struct page_detail){ .refcount = num_known(1), .slab = "dentry" };
	golden.world.frame->detail = &detail;
	golden_find(&golden, "0x120003");
	assert_true(ui_wants_detail(golden.ui, &golden.world.input, &pfn));
	assert_int_equal(pfn, 0x120003);
	assert_shows(&golden, "compound_tail thp");
	assert_shows(&golden, "mapped      7");
	assert_shows(&golden, "inode 4711");
	golden_keys(&golden, "Right");
	assert_shows(&golden, "mapped      denied");
	golden_keys(&golden, "Right");
	assert_shows(&golden, "references  1,025, it is pinned");
	assert_shows(&golden, "cgroup      /system.slice/db.service");
	golden_keys(&golden, "Right");
	assert_shows(&golden, "slab cache  dentry");
	/* what the free scanner did here while it was watched */
	map = golden.world.pagemap->zones[MADE_NORMAL];
	map->visits[zonemap_block_of(map, 0x120006)] = 3;
	assert_shows(&golden, "visited     3 times");
	map->misses[zonemap_block_of(map, 0x120006)] = 2;
	assert_shows(&golden, "3 times, 2 left empty-handed");
	/* another block than the one that was read: nothing is made up */
	golden_keys(&golden, "PgDn");
	text = golden_text(&golden, 120, 40, GOLDEN_CAPS);
	assert_null(strstr(text, "mapped"));
	free(text);
	golden.world.frame->detail = NULL;
	golden_done(&golden);
}

static void keys_move_by_pages_rows_and_blocks(void **unused)
{
	struct golden golden;

	(void)unused;
	init(&golden);
	golden_keys(&golden, "Left Up PgUp");
	assert_shows(&golden, "page        0x100000 ");
	golden_keys(&golden, "Right Right Down");
	assert_shows(&golden, "page        0x100022 ");
	golden_keys(&golden, "PgDn PgDn");
	assert_shows(&golden, "page        0x100422 ");
	golden_keys(&golden, "End");
	assert_shows(&golden, "page        0x1005ff ");
	golden_keys(&golden, "Right");
	assert_shows(&golden, "page        0x100600 ");
	golden_keys(&golden, "Home Left");
	assert_shows(&golden, "page        0x1005ff ");
	golden_keys(&golden, "Esc");
	assert_string_equal(ui_view_name(golden.ui), "map");
	golden_done(&golden);
}

static void a_click_selects_the_page_under_it(void **unused)
{
	struct golden golden;
	struct ui_event event = { .kind = UI_MOUSE, .mouse = MOUSE_PRESS, .y = 6, .x = 1 + 9 + 2 * 5 };

	(void)unused;
	init(&golden);
	assert_shows(&golden, "page        0x100000 ");
	/* rows of 32 pages, two columns each, below the head line, the block's and the ruler, right
	 * of a margin and the labels */
	ui_handle(golden.ui, &golden.world.input, &event, &golden.effects);
	assert_shows(&golden, "page        0x100065 ");
	golden_done(&golden);
}

/* A cut block at both ends, and every order there can be. */
static void without_pages_the_sums_are_shown(void **unused)
{
	struct golden golden;
	struct zonemap *map;
	char *text;

	(void)unused;
	init(&golden);
	map = golden.world.frame->pagemap->zones[MADE_NORMAL];
	memset(map->code, PAGE_UNREAD, map->nr_pages);
	map->blocks_only = true;
	assert_shows(&golden, "This snapshot has sums over pageblocks, no pages");
	assert_shows(&golden, "in the way");
	text = golden_text(&golden, 120, 40, GOLDEN_CAPS);
	assert_null(strstr(text, "not read yet"));
	assert_null(strstr(text, "????"));
	free(text);
	golden_every_size(&golden);
	golden_done(&golden);
}

static void every_pageblock_order_can_be_drawn(void **unused)
{
	(void)unused;
	for (unsigned int order = 0; order <= 15; order++) {
		struct golden golden;
		struct made made;

		made_init_zone(&made, (1 << order) + 1, 3 << order, order, order + 1);
		made_golden(&golden, &made, "block");
		for (int size = 1; size < 60; size += 7) {
			free(golden_text(&golden, 40 + 2 * size, size, GOLDEN_CAPS));
			golden_keys(&golden, "End Down PgDn Up Right Home PgUp Left");
			free(golden_text(&golden, 40 + 3 * size, 4 + size, 0));
			golden_keys(&golden, "End Down Down PgDn PgDn PgDn");
		}
		golden_done(&golden);
	}
}

static void every_size_can_be_drawn(void **unused)
{
	struct golden golden;

	(void)unused;
	init(&golden);
	golden_every_size(&golden);
	golden_find(&golden, "0x188006");
	golden_every_size(&golden);
	golden_done(&golden);
}

static void the_bare_view_can_be_drawn_at_every_size(void **unused)
{
	struct golden golden;
	struct ui_state state = { .zone = MADE_NORMAL, .pfn = 0x188006 };
	struct view_context ctx;

	(void)unused;
	init(&golden);
	ctx = made_context(&golden, &state);
	for (int rows = 1; rows < 40; rows++) {
		for (int cols = 1; cols < 140; cols += cols < 30 ? 1 : 9) {
			struct rect rect = { 0, 0, rows, cols };
			struct canvas canvas;

			ctx.caps = (unsigned int)(rows + cols) % 4;
			assert_int_equal(canvas_init(&canvas, rows, cols, ctx.caps), 0);
			view_block.draw(&ctx, &canvas, rect);
			view_residue.draw(&ctx, &canvas, rect);
			canvas_done(&canvas);
		}
	}
	golden_done(&golden);
}

static void screens_look_as_they_did(void **unused)
{
	struct golden golden;

	(void)unused;
	init(&golden);
	golden_find(&golden, "0x1a0406");
	golden_check_sizes(&golden, "block");
	golden_check(&golden, "block-mono", 120, 40, CANVAS_UTF8);
	golden_check(&golden, "block-ascii", 80, 24, 0);
	golden_done(&golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flags_have_the_names_of_page_types),
		cmocka_unit_test(what_stands_in_the_way_is_named),
		cmocka_unit_test(detail_is_shown_where_it_was_read),
		cmocka_unit_test(keys_move_by_pages_rows_and_blocks),
		cmocka_unit_test(a_click_selects_the_page_under_it),
		cmocka_unit_test(without_pages_the_sums_are_shown),
		cmocka_unit_test(every_pageblock_order_can_be_drawn),
		cmocka_unit_test(every_size_can_be_drawn),
		cmocka_unit_test(the_bare_view_can_be_drawn_at_every_size),
		cmocka_unit_test(screens_look_as_they_did),
	};

	return CHECK_MAIN(tests);
}
