/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ui - the interactive program without a terminal.
 *
 * Events come in (ui_handle), cells come out (ui_draw), and what has to happen outside (save, quit,
 * read a pageblock) comes back as effects that only the outermost loop carries out.  Nothing here
 * does I/O or reads a clock, so the whole program can be driven by a test.
 */
#ifndef FRAGSCOPE_UI_H
#define FRAGSCOPE_UI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/canvas.h"
#include "fragscope/frame.h"
#include "fragscope/history.h"
#include "fragscope/keymap.h"
#include "fragscope/theme.h"
#include "fragscope/verdict.h"

struct ui;

enum ui_event_kind {
	UI_KEY,     /* key */
	UI_MOUSE,   /* mouse, y, x */
	UI_ACTION,  /* action, as if its key had been pressed */
	UI_TEXT,    /* a whole line for ":" (render --keys, tests) */
};

struct ui_event {
	enum ui_event_kind kind;
	uint32_t key;
	enum action action;
	enum mouse mouse;
	int y, x;
	const char *text;
};

enum ui_effect_kind {
	EFFECT_QUIT,
	EFFECT_REDRAW,        /* the terminal's content is not to be trusted */
	EFFECT_SUSPEND,
	EFFECT_SAVE,          /* text: path, or empty for a name made from host and time */
	EFFECT_SWEEP,         /* read the whole page map now */
	EFFECT_PAUSE,         /* value: 1 paused, 0 running */
	EFFECT_INTERVAL,      /* value: new interval in ms */
	EFFECT_SEEK,          /* value: frame of a source that has several */
	EFFECT_THEME,         /* text: name of the theme that is now shown */
	EFFECT_STAGE,         /* value and text of a stage_command, its verb in "verb" */
};

struct ui_effect {
	enum ui_effect_kind kind;
	int verb;             /* of EFFECT_STAGE: enum stage_verb (stage.h) */
	int64_t value;
	char text[256];
};

#define UI_EFFECTS_MAX 8

struct ui_effects {
	struct ui_effect rows[UI_EFFECTS_MAX];
	unsigned int nr;
};

/* What the screen is about, handed in anew at each call. */
struct ui_input {
	const struct frame *frame;      /* NULL before the first one */
	const struct history *history;  /* may be NULL */
	uint64_t now_ns;                /* monotonic, for ages */
	uint32_t interval_ms;           /* between frames, 0: not live */
	size_t frame_index, nr_frames;  /* among a source's frames; nr_frames 0: live */
	uint64_t own_cpu_ppm;           /* the program's own CPU share, millionths of one CPU */
	uint64_t own_rss_kib;
	double budget;                  /* share of one CPU for the page map */
};

/* NULL: no memory.  The keymap and theme stay the caller's. */
struct ui *ui_new(const struct keymap *keymap, const struct theme *theme);
void ui_free(struct ui *ui);
void ui_set_theme(struct ui *ui, const struct theme *theme);

/* Changes the state and adds effects. */
void ui_handle(struct ui *ui, const struct ui_input *input, const struct ui_event *event,
	       struct ui_effects *effects);
/* The whole screen: head, view, footer. */
void ui_draw(struct ui *ui, const struct ui_input *input, struct canvas *canvas);

/* A line for the user in the footer ("saved to …"); cleared by the next key. */
void ui_message(struct ui *ui, enum role role, const char *text);

/* The frame on screen: the input's, or an older one while paused; NULL before the first. */
const struct frame *ui_frame(const struct ui *ui, const struct ui_input *input);

/* What the screen needs from the source: whether any view shows the page map, and the pageblock
 * whose pages are being looked at. */
bool ui_wants_pagemap(const struct ui *ui);
/* Whether the activity is being looked at. */
bool ui_wants_activity(const struct ui *ui);
bool ui_wants_detail(const struct ui *ui, const struct ui_input *input, uint64_t *pfn);
/* The number of the question who has pages in [pfn, end), 0: nobody asks. */
uint32_t ui_wants_holders(const struct ui *ui, uint64_t *pfn, uint64_t *end);

/* -ENOENT for a view that there is not. */
int ui_go(struct ui *ui, const char *view);
const char *ui_view_name(const struct ui *ui);
/* The question on top of the overview. */
struct verdict_want *ui_want(struct ui *ui);

#endif
