// SPDX-License-Identifier: GPL-2.0-or-later
/* widget_text - numbers in their four states, ages, wrapped text. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/fmt.h"
#include "fragscope/utf8.h"
#include "widget.h"

int text_width(const char *text)
{
	size_t len = strlen(text);
	int width = 0;

	for (size_t at = 0; at < len; width++) {
		uint32_t glyph;

		at += utf8_decode(text + at, len - at, &glyph);
	}
	return width;
}

char *num_text(char *to, size_t size, struct num num, fmt_fn *fmt)
{
	char known[FMT_MAX];

	switch (num.state) {
	case NUM_ABSENT:
		snprintf(to, size, "–");
		break;
	case NUM_DENIED:
		snprintf(to, size, "denied");
		break;
	case NUM_CAPPED:
		snprintf(to, size, "≥%s", fmt(known, sizeof(known), num.n));
		break;
	case NUM_KNOWN:
		fmt(to, size, num.n);
		break;
	}
	return to;
}

char *num_range_text(char *to, size_t size, struct num num, struct num at_most, bool brief)
{
	bool bounded = num.state != NUM_KNOWN && num_has(at_most);

	if (bounded && num_has(num) && num.n < at_most.n)
		snprintf(to, size, "%s%s%s", fmt_count(FMT_BUF, num.n), brief ? "–" : " to ",
			 fmt_count(FMT_BUF, at_most.n));
	else if (bounded)
		snprintf(to, size, "%s%s", num_has(num) ? "" : brief ? "≤" : "at most ",
			 fmt_count(FMT_BUF, at_most.n));
	else if (num.state == NUM_CAPPED && !brief)
		snprintf(to, size, "at least %s", fmt_count(FMT_BUF, num.n));
	else if (num.state == NUM_ABSENT && !brief)
		snprintf(to, size, "unknown");
	else
		num_text(to, size, num, fmt_count);
	return to;
}

char *num_pages_text(char *to, size_t size, struct num nr_pages, struct num page_size)
{
	char known[FMT_MAX];

	if (!num_has(nr_pages))
		return num_text(to, size, nr_pages, fmt_count);
	if (num_has(page_size))
		fmt_pages(known, sizeof(known), nr_pages.n, page_size.n);
	else
		snprintf(known, sizeof(known), "%s page%s", fmt_count(FMT_BUF, nr_pages.n),
			 nr_pages.n == 1 ? "" : "s");
	snprintf(to, size, "%s%s", nr_pages.state == NUM_CAPPED ? "≥" : "", known);
	return to;
}

static char *fmt_plain(char *to, size_t size, uint64_t n)
{
	snprintf(to, size, "%llu", (unsigned long long)n);
	return to;
}

char *num_fit(char *to, size_t size, struct num num, int cols)
{
	static const char suffixes[] = "kMGTPE";
	bool capped = num.state == NUM_CAPPED;

	num_text(to, size, num, fmt_count);
	if (text_width(to) <= cols || !num_has(num))
		return to;
	num_text(to, size, num, fmt_plain);
	for (int i = 0; text_width(to) > cols && suffixes[i]; i++) {
		num.n /= 1000;
		snprintf(to, size, "%s%llu%c", capped ? "≥" : "", (unsigned long long)num.n,
			 suffixes[i]);
	}
	return to;
}

char *size_short(char *to, size_t size, uint64_t bytes)
{
	static const char units[] = "BKMGTPE";
	int i = 0;

	while (i < 6 && bytes >= 1024 && bytes % 1024 == 0) {
		bytes /= 1024;
		i++;
	}
	snprintf(to, size, "%llu%c", (unsigned long long)bytes, units[i]);
	return to;
}

enum role num_role(struct num num, enum role known)
{
	return num_has(num) ? known : ROLE_UNKNOWN;
}

char *age_text(char *to, size_t size, uint64_t now_ns, uint64_t then_ns)
{
	if (!then_ns)
		snprintf(to, size, "never");
	else if (now_ns < then_ns + 50000000)
		snprintf(to, size, "now");
	else
		snprintf(to, size, "%s ago", fmt_duration(FMT_BUF, now_ns - then_ns));
	return to;
}

/* Bytes of text that fit into cols columns, cut between words where that is possible. */
static size_t line_len(const char *text, int cols)
{
	size_t len = strlen(text), at = 0, space = 0;

	for (int col = 0; at < len; col++) {
		uint32_t glyph;

		if (text[at] == ' ')
			space = at;
		if (col == cols)
			return space ? space : at;
		at += utf8_decode(text + at, len - at, &glyph);
	}
	return len;
}

static const char *skip_blanks(const char *text)
{
	while (*text == ' ')
		text++;
	return text;
}

int wrap_rows(const char *text, int cols)
{
	int rows = 0;

	for (text = skip_blanks(text); *text && cols > 0; text = skip_blanks(text)) {
		text += line_len(text, cols);
		rows++;
	}
	return rows;
}

int widget_wrap(struct canvas *canvas, struct rect rect, enum role role, const char *text)
{
	int row = 0;

	if (rect.cols < 1)
		return 0;
	for (text = skip_blanks(text); *text && row < rect.rows; row++) {
		size_t len = line_len(text, rect.cols);
		char line[512];

		if (row == rect.rows - 1)
			len = strlen(text); /* cut with an ellipsis */
		snprintf(line, sizeof(line), "%.*s", (int)len, text);
		canvas_text_cut(canvas, rect.y + row, rect.x, rect.cols, role, line);
		text = skip_blanks(text + len);
	}
	return row;
}

void widget_wrap_row(struct canvas *canvas, struct rect rect, enum role role, const char *text,
		     int row)
{
	char line[512];

	if (rect.cols < 1)
		return;
	for (text = skip_blanks(text); row > 0; row--)
		text = skip_blanks(text + line_len(text, rect.cols));
	snprintf(line, sizeof(line), "%.*s", (int)line_len(text, rect.cols), text);
	canvas_text_cut(canvas, rect.y, rect.x, rect.cols, role, line);
}

struct pen pen_at(struct canvas *canvas, struct rect rect)
{
	return (struct pen){ canvas, rect.y, rect.x, rect.x + rect.cols };
}

static bool pen_fits(struct pen *pen, int width)
{
	if (pen->x + width <= pen->end)
		return true;
	pen->x = pen->end;
	return false;
}

void pen_text(struct pen *pen, enum role role, const char *text)
{
	if (pen_fits(pen, text_width(text)))
		pen->x = canvas_text(pen->canvas, pen->y, pen->x, role, text);
}

void pen_printf(struct pen *pen, enum role role, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	pen_text(pen, role, text);
}

void pen_field(struct pen *pen, int gap, const char *label, enum role role, const char *value)
{
	if (!pen_fits(pen, gap + text_width(label) + 1 + text_width(value)))
		return;
	pen->x = canvas_text(pen->canvas, pen->y, pen->x + gap, ROLE_LABEL, label);
	pen->x = canvas_text(pen->canvas, pen->y, pen->x + 1, role, value);
}
