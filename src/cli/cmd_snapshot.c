// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "options.h"
#include "progress.h"
#include "save.h"

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
		code = CODE_DONE;
		if (save_snapshot(frame, options->pages, options->output, &err))
			code = cli_fail(CODE_FAILED, &err);
		frame_free(frame);
	}
	source->ops->close(source);
	return code;
}
