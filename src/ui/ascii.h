/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ascii - what stands for the characters that views use where only ASCII can be shown. */
#ifndef UI_ASCII_H
#define UI_ASCII_H

#include <stdint.h>

/* The character itself if it is ASCII; '?' for those that no view uses. */
char ascii_of_glyph(uint32_t glyph);

#endif
