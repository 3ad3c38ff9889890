// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/source.h"

#include <stdio.h>

#include "fragscope/clock.h"
#include "fragscope/pagemap.h"
#include "sim/state.h"
#include "sim_stage.h"
#include "../check.h"
#include "../sim/made_scenario.h"

/* Little memory, much want: reclaim, compaction and the kernel's threads all have to work. */
static const char busy[] =
	"[scenario]\nname = busy\nshow = compact_stall, allocstall\n"
	"policies = linux-7.3, linux-7.3+resample, linux-6.1\n"
	"[machine]\nsize_mib = 96\ncpus = 4\n[layout]\nfill = mix\nfile_permille = 500\n"
	"kernel_permille = 200\nleave_mib = 8\nfree = uniform\nfree_permille = 100\n"
	"[client w]\nkind = writer\ncount = 3\nclean_ms = 1\nfile_kib = 2048\n"
	"[client h]\nkind = thp\ndefrag = always\nops = 8\npause_us = 100\n"
	"[client s]\nkind = slab\nremove_permille = 500\n[run]\nmax_ops = 1500\n";

#define SEED 5
#define BUDGET (64ULL << 20)

static struct source *open_busy(unsigned int nr_policies, uint64_t budget)
{
	static const char *const policies[] = {
		"linux-7.3", "linux-6.1", "linux-7.3+resample", "linux-6.12"
	};
	struct err err = { "" };
	struct source *source = source_open_sim(made_scenario(busy), policies, nr_policies, SEED,
						budget, &err);

	if (!source)
		fail_msg("%s", err.text);
	return source;
}

static struct sim_stage *stage_of(struct source *source)
{
	return (struct sim_stage *)source;
}

static const struct sim *leader(struct source *source)
{
	return sim_stage_leader(stage_of(source))->sim;
}

/* Does it, and what goes on in the background to its end. */
static void command(struct source *source, enum stage_verb verb, int64_t value, const char *text)
{
	const struct stage_command one = { .verb = verb, .value = value, .text = text };
	struct err err = { "" };

	if (source->ops->command(source, &one, &err))
		fail_msg("%s", err.text);
	while (source->ops->poll(source, NSEC_PER_MSEC))
		;
	assert_false(stage_of(source)->shown.running);
}

static struct frame *sample(struct source *source)
{
	const struct source_want want = { .pagemap = true };
	struct err err = { "" };
	struct frame *frame;

	if (source->ops->sample(source, &want, &frame, &err))
		fail_msg("%s", err.text);
	for (unsigned int i = 0; i < frame->stage->nr_columns; i++)
		assert_string_equal(frame->stage->column[i].broken, "");
	return frame;
}

/* Of a machine that has never gone back. */
static uint64_t fresh_hash(const char *policy, uint64_t event)
{
	struct sim_scenario *scenario = made_scenario(busy);
	struct sim *sim = made_sim(scenario, policy, SEED);
	uint64_t hash;

	sim_run(sim, event);
	hash = sim_hash(sim);
	sim_free(sim);
	sim_scenario_free(scenario);
	return hash;
}

static void assert_leader_is_fresh(struct source *source, uint64_t event)
{
	assert_int_equal(sim_nr_events(leader(source)), event);
	assert_true(sim_hash(leader(source)) ==
		    fresh_hash(sim_policy_name(leader(source)), event));
}

static void assert_one_clock(struct source *source)
{
	for (unsigned int i = 0; i < stage_of(source)->shown.nr_columns; i++)
		assert_int_equal(sim_nr_ops(stage_of(source)->track[i]->sim),
				 sim_nr_ops(leader(source)));
}

static void a_step_forward_or_back_comes_to_what_a_run_never_left(void **state)
{
	static const int steps[] = {
		1, 1, 10, 100, -1, -10, -1, 1, 100, 100, 100, 1000, 1000, -100, -1, -1, -1000, 10
	};
	struct source *source = open_busy(2, BUDGET);
	uint64_t event = 0;

	(void)state;
	assert_leader_is_fresh(source, 0);
	for (unsigned int i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		command(source, STAGE_STEP, steps[i], NULL);
		event += (uint64_t)steps[i];
		assert_leader_is_fresh(source, event);
		assert_one_clock(source);
	}
	command(source, STAGE_STEP, -100000, NULL);
	assert_leader_is_fresh(source, 0);
	source->ops->close(source);
}

