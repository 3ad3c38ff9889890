// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "fragscope/array.h"

#include "../../src/ui/ui_private.h"
#include "../check.h"
#include "golden.h"

static void assert_shows(struct golden *golden, int cols, int rows, const char *text)
{
	char *screen = golden_text(golden, cols, rows, GOLDEN_CAPS);

	if (!strstr(screen, text))
		fail_msg("\"%s\" is not on the screen:\n%s", text, screen);
	free(screen);
}

static void assert_hides(struct golden *golden, int cols, int rows, const char *text)
{
	char *screen = golden_text(golden, cols, rows, GOLDEN_CAPS);

	if (strstr(screen, text))
		fail_msg("\"%s\" is on the screen:\n%s", text, screen);
	free(screen);
}

static void assert_effect(const struct golden *golden, enum ui_effect_kind kind, int64_t value,
			  const char *text)
{
	assert_int_equal(golden->effects.nr, 1);
	assert_int_equal(golden->effects.rows[0].kind, kind);
	assert_int_equal(golden->effects.rows[0].value, value);
	assert_string_equal(golden->effects.rows[0].text, text);
}

static void keys_open_views(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	golden_keys(&golden, "4");
	assert_string_equal(ui_view_name(golden.ui), "orders");
	golden_keys(&golden, "Esc");
	assert_string_equal(ui_view_name(golden.ui), "overview");
	for (unsigned int i = 1; i < nr_views; i++) {
		golden_keys(&golden, "Tab");
		assert_string_equal(ui_view_name(golden.ui), views[i]->name);
	}
	golden_keys(&golden, "Tab Shift-Tab");
	assert_string_equal(ui_view_name(golden.ui), views[nr_views - 1]->name);
	assert_int_equal(ui_go(golden.ui, "nosuch"), -ENOENT);
	golden_done(&golden);
}

static void tabs_keep_their_titles_as_long_as_they_can(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	assert_shows(&golden, 120, 24, "1 overview  2 map  ");
	assert_shows(&golden, 80, 24, "1 overview 2 map 3 residue 4 orders 5 activity 6 block ");
	assert_shows(&golden, 80, 24, "  live 1 s\n");
	assert_shows(&golden, 40, 24, "1 overview 2 3 4 5 6 ");
	golden_keys(&golden, "Space"); /* "paused" and since when has to fit, too */
	assert_shows(&golden, 80, 24, "1 overview  2  3  4 ");
	assert_shows(&golden, 80, 24, "paused, ");
	golden_done(&golden);
}

static void quit_closes_what_is_open_first(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "orders");
	golden_keys(&golden, "? q");
	assert_int_equal(golden.effects.nr, 0);
	assert_string_equal(ui_view_name(golden.ui), "orders");
	golden_keys(&golden, ": F10");
	assert_int_equal(golden.effects.nr, 0);
	golden_keys(&golden, "F10");
	assert_effect(&golden, EFFECT_QUIT, 0, "");
	golden_keys(&golden, ": q");
	assert_int_equal(golden.effects.nr, 0); /* it is a letter there */
	golden_keys(&golden, "Esc q");
	assert_effect(&golden, EFFECT_QUIT, 0, "");
	golden_done(&golden);
}

static void what_happens_outside_becomes_an_effect(void **state)
{
	static const struct {
		const char *keys;
		enum ui_effect_kind kind;
		int64_t value;
		const char *text;
	} rows[] = {
		{ "Ctrl-L", EFFECT_REDRAW, 0, "" },
		{ "Ctrl-Z", EFFECT_SUSPEND, 0, "" },
		{ "s", EFFECT_SAVE, 0, "" },
		{ ":save-snapshot_/tmp/a_b.json", EFFECT_SAVE, 0, "/tmp/a b.json" },
		{ "x", EFFECT_SWEEP, 0, "" },
		{ "I", EFFECT_INTERVAL, 2000, "" },
		{ "i", EFFECT_INTERVAL, 500, "" },
		{ "Space", EFFECT_PAUSE, 1, "" },
		{ "Space", EFFECT_PAUSE, 0, "" },
		{ "T", EFFECT_THEME, 0, "light" },
		{ ": s l o w Enter", EFFECT_INTERVAL, 2000, "" },
	};
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		golden_keys(&golden, rows[i].keys);
		assert_effect(&golden, rows[i].kind, rows[i].value, rows[i].text);
	}
	golden_done(&golden);
}

