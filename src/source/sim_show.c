// SPDX-License-Identifier: GPL-2.0-or-later
/* sim_show - fills a stage with what its machines are: names once, numbers each time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/sim_expect.h"
#include "fragscope/sim_policy.h"

#include "sim_stage.h"

/*
 * Names.
 */

static const char *row_what(const struct sim_policy_row *(*row)(unsigned int),
			    const char *name, size_t len)
{
	for (unsigned int i = 0; row(i); i++)
		if (strlen(row(i)->name) == len && !strncmp(row(i)->name, name, len))
			return row(i)->what;
	return NULL;
}

/* -ENOMEM */
static int append(char **text, const char *more)
{
	size_t len = *text ? strlen(*text) : 0;
	char *longer = realloc(*text, len + strlen(more) + 2);

	if (!longer)
		return -ENOMEM;
	*text = longer;
	if (len)
		longer[len++] = ' ';
	strcpy(longer + len, more);
	return 0;
}

/* What its patches change; of a kernel without patches what that kernel is. */
static int describe(const char *policy, char **text)
{
	const char *what = NULL;
	int error = 0;

	for (const char *name = policy; !error; name++) {
		size_t len = strcspn(name, "+");

		what = row_what(sim_patch_row, name, len);
		if (what)
			error = append(text, what);
		name += len;
		if (!*name)
			break;
	}
	if (!*text && !error) {
		what = row_what(sim_base_row, policy, strlen(policy));
		error = append(text, what ? what : "");
	}
	return error;
}

static void add_counter(struct stage *stage, const char *name)
{
	for (unsigned int i = 0; i < stage->nr_counters; i++)
		if (!strcmp(stage->counter[i], name))
			return;
	if (stage->nr_counters < STAGE_COUNTERS_MAX)
		stage->counter[stage->nr_counters++] = name;
}

int sim_stage_show_names(struct sim_stage *stage, struct err *err)
{
	struct stage *shown = &stage->shown;

	shown->scenario = sim_scenario_name(stage->scenario);
	shown->title = sim_scenario_title(stage->scenario);
	shown->thread = sim_scenario_thread(stage->scenario);
	shown->nr_unknown_pages = sim_scenario_unknown_pages(stage->scenario);
	shown->types_inferred = sim_scenario_types_inferred(stage->scenario);
	for (unsigned int i = 0; sim_scenario_show(stage->scenario, i); i++)
		add_counter(shown, sim_scenario_show(stage->scenario, i));
	shown->nr_shown = shown->nr_counters;
	for (unsigned int i = 0; i < NR_SIM_COUNTERS; i++)
		add_counter(shown, sim_counter_row(i)->name);
	for (unsigned int i = 0; i < shown->nr_columns; i++) {
		shown->column[i].policy = sim_policy_name(stage->track[i]->sim);
		if (describe(shown->column[i].policy, &stage->what[i]))
			return err_set(err, ENOMEM, "simulator: out of memory");
		shown->column[i].what = stage->what[i];
	}
	return 0;
}

/*
 * Numbers.
 */

static void show_event(const struct sim_track *track, struct stage_column *column)
{
	const struct sim_event *last = sim_last_event(track->sim);
	uint64_t pfn;

	*column->event = 0;
	column->event_kind = NULL;
	column->zone = -1;
	column->pfn = (struct num){ NUM_ABSENT };
	if (!last->number)
		return;
	sim_event_text(track->sim, last, column->event, sizeof(column->event));
	column->event_kind = sim_event_row(last->kind)->name;
	column->zone = last->zone;
	if (sim_event_pfn(track->sim, last, &pfn))
		column->pfn = num_known(pfn);
}

static void show_values(const struct stage *stage, const struct sim *sim,
			struct stage_column *column)
{
	for (unsigned int i = 0; i < stage->nr_counters; i++) {
		struct err err;
		double value;

		column->value[i] = sim_metric(sim, stage->counter[i], &value, &err) ? 0 :
				   (uint64_t)value;
	}
}

static void show_column(struct sim_stage *stage, unsigned int number)
{
	const struct sim_track *track = stage->track[number];
	struct stage_column *column = &stage->shown.column[number];

	column->frame = stage->picture[number].frame;
	column->nr_events = sim_nr_events(track->sim);
	column->nr_ops = sim_nr_ops(track->sim);
	column->now_ns = sim_now_ns(track->sim);
	column->ended = sim_has_ended(track->sim);
	show_event(track, column);
	show_values(&stage->shown, track->sim, column);
	stage->shown.checkpoint_bytes += sim_checkpoints_bytes(&track->checkpoints);
}

int sim_stage_show(struct sim_stage *stage, struct err *err)
{
	uint64_t end = sim_stage_leader(stage)->end_events;

	stage->shown.checkpoint_bytes = 0;
	for (unsigned int i = 0; i < stage->shown.nr_columns; i++) {
		const struct sim_track *track = stage->track[i];

		if (sim_picture_update(&stage->picture[i], track->sim, track->nr_orders + 1, err))
			return -ENOMEM;
		show_column(stage, i);
	}
	stage->shown.end_events = end == TRACK_NEVER ? (struct num){ NUM_ABSENT } : num_known(end);
	return 0;
}
