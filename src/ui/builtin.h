/* SPDX-License-Identifier: GPL-2.0-or-later */
/* builtin - the text files that embed.awk compiles in.  Names stand in theme_names (theme.h). */
#ifndef UI_BUILTIN_H
#define UI_BUILTIN_H

#include "fragscope/theme.h"

extern const char *const builtin_keys;     /* default.keys */
extern const char *const builtin_themes[]; /* in the order of theme_names */

#endif
