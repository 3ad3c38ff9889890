/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_holders - who has pages in a range: the question that several views can ask, and its answer.
 *
 * The question stands in the shared state and outlives a change of view; the answer comes with the
 * input's frame, and grows while it is looked at.
 */
#ifndef FRAGSCOPE_UI_VIEW_HOLDERS_H
#define FRAGSCOPE_UI_VIEW_HOLDERS_H

#include "fragscope/view.h"

/* Asks about [pfn, end), or cancels what runs. */
void view_holders_toggle(const struct view_context *ctx, uint64_t pfn, uint64_t end);
/* Cancels what runs; false: nothing does. */
bool view_holders_cancel(const struct view_context *ctx);

/* Whether there is something to say about a range inside [pfn, end). */
bool view_holders_show(const struct view_context *ctx, uint64_t pfn, uint64_t end);
/* Rows that all of it would take. */
int view_holders_rows(const struct view_context *ctx);
void view_holders_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

#endif
