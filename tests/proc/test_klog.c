// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>

#include "captured.h"
#include "report.h"

/* The only frame of a text. */
static struct frame *only_frame(struct capture *capture, const char *text)
{
	capture_text(capture, text);
	assert_int_equal(capture->nr_frames, 1);
	return capture->frames[0];
}

static void assert_blocks(const struct zone *zone, const uint64_t *want, unsigned int nr)
{
	assert_int_equal(zone->nr_orders, nr);
	for (unsigned int order = 0; order < nr; order++)
		assert_num(zone->free_blocks[order], want[order]);
}

static unsigned int letter(const struct frame *frame, const char *type)
{
	int index = frame_find_type(frame, type);

	assert_true(index >= 0);
	return 1u << index;
}

static void add_report(char *paste, size_t size, void (*add)(char **at, const char *line))
{
	char *at = paste;

	for (size_t i = 0; i < NR_REPORT_LINES; i++)
		add(&at, report_lines[i]);
	*at = '\0';
	assert_true((size_t)(at - paste) < size);
}

static void add_line(char **at, const char *line)
{
	*at += sprintf(*at, "%s\n", line);
}

static void an_allocation_failure_becomes_a_frame(void **state)
{
	static const uint64_t dma32[] = { 4551, 2207, 1398, 201, 26, 0, 0, 0, 0, 0, 0 };
	struct capture capture = { 0 };
	const struct request *request;
	const struct frame *frame;
	const struct zone *zone;
	char paste[8192];

	(void)state;
	add_report(paste, sizeof(paste), add_line);
	frame = only_frame(&capture, paste);
	request = &frame->request;
	assert_int_equal(request->kind, REQUEST_ALLOC_FAILURE);
	assert_string_equal(request->label, "page allocation failure");
	assert_string_equal(request->comm, "backup-agent");
	assert_string_equal(request->gfp_names, "GFP_KERNEL|__GFP_COMP");
	assert_false(request->gfp_decoded);
	assert_string_equal(request->nodemask, "(null)");
	assert_string_equal(request->cpuset, "/jobs");
	assert_string_equal(request->mems_allowed, "0-1");
	assert_null(request->constraint);
	assert_num(request->gfp_mask, 0x40cc0);
	assert_num(request->order, 5);
	assert_num(request->pid, 30417);
	assert_num(request->cpu, 11);
	assert_true(request->when > 8817.2044 && request->when < 8817.2045);
	assert_string_equal(frame->release, "6.4.2-test1");
	assert_num(frame->page_size, 4096);

	assert_int_equal(frame->nr_zones, 3);
	zone = zone_of(frame, 0, "DMA32");
	assert_blocks(zone, dma32, 11);
	assert_num(zone_free_pages(zone), 66324 / 4);
	assert_num(zone->free, 66316 / 4); /* as printed, though the lists say more */
	assert_num(zone->free_total, 66324 / 4);
	assert_num(zone->min, 9764 / 4);
	assert_num(zone->low, 11180 / 4);
	assert_num(zone->high, 12596 / 4);
	assert_num(zone->boost, 4096 / 4);
	assert_num(zone->present, 2080444 / 4);
	assert_num(zone->managed, 1977344 / 4);
	assert_num(zone->pcp_pages, 1872 / 4);
	assert_num(zone->free_cma, 48 / 4);
	assert_num(zone->reserved_highatomic, 2048 / 4);
	assert_int_equal(zone->nr_reserve, 5);
	assert_num(zone->reserve[2], 1976);
	assert_true(zone->has_letters);
	assert_int_equal(zone->letters[4], letter(frame, "Movable") | letter(frame, "HighAtomic"));
	assert_int_equal(zone->letters[5], 0);
	assert_false(zone->partial);
	assert_false(zone->empty);

	assert_num(counters_get(&frame->vmstat, "nr_inactive_file"), 51277);
	assert_num(counters_get(&frame->vmstat, "nr_slab_unreclaimable"), 33790);
	assert_num(counters_get(&frame->vmstat, "nr_free_pages"), 37264);
	assert_num(counters_get(&frame->vmstat, "nr_file_pages"), 94441);
	assert_num(counters_get(&frame->meminfo, "SwapFree"), 1048572);
	assert_int_equal(frame->nr_hugepools, 2);
	assert_int_equal(frame->hugepools[1].size_kib, 2048);
	assert_num(frame->hugepools[1].free, 4);
	assert_num(frame->hugepools[1].surplus, 1);
	capture_done(&capture);
}

