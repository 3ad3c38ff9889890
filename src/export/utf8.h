/* SPDX-License-Identifier: GPL-2.0-or-later */
/* utf8 - telling text from bytes: JSON is UTF-8, host names and kernel logs need not be. */
#ifndef EXPORT_UTF8_H
#define EXPORT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character that begins at, 0 when there is none: an overlong form, a surrogate, a
 * value above U+10FFFF, a sequence that is cut. */
size_t utf8_char_length(const char *at, size_t len);

/* Whether all that is wrong is that the character does not end. */
bool utf8_is_cut(const char *at, size_t len);

/* Bytes of the longest prefix that is UTF-8. */
size_t utf8_prefix_length(const char *at, size_t len);

#endif
