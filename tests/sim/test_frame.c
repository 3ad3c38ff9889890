// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_scenario.h"

#include <errno.h>
#include <stdlib.h>

#include "fragscope/pagemap.h"
#include "sim/mm/watermark.h"
#include "sim/scenario.h"
#include "../check.h"

/* Two nodes, three zones that begin anywhere, all classes of pages that a machine can have. */
static const char mixed[] =
	"[machine]\nnodes = 2\ncpus = 4\nzone = 0 DMA32 40 17\nzone = 0 Normal 64 4096\n"
	"zone = 1 Normal 64 8192\n"
	"[layout]\nfill = mix\nfile_permille = 300\nkernel_permille = 150\nslab_permille = 100\n"
	"leave_mib = 16\npin_every = 512\nfree = uniform\nfree_permille = 200\n"
	"[client w]\nkind = writer\ncount = 2\nfile_kib = 1024\nops = 20\n"
	"[client h]\nkind = thp\nops = 4\ndefrag = always\nnode = 1\n[run]\nmax_ms = 2000\n";

static struct sim *run_mixed(struct sim_scenario **scenario)
{
	struct sim *sim;

	*scenario = made_scenario(mixed);
	sim = made_sim(*scenario, "linux-7.3", 3);
	sim_run(sim, UINT64_MAX);
	return sim;
}

static struct frame *frame_of(const struct sim *sim, struct pagemap *map)
{
	struct err err = { "" };
	struct frame *frame = sim_frame(sim, map, &err);

	if (!frame || frame_check(frame, &err))
		fail_msg("%s", err.text);
	for (unsigned int i = 0; map && i < map->nr_zones; i++)
		if (zonemap_check(map->zones[i], &err))
			fail_msg("%s", err.text);
	return frame;
}

