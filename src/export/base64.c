// SPDX-License-Identifier: GPL-2.0-or-later
#include "base64.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(const uint8_t *from, size_t nr, char *to)
{
	for (; nr >= 3; nr -= 3, from += 3) {
		uint32_t group = (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];

		*to++ = digits[group >> 18];
		*to++ = digits[group >> 12 & 63];
		*to++ = digits[group >> 6 & 63];
		*to++ = digits[group & 63];
	}
	if (nr) {
		uint32_t group = (uint32_t)from[0] << 16 | (nr == 2 ? (uint32_t)from[1] << 8 : 0);

		*to++ = digits[group >> 18];
		*to++ = digits[group >> 12 & 63];
		*to++ = nr == 2 ? digits[group >> 6 & 63] : '=';
		*to++ = '=';
	}
}

/* The value of each character + 1, 0 for those that are no digit. */
struct values {
	uint8_t of[256];
};

static struct values values_make(void)
{
	struct values values = { { 0 } };

	for (unsigned int i = 0; i < 64; i++)
		values.of[(unsigned char)digits[i]] = (uint8_t)(i + 1);
	return values;
}

bool base64_decode(const char *from, size_t len, uint8_t *to, size_t *nr)
{
	const struct values values = values_make();
	size_t padding = 0, done = 0;
	uint32_t group = 0;

	if (len % 4) {
		*nr = len;
		return false;
	}
	while (padding < 2 && padding < len && from[len - 1 - padding] == '=')
		padding++;
	for (size_t i = 0; i < len - padding; i++) {
		uint8_t value = values.of[(unsigned char)from[i]];

		if (!value) {
			*nr = i;
			return false;
		}
		group = group << 6 | (value - 1U);
		if (i % 4 == 3) {
			to[done++] = (uint8_t)(group >> 16);
			to[done++] = (uint8_t)(group >> 8);
			to[done++] = (uint8_t)group;
			group = 0;
		}
	}
	/* The unused bits of a padded group are zero, or two texts would mean the same. */
	if (padding && group & (padding == 2 ? 0xf : 0x3)) {
		*nr = len - padding - 1;
		return false;
	}
	if (padding)
		to[done++] = (uint8_t)(padding == 2 ? group >> 4 : group >> 10);
	if (padding == 1)
		to[done++] = (uint8_t)(group >> 2);
	*nr = done;
	return true;
}
