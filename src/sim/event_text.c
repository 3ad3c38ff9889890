// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * event_text - an event as one sentence: what happened, and which rule decided it.  One function
 * per kind, in the table at the end; what its numbers mean is said in sim_event.def.
 */
#include <stdarg.h>
#include <stdio.h>

#include "fragscope/array.h"
#include "sim/gfp.h"
#include "sim/load/plan.h"
#include "sim/mm/compaction.h"
#include "sim/mm/page_alloc.h"

struct text {
	char *at;
	size_t left;
};

__attribute__((format(printf, 2, 3)))
static void add(struct text *text, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(text->at, text->left, format, args);
	va_end(args);
	if (len < 0)
		return;
	if ((size_t)len >= text->left)
		len = text->left ? (int)text->left - 1 : 0;
	text->at += len;
	text->left -= (size_t)len;
}

static const char *word(const char *const *words, size_t nr, int64_t i)
{
	return i >= 0 && (size_t)i < nr && words[i] ? words[i] : "unknown";
}

#define WORD(words, i) word(words, ARRAY_SIZE(words), i)

static const char *const type_words[] = {
	[MT_UNMOVABLE] = "unmovable", [MT_MOVABLE] = "movable", [MT_RECLAIMABLE] = "reclaimable",
	[MT_HIGHATOMIC] = "highatomic", [MT_CMA] = "CMA", [MT_ISOLATE] = "isolated",
};
static const char *const mode_words[] = {
	[COMPACT_ASYNC] = "async", [COMPACT_SYNC_LIGHT] = "sync light", [COMPACT_SYNC] = "sync",
};
static const char *const cause_words[] = {
	[CAUSE_DIRECT] = "for a request", [CAUSE_KCOMPACTD] = "by kcompactd",
	[CAUSE_PROACTIVE] = "by kcompactd, proactively", [CAUSE_MANUAL] = "by hand",
};
static const char *const result_words[] = {
	[COMPACT_SKIPPED] = "skipped", [COMPACT_DEFERRED] = "deferred",
	[COMPACT_CONTINUE] = "to be continued",
	[COMPACT_NO_SUITABLE_PAGE] = "there is no suitable page",
	[COMPACT_COMPLETE] = "the whole zone was scanned in vain",
	[COMPACT_PARTIAL_SKIPPED] = "the scanners met, part of the zone was skipped",
	[COMPACT_CONTENDED] = "a lock was contended", [COMPACT_SUCCESS] = "a page is there",
};
static const char *const fail_words[] = {
	[ALLOC_FAIL_NO_ZONE] = "no zone that its mask allows",
	[ALLOC_FAIL_NO_RECLAIM] = "it may not reclaim",
	[ALLOC_FAIL_WAKE] = "costly and told to rather fail, kcompactd was woken instead",
	[ALLOC_FAIL_COMPACTION] = "costly and told to rather fail, compaction was no use",
	[ALLOC_FAIL_THISNODE] = "only this node, others may be tried next",
	[ALLOC_FAIL_NORETRY] = "told to rather fail than go round again",
	[ALLOC_FAIL_COSTLY] = "costly, and not told to retry",
	[ALLOC_FAIL_RETRIES] = "told to retry, and that was in vain",
	[ALLOC_FAIL_OOM] = "the OOM killer would be next",
};

/* The block's number as the kernel counts: real pfn in pageblocks. */
static unsigned long long block_number(const struct sim *sim, const struct sim_event *event)
{
	const struct sim_zone *zone = &sim->c.zone[event->zone];

	return (zone->pfn_base + event->pfn - zone->first) >> sim->c.block_order;
}

static unsigned long long real_pfn(const struct sim *sim, const struct sim_event *event)
{
	const struct sim_zone *zone = &sim->c.zone[event->zone];

	return zone->pfn_base + event->pfn - zone->first;
}

typedef void text_fn(struct text *text, const struct sim *sim, const struct sim_event *event);

