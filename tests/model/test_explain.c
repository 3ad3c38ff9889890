// SPDX-License-Identifier: GPL-2.0-or-later
/* Requests that failed, in frames as a kernel log makes them. */
#include <string.h>

#include "fragscope/verdict.h"
#include "fragscope/zone_kind.h"

#include "../check.h"
#include "made_frame.h"

static void set_request(struct frame *frame, enum request_kind kind, unsigned int order,
			const char *gfp)
{
	frame->request.kind = kind;
	frame->request.label = "page allocation failure";
	frame->request.comm = "cat";
	frame->request.order = num_known(order);
	frame->request.gfp_names = gfp;
	frame->request.mems_allowed = "0";
}

static struct verdict explain(const struct frame *frame)
{
	struct verdict verdict;

	verdict_explain(frame, &verdict);
	assert_true(strlen(verdict.headline) > 10);
	return verdict;
}

static bool has_line(const struct verdict *verdict, const char *text)
{
	for (unsigned int i = 0; i < verdict->nr_lines; i++)
		if (strstr(verdict->lines[i], text))
			return true;
	return false;
}

/* Much free memory in Normal, none of it in blocks above order 3; the rest is protected. */
static struct frame *fragmented_frame(void)
{
	struct frame *frame = made_frame();
	struct zone *dma32 = made_zone(frame, 0, "DMA32", 15360, 900, 1100);
	struct zone *normal = made_zone(frame, 0, "Normal", 40000, 15000, 19000);

	made_reserve(dma32, 0, 0, 15000, 15000, 15000);
	made_reserve(normal, 0, 0, 0, 0, 0);
	made_row(frame, dma32, 10, 15, "UM");
	made_row(frame, normal, 0, 20000, "UME");
	made_row(frame, normal, 3, 2500, "UME");
	dma32->free_cma = normal->free_cma = num_known(0);
	return frame;
}

static void a_costly_request_fails_of_fragmentation(void **state)
{
	struct frame *frame = fragmented_frame();
	struct verdict verdict;

	(void)state;
	set_request(frame, REQUEST_ALLOC_FAILURE, 4, "GFP_NOFS|__GFP_COMP");
	verdict = explain(frame);
	assert_int_equal(verdict.cause, VERDICT_FRAGMENTED);
	assert_int_equal(verdict.want.order, 4);
	assert_int_equal(verdict.want.class, VERDICT_UNMOVABLE);
	assert_int_equal(verdict.want.highest_zone, ZONE_KIND_NORMAL);
	assert_string_equal(verdict.headline, "Failed: 156 MiB is free in zone Normal, all of it in "
			    "blocks below 64 KiB");
	assert_string_equal(verdict.lines[0], "cat wanted 64 KiB (order 4) with GFP_NOFS|__GFP_COMP:"
			    " unmovable, zones up to Normal");
	assert_true(has_line(&verdict, "above order 3 the allocator gives up"));
	frame_free(frame);
}

static void without_io_there_is_no_compaction(void **state)
{
	struct frame *frame = fragmented_frame();
	struct verdict verdict;

	(void)state;
	set_request(frame, REQUEST_ALLOC_FAILURE, 4, "GFP_NOIO|__GFP_COMP");
	verdict = explain(frame);
	assert_int_equal(verdict.cause, VERDICT_FRAGMENTED);
	assert_true(has_line(&verdict, "without __GFP_IO compaction is forbidden"));
	frame_free(frame);
}

static void numbers_are_decoded_by_the_kernels_release(void **state)
{
	struct frame *frame = fragmented_frame();
	struct verdict verdict;

	(void)state;
	set_request(frame, REQUEST_ALLOC_FAILURE, 4, NULL);
	frame->request.gfp_mask = num_known(0x14040c0);
	frame->release = "4.14.65";
	verdict = explain(frame);
	assert_non_null(strstr(verdict.lines[0], "GFP_KERNEL|__GFP_COMP"));
	frame_free(frame);
}

static void who_can_do_without_is_told_apart(void **state)
{
	struct frame *frame = fragmented_frame();
	struct verdict verdict;

	(void)state;
	set_request(frame, REQUEST_ALLOC_FAILURE, 9, "GFP_KERNEL|__GFP_HIGHMEM");
	frame->request.label = "vmalloc error";
	verdict = explain(frame);
	assert_true(has_line(&verdict, "vmalloc goes on with single pages"));
	assert_true(has_line(&verdict, "zones up to Normal"));
	frame_free(frame);
}

