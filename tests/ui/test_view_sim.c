// SPDX-License-Identifier: GPL-2.0-or-later
/* Simulated policies on the screen, and what keys and mouse ask of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"

#include "../../src/ui/ui_private.h"
#include "../check.h"
#include "golden.h"
#include "made_stage.h"
#include "view_sim.h"

static void assert_stage(const struct golden *golden, enum stage_verb verb, int64_t value,
			 const char *text)
{
	assert_int_equal(golden->effects.nr, 1);
	assert_int_equal(golden->effects.rows[0].kind, EFFECT_STAGE);
	assert_int_equal(golden->effects.rows[0].verb, verb);
	assert_int_equal(golden->effects.rows[0].value, value);
	assert_string_equal(golden->effects.rows[0].text, text);
}

static void differences_are_never_rounded_to_all_or_nothing(void **state)
{
	static const struct {
		uint64_t base, value;
		const char *text;
	} rows[] = {
		{ 0, 0, "=" }, { 7, 7, "=" }, { 0, 3, "new" }, { 37, 2, "-95 %" },
		{ 931, 8, "-99.1 %" }, { 12, 0, "-100 %" }, { 100000, 1, "-99.9 %" },
		{ 100, 135, "+35 %" }, { 1000, 1004, "+0.4 %" }, { 1000000, 1000001, "+<0.1 %" },
		{ 1000000, 999999, "-<0.1 %" }, { 10, 99, "+890 %" }, { 10, 100, "x10" },
		{ 1, UINT64_MAX, "x18,446,744,073,709,551,615" },
		{ UINT64_MAX, 0, "-100 %" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		char text[40];

		assert_string_equal(sim_diff_text(text, sizeof(text), rows[i].base, rows[i].value),
				    rows[i].text);
	}
}

static void policies_differ_at_the_end_of_their_names(void **state)
{
	const struct stage stage = { .nr_columns = 3, .column = {
		{ .policy = "linux-7.3" }, { .policy = "linux-7.3+mthp-score+mthp-target" },
		{ .policy = "linux-6.12+mthp-target" } } };
	static const struct {
		unsigned int column;
		int cols;
		const char *text;
	} rows[] = {
		{ 1, 32, "linux-7.3+mthp-score+mthp-target" }, { 1, 31, "+mthp-score+mthp-target" },
		{ 1, 23, "+mthp-score+mthp-target" }, { 1, 14, "…e+mthp-target" },
		{ 2, 22, "linux-6.12+mthp-target" }, { 2, 13, "…+mthp-target" },
		{ 0, 5, "…-7.3" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		char text[80];

		assert_string_equal(sim_policy_text(text, sizeof(text), &stage, rows[i].column,
						    rows[i].cols), rows[i].text);
	}
}

static void values_have_the_unit_of_their_name(void **state)
{
	const struct stage stage = { .nr_columns = 1, .nr_counters = 2, .column = { {
		.policy = "linux-7.3", .value = { 1532841495, 1532841495 } } },
		.counter = { "kcompactd_ns", "pgalloc" } };
	char text[40];

	(void)state;
	assert_string_equal(sim_value_text(text, sizeof(text), &stage, 0, 0, 11), "1.5 s");
	assert_string_equal(sim_value_text(text, sizeof(text), &stage, 0, 1, 11), "1532841495");
	assert_string_equal(sim_value_text(text, sizeof(text), &stage, 0, 1, 9), "1532841k");
}

static void keys_ask_the_stage_in_every_view(void **state)
{
	static const struct {
		const char *keys;
		enum stage_verb verb;
		int64_t value;
		const char *text;
	} rows[] = {
		{ ".", STAGE_STEP, 1, "" },
		{ ",", STAGE_STEP, -1, "" },
		{ ">", STAGE_STEP, 10, "" },
		{ "<", STAGE_STEP, -10, "" },
		{ ")", STAGE_STEP, 100, "" },
		{ "(", STAGE_STEP, -100, "" },
		{ "Space", STAGE_RUN, 1, "" },
		{ "i", STAGE_SPEED, 300, "" },
		{ "I", STAGE_SPEED, 30, "" },
		{ "}", STAGE_TO_END, 0, "" },
		{ "{", STAGE_TO_START, 0, "" },
		{ "]", STAGE_SELECT, 1, "" },
		{ "[", STAGE_SELECT, 1, "" },
		{ "e", STAGE_UNTIL, STAGE_STOP_KIND, "free-block" },
		{ "a", STAGE_UNTIL, STAGE_STOP_FAILED, "" },
		{ "y", STAGE_UNTIL, STAGE_STOP_MET, "" },
		{ "u s t e a l Enter", STAGE_UNTIL, STAGE_STOP_KIND, "steal" },
		{ ":until_alloc-fail", STAGE_UNTIL, STAGE_STOP_KIND, "alloc-fail" },
	};
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_STAGE, "sim");
	for (size_t i = 0; i < ARRAY_SIZE(rows) * nr_views; i++) {
		if (views[i % nr_views]->go == ACTION_HELP)
			continue;
		assert_int_equal(ui_go(golden.ui, views[i % nr_views]->name), 0);
		golden_keys(&golden, rows[i / nr_views].keys);
		assert_stage(&golden, rows[i / nr_views].verb, rows[i / nr_views].value,
			     rows[i / nr_views].text);
	}
	golden_done(&golden);
}

static struct stage *stage_of(struct golden *golden)
{
	return &golden->world.made_stage->stage;
}

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

static void commands_follow_how_things_stand(void **state)
{
	struct golden golden;
	struct stage *stage;

	(void)state;
	golden_init(&golden, WORLD_STAGE, "sim");
	stage = stage_of(&golden);
	stage->running = true;
	golden_keys(&golden, "Space");
	assert_stage(&golden, STAGE_RUN, 0, "");
	stage->events_a_second = 10000;
	golden_keys(&golden, "i");
	assert_stage(&golden, STAGE_SPEED, 0, "");
	stage->events_a_second = 0;
	golden_keys(&golden, "i");
	assert_int_equal(golden.effects.nr, 0);
	assert_shows(&golden, 80, 24, "as fast as it goes");
	golden_keys(&golden, "I");
	assert_stage(&golden, STAGE_SPEED, 10000, "");
	stage->events_a_second = 1;
	golden_keys(&golden, "I");
	assert_int_equal(golden.effects.nr, 0);
	stage->column[0].event_kind = NULL;
	golden_keys(&golden, "e");
	assert_int_equal(golden.effects.nr, 0);
	stage->selected = 1;
	golden_keys(&golden, "e");
	assert_stage(&golden, STAGE_UNTIL, STAGE_STOP_KIND, "resample");
	golden_keys(&golden, "Tab");
	assert_stage(&golden, STAGE_SELECT, 0, "");
	golden_keys(&golden, "Left");
	assert_stage(&golden, STAGE_SELECT, 0, "");
	golden_keys(&golden, "Home");
	assert_stage(&golden, STAGE_TO_START, 0, "");
	golden_keys(&golden, "u Enter");
	assert_int_equal(golden.effects.nr, 0);
	golden_keys(&golden, "u x Esc");
	assert_int_equal(golden.effects.nr, 0);
	stage->nr_columns = 1;
	stage->selected = 0;
	golden_keys(&golden, "]");
	assert_int_equal(golden.effects.nr, 0);
	stage->nr_columns = 2;
	golden_done(&golden);
}

static void without_a_stage_the_keys_say_what_they_are_for(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "map");
	golden_keys(&golden, ">");
	assert_int_equal(golden.effects.nr, 0);
	assert_shows(&golden, 80, 24, "this is no simulation; `fragscope SCENARIO.scn` opens one");
	golden_keys(&golden, "8");
	assert_shows(&golden, 80, 24, "`fragscope SCENARIO.scn` opens one; `fragscope list "
				       "scenarios` lists them.\n");
	assert_hides(&golden, 200, 24, "until same");
	golden_keys(&golden, ":until_steal");
	assert_int_equal(golden.effects.nr, 0);
	golden_keys(&golden, "Tab"); /* goes on from there */
	assert_string_equal(ui_view_name(golden.ui), "help");
	golden_done(&golden);
}