static void any_event_can_be_gone_to(void **state)
{
	static const unsigned int events[] = { 3000, 17, 4999, 4998, 1, 2500, 0, 700 };
	struct source *source = open_busy(1, BUDGET);
	struct err err;

	(void)state;
	for (unsigned int i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		command(source, STAGE_SEEK, events[i], NULL);
		assert_leader_is_fresh(source, events[i]);
	}
	assert_int_equal(source->ops->nr_frames(source), 0);
	assert_false(source->ops->seek(source, 1234, &err));
	assert_leader_is_fresh(source, 1234);
	source->ops->close(source);
}

static void the_others_follow_to_the_same_state_from_both_sides(void **state)
{
	struct source *source = open_busy(4, BUDGET);
	uint64_t hash[STAGE_COLUMNS_MAX];

	(void)state;
	command(source, STAGE_SEEK, 2000, NULL);
	for (unsigned int i = 1; i < 4; i++)
		hash[i] = sim_hash(stage_of(source)->track[i]->sim);
	command(source, STAGE_TO_END, 0, NULL);
	command(source, STAGE_STEP, -500, NULL);
	assert_one_clock(source);
	command(source, STAGE_SEEK, 2000, NULL);
	assert_one_clock(source);
	for (unsigned int i = 1; i < 4; i++)
		assert_true(sim_hash(stage_of(source)->track[i]->sim) == hash[i]);
	source->ops->close(source);
}

/* As far as the leader, or to the operation's end; and what they are there is what a run never
 * stopped before would be. */
static void within_an_operation_all_go_event_by_event(void **state)
{
	static const int steps[] = { 1, 1, 1, 7, 40, -1, -1, 300, -20, 1, 1, -30, -1, 900, -2, 3 };
	struct source *source = open_busy(3, BUDGET);
	unsigned int nr_within = 0;

	(void)state;
	command(source, STAGE_UNTIL, STAGE_STOP_KIND, "compact-begin");
	for (unsigned int i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		uint64_t at;

		command(source, STAGE_STEP, steps[i], NULL);
		assert_one_clock(source);
		at = sim_track_op_events(sim_stage_leader(stage_of(source)));
		for (unsigned int c = 1; c < 3; c++) {
			const struct sim_track *track = stage_of(source)->track[c];
			const char *policy = sim_policy_name(track->sim);

			if (sim_track_op_events(track) == TRACK_NEVER) {
				assert_true(track->op_length < at || at == TRACK_NEVER);
				continue;
			}
			nr_within++;
			assert_int_equal(sim_track_op_events(track), at);
			assert_true(sim_hash(track->sim) ==
				    fresh_hash(policy, sim_nr_events(track->sim)));
		}
	}
	assert_true(nr_within > 10);
	source->ops->close(source);
}

static void another_column_is_stepped_once_it_is_selected(void **state)
{
	struct source *source = open_busy(3, BUDGET);
	struct frame *frame;

	(void)state;
	command(source, STAGE_STEP, 1500, NULL);
	command(source, STAGE_SELECT, 1, NULL);
	frame = sample(source);
	assert_int_equal(frame->stage->selected, 1);
	assert_string_equal(frame->release, "6.1");
	frame_free(frame);
	for (int step = 1; step >= -1; step -= 2) {
		uint64_t event = sim_nr_events(leader(source)) + (uint64_t)step;

		command(source, STAGE_STEP, step, NULL);
		assert_leader_is_fresh(source, event);
		assert_one_clock(source);
	}
	source->ops->close(source);
}

