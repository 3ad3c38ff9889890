// SPDX-License-Identifier: GPL-2.0-or-later
#include "session.h"

#include <errno.h>
#include <string.h>

#include "fragscope/clock.h"
#include "fragscope/reader.h"

#include "scenario_file.h"
#include "scenario_open.h"
#include "theme_find.h"

#define HISTORY_FRAMES 1000
#define HISTORY_BYTES  (8 << 20)
#define CHECKPOINT_BYTES (512ULL << 20) /* of simulated machines, for going back */

int session_sample(struct session *session, enum sample_kind kind, struct err *err)
{
	struct source_want want = {
		.pagemap = ui_wants_pagemap(session->ui),
		.activity = ui_wants_activity(session->ui),
		.full_sweep = kind == SAMPLE_SWEEP,
		.force = kind == SAMPLE_SWEEP,
		.progress = session->progress,
		.progress_arg = session->progress_arg,
	};
	struct frame *frame;
	int ret;

	want.detail = ui_wants_detail(session->ui, &session->input, &want.detail_pfn);
	want.holders = ui_wants_holders(session->ui, &want.holders_pfn, &want.holders_end);
	ret = session->source->ops->sample(session->source, &want, &frame, err);
	if (ret)
		return ret;
	if (kind != SAMPLE_AGAIN && session->history)
		history_push(session->history, frame); /* without memory: a gap in the plots */
	frame_free(session->frame);
	session->frame = frame;
	session->got = want;
	session->input.frame = frame;
	session->input.now_ns = clock_mono_ns();
	return 0;
}

int session_seek(struct session *session, size_t index, struct err *err)
{
	int ret = session->source->ops->seek(session->source, index, err);

	if (!ret)
		ret = session_sample(session, SAMPLE_AGAIN, err);
	if (!ret)
		session->input.frame_index = index;
	return ret;
}

int session_command(struct session *session, const struct ui_effect *effect, struct err *err)
{
	const struct stage_command command = {
		.verb = (enum stage_verb)effect->verb, .value = effect->value, .text = effect->text,
	};
	int ret;

	if (!session->source->ops->command)
		return 0;
	ret = session->source->ops->command(session->source, &command, err);
	return ret ? ret : session_sample(session, SAMPLE_AGAIN, err);
}

bool session_wants_more(const struct session *session)
{
	const struct block_detail *detail = session->frame->detail;
	uint64_t pfn, end;

	if (ui_wants_pagemap(session->ui) && !session->got.pagemap)
		return true;
	if (ui_wants_holders(session->ui, &pfn, &end) != session->got.holders)
		return true;
	if (!ui_wants_detail(session->ui, &session->input, &pfn))
		return false;
	if (detail && pfn >= detail->first_pfn && pfn - detail->first_pfn < detail->nr_pages)
		return false;
	return !session->got.detail || session->got.detail_pfn != pfn;
}

int session_draw(struct session *session, int rows, int cols, unsigned int caps)
{
	struct canvas *canvas = &session->canvas;

	if (rows != canvas->rows || cols != canvas->cols) {
		canvas_done(canvas);
		*canvas = (struct canvas){ 0 };
		if (canvas_init(canvas, rows, cols, caps))
			return -ENOMEM;
	}
	canvas->caps = session->theme.mono ? caps & ~(unsigned int)CANVAS_COLOR : caps;
	session->input.now_ns = clock_mono_ns();
	ui_draw(session->ui, &session->input, canvas);
	return 0;
}

/* The last --want, or the configuration file's, becomes the question on screen. */
static int set_question(struct session *session, struct err *err)
{
	const struct options *options = session->options;
	int ret;

	if (!options->nr_wants)
		return 0;
	ret = verdict_parse_want(span_of(options->wants[options->nr_wants - 1]),
				 frame_page_size(session->frame), ui_want(session->ui), err);
	return ret ? err_prefix(err, ret, "--want") : 0;
}

static int open_ui(struct session *session, struct err *err)
{
	int ret = theme_find(&session->theme, session->options->theme, err);

	if (ret)
		return err_prefix(err, ret, "--theme");
	session->ui = ui_new(session->options->keymap, &session->theme);
	return session->ui ? 0 : err_set(err, ENOMEM, "screen: out of memory");
}

/* Simulated machines, which begin in their own view. */
static struct source *open_stage(struct session *session, const char *name, struct err *err)
{
	const struct options *options = session->options;
	int code;
	struct sim_scenario *scenario = scenario_open(options, name, &code, err);

	if (!scenario)
		return NULL;
	ui_go(session->ui, "sim");
	return source_open_sim(scenario, options->policies, options->nr_policies,
			       options->has_seed ? options->seed : sim_scenario_seed(scenario),
			       CHECKPOINT_BYTES, err);
}

/* What speaks of a simulation needs one. */
static int refuse_stage_options(const struct options *options, struct err *err)
{
	if (!options->nr_policies && !options->nr_settings && !options->has_seed && !*options->from)
		return 0;
	return err_set(err, EINVAL, "--policy, --set, --seed, --from: they need a scenario; name a "
		       "file that ends in .scn");
}

static struct source *open_any(struct session *session, const char *const *files,
			       unsigned int nr_files, struct err *err)
{
	if (nr_files == 1 && scenario_file_is(files[0]))
		return open_stage(session, files[0], err);
	if (refuse_stage_options(session->options, err))
		return NULL;
	return cli_open_source(session->options, files, nr_files, err);
}

static int open_source(struct session *session, const char *const *files, unsigned int nr_files,
		       enum sample_kind first, struct err *err)
{
	const struct options *options = session->options;
	struct source *source = open_any(session, files, nr_files, err);

	session->source = source;
	if (!source)
		return -ENOENT;
	session->input.nr_frames = source->ops->nr_frames(source);
	if (!session->input.nr_frames && !source->ops->command) {
		session->history = history_new(HISTORY_FRAMES, HISTORY_BYTES);
		session->input.history = session->history;
		session->input.interval_ms = (uint32_t)options->delay_ms;
		session->input.budget = options->budget;
	}
	return session_sample(session, first, err);
}

int session_open(struct session *session, const struct options *options,
		 const char *const *files, unsigned int nr_files, enum sample_kind first)
{
	struct err err = { "" };

	*session = (struct session){ .options = options };
	if (open_ui(session, &err))
		return cli_fail(CODE_USAGE, &err);
	if (open_source(session, files, nr_files, first, &err))
		return cli_fail(CODE_NO_SOURCE, &err);
	if (set_question(session, &err))
		return cli_fail(CODE_USAGE, &err);
	return CODE_DONE;
}

void session_close(struct session *session)
{
	ui_free(session->ui);
	canvas_done(&session->canvas);
	frame_free(session->frame);
	history_free(session->history);
	if (session->source)
		session->source->ops->close(session->source);
}
