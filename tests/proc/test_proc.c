// SPDX-License-Identifier: GPL-2.0-or-later
/* A captured machine, and what happens when its files change, vanish or break. */
#include "fragscope/proc.h"

#include <errno.h>

#include "folder.h"

/* A machine below a folder. */
struct machine {
	struct folder folder;
	struct reader *reader;
	struct proc *proc;
};

static struct machine machine_new(void)
{
	struct machine machine = { .folder = folder_of_fixture() };

	machine.reader = reader_new(machine.folder.path);
	machine.proc = proc_new(machine.reader);
	assert_non_null(machine.proc);
	return machine;
}

static void machine_free(struct machine *machine)
{
	proc_free(machine->proc);
	reader_free(machine->reader);
	folder_free(&machine->folder);
}

static struct frame *poll_for(struct machine *machine, int rc, struct err *err)
{
	struct frame *frame = frame_new();
	struct err breach = { "" };

	assert_int_equal(proc_poll(machine->proc, frame, err), rc);
	if (frame_check(frame, &breach))
		fail_msg("%s", breach.text);
	return frame;
}

static struct frame *poll_machine(struct machine *machine)
{
	struct err err = { "" };

	return poll_for(machine, 0, &err);
}

static const struct source_status *status_of(const struct frame *frame, const char *name)
{
	const struct source_status *status = frame_find_source(frame, name);

	assert_non_null(status);
	return status;
}

static void assert_state(const struct frame *frame, const char *name, enum source_state state)
{
	if (status_of(frame, name)->state != state)
		fail_msg("%s is in state %d (%s), not %d", name, status_of(frame, name)->state,
			 status_of(frame, name)->text, state);
}

static void assert_known(struct num num, uint64_t n)
{
	assert_int_equal(num.state, NUM_KNOWN);
	assert_true(num.n == n);
}

/* Everything, also what a first frame does without. */
static struct frame *poll_all(struct machine *machine)
{
	proc_force(machine->proc);
	return poll_machine(machine);
}

static void a_whole_machine_is_read(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame = poll_all(&machine);
	const struct zone *normal = frame_find_zone(frame, 0, SPAN("Normal"));

	(void)state;
	assert_string_equal(frame->host, "example");
	assert_string_equal(frame->release, "6.18.44");
	assert_false(frame->live);
	assert_known(frame->page_size, 4096);
	assert_known(frame->pageblock_order, 9);
	assert_known(normal->free_blocks[1], 1146);
	assert_known(normal->managed, 327680);
	assert_known(normal->min, 5013);
	assert_known(zone_get_type_blocks(normal, (unsigned int)frame_find_type(frame, "Movable")),
		     438);
	assert_int_equal(normal->printed_unusable[10], 771);
	assert_int_equal(normal->printed_extfrag[10], -1000);
	assert_known(counters_get(&frame->mem_knobs, "vm.min_free_kbytes"), 67584);
	assert_known(counters_get(&frame->meminfo, "MemTotal"), 24683652);
	assert_true(frame->vmstat.nr > 150);
	assert_known(frame->psi_full.avg10, 0);
	frame_free(frame);
	machine_free(&machine);
}

static void zones_come_in_the_kernels_order_with_those_that_have_no_memory(void **state)
{
	static const char *const names[] = { "DMA", "DMA32", "Normal", "Movable", "Device" };
	struct machine machine = machine_new();
	struct frame *frame = poll_machine(&machine);

	(void)state;
	assert_int_equal(frame->nr_zones, 5);
	for (unsigned int i = 0; i < 5; i++)
		assert_string_equal(frame->zones[i]->name, names[i]);
	assert_true(frame->zones[3]->empty);
	assert_false(frame->zones[2]->empty);
	frame_free(frame);
	machine_free(&machine);
}

