// SPDX-License-Identifier: GPL-2.0-or-later
/* Which chunks a slice takes, with made-up chunk tables instead of clocks and files. */
#include "../../src/source/sweep_private.h"

#include <stdlib.h>

#include "../check.h"
#include "../model/random.h"

#define NOW   1000000u
#define SINCE 1000000u

static struct sweep sweep_of(struct sweep_zone *zones, unsigned int nr)
{
	return (struct sweep){ .zones = zones, .nr_zones = nr };
}

static struct sweep_zone zone_of(struct sweep_chunk *chunks, size_t nr)
{
	return (struct sweep_zone){ .active = true, .chunks = chunks, .nr_chunks = nr };
}

static void what_was_never_read_comes_first(void **state)
{
	struct sweep_chunk chunks[] = {
		{ .read_ms = NOW - 900000, .changed = 255 }, { .read_ms = NOW - 10 }, { 0 },
	};
	struct sweep_zone zone = zone_of(chunks, 3);
	struct sweep sweep = sweep_of(&zone, 1);
	struct sweep_place picks[SWEEP_PICKS];

	(void)state;
	assert_int_equal(sweep_pick(&sweep, NOW, SINCE, picks), 3);
	assert_int_equal(picks[0].chunk, 2);
	assert_int_equal(picks[1].chunk, 0);
	assert_int_equal(picks[2].chunk, 1);
}

static void change_counts_as_much_as_age(void **state)
{
	struct sweep_chunk chunks[] = {
		{ .read_ms = NOW - 10000, .changed = 0 },
		{ .read_ms = NOW - 1000, .changed = 255 },
		{ .read_ms = NOW - 400, .changed = 255 },
		{ .read_ms = NOW - 20000, .changed = 0 },
	};
	struct sweep_zone zone = zone_of(chunks, 4);
	struct sweep sweep = sweep_of(&zone, 1);
	struct sweep_place picks[SWEEP_PICKS];

	(void)state;
	assert_int_equal(sweep_pick(&sweep, NOW, SINCE, picks), 4);
	assert_int_equal(picks[0].chunk, 3);
	assert_int_equal(picks[1].chunk, 1);
	assert_int_equal(picks[2].chunk, 0);
	assert_int_equal(picks[3].chunk, 2);
}

static void what_this_slice_has_read_is_left_out(void **state)
{
	struct sweep_chunk chunks[] = {
		{ .read_ms = NOW - 5 }, { .read_ms = NOW - 3 }, { .read_ms = NOW },
	};
	struct sweep_zone zone = zone_of(chunks, 3);
	struct sweep sweep = sweep_of(&zone, 1);
	struct sweep_place picks[SWEEP_PICKS];

	(void)state;
	assert_int_equal(sweep_pick(&sweep, NOW, NOW - 3, picks), 1);
	assert_int_equal(picks[0].chunk, 0);
}

static void the_clock_may_wrap(void **state)
{
	struct sweep_chunk chunks[] = { { .read_ms = 5 }, { .read_ms = UINT32_MAX - 100 } };
	struct sweep_zone zone = zone_of(chunks, 2);
	struct sweep sweep = sweep_of(&zone, 1);
	struct sweep_place picks[SWEEP_PICKS];

	(void)state;
	assert_int_equal(sweep_pick(&sweep, 10, 10, picks), 2);
	assert_int_equal(picks[0].chunk, 1);
}

static void zones_out_of_the_frame_are_not_read(void **state)
{
	struct sweep_chunk chunks[2] = { { 0 } };
	struct sweep_zone zones[] = { zone_of(chunks, 1), zone_of(chunks + 1, 1) };
	struct sweep sweep = sweep_of(zones, 2);
	struct sweep_place picks[SWEEP_PICKS];

	(void)state;
	zones[0].active = false;
	assert_int_equal(sweep_pick(&sweep, NOW, SINCE, picks), 1);
	assert_ptr_equal(picks[0].zone, &zones[1]);
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x > y ? -1 : x < y;
}

static uint64_t worth_of(const struct sweep_chunk *chunk)
{
	return chunk->read_ms ? (uint64_t)(NOW - chunk->read_ms) * (16 + chunk->changed) :
				UINT64_MAX;
}

static void the_best_of_many_are_found(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (int round = 0; round < 100; round++) {
		size_t nr = 1 + random_below(&seed, 500);
		struct sweep_chunk *chunks = calloc(nr, sizeof(*chunks));
		uint64_t *worth = calloc(nr, sizeof(*worth));
		struct sweep_zone zone = zone_of(chunks, nr);
		struct sweep sweep = sweep_of(&zone, 1);
		struct sweep_place picks[SWEEP_PICKS];
		unsigned int got;

		for (size_t i = 0; i < nr; i++) {
			chunks[i].read_ms = (uint32_t)random_below(&seed, NOW);
			chunks[i].changed = (uint8_t)random_below(&seed, 256);
			worth[i] = worth_of(&chunks[i]);
		}
		qsort(worth, nr, sizeof(*worth), compare);
		got = sweep_pick(&sweep, NOW, SINCE, picks);
		assert_int_equal(got, nr < SWEEP_PICKS ? nr : SWEEP_PICKS);
		for (unsigned int i = 0; i < got; i++)
			assert_true(worth_of(&chunks[picks[i].chunk]) == worth[i]);
		free(worth);
		free(chunks);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_never_read_comes_first),
		cmocka_unit_test(change_counts_as_much_as_age),
		cmocka_unit_test(what_this_slice_has_read_is_left_out),
		cmocka_unit_test(the_clock_may_wrap),
		cmocka_unit_test(zones_out_of_the_frame_are_not_read),
		cmocka_unit_test(the_best_of_many_are_found),
	};

	return CHECK_MAIN(tests);
}