static void a_run_stops_at_the_next_event_of_a_kind(void **state)
{
	struct source *source = open_busy(2, BUDGET);
	struct frame *frame;
	uint64_t first;

	(void)state;
	command(source, STAGE_UNTIL, STAGE_STOP_KIND, "compact-begin");
	frame = sample(source);
	assert_string_equal(frame->stage->column[0].event_kind, "compact-begin");
	assert_true(*frame->stage->column[0].event);
	first = frame->stage->column[0].nr_events;
	frame_free(frame);
	assert_leader_is_fresh(source, first);
	command(source, STAGE_UNTIL, STAGE_STOP_KIND, "compact-begin");
	assert_true(sim_nr_events(leader(source)) > first);
	assert_one_clock(source);
	source->ops->close(source);
}

static void a_run_stops_where_something_happens_in_a_block(void **state)
{
	struct source *source = open_busy(1, BUDGET);
	const struct sim_zone *zone = &leader(source)->c.zone[0];
	uint64_t pfn = zone->pfn_base + 5 * 512 + 77;
	struct frame *frame;
	char text[32];

	(void)state;
	snprintf(text, sizeof(text), "%#llx", (unsigned long long)pfn);
	for (unsigned int i = 0; i < 3; i++) {
		command(source, STAGE_UNTIL, STAGE_STOP_BLOCK, text);
		frame = sample(source);
		assert_false(frame->stage->column[0].ended);
		assert_int_equal(frame->stage->column[0].pfn.n / 512, pfn / 512);
		assert_null(frame->stage->stop_text);
		frame_free(frame);
	}
	source->ops->close(source);
}

static void a_run_stops_at_a_failure_and_where_scanners_meet(void **state)
{
	struct source *source = open_busy(1, BUDGET);
	struct frame *frame;

	(void)state;
	command(source, STAGE_UNTIL, STAGE_STOP_FAILED, NULL);
	frame = sample(source);
	assert_string_equal(frame->stage->column[0].event_kind, "alloc-fail");
	frame_free(frame);
	command(source, STAGE_TO_START, 0, NULL);
	command(source, STAGE_UNTIL, STAGE_STOP_MET, NULL);
	frame = sample(source);
	assert_string_equal(frame->stage->column[0].event_kind, "scanners-met");
	frame_free(frame);
	source->ops->close(source);
}

static void a_run_tells_what_it_waits_for(void **state)
{
	struct source *source = open_busy(1, BUDGET);
	const struct stage_command until = { STAGE_UNTIL, STAGE_STOP_KIND, "capture" };
	const struct stage_command run = { STAGE_RUN, 1, NULL };
	const struct stage_command pause = { STAGE_RUN, 0, NULL };
	const struct stage *stage = &stage_of(source)->shown;
	struct err err;

	(void)state;
	assert_false(source->ops->command(source, &until, &err));
	assert_true(stage->running);
	assert_string_equal(stage->stop_text, "until capture");
	assert_false(source->ops->command(source, &run, &err));
	assert_true(stage->running);
	assert_int_equal(stage->stop, STAGE_STOP_NONE);
	assert_null(stage->stop_text);
	assert_true(source->ops->poll(source, 1));
	assert_false(source->ops->command(source, &pause, &err));
	assert_false(stage->running);
	source->ops->close(source);
}

static void the_end_is_where_nobody_goes_on(void **state)
{
	struct source *source = open_busy(3, BUDGET);
	struct frame *frame = sample(source);
	uint64_t end;

	(void)state;
	assert_false(num_has(frame->stage->end_events));
	frame_free(frame);
	command(source, STAGE_TO_END, 0, NULL);
	frame = sample(source);
	for (unsigned int i = 0; i < 3; i++) {
		assert_true(frame->stage->column[i].ended);
		assert_int_equal(frame->stage->column[i].nr_ops, 1500);
	}
	end = frame->stage->column[0].nr_events;
	assert_int_equal(frame->stage->end_events.n, end);
	frame_free(frame);
	assert_true(sim_hash(leader(source)) == fresh_hash("linux-7.3", UINT64_MAX));
	command(source, STAGE_STEP, 100, NULL);
	assert_int_equal(sim_nr_events(leader(source)), end);
	command(source, STAGE_STEP, -1, NULL);
	assert_leader_is_fresh(source, end - 1);
	assert_one_clock(source);
	command(source, STAGE_STEP, 100, NULL);
	assert_true(sim_has_ended(stage_of(source)->track[2]->sim));
	command(source, STAGE_TO_START, 0, NULL);
	for (unsigned int i = 0; i < 3; i++)
		assert_int_equal(sim_nr_events(stage_of(source)->track[i]->sim), 0);
	assert_leader_is_fresh(source, 0);
	source->ops->close(source);
}

