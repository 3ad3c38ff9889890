// SPDX-License-Identifier: GPL-2.0-or-later
#include "view_who.h"

#include <stdlib.h>

#include "fragscope/holders.h"

#include "made_golden.h"
#include "ui_private.h"
#include "views.h"

#include "../check.h"

static void assert_shows(struct golden *golden, const char *words)
{
	char *text = golden_text(golden, 160, 50, GOLDEN_CAPS);

	if (!strstr(text, words))
		fail_msg("\"%s\" is not on the screen:\n%s", words, text);
	free(text);
}

static void assert_hides(struct golden *golden, const char *words)
{
	char *text = golden_text(golden, 160, 50, GOLDEN_CAPS);

	if (strstr(text, words))
		fail_msg("\"%s\" is on the screen:\n%s", words, text);
	free(text);
}

/* Zone Normal of the made machine. */
static void init(struct golden *golden, const char *view)
{
	struct made made;

	made_init(&made);
	made_golden(golden, &made, view);
	golden_find(golden, "0x100000");
}

static void add_holder(struct holders *holders, enum holder_kind kind, uint32_t pid,
		       const char *name, uint64_t nr_pages)
{
	struct holder row = { .kind = kind, .pid = pid, .nr_pages = nr_pages };

	snprintf(row.name, sizeof(row.name), "%s", name);
	holders_add(holders, &row);
}

/* What a source has found so far for the question on the screen. */
static void found(struct golden *golden, struct holders *holders, enum holders_state state)
{
	uint64_t pfn, end;

	memset(holders, 0, sizeof(*holders));
	holders->question = ui_wants_holders(golden->ui, &pfn, &end);
	holders->state = state;
	holders->start_pfn = pfn;
	holders->end_pfn = end;
	holders->nr_done = state == HOLDERS_RUNNING ? 40 : 120;
	holders->nr_all = 120;
	add_holder(holders, HOLDER_PROCESS, 4711, "postgres", 300);
	add_holder(holders, HOLDER_PROCESS, 12, "qemu-system-x86", 40);
	add_holder(holders, HOLDER_CGROUP, 0, "/system.slice/postgresql.service", 310);
	add_holder(holders, HOLDER_SLAB, 0, "dentry", 9);
	golden->world.frame->holders = holders;
}

static void the_answer_says_what_could_be_had_and_what_spoils_it(void **unused)
{
	struct golden golden;

	(void)unused;
	init(&golden, "who");
	/* 256 free; those of the page cache at the prices of their pages; reserved, slab, pinned */
	assert_shows(&golden, "Of 2,048 pageblocks of 2 MiB 256 are free; ");
	assert_shows(&golden, "one folio 256");
	assert_shows(&golden, "not read 256");
	assert_shows(&golden, "pinned ");
	assert_shows(&golden, " movable pageblocks hold ");
	golden_keys(&golden, "z");
	assert_shows(&golden, "None holds pages that stay.");
	golden_done(&golden);
}

static void the_list_is_walked_and_leads_into_a_block(void **unused)
{
	const struct obstacles *all;
	struct golden golden;

	(void)unused;
	init(&golden, "who");
	all = ui_measure_obstacles(golden.ui, &golden.world.input, golden.world.frame);
	golden_keys(&golden, "Down Down");
	assert_int_equal(golden.ui->state.who.row, 2);
	assert_int_equal(golden.ui->state.pfn, all->cheapest[2].pfn);
	golden_keys(&golden, "End");
	assert_int_equal(golden.ui->state.who.row, who_nr_blocks(all) - 1);
	golden_keys(&golden, "Down PgDn");
	assert_int_equal(golden.ui->state.who.row, who_nr_blocks(all) - 1);
	golden_keys(&golden, "Home Up PgUp");
	assert_int_equal(golden.ui->state.who.row, 0);
	golden_keys(&golden, "Right");
	assert_int_equal(golden.ui->state.pfn, all->spoilt[0].pfn);
	golden_keys(&golden, "Left Down Enter");
	assert_string_equal(ui_view_name(golden.ui), "block");
	assert_int_equal(golden.ui->state.pfn, all->cheapest[1].pfn);
	assert_shows(&golden, "Esc who");
	golden_keys(&golden, "Esc"); /* back here, although a block lies in the map, too */
	assert_string_equal(ui_view_name(golden.ui), "who");
	golden_keys(&golden, "Enter :view-map :view-block Esc"); /* another way */
	assert_string_equal(ui_view_name(golden.ui), "map");
	golden_done(&golden);
}

