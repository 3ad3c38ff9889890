// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-watch - what the running program costs, measured from outside.
 *
 * Starts fragscope in pseudo-terminals of 200x60: the time from fork to the first frame; how long a
 * key waits while the page map is read; the CPU share, output and resident memory while it watches.
 * All views and some costly questions watch at the same time, each in a process of its own, first
 * with memory as it is, then with some of it fragmented.
 *
 * usage: bench-watch PROGRAM [SECONDS [MIB]]
 */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

#define NAME       "bench-watch"
#define NR_STARTS  11
#define NR_KEYS    9
#define NR_WINDOWS 4
#define ARGS_MAX   6

#define MARK_FIRST "overview" /* in the first line of the first frame */
#define MARK_HELP  "leave fragscope"

/* One way to watch. */
static const struct watch {
	const char *name;
	const char *key;            /* pressed after the first frame */
	const char *args[ARGS_MAX];
} watches[] = {
	{ "overview", "1", { NULL } },
	{ "map", "2", { NULL } },
	{ "residue", "3", { NULL } },
	{ "orders", "4", { NULL } },
	{ "activity", "5", { NULL } },
	{ "block", "6", { NULL } },
	{ "who", "7", { NULL } },
	{ "help", "?", { NULL } },
	{ "overview, 64@4", "1", { "--want", "64@4", NULL } },
	{ "overview, 80000@8 (not to be had)", "1", { "--want", "80000@8", NULL } },
	{ "overview, 1000000@3 (not to be had)", "1", { "--want", "1000000@3", NULL } },
	{ "orders, 3@1GiB", "4", { "--want", "3@1GiB", NULL } },
};

#define NR_WATCHES (sizeof(watches) / sizeof(watches[0]))

struct child {
	pid_t pid;
	int fd;
	char tail[16384];    /* the latest output */
	size_t len;
	size_t nr_bytes;     /* of output, all */
};

static void child_start(struct child *child, const char *program, const char *const *args)
{
	struct winsize size = { .ws_row = 60, .ws_col = 200 };
	char *argv[ARGS_MAX + 1] = { (char *)program };

	for (int i = 0; args && args[i]; i++)
		argv[i + 1] = (char *)args[i];
	child->len = child->nr_bytes = 0;
	child->pid = forkpty(&child->fd, NULL, NULL, &size);
	if (child->pid < 0)
		bench_die(NAME, "no pseudo-terminal");
	if (!child->pid) {
		setenv("TERM", "xterm-256color", 1);
		execv(program, argv);
		_exit(127);
	}
}

/* Reads what there is; false when the child is gone or nothing came for timeout_ms. */
static bool child_read(struct child *child, int timeout_ms)
{
	struct pollfd poll_fd = { .fd = child->fd, .events = POLLIN };
	ssize_t got;

	if (poll(&poll_fd, 1, timeout_ms) <= 0)
		return false;
	if (child->len > sizeof(child->tail) / 2) {
		memmove(child->tail, child->tail + child->len - 64, 64);
		child->len = 64;
	}
	got = read(child->fd, child->tail + child->len, sizeof(child->tail) - child->len);
	if (got <= 0)
		return false;
	child->len += (size_t)got;
	child->nr_bytes += (size_t)got;
	return true;
}

static void child_wait_mark(struct child *child, const char *mark)
{
	while (child_read(child, 10000))
		if (memmem(child->tail, child->len, mark, strlen(mark)))
			return;
	bench_die(NAME, "the program does not answer");
}

static void child_press(struct child *child, const char *key)
{
	if (write(child->fd, key, strlen(key)) < 0)
		bench_die(NAME, "the program is gone");
}

static void child_stop(struct child *child)
{
	kill(child->pid, SIGTERM);
	while (child_read(child, 1000))
		;
	close(child->fd);
	waitpid(child->pid, NULL, 0);
}

static void drain_for(struct child *children, size_t nr, double ms)
{
	const double end = bench_wall_ms() + ms;

	while (bench_wall_ms() < end) {
		for (size_t i = 0; i < nr; i++)
			while (child_read(&children[i], 0))
				;
		usleep(20000);
	}
}

/* --- starting and keys --- */

static void measure_start(const char *program, const char *what)
{
	double ms[NR_STARTS];
	struct child child;

	for (int i = 0; i < NR_STARTS; i++) {
		double start = bench_wall_ms();

		child_start(&child, program, NULL);
		child_wait_mark(&child, MARK_FIRST);
		ms[i] = bench_wall_ms() - start;
		child_stop(&child);
	}
	bench_row(what, 100, "ms", ms, NR_STARTS);
}

/* From the key for help to the screen that shows it. */
static double key_ms(struct child *child)
{
	double start = bench_wall_ms();

	child->len = 0;
	child_press(child, "?");
	child_wait_mark(child, MARK_HELP);
	return bench_wall_ms() - start;
}

