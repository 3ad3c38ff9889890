// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the environment says about the terminal: character set, colours, and the terminfo entry.
 *
 * The entry is the first that there is of: the one with all colours, where COLORTERM promises them;
 * the one that TERM names; its family ("xterm" for "xterm-ghostty"); what nearly every terminal
 * understands.
 */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "fragscope/array.h"

#include "term_private.h"

void term_set_locale(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	if (setlocale(LC_CTYPE, ""))
		return;
	/* a locale that is not installed here still says what the terminal understands */
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *value = getenv(names[i]);

		if (!value || !*value)
			continue;
		if (strcasestr(value, "utf-8") || strcasestr(value, "utf8"))
			setlocale(LC_CTYPE, "C.UTF-8");
		return;
	}
}

bool term_is_utf8(void)
{
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

int term_color_depth(enum term_color color)
{
	const char *no_color = getenv("NO_COLOR"), *colorterm = getenv("COLORTERM");

	if (color == TERM_COLOR_NEVER || (color == TERM_COLOR_AUTO && no_color && *no_color))
		return 0;
	if (colorterm && (!strcmp(colorterm, "truecolor") || !strcmp(colorterm, "24bit")))
		return 24;
	return 8;
}

/* "xterm-256color" → "xterm-direct", "foot" → "foot-direct": the name that an entry with all
 * colours would have. */
static void make_direct(const char *name, char *direct)
{
	static const char *const depths[] = { "-256color", "-88color", "-16color", "-color" };
	size_t len = strlen(name);

	*direct = '\0';
	if (len + sizeof("-direct") > ENTRY_NAME_MAX)
		return;
	memcpy(direct, name, len + 1);
	for (size_t i = 0; i < ARRAY_SIZE(depths); i++) {
		size_t cut = strlen(depths[i]);

		if (len > cut && !strcmp(name + len - cut, depths[i])) {
			direct[len - cut] = '\0';
			break;
		}
	}
	len = strlen(direct);
	if (len < 7 || strcmp(direct + len - 7, "-direct"))
		memcpy(direct + len, "-direct", sizeof("-direct"));
}

enum entry { ENTRY_NONE, ENTRY_TOO_DUMB, ENTRY_GOOD };

/* What is known about a terminal of that name: the least is how to place the cursor. */
static enum entry entry_of(const char *name)
{
	enum entry entry = ENTRY_TOO_DUMB;
	const char *cup;
	int found;

	if (!*name || setupterm(name, STDOUT_FILENO, &found) != OK || !cur_term)
		return ENTRY_NONE;
	cup = tigetstr("cup");
	if (cup && cup != (char *)-1)
		entry = ENTRY_GOOD;
	del_curterm(cur_term);
	return entry;
}

int entry_choose(enum term_color color, char chosen[ENTRY_NAME_MAX], struct err *err)
{
	static const char *const common[] = { "ansi", "vt100" }; /* nearly all understand one */
	const char *name = getenv("TERM");
	char *dash;

	if (!name || strlen(name) >= ENTRY_NAME_MAX)
		name = "";
	if (term_color_depth(color) == 24)
		make_direct(name, chosen);
	else
		*chosen = '\0';
	if (entry_of(chosen) == ENTRY_GOOD)
		return 0;
	snprintf(chosen, ENTRY_NAME_MAX, "%s", name);
	switch (entry_of(chosen)) {
	case ENTRY_GOOD:
		return 0;
	case ENTRY_TOO_DUMB:
		return err_set(err, ENOTTY, "TERM=%s: this terminal cannot place its cursor; use "
			       "\"fragscope report\", or set TERM to what it really is", name);
	case ENTRY_NONE:
		break;
	}
	while ((dash = strrchr(chosen, '-'))) {
		*dash = '\0';
		if (entry_of(chosen) == ENTRY_GOOD)
			return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(common); i++) {
		snprintf(chosen, ENTRY_NAME_MAX, "%s", common[i]);
		if (entry_of(chosen) == ENTRY_GOOD)
			return 0;
	}
	return err_set(err, ENOTTY, "TERM=%s: nothing is known about this terminal; install the "
		       "terminal descriptions (ncurses-base, ncurses-term) or set TERM", name);
}
