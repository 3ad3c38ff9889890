/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * term - the terminal: canvases go out, keys, mouse and signals come in.
 *
 * Only one may be open at a time, because signal handlers and the screen belong to the process.
 * While it is open, what is written to a standard error that is a terminal is kept and printed when
 * the screen is gone.  The terminal is put back as it was by term_close(), at exit(), before the
 * process stops, and when it dies of a signal.
 */
#ifndef FRAGSCOPE_TERM_H
#define FRAGSCOPE_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/canvas.h"
#include "fragscope/err.h"
#include "fragscope/keymap.h"
#include "fragscope/theme.h"

struct terminal;

enum term_color {
	TERM_COLOR_AUTO,   /* unless NO_COLOR is set and not empty */
	TERM_COLOR_ALWAYS, /* whatever NO_COLOR says */
	TERM_COLOR_NEVER,
};

struct term_options {
	enum term_color color;
	bool ascii;        /* draw nothing else, even where the locale is UTF-8 */
	bool mouse;
};

enum term_event_kind {
	TERM_KEY,          /* key; Ctrl-C, Ctrl-Z and Ctrl-\ on the keyboard are keys too */
	TERM_MOUSE,        /* mouse, y, x */
	TERM_RESIZE,       /* term_size() has changed */
	TERM_SUSPEND,      /* somebody sent SIGTSTP */
	TERM_RESUME,       /* the process was stopped and goes on; all is to be drawn anew */
	TERM_SIGNAL,       /* signal: close the terminal and die of it */
	TERM_WAKE,         /* the descriptor of term_watch() is readable */
	TERM_GONE,         /* nobody is at the other end any more */
};

struct term_event {
	enum term_event_kind kind;
	uint32_t key;      /* a character, enum key, KEY_MOD_* */
	enum mouse mouse;
	int y, x;
	int signal;
};

/* Chooses the character set of the environment for the process; call once before anything else. */
void term_set_locale(void);
/* Whether that character set is UTF-8. */
bool term_is_utf8(void);
/* What --color and the environment (NO_COLOR, COLORTERM) allow: depth 24, 8, or 0 for none. */
int term_color_depth(enum term_color color);

/* NULL and a text: standard output is no terminal, no keyboard, or nothing known about it. */
struct terminal *term_open(const struct term_options *options, struct err *err);
void term_close(struct terminal *term);

/* CANVAS_* of a canvas for this terminal. */
unsigned int term_caps(const struct terminal *term);
void term_size(const struct terminal *term, int *rows, int *cols);

/* Shows the canvas; what the screen shows already is not written again. */
void term_draw(struct terminal *term, const struct canvas *canvas, const struct theme *theme);
/* The next term_draw() writes every cell. */
void term_redraw(struct terminal *term);
/* Gives the terminal back and stops the process, as Ctrl-Z does elsewhere. */
void term_suspend(struct terminal *term);

/* term_wait() sleeps no longer than until fd is readable; -1: watch nothing. */
void term_watch(struct terminal *term, int fd);
/* Sleeps until there is an event or timeout_ns (< 0: for ever) have passed; whether there is one
 * of the user or the system, which TERM_WAKE is not.
 * All events must have been taken before. */
bool term_wait(struct terminal *term, int64_t timeout_ns);
/* The next event that is there; false when there is none. */
bool term_next(struct terminal *term, struct term_event *event);

#endif