static void text_alloc(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	add(text, "%s request of order %d served with pfn 0x%llx%s",
	    WORD(type_words, event->arg[2]), (int)event->arg[0], real_pfn(sim, event),
	    event->arg[3] ? ", by the slow path" : ", by the fast path");
}

static void text_alloc_fail(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	(void)sim;
	add(text, "%s request of order %d failed: %s", WORD(type_words, event->arg[2]),
	    (int)event->arg[0], WORD(fail_words, event->arg[3]));
}

static void text_free(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	if (event->arg[0] == event->arg[1])
		add(text, "pfn 0x%llx freed, order %d, its buddy is not free",
		    real_pfn(sim, event), (int)event->arg[0]);
	else
		add(text, "order %d freed and merged into order %d at pfn 0x%llx",
		    (int)event->arg[0], (int)event->arg[1], real_pfn(sim, event));
}

static void text_refill(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	(void)sim;
	add(text, "per-CPU list of %s order %d filled with %lld of %lld under one zone->lock",
	    WORD(type_words, event->arg[1]), (int)event->arg[0], (long long)event->arg[3],
	    (long long)event->arg[2]);
}

static void text_claim(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	add(text, "block 0x%llx claimed for %s requests from %s: %lld of its %u pages are free or "
	    "alike, half is enough", block_number(sim, event), WORD(type_words, event->arg[2]),
	    WORD(type_words, event->arg[1]), (long long)event->arg[3], block_pages(sim));
}

static void text_claim_fail(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	add(text, "block 0x%llx stays %s: only %lld of its %u pages are free or alike",
	    block_number(sim, event), WORD(type_words, event->arg[1]), (long long)event->arg[3],
	    block_pages(sim));
}

static void text_steal(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	add(text, "%s request of order %d takes from a %s buddy of order %d in block 0x%llx, which "
	    "stays what it is", WORD(type_words, event->arg[2]), (int)event->arg[3],
	    WORD(type_words, event->arg[1]), (int)event->arg[0], block_number(sim, event));
}

static void text_slowpath(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	(void)sim;
	add(text, "%s request of order %d enters the slow path: no zone has one above LOW",
	    WORD(type_words, event->arg[2]), (int)event->arg[0]);
}

static void text_reclaim(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	(void)sim;
	if (event->arg[2])
		add(text, "direct reclaim for order %d did nothing: compaction is ready, which "
		    "passes for progress", (int)event->arg[0]);
	else
		add(text, "direct reclaim for order %d freed %lld pages", (int)event->arg[0],
		    (long long)event->arg[1]);
}

static void text_drain(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	(void)sim;
	if (event->arg[2])
		add(text, "no drain: another task is draining all CPUs' lists");
	else
		add(text, "per-CPU lists of %lld CPUs drained, %lld pages went back",
		    (long long)event->arg[0], (long long)event->arg[1]);
}

static void text_kswapd_wake(struct text *text, const struct sim *sim,
			     const struct sim_event *event)
{
	(void)sim;
	add(text, "kswapd woken for order %d", (int)event->arg[0]);
}

static void text_kswapd_sleep(struct text *text, const struct sim *sim,
			      const struct sim_event *event)
{
	(void)sim;
	add(text, "kswapd sleeps, balanced for order %d after %lld pages", (int)event->arg[0],
	    (long long)event->arg[1]);
}

static void text_kcompactd_wake(struct text *text, const struct sim *sim,
				const struct sim_event *event)
{
	(void)sim;
	add(text, event->arg[1] ? "kcompactd woken to judge fragmentation" :
				  "kcompactd woken for order %d", (int)event->arg[0]);
}

