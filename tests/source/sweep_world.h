/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sweep_world - a folder that stands for the root, with a file proc/kpageflags of our making. */
#ifndef TESTS_SOURCE_SWEEP_WORLD_H
#define TESTS_SOURCE_SWEEP_WORLD_H

#include "fragscope/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../check.h"

#define FREE (1ULL << 10)
#define ANON (1ULL << 12 | 1ULL << 5)
#define SLAB (1ULL << 7)
#define NOPAGE (1ULL << 20)
#define RESERVED (1ULL << 32)
#define HUGE_HEAD (1ULL << 17 | 1ULL << 15)
#define HUGE_TAIL (1ULL << 17 | 1ULL << 16)

#define CHUNK 8192 /* pages that are read at a time */

struct world {
	char root[64], folder[80], file[96];
	struct reader *reader;
	struct sweep *sweep;
	struct err err;
};

static inline void write_file(const struct world *world, const uint64_t *words, size_t nr_bytes)
{
	FILE *file = fopen(world->file, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(words, 1, nr_bytes, file), nr_bytes);
	fclose(file);
}

static inline void write_words(const struct world *world, const uint64_t *words, size_t nr)
{
	write_file(world, words, nr * sizeof(*words));
}

/* Every page of one kind. */
static inline void write_pages(const struct world *world, uint64_t word, size_t nr)
{
	uint64_t *words = malloc(nr * sizeof(*words));

	for (size_t i = 0; i < nr; i++)
		words[i] = word;
	write_words(world, words, nr);
	free(words);
}

static inline int world_begin(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	strcpy(world->root, "/tmp/fragscope-sweep-XXXXXX");
	assert_non_null(mkdtemp(world->root));
	snprintf(world->folder, sizeof(world->folder), "%s/proc", world->root);
	snprintf(world->file, sizeof(world->file), "%s/kpageflags", world->folder);
	assert_int_equal(mkdir(world->folder, 0755), 0);
	world->reader = reader_new(world->root);
	*state = world;
	return 0;
}

static inline int world_end(void **state)
{
	struct world *world = *state;

	sweep_free(world->sweep);
	reader_free(world->reader);
	if (unlink(world->file))
		rmdir(world->file);
	rmdir(world->folder);
	rmdir(world->root);
	free(world);
	return 0;
}

static inline struct zone *add_zone(struct frame *frame, const char *name, uint64_t start, uint64_t nr)
{
	struct zone *zone = frame_zone(frame, 0, span_of(name));

	zone->start_pfn = num_known(start);
	zone->spanned = num_known(nr);
	zone->nr_orders = 11;
	return zone;
}

static inline struct frame *one_zone(uint64_t start, uint64_t nr)
{
	struct frame *frame = frame_new();

	add_zone(frame, "Normal", start, nr);
	return frame;
}

static inline void attach(struct world *world, struct frame *frame)
{
	if (sweep_attach(world->sweep, frame, &world->err))
		fail_msg("%s", world->err.text);
}

static inline void sweep_now(struct world *world)
{
	if (sweep_full(world->sweep, NULL, NULL, &world->err))
		fail_msg("%s", world->err.text);
}

static inline void check_maps(const struct world *world)
{
	const struct pagemap *map = sweep_pagemap(world->sweep);
	struct err err = { "" };

	for (unsigned int i = 0; i < map->nr_zones; i++)
		if (zonemap_check(map->zones[i], &err))
			fail_msg("%s", err.text);
}

static inline uint64_t pages_of(const struct zonemap *map, enum page_class class)
{
	uint64_t sum = 0;

	for (size_t block = 0; block < map->nr_blocks; block++)
		sum += map->count[class][block];
	return sum;
}

static inline const struct source_status *status_of(const struct world *world, struct frame *frame)
{
	sweep_status(world->sweep, frame);
	return frame_find_source(frame, "kpageflags");
}

/* A test with a world of its own. */
#define TEST(test) cmocka_unit_test_setup_teardown(test, world_begin, world_end)

#endif