static void the_head_line_says_what_is_simulated(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_STAGE, "map");
	assert_shows(&golden, 80, 24, "event 4,711  linux-7.3  aliased-free-pages\n");
	assert_hides(&golden, 80, 24, "not live");
	assert_shows(&golden, 80, 24, "\n ,/. step  ");
	golden_done(&golden);
}

static void how_a_run_stands_is_told(void **state)
{
	struct golden golden;
	struct stage *stage;

	(void)state;
	golden_init(&golden, WORLD_STAGE, "sim");
	stage = stage_of(&golden);
	assert_shows(&golden, 120, 40, "paused, 100 events/s  event 4,711 of 20,000  op 1,203");
	assert_shows(&golden, 120, 40, "─  24 %");
	stage->running = true;
	stage->stop_text = "until free-block";
	assert_shows(&golden, 120, 40, "running until free-block, 100 events/s");
	stage->stop_text = NULL;
	stage->events_a_second = 0;
	assert_shows(&golden, 120, 40, "running to the end, full speed");
	stage->end_events = (struct num){ 0 };
	assert_shows(&golden, 120, 40, "event 4,711  op");
	assert_shows(&golden, 120, 40, "the end has not been seen yet");
	stage->running = false;
	stage->column[0].ended = true;
	assert_shows(&golden, 120, 40, "ended, full speed");
	assert_shows(&golden, 120, 40, "ended (workload over, or a limit)");
	stage->column[0].event[0] = '\0';
	assert_shows(&golden, 120, 40, "nothing has happened yet");
	snprintf(stage->column[0].broken, sizeof(stage->column[0].broken), "a list is torn");
	assert_shows(&golden, 200, 60, "an invariant does not hold any more: a list is torn.");
	assert_shows(&golden, 200, 60, "for a report.");
	assert_shows(&golden, 200, 60, "broken  event 4,711");
	golden_done(&golden);
}

