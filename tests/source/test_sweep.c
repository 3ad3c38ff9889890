// SPDX-License-Identifier: GPL-2.0-or-later
/* The sweep over a folder that stands for the root, with a file proc/kpageflags of our making. */
#include "sweep_world.h"

/* A pattern in which every chunk differs from every other one. */
static uint64_t pattern(uint64_t pfn)
{
	uint64_t z = (pfn / 3 + 1) * 0x9e3779b97f4a7c15;

	return z >> 61 < 4 ? FREE : z >> 61 < 7 ? ANON : SLAB;
}

/* A sweep over chunks by two threads gives what one slice with all pages gives. */
static void a_full_sweep_equals_one_big_slice(void **state)
{
	const struct kpf_dialect modern = { .present_end = UINT64_MAX };
	const uint64_t nr = 40 * CHUNK + 123, start = 77;
	uint64_t *words = malloc(nr * sizeof(*words));
	struct zonemap *whole = zonemap_new(start, nr - start, 9, 10, NULL);
	struct world *world = *state;
	struct frame *frame = one_zone(start, nr - start);
	const struct zonemap *map;

	for (uint64_t i = 0; i < nr; i++)
		words[i] = pattern(i);
	write_words(world, words, nr);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	assert_false(sweep_is_complete(world->sweep));
	sweep_now(world);
	assert_true(sweep_is_complete(world->sweep));
	assert_int_equal(sweep_pagemap(world->sweep)->nr_read, nr - start);
	assert_true(sweep_pagemap(world->sweep)->sweep_done_ns > 0);
	check_maps(world);
	zonemap_ingest(whole, start, words + start, nr - start, &modern, 1);
	map = frame->zones[0]->map;
	assert_memory_equal(map->code, whole->code, nr - start);
	assert_ptr_equal(frame->pagemap, sweep_pagemap(world->sweep));
	assert_int_equal(status_of(world, frame)->state, SOURCE_OK);
	assert_null(status_of(world, frame)->text);
	free(words);
	zonemap_free(whole);
	frame_free(frame);
}

/* The sweep on one CPU, where it has no second thread. */
static int sweep_on_one_cpu(struct world *world,
			    int (*progress)(uint64_t done, uint64_t all, void *arg), void *arg)
{
	cpu_set_t all, one;
	int rc;

	sched_getaffinity(0, sizeof(all), &all);
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof(one), &one);
	rc = sweep_full(world->sweep, progress, arg, &world->err);
	sched_setaffinity(0, sizeof(all), &all);
	return rc;
}

static void one_cpu_sweeps_as_well(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 20 * CHUNK);

	write_pages(world, ANON, 20 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	assert_int_equal(sweep_on_one_cpu(world, NULL, NULL), 0);
	assert_int_equal(pages_of(frame->zones[0]->map, PAGE_ANON), 20 * CHUNK);
	frame_free(frame);
}

static void slices_read_everything_once_before_anything_twice(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(100, 10 * CHUNK);
	uint64_t read = 0;

	write_pages(world, ANON, 10 * CHUNK + 100);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	assert_int_equal(sweep_slice(world->sweep, 0, &world->err), 0);
	while (!sweep_is_complete(world->sweep)) {
		int64_t got = sweep_slice(world->sweep, 1, &world->err);

		assert_true(got > 0);
		read += (uint64_t)got;
		assert_int_equal(sweep_pagemap(world->sweep)->nr_read, read);
	}
	assert_int_equal(read, 10 * CHUNK);
	assert_true(sweep_pagemap(world->sweep)->sweep_done_ns > 0);
	check_maps(world);
	frame_free(frame);
}

static void a_generous_slice_reads_each_page_once(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 3 * CHUNK);

	write_pages(world, FREE, 3 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	assert_int_equal(sweep_slice(world->sweep, UINT64_MAX, &world->err), 3 * CHUNK);
	frame_free(frame);
}