static void huge_pages_come_by_size(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame = poll_machine(&machine);

	(void)state;
	assert_string_equal(frame->thp.enabled, "madvise");
	assert_known(frame->thp.pmd_size, 2 << 20);
	assert_int_equal(frame->thp.nr_sizes, 2);
	assert_int_equal(frame->thp.sizes[0].size_kib, 64);
	assert_int_equal(frame->thp.sizes[1].size_kib, 2048);
	assert_string_equal(frame->thp.sizes[0].enabled, "never");
	assert_known(counters_get(&frame->thp.sizes[0].stats, "anon_fault_fallback"), 0);
	assert_int_equal(frame->nr_hugepools, 4);
	assert_int_equal(frame->hugepools[0].node, -1);
	assert_int_equal(frame->hugepools[0].size_kib, 2048);
	assert_int_equal(frame->hugepools[1].size_kib, 1048576);
	assert_int_equal(frame->hugepools[2].node, 0);
	assert_known(frame->hugepools[0].reserved, 0);
	assert_int_equal(frame->hugepools[2].reserved.state, NUM_ABSENT);
	frame_free(frame);
	machine_free(&machine);
}

static void another_roots_processes_are_not_looked_at(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame = poll_machine(&machine);

	(void)state;
	assert_state(frame, "kthreads", SOURCE_ABSENT);
	assert_int_equal(frame->nr_kthreads, 0);
	frame_free(frame);
	machine_free(&machine);
}

static void each_source_says_how_it_fared_and_what_it_cost(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame = poll_all(&machine);

	(void)state;
	for (unsigned int i = 0; i < frame->nr_sources; i++) {
		const struct source_status *status = &frame->sources[i];

		assert_true(status->cost_ns > 0);
		if (!strcmp(status->name, "kthreads"))
			continue;
		assert_state(frame, status->name, SOURCE_OK);
		assert_true(status->read_ns > 0);
	}
	assert_true(span_find(span_of(status_of(frame, "pagetypeinfo")->text), "zone->lock") > 0);
	frame_free(frame);
	machine_free(&machine);
}

static void pagetypeinfo_is_read_seldom_but_its_values_stay(void **state)
{
	struct machine machine = machine_new();
	struct frame *first = poll_all(&machine), *second, *forced;
	unsigned int movable = (unsigned int)frame_find_type(first, "Movable");
	uint64_t read_ns = status_of(first, "pagetypeinfo")->read_ns;

	(void)state;
	folder_run("sed -i 's/Movable      1      3/Movable    777      3/' "
		   "'%s/proc/pagetypeinfo'%s", machine.folder.path, "");
	second = poll_machine(&machine);
	assert_state(second, "pagetypeinfo", SOURCE_OK);
	assert_true(status_of(second, "pagetypeinfo")->read_ns == read_ns);
	assert_known(zone_get_type_free(second->zones[1], movable, 0), 1);
	proc_force(machine.proc);
	forced = poll_machine(&machine);
	assert_state(forced, "pagetypeinfo", SOURCE_OK);
	assert_known(zone_get_type_free(forced->zones[1], movable, 0), 777);
	/* buddyinfo's counts win over the sums */
	assert_known(forced->zones[1]->free_blocks[0], 1);
	frame_free(first);
	frame_free(second);
	frame_free(forced);
	machine_free(&machine);
}

static void the_first_frame_does_not_wait_for_what_is_costly(void **state)
{
	struct machine machine = machine_new();
	struct frame *first = poll_machine(&machine), *second = poll_machine(&machine);

	(void)state;
	assert_state(first, "pagetypeinfo", SOURCE_STALE);
	assert_true(status_of(first, "pagetypeinfo")->read_ns == 0);
	assert_int_equal(first->nr_types, 0);
	assert_state(second, "pagetypeinfo", SOURCE_OK);
	assert_true(second->nr_types > 0);
	frame_free(first);
	frame_free(second);
	machine_free(&machine);
}

static void what_changes_is_seen_at_the_next_poll(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame = poll_machine(&machine);

	(void)state;
	frame_free(frame);
	folder_write(&machine.folder, "proc/buddyinfo", "Node 0, zone DMA 1 2 3\n");
	folder_write(&machine.folder, "proc/sys/vm/nr_hugepages", "5\n");
	frame = poll_machine(&machine);
	assert_known(frame->zones[0]->free_blocks[2], 3);
	assert_known(counters_get(&frame->mem_knobs, "vm.nr_hugepages"), 5);
	frame_free(frame);
	machine_free(&machine);
}

