// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-sweep - what the page map costs beside the reading that it cannot do without.
 *
 * Measures in pairs, in turns: (a) a bare loop that reads kpageflags of all zones with 64 KiB reads,
 * (b) a full sweep with everything that follows from it: classes, orders, columns of the pageblocks,
 * residue.  First with one CPU for both, then with what there is for the sweep's second thread.
 * All of it again with fragmented memory.
 *
 * usage: bench-sweep [PAIRS [MIB]]    MIB of anonymous memory are fragmented, 0: none
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "fragscope/contig.h"
#include "fragscope/proc.h"
#include "fragscope/residue.h"
#include "fragscope/sweep.h"

#define NR_PAIRS_USUAL 21
#define READ_BYTES     65536
#define SLICE_NS       10000000 /* 1 % of a CPU for a second */

struct bench {
	struct reader *reader;
	struct proc *proc;
	struct sweep *sweep;
	struct frame *frame;
	uint64_t nr_pages;
	unsigned int nr_pairs;
};

struct cost {
	double wall_ms, cpu_ms;
};

static double ms_of(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static struct cost cost_now(void)
{
	return (struct cost){ ms_of(CLOCK_MONOTONIC), ms_of(CLOCK_PROCESS_CPUTIME_ID) };
}

static struct cost cost_since(struct cost begin)
{
	struct cost now = cost_now();

	return (struct cost){ now.wall_ms - begin.wall_ms, now.cpu_ms - begin.cpu_ms };
}

static void die(const char *what)
{
	fprintf(stderr, "bench-sweep: %s\n", what);
	exit(1);
}

/* --- what is compared --- */

static void read_bare(const struct bench *bench, int fd)
{
	static char bytes[READ_BYTES];

	for (unsigned int i = 0; i < bench->frame->nr_zones; i++) {
		const struct zonemap *map = bench->frame->zones[i]->map;
		uint64_t at, end;

		if (!map)
			continue;
		at = map->start_pfn * 8;
		end = at + map->nr_pages * 8;
		while (at < end) {
			uint64_t want = READ_BYTES - at % READ_BYTES;
			ssize_t got;

			got = pread(fd, bytes, end - at < want ? end - at : want, (off_t)at);
			if (got < 0)
				die("reading kpageflags failed");
			if (!got)
				break;
			at += (uint64_t)got;
		}
	}
}

static uint64_t residue_all(const struct bench *bench)
{
	static struct residue part, sum;

	memset(&sum, 0, sizeof(sum));
	for (unsigned int i = 0; i < bench->frame->nr_zones; i++) {
		if (!bench->frame->zones[i]->map)
			continue;
		residue_compute(bench->frame->zones[i]->map, &part);
		residue_add(&sum, &part);
	}
	return sum.free_pages;
}

static void sweep_all(const struct bench *bench)
{
	struct err err = { "" };

	if (sweep_full(bench->sweep, NULL, NULL, &err))
		die(err.text);
	residue_all(bench);
}

/* --- pairs --- */

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static void print_quartiles(const char *what, double *values, unsigned int nr, const char *unit)
{
	qsort(values, nr, sizeof(*values), compare);
	printf("  %-34s min %7.3f   quartile %7.3f   median %7.3f   quartile %7.3f %s\n", what,
	       values[0], values[nr / 4], values[nr / 2], values[nr * 3 / 4], unit);
}

static void compare_with_bare(const struct bench *bench, int fd, const char *what)
{
	unsigned int nr = bench->nr_pairs;
	double *values = calloc(4 * nr, sizeof(*values));
	double *wall = values, *cpu = values + nr, *bare_ns = values + 2 * nr;
	double *more_ns = values + 3 * nr;
	char text[64];

	if (!values)
		die("out of memory");
	for (unsigned int i = 0; i < nr; i++) {
		struct cost bare = { 0 }, sweep = { 0 };

		/* each goes first half of the time */
		for (unsigned int k = 0; k < 2; k++) {
			struct cost begin = cost_now();

			if ((i + k) % 2) {
				read_bare(bench, fd);
				bare = cost_since(begin);
			} else {
				sweep_all(bench);
				sweep = cost_since(begin);
			}
		}
		wall[i] = sweep.wall_ms / bare.wall_ms;
		cpu[i] = sweep.cpu_ms / bare.cpu_ms;
		bare_ns[i] = bare.cpu_ms * 1e6 / (double)bench->nr_pages;
		more_ns[i] = (sweep.cpu_ms - bare.cpu_ms) * 1e6 / (double)bench->nr_pages;
	}
	snprintf(text, sizeof(text), "%s: wall time, ratio", what);
	print_quartiles(text, wall, nr, "");
	snprintf(text, sizeof(text), "%s: CPU time, ratio", what);
	print_quartiles(text, cpu, nr, "");
	print_quartiles("  bare loop, CPU", bare_ns, nr, "ns/page");
	print_quartiles("  sweep beyond it, CPU", more_ns, nr, "ns/page");
	free(values);
}

/* --- single costs --- */

static void run_residue(const struct zonemap *map)
{
	static struct residue residue;

	residue_compute(map, &residue);
}

static void run_histogram(const struct zonemap *map)
{
	struct contig_histogram histogram;

	contig_histogram(map, &histogram);
}

static void run_blocks(const struct zonemap *map)
{
	contig_blocks_now(map, 512);
}

static void run_outlook_large(const struct zonemap *map)
{
	struct contig_outlook outlook;

	contig_outlook(map, 9, 0, &outlook);
}

static void run_outlook_small(const struct zonemap *map)
{
	struct contig_outlook outlook;

	contig_outlook(map, 4, 0, &outlook);
}

static double best_ms(const struct bench *bench, void (*run)(const struct zonemap *map))
{
	double best = 1e9;

	for (unsigned int i = 0; i < 5; i++) {
		struct cost begin = cost_now();
		double ms;

		for (unsigned int z = 0; z < bench->frame->nr_zones; z++)
			if (bench->frame->zones[z]->map)
				run(bench->frame->zones[z]->map);
		ms = cost_since(begin).cpu_ms;
		best = ms < best ? ms : best;
	}
	return best;
}

static void print_single_costs(const struct bench *bench)
{
	static const struct {
		const char *name;
		void (*run)(const struct zonemap *map);
	} rows[] = {
		{ "residue", run_residue },
		{ "histogram of runs", run_histogram },
		{ "blocks of 512 pages", run_blocks },
		{ "outlook at order 9", run_outlook_large },
		{ "outlook at order 4", run_outlook_small },
	};
	struct cost begin;
	int64_t pages;

	printf("  CPU ms for all zones:");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		printf(" %s %.2f%s", rows[i].name, best_ms(bench, rows[i].run),
		       i + 1 < sizeof(rows) / sizeof(rows[0]) ? "," : "\n");
	begin = cost_now();
	pages = sweep_slice(bench->sweep, SLICE_NS, NULL);
	printf("  a slice with a budget of %d ms took %.2f ms for %lld pages\n", SLICE_NS / 1000000,
	       cost_since(begin).cpu_ms, (long long)pages);
}

static void print_memory(const struct bench *bench)
{
	struct rusage usage;
	size_t bytes = 0;

	for (unsigned int i = 0; i < bench->frame->nr_zones; i++) {
		const struct zonemap *map = bench->frame->zones[i]->map;

		if (map)
			bytes += map->nr_pages + map->nr_blocks *
				 (sizeof(*map->read_ms) + sizeof(*map->free) +
				  NR_PAGE_CLASSES * sizeof(*map->count[0]) + 4);
	}
	getrusage(RUSAGE_SELF, &usage);
	printf("  page map %.3f bytes per page; peak resident %.1f MiB, allowed %.1f MiB\n",
	       (double)bytes / (double)bench->nr_pages, (double)usage.ru_maxrss / 1024,
	       32 + 3 * (double)bench->nr_pages / 1048576);
}

static void use_one_cpu(bool one)
{
	static cpu_set_t all;
	cpu_set_t set;

	if (one) {
		sched_getaffinity(0, sizeof(all), &all);
		CPU_ZERO(&set);
		CPU_SET(sched_getcpu(), &set);
	} else {
		set = all;
	}
	sched_setaffinity(0, sizeof(set), &set);
}

static void measure(struct bench *bench, int fd, const char *what)
{
	uint64_t nr_free;

	sweep_all(bench);
	nr_free = residue_all(bench);
	printf("%s: %llu pages, %.1f %% of them free\n", what, (unsigned long long)bench->nr_pages,
	       100. * (double)nr_free / (double)bench->nr_pages);
	use_one_cpu(true);
	compare_with_bare(bench, fd, "one thread");
	use_one_cpu(false);
	compare_with_bare(bench, fd, "as it runs");
	print_single_costs(bench);
	fflush(stdout);
}

/* Takes memory in small pages and gives back those that the pattern says. */
static void *fragment(size_t bytes, bool (*give)(size_t page))
{
	char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (memory == MAP_FAILED)
		die("no memory to fragment");
	madvise(memory, bytes, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < bytes; i += page)
		memory[i] = 1;
	for (size_t i = 0; i < bytes; i += page)
		if (give(i / page))
			madvise(memory + i, page, MADV_DONTNEED);
	return memory;
}

static bool every_other(size_t page)
{
	return page % 2;
}

static bool at_random(size_t page)
{
	uint64_t z = (page + 1) * 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	return (z ^ z >> 27) >> 62 & 1;
}

static void measure_fragmented(struct bench *bench, int fd, size_t mib)
{
	static const struct {
		const char *name;
		bool (*give)(size_t page);
	} rows[] = {
		{ "every other page free", every_other },
		{ "half of the pages free at random", at_random },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && mib; i++) {
		void *memory = fragment(mib << 20, rows[i].give);
		char what[96];

		snprintf(what, sizeof(what), "%zu MiB with %s", mib, rows[i].name);
		measure(bench, fd, what);
		munmap(memory, mib << 20);
	}
}

int main(int argc, char **argv)
{
	struct bench bench = { .nr_pairs = argc > 1 ? (unsigned int)atoi(argv[1]) : 0 };
	size_t mib = argc > 2 ? (size_t)atol(argv[2]) : 4096;
	struct err err = { "" };
	int fd = open("/proc/kpageflags", O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		printf("bench-sweep: skipped: /proc/kpageflags: %s\n", strerror(errno));
		return 0;
	}
	if (!bench.nr_pairs)
		bench.nr_pairs = NR_PAIRS_USUAL;
	bench.reader = reader_new("/");
	bench.proc = proc_new(bench.reader);
	bench.sweep = sweep_new(bench.reader);
	bench.frame = frame_new();
	if (!bench.reader || !bench.proc || !bench.sweep || !bench.frame)
		die("out of memory");
	if (proc_poll(bench.proc, bench.frame, &err) ||
	    sweep_attach(bench.sweep, bench.frame, &err))
		die(err.text);
	bench.nr_pages = sweep_pagemap(bench.sweep)->nr_pages;
	measure(&bench, fd, "memory as it is");
	print_memory(&bench);
	measure_fragmented(&bench, fd, mib);
	frame_free(bench.frame);
	sweep_free(bench.sweep);
	proc_free(bench.proc);
	reader_free(bench.reader);
	return 0;
}
