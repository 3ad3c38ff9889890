// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim_stage.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "fragscope/clock.h"

#define PIECE_LEAST  (100ULL * 1000)          /* ns that the leader runs before others follow */
#define PATIENCE_NS  (100ULL * NSEC_PER_MSEC) /* of a command, for followers' ends */
#define BEHIND_SHARE 10                       /* of a second: what lags more than that has no
					       * chance to keep the speed, and does not catch up */

/*
 * Following.
 */

/* At one clock: whether it has gone farther within the operation than the leader. */
static bool is_beyond(const struct sim_track *track, uint64_t op_events)
{
	uint64_t at = sim_track_op_events(track);

	if (at == TRACK_NEVER)
		return op_events != TRACK_NEVER && op_events <= track->op_length;
	return at > op_events;
}

static bool is_behind(const struct sim_track *track, uint64_t op_events)
{
	uint64_t at = sim_track_op_events(track);

	return at != TRACK_NEVER && at < op_events;
}

/* What that column has to do to stand where the leader does; false: nothing. */
static bool order_to_follow(const struct sim_stage *stage, const struct sim_track *track,
			    uint64_t until_ns, struct track_order *order)
{
	const struct sim_track *leader = sim_stage_leader(stage);
	uint64_t ops = sim_nr_ops(track->sim);
	bool has_ended = sim_has_ended(track->sim);

	*order = track_order();
	if (sim_has_ended(leader->sim)) {
		order->until_ns = until_ns;
		return !has_ended;
	}
	order->ops = sim_nr_ops(leader->sim);
	order->op_events = sim_track_op_events(leader);
	if (ops == order->ops)
		order->back = has_ended || is_beyond(track, order->op_events);
	else
		order->back = ops > order->ops;
	return order->back || (!has_ended && (ops < order->ops ||
					      is_behind(track, order->op_events)));
}

/* All at once: there may be several processors. */
static int follow(struct sim_stage *stage, uint64_t until_ns)
{
	bool moves[STAGE_COLUMNS_MAX] = { false };
	int ret = 0;

	for (unsigned int i = 0; i < stage->shown.nr_columns; i++) {
		struct track_order order;

		if (i == stage->shown.selected)
			continue;
		moves[i] = order_to_follow(stage, stage->track[i], until_ns, &order);
		if (moves[i])
			sim_track_go(stage->track[i], &order);
	}
	for (unsigned int i = 0; i < stage->shown.nr_columns; i++)
		if (moves[i] && sim_track_wait(stage->track[i]) == TRACK_FAILED)
			ret = -ENOMEM;
	return ret;
}

static bool all_have_ended(const struct sim_stage *stage)
{
	for (unsigned int i = 0; i < stage->shown.nr_columns; i++)
		if (!sim_has_ended(stage->track[i]->sim))
			return false;
	return true;
}

/*
 * Running.
 */

static void set_pace(struct sim_stage *stage)
{
	stage->pace_ns = clock_mono_ns();
	stage->pace_event = sim_nr_events(sim_stage_leader(stage)->sim);
}

void sim_stage_set_speed(struct sim_stage *stage, uint32_t speed)
{
	stage->shown.events_a_second = speed;
	set_pace(stage);
}

void sim_stage_begin(struct sim_stage *stage, uint64_t goal_event, uint64_t kinds, uint64_t block)
{
	stage->goal_event = goal_event;
	stage->kinds = kinds;
	stage->block = block;
	stage->shown.running = true;
	stage->paced = false;
	set_pace(stage);
}

void sim_stage_pause(struct sim_stage *stage)
{
	stage->shown.running = false;
	stage->shown.stop = STAGE_STOP_NONE;
	stage->shown.stop_text = NULL;
}

/* The event where it ought to be now. */
static uint64_t due_event(struct sim_stage *stage, uint64_t now_ns)
{
	uint64_t speed = stage->shown.events_a_second;
	uint64_t at = sim_nr_events(sim_stage_leader(stage)->sim), due;

	if (!stage->paced || !speed || sim_has_ended(sim_stage_leader(stage)->sim))
		return TRACK_NEVER;
	while (now_ns - stage->pace_ns >= (uint64_t)NSEC_PER_SEC) {
		stage->pace_ns += NSEC_PER_SEC;
		stage->pace_event += speed;
	}
	due = stage->pace_event + (now_ns - stage->pace_ns) * speed / NSEC_PER_SEC;
	if (due <= at + 1 + speed / BEHIND_SHARE)
		return due;
	set_pace(stage);
	return at + 1;
}