static void intervals_end_at_both_sides(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	golden.world.input.interval_ms = 60000;
	golden_keys(&golden, "I");
	assert_int_equal(golden.effects.nr, 0);
	assert_shows(&golden, 80, 24, "this is the longest interval");
	golden.world.input.interval_ms = 300;
	golden_keys(&golden, "i");
	assert_effect(&golden, EFFECT_INTERVAL, 200, "");
	golden.world.input.interval_ms = 100;
	golden_keys(&golden, "i");
	assert_int_equal(golden.effects.nr, 0);
	golden_done(&golden);
}

static void stepping_back_pauses_and_shows_older_frames(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	assert_shows(&golden, 120, 24, "09:41:07  live 1 s");
	golden_keys(&golden, ",");
	assert_effect(&golden, EFFECT_PAUSE, 1, "");
	golden_keys(&golden, ",");
	assert_int_equal(golden.effects.nr, 0);
	assert_shows(&golden, 120, 24, "09:41:05");
	assert_shows(&golden, 120, 24, "paused, 2.2 s ago");
	golden_keys(&golden, ". . .");
	assert_shows(&golden, 120, 24, "this is the newest frame");
	golden_keys(&golden, ", , Space");
	assert_effect(&golden, EFFECT_PAUSE, 0, "");
	assert_shows(&golden, 120, 24, "09:41:07  live 1 s");
	for (int i = 0; i < 100; i++)
		golden_keys(&golden, ",");
	assert_shows(&golden, 120, 24, "no older frame is kept");
	assert_shows(&golden, 120, 24, "09:39:38");
	golden_done(&golden);
}

static void frames_of_a_file_are_sought(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_LOG, "overview");
	assert_shows(&golden, 80, 24, "frame 1 of 2");
	assert_shows(&golden, 80, 24, "\n ,/. step  o/O order");
	assert_hides(&golden, 200, 24, "Space pause");
	golden_keys(&golden, ",");
	assert_int_equal(golden.effects.nr, 0);
	assert_shows(&golden, 80, 24, "this is the first frame");
	golden_keys(&golden, ".");
	assert_effect(&golden, EFFECT_SEEK, 1, "");
	golden.world.input.frame_index = 1;
	golden_keys(&golden, ".");
	assert_int_equal(golden.effects.nr, 0);
	golden_keys(&golden, "Space");
	assert_shows(&golden, 80, 24, "this is no live host");
	golden_keys(&golden, "x");
	assert_int_equal(golden.effects.nr, 0);
	golden_done(&golden);
}

static void the_question_is_changed_by_keys_and_by_name(void **state)
{
	struct golden golden;
	const struct verdict_want *want;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	want = ui_want(golden.ui);
	assert_shows(&golden, 80, 24, "Can I get 64 movable huge pages (order 9, 2 MiB)?");
	golden_keys(&golden, "O O m r");
	assert_shows(&golden, 80, 24, "Can I get 128 unmovable blocks of order 7 (512 KiB)?");
	golden_keys(&golden, ":3@2MiB");
	assert_int_equal(want->nr, 3);
	assert_int_equal(want->order, 9);
	golden_keys(&golden, ":3@nothing");
	assert_int_equal(want->nr, 3);
	assert_true(golden.ui->message[0]);
	golden_keys(&golden, "M M M M M");
	assert_int_equal(want->nr, 1);
	for (int i = 0; i < 40; i++)
		golden_keys(&golden, "m O");
	assert_int_equal(want->order, 0);
	assert_int_equal(want->nr, 1 << 30);
	for (int i = 0; i < 40; i++)
		golden_keys(&golden, "o");
	assert_int_equal(want->order, 20);
	golden_done(&golden);
}

static void a_question_given_before_the_first_frame_is_kept(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_LOG, "overview");
	*ui_want(golden.ui) = (struct verdict_want){ 7, 2, VERDICT_ATOMIC, -1 };
	assert_shows(&golden, 80, 24, "Can I get 7 atomic blocks of order 2 (16 KiB)?");
	golden_done(&golden);
}

