// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * theme - reads theme files.
 *
 * A line is "KEY = VALUE", blank, or a comment that begins with '#' or ';'.  Keys are the names of
 * roles (role.def) and a few settings; one row of settings[] is one setting.
 */
#include "fragscope/theme.h"

#include <errno.h>
#include <string.h>

#include "fragscope/array.h"

#include "builtin.h"
#include "color.h"

#define GRADIENT_MAX ROLE_HEAT_STEPS

static const char *const role_names[NR_ROLES] = {
#define ROLE(id, name, help) [ROLE_##id] = name,
#include "fragscope/role.def"
#undef ROLE
};

static const struct {
	const char *name;
	uint8_t attr;
} attr_names[] = {
	{ "bold", CELL_BOLD },
	{ "reverse", CELL_REVERSE },
	{ "underline", CELL_UNDERLINE },
	{ "dim", CELL_DIM },
};

static bool color_parse(struct span word, int32_t *color)
{
	int32_t rgb = 0;

	if (span_equals(word, "default")) {
		*color = COLOR_DEFAULT;
		return true;
	}
	if (word.len != 7 || word.at[0] != '#')
		return false;
	for (int i = 1; i < 7; i++) {
		const char *digits = "0123456789abcdef", *digit;
		char c = word.at[i] >= 'A' && word.at[i] <= 'F' ? (char)(word.at[i] + 32) :
								  word.at[i];

		digit = c ? strchr(digits, c) : NULL;
		if (!digit)
			return false;
		rgb = rgb << 4 | (int32_t)(digit - digits);
	}
	*color = rgb;
	return true;
}

static int color_error(const struct scan *scan, struct span word, struct err *err)
{
	return scan_error(scan, word.at, err, "\"%.*s\" is no colour; write #rrggbb or default",
			  (int)(word.len < 20 ? word.len : 20), word.at);
}

static int attr_parse(const struct scan *scan, struct span word, uint8_t *attr, struct err *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(attr_names); i++) {
		if (span_equals(word, attr_names[i].name)) {
			*attr |= attr_names[i].attr;
			return 0;
		}
	}
	return scan_error(scan, word.at, err,
			  "\"%.*s\" is not understood; expected on COLOUR, bold, reverse, "
			  "underline or dim", (int)(word.len < 20 ? word.len : 20), word.at);
}

/* FOREGROUND [on BACKGROUND] [ATTRIBUTE]... */
static int style_parse(const struct scan *scan, struct span value, struct style *style,
		       struct err *err)
{
	struct style made = { .fg = COLOR_DEFAULT, .bg = COLOR_DEFAULT };
	struct span word = { value.at, 0 };
	int code;

	if (!span_next_word(&value, &word) || !color_parse(word, &made.fg))
		return color_error(scan, word, err);
	while (span_next_word(&value, &word)) {
		if (span_equals(word, "on")) {
			if (!span_next_word(&value, &word) || !color_parse(word, &made.bg))
				return color_error(scan, word, err);
			continue;
		}
		code = attr_parse(scan, word, &made.attr, err);
		if (code)
			return code;
	}
	*style = made;
	return 0;
}

static int set_help(struct theme *theme, const struct scan *scan, struct span value,
		    struct err *err)
{
	if (span_copy(value, theme->help, sizeof(theme->help)))
		return 0;
	return scan_error(scan, value.at, err, "the sentence is longer than %zu bytes; shorten it",
			  sizeof(theme->help) - 1);
}

static int set_mono(struct theme *theme, const struct scan *scan, struct span value,
		    struct err *err)
{
	theme->mono = span_equals(value, "yes");
	if (theme->mono || span_equals(value, "no"))
		return 0;
	return scan_error(scan, value.at, err, "expected yes or no");
}

/* What lies under every role that names no background of its own. */
static int set_background(struct theme *theme, const struct scan *scan, struct span value,
			  struct err *err)
{
	if (color_parse(value, &theme->style[ROLE_NONE].bg))
		return 0;
	return color_error(scan, value, err);
}

static int set_gradient(struct theme *theme, const struct scan *scan, struct span value,
			struct err *err)
{
	int32_t stops[GRADIENT_MAX];
	struct span word;
	int nr = 0;

