/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ktrace_live - what tests of a running kernel's tracepoints share. */
#ifndef TESTS_BPF_KTRACE_LIVE_H
#define TESTS_BPF_KTRACE_LIVE_H

#include <fcntl.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "fragscope/activity.h"
#include "fragscope/ktrace.h"

#include "../check.h"

static struct utsname uts;

static inline struct ktrace_options options_here(void)
{
	uname(&uts);
	return (struct ktrace_options){ .release = uts.release, .pageblock_order = 9 };
}

static inline struct ktrace *open_or_skip(uint32_t ring_bytes)
{
	struct ktrace_options options = options_here();
	struct err err = { "" };
	struct ktrace *trace;

	options.ring_bytes = ring_bytes;
	trace = ktrace_open(&options, &err);
	if (!trace) {
		print_message("%s\n", err.text);
		skip();
	}
	return trace;
}

/* Runs of compaction are told by structures that lockdown=confidentiality keeps from programs. */
static inline struct ktrace *open_with_runs_or_skip(uint32_t ring_bytes)
{
	struct ktrace *trace = open_or_skip(ring_bytes);

	if (!(ktrace_means(trace) & ACTIVITY_COMPACTION)) {
		const char *missing = ktrace_missing(trace);

		assert_non_null(missing);
		print_message("%s\n", missing);
		ktrace_close(trace);
		skip();
	}
	return trace;
}

/* All zones of all nodes, in the caller's name. */
static inline void compact_memory_or_skip(void)
{
	int fd = open("/proc/sys/vm/compact_memory", O_WRONLY);

	if (fd < 0 || write(fd, "1", 1) != 1) {
		print_message("/proc/sys/vm/compact_memory cannot be written; run as root\n");
		skip();
	}
	close(fd);
}

/* A counter of /proc/vmstat, 0 where there is none. */
static inline uint64_t vmstat(const char *name)
{
	FILE *file = fopen("/proc/vmstat", "r");
	unsigned long long value;
	uint64_t found = 0;
	char line[64];

	assert_non_null(file);
	while (fscanf(file, "%63s %llu", line, &value) == 2)
		if (!strcmp(line, name))
			found = value;
	fclose(file);
	return found;
}

#endif
