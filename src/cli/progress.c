// SPDX-License-Identifier: GPL-2.0-or-later
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "fragscope/clock.h"

#define PATIENCE_NS (500ULL * NSEC_PER_MSEC) /* what needs no explanation */
#define STEP_NS     (200ULL * NSEC_PER_MSEC)

void progress_begin(struct progress *progress)
{
	*progress = (struct progress){ .began_ns = clock_mono_ns() };
}

int progress_step(uint64_t done, uint64_t all, void *arg)
{
	struct progress *progress = arg;
	uint64_t now = clock_mono_ns();

	if (now - progress->began_ns < PATIENCE_NS || now - progress->shown_ns < STEP_NS ||
	    !isatty(STDERR_FILENO))
		return 0;
	progress->shown_ns = now;
	progress->shown = true;
	fprintf(stderr, "\rfragscope: reading the page map: %d %%",
		all ? (int)(done * 100 / all) : 0);
	return 0;
}

void progress_end(struct progress *progress)
{
	if (progress->shown)
		fputs("\r                                          \r", stderr);
}
