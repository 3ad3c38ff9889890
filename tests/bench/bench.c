// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void bench_die(const char *program, const char *what)
{
	fprintf(stderr, "%s: %s\n", program, what);
	exit(1);
}

void bench_heading(const char *text)
{
	printf("\n%-48s %12s %12s   %-20s %s\n", text, "asked", "measured", "quartiles",
	       "of what is asked");
}

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void bench_row(const char *what, double asked, const char *unit, double *values, size_t nr)
{
	char limit[32] = "-", measured[32], spread[48] = "";
	double median;

	qsort(values, nr, sizeof(*values), compare);
	median = values[nr / 2];
	if (asked > 0)
		snprintf(limit, sizeof(limit), "%g %s", asked, unit);
	snprintf(measured, sizeof(measured), "%.*f %s", median < 10 ? 2 : 1, median, unit);
	if (nr > 1)
		snprintf(spread, sizeof(spread), "%.2f to %.2f", values[nr / 4],
			 values[nr * 3 / 4]);
	printf("  %-46s %12s %12s   %-20s", what, limit, measured, spread);
	if (asked > 0)
		printf(" %5.0f %%%s", 100 * median / asked, median > asked ? "  ABOVE" : "");
	putchar('\n');
	fflush(stdout);
}

void bench_row_one(const char *what, double asked, const char *unit, double value)
{
	bench_row(what, asked, unit, &value, 1);
}

static double ms_of(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

double bench_wall_ms(void)
{
	return ms_of(CLOCK_MONOTONIC);
}

double bench_cpu_ms(void)
{
	return ms_of(CLOCK_PROCESS_CPUTIME_ID);
}

static int at_random(size_t page)
{
	uint64_t z = (page + 1) * 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	return (int)((z ^ z >> 27) >> 62 & 1);
}

/* False: there is not enough. */
static int fragment(size_t bytes)
{
	char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (memory == MAP_FAILED)
		return 0;
	madvise(memory, bytes, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < bytes; i += page)
		memory[i] = 1;
	for (size_t i = 0; i < bytes; i += page)
		if (at_random(i / page))
			madvise(memory + i, page, MADV_DONTNEED);
	return 1;
}

pid_t bench_fragment(size_t bytes)
{
	char done = 0;
	int fds[2];
	pid_t pid;

	if (pipe(fds))
		return -1;
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(fds[0]);
		if (fragment(bytes) && write(fds[1], "", 1) == 1)
			pause();
		_exit(1);
	}
	close(fds[1]);
	if (pid > 0 && read(fds[0], &done, 1) != 1) {
		waitpid(pid, NULL, 0);
		pid = -1;
	}
	close(fds[0]);
	return pid;
}

void bench_release(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
