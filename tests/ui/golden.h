/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * golden - a made-up machine on a screen, and screens that were looked at once.
 *
 * golden_check() compares the screen with tests/golden/NAME-COLSxROWS.txt;
 * FRAGSCOPE_GOLDEN_UPDATE=1 rewrites the file instead.
 */
#ifndef TESTS_UI_GOLDEN_H
#define TESTS_UI_GOLDEN_H

#include "fragscope/canvas.h"
#include "fragscope/keymap.h"
#include "fragscope/theme.h"
#include "fragscope/ui.h"
#include "world.h"

#define GOLDEN_CAPS (CANVAS_UTF8 | CANVAS_COLOR)

struct golden {
	struct world world;
	struct keymap *keymap;
	struct theme theme;
	struct ui *ui;
	struct ui_effects effects; /* of the last key */
};

void golden_init(struct golden *golden, enum world_kind kind, const char *view);
void golden_done(struct golden *golden);

/* Names of keys, with blanks between: "Tab o Enter".  A word that begins with ':' is a line for the
 * command prompt, '_' in it stands for a blank. */
void golden_keys(struct golden *golden, const char *keys);
/* The screen; the caller frees it with canvas_done(). */
struct canvas golden_draw(struct golden *golden, int cols, int rows, unsigned int caps);
/* The screen as text, to be freed. */
char *golden_text(struct golden *golden, int cols, int rows, unsigned int caps);
void golden_check(struct golden *golden, const char *name, int cols, int rows,
		  unsigned int caps);
/* golden_check() at 80x24, 120x40, 200x60 and 40x12. */
void golden_check_sizes(struct golden *golden, const char *name);
/* Draws at sizes from 1x1 on, all that lie on an edge of the layout among them, with and without
 * UTF-8 and colours; every cell must be valid, and drawing must change nothing. */
void golden_every_size(struct golden *golden);

#endif
