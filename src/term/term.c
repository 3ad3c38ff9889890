// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The screen: opening, copying cells, waiting.
 *
 * term->shown is what the screen holds; term_draw() hands ncurses only the cells that differ, and
 * ncurses writes them in the shortest way the terminal knows.  The window is entered and left
 * through enter() and leave() alone: at start and end, and around a stop.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

#include "fragscope/array.h"
#include "fragscope/clock.h"

#include "term_private.h"

#define DEAF_MAX     64  /* wake-ups in a row without input: the line is dead */

struct terminal {
	SCREEN *screen;
	FILE *in;              /* standard input or /dev/tty */
	struct palette *palette;
	struct shown *shown;   /* rows * cols */
	int rows, cols;
	unsigned int caps;
	bool wants_mouse;
	bool gone;             /* the line is dead and TERM_GONE not taken yet */
	int deaf;
	int watched;           /* term_watch() */
	bool woken;            /* it is readable and TERM_WAKE not taken yet */
};

static int open_keyboard(struct terminal *term, struct err *err)
{
	int fd;

	term->in = stdin;
	if (isatty(STDIN_FILENO))
		return 0;
	fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
	term->in = fd < 0 ? NULL : fdopen(fd, "r");
	if (term->in)
		return 0;
	if (fd >= 0)
		close(fd);
	return err_set(err, ENOTTY, "standard input: is no terminal, and there is no other "
		       "keyboard; use \"fragscope report\"");
}

/* --- entering and leaving */

static struct {
	char bytes[512];
	size_t len;
} collected;

static int collect(int c)
{
	if (collected.len < sizeof(collected.bytes))
		collected.bytes[collected.len++] = (char)c;
	return c;
}

static void collect_string(const char *capability)
{
	const char *string = tigetstr(capability);

	if (string && string != (char *)-1)
		tputs(string, 1, collect);
}

/* Clicks, drags and the wheel (1002), coordinates without a limit (1006); only where the entry says
 * that there is a mouse, because others print what they don't understand. */
static const char *mouse_string(bool on)
{
	const char *kmous = tigetstr("kmous");

	if (!kmous || kmous == (char *)-1)
		return "";
	return on ? "\033[?1002h\033[?1006h" : "\033[?1006l\033[?1002l";
}

static void prepare_restore(void)
{
	static const char *const capabilities[] = { "sgr0", "op", "rmkx", "cnorm", "rmcup" };
	const char *mouse = mouse_string(false);

	collected.len = 0;
	while (*mouse)
		collect(*mouse++);
	for (size_t i = 0; i < ARRAY_SIZE(capabilities); i++)
		collect_string(capabilities[i]);
	signals_set_restore(collected.bytes, collected.len);
}

static void send_mouse(const struct terminal *term, bool on)
{
	const char *bytes = mouse_string(on);
	ssize_t wrote = term->wants_mouse ? write(STDOUT_FILENO, bytes, strlen(bytes)) : 0;

	(void)wrote; /* a line that is dead shows itself elsewhere */
}

static void leave(struct terminal *term)
{
	send_mouse(term, false);
	endwin();
	stderr_release();
}

/* Takes over the size that the terminal has now; true: it has changed. */
static bool take_size(struct terminal *term)
{
	struct winsize size = { 0 };
	int rows, cols;
	struct shown *shown;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col)
		resizeterm(size.ws_row, size.ws_col);
	getmaxyx(stdscr, rows, cols);
	if (rows == term->rows && cols == term->cols)
		return false;
	shown = calloc((size_t)rows * (size_t)cols, sizeof(*shown));
	if (!shown)
		return false; /* draws into what there is */
	free(term->shown);
	term->shown = shown;
	term->rows = rows;
	term->cols = cols;
	term_redraw(term);
	return true;
}

static void enter(struct terminal *term)
{
	stderr_hold();
	reset_prog_mode();
	send_mouse(term, true);
	if (!take_size(term))
		term_redraw(term);
}

static int start_screen(struct terminal *term, const struct term_options *options, struct err *err)
{
	char name[ENTRY_NAME_MAX];
	int ret = entry_choose(options->color, name, err);

	if (ret)
		return ret;
	term->screen = newterm(name, stdout, term->in);
	if (!term->screen)
		return err_set(err, ENOTTY, "TERM=%s: the screen cannot be opened; set TERM to "
			       "another", name);
	cbreak();
	noecho();
	nonl();
	set_escdelay(25);
	leaveok(stdscr, FALSE);
	intrflush(stdscr, FALSE);
	input_start(stdscr);
	def_prog_mode();
	term->palette = palette_new(term_color_depth(options->color) > 0);
	if (!term->palette)
		return err_set(err, ENOMEM, "terminal: out of memory");
	if (palette_has_color(term->palette))
		term->caps |= CANVAS_COLOR;
	if (term_is_utf8() && !options->ascii)
		term->caps |= CANVAS_UTF8;
	return 0;
}

struct terminal *term_open(const struct term_options *options, struct err *err)
{
	struct terminal *term;
	struct termios modes;

