// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/capture.h"

#include "../check.h"
#include "report.h"

static void assert_unwraps(const char *paste, const char *want)
{
	size_t len;
	char *text = unwrap_text(span_of(paste), &len);

	assert_non_null(text);
	assert_int_equal(len, strlen(text));
	assert_string_equal(text, want);
	free(text);
}

static void prefixes_of_log_keepers_go_and_the_time_stays(void **state)
{
	(void)state;
	assert_unwraps("Jun 17 08:05:09 box kernel: [  61.000042] Mem-Info:\n",
		       "[61.000042] Mem-Info:\n");
	assert_unwraps("2024-06-17T08:05:09.123+02:00 box kernel[0]: [  61.000042] Mem-Info:\n",
		       "[61.000042] Mem-Info:\n");
	assert_unwraps("Jun 17 08:05:09 box kernel: Mem-Info:\n", "Mem-Info:\n");
	assert_unwraps("<4>[   61.000042][ T4711] Mem-Info:\n", "[61.000042] Mem-Info:\n");
	assert_unwraps("[   61.000042][    C3] Mem-Info:\n", "[61.000042] Mem-Info:\n");
	assert_unwraps("<6>[   61.000042]  [3:   kworker/3:1:   77] Mem-Info:\n",
		       "[61.000042] Mem-Info:\n");
	assert_unwraps("kern  :warn  : [   61.000042] Mem-Info:\n", "[61.000042] Mem-Info:\n");
	assert_unwraps("[Mon Jun 17 08:05:09 2024] Mem-Info:\n", "Mem-Info:\n");
	assert_unwraps("[Jun17 08:05] Mem-Info:\n[  +0.000042] 9 pages RAM\n",
		       "Mem-Info:\n9 pages RAM\n");
	assert_unwraps("[   61.000042 <    0.000003>] Mem-Info:\n", "[61.000042] Mem-Info:\n");
	assert_unwraps("[   61.000042] -(2)[77:kworker/2:1]Mem-Info:\n",
		       "[61.000042] Mem-Info:\n");
	assert_unwraps("06-17 08:05:09.500     0     0 W kernel  : [   61.000042] Mem-Info:\n",
		       "[61.000042] Mem-Info:\n");
	assert_unwraps("4,812,61000042,-,caller=T7;Mem-Info:\n", "[61.000042] Mem-Info:\n");
	assert_unwraps("00412 Mem-Info:\n00412 9 pages RAM\n", "Mem-Info:\n9 pages RAM\n");
	assert_unwraps("> > | Mem-Info:\n", "Mem-Info:\n");
	assert_unwraps("\tMem-Info:\n", "\tMem-Info:\n");
}

static void a_newline_inside_a_kmsg_record_is_a_newline(void **state)
{
	(void)state;
	assert_unwraps("4,7,5000000,-;active_anon:12 inactive_anon:7\\x0a active_file:3 \n"
		       "inactive_file:9\\x0a free:88\n"
		       "4,8,5000001,-;Mem-Info:\n",
		       "[5.000000] active_anon:12 inactive_anon:7\n"
		       " active_file:3\n"
		       "inactive_file:9\n"
		       " free:88\n"
		       "[5.000001] Mem-Info:\n");
}

static void a_row_that_a_mailer_wrapped_gets_its_blank_back(void **state)
{
	(void)state;
	assert_unwraps("> [   3.500000] DMA: 7*4kB (U) 2*8kB\n"
		       "> (U) 3*16kB (UE)\n"
		       "> = 92kB\n",
		       "[3.500000] DMA: 7*4kB (U) 2*8kB (U) 3*16kB (UE) = 92kB\n");
	assert_unwraps("Node 0 DMA: 7*4kB (U) 2*8kB \n(U) 3*16kB (UE) \n= 92kB\n",
		       "Node 0 DMA: 7*4kB (U) 2*8kB (U) 3*16kB (UE) = 92kB\n");
}

