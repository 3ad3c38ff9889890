// SPDX-License-Identifier: GPL-2.0-or-later
/* Holes and unmanaged memory, which kpageflags alone does not tell. */
#include "sweep_world.h"

/* RAM in two parts, and a zone that manages half of the second one so far. */
static void what_is_no_memory_is_told_from_what_has_no_flags(void **state)
{
	struct world *world = *state;
	struct frame *frame = one_zone(0, 4 * CHUNK);
	const struct zonemap *map;

	frame->page_size = num_known(4096);
	frame_add_ram(frame, 0x1000, CHUNK * 4096);
	frame_add_ram(frame, 2 * CHUNK * 4096, 4 * CHUNK * 4096);
	frame->zones[0]->present = num_known(3 * CHUNK);
	frame->zones[0]->managed = num_known(2 * CHUNK);
	write_pages(world, 0, 4 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	sweep_now(world);
	map = frame->zones[0]->map;
	assert_int_equal(pages_of(map, PAGE_HOLE), CHUNK + 1);
	assert_int_equal(pages_of(map, PAGE_UNMANAGED), 2 * CHUNK);
	assert_int_equal(pages_of(map, PAGE_NOFLAGS), CHUNK - 1);
	/* the zone grows: the next reading tells it */
	frame->zones[0]->managed = num_known(3 * CHUNK);
	attach(world, frame);
	sweep_now(world);
	assert_int_equal(pages_of(map, PAGE_UNMANAGED), 0);
	check_maps(world);
	frame_free(frame);
}

/* A small node that holds the kernel's image and the memory map: 12 % of it is reserved, and the last
 * pageblock is the kernel's and has no flags. */
static void what_was_reserved_at_boot_is_not_unmanaged(void **state)
{
	static uint64_t words[8 * CHUNK];
	struct world *world = *state;
	struct frame *frame = one_zone(0, 8 * CHUNK);

	for (size_t i = 0; i < 8 * CHUNK; i++)
		words[i] = i < CHUNK ? RESERVED : i < 8 * CHUNK - 512 ? FREE : 0;
	write_words(world, words, 8 * CHUNK);
	frame->zones[0]->present = num_known(8 * CHUNK);
	frame->zones[0]->managed = num_known(7 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	sweep_now(world);
	assert_int_equal(pages_of(frame->zones[0]->map, PAGE_UNMANAGED), 0);
	assert_int_equal(pages_of(frame->zones[0]->map, PAGE_NOFLAGS), 512);
	assert_int_equal(pages_of(frame->zones[0]->map, PAGE_RESERVED), CHUNK);
	check_maps(world);
	frame_free(frame);
}

/* Four pieces of plugged memory: the second one is online as Normal, the third is offline. */
static void pages_of_a_zone_inside_another_count_once(void **state)
{
	static uint64_t words[4 * CHUNK];
	struct world *world = *state;
	struct frame *frame = frame_new();
	struct zone *movable, *normal;

	for (size_t i = 0; i < 4 * CHUNK; i++)
		words[i] = i / CHUNK == 2 ? NOPAGE : FREE;
	write_words(world, words, 4 * CHUNK);
	normal = add_zone(frame, "Normal", CHUNK, CHUNK);
	normal->present = num_known(CHUNK);
	movable = add_zone(frame, "Movable", 0, 4 * CHUNK);
	movable->present = num_known(2 * CHUNK);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	sweep_now(world);
	assert_int_equal(pages_of(normal->map, PAGE_FREE), CHUNK);
	assert_int_equal(pages_of(movable->map, PAGE_FREE), 2 * CHUNK);
	assert_int_equal(pages_of(movable->map, PAGE_HOLE), 2 * CHUNK);
	check_maps(world);
	frame_free(frame);
}

/* No free block reaches into the other zone, however the border lies. */
static void a_foreign_zone_cuts_the_runs_of_free_pages(void **state)
{
	struct world *world = *state;
	struct frame *frame = frame_new();
	struct zone *outer, *inner;
	uint64_t blocks[FRAME_ORDERS_MAX];

	write_pages(world, FREE, CHUNK);
	outer = add_zone(frame, "Normal", 0, CHUNK);
	outer->present = num_known(CHUNK - 3);
	inner = add_zone(frame, "Movable", 1026, 3);
	inner->present = num_known(3);
	world->sweep = sweep_new(world->reader);
	attach(world, frame);
	sweep_now(world);
	zonemap_count_orders(outer->map, blocks);
	assert_int_equal(blocks[1], 2); /* 1024 and 1030 */
	assert_int_equal(blocks[0], 1); /* 1029 */
	zonemap_count_orders(inner->map, blocks);
	assert_int_equal(blocks[1], 1);
	assert_int_equal(blocks[0], 1);
	check_maps(world);
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_no_memory_is_told_from_what_has_no_flags),
		TEST(what_was_reserved_at_boot_is_not_unmanaged),
		TEST(pages_of_a_zone_inside_another_count_once),
		TEST(a_foreign_zone_cuts_the_runs_of_free_pages),
	};

	return CHECK_MAIN(tests);
}
