// SPDX-License-Identifier: GPL-2.0-or-later
#include "loop.h"

int cmd_watch(const struct options *options)
{
	const struct term_options how = {
		.color = options->color, .ascii = options->ascii, .mouse = options->mouse,
	};
	struct session session;
	struct terminal *term;
	struct err err = { "" };
	/* the first frame is there before the screen is cleared: what is wrong can still be read */
	int code = session_open(&session, options, options->args, options->nr_args, SAMPLE_TICK);

	if (!code) {
		term = term_open(&how, &err);
		if (term && !(term_caps(term) & CANVAS_COLOR))
			theme_load(&session.theme, "mono", NULL);
		code = term ? loop_run(&session, term) : cli_fail(CODE_USAGE, &err);
	}
	session_close(&session);
	return code;
}