static void a_word_that_a_terminal_cut_is_joined_with_nothing(void **state)
{
	(void)state;
	assert_unwraps("[   3.500000] Normal: 7*4kB (U) 18*\n8kB (UM) 1*16k\nB (U) = 188kB\n",
		       "[3.500000] Normal: 7*4kB (U) 18*8kB (UM) 1*16kB (U) = 188kB\n");
	assert_unwraps("[   3.500000] Normal: 12*4kB (UM\nE) 4\n1*8kB = 37\n6kB\n",
		       "[3.500000] Normal: 12*4kB (UME) 41*8kB = 376kB\n");
	assert_unwraps("[   3.5] Node 0 active_anon:8kB isolated(anon\n):0kB shmem:1\n"
		       "438kB shmem_thp: 0kB in\nactive_file:4kB unevictable:77\nkB\n",
		       "[3.500000] Node 0 active_anon:8kB isolated(anon):0kB shmem:1438kB "
		       "shmem_thp: 0kB inactive_file:4kB unevictable:77kB\n");
	/* a cut before a blank leaves it at the front of the rest */
	assert_unwraps("[   3.5] Node 0 DMA free:8kB min:4kB\n low:5kB\n",
		       "[3.500000] Node 0 DMA free:8kB min:4kB low:5kB\n");
}

static void numbers_are_cut_only_if_all_breaks_lie_at_one_column(void **state)
{
	(void)state;
	/* a terminal of 46 columns: the second break is inside 23421 */
	assert_unwraps("[   3.500000] Node 0 DMA free:15372kB boost:0k\n"
		       "B\n"
		       "[   3.500001] lowmem_reserve[]: 0 2396 5009 23\n"
		       "421 23421\n",
		       "[3.500000] Node 0 DMA free:15372kB boost:0kB\n"
		       "[3.500001] lowmem_reserve[]: 0 2396 5009 23421 23421\n");
	/* a mailer */
	assert_unwraps("[   3.500000] Node 0 DMA free:15372kB\n"
		       "boost:0kB\n"
		       "[   3.500001] lowmem_reserve[]: 0 2396 5009 23\n"
		       "421 23421\n",
		       "[3.500000] Node 0 DMA free:15372kB boost:0kB\n"
		       "[3.500001] lowmem_reserve[]: 0 2396 5009 23 421 23421\n");
}

static void indented_lines_below_a_stamped_one_belong_to_it_or_stand_alone(void **state)
{
	(void)state;
	assert_unwraps("[    9.250000] active_anon:5 inactive_anon:6 isolated_anon:0\n"
		       "                active_file:7 inactive_file:8\n"
		       "[    9.250001] Node 0 DMA free:4kB\n",
		       "[9.250000] active_anon:5 inactive_anon:6 isolated_anon:0\n"
		       "                active_file:7 inactive_file:8\n"
		       "[9.250001] Node 0 DMA free:4kB\n");
}

static void a_request_is_put_together_without_blanks_in_its_flags(void **state)
{
	(void)state;
	assert_unwraps("[    9.250000] tar: page allocation \n"
		       "failure: order:3, mode:0x40cc0(GFP_KERNEL|\n"
		       "__GFP_COMP), \n"
		       "nodemask=(null)\n",
		       "[9.250000] tar: page allocation failure: order:3, "
		       "mode:0x40cc0(GFP_KERNEL|__GFP_COMP), nodemask=(null)\n");
	assert_unwraps("tar invoked\noom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0,\n"
		       "oom_score_adj=0\n",
		       "tar invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, "
		       "oom_score_adj=0\n");
}

static void foreign_lines_stay_on_their_own(void **state)
{
	(void)state;
	assert_unwraps("Normal: 7*4kB (U) 2*8kB (U) = 44kB\n"
		       "I think that is odd.\n"
		       "HighMem: 1*4kB 2*8k\n"
		       "[...]\n",
		       "Normal: 7*4kB (U) 2*8kB (U) = 44kB\n"
		       "I think that is odd.\n"
		       "HighMem: 1*4kB 2*8k\n"
		       "[...]\n");
	/* the next row of 2.4 begins with the page size again */
	assert_unwraps("3*4kB 1*8kB 0*16kB\n5*4kB 2*8kB 0*16kB = 36kB)\n",
		       "3*4kB 1*8kB 0*16kB\n5*4kB 2*8kB 0*16kB = 36kB)\n");
}

