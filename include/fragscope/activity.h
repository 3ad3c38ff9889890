/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * activity - what the kernel did about fragmentation, counted since it has been watched.
 *
 * Everything here is a total since since_ns, as /proc/vmstat counts since boot: the activity of an
 * interval is the difference of two frames' totals (activity_between), and a frame that was missed
 * loses nothing.  Tables are sparse: a row exists from its first event on.  An activity is plain
 * data in a frame's arena.
 *
 * The number of rows is bounded.  What finds no room any more is summed in rows of "others", so
 * that sums stay right: of node -1 without a zone and of order ORDER_OTHERS, or of pid 0.
 *
 * It is made by an activity_tracker from a stream of events (activity_event.h), and by nobody else;
 * a host where no events can be had has none, and the counters of /proc/vmstat stand in.
 */
#ifndef FRAGSCOPE_ACTIVITY_H
#define FRAGSCOPE_ACTIVITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/activity_event.h"
#include "fragscope/arena.h"
#include "fragscope/err.h"
#include "fragscope/num.h"

struct frame;

/* What an activity can know; which of it is known depends on the kernel and on permission. */
enum activity_means {
	ACTIVITY_COMPACTION = 1 << 0, /* runs, scanners, migration */
	ACTIVITY_RECLAIM = 1 << 1,    /* direct reclaim */
	ACTIVITY_THREADS = 1 << 2,    /* kcompactd and kswapd going to sleep and waking up */
	ACTIVITY_ALLOCS = 1 << 3,     /* allocations of order > 0, and failed ones */
	ACTIVITY_FALLBACKS = 1 << 4,  /* pages taken from another migratetype */
	ACTIVITY_CLAIMS = 1 << 5,     /* of a fallback, whether the pageblock changed its type */
	ACTIVITY_DEFERRAL = 1 << 6,
	ACTIVITY_DRAINS = 1 << 7,     /* pages that per-CPU lists gave back */
	ACTIVITY_WHOLE_STALLS = 1 << 8, /* whole direct compactions, by function entry and exit;
				       * without it, the sum of the runs in the zones tried */
	ACTIVITY_DRAIN_TIMES = 1 << 9, /* duration of drain_all_pages() */
};

/* Durations by powers of two: bucket b counts those of [2^b, 2^(b+1)) ns; bucket 0 has 0 ns too. */
#define LATENCY_BUCKETS 40

struct latency {
	uint64_t nr, total_ns, max_ns;
	uint64_t bucket[LATENCY_BUCKETS];
};

#define ORDER_OTHERS (-2)          /* of several orders, summed for want of room */

/* Compaction runs of one kind: a run is one zone compacted once, from begin to end.  Pages are
 * counted while it runs, the run itself at its end; one whose end was lost counts with the result
 * RESULT_UNKNOWN, until its last event. */
struct compact_row {
	/* key */
	int node;
	uint64_t zone_start_pfn;
	char zone[16];                 /* name, empty if it was not told */
	enum compact_cause cause;
	int order;                     /* asked for; -1: the whole zone */
	enum compact_mode mode;
	/* totals */
	uint64_t nr_runs, total_ns, max_ns;
	uint64_t nr_results[NR_COMPACT_RESULTS];
	uint64_t migrate_scanned, free_scanned;   /* pages */
	uint64_t migrate_isolated, free_isolated; /* pages */
	uint64_t migrated;             /* pages */
	uint64_t migrate_failed;       /* pages put back unmoved, as mm_compaction_migratepages has
					* it: also those that were not tried, for want of free pages
					* say, which pgmigrate_fail does not count */
	uint64_t blocks_visited;       /* pageblocks that the free scanner looked into */
	uint64_t blocks_empty;         /* of these, visits that took nothing */
};

struct latency_row {
	enum stall_kind kind;
	int order;
	struct latency latency;
};

/*
 * A process that waited.  A direct compaction that tried no zone, because it was deferred or there
 * was too little memory, is no wait.  Where function entry and exit are not told
 * (ACTIVITY_WHOLE_STALLS), a direct compaction begins with its EVENT_STALL_BEGIN and takes as long
 * as the runs of its thread until one succeeds, until the thread begins to wait again, or until
 * nothing was heard of it for STALL_QUIET_NS.
 *
 * Of processes that do not fit, those that waited least are summed in a row of pid 0.
 */
