// SPDX-License-Identifier: GPL-2.0-or-later
#include "clean.h"

#include <string.h>

static int hex_digit(char c)
{
	if (char_is_digit(c))
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The length of a quoted-printable escape ("=3D", or "=" at the end of a line), else 0; *c is the
 * character it stands for, -1 for none. */
static size_t quoted_printable(struct span at, int *c)
{
	*c = -1;
	if (at.len >= 2 && at.at[1] == '\n')
		return 2;
	if (at.len >= 3 && at.at[1] == '\r' && at.at[2] == '\n')
		return 3;
	if (at.len < 3 || hex_digit(at.at[1]) < 0 || hex_digit(at.at[2]) < 0)
		return 0;
	*c = hex_digit(at.at[1]) * 16 + hex_digit(at.at[2]);
	return 3;
}

/* A kernel's own text has "= 0kB", "cpuset=/", "order=10": only where nearly every equals sign is
 * an escape, and one of them of a kind that plain text does not have, is the text encoded. */
static bool is_quoted_printable(struct span bytes)
{
	size_t nr_escapes = 0, nr_plain = 0, nr_sure = 0;
	struct span rest = bytes;
	const char *equals;

	while (rest.len && (equals = memchr(rest.at, '=', rest.len))) {
		size_t len;
		int c;

		rest = span_skip(rest, (size_t)(equals - rest.at));
		len = quoted_printable(rest, &c);
		nr_escapes += len > 0;
		nr_plain += !len;
		nr_sure += len && (c < 0 || c == '=' || c == ' ' || c == '\t' || c >= 0x80);
		rest = span_skip(rest, len ? len : 1);
	}
	return nr_sure && nr_escapes / 8 >= nr_plain;
}

/* Control sequences of terminals: ESC [ parameters letter.  Everything else after an ESC stays. */
static size_t terminal_escape(struct span at)
{
	size_t n = 2;

	if (at.len < 2 || at.at[1] != '[')
		return 1;
	while (n < at.len && (char_is_digit(at.at[n]) || at.at[n] == ';' || at.at[n] == '?'))
		n++;
	return n < at.len && char_is_letter(at.at[n]) ? n + 1 : n;
}

/* What several bytes together mean; their number, and the character they become (0: none). */
static size_t clean_sequence(struct span at, char *c)
{
	*c = 0;
	if (at.at[0] == '\033')
		return terminal_escape(at);
	if (span_starts(at, "\xef\xbb\xbf"))
		return 3;
	*c = ' ';
	if (span_starts(at, "\xc2\xa0"))
		return 2;
	*c = CLEAN_SOFT_NEWLINE;
	return span_starts(at, "\\x0a") ? 4 : 0;
}

/* A single byte: what it becomes, 0: nothing. */
static char clean_byte(struct span at, char before)
{
	unsigned char c = (unsigned char)at.at[0];

	if (c == '\r')
		return before == '\n' || span_starts(at, "\r\r") || span_starts(at, "\r\n") ? 0 :
											 '\n';
	if (c == '\n' || c == '\t')
		return (char)c;
	return c < 0x20 || c == 0x7f ? 0 : (char)c;
}

/* How many bytes at the front are surely what they seem: nearly all. */
static size_t plain_bytes(struct span at)
{
	size_t n = 0;

	while (n < at.len) {
		unsigned char c = (unsigned char)at.at[n];

		if ((c < 0x20 && c != '\n' && c != '\t') || c >= 0x7f || c == '\\')
			break;
		n++;
	}
	return n;
}

static int clean_characters(struct span bytes, struct textbuf *out)
{
	struct span rest = bytes;
	char before = '\n';
	int ret = 0;

	while (rest.len && !ret) {
		struct span plain = { rest.at, plain_bytes(rest) };
		size_t len;
		char c;

		if (plain.len) {
			ret = textbuf_add(out, plain);
			before = plain.at[plain.len - 1];
			rest = span_skip(rest, plain.len);
			continue;
		}
		len = clean_sequence(rest, &c);

		if (!len) {
			c = clean_byte(rest, before);
			len = 1;
		}
		if (c)
			ret = textbuf_add_char(out, before = c);
		rest = span_skip(rest, len);
	}
	return ret;
}

static int decode_quoted_printable(struct span bytes, struct textbuf *out)
{
	struct span rest = bytes;
	int ret = 0;

	while (rest.len && !ret) {
		int c = (unsigned char)rest.at[0];
		size_t len = 1;

		if (c == '=') {
			len = quoted_printable(rest, &c);
			c = len ? c : '=';
			len = len ? len : 1;
		}
		if (c >= 0)
			ret = textbuf_add_char(out, (char)c);
		rest = span_skip(rest, len);
	}
	return ret;
}

int clean_text(struct span bytes, struct textbuf *out)
{
	struct textbuf decoded = { 0 };
	int ret;

	if (!is_quoted_printable(bytes))
		return clean_characters(bytes, out);
	ret = decode_quoted_printable(bytes, &decoded);
	if (!ret)
		ret = clean_characters(textbuf_span(&decoded), out);
	textbuf_done(&decoded);
	return ret;
}