static void pages_past_the_end_of_the_file_are_holes(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 2 * CHUNK);
	uint64_t words[1001];

	for (int i = 0; i < 1001; i++)
		words[i] = ANON;
	write_file(world, words, 1000 * sizeof(*words) + 5); /* and a piece of a word */
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	sweep_now(world);
	assert_int_equal(pages_of(frame->zones[0]->map, PAGE_ANON), 1000);
	assert_int_equal(pages_of(frame->zones[0]->map, PAGE_HOLE), 2 * CHUNK - 1000);
	frame_free(frame);
}

static void a_zone_that_grows_keeps_what_was_read(void **state)
{
	struct world *world = *state;
	struct frame *small = one_zone(0, 3 * CHUNK + 100), *large = one_zone(0, 6 * CHUNK);
	struct zone *other;

	write_pages(world, FREE, 6 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, small);
	sweep_now(world);
	other = add_zone(large, "Movable", 6 * CHUNK, CHUNK);
	attach(world, large);
	/* frames keep pointers to maps */
	assert_ptr_equal(large->zones[0]->map, small->zones[0]->map);
	assert_int_equal(pages_of(large->zones[0]->map, PAGE_FREE), 3 * CHUNK + 100);
	assert_int_equal(pages_of(large->zones[0]->map, PAGE_UNREAD), 3 * CHUNK - 100);
	assert_int_equal(pages_of(other->map, PAGE_UNREAD), CHUNK);
	assert_int_equal(sweep_pagemap(world->sweep)->nr_zones, 2);
	assert_int_equal(sweep_pagemap(world->sweep)->nr_pages, 7 * CHUNK);
	/* the chunk with the old end is due again */
	assert_int_equal(sweep_pagemap(world->sweep)->nr_read, 3 * CHUNK);
	check_maps(world);
	sweep_now(world);
	assert_true(sweep_is_complete(world->sweep));
	assert_int_equal(pages_of(other->map, PAGE_HOLE), CHUNK);
	check_maps(world);
	frame_free(small);
	frame_free(large);
}

static void a_zone_that_shrinks_loses_what_its_new_end_cuts(void **state)
{
	struct world *world = *state;
	struct frame *large = one_zone(0, 3 * CHUNK), *small = one_zone(500, 2 * CHUNK + 100);

	write_pages(world, FREE, 3 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, large);
	sweep_now(world);
	attach(world, small);
	check_maps(world);
	/* free blocks of 1024 pages: the first and the last are cut */
	assert_int_equal(pages_of(small->zones[0]->map, PAGE_FREE), 2 * CHUNK - 1024);
	sweep_now(world);
	check_maps(world);
	assert_int_equal(pages_of(small->zones[0]->map, PAGE_FREE), 2 * CHUNK + 100);
	frame_free(small);
	frame_free(large);
}

static void a_zone_may_vanish_and_come_back(void **state)
{
	struct world *world = *state;
	struct frame *both = one_zone(0, CHUNK), *one = one_zone(0, CHUNK);
	const struct zonemap *gone;

	add_zone(both, "Device", CHUNK, CHUNK);
	write_pages(world, ANON, 2 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, both);
	sweep_now(world);
	gone = both->zones[1]->map;
	add_zone(one, "Device", CHUNK, 0);
	attach(world, one);
	assert_null(one->zones[1]->map);
	assert_int_equal(sweep_pagemap(world->sweep)->nr_zones, 1);
	assert_true(sweep_is_complete(world->sweep));
	/* an older frame may still show it */
	assert_int_equal(pages_of(gone, PAGE_ANON), CHUNK);
	attach(world, both);
	assert_ptr_equal(both->zones[1]->map, gone);
	assert_int_equal(sweep_pagemap(world->sweep)->nr_zones, 2);
	frame_free(both);
	frame_free(one);
}

/* Nodes can be interleaved; kpageflags does not say whose a page is. */
static void zones_that_overlap_each_see_the_pages(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 4 * CHUNK);
	struct zone *other = add_zone(frame, "Movable", 2 * CHUNK + 300, 4 * CHUNK);

	write_pages(world, FREE, 7 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	sweep_now(world);
	assert_true(sweep_is_complete(world->sweep));
	assert_int_equal(pages_of(frame->zones[0]->map, PAGE_FREE), 4 * CHUNK);
	assert_int_equal(pages_of(other->map, PAGE_FREE), 4 * CHUNK);
	check_maps(world);
	frame_free(frame);
}