struct stall_row {
	/* key */
	uint32_t pid;                  /* thread group; 0: others */
	uint64_t cgroup;               /* id of its cgroup (v2), 0 unknown */
	enum stall_kind kind;
	char comm[16];                 /* the main thread's, where it waited itself */
	/* totals */
	uint64_t nr, total_ns, max_ns;
	uint64_t nr_good;              /* ended with what was wanted: compaction with success,
					* reclaim with at least one page, every drain */
	int max_order;                 /* the largest that it waited for */
};

#define STALL_QUIET_NS 100000000ULL

/* The last runs one by one, oldest first. */
struct compact_run {
	uint64_t begin_ns, end_ns;     /* monotonic; end_ns 0: still running */
	uint32_t pid;
	char comm[16];
	int node;
	uint64_t zone_start_pfn;
	char zone[16];
	enum compact_cause cause;
	int order;
	enum compact_mode mode;
	enum compact_result result;
	uint64_t migrate_begin_pfn, free_begin_pfn; /* where the scanners began */
	uint64_t migrate_pfn, free_pfn; /* where they are, or ended */
	uint64_t migrate_scanned, free_scanned, migrate_isolated, free_isolated;
	uint64_t migrated, migrate_failed;
	uint64_t blocks_visited, blocks_empty;
};

#define ACTIVITY_RUNS_MAX 32

/* Where a zone's scanners were, for their trail on the map, oldest first. */
struct scanner_step {
	uint64_t time_ns;
	int node;
	uint64_t zone_start_pfn;
	bool is_free;                  /* the free scanner, else the migrate scanner */
	uint64_t pfn, end_pfn;         /* pages looked at */
	uint64_t nr_taken;
};

#define ACTIVITY_STEPS_MAX 64

/* Deferral events of one zone. */
struct defer_row {
	int node;
	uint64_t zone_start_pfn;
	char zone[16];
	uint64_t nr_deferred;          /* compactions that were not tried */
	uint64_t nr_defers;            /* failures that made deferral longer */
	uint64_t nr_resets;            /* successes, deferred before or not: of a compaction, and
					* once more when its block was allocated, which alone ends
					* deferral */
	int order;                     /* of the last event */
};

/* kcompactd and kswapd of one node. */
struct thread_row {
	int node;
	uint64_t kcompactd_wakeups;    /* somebody asked for it */
	uint64_t kcompactd_wakes, kcompactd_sleeps;
	uint64_t kswapd_wakeups, kswapd_wakes, kswapd_sleeps;
	uint64_t proactive_runs;       /* compaction of a zone for its score */
	int kcompactd_order, kswapd_order; /* of the last wake-up; -1: none yet, or for no order */
	uint64_t proactive_end_ns;     /* monotonic end of the last one, 0: none yet */
};

/* Allocations of one order by what their GFP flags allow. */
struct alloc_row {
	int order;
	enum alloc_class class;
	uint64_t nr, nr_failed;        /* order 0: only failed ones are counted */
};

/* Pages for one migratetype taken from another's free lists.  Types are in the frame's
 * numbering. */
struct fallback_row {
	unsigned int want, from;       /* migratetype asked for, and of the list taken from */
	/* totals: struct activity_fallbacks */
	uint64_t nr, nr_claimed, nr_stolen, nr_fragmenting;
};

struct activity {
	uint64_t since_ns, until_ns;   /* monotonic */
	unsigned int means;            /* ACTIVITY_* that are known */
	uint64_t nr_events;
	uint64_t nr_lost;              /* events that did not fit into the kernel's ring */
	uint64_t nr_odd;               /* events that fit no other: an end without a begin */

