/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_residue - the parts of the residue view: the histogram of one stride, the table of all. */
#ifndef FRAGSCOPE_UI_VIEW_RESIDUE_H
#define FRAGSCOPE_UI_VIEW_RESIDUE_H

#include "fragscope/residue.h"
#include "fragscope/view.h"

struct residue_show {
	const struct view_context *ctx;
	const struct zonemap *map;
	const struct residue *residue;
	unsigned int log2_stride;
};

/* How bad it is: whether many blocks are blind, and whether chance explains them. */
enum role residue_judge(const struct residue *residue, unsigned int log2_stride);

/* The title, the bars, and the axis where there is room. */
void residue_plot_draw(const struct residue_show *show, struct canvas *canvas, struct rect rect);
/* A head line and one line per stride. */
void residue_table_draw(const struct residue_show *show, struct canvas *canvas, struct rect rect);

#endif
