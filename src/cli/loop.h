/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loop - the interactive program: a session with a terminal around it. */
#ifndef LOOP_H
#define LOOP_H

#include "own_cost.h"
#include "session.h"

struct loop {
	struct session *session;
	struct terminal *term;
	struct own_cost own;
	bool paused;
	bool dirty;              /* the screen does not show the state */
	bool sweeping;           /* the source has more to read at once */
	/* monotonic */
	uint64_t next_sample_ns, next_poll_ns, next_draw_ns, next_progress_ns;
	bool done;
	int signal;              /* that ends the program, 0: none */
	bool gone;               /* the terminal is */
};

/* Runs until the user leaves.  Returns enum exit_code; dies of a signal that asked for it. */
int loop_run(struct session *session, struct terminal *term);

/* effect.c: carries out what the user interface asks for. */
void loop_take_effects(struct loop *loop, const struct ui_effects *effects);
/* Replaces the frame; an error is shown on screen. */
void loop_sample(struct loop *loop, enum sample_kind kind);
/* Reads the whole page map now. */
void loop_sweep(struct loop *loop);

#endif
