// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WHOLE_MAX 8192 /* a path of any length, and what is said about it */
#define HEAD_MAX  96   /* of a text that has to be shortened */

/* A text that is too long (a path can be 4096 bytes) loses its middle: its end says what is wrong
 * and what to do. */
static void take(struct err *err, const char *whole)
{
	size_t len = strlen(whole), tail = sizeof(err->text) - HEAD_MAX - sizeof("...");

	if (len < sizeof(err->text))
		memcpy(err->text, whole, len + 1);
	else
		snprintf(err->text, sizeof(err->text), "%.*s...%s", HEAD_MAX, whole,
			 whole + len - tail);
}

int err_set(struct err *err, int code, const char *fmt, ...)
{
	char whole[WHOLE_MAX];
	va_list ap;

	if (!err)
		return -code;
	va_start(ap, fmt);
	vsnprintf(whole, sizeof(whole), fmt, ap);
	va_end(ap);
	take(err, whole);
	return -code;
}

int err_prefix(struct err *err, int code, const char *fmt, ...)
{
	char whole[WHOLE_MAX];
	size_t len;
	va_list ap;

	if (!err)
		return code;
	va_start(ap, fmt);
	vsnprintf(whole, sizeof(whole) - sizeof(err->text), fmt, ap);
	va_end(ap);
	len = strlen(whole);
	snprintf(whole + len, sizeof(whole) - len, ": %s", err->text);
	take(err, whole);
	return code;
}
