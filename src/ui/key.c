// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * key - names of keys.
 *
 * A key is a Unicode character or a code above all characters, with modifier bits; its name is what
 * configuration files write and the footer shows.  The first name of a code is the one shown.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "fragscope/array.h"
#include "fragscope/keymap.h"
#include "fragscope/utf8.h"

static const struct {
	const char *name;
	uint32_t code;
} key_names[] = {
	{ "Space", ' ' },
	{ "Up", KEY_CODE_UP },
	{ "Down", KEY_CODE_DOWN },
	{ "Left", KEY_CODE_LEFT },
	{ "Right", KEY_CODE_RIGHT },
	{ "PgUp", KEY_CODE_PAGE_UP },
	{ "PageUp", KEY_CODE_PAGE_UP },
	{ "PgDn", KEY_CODE_PAGE_DOWN },
	{ "PageDown", KEY_CODE_PAGE_DOWN },
	{ "Home", KEY_CODE_HOME },
	{ "End", KEY_CODE_END },
	{ "Enter", KEY_CODE_ENTER },
	{ "Return", KEY_CODE_ENTER },
	{ "Esc", KEY_CODE_ESCAPE },
	{ "Escape", KEY_CODE_ESCAPE },
	{ "Tab", KEY_CODE_TAB },
	{ "Shift-Tab", KEY_CODE_BACKTAB },
	{ "Backspace", KEY_CODE_BACKSPACE },
	{ "Delete", KEY_CODE_DELETE },
	{ "Insert", KEY_CODE_INSERT },
};

static const struct {
	const char *prefix;
	uint32_t bit;
} modifiers[] = {
	{ "Ctrl-", KEY_MOD_CTRL },
	{ "Alt-", KEY_MOD_ALT },
};

static bool span_is_name(struct span span, const char *name)
{
	return span.len == strlen(name) && !strncasecmp(span.at, name, span.len);
}

static uint32_t function_key(struct span name)
{
	uint64_t number;

	if (name.len < 2 || (name.at[0] != 'F' && name.at[0] != 'f'))
		return 0;
	if (!span_to_u64(span_skip(name, 1), &number) || number < 1 || number > 12)
		return 0;
	return KEY_CODE_F1 + (uint32_t)number - 1;
}

/* Exactly one printable character. */
static uint32_t character(struct span name)
{
	uint32_t glyph;

	if (!name.len || utf8_decode(name.at, name.len, &glyph) != name.len)
		return 0;
	return glyph < 0x20 || glyph == 0x7f || glyph == UTF8_NO_CHARACTER ? 0 : glyph;
}

static uint32_t bare_key(struct span name)
{
	for (size_t i = 0; i < ARRAY_SIZE(key_names); i++)
		if (span_is_name(name, key_names[i].name))
			return key_names[i].code;
	return character(name) ? character(name) : function_key(name);
}

uint32_t key_parse(struct span name)
{
	uint32_t bits = 0, key;

	for (size_t i = 0; i < ARRAY_SIZE(modifiers); i++) {
		size_t len = strlen(modifiers[i].prefix);

		if (name.len > len && !strncasecmp(name.at, modifiers[i].prefix, len)) {
			bits |= modifiers[i].bit;
			name = span_skip(name, len);
		}
	}
	key = bare_key(name);
	if (bits & KEY_MOD_CTRL && key >= 'A' && key <= 'Z')
		key += 'a' - 'A';
	return key ? key | bits : 0;
}

static void bare_name(uint32_t key, char *name, size_t size)
{
	char bytes[5];

	for (size_t i = 0; i < ARRAY_SIZE(key_names); i++) {
		if (key_names[i].code == key) {
			snprintf(name, size, "%s", key_names[i].name);
			return;
		}
	}
	if (key >= KEY_CODE_F1 && key <= KEY_CODE_F12) {
		snprintf(name, size, "F%u", key - KEY_CODE_F1 + 1);
		return;
	}
	utf8_encode(key < KEY_CODE_BASE ? key : UTF8_NO_CHARACTER, bytes);
	snprintf(name, size, "%s", bytes);
}

void key_to_text(uint32_t key, char *name, size_t size)
{
	uint32_t bare = key & ~(KEY_MOD_CTRL | KEY_MOD_ALT);
	char text[24];

	if (key & KEY_MOD_CTRL && bare >= 'a' && bare <= 'z')
		bare -= 'a' - 'A';
	bare_name(bare, text, sizeof(text));
	snprintf(name, size, "%s%s%s", key & KEY_MOD_CTRL ? "Ctrl-" : "",
		 key & KEY_MOD_ALT ? "Alt-" : "", text);
}
