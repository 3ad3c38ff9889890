// SPDX-License-Identifier: GPL-2.0-or-later
/* Which programs fit a kernel, by made-up BTF: kernels that this machine does not run. */
#include <stdio.h>

#include <bpf/btf.h>

#include "../../src/bpf/ktrace_rows.h"
#include "../check.h"

#define NR_LETTERS 128

/* A kernel to be: its types by the letters of struct ktrace_row. */
struct made {
	struct btf *btf;
	int type[NR_LETTERS];
};

static int add_pointer_to(struct btf *btf, const char *name, bool is_forward)
{
	int id = is_forward ? btf__add_fwd(btf, name, BTF_FWD_STRUCT) :
			      btf__add_struct(btf, name, 64);

	return btf__add_ptr(btf, id);
}

static struct made made_types(void)
{
	struct made made = { .btf = btf__new_empty() };
	struct btf *btf = made.btf;

	assert_non_null(btf);
	made.type['i'] = btf__add_int(btf, "int", 4, BTF_INT_SIGNED);
	made.type['l'] = btf__add_int(btf, "long unsigned int", 8, 0);
	made.type['b'] = btf__add_int(btf, "_Bool", 1, BTF_INT_BOOL);
	made.type['g'] = btf__add_typedef(btf, "gfp_t", made.type['i']);
	made.type['p'] = add_pointer_to(btf, "page", false);
	made.type['z'] = add_pointer_to(btf, "zone", false);
	made.type['c'] = add_pointer_to(btf, "compact_control", true);
	made.type['*'] = add_pointer_to(btf, "alloc_context", true);
	return made;
}

static int add_prototype(struct made *made, const char *first, const char *letters)
{
	int id = btf__add_func_proto(made->btf, 0);

	assert_true(id > 0);
	if (first)
		assert_int_equal(btf__add_func_param(made->btf, first, made->type['*']), 0);
	for (; *letters; letters++)
		assert_int_equal(btf__add_func_param(made->btf, "argument",
						     made->type[(unsigned char)*letters]), 0);
	return id;
}

static void add_place(struct made *made, const struct ktrace_row *row, const char *letters)
{
	bool is_function = row->place == PLACE_FUNCTION;
	int id = add_prototype(made, is_function ? NULL : "__data", letters);
	char name[128];

	snprintf(name, sizeof(name), "%s%s", is_function ? "" : "btf_trace_", row->where);
	id = is_function ? btf__add_func(made->btf, name, BTF_FUNC_GLOBAL, id) :
			   btf__add_typedef(made->btf, name, btf__add_ptr(made->btf, id));
	assert_true(id > 0);
}

static const struct ktrace_row *row_of(const char *program)
{
	for (size_t i = 0; i < ktrace_nr_rows; i++)
		if (!strcmp(ktrace_rows[i].program, program))
			return &ktrace_rows[i];
	fail_msg("no program %s", program);
	return NULL;
}

/* The program in a kernel where its place has these arguments. */
static enum ktrace_fit fit(const char *program, const char *letters)
{
	const struct ktrace_row *row = row_of(program);
	struct made made = made_types();
	enum ktrace_fit fits;

	add_place(&made, row, letters);
	fits = ktrace_row_fits(row, made.btf);
	btf__free(made.btf);
	return fits;
}

static void every_program_fits_the_arguments_of_its_row(void **state)
{
	(void)state;
	for (size_t i = 0; i < ktrace_nr_rows; i++)
		assert_int_equal(fit(ktrace_rows[i].program, ktrace_rows[i].arguments), FIT_YES);
}

static void a_kernel_without_the_place_is_told_from_one_with_other_arguments(void **state)
{
	struct made made = made_types();

	(void)state;
	add_place(&made, row_of("compact_begin"), "cllb");
	assert_int_equal(ktrace_row_fits(row_of("compact_begin"), made.btf), FIT_YES);
	assert_int_equal(ktrace_row_fits(row_of("compact_end"), made.btf), FIT_NO_PLACE);
	assert_int_equal(ktrace_row_fits(row_of("drain_enter"), made.btf), FIT_NO_PLACE);
	btf__free(made.btf);
	assert_int_equal(fit("compact_begin", "lllb"), FIT_OTHER_ARGUMENTS);
}

