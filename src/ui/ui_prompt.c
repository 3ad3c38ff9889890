// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ui_prompt - the line of ":" and "/".
 *
 * ":" takes the name of any action, or as much of it as is unambiguous, some with an argument, and
 * questions ("64@9").  While one types, the actions that fit are listed above with their help.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/utf8.h"

#include "ui_private.h"
#include "widget.h"

#define LIST_MAX 8 /* candidates shown */

static const struct {
	const char *mark, *hint;
} prompts[NR_PROMPTS] = {
	[PROMPT_NONE] = { "", "" },
	[PROMPT_COMMAND] = { ":", "an action (Tab completes), or a question such as 64@9" },
	[PROMPT_FIND] = { "/", "a pfn (0x1a2b3), zone, node, migratetype or page class" },
	[PROMPT_UNTIL] = { "until ", "a kind of event, such as free-block or alloc-fail" },
};

void ui_prompt_open(struct ui *ui, enum prompt_kind kind)
{
	ui->prompt = (struct prompt){ .kind = kind };
}

unsigned int ui_candidates(const char *prefix, enum action *found, unsigned int max)
{
	size_t len = strlen(prefix);
	unsigned int nr = 0;

	for (int action = 1; action < NR_ACTIONS; action++) {
		if (strncmp(action_info((enum action)action)->name, prefix, len))
			continue;
		if (nr < max)
			found[nr] = (enum action)action;
		nr++;
	}
	return nr;
}

static void command_save(struct ui *ui, const struct ui_input *input, const char *argument,
			 struct ui_effects *effects)
{
	if (!input->frame)
		ui_message(ui, ROLE_WARN, "there is no frame to save yet");
	else
		effect_add(effects, EFFECT_SAVE, 0, argument);
}

static void command_find(struct ui *ui, const struct ui_input *input, const char *argument,
			 struct ui_effects *effects)
{
	struct view_context ctx = ui_context(ui, input);

	(void)effects;
	snprintf(ui->state.find, sizeof(ui->state.find), "%s", argument);
	ui_find(ui, &ctx, false);
}

static void command_until(struct ui *ui, const struct ui_input *input, const char *argument,
			  struct ui_effects *effects)
{
	if (ui_context(ui, input).frame->stage)
		effect_add_stage(effects, STAGE_UNTIL, STAGE_STOP_KIND, argument);
	else
		ui_act(ui, input, ACTION_UNTIL, effects); /* says why not */
}

/* Actions that take an argument in ":". */
static const struct {
	enum action action;
	void (*run)(struct ui *ui, const struct ui_input *input, const char *argument,
		    struct ui_effects *effects);
} with_argument[] = {
	{ ACTION_SAVE, command_save },
	{ ACTION_FIND, command_find },
	{ ACTION_UNTIL, command_until },
};

static void run_action(struct ui *ui, const struct ui_input *input, enum action action,
		       struct span argument, struct ui_effects *effects)
{
	char text[256];

	if (!argument.len) {
		ui_act(ui, input, action, effects);
		return;
	}
	span_copy(argument, text, sizeof(text));
	for (size_t i = 0; i < ARRAY_SIZE(with_argument); i++) {
		if (with_argument[i].action == action) {
			with_argument[i].run(ui, input, text, effects);
			return;
		}
	}
	snprintf(text, sizeof(text), "%s takes no argument", action_info(action)->name);
	ui_message(ui, ROLE_WARN, text);
}

/* "64@9": a question instead of an action. */
static bool run_question(struct ui *ui, const struct ui_input *input, struct span line)
{
	const struct frame *frame = ui_context(ui, input).frame;
	struct verdict_want want = ui->state.want;
	struct err err = { "" };

	if (!line.len || line.at[0] < '0' || line.at[0] > '9')
		return false;
	if (verdict_parse_want(line, frame_page_size(frame), &want, &err)) {
		ui_message(ui, ROLE_WARN, err.text);
		return true;
	}
	ui->state.want = want;
	ui->state.overview.ask = true;
	ui->want_settled = true;
	return true;
}

