/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_activity - the sections of the activity view.
 *
 * All sums are of ctx->period.  A section that needs events shows nothing where there are none at
 * all (the answers say so once, and the counters of /proc/vmstat stand in), and a line where only
 * its own are missing.
 */
#ifndef UI_VIEW_ACTIVITY_H
#define UI_VIEW_ACTIVITY_H

#include "fragscope/activity.h"
#include "section.h"

/* The events of the period; NULL: there are none. */
static inline const struct activity *activity_of(const struct view_context *ctx)
{
	return ctx->period->activity;
}

/* Whether all (activity_knows) of these ACTIVITY_* are known. */
static inline bool activity_knows(const struct view_context *ctx, unsigned int means)
{
	return activity_of(ctx) && (activity_of(ctx)->means & means) == means;
}

/* The frame's line on its events: what is missing and what would give it; NULL: nothing is said. */
const char *activity_remedy(const struct frame *frame);
/* "waits  not known: ..." */
void activity_draw_missing(const struct view_context *ctx, struct canvas *canvas, struct rect rect,
			   const char *title);
/* A share in percent, coloured as one that should be high. */
enum role activity_success_role(uint64_t good, uint64_t all);

/* Runs of compaction that had a goal, an order or a score, and those of them that reached it.  A
 * run that somebody started by hand goes through the whole zone and has none. */
void activity_goals(const struct activity *activity, uint64_t *nr_runs, uint64_t *nr_reached);

/* The n-th word that the view uses and what it means; false: there are no more. */
bool activity_word(unsigned int n, const char **name, const char **help);

int activity_answers_rows(const struct view_context *ctx, int cols);
void activity_answers_draw(const struct view_context *ctx, struct canvas *canvas,
			   struct rect rect);

/* Over the history, not over the period. */
int activity_time_rows(const struct view_context *ctx, int cols);
void activity_time_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int activity_waits_rows(const struct view_context *ctx, int cols);
void activity_waits_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int activity_compact_rows(const struct view_context *ctx, int cols);
void activity_compact_draw(const struct view_context *ctx, struct canvas *canvas,
			   struct rect rect);

int activity_latency_rows(const struct view_context *ctx, int cols);
void activity_latency_draw(const struct view_context *ctx, struct canvas *canvas,
			   struct rect rect);

int activity_fallbacks_rows(const struct view_context *ctx, int cols);
void activity_fallbacks_draw(const struct view_context *ctx, struct canvas *canvas,
			     struct rect rect);

/* Whether anything is known of kcompactd and kswapd. */
bool activity_has_threads(const struct view_context *ctx);
int activity_threads_rows(const struct view_context *ctx, int cols);
void activity_threads_draw(const struct view_context *ctx, struct canvas *canvas,
			   struct rect rect);

int activity_deferral_rows(const struct view_context *ctx, int cols);
void activity_deferral_draw(const struct view_context *ctx, struct canvas *canvas,
			    struct rect rect);

int activity_allocs_rows(const struct view_context *ctx, int cols);
void activity_allocs_draw(const struct view_context *ctx, struct canvas *canvas,
			  struct rect rect);

/* The last ones, whatever the period. */
int activity_runs_rows(const struct view_context *ctx, int cols);
void activity_runs_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

/* A counter of /proc/vmstat, or all whose names begin so, over the period; since boot where no
 * older frame is kept. */
struct num activity_counter(const struct view_context *ctx, const char *name);
struct num activity_counter_prefix(const struct view_context *ctx, const char *prefix);

/* What stands in for events. */
int activity_counters_rows(const struct view_context *ctx, int cols);
void activity_counters_draw(const struct view_context *ctx, struct canvas *canvas,
			    struct rect rect);

#endif
