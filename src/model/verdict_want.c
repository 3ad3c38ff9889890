// SPDX-License-Identifier: GPL-2.0-or-later
/* How many blocks of which order, as people type it: "64@9", "3@2MiB", "1@64K:unmovable". */
#include <errno.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/bits.h"
#include "fragscope/verdict.h"

static const struct {
	const char *name;
	unsigned int shift;
} units[] = {
	{ "KiB", 10 }, { "MiB", 20 }, { "GiB", 30 }, { "kB", 10 }, { "MB", 20 }, { "GB", 30 },
	{ "K", 10 },   { "M", 20 },   { "G", 30 },   { "k", 10 },
};

static int want_error(struct err *err, struct span text, const char *what)
{
	return err_set(err, EINVAL, "\"%.*s\": %s", text.len < 80 ? (int)text.len : 80, text.at,
		       what);
}

static bool read_class(struct span name, enum verdict_class *class)
{
	for (*class = 0; *class < NR_VERDICT_CLASSES; (*class)++)
		if (span_equals(name, verdict_class_name(*class)))
			return true;
	return false;
}

/* "2MiB"; false when there is no unit behind it */
static bool read_size(struct span text, uint64_t *bytes)
{
	size_t digits = 0;

	while (digits < text.len && text.at[digits] >= '0' && text.at[digits] <= '9')
		digits++;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		uint64_t n;

		if (!span_equals(span_skip(text, digits), units[i].name))
			continue;
		if (!span_to_u64((struct span){ text.at, digits }, &n) ||
		    n > UINT64_MAX >> units[i].shift)
			return false;
		*bytes = n << units[i].shift;
		return true;
	}
	return false;
}

static int size_to_order(struct span all, uint64_t bytes, uint64_t page_size, unsigned int *order,
			 struct err *err)
{
	if (!page_size)
		return want_error(err, all, "the page size is not known; name an order, as in "
					    "64@9");
	if (bytes % page_size || !bits_is_power_of_two(bytes / page_size))
		return want_error(err, all, "the size is no page times a power of two; "
					    "blocks have such sizes only");
	*order = bits_log2(bytes / page_size);
	return 0;
}

static int read_order(struct span all, struct span text, uint64_t page_size, unsigned int *order,
		      struct err *err)
{
	uint64_t n;
	int rc;

	if (read_size(text, &n)) {
		rc = size_to_order(all, n, page_size, order, err);
		if (rc)
			return rc;
	} else if (span_to_u64(text, &n)) {
		*order = n < FRAME_ORDERS_MAX ? (unsigned int)n : FRAME_ORDERS_MAX;
	} else {
		return want_error(err, all, "expected an order or a size behind @, as in 64@9 or "
					    "64@2MiB");
	}
	if (*order >= FRAME_ORDERS_MAX)
		return want_error(err, all, "orders end at 31");
	return 0;
}

int verdict_parse_want(struct span text, uint64_t page_size, struct verdict_want *want,
		       struct err *err)
{
	struct span all = span_trim(text), rest, order;
	ptrdiff_t at = span_find(all, "@"), colon;

	*want = (struct verdict_want){ .class = VERDICT_MOVABLE, .highest_zone = -1 };
	if (at < 0)
		return want_error(err, all, "expected N@ORDER, as in 64@9 or 64@2MiB");
	if (!span_to_u64((struct span){ all.at, (size_t)at }, &want->nr) || !want->nr)
		return want_error(err, all, "expected a number of blocks, 1 or more, before @");
	rest = span_skip(all, (size_t)at + 1);
	colon = span_find(rest, ":");
	order = (struct span){ rest.at, colon < 0 ? rest.len : (size_t)colon };
	if (colon >= 0 && !read_class(span_skip(rest, (size_t)colon + 1), &want->class))
		return want_error(err, all, "expected movable, unmovable, reclaimable or atomic "
					    "behind the colon");
	return read_order(all, order, page_size, &want->order, err);
}
