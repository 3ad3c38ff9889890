/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ui_private - what the files of the interactive program share.
 *
 * Layout: the head line (ui_head.c), the view with a blank column at either side, the foot line
 * (ui_foot.c), which is the prompt while one is open (ui_prompt.c).  Below 40 columns or 4 rows
 * only the answer is drawn.
 */
#ifndef UI_PRIVATE_H
#define UI_PRIVATE_H

#include "fragscope/residue.h"
#include "fragscope/view.h"
#include "views.h"

#define UI_COLS_MIN 40
#define UI_ROWS_MIN 4

enum prompt_kind { PROMPT_NONE, PROMPT_COMMAND, PROMPT_FIND, PROMPT_UNTIL, NR_PROMPTS };

struct prompt {
	enum prompt_kind kind;
	char text[128];           /* UTF-8, ended by NUL; the cursor stands at its end */
	unsigned int choice;      /* of the candidates that Tab goes through */
};

/* What something was measured from: as long as this is the same, so is the result. */
struct stamp {
	const struct frame *frame;
	size_t frame_index;
	uint64_t mono_ns;
	int64_t wall_ns;
	const struct pagemap *pagemap;
	uint64_t nr_read, sweep_done_ns;
	uint64_t nr_events;       /* of the simulated machine that is shown */
	unsigned int zone;        /* 0 where the result does not depend on it */
	struct verdict_want want; /* likewise */
	bool request;
	enum period_span span;    /* likewise */
	const struct frame *begin;
	uint64_t begin_ns;
};

struct ui {
	const struct keymap *keymap;
	const struct theme *theme;
	struct theme next_theme;          /* what next-theme loaded */
	struct ui_state state;
	const struct view_ops *view, *before_help;
	const struct view_ops *entered;   /* the view that Enter left for this one, else NULL */
	struct prompt prompt;
	char message[200];
	enum role message_role;
	int rows, cols;                   /* of the last drawing, as are the caps */
	unsigned int caps;
	bool has_frames;                  /* the source has several to step through */
	bool has_stage;                   /* it is simulated machines */
	bool want_settled;                /* the question was given or made from the first frame */

	/* what takes milliseconds, and from what it was made (ui_measure.c) */
	struct verdict verdict;
	struct residue residue;
	struct zone_runs runs;
	struct class_usage usage;
	struct obstacles obstacles;
	struct period period;
	struct arena period_arena;        /* of what the period's activity consists of */
	struct stamp verdict_from, residue_from, runs_from, usage_from, obstacles_from,
		     period_from;
};

struct rect ui_view_rect(const struct ui *ui);
struct view_context ui_context(struct ui *ui, const struct ui_input *input);
/* Makes the state fit the frame: zone and pfn exist, the question is within bounds. */
void ui_settle(struct ui *ui, const struct frame *frame);

const struct verdict *ui_measure_verdict(struct ui *ui, const struct ui_input *input,
					 const struct frame *frame);
/* These are NULL where there is no page map. */
const struct residue *ui_measure_residue(struct ui *ui, const struct ui_input *input,
					 const struct frame *frame);
const struct zone_runs *ui_measure_runs(struct ui *ui, const struct ui_input *input,
					const struct frame *frame);
const struct class_usage *ui_measure_usage(struct ui *ui, const struct ui_input *input,
					   const struct frame *frame);
const struct period *ui_measure_period(struct ui *ui, const struct ui_input *input,
				       const struct frame *frame);
const struct obstacles *ui_measure_obstacles(struct ui *ui, const struct ui_input *input,
					     const struct frame *frame);

/* The view's own answer to an action, else the shared one. */
void ui_act(struct ui *ui, const struct ui_input *input, enum action action,
	    struct ui_effects *effects);
/* What an action does to simulated machines; false: it has nothing to do with them. */
bool ui_stage_act(struct ui *ui, const struct view_context *ctx, enum action action,
		  struct ui_effects *effects);
/* Whether it means anything else. */
bool ui_stage_only(enum action action);
void ui_open(struct ui *ui, const struct view_ops *view);
/* To the next view, or the one before. */
void ui_turn_view(struct ui *ui, bool forwards);
/* Where Esc leads: back through the view that led here, else to the view's own outer one. */
enum action ui_outer(const struct ui *ui);
void ui_close_help(struct ui *ui);

/* Runs a line of ":". */
void ui_command(struct ui *ui, const struct ui_input *input, const char *line,
		struct ui_effects *effects);
void ui_prompt_open(struct ui *ui, enum prompt_kind kind);
void ui_prompt_key(struct ui *ui, const struct ui_input *input, uint32_t key,
		   struct ui_effects *effects);
void ui_prompt_draw(const struct ui *ui, struct canvas *canvas);
/* Actions whose names begin so; returns how many there are (all of them, also beyond max). */
unsigned int ui_candidates(const char *prefix, enum action *found, unsigned int max);

/* Looks for state->find, forwards or backwards from the selection; says so when in vain. */
void ui_find(struct ui *ui, const struct view_context *ctx, bool backwards);

void ui_mouse(struct ui *ui, const struct ui_input *input, const struct ui_event *event,
	      struct ui_effects *effects);

/* A part of the first or the last line that the mouse can hit. */
struct hit {
	int x, cols;
	enum action action;
};

#define UI_HITS_MAX 32

void ui_head_draw(const struct ui *ui, const struct view_context *ctx, struct canvas *canvas);
unsigned int ui_head_hits(const struct ui *ui, int cols, struct hit hits[UI_HITS_MAX]);
void ui_foot_draw(const struct ui *ui, const struct view_context *ctx, struct canvas *canvas);
unsigned int ui_foot_hits(const struct ui *ui, int cols, struct hit hits[UI_HITS_MAX]);

#endif
