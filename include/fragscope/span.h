/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * span - a piece of bytes that somebody else owns, and a cursor that knows line and column.
 *
 * Parsers never need a final NUL and never write into their input.  Lines are numbered from 1, so
 * are columns; an error made by scan_error() names both.
 */
#ifndef FRAGSCOPE_SPAN_H
#define FRAGSCOPE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/err.h"

struct span {
	const char *at;
	size_t len; /* bytes */
};

#define SPAN(literal) ((struct span){ (literal), sizeof(literal) - 1 })

struct span span_of(const char *text);
bool span_equals(struct span span, const char *text);
bool span_starts(struct span span, const char *prefix);
struct span span_skip(struct span span, size_t nr_bytes);
struct span span_trim(struct span span);
/* Position of needle in span, or -1. */
ptrdiff_t span_find(struct span span, const char *needle);
/* Copies at most size - 1 bytes and ends them with NUL; returns whether all of them fitted. */
bool span_copy(struct span span, char *to, size_t size);
/* Cuts the next line (without its newline) off text; false when text is used up. */
bool span_next_line(struct span *text, struct span *line);
/* Cuts the next word (no blanks, tabs) off line; false when there is none. */
bool span_next_word(struct span *line, struct span *word);
/* The whole span as an unsigned number; false when it is no number or above 2^64 - 1. */
bool span_to_u64(struct span span, uint64_t *value);

struct scan {
	struct span rest;   /* what was not read yet */
	const char *line;   /* where the present line began */
	unsigned long line_nr;
};

void scan_init(struct scan *scan, struct span text);
bool scan_line(struct scan *scan, struct span *line);
/* The next line of a file of settings that says something, trimmed: neither empty nor a comment
 * that begins with '#' or ';'. */
bool scan_setting(struct scan *scan, struct span *line);
/* "line L, column C: <what>"; at points into the present line.  Returns -EINVAL. */
int scan_error(const struct scan *scan, const char *at, struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
