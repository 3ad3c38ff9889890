// SPDX-License-Identifier: GPL-2.0-or-later
/* ascii - what stands for the characters that views use where only ASCII can be shown. */
#include "fragscope/array.h"
#include "ascii.h"

static const struct {
	uint32_t first, last;
	const char *stand_in; /* one for all, or one for each of the range */
} stand_ins[] = {
	{ 0x00b7, 0x00b7, "." },           /* middle dot */
	{ 0x00d7, 0x00d7, "x" },
	{ 0x00b5, 0x00b5, "u" },
	{ 0x2013, 0x2014, "-" },           /* dashes */
	{ 0x2018, 0x2019, "'" },
	{ 0x2026, 0x2026, "~" },           /* ellipsis */
	{ 0x2190, 0x2193, "<^>v" },
	{ 0x2264, 0x2265, "<>" },
	{ 0x2500, 0x2501, "-" },
	{ 0x2502, 0x2503, "|" },
	{ 0x2504, 0x257f, "+" },
	{ 0x2580, 0x2580, "\"" },          /* upper half block */
	{ 0x2581, 0x2588, "_..:-=+#" },    /* eighths, the full block last */
	{ 0x2589, 0x258f, "#" },
	{ 0x2590, 0x2590, "#" },
	{ 0x2591, 0x2593, ".+#" },         /* shades */
	{ 0x25b2, 0x25b2, "^" },
	{ 0x25b6, 0x25b6, ">" },
	{ 0x25bc, 0x25bc, "v" },
	{ 0x25c0, 0x25c0, "<" },
	{ 0x2800, 0x2800, " " },
	{ 0x2801, 0x28ff, "*" },           /* braille */
};

char ascii_of_glyph(uint32_t glyph)
{
	if (glyph < 0x80)
		return glyph < 0x20 || glyph == 0x7f ? '?' : (char)glyph;
	for (size_t i = 0; i < ARRAY_SIZE(stand_ins); i++) {
		const char *chars = stand_ins[i].stand_in;

		if (glyph >= stand_ins[i].first && glyph <= stand_ins[i].last)
			return chars[chars[1] ? glyph - stand_ins[i].first : 0];
	}
	return '?';
}
