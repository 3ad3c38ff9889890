// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ui_foot - the last line: the live keys of the view, or a message.
 *
 * Actions that belong together ("order-up", "order-down") share one entry: "o/O order".
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"

#include "ui_private.h"
#include "widget.h"

#define LABEL_MAX 32

/* At the right end of every view, the first the most wanted. */
static const enum action always[] = { ACTION_QUIT, ACTION_HELP, ACTION_COMMAND, ACTION_FIND };

/* Shorter than their names. */
static const struct {
	uint32_t key;
	const char *text;
} arrows[] = {
	{ KEY_CODE_UP, "↑" }, { KEY_CODE_DOWN, "↓" }, { KEY_CODE_LEFT, "←" },
	{ KEY_CODE_RIGHT, "→" },
};

static const char *const prefixes[] = { "next-", "previous-" };
static const char *const suffixes[] = { "-up", "-down", "-in", "-out", "-more", "-less", "-back",
					"-forward" };

/* What an action is about: its name without its direction. */
static void action_label(enum action action, char label[LABEL_MAX])
{
	const char *name = action_info(action)->name;
	size_t len;

	if (action >= ACTION_UP && action <= ACTION_RIGHT)
		name = "move";
	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			name += strlen(prefixes[i]);
	snprintf(label, LABEL_MAX, "%s", name);
	len = strlen(label);
	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		size_t tail = strlen(suffixes[i]);

		if (len > tail && !strcmp(label + len - tail, suffixes[i]))
			label[len -= tail] = '\0';
	}
	for (char *at = label; *at; at++)
		if (*at == '-')
			*at = ' ';
}

static void foot_key_name(uint32_t key, char *name, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(arrows); i++) {
		if (arrows[i].key == key) {
			snprintf(name, size, "%s", arrows[i].text);
			return;
		}
	}
	key_to_text(key, name, size);
}

struct entry {
	char key[LABEL_MAX], label[LABEL_MAX];
	enum action action;   /* the first of them */
	int x, cols;          /* where it stands; cols 0: no room */
};

struct foot {
	struct entry entries[UI_HITS_MAX];
	unsigned int nr;
};

/* What actions are about that mean something else for simulated machines. */
static const struct {
	enum action action;
	const char *label;
} stage_labels[] = {
	{ ACTION_PAUSE, "run" }, { ACTION_SLOWER, "speed" }, { ACTION_FASTER, "speed" },
};

/* Where a key leads, in the words of the tab there. */
static void view_label(enum action go, char label[LABEL_MAX])
{
	for (unsigned int i = 0; i < nr_views; i++)
		if (views[i]->go == go)
			snprintf(label, LABEL_MAX, "%s", views[i]->title);
}

/* False when no key does it: then there is nothing to show. */
static bool entry_make(const struct ui *ui, enum action action, struct entry *entry)
{
	uint32_t key = keymap_key_of(ui->keymap, ui->view->name, action, 0);

	if (!key)
		return false;
	*entry = (struct entry){ .action = action };
	foot_key_name(key, entry->key, sizeof(entry->key));
	action_label(action, entry->label);
	for (size_t i = 0; ui->has_stage && i < ARRAY_SIZE(stage_labels); i++)
		if (stage_labels[i].action == action)
			snprintf(entry->label, sizeof(entry->label), "%s", stage_labels[i].label);
	if (ui->view->foot_label && ui->view->foot_label(action))
		snprintf(entry->label, sizeof(entry->label), "%s", ui->view->foot_label(action));
	if (action == ACTION_ENTER || action == ACTION_BACK)
		view_label(action == ACTION_ENTER ? ui->view->inner : ui_outer(ui),
			   entry->label);
	return true;
}

static void entry_join(struct entry *entry, const struct entry *other)
{
	size_t len = strlen(entry->key);

	snprintf(entry->key + len, sizeof(entry->key) - len, "/%.*s", LABEL_MAX / 2, other->key);
}

