// SPDX-License-Identifier: GPL-2.0-or-later
/* Numbers of the activity view, on the machine of made_activity.h after 89 seconds. */
#include <stdlib.h>

#include "fragscope/activity.h"
#include "fragscope/clock.h"

#include "../../src/ui/kernel_work.h"
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

static void the_answers_are_sums_since_watching_began(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_ACTIVE, "activity");
	assert_shows(&golden, 200, 60, "in 1 min 29 s since watching began");
	/* 16 waits a second and 3 others; 12.65 ms a second */
	assert_shows(&golden, 200, 60, "1,427 times, 1.1 s in all; most: postgres");
	assert_shows(&golden, 200, 60, "postgres, 890 ms in compaction, 20 % got it, up to "
				       "order 9; the longest 41 ms");
	/* 12 runs a second and one by hand, which has no goal: 4 of 12 reach theirs */
	assert_shows(&golden, 200, 60, "1,069 runs, 33 % met their goal");
	assert_shows(&golden, 200, 60, "unmovable→movable 267 (178 fragmenting), "
				       "movable→unmovable 12 (3)");
	assert_shows(&golden, 200, 60, "3 of 356,003 events did not fit into the ring");
	assert_shows(&golden, 200, 60, "deferred 1/4 from order 9");
	golden_done(&golden);
}

static void curves_are_per_second(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_ACTIVE, "activity"); /* the bump is three times as much */
	assert_shows(&golden, 200, 60, "16/s  max 48/s");
	assert_shows(&golden, 200, 60, "13 ms/s  max 38 ms/s");
	assert_shows(&golden, 200, 60, "12/s  max 36/s");
	assert_shows(&golden, 200, 60, "1,600/s  max 4,800/s");
	assert_shows(&golden, 200, 60, "44 s ago");
	golden_done(&golden);
}

static void the_period_can_be_a_minute_or_an_interval(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_ACTIVE, "activity");
	golden_keys(&golden, "t");
	assert_shows(&golden, 200, 60, "in the last 1 min");
	assert_shows(&golden, 200, 60, "960 times");
	golden_keys(&golden, "t");
	assert_shows(&golden, 200, 60, "in the last interval, 1 s");
	assert_shows(&golden, 200, 60, "16 times");
	assert_shows(&golden, 200, 60, "unmovable→movable 3 (2 fragmenting)");
	golden_keys(&golden, "t");
	assert_shows(&golden, 200, 60, "since watching began");
	golden_done(&golden);
}

/* A period whose begin was not watched is as long as the watching. */
static void a_period_begins_no_earlier_than_watching(void **state)
{
	struct golden golden;
	struct activity young;

	(void)state;
	golden_init(&golden, WORLD_HOST, "activity");
	young = (struct activity){ .since_ns = golden.world.frame->mono_ns - 5 * NSEC_PER_SEC,
				   .until_ns = golden.world.frame->mono_ns,
				   .means = ACTIVITY_COMPACTION | ACTIVITY_RECLAIM };
	golden.world.frame->activity = &young;
	golden_keys(&golden, "t");
	assert_shows(&golden, 120, 24, "in 5 s since watching began");
	golden_done(&golden);
}

static void what_per_cpu_lists_gave_back_is_told(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_ACTIVE, "activity"); /* 89 * 3,100 pages */
	assert_shows(&golden, 200, 60, "given back by per-CPU lists 1.1 GiB   drained everywhere "
				       "89 times");
	golden_done(&golden);
}

static void without_events_counters_stand_in(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "activity");
	assert_shows(&golden, 80, 24, "counters stand in");
	assert_shows(&golden, 80, 24, "direct compactions");
	assert_shows(&golden, 80, 24, "compact_migrate_scanned");
	assert_hides(&golden, 200, 60, "who waited");
	golden_done(&golden);
	golden_init(&golden, WORLD_ACTIVE, "activity");
	assert_hides(&golden, 200, 60, "compact_migrate_scanned");
	golden_done(&golden);
}

static void a_source_that_is_refused_says_what_would_give_it(void **state)
{
	struct golden golden;
	struct source_status *status;

	(void)state;
	golden_init(&golden, WORLD_PLAIN, "activity");
	status = frame_source(golden.world.frame, "activity");
	assert_non_null(status);
	status->state = SOURCE_DENIED;
	status->text = "needs CAP_BPF and CAP_PERFMON, or root";
	assert_shows(&golden, 80, 24, "needs CAP_BPF and CAP_PERFMON, or root");
	golden_done(&golden);
}

static void what_is_not_known_is_said_where_it_would_stand(void **state)
{
	struct golden golden;
	struct activity *activity;

	(void)state;
	golden_init(&golden, WORLD_ACTIVE, "activity");
	activity = (struct activity *)golden.world.frame->activity;
	activity->means = ACTIVITY_RECLAIM;
	assert_shows(&golden, 200, 60, "fallbacks  not known: this kernel does not tell it");
	assert_shows(&golden, 200, 60, "compaction  not known");
	assert_shows(&golden, 200, 60, "compact_stall");
	golden_done(&golden);
}

static void help_explains_the_words(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_ACTIVE, "help");
	assert_shows(&golden, 200, 200, "words: activity");
	assert_shows(&golden, 200, 200, "met their goal");
	golden_done(&golden);
}