static void a_kernel_request_cannot_use_cma_or_highatomic_blocks(void **state)
{
	struct frame *frame = made_frame();
	struct zone *normal = made_zone(frame, -1, "Normal", 26000, 10000, 20000);
	struct zone *movable = made_zone(frame, -1, "Movable", 500000, 8000, 16000);
	struct verdict verdict;

	(void)state;
	made_row(frame, normal, 0, 9000, "UMEC");
	made_row(frame, normal, 3, 9, "CH");
	made_row(frame, movable, 5, 300, "M");
	normal->free_cma = num_known(150);
	set_request(frame, REQUEST_OOM, 3, "GFP_KERNEL|__GFP_COMP|__GFP_ZERO");
	verdict = explain(frame);
	assert_int_equal(verdict.cause, VERDICT_WRONG_TYPE);
	assert_string_equal(verdict.headline, "Failed: the 9 free blocks of 32 KiB are CMA, "
			    "HighAtomic, which unmovable requests may not use");
	assert_true(has_line(&verdict, "it kills a process"));
	assert_false(has_line(&verdict, "Movable:"));
	frame_free(frame);
}

static void an_empty_dma_zone_is_lack_of_memory(void **state)
{
	struct frame *frame = made_frame();
	struct zone *dma = made_zone(frame, 0, "DMA", 0, 0, 0);
	struct zone *normal = made_zone(frame, 0, "Normal", 1400000, 2400, 3900);
	struct verdict verdict;

	(void)state;
	dma->managed = num_known(0);
	made_row(frame, normal, 10, 1300, "M");
	set_request(frame, REQUEST_ALLOC_FAILURE, 6, "GFP_DMA");
	verdict = explain(frame);
	assert_int_equal(verdict.cause, VERDICT_TOO_LITTLE);
	assert_string_equal(verdict.headline, "Failed: nothing is free in zone DMA, 256 KiB is "
			    "wanted");
	frame_free(frame);
}

static void blocks_that_are_free_at_the_watermark_were_not_to_be_had(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, -1, "DMA", 4500, 4100, 6400);
	struct verdict verdict;

	(void)state;
	zone->managed = num_known(105000);
	made_row(frame, zone, 0, 70, "EH");
	made_row(frame, zone, 1, 113, "UH");
	made_row(frame, zone, 4, 230, "UMH");
	set_request(frame, REQUEST_OOM, 1, "GFP_KERNEL_ACCOUNT|__GFP_ZERO");
	verdict = explain(frame);
	assert_int_equal(verdict.cause, VERDICT_WATERMARK);
	assert_string_equal(verdict.headline, "Failed: 1,953 blocks of 8 KiB are free, but memory "
			    "stands at the watermarks, below the low mark");
	frame_free(frame);
}

static void blocks_that_were_freed_later_say_nothing(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "DMA32", 40000, 450, 560);
	struct verdict verdict;

	(void)state;
	made_row(frame, zone, 4, 9, "UM");
	set_request(frame, REQUEST_ALLOC_FAILURE, 4, "GFP_KERNEL");
	verdict = explain(frame);
	assert_int_equal(verdict.cause, VERDICT_OBTAINABLE);
	assert_string_equal(verdict.headline, "The report does not show why: 9 blocks of 64 KiB were "
			    "free when it was printed, after the failure");
	frame_free(frame);
}

static void order_0_is_not_fragmentation(void **state)
{
	static const struct {
		uint64_t free;
		const char *gfp, *constraint, *headline;
	} rows[] = {
		{ 2000, "GFP_ATOMIC", NULL, "single pages ran short; memory stood at the watermarks" },
		{ 90000, "GFP_NOWAIT", NULL, "the request could not wait" },
		{ 90000, "GFP_KERNEL", "CONSTRAINT_MEMCG", "a memory cgroup reached its limit" },
		{ 90000, "GFP_KERNEL", NULL, "any free page would do" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct frame *frame = made_frame();
		struct zone *zone = made_zone(frame, 0, "Normal", rows[i].free, 10000, 12000);
		struct verdict verdict;

		made_row(frame, zone, 0, rows[i].free, "UME");
		set_request(frame, REQUEST_OOM, 0, rows[i].gfp);
		frame->request.constraint = rows[i].constraint;
		verdict = explain(frame);
		assert_int_equal(verdict.cause, VERDICT_NOT_FRAGMENTATION);
		assert_non_null(strstr(verdict.headline, rows[i].headline));
		frame_free(frame);
	}
}

static void a_cpuset_of_movable_memory_serves_no_kernel_request(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 4, "Movable", 3000000, 2000, 30000);
	struct verdict verdict;

	(void)state;
	made_row(frame, zone, 10, 2900, "M");
	set_request(frame, REQUEST_OOM, 0, "GFP_HIGHUSER|__GFP_ACCOUNT");
	frame->request.mems_allowed = "4";
	frame->request.constraint = "CONSTRAINT_CPUSET";
	verdict = explain(frame);
	assert_int_equal(verdict.cause, VERDICT_NOT_FRAGMENTATION);
	assert_string_equal(verdict.headline, "Not fragmentation: node 4, to which its cpuset "
			    "confines it, has no zone that the request may use (up to Normal)");
	frame_free(frame);
}

