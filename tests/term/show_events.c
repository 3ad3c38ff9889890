// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Shows every event of the terminal on a line of its own, newest last, for tests that press keys.
 * Signals end it as they end the program; `q` leaves, `!` crashes, `w` waits for ever without
 * taking events, `e` writes to standard error, Ctrl-L draws anew.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fragscope/keymap.h"
#include "fragscope/term.h"

#define LINES_MAX 200

static char lines[LINES_MAX][64];
static int nr_lines, nr_redraws;

static void add_line(struct terminal *term, const struct term_event *event)
{
	static const char *const mice[] = { "press", "drag", "release", "wheel-up", "wheel-down" };
	char *line = lines[nr_lines % LINES_MAX], key[32];
	int rows, cols;

	switch (event->kind) {
	case TERM_KEY:
		key_to_text(event->key, key, sizeof(key));
		snprintf(line, sizeof(lines[0]), "key %s.", key);
		break;
	case TERM_MOUSE:
		snprintf(line, sizeof(lines[0]), "mouse %s %d,%d.", mice[event->mouse], event->y,
			 event->x);
		break;
	case TERM_RESIZE:
		term_size(term, &rows, &cols);
		snprintf(line, sizeof(lines[0]), "size %dx%d.", cols, rows);
		break;
	case TERM_RESUME:
		snprintf(line, sizeof(lines[0]), "resumed.");
		break;
	default:
		return;
	}
	nr_lines++;
}

static void draw(struct terminal *term, const struct theme *theme)
{
	struct canvas canvas;
	int rows, cols;

	term_size(term, &rows, &cols);
	if (canvas_init(&canvas, rows, cols, term_caps(term)))
		return;
	canvas_printf(&canvas, 0, 0, ROLE_TITLE, "events: %d %s %s, anew %d.", nr_lines,
		      term_caps(term) & CANVAS_UTF8 ? "utf8" : "ascii",
		      term_caps(term) & CANVAS_COLOR ? "color" : "mono", nr_redraws);
	for (int i = 0; i < rows - 1 && i < nr_lines && i < LINES_MAX; i++)
		canvas_text(&canvas, i + 1, 0, ROLE_VALUE,
			    lines[(nr_lines - 1 - i) % LINES_MAX]);
	/* each time other pairs of colours, in all more than a small terminal has */
	for (int y = 1; y < rows; y++)
		for (int x = 40; x < cols; x++)
			canvas_half(&canvas, y, x,
				    (enum role)(1 + (5 * nr_lines + x % 6) % (NR_ROLES - 1)),
				    (enum role)(1 + (3 * nr_lines + y % 6) % (NR_ROLES - 1)));
	/* a terminal gets its rows from above: with this one it has all */
	canvas_printf(&canvas, rows - 1, 0, ROLE_TITLE, "whole %d.%d.", nr_lines, nr_redraws);
	term_draw(term, &canvas, theme);
	canvas_done(&canvas);
}

/* false: the end */
static bool handle(struct terminal *term, const struct term_event *event)
{
	if (event->kind == TERM_KEY && event->key == ('l' | KEY_MOD_CTRL)) {
		term_redraw(term);
		nr_redraws++;
		return true;
	}
	add_line(term, event);
	switch (event->kind) {
	case TERM_SIGNAL:
		term_close(term);
		raise(event->signal);
		exit(0);
	case TERM_SUSPEND:
		term_suspend(term);
		return true;
	case TERM_GONE:
		return false;
	case TERM_KEY:
		break;
	default:
		return true;
	}
	switch (event->key) {
	case '!':
		abort();
	case 'w':
		for (;;)
			pause();
	case 'e':
		fprintf(stderr, "this went to standard error\n");
		return true;
	case 'z' | KEY_MOD_CTRL:
		term_suspend(term);
		return true;
	default:
		return event->key != 'q';
	}
}

/* An argument is the number of the first picture: as after so many events. */
int main(int argc, char **argv)
{
	struct term_options options = { .mouse = true };
	struct terminal *term;
	struct theme theme;
	struct err err = { "" };
	bool going = true;

	nr_lines = argc > 1 ? atoi(argv[1]) : 0;
	term_set_locale();
	if (theme_load(&theme, "dark", &err) || !(term = term_open(&options, &err))) {
		fprintf(stderr, "show_events: %s\n", err.text);
		return 2;
	}
	while (going) {
		struct term_event event;

		draw(term, &theme);
		term_wait(term, -1);
		while (going && term_next(term, &event))
			going = handle(term, &event);
	}
	term_close(term);
	return 0;
}