static void a_host_that_is_not_known_in_full_is_called_so(void **state)
{
	struct golden golden;
	struct stage *stage;

	(void)state;
	golden_init(&golden, WORLD_STAGE, "sim");
	stage = stage_of(&golden);
	assert_hides(&golden, 120, 40, "of the host's memory");
	stage->nr_unknown_pages = 1;
	assert_shows(&golden, 120, 40, "of the host's memory 1 page is unknown and counts as "
				       "unmovable\n");
	stage->types_inferred = true;
	assert_shows(&golden, 120, 40, "unmovable; block types are inferred");
	stage->nr_unknown_pages = 0;
	assert_shows(&golden, 120, 40, "of the host's memory block types are inferred");
	golden_done(&golden);
}

/* Places are of the whole screen. */
static void press(struct golden *golden, enum mouse kind, int y, int x)
{
	struct ui_event event = { .kind = UI_MOUSE, .mouse = kind, .y = y, .x = x };

	golden->effects.nr = 0;
	ui_handle(golden->ui, &golden->world.input, &event, &golden->effects);
}

static void the_slider_is_clicked_and_dragged(void **state)
{
	struct golden golden;
	struct canvas canvas;

	(void)state;
	golden_init(&golden, WORLD_STAGE, "sim");
	canvas = golden_draw(&golden, 80, 24, GOLDEN_CAPS);
	canvas_done(&canvas);
	press(&golden, MOUSE_PRESS, 2, 1);
	assert_stage(&golden, STAGE_SEEK, 0, "");
	press(&golden, MOUSE_DRAG, 2, 1 + 71); /* 78 columns less "  24 %" */
	assert_stage(&golden, STAGE_SEEK, 20000, "");
	press(&golden, MOUSE_PRESS, 2, 1 + 36);
	assert_stage(&golden, STAGE_SEEK, 20000 * 36 / 71, "");
	press(&golden, MOUSE_PRESS, 2, 76); /* the number */
	assert_int_equal(golden.effects.nr, 0);
	stage_of(&golden)->end_events = (struct num){ 0 };
	press(&golden, MOUSE_PRESS, 2, 20);
	assert_int_equal(golden.effects.nr, 0);
	golden_done(&golden);
}