/* Until the next event is due, or the caller wants to be back. */
static void sleep_until_due(const struct sim_stage *stage, uint64_t now_ns, uint64_t until_ns)
{
	uint64_t at = sim_nr_events(sim_stage_leader(stage)->sim);
	uint64_t due_ns = stage->pace_ns + (at + 1 - stage->pace_event) * (uint64_t)NSEC_PER_SEC /
					   stage->shown.events_a_second + 1;
	struct timespec time = { 0 };

	if (due_ns > until_ns)
		due_ns = until_ns;
	if (due_ns <= now_ns)
		return;
	time.tv_sec = (time_t)((due_ns - now_ns) / NSEC_PER_SEC);
	time.tv_nsec = (long)((due_ns - now_ns) % NSEC_PER_SEC);
	nanosleep(&time, NULL);
}

/* The leader goes on until then, and not beyond that event. */
static enum track_stop lead(struct sim_stage *stage, uint64_t event, uint64_t until_ns)
{
	struct sim_track *leader = sim_stage_leader(stage);
	struct track_order order = track_order();

	if (sim_has_ended(leader->sim))
		return TRACK_AT_END;
	order.event = event < stage->goal_event ? event : stage->goal_event;
	order.until_ns = until_ns;
	order.kinds = stage->kinds;
	order.block = stage->block;
	sim_track_go(leader, &order);
	return sim_track_wait(leader);
}

/* Under another policy the same work may take many times as long.  The longer the pieces, the less
 * often one machine drives the others out of the caches. */
static void adapt_piece(struct sim_stage *stage, uint64_t took_ns, uint64_t max_ns)
{
	if (took_ns > max_ns && stage->piece_ns > PIECE_LEAST)
		stage->piece_ns /= 2;
	else if (took_ns < max_ns / 2 && stage->piece_ns < max_ns)
		stage->piece_ns += stage->piece_ns / 4 + PIECE_LEAST;
}

/* All to one clock again, which takes about as long as is left until then. */
static void go_a_piece(struct sim_stage *stage, uint64_t event, uint64_t now_ns, uint64_t until_ns)
{
	uint64_t stop_ns = now_ns + stage->piece_ns;
	enum track_stop stop = lead(stage, event, stop_ns < until_ns ? stop_ns : until_ns);

	/* forward nothing can fail */
	(void)follow(stage, until_ns);
	if (stop == TRACK_AT_KIND || all_have_ended(stage) ||
	    sim_nr_events(sim_stage_leader(stage)->sim) >= stage->goal_event)
		sim_stage_pause(stage);
}

void sim_stage_go_on(struct sim_stage *stage, uint64_t max_ns)
{
	uint64_t began_ns = clock_mono_ns(), now_ns = began_ns, until_ns = now_ns + max_ns;

	do {
		uint64_t event = due_event(stage, now_ns), piece_ns = now_ns;

		if (event > sim_nr_events(sim_stage_leader(stage)->sim))
			go_a_piece(stage, event, now_ns, until_ns);
		else
			sleep_until_due(stage, now_ns, until_ns);
		now_ns = clock_mono_ns();
		adapt_piece(stage, now_ns - piece_ns, max_ns);
	} while (stage->shown.running && now_ns + stage->piece_ns < until_ns);
}

/*
 * Stepping.
 */

int sim_stage_seek(struct sim_stage *stage, uint64_t event, struct err *err)
{
	struct sim_track *leader = sim_stage_leader(stage);
	uint64_t at = sim_nr_events(leader->sim);
	struct track_order order = track_order();
	enum track_stop stop = TRACK_AT_EVENT;

	sim_stage_pause(stage);
	order.event = event;
	order.back = event < at;
	if (order.back || (event > at && !sim_has_ended(leader->sim))) {
		sim_track_go(leader, &order);
		stop = sim_track_wait(leader);
	}
	if (stop == TRACK_FAILED || follow(stage, clock_mono_ns() + PATIENCE_NS))
		return err_set(err, ENOMEM, "simulator: no memory to begin anew");
	if (sim_has_ended(leader->sim) && !all_have_ended(stage))
		sim_stage_begin(stage, TRACK_NEVER, 0, TRACK_NEVER);
	return 0;
}

/*
 * Soundness.
 */

bool sim_stage_check(struct sim_stage *stage)
{
	for (unsigned int i = 0; i < stage->shown.nr_columns; i++) {
		struct sim_track *track = stage->track[i];
		struct stage_column *column = &stage->shown.column[i];
		struct err err = { "" };

		if (stage->checked[i] == track->nr_orders)
			continue;
		stage->checked[i] = track->nr_orders;
		*column->broken = 0;
		if (sim_check(track->sim, &err))
			strncat(column->broken, err.text, sizeof(column->broken) - 1);
		return true;
	}
	return false;
}
