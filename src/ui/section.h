/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * section - a piece of a view that is made of several under each other.
 *
 * A section says how many rows it would like, its title among them; the view deals out the room and
 * draws them.  Sections without anything to say want no rows.
 */
#ifndef UI_SECTION_H
#define UI_SECTION_H

#include "fragscope/view.h"

struct section {
	int (*rows)(const struct view_context *ctx, int cols);
	void (*draw)(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
	int side;       /* on wide screens: 0 across, 1 in the left column, 2 in the right one */
};

#endif