static void say_ambiguous(struct ui *ui, const char *name, const enum action *found,
			  unsigned int nr)
{
	char text[200];
	size_t at;

	if (!nr) {
		snprintf(text, sizeof(text), "%s: there is no such action; Tab completes, help "
			 "lists all", name);
		ui_message(ui, ROLE_WARN, text);
		return;
	}
	snprintf(text, sizeof(text), "%s could be", name);
	for (unsigned int i = 0; i < nr && i < LIST_MAX; i++) {
		at = strlen(text);
		snprintf(text + at, sizeof(text) - at, "%s %s", i ? "," : "",
			 action_info(found[i])->name);
	}
	ui_message(ui, ROLE_WARN, text);
}

void ui_command(struct ui *ui, const struct ui_input *input, const char *line,
		struct ui_effects *effects)
{
	struct span rest = span_trim(span_of(line)), word;
	enum action found[LIST_MAX], action;
	unsigned int nr;
	char name[64];

	if (!rest.len || run_question(ui, input, rest))
		return;
	span_next_word(&rest, &word);
	span_copy(word, name, sizeof(name));
	action = action_find(name);
	nr = ui_candidates(name, found, LIST_MAX);
	if (action == ACTION_NONE && nr == 1)
		action = found[0];
	if (action == ACTION_NONE)
		say_ambiguous(ui, name, found, nr);
	else
		run_action(ui, input, action, span_trim(rest), effects);
}

/* Completes what all candidates share; when that is nothing, goes through them. */
static void complete(struct prompt *prompt)
{
	enum action found[NR_ACTIONS];
	unsigned int nr = ui_candidates(prompt->text, found, NR_ACTIONS);
	const char *first;
	size_t len = strlen(prompt->text), shared;

	if (prompt->kind != PROMPT_COMMAND || !nr)
		return;
	first = action_info(found[0])->name;
	shared = strlen(first);
	for (unsigned int i = 1; i < nr; i++) {
		const char *name = action_info(found[i])->name;
		size_t same = 0;

		while (same < shared && name[same] == first[same])
			same++;
		shared = same;
	}
	if (shared > len)
		snprintf(prompt->text, sizeof(prompt->text), "%.*s", (int)shared, first);
	else
		prompt->choice = (prompt->choice + 1) % nr;
}

static void append(struct prompt *prompt, uint32_t glyph)
{
	size_t len = strlen(prompt->text);
	char bytes[5];
	size_t nr = utf8_encode(glyph, bytes);

	if (len + nr < sizeof(prompt->text))
		memcpy(prompt->text + len, bytes, nr + 1);
	prompt->choice = 0;
}

/* Removes the last character; an empty line closes the prompt. */
static void erase(struct prompt *prompt)
{
	size_t len = strlen(prompt->text);

	if (!len)
		prompt->kind = PROMPT_NONE;
	while (len && (prompt->text[--len] & 0xc0) == 0x80)
		;
	prompt->text[len] = '\0';
	prompt->choice = 0;
}

static void submit(struct ui *ui, const struct ui_input *input, struct ui_effects *effects)
{
	struct prompt prompt = ui->prompt;
	enum action found[NR_ACTIONS];
	struct view_context ctx;

	ui->prompt.kind = PROMPT_NONE;
	if (prompt.kind == PROMPT_FIND) {
		ctx = ui_context(ui, input);
		if (prompt.text[0])
			span_copy(span_of(prompt.text), ui->state.find, sizeof(ui->state.find));
		if (ui->state.find[0])
			ui_find(ui, &ctx, false);
		return;
	}
	if (prompt.kind == PROMPT_UNTIL) {
		if (prompt.text[0])
			command_until(ui, input, prompt.text, effects);
		return;
	}
	if (prompt.choice && prompt.choice < ui_candidates(prompt.text, found, NR_ACTIONS))
		ui_act(ui, input, found[prompt.choice], effects);
	else
		ui_command(ui, input, prompt.text, effects);
}

