/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_stage - the machines of a stage, moved together.
 *
 * The selected column leads: it goes to an event, the others follow to the workload clock that it
 * has come to, and within that operation to the event of the same number, or to its end where it
 * takes them fewer.  When the leader's workload is over, the others run to their own ends.  An
 * operation is the same for all, what it takes to serve it is not; so at one clock they can be at
 * different events and times.
 */
#ifndef SOURCE_SIM_STAGE_H
#define SOURCE_SIM_STAGE_H

#include "fragscope/source.h"
#include "fragscope/stage.h"

#include "sim_picture.h"
#include "sim_track.h"

struct sim_stage {
	struct source source;
	struct stage shown;
	struct sim_scenario *scenario;
	struct sim_track *track[STAGE_COLUMNS_MAX];
	struct sim_picture picture[STAGE_COLUMNS_MAX];
	uint64_t checked[STAGE_COLUMNS_MAX];   /* order of a track after which it was checked */
	char *what[STAGE_COLUMNS_MAX];
	char stop_text[64];

	/* where a run goes */
	uint64_t goal_event;           /* of the leader; TRACK_NEVER: the end */
	uint64_t kinds, block;         /* see struct track_order */
	uint64_t piece_ns;             /* how long the leader runs before the others follow */
	bool paced;                    /* at the chosen speed: at pace_ns it is at pace_event */
	uint64_t pace_ns, pace_event;
};

/*
 * sim_stage.c
 */
/* The leader goes to that event, before or behind it, the others follow.  What would take long (a
 * leader at its end, whose followers are not) is left to the run.  -ENOMEM */
int sim_stage_seek(struct sim_stage *stage, uint64_t event, struct err *err);
/* It runs, as fast as it goes, until sim_stage_go_on() comes to the goal. */
void sim_stage_begin(struct sim_stage *stage, uint64_t goal_event, uint64_t kinds, uint64_t block);
void sim_stage_pause(struct sim_stage *stage);
/* From now on at this speed, events a second; 0: as fast as it goes. */
void sim_stage_set_speed(struct sim_stage *stage, uint32_t speed);
/* Runs for about that long. */
void sim_stage_go_on(struct sim_stage *stage, uint64_t max_ns);
/* Checks one machine that has moved since it was checked; false: there is none. */
bool sim_stage_check(struct sim_stage *stage);

/*
 * sim_show.c
 */
/* Names, titles and counters: what stays.  -ENOMEM */
int sim_stage_show_names(struct sim_stage *stage, struct err *err);
/* Frames, numbers and events, as they are now. */
int sim_stage_show(struct sim_stage *stage, struct err *err);

static inline struct sim_track *sim_stage_leader(const struct sim_stage *stage)
{
	return stage->track[stage->shown.selected];
}

#endif
