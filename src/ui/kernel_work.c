// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kernel_work - what kernel threads and compaction are up to, as several views say it.
 *
 * Deferral and proactive compaction follow mm/compaction.c: compaction_deferred(), kcompactd(),
 * should_proactive_compact_node().
 */
#include "kernel_work.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/clock.h"
#include "fragscope/fmt.h"
#include "fragscope/history.h"

#define PACE_NS     (60 * NSEC_PER_SEC) /* over which the score's pace is measured, */
#define PACE_MIN_NS (20 * NSEC_PER_SEC) /* at least, */
#define PACE_FAR    600                 /* and how many seconds ahead it says anything */

static const struct kthread *thread_find(const struct frame *frame, const char *kind, int node)
{
	char name[32];

	snprintf(name, sizeof(name), "%s%d", kind, node < 0 ? 0 : node);
	for (unsigned int i = 0; frame && i < frame->nr_kthreads; i++)
		if (!strcmp(frame->kthreads[i].name, name))
			return &frame->kthreads[i];
	return NULL;
}

/* The frame before the one on the screen, NULL across a gap. */
static const struct frame *frame_before(const struct view_context *ctx)
{
	const struct history *history = ctx->input->history;

	if (!history || isnan(history_seconds(history, ctx->state->back)))
		return NULL;
	return history_frame(history, ctx->state->back + 1);
}

bool work_thread_share(const struct view_context *ctx, const struct frame *since, const char *kind,
		       int node, double *percent)
{
	const struct kthread *now, *before;

	if (!since)
		since = frame_before(ctx);
	if (!since || ctx->frame->mono_ns <= since->mono_ns)
		return false;
	now = thread_find(ctx->frame, kind, node);
	before = thread_find(since, kind, node);
	if (!now || !before || !num_has(now->cpu_ns) || !num_has(before->cpu_ns) ||
	    now->cpu_ns.n < before->cpu_ns.n)
		return false;
	*percent = (double)(now->cpu_ns.n - before->cpu_ns.n) * 100 /
		   (double)(ctx->frame->mono_ns - since->mono_ns);
	return true;
}

/* Score points per second over the last minute, as far as it is kept; NaN unknown. */
static double score_pace(const struct view_context *ctx, int node, unsigned int order, int score)
{
	const struct history *history = ctx->input->history;
	const struct frame *then = NULL;
	int before;

	for (size_t back = ctx->state->back + 1; history; back++) {
		const struct frame *older = history_frame(history, back);

		if (!older || older->mono_ns >= ctx->frame->mono_ns ||
		    ctx->frame->mono_ns - older->mono_ns > PACE_NS)
			break;
		then = older;
	}
	if (!then || ctx->frame->mono_ns - then->mono_ns < PACE_MIN_NS)
		return NAN;
	before = index_score_node(then, node, order);
	if (before < 0)
		return NAN;
	return (score - before) * 1e9 / (double)(ctx->frame->mono_ns - then->mono_ns);
}

static const struct thread_row *thread_row(const struct frame *frame, int node)
{
	for (unsigned int i = 0; frame->activity && i < frame->activity->nr_threads; i++)
		if (frame->activity->threads[i].node == (node < 0 ? 0 : node))
			return &frame->activity->threads[i];
	return NULL;
}

static enum proactive_state state_above(const struct view_context *ctx, int node,
					const struct work_proactive *proactive)
{
	double percent;

	if (work_thread_share(ctx, NULL, "kswapd", node, &percent) && percent > 0)
		return PROACTIVE_HELD;
	if (proactive->ended_ns && proactive->ended_ns < PROACTIVE_BACKOFF_NS)
		return PROACTIVE_BACKOFF;
	return PROACTIVE_DUE;
}

struct work_proactive work_proactive(const struct view_context *ctx, int node)
{
	struct work_proactive proactive = { .index.score = -1, .eta_seconds = NAN };
	const struct frame *frame = ctx->frame;
	const struct thread_row *thread = thread_row(frame, node);
	struct index_proactive *index = &proactive.index;
	unsigned int order = num_has(frame->pageblock_order) ?
				     (unsigned int)frame->pageblock_order.n : 0;
	double pace;

