/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * utf8 - characters as bytes and back, and telling text from bytes: JSON and the screen are UTF-8,
 * host names and kernel logs need not be.
 */
#ifndef FRAGSCOPE_UTF8_H
#define FRAGSCOPE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTF8_NO_CHARACTER 0xfffd /* what stands for a byte that is none */

/* Bytes of the character that begins at, 0 when there is none: an overlong form, a surrogate, a
 * value above U+10FFFF, a sequence that is cut. */
size_t utf8_char_length(const char *at, size_t len);

/* Decodes one character; returns its bytes.  A byte that begins none comes alone, as
 * UTF8_NO_CHARACTER.  len > 0. */
size_t utf8_decode(const char *at, size_t len, uint32_t *glyph);
/* Encodes one character and ends it with NUL; returns its bytes (1 to 4). */
size_t utf8_encode(uint32_t glyph, char to[5]);

/* Whether a terminal shows the character.  It obeys others, and some turn the line around; and
 * UTF8_NO_CHARACTER shows nothing. */
bool utf8_is_shown(uint32_t glyph);

/* Whether all that is wrong is that the character does not end. */
bool utf8_is_cut(const char *at, size_t len);

/* Bytes of the longest prefix that is UTF-8. */
size_t utf8_prefix_length(const char *at, size_t len);

#endif
