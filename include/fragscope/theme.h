/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * theme - how roles look.
 *
 * A theme file is commented INI: "role = FOREGROUND [on BACKGROUND] [bold|reverse|underline|dim]",
 * colours as #rrggbb or "default"; "gradient = #start … #end" (2 to 16 colours) fills the heat
 * roles; "background = COLOUR" lies under every role that names none; "mono = yes"; "help = a
 * sentence".
 * Themes are compiled in from themes/ and may be read from files too.
 */
#ifndef FRAGSCOPE_THEME_H
#define FRAGSCOPE_THEME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "fragscope/canvas.h"
#include "fragscope/err.h"
#include "fragscope/role.h"
#include "fragscope/span.h"

#define COLOR_DEFAULT (-1)

struct style {
	int32_t fg, bg;      /* 0xrrggbb or COLOR_DEFAULT */
	uint8_t attr;        /* CELL_* */
};

struct theme {
	char name[32];
	char help[80];       /* one sentence */
	bool mono;           /* uses no colour: views carry values in glyphs */
	struct style style[NR_ROLES];
};

/* The themes compiled in. */
extern const char *const theme_names[];
extern const unsigned int nr_theme_names;

/* -ENOENT for a name that is not built in. */
int theme_load(struct theme *theme, const char *name, struct err *err);
/* Starts from the built-in dark theme; errors name line and what was expected. */
int theme_parse(struct theme *theme, const char *name, struct span text, struct err *err);

/* The style a cell is drawn with: the role's, the colour under it, added attributes, selection. */
struct style theme_resolve(const struct theme *theme, const struct cell *cell);
/* Nearest (to the eye) of the xterm 256-colour palette (16 to 255), and of the 16 basic colours.
 * Some microseconds each: keep the answer per role, not per cell. */
int color_to_256(int32_t rgb);
int color_to_16(int32_t rgb);

/* The canvas with SGR colour sequences: depth 24, 8 (256 colours), 4 (16) or 0 (attributes). */
int canvas_write_ansi(const struct canvas *canvas, const struct theme *theme, int depth, FILE *to);

#endif
