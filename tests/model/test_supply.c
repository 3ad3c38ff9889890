// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The number "now" against an allocator that hands out blocks one by one: for each it checks the
 * watermark as mm/page_alloc.c __zone_watermark_ok() does and splits the smallest suitable block.
 */
#include <stdio.h>
#include <string.h>

#include "fragscope/verdict.h"

#include "../check.h"
#include "made_frame.h"
#include "random.h"

#define NR_TYPES 6

static const char *const type_names[NR_TYPES] = { "Unmovable", "Movable", "Reclaimable",
						  "HighAtomic", "CMA", "Isolate" };

struct buddy {
	uint64_t count[NR_TYPES][MADE_ORDERS];
	uint64_t free, min, reserve;
};

struct request_kind_row {
	enum verdict_class class;
	bool cma, highatomic, atomic;
};

static const struct request_kind_row kinds[] = {
	{ VERDICT_MOVABLE, true, false, false },
	{ VERDICT_UNMOVABLE, false, false, false },
	{ VERDICT_RECLAIMABLE, false, false, false },
	{ VERDICT_ATOMIC, false, true, true },
};

static bool may_use(const struct request_kind_row *kind, unsigned int type)
{
	return type < 3 || (type == 3 && kind->highatomic) || (type == 4 && kind->cma);
}

static int64_t pages_of(const struct buddy *buddy, unsigned int type)
{
	int64_t sum = 0;

	for (unsigned int order = 0; order < MADE_ORDERS; order++)
		sum += (int64_t)buddy->count[type][order] << order;
	return sum;
}

static bool watermark_ok(const struct buddy *buddy, const struct request_kind_row *kind,
			 unsigned int order)
{
	int64_t free = (int64_t)buddy->free - ((1 << order) - 1);
	int64_t min = (int64_t)buddy->min;

	if (!kind->atomic)
		free -= pages_of(buddy, 3);
	if (!kind->cma)
		free -= pages_of(buddy, 4);
	if (kind->atomic) {
		min -= min / 2;
		min -= min / 4;
	}
	return free > min + (int64_t)buddy->reserve;
}

/* Takes a block of a type that may be used; HighAtomic and CMA as the last, so that what is closed
 * to others is used up when nothing else is left. */
static bool take(struct buddy *buddy, const struct request_kind_row *kind, unsigned int order)
{
	for (unsigned int from = order; from < MADE_ORDERS; from++) {
		for (unsigned int type = 0; type < NR_TYPES; type++) {
			if (!may_use(kind, type) || !buddy->count[type][from])
				continue;
			buddy->count[type][from]--;
			for (unsigned int o = from; o > order; o--)
				buddy->count[type][o - 1]++;
			buddy->free -= 1ULL << order;
			return true;
		}
	}
	return false;
}

static uint64_t hand_out(struct buddy buddy, const struct request_kind_row *kind,
			 unsigned int order)
{
	uint64_t nr = 0;

	while (watermark_ok(&buddy, kind, order) && take(&buddy, kind, order))
		nr++;
	return nr;
}

static void make_zone(struct frame *frame, const struct buddy *buddy)
{
	struct zone *zone = made_zone(frame, 0, "DMA32", buddy->free, buddy->min, buddy->min * 2);

	made_zone(frame, 0, "Normal", 0, 0, 0);
	made_reserve(zone, 0, 0, buddy->reserve, buddy->reserve, buddy->reserve);
	made_reserve(frame->zones[1], 0, 0, 0, 0, 0);
	for (unsigned int type = 0; type < NR_TYPES; type++)
		for (unsigned int order = 0; order < MADE_ORDERS; order++)
			made_blocks(frame, zone, type_names[type], order,
				    buddy->count[type][order]);
}

static struct buddy random_buddy(uint64_t *seed)
{
	struct buddy buddy = { .min = random_below(seed, 3000) };

	buddy.reserve = random_below(seed, 2) ? random_below(seed, 2000) : 0;
	for (unsigned int type = 0; type < NR_TYPES; type++) {
		for (unsigned int order = 0; order < MADE_ORDERS; order++) {
			uint64_t count = random_below(seed, 3) ? 0 : random_below(seed, 5);

			buddy.count[type][order] = count;
			if (type != 5) /* isolated pages are on the lists, but not counted */
				buddy.free += count << order;
		}
	}
	return buddy;
}

static void now_is_what_an_allocator_hands_out_one_by_one(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (unsigned int round = 0; round < 2000; round++) {
		struct buddy buddy = random_buddy(&seed);
		struct frame *frame = made_frame();
		const struct request_kind_row *kind = &kinds[round % 4];
		unsigned int order = (unsigned int)random_below(&seed, MADE_ORDERS);
		struct verdict_want want = { 1, order, kind->class, -1 };
		struct num now;

		make_zone(frame, &buddy);
		now = verdict_now(frame, &want);
		assert_int_equal(now.state, NUM_KNOWN);
		if (now.n != hand_out(buddy, kind, order))
			fail_msg("round %u: %s order %u: %llu, but the allocator gives %llu", round,
				 verdict_class_name(kind->class), order, (unsigned long long)now.n,
				 (unsigned long long)hand_out(buddy, kind, order));
		frame_free(frame);
	}
}

/* The same zones without types: the truth must lie between the bounds. */
static void bounds_hold_where_types_are_not_known(void **state)
{
	uint64_t seed = 2;

	(void)state;
	for (unsigned int round = 0; round < 2000; round++) {
		struct buddy buddy = random_buddy(&seed);
		struct frame *frame = made_frame();
		const struct request_kind_row *kind = &kinds[round % 4];
		unsigned int order = (unsigned int)random_below(&seed, MADE_ORDERS);
		struct verdict_want want = { 1, order, kind->class, -1 };
		uint64_t truth = hand_out(buddy, kind, order);
		struct verdict verdict;
		struct zone *zone;

		make_zone(frame, &buddy);
		zone = frame->zones[0];
		zone->type_free = NULL;
		zone->nr_type_rows = 0;
		/* isolated blocks are in no count that is kept apart: leave them out */
		for (unsigned int o = 0; o < MADE_ORDERS; o++)
			zone->free_blocks[o].n -= buddy.count[5][o];
		if (round % 3)
			zone->free_cma = num_known((uint64_t)pages_of(&buddy, 4));
		zone->reserved_highatomic = num_known((uint64_t)pages_of(&buddy, 3));
		zone->managed = num_known(100 * (uint64_t)pages_of(&buddy, 3));
		verdict_judge(frame, &want, &verdict);
		if (verdict.now.state == NUM_KNOWN)
			assert_int_equal(verdict.now.n, truth);
		if (num_has(verdict.now))
			assert_true(verdict.now.n <= truth);
		if (num_has(verdict.now_at_most))
			assert_true(verdict.now_at_most.n >= truth);
		frame_free(frame);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(now_is_what_an_allocator_hands_out_one_by_one),
		cmocka_unit_test(bounds_hold_where_types_are_not_known),
	};

	return CHECK_MAIN(tests);
}
