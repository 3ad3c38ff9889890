/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view - one way to look at a frame.
 *
 * A view is a row of operations (src/ui/view_NAME.c defines it, src/ui/views.c lists it).  draw()
 * is a pure function of the context; act() and mouse() change view state and ask for effects.  What
 * several views share (the chosen zone and pfn, the question) stands in struct ui_state; what one
 * view needs alone stands in a struct of its own there, named after it.
 */
#ifndef FRAGSCOPE_VIEW_H
#define FRAGSCOPE_VIEW_H

#include "fragscope/contig.h"
#include "fragscope/obstacle.h"
#include "fragscope/pagemap.h"
#include "fragscope/stage.h"
#include "fragscope/ui.h"

enum map_color {
#define MAP_COLOR(id, name, help) MAP_COLOR_##id,
#include "fragscope/map_color.def"
#undef MAP_COLOR
	NR_MAP_COLORS
};

/* The stretch of time that sums are about; it ends with the frame on the screen. */
enum period_span {
	PERIOD_WATCHED = 0,   /* since the kernel has been watched */
	PERIOD_MINUTE,        /* the last minute */
	PERIOD_FRAME,         /* since the frame before */
	NR_PERIOD_SPANS
};

/* State that outlives a redraw.  Plain data, so that tests can set and compare it. */
struct ui_state {
	/* shared */
	unsigned int zone;        /* index into frame->zones */
	uint64_t pfn;             /* the selected page; the selected block holds it */
	struct verdict_want want; /* the question */
	bool paused;
	size_t back;              /* frames behind the newest, while paused */
	char find[64];            /* last search */
	struct {                  /* who has pages in [pfn, end)? */
		bool asked;           /* and nobody cancelled it */
		uint32_t question;    /* its number, from 1 on */
		uint64_t pfn, end;
	} holders;

	/* per view */
	struct { bool ask; } overview; /* the question is asked, a log's request not explained */
	struct {
		enum map_color color;
		bool zoomed;          /* zoom and first_pfn were chosen; else the whole zone fits */
		int zoom;             /* log2 of pageblocks per cell; below 0: parts of one */
		uint64_t first_pfn;   /* of the first cell on screen */
		bool dragging;        /* the mouse marks a range that begins at drag_pfn */
		uint64_t drag_pfn;
	} map;
	struct { unsigned int log2_stride; bool by_pages; } residue; /* 0: not chosen yet */
	struct { bool by_type; } orders;  /* where not all columns fit: those of the types */
	struct { enum period_span span; unsigned int scroll; } activity;
	struct {
		unsigned int row;     /* of the list, */
		uint64_t pfn;         /* and of the block that was in it: rows change places */
	} who;
	struct { unsigned int scroll; } help;
};

struct activity;
struct residue;

/* What a zone's page map says of runs and of large blocks. */
#define ZONE_RUNS_MAX 24

struct zone_runs {
	struct contig_histogram histogram;
	unsigned int nr;
	unsigned int order[ZONE_RUNS_MAX];      /* from the pageblock order on */
	struct contig_outlook outlook[ZONE_RUNS_MAX];
};

/* Pages of the whole map by class. */
struct class_usage {
	uint64_t nr_pages[NR_PAGE_CLASSES];
};

/* What happened in such a stretch of time. */
struct period {
	enum period_span span;           /* that it really is: the first, where no frame is older */
	const struct frame *begin;       /* frame at its begin, of those kept; NULL: none */
	const struct activity *activity; /* NULL: no events can be had */
	uint64_t ns;                     /* its length; 0: not known */
};

struct view_context {
	const struct ui_input *input;
	const struct frame *frame;   /* the input's, or an older one; never NULL */
	struct ui_state *state;
	const struct keymap *keymap;
	const struct theme *theme;
	unsigned int caps;           /* CANVAS_*, so that keys and mouse know the layout */
	const struct verdict *verdict; /* on state->want or the log's request; NULL unless wanted */
	/* NULL unless wanted and mapped; the first two are of the chosen zone */
	const struct residue *residue;
	const struct zone_runs *runs;
	const struct class_usage *usage;
	const struct obstacles *obstacles; /* likewise, of the chosen zone */
	const struct period *period; /* NULL unless wanted */
};

struct view_ops {
	const char *name;       /* "map" */
	const char *title;      /* "map" in the tab */
	const char *help;       /* a sentence */
	enum action go;         /* the action that opens it */
	enum action inner;      /* what Enter opens, and Esc, when the view has no answer of its */
	enum action outer;      /* own; ACTION_NONE: nothing */
	bool wants_pagemap;
	bool wants_verdict;     /* fills ctx->verdict */
	bool wants_residue;     /* fills ctx->residue */
	bool wants_runs;        /* fills ctx->runs */
	bool wants_usage;       /* fills ctx->usage */
	bool wants_period;      /* fills ctx->period */
	bool wants_obstacles;   /* fills ctx->obstacles */
	bool shows_pfn;         /* the selected page is on the screen */
	bool wants_detail;      /* the pages of the block that holds state->pfn */
	const enum action *footer; /* actions whose keys the footer shows, ended by ACTION_NONE */
	/* what an action does here, in the footer's words; NULL: its name says it.  May be NULL. */
	const char *(*foot_label)(enum action action);
	/* pure: draws into rect, which may be as small as 1x1 */
	void (*draw)(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
	/* true: the action was the view's.  May be NULL. */
	bool (*act)(const struct view_context *ctx, enum action action, struct rect rect,
		    struct ui_effects *effects);
	/* event->y, x are relative to rect.  May be NULL. */
	bool (*mouse)(const struct view_context *ctx, const struct ui_event *event,
		      struct rect rect, struct ui_effects *effects);
};

extern const struct view_ops *const views[];
extern const unsigned int nr_views;

const struct view_ops *view_find(const char *name);

/* Appends an effect; one too many is dropped (no event causes as many). */
void effect_add(struct ui_effects *effects, enum ui_effect_kind kind, int64_t value,
		const char *text);
/* Of EFFECT_STAGE. */
void effect_add_stage(struct ui_effects *effects, enum stage_verb verb, int64_t value,
		      const char *text);

#endif
