// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Why a request in a kernel log failed.
 *
 * The report was printed after the failure, and memory had moved on by then: kswapd had been at
 * work, others had freed.  So free lists that would have served the request do not contradict it;
 * near the low watermark they say that the watermark was in the way, far above it they say nothing.
 *
 * Order 0 cannot fail for fragmentation: any free page would do.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/gfp.h"

#include "fragscope/release.h"
#include "saturate.h"
#include "verdict_words.h"

#define COSTLY_ORDER 3     /* PAGE_ALLOC_COSTLY_ORDER */
#define GFP_TEXT_MAX 160
#define ABSURD_PAGES (1ULL << 44)

struct explanation {
	struct judgement judgement;
	const struct request *request;
	struct gfp_traits traits;
	char gfp[GFP_TEXT_MAX];    /* the flags' names, empty: not known */
};

/* Whoever can do without the large block says so with the same words as a failure. */
static const struct {
	const char *label, *note;
} harmless[] = {
	{ "vmalloc",
	  "vmalloc goes on with single pages after this; no harm unless a later line says so" },
	{ "vmemmap",
	  "the memory map goes on with small pages after this; it costs speed, not memory" },
};

static void read_flags(struct explanation *why)
{
	const struct request *request = why->request;
	bool unknown;

	if (request->gfp_names)
		snprintf(why->gfp, sizeof(why->gfp), "%s", request->gfp_names);
	else if (num_has(request->gfp_mask))
		gfp_decode(request->gfp_mask.n, why->judgement.scope.frame->release, why->gfp,
			   sizeof(why->gfp));
	gfp_parse_names(why->gfp, &why->traits, &unknown);
}

static enum verdict_class class_of(const struct gfp_traits *traits)
{
	if (traits->movable)
		return VERDICT_MOVABLE;
	if (traits->reclaimable)
		return VERDICT_RECLAIMABLE;
	return traits->high && !traits->direct_reclaim ? VERDICT_ATOMIC : VERDICT_UNMOVABLE;
}

/* include/linux/gfp.h gfp_zone() */
static enum zone_kind highest_zone_of(const struct gfp_traits *traits)
{
	if (traits->dma)
		return ZONE_KIND_DMA;
	if (traits->dma32)
		return ZONE_KIND_DMA32;
	if (!traits->highmem)
		return ZONE_KIND_NORMAL;
	return traits->movable ? ZONE_KIND_MOVABLE : ZONE_KIND_HIGHMEM;
}

static const char *node_list(const char *text)
{
	return text && text[0] >= '0' && text[0] <= '9' ? text : NULL;
}

/* RELEASE() of the log's kernel; one that is not known is taken for the newest. */
static unsigned int release_of(const struct explanation *why)
{
	const char *release = why->judgement.scope.frame->release;
	unsigned int number = release ? release_parse(release) : 0;

	return number ? number : UINT_MAX;
}

/*
 * Reserves, from mm/page_alloc.c gfp_to_alloc_flags() and __zone_watermark_ok().  Since 6.3 whoever
 * cannot wait has ALLOC_NON_BLOCK, before 4.4 it had ALLOC_HARDER; between them, only __GFP_ATOMIC
 * gave ALLOC_HARDER, so that GFP_NOWAIT got nothing.  From 6.3 to 6.17 GFP_NOWAIT could take
 * HighAtomic blocks by mistake; stable kernels got the fix in the middle of a release.
 */
static void add_reserves(const struct explanation *why, unsigned int order,
			 struct supply_rule *rule)
{
	const struct gfp_traits *traits = &why->traits;
	unsigned int release = release_of(why);
	bool waits = traits->direct_reclaim || !why->gfp[0];
	bool hard = !waits && !traits->nomemalloc;

	if (release >= RELEASE(4, 4) && release < RELEASE(6, 3))
		hard &= traits->atomic || traits->high; /* "GFP_ATOMIC" has both */
	rule->half_mark = traits->high;
	rule->quarter_less = hard && (traits->high || release < RELEASE(6, 3));
	rule->counts_highatomic = hard || (traits->high && release >= RELEASE(6, 3));
	if (!order || !hard)
		return;
	rule->highatomic = traits->high || release < RELEASE(6, 3);
	rule->perhaps_highatomic = release < RELEASE(6, 18);
}

/* The nodes a request is bound to.  A cpuset binds those with __GFP_HARDWALL, user memory; others
 * may use what its ancestors have (kernel/cgroup/cpuset.c cpuset_node_allowed()). */
static const char *nodes_of(const struct explanation *why)
{
	const char *nodes = node_list(why->request->nodemask);

	if (!nodes && (why->traits.hardwall || !why->gfp[0]))
		nodes = node_list(why->request->mems_allowed);
	return nodes;
}

