// SPDX-License-Identifier: GPL-2.0-or-later
/* Zones and pageblocks of a made-up kernel: what counts, what does not, and what is broken. */
#include <stdlib.h>

#include "fragscope/array.h"

#include "../check.h"
#include "made_kernel.h"

#define SKIP_BIT 8

struct world {
	struct made_kernel kernel;
	struct kern *kern;
	struct frame *frame;
	struct pagemap *map;
};

static void add_zone(struct world *world, int node, const char *name, uint64_t start, uint64_t end)
{
	struct zonemap *map = zonemap_new(start, end - start, MADE_BLOCK, 3, NULL);

	map->node = node;
	strcpy(map->name, name);
	assert_int_equal(pagemap_add(world->map, map), 0);
	assert_non_null(frame_zone(world->frame, node, span_of(name)));
}

static struct world *world_new(void)
{
	static const char *const types[] = { "Movable", "Unmovable", "Isolate", "HighAtomic" };
	struct world *world = calloc(1, sizeof(*world));

	made_kernel_init(&world->kernel);
	world->frame = frame_new();
	world->map = pagemap_new();
	for (int i = 0; i < 4; i++)
		assert_int_equal(frame_type(world->frame, span_of(types[i])), i);
	add_zone(world, 0, "DMA", 5, 64);
	add_zone(world, 0, "Normal", 64, 256);
	add_zone(world, 1, "Normal", 256, 512);
	return world;
}

static void world_open(struct world *world)
{
	struct err err = { "" };

	world->kern = kern_new(&world->kernel.kmem, &world->kernel.layout, &world->kernel.addr,
			       &err);
	if (!world->kern)
		fail_msg("%s", err.text);
}

static void world_walk(struct world *world)
{
	struct err err = { "" };

	if (!world->kern)
		world_open(world);
	if (kwalk_blocks(world->kern, world->frame, world->map, &err))
		fail_msg("%s", err.text);
}

static void world_free(struct world *world)
{
	kern_close(world->kern);
	pagemap_free(world->map);
	frame_free(world->frame);
	free(world);
}

static uint8_t type_at(const struct world *world, unsigned int zone, uint64_t pfn)
{
	const struct zonemap *map = world->map->zones[zone];

	return map->type[zonemap_block_of(map, pfn)];
}

static uint8_t skip_at(const struct world *world, unsigned int zone, uint64_t pfn)
{
	const struct zonemap *map = world->map->zones[zone];

	return map->skip[zonemap_block_of(map, pfn)];
}

static void types_of_four_bits_have_the_frames_numbers(void **state)
{
	struct world *world = world_new();

	(void)state;
	made_block(&world->kernel, 8, 1);
	made_block(&world->kernel, 72, 3 | SKIP_BIT);
	made_block(&world->kernel, 504, 2);
	world_walk(world);
	assert_int_equal(type_at(world, 0, 8), 0);     /* Movable */
	assert_int_equal(skip_at(world, 0, 8), 0);
	assert_int_equal(type_at(world, 0, 16), 1);    /* Unmovable */
	assert_int_equal(type_at(world, 1, 72), 3);
	assert_int_equal(skip_at(world, 1, 72), 1);
	assert_int_equal(type_at(world, 2, 504), 0xff); /* the frame has no Reclaimable */
	world_free(world);
}

static void an_isolated_block_of_eight_bits_is_isolated_whatever_its_type(void **state)
{
	struct world *world = world_new();

	(void)state;
	world->kernel.layout.nr_pageblock_bits = num_known(5);
	world->kernel.layout.pb_isolate = num_known(4);
	made_block(&world->kernel, 256, 1 | 16);
	made_block(&world->kernel, 312, 1 | SKIP_BIT);
	world_walk(world);
	assert_int_equal(type_at(world, 2, 256), 2);
	assert_int_equal(skip_at(world, 2, 256), 0);
	assert_int_equal(type_at(world, 2, 312), 0);
	assert_int_equal(skip_at(world, 2, 312), 1);
	world_free(world);
}

