// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One row is one metric.  What a row's function cannot know it answers with NaN; numbers that are
 * lower bounds count as they are.
 */
#include "fragscope/metric.h"

#include <math.h>
#include <string.h>

#include "fragscope/activity.h"
#include "fragscope/array.h"
#include "fragscope/history.h"
#include "fragscope/index.h"
#include "fragscope/verdict.h"

#include "metric_activity.h"

static double num_to_double(struct num num)
{
	return num_has(num) ? (double)num.n : NAN;
}

static double get_rate(const struct metric *metric, const struct history *history, size_t back)
{
	return history_rate(history, back, metric->counter);
}

static double get_rate_prefix(const struct metric *metric, const struct history *history,
			      size_t back)
{
	return history_rate_prefix(history, back, metric->counter);
}

static double get_free_pages(const struct metric *metric, const struct history *history,
			     size_t back)
{
	const struct frame *frame = history_frame(history, back);
	struct num sum = { 0 };

	(void)metric;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		struct num free = zone_free(zone);

		if (zone->empty || !num_has(free))
			continue;
		sum = num_has(sum) ? num_add(sum, free) : free;
	}
	return num_to_double(sum);
}

/* The largest value that an index takes in any zone with free lists. */
static double worst_zone(const struct frame *frame,
			 double (*index)(const uint64_t *count, unsigned int nr_orders,
					 unsigned int order))
{
	double worst = NAN;

	if (!num_has(frame->pageblock_order))
		return NAN;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		uint64_t count[FRAME_ORDERS_MAX];
		bool capped;
		double value;

		if (zone->empty || zone->partial || (num_has(zone->managed) && !zone->managed.n) ||
		    !index_zone_counts(zone, count, &capped))
			continue;
		value = index(count, zone->nr_orders, (unsigned int)frame->pageblock_order.n);
		if (isnan(worst) || value > worst)
			worst = value;
	}
	return worst;
}

static double unusable(const uint64_t *count, unsigned int nr_orders, unsigned int order)
{
	struct index_info info = index_info(count, nr_orders, order);

	return index_unusable(&info, order);
}

static double extfrag(const uint64_t *count, unsigned int nr_orders, unsigned int order)
{
	struct index_info info = index_info(count, nr_orders, order);

	return index_extfrag(&info, order);
}

static double level(const uint64_t *count, unsigned int nr_orders, unsigned int order)
{
	(void)order;
	return index_level(count, nr_orders) * 100;
}

static double small_share(const uint64_t *count, unsigned int nr_orders, unsigned int order)
{
	(void)order;
	return index_small_share(count, nr_orders, 4) * 100;
}

static double empty_orders(const uint64_t *count, unsigned int nr_orders, unsigned int order)
{
	(void)order;
	return index_empty_orders(count, nr_orders);
}

#define GET_WORST(index)                                                                      \
	static double get_##index(const struct metric *metric, const struct history *history, \
				  size_t back)                                                \
	{                                                                                     \
		(void)metric;                                                                 \
		return worst_zone(history_frame(history, back), index);                       \
	}

GET_WORST(unusable)
GET_WORST(extfrag)
GET_WORST(level)
GET_WORST(small_share)
GET_WORST(empty_orders)

static double get_proactive_score(const struct metric *metric, const struct history *history,
				  size_t back)
{
	const struct frame *frame = history_frame(history, back);
	int worst = -1;

	(void)metric;
	if (!num_has(frame->pageblock_order))
		return NAN;
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		int score = index_score_node(frame, frame->zones[i]->node,
					     (unsigned int)frame->pageblock_order.n);

		if (score > worst)
			worst = score;
	}
	return worst < 0 ? NAN : worst;
}

/* Blocks as large as a pageblock that movable requests would be handed one after another. */
static double get_blocks_now(const struct metric *metric, const struct history *history,
			     size_t back)
{
	const struct frame *frame = history_frame(history, back);
	struct verdict_want want = { .nr = 1, .class = VERDICT_MOVABLE, .highest_zone = -1 };

	(void)metric;
	if (!num_has(frame->pageblock_order))
		return NAN;
	want.order = (unsigned int)frame->pageblock_order.n;
	return num_to_double(verdict_now(frame, &want));
}

/* As mm/page_alloc.c counts: those that made a block, of those that did and did not. */
static double get_success_share(const struct metric *metric, const struct history *history,
				size_t back)
{
	double made = history_rate(history, back, "compact_success");
	double all = made + history_rate(history, back, "compact_fail");

	(void)metric;
	return all > 0 ? made * 100 / all : NAN;
}

static double get_whole_block_share(const struct metric *metric, const struct history *history,
				    size_t back)
{
	const struct counters *vmstat = &history_frame(history, back)->vmstat;
	struct num whole = counters_get(vmstat, "nr_free_pages_blocks");
	struct num all = counters_get(vmstat, "nr_free_pages");

	(void)metric;
	if (!num_has(whole) || !num_has(all) || !all.n)
		return NAN;
	return (double)whole.n * 100 / (double)all.n;
}

static double get_psi_some(const struct metric *metric, const struct history *history, size_t back)
{
	(void)metric;
	return num_to_double(history_frame(history, back)->psi_some.avg10) / 100;
}