static void a_click_selects_a_policy_and_a_block(void **state)
{
	struct golden golden;
	struct canvas canvas;
	uint64_t pfn;

	(void)state;
	golden_init(&golden, WORLD_STAGE, "sim");
	canvas = golden_draw(&golden, 80, 24, GOLDEN_CAPS);
	canvas_done(&canvas);
	press(&golden, MOUSE_PRESS, 4, 50);
	assert_stage(&golden, STAGE_SELECT, 1, "");
	press(&golden, MOUSE_PRESS, 4, 5);
	assert_int_equal(golden.effects.nr, 0); /* it is selected */
	press(&golden, MOUSE_PRESS, 12, 5);     /* a cell of the map of Normal */
	assert_int_equal(golden.ui->state.zone, 1);
	pfn = golden.ui->state.pfn;
	assert_in_range(pfn, 0x100000, 0x13ffff);
	assert_int_equal(pfn % 512, 0);
	golden_keys(&golden, "b");
	assert_int_equal(golden.effects.rows[0].verb, STAGE_UNTIL);
	assert_int_equal(golden.effects.rows[0].value, STAGE_STOP_BLOCK);
	assert_int_equal(strtoull(golden.effects.rows[0].text, NULL, 0), pfn);
	golden_done(&golden);
}

static void rows_of_the_table_are_clicked(void **state)
{
	struct golden golden;
	struct canvas canvas;

	(void)state;
	golden_init(&golden, WORLD_STAGE_4, "sim");
	canvas = golden_draw(&golden, 80, 24, GOLDEN_CAPS);
	canvas_done(&canvas);
	/* tabs, head, slider, two lines on the host, titles, then the policies */
	press(&golden, MOUSE_PRESS, 8, 10);
	assert_stage(&golden, STAGE_SELECT, 2, "");
	press(&golden, MOUSE_PRESS, 5, 10);
	assert_int_equal(golden.effects.nr, 0);
	golden_done(&golden);
}

static void odd_stages_are_drawn_at_every_size(void **state)
{
	struct golden golden;
	struct stage *stage;

	(void)state;
	golden_init(&golden, WORLD_STAGE_4, "sim");
	stage = stage_of(&golden);
	stage->nr_counters = stage->nr_shown = 0;
	stage->end_events = num_known(0);
	stage->selected = 3;
	stage->title = NULL;
	stage->column[3].what = stage->column[3].event_kind = NULL;
	stage->column[3].pfn = num_known(UINT64_MAX);
	golden_every_size(&golden);
	stage->column[3].zone = -1;
	stage->column[3].broken[0] = '\0';
	stage->end_events = num_known(UINT64_MAX);
	stage->column[3].nr_events = UINT64_MAX;
	golden_every_size(&golden);
	for (unsigned int i = 0; i < stage->column[0].frame->nr_zones; i++)
		stage->column[0].frame->zones[i]->map = NULL;
	golden_every_size(&golden);
	golden_done(&golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(differences_are_never_rounded_to_all_or_nothing),
		cmocka_unit_test(policies_differ_at_the_end_of_their_names),
		cmocka_unit_test(values_have_the_unit_of_their_name),
		cmocka_unit_test(keys_ask_the_stage_in_every_view),
		cmocka_unit_test(commands_follow_how_things_stand),
		cmocka_unit_test(without_a_stage_the_keys_say_what_they_are_for),
		cmocka_unit_test(the_head_line_says_what_is_simulated),
		cmocka_unit_test(how_a_run_stands_is_told),
		cmocka_unit_test(a_host_that_is_not_known_in_full_is_called_so),
		cmocka_unit_test(the_slider_is_clicked_and_dragged),
		cmocka_unit_test(a_click_selects_a_policy_and_a_block),
		cmocka_unit_test(rows_of_the_table_are_clicked),
		cmocka_unit_test(odd_stages_are_drawn_at_every_size),
	};

	return CHECK_MAIN(tests);
}
