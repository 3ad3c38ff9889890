/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * overview - the sections of the overview.
 *
 * The question comes first, then the zones, then what the allocator has been doing, then what
 * memory is used for.  view_overview.c deals out the room and draws them.
 */
#ifndef UI_OVERVIEW_H
#define UI_OVERVIEW_H

#include "section.h"

int question_rows(const struct view_context *ctx, int cols);
/* The same without the evidence. */
int question_head_rows(const struct view_context *ctx, int cols);
/* Nothing is in the way of what is asked for. */
bool question_is_calm(const struct view_context *ctx);
void question_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int zones_rows(const struct view_context *ctx, int cols);
void zones_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
/* The zone in that row of the section, -1: none. */
int zones_hit(const struct view_context *ctx, struct rect rect, int row);
/* Name and meaning of the n-th column; false: there are no more. */
bool zones_help(unsigned int n, const char **name, const char **help);

int nodes_rows(const struct view_context *ctx, int cols);
void nodes_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int scanners_rows(const struct view_context *ctx, int cols);
void scanners_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int lists_rows(const struct view_context *ctx, int cols);
void lists_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int activity_rows(const struct view_context *ctx, int cols);
void activity_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int pages_rows(const struct view_context *ctx, int cols);
void pages_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int huge_rows(const struct view_context *ctx, int cols);
void huge_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int types_rows(const struct view_context *ctx, int cols);
void types_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

int sources_rows(const struct view_context *ctx, int cols);
void sources_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

#endif
