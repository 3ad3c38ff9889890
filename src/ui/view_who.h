/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_who - the parts of the who view: what stays, and the list of blocks. */
#ifndef FRAGSCOPE_UI_VIEW_WHO_H
#define FRAGSCOPE_UI_VIEW_WHO_H

#include "fragscope/obstacle.h"
#include "fragscope/view.h"

/* --- view_who_stays.c --- */

/* One or two sentences: how many blocks are free, could be, are spoilt, and by what. */
void who_answer(const struct view_context *ctx, char *to, size_t size);
/* Pageblocks by their kind, as one bar. */
void who_kinds_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
/* The classes that stay, and pollution under them; returns the rows used. */
int who_stays_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
/* What the n-th word of the view means; false: there are no more. */
bool who_help(unsigned int n, const char **name, const char **help);
/* Rows that all of it takes with so many columns. */
int who_stays_rows(const struct view_context *ctx, int cols);

/* --- view_who_list.c --- */

/* The blocks of the list: those that can be freed, cheapest first, then those that cannot. */
unsigned int who_nr_blocks(const struct obstacles *obstacles);
const struct obstacle_block *who_block(const struct obstacles *obstacles, unsigned int row);
/* The selected row: where the block that was selected stands now, else the row it had. */
unsigned int who_selected(const struct view_context *ctx);
void who_select(const struct view_context *ctx, unsigned int row);
void who_list_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
/* The row in that line of the list's rectangle, -1: none. */
int who_list_hit(const struct view_context *ctx, struct rect rect, int y);

#endif
