/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench - what the programs that measure share: the table, clocks, and fragmented memory.
 *
 * A row says what was asked, what was measured and the ratio of both; noisy values come as the
 * median and the quartiles of several.
 */
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include <stddef.h>
#include <sys/types.h>

/* Ends the program. */
void bench_die(const char *program, const char *what);

void bench_heading(const char *text);
/* Sorts the values.  asked 0: nothing is asked, the row is for information. */
void bench_row(const char *what, double asked, const char *unit, double *values, size_t nr);
void bench_row_one(const char *what, double asked, const char *unit, double value);

double bench_wall_ms(void);
double bench_cpu_ms(void); /* of this process, all threads */

/* A process of its own takes memory in small pages and gives back half of them at random (here they
 * would make each fork slow); -1: there is not enough. */
pid_t bench_fragment(size_t bytes);
void bench_release(pid_t pid);

#endif