static struct supply_rule rule_of(const struct explanation *why, unsigned int order)
{
	const struct gfp_traits *traits = &why->traits;
	struct supply_rule rule = {
		.highest = highest_zone_of(traits),
		.cma = traits->movable,
		.no_watermarks = traits->memalloc && !traits->nomemalloc,
		.nodes = nodes_of(why),
	};

	add_reserves(why, order, &rule);
	return rule;
}

static bool starts(const char *text, const char *prefix)
{
	return text && !strncmp(text, prefix, strlen(prefix));
}

/* "md5sum wanted 64 KiB (order 4) with GFP_NOFS|__GFP_COMP: unmovable, zones up to Normal" */
static void write_request(const struct explanation *why, struct verdict *out)
{
	const struct request *request = why->request;

	verdict_line(out, "%.20s wanted %s (order %u) with %.60s: %s, zones up to %s",
		     request->comm ? request->comm : "a process",
		     words_wanted(FMT_BUF, &why->judgement), out->want.order,
		     why->gfp[0] ? why->gfp : "unknown flags", verdict_class_name(out->want.class),
		     zone_kind_name(why->judgement.scope.rule.highest));
}

static bool has_nodes(const struct frame *frame)
{
	for (unsigned int i = 1; i < frame->nr_zones; i++)
		if (frame->zones[i]->node != frame->zones[0]->node)
			return true;
	return false;
}

/* What the flags forbade the allocator to do about it. */
static void write_policy(const struct explanation *why, struct verdict *out)
{
	const struct gfp_traits *traits = &why->traits;
	unsigned int order = out->want.order;

	if (!why->gfp[0])
		verdict_line(out, "not known: the request's flags; taken for an ordinary kernel "
			     "request");
	else if (!traits->direct_reclaim)
		verdict_line(out, "the request could not wait: neither reclaim nor compaction "
			     "could help it");
	else if (order && !traits->fs && release_of(why) < RELEASE(4, 10))
		verdict_line(out, "before Linux 4.10 compaction is forbidden without __GFP_FS, so "
			     "free memory stays in small blocks");
	else if (order && !traits->io)
		verdict_line(out, "without __GFP_IO compaction is forbidden, so free memory stays "
			     "in small blocks");
	else if (traits->noretry)
		verdict_line(out, "__GFP_NORETRY: the allocator gave up after one round of reclaim "
			     "and compaction");
	else if (order > COSTLY_ORDER && !traits->nofail)
		verdict_line(out, "above order %d the allocator %s rather than insist",
			     COSTLY_ORDER,
			     traits->retry_mayfail ?
				     "tries for a while, then gives up" :
				     "gives up after little reclaim and compaction");
	else if (order && why->request->kind == REQUEST_OOM)
		verdict_line(out, "up to order %d the allocator does not give up; it kills a "
			     "process to get memory", COSTLY_ORDER);
	if (traits->thisnode && has_nodes(why->judgement.scope.frame))
		verdict_line(out, "__GFP_THISNODE: it wanted one node's memory, and the log does "
			     "not say which");
	for (size_t i = 0; i < ARRAY_SIZE(harmless); i++)
		if (starts(why->request->label, harmless[i].label))
			verdict_line(out, "%s", harmless[i].note);
}

/* Whether all zones stand below their low mark, where kswapd is at work. */
static bool is_near_watermark(const struct judgement *judgement)
{
	const struct supply_scope *scope = &judgement->scope;

	for (unsigned int i = 0; i < scope->frame->nr_zones; i++) {
		const struct zone *zone = scope->frame->zones[i];
		struct supply supply;

		if (!supply_allows(scope, zone))
			continue;
		supply_measure(scope, zone, &supply);
		if (!num_has(zone->low) || !num_has(supply.free))
			return false;
		if (supply.above.max &&
		    sub_saturated(supply.free.n, supply.reserved.min) > zone->low.n)
			return false;
	}
	return judgement->sum.nr_zones > 0;
}

/* A zone whose watermark no memory could ever reach, from a counter that went below zero. */
static const struct zone *find_absurd(const struct judgement *judgement)
{
	const struct supply_scope *scope = &judgement->scope;

	for (unsigned int i = 0; i < scope->frame->nr_zones; i++) {
		struct supply supply;

		if (!supply_allows(scope, scope->frame->zones[i]))
			continue;
		supply_measure(scope, scope->frame->zones[i], &supply);
		if (num_has(supply.mark) && supply.mark.n > ABSURD_PAGES)
			return scope->frame->zones[i];
	}
	return NULL;
}

/* "node 4, to which its cpuset confines it", as far as the log names nodes */
static char *confinement(char *to, size_t size, const struct explanation *why)
{
	const char *nodes = node_list(why->request->mems_allowed);

	if (nodes)
		snprintf(to, size, "node %.20s, to which its cpuset confines it,", nodes);
	else
		snprintf(to, size, "what is left to it");
	return to;
}

