// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/load/plan.h"

#include <errno.h>

#include "sim/gfp.h"
#include "../check.h"

typedef const struct plan_row *row_fn(unsigned int number);

static const struct plan_row *find(row_fn *rows, const char *name)
{
	for (unsigned int i = 0; rows(i); i++)
		if (!strcmp(rows(i)->name, name))
			return rows(i);
	fail_msg("no setting %s", name);
	return NULL;
}

static uint64_t parse(row_fn *rows, const char *name, const char *text)
{
	uint64_t value = 0;
	struct err err = { "" };

	if (plan_parse(find(rows, name), text, &value, &err))
		fail_msg("%s", err.text);
	return value;
}

static void assert_refused(row_fn *rows, const char *name, const char *text, const char *remedy)
{
	uint64_t value = 0;
	struct err err = { "" };

	assert_int_equal(plan_parse(find(rows, name), text, &value, &err), -EINVAL);
	assert_non_null(strstr(err.text, name));
	assert_non_null(strstr(err.text, remedy));
}

static void assert_all_defaults_can_be_written(row_fn *rows)
{
	for (unsigned int i = 0; rows(i); i++) {
		const struct plan_row *row = rows(i);
		char text[256];

		assert_in_range(row->normal, row->least, row->most);
		plan_text(row, row->normal, text, sizeof(text));
		assert_int_equal(parse(rows, row->name, text), row->normal);
	}
}

static void every_default_is_in_its_range_and_reads_back(void **state)
{
	(void)state;
	assert_all_defaults_can_be_written(layout_row);
	assert_all_defaults_can_be_written(client_row);
}

static void every_word_of_an_enumeration_reads_back_as_its_value(void **state)
{
	row_fn *const rows[] = { layout_row, client_row };
	unsigned int nr = 0;

	(void)state;
	for (unsigned int t = 0; t < 2; t++) {
		for (unsigned int i = 0; rows[t](i); i++) {
			const char *const *words = plan_words(rows[t](i));

			for (unsigned int w = 0; words && words[w]; w++, nr++)
				assert_int_equal(parse(rows[t], rows[t](i)->name, words[w]), w);
			if (words)
				assert_null(words[rows[t](i)->most + 1]);
		}
	}
	assert_true(nr > 20);
}

static void a_mask_is_words_joined_by_plus(void **state)
{
	(void)state;
	assert_int_equal(parse(client_row, "gfp", "kernel+noretry+nowarn"),
			 GFP_KERNEL_MASK | GFP_NORETRY_BIT | GFP_NOWARN_BIT);
	assert_int_equal(parse(client_row, "gfp", "transhuge-light"), GFP_TRANSHUGE_LIGHT_MASK);
	assert_refused(client_row, "gfp", "kernel+", "noretry");
	assert_refused(client_row, "gfp", "kernal", "joined by +, of transhuge, ");
}

static void a_mask_is_told_by_its_largest_part_first(void **state)
{
	const struct plan_row *row = find(client_row, "gfp");
	char text[128];

	(void)state;
	plan_text(row, GFP_NOFS_MASK | GFP_NORETRY_BIT, text, sizeof(text));
	assert_string_equal(text, "nofs+noretry");
	plan_text(row, GFP_TRANSHUGE_MASK | GFP_NORETRY_BIT, text, sizeof(text));
	assert_string_equal(text, "transhuge+noretry");
}

static void what_cannot_be_is_refused_with_what_can(void **state)
{
	(void)state;
	assert_refused(layout_row, "fill", "anonymous", "anon, file, kernel, mix, frame");
	assert_refused(layout_row, "pin_every", "-1", "0 to");
	assert_refused(layout_row, "leave_mib", "64M", "0 to");
	assert_refused(client_row, "count", "0", "1 to 4096");
	assert_refused(client_row, "kind", "write", "writer");
	assert_refused(client_row, "defrag", "", "madvise");
}

static void settings_that_contradict_each_other_are_named(void **state)
{
	struct sim_layout_plan layout;
	struct sim_client_plan client;
	struct err err = { "" };

	(void)state;
	layout_plan_init(&layout);
	client_plan_init(&client);
	assert_int_equal(layout_plan_check(&layout, &err), 0);
	assert_int_equal(client_plan_check(&client, &err), 0);
	layout.free_residue = 8;
	assert_int_equal(layout_plan_check(&layout, &err), -EINVAL);
	assert_non_null(strstr(err.text, "free_residue"));
	layout.free_residue = 0;
	layout.free = LAYOUT_FREE_GROUPS;
	assert_int_equal(layout_plan_check(&layout, &err), -EINVAL);
	assert_non_null(strstr(err.text, "kernel"));
	client.pages_min = client.pages_max + 1;
	assert_int_equal(client_plan_check(&client, &err), -EINVAL);
	assert_non_null(strstr(err.text, "pages_max"));
}

static void fields_stand_in_the_order_of_the_rows(void **state)
{
	struct sim_layout_plan layout;
	struct sim_client_plan client;

	(void)state;
	layout_plan_init(&layout);
	client_plan_init(&client);
	for (unsigned int i = 0; layout_row(i); i++)
		if (!strcmp(layout_row(i)->name, "free_modulus"))
			assert_ptr_equal(layout_field(&layout, i), &layout.free_modulus);
	for (unsigned int i = 0; client_row(i); i++)
		if (!strcmp(client_row(i)->name, "every_ms"))
			assert_ptr_equal(client_field(&client, i), &client.every_ms);
	assert_int_equal(client.gfp, GFP_KERNEL_MASK);
	assert_int_equal(layout.free_modulus, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_default_is_in_its_range_and_reads_back),
		cmocka_unit_test(every_word_of_an_enumeration_reads_back_as_its_value),
		cmocka_unit_test(a_mask_is_words_joined_by_plus),
		cmocka_unit_test(a_mask_is_told_by_its_largest_part_first),
		cmocka_unit_test(what_cannot_be_is_refused_with_what_can),
		cmocka_unit_test(settings_that_contradict_each_other_are_named),
		cmocka_unit_test(fields_stand_in_the_order_of_the_rows),
	};

	return CHECK_MAIN(tests);
}