/* All that a frame says, as text to compare. */
static void print_num(char **at, struct num n)
{
	*at += sprintf(*at, " %d:%llu", n.state, (unsigned long long)n.n);
}

static void print_frame(char *at, const struct frame *frame)
{
	const struct request *request = &frame->request;

	at += sprintf(at, "%s %s %s %s %s %s %d", request->comm, request->gfp_names,
		      request->nodemask, request->cpuset, request->mems_allowed, frame->release,
		      request->kind);
	print_num(&at, request->order);
	print_num(&at, request->pid);
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];

		at += sprintf(at, "\n%d %s", zone->node, zone->name);
		print_num(&at, zone->free);
		print_num(&at, zone->high);
		print_num(&at, zone->managed);
		print_num(&at, zone->free_cma);
		for (unsigned int r = 0; r < zone->nr_reserve; r++)
			print_num(&at, zone->reserve[r]);
		for (unsigned int o = 0; o < zone->nr_orders; o++) {
			print_num(&at, zone->free_blocks[o]);
			at += sprintf(at, "/%x", zone->letters[o]);
		}
	}
	for (unsigned int i = 0; i < frame->vmstat.nr; i++) {
		at += sprintf(at, "\n%s", frame->vmstat.rows[i].name);
		print_num(&at, frame->vmstat.rows[i].value);
	}
	for (unsigned int i = 0; i < frame->nr_hugepools; i++)
		print_num(&at, frame->hugepools[i].total);
}

/* Ways to put a line into a paste, all with lines of at most width columns. */
static size_t width;

static void cut(char **at, const char *front, const char *line)
{
	for (size_t n = 0; line[n]; n++)
		*at += sprintf(*at, "%s%c", !n ? front : n % width ? "" : "\n", line[n]);
	*at += sprintf(*at, "\n");
}

static void add_cut(char **at, const char *line)
{
	cut(at, "", line);
}

static void add_cut_without_time(char **at, const char *line)
{
	cut(at, "", strchr(line, ']') + 2);
}

static void wrap(char **at, const char *front, const char *line)
{
	while (strlen(line) > width) {
		size_t n = width;

		while (n && line[n] != ' ')
			n--;
		if (n < 20)
			n = width + strcspn(line + width, " ");
		*at += sprintf(*at, "%s%.*s\n", front, (int)n, line);
		line += n + (line[n] == ' ');
	}
	*at += sprintf(*at, "%s%s\n", front, line);
}

static void add_wrapped(char **at, const char *line)
{
	wrap(at, "", line);
}

static void add_quoted(char **at, const char *line)
{
	wrap(at, "> > ", line);
}

static void add_syslog(char **at, const char *line)
{
	char longer[1024];

	snprintf(longer, sizeof(longer), "Jun 17 08:05:09 box kernel: %s", line);
	wrap(at, "", longer);
}

static void a_report_survives_a_cut_at_any_column_and_a_wrap_at_any_width(void **state)
{
	static void (*const ways[])(char **at, const char *line) = {
		add_cut, add_cut_without_time, add_wrapped, add_quoted, add_syslog,
	};
	static char paste[32768], want[8192], got[8192];

	(void)state;
	for (size_t way = 0; way < sizeof(ways) / sizeof(ways[0]); way++) {
		for (width = 60; width <= 160; width++) {
			struct capture capture = { 0 };

			add_report(paste, sizeof(paste), ways[way]);
			print_frame(got, only_frame(&capture, paste));
			capture_done(&capture);
			add_report(paste, sizeof(paste), add_line);
			print_frame(want, only_frame(&capture, paste));
			capture_done(&capture);
			if (strcmp(got, want))
				fail_msg("way %zu, width %zu:\n%s\nwant:\n%s", way, width, got,
					 want);
		}
	}
}

