/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keymap - keys, actions, and which key does what where.
 *
 * An action is a row of action.def: its name (for ":" and configuration files), the group it is
 * listed under, and a sentence.  Default bindings are text in the language of the configuration
 * file ("bind CONTEXT KEY ACTION") and are compiled in from src/ui/default.keys.  Help, footer, man
 * page and completion read the same rows.
 */
#ifndef FRAGSCOPE_KEYMAP_H
#define FRAGSCOPE_KEYMAP_H

#include <stddef.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/span.h"

enum action {
	ACTION_NONE = 0,
#define ACTION(id, name, group, help) ACTION_##id,
#include "fragscope/action.def"
#undef ACTION
	NR_ACTIONS
};

struct action_info {
	const char *name, *group, *help;
};

const struct action_info *action_info(enum action action);
/* ACTION_NONE when there is none of that name. */
enum action action_find(const char *name);

/* Keys: a Unicode character, or one of these; modifiers are added. */
enum key {
	KEY_CODE_BASE = 0x110000,
	KEY_CODE_UP, KEY_CODE_DOWN, KEY_CODE_LEFT, KEY_CODE_RIGHT,
	KEY_CODE_PAGE_UP, KEY_CODE_PAGE_DOWN, KEY_CODE_HOME, KEY_CODE_END,
	KEY_CODE_ENTER, KEY_CODE_ESCAPE, KEY_CODE_TAB, KEY_CODE_BACKTAB,
	KEY_CODE_BACKSPACE, KEY_CODE_DELETE, KEY_CODE_INSERT,
	KEY_CODE_F1, KEY_CODE_F12 = KEY_CODE_F1 + 11,
};

#define KEY_MOD_CTRL 0x1000000 /* with the letter in lower case: Ctrl-L is 'l' | KEY_MOD_CTRL */
#define KEY_MOD_ALT  0x2000000

/* What the mouse does to a place on the screen. */
enum mouse { MOUSE_PRESS, MOUSE_DRAG, MOUSE_RELEASE, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

/* "q", "Ctrl-L", "F10", "Space", "PgUp" ↔ key; 0 when the name is none. */
uint32_t key_parse(struct span name);
void key_to_text(uint32_t key, char *name, size_t size);

struct keymap;

/* With the default bindings.  NULL: no memory. */
struct keymap *keymap_new(void);
void keymap_free(struct keymap *keymap);
/* context: a view's name or "all".  ACTION_NONE unbinds. */
int keymap_bind(struct keymap *keymap, const char *context, uint32_t key, enum action action);
/* Lines of "bind CONTEXT KEY ACTION"; errors name the line. */
int keymap_parse(struct keymap *keymap, struct span text, struct err *err);
/* The view's own binding first, then the general one. */
enum action keymap_lookup(const struct keymap *keymap, const char *context, uint32_t key);
/* The n-th key bound to an action there (view's own, then general), 0 when there are no more. */
uint32_t keymap_key_of(const struct keymap *keymap, const char *context, enum action action,
		       unsigned int n);

#endif