static void text_compact_begin(struct text *text, const struct sim *sim,
			       const struct sim_event *event)
{
	add(text, "compaction begins %s, ", WORD(cause_words, event->arg[2]));
	if (event->arg[0] >= 0)
		add(text, "order %d, ", (int)event->arg[0]);
	add(text, "%s: migrate scanner at 0x%llx, free scanner at 0x%llx",
	    WORD(mode_words, event->arg[1]), real_pfn(sim, event),
	    (unsigned long long)event->arg[3] + sim->c.zone[event->zone].pfn_base -
		    sim->c.zone[event->zone].first);
}

static void text_compact_end(struct text *text, const struct sim *sim,
			     const struct sim_event *event)
{
	(void)sim;
	add(text, "compaction %s ends: %s", WORD(cause_words, event->arg[2]),
	    WORD(result_words, event->arg[1]));
}

static void text_suitability(struct text *text, const struct sim *sim,
			     const struct sim_event *event)
{
	static const char *const words[] = {
		[UNSUITED_NOT] = "it does", [UNSUITED_THERE] = "a page of that order is there",
		[UNSUITED_CMA] = "too few free pages outside CMA",
		[UNSUITED_FREE] = "too few free pages above the mark to move pages to",
		[UNSUITED_INDEX] = "by the fragmentation index memory is short, not fragmented",
	};

	(void)sim;
	add(text, "compaction for order %d does not suit the zone: %s", (int)event->arg[0],
	    WORD(words, event->arg[1]));
}

static void text_defer(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	(void)sim;
	add(text, "compaction from order %d on is deferred: the next %d attempts are not made",
	    (int)event->arg[0], (1 << event->arg[1]) - 1);
}

static void text_deferred(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	(void)sim;
	add(text, "compaction for order %d not tried, deferred: %lld of %lld",
	    (int)event->arg[0], (long long)event->arg[1], (long long)event->arg[2]);
}

static void text_migrate_block(struct text *text, const struct sim *sim,
			       const struct sim_event *event)
{
	add(text, "migrate scanner: %lld pages of block 0x%llx, %lld isolated%s",
	    (long long)event->arg[0], block_number(sim, event), (long long)event->arg[1],
	    event->arg[2] ? "; block marked skip" : "");
}

static void text_migrate_skip(struct text *text, const struct sim *sim,
			      const struct sim_event *event)
{
	static const char *const words[] = {
		[SOURCE_SKIP_BIT] = "its skip bit is set", [SOURCE_HUGE] = "it is one huge page",
		[SOURCE_TYPE] = "its type is not for this request",
	};

	add(text, "migrate scanner passes block 0x%llx by: %s", block_number(sim, event),
	    WORD(words, event->arg[0]));
}

static void text_free_block(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	long long free = event->arg[3];

	add(text, "free scanner, stride %lld: %lld samples of block 0x%llx, ",
	    (long long)event->arg[0], (long long)event->arg[1], block_number(sim, event));
	if (event->arg[2])
		add(text, "%lld pages isolated", (long long)event->arg[2]);
	else if (free)
		add(text, "none free though %lld pages are", free);
	else
		add(text, "none free");
	if (page_block(sim, event->pfn)->skip)
		add(text, "; block marked skip");
}

static void text_resample(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	add(text, "second sample of block 0x%llx at offset %lld, stride %lld: %lld samples, ",
	    block_number(sim, event), (long long)event->arg[0], (long long)event->arg[3],
	    (long long)event->arg[1]);
	if (event->arg[2])
		add(text, "%lld pages isolated, stride 1 from here", (long long)event->arg[2]);
	else
		add(text, "none free");
}

static void text_fast_free(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	add(text, "free scanner found order %d at pfn 0x%llx by the free lists, %lld isolated",
	    (int)event->arg[0], real_pfn(sim, event), (long long)event->arg[1]);
}

static void text_fast_migrate(struct text *text, const struct sim *sim,
			      const struct sim_event *event)
{
	add(text, "migrate scanner goes to block 0x%llx, where the free lists have order %d",
	    block_number(sim, event), (int)event->arg[0]);
}