static void an_oom_report_keeps_its_constraint(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"[  5.1] Web Content invoked oom-killer: gfp_mask=0x100cca(GFP_HIGHUSER_MOVABLE), "
		"order=0, oom_score_adj=300\n"
		"[  5.1] CPU: 2 UID: 1000 PID: 812 Comm: Web Content Kdump: loaded Not tainted "
		"6.12.3 #1 PREEMPT(voluntary)\n"
		"[  5.1] Mem-Info:\n"
		"[  5.1] active_anon:12 inactive_anon:2 isolated_anon:0\n"
		"[  5.2] oom-kill:constraint=CONSTRAINT_CPUSET,nodemask=0-1,cpuset=web,"
		"mems_allowed=0,2,global_oom,task_memcg=/x,task=y,pid=7,uid=0\n");

	(void)state;
	assert_int_equal(frame->request.kind, REQUEST_OOM);
	assert_string_equal(frame->request.comm, "Web Content");
	assert_num(frame->request.pid, 812);
	assert_string_equal(frame->request.constraint, "CONSTRAINT_CPUSET");
	assert_string_equal(frame->request.nodemask, "0-1");
	assert_string_equal(frame->request.cpuset, "web");
	assert_string_equal(frame->request.mems_allowed, "0,2");
	assert_string_equal(frame->release, "6.12.3");
	capture_done(&capture);
}

static void a_request_without_memory_lines_is_a_frame(void **state)
{
	struct capture capture = { 0 };

	(void)state;
	capture_text(&capture,
		     "a: page allocation failure: order:2, mode:0x820(GFP_ATOMIC), nodemask=(null)\n"
		     "b: page allocation failure: order:3, mode:0x820(GFP_ATOMIC), nodemask=(null)\n"
		     "Mem-Info:\n"
		     "Normal: 5*4kB (U) 1*8kB (U) = 28kB\n");
	assert_int_equal(capture.nr_frames, 2);
	assert_num(capture.frames[0]->request.order, 2);
	assert_int_equal(capture.frames[0]->nr_zones, 0);
	assert_num(capture.frames[1]->request.order, 3);
	assert_int_equal(capture.frames[1]->nr_zones, 1);
	assert_int_equal(zone_of(capture.frames[1], -1, "Normal")->node, -1);
	capture_done(&capture);
}

static void a_second_mem_info_or_a_zone_that_comes_again_begins_a_report(void **state)
{
	struct capture capture = { 0 };

	(void)state;
	capture_text(&capture,
		     "Mem-Info:\nNode 0 DMA free:8kB min:4kB\nNode 0 DMA: 2*4kB 0*8kB = 8kB\n"
		     "Mem-Info:\nNode 0 DMA free:12kB min:4kB\nNode 0 DMA: 3*4kB 0*8kB = 12kB\n"
		     "Node 0 DMA: 4*4kB 0*8kB = 16kB\n");
	assert_int_equal(capture.nr_frames, 3);
	assert_num(zone_of(capture.frames[1], 0, "DMA")->free, 3);
	assert_num(zone_of(capture.frames[2], 0, "DMA")->free_blocks[0], 4);
	assert_int_equal(capture.frames[2]->request.kind, REQUEST_SHOW_MEM);
	capture_done(&capture);
}