static void the_pageblock_order_may_become_known_later(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 4 * CHUNK), *later = one_zone(0, 4 * CHUNK);

	write_pages(world, FREE, 4 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	assert_int_equal(frame->zones[0]->map->pageblock_order, 9);
	sweep_now(world);
	later->pageblock_order = num_known(10);
	attach(world, later);
	assert_int_equal(later->zones[0]->map->pageblock_order, 10);
	assert_int_equal(later->zones[0]->map->nr_blocks, 32);
	assert_true(sweep_is_complete(world->sweep));
	assert_int_equal(later->zones[0]->map->largest[5], 11);
	check_maps(world);
	frame_free(frame);
	frame_free(later);
}

static void spans_that_cannot_be_leave_the_other_zones_alone(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(5, UINT64_MAX - 2);
	struct zone *good = add_zone(frame, "Movable", 0, CHUNK);

	write_pages(world, ANON, CHUNK);
	world->sweep = sweep_new(world->reader);
	assert_int_equal(sweep_attach(world->sweep, frame, &world->err), -EINVAL);
	assert_non_null(strstr(world->err.text, "node 0 Normal"));
	assert_null(frame->zones[0]->map);
	sweep_now(world);
	assert_int_equal(pages_of(good->map, PAGE_ANON), CHUNK);
	frame_free(frame);
}

static void orders_above_the_usual_make_larger_chunks(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 4 << 15);

	frame->zones[0]->nr_orders = 17;
	frame->pageblock_order = num_known(13);
	write_pages(world, FREE, 4 << 15);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	assert_int_equal(sweep_slice(world->sweep, 1, &world->err), 1 << 16);
	sweep_now(world);
	assert_int_equal(frame->zones[0]->map->code[1 << 16], PAGE_CODE_FREE_HEAD | 16);
	check_maps(world);
	frame_free(frame);
}

static void old_kernels_flag_heads_only(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 64);
	uint64_t words[64] = { [16] = FREE, [32] = ANON };

	write_words(world, words, 64);
	world->sweep = sweep_new(world->reader);
	frame->release = "4.5.7-vendor";
	attach(world, frame);
	sweep_now(world);
	assert_true(frame->zones[0]->map->orders_estimated);
	assert_int_equal(pages_of(frame->zones[0]->map, PAGE_FREE), 16);
	frame->release = "4.6.0";
	attach(world, frame);
	sweep_now(world);
	assert_false(frame->zones[0]->map->orders_estimated);
	assert_int_equal(pages_of(frame->zones[0]->map, PAGE_FREE), 1);
	frame_free(frame);
}

static void a_folio_larger_than_a_chunk_gets_its_whole_order(void **state)
{
	const size_t nr = 1 << 18;
	uint64_t *words = malloc(2 * nr * sizeof(*words));
	struct world *world = *state;
	struct frame *frame = one_zone(0, 2 * nr);

	for (size_t i = 0; i < 2 * nr; i++)
		words[i] = i < nr ? ANON : i == nr ? HUGE_HEAD : HUGE_TAIL;
	write_words(world, words, 2 * nr);
	free(words);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	sweep_now(world);
	assert_int_equal(frame->zones[0]->map->code[nr], PAGE_CODE_HUGE_HEAD | 18);
	/* also while its parts are read one by one, in whatever order */
	for (int i = 0; i < 100; i++) {
		assert_true(sweep_slice(world->sweep, 1, &world->err) >= 0);
		assert_int_equal(frame->zones[0]->map->code[nr], PAGE_CODE_HUGE_HEAD | 18);
	}
	check_maps(world);
	frame_free(frame);
}

static void a_file_that_is_not_there_yields_nothing(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, CHUNK);

	world->sweep = sweep_new(world->reader);
	assert_non_null(world->sweep);
	attach(world, frame);
	assert_null(frame->pagemap);
	assert_null(frame->zones[0]->map);
	assert_int_equal(sweep_slice(world->sweep, 1000000, &world->err), 0);
	sweep_now(world);
	assert_false(sweep_is_complete(world->sweep));
	assert_int_equal(status_of(world, frame)->state, SOURCE_ABSENT);
	assert_non_null(strstr(status_of(world, frame)->text, "kpageflags"));
	frame_free(frame);
	/* when it appears, it is read */
	write_pages(world, ANON, CHUNK);
	frame = one_zone(0, CHUNK);
	attach(world, frame);
	sweep_now(world);
	assert_true(sweep_is_complete(world->sweep));
	assert_int_equal(status_of(world, frame)->state, SOURCE_OK);
	frame_free(frame);
}

