// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/wrap.h"

#include <stdbool.h>
#include <string.h>

#include "fragscope/utf8.h"

unsigned int wrap_width(const char *text, size_t len)
{
	unsigned int width = 0;

	while (len) {
		uint32_t glyph;
		size_t step = utf8_decode(text, len, &glyph);

		text += step;
		len -= step;
		width++;
	}
	return width;
}

void wrap_print(FILE *to, const char *text, size_t len)
{
	while (len) {
		uint32_t glyph;
		size_t step = utf8_decode(text, len, &glyph);

		if (utf8_is_shown(glyph))
			fwrite(text, 1, step, to);
		else
			fputc('?', to);
		text += step;
		len -= step;
	}
}

void wrap_text(FILE *to, const char *text, unsigned int at, unsigned int indent, unsigned int width)
{
	bool first = true;

	while (*text) {
		size_t len = strcspn(text, " \t\n");
		unsigned int columns = wrap_width(text, len);

		if (len && !first && at + 1 + columns > width) {
			fprintf(to, "\n%*s", (int)indent, "");
			at = indent;
			first = true;
		}
		if (len) {
			fputs(first ? "" : " ", to);
			wrap_print(to, text, len);
			at += columns + !first;
			first = false;
		}
		text += len;
		text += strspn(text, " \t\n");
	}
	fputc('\n', to);
}