static void labels_of_other_requests_are_known(void **state)
{
	struct capture capture = { 0 };

	(void)state;
	capture_text(&capture,
		     "[ 1.0] btrfs-x: vmalloc error: size 1052672, page order 9, failed to allocate "
		     "pages, mode:0xcc2(GFP_KERNEL|__GFP_HIGHMEM), nodemask=(null),cpuset=/,"
		     "mems_allowed=0\n"
		     "[ 2.0] kworker/1:2: vmemmap alloc failure: order:9, mode:0x4cc0(GFP_KERNEL|"
		     "__GFP_RETRY_MAYFAIL), nodemask=(null)\n"
		     "[ 3.0] __alloc_pages: 3-order allocation failed (gfp=0x1f0/0)\n");
	assert_int_equal(capture.nr_frames, 3);
	assert_string_equal(capture.frames[0]->request.label, "vmalloc error");
	assert_string_equal(capture.frames[0]->request.comm, "btrfs-x");
	assert_num(capture.frames[0]->request.size_bytes, 1052672);
	assert_num(capture.frames[0]->request.order, 9);
	assert_string_equal(capture.frames[1]->request.comm, "kworker/1:2");
	assert_num(capture.frames[1]->request.order, 9);
	assert_null(capture.frames[2]->request.comm);
	assert_num(capture.frames[2]->request.order, 3);
	assert_num(capture.frames[2]->request.gfp_mask, 0x1f0);
	capture_done(&capture);
}

static void a_bare_mode_is_decoded_for_its_kernel(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"swapper: page allocation failure. order:1, mode:0x20\n"
		"Pid: 0, comm: swapper Tainted: P           2.6.32-71.el6.x86_64 #1\n");

	(void)state;
	assert_num(frame->request.gfp_mask, 0x20);
	assert_string_equal(frame->request.gfp_names, "GFP_ATOMIC");
	assert_true(frame->request.gfp_decoded);
	assert_num(frame->request.pid, 0);
	assert_string_equal(frame->release, "2.6.32-71.el6.x86_64");
	capture_done(&capture);
}

static void rows_of_2_4_have_no_names(void **state)
{
	static const uint64_t normal[] = { 61, 8, 2, 0, 1 };
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"SysRq : Show Memory\n"
		"Mem-info:\n"
		"Free pages:         416kB (     0kB HighMem)\n"
		"Zone:DMA freepages:    12kB min:    64kB low:   128kB high:   192kB\n"
		"Zone:Normal freepages:   404kB min:   128kB low:   256kB high:   384kB\n"
		"Zone:HighMem freepages:     0kB min:     0kB low:     0kB high:     0kB\n"
		"( Active: 700, inactive: 801, free: 104 )\n"
		"1*4kB 1*8kB 0*16kB 0*32kB 0*64kB = 12kB)\n"
		"61*4kB 8*8kB 2*16kB \n0*32kB 1*64kB = 404kB)\n"
		"= 0kB)\n"
		"Free swap:         1200kB\n"
		"4096 pages of RAM\n");
	const struct zone *zone = zone_of(frame, -1, "Normal");

	(void)state;
	assert_int_equal(frame->nr_zones, 3);
	assert_blocks(zone, normal, 5);
	assert_num(zone->free, 101);
	assert_num(zone->min, 32);
	assert_true(zone_of(frame, -1, "HighMem")->empty);
	assert_false(zone->has_letters);
	assert_num(counters_get(&frame->vmstat, "nr_active"), 700);
	assert_num(counters_get(&frame->vmstat, "pages_ram"), 4096);
	assert_num(counters_get(&frame->meminfo, "SwapFree"), 1200);
	capture_done(&capture);
}

