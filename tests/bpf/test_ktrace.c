// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * This kernel's compaction and allocations, as its tracepoints tell of them.  All of it is made to
 * happen here: by /proc/sys/vm/compact_memory, and by memory taken in this process.
 */
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "ktrace_live.h"

#define TINY_RING  4096
#define SMALL_RING (64 * 1024)
#define HUGE       (2UL << 20)
#define HUGE_ORDER 9
#define NR_HUGE    16
#define COMM       "compacts memory"
#define ROUNDS     5
#define ZONES_MAX  32

/* What was told between two moments. */
struct seen {
	uint32_t pid;            /* whose runs are told apart */
	unsigned int nr_begun, nr_ended;
	uint64_t zone_start_pfn[ZONES_MAX];
	struct activity_compact first;
	uint64_t begin_ns, end_ns, last_begin_ns;
	bool strange;            /* a run of pid that is not as it should be */
	uint64_t nr_events;
	uint64_t scanned[NR_EVENT_KINDS], taken[NR_EVENT_KINDS];
	uint64_t migrated, failed;
};

static void take_compact(struct seen *seen, const struct activity_event *event)
{
	const struct activity_compact *compact = &event->compact;

	if (event->pid != seen->pid)
		return;
	if (compact->cause != CAUSE_MANUAL || compact->order != -1 || compact->mode != MODE_SYNC ||
	    strcmp(compact->comm, COMM) || compact->node < 0)
		seen->strange = true;
	if (event->kind == EVENT_COMPACT_BEGIN) {
		if (!seen->nr_begun) {
			seen->first = *compact;
			seen->begin_ns = event->time_ns;
		}
		seen->zone_start_pfn[seen->nr_begun++ % ZONES_MAX] = compact->zone_start_pfn;
		seen->last_begin_ns = event->time_ns;
		return;
	}
	if (compact->result == RESULT_UNKNOWN || event->time_ns < seen->last_begin_ns)
		seen->strange = true;
	seen->end_ns = event->time_ns;
	seen->nr_ended++;
}

static void take(const struct activity_event *event, void *arg)
{
	struct seen *seen = arg;

	seen->nr_events++;
	switch (event->kind) {
	case EVENT_COMPACT_BEGIN:
	case EVENT_COMPACT_END:
		take_compact(seen, event);
		break;
	case EVENT_ISOLATE_MIGRATE:
	case EVENT_ISOLATE_FREE:
	case EVENT_ISOLATE_FREE_FAST:
		seen->scanned[event->kind] += event->scan.nr_scanned;
		seen->taken[event->kind] += event->scan.nr_taken;
		break;
	case EVENT_MIGRATE:
		seen->migrated += event->migrate.nr_migrated;
		seen->failed += event->migrate.nr_failed;
		break;
	default:
		break;
	}
}

static void drain(struct ktrace *trace, struct seen *seen)
{
	struct ktrace_taker taker = { .take = take, .arg = seen };
	struct err err = { "" };

	if (ktrace_drain(trace, &taker, &err) < 0)
		fail_msg("%s", err.text);
}

static void a_compaction_by_hand_is_told_with_its_zones_and_times(void **state)
{
	struct ktrace *trace = open_with_runs_or_skip(0);
	struct seen seen = { .pid = (uint32_t)getpid() };

	(void)state;
	prctl(PR_SET_NAME, COMM);
	compact_memory_or_skip();
	drain(trace, &seen);
	assert_true(seen.nr_begun > 0);
	assert_int_equal(seen.nr_begun, seen.nr_ended);
	assert_false(seen.strange);
	assert_true(seen.end_ns > seen.begin_ns);
	/* the name is a string elsewhere, which lockdown=confidentiality hides from 6.1's programs */
	if (seen.first.zone[0])
		assert_string_equal(seen.first.zone, "DMA");
	assert_true(seen.first.free_pfn > seen.first.zone_start_pfn);
	for (unsigned int i = 1; i < seen.nr_begun && i < ZONES_MAX; i++)
		assert_true(seen.zone_start_pfn[i] != seen.zone_start_pfn[i - 1]);
	ktrace_close(trace);
}

