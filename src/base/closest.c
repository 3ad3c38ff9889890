// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/closest.h"

#include <string.h>

#define WORD_MAX 63

static unsigned int least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

unsigned int closest_distance(const char *a, const char *b)
{
	size_t len_a = strnlen(a, WORD_MAX), len_b = strnlen(b, WORD_MAX);
	unsigned int row[WORD_MAX + 1]; /* from the letters of a so far to the first j of b */

	for (unsigned int j = 0; j <= len_b; j++)
		row[j] = j;
	for (unsigned int i = 1; i <= len_a; i++) {
		unsigned int before = row[0];

		row[0] = i;
		for (unsigned int j = 1; j <= len_b; j++) {
			unsigned int change = before + (a[i - 1] != b[j - 1]);

			before = row[j];
			row[j] = least(change, least(row[j], row[j - 1]) + 1);
		}
	}
	return row[len_b];
}
