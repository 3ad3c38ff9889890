// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How much each era of fallback works for a bulk of 63 pages when the own lists are empty and no block
 * can be claimed: free areas visited and blocks walked, exactly.
 */
#include "made_machine.h"

#include "fragscope/array.h"
#include "sim/gfp.h"
#include "../check.h"

#define BULK 63
#define NR_VARIANTS 5

struct variant {
	enum fallback_era era;
	bool tight;
};

static const struct variant variants[NR_VARIANTS] = {
	{ FALLBACK_E2, false }, { FALLBACK_E3, false }, { FALLBACK_E3, true },
	{ FALLBACK_E4A, false }, { FALLBACK_E4B, true },
};

struct vector {
	unsigned int type;            /* of the requests; what is free is of the other one's */
	unsigned int nr, least, most; /* that many free buddies of each order from least to most */
	unsigned int areas[NR_VARIANTS], claims[NR_VARIANTS];
	unsigned int splits[NR_VARIANTS];
};

static const struct vector vectors[] = {
	{ MT_MOVABLE, 1, 0, 7, { 1235, 1370, 1254, 139, 138 }, { 15, 190, 190, 4, 4 },
	  { 87, 57, 57, 57, 57 } },
	{ MT_MOVABLE, 100, 0, 0, { 1386, 1449, 1197, 85, 81 }, { 0, 0, 0, 0, 0 }, { 0 } },
	{ MT_MOVABLE, 200, 4, 4, { 1134, 1373, 1257, 145, 141 }, { 63, 63, 63, 1, 1 },
	  { 252, 60, 60, 60, 60 } },
	{ MT_UNMOVABLE, 1, 0, 7, { 1203, 1506, 1506, 142, 142 }, { 63, 318, 318, 8, 8 },
	  { 87, 57, 57, 57, 57 } },
};

/* One buddy in each block, the rest of the block used so that it cannot be claimed: by unmovable pages
 * against a movable request, by movable ones against the others. */
static struct sim *foreign_machine(const struct vector *vector)
{
	unsigned int nr_orders = vector->most - vector->least + 1;
	struct sim *sim = made_machine(vector->nr * nr_orders, 1);
	unsigned int foreign = vector->type == MT_MOVABLE ? MT_UNMOVABLE : MT_MOVABLE;
	uint32_t block = 0;

	for (uint32_t i = 0; i < sim->c.nr_blocks; i++)
		sim->block[i].type = (uint8_t)foreign;
	if (foreign == MT_MOVABLE)
		memset(sim->state, PAGE_STATE_ANON, sim->c.nr_pages);
	for (unsigned int order = vector->least; order <= vector->most; order++)
		for (unsigned int i = 0; i < vector->nr; i++)
			made_free(sim, block++ * 512, order);
	return sim;
}

static void take_bulk(struct sim *sim, unsigned int type)
{
	enum rmqueue_mode mode = RMQUEUE_NORMAL;
	struct sim_zone *zone = &sim->c.zone[0];

	zone_lock(sim, zone);
	for (unsigned int i = 0; i < BULK; i++)
		assert_int_not_equal(fallback_rmqueue(sim, zone, 0, type, 0, &mode), NO_PAGE);
	zone_unlock(sim, zone);
}

static void each_era_visits_the_areas_that_the_kernel_does(void **state)
{
	(void)state;
	for (unsigned int v = 0; v < ARRAY_SIZE(vectors); v++) {
		for (unsigned int i = 0; i < NR_VARIANTS; i++) {
			struct sim *sim = foreign_machine(&vectors[v]);

			made_policy(sim, variants[i].era, variants[i].tight);
			take_bulk(sim, vectors[v].type);
			assert_int_equal(sim_counter(sim, SIM_FB_AREAS), vectors[v].areas[i]);
			assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_TRIES), vectors[v].claims[i]);
			if (v == 0 || v == 2)
				assert_int_equal(sim_counter(sim, SIM_FB_SPLITS), vectors[v].splits[i]);
			assert_int_equal(sim_counter(sim, SIM_FB_STEALS), BULK);
			sim_free(sim);
		}
	}
}

static void assert_orders(const struct sim *sim, const unsigned int *nr, unsigned int nr_orders)
{
	for (unsigned int order = 0; order < nr_orders; order++)
		assert_int_equal(sim->c.zone[0].nr_free[order], nr[order]);
}

static void from_6_10_the_biggest_buddies_are_shredded(void **state)
{
	static const unsigned int shredded[] = { 0, 0, 16, 16, 0, 0, 0, 0 };
	static const unsigned int spared[] = { 0, 0, 0, 0, 0, 0, 1, 1 };
	struct sim *sim = foreign_machine(&vectors[0]);

	(void)state;
	made_policy(sim, FALLBACK_E2, false);
	take_bulk(sim, MT_MOVABLE);
	assert_orders(sim, shredded, ARRAY_SIZE(shredded));
	sim_free(sim);
	sim = foreign_machine(&vectors[0]);
	take_bulk(sim, MT_MOVABLE);
	assert_orders(sim, spared, ARRAY_SIZE(spared));
	sim_free(sim);
}

static void order_4_buddies_are_all_opened_in_6_10_and_few_later(void **state)
{
	static const unsigned int opened[] = { 63, 63, 63, 63, 137 };
	static const unsigned int few[] = { 1, 0, 0, 0, 196 };
	struct sim *sim = foreign_machine(&vectors[2]);

	(void)state;
	made_policy(sim, FALLBACK_E2, false);
	take_bulk(sim, MT_MOVABLE);
	assert_orders(sim, opened, ARRAY_SIZE(opened));
	sim_free(sim);
	sim = foreign_machine(&vectors[2]);
	take_bulk(sim, MT_MOVABLE);
	assert_orders(sim, few, ARRAY_SIZE(few));
	sim_free(sim);
}

