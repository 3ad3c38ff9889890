// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/clock.h"

#include <time.h>

static uint64_t read_ns(clockid_t id)
{
	struct timespec t = { 0 };

	clock_gettime(id, &t);
	return (uint64_t)t.tv_sec * NSEC_PER_SEC + (uint64_t)t.tv_nsec;
}

uint64_t clock_mono_ns(void)
{
	return read_ns(CLOCK_MONOTONIC);
}

int64_t clock_wall_ns(void)
{
	return (int64_t)read_ns(CLOCK_REALTIME);
}

uint64_t clock_cpu_ns(void)
{
	return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t clock_process_ns(void)
{
	return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}