static void a_machine_is_a_frame_whose_parts_agree(void **state)
{
	struct sim_scenario *scenario;
	struct sim *sim = run_mixed(&scenario);
	struct pagemap *map = pagemap_new();
	struct frame *frame = frame_of(sim, map);

	(void)state;
	assert_int_equal(frame->nr_zones, 3);
	assert_string_equal(frame->zones[2]->name, "Normal");
	assert_int_equal(frame->zones[2]->node, 1);
	assert_string_equal(frame->release, "7.3");
	for (unsigned int i = 0; i < 3; i++) {
		const struct zone *zone = frame->zones[i];
		uint64_t orders[SIM_NR_ORDERS];

		zonemap_count_orders(zone->map, orders);
		for (unsigned int order = 0; order < SIM_NR_ORDERS; order++)
			assert_int_equal(orders[order], zone->free_blocks[order].n);
		assert_int_equal(zone_free_pages(zone).n, zone->free.n);
		assert_int_equal(zone->start_pfn.n, sim->c.zone[i].pfn_base);
		assert_int_equal(zone->low.n, sim->c.zone[i].low + sim->c.zone[i].boost);
	}
	assert_int_equal(counters_get(&frame->vmstat, "compact_stall").n,
			 sim_counter(sim, SIM_COMPACT_STALL));
	frame_free(frame);
	pagemap_free(map);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void the_page_map_shows_each_page_as_it_is(void **state)
{
	struct sim_scenario *scenario;
	struct sim *sim = run_mixed(&scenario);
	struct pagemap *map = pagemap_new();
	struct frame *frame = frame_of(sim, map);
	uint64_t nr_huge = 0, nr_pinned = 0;

	(void)state;
	for (unsigned int i = 0; i < 3; i++) {
		const struct sim_zone *zone = &sim->c.zone[i];
		const struct zonemap *of = frame->zones[i]->map;

		for (uint32_t at = 0; at < zone->spanned; at++) {
			uint32_t pfn = zone->first + at;
			page_code code = of->code[at];

			if (sim->state[pfn] == PAGE_STATE_FREE)
				assert_int_equal(page_code_order(code), page_order(sim, pfn));
			if (sim->state[pfn] == PAGE_STATE_HOLE)
				assert_int_equal(code, PAGE_HOLE);
			if (sim->state[pfn] == PAGE_STATE_KERNEL)
				assert_int_equal(code, PAGE_OTHER);
			nr_huge += code == (PAGE_CODE_ANON_HEAD | 9);
			nr_pinned += code == PAGE_PINNED;
			assert_int_equal(of->type[zonemap_block_of(of, of->start_pfn + at)],
					 page_type(sim, pfn));
		}
	}
	assert_true(nr_huge > 0);
	assert_true(nr_pinned > 50);
	frame_free(frame);
	pagemap_free(map);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void a_page_map_is_brought_up_to_date_by_the_next_frame(void **state)
{
	struct sim_scenario *scenario = made_scenario(mixed);
	struct sim *sim = made_sim(scenario, "linux-7.3", 3);
	struct pagemap *kept = pagemap_new(), *fresh = pagemap_new();
	struct frame *before = frame_of(sim, kept), *after, *again;

	(void)state;
	sim_run(sim, UINT64_MAX);
	after = frame_of(sim, kept);
	again = frame_of(sim, fresh);
	for (unsigned int i = 0; i < 3; i++)
		assert_memory_equal(kept->zones[i]->code, fresh->zones[i]->code,
				    kept->zones[i]->nr_pages);
	assert_int_equal(kept->nr_read, kept->nr_pages);
	frame_free(before);
	frame_free(after);
	frame_free(again);
	pagemap_free(kept);
	pagemap_free(fresh);
	sim_free(sim);
	sim_scenario_free(scenario);
}

/* The machine that begins as that frame. */
static struct sim *sim_from(const struct frame *frame, struct sim_scenario **scenario)
{
	struct err err = { "" };
	unsigned int line;

	*scenario = sim_scenario_new();
	if (sim_scenario_from_frame(*scenario, frame, &err) ||
	    sim_scenario_finish(*scenario, &line, &err))
		fail_msg("%s", err.text);
	return made_sim(*scenario, "linux-7.3", 1);
}

static enum page_class class_read_in(enum page_class class)
{
	/* what was on per-CPU lists is not known to be anybody's, and counts as the kernel's */
	return class == PAGE_NOFLAGS ? PAGE_OTHER : class;
}

static void a_frame_read_in_and_out_again_is_the_same(void **state)
{
	struct sim_scenario *scenario, *copy_scenario;
	struct sim *sim = run_mixed(&scenario), *copy;
	struct pagemap *map = pagemap_new(), *copy_map = pagemap_new();
	struct frame *frame = frame_of(sim, map), *copy_frame;
	uint64_t nr_unknown = 0;

	(void)state;
	copy = sim_from(frame, &copy_scenario);
	copy_frame = frame_of(copy, copy_map);
	assert_int_equal(copy_frame->nr_zones, 3);
	for (unsigned int i = 0; i < 3; i++) {
		const struct zonemap *a = frame->zones[i]->map, *b = copy_frame->zones[i]->map;

		assert_int_equal(b->start_pfn, a->start_pfn);
		assert_int_equal(b->nr_pages, a->nr_pages);
		for (uint64_t page = 0; page < a->nr_pages; page++) {
			enum page_class was = page_code_class(a->code[page]);

			nr_unknown += was == PAGE_NOFLAGS;
			assert_int_equal(page_code_class(b->code[page]), class_read_in(was));
		}
		assert_memory_equal(b->type, a->type, a->nr_blocks);
		for (unsigned int order = 0; order < SIM_NR_ORDERS; order++)
			assert_int_equal(copy_frame->zones[i]->free_blocks[order].n,
					 frame->zones[i]->free_blocks[order].n);
		assert_int_equal(copy_frame->zones[i]->managed.n, frame->zones[i]->managed.n);
		assert_int_equal(copy->c.zone[i].min, sim->c.zone[i].min);
		assert_int_equal(copy->c.zone[i].nr_anon + copy->c.zone[i].nr_file,
				 sim->c.zone[i].nr_anon + sim->c.zone[i].nr_file);
	}
	assert_true(nr_unknown > 0);
	assert_int_equal(sim_scenario_unknown_pages(copy_scenario), nr_unknown);
	assert_false(sim_scenario_types_inferred(copy_scenario));
	frame_free(frame);
	frame_free(copy_frame);
	pagemap_free(map);
	pagemap_free(copy_map);
	sim_free(sim);
	sim_free(copy);
	sim_scenario_free(scenario);
	sim_scenario_free(copy_scenario);
}

/* A frame of one zone, of these codes, at a pfn of which only the map knows. */
static struct frame *made_frame(struct pagemap *map, uint64_t pfn, const page_code *codes,
				size_t nr)
{
	struct frame *frame = frame_new();
	struct zone *zone = frame_add_zone(frame, 5, SPAN("Normal"));
	struct zonemap *of = zonemap_new(pfn, nr, 9, 10, NULL);

	strcpy(of->name, "Normal");
	of->node = 5;
	zonemap_ingest_codes(of, pfn, codes, nr, 1);
	assert_int_equal(pagemap_add(map, of), 0);
	zone->map = of;
	frame->pagemap = map;
	frame->page_size = num_known(4096);
	return frame;
}

#define FAR_PFN (1ULL << 34)
#define NR_CODES 8192

static page_code *made_codes(page_code fill)
{
	page_code *codes = malloc(NR_CODES);

	assert_non_null(codes);
	memset(codes, fill, NR_CODES);
	return codes;
}

static void put_folio(page_code *codes, size_t at, page_code head, page_code tail, unsigned int order)
{
	memset(codes + at, tail, (size_t)1 << order);
	codes[at] = (page_code)(head | order);
}

static void classes_decide_what_can_move(void **state)
{
	static const struct {
		page_code code;
		uint8_t state, flags;
	} rows[] = {
		{ PAGE_ANON, PAGE_STATE_ANON, 0 },
		{ PAGE_FILE, PAGE_STATE_FILE, 0 },
		{ PAGE_UNEVICTABLE, PAGE_STATE_ANON, PAGE_FLAG_UNEVICTABLE },
		{ PAGE_PINNED, PAGE_STATE_ANON, PAGE_FLAG_PINNED },
		{ PAGE_SLAB, PAGE_STATE_SLAB, 0 },
		{ PAGE_PGTABLE, PAGE_STATE_KERNEL, 0 },
		{ PAGE_OTHER, PAGE_STATE_KERNEL, 0 },
		{ PAGE_NOFLAGS, PAGE_STATE_KERNEL, 0 },
		{ PAGE_UNREAD, PAGE_STATE_KERNEL, 0 },
		{ PAGE_HUGETLB, PAGE_STATE_KERNEL, 0 },
		{ PAGE_RESERVED, PAGE_STATE_HOLE, 0 },
		{ PAGE_OFFLINE, PAGE_STATE_HOLE, 0 },
		{ PAGE_HOLE, PAGE_STATE_HOLE, 0 },
		{ PAGE_ANON_LARGE, PAGE_STATE_ANON, 0 },
	};
	page_code *codes = made_codes(PAGE_ANON);
	struct pagemap *map = pagemap_new();
	struct sim_scenario *scenario;
	struct frame *frame;
	struct sim *sim;

	(void)state;
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		codes[i] = rows[i].code;
	put_folio(codes, 64, PAGE_CODE_ANON_HEAD, PAGE_ANON_LARGE, 4);
	put_folio(codes, 512, PAGE_CODE_FILE_HEAD, PAGE_FILE_LARGE, 9);
	put_folio(codes, 1024, PAGE_CODE_FREE_HEAD, PAGE_FREE, 10);
	frame = made_frame(map, FAR_PFN, codes, NR_CODES);
	sim = sim_from(frame, &scenario);
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(sim->state[i], rows[i].state);
		assert_int_equal(sim->flags[i], rows[i].flags);
	}
	assert_int_equal(page_order(sim, 64), 4);
	assert_int_equal(sim->state[65], PAGE_STATE_TAIL);
	assert_int_equal(page_order(sim, 512), 9);
	assert_int_equal(sim->c.zone[0].free[10][MT_MOVABLE].first, 1024);
	assert_int_equal(sim->c.zone[0].pfn_base, FAR_PFN);
	assert_int_equal(sim->c.zone[0].managed, NR_CODES - 3);
	assert_int_equal(sim_scenario_unknown_pages(scenario), 2);
	frame_free(frame);
	pagemap_free(map);
	sim_free(sim);
	sim_scenario_free(scenario);
	free(codes);
}

static void the_type_of_a_block_without_memory_is_no_guess(void **state)
{
	page_code *codes = made_codes(PAGE_ANON);
	struct pagemap *map = pagemap_new();
	struct sim_scenario *scenario;
	struct frame *frame;
	struct sim *sim;

	(void)state;
	memset(codes, PAGE_HOLE, NR_CODES);
	memset(codes + 512, PAGE_RESERVED, 512);
	memset(codes + 1024, PAGE_UNMANAGED, 512);
	memset(codes + 1536, PAGE_FREE, 512);
	codes[1536] = PAGE_CODE_FREE_HEAD | 9;
	frame = made_frame(map, FAR_PFN, codes, NR_CODES);
	assert_int_equal(frame_type(frame, span_of("Movable")), 0);
	map->zones[0]->type[3] = 0;
	sim = sim_from(frame, &scenario);
	assert_false(sim_scenario_types_inferred(scenario));
	frame_free(frame);
	pagemap_free(map);
	sim_free(sim);
	sim_scenario_free(scenario);
	free(codes);
}

static void types_that_a_frame_does_not_know_follow_from_what_the_blocks_hold(void **state)
{
	page_code *codes = made_codes(PAGE_ANON);
	struct pagemap *map = pagemap_new();
	struct sim_scenario *scenario;
	struct frame *frame;
	struct sim *sim;

	(void)state;
	memset(codes + 512, PAGE_PGTABLE, 300);
	memset(codes + 1024, PAGE_SLAB, 300);
	memset(codes + 1536, PAGE_SLAB, 200);
	memset(codes + 2048, PAGE_PINNED, 512);
	frame = made_frame(map, FAR_PFN, codes, NR_CODES);
	sim = sim_from(frame, &scenario);
	assert_true(sim_scenario_types_inferred(scenario));
	assert_int_equal(sim->block[0].type, MT_MOVABLE);
	assert_int_equal(sim->block[1].type, MT_UNMOVABLE);
	assert_int_equal(sim->block[2].type, MT_RECLAIMABLE);
	assert_int_equal(sim->block[3].type, MT_MOVABLE);
	assert_int_equal(sim->block[4].type, MT_MOVABLE);
	frame_free(frame);
	pagemap_free(map);
	sim_free(sim);
	sim_scenario_free(scenario);
	free(codes);
}

/* Free blocks that a sweep saw before and after they merged: whole buddies come of them. */
static void free_blocks_that_could_be_one_are_one(void **state)
{
	page_code *codes = made_codes(PAGE_ANON);
	struct pagemap *map = pagemap_new();
	struct sim_scenario *scenario;
	struct frame *frame;
	struct sim *sim;

	(void)state;
	for (unsigned int i = 0; i < 8; i++)
		put_folio(codes, 1024 + 4 * i, PAGE_CODE_FREE_HEAD, PAGE_FREE, 2);
	frame = made_frame(map, FAR_PFN, codes, NR_CODES);
	sim = sim_from(frame, &scenario);
	assert_int_equal(sim->c.zone[0].nr_free[5], 1);
	assert_int_equal(sim->c.zone[0].nr_free[2], 0);
	frame_free(frame);
	pagemap_free(map);
	sim_free(sim);
	sim_scenario_free(scenario);
	free(codes);
}

static void assert_frame_refused(const struct frame *frame, const char *what)
{
	struct sim_scenario *scenario = sim_scenario_new();
	struct err err = { "" };

	assert_int_equal(sim_scenario_from_frame(scenario, frame, &err), -EINVAL);
	if (!strstr(err.text, what))
		fail_msg("\"%s\" does not say \"%s\"", err.text, what);
	sim_scenario_free(scenario);
}

static void a_frame_that_no_machine_can_begin_as_is_refused(void **state)
{
	page_code *codes = made_codes(PAGE_ANON), *unread = made_codes(PAGE_UNREAD);
	struct pagemap *map = pagemap_new();
	struct frame *frame = made_frame(map, FAR_PFN, codes, NR_CODES);
	struct zonemap *of = map->zones[0];

	(void)state;
	frame->zones[0]->map = NULL;
	assert_frame_refused(frame, "--pages");
	frame->zones[0]->map = of;
	of->blocks_only = true;
	assert_frame_refused(frame, "--pages");
	of->blocks_only = false;
	frame->page_size = num_known(1 << 20);
	assert_frame_refused(frame, "1024 KiB");
	frame->page_size = num_known(4096);
	of->max_order = of->pageblock_order = 13;
	assert_frame_refused(frame, "order 13");
	of->max_order = 10;
	of->pageblock_order = 9;
	strcpy(frame->zones[0]->name, "HighMem");
	assert_frame_refused(frame, "zone HighMem");
	strcpy(frame->zones[0]->name, "Normal");
	zonemap_ingest_codes(of, FAR_PFN, unread, NR_CODES, 1);
	assert_frame_refused(frame, "--pages");
	frame_free(frame);
	pagemap_free(map);
	free(codes);
	free(unread);
}

static void a_machine_that_began_as_a_frame_runs(void **state)
{
	struct sim_scenario *scenario, *next = sim_scenario_new();
	struct sim *sim = run_mixed(&scenario), *again;
	struct pagemap *map = pagemap_new();
	struct frame *frame = frame_of(sim, map);
	struct err err = { "" };
	unsigned int line;

	(void)state;
	assert_int_equal(sim_scenario_set(next, "machine", "size_mib", "64", 2, &err), 0);
	assert_int_equal(sim_scenario_set(next, "client h", "kind", "thp", 3, &err), 0);
	assert_int_equal(sim_scenario_set(next, "client h", "ops", "3", 4, &err), 0);
	assert_int_equal(sim_scenario_from_frame(next, frame, &err), 0);
	assert_int_equal(sim_scenario_finish(next, &line, &err), 0);
	again = made_sim(next, "linux-7.3", 1);
	assert_int_equal(again->c.nr_pages, sim->c.nr_pages);
	sim_run(again, UINT64_MAX);
	if (sim_check(again, &err))
		fail_msg("%s", err.text);
	assert_int_equal(sim_counter(again, SIM_THP_FAULT_ALLOC) +
			 sim_counter(again, SIM_THP_FAULT_FALLBACK), 3);
	frame_free(frame);
	pagemap_free(map);
	sim_free(sim);
	sim_free(again);
	sim_scenario_free(scenario);
	sim_scenario_free(next);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_machine_is_a_frame_whose_parts_agree),
		cmocka_unit_test(the_page_map_shows_each_page_as_it_is),
		cmocka_unit_test(a_page_map_is_brought_up_to_date_by_the_next_frame),
		cmocka_unit_test(a_frame_read_in_and_out_again_is_the_same),
		cmocka_unit_test(classes_decide_what_can_move),
		cmocka_unit_test(the_type_of_a_block_without_memory_is_no_guess),
		cmocka_unit_test(
			types_that_a_frame_does_not_know_follow_from_what_the_blocks_hold),
		cmocka_unit_test(free_blocks_that_could_be_one_are_one),
		cmocka_unit_test(a_frame_that_no_machine_can_begin_as_is_refused),
		cmocka_unit_test(a_machine_that_began_as_a_frame_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
