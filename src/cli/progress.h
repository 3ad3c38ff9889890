/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * progress - a line on standard error while the page map is read, if that is a terminal and takes
 * long enough to be noticed.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
	uint64_t began_ns, shown_ns; /* monotonic */
	bool shown;
};

void progress_begin(struct progress *progress);
/* What source_want and sweep_full() call; arg is the struct progress. */
int progress_step(uint64_t done, uint64_t all, void *arg);
/* Removes the line. */
void progress_end(struct progress *progress);

#endif