	if (thread && thread->proactive_end_ns && thread->proactive_end_ns < frame->mono_ns)
		proactive.ended_ns = frame->mono_ns - thread->proactive_end_ns;
	if (!order)
		return proactive;
	if (!index_proactive(frame, node, order, index)) {
		proactive.state = index->score < 0 ? PROACTIVE_UNKNOWN : PROACTIVE_UNMARKED;
		return proactive;
	}
	if (index->high >= 100) {
		proactive.state = PROACTIVE_OFF;
	} else if (index->score > (int)index->high) {
		proactive.state = state_above(ctx, node, &proactive);
	} else {
		proactive.state = PROACTIVE_CALM;
		pace = score_pace(ctx, node, order, index->score);
		if (pace > 0)
			proactive.eta_seconds = ((int)index->high + 1 - index->score) / pace;
	}
	return proactive;
}

enum role work_proactive_text(char *to, size_t size, const struct work_proactive *proactive)
{
	static const struct {
		enum role role;
		const char *text;
	} states[] = {
		[PROACTIVE_UNKNOWN] = { ROLE_UNKNOWN, "not known" },
		[PROACTIVE_UNMARKED] = { ROLE_UNKNOWN,
					 "not known without vm.compaction_proactiveness" },
		[PROACTIVE_OFF] = { ROLE_DIM, "never with this vm.compaction_proactiveness" },
		[PROACTIVE_CALM] = { ROLE_GOOD, "not soon" },
		[PROACTIVE_HELD] = { ROLE_WARN, "when kswapd sleeps" },
		[PROACTIVE_DUE] = { ROLE_WARN, "within 500 ms" },
	};

	if (proactive->state == PROACTIVE_BACKOFF) {
		snprintf(to, size, "at the latest in %s",
			 fmt_duration(FMT_BUF, PROACTIVE_BACKOFF_NS - proactive->ended_ns));
		return ROLE_WARN;
	}
	if (!isnan(proactive->eta_seconds) && proactive->eta_seconds <= PACE_FAR) {
		snprintf(to, size, "in %s at the last minute's pace",
			 fmt_duration(FMT_BUF, (uint64_t)(proactive->eta_seconds * 1e9)));
		return ROLE_VALUE;
	}
	snprintf(to, size, "%s", states[proactive->state].text);
	return states[proactive->state].role;
}

static uint64_t defer_limit(const struct zone_compact *compact)
{
	return 1ULL << (compact->defer_shift.n < 32 ? compact->defer_shift.n : 32);
}

static bool deferral_is_known(const struct zone_compact *compact)
{
	return num_has(compact->considered) && num_has(compact->defer_shift) &&
	       num_has(compact->order_failed);
}

bool work_is_deferred(const struct zone_compact *compact)
{
	return deferral_is_known(compact) && compact->considered.n + 1 < defer_limit(compact);
}

bool work_deferral_text(char *to, size_t size, const struct zone_compact *compact)
{
	if (!deferral_is_known(compact) || !compact->defer_shift.n)
		return false;
	snprintf(to, size, "%s %llu/%llu from order %llu",
		 work_is_deferred(compact) ? "deferred" : "next is tried,",
		 (unsigned long long)compact->considered.n,
		 (unsigned long long)defer_limit(compact),
		 (unsigned long long)compact->order_failed.n);
	return true;
}

int work_scanner_percent(const struct zone *zone, struct num pfn)
{
	if (!num_has(pfn) || !num_has(zone->start_pfn) || !num_has(zone->spanned) ||
	    !zone->spanned.n || pfn.n < zone->start_pfn.n ||
	    pfn.n - zone->start_pfn.n > zone->spanned.n)
		return -1;
	return (int)((double)(pfn.n - zone->start_pfn.n) * 100 / (double)zone->spanned.n + 0.5);
}

struct stall_sum work_sum_stalls(const struct activity *activity, int kind)
{
	struct stall_sum sum = { 0 };

	for (unsigned int i = 0; i < activity->nr_stalls; i++) {
		const struct stall_row *row = &activity->stalls[i];

		if (kind >= 0 && (int)row->kind != kind)
			continue;
		sum.nr += row->nr;
		sum.total_ns += row->total_ns;
		sum.nr_good += row->nr_good;
		if (row->max_ns > sum.max_ns)
			sum.max_ns = row->max_ns;
	}
	return sum;
}
