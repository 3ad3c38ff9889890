// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * From bytes to keys.
 *
 * ncurses knows the sequences of the terminal's entry; the common ones of today's terminals are
 * added to them, with modifiers and for terminals whose entry is wrong.  The mouse is read here and
 * not by ncurses, because its entry decides there which of the two encodings is understood, and the
 * older ends at column 223.  Escape sequences that mean nothing here (answers of the terminal,
 * focus) are swallowed whole: their letters must not act as keys.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"

#include "term_private.h"

#define ESC           0x1b
/* Codes above all of ncurses' own: OWN_KEYS + sequence * 8 + modifiers. */
#define OWN_KEYS      2000
#define OWN_MOUSE     1990
#define REPORT_WAIT   25   /* ms for the rest of a sequence that has begun */

/* KEY_x of ncurses → enum key */
static const struct {
	int code;
	uint32_t key;
} codes[] = {
	{ KEY_UP, KEY_CODE_UP }, { KEY_DOWN, KEY_CODE_DOWN },
	{ KEY_LEFT, KEY_CODE_LEFT }, { KEY_RIGHT, KEY_CODE_RIGHT },
	{ KEY_SR, KEY_CODE_UP }, { KEY_SF, KEY_CODE_DOWN },
	{ KEY_SLEFT, KEY_CODE_LEFT }, { KEY_SRIGHT, KEY_CODE_RIGHT },
	{ KEY_PPAGE, KEY_CODE_PAGE_UP }, { KEY_NPAGE, KEY_CODE_PAGE_DOWN },
	{ KEY_A3, KEY_CODE_PAGE_UP }, { KEY_C3, KEY_CODE_PAGE_DOWN },
	{ KEY_HOME, KEY_CODE_HOME }, { KEY_END, KEY_CODE_END },
	{ KEY_A1, KEY_CODE_HOME }, { KEY_C1, KEY_CODE_END },
	{ KEY_FIND, KEY_CODE_HOME }, { KEY_SELECT, KEY_CODE_END },
	{ KEY_ENTER, KEY_CODE_ENTER }, { KEY_BTAB, KEY_CODE_BACKTAB },
	{ KEY_BACKSPACE, KEY_CODE_BACKSPACE }, { KEY_DC, KEY_CODE_DELETE },
	{ KEY_IC, KEY_CODE_INSERT },
};

/* What follows ESC [ (and ESC O where it is one letter); a number ends with ~. */
static const struct {
	const char *final;
	uint32_t key;
} sequences[] = {
	{ "A", KEY_CODE_UP }, { "B", KEY_CODE_DOWN },
	{ "C", KEY_CODE_RIGHT }, { "D", KEY_CODE_LEFT },
	{ "H", KEY_CODE_HOME }, { "F", KEY_CODE_END },
	{ "P", KEY_CODE_F1 }, { "Q", KEY_CODE_F1 + 1 },
	{ "R", KEY_CODE_F1 + 2 }, { "S", KEY_CODE_F1 + 3 },
	{ "Z", KEY_CODE_BACKTAB },
	{ "1", KEY_CODE_HOME }, { "2", KEY_CODE_INSERT }, { "3", KEY_CODE_DELETE },
	{ "4", KEY_CODE_END }, { "5", KEY_CODE_PAGE_UP }, { "6", KEY_CODE_PAGE_DOWN },
	{ "7", KEY_CODE_HOME }, { "8", KEY_CODE_END },
	{ "11", KEY_CODE_F1 }, { "12", KEY_CODE_F1 + 1 }, { "13", KEY_CODE_F1 + 2 },
	{ "14", KEY_CODE_F1 + 3 }, { "15", KEY_CODE_F1 + 4 }, { "17", KEY_CODE_F1 + 5 },
	{ "18", KEY_CODE_F1 + 6 }, { "19", KEY_CODE_F1 + 7 }, { "20", KEY_CODE_F1 + 8 },
	{ "21", KEY_CODE_F1 + 9 }, { "23", KEY_CODE_F1 + 10 }, { "24", KEY_CODE_F1 + 11 },
};

#define NR_CODES ARRAY_SIZE(codes)
#define NR_SEQUENCES ARRAY_SIZE(sequences)

/* xterm's modifiers less one: 1 Shift, 2 Alt, 4 Ctrl.  Shift makes no key of its own. */
static void define_modified(size_t i)
{
	const char *final = sequences[i].final;
	bool letter = final[0] >= 'A';
	char bytes[24];

	for (int modifiers = 0; modifiers < 8; modifiers++) {
		int code = OWN_KEYS + (int)i * 8 + modifiers;

		if (modifiers && letter)
			snprintf(bytes, sizeof(bytes), "\033[1;%d%s", modifiers + 1, final);
		else if (modifiers)
			snprintf(bytes, sizeof(bytes), "\033[%s;%d~", final, modifiers + 1);
		else
			snprintf(bytes, sizeof(bytes), "\033[%s%s", final, letter ? "" : "~");
		define_key(bytes, code);
		if (modifiers || !letter)
			continue;
		snprintf(bytes, sizeof(bytes), "\033O%s", final);
		define_key(bytes, code);
	}
}