static void a_request_is_explained_until_something_else_is_asked(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_LOG, "overview");
	assert_shows(&golden, 80, 24, "Why did nginx (pid 31337) not get order 4 (64 KiB), GFP_KERNEL?");
	golden_keys(&golden, "o");
	assert_shows(&golden, 80, 24, "Can I get 1 unmovable block of order 5 (128 KiB)?");
	golden_keys(&golden, "Esc");
	assert_shows(&golden, 80, 24, "Why did nginx");
	golden_done(&golden);
}

static void commands_complete_and_say_what_is_ambiguous(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	golden_keys(&golden, ": v i Tab");
	assert_shows(&golden, 80, 24, "\n:view-");
	assert_shows(&golden, 80, 24, "view-orders");
	golden_keys(&golden, "o r Tab");
	assert_shows(&golden, 80, 24, "\n:view-orders");
	golden_keys(&golden, "Enter");
	assert_string_equal(ui_view_name(golden.ui), "orders");
	golden_keys(&golden, ": v i e Tab Tab Tab Enter"); /* Tab goes on to the third of them */
	assert_string_equal(ui_view_name(golden.ui), "residue");
	golden_keys(&golden, ": v i Tab Enter");
	assert_shows(&golden, 80, 24, "view- could be view-overview, view-map");
	golden_keys(&golden, ":nonsense");
	assert_shows(&golden, 80, 24, "nonsense: there is no such action");
	golden_keys(&golden, ":pause_now");
	assert_shows(&golden, 80, 24, "pause takes no argument");
	golden_keys(&golden, ": a b Backspace Backspace Backspace");
	assert_int_equal(golden.ui->prompt.kind, PROMPT_NONE);
	golden_keys(&golden, ": é ü Backspace x Ctrl-U y");
	assert_string_equal(golden.ui->prompt.text, "y");
	golden_done(&golden);
}

static void finding_leads_to_pages_zones_and_blocks(void **state)
{
	struct golden golden;
	const struct ui_state *ui;
	uint64_t first;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	ui = &golden.ui->state;
	golden_keys(&golden, "/ 0 x 1 2 3 4 Enter");
	assert_int_equal(ui->pfn, 0x1234);
	assert_int_equal(ui->zone, 1);
	assert_shows(&golden, 80, 24, "0x1234: zone 0 DMA32, pageblock 0x9");
	golden_keys(&golden, "/ n o r m a l Enter");
	assert_int_equal(ui->zone, 2);
	assert_int_equal(ui->pfn, 1048576);
	golden_keys(&golden, ":find_0_DMA");
	assert_int_equal(ui->zone, 0);
	golden_keys(&golden, ":find_node_0");
	assert_int_equal(ui->zone, 1);
	golden_keys(&golden, "n n");
	assert_int_equal(ui->zone, 0);
	golden_keys(&golden, ":find_node_0_normal");
	assert_int_equal(ui->zone, 2);
	golden_keys(&golden, ":find_node_7");
	assert_shows(&golden, 80, 24, "node 7: neither a pfn");
	golden_keys(&golden, ":find_0_DMA");
	golden_keys(&golden, "/ s l a b Enter");
	first = ui->pfn;
	assert_true(golden.world.frame->zones[ui->zone]->map->count[PAGE_SLAB]
		    [zonemap_block_of(golden.world.frame->zones[ui->zone]->map, first)] > 0);
	golden_keys(&golden, "n");
	assert_int_not_equal(ui->pfn, first);
	golden_keys(&golden, "N");
	assert_int_equal(ui->pfn, first);
	golden_keys(&golden, ":find_offline");
	assert_shows(&golden, 80, 24, "offline: no pageblock is known to hold such pages");
	golden_keys(&golden, ":find_Movable");
	assert_shows(&golden, 80, 24, "Movable: no pageblock is known to be of that type");
	golden_keys(&golden, ":find_xyzzy");
	assert_shows(&golden, 80, 24, "xyzzy: neither a pfn");
	golden_keys(&golden, ":find_0xffffffffff");
	assert_shows(&golden, 80, 24, "no zone here spans pfn 0xffffffffff");
	golden_done(&golden);
}

