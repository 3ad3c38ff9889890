// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim_track.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "fragscope/clock.h"
#include "fragscope/sim_policy.h"

#define LOOK_EVENTS   256              /* between two looks at the clock, at least */
#define LOOK_MOST     (1u << 15)       /* at most, where events come fast: */
#define LOOK_NS       (100ULL * 1000)  /* as many as come within about this time */
#define COPY_NS       8                /* bytes that are copied in one, on a slow machine */
#define COPY_SHARE    12               /* copying takes one of so many parts of the time */
#define SPACING_NS    (2ULL * NSEC_PER_MSEC) /* between two checkpoints, at least */
#define NEAR_SHARE    8                /* on the way back one is laid this near, of the way */

/*
 * The turn.
 */

static void await_turn(struct sim_track *track, bool of_thread)
{
	pthread_mutex_lock(&track->lock);
	while (track->thread_has_turn != of_thread)
		pthread_cond_wait(&track->change, &track->lock);
	pthread_mutex_unlock(&track->lock);
}

static void give_turn(struct sim_track *track, bool to_thread)
{
	pthread_mutex_lock(&track->lock);
	track->thread_has_turn = to_thread;
	pthread_cond_signal(&track->change);
	pthread_mutex_unlock(&track->lock);
}

void sim_track_go(struct sim_track *track, const struct track_order *order)
{
	track->order = *order;
	track->nr_orders++;
	give_turn(track, true);
}

enum track_stop sim_track_wait(struct sim_track *track)
{
	await_turn(track, false);
	return track->stop;
}

/*
 * The thread.
 */

static void look_again(struct sim_track *track)
{
	uint64_t next = sim_nr_events(track->sim) + track->stride;

	track->look_at = track->order.event < next ? track->order.event : next;
	if (track->order.op_events < track->look_at - track->step_events &&
	    track->step_ops + 1 == track->order.ops)
		track->look_at = track->step_events + track->order.op_events;
	sim_listen_from(track->sim, track->look_at, track->order.kinds);
}

/* Time that it slept does not count. */
static void begin(struct sim_track *track)
{
	track->looked_ns = clock_mono_ns();
	track->stride = LOOK_EVENTS;
	look_again(track);
}

static uint64_t look_at_clock(struct sim_track *track)
{
	uint64_t now_ns = clock_mono_ns();

	track->ran_ns += now_ns - track->looked_ns;
	track->looked_ns = now_ns;
	return now_ns;
}

/* A stride further on; how far that is goes by how long the last one took. */
static uint64_t look_after_stride(struct sim_track *track)
{
	uint64_t began_ns = track->looked_ns, now_ns = look_at_clock(track);

	if (now_ns - began_ns < LOOK_NS / 2 && track->stride < LOOK_MOST)
		track->stride *= 2;
	else if (now_ns - began_ns > LOOK_NS && track->stride > LOOK_EVENTS)
		track->stride /= 2;
	look_again(track);
	return now_ns;
}

static void hand_back(struct sim_track *track, enum track_stop stop)
{
	look_at_clock(track);
	track->stop = stop;
	give_turn(track, false);
}

static bool is_awaited(const struct sim_track *track, const struct sim_event *event)
{
	const struct track_order *order = &track->order;

	return order->kinds >> event->kind & 1 &&
	       (order->block == TRACK_NEVER || sim_event_in_block(track->sim, event, order->block));
}

/* It is in the operation that it was to come to, and far enough. */
static bool is_in_op(const struct sim_track *track)
{
	uint64_t at = sim_track_op_events(track);

	return at != TRACK_NEVER && at >= track->order.op_events &&
	       sim_nr_ops(track->sim) == track->order.ops;
}

static enum track_stop stop_at(struct sim_track *track, const struct sim_event *event)
{
	if (event->number >= track->order.event)
		return TRACK_AT_EVENT;
	if (is_in_op(track))
		return TRACK_AT_OPS;
	if (is_awaited(track, event))
		return TRACK_AT_KIND;
	if (event->number < track->look_at)
		return TRACK_GOES_ON;
	return look_after_stride(track) >= track->order.until_ns ? TRACK_AT_TIME : TRACK_GOES_ON;
}

/* Sleeps within the step until there is an order.  One that does not go on from here leaves it. */
static void sleep_here(struct sim_track *track, enum track_stop stop)
{
	hand_back(track, stop);
	await_turn(track, true);
	if (track->order.back || track->order.quit)
		longjmp(track->out, 1);
	begin(track);
}

static void hear(struct sim *sim, const struct sim_event *event, void *listener)
{
	struct sim_track *track = listener;
	enum track_stop stop = stop_at(track, event);

	(void)sim;
	if (stop != TRACK_GOES_ON)
		sleep_here(track, stop);
}

static void take_checkpoint(struct sim_track *track)
{
	sim_checkpoints_take(&track->checkpoints, track->sim);
	track->looked_ns = clock_mono_ns();
	track->ran_ns = 0;
	track->lay_event = track->lay_ops = TRACK_NEVER;
}

/* Where it took long to come near to a place behind, the next step back shall be quick. */
static bool should_lay(struct sim_track *track)
{
	if (sim_nr_events(track->sim) < track->lay_event &&
	    sim_nr_ops(track->sim) < track->lay_ops)
		return false;
	track->lay_event = track->lay_ops = TRACK_NEVER;
	look_at_clock(track);
	return track->ran_ns > track->spacing_ns / NEAR_SHARE;
}

