/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_sim - the parts of the simulation view.
 *
 *	layout where the parts are
 *	head   the scenario, where the run stands, and the slider
 *	map    the maps of one policy's zones
 *	facts  what one policy has come to: its last event, counters, residue
 *	table  policies as rows of numbers
 *
 * With room for it, every policy has a column of its own.  Else policies are rows of a table, and
 * the parts below it are those of the selected one.
 */
#ifndef FRAGSCOPE_UI_VIEW_SIM_H
#define FRAGSCOPE_UI_VIEW_SIM_H

#include "fragscope/view.h"

/* What is shown of each policy. */
enum sim_part {
	SIM_NAME,
	SIM_CLOCK,     /* its events, operations and model time */
	SIM_WHAT,      /* what its patches change */
	SIM_MAPS,
	SIM_EVENT,     /* the last one, or why there will be no more */
	SIM_RESIDUE,
	SIM_COUNTERS,
	NR_SIM_PARTS
};

/* Places; rows 0: left out. */
struct sim_layout {
	struct rect head, slider, note, legend;
	bool beside;                     /* a column for each policy */
	struct rect table;               /* else */
	struct rect part[NR_SIM_PARTS];  /* of the first column, or of the selected policy */
	int pitch;                       /* from a column to the next */
};

void sim_layout_init(struct sim_layout *layout, const struct view_context *ctx, struct rect rect);
/* The place of a part of that policy. */
struct rect sim_place(const struct sim_layout *layout, enum sim_part part, unsigned int column);
/* The policy whose column that is, -1: none. */
int sim_column_at(const struct sim_layout *layout, const struct stage *stage, int y, int x);

/* The n-th word of the view and what it means; false: there are no more. */
bool sim_word(unsigned int n, const char **name, const char **help);

void sim_head_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
void sim_slider_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
/* The event of the selected policy that a column of the slider stands for; false: not known. */
bool sim_slider_event(const struct stage *stage, struct rect rect, int x, uint64_t *event);
/* What is not known of the host that the simulation began from; rows it takes. */
int sim_note_rows(const struct stage *stage, int cols);
void sim_note_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

/* Lines that the maps fill of as many as there are. */
int sim_maps_rows(const struct view_context *ctx, struct rect rect);
void sim_maps_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		   struct rect rect);
/* What the marks and colours of the maps mean. */
void sim_legend_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
/* The zone and the first page of the cell in that place; false: there is none. */
bool sim_maps_hit(const struct view_context *ctx, unsigned int column, struct rect rect, int y,
		  int x, unsigned int *zone, uint64_t *pfn);

void sim_name_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		   struct rect rect);
void sim_clock_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		    struct rect rect);
void sim_what_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		   struct rect rect);
void sim_event_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		    struct rect rect);
void sim_residue_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		      struct rect rect);
void sim_counters_draw(const struct view_context *ctx, unsigned int column, struct canvas *canvas,
		       struct rect rect);

/* A policy's name in cols columns: in full, else what it has beyond the first policy, "+resample",
 * else the end of that, as names differ there. */
char *sim_policy_text(char *to, size_t size, const struct stage *stage, unsigned int column,
		      int cols);
/* A counter in at most cols columns; "1.5 s" for one whose name ends in "_ns". */
char *sim_value_text(char *to, size_t size, const struct stage *stage, unsigned int column,
		     unsigned int counter, int cols);
/* The difference of a value against the first policy's: "=", "new", "-95 %", "x12". */
char *sim_diff_text(char *to, size_t size, uint64_t base, uint64_t value);

/* Policies as rows, a line each below the titles. */
void sim_table_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

#endif
