/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_work - what kernel threads and compaction are up to, as several views say it.
 */
#ifndef UI_KERNEL_WORK_H
#define UI_KERNEL_WORK_H

#include "fragscope/activity.h"
#include "fragscope/index.h"
#include "fragscope/view.h"

#define WORK_NODES_MAX 64 /* more than any screen has lines for */

/* CPU share of a node's kernel thread ("kcompactd", "kswapd") between a frame and the one on the
 * screen, in percent of one CPU; false: unknown.  since NULL: the frame before. */
bool work_thread_share(const struct view_context *ctx, const struct frame *since, const char *kind,
		       int node, double *percent);

/* When kcompactd would begin to work ahead of demand (mm/compaction.c kcompactd()). */
enum proactive_state {
	PROACTIVE_UNKNOWN,  /* the score is not known */
	PROACTIVE_UNMARKED, /* the marks are not */
	PROACTIVE_OFF,      /* vm.compaction_proactiveness is 0, or the mark is out of reach */
	PROACTIVE_CALM,     /* the score is not above its mark */
	PROACTIVE_HELD,     /* it is, but kswapd runs */
	PROACTIVE_BACKOFF,  /* it is still, and a run has just ended: kcompactd may wait longer */
	PROACTIVE_DUE,      /* at kcompactd's next look */
};

#define PROACTIVE_LOOK_NS    500000000ULL             /* HPAGE_FRAG_CHECK_INTERVAL_MSEC */
#define PROACTIVE_BACKOFF_NS (PROACTIVE_LOOK_NS << 6) /* COMPACT_MAX_DEFER_SHIFT */

struct work_proactive {
	enum proactive_state state;
	struct index_proactive index; /* marks only where they are known */
	uint64_t ended_ns;            /* since the last proactive run ended; 0: none was seen */
	double eta_seconds;           /* until the mark at the pace of the last minute; NaN */
};

struct work_proactive work_proactive(const struct view_context *ctx, int node);
/* When the next run would begin: "within 500 ms", "in 40 s at the pace of the last minute".
 * Returns its role. */
enum role work_proactive_text(char *to, size_t size, const struct work_proactive *proactive);

/* Whether the zone's next direct compactions of order_failed and above are not tried. */
bool work_is_deferred(const struct zone_compact *compact);
/* "deferred 1/4 from order 9": how many of the tries that a failure costs have gone by; false: it
 * is not known, or nothing has failed. */
bool work_deferral_text(char *to, size_t size, const struct zone_compact *compact);

/* Where a scanner would begin, in percent of the zone's span; -1: not known. */
int work_scanner_percent(const struct zone *zone, struct num pfn);

/* Waits of all processes, for one kind of thing (a stall_kind), or for all (-1). */
struct stall_sum {
	uint64_t nr, total_ns, max_ns, nr_good;
};

struct stall_sum work_sum_stalls(const struct activity *activity, int kind);

#endif
