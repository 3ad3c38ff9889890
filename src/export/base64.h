/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base64 - bytes as text and back (RFC 4648 section 4: padded, no line breaks). */
#ifndef EXPORT_BASE64_H
#define EXPORT_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of text for nr bytes; no final NUL is counted. */
static inline size_t base64_length(size_t nr)
{
	return (nr / 3 + (nr % 3 != 0)) * 4;
}

/* Upper bound of the bytes that len characters stand for. */
static inline size_t base64_bytes_max(size_t len)
{
	return len / 4 * 3;
}

/* Writes base64_length(nr) characters. */
void base64_encode(const uint8_t *from, size_t nr, char *to);

/* Writes at most base64_bytes_max(len) bytes and sets *nr; false when the text is no base64, with
 * *nr the position of the first character that is wrong. */
bool base64_decode(const char *from, size_t len, uint8_t *to, size_t *nr);

#endif