/* From none, where each step back begins anew, to more than there is to keep. */
static void checkpoints_stay_within_their_budget(void **state)
{
	struct source *source = open_busy(2, 0);
	uint64_t size = sim_bytes(leader(source)), budget;

	(void)state;
	source->ops->close(source);
	for (unsigned int nr = 0; nr <= 16; nr = 2 * nr + 1) {
		budget = 2 * nr * size + size / 2;
		source = open_busy(2, budget);
		for (unsigned int i = 0; i < 12; i++) {
			struct frame *frame;

			command(source, STAGE_STEP, i % 3 == 2 ? -301 : 500, NULL);
			frame = sample(source);
			assert_true(frame->stage->checkpoint_bytes <= budget);
			assert_int_equal(frame->stage->checkpoint_budget, budget);
			frame_free(frame);
		}
		assert_leader_is_fresh(source, 4 * 699);
		assert_one_clock(source);
		source->ops->close(source);
	}
}

static void take_at(struct sim_checkpoints *all, struct sim *sim, uint64_t steps)
{
	while (steps--)
		assert_true(sim_step(sim));
	sim_checkpoints_take(all, sim);
}

/* Near the present they stand close, and there is always one within its own distance, or so. */
static void thinned_out_checkpoints_lie_dense_near_the_present(void **state)
{
	struct sim_scenario *scenario = made_scenario(busy);
	struct sim *sim = made_sim(scenario, "linux-7.3", SEED);
	struct sim_checkpoints all;
	uint64_t now, distance;

	(void)state;
	assert_false(sim_checkpoints_init(&all, sim, 12 * sim_bytes(sim)));
	take_at(&all, sim, 0);
	for (unsigned int i = 0; i < 300; i++)
		take_at(&all, sim, 4);
	now = sim_nr_events(sim);
	assert_int_equal(all.nr, 12);
	assert_int_equal(sim_nr_events(sim_checkpoints_before(&all, 1)), 0);
	for (size_t i = 1; i < all.nr; i++)
		assert_true(sim_nr_events(all.at[i - 1]) < sim_nr_events(all.at[i]));
	for (distance = 64; distance < now; distance *= 2) {
		const struct sim *at = sim_checkpoints_before(&all, now - distance);

		assert_true(now - sim_nr_events(at) <= 4 * distance + 64);
	}
	sim_checkpoints_done(&all);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void assert_same_map(const struct zonemap *a, const struct zonemap *b)
{
	assert_int_equal(a->nr_pages, b->nr_pages);
	assert_memory_equal(a->code, b->code, a->nr_pages);
	assert_memory_equal(a->free, b->free, a->nr_blocks * sizeof(*a->free));
	assert_memory_equal(a->largest, b->largest, a->nr_blocks);
	assert_memory_equal(a->head_align, b->head_align, a->nr_blocks);
	assert_memory_equal(a->type, b->type, a->nr_blocks);
	assert_memory_equal(a->skip, b->skip, a->nr_blocks);
	assert_memory_equal(a->read_ms, b->read_ms, a->nr_blocks * sizeof(*a->read_ms));
	for (unsigned int class = 0; class < NR_PAGE_CLASSES; class++)
		assert_memory_equal(a->count[class], b->count[class],
				    a->nr_blocks * sizeof(*a->count[class]));
}

static void assert_same_pictures(struct source *source)
{
	struct frame *shown = sample(source);
	struct err err = { "" };

	for (unsigned int i = 0; i < shown->stage->nr_columns; i++) {
		const struct frame *of = shown->stage->column[i].frame;
		struct pagemap *map = pagemap_new();
		struct frame *whole = sim_frame(stage_of(source)->track[i]->sim, map, &err);

		assert_non_null(whole);
		assert_int_equal(of->mono_ns, whole->mono_ns);
		assert_int_equal(of->nr_zones, whole->nr_zones);
		for (unsigned int z = 0; z < whole->nr_zones; z++) {
			assert_int_equal(of->zones[z]->free.n, whole->zones[z]->free.n);
			assert_same_map(of->zones[z]->map, whole->zones[z]->map);
		}
		frame_free(whole);
		pagemap_free(map);
	}
	frame_free(shown);
}

static void page_maps_kept_up_to_date_are_those_made_anew(void **state)
{
	static const int steps[] = { 1, 1, 9, 200, -1, 1000, -700, 1, 1, 1500, 3, -2000, 1 };
	struct source *source = open_busy(3, BUDGET);

	(void)state;
	assert_same_pictures(source);
	for (unsigned int i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		if (i % 4 == 3)
			command(source, STAGE_SELECT, i % 3, NULL);
		command(source, STAGE_STEP, steps[i], NULL);
		assert_same_pictures(source);
	}
	source->ops->close(source);
}

static void the_stage_says_what_the_scenario_and_its_policies_are(void **state)
{
	struct err err = { "" };
	struct source *source = source_open_sim(made_scenario(busy), NULL, 0, 7, BUDGET, &err);
	struct frame *frame;
	const struct stage *stage;

	(void)state;
	assert_non_null(source);
	command(source, STAGE_STEP, 2000, NULL);
	frame = sample(source);
	stage = frame->stage;
	assert_string_equal(stage->scenario, "busy");
	assert_int_equal(stage->seed, 7);
	assert_int_equal(stage->nr_columns, 3);
	assert_string_equal(stage->column[1].policy, "linux-7.3+resample");
	assert_non_null(strstr(stage->column[1].what, "random offset"));
	assert_true(strlen(stage->column[0].what) > 10);
	assert_int_equal(stage->nr_shown, 2);
	assert_string_equal(stage->counter[0], "compact_stall");
	assert_int_equal(stage->column[0].value[0], sim_counter(leader(source), SIM_COMPACT_STALL));
	assert_int_equal(stage->column[0].value[1], sim_counter(leader(source), SIM_ALLOCSTALL));
	assert_int_equal(stage->nr_counters, NR_SIM_COUNTERS);
	assert_int_equal(stage->column[0].now_ns, sim_now_ns(leader(source)));
	assert_ptr_equal(frame->pagemap, stage->column[0].frame->pagemap);
	frame_free(frame);
	source->ops->close(source);
}

static void a_chosen_speed_is_kept(void **state)
{
	struct source *source = open_busy(2, BUDGET);
	const struct stage_command run = { STAGE_RUN, 1, NULL };
	uint64_t began_ns;
	struct err err;

	(void)state;
	command(source, STAGE_SPEED, 5000, NULL);
	began_ns = clock_mono_ns();
	assert_false(source->ops->command(source, &run, &err));
	while (sim_nr_events(leader(source)) < 300)
		assert_true(source->ops->poll(source, NSEC_PER_MSEC));
	assert_true(clock_mono_ns() - began_ns >= 50 * NSEC_PER_MSEC);
	assert_one_clock(source);
	/* what one wants to see at its end is not waited for */
	command(source, STAGE_RUN, 0, NULL);
	command(source, STAGE_SPEED, 1, NULL);
	command(source, STAGE_SEEK, 2000, NULL);
	command(source, STAGE_TO_END, 0, NULL);
	assert_int_equal(stage_of(source)->shown.events_a_second, 1);
	source->ops->close(source);
}

/* In the middle of operations, some of them long. */
static void it_can_be_closed_at_any_moment(void **state)
{
	const struct stage_command run = { STAGE_RUN, 1, NULL };

	(void)state;
	for (unsigned int i = 0; i < 6; i++) {
		struct source *source = open_busy(3, BUDGET);
		struct err err;

		command(source, STAGE_STEP, 1 + 333 * i, NULL);
		assert_false(source->ops->command(source, &run, &err));
		source->ops->poll(source, i * 100000);
		source->ops->close(source);
	}
}

static void a_broken_invariant_is_told(void **state)
{
	struct source *source = open_busy(2, BUDGET);
	const struct stage_command step = { STAGE_STEP, 1, NULL };
	struct err err;

	(void)state;
	assert_false(source->ops->command(source, &step, &err));
	stage_of(source)->track[1]->sim->c.zone[0].nr_free_pages++;
	while (source->ops->poll(source, NSEC_PER_MSEC))
		;
	assert_string_equal(stage_of(source)->shown.column[0].broken, "");
	assert_non_null(strstr(stage_of(source)->shown.column[1].broken, "zone 0"));
	source->ops->close(source);
}

static void what_cannot_be_is_refused_with_what_could(void **state)
{
	static const struct {
		struct stage_command command;
		const char *text;
	} rows[] = {
		{ { STAGE_UNTIL, STAGE_STOP_KIND, "free-blok" }, "\"free-block\"" },
		{ { STAGE_UNTIL, STAGE_STOP_BLOCK, "here" }, "0x1000" },
		{ { STAGE_UNTIL, STAGE_STOP_BLOCK, "99999999" }, "no zone" },
		{ { STAGE_UNTIL, STAGE_STOP_NONE, "" }, "nothing to wait for" },
		{ { STAGE_SELECT, 2, NULL }, "there are 2" },
		{ { STAGE_SPEED, -1, NULL }, "events a second" },
	};
	static const char *const bad[] = { "linux-7.3", "linux-9.9" };
	static const char *const many[] = { "a", "b", "c", "d", "e" };
	struct source *source = open_busy(2, BUDGET);
	struct err err;

	(void)state;
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_true(source->ops->command(source, &rows[i].command, &err) < 0);
		assert_non_null(strstr(err.text, rows[i].text));
		assert_false(stage_of(source)->shown.running);
	}
	source->ops->close(source);
	assert_null(source_open_sim(made_scenario(busy), bad, 2, 1, BUDGET, &err));
	assert_non_null(strstr(err.text, "linux-9.9"));
	assert_null(source_open_sim(made_scenario(busy), many, 5, 1, BUDGET, &err));
	assert_non_null(strstr(err.text, "side by side"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_step_forward_or_back_comes_to_what_a_run_never_left),
		cmocka_unit_test(any_event_can_be_gone_to),
		cmocka_unit_test(the_others_follow_to_the_same_state_from_both_sides),
		cmocka_unit_test(within_an_operation_all_go_event_by_event),
		cmocka_unit_test(another_column_is_stepped_once_it_is_selected),
		cmocka_unit_test(a_run_stops_at_the_next_event_of_a_kind),
		cmocka_unit_test(a_run_stops_where_something_happens_in_a_block),
		cmocka_unit_test(a_run_stops_at_a_failure_and_where_scanners_meet),
		cmocka_unit_test(a_run_tells_what_it_waits_for),
		cmocka_unit_test(the_end_is_where_nobody_goes_on),
		cmocka_unit_test(checkpoints_stay_within_their_budget),
		cmocka_unit_test(thinned_out_checkpoints_lie_dense_near_the_present),
		cmocka_unit_test(page_maps_kept_up_to_date_are_those_made_anew),
		cmocka_unit_test(the_stage_says_what_the_scenario_and_its_policies_are),
		cmocka_unit_test(a_chosen_speed_is_kept),
		cmocka_unit_test(it_can_be_closed_at_any_moment),
		cmocka_unit_test(a_broken_invariant_is_told),
		cmocka_unit_test(what_cannot_be_is_refused_with_what_could),
	};

	return CHECK_MAIN(tests);
}
