// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The two ways into the page map held against each other, on the memory of the machine at hand.
 *
 * Memory does not stand still.  So kpageflags is read before struct pages and after: what it says
 * the same both times, struct pages have to say too.  A page may have become something else and
 * back in between; this happens to few.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/kern.h"
#include "fragscope/proc.h"
#include "fragscope/sweep.h"

#include "../check.h"
#include "kern_private.h"

#define RARE   2000 /* of so many pages that stay one may differ */
#define TRIES  5

struct world {
	struct reader *reader;
	struct proc *proc;
	struct kern *kern;
	struct sweep *flags, *structs;
};

static int setup(void **state)
{
	static struct world world;
	struct err err = { "" };

	memset(&world, 0, sizeof(world));
	*state = &world;
	world.kern = kern_open(&err);
	if (!world.kern) {
		print_message("%s\n", err.text);
		return 0;
	}
	world.reader = reader_new("/");
	world.proc = proc_new(world.reader);
	world.flags = sweep_new(world.reader);
	world.structs = sweep_new(world.reader);
	if (sweep_use_kern(world.structs, world.kern, &err))
		fail_msg("%s", err.text);
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;

	sweep_free(world->flags);
	sweep_free(world->structs);
	proc_free(world->proc);
	reader_free(world->reader);
	kern_close(world->kern);
	return 0;
}

static struct frame *sweep_once(struct world *world, struct sweep *sweep)
{
	struct frame *frame = frame_new();
	struct err err = { "" };

	proc_force(world->proc);
	assert_int_equal(proc_poll(world->proc, frame, &err), 0);
	if (sweep_attach(sweep, frame, &err) || sweep_full(sweep, NULL, NULL, &err))
		fail_msg("%s", err.text);
	sweep_status(sweep, frame);
	return frame;
}

static page_code *codes_of(const struct pagemap *map)
{
	page_code *codes = malloc(map->nr_pages);
	uint64_t at = 0;

	for (unsigned int i = 0; i < map->nr_zones; i++) {
		memcpy(codes + at, map->zones[i]->code, map->zones[i]->nr_pages);
		at += map->zones[i]->nr_pages;
	}
	return codes;
}

/* What struct pages know better. */
static bool may_say(enum page_class flags, enum page_class structs)
{
	switch (structs) {
	case PAGE_PINNED:
		return page_class_info(flags)->mobility == MOBILITY_MOVABLE;
	case PAGE_HOLE:      /* another zone's, by its flags */
		return true;
	case PAGE_UNMANAGED: /* seen page by page */
	case PAGE_RESERVED:  /* behind what the kernel shows in kpageflags */
		return flags == PAGE_NOFLAGS || flags == PAGE_UNMANAGED || flags == PAGE_HOLE;
	case PAGE_OTHER:     /* types that kpageflags does not show */
		return flags == PAGE_NOFLAGS;
	default:
		return false;
	}
}

static bool both_ways_say_the_same(struct world *world)
{
	uint64_t nr_same = 0, nr_other = 0, nr;
	page_code *before, *structs, *after;
	struct frame *frames[3];

	frames[0] = sweep_once(world, world->flags);
	before = codes_of(frames[0]->pagemap);
	frames[1] = sweep_once(world, world->structs);
	structs = codes_of(frames[1]->pagemap);
	frames[2] = sweep_once(world, world->flags);
	after = codes_of(frames[2]->pagemap);
	nr = frames[0]->pagemap->nr_pages;
	assert_int_equal(frames[1]->pagemap->nr_pages, nr);
	assert_int_equal(frames[2]->pagemap->nr_pages, nr);
	for (uint64_t i = 0; i < nr; i++) {
		enum page_class class = page_code_class(before[i]);

		if (before[i] != after[i])
			continue;
		if (before[i] == structs[i] || may_say(class, page_code_class(structs[i])))
			nr_same++;
		else if (!nr_other++ || nr_other % 100 == 0)
			print_message("page %llu of the map: %s by flags, %s by struct page\n",
				      (unsigned long long)i, page_class_info(class)->name,
				      page_class_info(page_code_class(structs[i]))->name);
	}
	print_message("%llu pages the same, %llu not\n", (unsigned long long)nr_same,
		      (unsigned long long)nr_other);
	for (unsigned int i = 0; i < 3; i++)
		frame_free(frames[i]);
	free(before);
	free(structs);
	free(after);
	return nr_same > nr / 2 && nr_other <= nr_same / RARE;
}

