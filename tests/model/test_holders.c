// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/holders.h"

#include "../check.h"
#include "random.h"

static void add(struct holders *holders, enum holder_kind kind, uint64_t id, uint64_t nr_pages)
{
	holders_add(holders, &(struct holder){ .kind = kind, .pid = (uint32_t)id, .id = id,
					       .nr_pages = nr_pages });
}

static void rows_stand_by_kind_and_then_by_pages(void **state)
{
	static struct holders holders;
	static const uint64_t ids[] = { 3, 1, 2, 6, 4, 5 };

	(void)state;
	add(&holders, HOLDER_SLAB, 4, 9);
	add(&holders, HOLDER_PROCESS, 1, 5);
	add(&holders, HOLDER_CGROUP, 6, 1);
	add(&holders, HOLDER_PROCESS, 2, 5);
	add(&holders, HOLDER_SLAB, 5, 2);
	add(&holders, HOLDER_PROCESS, 3, 70);
	assert_int_equal(holders.nr, 6);
	for (unsigned int i = 0; i < 6; i++)
		assert_int_equal(holders.rows[i].id, ids[i]);
	assert_int_equal(holders.nr_pages[HOLDER_PROCESS], 80);
	assert_int_equal(holders.nr_pages[HOLDER_SLAB], 11);
}

static void many_of_a_kind_leave_room_for_the_others(void **state)
{
	static struct holders holders;

	(void)state;
	for (uint64_t i = 1; i <= 1000; i++)
		add(&holders, HOLDER_PROCESS, i, i);
	add(&holders, HOLDER_CGROUP, 1, 1);
	add(&holders, HOLDER_SLAB, 1, 1);
	assert_int_equal(holders.nr, HOLDERS_KIND_MAX + 2);
	assert_int_equal(holders.rows[0].nr_pages, 1000);
	assert_int_equal(holders.rows[HOLDERS_KIND_MAX - 1].nr_pages, 1001 - HOLDERS_KIND_MAX);
	assert_int_equal(holders.nr_more[HOLDER_PROCESS], 1000 - HOLDERS_KIND_MAX);
	assert_int_equal(holders.nr_pages[HOLDER_PROCESS], 500500);
}

static void what_is_kept_and_what_is_not_adds_up(void **state)
{
	static struct holders holders;
	uint64_t seed = 3, added[NR_HOLDER_KINDS] = { 0 }, kept[NR_HOLDER_KINDS] = { 0 };

	(void)state;
	for (unsigned int i = 0; i < 5000; i++) {
		enum holder_kind kind = (enum holder_kind)random_below(&seed, NR_HOLDER_KINDS);

		add(&holders, kind, i, random_below(&seed, 500));
		added[kind]++;
		assert_true(holders.nr <= HOLDERS_MAX);
	}
	for (unsigned int i = 0; i < holders.nr; i++) {
		kept[holders.rows[i].kind]++;
		if (i && holders.rows[i].kind == holders.rows[i - 1].kind)
			assert_true(holders.rows[i].nr_pages <= holders.rows[i - 1].nr_pages);
	}
	for (unsigned int kind = 0; kind < NR_HOLDER_KINDS; kind++)
		assert_int_equal(kept[kind] + holders.nr_more[kind], added[kind]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_stand_by_kind_and_then_by_pages),
		cmocka_unit_test(many_of_a_kind_leave_room_for_the_others),
		cmocka_unit_test(what_is_kept_and_what_is_not_adds_up),
	};

	return CHECK_MAIN(tests);
}