static void rows_of_proc_files_are_wrapped_too(void **state)
{
	(void)state;
	assert_unwraps("> Node 0, zone      DMA     12      3      1  \n"
		       ">    4      0\n"
		       "> Node 0, zone   Normal\n"
		       ">   120     33      1      4      0\n",
		       "Node 0, zone      DMA     12      3      1 4      0\n"
		       "Node 0, zone   Normal 120     33      1      4      0\n");
	assert_unwraps("Node    0, zone   Normal, type      Movable\n"
		       ">100000   4711\n",
		       "Node    0, zone   Normal, type      Movable >100000   4711\n");
	assert_unwraps("Number of blocks type     Unmovable      Movable\n"
		       "HighAtomic\n"
		       "Node 0, zone   Normal            4           37\n"
		       "2\n",
		       "Number of blocks type     Unmovable      Movable HighAtomic\n"
		       "Node 0, zone   Normal            4           37 2\n");
}

static void a_kernel_line_behind_something_else_begins_a_line(void **state)
{
	(void)state;
	assert_unwraps("buddy Node 0, zone      DMA      1      2\n",
		       "buddy\nNode 0, zone      DMA      1      2\n");
	assert_unwraps("Formatting (12 blocks): [   71.250000] mkfs invoked oom-killer: order=0\n",
		       "Formatting (12 blocks):\n[71.250000] mkfs invoked oom-killer: order=0\n");
	/* "[ 7.5]" is no full time stamp */
	assert_unwraps("scores were [ 7.5] and more\n", "scores were [ 7.5] and more\n");
}

static void quoted_printable_is_decoded_and_plain_text_is_not(void **state)
{
	(void)state;
	assert_unwraps("Node 0 DMA: 3*4kB (U) 1*8kB=20=\n\n(U) =3D 20kB=20\n",
		       "Node 0 DMA: 3*4kB (U) 1*8kB (U) = 20kB\n");
	assert_unwraps("tar invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=10\n",
		       "tar invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=10\n");
}

static void damage_by_terminals_and_transports_is_undone(void **state)
{
	size_t len;
	char *text = unwrap_text(SPAN("\xef\xbb\xbfMem-\0Info:\r\n\x1b[1;31mNode 0 DMA"
				      "\xc2\xa0 free:4kB\x1b[0m\r\n\r\nx\r\r\ny"), &len);

	(void)state;
	assert_string_equal(text, "Mem-Info:\nNode 0 DMA  free:4kB\n\nx\ny\n");
	free(text);
}

static void unwrapping_twice_changes_nothing(void **state)
{
	char paste[8192], *once, *twice;
	size_t len = 0, len_twice;

	(void)state;
	for (size_t i = 0; i < NR_REPORT_LINES; i++)
		len += (size_t)snprintf(paste + len, sizeof(paste) - len, "%s\n", report_lines[i]);
	assert_true(len < sizeof(paste));
	once = unwrap_text((struct span){ paste, len }, &len);
	twice = unwrap_text((struct span){ once, len }, &len_twice);
	assert_string_equal(once, twice);
	free(once);
	free(twice);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prefixes_of_log_keepers_go_and_the_time_stays),
		cmocka_unit_test(a_newline_inside_a_kmsg_record_is_a_newline),
		cmocka_unit_test(a_row_that_a_mailer_wrapped_gets_its_blank_back),
		cmocka_unit_test(a_word_that_a_terminal_cut_is_joined_with_nothing),
		cmocka_unit_test(numbers_are_cut_only_if_all_breaks_lie_at_one_column),
		cmocka_unit_test(indented_lines_below_a_stamped_one_belong_to_it_or_stand_alone),
		cmocka_unit_test(a_request_is_put_together_without_blanks_in_its_flags),
		cmocka_unit_test(foreign_lines_stay_on_their_own),
		cmocka_unit_test(rows_of_proc_files_are_wrapped_too),
		cmocka_unit_test(a_kernel_line_behind_something_else_begins_a_line),
		cmocka_unit_test(quoted_printable_is_decoded_and_plain_text_is_not),
		cmocka_unit_test(damage_by_terminals_and_transports_is_undone),
		cmocka_unit_test(unwrapping_twice_changes_nothing),
	};

	return CHECK_MAIN(tests);
}
