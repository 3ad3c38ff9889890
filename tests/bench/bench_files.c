// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-files - writing and reading files: a snapshot with pages, and long kernel logs.
 *
 * A snapshot's cost beyond the sweep is the CPU time of the whole program less that of a bare loop
 * that reads kpageflags.  A log is the same dump of a failed allocation many times over, once as
 * printed and once inside other lines; twice the length shows whether the time per byte grows.
 *
 * usage: bench-files PROGRAM LOG [MIB]
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

#define NAME      "bench-files"
#define NR_ROUNDS 5

/* CPU time of one run of the program in ms, its standard output thrown away; -1: it failed. */
static double run_ms(const char *const *argv)
{
	struct rusage usage;
	int status;
	pid_t pid = fork();

	if (pid < 0)
		bench_die(NAME, "cannot fork");
	if (!pid) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		execv(argv[0], (char **)argv);
		_exit(127);
	}
	if (wait4(pid, &status, 0, &usage) != pid)
		bench_die(NAME, "cannot wait");
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
		return -1;
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

/* CPU time of reading all of kpageflags, -1: it cannot be read. */
static double bare_ms(void)
{
	static char bytes[65536];
	int fd = open("/proc/kpageflags", O_RDONLY | O_CLOEXEC);
	double begin = bench_cpu_ms();
	ssize_t got;

	if (fd < 0)
		return -1;
	while ((got = read(fd, bytes, sizeof(bytes))) > 0)
		;
	close(fd);
	return got ? -1 : bench_cpu_ms() - begin;
}

static double mib_of(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : (double)st.st_size / (1 << 20);
}

static void measure_snapshot(const char *program, const char *path)
{
	const char *const write[] = { program, "snapshot", "--pages", "-o", path, NULL };
	const char *const open[] = { program, "report", path, NULL };
	double beyond[NR_ROUNDS], again[NR_ROUNDS];

	for (int i = 0; i < NR_ROUNDS; i++) {
		double bare = bare_ms();

		if (bare < 0) {
			puts("  snapshot: skipped: /proc/kpageflags cannot be read");
			return;
		}
		beyond[i] = run_ms(write) - bare;
		again[i] = run_ms(open);
		if (again[i] < 0)
			bench_die(NAME, "the snapshot cannot be opened");
	}
	bench_row("snapshot --pages beyond the sweep, CPU", 1000, "ms", beyond, NR_ROUNDS);
	bench_row("opening it again, CPU", 1000, "ms", again, NR_ROUNDS);
	bench_row_one("its size", 0, "MiB", mib_of(path));
	unlink(path);
}

/* --- logs --- */

static char *read_all(const char *path, size_t *len)
{
	FILE *file = fopen(path, "r");
	char *text = malloc(1 << 20);

	if (!file || !text)
		bench_die(NAME, "the log that is to be repeated cannot be read");
	*len = fread(text, 1, 1 << 20, file);
	fclose(file);
	return text;
}

/* Repeats the text, each line behind the prefix, until there are so many MiB. */
static void write_log(const char *path, const char *text, size_t len, const char *prefix,
		      double mib)
{
	FILE *file = fopen(path, "w");
	long bytes = (long)(mib * (1 << 20));

	if (!file)
		bench_die(NAME, "cannot write a log");
	while (ftell(file) < bytes) {
		const char *line = text, *end;

		for (; line < text + len; line = end + 1) {
			end = memchr(line, '\n', (size_t)(text + len - line));
			if (!end)
				break;
			fprintf(file, "%s%.*s\n", prefix, (int)(end - line), line);
		}
	}
	if (fclose(file))
		bench_die(NAME, "cannot write a log");
}

static void measure_log(const char *program, const char *path, const char *log, double mib)
{
	static const struct {
		const char *name, *prefix;
	} rows[] = {
		{ "a log", "" },
		{ "a log from journald", "Mar 03 10:11:12 host kernel: " },
	};
	const char *const argv[] = { program, "report", path, NULL };
	size_t len;
	char *text = read_all(log, &len);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double half, whole;
		char what[64];

		write_log(path, text, len, rows[i].prefix, mib / 2);
		half = run_ms(argv);
		write_log(path, text, len, rows[i].prefix, mib);
		whole = run_ms(argv);
		unlink(path);
		if (half < 0 || whole < 0) {
			printf("  %s of %g MiB: the program does not take it\n", rows[i].name, mib);
			continue;
		}
		snprintf(what, sizeof(what), "%s of %g MiB, per second", rows[i].name, mib);
		bench_row_one(what, 0, "MiB", mib / whole * 1e3);
		snprintf(what, sizeof(what), "%s: twice the length, time", rows[i].name);
		bench_row_one(what, 2.2, "x", whole / half);
	}
	free(text);
}

int main(int argc, char **argv)
{
	const char *folder = getenv("TMPDIR");
	char path[512];

	if (argc < 3)
		bench_die(NAME, "usage: bench-files PROGRAM LOG [MIB]");
	snprintf(path, sizeof(path), "%s/bench-files.%d", folder ? folder : "/tmp", (int)getpid());
	bench_heading("files");
	measure_snapshot(argv[1], path);
	measure_log(argv[1], path, argv[2], argc > 3 ? atof(argv[3]) : 100);
	return 0;
}