static void empty_zones_are_empty_and_nodes_stand_in_any_order(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"Node 3 DMA per-cpu: empty\n"
		"Active:11 inactive:12 dirty:1 writeback:0 unstable:0 free:7 slab:3\n"
		"Node 3 DMA free:0kB min:0kB low:0kB high:0kB active:0kB present:0kB "
		"pages_scanned:0 all_unreclaimable? no\n"
		"lowmem_reserve[]: 0 0 511\n"
		"Node 0 Normal free:28kB min:8kB low:9kB high:10kB active:4kB present:64kB\n"
		"Node 3 DMA: empty\n"
		"Node 0 Normal: 5*4kB 1*8kB = 28kB\n");

	(void)state;
	assert_string_equal(frame->zones[0]->name, "DMA");
	assert_int_equal(frame->zones[0]->node, 3);
	assert_true(frame->zones[0]->empty);
	assert_false(frame->zones[1]->empty);
	assert_num(counters_get(&frame->vmstat, "nr_slab"), 3);
	capture_done(&capture);
}

static void orders_and_page_size_come_from_the_row(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"Normal free:1216kB min:64kB low:128kB high:192kB present:4096kB managed:4096kB\n"
		"Normal: 1*64kB (U) 1*128kB (U) 0*256kB 2*512kB (M) = 1216kB\n");
	const struct zone *zone = frame->zones[0];

	(void)state;
	assert_num(frame->page_size, 65536);
	assert_int_equal(zone->nr_orders, 4);
	assert_num(zone->free, 19);
	assert_num(zone->min, 1);
	assert_num(zone_free_pages(zone), 19);
	capture_done(&capture);
}

static void without_rows_the_page_size_comes_from_the_sums_or_stays_unknown(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame;

	(void)state;
	frame = only_frame(&capture, "Mem-Info:\nactive_anon:7 inactive_anon:1\n free:1000\n"
			   "Normal free:16000kB min:160kB low:320kB high:480kB\n");
	assert_num(frame->page_size, 16384);
	assert_num(frame->zones[0]->min, 10);
	capture_done(&capture);
	frame = only_frame(&capture, "Mem-Info:\nNormal free:16000kB min:160kB low:320kB\n");
	assert_false(num_has(frame->page_size));
	assert_false(num_has(frame->zones[0]->min));
	capture_done(&capture);
}

static void cut_rows_keep_what_they_show_and_have_no_total(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"Node 0 DMA: 3*4kB (U) 5*8kB (UM) 2*16B\n"
		"Node 0 DMA32: 1*4kB (U) 2*8kB (U)B\n"
		"Node 0 Normal: 7*4kB (UM) <...> = 9000kB\n"
		"Node 0 Movable: 7*4kB (M) 0*8kB 1*16kB (M) 0*32kB = 44kB\n"
		"Node 1 Normal: 7*4kB (UM) 1*8kB (U) 0*16kB 0*32kB\n"
		"Node 2 Normal: 7*4kB (UM) 1*8kB (U\n");
	const struct zone *zone = zone_of(frame, 0, "DMA");

	(void)state;
	assert_num(zone->free_blocks[1], 5);
	assert_int_equal(zone->nr_orders, 4); /* as many as other zones have */
	assert_false(num_has(zone->free_blocks[2]));
	assert_false(num_has(zone_free_pages(zone)));
	assert_int_equal(zone_largest_free_order(zone), -2);
	assert_true(zone->partial);
	zone = zone_of(frame, 0, "DMA32");
	assert_int_equal(zone->letters[1], letter(frame, "Unmovable"));
	zone = zone_of(frame, 0, "Normal");
	assert_num(zone->free_total, 2250);
	assert_false(num_has(zone_free_pages(zone)));
	assert_num(zone_free_pages(zone_of(frame, 0, "Movable")), 11);
	/* only the total is missing */
	assert_num(zone_free_pages(zone_of(frame, 1, "Normal")), 9);
	assert_false(zone_of(frame, 1, "Normal")->partial);
	zone = zone_of(frame, 2, "Normal");
	assert_num(zone->free_blocks[1], 1);
	assert_int_equal(zone->letters[1], 0);
	assert_true(zone->partial);
	capture_done(&capture);
}