static void a_block_belongs_to_the_zone_that_its_page_names(void **state)
{
	struct world *world = world_new();

	(void)state;
	/* the span of node 0 reaches into node 1, whose pages they are from 256 on */
	world->kernel.memory.node[0].zones[1].spanned = 256;
	world->kernel.memory.node[0].zones[1].present = 192;
	assert_int_equal(zonemap_resize(world->map->zones[1], 64, 256, MADE_BLOCK, 3, NULL), 0);
	world_walk(world);
	assert_int_equal(type_at(world, 1, 248), 1);
	assert_int_equal(type_at(world, 1, 256), 0xff);
	assert_int_equal(skip_at(world, 1, 256), 0xff);
	assert_int_equal(type_at(world, 2, 256), 1);
	world_free(world);
}

static void the_page_looked_at_is_a_blocks_size_from_the_zones_first(void **state)
{
	struct world *world = world_new();

	(void)state;
	/* pages 5 and 13 are looked at, not 8: so does pagetypeinfo */
	world->kernel.memory.pages[8].flags = 0x3ULL << MADE_ID_SHIFT;
	world->kernel.memory.pages[21].flags = 0x3ULL << MADE_ID_SHIFT;
	world_walk(world);
	assert_int_equal(type_at(world, 0, 5), 1);
	assert_int_equal(type_at(world, 0, 8), 1);
	assert_int_equal(type_at(world, 0, 16), 0xff);
	world_free(world);
}

static void sections_without_memory_have_no_types(void **state)
{
	struct world *world = world_new();

	(void)state;
	world->kernel.memory.sections[1].map &= ~2ULL;           /* no struct pages */
	world->kernel.memory.sections[2].map &= ~4ULL;           /* offline */
	world->kernel.memory.sections[3].usage = 0xdeadbeef;     /* garbage */
	world->kernel.memory.roots[1] = 0;
	world_open(world);
	world_walk(world);
	for (uint64_t pfn = 64; pfn < 256; pfn += 8)
		assert_int_equal(type_at(world, 1, pfn), 0xff);
	for (uint64_t pfn = 256; pfn < 512; pfn += 8)
		assert_int_equal(type_at(world, 2, pfn), 0xff);
	assert_int_equal(type_at(world, 0, 8), 1);
	world_free(world);
}

static void pages_that_are_initialised_late_do_not_count_before(void **state)
{
	struct world *world = world_new();

	(void)state;
	world->kernel.memory.node[1].first_deferred = 320;
	world_walk(world);
	assert_int_equal(type_at(world, 2, 312), 1);
	assert_int_equal(type_at(world, 2, 320), 0xff); /* reserved at boot: its flags are set */
	world->kernel.memory.node[1].first_deferred = UINT64_MAX;
	world_walk(world);
	assert_int_equal(type_at(world, 2, 320), 1);
	world_free(world);
}

static void a_zone_may_have_grown_since_its_map_was_made(void **state)
{
	struct world *world = world_new();

	(void)state;
	assert_int_equal(zonemap_resize(world->map->zones[2], 320, 64, MADE_BLOCK, 3, NULL), 0);
	world_walk(world);
	assert_int_equal(type_at(world, 2, 320), 1);
	assert_int_equal(type_at(world, 2, 376), 1);
	world_free(world);
}

static void a_pageblock_that_no_section_holds_has_no_type(void **state)
{
	struct world *world = world_new();

	(void)state;
	assert_int_equal(zonemap_resize(world->map->zones[1], 64, 192, 7, 7, NULL), 0);
	world_walk(world);
	assert_int_equal(type_at(world, 1, 128), 0xff);
	assert_int_equal(type_at(world, 2, 256), 1);
	world_free(world);
}

