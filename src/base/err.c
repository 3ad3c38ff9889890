// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct err *err, int code, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return -code;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	return -code;
}

int err_prefix(struct err *err, int code, const char *fmt, ...)
{
	char old[sizeof(err->text)];
	size_t len;
	va_list ap;

	if (!err)
		return code;
	memcpy(old, err->text, sizeof(old));
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	len = strlen(err->text);
	snprintf(err->text + len, sizeof(err->text) - len, ": %s", old);
	return code;
}