static void a_row_that_does_not_add_up_is_unknown(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"Normal: 5*4kB (U) 1*8kB (U) 2*16kB (U) = 96kB\n"
		"HighMem: 18446744073709551615*4kB 1*8kB = 4kB\n");

	(void)state;
	assert_false(num_has(frame->zones[0]->free_blocks[0]));
	assert_num(frame->zones[0]->free_total, 24);
	assert_false(num_has(frame->zones[1]->free_blocks[0]));
	assert_non_null(strstr(capture.note, "zone Normal do not add up"));
	assert_int_equal(frame_find_source(frame, "klog")->state, SOURCE_BROKEN);
	capture_done(&capture);
}

static void amounts_near_two_to_the_64_stay_as_they_are(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"Node 0 Normal free:28kB min:18446744073709551612kB low:99999999999999999999kB\n"
		"lowmem_reserve[]: 0 18446744073709551615\n"
		"Node 0 Normal: 5*4kB (U) 1*8kB (U) = 28kB\n");
	const struct zone *zone = frame->zones[0];

	(void)state;
	assert_num(zone->min, 18446744073709551612ULL / 4);
	assert_false(num_has(zone->low));
	assert_num(zone->reserve[1], UINT64_MAX);
	capture_done(&capture);
}

static void letters_stand_for_types_in_their_kernels_order(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"Normal: 5*4kB (UEMR) 1*8kB (UQ) = 28kB\n");

	(void)state;
	assert_string_equal(frame->type_name[1], "Reclaimable");
	assert_string_equal(frame->type_name[2], "Movable");
	assert_int_equal(frame->zones[0]->letters[0],
			 letter(frame, "Unmovable") | letter(frame, "Movable") |
			 letter(frame, "Reclaimable") | letter(frame, "Reserve"));
	/* a type we know nothing of is called as the log calls it */
	assert_int_equal(frame->zones[0]->letters[1],
			 letter(frame, "Unmovable") | letter(frame, "Q"));
	capture_done(&capture);
}

static void lowmem_reserve_may_stand_on_the_zones_own_line(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame = only_frame(&capture,
		"Normal free:28kB min:8kB\n\tlow:12kB lowmem_reserve[]: 0 16 33\n"
		"Normal: 5*4kB (U)\n\t1*8kB (U) = 28kB\n");

	(void)state;
	assert_num(frame->zones[0]->low, 3);
	assert_int_equal(frame->zones[0]->nr_reserve, 3);
	assert_num(frame->zones[0]->reserve[2], 33);
	assert_num(frame->zones[0]->free_blocks[1], 1);
	capture_done(&capture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_allocation_failure_becomes_a_frame),
		cmocka_unit_test(a_report_survives_a_cut_at_any_column_and_a_wrap_at_any_width),
		cmocka_unit_test(an_oom_report_keeps_its_constraint),
		cmocka_unit_test(a_request_without_memory_lines_is_a_frame),
		cmocka_unit_test(a_second_mem_info_or_a_zone_that_comes_again_begins_a_report),
		cmocka_unit_test(labels_of_other_requests_are_known),
		cmocka_unit_test(a_bare_mode_is_decoded_for_its_kernel),
		cmocka_unit_test(rows_of_2_4_have_no_names),
		cmocka_unit_test(empty_zones_are_empty_and_nodes_stand_in_any_order),
		cmocka_unit_test(orders_and_page_size_come_from_the_row),
		cmocka_unit_test(without_rows_the_page_size_comes_from_the_sums_or_stays_unknown),
		cmocka_unit_test(cut_rows_keep_what_they_show_and_have_no_total),
		cmocka_unit_test(a_row_that_does_not_add_up_is_unknown),
		cmocka_unit_test(amounts_near_two_to_the_64_stay_as_they_are),
		cmocka_unit_test(letters_stand_for_types_in_their_kernels_order),
		cmocka_unit_test(lowmem_reserve_may_stand_on_the_zones_own_line),
	};

	return CHECK_MAIN(tests);
}