static void the_selection_stays_with_its_block(void **unused)
{
	const struct obstacles *all;
	struct golden golden;
	uint64_t pfn, first;
	struct zonemap *map;

	(void)unused;
	init(&golden, "who");
	all = ui_measure_obstacles(golden.ui, &golden.world.input, golden.world.frame);
	golden_keys(&golden, "Down");
	pfn = golden.ui->state.who.pfn;
	first = all->cheapest[0].pfn;
	/* the cheapest is freed by somebody: all others move up */
	map = golden.world.pagemap->zones[MADE_NORMAL];
	map->count[PAGE_FREE][zonemap_block_of(map, first)] = 512;
	for (int class = PAGE_FREE + 1; class < NR_PAGE_CLASSES; class++)
		map->count[class][zonemap_block_of(map, first)] = 0;
	golden.world.frame->mono_ns++;
	golden_keys(&golden, "Enter");
	assert_int_equal(golden.ui->state.pfn, pfn);
	assert_int_equal(golden.ui->state.who.row, 0);
	golden_done(&golden);
}

static void mouse(struct golden *golden, enum mouse kind, int y, int x)
{
	struct ui_event event = { .kind = UI_MOUSE, .mouse = kind, .y = y, .x = x };

	ui_handle(golden->ui, &golden->world.input, &event, &golden->effects);
}

/* Where a text stands on the screen of 160 columns; ASCII, so that a byte is a column. */
static void locate(struct golden *golden, const char *text, int *y, int *x)
{
	char *screen = golden_text(golden, 160, 50, 0), *at = strstr(screen, text), *line = screen;

	assert_non_null(at);
	for (*y = 0; strchr(line, '\n') < at; (*y)++)
		line = strchr(line, '\n') + 1;
	*x = (int)(at - line);
	free(screen);
}

static void rows_and_zones_can_be_clicked(void **unused)
{
	const struct obstacles *all;
	struct golden golden;
	char pfn[24];
	int y, x;

	(void)unused;
	init(&golden, "who");
	all = ui_measure_obstacles(golden.ui, &golden.world.input, golden.world.frame);
	snprintf(pfn, sizeof(pfn), "0x%llx ", (unsigned long long)all->cheapest[3].pfn);
	locate(&golden, pfn, &y, &x);
	mouse(&golden, MOUSE_PRESS, y, x);
	assert_int_equal(golden.ui->state.who.row, 3);
	assert_int_equal(golden.ui->state.pfn, all->cheapest[3].pfn);
	mouse(&golden, MOUSE_WHEEL_DOWN, y, x);
	assert_int_equal(golden.ui->state.who.row, 4);
	locate(&golden, "0 DMA32", &y, &x);
	mouse(&golden, MOUSE_PRESS, y, x);
	assert_int_equal(golden.ui->state.zone, MADE_DMA32);
	golden_done(&golden);
}

static void holders_are_asked_for_until_they_are_found_or_cancelled(void **unused)
{
	static struct holders holders;
	struct golden golden;
	uint64_t pfn, end;

	(void)unused;
	init(&golden, "who");
	assert_int_equal(ui_wants_holders(golden.ui, &pfn, &end), 0);
	golden_keys(&golden, "Down f");
	assert_int_equal(ui_wants_holders(golden.ui, &pfn, &end), 1);
	assert_int_equal(pfn, golden.ui->state.who.pfn);
	assert_int_equal(end - pfn, 512);
	assert_shows(&golden, "who has pages");
	found(&golden, &holders, HOLDERS_RUNNING);
	assert_shows(&golden, "looking through 40 of 120 processes");
	golden_keys(&golden, "Space");
	assert_shows(&golden, "paused after 40 of 120 processes");
	golden_keys(&golden, "Space");
	assert_shows(&golden, "postgres");
	assert_shows(&golden, "4711");
	assert_shows(&golden, "/system.slice/postgresql.service");
	golden_keys(&golden, "Esc");
	assert_string_equal(ui_view_name(golden.ui), "who");
	assert_int_equal(ui_wants_holders(golden.ui, &pfn, &end), 0);
	holders.state = HOLDERS_STOPPED;
	assert_shows(&golden, "cancelled after 40 of 120 processes");
	/* anew, and done: nothing is left to cancel, so Esc leaves */
	golden_keys(&golden, "f");
	assert_int_equal(ui_wants_holders(golden.ui, &pfn, &end), 2);
	assert_hides(&golden, "cancelled");
	found(&golden, &holders, HOLDERS_DONE);
	assert_shows(&golden, "looked through 120 of 120 processes");
	golden_keys(&golden, "Esc");
	assert_string_equal(ui_view_name(golden.ui), "overview");
	golden_done(&golden);
}