static void nodes_that_are_not_allowed_do_not_count(void **state)
{
	struct frame *frame = made_frame();
	struct zone *here = made_zone(frame, 0, "Normal", 90000, 1000, 2000);
	struct zone *there = made_zone(frame, 1, "Normal", 90000, 1000, 2000);

	(void)state;
	made_row(frame, here, 0, 90000, "UME");
	made_row(frame, there, 10, 80, "UME");
	here->free_cma = there->free_cma = num_known(0);
	set_request(frame, REQUEST_ALLOC_FAILURE, 4, "GFP_USER");
	assert_int_equal(explain(frame).cause, VERDICT_FRAGMENTED);
	frame->request.mems_allowed = "0-1";
	assert_int_equal(explain(frame).cause, VERDICT_OBTAINABLE);
	frame->request.nodemask = "0,2-3";
	assert_int_equal(explain(frame).cause, VERDICT_FRAGMENTED);
	frame->request.nodemask = "(null)";
	assert_int_equal(explain(frame).cause, VERDICT_OBTAINABLE);
	frame_free(frame);
}

static void absurd_watermarks_are_called_a_bug(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 48000, UINT64_MAX / 5, UINT64_MAX / 2);
	struct verdict verdict;

	(void)state;
	made_row(frame, zone, 0, 48000, "UME");
	set_request(frame, REQUEST_OOM, 0, "GFP_KERNEL");
	verdict = explain(frame);
	assert_non_null(strstr(verdict.headline, "kernel bug"));
	frame_free(frame);
}

static void what_a_log_leaves_out_is_unknown(void **state)
{
	struct frame *frame = fragmented_frame();

	(void)state;
	assert_int_equal(explain(frame).cause, VERDICT_UNKNOWN);
	set_request(frame, REQUEST_SHOW_MEM, 4, "GFP_KERNEL");
	assert_int_equal(explain(frame).cause, VERDICT_UNKNOWN);
	set_request(frame, REQUEST_ALLOC_FAILURE, 4, "GFP_KERNEL");
	frame->request.order = (struct num){ 0 };
	assert_int_equal(explain(frame).cause, VERDICT_UNKNOWN);
	frame->request.order = num_known(UINT64_MAX);
	assert_int_equal(explain(frame).cause, VERDICT_UNKNOWN);
	frame_free(frame);
}

static void long_names_are_cut(void **state)
{
	struct frame *frame = fragmented_frame();
	char name[1000];
	struct verdict verdict;

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	set_request(frame, REQUEST_ALLOC_FAILURE, 40, name);
	frame->request.comm = name;
	frame->request.mems_allowed = name;
	verdict = explain(frame);
	assert_int_equal(verdict.cause, VERDICT_TOO_LITTLE);
	assert_true(strlen(verdict.lines[0]) < sizeof(verdict.lines[0]));
	frame_free(frame);
}

/* Two nodes; only node 1 has a block, and the task is confined to node 0. */
static void a_cpuset_binds_user_memory_only(void **state)
{
	struct frame *frame = made_frame();
	struct zone *here = made_zone(frame, 0, "Normal", 10000, 100, 200);
	struct zone *there = made_zone(frame, 1, "Normal", 10000, 100, 200);

	(void)state;
	made_row(frame, here, 0, 10000, "UME");
	made_row(frame, there, 4, 625, "UME");
	here->free_cma = there->free_cma = num_known(0);
	set_request(frame, REQUEST_ALLOC_FAILURE, 4, "GFP_HIGHUSER_MOVABLE");
	assert_int_equal(explain(frame).cause, VERDICT_FRAGMENTED);
	set_request(frame, REQUEST_ALLOC_FAILURE, 4, "GFP_KERNEL");
	assert_int_equal(explain(frame).cause, VERDICT_OBTAINABLE);
	frame->request.nodemask = "0";
	assert_int_equal(explain(frame).cause, VERDICT_FRAGMENTED);
	frame_free(frame);
}

