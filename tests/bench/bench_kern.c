// SPDX-License-Identifier: GPL-2.0-or-later
/* What the kernel's structures cost: opening them, a zone's state, a walk over the pageblocks. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "fragscope/kern.h"
#include "fragscope/proc.h"
#include "fragscope/reader.h"
#include "fragscope/sweep.h"

#define NR_RUNS   101
#define GIB_PAGES (1 << 18) /* of 4 KiB */

static void die(const char *what)
{
	bench_die("bench-kern", what);
}

static size_t nr_blocks(const struct pagemap *map)
{
	size_t nr = 0;

	for (unsigned int i = 0; i < map->nr_zones; i++)
		nr += map->zones[i]->nr_blocks;
	return nr;
}

static void measure_open(void)
{
	double ms[NR_RUNS];
	unsigned int nr;

	for (nr = 0; nr < NR_RUNS / 10; nr++) {
		double before = bench_wall_ms();

		kern_close(kern_open(NULL));
		ms[nr] = bench_wall_ms() - before;
	}
	bench_row("opening: BPF program, BTF, addresses", 20, "ms", ms, nr);
}

static void measure(struct kern *kern, struct frame *frame, struct pagemap *map)
{
	double zones[NR_RUNS], walk[NR_RUNS], gib24[NR_RUNS], tib[NR_RUNS];

	for (unsigned int i = 0; i < NR_RUNS; i++) {
		double before = bench_wall_ms();

		kwalk_zones(kern, frame, NULL);
		zones[i] = bench_wall_ms() - before;
		before = bench_wall_ms();
		kwalk_blocks(kern, frame, map, NULL);
		walk[i] = bench_wall_ms() - before;
		gib24[i] = walk[i] / (double)nr_blocks(map) * 24 * GIB_PAGES / 512;
		tib[i] = gib24[i] * 1024 / 24;
	}
	bench_row("state of all zones", 0, "ms", zones, NR_RUNS);
	bench_row("walk over the pageblocks of this machine", 0, "ms", walk, NR_RUNS);
	bench_row("per 24 GiB of blocks of 2 MiB", 1, "ms", gib24, NR_RUNS);
	bench_row("per 1 TiB", 0, "ms", tib, NR_RUNS);
}

int main(void)
{
	struct err err = { "" };
	struct kern *kern = kern_open(&err);
	struct reader *reader = reader_new("/");
	struct proc *proc = reader ? proc_new(reader) : NULL;
	struct sweep *sweep = proc ? sweep_new(reader) : NULL;
	struct frame *frame = frame_new();

	if (!kern) {
		printf("bench-kern: skipped: %s\n", err.text);
		return 0;
	}
	if (!sweep || !frame)
		die("out of memory");
	if (proc_poll(proc, frame, &err) || sweep_attach(sweep, frame, &err))
		die(err.text);
	bench_heading("kernel structures");
	measure_open();
	measure(kern, frame, sweep_map(sweep));
	frame_free(frame);
	sweep_free(sweep);
	proc_free(proc);
	reader_free(reader);
	kern_close(kern);
	return 0;
}
