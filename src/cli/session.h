/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session - a user interface and the source it looks at, still without a terminal.
 *
 * watch puts a terminal around it (loop.c), render prints it.  The frame on screen belongs to the
 * session; the page map it points to stays the source's.
 */
#ifndef SESSION_H
#define SESSION_H

#include "fragscope/history.h"
#include "fragscope/source.h"
#include "fragscope/ui.h"

#include "options.h"

struct session {
	const struct options *options;
	struct source *source;
	struct theme theme;
	struct ui *ui;
	struct history *history;   /* NULL: the source is not live */
	struct frame *frame;
	struct source_want got;    /* what the frame was asked to hold */
	struct ui_input input;
	struct canvas canvas;
	/* called during SAMPLE_SWEEP, see struct source_want */
	int (*progress)(uint64_t done, uint64_t all, void *arg);
	void *progress_arg;
};

enum sample_kind {
	SAMPLE_TICK,    /* the next moment: goes into the history */
	SAMPLE_AGAIN,   /* the same moment, as the screen wants something else */
	SAMPLE_SWEEP,   /* everything, however seldom it is read otherwise */
};

/* Opens source and first frame.  Prints what is wrong and returns enum exit_code. */
int session_open(struct session *session, const struct options *options,
		 const char *const *files, unsigned int nr_files, enum sample_kind first);
void session_close(struct session *session);

/* Replaces the frame; on failure the old one stays. */
int session_sample(struct session *session, enum sample_kind kind, struct err *err);
/* The same for another frame of a source that has several. */
int session_seek(struct session *session, size_t index, struct err *err);
/* EFFECT_STAGE: what a user does with simulated machines; the frame is as it is then. */
int session_command(struct session *session, const struct ui_effect *effect, struct err *err);
/* Whether the screen wants what the frame was not asked to hold. */
bool session_wants_more(const struct session *session);
/* Draws into session->canvas, made to measure; caps: CANVAS_* of the device. */
int session_draw(struct session *session, int rows, int cols, unsigned int caps);

#endif
