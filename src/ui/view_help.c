// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_help - keys, views and what the numbers mean, from the rows that make them.
 *
 * The text is a list of lines; each section writes its lines through a pager, which draws those
 * that are on the screen.  Wide screens show it in columns, like a page of a newspaper.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/metric.h"
#include "fragscope/pagemap.h"
#include "orders.h"
#include "overview.h"
#include "page_look.h"
#include "view_activity.h"
#include "view_sim.h"
#include "views.h"
#include "view_who.h"
#include "widget.h"

#define COLUMN_COLS 92 /* a column of text that is easy to read */
#define KEY_COLS    20
#define NAME_COLS   20

/* Counts lines, and draws those in [first, first + rows * nr_columns). */
struct pager {
	const struct view_context *ctx;
	struct canvas *canvas;  /* NULL: only counts */
	struct rect rect;
	int nr_columns;
	int first, line;
};

static int page_columns(struct rect rect)
{
	int nr = rect.cols / COLUMN_COLS;

	return nr > 1 ? nr : 1;
}

/* The place of the next line; false when it is not on the screen. */
static bool pager_next(struct pager *pager, struct rect *place)
{
	int at = pager->line++ - pager->first, column;

	if (!pager->canvas || at < 0 || pager->rect.rows < 1)
		return false;
	column = at / pager->rect.rows;
	if (column >= pager->nr_columns)
		return false;
	*place = (struct rect){ pager->rect.y + at % pager->rect.rows,
				pager->rect.x + column * (pager->rect.cols / pager->nr_columns),
				1, pager->rect.cols / pager->nr_columns - 2 };
	return true;
}

static void pager_title(struct pager *pager, const char *title)
{
	struct rect place;

	if (pager->line)
		pager->line++;
	if (pager_next(pager, &place))
		canvas_text_cut(pager->canvas, place.y, place.x, place.cols, ROLE_TITLE, title);
}

static void draw_key(const struct pager *pager, struct rect place, enum role role, const char *key,
		     const char *name)
{
	int key_cols = place.cols < KEY_COLS - 1 ? place.cols : KEY_COLS - 1;
	int name_cols = place.cols - KEY_COLS < NAME_COLS - 1 ? place.cols - KEY_COLS :
								NAME_COLS - 1;

	canvas_text_cut(pager->canvas, place.y, place.x, key_cols, role, key);
	canvas_text_cut(pager->canvas, place.y, place.x + KEY_COLS, name_cols, ROLE_LABEL, name);
}

/* What the text leaves over begins again under itself. */
static void pager_row(struct pager *pager, enum role role, const char *key, const char *name,
		      const char *text)
{
	int indent = KEY_COLS + NAME_COLS;
	int cols = pager->rect.cols / pager->nr_columns - 2 - indent;
	int rows;
	struct rect place;

	if (cols < 16) { /* too narrow for three columns: the text comes below */
		indent = KEY_COLS / 2;
		cols = pager->rect.cols / pager->nr_columns - 2 - indent;
	}
	rows = wrap_rows(text, cols);
	if (indent < KEY_COLS && pager_next(pager, &place))
		draw_key(pager, place, role, key, name);
	for (int row = 0; row < (rows ? rows : 1); row++) {
		if (!pager_next(pager, &place))
			continue;
		if (!row && indent > KEY_COLS)
			draw_key(pager, place, role, key, name);
		if (cols > 0)
			widget_wrap_row(pager->canvas, (struct rect){ place.y, place.x + indent, 1,
						cols }, ROLE_TEXT, text, row);
	}
}

/* The keys that do the action in a view but not (or not only) in the others; context "all": those
 * that do it everywhere. */
static bool action_keys(const struct view_context *ctx, const char *context, enum action action,
			char *to, size_t size)
{
	bool own = strcmp(context, "all");
	uint32_t key;

	to[0] = '\0';
	for (unsigned int n = 0; (key = keymap_key_of(ctx->keymap, context, action, n)); n++) {
		size_t at = strlen(to);
		char name[32];

		if (own && keymap_lookup(ctx->keymap, "all", key) == action)
			continue;
		key_to_text(key, name, sizeof(name));
		snprintf(to + at, size - at, "%s%s", at ? " " : "", name);
	}
	return to[0];
}

static void help_actions(struct pager *pager)
{
	const char *group = "";

	for (int action = 1; action < NR_ACTIONS; action++) {
		const struct action_info *info = action_info((enum action)action);
		char keys[64];

		if (strcmp(group, info->group)) {
			char title[64];

			group = info->group;
			snprintf(title, sizeof(title), "keys: %s", group);
			pager_title(pager, title);
		}
		action_keys(pager->ctx, "all", (enum action)action, keys, sizeof(keys));
		pager_row(pager, ROLE_VALUE, keys, info->name, info->help);
	}
}

/* What a configuration file binds in one view alone. */
static void help_own_keys(struct pager *pager)
{
	for (unsigned int i = 0; i < nr_views; i++) {
		bool titled = false;

		for (int action = 1; action < NR_ACTIONS; action++) {
			const struct action_info *info = action_info((enum action)action);
			char keys[64], title[64];

			if (!action_keys(pager->ctx, views[i]->name, (enum action)action, keys,
					 sizeof(keys)))
				continue;
			snprintf(title, sizeof(title), "keys: only in the %s view", views[i]->name);
			if (!titled)
				pager_title(pager, title);
			titled = true;
			pager_row(pager, ROLE_VALUE, keys, info->name, info->help);
		}
	}
}