static void a_source_that_vanishes_costs_only_itself(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame = poll_machine(&machine);
	uint64_t read_ns = status_of(frame, "buddyinfo")->read_ns;

	(void)state;
	frame_free(frame);
	folder_remove(&machine.folder, "proc/buddyinfo");
	frame = poll_machine(&machine);
	assert_state(frame, "buddyinfo", SOURCE_STALE);
	assert_true(status_of(frame, "buddyinfo")->read_ns == read_ns);
	assert_true(span_find(span_of(status_of(frame, "buddyinfo")->text), "No such file") > 0);
	assert_state(frame, "zoneinfo", SOURCE_OK);
	assert_known(frame->zones[0]->managed, 3840);
	frame_free(frame);
	machine_free(&machine);
}

static void a_broken_source_says_where_and_keeps_what_it_understood(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame;

	(void)state;
	folder_write(&machine.folder, "proc/buddyinfo",
		     "Node 0, zone DMA 1 2 3\nNode 0, zone DMA32 4 5 x\n");
	frame = poll_machine(&machine);
	assert_state(frame, "buddyinfo", SOURCE_BROKEN);
	assert_string_equal(status_of(frame, "buddyinfo")->text,
			    "proc/buddyinfo: line 2, column 24: no count");
	assert_known(frame->zones[0]->free_blocks[2], 3);
	assert_known(frame->zones[1]->free_blocks[1], 5);
	assert_int_equal(zone_free_pages(frame->zones[1]).state, NUM_ABSENT);
	frame_free(frame);
	machine_free(&machine);
}

static void the_page_size_follows_from_counters(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame;

	(void)state;
	folder_write(&machine.folder, "proc/meminfo",
		     "Mapped: 640000 kB\nAnonPages: 6400000 kB\nPageTables: 12800 kB\n");
	folder_write(&machine.folder, "proc/vmstat",
		     "nr_mapped 10010\nnr_anon_pages 99000\nnr_page_table_pages 200\n");
	frame = poll_machine(&machine);
	assert_known(frame->page_size, 65536);
	frame_free(frame);
	machine_free(&machine);
}

static void counters_that_disagree_tell_no_page_size(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame;

	(void)state;
	folder_write(&machine.folder, "proc/meminfo",
		     "Mapped: 640000 kB\nAnonPages: 123 kB\nPageTables: 5555 kB\n");
	folder_write(&machine.folder, "proc/vmstat",
		     "nr_mapped 10010\nnr_anon_pages 99000\nnr_page_table_pages 200\n");
	frame = poll_machine(&machine);
	assert_int_equal(frame->page_size.state, NUM_ABSENT);
	frame_free(frame);
	machine_free(&machine);
}

static void the_pageblock_order_is_that_of_a_huge_page_without_pagetypeinfo(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame;

	(void)state;
	folder_remove(&machine.folder, "proc/pagetypeinfo");
	frame = poll_machine(&machine);
	assert_known(frame->pageblock_order, 9);
	frame_free(frame);
	machine_free(&machine);
}

static void the_pageblock_order_is_the_largest_without_huge_pages(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame;

	(void)state;
	folder_remove(&machine.folder, "proc/pagetypeinfo");
	folder_remove(&machine.folder, "sys/kernel/mm/transparent_hugepage");
	frame = poll_machine(&machine);
	assert_state(frame, "thp", SOURCE_ABSENT);
	assert_known(frame->pageblock_order, 10);
	frame_free(frame);
	machine_free(&machine);
}

static void an_unmounted_debugfs_says_how_to_mount_it(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame;

	(void)state;
	folder_remove(&machine.folder, "sys/kernel/debug/extfrag");
	frame = poll_machine(&machine);
	assert_state(frame, "extfrag", SOURCE_ABSENT);
	assert_true(span_find(span_of(status_of(frame, "extfrag")->text),
			      "mount -t debugfs none /sys/kernel/debug") == 0);
	frame_free(frame);
	machine_free(&machine);
}