static void a_small_screen_scrolls(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_ACTIVE, "activity");
	assert_shows(&golden, 80, 24, "more lines: ");
	assert_hides(&golden, 80, 24, "last runs  ");
	golden_keys(&golden, "End");
	assert_shows(&golden, 80, 24, "more lines above");
	assert_shows(&golden, 80, 24, "last runs  ");
	golden_keys(&golden, "Home");
	assert_shows(&golden, 80, 24, "Who waits");
	golden_done(&golden);
}

static void nobody_waits_where_nothing_happened(void **state)
{
	struct activity quiet = { .since_ns = 1, .until_ns = NSEC_PER_SEC, .means = 0xff };
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_HOST, "activity");
	golden.world.frame->activity = &quiet;
	assert_shows(&golden, 80, 24, "nobody waited");
	assert_shows(&golden, 80, 24, "compaction   no run");
	assert_shows(&golden, 80, 24, "none: every request was served by its own type");
	golden_every_size(&golden);
	golden_done(&golden);
}

/* compaction_deferred() counts before it compares. */
static void deferral_ends_as_the_kernel_counts_it(void **state)
{
	struct zone_compact compact = { .considered = num_known(2), .defer_shift = num_known(2),
					.order_failed = num_known(9) };
	char text[64];

	(void)state;
	assert_true(work_is_deferred(&compact));
	assert_true(work_deferral_text(text, sizeof(text), &compact));
	assert_string_equal(text, "deferred 2/4 from order 9");
	compact.considered = num_known(3);
	assert_false(work_is_deferred(&compact));
	compact.defer_shift = num_known(0);
	compact.considered = num_known(0);
	assert_false(work_is_deferred(&compact));
	assert_false(work_deferral_text(text, sizeof(text), &compact));
	compact.considered = (struct num){ 0 };
	assert_false(work_is_deferred(&compact));
}

static struct work_proactive proactive_of(struct golden *golden)
{
	struct view_context ctx = ui_context(golden->ui, &golden->world.input);

	return work_proactive(&ctx, 0);
}

static void the_next_proactive_run_follows_score_and_knob(void **state)
{
	struct golden golden;
	struct work_proactive proactive;
	struct counters *knobs;
	char text[80];

	(void)state;
	golden_init(&golden, WORLD_HOST, "activity");
	knobs = &golden.world.frame->mem_knobs;
	proactive = proactive_of(&golden);
	assert_int_equal(proactive.state, PROACTIVE_CALM);
	assert_int_equal(proactive.index.high, 90);
	for (unsigned int i = 0; i < knobs->nr; i++)
		if (!strcmp(knobs->rows[i].name, "vm.compaction_proactiveness"))
			knobs->rows[i].value = num_known(60);
	proactive = proactive_of(&golden); /* score 85, mark 50, kswapd asleep */
	assert_int_equal(proactive.state, PROACTIVE_DUE);
	work_proactive_text(text, sizeof(text), &proactive);
	assert_string_equal(text, "within 500 ms");
	for (unsigned int i = 0; i < knobs->nr; i++)
		if (!strcmp(knobs->rows[i].name, "vm.compaction_proactiveness"))
			knobs->rows[i].value = num_known(0);
	assert_int_equal(proactive_of(&golden).state, PROACTIVE_OFF);
	golden_done(&golden);
}

static void the_overview_says_who_waits_and_what_is_deferred(void **state)
{
	struct golden golden;

	(void)state;
	golden_init(&golden, WORLD_ACTIVE, "overview");
	assert_shows(&golden, 80, 24, "waits 16/s, 13 ms/s; most by postgres (pid 4711)");
	assert_shows(&golden, 80, 24, "scanners 0 Normal   migrate ▶ 38 %   free ◀ 61 %   "
				      "deferred 1/4 from order 9");
	assert_shows(&golden, 200, 60, "o9 1/4");
	golden_done(&golden);
	golden_init(&golden, WORLD_HOST, "overview");
	assert_hides(&golden, 200, 60, "deferred");
	assert_hides(&golden, 200, 60, "scanners");
	golden_done(&golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_answers_are_sums_since_watching_began),
		cmocka_unit_test(curves_are_per_second),
		cmocka_unit_test(the_period_can_be_a_minute_or_an_interval),
		cmocka_unit_test(a_period_begins_no_earlier_than_watching),
		cmocka_unit_test(what_per_cpu_lists_gave_back_is_told),
		cmocka_unit_test(without_events_counters_stand_in),
		cmocka_unit_test(a_source_that_is_refused_says_what_would_give_it),
		cmocka_unit_test(what_is_not_known_is_said_where_it_would_stand),
		cmocka_unit_test(help_explains_the_words),
		cmocka_unit_test(a_small_screen_scrolls),
		cmocka_unit_test(nobody_waits_where_nothing_happened),
		cmocka_unit_test(deferral_ends_as_the_kernel_counts_it),
		cmocka_unit_test(the_next_proactive_run_follows_score_and_knob),
		cmocka_unit_test(the_overview_says_who_waits_and_what_is_deferred),
	};

	return CHECK_MAIN(tests);
}