	if (!isatty(STDOUT_FILENO) || tcgetattr(STDOUT_FILENO, &modes)) {
		err_set(err, ENOTTY, "standard output: is no terminal; use \"fragscope report\" or "
			"\"fragscope render\" for output to a file or a pipe");
		return NULL;
	}
	term = calloc(1, sizeof(*term));
	if (!term) {
		err_set(err, ENOMEM, "terminal: out of memory");
		return NULL;
	}
	term->wants_mouse = options->mouse;
	term->watched = -1;
	if (open_keyboard(term, err) || signals_start(STDOUT_FILENO, &modes, err) ||
	    start_screen(term, options, err)) {
		term_close(term);
		return NULL;
	}
	prepare_restore();
	enter(term);
	return term;
}

void term_close(struct terminal *term)
{
	if (!term)
		return;
	if (term->screen) {
		leave(term);
		delscreen(term->screen);
	}
	signals_stop();
	if (term->in && term->in != stdin)
		fclose(term->in);
	palette_free(term->palette);
	free(term->shown);
	free(term);
}

unsigned int term_caps(const struct terminal *term)
{
	return term->caps;
}

void term_size(const struct terminal *term, int *rows, int *cols)
{
	*rows = term->rows;
	*cols = term->cols;
}

/* --- drawing */

void term_redraw(struct terminal *term)
{
	clearok(curscr, TRUE);
	/* no cell is drawn with all bits set */
	memset(term->shown, 0xff, (size_t)term->rows * (size_t)term->cols * sizeof(*term->shown));
}

static attr_t attr_of(uint8_t attr)
{
	return (attr & CELL_BOLD ? A_BOLD : 0) | (attr & CELL_REVERSE ? A_REVERSE : 0) |
	       (attr & CELL_UNDERLINE ? A_UNDERLINE : 0) | (attr & CELL_DIM ? A_DIM : 0);
}

static void put_cell(int y, int x, const struct shown *shown)
{
	wchar_t text[2] = { (wchar_t)shown->glyph };
	int pair = shown->pair;
	cchar_t cell;

	if (setcchar(&cell, text, attr_of(shown->attr), 0, &pair) == OK)
		mvadd_wch(y, x, &cell); /* ERR in the last corner, but it is drawn */
}

void term_draw(struct terminal *term, const struct canvas *canvas, const struct theme *theme)
{
	int rows = canvas->rows < term->rows ? canvas->rows : term->rows;
	int cols = canvas->cols < term->cols ? canvas->cols : term->cols;

	palette_begin(term->palette);
	for (int y = 0; y < rows; y++) {
		for (int x = 0; x < cols; x++) {
			const struct cell *cell = canvas_cell(canvas, y, x);
			struct style style = theme_resolve(theme, cell);
			struct shown now = { .glyph = cell->glyph ? cell->glyph : ' ' };
			struct shown *old = &term->shown[(size_t)y * (size_t)term->cols +
							 (size_t)x];

			palette_style(term->palette, &style, &now);
			if (memcmp(&now, old, sizeof(now))) {
				put_cell(y, x, &now);
				*old = now;
			}
		}
	}
	if (canvas->cursor_y >= 0)
		move(canvas->cursor_y, canvas->cursor_x);
	curs_set(canvas->cursor_y >= 0);
	refresh();
}

void term_suspend(struct terminal *term)
{
	leave(term);
	signals_stop_process();
	enter(term);
}

/* --- events */

void term_watch(struct terminal *term, int fd)
{
	term->watched = fd;
}

bool term_wait(struct terminal *term, int64_t timeout_ns)
{
	struct timespec timeout = { timeout_ns / NSEC_PER_SEC, timeout_ns % NSEC_PER_SEC };
	struct pollfd fds[] = {
		{ .fd = fileno(term->in), .events = POLLIN },
		{ .fd = signals_fd(), .events = POLLIN },
		{ .fd = term->watched, .events = POLLIN },
	};

	if (ppoll(fds, 3, timeout_ns < 0 ? NULL : &timeout, NULL) <= 0)
		return false;
	term->woken = fds[2].revents & POLLIN;
	if (!fds[0].revents && !fds[1].revents)
		return false;
	if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
		term->gone = true;
	term->deaf = fds[0].revents ? term->deaf + 1 : 0;
	if (term->deaf > DEAF_MAX)
		term->gone = true;
	return true;
}

bool term_next(struct terminal *term, struct term_event *event)
{
	while (signals_next(event)) {
		if (event->kind == TERM_RESIZE && !take_size(term))
			continue;
		if (event->kind == TERM_RESUME) {
			leave(term);
			enter(term);
		}
		return true;
	}
	if (input_next(stdscr, event)) {
		term->deaf = 0;
		return true;
	}
	if (term->woken) {
		term->woken = false;
		*event = (struct term_event){ .kind = TERM_WAKE };
		return true;
	}
	if (!term->gone)
		return false;
	term->gone = false;
	*event = (struct term_event){ .kind = TERM_GONE };
	return true;
}
