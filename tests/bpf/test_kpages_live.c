// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What struct pages say of this test's own pages: pinned by io_uring, lying in a pipe, locked, only
 * just touched.
 */
#include "fragscope/kern.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../check.h"

#define PAGE_BYTES 4096UL
#define NR_PAGES   256UL
#define SLABS_MAX  4096UL
#define LOW_PAGES  (1ULL << 23) /* of 32 GiB */

struct world {
	struct kern *kern;
	struct kpages *pages;
	char *memory;            /* NR_PAGES of it, in small pages */
};

static char *small_pages(void)
{
	char *memory = mmap(NULL, NR_PAGES * PAGE_BYTES, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(memory != MAP_FAILED);
	madvise(memory, NR_PAGES * PAGE_BYTES, MADV_NOHUGEPAGE);
	return memory;
}

/* Touches enough pages to push all earlier ones out of this CPU's batch for the LRU lists. */
static void drain_batches(void)
{
	char *memory = small_pages();

	for (size_t i = 0; i < NR_PAGES; i++)
		memory[i * PAGE_BYTES] = 1;
	munmap(memory, NR_PAGES * PAGE_BYTES);
}

static int setup(void **state)
{
	static struct world world;
	struct err err = { "" };
	cpu_set_t set;

	*state = &world;
	world.kern = sysconf(_SC_PAGESIZE) == (long)PAGE_BYTES ? kern_open(&err) : NULL;
	world.pages = world.kern ? kpages_new(world.kern, &err) : NULL;
	if (!world.pages) {
		print_message("skipped: %s\n", err.text);
		return 0;
	}
	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	sched_setaffinity(0, sizeof(set), &set);
	world.memory = small_pages();
	for (size_t i = 0; i < NR_PAGES; i++)
		world.memory[i * PAGE_BYTES] = 1;
	drain_batches();
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;

	kpages_free(world->pages);
	kern_close(world->kern);
	return 0;
}

static uint64_t pfn_of(const void *at)
{
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	uint64_t entry = 0;

	assert_true(fd >= 0);
	assert_int_equal(pread(fd, &entry, sizeof(entry),
			       (off_t)((uintptr_t)at / PAGE_BYTES * sizeof(entry))),
			 sizeof(entry));
	close(fd);
	assert_true(entry >> 63);
	return entry & ((1ULL << 55) - 1);
}

static struct kpage_detail detail_of(struct world *world, size_t page)
{
	struct kpage_detail detail;
	struct err err = { "" };

	if (kpages_detail(world->pages, pfn_of(world->memory + page * PAGE_BYTES), 1, &detail,
			  &err))
		fail_msg("%s", err.text);
	assert_true(detail.known);
	return detail;
}

static void a_page_of_a_process_has_one_mapping_and_no_pin(void **state)
{
	struct world *world = *state;
	struct kpage_detail detail;

	if (!world->pages)
		skip();
	detail = detail_of(world, 0);
	assert_int_equal(detail.mapcount, 1);
	assert_true(detail.refcount >= 1 && detail.refcount <= 3);
	assert_int_equal(detail.slab_cache, 0);
	assert_false(detail.pinned);
}

static void a_page_registered_with_io_uring_is_pinned_until_it_is_closed(void **state)
{
	struct io_uring_params params = { 0 };
	struct world *world = *state;
	struct iovec buffer;
	int ring;

	if (!world->pages)
		skip();
	ring = (int)syscall(SYS_io_uring_setup, 4, &params);
	if (ring < 0)
		skip(); /* no io_uring here */
	buffer = (struct iovec){ world->memory + PAGE_BYTES, PAGE_BYTES };
	assert_int_equal(syscall(SYS_io_uring_register, ring, IORING_REGISTER_BUFFERS, &buffer, 1),
			 0);
	assert_true(detail_of(world, 1).pinned);
	assert_false(detail_of(world, 2).pinned);
	assert_int_equal(syscall(SYS_io_uring_register, ring, IORING_UNREGISTER_BUFFERS, NULL, 0),
			 0);
	assert_false(detail_of(world, 1).pinned);
	close(ring);
}

static void a_page_in_a_pipe_is_pinned_until_it_is_read(void **state)
{
	struct world *world = *state;
	char bytes[PAGE_BYTES];
	struct iovec given;
	int ends[2];

	if (!world->pages)
		skip();
	assert_int_equal(pipe(ends), 0);
	given = (struct iovec){ world->memory + 3 * PAGE_BYTES, PAGE_BYTES };
	assert_int_equal(vmsplice(ends[1], &given, 1, 0), PAGE_BYTES);
	assert_true(detail_of(world, 3).pinned);
	assert_int_equal(read(ends[0], bytes, sizeof(bytes)), sizeof(bytes));
	assert_false(detail_of(world, 3).pinned);
	close(ends[0]);
	close(ends[1]);
}

static void a_locked_page_is_not_pinned(void **state)
{
	struct world *world = *state;

	if (!world->pages)
		skip();
	if (mlock(world->memory + 4 * PAGE_BYTES, PAGE_BYTES))
		skip();
	assert_false(detail_of(world, 4).pinned);
	munlock(world->memory + 4 * PAGE_BYTES, PAGE_BYTES);
	assert_false(detail_of(world, 4).pinned);
}

/* Pages that are in a per-CPU batch on their way to an LRU list. */
static unsigned int touch_and_look(const struct world *world)
{
	char *memory = small_pages();
	struct kpage_detail detail;
	unsigned int nr_batched = 0;

	for (size_t i = 0; i < NR_PAGES; i++) {
		memory[i * PAGE_BYTES] = 1;
		assert_int_equal(kpages_detail(world->pages, pfn_of(memory + i * PAGE_BYTES), 1,
					       &detail, NULL), 0);
		nr_batched += detail.refcount > detail.mapcount;
		assert_false(detail.pinned);
	}
	munmap(memory, NR_PAGES * PAGE_BYTES);
	return nr_batched;
}

static void pages_only_just_touched_are_not_pinned(void **state)
{
	struct world *world = *state;
	unsigned int nr_batched = 0;

	if (!world->pages)
		skip();
	/* others may empty the batches: without a page in one this would prove nothing */
	for (int round = 0; round < 1000 && !nr_batched; round++)
		nr_batched = touch_and_look(world);
	assert_true(nr_batched);
}

static void a_huge_page_in_a_pipe_is_pinned(void **state)
{
	const size_t size = 2UL << 20;
	struct world *world = *state;
	struct kpage_detail detail;
	struct iovec given;
	char *memory, *huge;
	int ends[2];

	if (!world->pages)
		skip();
	memory = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(memory != MAP_FAILED);
	huge = (char *)(((uintptr_t)memory + size - 1) & -size);
	madvise(huge, size, MADV_HUGEPAGE);
	huge[0] = 1;
	drain_batches();
	assert_int_equal(kpages_detail(world->pages, pfn_of(huge), 1, &detail, NULL), 0);
	assert_false(detail.pinned);
	assert_int_equal(pipe(ends), 0);
	given = (struct iovec){ huge + 5 * PAGE_BYTES, PAGE_BYTES };
	huge[5 * PAGE_BYTES] = 1;
	assert_int_equal(vmsplice(ends[1], &given, 1, 0), PAGE_BYTES);
	/* the tail that lies in the pipe, and so all of its folio */
	assert_int_equal(kpages_detail(world->pages, pfn_of(huge + 5 * PAGE_BYTES), 1, &detail,
				       NULL), 0);
	assert_true(detail.pinned);
	close(ends[0]);
	close(ends[1]);
	munmap(memory, 2 * size);
}

/* Any slab will do.  The kernel has some in low memory, whatever is movable memory alone. */
static void slab_pages_name_their_cache(void **state)
{
	static struct kpage_detail details[SLABS_MAX];
	struct world *world = *state;
	unsigned int nr_named = 0;
	char name[64];

	if (!world->pages)
		skip();
	for (uint64_t pfn = 0; pfn < LOW_PAGES && !nr_named; pfn += SLABS_MAX) {
		assert_int_equal(kpages_detail(world->pages, pfn, SLABS_MAX, details, NULL), 0);
		for (size_t i = 0; i < SLABS_MAX; i++) {
			if (!details[i].slab_cache)
				continue;
			if (!kpages_slab_name(world->pages, details[i].slab_cache, name,
					      sizeof(name))) {
				if (!nr_named)
					print_message("%s\n", name);
				nr_named++;
			}
		}
	}
	assert_true(nr_named);
	assert_int_equal(kpages_slab_name(world->pages, 0, name, sizeof(name)), -ENOENT);
	assert_int_equal(kpages_slab_name(world->pages, 4096, name, sizeof(name)), -ENOENT);
}

static void behind_all_memory_nothing_is_known(void **state)
{
	struct world *world = *state;
	struct kpage_detail detail;

	if (!world->pages)
		skip();
	assert_int_equal(kpages_detail(world->pages, 1ULL << 33, 1, &detail, NULL), 0);
	assert_false(detail.known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_page_of_a_process_has_one_mapping_and_no_pin),
		cmocka_unit_test(a_page_registered_with_io_uring_is_pinned_until_it_is_closed),
		cmocka_unit_test(a_page_in_a_pipe_is_pinned_until_it_is_read),
		cmocka_unit_test(a_locked_page_is_not_pinned),
		cmocka_unit_test(pages_only_just_touched_are_not_pinned),
		cmocka_unit_test(a_huge_page_in_a_pipe_is_pinned),
		cmocka_unit_test(slab_pages_name_their_cache),
		cmocka_unit_test(behind_all_memory_nothing_is_known),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
