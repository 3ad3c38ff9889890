// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The machine that runs the tests.  Its memory changes between two readings, so comparisons allow
 * for drift or ask for readings without one; what is denied or not there is skipped.
 */
#include "fragscope/clock.h"
#include "fragscope/proc.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <unistd.h>

#include "../check.h"
#include "fragscope/index.h"
#include "fragscope/parse.h"

#define TRIES 50

static struct frame *poll_live(struct proc *proc)
{
	struct frame *frame = frame_new();
	struct err err = { "" };

	proc_force(proc);
	if (proc_poll(proc, frame, &err))
		fail_msg("%s", err.text);
	if (frame_check(frame, &err))
		fail_msg("%s", err.text);
	return frame;
}

static bool is_ok(const struct frame *frame, const char *source)
{
	const struct source_status *status = frame_find_source(frame, source);

	assert_non_null(status);
	assert_int_not_equal(status->state, SOURCE_BROKEN);
	return status->state == SOURCE_OK;
}

struct live {
	struct reader *reader;
	struct proc *proc;
};

static int open_live(void **state)
{
	static struct live live;

	live.reader = reader_new("/");
	live.proc = proc_new(live.reader);
	*state = &live;
	return live.proc ? 0 : -1;
}

static int close_live(void **state)
{
	struct live *live = *state;

	proc_free(live->proc);
	reader_free(live->reader);
	return 0;
}

/* Pages may move between the two readings; a 64th of the zone is far more than they do. */
static void free_lists_add_up_to_the_free_pages_of_zoneinfo(void **state)
{
	struct live *live = *state;
	struct frame *frame = poll_live(live->proc);

	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		struct num lists = zone_free_pages(zone);
		uint64_t drift;

		if (zone->empty || !num_has(lists) || !num_has(zone->free))
			continue;
		drift = lists.n > zone->free.n ? lists.n - zone->free.n : zone->free.n - lists.n;
		assert_true(drift <= 4096 + zone->managed.n / 64);
	}
	frame_free(frame);
}

static void zones_lie_within_their_spans(void **state)
{
	struct live *live = *state;
	struct frame *frame = poll_live(live->proc);

	assert_true(frame->nr_zones > 0);
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];

		if (zone->empty)
			continue;
		assert_true(zone->present.n <= zone->spanned.n);
		assert_true(zone->managed.n <= zone->present.n);
		assert_true(zone->low.n >= zone->min.n && zone->high.n >= zone->low.n);
		assert_true(num_has(zone->start_pfn));
		assert_true(zone->nr_orders > 0);
	}
	frame_free(frame);
}

static void identity_is_this_hosts(void **state)
{
	struct live *live = *state;
	struct frame *frame = poll_live(live->proc);
	char host[256] = "";

	assert_int_equal(gethostname(host, sizeof(host) - 1), 0);
	assert_string_equal(frame->host, host);
	assert_true(frame->live);
	assert_int_equal(frame->page_size.n, sysconf(_SC_PAGESIZE));
	assert_int_equal(frame->pageblock_order.state, NUM_KNOWN);
	assert_true(num_has(counters_get(&frame->vmstat, "nr_free_pages")));
	assert_true(num_has(counters_get(&frame->meminfo, "MemTotal")));
	frame_free(frame);
}

static void kernel_threads_have_used_no_more_time_than_there_was(void **state)
{
	struct live *live = *state;
	struct frame *frame = poll_live(live->proc);

	if (!is_ok(frame, "kthreads")) {
		frame_free(frame);
		skip();
	}
	for (unsigned int i = 0; i < frame->nr_kthreads; i++) {
		const struct kthread *kthread = &frame->kthreads[i];

		assert_true(kthread->pid > 0);
		assert_true(kthread->cpu_ns.n < clock_mono_ns());
		assert_true(!strncmp(kthread->name, "kcompactd", 9) ||
			    !strncmp(kthread->name, "kswapd", 6) ||
			    !strcmp(kthread->name, "khugepaged"));
	}
	frame_free(frame);
}