/* Before the last one, with which an entry may be joined. */
static bool foot_has(const struct foot *foot, const struct entry *entry)
{
	for (unsigned int i = 0; i + 1 < foot->nr; i++)
		if (!strcmp(foot->entries[i].label, entry->label))
			return true;
	return false;
}

static void add_actions(const struct ui *ui, const enum action *action, struct foot *foot)
{
	for (; action && *action != ACTION_NONE && foot->nr < UI_HITS_MAX; action++) {
		struct entry *last = foot->nr ? &foot->entries[foot->nr - 1] : NULL, entry;

		if (*action == ACTION_PAUSE && ui->has_frames && !ui->has_stage)
			continue; /* nothing goes on by itself */
		if (ui_stage_only(*action) && !ui->has_stage)
			continue;
		if (!entry_make(ui, *action, &entry) || foot_has(foot, &entry))
			continue;
		if (last && !strcmp(last->label, entry.label))
			entry_join(last, &entry);
		else
			foot->entries[foot->nr++] = entry;
	}
}

/* The view's own; where there are frames or events to step through, that comes first. */
static void lay_left(const struct ui *ui, struct foot *foot)
{
	static const enum action steps[] = { ACTION_STEP_BACK, ACTION_STEP_FORWARD, ACTION_NONE };
	static const enum action run[] = { ACTION_PAUSE, ACTION_NONE };

	if (ui->has_frames || ui->has_stage)
		add_actions(ui, steps, foot);
	if (ui->has_stage)
		add_actions(ui, run, foot);
	add_actions(ui, ui->view->footer, foot);
}

static int entry_cols(const struct entry *entry)
{
	return text_width(entry->key) + 1 + text_width(entry->label);
}

/* The common ones from the right, then the view's own from the left as far as they go. */
static void lay_out(const struct ui *ui, int cols, struct foot *foot)
{
	unsigned int own;
	int left = 1, right = cols - 1;

	foot->nr = 0;
	lay_left(ui, foot);
	own = foot->nr;
	for (size_t i = 0; i < ARRAY_SIZE(always) && foot->nr < UI_HITS_MAX; i++) {
		struct entry *entry = &foot->entries[foot->nr];

		if (!entry_make(ui, always[i], entry))
			continue;
		entry->cols = entry_cols(entry);
		if (right - entry->cols < (i < 2 ? 0 : cols / 2))
			break;
		right -= entry->cols;
		entry->x = right;
		right -= 2;
		foot->nr++;
	}
	for (unsigned int i = 0; i < own; i++) {
		struct entry *entry = &foot->entries[i];
		int width = entry_cols(entry);

		if (left + width > right)
			break;
		entry->x = left;
		entry->cols = width;
		left += width + 2;
	}
}

unsigned int ui_foot_hits(const struct ui *ui, int cols, struct hit hits[UI_HITS_MAX])
{
	struct foot foot;
	unsigned int nr = 0;

	lay_out(ui, cols, &foot);
	for (unsigned int i = 0; i < foot.nr; i++)
		if (foot.entries[i].cols)
			hits[nr++] = (struct hit){ foot.entries[i].x, foot.entries[i].cols,
						   foot.entries[i].action };
	return nr;
}

void ui_foot_draw(const struct ui *ui, const struct view_context *ctx, struct canvas *canvas)
{
	int y = canvas->rows - 1;
	struct foot foot;

	(void)ctx;
	canvas_fill(canvas, (struct rect){ y, 0, 1, canvas->cols }, ROLE_BAR, ' ');
	if (ui->message[0]) {
		canvas_text_cut(canvas, y, 1, canvas->cols - 2,
				ui->message_role == ROLE_TEXT ? ROLE_BAR : ROLE_BAR_KEY,
				ui->message);
		return;
	}
	lay_out(ui, canvas->cols, &foot);
	for (unsigned int i = 0; i < foot.nr; i++) {
		const struct entry *entry = &foot.entries[i];
		int x;

		if (!entry->cols)
			continue;
		x = canvas_text(canvas, y, entry->x, ROLE_BAR_KEY, entry->key);
		canvas_text(canvas, y, x + 1, ROLE_BAR, entry->label);
	}
}
