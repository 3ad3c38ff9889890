/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * wrap - sentences on lines of limited width, for what is printed rather than drawn.
 *
 * Names come from kernels, logs and files of strangers: what could move a terminal's cursor is
 * printed as "?".
 */
#ifndef FRAGSCOPE_WRAP_H
#define FRAGSCOPE_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Columns on the screen: one per character, and one for each "?". */
unsigned int wrap_width(const char *text, size_t len);
void wrap_print(FILE *to, const char *text, size_t len);

/* Words of text on lines of at most width columns (a longer word gets a line of its own), and a
 * line end; the first line begins where the cursor stands, at column "at", others at "indent". */
void wrap_text(FILE *to, const char *text, unsigned int at, unsigned int indent,
	       unsigned int width);

#endif