static void say_order_0(const struct explanation *why, struct verdict *out)
{
	const struct judgement *judgement = &why->judgement;
	const struct supply_sum *sum = &judgement->sum;
	const struct zone *absurd = find_absurd(judgement);
	char free[FMT_MAX];

	words_amount(free, sizeof(free), judgement, sum->free);
	if (starts(why->request->constraint, "CONSTRAINT_MEMCG"))
		verdict_headline(out, "Not fragmentation: a memory cgroup reached its limit");
	else if (sum->any_zone && !sum->nr_zones)
		verdict_headline(out, "Not fragmentation: %s has no zone that the request may use "
				 "(up to %s)", confinement(TEXT, why),
				 zone_kind_name(judgement->scope.rule.highest));
	else if (absurd)
		verdict_headline(out, "Not fragmentation: the watermark of zone %s is beyond any "
				 "memory, which is a kernel bug",
				 words_place(TEXT, judgement, absurd));
	else if (is_near_watermark(judgement))
		verdict_headline(out, "Not fragmentation: single pages ran short; memory stood at "
				 "the watermarks, with %s free", free);
	else if (why->gfp[0] && !why->traits.direct_reclaim)
		verdict_headline(out, "Not fragmentation: one page was wanted and %s was free when "
				 "this was printed; the request could not wait", free);
	else
		verdict_headline(out, "Not fragmentation: one page was wanted, and any free page "
				 "would do");
}

static void explain_order_0(struct explanation *why, struct verdict *out)
{
	const struct supply_sum *sum = &why->judgement.sum;

	out->cause = VERDICT_NOT_FRAGMENTATION;
	say_order_0(why, out);
	write_request(why, out);
	verdict_write_zones(&why->judgement, out, 4);
	write_policy(why, out);
	if (sum->marks_known && sum->now.min && !is_near_watermark(&why->judgement) &&
	    why->request->kind == REQUEST_OOM)
		verdict_line(out, "memory was free when this was printed: a cgroup, a cpuset or a "
			     "bug was in the way, not its amount");
}

/* The free lists would have served the request: by then, or before. */
static void explain_free_blocks(struct explanation *why, struct verdict *out)
{
	const struct judgement *judgement = &why->judgement;
	const struct supply_sum *sum = &judgement->sum;

	if (is_near_watermark(judgement)) {
		out->cause = VERDICT_WATERMARK;
		verdict_headline(out, "Failed: %s %s of %s are free, but memory stands at the "
				 "watermarks, below the low mark", fmt_count(FMT_BUF, sum->any),
				 words_blocks(sum->any), words_wanted(FMT_BUF, judgement));
		return;
	}
	if (out->cause != VERDICT_OBTAINABLE)
		return;
	verdict_headline(out, "The report does not show why: %s %s of %s were free when it was "
			 "printed, after the failure", fmt_count(FMT_BUF, sum->any),
			 words_blocks(sum->any), words_wanted(FMT_BUF, judgement));
}

static void explain_request(struct explanation *why, const struct frame *frame,
			    struct verdict *out)
{
	struct judgement *judgement = &why->judgement;
	struct supply_rule rule;

	judgement->scope.frame = frame;
	read_flags(why);
	rule = rule_of(why, out->want.order);
	out->want.class = class_of(&why->traits);
	out->want.highest_zone = (int)rule.highest;
	judgement_init(judgement, frame, &rule, &out->want);
	judgement->prefix = "Failed";
	verdict_look_ahead(judgement, out);
	if (!out->want.order) {
		explain_order_0(why, out);
		return;
	}
	out->cause = verdict_find_cause(judgement);
	verdict_write_headline(judgement, out);
	if (out->cause == VERDICT_OBTAINABLE ||
	    (out->cause == VERDICT_UNKNOWN && judgement->sum.any))
		explain_free_blocks(why, out);
	write_request(why, out);
	verdict_write_zones(judgement, out, 3);
	write_policy(why, out);
	verdict_write_obstacles(judgement, out);
	verdict_write_evidence(judgement, out);
}

void verdict_explain(const struct frame *frame, struct verdict *out)
{
	struct explanation why = { .request = &frame->request };
	const struct num *order = &frame->request.order;

	memset(out, 0, sizeof(*out));
	out->cause = VERDICT_UNKNOWN;
	out->want = (struct verdict_want){ .nr = 1, .highest_zone = -1 };
	if (!request_is_failure(why.request)) {
		verdict_headline(out, "Unknown: a report about memory, without a request that "
				 "failed");
		return;
	}
	if (order->state != NUM_KNOWN || order->n > 63) {
		verdict_headline(out, "Unknown: the log does not say which order was wanted");
		return;
	}
	out->want.order = (unsigned int)order->n;
	explain_request(&why, frame, out);
}
