// SPDX-License-Identifier: GPL-2.0-or-later
/* What the user interface asks for is done here and nowhere else: one row per effect. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "fragscope/array.h"
#include "fragscope/clock.h"
#include "fragscope/stage.h"

#include "loop.h"
#include "save.h"

static void on_quit(struct loop *loop, const struct ui_effect *effect)
{
	(void)effect;
	loop->done = true;
}

static void on_redraw(struct loop *loop, const struct ui_effect *effect)
{
	(void)effect;
	term_redraw(loop->term);
}

static void on_suspend(struct loop *loop, const struct ui_effect *effect)
{
	(void)effect;
	term_suspend(loop->term);
}

/* "fragscope-HOST-20260131-094107.json", with nothing in it that a path would mind. */
static void make_name(const struct frame *frame, char *name, size_t size)
{
	time_t seconds = frame->wall_ns ? (time_t)(frame->wall_ns / NSEC_PER_SEC) : time(NULL);
	char when[32] = "";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(when, sizeof(when), "%Y%m%d-%H%M%S", &tm);
	snprintf(name, size, "fragscope-%.64s-%s.json", frame->host ? frame->host : "memory", when);
	for (char *c = name; *c; c++)
		if (*c == '/' || (unsigned char)*c <= ' ')
			*c = '_';
}

static void on_save(struct loop *loop, const struct ui_effect *effect)
{
	struct session *session = loop->session;
	const struct frame *frame = ui_frame(session->ui, &session->input);
	struct err err = { "" };
	char name[128], text[320];

	make_name(frame, name, sizeof(name));
	if (save_snapshot(frame, true, *effect->text ? effect->text : name, &err)) {
		ui_message(session->ui, ROLE_BAD, err.text);
		return;
	}
	snprintf(text, sizeof(text), "saved to %s", *effect->text ? effect->text : name);
	ui_message(session->ui, ROLE_GOOD, text);
}

static void on_sweep(struct loop *loop, const struct ui_effect *effect)
{
	(void)effect;
	loop_sweep(loop);
}

static void on_pause(struct loop *loop, const struct ui_effect *effect)
{
	loop->paused = effect->value != 0;
	if (loop->paused)
		return;
	if (loop->session->history)
		history_gap(loop->session->history);
	loop_sample(loop, SAMPLE_TICK);
}

static void on_interval(struct loop *loop, const struct ui_effect *effect)
{
	loop->session->input.interval_ms = (uint32_t)effect->value;
	loop->next_sample_ns = clock_mono_ns() + (uint64_t)effect->value * NSEC_PER_MSEC;
}

static void on_seek(struct loop *loop, const struct ui_effect *effect)
{
	struct err err = { "" };

	if (session_seek(loop->session, (size_t)effect->value, &err))
		ui_message(loop->session->ui, ROLE_BAD, err.text);
}

static void on_theme(struct loop *loop, const struct ui_effect *effect)
{
	struct session *session = loop->session;
	struct theme theme;

	if (!theme_load(&theme, effect->text, NULL))
		session->theme = theme;
	ui_set_theme(session->ui, &session->theme);
}

static void on_stage(struct loop *loop, const struct ui_effect *effect)
{
	struct session *session = loop->session;
	struct err err = { "" };

	if (session_command(session, effect, &err))
		ui_message(session->ui, ROLE_BAD, err.text);
	loop->sweeping = session->frame->stage; /* to run, or to be checked where they stand */
}

static const struct {
	enum ui_effect_kind kind;
	void (*carry_out)(struct loop *loop, const struct ui_effect *effect);
} rows[] = {
	{ EFFECT_QUIT, on_quit },
	{ EFFECT_REDRAW, on_redraw },
	{ EFFECT_SUSPEND, on_suspend },
	{ EFFECT_SAVE, on_save },
	{ EFFECT_SWEEP, on_sweep },
	{ EFFECT_PAUSE, on_pause },
	{ EFFECT_INTERVAL, on_interval },
	{ EFFECT_SEEK, on_seek },
	{ EFFECT_THEME, on_theme },
	{ EFFECT_STAGE, on_stage },
};

void loop_take_effects(struct loop *loop, const struct ui_effects *effects)
{
	for (unsigned int i = 0; i < effects->nr; i++)
		for (size_t j = 0; j < ARRAY_SIZE(rows); j++)
			if (rows[j].kind == effects->rows[i].kind)
				rows[j].carry_out(loop, &effects->rows[i]);
}