/* 6.9 moves what it finds, so that the next requests are served at once. */
static void before_6_10_the_remainder_becomes_the_requesters(void **state)
{
	struct sim *sim = foreign_machine(&vectors[3]);

	(void)state;
	made_policy(sim, FALLBACK_E1, false);
	take_bulk(sim, MT_UNMOVABLE);
	assert_int_equal(sim_counter(sim, SIM_FB_REQUESTS), 1);
	assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_TRIES), 1);
	assert_int_equal(sim->block[7].type, MT_MOVABLE);
	assert_int_equal(sim->c.zone[0].free[6][MT_UNMOVABLE].nr, 1);
	sim_free(sim);
}

/* A block is claimed from 256 pages on that are free or alike, not from 255. */
static void half_a_block_is_enough_to_claim_it(void **state)
{
	(void)state;
	for (unsigned int movable = 239; movable <= 240; movable++) {
		struct sim *sim = made_machine(1, 1);
		struct sim_zone *zone = &sim->c.zone[0];
		enum rmqueue_mode mode = RMQUEUE_NORMAL;

		sim->block[0].type = MT_UNMOVABLE;
		memset(sim->state + 16, PAGE_STATE_ANON, movable);
		made_free(sim, 0, 4);
		zone_lock(sim, zone);
		assert_int_equal(fallback_rmqueue(sim, zone, 0, MT_MOVABLE, 0, &mode), 0);
		zone_unlock(sim, zone);
		assert_int_equal(sim->block[0].type, movable == 240 ? MT_MOVABLE : MT_UNMOVABLE);
		assert_int_equal(sim_counter(sim, SIM_FB_CLAIM_OK), movable == 240);
		assert_int_equal(sim_counter(sim, SIM_FB_MOVABLE_IN_UNMOVABLE), 1);
		sim_free(sim);
	}
}

/* Unmovable and reclaimable pages are alike in a movable block only. */
static void what_is_alike_depends_on_the_block(void **state)
{
	static const uint8_t types[] = { MT_MOVABLE, MT_RECLAIMABLE };

	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(types); i++) {
		struct sim *sim = made_machine(1, 1);
		struct sim_zone *zone = &sim->c.zone[0];
		enum rmqueue_mode mode = RMQUEUE_NORMAL;

		sim->block[0].type = types[i];
		made_free(sim, 0, 0);
		zone_lock(sim, zone);
		fallback_rmqueue(sim, zone, 0, MT_UNMOVABLE, 0, &mode);
		zone_unlock(sim, zone);
		assert_int_equal(sim->block[0].type,
				 types[i] == MT_MOVABLE ? MT_UNMOVABLE : MT_RECLAIMABLE);
		sim_free(sim);
	}
}

static void a_search_tells_too_low_from_empty_only_where_it_was_tightened(void **state)
{
	struct sim *sim = made_machine(2, 1);
	struct sim_zone *zone = &sim->c.zone[0];

	(void)state;
	sim->block[0].type = MT_UNMOVABLE;
	made_free(sim, 0, 3);
	assert_int_equal(fallback_find(sim, zone, 3, MT_MOVABLE, false), MT_UNMOVABLE);
	assert_int_equal(fallback_find(sim, zone, 3, MT_MOVABLE, true), FALLBACK_NOCLAIM);
	assert_int_equal(fallback_find(sim, zone, 2, MT_MOVABLE, true), FALLBACK_NOCLAIM);
	assert_int_equal(fallback_find(sim, zone, 4, MT_MOVABLE, true), FALLBACK_EMPTY);
	assert_int_equal(fallback_find(sim, zone, 3, MT_RECLAIMABLE, true), MT_UNMOVABLE);
	made_policy(sim, FALLBACK_E3, false);
	assert_int_equal(fallback_find(sim, zone, 3, MT_MOVABLE, true), FALLBACK_EMPTY);
	assert_int_equal(fallback_find(sim, zone, 3, MT_MOVABLE, false), MT_UNMOVABLE);
	sim_free(sim);
}

static void nofragment_takes_whole_blocks_or_nothing(void **state)
{
	struct sim *sim = made_machine(4, 1);
	struct sim_zone *zone = &sim->c.zone[0];
	enum rmqueue_mode mode = RMQUEUE_NORMAL;

	(void)state;
	made_free(sim, 0, 8);
	assert_int_equal(fallback_rmqueue(sim, zone, 0, MT_UNMOVABLE, ALLOC_NOFRAGMENT, &mode),
			 NO_PAGE);
	made_free(sim, 512, 9);
	assert_int_equal(fallback_rmqueue(sim, zone, 0, MT_UNMOVABLE, ALLOC_NOFRAGMENT, &mode), 512);
	assert_int_equal(sim->block[1].type, MT_UNMOVABLE);
	sim_free(sim);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_era_visits_the_areas_that_the_kernel_does),
		cmocka_unit_test(from_6_10_the_biggest_buddies_are_shredded),
		cmocka_unit_test(order_4_buddies_are_all_opened_in_6_10_and_few_later),
		cmocka_unit_test(before_6_10_the_remainder_becomes_the_requesters),
		cmocka_unit_test(half_a_block_is_enough_to_claim_it),
		cmocka_unit_test(what_is_alike_depends_on_the_block),
		cmocka_unit_test(a_search_tells_too_low_from_empty_only_where_it_was_tightened),
		cmocka_unit_test(nofragment_takes_whole_blocks_or_nothing),
	};

	return CHECK_MAIN(tests);
}
