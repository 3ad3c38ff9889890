// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "fragscope/export.h"
#include "fragscope/savefile.h"

#include "options.h"
#include "progress.h"

static int write_frame(const struct options *options, const struct frame *frame)
{
	struct savefile file;
	struct err err;

	if (savefile_open(&file, options->output, &err))
		return cli_fail(CODE_FAILED, &err);
	if (snapshot_write(frame, options->pages, file.to, &err)) {
		err_prefix(&err, -EIO, "%s", file.path);
		savefile_abort(&file);
		return cli_fail(CODE_FAILED, &err);
	}
	if (savefile_commit(&file, &err))
		return cli_fail(CODE_FAILED, &err);
	return CODE_DONE;
}

int cmd_snapshot(const struct options *options)
{
	struct progress progress;
	const struct source_want want = {
		.pagemap = true, .full_sweep = true, .force = true,
		.progress = progress_step, .progress_arg = &progress,
	};
	struct source *source;
	struct frame *frame;
	struct err err = { "" };
	int code = CODE_NO_SOURCE, ret;

	if (options->nr_args) {
		err_set(&err, EINVAL, "%.80s: snapshot takes no file; it is about this host",
			options->args[0]);
		return cli_fail(CODE_USAGE, &err);
	}
	source = cli_open_source(options, NULL, 0, &err);
	if (!source)
		return cli_fail(code, &err);
	progress_begin(&progress);
	ret = source->ops->sample(source, &want, &frame, &err);
	progress_end(&progress);
	if (ret) {
		cli_fail(code, &err);
	} else {
		code = write_frame(options, frame);
		frame_free(frame);
	}
	source->ops->close(source);
	return code;
}
