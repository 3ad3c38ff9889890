// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Integers wherever possible: printf's "%.1f" would follow the locale's decimal sign, and doubles
 * lose the exactness that decides between "2 MiB" and "2.0 MiB".
 */
#include "fragscope/fmt.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/clock.h"

char *fmt_count(char *to, size_t size, uint64_t n)
{
	char digits[24], grouped[FMT_MAX];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, n);
	int at = 0;

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			grouped[at++] = ',';
		grouped[at++] = digits[i];
	}
	grouped[at] = '\0';
	snprintf(to, size, "%s", grouped);
	return to;
}

char *fmt_bytes(char *to, size_t size, uint64_t bytes)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	unsigned int i = 0;
	uint64_t unit = 1, whole, tenths;

	while (i < 6 && bytes >> 10 >= unit) {
		unit <<= 10;
		i++;
	}
	whole = bytes / unit;
	tenths = (bytes % unit * 10 + unit / 2) / unit;
	if (whole >= 100 && bytes % unit) {
		whole += bytes % unit >= unit - unit / 2;
		tenths = 0;
	} else if (tenths == 10) {
		whole++;
		tenths = 0;
	}
	if (whole == 1024 && i < 6) {
		whole = 1;
		i++;
	}
	if (bytes % unit && whole < 100)
		snprintf(to, size, "%" PRIu64 ".%" PRIu64 " %s", whole, tenths, units[i]);
	else
		snprintf(to, size, "%" PRIu64 " %s", whole, units[i]);
	return to;
}

char *fmt_pages(char *to, size_t size, uint64_t nr_pages, uint64_t page_size)
{
	uint64_t bytes;

	if (__builtin_mul_overflow(nr_pages, page_size, &bytes))
		bytes = UINT64_MAX;
	return fmt_bytes(to, size, bytes);
}

char *fmt_order(char *to, size_t size, unsigned int order, uint64_t page_size)
{
	return fmt_pages(to, size, order < 64 ? 1ULL << order : UINT64_MAX, page_size);
}

char *fmt_order_named(char *to, size_t size, unsigned int order, uint64_t page_size)
{
	snprintf(to, size, "order %u (%s)", order, fmt_order(FMT_BUF, order, page_size));
	return to;
}

char *fmt_share(char *to, size_t size, uint64_t part, uint64_t whole)
{
	unsigned int percent;

	if (!whole) {
		snprintf(to, size, "-");
		return to;
	}
	percent = (unsigned int)((double)part * 100 / (double)whole + 0.5);
	if (part && !percent)
		snprintf(to, size, "<1 %%");
	else if (part < whole && percent >= 100)
		snprintf(to, size, ">99 %%");
	else
		snprintf(to, size, "%u %%", percent);
	return to;
}

char *fmt_permille(char *to, size_t size, int permille)
{
	long n = permille;

	snprintf(to, size, "%s%ld.%03ld", n < 0 ? "-" : "", labs(n) / 1000, labs(n) % 1000);
	return to;
}

/* "1.4 ms": one decimal below 10 of the unit */
static void fmt_short_time(char *to, size_t size, uint64_t ns, uint64_t unit, const char *name)
{
	uint64_t tenths = ns / unit * 10 + (ns % unit * 10 + unit / 2) / unit;

	if (tenths < 100 && tenths % 10)
		snprintf(to, size, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10, name);
	else
		snprintf(to, size, "%" PRIu64 " %s", (tenths + 5) / 10, name);
}

static void fmt_long_time(char *to, size_t size, uint64_t n, uint64_t ratio, const char *large,
			  const char *small)
{
	if (n % ratio)
		snprintf(to, size, "%" PRIu64 " %s %" PRIu64 " %s", n / ratio, large, n % ratio,
			 small);
	else
		snprintf(to, size, "%" PRIu64 " %s", n / ratio, large);
}

char *fmt_duration(char *to, size_t size, uint64_t ns)
{
	uint64_t seconds = ns / NSEC_PER_SEC;

	if (ns < 1000)
		fmt_short_time(to, size, ns, 1, "ns");
	else if (ns < 1000000 - 500)
		fmt_short_time(to, size, ns, 1000, "us");
	else if (ns < NSEC_PER_SEC - 500000)
		fmt_short_time(to, size, ns, 1000000, "ms");
	else if (ns < 60 * NSEC_PER_SEC - NSEC_PER_SEC / 2)
		fmt_short_time(to, size, ns, NSEC_PER_SEC, "s");
	else if (seconds < 3600)
		fmt_long_time(to, size, (ns + NSEC_PER_SEC / 2) / NSEC_PER_SEC, 60, "min", "s");
	else if (seconds < 86400)
		fmt_long_time(to, size, seconds / 60, 60, "h", "min");
	else
		fmt_long_time(to, size, seconds / 3600, 24, "d", "h");
	return to;
}

char *fmt_decimal(char *to, size_t size, double value)
{
	bool negative = value < 0;
	double n = negative ? -value : value;
	uint64_t tenths;

	if (isnan(value)) {
		snprintf(to, size, "-");
	} else if (n >= 1e15) {
		snprintf(to, size, "%s%.0e", negative ? "-" : "", n);
	} else if (n >= 99.95) {
		snprintf(to, size, "%s%s", negative ? "-" : "",
			 fmt_count(FMT_BUF, (uint64_t)(n + 0.5)));
	} else {
		tenths = (uint64_t)(n * 10 + 0.5);
		if (tenths % 10)
			snprintf(to, size, "%s%" PRIu64 ".%" PRIu64, negative ? "-" : "",
				 tenths / 10, tenths % 10);
		else
			snprintf(to, size, "%s%" PRIu64, negative && tenths ? "-" : "",
				 tenths / 10);
	}
	return to;
}
