// SPDX-License-Identifier: GPL-2.0-or-later
/* render: one screen as text, for documents, bug reports and tests. */
#include <errno.h>

#include "fragscope/clock.h"
#include "fragscope/holders.h"
#include "fragscope/stage.h"

#include "keys.h"
#include "session.h"

static unsigned int caps_of(const struct options *options)
{
	unsigned int caps = 0;

	if (term_is_utf8() && !options->ascii)
		caps |= CANVAS_UTF8;
	if (options->format == FORMAT_ANSI && term_color_depth(options->color))
		caps |= CANVAS_COLOR;
	return caps;
}

/* A search for holders takes as long as it takes. */
static void finish_holders(struct session *session)
{
	const struct holders *holders = session->frame->holders;

	while (holders && holders->state == HOLDERS_RUNNING)
		session->source->ops->poll(session->source, NSEC_PER_SEC);
}

static void set_speed(struct session *session, uint32_t speed)
{
	const struct stage_command command = { .verb = STAGE_SPEED, .value = speed };
	struct err err;

	session->source->ops->command(session->source, &command, &err);
}

/* So does a run of simulated machines, which ends with the workload, and a look at whether they are
 * sound.  Nobody watches, so it need not be slow. */
static int finish_run(struct session *session, struct err *err)
{
	uint32_t speed;

	if (!session->frame->stage)
		return 0;
	speed = session->frame->stage->events_a_second;
	set_speed(session, 0);
	while (session->source->ops->poll(session->source, NSEC_PER_SEC))
		;
	set_speed(session, speed);
	return session_sample(session, SAMPLE_AGAIN, err);
}

static int draw(struct session *session, struct err *err)
{
	const struct options *options = session->options;
	int ret = 0;

	/* A view may find out what it wants only when it is drawn: which page is selected. */
	for (int i = 0; i < 2 && !ret; i++) {
		if (session_wants_more(session))
			ret = session_sample(session, SAMPLE_AGAIN, err);
		finish_holders(session);
		if (!ret && session_draw(session, options->rows, options->cols, caps_of(options)))
			ret = err_set(err, ENOMEM, "screen: out of memory");
		if (!session_wants_more(session))
			break;
	}
	return ret;
}

/* What a key asks for outside; saving, sleeping and stopping have no place here. */
static int take_effects(struct session *session, const struct ui_effects *effects, bool *quit,
			struct err *err)
{
	int ret = 0;

	for (unsigned int i = 0; i < effects->nr && !ret; i++) {
		const struct ui_effect *effect = &effects->rows[i];

		if (effect->kind == EFFECT_QUIT) {
			*quit = true;
		} else if (effect->kind == EFFECT_SEEK) {
			ret = session_seek(session, (size_t)effect->value, err);
		} else if (effect->kind == EFFECT_STAGE) {
			ret = session_command(session, effect, err);
			if (!ret)
				ret = finish_run(session, err);
		} else if (effect->kind == EFFECT_THEME) {
			ret = theme_load(&session->theme, effect->text, err);
			ui_set_theme(session->ui, &session->theme);
		}
	}
	return ret;
}

/* Each key meets the screen that a user would have seen. */
static int press_keys(struct session *session, struct err *err)
{
	struct span keys = span_of(session->options->keys);
	bool quit = false;
	int ret = draw(session, err);

	while (!ret && !quit) {
		struct ui_event event = { .kind = UI_KEY };
		struct ui_effects effects = { .nr = 0 };

		ret = keys_next(&keys, &event.key, err);
		if (ret <= 0)
			return ret ? err_prefix(err, ret, "--keys") : 0;
		ui_handle(session->ui, &session->input, &event, &effects);
		ret = take_effects(session, &effects, &quit, err);
		if (!ret)
			ret = draw(session, err);
	}
	return ret;
}

static int write_canvas(struct session *session, struct err *err)
{
	const struct options *options = session->options;
	int ret;

	if (options->format == FORMAT_ANSI)
		ret = canvas_write_ansi(&session->canvas, &session->theme,
					term_color_depth(options->color), stdout);
	else
		ret = canvas_write_text(&session->canvas, stdout);
	return ret ? err_set(err, -ret, "standard output: cannot be written") : 0;
}

static int render(struct session *session)
{
	struct err err = { "" };
	int ret;

	if (ui_go(session->ui, session->options->args[0])) {
		err_set(&err, EINVAL, "%.40s: there is no such view; \"fragscope list views\" "
			"names them", session->options->args[0]);
		return cli_fail(CODE_USAGE, &err);
	}
	ret = press_keys(session, &err);
	if (ret)
		return cli_fail(ret == -EINVAL ? CODE_USAGE : CODE_FAILED, &err);
	return write_canvas(session, &err) ? CODE_FAILED : CODE_DONE;
}

int cmd_render(const struct options *options)
{
	struct session session;
	struct err err;
	int code;

	if (!options->nr_args) {
		err_set(&err, EINVAL, "render: which view?  \"fragscope list views\" names them");
		return cli_fail(CODE_USAGE, &err);
	}
	code = session_open(&session, options, options->args + 1, options->nr_args - 1,
			    SAMPLE_SWEEP);
	if (!code)
		code = render(&session);
	session_close(&session);
	return code;
}
