// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The running kernel's structures against what it prints.  Memory changes meanwhile, so a
 * comparison is tried several times and needs to hold once.
 */
#include <stdio.h>
#include <unistd.h>

#include "fragscope/kern.h"
#include "fragscope/source.h"

#include "../../src/bpf/kern_private.h"
#include "../check.h"

#define TRIES   40
#define SKIP    77
#define STATUS  "kernel structures"
#define UNKNOWN 0xff

static struct source *live;

static struct frame *sample(void)
{
	const struct source_want want = { .pagemap = true, .force = true };
	struct err err = { "" };
	struct frame *frame;

	if (live->ops->sample(live, &want, &frame, &err))
		fail_msg("%s", err.text);
	return frame;
}

static int open_live(void **state)
{
	struct err err = { "" };

	(void)state;
	live = source_open_live("/", 0.01, &err);
	return live ? 0 : -1;
}

static int open_parts(void **state)
{
	if (open_live(state))
		return -1;
	frame_free(sample());
	for (int i = 0; i < 20; i++)
		live->ops->poll(live, 1);
	return 0;
}

static int close_live(void **state)
{
	(void)state;
	live->ops->close(live);
	return 0;
}

static void nothing_is_loaded_before_the_first_frame_is_out(void **state)
{
	struct frame *frame;

	(void)state;
	live->ops->poll(live, 1);
	frame = sample();
	assert_int_equal(frame_find_source(frame, STATUS)->state, SOURCE_STALE);
	frame_free(frame);
	live->ops->poll(live, 1);
	frame = sample();
	assert_int_equal(frame_find_source(frame, STATUS)->state, SOURCE_OK);
	frame_free(frame);
}

/* Blocks of the map's zone by type; what is in no type does not count. */
static void count_types(const struct zonemap *map, uint64_t counts[UNKNOWN + 1])
{
	memset(counts, 0, (UNKNOWN + 1) * sizeof(*counts));
	for (size_t block = 0; block < map->nr_blocks; block++)
		counts[map->type[block]]++;
}

/* Cells that differ from pagetypeinfo's; what is different is said if asked. */
static unsigned int count_other_types(const struct frame *frame, bool says)
{
	uint64_t counts[UNKNOWN + 1];
	unsigned int nr = 0, nr_cells = 0;

	for (unsigned int z = 0; z < frame->nr_zones; z++) {
		const struct zone *zone = frame->zones[z];

		if (!zone->map || !zone->type_blocks)
			continue;
		count_types(zone->map, counts);
		for (unsigned int t = 0; t < frame->nr_types; t++) {
			uint64_t printed = zone_get_type_blocks(zone, t).n;

			nr_cells++;
			nr += counts[t] != printed;
			if (says && counts[t] != printed)
				print_message("node %d %s %s: %llu, printed %llu\n", zone->node,
					      zone->name, frame->type_name[t],
					      (unsigned long long)counts[t],
					      (unsigned long long)printed);
		}
	}
	assert_true(nr_cells);
	return nr;
}

static void blocks_of_each_type_equal_those_of_pagetypeinfo(void **state)
{
	unsigned int nr = 1;

	(void)state;
	for (int i = 0; i < TRIES && nr; i++) {
		struct frame *frame = sample();

		nr = count_other_types(frame, i == TRIES - 1);
		frame_free(frame);
	}
	assert_int_equal(nr, 0);
}

static void check_position(const struct zone *zone, struct num pfn)
{
	if (num_has(pfn)) {
		assert_true(pfn.n >= zone->start_pfn.n);
		assert_true(pfn.n <= zone->start_pfn.n + zone->spanned.n);
	}
}

static void trigger_compaction(void)
{
	FILE *file = fopen("/proc/sys/vm/compact_memory", "w");

	if (!file || fputs("1\n", file) < 0 || fclose(file)) {
		print_message("memory cannot be compacted by hand here\n");
		skip();
	}
}