static void text_migrate(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	add(text, "%lld pages moved from pfn 0x%llx on", (long long)event->arg[0],
	    real_pfn(sim, event));
	if (event->arg[1])
		add(text, ", %lld could not be", (long long)event->arg[1]);
}

static void text_scanners_met(struct text *text, const struct sim *sim,
			      const struct sim_event *event)
{
	(void)sim;
	add(text, "the scanners met; %s", event->arg[2] ? "the whole zone was scanned" :
	    "part of the zone was skipped");
}

static void text_skip_reset(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	(void)sim;
	add(text, "skip bits reset where a sample of every eighth page says so: %lld cleared",
	    (long long)event->arg[0]);
}

static void text_proactive(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	(void)sim;
	add(text, "proactive compaction %s: score %lld, marks %lld and %lld",
	    event->arg[3] ? "begins" : "does not begin", (long long)event->arg[0],
	    (long long)event->arg[1], (long long)event->arg[2]);
}

static void text_capture(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	add(text, "order %d at pfn 0x%llx, being freed, goes straight to the request that compacts",
	    (int)event->arg[0], real_pfn(sim, event));
}

static void text_op(struct text *text, const struct sim *sim, const struct sim_event *event)
{
	const struct client_kind_row *kind = client_kind_row((unsigned int)event->arg[1]);

	(void)sim;
	add(text, "client %lld (%s)", (long long)event->arg[0], kind ? kind->name : "unknown");
	if (event->arg[3] >= 0 && event->arg[2] < 0)
		add(text, " wanted order %d and got nothing", (int)event->arg[3]);
	else if (event->arg[2] < event->arg[3])
		add(text, " wanted order %d and got %d", (int)event->arg[3], (int)event->arg[2]);
	else if (event->arg[2] >= 0)
		add(text, " got order %d", (int)event->arg[2]);
	else
		add(text, " did one operation");
}

static text_fn *const texts[NR_SIM_EVENTS] = {
	[EVENT_ALLOC] = text_alloc, [EVENT_ALLOC_FAIL] = text_alloc_fail, [EVENT_FREE] = text_free,
	[EVENT_REFILL] = text_refill, [EVENT_CLAIM] = text_claim,
	[EVENT_CLAIM_FAIL] = text_claim_fail, [EVENT_STEAL] = text_steal,
	[EVENT_SLOWPATH] = text_slowpath, [EVENT_RECLAIM] = text_reclaim,
	[EVENT_DRAIN] = text_drain, [EVENT_KSWAPD_WAKE] = text_kswapd_wake,
	[EVENT_KSWAPD_SLEEP] = text_kswapd_sleep, [EVENT_KCOMPACTD_WAKE] = text_kcompactd_wake,
	[EVENT_COMPACT_BEGIN] = text_compact_begin, [EVENT_COMPACT_END] = text_compact_end,
	[EVENT_SUITABILITY] = text_suitability, [EVENT_DEFER] = text_defer,
	[EVENT_DEFERRED] = text_deferred, [EVENT_MIGRATE_BLOCK] = text_migrate_block,
	[EVENT_MIGRATE_SKIP] = text_migrate_skip, [EVENT_FREE_BLOCK] = text_free_block,
	[EVENT_RESAMPLE] = text_resample, [EVENT_FAST_FREE] = text_fast_free,
	[EVENT_FAST_MIGRATE] = text_fast_migrate, [EVENT_MIGRATE] = text_migrate,
	[EVENT_SCANNERS_MET] = text_scanners_met, [EVENT_SKIP_RESET] = text_skip_reset,
	[EVENT_PROACTIVE] = text_proactive, [EVENT_CAPTURE] = text_capture, [EVENT_OP] = text_op,
};

void sim_event_text(const struct sim *sim, const struct sim_event *event, char *text, size_t size)
{
	struct text to = { text, size };

	*text = 0;
	texts[event->kind](&to, sim, event);
}