/* Every pageblock of the managed memory has a type; the kernel counts those that begin in the zone. */
static void pageblocks_by_type_cover_the_zone(void **state)
{
	struct live *live = *state;
	struct frame *frame = poll_live(live->proc);

	if (!is_ok(frame, "pagetypeinfo")) {
		frame_free(frame);
		skip();
	}
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		struct num blocks = num_known(0);

		if (zone->empty)
			continue;
		for (unsigned int type = 0; type < frame->nr_types; type++)
			blocks = num_add(blocks, zone_get_type_blocks(zone, type));
		assert_int_equal(blocks.state, NUM_KNOWN);
		assert_true(blocks.n >= zone->managed.n >> frame->pageblock_order.n);
		assert_true(blocks.n <= (zone->spanned.n >> frame->pageblock_order.n) + 2);
	}
	frame_free(frame);
}

/* The state of all free lists as text, to see whether anything moved. */
static char *read_buddyinfo(struct reader *reader)
{
	struct span text;

	if (reader_read(reader, "proc/buddyinfo", &text, NULL) < 0)
		return NULL;
	return strndup(text.at, text.len);
}

static void assert_indices(const struct zone *zone)
{
	uint64_t count[FRAME_ORDERS_MAX];
	bool capped;

	assert_true(index_zone_counts(zone, count, &capped));
	assert_true(zone->has_printed_unusable && zone->has_printed_extfrag);
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		struct index_info info = index_info(count, zone->nr_orders, order);

		assert_int_equal(zone->printed_unusable[order], index_unusable(&info, order));
		assert_int_equal(zone->printed_extfrag[order], index_extfrag(&info, order));
	}
}

/* In a mount namespace of its own, so that the host keeps its mounts. */
static void mount_debugfs(void)
{
	if (!access("/sys/kernel/debug/extfrag/extfrag_index", R_OK) || unshare(CLONE_NEWNS) < 0)
		return;
	if (!mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		mount("none", "/sys/kernel/debug", "debugfs", 0, NULL);
}

static void indices_equal_those_that_the_kernel_prints(void **state)
{
	struct live *live = *state;
	struct frame *frame = NULL;
	bool same = false;

	mount_debugfs();
	for (unsigned int i = 0; i < TRIES && !same; i++) {
		char *before = read_buddyinfo(live->reader), *after;

		frame_free(frame);
		frame = poll_live(live->proc);
		after = read_buddyinfo(live->reader);
		same = before && after && !strcmp(before, after);
		free(before);
		free(after);
	}
	if (!same || !is_ok(frame, "extfrag")) {
		frame_free(frame);
		skip();
	}
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (frame->zones[i]->nr_orders)
			assert_indices(frame->zones[i]);
	frame_free(frame);
}

static void pages_of_a_block_are_read(void **state)
{
	struct live *live = *state;
	struct frame *frame = poll_live(live->proc);
	struct err err = { "" };
	uint64_t pfn = 0;
	int rc;

	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (!frame->zones[i]->empty)
			pfn = frame->zones[i]->start_pfn.n;
	rc = proc_block_detail(live->proc, frame, pfn, 512, &err);
	if (rc == -EACCES || rc == -ENOENT || rc == -EPERM) {
		frame_free(frame);
		skip();
	}
	assert_int_equal(rc, 0);
	assert_int_equal(frame->detail->nr_pages, 512);
	assert_int_equal(frame->detail->first_pfn, pfn);
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(free_lists_add_up_to_the_free_pages_of_zoneinfo),
		cmocka_unit_test(zones_lie_within_their_spans),
		cmocka_unit_test(identity_is_this_hosts),
		cmocka_unit_test(kernel_threads_have_used_no_more_time_than_there_was),
		cmocka_unit_test(pageblocks_by_type_cover_the_zone),
		cmocka_unit_test(indices_equal_those_that_the_kernel_prints),
		cmocka_unit_test(pages_of_a_block_are_read),
	};

	if (access("/proc/buddyinfo", R_OK)) {
		puts("skipped: there is no /proc/buddyinfo here");
		return 77;
	}
	return cmocka_run_group_tests(tests, open_live, close_live);
}