/* Scanners that met leave their skip bits for the next run; kcompactd may clear them any time. */
static void compaction_leaves_skip_bits_and_positions(void **state)
{
	uint64_t nr_skip = 0, nr_positions = 0;

	(void)state;
	for (int i = 0; i < TRIES && !(nr_skip && nr_positions); i++) {
		struct frame *frame;

		trigger_compaction();
		frame = sample();
		for (unsigned int z = 0; z < frame->nr_zones; z++) {
			const struct zone *zone = frame->zones[z];

			check_position(zone, zone->compact.cached_free);
			check_position(zone, zone->compact.cached_migrate[0]);
			check_position(zone, zone->compact.cached_migrate[1]);
			nr_positions += num_has(zone->compact.cached_free);
			for (size_t b = 0; zone->map && b < zone->map->nr_blocks; b++)
				nr_skip += zone->map->skip[b] == 1;
		}
		frame_free(frame);
	}
	assert_true(nr_skip);
	assert_true(nr_positions);
}

/* Free blocks of one order in the kernel's own lists. */
static uint64_t nr_free_of(const struct kern *kern, const struct kzone *zone, unsigned int order)
{
	struct kfield field = kern->layout.free_area_nr_free;

	field.offset += kern->layout.zone_free_area.offset +
			order * kern->layout.sizeof_free_area;
	return klayout_get(zone->data, field);
}

struct lists {
	const struct frame *before;
	uint64_t counts[64][FRAME_ORDERS_MAX];
};

static int take_lists(struct kern *kern, const struct kzone *zone, void *arg)
{
	struct lists *lists = arg;

	for (unsigned int z = 0; z < lists->before->nr_zones && z < 64; z++) {
		const struct zone *its = lists->before->zones[z];

		if (its->node != zone->node || strcmp(its->name, zone->name))
			continue;
		for (unsigned int o = 0; o < its->nr_orders; o++)
			lists->counts[z][o] = nr_free_of(kern, zone, o);
	}
	return 0;
}

static unsigned int count_other_lists(const struct lists *lists, const struct frame *after)
{
	unsigned int nr = 0, nr_cells = 0;

	for (unsigned int z = 0; z < after->nr_zones && z < 64; z++)
		for (unsigned int o = 0; o < after->zones[z]->nr_orders; o++) {
			uint64_t x = lists->before->zones[z]->free_blocks[o].n;
			uint64_t y = after->zones[z]->free_blocks[o].n, n = lists->counts[z][o];

			nr_cells++;
			nr += n < (x < y ? x : y) || n > (x < y ? y : x);
		}
	assert_true(nr_cells);
	return nr;
}

static void free_lists_are_as_long_as_buddyinfo_says(void **state)
{
	struct err err = { "" };
	struct kern *kern = kern_open(&err);
	unsigned int nr = 1;

	(void)state;
	assert_non_null(kern);
	for (int i = 0; i < TRIES && nr; i++) {
		struct lists lists = { .before = sample() };
		struct frame *after;

		assert_int_equal(kern_for_zones(kern, take_lists, &lists), 0);
		after = sample();
		nr = count_other_lists(&lists, after);
		frame_free((struct frame *)lists.before);
		frame_free(after);
	}
	assert_int_equal(nr, 0);
	kern_close(kern);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_is_loaded_before_the_first_frame_is_out,
						open_live, close_live),
		cmocka_unit_test_setup_teardown(blocks_of_each_type_equal_those_of_pagetypeinfo,
						open_parts, close_live),
		cmocka_unit_test_setup_teardown(compaction_leaves_skip_bits_and_positions,
						open_parts, close_live),
		cmocka_unit_test_setup_teardown(free_lists_are_as_long_as_buddyinfo_says,
						open_parts, close_live),
	};
	struct err err = { "" };
	struct kern *kern = kern_open(&err);

	if (!kern || access("/proc/pagetypeinfo", R_OK)) {
		printf("skipped: %s\n", kern ? "reading /proc/pagetypeinfo needs root" : err.text);
		kern_close(kern);
		return SKIP;
	}
	kern_close(kern);
	return CHECK_MAIN(tests);
}
