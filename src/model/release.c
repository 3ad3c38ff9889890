// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/release.h"

#include <ctype.h>
#include <stddef.h>

/* At most three digits, so that no text can overflow. */
static const char *read_number(const char *at, unsigned int *n)
{
	*n = 0;
	if (!isdigit((unsigned char)*at))
		return NULL;
	for (int i = 0; i < 3 && isdigit((unsigned char)*at); i++)
		*n = *n * 10 + (unsigned int)(*at++ - '0');
	return at;
}

unsigned int release_parse(const char *release)
{
	unsigned int major, minor;
	const char *at = read_number(release, &major);

	if (!at || *at != '.' || !read_number(at + 1, &minor))
		return 0;
	return RELEASE(major, minor);
}
