// SPDX-License-Identifier: GPL-2.0-or-later
#include "value.h"

#include "fragscope/array.h"

#define MICRO    1000000ULL
#define DAY_MS   (24ULL * 60 * 60 * 1000)

/* Digits with at most one dot among them, cut off text, in millionths. */
static bool decimal(struct span *text, uint64_t *micro)
{
	uint64_t whole = 0, part = 0, scale = MICRO;
	bool any = false, dot = false;

	for (; text->len; *text = span_skip(*text, 1)) {
		char c = text->at[0];

		if (c == '.' && !dot) {
			dot = true;
			continue;
		}
		if (c < '0' || c > '9')
			break;
		any = true;
		if (!dot)
			whole = whole * 10 + (uint64_t)(c - '0');
		else if (scale > 1)
			part += (uint64_t)(c - '0') * (scale /= 10);
		else if (c != '0')
			return false; /* finer than anything here */
		if (whole > 1000000000)
			return false;
	}
	*micro = whole * MICRO + part;
	return any;
}

bool value_duration_ms(struct span text, uint64_t *ms)
{
	static const struct {
		const char *name;
		uint64_t per_unit; /* ms */
	} units[] = { { "", 1000 }, { "s", 1000 }, { "ms", 1 }, { "min", 60000 } };
	uint64_t micro;

	if (!decimal(&text, &micro))
		return false;
	text = span_trim(text);
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!span_equals(text, units[i].name))
			continue;
		*ms = micro * units[i].per_unit / MICRO;
		return *ms <= DAY_MS;
	}
	return false;
}

bool value_percent(struct span text, double *share)
{
	uint64_t micro;

	if (!decimal(&text, &micro) || !span_equals(span_trim(text), "%"))
		return false;
	*share = (double)micro / (double)MICRO / 100;
	return micro > 0 && micro <= 100 * MICRO;
}

bool value_size(struct span text, int max, int *cols, int *rows)
{
	ptrdiff_t x = span_find(text, "x");
	uint64_t width, height;

	if (x < 0 || !span_to_u64((struct span){ text.at, (size_t)x }, &width) ||
	    !span_to_u64(span_skip(text, (size_t)x + 1), &height))
		return false;
	if (width < 1 || height < 1 || width > (uint64_t)max || height > (uint64_t)max)
		return false;
	*cols = (int)width;
	*rows = (int)height;
	return true;
}
