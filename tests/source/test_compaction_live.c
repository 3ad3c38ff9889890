// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the model says about compaction, against the compaction of the kernel that runs the tests.
 *
 * 192 MiB are filled and one page in eight is freed, all at the same place modulo 8.  Then all
 * memory is compacted and the free scanner's visits are traced.  Memory changes meanwhile, so each
 * rule may be broken by a few blocks, and a round that the machine disturbed is tried again.
 */
#include "fragscope/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../check.h"
#include "fragscope/bits.h"
#include "fragscope/pagemap.h"
#include "fragscope/residue.h"
#include "fragscope/verdict.h"

#define SKIP     77
#define TRIES    5
#define HELD     ((size_t)192 << 20)
#define NEEDED   (2048UL << 10) /* KiB: more than ten times as much must be to spare */
#define INSTANCE "/sys/kernel/tracing/instances/fragscope-test"
#define EVENT    INSTANCE "/events/compaction/mm_compaction_isolate_freepages/enable"

static bool write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return written;
}

static unsigned long available_kib(void)
{
	char line[256];
	unsigned long kib = 0;
	FILE *file = fopen("/proc/meminfo", "r");

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "MemAvailable: %lu", &kib) == 1)
			break;
	if (file)
		fclose(file);
	return kib;
}

/* Memory of which one page in eight was given back: those with pfn % 8 == residue. */
static char *hold_memory(unsigned int residue)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE), nr = HELD / size;
	char *memory = mmap(NULL, HELD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);

	assert_true(memory != MAP_FAILED && pagemap >= 0);
	madvise(memory, HELD, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < nr; i++)
		memory[i * size] = 1;
	for (size_t i = 0; i < nr; i++) {
		uint64_t entry = 0, at = ((uintptr_t)memory / size + i) * sizeof(entry);

		if (pread(pagemap, &entry, sizeof(entry), (off_t)at) == sizeof(entry) &&
		    (entry & ((1ULL << 55) - 1)) % 8 == residue)
			madvise(memory + i * size, size, MADV_DONTNEED);
	}
	close(pagemap);
	return memory;
}

static struct frame *sample(struct source *source)
{
	const struct source_want want = { .pagemap = true, .full_sweep = true, .force = true };
	struct frame *frame = NULL;
	struct err err = { "" };

	if (source->ops->sample(source, &want, &frame, &err))
		fail_msg("%s", err.text);
	return frame;
}

static struct verdict judge(const struct frame *frame)
{
	const struct verdict_want want = { UINT32_MAX, (unsigned int)frame->pageblock_order.n,
					   VERDICT_MOVABLE, -1 };
	struct verdict verdict;

	verdict_judge(frame, &want, &verdict);
	return verdict;
}

static uint64_t free_pages(const struct frame *frame)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < frame->nr_zones; i++)
		sum += frame->zones[i]->free.n;
	return sum;
}

/* What the trace tells of one round. */
struct visits {
	unsigned int empty;        /* pageblocks scanned to the end at one stride for nothing */
	unsigned int unexpected;   /* of them: with free memory that is seen at that stride */
	unsigned int blind;        /* of them: with free memory that is not */
};

static const struct zonemap *map_of(const struct frame *frame, uint64_t pfn)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zonemap *map = frame->zones[i]->map;

		if (map && pfn >= map->start_pfn && pfn - map->start_pfn < map->nr_pages)
			return map;
	}
	return NULL;
}

static void add_visit(const struct frame *frame, const char *line, struct visits *visits)
{
	unsigned long start, end, scanned, taken;
	const struct zonemap *map;
	uint64_t nr;
	size_t block;

	line = strstr(line, "range=(");
	if (!line || sscanf(line, "range=(%lx ~ %lx) nr_scanned=%lu nr_taken=%lu", &start, &end,
			    &scanned, &taken) != 4)
		return;
	map = map_of(frame, start);
	nr = end - start;
	if (!map || taken || !scanned || nr != 1ULL << map->pageblock_order || start % nr ||
	    nr % scanned || !bits_is_power_of_two(nr / scanned) ||
	    zonemap_block_pages(map, zonemap_block_of(map, start)) != nr)
		return;
	visits->empty++;
	block = zonemap_block_of(map, start);
	/* the second half of a larger free block is visited, but has no head */
	if (!map->free[block] || map->free[block] == nr)
		return;
	if (residue_block_blind(map, block, (unsigned int)(nr / scanned)))
		visits->blind++;
	else
		visits->unexpected++;
}

