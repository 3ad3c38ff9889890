// SPDX-License-Identifier: GPL-2.0-or-later
#include "prefix.h"

#include <string.h>

#include "fragscope/array.h"

#define HOST_BYTES_MAX 100 /* between a syslog date and the kernel's text */

/* ">100000" is a count of pagetypeinfo, "|__GFP_COMP" the rest of a cut request. */
static bool is_quote(struct span text)
{
	if (span_starts(text, ">"))
		return !span_starts(text, ">100000");
	return span_starts(text, "|") && (text.len == 1 || char_is_blank(text.at[1]));
}

size_t prefix_quotes(struct span line)
{
	size_t len = 0;

	for (;;) {
		struct span rest = span_skip_blanks(span_skip(line, len));

		if (!is_quote(rest))
			break;
		len = (size_t)(rest.at - line.at) + 1;
	}
	if (len && len < line.len && line.at[len] == ' ')
		len++;
	return len;
}

/* Matches a pattern at the front: '0' a digit, '9' digits, '_' blanks or none, 'a' letters, all
 * else itself.  Returns its length, or 0. */
static size_t match(struct span text, const char *pattern)
{
	size_t at = 0;

	for (; *pattern; pattern++) {
		struct span rest = span_skip(text, at);
		size_t len = 1;

		if (*pattern == '_') {
			at += span_blanks(rest);
			continue;
		}
		if (!rest.len)
			return 0;
		if (*pattern == '9')
			len = span_digits(rest);
		else if (*pattern == 'a')
			for (len = 0; len < rest.len && char_is_letter(rest.at[len]);)
				len++;
		else if (*pattern == '0' ? !char_is_digit(rest.at[0]) : rest.at[0] != *pattern)
			return 0;
		if (!len)
			return 0;
		at += len;
	}
	return at;
}

/* Seconds and up to six decimals into microseconds. */
static bool parse_seconds(struct span whole, struct span decimals, uint64_t *us)
{
	uint64_t sec, scale = 1000000;

	if (!span_to_u64(whole, &sec) || __builtin_mul_overflow(sec, scale, us))
		return false;
	for (size_t i = 0; i < decimals.len && scale > 1; i++) {
		scale /= 10;
		*us += (uint64_t)(decimals.at[i] - '0') * scale;
	}
	return *us >= sec;
}

size_t prefix_boot_time(struct span line, struct stamp *stamp)
{
	size_t len = match(line, "[_9.9]");
	struct span whole, decimals;

	if (!len)
		len = match(line, "[_9.9_<_9.9>]"); /* dmesg -d */
	if (!len)
		return 0;
	whole = decimals = span_skip_blanks(span_skip(line, 1));
	whole.len = span_digits(whole);
	decimals = span_skip(decimals, whole.len + 1);
	decimals.len = span_digits(decimals);
	stamp->has_time = parse_seconds(whole, decimals, &stamp->when_us);
	return len;
}

/* "4,19685342,241227987454,-,caller=T12845;" */
static size_t mark_kmsg(struct span line, struct stamp *stamp)
{
	size_t len = match(line, "9,9,9,");
	struct span time = line;
	const char *end = len ? memchr(line.at, ';', line.len < 200 ? line.len : 200) : NULL;

	if (!end)
		return 0;
	time = span_skip(line, match(line, "9,9,"));
	time.len = span_digits(time);
	stamp->has_time = span_to_u64(time, &stamp->when_us);
	return (size_t)(end - line.at) + 1;
}

/* "<4>", also "<12>" of syslog's own protocol */
static size_t mark_level(struct span line, struct stamp *stamp)
{
	(void)stamp;
	return match(line, "<9>");
}

/* "kern  :warn  : " of dmesg -x */
static size_t mark_facility(struct span line, struct stamp *stamp)
{
	(void)stamp;
	return span_starts(line, "kern") ? match(line, "a_:a_:") : 0;
}