/* The only blocks are HighAtomic. */
static void who_may_use_highatomic_blocks_depends_on_the_kernel(void **state)
{
	static const struct {
		const char *release, *gfp;
		enum verdict_cause cause;
	} rows[] = {
		{ "5.10.0", "GFP_ATOMIC", VERDICT_OBTAINABLE },
		{ "6.12.0", "GFP_ATOMIC", VERDICT_OBTAINABLE },
		{ "7.3.0", "GFP_ATOMIC", VERDICT_OBTAINABLE },
		{ "5.10.0", "GFP_NOWAIT", VERDICT_WRONG_TYPE },
		{ "6.12.0", "GFP_NOWAIT", VERDICT_UNKNOWN },
		{ "6.18.0", "GFP_NOWAIT", VERDICT_WRONG_TYPE },
		{ "6.12.0", "GFP_KERNEL", VERDICT_WRONG_TYPE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct frame *frame = made_frame();
		struct zone *zone = made_zone(frame, 0, "Normal", 100000, 100, 200);

		made_row(frame, zone, 0, 60000, "UME");
		made_row(frame, zone, 3, 5000, "H");
		zone->free_cma = num_known(0);
		zone->managed = num_known(10000000);
		frame->pageblock_order = num_known(9);
		frame->release = rows[i].release;
		set_request(frame, REQUEST_ALLOC_FAILURE, 3, rows[i].gfp);
		assert_int_equal(explain(frame).cause, rows[i].cause);
		frame_free(frame);
	}
}

/* 40 blocks above the mark, but nearly all free memory is in smaller ones. */
static void before_4_4_smaller_blocks_did_not_count_for_the_watermark(void **state)
{
	struct frame *frame = made_frame();
	struct zone *zone = made_zone(frame, 0, "Normal", 6400, 4000, 5000);

	(void)state;
	made_row(frame, zone, 0, 6368, "UME");
	made_row(frame, zone, 3, 4, "UME");
	zone->free_cma = num_known(0);
	set_request(frame, REQUEST_ALLOC_FAILURE, 3, "GFP_ATOMIC");
	frame->release = "4.4.0";
	assert_int_equal(explain(frame).cause, VERDICT_OBTAINABLE);
	frame->release = "3.10.0-957.el7.x86_64";
	assert_int_equal(explain(frame).cause, VERDICT_WATERMARK);
	frame_free(frame);
}

static void before_4_10_a_request_without_fs_did_not_compact(void **state)
{
	struct frame *frame = fragmented_frame();
	struct verdict verdict;

	(void)state;
	set_request(frame, REQUEST_ALLOC_FAILURE, 4, "GFP_NOFS|__GFP_COMP");
	frame->release = "4.9.0";
	verdict = explain(frame);
	assert_true(has_line(&verdict, "forbidden without __GFP_FS"));
	frame->release = "4.10.0";
	verdict = explain(frame);
	assert_false(has_line(&verdict, "forbidden"));
	frame_free(frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_costly_request_fails_of_fragmentation),
		cmocka_unit_test(without_io_there_is_no_compaction),
		cmocka_unit_test(numbers_are_decoded_by_the_kernels_release),
		cmocka_unit_test(who_can_do_without_is_told_apart),
		cmocka_unit_test(a_kernel_request_cannot_use_cma_or_highatomic_blocks),
		cmocka_unit_test(an_empty_dma_zone_is_lack_of_memory),
		cmocka_unit_test(blocks_that_are_free_at_the_watermark_were_not_to_be_had),
		cmocka_unit_test(blocks_that_were_freed_later_say_nothing),
		cmocka_unit_test(order_0_is_not_fragmentation),
		cmocka_unit_test(a_cpuset_of_movable_memory_serves_no_kernel_request),
		cmocka_unit_test(nodes_that_are_not_allowed_do_not_count),
		cmocka_unit_test(absurd_watermarks_are_called_a_bug),
		cmocka_unit_test(what_a_log_leaves_out_is_unknown),
		cmocka_unit_test(long_names_are_cut),
		cmocka_unit_test(a_cpuset_binds_user_memory_only),
		cmocka_unit_test(who_may_use_highatomic_blocks_depends_on_the_kernel),
		cmocka_unit_test(before_4_4_smaller_blocks_did_not_count_for_the_watermark),
		cmocka_unit_test(before_4_10_a_request_without_fs_did_not_compact),
	};

	return CHECK_MAIN(tests);
}