static void without_permission_the_status_says_so(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, CHUNK);

	write_pages(world, ANON, CHUNK);
	chmod(world->root, 0755);
	chmod(world->file, 0);
	if (!getuid())
		assert_int_equal(seteuid(65534), 0);
	world->sweep = sweep_new(world->reader);
	if (!getuid())
		assert_int_equal(seteuid(0), 0);
	assert_int_equal(sweep_slice(world->sweep, 1000000, &world->err), 0);
	assert_int_equal(status_of(world, frame)->state, SOURCE_DENIED);
	assert_non_null(status_of(world, frame)->text);
	frame_free(frame);
}

static void what_was_read_outlives_the_file(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, CHUNK), *after = one_zone(0, CHUNK);

	write_pages(world, ANON, CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	sweep_now(world);
	unlink(world->file);
	attach(world, after);
	assert_int_equal(sweep_slice(world->sweep, 1000000, &world->err), 0);
	assert_int_equal(pages_of(after->zones[0]->map, PAGE_ANON), CHUNK);
	assert_int_equal(status_of(world, after)->state, SOURCE_STALE);
	frame_free(frame);
	frame_free(after);
}

static void reading_errors_are_told_once_and_remembered(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 20 * CHUNK);

	/* a folder can be opened, but not read */
	assert_int_equal(mkdir(world->file, 0755), 0);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	assert_int_equal(sweep_full(world->sweep, NULL, NULL, &world->err), -EISDIR);
	assert_non_null(strstr(world->err.text, "kpageflags"));
	assert_int_equal(sweep_slice(world->sweep, 1000000, &world->err), 0);
	assert_int_equal(status_of(world, frame)->state, SOURCE_BROKEN);
	assert_false(sweep_is_complete(world->sweep));
	frame_free(frame);
}

static int stop_after_a_quarter(uint64_t done, uint64_t all, void *arg)
{
	*(uint64_t *)arg = done;
	return done > all / 4 ? 7 : 0;
}

static void progress_can_stop_a_sweep(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 64 * CHUNK);
	uint64_t done = 0;

	write_pages(world, ANON, 64 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	assert_int_equal(sweep_on_one_cpu(world, stop_after_a_quarter, &done), 7);
	assert_int_equal(done, 17 * CHUNK);
	assert_int_equal(sweep_pagemap(world->sweep)->nr_read, done);
	assert_int_equal(status_of(world, frame)->state, SOURCE_OK);
	check_maps(world);
	sweep_now(world);
	assert_true(sweep_is_complete(world->sweep));
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_full_sweep_equals_one_big_slice),
		TEST(one_cpu_sweeps_as_well),
		TEST(slices_read_everything_once_before_anything_twice),
		TEST(a_generous_slice_reads_each_page_once),
		TEST(pages_past_the_end_of_the_file_are_holes),
		TEST(a_zone_that_grows_keeps_what_was_read),
		TEST(a_zone_that_shrinks_loses_what_its_new_end_cuts),
		TEST(a_zone_may_vanish_and_come_back),
		TEST(zones_that_overlap_each_see_the_pages),
		TEST(the_pageblock_order_may_become_known_later),
		TEST(spans_that_cannot_be_leave_the_other_zones_alone),
		TEST(orders_above_the_usual_make_larger_chunks),
		TEST(old_kernels_flag_heads_only),
		TEST(a_folio_larger_than_a_chunk_gets_its_whole_order),
		TEST(a_file_that_is_not_there_yields_nothing),
		TEST(without_permission_the_status_says_so),
		TEST(what_was_read_outlives_the_file),
		TEST(reading_errors_are_told_once_and_remembered),
		TEST(progress_can_stop_a_sweep),
	};

	return CHECK_MAIN(tests);
}
