// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench_trace - what it costs the machine to be watched.
 *
 * A load that does nothing but touch fresh memory takes a page fault's worth of allocator at each
 * page.  It runs unwatched, watched, and watched while allocations are counted, in turns; ratios
 * are those of neighbours, so that what else the machine does hits all alike.  Where somebody looks
 * at the activity, counting goes on in one of KTRACE_COUNT_SHARE stretches, which is its weight.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "fragscope/ktrace.h"

#include "bench.h"

#define PROGRAM    "bench-trace"
#define LOAD_BYTES (64UL << 20)
#define PAGE_BYTES 4096UL
#define NR_TURNS   61
#define NR_ROUNDS  4 /* of one measurement */

enum watching {
	UNWATCHED,
	WATCHED,
	COUNTED,
	NR_WATCHINGS
};

/* ns of CPU time per page.  The first round is not timed: what was done before has left the caches
 * cold. */
static double touch(char *memory)
{
	double before = 0;

	for (int round = 0; round <= NR_ROUNDS; round++) {
		if (round == 1)
			before = bench_cpu_ms();
		for (size_t at = 0; at < LOAD_BYTES; at += PAGE_BYTES)
			memory[at] = 1;
		if (madvise(memory, LOAD_BYTES, MADV_DONTNEED))
			bench_die(PROGRAM, "madvise");
	}
	return (bench_cpu_ms() - before) * 1e6 / (NR_ROUNDS * LOAD_BYTES / PAGE_BYTES);
}

static struct ktrace *attach(enum watching watching)
{
	struct ktrace_options options = { .pageblock_order = 9 };
	struct utsname host;
	struct err err;
	struct ktrace *trace;

	uname(&host);
	options.release = host.release;
	trace = ktrace_open(&options, &err);
	if (!trace) {
		fprintf(stderr, "%s: skipped: %s\n", PROGRAM, err.text);
		exit(0);
	}
	ktrace_count(trace, watching == COUNTED);
	return trace;
}

static double measure(char *memory, enum watching watching)
{
	struct ktrace *trace = watching == UNWATCHED ? NULL : attach(watching);
	double ns = touch(memory);

	ktrace_close(trace);
	return ns;
}

int main(void)
{
	static double unwatched[NR_TURNS], percent[NR_WATCHINGS][NR_TURNS], average[NR_TURNS];
	char *memory = mmap(NULL, LOAD_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);

	if (memory == MAP_FAILED || madvise(memory, LOAD_BYTES, MADV_NOHUGEPAGE))
		bench_die(PROGRAM, strerror(errno));
	touch(memory);
	for (int i = 0; i < NR_TURNS; i++) {
		double ns[NR_WATCHINGS];

		/* none is always the first, nor always behind the same other */
		for (int j = 0; j < NR_WATCHINGS; j++) {
			int k = i % 2 ? NR_WATCHINGS - 1 - j : j;
			enum watching watching = (enum watching)((i + k) % NR_WATCHINGS);

			ns[watching] = measure(memory, watching);
		}
		unwatched[i] = ns[UNWATCHED];
		for (int j = 0; j < NR_WATCHINGS; j++)
			percent[j][i] = (ns[j] / ns[UNWATCHED] - 1) * 100;
		average[i] = percent[WATCHED][i] +
			     (percent[COUNTED][i] - percent[WATCHED][i]) / KTRACE_COUNT_SHARE;
	}
	bench_heading("watched by BPF programs");
	bench_row("a page fault, not watched", 0, "ns", unwatched, NR_TURNS);
	bench_row("slower while watched", 1, "%", percent[WATCHED], NR_TURNS);
	bench_row("slower in the activity view, on average", 1, "%", average, NR_TURNS);
	bench_row("slower while allocations are counted", 0, "%", percent[COUNTED], NR_TURNS);
	return 0;
}
