// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Signals while the terminal is ours.
 *
 * A handler only notes the signal and writes a byte to a pipe that term_wait() sleeps on;
 * everything else happens outside.  Two cases cannot wait: a crash, and a second request to end
 * while the first has not been taken (the program hangs).  For those the handler itself puts the
 * terminal back, with write() and tcsetattr() only, and lets the signal have its way.
 *
 * Ctrl-C, Ctrl-Z and Ctrl-\ stay signals for the kernel, so that they work when nothing else does,
 * but the terminal's own (si_code SI_KERNEL) are handed on as keys, which can be bound.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fragscope/array.h"

#include "term_private.h"

enum wish { WISH_NONE, WISH_BY_KILL, WISH_BY_KEY };

struct row {
	int signal;
	enum term_event_kind kind; /* when it was sent by kill() */
	uint32_t key;              /* when it came from the keyboard; 0: like kill() */
	bool ends;                 /* the program is to end */
};

static const struct row rows[] = {
	{ SIGINT, TERM_SIGNAL, 'c' | KEY_MOD_CTRL, true },
	{ SIGQUIT, TERM_SIGNAL, '\\' | KEY_MOD_CTRL, true },
	{ SIGTERM, TERM_SIGNAL, 0, true },
	{ SIGHUP, TERM_SIGNAL, 0, true },
	{ SIGTSTP, TERM_SUSPEND, 'z' | KEY_MOD_CTRL, false },
	{ SIGCONT, TERM_RESUME, 0, false },
	{ SIGWINCH, TERM_RESIZE, 0, false },
};

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

#define NR_ROWS ARRAY_SIZE(rows)
#define NR_CRASHES ARRAY_SIZE(crashes)
#define ALT_STACK_SIZE (64 * 1024)

static volatile sig_atomic_t wishes[NR_ROWS]; /* enum wish */
static struct sigaction old_rows[NR_ROWS], old_crashes[NR_CRASHES];
static int wake[2] = { -1, -1 };
static void *alt_stack;

/* How the terminal was, and the bytes that leave the screen. */
static int tty_fd = -1;
static struct termios tty_modes;
static char restore[512];
static size_t restore_len;

static void write_all(int fd, const char *bytes, size_t len)
{
	ssize_t wrote = write(fd, bytes, len);

	(void)wrote; /* nothing can be done about it here */
}

static void restore_now(void)
{
	if (tty_fd < 0)
		return;
	write_all(tty_fd, restore, restore_len);
	tcsetattr(tty_fd, TCSANOW, &tty_modes);
	stderr_release();
}

/* Lets the signal do what it does by default, once the handler has returned. */
static void die_of(int signal)
{
	struct sigaction action = { .sa_handler = SIG_DFL };

	sigaction(signal, &action, NULL);
	raise(signal);
}

static void on_crash(int signal)
{
	static const char text[] = PACKAGE_STRING ": crashed; please report this with what you "
		"did, the output of \"fragscope snapshot\", and the backtrace in the core file\n";
	int saved_errno = errno;

	restore_now();
	write_all(STDERR_FILENO, text, sizeof(text) - 1);
	die_of(signal);
	errno = saved_errno;
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
	int saved_errno = errno;

	(void)context;
	for (size_t i = 0; i < NR_ROWS; i++) {
		if (rows[i].signal != signal)
			continue;
		if (rows[i].ends && wishes[i] != WISH_NONE) {
			restore_now();
			die_of(signal);
		}
		wishes[i] = rows[i].key && info->si_code == SI_KERNEL ? WISH_BY_KEY : WISH_BY_KILL;
	}
	write_all(wake[1], "", 1);
	errno = saved_errno;
}

static void at_exit(void)
{
	restore_now();
}

static void install(void)
{
	struct sigaction note = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART };
	struct sigaction crash = { .sa_handler = on_crash, .sa_flags = SA_ONSTACK };

	sigfillset(&note.sa_mask);
	sigfillset(&crash.sa_mask); /* SIGTTOU too: tcsetattr() works from the background then */
	for (size_t i = 0; i < NR_ROWS; i++)
		sigaction(rows[i].signal, &note, &old_rows[i]);
	for (size_t i = 0; i < NR_CRASHES; i++)
		sigaction(crashes[i], &crash, &old_crashes[i]);
	/* nohup means that a hangup is not to end the program */
	for (size_t i = 0; i < NR_ROWS; i++)
		if (rows[i].ends && old_rows[i].sa_handler == SIG_IGN)
			sigaction(rows[i].signal, &old_rows[i], NULL);
}

int signals_start(int fd, const struct termios *modes, struct err *err)
{
	static bool registered;
	stack_t stack = { .ss_size = ALT_STACK_SIZE };

	if (pipe2(wake, O_NONBLOCK | O_CLOEXEC))
		return err_set(err, errno, "signals: no pipe: %s; raise the limit of open "
			       "files (ulimit -n)", strerror(errno));
	tty_fd = fd;
	tty_modes = *modes;
	restore_len = 0;
	alt_stack = stack.ss_sp = malloc(ALT_STACK_SIZE);
	if (alt_stack)
		sigaltstack(&stack, NULL); /* a stack overflow is reported too */
	if (!registered)
		atexit(at_exit);
	registered = true;
	install();
	return 0;
}

void signals_set_restore(const char *bytes, size_t len)
{
	restore_len = len < sizeof(restore) ? len : sizeof(restore);
	memcpy(restore, bytes, restore_len);
}

void signals_stop(void)
{
	stack_t stack = { .ss_flags = SS_DISABLE };

	if (tty_fd < 0)
		return;
	for (size_t i = 0; i < NR_ROWS; i++)
		sigaction(rows[i].signal, &old_rows[i], NULL);
	for (size_t i = 0; i < NR_CRASHES; i++)
		sigaction(crashes[i], &old_crashes[i], NULL);
	sigaltstack(&stack, NULL);
	free(alt_stack);
	alt_stack = NULL;
	tty_fd = -1;
	close(wake[0]);
	close(wake[1]);
	wake[0] = wake[1] = -1;
}

int signals_fd(void)
{
	return wake[0];
}

bool signals_next(struct term_event *event)
{
	char bytes[64];

	while (read(wake[0], bytes, sizeof(bytes)) > 0)
		;
	for (size_t i = 0; i < NR_ROWS; i++) {
		enum wish wish = (enum wish)wishes[i];

		if (wish == WISH_NONE)
			continue;
		wishes[i] = WISH_NONE;
		*event = (struct term_event){ .kind = rows[i].kind, .signal = rows[i].signal };
		if (wish == WISH_BY_KEY) {
			event->kind = TERM_KEY;
			event->key = rows[i].key;
		}
		return true;
	}
	return false;
}

void signals_stop_process(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL }, ours;

	sigaction(SIGTSTP, &action, &ours);
	raise(SIGTSTP);
	sigaction(SIGTSTP, &ours, NULL);
}