static void a_node_that_is_garbage_is_an_error(void **state)
{
	struct world *world = world_new();
	struct err err = { "" };

	(void)state;
	world_open(world);
	world->kernel.memory.nodes[1] = 0x1234;
	assert_int_equal(kwalk_blocks(world->kern, world->frame, world->map, &err), -EFAULT);
	assert_non_null(strstr(err.text, "cannot be read"));
	assert_int_equal(kwalk_zones(world->kern, world->frame, &err), -EFAULT);
	world_free(world);
}

static void flags_that_name_no_zone_are_refused(void **state)
{
	struct world *world = world_new();
	struct err err = { "" };

	(void)state;
	world->kernel.layout.page_flags.offset = 0;
	assert_null(kern_new(&world->kernel.kmem, &world->kernel.layout, &world->kernel.addr,
			     &err));
	assert_int_equal(errno, ENOTSUP);
	assert_non_null(strstr(err.text, "do not name their zones"));
	world_free(world);
}

/* Shifts, sizes and loops go by these numbers. */
static void a_layout_that_cannot_be_is_refused(void **state)
{
	static const struct {
		size_t at;          /* a number of 4 or 8 bytes in struct made_kernel */
		size_t size;
		uint64_t value;
		const char *text;
	} wrong[] = {
#define WRONG(member, value, text) \
	{ offsetof(struct made_kernel, member), \
	  sizeof(((struct made_kernel *)0)->member), value, text }
		WRONG(layout.zone_present_pages.offset, 0xfffffff8, "outside"),
		WRONG(layout.zone_name.size, 1 << 20, "outside"),
		WRONG(layout.sizeof_zone, 0, "outside"),
		WRONG(layout.sizeof_mem_section_usage, 0, "outside"),
		WRONG(layout.pglist_data_node_zones.size, sizeof(struct made_zone), "cannot be"),
		WRONG(addr.nr_nodes, UINT64_MAX, "cannot be"),
		WRONG(addr.nr_nodes, 0, "cannot be"),
		WRONG(addr.page_size, 0, "cannot be"),
#undef WRONG
	};
	struct made_kernel kernel;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct err err = { "" };

		made_kernel_init(&kernel);
		memcpy((char *)&kernel + wrong[i].at, &wrong[i].value, wrong[i].size);
		assert_null(kern_new(&kernel.kmem, &kernel.layout, &kernel.addr, &err));
		assert_int_equal(errno, ENOTSUP);
		assert_non_null(strstr(err.text, wrong[i].text));
	}
}

static void a_layout_without_what_is_needed_is_refused(void **state)
{
	struct world *world = world_new();
	struct err err = { "" };

	(void)state;
	world->kernel.layout.mem_section_usage.known = false;
	assert_null(kern_new(&world->kernel.kmem, &world->kernel.layout, &world->kernel.addr,
			     &err));
	assert_int_equal(errno, ENOTSUP);
	assert_non_null(strstr(err.text, "struct mem_section has no usage"));
	world_free(world);
}

static void a_bit_that_a_pageblock_has_no_room_for_is_not_known(void **state)
{
	struct world *world = world_new();

	(void)state;
	world->kernel.layout.pb_skip = num_known(70);
	world->kernel.layout.pb_isolate = num_known(64);
	made_block(&world->kernel, 256, 1 | SKIP_BIT);
	world_walk(world);
	assert_int_equal(type_at(world, 2, 256), 0);
	assert_int_equal(skip_at(world, 2, 256), 0xff);
	world_free(world);
}

/* Read amid a change, or garbage: without the map's end this would be an hour's walk. */
static void a_zone_that_claims_all_memory_is_walked_as_far_as_its_map(void **state)
{
	struct world *world = world_new();

	(void)state;
	world->kernel.memory.node[1].zones[1].spanned = PFN_MAX;
	world->kernel.memory.node[1].zones[1].present = PFN_MAX;
	world->kernel.memory.node[0].zones[1].start = 0;
	world->kernel.memory.node[0].zones[0].start = PFN_MAX;
	world_walk(world);
	assert_int_equal(type_at(world, 2, 504), 1);
	assert_int_equal(type_at(world, 1, 64), 1);
	assert_int_equal(type_at(world, 0, 8), 0xff); /* no memory is there */
	world_free(world);
}

