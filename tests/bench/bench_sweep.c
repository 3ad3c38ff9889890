// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench-sweep - what the page map costs beside the reading that it cannot do without.
 *
 * Measures in pairs, in turns: (a) a bare loop that reads kpageflags of all zones with 64 KiB reads,
 * (b) a full sweep with everything that follows from it: classes, orders, columns of the pageblocks,
 * residue.  First with one CPU for both, then with what there is for the sweep's second thread.
 * The promise is about CPU time; wall time, for information, depends on who else runs.
 * Then a full sweep by struct pages is held against one by kpageflags, where kernel memory can be
 * read.  All of it again with fragmented memory.  Sums over the map are made anew each time, as all of it
 * was read.
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
#include <sys/resource.h>
#include <unistd.h>

#include "fragscope/kern.h"
#include "fragscope/proc.h"
#include "fragscope/residue.h"
#include "fragscope/sweep.h"

#include "bench.h"

#define NR_PAIRS_USUAL 7
#define PAIRS_MAX      99
#define READ_BYTES     65536

struct bench {
	struct reader *reader;
	struct proc *proc;
	struct sweep *sweep, *structs; /* by kpageflags; by struct pages, NULL: cannot be */
	struct kern *kern;
	struct frame *frame;
	uint64_t nr_pages;
	unsigned int nr_pairs;
};

struct cost {
	double wall_ms, cpu_ms;
};

static struct cost cost_now(void)
{
	return (struct cost){ bench_wall_ms(), bench_cpu_ms() };
}

static struct cost cost_since(struct cost begin)
{
	struct cost now = cost_now();

	return (struct cost){ now.wall_ms - begin.wall_ms, now.cpu_ms - begin.cpu_ms };
}

static void die(const char *what)
{
	bench_die("bench-sweep", what);
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

static void sweep_once(struct sweep *sweep)
{
	struct err err = { "" };

	if (sweep_full(sweep, NULL, NULL, &err))
		die(err.text);
}

static void sweep_all(const struct bench *bench)
{
	sweep_once(bench->sweep);
	residue_all(bench);
}

/* --- pairs --- */

static void compare_with_bare(const struct bench *bench, int fd, const char *what)
{
	double wall[PAIRS_MAX], cpu[PAIRS_MAX];
	char text[64];

	for (unsigned int i = 0; i < bench->nr_pairs; i++) {
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
	}
	snprintf(text, sizeof(text), "%s: wall time", what);
	bench_row(text, 0, "x", wall, bench->nr_pairs);
	snprintf(text, sizeof(text), "%s: CPU time", what);
	bench_row(text, 1.10, "x", cpu, bench->nr_pairs);
}

static void compare_ways(const struct bench *bench)
{
	double wall[PAIRS_MAX], cpu[PAIRS_MAX];

	for (unsigned int i = 0; i < bench->nr_pairs; i++) {
		struct cost flags = { 0 }, structs = { 0 };

		for (unsigned int k = 0; k < 2; k++) {
			struct cost begin = cost_now();

			sweep_once((i + k) % 2 ? bench->sweep : bench->structs);
			*((i + k) % 2 ? &flags : &structs) = cost_since(begin);
		}
		wall[i] = structs.wall_ms / flags.wall_ms;
		cpu[i] = structs.cpu_ms / flags.cpu_ms;
	}
	bench_row("struct pages, of kpageflags: wall time", 0, "x", wall, bench->nr_pairs);
	bench_row("struct pages, of kpageflags: CPU time", 0.60, "x", cpu, bench->nr_pairs);
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
	bench_row_one("page map without sums, bytes per page", 0, "B",
		      (double)bytes / (double)bench->nr_pages);
	bench_row_one("resident memory of map and sums",
		      32 + 3 * (double)bench->nr_pages / 1048576, "MiB",
		      (double)usage.ru_maxrss / 1024);
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

static void measure(struct bench *bench, int fd, const char *state)
{
	char text[96];

	sweep_all(bench);
	snprintf(text, sizeof(text), "full sweep, of a bare loop; %s", state);
	bench_heading(text);
	use_one_cpu(true);
	compare_with_bare(bench, fd, "one thread");
	use_one_cpu(false);
	compare_with_bare(bench, fd, "as it runs");
	if (bench->structs)
		compare_ways(bench);
}

static void open_structs(struct bench *bench)
{
	struct err err = { "" };
	struct frame *frame;

	bench->kern = kern_open(&err);
	if (!bench->kern) {
		printf("bench-sweep: struct pages skipped: %s\n", err.text);
		return;
	}
	bench->structs = sweep_new(bench->reader);
	/* a frame of its own: zones of a frame have one page map */
	frame = frame_new();
	if (!bench->structs || !frame)
		die("out of memory");
	if (sweep_use_kern(bench->structs, bench->kern, &err) ||
	    proc_poll(bench->proc, frame, &err) || sweep_attach(bench->structs, frame, &err))
		die(err.text);
	frame_free(frame);
	sweep_once(bench->structs);
}

int main(int argc, char **argv)
{
	struct bench bench = { .nr_pairs = argc > 1 ? (unsigned int)atoi(argv[1]) : 0 };
	size_t mib = argc > 2 ? (size_t)atol(argv[2]) : 3072;
	struct err err = { "" };
	pid_t memory;
	int fd = open("/proc/kpageflags", O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		printf("bench-sweep: skipped: /proc/kpageflags: %s\n", strerror(errno));
		return 0;
	}
	if (!bench.nr_pairs || bench.nr_pairs > PAIRS_MAX)
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
	open_structs(&bench);
	bench.nr_pages = sweep_pagemap(bench.sweep)->nr_pages;
	measure(&bench, fd, "memory as it is");
	memory = mib ? bench_fragment(mib << 20) : -1;
	if (memory > 0) {
		measure(&bench, fd, "fragmented");
		bench_release(memory);
	}
	print_memory(&bench);
	frame_free(bench.frame);
	sweep_free(bench.sweep);
	sweep_free(bench.structs);
	kern_close(bench.kern);
	proc_free(bench.proc);
	reader_free(bench.reader);
	return 0;
}
