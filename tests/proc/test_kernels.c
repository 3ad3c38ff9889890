// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Machines with two nodes, captured in guests that ran the kernels of a distribution, while nothing
 * moved: what one file says must be what the others say.
 */
#include "fragscope/proc.h"

#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#include "fragscope/index.h"

#define NR_UNFOLDED_PAGES (2 * 125) /* a CPU tells a zone of up to this many pages later */

struct kernel {
	const char *folder, *release;
	unsigned int nr_vmstat, nr_types, nr_thp_sizes;
	bool has_defrag_mode;
};

static const struct kernel kernels[] = {
	{ "linux-6.1-x86-2node", "6.1.0-57-cloud-amd64", 171, 5, 0, false },
	{ "linux-6.12-x86-2node", "6.12.117+deb12-cloud-amd64", 182, 5, 2, false },
	{ "linux-7.2-x86-2node", "7.2.13+deb14-cloud-amd64", 198, 6, 2, true },
};

static struct frame *frame_of(const struct kernel *kernel)
{
	const char *srcdir = getenv("top_srcdir");
	struct frame *frame = frame_new();
	struct err err = { "" };
	struct reader *reader;
	struct proc *proc;
	char path[512];

	snprintf(path, sizeof(path), "%s/tests/fixtures/%s", srcdir ? srcdir : ".", kernel->folder);
	reader = reader_new(path);
	proc = proc_new(reader);
	assert_non_null(proc);
	proc_force(proc);
	if (proc_poll(proc, frame, &err) || frame_check(frame, &err))
		fail_msg("%s: %s", kernel->folder, err.text);
	proc_free(proc);
	reader_free(reader);
	return frame;
}

static void for_kernels(void (*check)(const struct kernel *kernel, const struct frame *frame))
{
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
		struct frame *frame = frame_of(&kernels[i]);

		print_message("%s\n", kernels[i].folder);
		check(&kernels[i], frame);
		frame_free(frame);
	}
}

static void assert_known(struct num num, uint64_t n)
{
	assert_int_equal(num.state, NUM_KNOWN);
	assert_int_equal(num.n, n);
}

/* Processes were not captured. */
static void check_sources(const struct kernel *kernel, const struct frame *frame)
{
	assert_string_equal(frame->release, kernel->release);
	for (unsigned int i = 0; i < frame->nr_sources; i++)
		if (frame->sources[i].state != SOURCE_OK && strcmp(frame->sources[i].name, "kthreads"))
			fail_msg("%s: %s", frame->sources[i].name, frame->sources[i].text);
	assert_int_equal(frame->vmstat.nr, kernel->nr_vmstat);
	assert_int_equal(frame->nr_types, kernel->nr_types);
	assert_int_equal(frame->thp.nr_sizes, kernel->nr_thp_sizes);
	assert_int_equal(num_has(counters_get(&frame->mem_knobs, "vm.defrag_mode")),
			 kernel->has_defrag_mode);
	assert_int_equal(frame_find_type(frame, "CMA") >= 0, kernel->nr_types == 6);
}

static void each_file_of_each_kernel_is_read(void **state)
{
	(void)state;
	for_kernels(check_sources);
}

static void check_zones(const struct kernel *kernel, const struct frame *frame)
{
	const struct zone *first = frame_find_zone(frame, 0, SPAN("DMA32"));
	const struct zone *second = frame_find_zone(frame, 1, SPAN("DMA32"));
	unsigned int nr_empty = 0;

	(void)kernel;
	assert_int_equal(frame->nr_zones, 10);
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		assert_int_equal(frame->zones[i]->node, i / 5);
		nr_empty += frame->zones[i]->empty;
	}
	assert_int_equal(nr_empty, 7);
	assert_known(first->start_pfn, 0x1000);
	assert_known(first->present, 0x3f000);
	assert_known(second->start_pfn, 0x40000);
	assert_known(second->present, 0x3ffe0);
	assert_true(first->managed.n != second->managed.n);
}