static void help_views(struct pager *pager)
{
	pager_title(pager, "views");
	for (unsigned int i = 0; i < nr_views; i++) {
		char keys[64];

		action_keys(pager->ctx, "all", views[i]->go, keys, sizeof(keys));
		pager_row(pager, ROLE_VALUE, keys, views[i]->title, views[i]->help);
	}
}

static const char *const mobility_names[] = {
	[MOBILITY_UNKNOWN] = "unknown",
	[MOBILITY_FREE] = "free",
	[MOBILITY_MOVABLE] = "movable",
	[MOBILITY_UNMOVABLE] = "not movable",
	[MOBILITY_NONE] = "",
};

static void help_classes(struct pager *pager)
{
	pager_title(pager, "classes of pages");
	for (int class = 0; class < NR_PAGE_CLASSES; class++) {
		const struct page_class_info *info = page_class_info((enum page_class)class);
		const struct page_look *look = page_look((enum page_class)class);
		char key[32];

		snprintf(key, sizeof(key), "%c %s", look->letter, info->name);
		pager_row(pager, look->role, key, mobility_names[info->mobility], info->help);
	}
}

static void help_colors(struct pager *pager)
{
	static const struct {
		const char *name, *help;
	} colors[] = {
#define MAP_COLOR(id, name, help) { name, help },
#include "fragscope/map_color.def"
#undef MAP_COLOR
	};

	pager_title(pager, "colourings of the map");
	for (size_t i = 0; i < ARRAY_SIZE(colors); i++)
		pager_row(pager, ROLE_VALUE, colors[i].name, "", colors[i].help);
}

/* Columns of the tables, from the rows that make them. */
static void help_columns(struct pager *pager)
{
	const char *name, *help;

	pager_title(pager, "columns: zones, in the overview");
	for (unsigned int n = 0; zones_help(n, &name, &help); n++)
		pager_row(pager, ROLE_VALUE, name, "", help);
	pager_title(pager, "columns: orders");
	for (unsigned int n = 0; orders_help(n, &name, &help); n++)
		pager_row(pager, ROLE_VALUE, name, "", help);
	pager_title(pager, "pageblocks: who");
	for (unsigned int n = 0; who_help(n, &name, &help); n++)
		pager_row(pager, ROLE_VALUE, name, "", help);
	pager_title(pager, "words: activity");
	for (unsigned int n = 0; activity_word(n, &name, &help); n++)
		pager_row(pager, ROLE_VALUE, name, "", help);
	pager_title(pager, "words: sim");
	for (unsigned int n = 0; sim_word(n, &name, &help); n++)
		pager_row(pager, ROLE_VALUE, name, "", help);
}

static void help_metrics(struct pager *pager)
{
	pager_title(pager, "numbers over time");
	for (size_t i = 0; i < nr_metrics; i++)
		pager_row(pager, ROLE_VALUE, metrics[i].name, metrics[i].unit, metrics[i].help);
}

static void (*const sections[])(struct pager *pager) = {
	help_actions, help_own_keys, help_views, help_columns, help_metrics, help_classes,
	help_colors,
};

/* Draws (canvas not NULL) from a line on and returns the number of lines. */
static int page_through(const struct view_context *ctx, struct canvas *canvas, struct rect rect,
			unsigned int first)
{
	struct pager pager = { .ctx = ctx, .canvas = canvas, .rect = rect,
			       .nr_columns = page_columns(rect), .first = (int)first };

	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		sections[i](&pager);
	return pager.line;
}

static unsigned int scroll_max(const struct view_context *ctx, struct rect rect)
{
	int over = page_through(ctx, NULL, rect, 0) - rect.rows * page_columns(rect);

	return over > 0 ? (unsigned int)over : 0;
}

static void help_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect)
{
	unsigned int max = scroll_max(ctx, rect), scroll = ctx->state->help.scroll;

	page_through(ctx, canvas, rect, scroll < max ? scroll : max);
}

static bool help_act(const struct view_context *ctx, enum action action, struct rect rect,
		     struct ui_effects *effects)
{
	unsigned int *scroll = &ctx->state->help.scroll;
	unsigned int page = rect.rows > 1 ? (unsigned int)rect.rows - 1 : 1;

	(void)effects;
	switch (action) {
	case ACTION_UP:
		*scroll -= *scroll > 0;
		break;
	case ACTION_DOWN:
		*scroll += 1;
		break;
	case ACTION_PAGE_UP:
		*scroll -= *scroll < page ? *scroll : page;
		break;
	case ACTION_PAGE_DOWN:
		*scroll += page;
		break;
	case ACTION_HOME:
		*scroll = 0;
		break;
	case ACTION_END:
		*scroll = scroll_max(ctx, rect);
		break;
	default:
		return false;
	}
	if (*scroll > scroll_max(ctx, rect))
		*scroll = scroll_max(ctx, rect);
	return true;
}

static const enum action footer[] = { ACTION_UP, ACTION_DOWN, ACTION_PAGE_UP,
				      ACTION_PAGE_DOWN, ACTION_BACK, ACTION_NONE };

const struct view_ops view_help = {
	.name = "help",
	.title = "help",
	.help = "the keys, the views and what the numbers mean",
	.go = ACTION_HELP,
	.footer = footer,
	.draw = help_draw,
	.act = help_act,
};
