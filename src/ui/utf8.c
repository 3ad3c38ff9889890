// SPDX-License-Identifier: GPL-2.0-or-later
/* utf8 - characters and their stand-ins on terminals that only know ASCII. */
#include "fragscope/array.h"
#include "fragscope/canvas.h"

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

char utf8_ascii(uint32_t glyph)
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

int utf8_encode(uint32_t glyph, char to[5])
{
	static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	int len = glyph < 0x80 ? 1 : glyph < 0x800 ? 2 : glyph < 0x10000 ? 3 : 4;

	to[len] = '\0';
	for (int i = len - 1; i > 0; i--) {
		to[i] = (char)(0x80 | (glyph & 0x3f));
		glyph >>= 6;
	}
	to[0] = (char)(len == 1 ? glyph : lead[len] | glyph);
	return len;
}

int utf8_decode(const char *text, size_t len, uint32_t *glyph)
{
	const unsigned char *at = (const unsigned char *)text;
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	int nr = at[0] < 0x80 ? 1 : at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : at[0] >= 0xc0 ? 2 : 0;

	*glyph = 0xfffd;
	if (nr == 1)
		*glyph = at[0];
	if (nr < 2)
		return 1;
	if ((size_t)nr > len || at[0] > 0xf4)
		return 1;

	uint32_t value = at[0] & (0xff >> (nr + 1));

	for (int i = 1; i < nr; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 1;
		value = value << 6 | (at[i] & 0x3f);
	}
	if (value < smallest[nr] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
		return 1;
	*glyph = value;
	return nr;
}
