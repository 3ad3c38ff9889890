// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The loop sleeps in one place, term_wait(), and does three things: it takes events, it lets time
 * pass (reads the source when it is due), and it draws when something has changed.
 *
 * Three clocks run for a live source: frames, as often as the user wants; slices of the page map,
 * so short that keys need not wait for them and often enough to use the source's budget; and a
 * picture a second, because ages on screen grow, also while it is paused.  The first frame is drawn
 * before any slice is read.
 */
#include "loop.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "fragscope/clock.h"

#define SLICE_NS      (10ULL * NSEC_PER_MSEC) /* the longest that keys wait for the page map */
#define SLICE_FIRST_NS (4ULL * NSEC_PER_MSEC) /* the same during the first sweep */
#define SLICES_MAX_NS (1ULL * NSEC_PER_SEC) /* between two slices, at most */
#define DRAW_MAX_NS   (1ULL * NSEC_PER_SEC) /* the oldest that an age on screen may get */
#define STAGE_SHOW_NS (40ULL * NSEC_PER_MSEC)  /* between two pictures of running machines */
#define SWEEP_SHOW_NS (200ULL * NSEC_PER_MSEC) /* between two pictures while a sweep runs */

/* Simulated machines have a time of their own. */
static bool is_stage(const struct loop *loop)
{
	return loop->session->source->ops->command;
}

static bool is_live(const struct loop *loop)
{
	return !loop->session->input.nr_frames && !is_stage(loop);
}

static uint64_t interval_ns(const struct loop *loop)
{
	return (uint64_t)loop->session->input.interval_ms * NSEC_PER_MSEC;
}

/* One slice uses what the budget gives until the next. */
static uint64_t poll_interval_ns(const struct loop *loop)
{
	double ns = (double)SLICE_NS / loop->session->input.budget;

	return ns < (double)SLICES_MAX_NS ? (uint64_t)ns : SLICES_MAX_NS;
}

void loop_sample(struct loop *loop, enum sample_kind kind)
{
	struct session *session = loop->session;
	struct err err = { "" };

	if (session_sample(session, kind, &err))
		ui_message(session->ui, ROLE_BAD, err.text);
	else if (kind == SAMPLE_SWEEP)
		ui_message(session->ui, ROLE_TEXT, ""); /* instead of the progress */
	if (kind != SAMPLE_AGAIN) {
		own_cost_measure(&loop->own);
		session->input.own_cpu_ppm = loop->own.cpu_ppm;
		session->input.own_rss_kib = loop->own.rss_kib;
		loop->next_sample_ns = clock_mono_ns() + interval_ns(loop);
	}
	loop->dirty = true;
}

static void draw(struct loop *loop)
{
	struct session *session = loop->session;
	int rows, cols;

	term_size(loop->term, &rows, &cols);
	if (!session_draw(session, rows, cols, term_caps(loop->term)))
		term_draw(loop->term, &session->canvas, &session->theme);
	loop->dirty = false;
	loop->next_draw_ns = clock_mono_ns() + DRAW_MAX_NS;
}

/* Reads a slice of the page map. */
static void poll_source(struct loop *loop, uint64_t now)
{
	struct source *source = loop->session->source;
	bool swept = loop->sweeping;

	loop->sweeping = source->ops->poll(source, loop->sweeping ? SLICE_FIRST_NS : SLICE_NS);
	loop->next_poll_ns = now + poll_interval_ns(loop);
	if (loop->sweeping && loop->next_sample_ns > now + SWEEP_SHOW_NS)
		loop->next_sample_ns = now + SWEEP_SHOW_NS;
	else if (swept && !loop->sweeping)
		loop->next_sample_ns = now; /* the map is complete: show it */
}

static void draw_progress(struct loop *loop, uint64_t done, uint64_t all)
{
	char text[80];

	snprintf(text, sizeof(text), "reading the page map: %d %%; any key ends this",
		 all ? (int)(done * 100 / all) : 0);
	ui_message(loop->session->ui, ROLE_TEXT, text);
	draw(loop);
}

/* While everything is read at once, the screen says how far that is; any key ends it, within a
 * chunk of the page map. */
static int show_progress(uint64_t done, uint64_t all, void *arg)
{
	struct loop *loop = arg;
	uint64_t now = clock_mono_ns();

	if (now >= loop->next_progress_ns) {
		loop->next_progress_ns = now + SWEEP_SHOW_NS;
		draw_progress(loop, done, all);
	}
	return term_wait(loop->term, 0);
}

void loop_sweep(struct loop *loop)
{
	loop->next_progress_ns = clock_mono_ns() + SWEEP_SHOW_NS;
	loop_sample(loop, SAMPLE_SWEEP);
}

/* Machines run for a slice; what they have become is shown now and then, and when they stop. */
static void run_stage(struct loop *loop, uint64_t now)
{
	if (!loop->sweeping)
		return;
	loop->sweeping = loop->session->source->ops->poll(loop->session->source, SLICE_NS);
	if (loop->sweeping && now < loop->next_sample_ns)
		return;
	loop_sample(loop, SAMPLE_AGAIN);
	loop->next_sample_ns = clock_mono_ns() + STAGE_SHOW_NS;
}