/* pgmigrate_success has migrations for other reasons in it. */
static void sums_of_events_are_what_vmstat_counts(void **state)
{
	struct ktrace *trace = open_or_skip(0);
	bool agree = false;

	(void)state;
	prctl(PR_SET_NAME, COMM);
	/* others may compact between two readings: one quiet round is enough */
	for (int round = 0; round < ROUNDS && !agree; round++) {
		struct seen before = { .pid = 0 }, seen = { .pid = (uint32_t)getpid() };
		uint64_t migrate, free, isolated, success;

		drain(trace, &before);
		migrate = vmstat("compact_migrate_scanned");
		free = vmstat("compact_free_scanned");
		isolated = vmstat("compact_isolated");
		success = vmstat("pgmigrate_success");
		compact_memory_or_skip();
		drain(trace, &seen);
		migrate = vmstat("compact_migrate_scanned") - migrate;
		free = vmstat("compact_free_scanned") - free;
		isolated = vmstat("compact_isolated") - isolated;
		success = vmstat("pgmigrate_success") - success;
		agree = seen.scanned[EVENT_ISOLATE_MIGRATE] == migrate &&
			seen.scanned[EVENT_ISOLATE_FREE] == free &&
			/* in 6.1 the free lists' pages are taken without an event */
			seen.taken[EVENT_ISOLATE_MIGRATE] + seen.taken[EVENT_ISOLATE_FREE] +
			seen.taken[EVENT_ISOLATE_FREE_FAST] <= isolated &&
			seen.migrated <= success;
	}
	assert_true(agree);
	ktrace_close(trace);
}

static uint64_t lost_of(const struct ktrace *trace)
{
	struct ktrace_totals totals;

	ktrace_totals(trace, &totals);
	return totals.lost;
}

static void the_default_ring_loses_nothing(void **state)
{
	struct ktrace *trace = open_or_skip(0);
	struct seen seen = { .pid = (uint32_t)getpid() };

	(void)state;
	prctl(PR_SET_NAME, COMM);
	for (int i = 0; i < 2; i++)
		compact_memory_or_skip();
	drain(trace, &seen);
	assert_int_equal(lost_of(trace), 0);
	assert_int_equal(seen.nr_begun, seen.nr_ended);
	ktrace_close(trace);
}

static void what_does_not_fit_is_counted(void **state)
{
	struct ktrace *trace = open_with_runs_or_skip(TINY_RING);
	struct seen seen = { .pid = (uint32_t)getpid() }, later = seen;
	uint64_t lost;

	(void)state;
	prctl(PR_SET_NAME, COMM);
	for (int i = 0; i < 4; i++)
		compact_memory_or_skip();
	lost = lost_of(trace);
	assert_true(lost > 0);
	drain(trace, &seen);
	assert_true(seen.nr_events > 0);
	assert_true(seen.nr_events <= TINY_RING / 32);
	/* a ring that was full works again */
	compact_memory_or_skip();
	drain(trace, &later);
	assert_true(later.nr_begun > 0);
	ktrace_close(trace);
}

static bool is_readable(int fd)
{
	struct pollfd poller = { .fd = fd, .events = POLLIN };

	return poll(&poller, 1, 50) == 1;
}

static void user_space_is_woken_once_the_ring_is_half_full(void **state)
{
	struct ktrace *trace = open_or_skip(TINY_RING), *quiet = open_or_skip(64u << 20);
	struct seen seen = { .pid = (uint32_t)getpid() };

	(void)state;
	prctl(PR_SET_NAME, COMM);
	compact_memory_or_skip();
	assert_true(is_readable(ktrace_fd(trace)));
	drain(trace, &seen);
	assert_false(is_readable(ktrace_fd(trace)));
	compact_memory_or_skip();
	assert_true(is_readable(ktrace_fd(trace)));
	/* this one has got all the events too, and room for more */
	assert_false(is_readable(ktrace_fd(quiet)));
	ktrace_close(quiet);
	ktrace_close(trace);
}

static void processes_that_have_exited_are_known_by_their_names(void **state)
{
	struct ktrace *trace = open_with_runs_or_skip(0);
	struct seen seen = { .pid = 0 };
	int status;
	pid_t pid;

	(void)state;
	pid = fork();
	if (!pid) {
		int fd = open("/proc/sys/vm/compact_memory", O_WRONLY);

		prctl(PR_SET_NAME, COMM);
		_exit(write(fd, "1", 1) == 1 ? 0 : 77);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WEXITSTATUS(status) == 77)
		skip();
	seen.pid = (uint32_t)pid;
	drain(trace, &seen);
	assert_true(seen.nr_begun > 0);
	assert_false(seen.strange);
	ktrace_close(trace);
}

