/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_lines - facts below each other: a name, a value. */
#ifndef FRAGSCOPE_UI_VIEW_LINES_H
#define FRAGSCOPE_UI_VIEW_LINES_H

#include "fragscope/pagemap.h"
#include "fragscope/view.h"

#define LINES_LABEL_COLS 12

struct lines {
	struct canvas *canvas;
	struct rect rect; /* what is left of it */
};

void lines_field(struct lines *lines, const char *label, enum role role, const char *value);
/* A value that may take several lines. */
void lines_long_field(struct lines *lines, const char *label, enum role role, const char *value);
void lines_skip(struct lines *lines);
/* One line per class that has pages: its colour or letter, name, pages, share and bar. */
void lines_classes(struct lines *lines, const struct view_context *ctx,
		   const uint64_t count[NR_PAGE_CLASSES], uint64_t nr_pages);

/* Whether colours tell values apart, or glyphs have to. */
bool view_has_color(const struct view_context *ctx);

#endif
