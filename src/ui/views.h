/* SPDX-License-Identifier: GPL-2.0-or-later */
/* views - each is defined by the file of its name; and what they ask of the state (ui.c). */
#ifndef UI_VIEWS_H
#define UI_VIEWS_H

#include "fragscope/view.h"

/* Selects a zone, and its first page where its place is known. */
void ui_select_zone(struct ui_state *state, const struct frame *frame, unsigned int zone);

/* The log's request is explained, as nobody asked for something else. */
bool ui_explains_request(const struct ui_state *state, const struct frame *frame);

#define VIEW(name) extern const struct view_ops view_##name;
#include "views.def"
#undef VIEW

#endif
