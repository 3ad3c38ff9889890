// SPDX-License-Identifier: GPL-2.0-or-later
#include "textbuf.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int textbuf_add(struct textbuf *buf, struct span text)
{
	size_t room = buf->room ? buf->room : 256;
	char *at;

	if (text.len > SIZE_MAX / 4 - buf->len)
		return -ENOMEM;
	while (room - buf->len < text.len)
		room *= 2;
	if (room != buf->room) {
		at = realloc(buf->at, room);
		if (!at)
			return -ENOMEM;
		buf->at = at;
		buf->room = room;
	}
	if (text.len)
		memcpy(buf->at + buf->len, text.at, text.len);
	buf->len += text.len;
	return 0;
}

int textbuf_add_char(struct textbuf *buf, char c)
{
	return textbuf_add(buf, (struct span){ &c, 1 });
}

void textbuf_done(struct textbuf *buf)
{
	free(buf->at);
	*buf = (struct textbuf){ 0 };
}

size_t span_blanks(struct span span)
{
	size_t n = 0;

	while (n < span.len && char_is_blank(span.at[n]))
		n++;
	return n;
}

size_t span_digits(struct span span)
{
	size_t n = 0;

	while (n < span.len && char_is_digit(span.at[n]))
		n++;
	return n;
}

size_t span_name(struct span span)
{
	size_t n = 0;

	while (n < span.len && char_is_name(span.at[n]))
		n++;
	return n;
}

struct span span_skip_blanks(struct span span)
{
	return span_skip(span, span_blanks(span));
}

struct span span_first_word(struct span span)
{
	struct span word = { "", 0 };

	span_next_word(&span, &word);
	return word;
}