/* "[ T123]", "[   C0]" after the time: the task or CPU that printed */
static size_t mark_caller(struct span line, struct stamp *stamp)
{
	size_t task = match(line, "[_T9]");

	(void)stamp;
	return task ? task : match(line, "[_C9]");
}

static const char *closing_bracket(struct span line)
{
	return memchr(line.at, ']', line.len < 48 ? line.len : 48);
}

/* "[0:      swapper/0:    1]", "-(2)[77:kworker]" after the time, as phones print it */
static size_t mark_cpu(struct span line, struct stamp *stamp)
{
	const char *end;

	if (!stamp->found ||
	    !(match(line, "[9:_") || match(line, "(9)[9:") || match(line, "-(9)[9:")))
		return 0;
	end = closing_bracket(line);
	return end ? (size_t)(end - line.at) + 1 : 0;
}

/* "[Thu May  4 12:31:29 2023]" of dmesg -T, "[May 4 12:31]" and "[  +0.000004]" of dmesg -H, and
 * other bracketed wall clocks */
static size_t mark_bracketed_clock(struct span line, struct stamp *stamp)
{
	const char *end = NULL;
	size_t len = match(line, "[a_9_00:00]");

	(void)stamp;
	len = len ? len : match(line, "[_+9.9]");
	if (len)
		return len;
	if (line.len && line.at[0] == '[')
		end = closing_bracket(line);
	for (size_t at = 1; end && line.at + at < end; at++)
		if (match(span_skip(line, at), "00:00:00"))
			return (size_t)(end - line.at) + 1;
	return 0;
}

static size_t match_date(struct span line)
{
	static const char *const dates[] = {
		"0000-00-00T00:00:00", "0000-00-00 00:00:00", "00-00 00:00:00", "a_a_9_00:00:00",
		"a_9_00:00:00",
	};
	size_t len = 0;

	for (size_t i = 0; i < ARRAY_SIZE(dates) && !len; i++)
		len = match(line, dates[i]);
	while (len && len < line.len && !char_is_blank(line.at[len]))
		len++; /* fractions and zone */
	return len;
}

/* "May  4 12:31:29 host kernel: ", "2023-05-04T12:31:29+02:00 host kernel[12]: ": up to the
 * kernel's own text, or the date alone if nobody says "kernel". */
static size_t mark_syslog(struct span line, struct stamp *stamp)
{
	size_t date = match_date(line);
	struct span rest = span_skip(line, date);

	if (!date)
		return 0;
	for (size_t at = 0; at < rest.len && at < HOST_BYTES_MAX; at++) {
		struct span here = span_skip(rest, at);
		struct stamp other = *stamp;
		size_t len = 0;

		if (span_starts(here, "kernel")) {
			len = match(here, "kernel_:");
			len = len ? len : match(here, "kernel[9]_:");
		}
		if (len)
			return date + at + len;
		if (prefix_boot_time(here, &other))
			return date + at;
	}
	return date;
}

size_t prefix_padded_clock(struct span line)
{
	size_t digits = span_digits(line);

	return digits >= 4 && digits <= 6 && line.at[0] == '0' ? match(line, "9 ") : 0;
}

size_t prefix_stamps(struct span line, bool with_clock, struct stamp *stamp)
{
	static size_t (*const marks[])(struct span, struct stamp *) = {
		prefix_boot_time, mark_kmsg, mark_level, mark_facility, mark_caller, mark_cpu,
		mark_bracketed_clock, mark_syslog,
	};
	size_t len = with_clock ? prefix_padded_clock(line) : 0;
	size_t found;

	*stamp = (struct stamp){ .found = len };
	do {
		struct span rest = span_skip_blanks(span_skip(line, len));

		found = 0;
		for (size_t i = 0; i < ARRAY_SIZE(marks) && !found; i++)
			found = marks[i](rest, stamp);
		if (found) {
			len = (size_t)(rest.at - line.at) + found;
			stamp->found = true;
		}
	} while (found);
	return len;
}
