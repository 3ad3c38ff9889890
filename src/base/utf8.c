// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/utf8.h"

#include <string.h>

#include "fragscope/array.h"

/* Lead bytes by range, with the range of the second byte that keeps the form short and legal
 * (Unicode Standard, table 3-7). */
static const struct lead {
	uint8_t first, last, second_min, second_max, length;
} leads[] = {
	{ 0x00, 0x7f, 0x00, 0x00, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
	{ 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
	{ 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

static const struct lead *lead_find(uint8_t byte)
{
	for (size_t i = 0; i < ARRAY_SIZE(leads); i++)
		if (byte >= leads[i].first && byte <= leads[i].last)
			return &leads[i];
	return NULL;
}

size_t utf8_char_length(const char *at, size_t len)
{
	const uint8_t *byte = (const uint8_t *)at;
	const struct lead *lead = len ? lead_find(byte[0]) : NULL;

	if (!lead || lead->length > len)
		return 0;
	if (lead->length > 1 && (byte[1] < lead->second_min || byte[1] > lead->second_max))
		return 0;
	for (size_t i = 2; i < lead->length; i++)
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
	return lead->length;
}

size_t utf8_decode(const char *at, size_t len, uint32_t *glyph)
{
	size_t nr = utf8_char_length(at, len);

	*glyph = UTF8_NO_CHARACTER;
	if (!nr)
		return 1;
	*glyph = (uint8_t)at[0] & (nr == 1 ? 0x7f : 0x7f >> nr);
	for (size_t i = 1; i < nr; i++)
		*glyph = *glyph << 6 | ((uint8_t)at[i] & 0x3f);
	return nr;
}

size_t utf8_encode(uint32_t glyph, char to[5])
{
	static const uint8_t lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	size_t len = glyph < 0x80 ? 1 : glyph < 0x800 ? 2 : glyph < 0x10000 ? 3 : 4;

	to[len] = '\0';
	for (size_t i = len - 1; i > 0; i--) {
		to[i] = (char)(0x80 | (glyph & 0x3f));
		glyph >>= 6;
	}
	to[0] = (char)(lead[len] | glyph);
	return len;
}

bool utf8_is_shown(uint32_t glyph)
{
	static const struct {
		uint32_t first, last;
	} obeyed[] = {
		{ 0x00, 0x1f }, { 0x7f, 0x9f }, /* control characters */
		{ 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f }, /* of layout */
		{ 0xfeff, 0xfeff }, { UTF8_NO_CHARACTER, UTF8_NO_CHARACTER },
	};

	for (size_t i = 0; i < sizeof(obeyed) / sizeof(obeyed[0]); i++)
		if (glyph >= obeyed[i].first && glyph <= obeyed[i].last)
			return false;
	return true;
}

bool utf8_is_cut(const char *at, size_t len)
{
	const struct lead *lead = len ? lead_find((uint8_t)*at) : NULL;
	char whole[4];

	if (!lead || len >= lead->length)
		return false;
	memset(whole, lead->second_min | 0x80, sizeof(whole));
	memcpy(whole, at, len);
	return utf8_char_length(whole, sizeof(whole)) > 0;
}

size_t utf8_prefix_length(const char *at, size_t len)
{
	size_t done = 0;

	while (done < len) {
		uint64_t word;
		size_t step;

		if (len - done >= sizeof(word)) {
			memcpy(&word, at + done, sizeof(word));
			if (!(word & 0x8080808080808080ULL)) {
				done += sizeof(word);
				continue;
			}
		}
		step = utf8_char_length(at + done, len - done);
		if (!step)
			break;
		done += step;
	}
	return done;
}