	struct compact_row *compact;
	unsigned int nr_compact;
	struct latency_row *latency;
	unsigned int nr_latency;
	struct stall_row *stalls;      /* most time first, others last */
	unsigned int nr_stalls;
	struct defer_row *defer;
	unsigned int nr_defer;
	struct thread_row *threads;
	unsigned int nr_threads;
	uint64_t counted_ns;           /* how long allocations and drained pages were counted: they
					* are so frequent that it is a part of the time only */
	struct alloc_row *allocs;
	unsigned int nr_allocs;
	struct fallback_row *fallbacks;
	unsigned int nr_fallbacks;
	struct num drained_pages;      /* by per-CPU lists to the free lists */
	struct num drains;             /* calls of drain_all_pages() */

	struct compact_run *runs;      /* the newest ACTIVITY_RUNS_MAX */
	unsigned int nr_runs;
	struct scanner_step *steps;    /* the newest ACTIVITY_STEPS_MAX */
	unsigned int nr_steps;
};

extern const char *const compact_cause_name[NR_COMPACT_CAUSES];   /* "direct" */
extern const char *const compact_mode_name[NR_COMPACT_MODES];     /* "sync_light" */
extern const char *const compact_result_name[NR_COMPACT_RESULTS]; /* "success" */
extern const char *const stall_kind_name[NR_STALL_KINDS];         /* "compaction" */
extern const char *const alloc_class_name[NR_ALLOC_CLASSES];      /* "movable" */

/* What was added from one to the other: rows of totals subtracted, runs and steps that ended after
 * the earlier one's until_ns.  A max_ns is exact where it is the longest ever, else a bound: none
 * in the interval was longer.  What is no total is the later one's.  earlier may be NULL:
 * everything.  An earlier one that was counted from another moment on (another since_ns) gives the
 * later one whole.  NULL: no memory. */
struct activity *activity_between(struct arena *arena, const struct activity *earlier,
				  const struct activity *later);
/* A copy; NULL: no memory. */
struct activity *activity_copy(struct arena *arena, const struct activity *from);

/* What views rely on: enums and orders in range, names ended, tables no longer than a tracker makes
 * them.  0 or -EINVAL with the first breach. */
int activity_check(const struct activity *activity, struct err *err);

/* Sums over rows; a filter of -1 takes all.  nr_results, pages and times are those of the rows;
 * the key is the filter's, of order ORDER_OTHERS. */
struct compact_row activity_sum_compact(const struct activity *activity, int node, int cause);
struct latency activity_sum_latency(const struct activity *activity, enum stall_kind kind,
				    int order);
/* The duration that per mille of the waits did not exceed: the upper edge of a bucket, at most the
 * longest.  0 when there were none. */
uint64_t latency_quantile_ns(const struct latency *latency, unsigned int per_mille);
void latency_add(struct latency *latency, uint64_t ns);

/*
 * The tracker: events in, totals out.  Events of one thread come in their order; those of different
 * threads may be swapped.  Time that runs backwards makes durations of 0, and counts as odd.
 */
struct activity_tracker;

/* now_ns: monotonic; everything is counted from here on.  NULL: no memory. */
struct activity_tracker *activity_tracker_new(uint64_t now_ns, unsigned int means);
void activity_tracker_free(struct activity_tracker *tracker);
void activity_take(struct activity_tracker *tracker, const struct activity_event *event);
/* The run that the thread is in, NULL: none.  Good until the next event. */
const struct compact_run *activity_run_of(const struct activity_tracker *tracker, uint32_t pid);
/* Totals that are counted in the kernel and replace those of before. */
void activity_set_alloc(struct activity_tracker *tracker, int order, enum alloc_class class,
			uint64_t nr, uint64_t nr_failed);
void activity_set_fallbacks(struct activity_tracker *tracker, unsigned int want, unsigned int from,
			    const struct activity_fallbacks *fallbacks);
void activity_set_counted(struct activity_tracker *tracker, uint64_t counted_ns);
void activity_set_drained(struct activity_tracker *tracker, uint64_t nr_pages);
/* Where it has grown, waits that go on are no more counted: their ends may be among the lost. */
void activity_set_lost(struct activity_tracker *tracker, uint64_t nr_lost);
/* Puts the totals into the frame (frame->activity), with the frame's names of zones.  -ENOMEM */
int activity_fill(struct activity_tracker *tracker, uint64_t now_ns, struct frame *frame);

#endif
