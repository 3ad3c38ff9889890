/* SPDX-License-Identifier: GPL-2.0-or-later */
/* theme_find - a theme by the name that a user gave. */
#ifndef THEME_FIND_H
#define THEME_FIND_H

#include "fragscope/err.h"
#include "fragscope/theme.h"

/* A name with a '/' is a file; else NAME.theme among the user's own (below $XDG_DATA_HOME), then a
 * built-in one.  Errors name the file and line. */
int theme_find(struct theme *theme, const char *name, struct err *err);

#endif