static void the_whole_zone_can_be_asked_about(void **unused)
{
	static struct holders holders;
	struct golden golden;
	uint64_t pfn, end;

	(void)unused;
	init(&golden, "who");
	golden_keys(&golden, "F");
	ui_wants_holders(golden.ui, &pfn, &end);
	assert_int_equal(pfn, MADE_NORMAL_PFN);
	assert_int_equal(end - pfn, MADE_NORMAL_BLOCKS * 512);
	found(&golden, &holders, HOLDERS_RUNNING);
	golden_keys(&golden, "F"); /* the same key ends it */
	assert_int_equal(ui_wants_holders(golden.ui, &pfn, &end), 0);
	/* another zone has nothing to do with it */
	golden_keys(&golden, "z");
	assert_hides(&golden, "who has pages");
	golden_done(&golden);
}

static void what_cannot_be_told_is_said(void **unused)
{
	static struct holders holders;
	struct golden golden;

	(void)unused;
	init(&golden, "who");
	golden_keys(&golden, "f");
	found(&golden, &holders, HOLDERS_DONE);
	snprintf(holders.text, sizeof(holders.text), "cgroups: no /proc/kpagecgroup");
	holders.nr_denied = 7;
	assert_shows(&golden, "cgroups: no /proc/kpagecgroup");
	assert_shows(&golden, "7 could not be looked into");
	holders.state = HOLDERS_FAILED;
	assert_shows(&golden, "cgroups: no /proc/kpagecgroup");
	golden.world.input.interval_ms = 0;
	golden.world.input.nr_frames = 1;
	golden.world.frame->holders = NULL;
	assert_shows(&golden, "only the running host can be asked");
	golden_done(&golden);
}

static void where_rows_are_few_every_kind_of_holder_has_some(void **unused)
{
	static struct holders holders;
	struct golden golden;
	char *text;

	(void)unused;
	init(&golden, "who");
	golden_keys(&golden, "f");
	found(&golden, &holders, HOLDERS_DONE);
	for (uint32_t i = 0; i < 30; i++)
		add_holder(&holders, HOLDER_PROCESS, i, "worker", 30);
	text = golden_text(&golden, 80, 24, GOLDEN_CAPS);
	assert_non_null(strstr(text, "postgres"));
	assert_non_null(strstr(text, " more\n")); /* workers */
	assert_non_null(strstr(text, "/system.slice/postgresql.service"));
	assert_non_null(strstr(text, "dentry"));
	free(text);
	golden_done(&golden);
}

static void the_block_view_asks_the_same_question(void **unused)
{
	static struct holders holders;
	struct golden golden;
	uint64_t pfn, end;

	(void)unused;
	init(&golden, "block");
	golden_keys(&golden, "Down f");
	assert_int_equal(ui_wants_holders(golden.ui, &pfn, &end), 1);
	assert_int_equal(pfn, 0x100000);
	assert_int_equal(end, 0x100200);
	found(&golden, &holders, HOLDERS_DONE);
	assert_shows(&golden, "postgres");
	golden_check(&golden, "block-holders", 80, 24, GOLDEN_CAPS);
	golden_keys(&golden, "PgDn"); /* another block */
	assert_hides(&golden, "postgres");
	golden_done(&golden);
}

static void screens_look_as_they_should(void **unused)
{
	static struct holders holders;
	struct golden golden;

	(void)unused;
	init(&golden, "who");
	golden_check_sizes(&golden, "who");
	golden_check(&golden, "who-ascii", 80, 24, 0);
	golden_check(&golden, "who-mono", 120, 40, CANVAS_UTF8);
	golden_keys(&golden, "Down f");
	found(&golden, &holders, HOLDERS_RUNNING);
	golden_check(&golden, "who-holders", 80, 24, GOLDEN_CAPS);
	golden_check(&golden, "who-holders", 120, 40, GOLDEN_CAPS);
	golden_every_size(&golden);
	golden_done(&golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_answer_says_what_could_be_had_and_what_spoils_it),
		cmocka_unit_test(the_list_is_walked_and_leads_into_a_block),
		cmocka_unit_test(the_selection_stays_with_its_block),
		cmocka_unit_test(rows_and_zones_can_be_clicked),
		cmocka_unit_test(holders_are_asked_for_until_they_are_found_or_cancelled),
		cmocka_unit_test(the_whole_zone_can_be_asked_about),
		cmocka_unit_test(what_cannot_be_told_is_said),
		cmocka_unit_test(where_rows_are_few_every_kind_of_holder_has_some),
		cmocka_unit_test(the_block_view_asks_the_same_question),
		cmocka_unit_test(screens_look_as_they_should),
	};

	return CHECK_MAIN(tests);
}