static void compactions_state_comes_by_node_and_name(void **state)
{
	struct world *world = world_new();
	struct made_zone *zone = &world->kernel.memory.node[1].zones[1];
	const struct zone_compact *compact = &world->frame->zones[2]->compact;
	struct err err = { "" };

	(void)state;
	zone->cached_free = 504;
	zone->cached_migrate[0] = 256;
	zone->cached_migrate[1] = 255; /* outside: never set */
	zone->considered = 7;
	zone->order_failed = 9;
	world_open(world);
	assert_int_equal(kwalk_zones(world->kern, world->frame, &err), 0);
	assert_int_equal(compact->cached_free.n, 504);
	assert_int_equal(compact->cached_migrate[0].n, 256);
	assert_int_equal(compact->cached_migrate[1].state, NUM_ABSENT);
	assert_int_equal(compact->considered.n, 7);
	assert_int_equal(compact->order_failed.n, 9);
	assert_int_equal(compact->defer_shift.state, NUM_ABSENT); /* not in this layout */
	assert_int_equal(world->frame->zones[1]->compact.considered.n, 0);
	world_free(world);
}

static void a_frame_without_names_of_types_gets_the_kernels(void **state)
{
	struct world *world = world_new();
	struct err err = { "" };

	(void)state;
	world->frame->nr_types = 0;
	world_open(world);
	assert_int_equal(kwalk_zones(world->kern, world->frame, &err), 0);
	assert_int_equal(world->frame->nr_types, 5);
	assert_string_equal(world->frame->type_name[0], "Unmovable");
	assert_string_equal(world->frame->type_name[3], "HighAtomic");
	assert_string_equal(world->frame->type_name[4], "Isolate");
	world_free(world);
}

static void one_node_needs_no_table(void **state)
{
	struct world *world = world_new();

	(void)state;
	world->kernel.addr.node_data = 0;
	world->kernel.addr.contig_page_data = MADE_AT(&world->kernel, node[0]);
	for (int pfn = 0; pfn < 256; pfn++)
		world->kernel.memory.pages[pfn].flags = (pfn < 64 ? 0ULL : 1ULL) << 63;
	world_walk(world);
	assert_int_equal(type_at(world, 1, 64), 1);
	assert_int_equal(type_at(world, 2, 256), 0xff);
	world_free(world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_of_four_bits_have_the_frames_numbers),
		cmocka_unit_test(an_isolated_block_of_eight_bits_is_isolated_whatever_its_type),
		cmocka_unit_test(a_block_belongs_to_the_zone_that_its_page_names),
		cmocka_unit_test(the_page_looked_at_is_a_blocks_size_from_the_zones_first),
		cmocka_unit_test(sections_without_memory_have_no_types),
		cmocka_unit_test(pages_that_are_initialised_late_do_not_count_before),
		cmocka_unit_test(a_zone_may_have_grown_since_its_map_was_made),
		cmocka_unit_test(a_pageblock_that_no_section_holds_has_no_type),
		cmocka_unit_test(a_node_that_is_garbage_is_an_error),
		cmocka_unit_test(flags_that_name_no_zone_are_refused),
		cmocka_unit_test(a_layout_that_cannot_be_is_refused),
		cmocka_unit_test(a_layout_without_what_is_needed_is_refused),
		cmocka_unit_test(a_bit_that_a_pageblock_has_no_room_for_is_not_known),
		cmocka_unit_test(a_zone_that_claims_all_memory_is_walked_as_far_as_its_map),
		cmocka_unit_test(compactions_state_comes_by_node_and_name),
		cmocka_unit_test(a_frame_without_names_of_types_gets_the_kernels),
		cmocka_unit_test(one_node_needs_no_table),
	};

	return CHECK_MAIN(tests);
}