static uint64_t allocs_of(const struct ktrace *trace, int order, bool movable)
{
	struct ktrace_totals totals;
	uint64_t sum = 0;

	ktrace_totals(trace, &totals);
	for (int class = 0; class < NR_ALLOC_CLASSES; class++)
		if (movable == (class == ALLOC_MOVABLE || class == ALLOC_MOVABLE_LIGHT))
			sum += totals.allocs[order][class];
	return sum;
}

/* How many huge pages the kernel says that it gave. */
static uint64_t fault_huge_pages(void)
{
	size_t size = (NR_HUGE + 1) * HUGE;
	char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t faults;

	assert_true(memory != MAP_FAILED);
	madvise(memory, size, MADV_HUGEPAGE);
	faults = vmstat("thp_fault_alloc");
	for (size_t at = 0; at < size; at += 4096)
		memory[at] = 1;
	faults = vmstat("thp_fault_alloc") - faults;
	munmap(memory, size);
	if (!faults)
		print_message("this kernel gives no huge pages\n");
	return faults;
}

/* What was counted while huge pages were given; skips where none is. */
static uint64_t count_huge_pages(uint64_t *faults)
{
	struct ktrace *trace = open_or_skip(0);
	uint64_t counted = allocs_of(trace, HUGE_ORDER, true);

	ktrace_count(trace, true);
	*faults = fault_huge_pages();
	counted = allocs_of(trace, HUGE_ORDER, true) - counted;
	ktrace_close(trace);
	if (!*faults)
		skip();
	return counted;
}

static void huge_pages_are_counted_as_movable_ones_of_their_order(void **state)
{
	uint64_t counted = 0, faults = 1;

	(void)state;
	/* on a busy machine the faults may outlast the stretch in which is counted */
	for (unsigned int try = 0; try < 5 && counted < faults; try++)
		counted = count_huge_pages(&faults);
	assert_true(counted >= faults);
}

/* Attached they would be, and tell of no wait at all. */
static void functions_that_are_switched_off_are_left_to_the_tracepoints(void **state)
{
	struct ktrace_options options = options_here();
	struct ktrace *trace;

	(void)state;
	options.functions_off = true;
	trace = ktrace_open(&options, NULL);
	if (!trace)
		skip();
	assert_int_equal(ktrace_means(trace) & (ACTIVITY_WHOLE_STALLS | ACTIVITY_DRAIN_TIMES), 0);
	assert_non_null(strstr(ktrace_missing(trace), "whole stalls"));
	assert_non_null(strstr(ktrace_missing(trace), "kernel.ftrace_enabled is 0"));
	ktrace_close(trace);
}

static uint64_t counted_ns(const struct ktrace *trace)
{
	struct ktrace_totals totals;

	ktrace_totals(trace, &totals);
	return totals.counted_ns;
}

static void allocations_are_counted_in_stretches(void **state)
{
	struct ktrace_options options = options_here();
	struct seen seen = { .pid = 0 };
	struct ktrace *trace;
	uint64_t ns, before;

	(void)state;
	options.count_ns = 1; /* a stretch ends with the next drain */
	trace = ktrace_open(&options, NULL);
	if (!trace)
		skip();
	fault_huge_pages();
	assert_int_equal(counted_ns(trace), 0); /* not before it is wanted */
	ktrace_count(trace, true);
	fault_huge_pages(); /* and takes its time, so that the pause is seven times as long */
	drain(trace, &seen);
	ns = counted_ns(trace);
	before = allocs_of(trace, HUGE_ORDER, true);
	fault_huge_pages();
	assert_true(ns > 0 && counted_ns(trace) == ns);
	assert_int_equal(allocs_of(trace, HUGE_ORDER, true), before);
	while (counted_ns(trace) == ns)
		drain(trace, &seen);
	if (fault_huge_pages())
		assert_true(allocs_of(trace, HUGE_ORDER, true) > before);
	ktrace_close(trace);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_compaction_by_hand_is_told_with_its_zones_and_times),
		cmocka_unit_test(sums_of_events_are_what_vmstat_counts),
		cmocka_unit_test(the_default_ring_loses_nothing),
		cmocka_unit_test(what_does_not_fit_is_counted),
		cmocka_unit_test(user_space_is_woken_once_the_ring_is_half_full),
		cmocka_unit_test(processes_that_have_exited_are_known_by_their_names),
		cmocka_unit_test(huge_pages_are_counted_as_movable_ones_of_their_order),
		cmocka_unit_test(
			functions_that_are_switched_off_are_left_to_the_tracepoints),
		cmocka_unit_test(allocations_are_counted_in_stretches),
	};

	return CHECK_MAIN(tests);
}
