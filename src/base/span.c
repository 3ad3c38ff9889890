// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/span.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

struct span span_of(const char *text)
{
	return (struct span){ text, strlen(text) };
}

bool span_equals(struct span span, const char *text)
{
	return span.len == strlen(text) && !memcmp(span.at, text, span.len);
}

bool span_starts(struct span span, const char *prefix)
{
	size_t len = strlen(prefix);

	return span.len >= len && !memcmp(span.at, prefix, len);
}

struct span span_skip(struct span span, size_t nr_bytes)
{
	if (nr_bytes > span.len)
		nr_bytes = span.len;
	return (struct span){ span.at + nr_bytes, span.len - nr_bytes };
}

struct span span_trim(struct span span)
{
	while (span.len && is_blank(span.at[0]))
		span = span_skip(span, 1);
	while (span.len && is_blank(span.at[span.len - 1]))
		span.len--;
	return span;
}

ptrdiff_t span_find(struct span span, const char *needle)
{
	size_t len = strlen(needle);
	const char *hit;

	if (!len || span.len < len)
		return len ? -1 : 0;
	hit = memmem(span.at, span.len, needle, len);
	return hit ? hit - span.at : -1;
}

bool span_copy(struct span span, char *to, size_t size)
{
	size_t len = span.len < size ? span.len : size - 1;

	memcpy(to, span.at, len);
	to[len] = '\0';
	return len == span.len;
}

bool span_next_line(struct span *text, struct span *line)
{
	const char *end;

	if (!text->len)
		return false;
	end = memchr(text->at, '\n', text->len);
	line->at = text->at;
	line->len = end ? (size_t)(end - text->at) : text->len;
	*text = span_skip(*text, line->len + 1);
	return true;
}

bool span_next_word(struct span *line, struct span *word)
{
	struct span rest = *line;

	while (rest.len && is_blank(rest.at[0]))
		rest = span_skip(rest, 1);
	word->at = rest.at;
	word->len = 0;
	while (word->len < rest.len && !is_blank(rest.at[word->len]))
		word->len++;
	*line = span_skip(rest, word->len);
	return word->len > 0;
}

bool span_to_u64(struct span span, uint64_t *value)
{
	uint64_t n = 0;

	if (!span.len)
		return false;
	for (size_t i = 0; i < span.len; i++) {
		unsigned int digit = (unsigned char)span.at[i] - '0';

		if (digit > 9 || __builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, digit, &n))
			return false;
	}
	*value = n;
	return true;
}

void scan_init(struct scan *scan, struct span text)
{
	*scan = (struct scan){ .rest = text, .line = text.at };
}

bool scan_line(struct scan *scan, struct span *line)
{
	if (!span_next_line(&scan->rest, line))
		return false;
	scan->line = line->at;
	scan->line_nr++;
	return true;
}

bool scan_setting(struct scan *scan, struct span *line)
{
	while (scan_line(scan, line)) {
		*line = span_trim(*line);
		if (line->len && line->at[0] != '#' && line->at[0] != ';')
			return true;
	}
	return false;
}

int scan_error(const struct scan *scan, const char *at, struct err *err, const char *fmt, ...)
{
	char what[200];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return err_set(err, EINVAL, "line %lu, column %td: %s", scan->line_nr,
		       at - scan->line + 1, what);
}