static double get_psi_full(const struct metric *metric, const struct history *history, size_t back)
{
	(void)metric;
	return num_to_double(history_frame(history, back)->psi_full.avg10) / 100;
}

/* CPU time of the kernel threads whose names start so; absent when there is none. */
static struct num kthread_cpu_ns(const struct frame *frame, const char *prefix)
{
	struct num sum = { 0 };

	for (unsigned int i = 0; i < frame->nr_kthreads; i++) {
		const struct kthread *kthread = &frame->kthreads[i];

		if (strncmp(kthread->name, prefix, strlen(prefix)))
			continue;
		sum = sum.state == NUM_ABSENT ? kthread->cpu_ns : num_add(sum, kthread->cpu_ns);
	}
	return sum;
}

static double get_kthread_cpu(const struct metric *metric, const struct history *history,
			      size_t back)
{
	double seconds = history_seconds(history, back);
	struct num now, before;

	if (isnan(seconds))
		return NAN;
	now = kthread_cpu_ns(history_frame(history, back), metric->counter);
	before = kthread_cpu_ns(history_frame(history, back + 1), metric->counter);
	if (!num_has(now) || !num_has(before) || now.n < before.n)
		return NAN;
	return (double)(now.n - before.n) / 1e7 / seconds;
}

#define RATE(counter, help) { counter, "1/s", help " (/proc/vmstat)", get_rate, counter }

#define TOTAL(name, unit, total, means, scale, help) \
	{ name, unit, help " (tracing)", metric_get_activity_rate, NULL, total, means, scale }
#define WAITS(name, total, means, help) TOTAL(name, "1/s", total, means, 1, help)
#define WAIT_TIME(name, total, means, help) TOTAL(name, "ms/s", total, means, 1e-6, help)
#define RUNS(name, total, help) TOTAL(name, "1/s", total, ACTIVITY_COMPACTION, 1, help)
#define PAGES(name, total, help) TOTAL(name, "pages/s", total, ACTIVITY_COMPACTION, 1, help)