	for (; span_next_word(&value, &word); nr++)
		if (nr == GRADIENT_MAX || !color_parse(word, &stops[nr]) || stops[nr] < 0)
			return scan_error(scan, word.at, err,
					  "a gradient is 2 to %d colours as #rrggbb", GRADIENT_MAX);
	if (nr < 2)
		return scan_error(scan, value.at, err, "a gradient is 2 to %d colours as #rrggbb",
				  GRADIENT_MAX);
	for (int i = 0; i < ROLE_HEAT_STEPS; i++) {
		double at = (double)i * (nr - 1) / (ROLE_HEAT_STEPS - 1);
		int stop = at < nr - 1 ? (int)at : nr - 2;

		theme->style[ROLE_HEAT0 + i] = (struct style){
			color_mix(stops[stop], stops[stop + 1], at - stop), COLOR_DEFAULT, 0 };
	}
	return 0;
}

static const struct setting {
	const char *name;
	int (*set)(struct theme *theme, const struct scan *scan, struct span value,
		   struct err *err);
} settings[] = {
	{ "help", set_help },
	{ "mono", set_mono },
	{ "background", set_background },
	{ "gradient", set_gradient },
};

static int line_parse(struct theme *theme, const struct scan *scan, struct span line,
		      struct err *err)
{
	ptrdiff_t equals = span_find(line, "=");
	struct span key, value;

	if (equals < 0)
		return scan_error(scan, line.at, err, "expected NAME = VALUE");
	key = span_trim((struct span){ line.at, (size_t)equals });
	value = span_trim(span_skip(line, (size_t)equals + 1));
	for (size_t i = 0; i < ARRAY_SIZE(settings); i++)
		if (span_equals(key, settings[i].name))
			return settings[i].set(theme, scan, value, err);
	for (int role = 1; role < NR_ROLES; role++)
		if (span_equals(key, role_names[role]))
			return style_parse(scan, value, &theme->style[role], err);
	return scan_error(scan, line.at, err, "\"%.*s\" is no role and no setting of a theme",
			  (int)(key.len < 40 ? key.len : 40), key.at);
}

/* What the text does not say stays as it is. */
static int text_parse(struct theme *theme, struct span text, struct err *err)
{
	struct scan scan;
	struct span line;
	int code;

	scan_init(&scan, text);
	while (scan_setting(&scan, &line)) {
		code = line_parse(theme, &scan, line, err);
		if (code)
			return code;
	}
	return 0;
}

int theme_load(struct theme *theme, const char *name, struct err *err)
{
	for (unsigned int i = 0; i < nr_theme_names; i++) {
		if (strcmp(name, theme_names[i]))
			continue;
		*theme = (struct theme){ .mono = false };
		for (int role = 0; role < NR_ROLES; role++)
			theme->style[role] = (struct style){ COLOR_DEFAULT, COLOR_DEFAULT, 0 };
		span_copy(span_of(name), theme->name, sizeof(theme->name));
		return text_parse(theme, span_of(builtin_themes[i]), err);
	}
	return err_set(err, ENOENT, "theme %s: there is none of that name; `fragscope list themes` "
		       "names them", name);
}

int theme_parse(struct theme *theme, const char *name, struct span text, struct err *err)
{
	struct theme made;
	int code = theme_load(&made, "dark", err);

	if (code)
		return code;
	span_copy(span_of(name), made.name, sizeof(made.name));
	made.help[0] = '\0';
	code = text_parse(&made, text, err);
	if (code)
		return err_prefix(err, code, "theme %s", name);
	*theme = made;
	return 0;
}

struct style theme_resolve(const struct theme *theme, const struct cell *cell)
{
	struct style style = theme->style[cell->role];

	if (style.bg == COLOR_DEFAULT)
		style.bg = theme->style[ROLE_NONE].bg;
	if (cell->under != ROLE_NONE)
		style.bg = theme->style[cell->under].fg;
	style.attr |= cell->attr & (uint8_t)~CELL_SELECT;
	if (cell->attr & CELL_SELECT) {
		const struct style *select = &theme->style[ROLE_SELECT];

		style.attr |= select->attr;
		if (select->bg != COLOR_DEFAULT && cell->under == ROLE_NONE)
			style.bg = select->bg;
	}
	return style;
}