static void checkpoint_if_due(struct sim_track *track)
{
	if (should_lay(track) || track->ran_ns > track->spacing_ns)
		take_checkpoint(track);
}

/* Between two steps. */
static enum track_stop stop_between(struct sim_track *track)
{
	if (sim_nr_ops(track->sim) >= track->order.ops)
		return TRACK_AT_OPS;
	if (sim_nr_events(track->sim) >= track->order.event)
		return TRACK_AT_EVENT;
	if (++track->steps % LOOK_EVENTS || look_at_clock(track) < track->order.until_ns)
		return TRACK_GOES_ON;
	return TRACK_AT_TIME;
}

static bool step(struct sim_track *track)
{
	bool goes_on;

	track->step_events = sim_nr_events(track->sim);
	track->step_ops = sim_nr_ops(track->sim);
	track->in_step = true;
	if (track->step_ops + 1 == track->order.ops)
		look_again(track);
	goes_on = sim_step(track->sim);
	track->in_step = false;
	if (sim_nr_ops(track->sim) > track->step_ops)
		track->op_length = sim_nr_events(track->sim) - track->step_events;
	return goes_on;
}

static enum track_stop run(struct sim_track *track)
{
	enum track_stop stop;

	begin(track);
	while ((stop = stop_between(track)) == TRACK_GOES_ON) {
		checkpoint_if_due(track);
		if (!step(track)) {
			track->end_events = sim_nr_events(track->sim);
			return TRACK_AT_END;
		}
	}
	return stop;
}

/* Without a checkpoint there is still the scenario. */
static int begin_anew(struct sim_track *track)
{
	struct err err = { "" };
	struct sim *sim = sim_new(track->scenario, track->policy, track->seed, &err);

	if (!sim)
		return -ENOMEM;
	sim_copy(track->sim, sim);
	sim_free(sim);
	return 0;
}

static int restore(struct sim_track *track)
{
	const struct track_order *order = &track->order;
	const struct sim *from = order->event != TRACK_NEVER ?
		sim_checkpoints_before(&track->checkpoints, order->event) :
		sim_checkpoints_before_ops(&track->checkpoints, order->ops);
	int ret = 0;

	if (from)
		sim_copy(track->sim, from);
	else
		ret = begin_anew(track);
	track->in_step = false;
	track->op_length = TRACK_NEVER;
	track->ran_ns = 0;
	track->lay_event = order->event;
	track->lay_ops = TRACK_NEVER;
	if (order->event != TRACK_NEVER)
		track->lay_event -= (order->event - sim_nr_events(track->sim)) / NEAR_SHARE;
	else if (order->ops)
		track->lay_ops = order->ops - 1 -
				 (order->ops - 1 - sim_nr_ops(track->sim)) / NEAR_SHARE;
	return ret;
}

static void carry_out(struct sim_track *track)
{
	if (track->order.back && restore(track))
		hand_back(track, TRACK_FAILED);
	else
		hand_back(track, run(track));
}

static void *live(void *arg)
{
	struct sim_track *track = arg;

	/* a step that is left comes back here with the turn and the order that it left for */
	(void)setjmp(track->out);
	for (;;) {
		await_turn(track, true);
		if (track->order.quit)
			return NULL;
		carry_out(track);
	}
}

/*
 * Making and freeing.
 */

static int start_thread(struct sim_track *track)
{
	sigset_t all, old;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	error = pthread_create(&track->thread, NULL, live, track);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return error;
}

static int set_up(struct sim_track *track, const char *policy, uint64_t budget, struct err *err)
{
	int error;

	track->policy = sim_policy_new(policy, err);
	if (!track->policy)
		return -EINVAL;
	track->sim = sim_new(track->scenario, track->policy, track->seed, err);
	if (!track->sim)
		return -EINVAL;
	sim_listen(track->sim, hear, track);
	if (sim_checkpoints_init(&track->checkpoints, track->sim, budget))
		return err_set(err, ENOMEM, "simulator: no memory for checkpoints");
	track->spacing_ns = track->checkpoints.size / COPY_NS * COPY_SHARE;
	if (track->spacing_ns < SPACING_NS)
		track->spacing_ns = SPACING_NS;
	take_checkpoint(track);
	error = start_thread(track);
	return error ? err_set(err, error, "simulator: no thread could be started") : 0;
}

static void release(struct sim_track *track)
{
	sim_checkpoints_done(&track->checkpoints);
	sim_free(track->sim);
	sim_policy_free(track->policy);
	pthread_cond_destroy(&track->change);
	pthread_mutex_destroy(&track->lock);
	free(track);
}

struct sim_track *sim_track_new(const struct sim_scenario *scenario, const char *policy,
				uint64_t seed, uint64_t budget, struct err *err)
{
	struct sim_track *track = calloc(1, sizeof(*track));

	if (!track) {
		err_set(err, ENOMEM, "simulator: out of memory");
		return NULL;
	}
	track->scenario = scenario;
	track->seed = seed;
	track->end_events = track->op_length = TRACK_NEVER;
	track->looked_ns = clock_mono_ns();
	pthread_mutex_init(&track->lock, NULL);
	pthread_cond_init(&track->change, NULL);
	if (set_up(track, policy, budget, err)) {
		release(track);
		return NULL;
	}
	return track;
}

void sim_track_free(struct sim_track *track)
{
	const struct track_order quit = { .quit = true };

	if (!track)
		return;
	sim_track_go(track, &quit);
	pthread_join(track->thread, NULL);
	release(track);
}
