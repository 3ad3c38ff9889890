// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The two ways into the page map held against each other, on the memory of the machine at hand.
 *
 * Memory does not stand still.  So each chunk is read both ways between two looks at the bytes of
 * its struct pages: of pages whose bytes are the same before and after, both ways have to say the
 * same, of each single one.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/kern.h"
#include "fragscope/proc.h"
#include "fragscope/sweep.h"

#include "../check.h"
#include "kern_private.h"
#include "sweep_private.h"

#define TRIES      5
#define LOOK_PAGES 64 /* there are struct pages for all or for none of so many */
#define SHOWN_MAX  20

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

/* What struct pages know better. */
static bool may_say(enum page_class flags, enum page_class structs)
{
	switch (structs) {
	case PAGE_PINNED:
		return page_class_info(flags)->mobility == MOBILITY_MOVABLE;
	case PAGE_HOLE:      /* another zone's, by its flags */
		return true;
	case PAGE_UNMANAGED: /* seen page by page */
		return flags == PAGE_NOFLAGS || flags == PAGE_HOLE;
	case PAGE_RESERVED:  /* where kpageflags shows nothing, see sweep_gaps.c */
		return flags == PAGE_UNMANAGED;
	case PAGE_OTHER:     /* types that kpageflags does not show */
		return flags == PAGE_NOFLAGS;
	default:
		return false;
	}
}

/* --- the same page, both ways --- */

/* A chunk of a zone, read both ways between two looks at the bytes of its struct pages. */
struct reading {
	const struct kern *kern;
	const struct sweep_zone *flags, *structs;
	uint64_t pfn, nr;
	uint8_t *before, *after;
	bool *suspect;           /* pages that stayed, and of which both ways said different things */
};

/* Bytes of struct pages; 0 where there are none. */
static void look(struct reading *reading, uint8_t *bytes)
{
	const struct kern *kern = reading->kern;
	const size_t size = kern->layout.sizeof_page;

	memset(bytes, 0, reading->nr * size);
	for (uint64_t i = 0; i < reading->nr; i += LOOK_PAGES) {
		uint64_t left = reading->nr - i < LOOK_PAGES ? reading->nr - i : LOOK_PAGES;
		uint64_t addr = ksections_page(&kern->sections, &kern->layout, reading->pfn + i);

		if (addr)
			kmem_read(kern->kmem, addr, bytes + i * size, left * size);
	}
}

static bool same_bytes(const struct reading *reading, uint64_t page, uint64_t nr)
{
	const size_t size = reading->kern->layout.sizeof_page;

	if (page + nr > reading->nr)
		nr = reading->nr - page;
	return !memcmp(reading->before + page * size, reading->after + page * size, nr * size);
}

/* Index of the first page of a page's folio; of the page itself if that lies elsewhere. */
static uint64_t head_of(const struct reading *reading, uint64_t page)
{
	const struct kern *kern = reading->kern;
	const size_t size = kern->layout.sizeof_page;
	uint64_t info = klayout_get(reading->after + page * size,
				    kern->layout.page_compound_head);
	uint64_t addr = ksections_page(&kern->sections, &kern->layout, reading->pfn + page);
	uint64_t head = (int64_t)info > -(1LL << 40) ? addr & (info & ~1ULL) : info & ~1ULL;

	if (!(info & 1) || head > addr || (addr - head) / size > page)
		return page;
	return page - (addr - head) / size;
}

static bool stayed(const struct reading *reading, uint64_t page)
{
	return same_bytes(reading, page, 1) && same_bytes(reading, head_of(reading, page), 3);
}

/* What became of the pages that were compared. */
struct tally {
	uint64_t nr_same, nr_changed, nr_other;
};

static page_code code_of(const struct sweep_zone *zone, uint64_t pfn)
{
	return zone->map->code[pfn - zone->map->start_pfn];
}

static bool agree(const struct reading *reading, uint64_t page)
{
	const page_code flags = code_of(reading->flags, reading->pfn + page);
	const page_code structs = code_of(reading->structs, reading->pfn + page);

	return flags == structs || may_say(page_code_class(flags), page_code_class(structs));
}

static void complain(const struct reading *reading, uint64_t page)
{
	const size_t size = reading->kern->layout.sizeof_page;
	const page_code flags = code_of(reading->flags, reading->pfn + page);
	const page_code structs = code_of(reading->structs, reading->pfn + page);

	print_message("page %#llx: %s (%#x) by flags, %s (%#x) by struct page:",
		      (unsigned long long)(reading->pfn + page),
		      page_class_info(page_code_class(flags))->name, flags,
		      page_class_info(page_code_class(structs))->name, structs);
	for (size_t i = 0; i < size; i += sizeof(uint64_t))
		print_message(" %llx", (unsigned long long)*(const uint64_t *)
			      (reading->after + page * size + i));
	print_message("\n");
}