static void both_ways_say_the_same_of_pages_that_stay(void **state)
{
	struct world *world = *state;
	unsigned int tries = TRIES;

	if (!world->kern)
		skip();
	/* a process that begins or ends in between makes hundreds come and go */
	while (!both_ways_say_the_same(world))
		if (!--tries)
			fail_msg("they differ each time");
}

static void a_map_of_struct_pages_has_its_invariants(void **state)
{
	struct world *world = *state;
	struct frame *frame;
	struct err err = { "" };

	if (!world->kern)
		skip();
	frame = sweep_once(world, world->structs);
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (frame->zones[i]->map && zonemap_check(frame->zones[i]->map, &err))
			fail_msg("%s: %s", frame->zones[i]->name, err.text);
	frame_free(frame);
}

static bool lies_between(const struct zone *before, const struct zone *after)
{
	uint64_t blocks[FRAME_ORDERS_MAX];

	zonemap_count_orders(before->map, blocks);
	for (unsigned int o = 0; o < before->nr_orders; o++) {
		uint64_t a = before->free_blocks[o].n, b = after->free_blocks[o].n;

		if (blocks[o] < (a < b ? a : b) || blocks[o] > (a < b ? b : a))
			return false;
	}
	return true;
}

/* Each zone has to fit once. */
static void free_blocks_are_as_many_as_buddyinfo_says(void **state)
{
	struct world *world = *state;
	unsigned int left = ~0U;

	if (!world->kern)
		skip();
	for (unsigned int try = 0; try < 4 * TRIES && left; try++) {
		struct frame *before = sweep_once(world, world->structs);
		struct frame *after = frame_new();

		assert_int_equal(proc_poll(world->proc, after, NULL), 0);
		assert_true(before->nr_zones <= 32);
		left &= before->nr_zones < 32 ? (1U << before->nr_zones) - 1 : ~0U;
		for (unsigned int i = 0; i < before->nr_zones; i++) {
			struct zone *zone = before->zones[i];

			if (!zone->map || !zone->nr_orders ||
			    lies_between(zone, frame_find_zone(after, zone->node,
							       span_of(zone->name))))
				left &= ~(1U << i);
		}
		frame_free(before);
		frame_free(after);
	}
	assert_int_equal(left, 0);
}

static void the_status_says_which_way_is_used(void **state)
{
	struct world *world = *state;
	const struct source_status *structs, *flags;
	struct frame *frame;

	if (!world->kern)
		skip();
	frame = sweep_once(world, world->structs);
	structs = frame_find_source(frame, "struct pages");
	flags = frame_find_source(frame, "kpageflags");
	assert_non_null(structs);
	assert_int_equal(structs->state, SOURCE_OK);
	assert_true(structs->cost_ns && structs->read_ns);
	assert_non_null(flags);
	assert_int_equal(flags->cost_ns, 0);
	frame_free(frame);
	assert_int_equal(sweep_use_kern(world->structs, NULL, NULL), 0);
	frame = sweep_once(world, world->structs);
	assert_null(frame_find_source(frame, "struct pages"));
	assert_true(frame_find_source(frame, "kpageflags")->cost_ns);
	frame_free(frame);
	assert_int_equal(sweep_use_kern(world->structs, world->kern, NULL), 0);
}

/* Kernel memory that cannot be read any more: here because the table of sections has gone. */
static void where_struct_pages_fail_kpageflags_takes_over(void **state)
{
	struct world *world = *state;
	const uint64_t right = world->kern ? world->kern->addr.mem_section : 0;
	const struct source_status *status;
	struct frame *frame;

	if (!world->kern)
		skip();
	world->kern->addr.mem_section = 0;
	assert_int_equal(sweep_use_kern(world->structs, world->kern, NULL), 0);
	frame = sweep_once(world, world->structs);
	world->kern->addr.mem_section = right;
	assert_true(sweep_is_complete(world->structs));
	status = frame_find_source(frame, "struct pages");
	assert_non_null(status);
	assert_int_not_equal(status->state, SOURCE_OK);
	assert_non_null(strstr(status->text, "reading kpageflags instead"));
	assert_true(frame_find_source(frame, "kpageflags")->cost_ns);
	frame_free(frame);
	assert_int_equal(sweep_use_kern(world->structs, world->kern, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_ways_say_the_same_of_pages_that_stay),
		cmocka_unit_test(a_map_of_struct_pages_has_its_invariants),
		cmocka_unit_test(free_blocks_are_as_many_as_buddyinfo_says),
		cmocka_unit_test(the_status_says_which_way_is_used),
		cmocka_unit_test(where_struct_pages_fail_kpageflags_takes_over),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
