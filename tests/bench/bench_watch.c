// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-watch - what the running program costs.
 *
 * Starts fragscope in a pseudo-terminal of 200x60 and measures from outside: the time from fork to
 * the first frame, the CPU share while it watches at one frame a second, and its resident memory
 * against 32 MiB + 3 bytes per page.
 *
 * usage: bench-watch PROGRAM [SECONDS]
 */
#include <errno.h>
#include <fcntl.h>
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

#define NR_STARTS 11
#define MARK      "overview" /* stands in the first line of the first frame */

struct child {
	pid_t pid;
	int fd;
	char tail[4096];     /* the latest output */
	size_t len;
};

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void child_start(struct child *child, const char *program)
{
	struct winsize size = { .ws_row = 60, .ws_col = 200 };

	child->len = 0;
	child->pid = forkpty(&child->fd, NULL, NULL, &size);
	if (child->pid < 0) {
		perror("bench-watch: forkpty");
		exit(1);
	}
	if (!child->pid) {
		setenv("TERM", "xterm-256color", 1);
		execl(program, program, (char *)NULL);
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
	return true;
}

static bool child_wait_mark(struct child *child)
{
	while (child_read(child, 5000))
		if (memmem(child->tail, child->len, MARK, strlen(MARK)))
			return true;
	return false;
}

static void child_stop(struct child *child)
{
	kill(child->pid, SIGTERM);
	while (child_read(child, 1000))
		;
	close(child->fd);
	waitpid(child->pid, NULL, 0);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int measure_start(const char *program)
{
	double ms[NR_STARTS];
	struct child child;

	for (int i = 0; i < NR_STARTS; i++) {
		double start = now_ms();

		child_start(&child, program);
		if (!child_wait_mark(&child)) {
			fprintf(stderr, "bench-watch: %s: no first frame\n", program);
			return 1;
		}
		ms[i] = now_ms() - start;
		child_stop(&child);
	}
	qsort(ms, NR_STARTS, sizeof(ms[0]), compare);
	printf("first frame: median %.1f ms, %.1f to %.1f (at most 100)\n", ms[NR_STARTS / 2], ms[0],
	       ms[NR_STARTS - 1]);
	return 0;
}

/* CPU time of the child, all threads, in ms. */
static double cpu_ms(pid_t pid)
{
	unsigned long user, system;
	char path[64], text[1024] = "", *end;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	if (!file || !fgets(text, sizeof(text), file))
		text[0] = '\0';
	if (file)
		fclose(file);
	end = strrchr(text, ')');
	if (!end || sscanf(end, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
			   &system) != 2)
		return 0;
	return (double)(user + system) * 1e3 / (double)sysconf(_SC_CLK_TCK);
}

static uint64_t status_kib(pid_t pid, const char *field)
{
	char path[64], line[256];
	uint64_t kib = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, field, strlen(field)))
			kib = strtoull(line + strlen(field) + 1, NULL, 10);
	if (file)
		fclose(file);
	return kib;
}

static void drain_for(struct child *child, double ms)
{
	double end = now_ms() + ms;

	while (now_ms() < end)
		child_read(child, 50);
}

static int measure_watch(const char *program, int seconds)
{
	double pages = (double)sysconf(_SC_PHYS_PAGES);
	double allowed_mib = 32 + pages * 3 / (1 << 20);
	struct child child;
	double cpu, wall;

	child_start(&child, program);
	if (!child_wait_mark(&child))
		return 1;
	drain_for(&child, 3000); /* the first sweep is over */
	cpu = cpu_ms(child.pid);
	wall = now_ms();
	drain_for(&child, seconds * 1e3);
	cpu = cpu_ms(child.pid) - cpu;
	wall = now_ms() - wall;
	printf("watching at 1 frame/s: %.2f %% of one CPU over %.0f s (at most 1.5)\n",
	       100 * cpu / wall, wall / 1e3);
	printf("resident memory: %.1f MiB now, %.1f MiB at the most (at most %.1f)\n",
	       (double)status_kib(child.pid, "VmRSS:") / 1024,
	       (double)status_kib(child.pid, "VmHWM:") / 1024, allowed_mib);
	child_stop(&child);
	return 0;
}

int main(int argc, char **argv)
{
	int seconds = argc > 2 ? atoi(argv[2]) : 30;

	if (argc < 2 || seconds < 1) {
		fprintf(stderr, "usage: bench-watch PROGRAM [SECONDS]\n");
		return 2;
	}
	return measure_start(argv[1]) || measure_watch(argv[1], seconds);
}