static struct visits read_visits(const struct frame *frame)
{
	struct visits visits = { 0 };
	char line[512];
	FILE *file = fopen(INSTANCE "/trace", "r");

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		add_visit(frame, line, &visits);
	fclose(file);
	return visits;
}

static bool start_trace(void)
{
	return (!mkdir(INSTANCE, 0700) || errno == EEXIST) &&
	       write_text(INSTANCE "/buffer_size_kb", "4096") && write_text(EVENT, "1");
}

static void stop_trace(void)
{
	write_text(EVENT, "0");
	rmdir(INSTANCE);
}

/* A block that the scanner left with empty hands has nothing free, or is blind at its stride. */
static void the_free_scanner_overlooks_what_the_residue_calls_blind(void **state)
{
	struct source *source = *state;
	bool agrees = false;

	for (int i = 0; i < TRIES && !agrees; i++) {
		char *memory = hold_memory(4);
		struct frame *frame = sample(source);
		struct visits visits;

		assert_true(start_trace());
		assert_true(write_text("/proc/sys/vm/compact_memory", "1"));
		visits = read_visits(frame);
		stop_trace();
		munmap(memory, HELD);
		frame_free(frame);
		print_message("%u visits for nothing: %u blind, %u unexpected\n", visits.empty,
			      visits.blind, visits.unexpected);
		/* pages that were free at the reading may be gone at the visit */
		agrees = visits.unexpected * 10 <= visits.empty + 20;
	}
	assert_true(agrees);
}

/* Nor may memory be predicted that then is there: what others freed since is allowed for. */
static void compaction_makes_no_more_than_the_verdict_allows(void **state)
{
	struct source *source = *state;
	uint64_t most = 0, got = 1, drift = 0;

	for (int i = 0; i < TRIES && got > most + drift; i++) {
		char *memory = hold_memory(0);
		struct frame *before = sample(source), *after;
		struct verdict predicted = judge(before);
		uint64_t free_before = free_pages(before);

		assert_true(write_text("/proc/sys/vm/compact_memory", "1"));
		after = sample(source);
		most = num_has(predicted.compaction_at_most) ? predicted.compaction_at_most.n :
							       predicted.after_compaction.n;
		got = judge(after).now.n;
		drift = free_pages(after) > free_before ? free_pages(after) - free_before : 0;
		drift >>= before->pageblock_order.n;
		munmap(memory, HELD);
		print_message("now %llu, predicted at most %llu, got %llu\n",
			      (unsigned long long)predicted.now.n, (unsigned long long)most,
			      (unsigned long long)got);
		frame_free(before);
		frame_free(after);
	}
	assert_true(got <= most + drift);
}

static int open_host(void **state)
{
	struct err err = { "" };

	*state = source_open_live("/", 1, &err);
	return !*state;
}

static int close_host(void **state)
{
	struct source *source = *state;

	source->ops->close(source);
	return 0;
}

static const char *reason_to_skip(void)
{
	if (access("/proc/kpageflags", R_OK) || access("/proc/sys/vm/compact_memory", W_OK))
		return "compacting memory and reading /proc/kpageflags needs root";
	if (available_kib() < NEEDED)
		return "less than 2 GiB of memory to spare";
	/* in a namespace of our own, so that nothing stays mounted */
	if (access("/sys/kernel/tracing/instances", W_OK) &&
	    (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	     mount("none", "/sys/kernel/tracing", "tracefs", 0, NULL)))
		return "no tracefs on /sys/kernel/tracing, and mounting it is not allowed";
	if (access("/sys/kernel/tracing/events/compaction/mm_compaction_isolate_freepages", F_OK))
		return "this kernel does not trace compaction";
	return NULL;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_free_scanner_overlooks_what_the_residue_calls_blind),
		cmocka_unit_test(compaction_makes_no_more_than_the_verdict_allows),
	};
	const char *reason = reason_to_skip();

	if (reason) {
		printf("skipped: %s\n", reason);
		return SKIP;
	}
	return cmocka_run_group_tests(tests, open_host, close_host);
}