static void zones_of_two_nodes_are_told_apart(void **state)
{
	(void)state;
	for_kernels(check_zones);
}

static void check_free_lists(const struct kernel *kernel, const struct frame *frame)
{
	(void)kernel;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];

		if (zone->empty)
			continue;
		assert_in_range(zone_free_pages(zone).n, zone->free.n - NR_UNFOLDED_PAGES,
				zone->free.n + NR_UNFOLDED_PAGES);
		for (unsigned int order = 0; order < zone->nr_orders; order++) {
			struct num sum = num_known(0);

			for (unsigned int type = 0; type < frame->nr_types; type++)
				sum = num_add(sum, zone_get_type_free(zone, type, order));
			assert_known(sum, zone->free_blocks[order].n);
		}
	}
}

static void buddyinfo_pagetypeinfo_and_zoneinfo_agree(void **state)
{
	(void)state;
	for_kernels(check_free_lists);
}

/* A pageblock counts in the zone in which it begins. */
static void check_pageblocks(const struct kernel *kernel, const struct frame *frame)
{
	(void)kernel;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		struct num blocks = num_known(0);

		if (zone->empty)
			continue;
		for (unsigned int type = 0; type < frame->nr_types; type++)
			blocks = num_add(blocks, zone_get_type_blocks(zone, type));
		assert_known(blocks, (zone->spanned.n + 511) >> 9);
	}
}

static void each_pageblock_of_a_node_has_a_type(void **state)
{
	(void)state;
	for_kernels(check_pageblocks);
}

static void check_indices(const struct kernel *kernel, const struct frame *frame)
{
	(void)kernel;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		uint64_t count[FRAME_ORDERS_MAX];
		bool capped;

		if (zone->empty)
			continue;
		assert_true(index_zone_counts(zone, count, &capped));
		assert_true(zone->has_printed_unusable && zone->has_printed_extfrag);
		for (unsigned int order = 0; order < zone->nr_orders; order++) {
			struct index_info info = index_info(count, zone->nr_orders, order);

			assert_int_equal(zone->printed_unusable[order],
					 index_unusable(&info, order));
			assert_int_equal(zone->printed_extfrag[order], index_extfrag(&info, order));
		}
	}
}

static void indices_equal_those_that_each_kernel_printed(void **state)
{
	(void)state;
	for_kernels(check_indices);
}

/* Six huge pages were asked for, and the kernel spread them. */
static void check_pools(const struct kernel *kernel, const struct frame *frame)
{
	uint64_t on_nodes = 0, free_on_nodes = 0, total = 0, free = 0;

	(void)kernel;
	for (unsigned int i = 0; i < frame->nr_hugepools; i++) {
		const struct hugepool *pool = &frame->hugepools[i];

		if (pool->size_kib != 2048)
			continue;
		*(pool->node < 0 ? &total : &on_nodes) += pool->total.n;
		*(pool->node < 0 ? &free : &free_on_nodes) += pool->free.n;
	}
	assert_int_equal(total, 6);
	assert_int_equal(on_nodes, 6);
	assert_int_equal(free, 4);
	assert_int_equal(free_on_nodes, 4);
}

static void hugetlb_pools_of_the_nodes_add_up(void **state)
{
	(void)state;
	for_kernels(check_pools);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_file_of_each_kernel_is_read),
		cmocka_unit_test(zones_of_two_nodes_are_told_apart),
		cmocka_unit_test(buddyinfo_pagetypeinfo_and_zoneinfo_agree),
		cmocka_unit_test(each_pageblock_of_a_node_has_a_type),
		cmocka_unit_test(indices_equal_those_that_each_kernel_printed),
		cmocka_unit_test(hugetlb_pools_of_the_nodes_add_up),
	};

	return CHECK_MAIN(tests);
}