static void a_folder_that_is_no_machine_is_an_error(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct machine machine = { folder, reader, proc_new(reader) };
	struct err err = { "" };
	char want[256];

	(void)state;
	frame_free(poll_for(&machine, -ENOENT, &err));
	snprintf(want, sizeof(want), "%s: neither proc/buddyinfo nor proc/zoneinfo is there; "
		 "give a folder with a copy of proc and sys", folder.path);
	assert_string_equal(err.text, want);
	folder_write(&folder, "proc/buddyinfo", "\001\002\003");
	proc_force(machine.proc);
	frame_free(poll_for(&machine, -EINVAL, &err));
	assert_string_equal(err.text, "proc/buddyinfo: line 1, column 1: "
			    "no row of /proc/buddyinfo in this text");
	machine_free(&machine);
}

static void pages_of_a_block_come_from_three_files(void **state)
{
	static const uint64_t flags[] = { 0x400, 0x80, 0x5828, 0 };
	struct machine machine = machine_new();
	struct frame *frame = poll_machine(&machine);
	struct err err = { "" };
	char path[128];
	FILE *file;

	(void)state;
	assert_int_equal(proc_block_detail(machine.proc, frame, 0, 8, &err), -ENOENT);
	assert_null(frame->detail);
	snprintf(path, sizeof(path), "%s/proc/kpageflags", machine.folder.path);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(flags, sizeof(flags), 1, file), 1);
	fclose(file);
	folder_run("cp '%s/proc/kpageflags' '%s/proc/kpagecount'", machine.folder.path,
		   machine.folder.path);
	assert_int_equal(proc_block_detail(machine.proc, frame, 1, 8, &err), 0);
	assert_int_equal(frame->detail->first_pfn, 1);
	assert_int_equal(frame->detail->nr_pages, 8);
	assert_int_equal(frame->detail->pages[1].flags, 0x5828);
	assert_known(frame->detail->pages[0].mapcount, 0x80);
	assert_int_equal(frame->detail->pages[0].cgroup_inode.state, NUM_ABSENT);
	/* beyond the end of memory */
	assert_int_equal(frame->detail->pages[3].mapcount.state, NUM_ABSENT);
	assert_state(frame, "kpagecount", SOURCE_OK);
	assert_state(frame, "kpagecgroup", SOURCE_ABSENT);
	frame_free(frame);
	machine_free(&machine);
}

static void impossible_blocks_are_refused(void **state)
{
	struct machine machine = machine_new();
	struct frame *frame = poll_machine(&machine);
	struct err err = { "" };

	(void)state;
	assert_int_equal(proc_block_detail(machine.proc, frame, 0, 0, &err), -EINVAL);
	assert_int_equal(proc_block_detail(machine.proc, frame, 0, UINT64_MAX, &err), -EINVAL);
	assert_int_equal(proc_block_detail(machine.proc, frame, UINT64_MAX, 512, &err), -EINVAL);
	frame_free(frame);
	machine_free(&machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_machine_is_read),
		cmocka_unit_test(zones_come_in_the_kernels_order_with_those_that_have_no_memory),
		cmocka_unit_test(huge_pages_come_by_size),
		cmocka_unit_test(another_roots_processes_are_not_looked_at),
		cmocka_unit_test(each_source_says_how_it_fared_and_what_it_cost),
		cmocka_unit_test(pagetypeinfo_is_read_seldom_but_its_values_stay),
		cmocka_unit_test(the_first_frame_does_not_wait_for_what_is_costly),
		cmocka_unit_test(what_changes_is_seen_at_the_next_poll),
		cmocka_unit_test(a_source_that_vanishes_costs_only_itself),
		cmocka_unit_test(a_broken_source_says_where_and_keeps_what_it_understood),
		cmocka_unit_test(the_page_size_follows_from_counters),
		cmocka_unit_test(counters_that_disagree_tell_no_page_size),
		cmocka_unit_test(the_pageblock_order_is_that_of_a_huge_page_without_pagetypeinfo),
		cmocka_unit_test(the_pageblock_order_is_the_largest_without_huge_pages),
		cmocka_unit_test(an_unmounted_debugfs_says_how_to_mount_it),
		cmocka_unit_test(a_folder_that_is_no_machine_is_an_error),
		cmocka_unit_test(pages_of_a_block_come_from_three_files),
		cmocka_unit_test(impossible_blocks_are_refused),
	};

	return CHECK_MAIN(tests);
}