void input_start(WINDOW *window)
{
	keypad(window, TRUE);
	nodelay(window, TRUE);
	for (size_t i = 0; i < NR_SEQUENCES; i++)
		define_modified(i);
	define_key("\033[<", OWN_MOUSE);
}

static uint32_t key_of_code(int code)
{
	if (code >= OWN_KEYS && code < OWN_KEYS + (int)NR_SEQUENCES * 8) {
		int modifiers = (code - OWN_KEYS) % 8;

		return sequences[(code - OWN_KEYS) / 8].key |
		       (modifiers & 2 ? KEY_MOD_ALT : 0) | (modifiers & 4 ? KEY_MOD_CTRL : 0);
	}
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return KEY_CODE_F1 + (uint32_t)(code - KEY_F(1));
	for (size_t i = 0; i < NR_CODES; i++)
		if (codes[i].code == code)
			return codes[i].key;
	return 0;
}

static uint32_t key_of_char(wint_t c)
{
	switch (c) {
	case '\t':
		return KEY_CODE_TAB;
	case '\r':
	case '\n':
		return KEY_CODE_ENTER;
	case '\b':
	case 0x7f:
		return KEY_CODE_BACKSPACE;
	case ESC:
		return KEY_CODE_ESCAPE;
	case 0:
		return ' ' | KEY_MOD_CTRL;
	}
	if (c <= 26)
		return ('a' + (uint32_t)c - 1) | KEY_MOD_CTRL;
	if (c < ' ')
		return ('@' + (uint32_t)c) | KEY_MOD_CTRL;
	if (c >= 0x80 && !term_is_utf8())
		return 0; /* a byte of a character set nobody names */
	return (uint32_t)c;
}

/* The next byte of a sequence that has begun; 0 when it does not come. */
static wint_t next_char(WINDOW *window)
{
	wint_t c;
	int ret;

	wtimeout(window, REPORT_WAIT);
	ret = wget_wch(window, &c);
	nodelay(window, TRUE);
	return ret == OK ? c : 0;
}

/* "button;column;line" and M (pressed, moved) or m (released).  A report that is none is read to
 * its end all the same. */
static bool read_mouse(WINDOW *window, struct term_event *event)
{
	int numbers[4] = { 0 }, nr = 0;
	wint_t c = next_char(window);

	for (; c && (c < 0x40 || c > 0x7e); c = next_char(window)) {
		if (c == ';' && nr < 3)
			nr++;
		else if (c >= '0' && c <= '9' && numbers[nr] < 100000)
			numbers[nr] = numbers[nr] * 10 + (int)(c - '0');
	}
	if ((c != 'M' && c != 'm') || nr != 2 || numbers[1] < 1 || numbers[2] < 1)
		return false;
	*event = (struct term_event){ .kind = TERM_MOUSE, .x = numbers[1] - 1,
				      .y = numbers[2] - 1 };
	/* 0 to 2: buttons, 32 added while moving; 64, 65: the wheel; Shift, Alt, Ctrl: 4, 8, 16 */
	switch (numbers[0] & ~(4 | 8 | 16)) {
	case 0:
		event->mouse = c == 'M' ? MOUSE_PRESS : MOUSE_RELEASE;
		return true;
	case 32:
		event->mouse = MOUSE_DRAG;
		return true;
	case 64:
		event->mouse = MOUSE_WHEEL_UP;
		return true;
	case 65:
		event->mouse = MOUSE_WHEEL_DOWN;
		return true;
	}
	return false;
}

/* After ESC [ that began no key: up to the final byte.  false: nothing followed, it was Alt-[. */
static bool swallow_sequence(WINDOW *window)
{
	wint_t c = next_char(window);

	if (!c)
		return false;
	while (c && (c < 0x40 || c > 0x7e))
		c = next_char(window);
	return true;
}

/* ESC came and was no sequence known to ncurses: alone, with Alt, or unknown. */
static uint32_t read_escape(WINDOW *window)
{
	wint_t c;
	uint32_t key;
	int ret = wget_wch(window, &c);

	if (ret == KEY_CODE_YES) {
		key = key_of_code((int)c);
		return key ? key | KEY_MOD_ALT : 0;
	}
	if (ret != OK)
		return KEY_CODE_ESCAPE;
	if (c == '[' && swallow_sequence(window))
		return 0;
	if (c == 'O' && next_char(window))
		return 0;
	if (c == ESC) {
		unget_wch(ESC);
		return KEY_CODE_ESCAPE;
	}
	key = key_of_char(c);
	return key ? key | KEY_MOD_ALT : 0;
}

bool input_next(WINDOW *window, struct term_event *event)
{
	for (;;) {
		wint_t c;
		int ret = wget_wch(window, &c);

		*event = (struct term_event){ .kind = TERM_KEY };
		if (ret == ERR)
			return false;
		if (ret == KEY_CODE_YES && c == OWN_MOUSE) {
			if (read_mouse(window, event))
				return true;
			continue;
		}
		if (ret == KEY_CODE_YES)
			event->key = key_of_code((int)c);
		else
			event->key = c == ESC ? read_escape(window) : key_of_char(c);
		if (event->key)
			return true;
	}
}