static void mouse(struct golden *golden, enum mouse kind, int y, int x)
{
	struct ui_event event = { .kind = UI_MOUSE, .mouse = kind, .y = y, .x = x };

	golden->effects.nr = 0;
	ui_handle(golden->ui, &golden->world.input, &event, &golden->effects);
}

/* Where text begins on the screen. */
static void locate(struct golden *golden, const char *text, int *y, int *x)
{
	char *screen = golden_text(golden, 160, 24, 0), *at = strstr(screen, text), *line = screen;

	assert_non_null(at);
	for (*y = 0; strchr(line, '\n') < at; (*y)++)
		line = strchr(line, '\n') + 1;
	*x = (int)(at - line);
	free(screen);
}

static void what_is_clicked_acts(void **state)
{
	struct golden golden;
	int y, x;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	locate(&golden, "orders", &y, &x);
	mouse(&golden, MOUSE_PRESS, y, x);
	assert_string_equal(ui_view_name(golden.ui), "orders");
	locate(&golden, "overview", &y, &x);
	mouse(&golden, MOUSE_PRESS, y, x);
	assert_string_equal(ui_view_name(golden.ui), "overview");
	locate(&golden, "0 DMA32 ", &y, &x);
	mouse(&golden, MOUSE_PRESS, y, x);
	assert_int_equal(golden.ui->state.zone, 1);
	mouse(&golden, MOUSE_WHEEL_DOWN, y, x);
	assert_int_equal(golden.ui->state.zone, 2);
	locate(&golden, "o/O order", &y, &x);
	mouse(&golden, MOUSE_PRESS, y, x);
	assert_int_equal(ui_want(golden.ui)->order, 10);
	locate(&golden, "q quit", &y, &x);
	mouse(&golden, MOUSE_PRESS, y, x);
	assert_effect(&golden, EFFECT_QUIT, 0, "");
	golden_keys(&golden, "4");
	locate(&golden, "128 KiB", &y, &x);
	mouse(&golden, MOUSE_PRESS, y, x);
	assert_int_equal(ui_want(golden.ui)->order, 5);
	golden_done(&golden);
}

static void themes_go_round(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	for (unsigned int i = 1; i <= nr_theme_names; i++) {
		golden_keys(&golden, "T");
		assert_effect(&golden, EFFECT_THEME, 0, theme_names[i % nr_theme_names]);
	}
	ui_set_theme(golden.ui, &golden.theme);
	assert_ptr_equal(golden.ui->theme, &golden.theme);
	golden_done(&golden);
}

static void the_last_line_shows_live_bindings(void **state)
{
	struct golden golden;
	struct err err = { "" };

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	assert_shows(&golden, 80, 24, "o/O order");
	assert_int_equal(keymap_parse(golden.keymap,
				      SPAN("bind overview u order-up\nbind all O none\n"
					   "bind all q none\nbind all F10 none\n"), &err), 0);
	assert_shows(&golden, 80, 24, "u order");
	assert_shows(&golden, 80, 24, "Ctrl-C quit");
	assert_hides(&golden, 80, 24, "o/O order");
	golden_done(&golden);
}

static void help_lists_every_action_view_and_class(void **state)
{
	struct golden golden;
	struct err err = { "" };
	char *screen;

	(void)state;
	golden_init(&golden, WORLD_HOST, "help");
	assert_int_equal(keymap_parse(golden.keymap, SPAN("bind orders u end\n"), &err), 0);
	screen = golden_text(&golden, 92, 1000, GOLDEN_CAPS);
	for (int action = 1; action < NR_ACTIONS; action++)
		assert_non_null(strstr(screen, action_info((enum action)action)->name));
	for (unsigned int i = 0; i < nr_views; i++)
		assert_non_null(strstr(screen, views[i]->title));
	for (int class = 0; class < NR_PAGE_CLASSES; class++)
		assert_non_null(strstr(screen, page_class_info((enum page_class)class)->name));
	assert_non_null(strstr(screen, "keys: only in the orders view"));
	free(screen);
	assert_shows(&golden, 80, 24, "views");
	golden_keys(&golden, "End");
	assert_shows(&golden, 80, 24, "how long ago it was read");
	golden_keys(&golden, "Home");
	assert_hides(&golden, 80, 24, "how long ago it was read");
	golden_done(&golden);
}

