// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * report: indices and verdicts without a screen.
 *
 * What is asked: the --want options; else, of a frame that holds a failed request, why it failed;
 * else one huge page.  Each is asked of each frame, and verdicts stand in the order of the frames.
 */
#include <errno.h>
#include <stdlib.h>

#include "fragscope/export.h"

#include "options.h"
#include "progress.h"

struct report {
	struct frame **frames;
	size_t nr_frames;
	struct verdict *verdicts;
	size_t nr_verdicts;
};

static int read_frames(struct report *report, struct source *source, struct err *err)
{
	struct progress progress;
	const struct source_want want = {
		.pagemap = true, .full_sweep = true, .force = true,
		.progress = progress_step, .progress_arg = &progress,
	};
	size_t nr = source->ops->nr_frames(source);
	int ret = 0;

	report->frames = calloc(nr ? nr : 1, sizeof(struct frame *));
	if (!report->frames)
		return err_set(err, ENOMEM, "report: out of memory");
	progress_begin(&progress);
	do {
		if (nr)
			ret = source->ops->seek(source, report->nr_frames, err);
		if (!ret)
			ret = source->ops->sample(source, &want,
						  &report->frames[report->nr_frames], err);
		if (!ret)
			report->nr_frames++;
	} while (!ret && report->nr_frames < nr);
	progress_end(&progress);
	return ret;
}

static int ask_frame(const struct options *options, const struct frame *frame,
		     struct verdict *verdict, unsigned int i, struct err *err)
{
	struct verdict_want want = { .nr = 1, .order = frame_huge_order(frame),
				     .highest_zone = -1 };

	if (options->nr_wants) {
		int ret = verdict_parse_want(span_of(options->wants[i]), frame_page_size(frame),
					     &want, err);

		if (ret)
			return err_prefix(err, ret, "--want");
	} else if (request_is_failure(&frame->request)) {
		verdict_explain(frame, verdict);
		return 0;
	}
	verdict_judge(frame, &want, verdict);
	return 0;
}

static int ask(const struct options *options, struct report *report, struct err *err)
{
	unsigned int per_frame = options->nr_wants ? options->nr_wants : 1;

	report->verdicts = calloc(report->nr_frames * per_frame, sizeof(*report->verdicts));
	if (!report->verdicts)
		return err_set(err, ENOMEM, "report: out of memory");
	for (size_t i = 0; i < report->nr_frames; i++) {
		for (unsigned int j = 0; j < per_frame; j++) {
			struct verdict *verdict = &report->verdicts[report->nr_verdicts];
			int ret = ask_frame(options, report->frames[i], verdict, j, err);

			if (ret)
				return ret;
			report->nr_verdicts++;
		}
	}
	return 0;
}

static int write_report(const struct options *options, const struct report *report,
			struct err *err)
{
	const struct frame *const *frames = (const struct frame *const *)report->frames;

	int ret;

	if (options->json)
		ret = report_write_json(frames, report->nr_frames, report->verdicts,
					report->nr_verdicts, stdout, err);
	else
		ret = report_write_text(frames, report->nr_frames, report->verdicts,
					report->nr_verdicts, cli_output_width(), stdout, err);
	return ret ? err_prefix(err, ret, "standard output") : 0;
}

/* Only who asked gets an answer as exit code. */
static int code_of(const struct options *options, const struct report *report)
{
	int code = CODE_DONE;

	for (size_t i = 0; options->nr_wants && i < report->nr_verdicts; i++) {
		if (report->verdicts[i].cause == VERDICT_UNKNOWN)
			return CODE_NO_SOURCE;
		if (report->verdicts[i].cause != VERDICT_OBTAINABLE)
			code = CODE_FAILED;
	}
	return code;
}

static void report_done(struct report *report)
{
	for (size_t i = 0; i < report->nr_frames; i++)
		frame_free(report->frames[i]);
	free(report->frames);
	free(report->verdicts);
}

int cmd_report(const struct options *options)
{
	struct report report = { 0 };
	struct err err = { "" };
	struct source *source = cli_open_source(options, options->args, options->nr_args, &err);
	int code = CODE_NO_SOURCE;

	if (!source)
		return cli_fail(code, &err);
	if (read_frames(&report, source, &err))
		cli_fail(code, &err);
	else if (ask(options, &report, &err))
		code = cli_fail(CODE_USAGE, &err);
	else if (write_report(options, &report, &err))
		code = cli_fail(CODE_FAILED, &err);
	else
		code = code_of(options, &report);
	report_done(&report);
	source->ops->close(source);
	return code;
}