/* Linux 6.1 hands out compact_control, later kernels the number of pages. */
static void migratepages_has_a_program_for_each_of_its_prototypes(void **state)
{
	(void)state;
	assert_int_equal(fit("migrate", "ci"), FIT_OTHER_ARGUMENTS);
	assert_int_equal(fit("migrate_cc", "ci"), FIT_YES);
	assert_int_equal(fit("migrate", "ii"), FIT_YES);
	assert_int_equal(fit("migrate_cc", "ii"), FIT_OTHER_ARGUMENTS);
}

/* Flags and order are both 4 bytes: only the name of their type tells which comes first. */
static void direct_reclaim_has_a_program_for_each_order_of_its_arguments(void **state)
{
	(void)state;
	assert_int_equal(fit("reclaim_begin", "ig"), FIT_YES);
	assert_int_equal(fit("reclaim_begin_gfp", "ig"), FIT_OTHER_ARGUMENTS);
	assert_int_equal(fit("reclaim_begin", "gi"), FIT_OTHER_ARGUMENTS);
	assert_int_equal(fit("reclaim_begin_gfp", "gi"), FIT_YES);
}

/* At its exit the result stands behind the arguments, so that there may not be more. */
static void only_a_tracepoint_may_have_more_arguments_than_are_read(void **state)
{
	(void)state;
	assert_int_equal(fit("migrate", "iil"), FIT_YES);
	assert_int_equal(fit("migrate", "i"), FIT_OTHER_ARGUMENTS);
	assert_int_equal(fit("migrate", ""), FIT_OTHER_ARGUMENTS);
	assert_int_equal(fit("direct_compact_exit", "gii*i*"), FIT_YES);
	assert_int_equal(fit("direct_compact_exit", "gii*i*i"), FIT_OTHER_ARGUMENTS);
	assert_int_equal(fit("direct_compact_exit", "gii*i"), FIT_OTHER_ARGUMENTS);
}

static void names_and_qualifiers_of_types_are_seen_through(void **state)
{
	struct made made = made_types();

	(void)state;
	made.type['i'] = btf__add_typedef(made.btf, "order_t",
					  btf__add_const(made.btf, made.type['i']));
	made.type['z'] = btf__add_ptr(made.btf, btf__add_const(made.btf,
				      btf__add_typedef(made.btf, "zone_t",
						       btf__add_fwd(made.btf, "zone",
								    BTF_FWD_STRUCT))));
	add_place(&made, row_of("deferred"), "zi");
	assert_int_equal(ktrace_row_fits(row_of("deferred"), made.btf), FIT_YES);
	btf__free(made.btf);
}

/* A damaged or strange kernel must not make a program fit. */
static void a_name_that_is_no_function_is_no_place(void **state)
{
	struct made made = made_types();

	(void)state;
	assert_true(btf__add_typedef(made.btf, "btf_trace_mm_compaction_begin",
				     made.type['i']) > 0);
	assert_true(btf__add_typedef(made.btf, "btf_trace_mm_compaction_end", 0) > 0);
	assert_int_equal(ktrace_row_fits(row_of("compact_begin"), made.btf), FIT_NO_PLACE);
	assert_int_equal(ktrace_row_fits(row_of("compact_end"), made.btf), FIT_NO_PLACE);
	btf__free(made.btf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_program_fits_the_arguments_of_its_row),
		cmocka_unit_test(a_kernel_without_the_place_is_told_from_one_with_other_arguments),
		cmocka_unit_test(migratepages_has_a_program_for_each_of_its_prototypes),
		cmocka_unit_test(direct_reclaim_has_a_program_for_each_order_of_its_arguments),
		cmocka_unit_test(only_a_tracepoint_may_have_more_arguments_than_are_read),
		cmocka_unit_test(names_and_qualifiers_of_types_are_seen_through),
		cmocka_unit_test(a_name_that_is_no_function_is_no_place),
	};

	return CHECK_MAIN(tests);
}