void ui_prompt_key(struct ui *ui, const struct ui_input *input, uint32_t key,
		   struct ui_effects *effects)
{
	struct prompt *prompt = &ui->prompt;
	enum action action = keymap_lookup(ui->keymap, ui->view->name, key);

	if (key == KEY_CODE_ENTER)
		submit(ui, input, effects);
	else if (key == KEY_CODE_ESCAPE)
		prompt->kind = PROMPT_NONE;
	else if (key == KEY_CODE_BACKSPACE)
		erase(prompt);
	else if (key == KEY_CODE_TAB || key == KEY_CODE_DOWN)
		complete(prompt);
	else if (key == ('u' | KEY_MOD_CTRL))
		prompt->text[0] = '\0';
	else if (key >= ' ' && key < KEY_CODE_BASE && key != 0x7f)
		append(prompt, key);
	else if (action == ACTION_QUIT)
		prompt->kind = PROMPT_NONE;
	else if (action == ACTION_REDRAW || action == ACTION_SUSPEND)
		ui_act(ui, input, action, effects);
}

static void draw_candidate(const struct ui *ui, struct canvas *canvas, int y, enum action action,
			   bool chosen)
{
	const struct action_info *info = action_info(action);
	uint32_t key = keymap_key_of(ui->keymap, ui->view->name, action, 0);
	struct rect line = { y, 0, 1, canvas->cols };
	char name[32] = "";

	if (key)
		key_to_text(key, name, sizeof(name));
	canvas_fill(canvas, line, ROLE_BAR, ' ');
	canvas_text_cut(canvas, y, 1, 19, ROLE_BAR, info->name);
	canvas_text_cut(canvas, y, 21, 10, ROLE_BAR_KEY, name);
	canvas_text_cut(canvas, y, 32, canvas->cols - 33, ROLE_BAR, info->help);
	if (chosen)
		canvas_attr(canvas, line, CELL_SELECT);
}

static void draw_candidates(const struct ui *ui, struct canvas *canvas)
{
	enum action found[NR_ACTIONS];
	unsigned int nr = ui_candidates(ui->prompt.text, found, NR_ACTIONS);
	unsigned int shown = nr < LIST_MAX ? nr : LIST_MAX, first;

	if (shown > (unsigned int)canvas->rows - 3)
		shown = (unsigned int)canvas->rows - 3;
	first = ui->prompt.choice < shown ? 0 : ui->prompt.choice - shown + 1;
	for (unsigned int i = 0; i < shown; i++)
		draw_candidate(ui, canvas, canvas->rows - 1 - (int)(shown - i), found[first + i],
			       first + i == ui->prompt.choice);
}

void ui_prompt_draw(const struct ui *ui, struct canvas *canvas)
{
	const char *mark = prompts[ui->prompt.kind].mark, *text = ui->prompt.text;
	int y = canvas->rows - 1, x;
	int room = canvas->cols - text_width(mark) - 2, width = text_width(text);

	for (; width > room; width--) { /* the end stays in sight */
		uint32_t glyph;

		text += utf8_decode(text, strlen(text), &glyph);
	}
	if (ui->prompt.kind == PROMPT_COMMAND && ui->prompt.text[0])
		draw_candidates(ui, canvas);
	canvas_fill(canvas, (struct rect){ y, 0, 1, canvas->cols }, ROLE_BAR, ' ');
	x = canvas_text(canvas, y, 0, ROLE_BAR_KEY, mark);
	x = canvas_text(canvas, y, x, ROLE_BAR, text);
	if (!ui->prompt.text[0])
		canvas_text_cut(canvas, y, x + 2, canvas->cols - x - 2, ROLE_BAR,
				prompts[ui->prompt.kind].hint);
	canvas->cursor_y = y;
	canvas->cursor_x = x;
}
