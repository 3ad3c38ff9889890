// SPDX-License-Identifier: GPL-2.0-or-later
/* vmstat, meminfo, pressure, and the choices of sysfs. */
#include "parsed.h"

static void every_counter_of_vmstat_is_kept_in_order(void **state)
{
	struct frame *frame = parsed(parse_vmstat,
		"nr_free_pages 1017102\npgpgin 5\nthp_split_pmd 0\nallocstall 18446744073709551615\n");

	(void)state;
	assert_int_equal(frame->vmstat.nr, 4);
	assert_string_equal(frame->vmstat.rows[1].name, "pgpgin");
	assert_known(counters_get(&frame->vmstat, "nr_free_pages"), 1017102);
	assert_known(counters_get(&frame->vmstat, "allocstall"), UINT64_MAX);
	assert_absent(counters_get(&frame->vmstat, "compact_stall"));
	frame_free(frame);
}

static void lines_of_another_shape_are_no_counters(void **state)
{
	struct frame *frame = parsed(parse_vmstat,
		"# cat /proc/vmstat\nnr_dirty 7\nhello world\nMemFree: 12 kB\nuptime is 5\n"
		"prompt\npgfault 3\n");

	(void)state;
	assert_int_equal(frame->vmstat.nr, 2);
	assert_known(counters_get(&frame->vmstat, "pgfault"), 3);
	frame_free(frame);
}

static void zoneinfos_counters_are_not_vmstats(void **state)
{
	struct frame *frame = parsed(parse_vmstat,
		"Node 0, zone   Normal\n  pages free     38277\n    nr_free_pages 38277\n"
		"    nr_mlock     0\n"
		"nr_free_pages 51698\nnr_mlock 11634\n");

	(void)state;
	assert_known(counters_get(&frame->vmstat, "nr_free_pages"), 51698);
	assert_int_equal(frame->vmstat.nr, 2);
	frame_free(frame);
}

static void a_cut_or_garbled_counter_is_named(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_vmstat, "nr_dirty 7\nnr_mapped 1x2\npgfault 3\n",
					   &err);

	(void)state;
	assert_string_equal(err.text, "line 2, column 11: no number");
	assert_int_equal(frame->vmstat.nr, 2);
	frame_free(frame);
	frame_free(parsed_badly(parse_vmstat, "nr_dirty 7\nnr_mapp", &err));
	assert_string_equal(err.text, "line 2, column 8: the line is cut");
	frame_free(parsed_badly(parse_vmstat, "nr_dirty 18446744073709551616\n", &err));
	assert_string_equal(err.text, "line 1, column 10: no number");
	frame_free(parsed_badly(parse_vmstat, "", &err));
}

static void a_second_vmstat_is_not_mixed_in(void **state)
{
	struct err err;
	struct frame *frame = parsed_badly(parse_vmstat,
		"nr_free_pages 1\npgfault 2\nnr_free_pages 3\npgfault 4\n", &err);

	(void)state;
	assert_string_equal(err.text,
			    "line 3, column 1: it begins again; only the first reading is taken");
	assert_int_equal(frame->vmstat.nr, 2);
	frame_free(frame);
}

static void meminfo_has_kilobytes_and_counts(void **state)
{
	struct frame *frame = parsed(parse_meminfo,
		"MemTotal:       24683652 kB\nActive(anon):       1544 kB\nHugePages_Total:       3\n"
		"DirectMap4k:       28672 kB\n");

	(void)state;
	assert_known(counters_get(&frame->meminfo, "MemTotal"), 24683652);
	assert_known(counters_get(&frame->meminfo, "Active(anon)"), 1544);
	assert_known(counters_get(&frame->meminfo, "HugePages_Total"), 3);
	assert_known(counters_get(&frame->meminfo, "DirectMap4k"), 28672);
	frame_free(frame);
}

static void prose_with_colons_is_no_meminfo(void **state)
{
	struct err err;
	struct frame *frame = parsed(parse_meminfo,
		"used :        156673 kbytes\ntotal:        160564 kbytes\n"
		"MemFree:           89060 kB\nFrom: somebody\nDate: 12 May 2014\n");

	(void)state;
	assert_int_equal(frame->meminfo.nr, 1);
	frame_free(frame);
	frame_free(parsed_badly(parse_meminfo, "MemFree:  89O60 kB\n", &err));
	assert_string_equal(err.text, "line 1, column 11: no number");
	frame_free(parsed_badly(parse_meminfo, "nothing here\n", &err));
}

static void pressure_is_in_hundredths_of_a_percent(void **state)
{
	struct frame *frame = parsed(parse_psi,
		"some avg10=12.34 avg60=0.05 avg300=100.00 total=4711\n"
		"full avg10=0.00 avg60=0.00 avg300=0.00 total=18446744073709551615\n");

	(void)state;
	assert_known(frame->psi_some.avg10, 1234);
	assert_known(frame->psi_some.avg60, 5);
	assert_known(frame->psi_some.avg300, 10000);
	assert_known(frame->psi_some.total_us, 4711);
	assert_known(frame->psi_full.total_us, UINT64_MAX);
	frame_free(frame);
}

static void garbled_pressure_is_named(void **state)
{
	static const char *const texts[] = {
		"some avg10=1.2 avg60=0.00 avg300=0.00 total=0\n",
		"some avg10=101.00 avg60=0.00 avg300=0.00 total=0\n",
		"some avg10=0.00 avg60=0.00 avg300=x total=0\n",
		"some avg10=0.00 avg60=0.00 avg300=0.00 total=\n",
		"cpu avg10=0.00\n",
		"",
	};
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		frame_free(parsed_badly(parse_psi, texts[i], &err));
}

static void a_choice_is_the_word_in_brackets(void **state)
{
	struct span word;

	(void)state;
	assert_true(parse_choice(SPAN("always [madvise] never\n"), &word));
	assert_true(span_equals(word, "madvise"));
	assert_true(parse_choice(SPAN("always defer defer+madvise madvise [never]"), &word));
	assert_true(span_equals(word, "never"));
	assert_false(parse_choice(SPAN("always madvise"), &word));
	assert_false(parse_choice(SPAN("always [madvise"), &word));
	assert_false(parse_choice(SPAN("[]"), &word));
	assert_false(parse_choice(SPAN(""), &word));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_counter_of_vmstat_is_kept_in_order),
		cmocka_unit_test(lines_of_another_shape_are_no_counters),
		cmocka_unit_test(zoneinfos_counters_are_not_vmstats),
		cmocka_unit_test(a_cut_or_garbled_counter_is_named),
		cmocka_unit_test(a_second_vmstat_is_not_mixed_in),
		cmocka_unit_test(meminfo_has_kilobytes_and_counts),
		cmocka_unit_test(prose_with_colons_is_no_meminfo),
		cmocka_unit_test(pressure_is_in_hundredths_of_a_percent),
		cmocka_unit_test(garbled_pressure_is_named),
		cmocka_unit_test(a_choice_is_the_word_in_brackets),
	};

	return CHECK_MAIN(tests);
}
