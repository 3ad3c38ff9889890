// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim - frames of simulated machines: a source whose time goes as the user says.
 *
 * The frame is the selected column's; what it points to, the stage and the page maps, is changed in
 * place by the next sample().  Commands do at once what is quick, stepping among it; a run goes on
 * in poll(), which is also where machines are checked after they have moved.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/closest.h"

#include "sim_stage.h"

#define DEFAULT_POLICY "linux-7.3"

static struct sim_stage *stage_of(struct source *source)
{
	return (struct sim_stage *)source;
}

static int stage_sample(struct source *source, const struct source_want *want,
			struct frame **frame, struct err *err)
{
	struct sim_stage *stage = stage_of(source);

	(void)want;
	if (sim_stage_show(stage, err))
		return -ENOMEM;
	*frame = sim_picture_copy(&stage->picture[stage->shown.selected]);
	if (!*frame)
		return err_set(err, ENOMEM, "simulator: no memory for a frame");
	(*frame)->stage = &stage->shown;
	return 0;
}

static bool stage_poll(struct source *source, uint64_t max_ns)
{
	struct sim_stage *stage = stage_of(source);

	if (!stage->shown.running)
		return sim_stage_check(stage);
	sim_stage_go_on(stage, max_ns);
	return true;
}

static size_t stage_nr_frames(const struct source *source)
{
	(void)source;
	return 0;
}

static int stage_seek(struct source *source, size_t index, struct err *err)
{
	return sim_stage_seek(stage_of(source), index, err);
}

/*
 * Commands.
 */

static int on_step(struct sim_stage *stage, const struct stage_command *command, struct err *err)
{
	uint64_t at = sim_nr_events(sim_stage_leader(stage)->sim), back;

	if (command->value >= 0)
		return sim_stage_seek(stage, at + (uint64_t)command->value, err);
	back = 0 - (uint64_t)command->value;
	return sim_stage_seek(stage, back < at ? at - back : 0, err);
}

static int on_run(struct sim_stage *stage, const struct stage_command *command, struct err *err)
{
	(void)err;
	sim_stage_pause(stage);
	if (!command->value)
		return 0;
	sim_stage_begin(stage, TRACK_NEVER, 0, TRACK_NEVER);
	stage->paced = true;
	return 0;
}

static int on_speed(struct sim_stage *stage, const struct stage_command *command, struct err *err)
{
	if (command->value < 0 || command->value > UINT32_MAX)
		return err_set(err, EINVAL, "speed: 0 (as fast as it goes) to %u events a second",
			       UINT32_MAX);
	sim_stage_set_speed(stage, (uint32_t)command->value);
	return 0;
}

/* -EINVAL with the nearest that there is. */
static int find_kind(const char *name, unsigned int *kind, struct err *err)
{
	unsigned int best = 0;

	for (unsigned int i = 0; i < NR_SIM_EVENTS; i++) {
		const char *row = sim_event_row(i)->name;

		if (closest_distance(row, name) < closest_distance(sim_event_row(best)->name, name))
			best = i;
		if (strcmp(row, name))
			continue;
		*kind = i;
		return 0;
	}
	return err_set(err, EINVAL, "\"%s\": no event is called that; did you mean \"%s\"?", name,
		       sim_event_row(best)->name);
}

static int until_kind(struct sim_stage *stage, const char *text, struct err *err)
{
	unsigned int kind = 0;
	int ret = find_kind(text, &kind, err);

	if (ret)
		return ret;
	snprintf(stage->stop_text, sizeof(stage->stop_text), "until %s", sim_event_row(kind)->name);
	sim_stage_begin(stage, TRACK_NEVER, 1ULL << kind, TRACK_NEVER);
	return 0;
}

static int until_block(struct sim_stage *stage, const char *text, struct err *err)
{
	char *end;
	uint64_t pfn;

	errno = 0;
	pfn = strtoull(text, &end, 0);
	if (errno || end == text || *end || *text == '-')
		return err_set(err, EINVAL, "\"%s\": give a page's number, as 4096 or 0x1000",
			       text);
	if (!sim_has_pfn(sim_stage_leader(stage)->sim, pfn))
		return err_set(err, EINVAL, "pfn %s: no zone has that page", text);
	snprintf(stage->stop_text, sizeof(stage->stop_text), "until the block of pfn %#llx",
		 (unsigned long long)pfn);
	sim_stage_begin(stage, TRACK_NEVER, TRACK_ALL_KINDS, pfn);
	return 0;
}

static int until_failed(struct sim_stage *stage, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	strcpy(stage->stop_text, "until a request fails");
	sim_stage_begin(stage, TRACK_NEVER, 1ULL << EVENT_ALLOC_FAIL, TRACK_NEVER);
	return 0;
}

static int until_met(struct sim_stage *stage, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	strcpy(stage->stop_text, "until the scanners meet");
	sim_stage_begin(stage, TRACK_NEVER, 1ULL << EVENT_SCANNERS_MET, TRACK_NEVER);
	return 0;
}

static int on_until(struct sim_stage *stage, const struct stage_command *command, struct err *err)
{
	static int (*const until[NR_STAGE_STOPS])(struct sim_stage *, const char *,
						  struct err *) = {
		[STAGE_STOP_KIND] = until_kind, [STAGE_STOP_BLOCK] = until_block,
		[STAGE_STOP_FAILED] = until_failed, [STAGE_STOP_MET] = until_met,
	};
	int ret;

	if (command->value < 0 || command->value >= NR_STAGE_STOPS || !until[command->value])
		return err_set(err, EINVAL, "simulator: nothing to wait for");
	sim_stage_pause(stage);
	ret = until[command->value](stage, command->text ? command->text : "", err);
	if (ret)
		return ret;
	stage->paced = true;
	stage->shown.stop = (enum stage_stop)command->value;
	stage->shown.stop_text = stage->stop_text;
	return 0;
}

