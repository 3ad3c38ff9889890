/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * textbuf - text that grows, and the character classes that all readers of pasted text share.
 *
 * A failed allocation leaves the buffer as it was; it is told once, by the return value.
 */
#ifndef PROC_TEXTBUF_H
#define PROC_TEXTBUF_H

#include <stdbool.h>
#include <stddef.h>

#include "fragscope/span.h"

struct textbuf {
	char *at;
	size_t len, room;
};

/* 0 or -ENOMEM */
int textbuf_add(struct textbuf *buf, struct span text);
int textbuf_add_char(struct textbuf *buf, char c);
void textbuf_done(struct textbuf *buf);

static inline struct span textbuf_span(const struct textbuf *buf)
{
	return (struct span){ buf->at ? buf->at : "", buf->len };
}

static inline bool char_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool char_is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool char_is_letter(char c)
{
	return char_is_upper((char)(c & ~0x20));
}

static inline bool char_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Letters, digits and '_': what names of counters and zones are made of. */
static inline bool char_is_name(char c)
{
	return char_is_letter(c) || char_is_digit(c) || c == '_';
}

/* How many bytes at the front are blanks, digits, of a name. */
size_t span_blanks(struct span span);
size_t span_digits(struct span span);
size_t span_name(struct span span);
/* The same without blanks at the front. */
struct span span_skip_blanks(struct span span);
/* Its first word, empty when there is none. */
struct span span_first_word(struct span span);

#endif
