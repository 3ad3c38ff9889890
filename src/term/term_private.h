/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of the terminal know of each other. */
#ifndef TERM_PRIVATE_H
#define TERM_PRIVATE_H

#include <ncurses.h>
#include <stddef.h>
#include <termios.h>

#include "fragscope/term.h"

/* --- term_color.c: pairs of colours, made when needed, reused when they run out */

struct palette;

struct shown {                /* what a cell of the screen holds */
	uint32_t glyph;
	uint16_t pair;
	uint8_t attr;         /* CELL_* */
	uint8_t pad;          /* compared as bytes */
};

/* For the screen that is current; color: whether colours are wanted.  NULL: no memory. */
struct palette *palette_new(bool color);
void palette_free(struct palette *palette);
/* Whether cells can differ in colour. */
bool palette_has_color(const struct palette *palette);
/* Begins a picture: pairs not used in it may be reused from here on. */
void palette_begin(struct palette *palette);
/* Pair and attributes for a style; glyph is left alone. */
void palette_style(struct palette *palette, const struct style *style, struct shown *shown);

/* --- term_entry.c */

#define ENTRY_NAME_MAX 128

/* The name of a terminfo entry that describes this terminal well enough. */
int entry_choose(enum term_color color, char chosen[ENTRY_NAME_MAX], struct err *err);

/* --- term_input.c */

void input_start(WINDOW *window);
/* One event from the keyboard or mouse. */
bool input_next(WINDOW *window, struct term_event *event);

/* --- term_signal.c */

/* Installs all handlers.  restore: bytes that put the terminal back, written by the handler of a
 * signal that kills; modes: its settings before. */
int signals_start(int fd, const struct termios *modes, struct err *err);
void signals_set_restore(const char *bytes, size_t len);
void signals_stop(void);
/* Readable when a signal has come. */
int signals_fd(void);
bool signals_next(struct term_event *event);
/* Stops the process by SIGTSTP's own action; returns when it goes on. */
void signals_stop_process(void);

/* --- term_stderr.c */

/* Keeps what is written to a standard error that is a terminal. */
void stderr_hold(void);
/* Prints what was kept.  Safe in a signal handler. */
void stderr_release(void);

#endif