const struct metric metrics[] = {
	{ "free_pages", "pages", "free pages of all zones", get_free_pages, NULL },
	{ "unusable_index", "per mille",
	  "(F - S * 2^k) / F, the share of free pages in blocks smaller than a pageblock, in the "
	  "worst zone (mm/vmstat.c unusable_free_index)",
	  get_unusable, NULL },
	{ "extfrag_index", "per mille",
	  "1 - (1 + F / 2^k) / B for a pageblock, in the worst zone: -1000 a block is free, "
	  "towards 0 too little memory, towards 1000 fragmented (mm/vmstat.c "
	  "fragmentation_index)",
	  get_extfrag, NULL },
	{ "fragmentation_level", "percent",
	  "mean over all orders of the share of free pages in smaller blocks, in the worst zone "
	  "(as atop shows it)",
	  get_level, NULL },
	{ "small_block_share", "percent",
	  "share of free pages in blocks of orders 0 to 3, in the worst zone (above 95 Oracle's "
	  "tools call it fragmented)",
	  get_small_share, NULL },
	{ "empty_orders", "sum",
	  "sum of the numbers of the orders without a free block, in the worst zone (hotsos warns "
	  "from 45 on)",
	  get_empty_orders, NULL },
	{ "proactive_score", "percent",
	  "sum over a node's zones of present * share of free pages in smaller blocks / present of "
	  "the node, in the worst node (mm/compaction.c fragmentation_score_node)",
	  get_proactive_score, NULL },
	{ "blocks_now", "blocks",
	  "blocks as large as a pageblock that movable requests would be handed one after "
	  "another: min(blocks of suitable types, memory above min watermark and lowmem reserve), "
	  "summed over zones (mm/page_alloc.c __zone_watermark_ok)",
	  get_blocks_now, NULL },
	{ "whole_block_share", "percent",
	  "nr_free_pages_blocks / nr_free_pages: how compact free memory is; 100 is as compact as "
	  "can be (/proc/vmstat since 6.15)",
	  get_whole_block_share, NULL },
	RATE("compact_stall", "direct compactions: a process waited for one"),
	RATE("compact_fail", "direct compactions that made no block"),
	RATE("compact_success", "direct compactions that made a block"),
	{ "compact_success_share", "percent",
	  "compact_success / (compact_success + compact_fail): share of direct compactions that "
	  "made a block (/proc/vmstat)",
	  get_success_share, NULL },
	RATE("compact_migrate_scanned", "pages looked at by compaction's migrate scanner"),
	RATE("compact_free_scanned", "pages looked at by compaction's free scanner"),
	RATE("compact_isolated", "pages compaction took off their lists, sources and targets"),
	RATE("compact_daemon_wake", "runs of kcompactd that others asked for"),
	RATE("compact_daemon_migrate_scanned", "pages looked at by kcompactd's migrate scanner"),
	RATE("compact_daemon_free_scanned", "pages looked at by kcompactd's free scanner"),
	{ "allocstall", "1/s",
	  "direct reclaims, all zones: a process waited for one (sum of allocstall* in "
	  "/proc/vmstat)",
	  get_rate_prefix, "allocstall" },
	RATE("pgmigrate_success", "pages migrated, for any reason"),
	RATE("pgmigrate_fail", "pages that could not be migrated, for any reason"),
	RATE("thp_fault_alloc", "huge pages given to page faults"),
	RATE("thp_fault_fallback", "page faults that got small pages instead of a huge one"),
	RATE("thp_collapse_alloc", "huge pages made by khugepaged"),
	RATE("thp_split_page", "huge pages split"),
	RATE("pgscan_kswapd", "pages looked at by kswapd"),
	RATE("pgscan_direct", "pages looked at by direct reclaim"),
	RATE("pgsteal_kswapd", "pages reclaimed by kswapd"),
	RATE("pgsteal_direct", "pages reclaimed by direct reclaim"),
	RATE("kswapd_low_wmark_hit_quickly", "times kswapd had to start again soon: low mark"),
	RATE("kswapd_high_wmark_hit_quickly", "times kswapd had to start again soon: high mark"),
	{ "psi_some", "percent",
	  "time in which some process waited for memory, last 10 s (/proc/pressure/memory)",
	  get_psi_some, NULL },
	{ "psi_full", "percent",
	  "time in which all processes waited for memory, last 10 s (/proc/pressure/memory)",
	  get_psi_full, NULL },
	{ "kcompactd_cpu", "percent", "CPU time of all kcompactd threads, of one CPU",
	  get_kthread_cpu, "kcompactd" },
	{ "kswapd_cpu", "percent", "CPU time of all kswapd threads, of one CPU", get_kthread_cpu,
	  "kswapd" },
	WAITS("compaction_stalls", total_stalls_compaction, ACTIVITY_COMPACTION,
	      "direct compactions that a process waited for"),
	WAITS("reclaim_stalls", total_stalls_reclaim, ACTIVITY_RECLAIM,
	      "direct reclaims that a process waited for"),
	WAITS("drain_stalls", total_stalls_drain, ACTIVITY_DRAIN_TIMES,
	      "drains of all per-CPU lists that a process waited for"),
	WAIT_TIME("compaction_stall_time", total_stall_ns_compaction, ACTIVITY_COMPACTION,
		  "time that all processes together waited for direct compaction"),
	WAIT_TIME("reclaim_stall_time", total_stall_ns_reclaim, ACTIVITY_RECLAIM,
		  "time that all processes together waited for direct reclaim"),
	WAIT_TIME("drain_stall_time", total_stall_ns_drain, ACTIVITY_DRAIN_TIMES,
		  "time that all processes together waited for per-CPU lists to be drained"),
	{ "compaction_success", "percent",
	  "share of direct compactions that ended with success (tracing)",
	  metric_get_success, .means = ACTIVITY_COMPACTION },
	RUNS("direct_runs", total_runs_direct, "zones compacted because a process waited"),
	RUNS("kcompactd_runs", total_runs_kcompactd,
	     "zones compacted by kcompactd for an order that was asked for"),
	RUNS("proactive_runs", total_runs_proactive,
	     "zones compacted by kcompactd for the node's score"),
	RUNS("manual_runs", total_runs_manual,
	     "zones compacted because of vm.compact_memory or a node's compact file"),
	PAGES("migrate_scanned", total_migrate_scanned,
	      "pages looked at by compaction's migrate scanner"),
	PAGES("free_scanned", total_free_scanned, "pages looked at by compaction's free scanner"),
	PAGES("isolated", total_isolated,
	      "pages compaction took off their lists, sources and targets"),
	PAGES("migrated", total_migrated, "pages migrated by compaction"),
	PAGES("migrate_failed", total_migrate_failed,
	      "pages that compaction isolated and put back unmoved: those that could not be "
	      "migrated, which pgmigrate_fail counts, and those that it did not come to"),
	{ "scan_cost", "pages",
	  "pages that both scanners looked at for each page migrated by compaction (tracing)",
	  metric_get_scan_cost, .means = ACTIVITY_COMPACTION },
	RUNS("empty_visits", total_blocks_empty,
	     "pageblocks that the free scanner left without taking a page"),
	TOTAL("fallbacks", "1/s", total_fallbacks, ACTIVITY_FALLBACKS, 1,
	      "allocations that took pages from another migratetype's free lists"),
	TOTAL("fragmenting_fallbacks", "1/s", total_fragmenting, ACTIVITY_FALLBACKS, 1,
	      "fallbacks to a block smaller than a pageblock"),
	{ "failed_allocations", "1/s",
	  "allocations that failed, all orders, while they were counted (tracing)",
	  metric_get_counted_rate, NULL, total_failed_allocs, ACTIVITY_ALLOCS, 1 },
	TOTAL("lost_events", "1/s", total_lost, 0, 1,
	      "events that there was no room for: the other totals are too low by them"),
};

const size_t nr_metrics = ARRAY_SIZE(metrics);

const struct metric *metric_find(const char *name)
{
	for (size_t i = 0; i < nr_metrics; i++)
		if (!strcmp(metrics[i].name, name))
			return &metrics[i];
	return NULL;
}