static int on_to_end(struct sim_stage *stage, const struct stage_command *command, struct err *err)
{
	(void)command;
	(void)err;
	sim_stage_pause(stage);
	sim_stage_begin(stage, TRACK_NEVER, 0, TRACK_NEVER);
	return 0;
}

static int on_to_start(struct sim_stage *stage, const struct stage_command *command,
		       struct err *err)
{
	(void)command;
	return sim_stage_seek(stage, 0, err);
}

/* Behind it at once; what is ahead may be far. */
static int on_seek(struct sim_stage *stage, const struct stage_command *command, struct err *err)
{
	uint64_t event = command->value < 0 ? 0 : (uint64_t)command->value;

	if (event <= sim_nr_events(sim_stage_leader(stage)->sim))
		return sim_stage_seek(stage, event, err);
	sim_stage_pause(stage);
	sim_stage_begin(stage, event, 0, TRACK_NEVER);
	return 0;
}

static int on_select(struct sim_stage *stage, const struct stage_command *command, struct err *err)
{
	if (command->value < 0 || command->value >= (int64_t)stage->shown.nr_columns)
		return err_set(err, EINVAL, "column %lld: there are %u",
			       (long long)command->value + 1, stage->shown.nr_columns);
	stage->shown.selected = (unsigned int)command->value;
	sim_stage_set_speed(stage, stage->shown.events_a_second);
	return 0;
}

static int stage_command(struct source *source, const struct stage_command *command,
			 struct err *err)
{
	static int (*const rows[])(struct sim_stage *, const struct stage_command *,
				   struct err *) = {
		[STAGE_STEP] = on_step, [STAGE_RUN] = on_run, [STAGE_SPEED] = on_speed,
		[STAGE_UNTIL] = on_until, [STAGE_TO_END] = on_to_end,
		[STAGE_TO_START] = on_to_start, [STAGE_SEEK] = on_seek,
		[STAGE_SELECT] = on_select,
	};

	if ((unsigned int)command->verb >= ARRAY_SIZE(rows))
		return err_set(err, EINVAL, "simulator: it cannot do that");
	return rows[command->verb](stage_of(source), command, err);
}

/*
 * Opening and closing.
 */

static void stage_close(struct source *source)
{
	struct sim_stage *stage = stage_of(source);

	for (unsigned int i = 0; i < STAGE_COLUMNS_MAX; i++) {
		sim_track_free(stage->track[i]);
		sim_picture_done(&stage->picture[i]);
		free(stage->what[i]);
	}
	sim_scenario_free(stage->scenario);
	free(stage);
}

static const struct source_ops stage_ops = {
	.name = "sim",
	.sample = stage_sample,
	.poll = stage_poll,
	.nr_frames = stage_nr_frames,
	.seek = stage_seek,
	.command = stage_command,
	.close = stage_close,
};

/* Names of the policies: those asked for, else the scenario's first ones. */
static int choose(const struct sim_scenario *scenario, const char *const *policies,
		  unsigned int nr_policies, const char **chosen, unsigned int *nr, struct err *err)
{
	if (nr_policies > STAGE_COLUMNS_MAX)
		return err_set(err, E2BIG, "%u policies; %d are the most that stand side by side",
			       nr_policies, STAGE_COLUMNS_MAX);
	for (*nr = 0; *nr < STAGE_COLUMNS_MAX; ++*nr) {
		const char *name = nr_policies ? (*nr < nr_policies ? policies[*nr] : NULL) :
				   sim_scenario_policy(scenario, *nr);

		if (!name)
			break;
		chosen[*nr] = name;
	}
	if (!*nr)
		chosen[(*nr)++] = DEFAULT_POLICY;
	return 0;
}

static int open_columns(struct sim_stage *stage, const char *const *policies,
			unsigned int nr_policies, struct err *err)
{
	const char *chosen[STAGE_COLUMNS_MAX];
	unsigned int nr = 0;
	int ret = choose(stage->scenario, policies, nr_policies, chosen, &nr, err);

	if (ret)
		return ret;
	for (unsigned int i = 0; i < nr; i++) {
		stage->track[i] = sim_track_new(stage->scenario, chosen[i], stage->shown.seed,
						stage->shown.checkpoint_budget / nr, err);
		if (!stage->track[i])
			return -EINVAL;
		if (sim_picture_init(&stage->picture[i], stage->track[i]->sim))
			return err_set(err, ENOMEM, "simulator: no memory for a page map");
		stage->shown.nr_columns++;
	}
	return sim_stage_show_names(stage, err);
}

struct source *source_open_sim(struct sim_scenario *scenario, const char *const *policies,
			       unsigned int nr_policies, uint64_t seed, uint64_t checkpoint_budget,
			       struct err *err)
{
	struct sim_stage *stage = calloc(1, sizeof(*stage));

	if (!stage) {
		sim_scenario_free(scenario);
		err_set(err, ENOMEM, "simulator: out of memory");
		return NULL;
	}
	stage->source.ops = &stage_ops;
	stage->scenario = scenario;
	stage->shown.seed = seed;
	stage->shown.checkpoint_budget = checkpoint_budget;
	if (open_columns(stage, policies, nr_policies, err)) {
		stage_close(&stage->source);
		return NULL;
	}
	return &stage->source;
}