static void measure_keys(const char *program)
{
	double first[NR_KEYS], full[NR_KEYS];
	struct child child;

	for (int i = 0; i < NR_KEYS; i++) {
		child_start(&child, program, NULL);
		child_wait_mark(&child, MARK_FIRST);
		drain_for(&child, 1, 10 * i);
		first[i] = key_ms(&child);
		child_press(&child, "1");
		drain_for(&child, 1, 1500);
		child_press(&child, "x");
		drain_for(&child, 1, 40 + 10 * i);
		full[i] = key_ms(&child);
		child_stop(&child);
	}
	bench_row("a key while the first sweep runs", 50, "ms", first, NR_KEYS);
	bench_row("a key while a full sweep runs", 50, "ms", full, NR_KEYS);
}

/* --- watching --- */

static double child_cpu_ms(const struct child *child)
{
	struct timespec t = { 0 };
	clockid_t clock;

	if (clock_getcpuclockid(child->pid, &clock) || clock_gettime(clock, &t))
		bench_die(NAME, "the program is gone");
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double peak_mib(pid_t pid)
{
	char path[64], line[256];
	double kib = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, "VmHWM:", 6))
			kib = strtod(line + 6, NULL);
	if (file)
		fclose(file);
	return kib / 1024;
}

static void start_all(struct child *children, const char *program)
{
	for (size_t i = 0; i < NR_WATCHES; i++) {
		child_start(&children[i], program, watches[i].args);
		child_wait_mark(&children[i], MARK_FIRST);
	}
	drain_for(children, NR_WATCHES + 1, 3000); /* the first sweeps are over */
	for (size_t i = 0; i < NR_WATCHES; i++)
		child_press(&children[i], watches[i].key);
	drain_for(children, NR_WATCHES + 1, 1500);
}

static void measure_watch(struct child *children, int seconds, const char *state)
{
	double share[NR_WATCHES][NR_WINDOWS], cpu[NR_WATCHES], most_bytes = 0;
	size_t bytes[NR_WATCHES];
	char heading[128];

	for (size_t i = 0; i < NR_WATCHES; i++)
		bytes[i] = children[i].nr_bytes;
	for (int window = 0; window < NR_WINDOWS; window++) {
		double begin = bench_wall_ms();

		for (size_t i = 0; i < NR_WATCHES; i++)
			cpu[i] = child_cpu_ms(&children[i]);
		drain_for(children, NR_WATCHES + 1, seconds * 1e3 / NR_WINDOWS);
		for (size_t i = 0; i < NR_WATCHES; i++)
			share[i][window] = 100 * (child_cpu_ms(&children[i]) - cpu[i]) /
					   (bench_wall_ms() - begin);
	}
	snprintf(heading, sizeof(heading), "one CPU at 1 frame/s, %s", state);
	bench_heading(heading);
	for (size_t i = 0; i < NR_WATCHES; i++) {
		double rate = (double)(children[i].nr_bytes - bytes[i]) / seconds;

		most_bytes = rate > most_bytes ? rate : most_bytes;
		bench_row(watches[i].name, 1.5, "%", share[i], NR_WINDOWS);
	}
	bench_row_one("output, at the most", 0, "B/s", most_bytes);
}

static void measure_memory(const struct child *children, const struct child *fast)
{
	double pages = (double)sysconf(_SC_PHYS_PAGES), most = 0;
	double asked = 32 + pages * 3 / (1 << 20);

	for (size_t i = 0; i < NR_WATCHES; i++) {
		double mib = peak_mib(children[i].pid);

		most = mib > most ? mib : most;
	}
	bench_heading("resident memory");
	bench_row_one("largest of those above", asked, "MiB", most);
	bench_row_one("20 frames/s, all that time", asked, "MiB", peak_mib(fast->pid));
}

int main(int argc, char **argv)
{
	static const char *const fast_args[] = { "--delay", "50ms", NULL };
	static struct child children[NR_WATCHES + 1];
	struct child *fast = &children[NR_WATCHES];
	int seconds = argc > 2 ? atoi(argv[2]) : 16;
	size_t bytes = (size_t)(argc > 3 ? atol(argv[3]) : 3072) << 20;
	pid_t memory;

	if (argc < 2 || seconds < NR_WINDOWS)
		bench_die(NAME, "usage: bench-watch PROGRAM [SECONDS [MIB]]");
	bench_heading("waiting for the screen");
	measure_start(argv[1], "first frame after the start");
	measure_keys(argv[1]);
	child_start(fast, argv[1], fast_args);
	start_all(children, argv[1]);
	measure_watch(children, seconds, "memory as it is");
	memory = bytes ? bench_fragment(bytes) : -1;
	if (memory > 0) {
		drain_for(children, NR_WATCHES + 1, 3000);
		measure_watch(children, seconds, "some memory fragmented");
		bench_heading("waiting for the screen, some memory fragmented");
		measure_start(argv[1], "first frame after the start");
		bench_release(memory);
	}
	measure_memory(children, fast);
	for (size_t i = 0; i <= NR_WATCHES; i++)
		child_stop(&children[i]);
	return 0;
}