static void pass_time(struct loop *loop)
{
	uint64_t now = clock_mono_ns();
	bool ticks;

	if (is_stage(loop))
		run_stage(loop, now);
	if (is_live(loop) && now >= loop->next_draw_ns)
		loop->dirty = true;
	if (!is_live(loop) || loop->paused)
		return;
	ticks = now >= loop->next_sample_ns;
	/* a slice that is nearly due is read with the frame, which saves waking up for it */
	if (loop->sweeping || now + (ticks ? poll_interval_ns(loop) / 2 : 0) >= loop->next_poll_ns)
		poll_source(loop, now);
	if (ticks)
		loop_sample(loop, SAMPLE_TICK);
}

/* How long nothing will be due; -1: for ever. */
static int64_t time_left(const struct loop *loop)
{
	uint64_t now = clock_mono_ns(), next = loop->next_draw_ns;

	if (is_stage(loop) && loop->sweeping)
		return 0;
	if (!is_live(loop))
		return -1;
	if (!loop->paused && loop->sweeping)
		return 0;
	if (!loop->paused && loop->next_sample_ns < next)
		next = loop->next_sample_ns;
	if (!loop->paused && loop->next_poll_ns < next)
		next = loop->next_poll_ns;
	return next > now ? (int64_t)(next - now) : 0;
}

/* Time went by without us: rates across it would be wrong. */
static void resume(struct loop *loop)
{
	if (loop->session->history)
		history_gap(loop->session->history);
	loop->next_sample_ns = 0;
	loop->dirty = true;
}

/* Nobody may be there to stop us for; then there was no pause, but the screen is to be drawn. */
static void suspend(struct loop *loop)
{
	term_suspend(loop->term);
	loop->dirty = true;
}

/* Ctrl-C and Ctrl-Z do what they do everywhere, unless they are bound to something. */
static bool is_unbound(const struct loop *loop, uint32_t key)
{
	const struct session *session = loop->session;

	return keymap_lookup(session->options->keymap, ui_view_name(session->ui), key) ==
	       ACTION_NONE;
}

static void take_input(struct loop *loop, const struct ui_event *event)
{
	struct session *session = loop->session;
	struct ui_effects effects = { .nr = 0 };

	ui_handle(session->ui, &session->input, event, &effects);
	loop_take_effects(loop, &effects);
	if (!loop->paused && session_wants_more(session)) {
		loop_sample(loop, SAMPLE_AGAIN);
		loop->next_poll_ns = 0; /* what was asked for may take work */
	}
	loop->dirty = true;
}

static void take_key(struct loop *loop, uint32_t key)
{
	struct ui_event event = { .kind = UI_KEY, .key = key };

	if (key == ('c' | KEY_MOD_CTRL) && is_unbound(loop, key))
		loop->done = true;
	else if (key == ('z' | KEY_MOD_CTRL) && is_unbound(loop, key))
		suspend(loop);
	else
		take_input(loop, &event);
}

static void take_mouse(struct loop *loop, const struct term_event *from)
{
	struct ui_event event = {
		.kind = UI_MOUSE, .mouse = from->mouse, .y = from->y, .x = from->x,
	};

	take_input(loop, &event);
}

static void take_event(struct loop *loop, const struct term_event *event)
{
	switch (event->kind) {
	case TERM_KEY:
		take_key(loop, event->key);
		break;
	case TERM_MOUSE:
		take_mouse(loop, event);
		break;
	case TERM_RESIZE:
		loop->dirty = true;
		break;
	case TERM_SUSPEND:
		suspend(loop);
		break;
	case TERM_RESUME:
		resume(loop);
		break;
	case TERM_SIGNAL:
		loop->signal = event->signal;
		loop->done = true;
		break;
	case TERM_WAKE:
		loop->session->source->ops->poll(loop->session->source, 0);
		break;
	case TERM_GONE:
		loop->gone = loop->done = true;
		break;
	}
}

static int finish(struct loop *loop)
{
	struct err err;

	own_cost_done(&loop->own);
	term_close(loop->term);
	if (loop->signal)
		raise(loop->signal);
	if (!loop->gone)
		return CODE_DONE;
	err_set(&err, EIO, "terminal: it went away");
	return cli_fail(CODE_FAILED, &err);
}

/* What the source waits for may come when it is opened late, and also while the screen is
 * paused. */
static int wake_fd(const struct loop *loop)
{
	const struct source *source = loop->session->source;

	return source->ops->wake_fd ? source->ops->wake_fd(source) : -1;
}

int loop_run(struct session *session, struct terminal *term)
{
	struct loop loop = { .session = session, .term = term, .dirty = true };
	struct term_event event;

	own_cost_init(&loop.own);
	session->progress = show_progress;
	session->progress_arg = &loop;
	loop.next_sample_ns = clock_mono_ns() + interval_ns(&loop);
	while (!loop.done) {
		if (loop.dirty)
			draw(&loop);
		term_watch(term, wake_fd(&loop));
		term_wait(term, time_left(&loop));
		while (!loop.done && term_next(term, &event))
			take_event(&loop, &event);
		if (!loop.done)
			pass_time(&loop);
	}
	return finish(&loop);
}