static void a_message_stays_until_the_next_key(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	ui_message(golden.ui, ROLE_GOOD, "saved to db7.json");
	assert_shows(&golden, 80, 24, "\n saved to db7.json");
	golden_keys(&golden, "Down");
	assert_hides(&golden, 80, 24, "saved to db7.json");
	golden_done(&golden);
}

static void small_screens_give_the_answer_alone(void **state)
{
	struct golden golden;
	char *screen;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	screen = golden_text(&golden, 39, 1, GOLDEN_CAPS);
	assert_string_equal(screen, "64@9: now 93, after compaction 93–567\n");
	free(screen);
	assert_shows(&golden, 200, 3, "Yes: 93 blocks of 2 MiB can be had now");
	golden_done(&golden);
	golden_init(&golden, WORLD_NO_FRAME, "overview");
	screen = golden_text(&golden, 27, 1, GOLDEN_CAPS);
	assert_string_equal(screen, "waiting for the first frame\n");
	free(screen);
	golden_done(&golden);
}

static void late_frames_are_called_late(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	golden.world.input.now_ns += 12ULL * 1000000000;
	assert_shows(&golden, 120, 24, "late, 12 s ago");
	golden_done(&golden);
}

static void the_screen_says_what_it_needs(void **state)
{
	struct golden golden;
	uint64_t pfn = 0;

	(void)state;
	golden_init(&golden, WORLD_HOST, "help");
	assert_false(ui_wants_pagemap(golden.ui));
	golden_keys(&golden, "1");
	assert_true(ui_wants_pagemap(golden.ui));
	assert_false(ui_wants_detail(golden.ui, &golden.world.input, &pfn));
	golden_keys(&golden, ":view-block :find_0x1234");
	assert_true(ui_wants_detail(golden.ui, &golden.world.input, &pfn));
	assert_int_equal(pfn, 0x1234);
	golden_keys(&golden, ",");
	assert_false(ui_wants_detail(golden.ui, &golden.world.input, &pfn));
	golden_done(&golden);
}

static void the_largest_zone_is_selected_first(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "overview");
	golden_keys(&golden, "Ctrl-L");
	assert_int_equal(golden.ui->state.zone, 2);
	golden_keys(&golden, "z");
	assert_int_equal(golden.ui->state.zone, 0);
	assert_int_equal(golden.ui->state.pfn, 1);
	golden_keys(&golden, "Z");
	assert_int_equal(golden.ui->state.zone, 2);
	golden_done(&golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_open_views),
		cmocka_unit_test(tabs_keep_their_titles_as_long_as_they_can),
		cmocka_unit_test(quit_closes_what_is_open_first),
		cmocka_unit_test(what_happens_outside_becomes_an_effect),
		cmocka_unit_test(intervals_end_at_both_sides),
		cmocka_unit_test(stepping_back_pauses_and_shows_older_frames),
		cmocka_unit_test(frames_of_a_file_are_sought),
		cmocka_unit_test(the_question_is_changed_by_keys_and_by_name),
		cmocka_unit_test(a_question_given_before_the_first_frame_is_kept),
		cmocka_unit_test(a_request_is_explained_until_something_else_is_asked),
		cmocka_unit_test(commands_complete_and_say_what_is_ambiguous),
		cmocka_unit_test(finding_leads_to_pages_zones_and_blocks),
		cmocka_unit_test(what_is_clicked_acts),
		cmocka_unit_test(themes_go_round),
		cmocka_unit_test(the_last_line_shows_live_bindings),
		cmocka_unit_test(help_lists_every_action_view_and_class),
		cmocka_unit_test(a_message_stays_until_the_next_key),
		cmocka_unit_test(small_screens_give_the_answer_alone),
		cmocka_unit_test(late_frames_are_called_late),
		cmocka_unit_test(the_screen_says_what_it_needs),
		cmocka_unit_test(the_largest_zone_is_selected_first),
	};

	return CHECK_MAIN(tests);
}
