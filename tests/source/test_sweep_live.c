// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The page map of this machine against what the kernel itself counts.  Memory changes while it is
 * read, so a comparison is tried several times and needs to hold once: each rebuilt count of free
 * blocks must lie between the counts before and after the sweep.
 */
#include "fragscope/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../check.h"

#define TRIES      60
#define SKIP       77
#define ORDERS_MAX FRAME_ORDERS_MAX

/* Calls each(line) for every line of a file. */
static void for_lines(const char *path, void (*each)(const char *line, void *arg), void *arg)
{
	char line[1024];
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		each(line, arg);
	fclose(file);
}

struct zoneinfo {
	struct frame *frame;
	struct zone *zone;
};

static void zoneinfo_line(const char *line, void *arg)
{
	struct zoneinfo *info = arg;
	unsigned long long n;
	char name[16];
	int node;

	if (sscanf(line, "Node %d, zone %15s", &node, name) == 2)
		info->zone = frame_zone(info->frame, node, span_of(name));
	else if (sscanf(line, " spanned %llu", &n) == 1)
		info->zone->spanned = num_known(n);
	else if (sscanf(line, " present %llu", &n) == 1)
		info->zone->present = num_known(n);
	else if (sscanf(line, " start_pfn: %llu", &n) == 1)
		info->zone->start_pfn = num_known(n);
}

static void buddyinfo_line(const char *line, void *arg)
{
	struct frame *frame = arg;
	struct zone *zone;
	char name[16];
	int node, at;

	assert_int_equal(sscanf(line, "Node %d, zone %15s%n", &node, name, &at), 2);
	zone = frame_zone(frame, node, span_of(name));
	zone->nr_orders = 0;
	for (char *next, *p = (char *)line + at; zone->nr_orders < ORDERS_MAX; p = next) {
		unsigned long n = strtoul(p, &next, 10);

		if (next == p)
			break;
		zone->free_blocks[zone->nr_orders++] = num_known(n);
	}
}

static struct frame *frame_now(void)
{
	struct zoneinfo info = { .frame = frame_new() };

	for_lines("/proc/zoneinfo", zoneinfo_line, &info);
	for_lines("/proc/buddyinfo", buddyinfo_line, info.frame);
	return info.frame;
}

/* Cells where the rebuilt count is not between the two printed ones. */
static unsigned int count_misses(const struct frame *before, const struct frame *after)
{
	unsigned int misses = 0;

	for (unsigned int i = 0; i < before->nr_zones; i++) {
		const struct zone *a = before->zones[i], *b = after->zones[i];
		uint64_t rebuilt[ORDERS_MAX];

		if (!a->map || !a->nr_orders)
			continue;
		zonemap_count_orders(a->map, rebuilt);
		for (unsigned int o = 0; o < a->nr_orders; o++) {
			uint64_t x = a->free_blocks[o].n, y = b->free_blocks[o].n;

			misses += rebuilt[o] < (x < y ? x : y) || rebuilt[o] > (x < y ? y : x);
		}
	}
	return misses;
}

static void rebuilt_free_blocks_equal_those_of_buddyinfo(void **state)
{
	struct reader *reader = reader_new("/");
	struct sweep *sweep = sweep_new(reader);
	unsigned int best = ~0u;

	(void)state;
	for (int i = 0; i < TRIES && best; i++) {
		struct frame *before = frame_now(), *after;
		struct err err = { "" };
		unsigned int misses;

		if (sweep_attach(sweep, before, &err) || sweep_full(sweep, NULL, NULL, &err))
			fail_msg("%s", err.text);
		after = frame_now();
		misses = count_misses(before, after);
		best = misses < best ? misses : best;
		for (unsigned int z = 0; z < sweep_pagemap(sweep)->nr_zones; z++)
			if (zonemap_check(sweep_pagemap(sweep)->zones[z], &err))
				fail_msg("%s", err.text);
		frame_free(before);
		frame_free(after);
	}
	assert_true(sweep_is_complete(sweep));
	assert_int_equal(best, 0);
	sweep_free(sweep);
	reader_free(reader);
}

static unsigned long meminfo_kib(const char *name)
{
	char line[256], found[64];
	unsigned long kib = 0, n;
	FILE *file = fopen("/proc/meminfo", "r");

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "%63[^:]: %lu", found, &n) == 2 && !strcmp(found, name))
			kib = n;
	fclose(file);
	return kib;
}

static uint64_t pages_of(const struct pagemap *map, enum page_class class)
{
	uint64_t sum = 0;

	for (unsigned int z = 0; z < map->nr_zones; z++)
		for (size_t block = 0; block < map->zones[z]->nr_blocks; block++)
			sum += map->zones[z]->count[class][block];
	return sum;
}

/* Within a fifth, and some MiB for what waits on per-CPU lists. */
static void check_total(const char *what, uint64_t pages, unsigned long kib)
{
	unsigned long got = (unsigned long)(pages * (unsigned long)sysconf(_SC_PAGESIZE) / 1024);

	if (got > kib + kib / 5 + 8192 || got + kib / 5 + 8192 < kib)
		fail_msg("%s: %lu KiB in the page map, %lu KiB in meminfo", what, got, kib);
}

static void classes_add_up_to_what_meminfo_says(void **state)
{
	struct reader *reader = reader_new("/");
	struct sweep *sweep = sweep_new(reader);
	const struct pagemap *map = sweep_pagemap(sweep);
	struct frame *frame = frame_now();
	struct err err = { "" };

	(void)state;
	if (sweep_attach(sweep, frame, &err) || sweep_full(sweep, NULL, NULL, &err))
		fail_msg("%s", err.text);
	check_total("slab", pages_of(map, PAGE_SLAB), meminfo_kib("Slab"));
	check_total("page tables", pages_of(map, PAGE_PGTABLE), meminfo_kib("PageTables"));
	check_total("anonymous, page cache and unevictable",
		    pages_of(map, PAGE_ANON) + pages_of(map, PAGE_ANON_LARGE) +
		    pages_of(map, PAGE_FILE) + pages_of(map, PAGE_FILE_LARGE) +
		    pages_of(map, PAGE_UNEVICTABLE),
		    meminfo_kib("Active") + meminfo_kib("Inactive") + meminfo_kib("Unevictable"));
	frame_free(frame);
	sweep_free(sweep);
	reader_free(reader);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rebuilt_free_blocks_equal_those_of_buddyinfo),
		cmocka_unit_test(classes_add_up_to_what_meminfo_says),
	};

	if (access("/proc/kpageflags", R_OK)) {
		puts("skipped: reading /proc/kpageflags needs root");
		return SKIP;
	}
	return CHECK_MAIN(tests);
}