static uint64_t find_suspects(struct reading *reading, struct tally *tally)
{
	uint64_t nr = 0;

	for (uint64_t i = 0; i < reading->nr; i++) {
		const bool same = agree(reading, i);

		reading->suspect[i] = !same && stayed(reading, i);
		nr += reading->suspect[i];
		tally->nr_same += same;
		tally->nr_changed += !same && !reading->suspect[i];
	}
	return nr;
}

/* Of the suspects, those that have stayed and still differ. */
static uint64_t confirm_suspects(struct reading *reading, struct tally *tally)
{
	uint64_t nr = 0;

	for (uint64_t i = 0; i < reading->nr; i++) {
		if (!reading->suspect[i])
			continue;
		reading->suspect[i] = !agree(reading, i) && stayed(reading, i);
		nr += reading->suspect[i];
		tally->nr_changed += !reading->suspect[i];
	}
	return nr;
}

static void read_chunk(struct sweep *sweep, unsigned int zone, size_t chunk)
{
	struct sweep_place place = { &sweep->zones[zone], chunk };
	struct err err = { "" };

	if (sweep_chunk_read(sweep, &sweep->lanes[0], place, 1, &err) < 0)
		fail_msg("%s", err.text);
	sweep_chunk_join(place);
}

/* before keeps what it was at the first look: a page that is another by then is no suspect. */
static void read_again(struct world *world, struct reading *reading, unsigned int zone,
		       size_t chunk)
{
	read_chunk(world->flags, zone, chunk);
	read_chunk(world->structs, zone, chunk);
	look(reading, reading->after);
}

/*
 * A page may be taken, used and given back between two looks, and have the same bytes at both.  What
 * struct pages say follows from their bytes: if these are wrong, they are so each time.
 */
static void compare_chunk(struct world *world, struct reading *reading, unsigned int zone,
			  size_t chunk, struct tally *tally)
{
	uint64_t end, nr;

	sweep_chunk_range(reading->flags, chunk, &reading->pfn, &end);
	reading->nr = end - reading->pfn;
	look(reading, reading->before);
	read_again(world, reading, zone, chunk);
	nr = find_suspects(reading, tally);
	for (unsigned int i = 0; nr && i < TRIES; i++) {
		read_again(world, reading, zone, chunk);
		nr = confirm_suspects(reading, tally);
	}
	for (uint64_t i = 0; nr && i < reading->nr; i++)
		if (reading->suspect[i] && tally->nr_other++ < SHOWN_MAX)
			complain(reading, i);
}

static void compare_zone(struct world *world, unsigned int zone, struct tally *tally)
{
	struct reading reading = {
		.kern = world->kern,
		.flags = &world->flags->zones[zone],
		.structs = &world->structs->zones[zone],
	};
	const size_t nr = (size_t)1 << reading.flags->chunk_order;

	reading.before = malloc(nr * world->kern->layout.sizeof_page);
	reading.after = malloc(nr * world->kern->layout.sizeof_page);
	reading.suspect = malloc(nr);
	assert_true(reading.before && reading.after && reading.suspect);
	for (size_t chunk = 0; chunk < reading.flags->nr_chunks; chunk++)
		compare_chunk(world, &reading, zone, chunk, tally);
	free(reading.before);
	free(reading.after);
	free(reading.suspect);
}

static void both_ways_say_the_same_of_pages_that_stay(void **state)
{
	struct world *world = *state;
	struct tally tally = { 0 };
	struct frame *frame = frame_new();

	if (!world->kern)
		skip();
	assert_int_equal(proc_poll(world->proc, frame, NULL), 0);
	assert_int_equal(sweep_attach(world->flags, frame, NULL), 0);
	assert_int_equal(sweep_attach(world->structs, frame, NULL), 0);
	assert_int_equal(world->flags->nr_zones, world->structs->nr_zones);
	for (unsigned int i = 0; i < world->flags->nr_zones; i++) {
		uint64_t end = world->flags->zones[i].map->start_pfn +
			       world->flags->zones[i].map->nr_pages;

		assert_int_equal(ksections_read(&world->kern->sections, world->kern->kmem,
						&world->kern->layout, &world->kern->addr, end,
						NULL), 0);
		compare_zone(world, i, &tally);
	}
	print_message("%llu pages the same, %llu changed meanwhile, %llu differ\n",
		      (unsigned long long)tally.nr_same, (unsigned long long)tally.nr_changed,
		      (unsigned long long)tally.nr_other);
	assert_int_equal(tally.nr_other, 0);
	assert_true(tally.nr_changed < tally.nr_same / 2);
	frame_free(frame);
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
